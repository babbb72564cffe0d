/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pool.h"

#include <math.h>
#include <string.h>

typedef unsigned __int128 Wide; /* column × count passes 64 bits */
typedef guint32 __attribute__ ((may_alias)) Bits;

OndesPool *
ondes_pool_new (guint64  first,
                guint64  count,
                guint64  columns,
                guint    rows,
                gboolean power)
{
  OndesPool *self = g_new0 (OndesPool, 1);

  *self = (OndesPool) { .first = first, .count = count, .columns = MIN (columns, count), .rows = rows, .power = power };
  return self;
}

void
ondes_pool_free (OndesPool *self)
{
  g_free (self->values);
  g_free (self);
}

gboolean
ondes_pool_gather (OndesPool *self,
                   guint64    column,
                   guint64    n)
{
  g_free (self->values);
  self->column = column;
  self->n = n;
  self->values = g_try_malloc0_n (n, self->rows * sizeof *self->values);
  return self->values != NULL;
}

guint64
ondes_pool_start (const OndesPool *self,
                  guint64          column)
{
  return self->first + (guint64) ((Wide) column * self->count / self->columns);
}

guint64
ondes_pool_column (const OndesPool *self,
                   guint64          sample)
{
  /* the largest j with j count < (sample − first + 1) columns */
  Wide top = (Wide) (sample - self->first + 1) * self->columns;

  return (guint64) ((top + self->count - 1) / self->count) - 1;
}

