/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure-private.h"
#include "layers.h"

#include <math.h>

#define RIGHT       104.0 /* units, at full font size: space for the colour bar */
#define BAR_GAP     14.0
#define BAR         16.0
#define STRIP       0.16 /* fraction of the height for the waveform */

guint
ondes_figure_columns (const OndesFigureSize *size)
{
  return ondes_layout_columns (size, RIGHT);
}

/* A figure being drawn. */
typedef struct
{
  OndesLayout            layout;
  const OndesScalogram  *scalogram;
  const OndesDisplay    *display;
  const OndesExtent     *extents;
  const OndesDifference *difference; /* drawn in place of the scalogram's values; NULL for none */
} Figure;

static OndesAxis
strip_axis (const Figure *figure,
            double        height)
{
  const OndesLayout *layout = &figure->layout;
  guint              columns = ondes_figure_columns (layout->size);
  double             lo = G_MAXDOUBLE, hi = -G_MAXDOUBLE, pad;

  for (guint i = 0; i < columns; i++)
    if (figure->extents[i].min <= figure->extents[i].max)
      {
        lo = MIN (lo, figure->extents[i].min);
        hi = MAX (hi, figure->extents[i].max);
      }
  if (lo > hi)
    lo = hi = 0;
  pad = hi > lo ? 0.06 * (hi - lo) : hi != 0 ? fabs (hi) : 1;
  return (OndesAxis) { ONDES_AXIS_LINEAR, lo - pad, hi + pad, height };
}

/* Returns "amplitude (mV)" with the recording's unit. */
static char *
strip_title (const Figure *figure)
{
  const char *unit = figure->scalogram->unit;

  return unit && *unit ? g_strdup_printf ("amplitude (%s)", unit) : g_strdup ("amplitude");
}

/* Draws the samples one by one, if there is at most one per column: each has columns of its own, and a line joins it to the
 * next. */
static void
draw_samples (const Figure    *figure,
              const OndesPlot *plot)
{
  const OndesLayout  *layout = &figure->layout;
  guint               columns = ondes_figure_columns (layout->size);
  guint64             n = figure->scalogram->view.count;
  g_autofree double  *positions = g_new (double, n), *values = g_new (double, n);

  for (guint64 i = 0; i < n; i++)
    {
      const OndesExtent *extent = &figure->extents[(i * columns + n - 1) / n];

      positions[i] = (i + 0.5) / n * layout->width;
      values[i] = extent->min <= extent->max ? (extent->min + extent->max) / 2 : NAN;
    }
  (ondes_is_index_unit (figure->scalogram->time_unit) ? ondes_draw_bars : ondes_draw_samples)
    (plot, positions, values, n);
}

static void
draw_strip (const Figure    *figure,
            const OndesAxis *axis,
            double           y,
            double           room)
{
  const OndesLayout      *layout = &figure->layout;
  guint                   columns = ondes_figure_columns (layout->size);
  const OndesPlot         plot
    = { .area = { layout->x, y, layout->width, axis->pixels }, .lo = axis->lo, .hi = axis->hi, .cr = layout->cr,
        .theme = &layout->theme };
  g_autofree OndesExtent *gaps = NULL;
  g_autofree char        *title = strip_title (figure);

  if (figure->scalogram->view.count <= columns)
    {
      /* Draw only the gaps, under the line. */
      gaps = g_memdup2 (figure->extents, columns * sizeof *gaps);
      for (guint i = 0; i < columns; i++)
        gaps[i].min = 1, gaps[i].max = 0;
    }
  ondes_draw_waveform (&plot, gaps ? gaps : figure->extents, columns);
  if (gaps)
    draw_samples (figure, &plot);
  ondes_layout_frame (layout, y, axis->pixels);
  ondes_draw_ruler (layout->cr, &(OndesRuler) { .theme = &layout->theme, .axis = axis, .side = ONDES_SIDE_LEFT, .title = title,
                                                .x = layout->x, .y = y + axis->pixels, .room = room });
}

