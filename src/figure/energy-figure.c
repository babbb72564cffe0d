/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "energy-figure.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "figure-private.h"
#include "palette.h"

#define RIGHT        104.0 /* units, at full font size: space for the colour bar */
#define BAR_GAP      14.0
#define BAR          16.0
#define DB_MIN       20.0 /* limits of an automatic range */
#define DB_MAX       60.0
#define LONGEST_TEXT 160 /* characters of the filter's options */

/* A figure being drawn. */
typedef struct
{
  OndesLayout              layout;
  const OndesEnergyFigure *figure;
  guint                    n_bands;
  double                  *edges; /* 2 per band, in units of the axis */
  gboolean                 is_log;
  double                   top_db, range_db;
} Drawing;

/* Finds the lower and upper edges of all bands; FALSE if they are only numbered. */
static gboolean
find_edges (const OndesFilterBand *bands,
            guint                  n,
            double                *edges)
{
  gboolean known = TRUE;

  for (guint i = 0; i < n; i++)
    {
      const double centre = bands[i].centre_hz > 0 ? bands[i].centre_hz : sqrt (bands[i].lo_hz * bands[i].hi_hz);
      const double ratio = n == 1 ? M_SQRT2 : sqrt (i + 1 < n ? bands[i + 1].centre_hz / centre : centre / bands[i - 1].centre_hz);

      edges[2 * i] = bands[i].lo_hz > 0 ? bands[i].lo_hz : i > 0 ? edges[2 * i - 1] : centre / ratio;
      edges[2 * i + 1] = bands[i].hi_hz > 0 ? bands[i].hi_hz : centre * ratio;
      known = known && edges[2 * i] > 0 && edges[2 * i + 1] > edges[2 * i] && isfinite (edges[2 * i + 1])
              && (i == 0 || edges[2 * i] >= edges[2 * i - 2]);
    }
  for (guint i = 0; !known && i < n; i++)
    {
      edges[2 * i] = i + 1;
      edges[2 * i + 1] = i + 2;
    }
  return known;
}

static void
find_range (const OndesEnergyFigure *figure,
            double                  *top_db,
            double                  *range_db)
{
  const OndesEnergy *energy = figure->energy;
  double least = INFINITY, most = 0;

  for (guint64 i = 0; i < energy->rows * energy->spans; i++)
    if (energy->mean_squares[i] > 0)
      {
        least = MIN (least, energy->mean_squares[i]);
        most = MAX (most, energy->mean_squares[i]);
      }
  *top_db = most > 0 ? ceil (10 * log10 (most)) : 0;
  *range_db = figure->range_db > 0 ? figure->range_db
              : most > 0           ? CLAMP (ceil (*top_db - 10 * log10 (least)), DB_MIN, DB_MAX)
                                   : DB_MAX;
}

/* Returns the mean of the mean squares of spans [from, to) of a row. */
static double
pool_spans (const OndesEnergy *energy,
            guint64            row,
            guint64            from,
            guint64            to)
{
  double sum = 0;

  for (guint64 j = from; j < to; j++)
    sum += energy->mean_squares[row * energy->spans + j];
  return sum / (double) (to - from);
}

/* Sets @from and @to to the bands that a line of pixels from @lo to @hi on the axis shows. */
static void
find_bands (const Drawing *self,
            double         lo,
            double         hi,
            guint         *from,
            guint         *to)
{
  const double middle = self->is_log ? sqrt (lo * hi) : (lo + hi) / 2;

  *from = *to = 0;
  for (guint i = 0; i < self->n_bands; i++)
    {
      const double a = self->edges[2 * i], b = self->edges[2 * i + 1], centre = self->is_log ? sqrt (a * b) : (a + b) / 2;

      if ((centre >= lo && centre < hi) || (*from == *to && a <= middle && middle < b))
        {
          *from = *to > *from ? *from : i;
          *to = i + 1;
        }
    }
}

