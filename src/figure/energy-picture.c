/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "energy-picture.h"

#include <math.h>
#include <string.h>

#include "draw.h"
#include "palette.h"

#define DB_MIN 20.0 /* limits of an automatic range */
#define DB_MAX 60.0

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

/* Finds the top, and unless it is given the range. */
static void
find_range (OndesEnergyPicture *self,
            double              range_db)
{
  const OndesEnergy *energy = self->energy;
  double least = INFINITY, most = 0;

  for (guint64 i = 0; i < energy->rows * energy->spans; i++)
    if (energy->mean_squares[i] > 0)
      {
        least = MIN (least, energy->mean_squares[i]);
        most = MAX (most, energy->mean_squares[i]);
      }
  self->top_db = most > 0 ? ceil (10 * log10 (most)) : 0;
  self->range_db = range_db > 0 ? range_db
                   : most > 0   ? CLAMP (ceil (self->top_db - 10 * log10 (least)), DB_MIN, DB_MAX)
                                : DB_MAX;
}

void
ondes_energy_picture_init (OndesEnergyPicture    *self,
                           const OndesEnergy     *energy,
                           const OndesFilterBank *bank,
                           guint                  palette,
                           double                 range_db)
{
  const OndesFilterBand *bands = ondes_filter_bank_get (bank, &self->n_bands);

  self->energy = energy;
  self->palette = palette;
  self->ground = 0xffe0e0e0;
  self->edges = g_new (double, 2 * self->n_bands);
  self->is_log = find_edges (bands, self->n_bands, self->edges);
  find_range (self, range_db);
}

void
ondes_energy_picture_clear (OndesEnergyPicture *self)
{
  g_clear_pointer (&self->edges, g_free);
}

OndesAxis
ondes_energy_picture_axis (const OndesEnergyPicture *self,
                           double                    pixels)
{
  return (OndesAxis) { self->is_log ? ONDES_AXIS_LOG : ONDES_AXIS_LINEAR, self->edges[0], self->edges[2 * self->n_bands - 1],
                       pixels };
}

OndesAxis
ondes_energy_picture_ruler (const OndesEnergyPicture *self,
                            double                    pixels)
{
  return self->is_log ? ondes_energy_picture_axis (self, pixels) : ondes_series_axis (1, self->n_bands, pixels);
}

OndesAxis
ondes_energy_picture_levels (const OndesEnergyPicture *self,
                             double                    pixels)
{
  return (OndesAxis) { ONDES_AXIS_LINEAR, self->top_db - self->range_db, self->top_db, pixels };
}

/* Returns the mean of the mean squares of spans [from, to) of a row; NaN if all are gaps. */
static double
pool_spans (const OndesEnergy *energy,
            guint64            row,
            guint64            from,
            guint64            to)
{
  double sum = 0;
  guint64 n = 0;

  for (guint64 j = from; j < to; j++)
    if (!isnan (energy->mean_squares[row * energy->spans + j]))
      {
        sum += energy->mean_squares[row * energy->spans + j];
        n++;
      }
  return n > 0 ? sum / (double) n : NAN;
}

/* Sets @from and @to to the bands that a line of pixels from @lo to @hi on the axis shows. */
static void
find_bands (const OndesEnergyPicture *self,
            double                    lo,
            double                    hi,
            guint                    *from,
            guint                    *to)
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

int
ondes_energy_picture_band_at (const OndesEnergyPicture *self,
                              double                    value)
{
  guint from, to;

  find_bands (self, value, value, &from, &to);
  return to > from ? (int) from : -1;
}

cairo_surface_t *
ondes_energy_picture_draw (const OndesEnergyPicture *self,
                           guint                     channel,
                           guint                     width,
                           guint                     height)
{
  const OndesEnergy *energy = self->energy;
  const OndesAxis axis = ondes_energy_picture_axis (self, height);
  const guint32 *palette = ondes_palette_colours (self->palette);
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

      find_bands (self, ondes_axis_value (&axis, y), ondes_axis_value (&axis, y + 1), &from, &to);
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
          double most = NAN, level;

          for (guint i = from; i < to; i++)
            most = fmax (most, pool_spans (energy, (guint64) channel * self->n_bands + i, first, MAX (spans[x + 1], first + 1)));
          level = 1 + (10 * log10 (most) - self->top_db) / self->range_db;
          line[x] = !isnan (most) ? palette[(int) lrint (255 * CLAMP (level, 0, 1))] : self->ground;
        }
    }
  cairo_surface_mark_dirty (surface);
  return surface;
}