static void
draw_raster (const Figure    *figure,
             const OndesAxis *axis,
             double           y,
             double           height)
{
  const OndesLayout *layout = &figure->layout;
  const OndesView   *view = &figure->scalogram->view;
  double             scale = layout->size->scale_factor;
  const OndesRasterView pixels = { view->first, view->count, ondes_figure_columns (layout->size), lround (height * scale) };
  cairo_surface_t   *raster = figure->difference != NULL
                                ? ondes_difference_raster_new (figure->difference, figure->display, axis, &pixels)
                                : ondes_raster_new (figure->scalogram, figure->display, axis, &pixels);

  cairo_save (layout->cr);
  /* Places without a row are grey, unlike either end of any palette. */
  ondes_draw_colour (layout->cr, &layout->theme.grid, 1);
  cairo_rectangle (layout->cr, layout->x, y, layout->width, height);
  cairo_fill_preserve (layout->cr);
  cairo_clip (layout->cr);
  cairo_translate (layout->cr, layout->x, y);
  cairo_scale (layout->cr, 1 / scale, 1 / scale);
  cairo_set_source_surface (layout->cr, raster, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (layout->cr), CAIRO_FILTER_NEAREST);
  cairo_paint (layout->cr);
  cairo_restore (layout->cr);
  cairo_surface_destroy (raster);
}

static char *
period_title (const char *time_unit)
{
  static const char *const names[][2] = { { "d", "days" }, { "a", "years" } };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (time_unit, names[i][0]))
      time_unit = names[i][1];
  return g_strdup_printf ("period (%s)", time_unit);
}

static char *
plot_title (const Figure *figure)
{
  g_autofree char *unit = ondes_frequency_unit (figure->scalogram->time_unit);

  OndesShow show = ondes_display_show (figure->display, figure->scalogram);

  if (show == ONDES_SHOW_SCALE)
    return g_strdup ("scale (samples)");
  if (show == ONDES_SHOW_PERIOD)
    return period_title (figure->scalogram->time_unit);
  return g_strdup_printf ("frequency (%s)", unit);
}

static void
draw_plot (const Figure    *figure,
           const OndesAxis *axis,
           double           y,
           double           room,  /* space for the frequency ruler */
           double           below) /* space for the time ruler */
{
  const OndesLayout    *layout = &figure->layout;
  const OndesScalogram *s = figure->scalogram;
  const OndesTheme     *theme = &layout->theme;
  const OndesView      *view = &s->view;
  double                height = axis->pixels;
  const OndesScalogramPlot plot
    = { theme, s, figure->display, axis,
        { .area = { layout->x, y, layout->width, height }, .first = view->first, .count = view->count } };
  const cairo_rectangle_t bar = { layout->x + layout->width + BAR_GAP * layout->factor, y, BAR * layout->factor, height };
  const OndesTimeBase   base = { s->time_unit, s->rate_hz, s->n, s->start, s->date_s };
  OndesAxis             time = ondes_time_axis (&base, view->first, view->count, layout->width);
  g_autofree char      *title = plot_title (figure);
  g_autofree char      *time_title = ondes_time_title (s->time_unit, &time);
  g_autofree char      *bar_title = ondes_colour_bar_title (s, figure->display);
  const OndesRuler      ruler = { .theme = theme, .axis = axis, .side = ONDES_SIDE_LEFT, .title = title, .x = layout->x,
                                  .y = y + height, .room = room };

  draw_raster (figure, axis, y, height);
  ondes_draw_layers (layout->cr, &plot);
  ondes_layout_frame (layout, y, height);
  ondes_draw_ruler (layout->cr, &ruler);
  if (ondes_scalogram_get_old_half_rate (s) > 0)
    ondes_draw_ruler_mark (layout->cr, &ruler,
                           ondes_display_from_frequency (figure->display, s, ondes_scalogram_get_old_half_rate (s)));
  ondes_draw_ruler (layout->cr, &(OndesRuler) { .theme = theme, .axis = &time, .side = ONDES_SIDE_BOTTOM, .title = time_title,
                                                .x = layout->x, .y = y + height, .room = below });
  if (figure->difference != NULL)
    ondes_draw_difference_bar (layout->cr, theme, figure->difference, &bar, "with / without compensation, dB");
  else
    ondes_draw_colour_bar (layout->cr, theme, s, figure->display, &bar, bar_title);
}

