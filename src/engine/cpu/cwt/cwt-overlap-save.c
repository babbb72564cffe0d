/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows by FFT (overlap-save). One forward transform of a tile serves all rows of its group; each row multiplies it by its own
 * spectrum, within its band only, transforms back and keeps the valid outputs. Method fft is the same with a single tile.
 */
#include "cwt-run.h"

#include "interpolate.h"

#include <math.h>
#include <string.h>

#define OUT_PIECE (1 << 14) /* outputs of a long FFT stored at a time */

/* Returns the stride in bytes between the spectra of a tile's blocks, a multiple of 64 for alignment. */
static gsize
spectrum_stride (const OndesCwtRun   *self,
                 const OndesCwtGroup *group)
{
  const gsize bins = self->layout->complex_in ? group->length : group->length / 2 + 1;

  return (bins * 2 * self->layout->kernels->size + 63) / 64 * 64;
}

/* Restores the subtracted mean, which is the DC bin. */
static void
restore_mean (const OndesCwtRun   *self,
              const OndesCwtGroup *group,
              const OndesLevel    *level,
              void                *spectrum)
{
  const double re = level->mean[0] * level->gain * (double) group->length;
  const double im = level->mean[1] * level->gain * (double) group->length;

  if (self->layout->single)
    {
      ((float *) spectrum)[0] += (float) re;
      ((float *) spectrum)[1] += (float) im;
    }
  else
    {
      ((double *) spectrum)[0] += re;
      ((double *) spectrum)[1] += im;
    }
}

/* A row of outputs made by ondes_cwt_make_row(). */
typedef struct
{
  const OndesCwtGroup *group;
  const OndesCwtRow   *row;
  const char          *z;
  guint                stride; /* samples from one output to the next */
  gint64               origin; /* sample of the first output */
  double               gain;   /* undoes the scaling of the level */
} Outputs;

/* Pools its samples [at, at + n) into columns. */
static void
pool_row (OndesCwtRun *self,
          guint        worker,
          const Outputs *outputs,
          guint64      at,
          gsize        n)
{
  const OndesCwtLayout *layout = self->layout;
  const OndesKernels *kernels = layout->kernels;
  const OndesCwtRow *row = outputs->row;
  const guint stride = outputs->stride;
  const OndesStrided strided = { .nodes = outputs->z, .complex = layout->complex_out, .m = outputs->group->length / stride,
                                 .origin = outputs->origin, .stride = stride << row->level,
                                 .phases = stride == row->stride ? row->phases : row->fine_phases };
  const OndesPoolPart part = { .row = row->row, .at = at, .n = n, .kernels = kernels, .gain = outputs->gain };

  if (strided.stride == 1)
    ondes_pool_add (self->pool, &part,
                    outputs->z + (gsize) ((gint64) at - outputs->origin) * kernels->size * (layout->complex_out ? 2 : 1),
                    layout->complex_out);
  else
    ondes_pool_add_strided (self->pool, &part, &strided, self->engine->workers[worker].buffers[ONDES_BUFFER_POOL].data);
}

/* Returns its valid outputs [offset, offset + n), at the recording's rate: within z or, for an expanded row, interpolated into
 * @wide, which holds n + ONDES_EXPAND_BEYOND. */
static const char *
valid_outputs (const OndesCwtLayout *layout,
               const Outputs        *outputs,
               gsize                 offset,
               gsize                 n,
               char                 *wide)
{
  const OndesCwtRow *row = outputs->row;

  if (!row->expanded)
    return outputs->z + offset * layout->kernels->size * (layout->complex_out ? 2 : 1);
  if (row->level > 0)
    {
      const OndesPolynomialNodes nodes = { .kernels = layout->kernels, .nodes = outputs->z,
                                           .parts = layout->complex_out ? 2 : 1, .level = row->level };

      ondes_interpolate_polynomial (&nodes, offset, n, wide);
    }
  else
    {
      const OndesExpansion expansion = { .nodes = (const float *) (const void *) outputs->z, .stride = row->stride,
                                         .shift = ondes_cwt_row_shift (layout, outputs->group, row),
                                         .length = outputs->group->length };

      ondes_expand (&expansion, offset, n, (float *) (void *) wide);
    }
  return wide;
}

/* TRUE if results are stored just as the inverse FFT yields them; the level's gain is then undone before that FFT. */
static gboolean
is_plain (const OndesCwtRun *self)
{
  return !self->pool && self->layout->cwt->options.quantity == ONDES_QUANTITY_COEFFICIENTS;
}

