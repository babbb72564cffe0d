/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fast transform as few passes over memory as the caches allow: levels between rows that are far apart are done tile by
 * tile, in a copy that the second cache holds, and all others block by block. */
#include "spectral-transform.h"

/* log2 of the values that are transformed in the second cache, and at least: a tile takes up to six levels as easily as fewer */
#define BLOCK       16
#define BLOCK_LEAST 14
#define FEW_ROWS    6
#define TILE_ROWS   10 /* log2 of the most rows of a tile */
/* A tile's copy stays in the first cache, or in the second where its rows were too short to be read one after another. */
#define TILE_FIRST  ((gsize) 16 << 10)
#define TILE_SECOND ((gsize) 512 << 10)
#define ROW_LEAST   256 /* bytes */
#define SHORT       5    /* log2 of the values, or words, that the kernels take at least */
#define LINE        64         /* bytes; a tile's rows are whole lines */

typedef struct
{
  const OndesSpectralTransform *transform;
  OndesJob                     *job;
  char                         *x;
  guint                         low, rows; /* levels of the tiles: [low, low + rows) */
  gsize                         columns;
} Pass;

void
ondes_spectral_transform_init (OndesSpectralTransform *self,
                               OndesEngine            *engine,
                               OndesType               type,
                               OndesButterfly          what,
                               gsize                   total,
                               guint                   n)
{
  const guint in_word = type == ONDES_BITS ? 6 : 0;

  *self = (OndesSpectralTransform) {
    .engine = engine, .type = ondes_spectral_types[type], .what = what, .total = total, .n = n, .size = ondes_type_bytes (type, 1),
    .block = BLOCK,
  };
  if (n < in_word + SHORT)
    return;
  self->kernels = ondes_spectral_kernels (type, what);
  self->total >>= in_word;
  self->n -= in_word;
  self->size = in_word ? sizeof (guint64) : self->size;
  self->block = CLAMP (self->n, FEW_ROWS + BLOCK_LEAST, FEW_ROWS + BLOCK) - FEW_ROWS;
}

gsize
ondes_spectral_blocks (const OndesSpectralTransform *self)
{
  return ((self->total - 1) >> self->block) + 1;
}

gsize
ondes_spectral_block (const OndesSpectralTransform *self,
                      void                         *x,
                      gsize                         i)
{
  const gsize at = i << self->block, count = MIN ((gsize) 1 << self->block, self->total - at);

  if (self->kernels)
    self->kernels->block ((char *) x + at * self->size, count, MIN (self->n, self->block));
  else
    for (guint step = 0; step < self->n; step++)
      self->type->cooley_tukey (self->what, x, step, at / 2, (at + count + 1) / 2);
  return count;
}

static void
block_piece (gpointer data,
             guint    worker,
             gsize    i)
{
  const Pass *self = data;

  ondes_spectral_block (self->transform, self->x, i);
}

static void
tile_piece (gpointer data,
            guint    worker,
            gsize    i)
{
  const Pass *self = data;
  const OndesSpectralTransform *transform = self->transform;
  const gsize pieces = ((gsize) 1 << self->low) / self->columns; /* beside one another */
  const gsize at = (i / pieces << (self->low + self->rows)) + i % pieces * self->columns;
  OndesBuffer *local = &transform->engine->workers[worker].buffers[ONDES_BUFFER_PRODUCT];
  const gsize bytes = ((self->columns + ONDES_SPECTRAL_PAD) << self->rows) * transform->size;

  if (!ondes_buffer_get (local, bytes))
    ondes_job_fail (self->job, g_error_new (ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY,
                                            "there is not memory enough for the copy of a tile"));
  else
    transform->kernels->tile (self->x + at * transform->size, self->rows, (gsize) 1 << self->low, self->columns, local->data);
}

gboolean
ondes_spectral_tiles (const OndesSpectralTransform *self,
                      OndesJob                     *job,
                      double                        work,
                      void                         *x)
{
  const guint passes = self->n > self->block ? (self->n - self->block + TILE_ROWS - 1) / TILE_ROWS : 0;
  Pass pass = { .transform = self, .job = job, .x = x, .low = self->n };

  for (guint i = 0; i < passes; i++)
    {
      pass.rows = (self->n - self->block + i) / passes;
      pass.low -= pass.rows;
      pass.columns = (TILE_FIRST >> pass.rows >= ROW_LEAST ? TILE_FIRST : TILE_SECOND) / self->size >> pass.rows;
      pass.columns = CLAMP (pass.columns, LINE / self->size, (gsize) 1 << pass.low);
      if (!ondes_job_pass (job, work / passes, (self->total >> pass.rows) / pass.columns, tile_piece, &pass))
        return FALSE;
    }
  return TRUE;
}

gboolean
ondes_spectral_transform (const OndesSpectralTransform *self,
                          OndesJob                     *job,
                          double                        work,
                          void                         *x)
{
  Pass pass = { .transform = self, .job = job, .x = x };

  return ondes_spectral_tiles (self, job, work / 2, x)
         && ondes_job_pass (job, work / 2, ondes_spectral_blocks (self), block_piece, &pass);
}
