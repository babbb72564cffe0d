/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "energy.h"

#include "base/memory.h"
#include "base/request-error.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

#define DEFAULT_SPANS 100
#define MOST_VALUES   ((double) (1 << 27)) /* of all rows and spans: 1 GiB */
#define FORGIVEN      1e-6 /* of a sample, so that rounding of T moves no boundary */

typedef struct
{
  OndesSink   sink;
  OndesSink  *to; /* NULL if none */
  OndesEnergy energy;
  OndesType   type;
  gboolean    squares;
} EnergySink;

double
ondes_energy_default_every (guint64     count,
                            double      rate_hz,
                            const char *time_unit)
{
  static const double steps[] = { 5, 2, 1 };
  const double hundredth = (double) count / rate_hz / DEFAULT_SPANS, decade = pow (10, floor (log10 (hundredth)));
  double every = decade;

  if (g_strcmp0 (time_unit, "s") == 0 && hundredth >= 1)
    return 1;
  for (guint i = 0; i < G_N_ELEMENTS (steps) && every == decade; i++)
    if (steps[i] * decade <= hundredth * (1 + 1e-9))
      every = steps[i] * decade;
  return MAX (every, 1 / rate_hz);
}

guint64
ondes_energy_begin (const OndesEnergy *self,
                    guint64            j)
{
  const double at = ceil ((double) j * self->every * self->rate_hz - FORGIVEN);

  return at < (double) self->count ? (guint64) MAX (at, 0) : self->count;
}

double
ondes_energy_level_db (const OndesEnergy *self,
                       guint64            row,
                       guint64            j)
{
  return 10 * log10 (self->mean_squares[row * self->spans + j]);
}

guint64
ondes_energy_span_of (const OndesEnergy *self,
                      guint64            at)
{
  guint64 j = MIN ((guint64) ((double) at / (self->every * self->rate_hz)), self->spans - 1);

  while (j > 0 && ondes_energy_begin (self, j) > at)
    j--;
  while (j + 1 < self->spans && ondes_energy_begin (self, j + 1) <= at)
    j++;
  return j;
}

gboolean
ondes_energy_check (guint64  rows,
                    guint64  count,
                    double   rate_hz,
                    double   every,
                    GError **error)
{
  const double samples = every * rate_hz, spans = (double) count / samples;

  if (!(samples >= 1 - FORGIVEN))
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 _("spans of %g are shorter than a sample of this recording; choose at least %g"), every, 1 / rate_hz);
  else if (spans * (double) rows > MOST_VALUES)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 _("%.0f spans of %" PRIu64 " bands are more than fit in memory; choose longer spans"), spans, rows);
  else
    return TRUE;
  return FALSE;
}

static gboolean
energy_begin (OndesSink *sink,
              OndesType  type,
              guint64    rows,
              guint64    cols,
              GError   **error)
{
  EnergySink *self = (EnergySink *) sink;
  OndesEnergy *energy = &self->energy;

  g_clear_pointer (&energy->mean_squares, g_free);
  if (!ondes_energy_check (rows, cols, energy->rate_hz, energy->every, error))
    return FALSE;
  energy->rows = rows;
  energy->count = cols;
  energy->spans = MAX ((guint64) ceil ((double) cols / (energy->every * energy->rate_hz)), 1);
  while (energy->spans > 1 && ondes_energy_begin (energy, energy->spans - 1) >= cols)
    energy->spans--;
  energy->mean_squares = ondes_memory_try (rows * energy->spans * sizeof *energy->mean_squares, error);
  if (energy->mean_squares == NULL)
    return FALSE;
  memset (energy->mean_squares, 0, rows * energy->spans * sizeof *energy->mean_squares);
  self->type = type;
  return self->to == NULL || self->to->klass->begin (self->to, type, rows, cols, error);
}

