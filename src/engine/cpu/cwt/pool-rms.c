/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Σ |W|² over spans, from all samples of a row or from more widely spaced ones (nodes).
 *
 * Between nodes W is evaluated at a few places by eight-tap filters, and |W|² is integrated by Simpson's rule, with a parabola
 * through every three. Euler–Maclaurin turns the integral into a sum of samples: Σ_{a ≤ t < b} P(t) = ∫ P − [P′/24], both from
 * a − ½ to b − ½. As a difference of one function at both ends, it has an error that does not grow with the span.
 */
#include "pool.h"

#include "interpolate.h"
#include "base/clones.h"

#include <math.h>

#define INTERVALS 256  /* intervals at a time */
#define PARTS     8    /* most parts of an interval; even */
#define SAMPLES   4096 /* samples whose squares are summed in the row's own precision */

/* |W|² at places between nodes, and its integral up to every second place, in samples. */
typedef struct
{
  double power[INTERVALS * PARTS + PARTS + 1], sum[INTERVALS * PARTS / 2 + PARTS];
  gsize  pairs;
  double origin, width; /* sample at place 0; samples per two places */
} Integral;

static void
add_to_span (OndesPool *self,
             guint      row,
             guint64    column,
             double     sum)
{
  double *to = &self->sums[(gsize) row * self->n + (column - self->column)], old, next;

  __atomic_load (to, &old, __ATOMIC_RELAXED);
  do
    next = old + sum;
  while (!__atomic_compare_exchange (to, &old, &next, FALSE, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

void
ondes_pool_add_squares (OndesPool           *self,
                        const OndesPoolPart *part,
                        const void          *z,
                        gboolean             complex)
{
  const OndesKernels *kernels = part->kernels;

  for (OndesPoolIter iter = ondes_pool_iter (self, part->at, part->n); iter.at < iter.end; ondes_pool_iter_next (self, &iter))
    {
      const gsize m = (gsize) (MIN (iter.next, iter.end) - iter.at);
      double sum = 0;

      for (gsize done = 0, run; done < m; done += run)
        {
          run = MIN (SAMPLES, m - done);
          if (complex)
            sum += kernels->energy (z, run);
          else /* in pairs, and an odd last one alone */
            sum += kernels->energy (z, run / 2) + (run % 2 ? kernels->maximum_real ((const char *) z + (run - 1) * kernels->size, 1)
                                                           : 0);
          z = (const char *) z + run * kernels->size * (complex ? 2 : 1);
        }
      add_to_span (self, part->row, iter.column, sum * part->gain * part->gain);
    }
}

static double
node_part (const OndesStrided *from,
           gsize               size,
           gint64              node,
           guint               part)
{
  const gint64 m = (gint64) from->m;
  gsize i;

  node %= m;
  i = (gsize) (node < 0 ? node + m : node) * (from->complex ? 2 : 1) + part;
  return size == sizeof (float) ? ((const float *) from->nodes)[i] : ((const double *) from->nodes)[i];
}

/* Adds the squared output of one place's filter, taps −3 … 4, to power[i parts]; x[0] is three nodes before interval 0. */
CLONES static void
add_phase (const double *restrict x,
           gsize         n,
           const double *filter,
           guint         parts,
           double       *restrict power)
{
  for (gsize i = 0; i < n; i++)
    {
      double sum = 0;

      for (gsize k = 0; k < 8; k++)
        sum += filter[k] * x[i + k];
      power[i * parts] += sum * sum;
    }
}

/* Returns the filter for the point at @phase/PARTS of an interval. */
static const double *
filter_of (guint phase)
{
  static double filters[PARTS][8];
  static gsize once;

  if (g_once_init_enter (&once))
    {
      for (guint i = 1; i < PARTS; i++)
        ondes_interpolate_filter (8, ONDES_BAND_EDGE, (double) i / PARTS, filters[i]);
      g_once_init_leave (&once, 1);
    }
  return filters[phase];
}

/* Computes |W|² and its integral for @n intervals, starting at node @first. */
static void
make_power (Integral           *self,
            const OndesStrided *from,
            gsize               size,
            gint64              first,
            gsize               n)
{
  const guint parts = from->complex ? 2 : PARTS; /* real: W² has a component at twice the frequency of W */
  const gsize pairs = n * parts / 2;
  double x[INTERVALS + 9];

  for (gsize i = 0; i <= n * parts; i++)
    self->power[i] = 0;
  for (guint part = 0; part < (from->complex ? 2u : 1u); part++)
    {
      for (gsize i = 0; i < n + 7; i++)
        x[i] = node_part (from, size, first - 3 + (gint64) i, part);
      for (gsize i = 0; i <= n; i++)
        self->power[i * parts] += x[i + 3] * x[i + 3];
      for (guint phase = 1; phase < parts; phase++)
        add_phase (x, n, filter_of (phase * PARTS / parts), parts, self->power + phase);
    }
  self->pairs = pairs;
  self->width = 2.0 * from->stride / parts;
  self->origin = (double) (first * (gint64) from->stride + from->origin);
  self->sum[0] = 0;
  for (gsize i = 0; i < pairs; i++)
    self->sum[i + 1] = self->sum[i]
                       + (self->power[2 * i] + 4 * self->power[2 * i + 1] + self->power[2 * i + 2]) * self->width / 6;
}

/* Returns Σ |W|² of the samples before @sample, up to a constant. */
static double
sum_before (const Integral *self,
            guint64         sample)
{
  const double at = ((double) sample - 0.5 - self->origin) / self->width;
  const gsize i = (gsize) CLAMP (floor (at), 0, (double) (self->pairs - 1));
  const double *p = self->power + 2 * i, u = at - (double) i;
  const double b = -3 * p[0] + 4 * p[1] - p[2], c = 2 * p[0] - 4 * p[1] + 2 * p[2];

  return self->sum[i] + self->width * u * (p[0] + u * (b / 2 + u * c / 3)) - (b + 2 * c * u) / (24 * self->width);
}

/* Returns the node at or before @sample − ½. */
static gint64
node_before (const OndesStrided *from,
             guint64             sample)
{
  return ((gint64) sample - 1 - from->origin) >> (g_bit_storage (from->stride) - 1);
}

void
ondes_pool_add_strided_squares (OndesPool           *self,
                                const OndesPoolPart *part,
                                const OndesStrided  *from)
{
  const guint64 end = part->at + part->n;
  Integral integral;

  for (guint64 at = part->at, stop; at < end; at = stop)
    {
      const gint64 first = node_before (from, at);
      double before;

      stop = MIN ((guint64) ((first + INTERVALS) * (gint64) from->stride + from->origin), end);
      make_power (&integral, from, part->kernels->size, first, (gsize) (node_before (from, stop) - first + 1));
      before = sum_before (&integral, at);
      for (OndesPoolIter iter = ondes_pool_iter (self, at, (gsize) (stop - at)); iter.at < iter.end;
           ondes_pool_iter_next (self, &iter))
        {
          const double next = sum_before (&integral, MIN (iter.next, iter.end));

          add_to_span (self, part->row, iter.column, (next - before) * part->gain * part->gain);
          before = next;
        }
    }
}

void
ondes_pool_finish (OndesPool *self)
{
  if (!self->rms)
    return;
  for (guint64 j = 0; j < self->n; j++)
    {
      const double n = (double) (ondes_pool_start (self, self->column + j + 1) - ondes_pool_start (self, self->column + j));

      for (guint row = 0; row < self->rows; row++)
        {
          const gsize i = (gsize) row * self->n + j;
          const double mean = MAX (self->sums[i], 0) / n;

          self->values[i] = (float) (self->power ? mean : sqrt (mean));
        }
    }
}