/* Data for drawing surfaces and files of a figure. */
typedef struct
{
  const OndesScalogram  *scalogram;
  const OndesDisplay    *display;
  const OndesExtent     *extents;
  const OndesDifference *difference;
  const char            *caption;
} Parts;

static void
draw_parts (cairo_t               *cr,
            const OndesFigureSize *size,
            gconstpointer          data)
{
  const Parts *parts = data;
  Figure       figure = { .scalogram = parts->scalogram, .display = parts->display, .extents = parts->extents,
                          .difference = parts->difference };
  OndesLayout *layout = &figure.layout;
  double           strip, plot, room;
  OndesAxis        axis;

  ondes_layout_begin (layout, cr, size, RIGHT, parts->scalogram->name, parts->caption);

  /* Both rulers on the left get the width of the wider one, so their titles align. */
  strip = CLAMP (STRIP * size->height, 36, 160);
  if (parts->extents == NULL || layout->bottom - layout->top < 3 * strip)
    strip = 0;
  strip = ondes_layout_whole (layout, strip);
  plot = ondes_layout_whole (layout, layout->top + (strip > 0 ? strip + ONDES_LAYOUT_GAP * layout->factor : 0));
  axis = ondes_display_axis (parts->display, parts->scalogram, ondes_layout_height (layout, plot));
  room = ondes_ruler_thickness (cr, &layout->theme, &axis, ONDES_SIDE_LEFT, TRUE);
  if (strip > 0)
    {
      OndesAxis values = strip_axis (&figure, strip);

      room = MAX (room, ondes_ruler_thickness (cr, &layout->theme, &values, ONDES_SIDE_LEFT, TRUE));
      room = MIN (room, layout->x - 2);
      draw_strip (&figure, &values, layout->top, room);
    }
  draw_plot (&figure, &axis, plot, MIN (room, layout->x - 2), layout->below);
  ondes_layout_end (layout);
}

void
ondes_figure_draw (cairo_t               *cr,
                   const OndesFigureSize *size,
                   const OndesScalogram  *scalogram,
                   const OndesDisplay    *display,
                   const OndesExtent     *extents)
{
  g_autofree char *caption = ondes_figure_caption (scalogram, display);

  draw_parts (cr, size, &(Parts) { scalogram, display, extents, NULL, caption });
}

static gboolean
write_parts (const OndesImageTarget *to,
             const OndesFigureSize  *size,
             const Parts            *parts,
             GError                **error)
{
  return ondes_image_write (to, &(OndesImage) { .size = size, .title = parts->scalogram->name, .caption = parts->caption,
                                                .draw = draw_parts, .data = parts }, error);
}

gboolean
ondes_figure_write (const OndesImageTarget *to,
                    const OndesFigureSize  *size,
                    const OndesScalogram   *scalogram,
                    const OndesDisplay     *display,
                    const OndesExtent      *extents,
                    GError                **error)
{
  g_autofree char *caption = ondes_figure_caption (scalogram, display);

  return write_parts (to, size, &(Parts) { scalogram, display, extents, NULL, caption }, error);
}

gboolean
ondes_difference_figure_write (const OndesImageTarget *to,
                               const OndesFigureSize  *size,
                               const OndesDifference  *difference,
                               const OndesDisplay     *display,
                               const OndesExtent      *extents,
                               GError                **error)
{
  g_autofree char *caption = ondes_difference_caption (difference, display);

  return write_parts (to, size, &(Parts) { difference->first, display, extents, difference, caption }, error);
}