/* Renders the spans of a channel pixel by pixel. */
static cairo_surface_t *
draw_pixels (const Drawing   *self,
             guint            channel,
             const OndesAxis *axis,
             guint            width,
             guint            height)
{
  const OndesEnergy *energy = self->figure->energy;
  const guint32 *palette = ondes_palette_colours (self->figure->palette);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);
  const int stride = cairo_image_surface_get_stride (surface);
  guint8 *data = cairo_image_surface_get_data (surface);
  g_autofree guint64 *spans = g_new (guint64, width + 1);
  guint last_from = 0, last_to = 0;

  for (guint x = 0, j = 0; x <= width; x++)
    {
      while (j < energy->spans && (double) ondes_energy_begin (energy, j) < (double) energy->count * x / width)
        j++;
      spans[x] = j;
    }
  for (guint y = 0; y < height; y++)
    {
      guint32 *line = (guint32 *) (void *) (data + (gsize) (height - 1 - y) * (gsize) stride);
      guint from, to;

      find_bands (self, ondes_axis_value (axis, axis->pixels * y / height),
                  ondes_axis_value (axis, axis->pixels * (y + 1) / height), &from, &to);
      if (y > 0 && from == last_from && to == last_to)
        {
          memcpy (line, (const guint8 *) line + stride, width * sizeof *line);
          continue;
        }
      last_from = from;
      last_to = to;
      for (guint x = 0; x < width; x++)
        {
          /* The spans that begin in this pixel, or the one that covers it. */
          const guint64 first = spans[x] < spans[x + 1] ? spans[x] : MAX (spans[x], 1) - 1;
          double most = 0, level;

          for (guint i = from; i < to; i++)
            most = MAX (most, pool_spans (energy, (guint64) channel * self->n_bands + i, first, MAX (spans[x + 1], first + 1)));
          level = 1 + (10 * log10 (most) - self->top_db) / self->range_db;
          line[x] = from < to ? palette[(int) lrint (255 * CLAMP (level, 0, 1))] : 0xffe0e0e0;
        }
    }
  cairo_surface_mark_dirty (surface);
  return surface;
}

static char *
panel_title (const Drawing *self,
             guint          channel)
{
  g_autofree char *unit = ondes_frequency_unit (self->figure->base.unit);
  g_autofree char *what = self->is_log ? g_strdup_printf ("frequency (%s)", unit) : g_strdup ("filter");

  return self->figure->names != NULL ? g_strdup_printf ("%s: %s", self->figure->names[channel], what) : g_steal_pointer (&what);
}

static void
draw_panel (const Drawing *self,
            guint          channel,
            double         y,
            double         height)
{
  const OndesLayout *layout = &self->layout;
  const double scale = layout->size->scale_factor;
  const double lo = self->edges[0], hi = self->edges[2 * self->n_bands - 1];
  const OndesAxis axis = self->is_log ? (OndesAxis) { ONDES_AXIS_LOG, lo, hi, height }
                                      : ondes_series_axis (1, self->n_bands, height);
  const double room = ondes_ruler_thickness (layout->cr, &layout->theme, &axis, ONDES_SIDE_LEFT, TRUE);
  g_autofree char *title = panel_title (self, channel);
  cairo_surface_t *pixels = draw_pixels (self, channel,
                                         &(OndesAxis) { self->is_log ? ONDES_AXIS_LOG : ONDES_AXIS_LINEAR, lo, hi, height },
                                         (guint) MAX (lround (layout->width * scale), 1), (guint) MAX (lround (height * scale), 1));

  cairo_save (layout->cr);
  cairo_translate (layout->cr, layout->x, y);
  cairo_scale (layout->cr, layout->width / cairo_image_surface_get_width (pixels),
               height / cairo_image_surface_get_height (pixels));
  cairo_set_source_surface (layout->cr, pixels, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (layout->cr), CAIRO_FILTER_NEAREST);
  cairo_paint (layout->cr);
  cairo_restore (layout->cr);
  cairo_surface_destroy (pixels);
  ondes_layout_frame (layout, y, height);
  ondes_draw_ruler (layout->cr, &(OndesRuler) { .theme = &layout->theme, .axis = &axis, .side = ONDES_SIDE_LEFT, .title = title,
                                                .x = layout->x, .y = y + height, .room = MIN (room, layout->x - 2) });
}

/* Returns "level (dB re 1 V)"; the reference is an amplitude. */
static char *
bar_title (const OndesEnergyFigure *figure)
{
  return figure->unit != NULL && figure->unit[0] != '\0' ? g_strdup_printf ("level (dB re 1 %s)", figure->unit)
                                                         : g_strdup ("level (dB re 1)");
}

