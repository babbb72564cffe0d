/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fast transform in as few passes over memory as the caches allow: blocks that fit in L2, part by part in L1, then the levels
 * between parts in place, and the levels between blocks tile by tile in a copy that fits in L1. */
#include "spectral-transform.h"

#include "base/words.h"

#define BLOCK_MIN 16   /* log2 of the minimum size of a block in bytes; a smaller one is not worth another thread */
#define FEW_ROWS    6  /* log2 of the rows up to which a tile costs no more than with fewer */
#define TILE_ROWS   8  /* log2 of the most rows per tile */
#define TILE        ((gsize) 16 << 10) /* bytes per tile, more if needed for rows of ROW_MIN */
#define ROW_MIN     256 /* least contiguous bytes per row worth reading */
/* Bytes along a row per thread: enough that hardware prefetch takes few cache lines from other threads. */
#define RUN         8192

void
ondes_spectral_transform_init (OndesSpectralTransform *self,
                               OndesEngine            *engine,
                               OndesType               type,
                               OndesButterfly          what,
                               gsize                   total,
                               guint                   n)
{
  const guint in_word = type == ONDES_BITS ? 6 : 0;
  guint min_block;

  *self = (OndesSpectralTransform) {
    .engine = engine, .type = ondes_spectral_types[type], .what = what, .total = total, .n = n, .size = ondes_type_bytes (type, 1),
    .block = BLOCK_MIN, .part = BLOCK_MIN, .unit = BLOCK_MIN, .piece = BLOCK_MIN,
  };
  if (n < in_word + ONDES_SPECTRAL_SHORT)
    return;
  self->kernels = ondes_spectral_kernels (type, what);
  self->total >>= in_word;
  self->n -= in_word;
  self->size = in_word ? sizeof (guint64) : self->size;
  self->part = ONDES_SPECTRAL_BASE (self->size);
  min_block = BLOCK_MIN - ONDES_LOG2 (self->size);
  self->block = CLAMP (self->n, FEW_ROWS + min_block, FEW_ROWS + FEW_ROWS + self->part) - FEW_ROWS;
  self->unit = self->block + in_word;
  self->piece = self->part + in_word;
  self->passes = self->n > self->block ? (self->n - self->block + TILE_ROWS - 1) / TILE_ROWS : 0;
}

static void
consume_part (gpointer data,
              guint    worker,
              gsize    at,
              gsize    count,
              void    *values)
{
  const OndesSpectralTransform *self = ((OndesSpectralRun *) data)->transform;

  ondes_spectral_part (self, values, at >> self->piece);
}

static void
complete_block (gpointer data,
                guint    worker,
                gsize    at,
                gsize    count,
                void    *values)
{
  OndesSpectralRun *run = data;
  const OndesSpectralTransform *self = run->transform;
  char *x = (char *) values + at * self->size;

  ondes_spectral_parts (self, values, at >> self->unit);
  if (run->divide && self->passes == 0)
    ondes_spectral_divide (run, self->type, x, count, x);
}

void
ondes_spectral_transform_begin (OndesSpectralTransform *self,
                                OndesSpectralRun       *run,
                                OndesType               type,
                                OndesButterfly          what)
{
  ondes_spectral_transform_init (self, run->engine, type, what, run->total, run->n);
  run->transform = self;
  run->consume = consume_part;
  run->complete = complete_block;
  run->in_place = TRUE;
  run->unit = self->unit;
  run->piece = self->piece;
  run->data = run;
}

void
ondes_spectral_part (const OndesSpectralTransform *self,
                     void                         *x,
                     gsize                         i)
{
  const gsize at = i << self->part, count = MIN ((gsize) 1 << self->part, self->total - at);

  if (self->kernels)
    self->kernels->low ((char *) x + at * self->size, count, MIN (self->n, self->part));
  else
    for (guint step = 0; step < self->n; step++)
      self->type->cooley_tukey (self->what, x, step, at / 2, (at + count + 1) / 2);
}

/* Takes up to eight rows at once, in place: more rows at a power-of-two stride evict one another from L1 before they are
 * written, which costs more than another pass through L2. */
void
ondes_spectral_parts (const OndesSpectralTransform *self,
                      void                         *x,
                      gsize                         i)
{
  const guint top = MIN (self->n, self->block);
  const gsize end = MIN ((i + 1) << self->block, self->total);

  for (guint low = self->part, rows; low < top; low += rows)
    {
      const gsize stride = (gsize) 1 << low;

      rows = (top - low) / ((top - low + 2) / 3);
      for (gsize group = i << self->block; group < end; group += stride << rows)
        {
          char *at = (char *) x + group * self->size;

          self->kernels->tile (&(OndesSpectralRows) { at, stride, at, stride, stride }, rows, NULL);
        }
    }
}

void
ondes_spectral_block (const OndesSpectralTransform *self,
                      void                         *x,
                      gsize                         i)
{
  const gsize end = MIN ((i + 1) << self->block, self->total);

  for (gsize part = i << (self->block - self->part); part << self->part < end; part++)
    ondes_spectral_part (self, x, part);
  ondes_spectral_parts (self, x, i);
}

typedef struct
{
  guint                  low; /* the tiles cover levels [low, low + rows) */
  OndesSpectralTile      tile;
  gsize                  run; /* columns per piece, all tiles together */
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
  const gsize runs = tile.stride / self->run; /* pieces per row */
  const gsize first = (i / runs << (self->low + tile.rows)) + i % runs * self->run;

  for (tile.at = first; tile.at < first + self->run; tile.at += tile.columns)
    self->piece (self->data, worker, &tile);
}

static gsize
tile_columns (const OndesSpectralTransform *self,
              const OndesSpectralTile      *tile)
{
  return MIN (MAX (TILE >> tile->rows, ROW_MIN) / self->size, tile->stride);
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
  Pass state = { .low = self->n, .piece = piece, .data = data };
  OndesSpectralTile *tile = &state.tile;

  for (guint i = 0; i <= pass; i++)
    {
      tile->rows = (levels + i) / self->passes;
      state.low -= tile->rows;
    }
  tile->stride = (gsize) 1 << state.low;
  tile->columns = tile_columns (self, tile);
  state.run = CLAMP (RUN / self->size, tile->columns, tile->stride);
  return ondes_job_pass (job, work, (self->total >> tile->rows) / state.run, tile_piece, &state);
}

void *
ondes_spectral_local (const OndesSpectralTransform *self,
                      OndesJob                     *job,
                      guint                         worker,
                      const OndesSpectralTile      *tile,
                      guint                         count)
{
  const gsize bytes = (ondes_spectral_local_stride (self, tile) << tile->rows) * self->size;
  void *local = ondes_buffer_get (&self->engine->workers[worker].buffers[ONDES_BUFFER_PRODUCT], count * bytes);

  if (!local)
    ondes_job_fail (job, g_error_new (ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY,
                                      _("there is not memory enough for the copy of a tile")));
  return local;
}

void
ondes_spectral_tile (const OndesSpectralTransform *self,
                     OndesJob                     *job,
                     guint                         worker,
                     void                         *x,
                     const OndesSpectralTile      *tile)
{
  char *at = (char *) x + tile->at * self->size;
  void *local = ondes_spectral_local (self, job, worker, tile, 1);

  if (local)
    self->kernels->tile (&(OndesSpectralRows) { at, tile->stride, at, tile->stride, tile->columns }, tile->rows, local);
}
