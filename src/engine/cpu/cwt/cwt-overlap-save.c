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
put_back_mean (const OndesCwtRun   *self,
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

/* Pools a row's outputs of ondes_cwt_make_row() in @z, the first of which is at sample @origin, into columns. */
static void
pool_row (OndesCwtRun         *self,
          guint                worker,
          const OndesCwtGroup *group,
          const OndesCwtRow   *row,
          const char          *z,
          guint                stride,
          gint64               origin,
          guint64              at,
          gsize                n,
          double               gain)
{
  const OndesCwtLayout *layout = self->layout;
  const OndesKernels *kernels = layout->kernels;
  const OndesStrided strided = { .nodes = z, .complex = layout->complex_out, .m = group->length / stride, .origin = origin,
                                 .stride = stride << row->level,
                                 .phases = stride == row->stride ? row->phases : row->fine_phases };

  if (strided.stride == 1)
    ondes_pool_add (self->pool, row->row, at, n, kernels,
                    z + (gsize) ((gint64) at - origin) * kernels->size * (layout->complex_out ? 2 : 1), layout->complex_out, gain);
  else
    ondes_pool_add_strided (self->pool, row->row, at, n, kernels, &strided, gain,
                            self->engine->workers[worker].buffers[ONDES_BUFFER_POOL].data);
}

/* Returns the valid outputs [offset, offset + n), at the recording's rate, of a row that ondes_cwt_make_row() left in @z:
 * within @z or, for an expanded row, interpolated into @wide, which holds n + ONDES_EXPAND_BEYOND. */
static const char *
good_outputs (const OndesCwtLayout *layout,
              const OndesCwtGroup  *group,
              const OndesCwtRow    *row,
              const char           *z,
              gsize                 offset,
              gsize                 n,
              char                 *wide)
{
  if (!row->expanded)
    return z + offset * layout->kernels->size * (layout->complex_out ? 2 : 1);
  if (row->level > 0)
    {
      ondes_between (layout->kernels, z, layout->complex_out ? 2 : 1, row->level, offset, n, wide);
      return wide;
    }
  ondes_expand ((const float *) (const void *) z, row->stride, ondes_cwt_row_shift (layout, group, row), group->length, offset, n,
                (float *) (void *) wide);
  return wide;
}

/* TRUE if results are stored just as the inverse FFT yields them; the level's gain is then undone before that FFT. */
static gboolean
is_plain (const OndesCwtRun *self)
{
  return !self->pool && self->layout->cwt->options.quantity == ONDES_QUANTITY_COEFFICIENTS;
}

/* Returns the scratch buffer for multiply(); NULL if out of memory, which ends the run. */
static double *
scratch_for (OndesCwtRun       *self,
             guint              worker,
             const OndesCwtRow *row)
{
  const OndesRowSpectrum *spectrum = &self->engine->spectra[row->row];
  const gsize n = row->windowed && !spectrum->values ? spectrum->length + 2 : 2 * ONDES_CWT_SPECTRUM_PIECE;
  double *scratch = ondes_buffer_get (&self->engine->workers[worker].buffers[ONDES_BUFFER_SCRATCH], n * sizeof *scratch);

  if (!scratch)
    ondes_cwt_no_memory (self);
  return scratch;
}

/* Passes a tile's outputs of ondes_cwt_make_row() in @z to the pool, or piecewise to the sink. FALSE if stopped. */
static gboolean
put_row (OndesCwtRun         *self,
         guint                worker,
         const OndesCwtGroup *group,
         const OndesCwtRow   *row,
         const char          *z,
         guint                made,
         guint64              at,
         guint64              end,
         double               gain)
{
  const OndesCwtLayout *layout = self->layout;
  const gsize t = layout->kernels->size;
  const gsize offset = group->whole ? at : group->halo << group->level;
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  char *out = ondes_buffer_get (&buffers[ONDES_BUFFER_OUT], OUT_PIECE * 2 * t);
  char *wide = ondes_buffer_get (&buffers[ONDES_BUFFER_WIDE], (OUT_PIECE + ONDES_EXPAND_BEYOND) * 2 * t);

  if (!out || !wide)
    {
      ondes_cwt_no_memory (self);
      return FALSE;
    }
  if (self->pool && !row->expanded)
    pool_row (self, worker, group, row, z, made, (gint64) at - (gint64) offset, at, end - at, gain);
  for (guint64 i = at; i < end && (!self->pool || row->expanded); i += OUT_PIECE)
    {
      const gsize n = MIN (OUT_PIECE, end - i);
      const char *good;

      if (ondes_cwt_stopped (self))
        return FALSE;
      good = good_outputs (layout, group, row, z, offset + (i - at), n, wide);
      if (self->pool)
        ondes_pool_add (self->pool, row->row, i, n, layout->kernels, good, layout->complex_out, gain);
      else if (!is_plain (self))
        ondes_cwt_convert (self, good, n, gain, out);
      if (!self->pool && !ondes_cwt_put (self, row->row, i, n, is_plain (self) ? good : out))
        return FALSE;
    }
  ondes_cwt_advance (self, worker, ondes_cwt_row_work (group, row) * (double) (end - at));
  return TRUE;
}

void
ondes_cwt_halved_tile (OndesCwtRun         *self,
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
  if (!ondes_cwt_load_halved (self, worker, group, (gint64) at - (gint64) (group->halo << group->level), group->length, &level, x))
    return;
  ondes_fft_execute (group->forward, x, spectrum);
  put_back_mean (self, group, &level, spectrum);
  for (guint i = 0; i < group->n_rows; i++)
    {
      const OndesCwtRow *row = &group->rows[i];
      double *scratch = scratch_for (self, worker, row);
      guint made;

      if (!scratch || ondes_cwt_stopped (self))
        return;
      made = ondes_cwt_make_row (self, worker, group, row, is_plain (self) ? 1 / level.gain : 1, spectrum, y, z, group->halo, n,
                                 scratch);
      if (made == 0 || !put_row (self, worker, group, row, z, made, at, end, 1 / level.gain))
        return;
    }
}

void
ondes_cwt_overlap_save_tile (OndesCwtRun         *self,
                             guint                worker,
                             const OndesCwtGroup *group,
                             guint64              at,
                             guint64              end)
{
  const OndesCwtLayout *layout = self->layout;
  const OndesKernels *kernels = layout->kernels;
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  const gsize t = kernels->size, in_size = layout->complex_in ? 2 * t : t, out_size = layout->complex_out ? 2 * t : t;
  const gsize stride = spectrum_stride (self, group);
  const gint64 origin = group->whole ? 0 : (gint64) at - (gint64) group->halo;
  const guint blocks = group->whole ? 1 : (guint) ((end - at + group->step - 1) / group->step);
  const gsize load = (blocks - 1) * group->step + group->length;
  char *x = ondes_buffer_get (&buffers[ONDES_BUFFER_X], load * in_size);
  char *spectra = ondes_buffer_get (&buffers[ONDES_BUFFER_SPECTRUM], blocks * stride);
  char *y = ondes_buffer_get (&buffers[ONDES_BUFFER_PRODUCT], (group->length + 2) * 2 * t);
  char *z = ondes_buffer_get (&buffers[ONDES_BUFFER_RESULT], (group->length + 2) * 2 * t);
  char *out = ondes_buffer_get (&buffers[ONDES_BUFFER_OUT], (end - at + ONDES_EXPAND_BEYOND) * 2 * t);
  char *wide = ondes_buffer_get (&buffers[ONDES_BUFFER_WIDE], (group->step + ONDES_EXPAND_BEYOND) * 2 * t);
  OndesLevel level;

  if (!x || !spectra || !y || !z || !out || !wide)
    {
      ondes_cwt_no_memory (self);
      return;
    }
  if (!ondes_cwt_load (self, worker, kernels, origin, load, &level, x, NULL))
    return;
  for (guint block = 0; block < blocks; block++)
    {
      ondes_fft_execute (group->forward, x + block * group->step * in_size, spectra + block * stride);
      put_back_mean (self, group, &level, spectra + block * stride);
    }

  for (guint block = 0; self->pool && block < blocks; block++)
    {
      const gsize offset = block * group->step, n = group->whole ? end - at : MIN (group->step, end - at - offset);
      double work = 0;

      for (guint i = 0; i < group->n_rows; i++)
        {
          const OndesCwtRow *row = &group->rows[i];
          double *scratch = scratch_for (self, worker, row);
          guint made;

          if (!scratch || ondes_cwt_stopped (self))
            return;
          made = ondes_cwt_make_row (self, worker, group, row, 1, spectra + block * stride, y, z, group->whole ? at : group->halo,
                                     n, scratch);
          pool_row (self, worker, group, row, z, made, origin + (gint64) offset, at + offset, n, 1 / level.gain);
          work += ondes_cwt_row_work (group, row) * (double) n;
        }
      ondes_cwt_advance (self, worker, work);
    }
  for (guint i = 0; !self->pool && i < group->n_rows; i++)
    {
      const OndesCwtRow *row = &group->rows[i];
      const gboolean plain = is_plain (self), at_once = plain && (blocks == 1 || self->lent);
      double *scratch = scratch_for (self, worker, row);

      if (!scratch || ondes_cwt_stopped (self))
        return;
      for (guint block = 0; block < blocks; block++)
        {
          const gsize offset = block * group->step;
          const gsize n = group->whole ? end - at : MIN (group->step, end - at - offset);
          const char *good;

          ondes_cwt_make_row (self, worker, group, row, plain ? 1 / level.gain : 1, spectra + block * stride, y, z, 0, n, scratch);
          good = good_outputs (layout, group, row, z, group->whole ? at : group->halo, n,
                               plain && !at_once ? out + offset * out_size : wide);
          if (!plain)
            ondes_cwt_convert (self, good, n, 1 / level.gain, out + offset * ondes_type_bytes (layout->shape.type, 1));
          else if (at_once && !ondes_cwt_put (self, row->row, at + offset, n, good))
            return;
          else if (!at_once && !row->expanded)
            memcpy (out + offset * out_size, good, n * out_size);
        }
      if (!at_once && !ondes_cwt_put (self, row->row, at, end - at, out))
        return;
      ondes_cwt_advance (self, worker, ondes_cwt_row_work (group, row) * (double) (end - at));
    }
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
  const OndesRowSpectrum *spectrum = &self->engine->spectra[row->row];
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  const guint64 at = self->tile_begin, end = self->tile_end;
  const gsize n = (gsize) ((end - at - 1) >> group->level) + 1;
  char *y = ondes_buffer_get (&buffers[ONDES_BUFFER_PRODUCT],
                              (group->length + 2) * kernels->size * (layout->complex_out ? 2 : 1));
  double *scratch = scratch_for (self, worker, row);
  guint made;

  if (!y || !scratch)
    {
      ondes_cwt_no_memory (self);
      return FALSE;
    }
  if (row->windowed && !spectrum->values)
    {
      if (!ondes_cwt_spectrum_windowed (layout, group, row, scratch))
        {
          ondes_cwt_no_memory (self);
          return FALSE;
        }
      if (layout->single)
        for (gsize i = 0; i < group->length; i++) /* in place: no float lies beyond its double */
          memcpy ((char *) scratch + i * sizeof (float), &(float) { (float) scratch[i] }, sizeof (float));
    }
  if (ondes_cwt_stopped (self))
    return FALSE;
  made = ondes_cwt_make_row (self, worker, group, row, is_plain (self) ? 1 / self->level.gain : 1, self->engine->shared[0].data,
                             y, y, group->whole ? at : group->halo, n, scratch);
  return made > 0 && put_row (self, worker, group, row, y, made, at, end, 1 / self->level.gain);
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
  const gint64 origin = group->whole ? 0 : (gint64) at - (gint64) (group->halo << group->level);
  void *x = ondes_buffer_get (&self->engine->shared[0], (group->length + 2) * layout->kernels->size * (layout->complex_in ? 2 : 1));

  if (!x)
    {
      ondes_cwt_no_memory (self);
      return;
    }
  if (group->level > 0 ? !ondes_cwt_load_halved (self, 0, group, origin, group->length, &self->level, x)
                       : !ondes_cwt_load (self, 0, layout->kernels, origin, group->length, &self->level, x, NULL))
    return;
  if (group->parts > 1 && !transform_split (self))
    return;
  if (group->parts == 1)
    ondes_fft_execute (group->forward, x, x);
  put_back_mean (self, group, &self->level, x);
  self->tile_begin = at;
  self->tile_end = end;
  self->next_row = 0;
  ondes_threads_run (self->engine->threads, shared_piece, ondes_cwt_between, self);
}