static void
draw_figure (cairo_t               *cr,
             const OndesFigureSize *size,
             gconstpointer          data)
{
  const OndesEnergyFigure *figure = data;
  Drawing self = { .figure = figure };
  OndesLayout *layout = &self.layout;
  const OndesFilterBand *bands = ondes_filter_bank_get (figure->bank, &self.n_bands);
  g_autofree double *edges = self.edges = g_new (double, 2 * self.n_bands);
  g_autofree char *caption = ondes_energy_figure_caption (figure), *bar = bar_title (figure), *time_title = NULL;
  double height, bottom = 0;
  OndesAxis levels, time;

  self.is_log = find_edges (bands, self.n_bands, edges);
  find_range (figure, &self.top_db, &self.range_db);
  ondes_layout_begin (layout, cr, size, RIGHT, figure->title, caption);
  height = (ondes_layout_height (layout, layout->top) - (figure->channels - 1) * ONDES_LAYOUT_GAP * layout->factor)
           / figure->channels;
  for (guint i = 0; i < figure->channels; i++)
    {
      const double y = ondes_layout_whole (layout, layout->top + i * (height + ONDES_LAYOUT_GAP * layout->factor));
      const double panel = ondes_layout_whole (layout, height - 1 / size->scale_factor);

      draw_panel (&self, i, y, panel);
      bottom = y + panel;
    }
  time = ondes_time_axis (&figure->base, figure->first, figure->energy->count, layout->width);
  time_title = ondes_time_title (figure->base.unit, &time);
  ondes_draw_ruler (cr, &(OndesRuler) { .theme = &layout->theme, .axis = &time, .side = ONDES_SIDE_BOTTOM, .title = time_title,
                                        .x = layout->x, .y = bottom, .room = layout->below });
  levels = (OndesAxis) { ONDES_AXIS_LINEAR, self.top_db - self.range_db, self.top_db, bottom - layout->top };
  ondes_draw_palette_bar (cr, &layout->theme, figure->palette, &levels, bar,
                          &(cairo_rectangle_t) { layout->x + layout->width + BAR_GAP * layout->factor, layout->top,
                                                 BAR * layout->factor, bottom - layout->top });
  ondes_layout_end (layout);
}

/* Returns up to six significant digits, with a real minus. */
static char *
number_text (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%.6g", fabs (value));
  return g_strconcat (value < 0 ? "\u2212" : "", text, NULL);
}

char *
ondes_energy_figure_caption (const OndesEnergyFigure *self)
{
  const OndesEnergy *energy = self->energy;
  g_autofree char *rate = number_text (energy->rate_hz), *every = number_text (energy->every), *top = NULL, *range = NULL;
  g_autofree char *unit = ondes_frequency_unit (self->base.unit);
  double top_db, range_db;
  GString *text;
  guint n;

  ondes_filter_bank_get (self->bank, &n);
  find_range (self, &top_db, &range_db);
  top = number_text (top_db);
  range = number_text (range_db);
  text = g_string_new (NULL);
  g_string_append_printf (text, "Levels of %u filter%s of up to %u taps, 10 log₁₀ of the mean square of each %s %s. ", n,
                          ondes_plural (n), ondes_filter_bank_longest (self->bank), every, self->base.unit);
  if (self->filter != NULL && g_utf8_strlen (self->filter, -1) <= LONGEST_TEXT)
    g_string_append_printf (text, "Options %s. ", self->filter);
  if (energy->count == self->base.n)
    g_string_append_printf (text, "All %" PRIu64 " samples", energy->count);
  else
    g_string_append_printf (text, "Samples %" PRIu64 " to %" PRIu64 " (of %" PRIu64 ")", self->first, self->first + energy->count,
                            self->base.n);
  if (self->channels == 1 && self->names != NULL)
    g_string_append_printf (text, " of %s", self->names[0]);
  g_string_append_printf (text, " at %s %s. Colours %s, %s dB below %s. Ondes " ONDES_VERSION ".", rate, unit,
                          ondes_palette_names[self->palette], range, top);
  return g_string_free (text, FALSE);
}

gboolean
ondes_energy_figure_write (const OndesImageTarget  *to,
                           const OndesFigureSize   *size,
                           const OndesEnergyFigure *self,
                           GError                 **error)
{
  g_autofree char *caption = ondes_energy_figure_caption (self);

  return ondes_image_write (to, &(OndesImage) { .size = size, .title = self->title, .caption = caption,
                                         .draw = draw_figure, .data = self }, error);
}