/* Others may be at work on a span that this tile does not fill. Floats that are not negative compare as their bits. */
static void
raise_shared (float *value,
              float  to)
{
  union { float f; guint32 u; } seen, next = { .f = to };
  Bits *bits = (Bits *) value;

  seen.u = __atomic_load_n (bits, __ATOMIC_RELAXED);
  while (seen.u < next.u && !__atomic_compare_exchange_n (bits, &seen.u, next.u, FALSE, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

/* Walks the spans that samples [at, end) touch. */
typedef struct
{
  guint64 column, at, next, end, carry;
} Walk;

static Walk
walk_from (const OndesPool *self,
           guint64          at,
           gsize            n)
{
  const guint64 column = ondes_pool_column (self, at);

  return (Walk) { .column = column, .at = at, .end = at + n, .next = ondes_pool_start (self, column + 1),
                  .carry = (guint64) (((Wide) column + 1) * self->count % self->columns) };
}

static guint64
walk_stop (const Walk *walk)
{
  return MIN (walk->next, walk->end);
}

static void
walk_on (const OndesPool *self,
         Walk            *walk)
{
  walk->at = walk_stop (walk);
  walk->column++;
  walk->next += self->count / self->columns;
  walk->carry += self->count % self->columns;
  if (walk->carry >= self->columns)
    {
      walk->carry -= self->columns;
      walk->next++;
    }
}

/* @top: the largest |W|² of what the walk stands on. */
static void
take (OndesPool  *self,
      guint       row,
      const Walk *walk,
      double      top,
      double      gain)
{
  const double value = self->power ? top * gain * gain : sqrt (top) * gain;

  raise_shared (&self->values[(gsize) row * self->n + (walk->column - self->column)], (float) value);
}

void
ondes_pool_add (OndesPool          *self,
                guint               row,
                guint64             at,
                gsize               n,
                const OndesKernels *kernels,
                const void         *z,
                gboolean            complex,
                double              gain)
{
  const gsize size = kernels->size * (complex ? 2 : 1);

  for (Walk walk = walk_from (self, at, n); walk.at < walk.end; walk_on (self, &walk))
    {
      const gsize m = walk_stop (&walk) - walk.at;

      take (self, row, &walk, (complex ? kernels->maximum : kernels->maximum_real) (z, m), gain);
      z = (const char *) z + m * size;
    }
}

typedef struct
{
  const void *values, *power, *chunks;
  gsize       m;
  gint64      origin;
  guint       stride;
  double      peak; /* of the power */
  gboolean    single, complex, round;
} Nodes;

static inline gint64
place (const Nodes *self,
       gint64       j)
{
  return self->round ? (j % (gint64) self->m + (gint64) self->m) % (gint64) self->m : j;
}

static inline double
element (const Nodes *self,
         const void  *values,
         gint64       j)
{
  return self->single ? ((const float *) values)[j] : ((const double *) values)[j];
}

static inline double
power_at (const Nodes *self,
          gint64       j)
{
  return element (self, self->power, place (self, j));
}

/* |W|² at sample @t, W by the polynomial through the eight nodes about it (barycentric: the weights are (−1)^k (7 over k)). */
static double
interpolate (const Nodes *self,
             gint64       t)
{
  static const double binomial[8] = { 1, -7, 21, -35, 35, -21, 7, -1 };
  const gint64 off = t - self->origin, stride = self->stride;
  const gint64 j = off >= 0 ? off / stride : -((-off + stride - 1) / stride);
  const double f = (double) (off - j * stride) / (double) stride;
  double re = 0, im = 0, sum = 0;

  if (f == 0)
    return power_at (self, j);
  for (int k = 0; k < 8; k++)
    {
      const gint64 at = place (self, j - 3 + k);
      const double w = binomial[k] / (f + 3 - k);

      sum += w;
      if (self->complex)
        {
          re += w * element (self, self->values, 2 * at);
          im += w * element (self, self->values, 2 * at + 1);
        }
      else
        re += w * element (self, self->values, at);
    }
  return (re * re + im * im) / (sum * sum);
}

/* How far from the middle one of three values, 1 apart, the parabola through them has its top. */
static double
parabola_top (double a,
              double b,
              double c)
{
  const double bend = a - 2 * b + c;

  return bend < 0 ? CLAMP (0.5 * (a - c) / bend, -1, 1) : 0;
}

/* The largest |W|² near node j, which is higher than its neighbours. */
static double
top_near (const Nodes *self,
          gint64       j,
          gint64       first,
          gint64       last)
{
  const double a = power_at (self, j - 1), b = power_at (self, j), c = power_at (self, j + 1);
  /* |W| of a real row swings with the wavelet; its power would do so twice as fast */
  const double off = self->complex ? parabola_top (a, b, c) : parabola_top (sqrt (a), sqrt (b), sqrt (c));
  double at = (double) (self->origin + j * self->stride) + off * self->stride;
  gint64 t;
  double top;

  if (!self->complex && self->stride >= 8)
    {
      const gint64 step = self->stride / 4;

      t = llrint (at);
      at = (double) t + parabola_top (interpolate (self, t - step), interpolate (self, t), interpolate (self, t + step)) * (double) step;
    }
  t = (gint64) floor (at);
  top = interpolate (self, CLAMP (t, first, last));
  if (t + 1 > first && t + 1 <= last)
    top = MAX (top, interpolate (self, t + 1));
  return top;
}

/* The largest |W|² of samples [first, last]. A top between two nodes stands out over both by less than a third, so that only
 * the nodes near the largest need a closer look, and the ends of the span where it is near them. */
static double
span_top (const Nodes *self,
          gint64       first,
          gint64       last)
{
  const gint64 stride = self->stride, m = (gint64) self->m;
  const gint64 low = (first - self->origin + stride - 1) / stride, high = (last - self->origin) / stride; /* nodes inside */
  const gint64 from = self->round ? MAX (low - 1, 0) : low - 1, to = self->round ? MIN (high + 1, m - 1) : high + 1;
  double best = 0, threshold, top = 0;

  for (gint64 j = low; j <= high;)
    if (j % ONDES_CHUNK == 0 && j + ONDES_CHUNK <= high + 1)
      {
        best = MAX (best, element (self, self->chunks, j / ONDES_CHUNK));
        j += ONDES_CHUNK;
      }
    else
      {
        best = MAX (best, power_at (self, j));
        j++;
      }
  if (high - low < 4 && best < 1e-3 * self->peak && best > 1e-7 * self->peak)
    {
      /* Close by a zero of W that can be seen: two of them may leave a hill between nodes. */
      for (gint64 t = first; t < last; t += MAX (stride / 4, 1))
        top = MAX (top, interpolate (self, t));
      return MAX (top, interpolate (self, last));
    }
  threshold = 0.6 * best;
  for (gint64 j = from; j <= to;)
    {
      double v;

      if (j % ONDES_CHUNK == 0 && j + ONDES_CHUNK <= to + 1 && element (self, self->chunks, j / ONDES_CHUNK) < threshold)
        {
          j += ONDES_CHUNK;
          continue;
        }
      v = power_at (self, j);
      if (v >= threshold && v > 0 && v >= power_at (self, j - 1) && v >= power_at (self, j + 1))
        {
          if (v > 0.7 * top)
            top = MAX (top, top_near (self, j, first, last));
          if (j >= low && j <= high)
            top = MAX (top, v);
        }
      j++;
    }
  if (MAX (power_at (self, low - 1), power_at (self, low)) >= threshold)
    top = MAX (top, interpolate (self, first));
  if (MAX (power_at (self, high), power_at (self, high + 1)) >= threshold)
    top = MAX (top, interpolate (self, last));

  /* A shoulder may rise over what was found, between nodes that only fall. */
  for (gint64 j = from; j <= to; j++)
    {
      if (j % ONDES_CHUNK == 0 && element (self, self->chunks, j / ONDES_CHUNK) < 0.95 * top)
        j += ONDES_CHUNK - 1;
      else if (power_at (self, j) > 0.95 * top && top > 0)
        for (int side = -1; side <= 1; side += 2)
          {
            const gint64 t = self->origin + j * stride + side * stride / 2;

            if (t >= first && t <= last)
              top = MAX (top, interpolate (self, t));
          }
    }
  return top;
}

void
ondes_pool_add_strided (OndesPool          *self,
                        guint               row,
                        guint64             at,
                        gsize               n,
                        const OndesKernels *kernels,
                        const void         *nodes,
                        gboolean            complex,
                        const void         *power,
                        gsize               m,
                        gint64              origin,
                        guint               stride,
                        gboolean            round,
                        double              gain,
                        void               *chunks)
{
  Nodes all = { .values = nodes, .power = power, .chunks = chunks, .m = m, .origin = origin,
                      .stride = stride, .single = kernels->size == sizeof (float), .complex = complex,
                      .round = round };

  kernels->chunk_maxima (power, m, chunks);
  for (gsize i = 0; i * ONDES_CHUNK < m; i++)
    {
      const double v = element (&all, chunks, (gint64) i);

      all.peak = MAX (all.peak, v);
    }
  for (Walk walk = walk_from (self, at, n); walk.at < walk.end; walk_on (self, &walk))
    take (self, row, &walk, span_top (&all, (gint64) walk.at, (gint64) walk_stop (&walk) - 1), gain);
}