/* Returns the scratch buffer for multiply(), with the spectrum of a windowed row that is not kept; NULL if out of memory, which
 * ends the run. */
static double *
scratch_for (OndesCwtRun         *self,
             guint                worker,
             const OndesCwtGroup *group,
             const OndesCwtRow   *row)
{
  const gboolean windowed = row->windowed && !self->engine->spectra[row->row].values;
  const gsize n = windowed ? ondes_cwt_spectrum_size (row, group->length + 2) : 2 * ONDES_CWT_SPECTRUM_PIECE;
  double *scratch = ondes_buffer_get (&self->engine->workers[worker].buffers[ONDES_BUFFER_SCRATCH], n * sizeof *scratch);

  if (!scratch || (windowed && !ondes_cwt_spectrum_windowed (self->layout, group, row, scratch)))
    {
      ondes_cwt_no_memory (self);
      return NULL;
    }
  for (gsize i = 0; windowed && self->layout->single && i < n; i++) /* in place: no float lies beyond its double */
    memcpy ((char *) scratch + i * sizeof (float), &(float) { (float) scratch[i] }, sizeof (float));
  return scratch;
}

/* Passes its samples [at, end) of one tile to the pool, or piecewise to the sink. FALSE if stopped. */
static gboolean
put_row (OndesCwtRun *self,
         guint        worker,
         const Outputs *outputs,
         guint64      at,
         guint64      end)
{
  const OndesCwtLayout *layout = self->layout;
  const OndesCwtRow *row = outputs->row;
  const gsize t = layout->kernels->size, offset = (gsize) ((gint64) at - outputs->origin);
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  char *out = ondes_buffer_get (&buffers[ONDES_BUFFER_OUT], OUT_PIECE * 2 * t);
  char *wide = ondes_buffer_get (&buffers[ONDES_BUFFER_WIDE], (OUT_PIECE + ONDES_EXPAND_BEYOND) * 2 * t);

  if (!out || !wide)
    {
      ondes_cwt_no_memory (self);
      return FALSE;
    }
  if (self->pool && !row->expanded)
    pool_row (self, worker, outputs, at, end - at);
  for (guint64 i = at; i < end && (!self->pool || row->expanded); i += OUT_PIECE)
    {
      const gsize n = MIN (OUT_PIECE, end - i);
      const char *valid;

      if (ondes_cwt_stopped (self))
        return FALSE;
      valid = valid_outputs (layout, outputs, offset + (i - at), n, wide);
      if (self->pool)
        ondes_pool_add (self->pool, &(OndesPoolPart) { .row = row->row, .at = i, .n = n, .kernels = layout->kernels,
                                                       .gain = outputs->gain }, valid, layout->complex_out);
      else if (!is_plain (self))
        ondes_cwt_convert (self, valid, n, outputs->gain, out);
      if (!self->pool && !ondes_cwt_put (self, row->row, i, n, is_plain (self) ? valid : out))
        return FALSE;
    }
  ondes_cwt_advance (self, worker, ondes_cwt_row_work (outputs->group, row) * (double) (end - at));
  return TRUE;
}

/* Where the first output of a tile at @at stands. */
static gint64
tile_origin (const OndesCwtGroup *group,
             guint64              at)
{
  return group->whole_recording ? 0 : (gint64) at - (gint64) (group->halo << group->level);
}

