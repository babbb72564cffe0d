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

/* a b + c over d, and what is left; 128 bits only where they are needed, as their division is slow. */
static guint64
muldiv (guint64  a,
        guint64  b,
        guint64  c,
        guint64  d,
        guint64 *rest)
{
  guint64 product;
  Wide wide;

  if (!__builtin_mul_overflow (a, b, &product) && !__builtin_add_overflow (product, c, &product))
    {
      *rest = product % d;
      return product / d;
    }
  wide = (Wide) a * b + c;
  *rest = (guint64) (wide % d);
  return (guint64) (wide / d);
}

guint64
ondes_pool_start (const OndesPool *self,
                  guint64          column)
{
  guint64 rest;

  return self->first + muldiv (column, self->count, 0, self->columns, &rest);
}

guint64
ondes_pool_column (const OndesPool *self,
                   guint64          sample)
{
  guint64 rest;

  /* the largest j with j count < (sample − first + 1) columns */
  return muldiv (sample - self->first + 1, self->columns, self->count - 1, self->count, &rest) - 1;
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
  guint64 column, at, next, end, carry, quotient, remainder;
} Walk;

static Walk
walk_from (const OndesPool *self,
           guint64          at,
           gsize            n)
{
  Walk walk = { .column = ondes_pool_column (self, at), .at = at, .end = at + n,
                .quotient = self->count / self->columns, .remainder = self->count % self->columns };

  walk.next = self->first + muldiv (walk.column + 1, self->count, 0, self->columns, &walk.carry);
  return walk;
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
  walk->next += walk->quotient;
  walk->carry += walk->remainder;
  if (walk->carry >= self->columns)
    {
      walk->carry -= self->columns;
      walk->next++;
    }
}

/* @top: the largest |W|² of what the walk stands on; @alone: the whole span at once. */
static inline void
take (OndesPool  *self,
      guint       row,
      const Walk *walk,
      gboolean    alone,
      double      top,
      double      gain)
{
  const float value = (float) (self->power ? top * gain * gain : sqrt (top) * gain);
  float *to = &self->values[(gsize) row * self->n + (walk->column - self->column)];

  if (alone)
    *to = value;
  else
    raise_shared (to, value);
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

      take (self, row, &walk, FALSE, (complex ? kernels->maximum : kernels->maximum_real) (z, m), gain);
      z = (const char *) z + m * size;
    }
}

/* A row's nodes, and a window of them between which |W|² is known at places 2^grid samples apart. */
typedef struct
{
  const OndesKernels *kernels;
  const char *values;
  gint64      m, room, origin;
  guint       stride, grid; /* bits */
  gboolean    complex;
  const char *filters;
  gint64      last;         /* node that is asked for */
  gint64      from, to;     /* nodes of the window; its places begin one node before */
  char       *power, *chunks, *copy, *work, *fine, *tops;
} Nodes;

#define WINDOW 128 /* nodes, with those about */
#define WINDOW_MOST (WINDOW - 3)
#define WIDE        64  /* nodes of a span of which not all are looked at closely */

gsize
ondes_pool_work (gsize m)
{
  return m + m / ONDES_CHUNK + 1 + 2 * (WINDOW + 8) + 5 * WINDOW * ONDES_PHASES;
}

/* The polynomial through eight nodes at each of @phases places between the fourth and the fifth (barycentric: the weights are
 * (−1)^k (7 over k)). */
static const void *
filters_of (gsize size,
            gsize phases)
{
  static float single[2 * ONDES_PHASES][8]; /* those for n phases from row n on */
  static double precise[2 * ONDES_PHASES][8];
  static gsize once;

  if (g_once_init_enter (&once))
    {
      static const double binomial[8] = { 1, -7, 21, -35, 35, -21, 7, -1 };

      for (int n = 1; n <= ONDES_PHASES; n *= 2)
        for (int p = 0; p < n; p++)
          {
            double sum = 0, weight[8] = { 0, 0, 0, 1 };

            for (int k = 0; k < 8 && p > 0; k++)
              weight[k] = binomial[k] / ((double) p / n + 3 - k);
            for (int k = 0; k < 8; k++)
              sum += weight[k];
            for (int k = 0; k < 8; k++)
              single[n + p][k] = (float) (precise[n + p][k] = weight[k] / sum);
          }
      g_once_init_leave (&once, 1);
    }
  return size == sizeof (float) ? (const void *) single[phases] : precise[phases];
}

static inline gint64
place (const Nodes *self,
       gint64       j)
{
  return (j % self->m + self->m) % self->m;
}

static inline double
element (const Nodes *self,
         const void  *values,
         gint64       j)
{
  return self->kernels->size == sizeof (float) ? ((const float *) values)[j] : ((const double *) values)[j];
}

/* Nodes beyond the ends, where they are not the row's own, weigh on nothing that is asked for. */
static inline double
power_at (const Nodes *self,
          gint64       j)
{
  return element (self, self->power, place (self, j));
}

