/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure-private.h"

#define RIGHT 30.0 /* units, at full font size: space for half of the index ruler's last label */

void
ondes_series_figure_draw (cairo_t               *cr,
                          const OndesFigureSize *size,
                          const OndesSeries     *series,
                          const OndesSeriesDisplay *display,
                          guint64                first,
                          guint64                count)
{
  g_autofree char *caption = ondes_series_caption (series, display, first, count);
  g_autofree char *index_title = ondes_series_index_title (series);
  g_autofree char *value_title = ondes_series_value_title (series, display != NULL ? display->scale : ONDES_SCALE_LINEAR);
  g_autofree char *apart = ondes_type_is_integer (series->type)
                             ? ondes_series_print (series, 0)
                             : ondes_format_value (ondes_series_get (series, 0), series->unit, 6);
  g_autofree char *words = g_strconcat ("index 0: ", apart, NULL);
  OndesLayout layout;
  OndesPlot plot;
  OndesAxis values, indices;
  double height, room;

  ondes_layout_begin (&layout, cr, size, RIGHT, series->name, caption);
  height = ondes_layout_height (&layout, layout.top);
  values = ondes_series_value_axis (series, display, first, count, height);
  indices = ondes_series_axis (first, count, layout.width);
  room = MIN (ondes_ruler_thickness (cr, &layout.theme, &values, ONDES_SIDE_LEFT, TRUE), layout.x - 2);

  plot = (OndesPlot) { { layout.x, layout.top, layout.width, height }, first, count, values.lo, values.hi };
  ondes_draw_series (cr, &layout.theme, series, display, ondes_layout_columns (size, RIGHT), &plot);
  ondes_draw_apart (cr, &layout.theme, series, display, words, &plot);
  ondes_layout_frame (&layout, layout.top, height);
  ondes_draw_ruler_within (cr, &layout.theme, &values, ONDES_SIDE_LEFT, layout.x, layout.top + height, value_title, room);
  ondes_draw_ruler_within (cr, &layout.theme, &indices, ONDES_SIDE_BOTTOM, layout.x, layout.top + height, index_title,
                           layout.below);
  ondes_layout_end (&layout);
}

/* Data for drawing surfaces and files. */
typedef struct
{
  const OndesSeries        *series;
  const OndesSeriesDisplay *display;
  guint64                   first, count;
} Parts;

static void
draw_parts (cairo_t               *cr,
            const OndesFigureSize *size,
            gconstpointer          data)
{
  const Parts *parts = data;

  ondes_series_figure_draw (cr, size, parts->series, parts->display, parts->first, parts->count);
}

gboolean
ondes_series_figure_write (const char            *path,
                           OndesImageFormat       format,
                           const OndesFigureSize *size,
                           const OndesSeries     *series,
                           const OndesSeriesDisplay *display,
                           guint64                first,
                           guint64                count,
                           GError               **error)
{
  g_autofree char *caption = ondes_series_caption (series, display, first, count);

  return ondes_image_write (path, format, size, series->name, caption, draw_parts,
                            &(Parts) { series, display, first, count }, error);
}

cairo_surface_t *
ondes_series_figure_surface (const OndesFigureSize *size,
                             const OndesSeries     *series,
                             const OndesSeriesDisplay *display,
                             guint64                first,
                             guint64                count,
                             GError               **error)
{
  return ondes_image_surface (size, draw_parts, &(Parts) { series, display, first, count }, error);
}
