/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout counts in pixels of the PNG where the raster lies: its columns must not depend on how wide a font's numbers are. */
#include "figure.h"

#include <math.h>

#include "draw-private.h"

#define LEFT        86.0 /* units, of a figure large enough for fonts of full size: the room of rulers and colour bar */
#define RIGHT       104.0
#define BAR_GAP     14.0
#define BAR         16.0
#define EDGE        14.0 /* free on every side */
#define GAP         10.0
#define STRIP       0.16 /* of the height, for the waveform */
#define LEAST_PLOT  24.0
#define LEAST_TEXT  0.55 /* of the full size of fonts */

const OndesFigureSize ondes_figure_size_default = { 1200, 800, 1, 96 };

gboolean
ondes_figure_size_check (const OndesFigureSize *size,
                         GError               **error)
{
  double width = size->width * size->scale_factor, height = size->height * size->scale_factor;

  if (!(size->scale_factor >= 0.1 && size->scale_factor <= 20))
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST, "--scale-factor: %g is out of range; choose 0.1 to 20",
                 size->scale_factor);
  else if (!(size->dpi >= 1 && size->dpi <= 100000))
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST, "--dpi: %g is out of range; choose 1 to 100000", size->dpi);
  else if (size->width < 200 || size->height < 150)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST, "--size: %dx%d has no room for a figure; choose at least 200x150",
                 size->width, size->height);
  else if (width > 32767 || height > 32767 || width * height > 1 << 28)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST,
                 "--size: %dx%d at scale factor %g is larger than an image can be; choose at most 32767 pixels a side and "
                 "268 million in all",
                 size->width, size->height, size->scale_factor);
  else
    return TRUE;
  return FALSE;
}

/* Fonts and margins of small figures. */
static double
text_factor (const OndesFigureSize *size)
{
  return CLAMP (MIN (size->width / 640.0, size->height / 420.0), LEAST_TEXT, 1);
}

/* Where the plot begins and ends across, in pixels of the PNG. */
static void
find_plot (const OndesFigureSize *size,
           int                   *from,
           int                   *to)
{
  double factor = text_factor (size);

  *from = ceil (LEFT * factor * size->scale_factor);
  *to = MAX (floor ((size->width - RIGHT * factor) * size->scale_factor), *from + 1);
}

guint
ondes_figure_columns (const OndesFigureSize *size)
{
  int from, to;

  if (!ondes_figure_size_check (size, NULL))
    return 1;
  find_plot (size, &from, &to);
  return to - from;
}

/* One drawing under way. */
typedef struct
{
  cairo_t               *cr;
  const OndesFigureSize *size;
  const OndesScalogram  *scalogram;
  const OndesDisplay    *display;
  const OndesExtent     *extents;
  OndesTheme             theme;
  double                 factor;
  double                 x, width; /* of the plot */
} Figure;

/* @y moved down to where a pixel begins. */
static double
whole (const Figure *figure,
       double        y)
{
  return ceil (y * figure->size->scale_factor - 1e-6) / figure->size->scale_factor;
}

static void
draw_frame (const Figure *figure,
            double        y,
            double        height)
{
  cairo_set_line_width (figure->cr, 1);
  ondes_draw_colour (figure->cr, &figure->theme.foreground, 1);
  cairo_rectangle (figure->cr, figure->x - 0.5, y - 0.5, figure->width + 1, height + 1);
  cairo_stroke (figure->cr);
}

/* Returns where it ends. */
static double
draw_name (const Figure *figure)
{
  const char  *name = figure->scalogram->name;
  PangoLayout *layout;
  int          height;

  if (!name || !*name)
    return EDGE * figure->factor;
  layout = ondes_draw_layout (figure->cr, &figure->theme, 1.25);
  pango_layout_set_text (layout, name, -1);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_width (layout, figure->width * PANGO_SCALE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_MIDDLE);
  pango_layout_set_height (layout, 0);
  pango_layout_get_size (layout, NULL, &height);
  ondes_draw_colour (figure->cr, &figure->theme.foreground, 1);
  cairo_move_to (figure->cr, figure->x, 0.7 * EDGE * figure->factor);
  ondes_draw_text (figure->cr, layout);
  g_object_unref (layout);
  return EDGE * figure->factor + (double) height / PANGO_SCALE;
}