/* Sums of four interleaved series, which the compiler keeps in one vector. */
static double
sum_squares (const void *values,
             gboolean    single,
             gboolean    squares,
             gsize       n)
{
  double sums[4] = { 0 };

  for (gsize i = 0; i < n; i++)
    {
      const double value = single ? ((const float *) values)[i] : ((const double *) values)[i];

      sums[i % 4] += squares ? value : value * value;
    }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/* Adds values of a row from column @at on. */
static void
add_row (EnergySink *self,
         guint64     row,
         guint64     at,
         guint64     n,
         const char *values)
{
  OndesEnergy *energy = &self->energy;
  const gsize parts = ondes_type_is_complex (self->type) ? 2 : 1;
  const gboolean single = self->type == ONDES_F32 || self->type == ONDES_C64;
  guint64 j = ondes_energy_span_of (energy, at);

  for (guint64 done = 0; done < n; j++)
    {
      const guint64 end = j + 1 < energy->spans ? ondes_energy_begin (energy, j + 1) : energy->count;
      const guint64 now = MIN (end - at - done, n - done);

      energy->mean_squares[row * energy->spans + j]
        += sum_squares (values + ondes_type_bytes (self->type, done), single, self->squares, now * parts);
      done += now;
    }
}

static gboolean
energy_put (OndesSink       *sink,
            const OndesRect *where,
            const void      *data,
            gsize            stride_bytes,
            gboolean         final,
            GError         **error)
{
  EnergySink *self = (EnergySink *) sink;

  for (guint64 i = 0; i < where->rows; i++)
    add_row (self, where->row0 + i, where->col0, where->cols, (const char *) data + i * stride_bytes);
  return self->to == NULL || self->to->klass->put (self->to, where, data, stride_bytes, final, error);
}

/* Not if the values are wanted further on, or if spans differ by a sample. */
static guint64
energy_span (OndesSink *sink)
{
  EnergySink *self = (EnergySink *) sink;
  const OndesEnergy *energy = &self->energy;
  const guint64 width = energy->spans > 1 ? ondes_energy_begin (energy, 1) : energy->count;

  for (guint64 j = 0; j < energy->spans; j++)
    if (self->to != NULL || ondes_energy_begin (energy, j) != j * width)
      return 0;
  return width;
}

static gboolean
energy_put_sums (OndesSink       *sink,
                 const OndesRect *where,
                 const double    *sums,
                 GError         **error)
{
  EnergySink *self = (EnergySink *) sink;
  const OndesEnergy *energy = &self->energy;

  for (guint64 i = 0; i < where->rows; i++)
    for (guint64 j = 0; j < where->cols; j++)
      energy->mean_squares[(where->row0 + i) * energy->spans + where->col0 + j] += sums[i * where->cols + j];
  return TRUE;
}

static gboolean
energy_finish (OndesSink *sink,
               GError   **error)
{
  EnergySink *self = (EnergySink *) sink;
  OndesEnergy *energy = &self->energy;

  for (guint64 j = 0; j < energy->spans; j++)
    {
      const guint64 end = j + 1 < energy->spans ? ondes_energy_begin (energy, j + 1) : energy->count;

      for (guint64 row = 0; row < energy->rows; row++)
        energy->mean_squares[row * energy->spans + j] /= (double) (end - ondes_energy_begin (energy, j));
    }
  return self->to == NULL || ondes_sink_finish (self->to, error);
}

static void
energy_free (OndesSink *sink)
{
  EnergySink *self = (EnergySink *) sink;

  g_clear_pointer (&self->to, ondes_sink_free);
  g_free (self->energy.mean_squares);
  g_free (self);
}

OndesSink *
ondes_energy_sink_new (OndesSink *to,
                       double     rate_hz,
                       double     every,
                       gboolean   squares)
{
  static const OndesSinkClass klass = { .begin = energy_begin, .put = energy_put, .finish = energy_finish, .free = energy_free,
                                        .span = energy_span, .put_sums = energy_put_sums };
  EnergySink *self = g_new0 (EnergySink, 1);

  self->sink.klass = &klass;
  self->to = to;
  self->energy.rate_hz = rate_hz;
  self->energy.every = MAX (every, 1 / rate_hz); /* a span of rounding less than a sample has one */
  self->squares = squares;
  return &self->sink;
}

void
ondes_energy_sink_set (OndesSink    *sink,
                       guint64       first,
                       guint64       n,
                       const double *mean_squares)
{
  const OndesEnergy *energy = &((EnergySink *) sink)->energy;

  g_return_if_fail (first <= energy->spans && n <= energy->spans - first);
  for (guint64 row = 0; row < energy->rows && n > 0; row++)
    memcpy (energy->mean_squares + row * energy->spans + first, mean_squares + row * n, n * sizeof *mean_squares);
}

const OndesEnergy *
ondes_energy_sink_get (OndesSink *sink)
{
  return &((EnergySink *) sink)->energy;
}
