/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure-private.h"

#define RIGHT 30.0 /* units, at full font size: space for half of the index ruler's last label */

static void
draw_series_figure (cairo_t                 *cr,
                    const OndesFigureSize   *size,
                    const OndesSeriesFigure *figure)
{
  const OndesSeries *series = figure->series;
  const OndesSeriesDisplay *display = figure->display;
  const guint64 first = figure->first, count = figure->count;
  g_autofree char *caption = ondes_series_caption (series, display, first, count);
  g_autofree char *index_title = ondes_series_index_title (series);
  g_autofree char *value_title = ondes_series_value_title (series, display != NULL ? display->scale : ONDES_SCALE_LINEAR);
  g_autofree char *first_value = ondes_type_is_integer (series->type)
                                   ? ondes_series_print (series, 0)
                                   : ondes_format_value (ondes_series_get (series, 0), series->unit, 6);
  g_autofree char *label = g_strconcat ("index 0: ", first_value, NULL);
  OndesLayout layout;
  OndesPlot plot;
  OndesAxis values, indices;
  double height, room;

  ondes_layout_begin (&layout, cr, size, RIGHT, series->name, caption);
  height = ondes_layout_height (&layout, layout.top);
  values = ondes_series_value_axis (series, display, first, count, height);
  indices = ondes_series_axis (first, count, layout.width);
  room = MIN (ondes_ruler_thickness (cr, &layout.theme, &values, ONDES_SIDE_LEFT, TRUE), layout.x - 2);

  plot = (OndesPlot) { { layout.x, layout.top, layout.width, height }, first, count, values.lo, values.hi, cr, &layout.theme };
  ondes_draw_series (&plot, series, display, ondes_layout_columns (size, RIGHT));
  ondes_draw_outlier (&plot, series, display, label);
  ondes_layout_frame (&layout, layout.top, height);
  ondes_draw_ruler (cr, &(OndesRuler) { .theme = &layout.theme, .axis = &values, .side = ONDES_SIDE_LEFT, .title = value_title,
                                        .x = layout.x, .y = layout.top + height, .room = room });
  ondes_draw_ruler (cr, &(OndesRuler) { .theme = &layout.theme, .axis = &indices, .side = ONDES_SIDE_BOTTOM,
                                        .title = index_title, .x = layout.x, .y = layout.top + height, .room = layout.below });
  ondes_layout_end (&layout);
}

static void
draw_figure (cairo_t               *cr,
             const OndesFigureSize *size,
             gconstpointer          data)
{
  draw_series_figure (cr, size, data);
}

gboolean
ondes_series_figure_write (const OndesImageTarget  *to,
                           const OndesFigureSize   *size,
                           const OndesSeriesFigure *figure,
                           GError                 **error)
{
  g_autofree char *caption = ondes_series_caption (figure->series, figure->display, figure->first, figure->count);

  return ondes_image_write (to, &(OndesImage) { .size = size, .title = figure->series->name, .caption = caption,
                                                .draw = draw_figure, .data = figure }, error);
}