void
ondes_cwt_decimated_tile (OndesCwtRun         *self,
                          guint                worker,
                          const OndesCwtGroup *group,
                          guint64              at,
                          guint64              end)
{
  const OndesCwtLayout *layout = self->layout;
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  const gsize t = layout->kernels->size, n = (gsize) ((end - at - 1) >> group->level) + 1;
  char *x = ondes_buffer_get (&buffers[ONDES_BUFFER_X], group->length * (layout->complex_in ? 2 * t : t));
  char *spectrum = ondes_buffer_get (&buffers[ONDES_BUFFER_SPECTRUM], spectrum_stride (self, group));
  char *y = ondes_buffer_get (&buffers[ONDES_BUFFER_PRODUCT], (group->length + 2) * 2 * t);
  char *z = ondes_buffer_get (&buffers[ONDES_BUFFER_RESULT], (group->length + 2) * 2 * t);
  OndesLevel level;

  if (!x || !spectrum || !y || !z)
    {
      ondes_cwt_no_memory (self);
      return;
    }
  if (!ondes_cwt_load_decimated (self, worker, group, tile_origin (group, at), &level, x))
    return;
  ondes_fft_execute (group->forward, x, spectrum);
  restore_mean (self, group, &level, spectrum);
  for (guint i = 0; i < group->n_rows; i++)
    {
      Outputs outputs = { .group = group, .row = &group->rows[i], .z = z, .origin = tile_origin (group, at),
                          .gain = 1 / level.gain };
      double *scratch = scratch_for (self, worker, group, outputs.row);

      if (!scratch || ondes_cwt_stopped (self))
        return;
      outputs.stride = ondes_cwt_make_row (self, &(OndesCwtProduct) { .worker = worker, .group = group, .row = outputs.row,
                                                                      .gain = is_plain (self) ? 1 / level.gain : 1,
                                                                      .x = spectrum, .y = y, .z = z, .offset = group->halo,
                                                                      .n = n, .scratch = scratch });
      if (outputs.stride == 0 || !put_row (self, worker, &outputs, at, end))
        return;
    }
}

/* Outputs [at, end) of a group, in blocks whose spectra are made. */
typedef struct
{
  OndesCwtRun         *run;
  guint                worker;
  const OndesCwtGroup *group;
  guint64              at, end;
  guint                blocks;
  gsize                stride; /* of the spectra, bytes */
  char                *spectra, *y, *z, *out, *wide;
  OndesLevel           level;
  gboolean             noisy;  /* TRUE if nodes of noisy rows are wanted */
  double               powers[ONDES_NOISE_BANDS]; /* of the block at hand, then */
} Tile;

/* Outputs of a block. */
static gsize
block_outputs (const Tile *self,
               guint       block)
{
  if (self->group->whole_recording)
    return self->end - self->at;
  return MIN (self->group->step, self->end - self->at - block * self->group->step);
}

/* Computes the outputs of a block from @offset on; returns their stride, 0 if stopped. */
static guint
make_row (const Tile        *self,
          guint              block,
          const OndesCwtRow *row,
          gsize              offset,
          double            *scratch)
{
  const OndesCwtProduct product = { .worker = self->worker, .group = self->group, .row = row,
                                    .gain = is_plain (self->run) ? 1 / self->level.gain : 1,
                                    .x = self->spectra + block * self->stride, .y = self->y, .z = self->z,
                                    .offset = offset, .n = block_outputs (self, block), .powers = self->noisy ? self->powers : NULL,
                                    .scratch = scratch };

  return ondes_cwt_make_row (self->run, &product);
}

/* All rows of a block, to the pool. FALSE when stopped. */
static gboolean
pool_block (Tile *self,
            guint block)
{
  const OndesCwtGroup *group = self->group;
  const guint64 at = self->at + block * group->step;
  const gsize n = block_outputs (self, block);
  double work = 0;

  if (self->noisy)
    ondes_cwt_noise_powers (self->run, group, self->spectra + block * self->stride, self->powers);
  for (guint i = 0; i < group->n_rows; i++)
    {
      Outputs outputs = { .group = group, .row = &group->rows[i], .z = self->z, .origin = tile_origin (group, at),
                          .gain = 1 / self->level.gain };
      double *scratch = scratch_for (self->run, self->worker, group, outputs.row);

      if (!scratch || ondes_cwt_stopped (self->run))
        return FALSE;
      outputs.stride = make_row (self, block, outputs.row, group->whole_recording ? at : group->halo, scratch);
      pool_row (self->run, self->worker, &outputs, at, n);
      work += ondes_cwt_row_work (group, outputs.row) * (double) n;
    }
  ondes_cwt_advance (self->run, self->worker, work);
  return TRUE;
}