static void
move_window (Nodes *self,
             gint64 from,
             gint64 to)
{
  const gsize size = self->kernels->size * (self->complex ? 2 : 1), phases = (gsize) 1 << (self->stride - self->grid);
  const gint64 begin = from - 1, n = (to - from + 3 + 15) / 16 * 16;
  const char *z = self->values + begin * (gint64) size;

  if (begin < 3 || begin + n + 4 > self->room)
    {
      for (gint64 i = 0; i < n + 7; i++)
        memcpy (self->copy + i * (gint64) size, self->values + place (self, begin - 3 + i) * (gint64) size, size);
      z = self->copy + 3 * size;
    }
  (self->complex ? self->kernels->refine : self->kernels->refine_real) (z, (gsize) n, phases, self->filters, self->work,
                                                                               self->fine);
  if (self->grid > 0)
    self->kernels->tops (self->fine, (gsize) n * phases, self->tops);
  self->from = from;
  self->to = to;
}

/* Of samples [first, last] of a span, @begins and @ends as in kernels.h, all in the window. */
static inline double
window_top (const Nodes *self,
            gint64       first,
            gint64       last,
            gboolean     begins,
            gboolean     ends)
{
  const gint64 zero = self->origin + (self->from - 1) * ((gint64) 1 << self->stride);

  return self->kernels->span (self->fine, self->tops, first - zero, last - zero, self->grid, begins, ends);
}

static inline gint64
node_of (const Nodes *self,
         gint64       t)
{
  return (t - self->origin) >> self->stride;
}

static inline gint64
sample_of (const Nodes *self,
           gint64       j)
{
  return self->origin + j * ((gint64) 1 << self->stride);
}

/* Every place of samples [first, last]. */
static double
narrow_top (Nodes *self,
            gint64 first,
            gint64 last)
{
  double top = 0;

  for (gint64 at = first, end; at <= last; at = end + 1)
    {
      const gint64 node = node_of (self, at);
      double v;

      if (node < self->from || node >= self->to)
        move_window (self, node, MIN (node + WINDOW_MOST, self->last + 1));
      end = MIN (last, sample_of (self, self->to) - 1);
      v = window_top (self, at, end, at == first, end == last);
      top = MAX (top, v);
    }
  return top;
}

/* Of many nodes: a top between two stands out over both by less than a third, so that only about the nodes near the largest
 * there is need of a closer look. */
static double
wide_top (Nodes *self,
          gint64 first,
          gint64 last)
{
  const gint64 low = node_of (self, first), high = node_of (self, last) + 1;
  double best = 0, top = 0;

  for (gint64 j = low + 1; j < high;)
    {
      const gboolean whole = j % ONDES_CHUNK == 0 && j + ONDES_CHUNK <= high;
      const double v = whole ? element (self, self->chunks, j / ONDES_CHUNK) : power_at (self, j);

      best = MAX (best, v);
      j += whole ? ONDES_CHUNK : 1;
    }
  for (gint64 j = low; j <= high;)
    {
      const gint64 end = MIN (high + 1, (j + ONDES_CHUNK) / ONDES_CHUNK * ONDES_CHUNK);
      double v = 0;

      if (end - j == ONDES_CHUNK)
        v = element (self, self->chunks, j / ONDES_CHUNK);
      else
        for (gint64 i = j; i < end; i++)
          v = MAX (v, power_at (self, i));
      if (v > 0 && v >= 0.6 * best)
        {
          const gint64 from = MAX (first, sample_of (self, j - 1)), to = MIN (last, sample_of (self, end) - 1);

          if (from <= to)
            {
              move_window (self, j - 1, end);
              v = window_top (self, from, to, from == first, to == last);
              top = MAX (top, v);
            }
        }
      j = end;
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
                        gsize               m,
                        gsize               room,
                        gint64              origin,
                        guint               stride,
                        guint               grid,
                        double              gain,
                        void               *work)
{
  const gsize t = kernels->size;
  const gboolean wide = MIN (n, self->count / self->columns) / stride >= WIDE;
  Nodes all = { .kernels = kernels, .values = nodes, .m = (gint64) m, .room = (gint64) room, .origin = origin, .complex = complex };
  Walk walk = walk_from (self, at, n);
  gboolean alone = at == ondes_pool_start (self, walk.column); /* no other block has the span's beginning */

  all.stride = g_bit_storage (stride) - 1;
  all.grid = g_bit_storage (grid) - 1;
  all.last = node_of (&all, (gint64) (at + n - 1));
  all.filters = filters_of (t, stride / grid);
  all.power = work;
  all.chunks = all.power + m * t;
  all.copy = all.chunks + (m / ONDES_CHUNK + 1) * t;
  all.fine = all.copy + 2 * (WINDOW + 8) * t;
  all.tops = all.fine + WINDOW * ONDES_PHASES * t;
  all.work = all.tops + WINDOW * ONDES_PHASES * t;
  if (wide)
    {
      (complex ? kernels->power : kernels->power_real) (nodes, m, 1, all.power);
      kernels->chunk_maxima (all.power, m, all.chunks);
    }
  for (; walk.at < walk.end; walk_on (self, &walk), alone = TRUE)
    {
      const gint64 first = (gint64) walk.at, last = (gint64) walk_stop (&walk) - 1;

      take (self, row, &walk, alone && walk.next <= walk.end, (wide ? wide_top : narrow_top) (&all, first, last), gain);
    }
}
