/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows by FFT. One forward transform of a tile serves all rows of its group; a row multiplies it by its spectrum, over its
 * band alone, transforms back and keeps what no wrap-around has reached. Method fft is the same with one tile.
 */
#include "cwt-run.h"

#include "interpolate.h"

#include <math.h>
#include <string.h>

#define PIECE         2048       /* spectrum values made at a time then */
#define SEEN          1e-7       /* of a row's energy: what is less does not show in its magnitude */
#define OUT_PIECE     (1 << 14) /* outputs of a long FFT that are put at a time */
#define STEEP         3 /* times as large may |W|² be beside what is wanted of nodes */
#define LOOK          64 /* nodes at a time */

/* Bytes between the spectra of two blocks of a tile, which are to be aligned. */
static gsize
spectrum_stride (const OndesCwtRun   *self,
                 const OndesCwtGroup *group)
{
  const gsize bins = self->layout->complex_in ? group->length : group->length / 2 + 1;

  return (bins * 2 * self->layout->kernels->size + 63) / 64 * 64;
}

/* The mean that was taken away is a line at bin 0. */
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

static gint64
wrapped (gint64 bin,
         gsize  m)
{
  bin %= (gint64) m;
  return bin < 0 ? bin + (gint64) m : bin;
}

/* Zeros in @y of @m bins, but for its @n bins from @bin on, where @n is less. */
static void
clear_beside (const OndesCwtLayout *layout,
              char                 *y,
              gsize                 m,
              gint64                bin,
              gsize                 n)
{
  const gsize size = 2 * layout->kernels->size;
  const gsize from = (gsize) wrapped (bin + (gint64) n, m), gap = m - MIN (n, m), run = MIN (gap, m - from);

  if (!layout->complex_out)
    {
      memset (y, 0, (m / 2 + 1) * size);
      return;
    }
  memset (y + from * size, 0, run * size);
  memset (y, 0, (gap - run) * size);
}

/* @y of @m bins = the row's spectrum times @x, zero outside its band; fewer bins than the FFT has make every so many-th output,
 * and @shift turns the row down by so many bins, which its magnitude does not show.
 * @scratch holds PIECE doubles and PIECE of T, or the whole
 * spectrum of a windowed row. */
static void
multiply (OndesCwtRun         *self,
          const OndesCwtGroup *group,
          const OndesCwtRow   *row,
          const OndesRowSpectrum *spectrum,
          double               gain,
          const char          *x,
          char                *y,
          gsize                m,
          gint64               shift,
          double              *scratch)
{
  const OndesKernels *kernels = self->layout->kernels;
  const gint64 length = (gint64) group->length, half = length / 2;
  const gsize t = kernels->size;
  const OndesBand band = spectrum->band;
  char *made = (char *) (scratch + PIECE);

  clear_beside (self->layout, y, m, band.bin - shift, band.n);
  for (gsize done = 0, run; done < band.n; done += run)
    {
      const gint64 bin = wrapped (band.bin + (gint64) done, group->length);
      gint64 to;
      const char *s;
      gboolean mirrored;

      mirrored = !self->layout->complex_in && bin > half;
      run = MIN (band.n - done, (gsize) (self->layout->complex_in || mirrored ? length - bin : half - bin + 1));
      to = wrapped (bin - shift, m);
      run = MIN (run, (gsize) ((gint64) m - to));
      if (spectrum->values)
        s = (const char *) spectrum->values + done * t;
      else if (row->windowed)
        s = (const char *) scratch + done * t;
      else
        {
          run = MIN (run, PIECE);
          ondes_cwt_spectrum (self->layout, group, row, band, done, run, scratch);
          kernels->narrow (scratch, run, made);
          s = made;
        }
      if (mirrored)
        kernels->product_mirrored (x + (length - bin) * 2 * (gint64) t, s, run, gain, y + to * 2 * (gint64) t);
      else
        kernels->product (x + bin * 2 * (gint64) t, s, run, gain, y + to * 2 * (gint64) t);
    }
}

/* Energy of bins [from, to), which stand in @y modulo @m. */
static double
energy_between (const OndesKernels *kernels,
                const char         *y,
                gsize               m,
                double              from,
                double              to)
{
  gint64 bin = (gint64) floor (from), end = (gint64) ceil (to);
  double sum = 0;

  while (bin < end)
    {
      const gint64 at = wrapped (bin, m);
      const gint64 run = MIN (end - bin, (gint64) m - at);

      sum += kernels->energy (y + at * 2 * (gint64) kernels->size, (gsize) run);
      bin += run;
    }
  return sum;
}