/* A row of all blocks, to the sink. FALSE when stopped. */
static gboolean
put_blocks (const Tile        *self,
            const OndesCwtRow *row)
{
  OndesCwtRun *run = self->run;
  const OndesCwtGroup *group = self->group;
  const OndesCwtLayout *layout = run->layout;
  const gsize out_size = layout->kernels->size * (layout->complex_out ? 2 : 1);
  const gboolean plain = is_plain (run), at_once = plain && (self->blocks == 1 || run->mapped);
  const Outputs outputs = { .group = group, .row = row, .z = self->z };
  double *scratch = scratch_for (run, self->worker, group, row);

  if (!scratch || ondes_cwt_stopped (run))
    return FALSE;
  for (guint block = 0; block < self->blocks; block++)
    {
      const gsize offset = block * group->step, n = block_outputs (self, block);
      const char *valid;

      make_row (self, block, row, 0, scratch);
      valid = valid_outputs (layout, &outputs, group->whole_recording ? self->at : group->halo, n,
                             plain && !at_once ? self->out + offset * out_size : self->wide);
      if (!plain)
        ondes_cwt_convert (run, valid, n, 1 / self->level.gain, self->out + offset * ondes_type_bytes (layout->shape.type, 1));
      else if (at_once && !ondes_cwt_put (run, row->row, self->at + offset, n, valid))
        return FALSE;
      else if (!at_once && !row->expanded)
        memcpy (self->out + offset * out_size, valid, n * out_size);
    }
  if (!at_once && !ondes_cwt_put (run, row->row, self->at, self->end - self->at, self->out))
    return FALSE;
  ondes_cwt_advance (run, self->worker, ondes_cwt_row_work (group, row) * (double) (self->end - self->at));
  return TRUE;
}

void
ondes_cwt_overlap_save_tile (OndesCwtRun         *self,
                             guint                worker,
                             const OndesCwtGroup *group,
                             guint64              at,
                             guint64              end)
{
  const OndesKernels *kernels = self->layout->kernels;
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  const gsize t = kernels->size, in_size = self->layout->complex_in ? 2 * t : t;
  Tile tile = { .run = self, .worker = worker, .group = group, .at = at, .end = end, .stride = spectrum_stride (self, group),
                .blocks = group->whole_recording ? 1 : (guint) ((end - at + group->step - 1) / group->step) };
  const gsize load = (tile.blocks - 1) * group->step + group->length;
  char *x = ondes_buffer_get (&buffers[ONDES_BUFFER_X], load * in_size);

  tile.spectra = ondes_buffer_get (&buffers[ONDES_BUFFER_SPECTRUM], tile.blocks * tile.stride);
  tile.y = ondes_buffer_get (&buffers[ONDES_BUFFER_PRODUCT], (group->length + 2) * 2 * t);
  tile.z = ondes_buffer_get (&buffers[ONDES_BUFFER_RESULT], (group->length + 2) * 2 * t);
  tile.out = ondes_buffer_get (&buffers[ONDES_BUFFER_OUT], (end - at + ONDES_EXPAND_BEYOND) * 2 * t);
  tile.wide = ondes_buffer_get (&buffers[ONDES_BUFFER_WIDE], (group->step + ONDES_EXPAND_BEYOND) * 2 * t);
  if (!x || !tile.spectra || !tile.y || !tile.z || !tile.out || !tile.wide)
    {
      ondes_cwt_no_memory (self);
      return;
    }
  if (!ondes_cwt_load (self, worker,
                       &(OndesCwtInput) { .kernels = kernels, .at = tile_origin (group, at), .n = load, .x = x }, &tile.level))
    return;
  for (guint block = 0; block < tile.blocks; block++)
    {
      ondes_fft_execute (group->forward, x + block * group->step * in_size, tile.spectra + block * tile.stride);
      restore_mean (self, group, &tile.level, tile.spectra + block * tile.stride);
    }
  for (guint i = 0; i < group->n_rows; i++)
    tile.noisy |= self->pool && group->rows[i].noisy && group->rows[i].stride > 1;
  if (self->pool)
    for (guint block = 0; block < tile.blocks && pool_block (&tile, block); block++)
      ;
  else
    for (guint i = 0; i < group->n_rows && put_blocks (&tile, &group->rows[i]); i++)
      ;
}

