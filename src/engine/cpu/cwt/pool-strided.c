/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The largest |W| of spans, from more widely spaced samples (nodes). Where the spans begin among the nodes is the same for all
 * rows of a tile with one stride, and is found once; the rest handles sixteen intervals at a time (kernels-pool-template.h).
 */
#include "pool.h"

#include "interpolate.h"

#include <math.h>
#include <string.h>

#define INTERVALS 4096 /* intervals at a time */
#define CHUNKS    (INTERVALS / ONDES_CHUNK + 2)
#define NODES     (CHUNKS * ONDES_CHUNK + 8)
#define WIDE      64   /* intervals per span from which unpromising chunks are skipped */
#define BEFORE    (ONDES_STRIDE_MAX / 2) /* filters before a node: one sample, if nodes are two apart */

/* Header of the work array; its values follow. */
typedef struct
{
  guint64 at; /* the cuts are those of samples [at, at + n), whose nodes are stride apart from origin on */
  gsize   n;
  gint64  origin;
  guint   stride;

  gint64  first; /* the node of interval 0 */
  guint64 column;
  gsize   n_chunks, n_spans, n_records;
  gint32  cuts[CHUNKS], starts[INTERVALS + 3];
  float   tops[INTERVALS + 2];
  guint8  active[CHUNKS];
} Tile;

#define TILE_BYTES ((sizeof (Tile) + 63) / 64 * 64)

gsize
ondes_pool_work (gsize size)
{
  return TILE_BYTES + (2 * (gsize) NODES + 3 * CHUNKS * ONDES_CHUNK + CHUNKS * ONDES_CUTS) * size;
}

void
ondes_pool_work_clear (void *work)
{
  ((Tile *) work)->n = 0;
}

/* Eight-tap filters, taps −3 … 4: least-squares approximations to a shift by a fraction of a node, over frequencies up to
 * ONDES_BAND_EDGE radians per node, with an error of at most 2e-4 there. */
typedef struct
{
  float  single[ONDES_PHASES + 1][ONDES_PHASES][8]; /* [n][p]: shift by p/n */
  double precise[ONDES_PHASES + 1][ONDES_PHASES][8];
  double fine[BEFORE + ONDES_STRIDE_MAX + 1][8];   /* [i]: shift by (i − BEFORE)/ONDES_STRIDE_MAX */
} Filters;

static const Filters *
filters (void)
{
  static Filters self;
  static gsize once;

  if (g_once_init_enter (&once))
    {
      for (int i = 0; i <= BEFORE + ONDES_STRIDE_MAX; i++)
        ondes_interpolate_filter (8, ONDES_BAND_EDGE, (double) (i - BEFORE) / ONDES_STRIDE_MAX, self.fine[i]);
      for (int n = 2; n <= ONDES_PHASES; n++)
        for (int p = 1; p < n; p++)
          {
            ondes_interpolate_filter (8, ONDES_BAND_EDGE, (double) p / n, self.precise[n][p]);
            for (int k = 0; k < 8; k++)
              self.single[n][p][k] = (float) self.precise[n][p][k];
          }
      g_once_init_leave (&once, 1);
    }
  return &self;
}

/* Returns the filter for the sample at @offset in an interval of @stride. For a long interval it is interpolated linearly into
 * @weights between two filters of the table, which is dense enough. */
static const double *
fine_filter (gint64 offset,
             guint  stride,
             double weights[8])
{
  const double (*fine)[8] = filters ()->fine + BEFORE;
  const double position = (double) offset * ONDES_STRIDE_MAX / stride;
  const gint64 i = MIN ((gint64) floor (position), ONDES_STRIDE_MAX - 1);
  const double *below = fine[i], *above = fine[i + 1];

  if (stride <= ONDES_STRIDE_MAX)
    return fine[offset * (gint64) (ONDES_STRIDE_MAX / stride)];
  for (guint k = 0; k < 8; k++)
    weights[k] = below[k] + (position - (double) i) * (above[k] - below[k]);
  return weights;
}

/* Returns the number of parts of an interval that the kernels distinguish: its samples, capped at the resolution of a cut. */
static guint
parts_of (guint stride)
{
  return MIN (stride, ONDES_STRIDE_MAX);
}

/* Starts a span at sample @at: records its cut and its first interval. */
static void
cut_at (Tile               *self,
        const OndesKernels *kernels,
        char               *records,
        guint64             at)
{
  const gint64 shift = g_bit_storage (self->stride) - 1;
  const gint64 node = ((gint64) at - self->origin) >> shift;
  const gint64 offset = (gint64) at - self->origin - (node << shift), part = MAX (1, (gint64) self->stride / ONDES_STRIDE_MAX);
  const gsize interval = (gsize) (node - self->first), chunk = interval / ONDES_CHUNK;
  double before[8], from[8];

  if (self->cuts[chunk] < 0)
    {
      self->cuts[chunk] = (gint32) self->n_records++;
      kernels->clear_cuts (records + (gsize) self->cuts[chunk] * ONDES_CUTS * kernels->size);
    }
  kernels->cut (records + (gsize) self->cuts[chunk] * ONDES_CUTS * kernels->size, interval % ONDES_CHUNK,
                (guint) ((offset + part - 1) >> (g_bit_storage ((gsize) part) - 1)), fine_filter (offset - 1, self->stride, before),
                fine_filter (offset, self->stride, from));
  self->starts[self->n_spans] = (gint32) interval;
}