/* Whether what lies outside |s ω − ω₀| < ONDES_CWT_SMOOTH, @beyond in the mean of |W|², is too little to be seen: then W is as
 * smooth as the row's stride takes it to be. */
static gboolean
is_smooth (const OndesCwtRun   *self,
           const OndesCwtGroup *group,
           const OndesCwtRow   *row,
           OndesBand            band,
           const char          *y,
           gsize                m,
           gint64               shift,
           double              *beyond)
{
  const OndesKernels *kernels = self->layout->kernels;
  const double omega0 = self->layout->cwt->options.omega0;
  const double bins = (double) group->length / (2 * G_PI * row->scale);
  const double low = (omega0 - ONDES_CWT_SMOOTH) * bins - (double) shift;
  const double high = (omega0 + ONDES_CWT_SMOOTH) * bins - (double) shift;
  const double first = (double) (band.bin - shift), end = (double) (band.bin - shift + (gint64) band.n);
  const double middle = omega0 * bins - (double) shift;
  double outside = high < end ? energy_between (kernels, y, m, high, end) : 0;

  if (self->layout->complex_out && low > first)
    outside += energy_between (kernels, y, m, first, low);
  *beyond = outside;
  /* what lies in the middle mostly does */
  if (self->layout->complex_out && outside <= SEEN * energy_between (kernels, y, m, middle - bins, middle + bins))
    return TRUE;
  return outside <= SEEN * kernels->energy (y, self->layout->complex_out ? m : m / 2 + 1);
}

/* The largest |W|² of nodes [from, from + n), which stand in @z modulo @m. */
static double
largest_node (const OndesCwtLayout *layout,
              const char           *z,
              gsize                 m,
              gint64                from,
              gsize                 n)
{
  const OndesKernels *kernels = layout->kernels;
  const gsize size = kernels->size * (layout->complex_out ? 2 : 1);
  double largest = 0;

  for (gsize i = 0, run; i < n; i += run)
    {
      const gsize at = (gsize) wrapped (from + (gint64) i, m);

      run = MIN (n - i, m - at);
      largest = MAX (largest, (layout->complex_out ? kernels->maximum : kernels->maximum_real) (z + at * size, run));
    }
  return largest;
}

/* Whether the nodes of @z, @stride apart, are near enough to each other for what is wanted of them. Beside what is much larger, the
 * flank of that is too steep for them, and what they cannot carry, @beyond, may be as large as all that is wanted. */
static gboolean
nodes_do (const OndesCwtLayout *layout,
          const char           *z,
          gsize                 m,
          guint                 stride,
          gsize                 offset,
          gsize                 n,
          double                beyond)
{
  const gint64 first = (gint64) ((offset + stride - 1) / stride), end = (gint64) ((offset + n - 1) / stride) + 1;
  const double beside = MAX (largest_node (layout, z, m, first - ONDES_NODES, ONDES_NODES),
                             largest_node (layout, z, m, end, ONDES_NODES));
  const double enough = MAX (beyond / SEEN, beside / STEEP);
  gboolean found = enough == 0;

  for (gint64 i = first; i < end && !found; i += LOOK) /* mostly the first are enough */
    found = largest_node (layout, z, m, i, (gsize) MIN (LOOK, end - i)) >= enough;
  return found;
}

/* Bins by which a row that is made at nodes is turned down. */
static gint64
row_shift (const OndesCwtLayout *layout,
           const OndesCwtGroup  *group,
           const OndesCwtRow    *row)
{
  if (row->stride == 1 || !layout->complex_out)
    return 0;
  return llrint (layout->cwt->options.omega0 * (double) group->length / (2 * G_PI * row->scale));
}

/* The row on spectrum @x into @z (which may be @y), one output in as many as is returned; of them those of samples
 * [@offset, @offset + @n) are wanted, of the group's rate. */
