/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure-private.h"
#include "layers.h"

#include <math.h>

#include "marks.h"

#define RIGHT       104.0 /* units, at full font size: space for the colour bar */
#define SECOND      56.0  /* units: space for a second axis */
#define BAR_GAP     14.0
#define BAR         16.0
#define STRIP       0.16 /* fraction of the height for the waveform */

/* Returns the space for a second axis between plot and colour bar. */
static double
second_room (const OndesFigureSize *size)
{
  return size->second_axis && size->width >= ONDES_FIGURE_SECOND_WIDTH ? SECOND : 0;
}

guint
ondes_figure_columns (const OndesFigureSize *size)
{
  return ondes_layout_columns (size, RIGHT + second_room (size));
}

/* A figure being drawn. */
typedef struct
{
  OndesLayout            layout;
  const OndesScalogram  *scalogram;
  const OndesDisplay    *display;
  const OndesExtent     *extents;
  const OndesDifference *difference; /* drawn in place of the scalogram's values; NULL for none */
  const OndesCompared       *pair;       /* NULL if there is no second */
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

/* Outlines the span selected and draws the cursors' times over the waveform, as on the screen. */
static void
draw_strip_marks (const Figure            *figure,
                  const cairo_rectangle_t *area)
{
  const OndesView *view = &figure->scalogram->view;
  const OndesSelection *selection = &figure->display->selection;
  const double unit = area->width / (double) view->count;
  const cairo_rectangle_t box = { area->x + (selection->first - (double) view->first) * unit, area->y,
                                  (selection->end - selection->first) * unit, area->height };
  OndesFill fills[ONDES_BOX_FILLS];

  ondes_draw_within (figure->layout.cr, area);
  if (ondes_selection_is_set (selection))
    ondes_draw_fills (figure->layout.cr, fills, ondes_box_fills (area, &box, fills));
  for (guint i = 0; i < ONDES_CURSORS; i++)
    ondes_draw_fills (figure->layout.cr, fills,
                      ondes_line_fills (area, TRUE, area->x + (figure->display->cursors.at[i].sample - (double) view->first) * unit,
                                        fills));
  cairo_restore (figure->layout.cr);
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
  draw_strip_marks (figure, &plot.area);
  ondes_layout_frame (layout, y, axis->pixels);
  ondes_draw_ruler (layout->cr, &(OndesRuler) { .theme = &layout->theme, .axis = axis, .side = ONDES_SIDE_LEFT, .title = title,
                                                .x = layout->x, .y = y + axis->pixels, .room = room });
}

/* Places without a row are grey, unlike either end of any palette. */
static void
fill_grey (const Figure            *figure,
           const cairo_rectangle_t *part)
{
  cairo_t *cr = figure->layout.cr;

  cairo_rectangle (cr, part->x, part->y, part->width, part->height);
  ondes_draw_colour (cr, &figure->layout.theme.grid, 1);
  cairo_fill (cr);
}

/* Paints @raster, which it frees, in the pixels of the plot at @y, within @part. */
static void
paint_raster (const Figure            *figure,
              cairo_surface_t         *raster,
              double                   y,
              const cairo_rectangle_t *part)
{
  const OndesLayout *layout = &figure->layout;
  double             scale = layout->size->scale_factor;

  cairo_save (layout->cr);
  cairo_rectangle (layout->cr, part->x, part->y, part->width, part->height);
  cairo_clip (layout->cr);
  cairo_translate (layout->cr, layout->x, y);
  cairo_scale (layout->cr, 1 / scale, 1 / scale);
  cairo_set_source_surface (layout->cr, raster, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (layout->cr), CAIRO_FILTER_NEAREST);
  cairo_paint (layout->cr);
  cairo_restore (layout->cr);
  cairo_surface_destroy (raster);
}

static OndesRasterView
pixels_of (const Figure *figure,
           double        height)
{
  const OndesView *view = &figure->scalogram->view;

  return (OndesRasterView) { view->first, view->count, ondes_figure_columns (figure->layout.size),
                             lround (height * figure->layout.size->scale_factor) };
}

/* Draws the second of a pair within @part of the plot at @y; beside what it covers the plot is grey. */
static void
draw_second (const Figure            *figure,
             const OndesAxis         *axis,
             double                   y,
             const cairo_rectangle_t *part)
{
  const OndesCompared      *pair = figure->pair;
  const OndesLayout    *layout = &figure->layout;
  const OndesRasterView pixels = pixels_of (figure, part->height);
  const cairo_rectangle_t area = { layout->x, y, layout->width, part->height };
  const cairo_rectangle_t cover = ondes_compared_part (&area, pixels.first, pixels.count, pair->cover);
  const double            from = MAX (cover.x, part->x), to = MIN (cover.x + cover.width, part->x + part->width);
  const OndesDisplay      display = ondes_compared_display (pair, figure->display);
  const OndesRasterView   of_second = ondes_difference_view (pair->first, pair->second, &pixels);

  ondes_draw_colour (layout->cr, &layout->theme.background, 1);
  cairo_rectangle (layout->cr, part->x, part->y, part->width, part->height);
  cairo_fill (layout->cr);
  fill_grey (figure, part);
  if (to > from)
    paint_raster (figure, ondes_raster_new (pair->second, &display, axis, &of_second), y,
                  &(cairo_rectangle_t) { from, y, to - from, part->height });
}

/* Draws the difference of a pair where the second covers the plot. */
static void
draw_pair_difference (const Figure            *figure,
                      const OndesAxis         *axis,
                      const cairo_rectangle_t *area)
{
  const OndesCompared      *pair = figure->pair;
  const OndesDifference difference = { pair->first, pair->second, pair->range_db, FALSE };
  const OndesRasterView pixels = pixels_of (figure, area->height);
  const cairo_rectangle_t cover = ondes_compared_part (area, pixels.first, pixels.count, pair->cover);

  fill_grey (figure, area);
  if (cover.width > 0)
    paint_raster (figure, ondes_difference_raster_new (&difference, figure->display, axis, &pixels), area->y, &cover);
}

static void
draw_raster (const Figure    *figure,
             const OndesAxis *axis,
             double           y,
             double           height)
{
  const OndesLayout      *layout = &figure->layout;
  const OndesCompared        *pair = figure->pair;
  const OndesRasterView   pixels = pixels_of (figure, height);
  const cairo_rectangle_t area = { layout->x, y, layout->width, height };
  double                  line;

  if (pair != NULL && pair->kind == ONDES_COMPARED_DIFFERENCE)
    {
      draw_pair_difference (figure, axis, &area);
      return;
    }
  fill_grey (figure, &area);
  paint_raster (figure,
                figure->difference != NULL ? ondes_difference_raster_new (figure->difference, figure->display, axis, &pixels)
                                           : ondes_raster_new (figure->scalogram, figure->display, axis, &pixels),
                y, &area);
  if (pair == NULL || pair->kind != ONDES_COMPARED_WIPE)
    return;
  line = ondes_layout_whole (layout, layout->x + pair->line * layout->width);
  draw_second (figure, axis, y, &(cairo_rectangle_t) { line, y, layout->x + layout->width - line, height });
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

/* Returns "note (A4 = 440 Hz)". */
static char *
note_title (const OndesDisplay *display)
{
  char number[ONDES_NUMBER_SIZE];

  return g_strdup_printf ("note (A4 = %s Hz)", ondes_number_print (number, display->a4_hz));
}

char *
ondes_figure_frequency_title (const OndesScalogram *scalogram,
                              const OndesDisplay   *display)
{
  g_autofree char *unit = ondes_frequency_unit (scalogram->time_unit), *sequency = ondes_sequency_unit (scalogram->time_unit);
  OndesShow show = ondes_display_show (display, scalogram);

  if (ondes_scalogram_get_place (scalogram) == ONDES_PLACE_SEQUENCY)
    return g_strdup_printf ("sequency (%s)", sequency);
  if (ondes_scalogram_get_place (scalogram) == ONDES_PLACE_ROW)
    return g_strdup_printf ("row, %s order", ondes_picture_traits (scalogram->spec).order);
  if (show == ONDES_SHOW_SCALE)
    return g_strdup ("scale (samples)");
  if (show == ONDES_SHOW_PERIOD)
    return period_title (scalogram->time_unit);
  if (display->notes)
    return note_title (display);
  return g_strdup_printf ("frequency (%s)", unit);
}

/* Writes @name on the plot's lower corner, left of @x or right of it. */
static void
draw_name (const Figure *figure,
           const char   *name,
           double        x,
           gboolean      right,
           double        bottom)
{
  const OndesLayout *layout = &figure->layout;
  const double       pad = 4 * layout->factor;
  PangoLayout       *text = ondes_draw_layout (layout->cr, &layout->theme, 1);
  int                width, height;

  pango_layout_set_text (text, name, -1);
  pango_layout_set_single_paragraph_mode (text, TRUE);
  pango_layout_set_width (text, (int) (0.45 * layout->width) * PANGO_SCALE);
  pango_layout_set_ellipsize (text, PANGO_ELLIPSIZE_MIDDLE);
  pango_layout_get_pixel_size (text, &width, &height);
  x += right ? pad : -width - 3 * pad;
  cairo_set_source_rgba (layout->cr, 0, 0, 0, 0.6);
  cairo_rectangle (layout->cr, x, bottom - height - 2 * pad, width + 2 * pad, height + pad);
  cairo_fill (layout->cr);
  cairo_set_source_rgb (layout->cr, 1, 1, 1);
  cairo_move_to (layout->cr, x + pad, bottom - height - 1.5 * pad);
  ondes_draw_text (layout->cr, text);
  g_object_unref (text);
}

/* Marks what of a pair is where. */
static void
draw_names (const Figure *figure,
            double        y,
            double        height,
            gboolean      second)
{
  const OndesCompared   *pair = figure->pair;
  const OndesLayout *layout = &figure->layout;
  const double       line = ondes_layout_whole (layout, layout->x + pair->line * layout->width);

  if (pair->kind == ONDES_COMPARED_DIFFERENCE)
    return;
  if (pair->kind == ONDES_COMPARED_STACKED || pair->line <= 0)
    {
      draw_name (figure, pair->names[second || pair->kind == ONDES_COMPARED_WIPE], layout->x, TRUE, y + height);
      return;
    }
  ondes_draw_colour (layout->cr, &layout->theme.foreground, 1);
  cairo_rectangle (layout->cr, line - 0.5, y, 1, height);
  cairo_fill (layout->cr);
  cairo_save (layout->cr);
  cairo_rectangle (layout->cr, layout->x, y, layout->width, height);
  cairo_clip (layout->cr);
  draw_name (figure, pair->names[0], line, FALSE, y + height);
  draw_name (figure, pair->names[1], line, TRUE, y + height);
  cairo_restore (layout->cr);
}

/* Draws the plot of the figure's scalogram, or if @second that of the pair's second, with its ruler of frequencies. */
static void
draw_second_axis (const Figure    *figure,
                  const OndesAxis *axis,
                  double           y)
{
  const OndesLayout *layout = &figure->layout;
  const double room = second_room (layout->size) * layout->factor;
  g_autofree char *unit = ondes_frequency_unit (figure->scalogram->time_unit), *title = NULL;
  OndesSecondAxis second;

  if (room == 0 || !ondes_display_second_axis (figure->display, figure->scalogram, axis, &second))
    return;
  title = second.period_unit != NULL ? period_title (second.period_unit) : g_strdup_printf ("frequency (%s)", unit);
  ondes_draw_ruler (layout->cr, &(OndesRuler) { .theme = &layout->theme, .axis = &second.axis, .side = ONDES_SIDE_RIGHT,
                                                .title = title, .x = layout->x + layout->width, .y = y + axis->pixels,
                                                .room = room });
}

static void
draw_plot (const Figure    *figure,
           const OndesAxis *axis,
           double           y,
           double           room,  /* space for the frequency ruler */
           gboolean         second)
{
  const OndesLayout    *layout = &figure->layout;
  const OndesScalogram *s = figure->scalogram;
  const OndesTheme     *theme = &layout->theme;
  const OndesView      *view = &s->view;
  double                height = axis->pixels;
  const OndesScalogramPlot plot
    = { theme, s, figure->display, axis,
        { .area = { layout->x, y, layout->width, height }, .first = view->first, .count = view->count } };
  g_autofree char      *title = ondes_figure_frequency_title (s, figure->display);
  const OndesRuler      ruler = { .theme = theme, .axis = axis, .side = ONDES_SIDE_LEFT, .title = title, .x = layout->x,
                                  .y = y + height, .room = room };

  if (second)
    draw_second (figure, axis, y, &plot.plot.area);
  else
    draw_raster (figure, axis, y, height);
  ondes_draw_layers (layout->cr, &plot);
  if (figure->pair != NULL)
    draw_names (figure, y, height, second);
  ondes_layout_frame (layout, y, height);
  ondes_draw_ruler (layout->cr, &ruler);
  if (ondes_scalogram_get_old_half_rate (s) > 0)
    ondes_draw_ruler_mark (layout->cr, &ruler,
                           ondes_display_from_frequency (figure->display, s, ondes_scalogram_get_old_half_rate (s)));
  draw_second_axis (figure, axis, y);
}

/* Draws the colour bar of a pair, whose second may have a value of its own at 0 dB. */
static void
draw_pair_bar (const Figure            *figure,
               const cairo_rectangle_t *bar)
{
  const OndesLayout   *layout = &figure->layout;
  const OndesCompared *pair = figure->pair;
  const OndesDisplay   display = ondes_compared_display (pair, figure->display);
  const gboolean       own = pair->own_range && !display.equalise;
  const gboolean       alone = own && pair->kind == ONDES_COMPARED_WIPE && pair->line <= 0;
  g_autofree char     *first = ondes_colour_bar_title (pair->first, figure->display);
  g_autofree char     *second = ondes_colour_bar_title (pair->second, &display);
  g_autofree char     *both = g_strdup_printf ("%s; second: %s", first, second);

  if (alone)
    ondes_draw_colour_bar (layout->cr, &layout->theme, pair->second, &display, bar, second);
  else
    ondes_draw_colour_bar (layout->cr, &layout->theme, pair->first, figure->display, bar, own && display.decibel ? both : first);
}

/* Draws the ruler of time below the plots, which begin at @y, and the colour bar beside them. */
static void
draw_rulers (const Figure *figure,
             double        y,
             double        height)
{
  const OndesLayout    *layout = &figure->layout;
  const OndesScalogram *s = figure->scalogram;
  const OndesCompared  *pair = figure->pair;
  const cairo_rectangle_t bar = { layout->x + layout->width + (second_room (layout->size) + BAR_GAP) * layout->factor, y,
                                  BAR * layout->factor, height };
  const OndesTimeBase   base = { s->time_unit, s->rate_hz, s->n, s->start, s->date_s, s->zone, s->date_noted,
                                 figure->display->time_ruler };
  OndesAxis             time = ondes_time_axis (&base, s->view.first, s->view.count, layout->width);
  g_autofree char      *time_title = ondes_time_title (s->time_unit, &time);
  g_autofree char      *bar_title = ondes_colour_bar_title (s, figure->display);

  ondes_draw_ruler (layout->cr, &(OndesRuler) { .theme = &layout->theme, .axis = &time, .side = ONDES_SIDE_BOTTOM,
                                                .title = time_title, .x = layout->x, .y = y + height, .room = layout->below });
  if (pair != NULL && pair->kind == ONDES_COMPARED_DIFFERENCE)
    ondes_draw_difference_bar (layout->cr, &layout->theme, &(OndesDifference) { pair->first, pair->second, pair->range_db, FALSE },
                               &bar, "first / second, dB");
  else if (figure->difference != NULL)
    ondes_draw_difference_bar (layout->cr, &layout->theme, figure->difference, &bar, "with / without compensation, dB");
  else if (pair != NULL)
    draw_pair_bar (figure, &bar);
  else
    ondes_draw_colour_bar (layout->cr, &layout->theme, s, figure->display, &bar, bar_title);
}

/* Data for drawing surfaces and files of a figure. */
typedef struct
{
  const OndesScalogram  *scalogram;
  const OndesDisplay    *display;
  const OndesExtent     *extents;
  const OndesDifference *difference;
  const char            *caption;
  const OndesCompared       *pair;
} Parts;

/* Draws one plot from @y to the bottom, or of a stacked pair two, with their rulers. */
static void
draw_plots (const Figure *figure,
            double        y,
            double        room)
{
  const OndesLayout *layout = &figure->layout;
  const gboolean     stacked = figure->pair != NULL && figure->pair->kind == ONDES_COMPARED_STACKED;
  const double       height = ondes_layout_height (layout, y), gap = ondes_layout_whole (layout, ONDES_LAYOUT_GAP * layout->factor);
  const double       one = stacked ? ondes_layout_whole (layout, (height - gap) / 2 - 1 / layout->size->scale_factor) : height;
  const OndesAxis    axis = ondes_display_axis (figure->display, figure->scalogram, MAX (one, 1));

  draw_plot (figure, &axis, y, room, FALSE);
  if (stacked)
    draw_plot (figure, &axis, y + axis.pixels + gap, room, TRUE);
  draw_rulers (figure, y, stacked ? 2 * axis.pixels + gap : axis.pixels);
}

static void
draw_parts (cairo_t               *cr,
            const OndesFigureSize *size,
            gconstpointer          data)
{
  const Parts *parts = data;
  Figure       figure = { .scalogram = parts->scalogram, .display = parts->display, .extents = parts->extents,
                          .difference = parts->difference, .pair = parts->pair };
  OndesLayout *layout = &figure.layout;
  double           strip, plot, room;
  OndesAxis        axis;

  ondes_layout_begin (layout, cr, size, RIGHT + second_room (size), parts->scalogram->name, parts->caption);

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
  draw_plots (&figure, plot, MIN (room, layout->x - 2));
  ondes_layout_end (layout);
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

  return write_parts (to, size, &(Parts) { scalogram, display, extents, NULL, caption, NULL }, error);
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

  return write_parts (to, size, &(Parts) { difference->first, display, extents, difference, caption, NULL }, error);
}

gboolean
ondes_compared_figure_write (const OndesImageTarget *to,
                         const OndesFigureSize  *size,
                         const OndesCompared        *pair,
                         const OndesDisplay     *display,
                         const OndesExtent      *extents,
                         GError                **error)
{
  g_autofree char *caption = ondes_compared_caption (pair, display);

  return write_parts (to, size, &(Parts) { pair->first, display, extents, NULL, caption, pair }, error);
}