static void
find_cuts (Tile                *self,
           const OndesPool     *pool,
           const OndesPoolPart *part,
           const OndesStrided  *from,
           char                *records)
{
  const OndesKernels *kernels = part->kernels;
  const guint64 at = part->at;
  const gsize n = part->n;
  const gint64 origin = from->origin, stride = from->stride, shift = g_bit_storage (from->stride) - 1;
  const gboolean aligned = (((gint64) at - origin) & (stride - 1)) == 0;
  OndesPoolIter iter = ondes_pool_iter (pool, at, n);

  self->n = n;
  self->at = at;
  self->origin = origin;
  self->stride = from->stride;
  /* a span that begins on a node is preceded by an empty interval */
  self->first = (((gint64) at - origin) >> shift) - aligned;
  self->column = iter.column;
  self->n_chunks = (gsize) ((((gint64) (at + n) - origin) >> shift) - self->first) / ONDES_CHUNK + 1;
  self->n_records = self->n_spans = 0;
  memset (self->cuts, -1, self->n_chunks * sizeof *self->cuts);
  if (aligned)
    self->starts[0] = 0;
  else
    cut_at (self, kernels, records, at);
  ondes_pool_iter_next (pool, &iter);
  for (self->n_spans = 1; iter.at < iter.end; ondes_pool_iter_next (pool, &iter), self->n_spans++)
    cut_at (self, kernels, records, iter.at);
  cut_at (self, kernels, records, at + n);
}

/* Copies the nodes, starting three before the first. Those beyond the ends may not be the row's own, but no requested value
 * depends on them. */
static void
copy_nodes (const Tile         *self,
            const OndesKernels *kernels,
            const OndesStrided *from,
            char               *re,
            char               *im)
{
  const gsize n = self->n_chunks * ONDES_CHUNK + 8, size = kernels->size;
  const gint64 m = (gint64) from->m;
  const char *nodes = from->nodes;
  gint64 first = (self->first - 3) % m;

  first += first < 0 ? m : 0;
  for (gsize i = 0, run; i < n; i += run, first = 0)
    {
      run = MIN (n - i, (gsize) (m - first));
      if (from->complex)
        kernels->split (nodes + 2 * (gsize) first * size, run, re + i * size, im + i * size);
      else
        memcpy (re + i * size, nodes + (gsize) first * size, run * size);
    }
}

static void
add_piece (OndesPool           *self,
           const OndesPoolPart *part,
           const OndesStrided  *from,
           void                *work)
{
  const OndesKernels *kernels = part->kernels;
  const gsize size = kernels->size, lanes = CHUNKS * ONDES_CHUNK;
  Tile *tile = work;
  char *re = (char *) work + TILE_BYTES, *im = re + NODES * size, *left = im + NODES * size, *right = left + lanes * size;
  char *scratch = right + lanes * size, *records = scratch + lanes * size;
  OndesPoolNodes nodes = { .re = re, .im = from->complex ? im : NULL, .stride = parts_of (from->stride), .phases = from->phases,
                           .cuts = tile->cuts, .records = records, .left = left, .right = right };

  OndesPoolSpans spans;

  if (tile->n != part->n || tile->at != part->at || tile->origin != from->origin || tile->stride != from->stride)
    find_cuts (tile, self, part, from, records);
  spans = (OndesPoolSpans) { .starts = tile->starts, .n = tile->n_spans };
  nodes.n_chunks = tile->n_chunks;
  nodes.filters = size == sizeof (float) ? (const void *) filters ()->single[from->phases] : filters ()->precise[from->phases];
  copy_nodes (tile, kernels, from, re, im);
  if (self->count / self->columns / from->stride >= WIDE)
    {
      kernels->prune (&nodes, &spans, scratch, tile->active);
      nodes.active = tile->active;
    }
  kernels->intervals (&nodes);
  kernels->spans (&nodes, &spans, part->gain, self->power, scratch, tile->tops);

  /* other threads may be updating the first and last spans */
  ondes_pool_raise (self, part->row, tile->column, tile->tops[0]);
  ondes_pool_raise (self, part->row, tile->column + tile->n_spans - 1, tile->tops[tile->n_spans - 1]);
  if (tile->n_spans > 2)
    memcpy (ondes_pool_value (self, part->row, tile->column + 1), tile->tops + 1, (tile->n_spans - 2) * sizeof (float));
}

void
ondes_pool_add_strided (OndesPool           *self,
                        const OndesPoolPart *part,
                        const OndesStrided  *from,
                        void                *work)
{
  const guint64 end = part->at + part->n, piece_samples = (guint64) INTERVALS * from->stride;
  OndesPoolPart piece = *part;

  if (self->rms)
    {
      ondes_pool_add_strided_squares (self, part, from);
      return;
    }
  for (; piece.at < end; piece.at += piece.n)
    {
      const guint64 left = piece_samples - (guint64) (((gint64) piece.at - from->origin) % from->stride); /* up to a node */

      piece.n = (gsize) MIN (left, end - piece.at);
      add_piece (self, &piece, from, work);
    }
}