static guint
transform_row (OndesCwtRun         *self,
               const OndesCwtGroup *group,
               const OndesCwtRow   *row,
               double               gain,
               const char          *x,
               char                *y,
               char                *z,
               gsize                offset,
               gsize                n,
               double              *scratch)
{
  const OndesRowSpectrum *spectrum = &self->engine->spectra[row->row];
  const gsize m = group->length / row->stride, fine = group->length / row->fine_stride;
  const gint64 shift = row_shift (self->layout, group, row);
  const OndesFft *every; /* seldom wanted, and its tables are large */
  double beyond;

  multiply (self, group, row, spectrum, gain, x, y, m, shift, scratch);
  if (row->stride == 1 || row->expanded)
    {
      ondes_fft_execute (row->inverse, y, z);
      return row->stride;
    }
  if (is_smooth (self, group, row, spectrum->band, y, m, shift, &beyond))
    {
      ondes_fft_execute (row->inverse, y, z);
      if (nodes_do (self->layout, z, m, row->stride, offset, n, beyond))
        return row->stride;
    }
  multiply (self, group, row, spectrum, gain, x, y, fine, shift, scratch);
  ondes_fft_execute (row->fine_inverse, y, z);
  if (row->fine_stride == 1 || nodes_do (self->layout, z, fine, row->fine_stride, offset, n, 0))
    return row->fine_stride;
  every = ondes_fft_get (self->layout->complex_out ? ONDES_FFT_INVERSE : ONDES_FFT_INVERSE_REAL, group->length,
                         self->layout->single, group->shared);
  if (!every)
    return row->fine_stride;
  multiply (self, group, row, spectrum, gain, x, y, group->length, shift, scratch);
  ondes_fft_execute (every, y, z);
  return 1;
}

/* Columns of a row from what transform_row() left in @z, whose first output stands at sample @origin. */
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

/* The good outputs [offset, offset + n) of a row that transform_row() left in @z, of the recording's rate: there, or between the
 * nodes of an expanded row made in @wide, of n + ONDES_EXPAND_BEYOND. */
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
  ondes_expand ((const float *) (const void *) z, row->stride, row_shift (layout, group, row), group->length, offset, n,
                (float *) (void *) wide);
  return wide;
}

/* Where results are put as they come from the inverse FFT, the level's gain is taken back before it. */
static gboolean
is_plain (const OndesCwtRun *self)
{
  return !self->pool && self->layout->cwt->options.quantity == ONDES_QUANTITY_COEFFICIENTS;
}

/* What multiply() needs; NULL where there is no memory, which ends the run. */
static double *
scratch_for (OndesCwtRun       *self,
             guint              worker,
             const OndesCwtRow *row)
{
  const OndesRowSpectrum *spectrum = &self->engine->spectra[row->row];
  const gsize n = row->windowed && !spectrum->values ? spectrum->length + 2 : 2 * PIECE;
  double *scratch = ondes_buffer_get (&self->engine->workers[worker].buffers[ONDES_BUFFER_SCRATCH], n * sizeof *scratch);

  if (!scratch)
    ondes_cwt_no_memory (self);
  return scratch;
}

/* What transform_row() left in @z of one tile, to the pool or by pieces to the sink. FALSE when stopped. */
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
      made = transform_row (self, group, row, is_plain (self) ? 1 / level.gain : 1, spectrum, y, z, group->halo, n, scratch);
      if (!put_row (self, worker, group, row, z, made, at, end, 1 / level.gain))
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
          made = transform_row (self, group, row, 1, spectra + block * stride, y, z, group->whole ? at : group->halo, n, scratch);
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

          transform_row (self, group, row, plain ? 1 / level.gain : 1, spectra + block * stride, y, z, 0, n, scratch);
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

/* All of one row of the shared tile. */
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
        for (gsize i = 0; i < group->length; i++) /* in place: each float lies at or before its double */
          memcpy ((char *) scratch + i * sizeof (float), &(float) { (float) scratch[i] }, sizeof (float));
    }
  if (ondes_cwt_stopped (self))
    return FALSE;
  made = transform_row (self, group, row, is_plain (self) ? 1 / self->level.gain : 1, self->engine->shared[0].data, y, y,
                        group->whole ? at : group->halo, n, scratch);
  return put_row (self, worker, group, row, y, made, at, end, 1 / self->level.gain);
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
  ondes_fft_execute (group->forward, x, x);
  put_back_mean (self, group, &self->level, x);
  self->tile_begin = at;
  self->tile_end = end;
  self->next_row = 0;
  ondes_threads_run (self->engine->threads, shared_piece, ondes_cwt_between, self);
}
