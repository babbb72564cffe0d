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
    .block = BLOCK, .unit = BLOCK,
  };
  if (n < in_word + SHORT)
    return;
  self->kernels = ondes_spectral_kernels (type, what);
  self->total >>= in_word;
  self->n -= in_word;
  self->size = in_word ? sizeof (guint64) : self->size;
  self->block = CLAMP (self->n, FEW_ROWS + BLOCK_LEAST, FEW_ROWS + BLOCK) - FEW_ROWS;
  self->unit = self->block + in_word;
  self->passes = self->n > self->block ? (self->n - self->block + TILE_ROWS - 1) / TILE_ROWS : 0;
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

typedef struct
{
  guint                  low; /* levels of the tiles: [low, low + rows) */
  OndesSpectralTile      tile;
  OndesSpectralTilePiece piece;
  gpointer               data;
} Pass;

static void
tile_piece (gpointer data,
            guint    worker,
            gsize    i)
{
  const Pass *self = data;
  OndesSpectralTile tile = self->tile;
  const gsize pieces = ((gsize) 1 << self->low) / tile.columns; /* beside one another */

  tile.at = (i / pieces << (self->low + tile.rows)) + i % pieces * tile.columns;
  self->piece (self->data, worker, &tile);
}

gboolean
ondes_spectral_tiles (const OndesSpectralTransform *self,
                      OndesJob                     *job,
                      double                        work,
                      guint                         pass,
                      OndesSpectralTilePiece        piece,
                      gpointer                      data)
{
  const guint levels = self->n - self->block;
  Pass whole = { .low = self->n, .piece = piece, .data = data };
  OndesSpectralTile *tile = &whole.tile;

  for (guint i = 0; i <= pass; i++)
    {
      tile->rows = (levels + i) / self->passes;
      whole.low -= tile->rows;
    }
  tile->stride = (gsize) 1 << whole.low;
  tile->columns = (TILE_FIRST >> tile->rows >= ROW_LEAST ? TILE_FIRST : TILE_SECOND) / self->size >> tile->rows;
  tile->columns = CLAMP (tile->columns, LINE / self->size, tile->stride);
  return ondes_job_pass (job, work, (self->total >> tile->rows) / tile->columns, tile_piece, &whole);
}

void *
ondes_spectral_local (const OndesSpectralTransform *self,
                      OndesJob                     *job,
                      guint                         worker,
                      const OndesSpectralTile      *tile,
                      guint                         count)
{
  const gsize bytes = (ondes_spectral_local_stride (tile) << tile->rows) * self->size;
  void *local = ondes_buffer_get (&self->engine->workers[worker].buffers[ONDES_BUFFER_PRODUCT], count * bytes);

  if (!local)
    ondes_job_fail (job, g_error_new (ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY,
                                      "there is not memory enough for the copy of a tile"));
  return local;
}