/* The caption's layout, no higher than @room: smaller where it would be. */
static PangoLayout *
lay_caption (const Figure *figure,
             double        room,
             double       *height)
{
  g_autofree char *caption = ondes_figure_caption (figure->scalogram, figure->display);
  g_auto (GStrv)   parts = g_strsplit (caption, "-", -1);
  g_autofree char *unbroken = g_strjoinv ("-\u2060", parts); /* an option is not broken behind its hyphen */
  PangoLayout     *layout = NULL;
  int              h;

  for (double size = 0.9;; size -= 0.05)
    {
      layout = ondes_draw_layout (figure->cr, &figure->theme, size);
      ondes_draw_label (layout, unbroken);
      pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
      pango_layout_set_width (layout, (figure->size->width - 2 * EDGE * figure->factor) * PANGO_SCALE);
      pango_layout_set_line_spacing (layout, 1.1);
      pango_layout_get_size (layout, NULL, &h);
      *height = (double) h / PANGO_SCALE;
      if (*height <= room || size < 0.4)
        return layout;
      g_object_unref (layout);
    }
}

static OndesAxis
strip_axis (const Figure *figure,
            double        height)
{
  guint  columns = ondes_figure_columns (figure->size);
  double lo = G_MAXDOUBLE, hi = -G_MAXDOUBLE, pad;

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

static const char *
strip_title (const Figure *figure)
{
  return figure->scalogram->unit && *figure->scalogram->unit ? figure->scalogram->unit : NULL;
}

/* With no more samples than columns each has columns of its own, from which it is taken and joined to the next. */
static void
draw_samples (const Figure    *figure,
              const OndesAxis *axis,
              double           y)
{
  guint               columns = ondes_figure_columns (figure->size);
  guint64             n = figure->scalogram->view.count;
  g_autofree double  *positions = g_new (double, n), *values = g_new (double, n);

  for (guint64 i = 0; i < n; i++)
    {
      const OndesExtent *extent = &figure->extents[(i * columns + n - 1) / n];

      positions[i] = (i + 0.5) / n * figure->width;
      values[i] = extent->min <= extent->max ? (extent->min + extent->max) / 2 : NAN;
    }
  ondes_draw_samples (figure->cr, &figure->theme, positions, values, n, figure->x, y, figure->width, axis->pixels, axis->lo,
                      axis->hi);
}

static void
draw_strip (const Figure    *figure,
            const OndesAxis *axis,
            double           y,
            double           room)
{
  guint                   columns = ondes_figure_columns (figure->size);
  g_autofree OndesExtent *gaps = NULL;

  if (figure->scalogram->view.count <= columns)
    {
      /* The gaps alone, under the line. */
      gaps = g_memdup2 (figure->extents, columns * sizeof *gaps);
      for (guint i = 0; i < columns; i++)
        gaps[i].min = 1, gaps[i].max = 0;
    }
  ondes_draw_waveform (figure->cr, &figure->theme, gaps ? gaps : figure->extents, columns, figure->x, y, figure->width,
                       axis->pixels, axis->lo, axis->hi);
  if (gaps)
    draw_samples (figure, axis, y);
  draw_frame (figure, y, axis->pixels);
  ondes_draw_ruler_within (figure->cr, &figure->theme, axis, ONDES_SIDE_LEFT, figure->x, y + axis->pixels, strip_title (figure),
                           room);
}

static void
draw_raster (const Figure    *figure,
             const OndesAxis *axis,
             double           y,
             double           height)
{
  const OndesView *view = &figure->scalogram->view;
  double           scale = figure->size->scale_factor;
  cairo_surface_t *raster = ondes_raster_new (figure->scalogram, figure->display, axis, view->first, view->count,
                                              ondes_figure_columns (figure->size), lround (height * scale));

  cairo_save (figure->cr);
  /* What has no row is grey, which is no colour of a palette's beginning or end. */
  ondes_draw_colour (figure->cr, &figure->theme.grid, 1);
  cairo_rectangle (figure->cr, figure->x, y, figure->width, height);
  cairo_fill_preserve (figure->cr);
  cairo_clip (figure->cr);
  cairo_translate (figure->cr, figure->x, y);
  cairo_scale (figure->cr, 1 / scale, 1 / scale);
  cairo_set_source_surface (figure->cr, raster, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (figure->cr), CAIRO_FILTER_NEAREST);
  cairo_paint (figure->cr);
  cairo_restore (figure->cr);
  cairo_surface_destroy (raster);
}

static char *
plot_title (const Figure *figure)
{
  g_autofree char *unit = ondes_frequency_unit (figure->scalogram->time_unit);

  if (figure->display->show == ONDES_SHOW_SCALE)
    return g_strdup ("scale (samples)");
  return g_strdup_printf ("frequency (%s)", unit);
}

static void
draw_plot (const Figure    *figure,
           const OndesAxis *axis,
           double           y,
           double           room,  /* of the frequency ruler */
           double           below) /* of the time ruler */
{
  const OndesScalogram *s = figure->scalogram;
  const OndesTheme     *theme = &figure->theme;
  const OndesView      *view = &s->view;
  double                height = axis->pixels;
  OndesAxis             time = { ondes_time_axis_mode (s->time_unit, s->n / s->rate_hz), s->start + view->first / s->rate_hz,
                                 s->start + (view->first + view->count) / s->rate_hz, figure->width };
  g_autofree char      *title = plot_title (figure);
  g_autofree char      *time_title = ondes_time_title (s->time_unit, time.mode);

  draw_raster (figure, axis, y, height);
  if (figure->display->cone)
    ondes_draw_cone (figure->cr, theme, s, figure->display, axis, view->first, view->count, figure->x, y, figure->width, height);
  ondes_draw_aliased (figure->cr, theme, s, figure->display, axis, figure->x, y, figure->width, height);
  draw_frame (figure, y, height);
  ondes_draw_ruler_within (figure->cr, theme, axis, ONDES_SIDE_LEFT, figure->x, y + height, title, room);
  ondes_draw_ruler_within (figure->cr, theme, &time, ONDES_SIDE_BOTTOM, figure->x, y + height, time_title, below);
  ondes_draw_colour_bar (figure->cr, theme, s, figure->display, figure->x + figure->width + BAR_GAP * figure->factor, y,
                         BAR * figure->factor, height);
}

void
ondes_figure_draw (cairo_t               *cr,
                   const OndesFigureSize *size,
                   const OndesScalogram  *scalogram,
                   const OndesDisplay    *display,
                   const OndesExtent     *extents)
{
  double           factor = text_factor (size), top, strip, plot, room, bottom, below, caption_height;
  g_autofree char *font = NULL;
  Figure           figure = { cr, size, scalogram, display, extents, ondes_theme_print, factor };
  PangoLayout     *caption;
  OndesAxis        axis;
  int              from, to;

  find_plot (size, &from, &to);
  figure.x = from / size->scale_factor;
  figure.width = (to - from) / size->scale_factor;
  if (factor < 1)
    {
      char points[G_ASCII_DTOSTR_BUF_SIZE];

      font = g_strdup_printf ("Cantarell, Sans %s", g_ascii_formatd (points, sizeof points, "%.2f", 9 * factor));
      figure.theme.font = font;
    }

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, size->width, size->height);
  cairo_clip (cr);
  ondes_draw_colour (cr, &figure.theme.background, 1);
  cairo_paint (cr);

  top = draw_name (&figure);
  caption = lay_caption (&figure, 0.3 * size->height, &caption_height);
  {
    OndesAxis time = { ONDES_AXIS_LINEAR, 0, 1, figure.width };

    below = ondes_ruler_thickness (cr, &figure.theme, &time, ONDES_SIDE_BOTTOM, TRUE);
  }
  bottom = size->height - EDGE * factor - caption_height - GAP * factor - below;

  /* Both rulers on the left take the room of the wider one, so that their titles stand below each other. */
  strip = CLAMP (STRIP * size->height, 36, 160);
  if (!extents || bottom - top < 3 * strip)
    strip = 0;
  top = whole (&figure, top);
  strip = whole (&figure, strip);
  plot = whole (&figure, top + (strip > 0 ? strip + GAP * factor : 0));
  axis = ondes_display_axis (display, scalogram, MAX (whole (&figure, bottom - plot - 1 / size->scale_factor), LEAST_PLOT));
  room = ondes_ruler_thickness (cr, &figure.theme, &axis, ONDES_SIDE_LEFT, TRUE);
  if (strip > 0)
    {
      OndesAxis values = strip_axis (&figure, strip);

      room = MAX (room, ondes_ruler_thickness (cr, &figure.theme, &values, ONDES_SIDE_LEFT, strip_title (&figure) != NULL));
      room = MIN (room, figure.x - 2);
      draw_strip (&figure, &values, top, room);
    }
  draw_plot (&figure, &axis, plot, MIN (room, figure.x - 2), below);

  ondes_draw_colour (cr, &figure.theme.dim, 1);
  cairo_move_to (cr, EDGE * factor, size->height - EDGE * factor * 0.7 - caption_height);
  ondes_draw_text (cr, caption);
  g_object_unref (caption);
  cairo_restore (cr);
}

cairo_surface_t *
ondes_figure_surface (const OndesFigureSize *size,
                      const OndesScalogram  *scalogram,
                      const OndesDisplay    *display,
                      const OndesExtent     *extents)
{
  cairo_surface_t *surface;
  cairo_t         *cr;

  if (!ondes_figure_size_check (size, NULL))
    return NULL;
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, lround (size->width * size->scale_factor),
                                        lround (size->height * size->scale_factor));
  cr = cairo_create (surface);
  /* A last pixel that is only partly covered is paper too. */
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_scale (cr, size->scale_factor, size->scale_factor);
  ondes_figure_draw (cr, size, scalogram, display, extents);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}