/* Computes and stores one row of the shared tile. FALSE if stopped. */
static gboolean
shared_row (OndesCwtRun       *self,
            guint              worker,
            const OndesCwtRow *row)
{
  const OndesCwtLayout *layout = self->layout;
  const OndesKernels *kernels = layout->kernels;
  const OndesCwtGroup *group = self->group;
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  const guint64 at = self->tile_begin, end = self->tile_end;
  const gsize n = (gsize) ((end - at - 1) >> group->level) + 1;
  char *y = ondes_buffer_get (&buffers[ONDES_BUFFER_PRODUCT],
                              (group->length + 2) * kernels->size * (layout->complex_out ? 2 : 1));
  double *scratch = scratch_for (self, worker, group, row);
  Outputs outputs = { .group = group, .row = row, .z = y, .origin = tile_origin (group, at), .gain = 1 / self->level.gain };

  if (!y || !scratch)
    {
      ondes_cwt_no_memory (self);
      return FALSE;
    }
  if (ondes_cwt_stopped (self))
    return FALSE;
  outputs.stride = ondes_cwt_make_row (self, &(OndesCwtProduct) { .worker = worker, .group = group, .row = row,
                                                                  .gain = is_plain (self) ? outputs.gain : 1,
                                                                  .x = self->engine->shared[0].data, .y = y, .z = y,
                                                                  .offset = group->whole_recording ? at : group->halo, .n = n,
                                                                  .scratch = scratch });
  return outputs.stride > 0 && put_row (self, worker, &outputs, at, end);
}

static gboolean
shared_piece (gpointer data,
              guint    worker)
{
  OndesCwtRun *self = data;
  guint i;

  if (worker >= self->n_workers || ondes_cwt_stopped (self))
    return FALSE;
  i = (guint) g_atomic_int_add (&self->next_row, 1);
  return i < self->group->n_rows && shared_row (self, worker, &self->group->rows[i]);
}

/* Does the next piece of the current step of the shared tile's forward transform. */
static gboolean
split_piece (gpointer data,
             guint    worker)
{
  OndesCwtRun *self = data;
  const OndesFftSplit *split = &self->split;
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  void *x = self->engine->shared[0].data;
  void *work = ondes_buffer_get (&buffers[ONDES_BUFFER_OUT], ondes_fft_split_work (split->parts, split->single));
  gsize i;

  if (!work)
    ondes_cwt_no_memory (self);
  if (worker >= self->n_workers || ondes_cwt_stopped (self))
    return FALSE;
  i = (gsize) g_atomic_int_add (&self->next_row, 1);
  if (i >= self->split_pieces)
    return FALSE;
  switch (self->split_step)
    {
    case 0:
      ondes_fft_split_columns (split, x, i * ONDES_FFT_COLUMNS, work);
      break;
    case 1:
      ondes_fft_split_block (split, x, (guint) i);
      break;
    default:
      ondes_fft_split_real (split, x, (guint) i);
    }
  return TRUE;
}

/* Transforms the shared tile in place, with all workers; FALSE if stopped. */
static gboolean
transform_split (OndesCwtRun *self)
{
  const OndesCwtGroup *group = self->group;
  const gsize n = group->length / (self->layout->complex_in ? 1 : 2);
  const gsize pieces[] = { n / group->parts / ONDES_FFT_COLUMNS, group->parts, group->parts / 2 + 1 };

  if (!ondes_fft_split_init (&self->split, n, group->parts, self->layout->single, FALSE))
    {
      ondes_cwt_no_memory (self);
      return FALSE;
    }
  for (self->split_step = 0; self->split_step < (self->layout->complex_in ? 2 : 3); self->split_step++)
    {
      self->next_row = 0;
      self->split_pieces = pieces[self->split_step];
      ondes_threads_run (self->engine->threads, split_piece, NULL, self);
    }
  return !ondes_cwt_stopped (self);
}

void
ondes_cwt_overlap_save_shared (OndesCwtRun *self,
                               guint64      at,
                               guint64      end)
{
  const OndesCwtLayout *layout = self->layout;
  const OndesCwtGroup *group = self->group;
  const gint64 origin = tile_origin (group, at);
  OndesCwtInput input;
  void *x = ondes_buffer_get (&self->engine->shared[0], (group->length + 2) * layout->kernels->size * (layout->complex_in ? 2 : 1));

  if (!x)
    {
      ondes_cwt_no_memory (self);
      return;
    }
  input = (OndesCwtInput) { .kernels = layout->kernels, .at = origin, .n = group->length, .x = x };
  if (group->level > 0 ? !ondes_cwt_load_decimated (self, 0, group, origin, &self->level, x)
                       : !ondes_cwt_load (self, 0, &input, &self->level))
    return;
  if (group->parts > 1 && !transform_split (self))
    return;
  if (group->parts == 1)
    ondes_fft_execute (group->forward, x, x);
  restore_mean (self, group, &self->level, x);
  self->tile_begin = at;
  self->tile_end = end;
  self->next_row = 0;
  ondes_threads_run (self->engine->threads, shared_piece, ondes_cwt_report, self);
}
