/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fast transform as few passes over memory as the caches allow: levels between rows that are far apart are done tile by
 * tile, in a copy that the second cache holds, and all others block by block. */
#include "spectral-kernels.h"

#define BLOCK      16         /* log2 of the values that are transformed in the second cache */
#define TILE_ROWS  10         /* log2 of the most rows of a tile */
#define TILE_BYTES (256 << 10)
#define LINE       64         /* bytes; a tile's rows are whole lines */

typedef struct
{
  OndesEngine                *engine;
  OndesJob                   *job;
  const OndesSpectralKernels *kernels;
  const OndesSpectralType    *type;
  OndesType                   of;
  OndesButterfly              what;
  char                       *x;
  gsize                       size; /* bytes of a value: of a word of bits */
  gsize                       total;
  guint                       n;
  guint                       low, rows; /* levels of the tiles: [low, low + rows) */
  gsize                       columns;
} Transforming;

static void
block_piece (gpointer data,
             guint    worker,
             gsize    i)
{
  const Transforming *self = data;
  const gsize at = i << BLOCK, count = MIN ((gsize) 1 << BLOCK, self->total - at);
  char *x = self->x + at * self->size;

  if (!self->kernels->block (x, count, MIN (self->n, BLOCK)))
    g_assert_not_reached ();
}

static void
tile_piece (gpointer data,
            guint    worker,
            gsize    i)
{
  const Transforming *self = data;
  const gsize pieces = ((gsize) 1 << self->low) / self->columns; /* beside one another */
  const gsize at = (i / pieces << (self->low + self->rows)) + i % pieces * self->columns;
  OndesBuffer *local = &self->engine->workers[worker].buffers[ONDES_BUFFER_PRODUCT];
  const gsize bytes = ((self->columns + ONDES_SPECTRAL_PAD) << self->rows) * self->size;

  if (self->rows > 4 && !ondes_buffer_get (local, bytes))
    ondes_job_fail (self->job, g_error_new (ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY,
                                            "there is not memory enough for the copy of a tile"));
  else
    self->kernels->tile (self->x + at * self->size, self->rows, (gsize) 1 << self->low, self->columns, local->data);
}

/* Vectors too short for the kernels. */
static void
short_piece (gpointer data,
             guint    worker,
             gsize    i)
{
  const Transforming *self = data;
  const gsize from = i << BLOCK, to = MIN (from + ((gsize) 1 << BLOCK), self->total / 2);

  for (guint step = 0; step < self->n; step++)
    self->type->cooley_tukey (self->what, self->x, step, from, to);
}

gboolean
ondes_spectral_transform (OndesEngine   *engine,
                          OndesJob      *job,
                          double         work,
                          OndesType      type,
                          OndesButterfly what,
                          void          *x,
                          gsize          total,
                          guint          n)
{
  const guint in_word = type == ONDES_BITS ? 6 : 0;
  Transforming self = {
    .engine = engine, .job = job, .kernels = ondes_spectral_kernels (type, what), .type = ondes_spectral_types[type], .what = what,
    .x = x, .size = in_word ? 8 : ondes_type_bytes (type, 1), .total = total, .n = n,
  };
  guint passes;

  if (n < in_word + 5)
    return ondes_job_pass (job, work, (total / 2 >> BLOCK) + 1, short_piece, &self);
  self.total >>= in_word;
  self.n -= in_word;
  passes = self.n > BLOCK ? (self.n - BLOCK + TILE_ROWS - 1) / TILE_ROWS : 0;
  self.low = self.n;
  for (guint i = 0; i < passes; i++)
    {
      self.rows = (self.n - BLOCK + i) / passes;
      self.low -= self.rows;
      self.columns = CLAMP (TILE_BYTES / self.size >> self.rows, LINE / self.size, (gsize) 1 << self.low);
      if (!ondes_job_pass (job, work / (passes + 1), (self.total >> self.rows) / self.columns, tile_piece, &self))
        return FALSE;
    }
  return ondes_job_pass (job, work / (passes + 1), ((self.total - 1) >> BLOCK) + 1, block_piece, &self);
}
