/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Previews: the largest |W| at a few samples in the middle of each column, by masks. A row's bandwidth is inversely
 * proportional to its scale, so its mask is applied to the recording halved in rate as often as the band allows, and is equally
 * short at all scales. W is evaluated at nodes, which lie at multiples of 2^level samples.
 *
 * Halving computes y[n] = (x[2n] + v)/2, v being x[2n] interpolated from the odd samples: v = x[2n] for frequencies up to the
 * interpolation's edge, and v = −x[2n] for their mirror images about π/2.
 */
#include "cwt-run.h"

#include "interpolate.h"
#include "base/clones.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#define LANES    ONDES_CWT_SAMPLED_ROWS
#define TAPS     ONDES_CWT_HALVING_TAPS
#define AT_ONCE  3    /* nodes at a time; their sums stay in registers */
#define HALVED   1024 /* samples halved at a time */
#define LEVELS   40
/* Integration of a truncated spectrum: reach on each side of its centre, in 1/s, and number of steps. */
#define CUT_REACH 6
#define CUT_STEPS 256

typedef float V __attribute__ ((vector_size (4 * LANES), aligned (4), may_alias));
typedef gint32 Choice __attribute__ ((vector_size (4 * LANES), may_alias));

/* Samples of a level at nodes [begin, end): real parts and, for complex input, imaginary parts. */
typedef struct
{
  gint64 begin, end;
  float *part[2];
} Level;

/* Computes @n outputs at half the rate; @x starts TAPS samples before that of output 0. */
CLONES static void
halve (const float *restrict x,
       gsize        n,
       const float *restrict filter,
       float       *restrict out)
{
  float odd[HALVED + TAPS];

  for (gsize done = 0; done < n; done += HALVED)
    {
      const gsize m = MIN (HALVED, n - done);
      const float *from = x + 2 * done;

      for (gsize i = 0; i + 1 < m + TAPS; i++)
        odd[i] = from[2 * i + 1];
      for (gsize i = 0; i < m; i++)
        {
          float sum = from[2 * i + TAPS];

          for (gsize k = 0; k < TAPS / 2; k++)
            sum += filter[k] * (odd[i + k] + odd[i + TAPS - 1 - k]);
          out[done + i] = sum / 2;
        }
    }
}

/* Computes real and imaginary parts of W for all rows of a group at three nodes. */
static inline __attribute__ ((always_inline)) void
correlate (const float *const x[AT_ONCE],
           const float       *masks,
           gsize              taps,
           V                  re[AT_ONCE],
           V                  im[AT_ONCE])
{
  const float *x0 = x[0], *x1 = x[1], *x2 = x[2];
  V a0 = { 0 }, a1 = { 0 }, a2 = { 0 }, b0 = { 0 }, b1 = { 0 }, b2 = { 0 };

  for (gsize k = 0; k < taps; k++)
    {
      const V p = *(const V *) (masks + 2 * LANES * k), q = *(const V *) (masks + 2 * LANES * k + LANES);

      a0 += p * x0[k];
      a1 += p * x1[k];
      a2 += p * x2[k];
      b0 += q * x0[k];
      b1 += q * x1[k];
      b2 += q * x2[k];
    }
  re[0] = a0, re[1] = a1, re[2] = a2;
  im[0] = b0, im[1] = b1, im[2] = b2;
}

/* The masks of a group and the samples to apply them to. */
typedef struct
{
  const OndesCwtSampled *group;
  const float           *masks;   /* per tap: LANES real parts, then LANES imaginary */
  gsize                  taps;
  gboolean               real;    /* TRUE for a real wavelet */
  gboolean               mean;    /* sum over the nodes instead of taking the maximum */
  gint64                 first;   /* the node whose first tap is at the first sample */
  const float           *part[2]; /* samples; [1] is NULL if they are real */
  double                 gain;    /* undoes the scaling of the samples */
  float                  offset[2 * LANES]; /* contribution of the subtracted mean: real parts, then imaginary */
} Correlation;

/* Computes the largest |W|² of nodes [from, to], or the sum. */
CLONES static void
pool_nodes (const Correlation *self,
            gint64             from,
            gint64             to,
            float             *out)
{
  const gboolean mean = self->mean;
  const V add_re = *(const V *) self->offset, add_im = *(const V *) (self->offset + LANES);
  V best = { 0 };

  from -= self->first;
  to -= self->first;
  for (gint64 node = from; node <= to; node += AT_ONCE)
    {
      const float *x[AT_ONCE];
      V re[AT_ONCE], im[AT_ONCE], re_of_im[AT_ONCE], im_of_im[AT_ONCE];

      for (int i = 0; i < AT_ONCE; i++)
        x[i] = self->part[0] + MIN (node + i, to);
      correlate (x, self->masks, self->taps, re, im);
      if (self->part[1])
        {
          for (int i = 0; i < AT_ONCE; i++)
            x[i] = self->part[1] + MIN (node + i, to);
          correlate (x, self->masks, self->taps, re_of_im, im_of_im);
        }
      for (int i = 0; i < AT_ONCE; i++)
        {
          V a = re[i] + add_re, b = add_im, square;

          if (!self->real)
            b += im[i];
          if (self->part[1])
            {
              b += re_of_im[i];
              if (!self->real)
                a -= im_of_im[i];
            }
          square = a * a + b * b;
          if (!mean)
            best = (V) (((Choice) best & (Choice) (best > square)) | ((Choice) square & ~(Choice) (best > square)));
          else if (node + i <= to)
            best += square;
        }
    }
  *(V *) out = best;
}

/* Simpson's rule over the remaining part of a wavelet's spectrum exp (−u²/2), u = s ω − ω₀, if that is truncated. */
typedef struct
{
  gboolean is_cut;
  double   low, step;
  double   weights[CUT_STEPS + 1];
} Cut;

static void
cut_init (Cut   *self,
          double scale,
          double omega0)
{
  const double low = MAX (-omega0, -CUT_REACH), high = MIN (G_PI * scale - omega0, CUT_REACH);

  self->is_cut = omega0 < ONDES_CWT_CUT_SEEN || high < ONDES_CWT_CUT_SEEN;
  self->low = low;
  self->step = MAX (high - low, 0) / CUT_STEPS;
  for (guint i = 0; i <= CUT_STEPS && self->is_cut; i++)
    {
      const double u = low + i * self->step, weight = i == 0 || i == CUT_STEPS ? 1 : i % 2 ? 4 : 2;

      self->weights[i] = weight * self->step / 3 * exp (-u * u / 2) / sqrt (2 * G_PI);
    }
}

/* Returns ψ(τ s)/c(s). */
static double complex
wavelet (const Cut *cut,
         double     omega0,
         double     tau)
{
  double complex sum = 0, rotation, rotation_step;

  if (!cut->is_cut)
    return cexp (-tau * tau / 2 + I * omega0 * tau);
  rotation = cexp (I * (cut->low + omega0) * tau);
  rotation_step = cexp (I * cut->step * tau);
  for (guint i = 0; i <= CUT_STEPS; i++, rotation *= rotation_step)
    sum += cut->weights[i] * rotation;
  return sum;
}

/* Returns the taper at tap @k. A wavelet with a truncated spectrum outlasts its mask, which must not end abruptly. */
static double
taper (gsize k,
       gsize half)
{
  const double u = 2.0 * (double) k / (double) (half + 1) - 1;

  return u > 0 ? 0.5 * (1 + cos (G_PI * u)) : 1;
}

/* Fills the mask of a shifted row, which is not Hermitian, and adds up its taps. */
static void
phased_mask (const OndesCwtLayout  *layout,
             const OndesCwtSampled *group,
             const OndesCwtRow     *row,
             const Cut             *cut,
             float                 *mask,
             double                 sum[2])
{
  const OndesCwtOptions *options = &layout->cwt->options;
  const gboolean analytic = options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
  const double step = ldexp (1, (int) group->level);
  const double amplitude = step * row->mask.gain * ondes_cwt_amplitude (options->normalisation, row->scale);
  const gint64 half = (gint64) group->half;

  for (gint64 k = -half; k <= half; k++)
    {
      const double at = (double) k * step;
      const double complex psi = wavelet (cut, options->omega0, (at + row->mask.delay) / row->scale);
      const double g = cut->is_cut ? amplitude * taper ((gsize) ABS (k), group->half) : amplitude;
      float *tap = mask + (k + half) * 2 * LANES;

      if (!analytic && fabs (at) > (double) ondes_cwt_half_length (row->scale))
        continue;
      tap[0] = (float) (g * creal (psi));
      tap[LANES] = (float) (-g * cimag (psi));
      if (analytic)
        continue;
      sum[0] += (double) tap[0];
      sum[1] += (double) tap[LANES];
    }
}

/* Fills the masks of the next group, all as long as that of its largest scale. */
static gboolean
masks_piece (gpointer data,
             guint    worker)
{
  OndesCwtRun *self = data;
  const OndesCwtLayout *layout = self->layout;
  const OndesCwtOptions *options = &layout->cwt->options;
  const guint i = worker < self->n_workers ? (guint) g_atomic_int_add (&self->next_row, 1) : G_MAXUINT;
  const OndesCwtSampled *group;
  float *masks;

  if (i >= layout->sampled->len || ondes_cwt_stopped (self))
    return FALSE;
  group = &g_array_index (layout->sampled, OndesCwtSampled, i);
  masks = (float *) (void *) self->masks + self->starts[i];
  memset (masks, 0, (2 * group->half + 1) * 2 * LANES * sizeof *masks);
  for (guint r = 0; r < group->n_rows; r++)
    {
      const OndesCwtRow *row = &group->rows[r];
      const double step = ldexp (1, (int) group->level);
      const double amplitude = step * row->mask.gain * ondes_cwt_amplitude (options->normalisation, row->scale);
      const gboolean analytic = options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
      const double longest = analytic ? (double) group->half * step : (double) ondes_cwt_half_length (row->scale);
      double *sum = &self->sums[2 * (i * LANES + r)];
      Cut cut = { .is_cut = FALSE };

      if (analytic)
        cut_init (&cut, row->scale, options->omega0);
      sum[0] = sum[1] = 0;
      if (row->phased)
        {
          phased_mask (layout, group, row, &cut, masks + r, sum);
          continue;
        }
      for (gsize k = 0; k <= group->half && (double) k * step <= longest; k++)
        {
          const double x = (double) k * step / row->scale;
          const double complex psi = wavelet (&cut, options->omega0, x);
          const double g = cut.is_cut ? amplitude * taper (k, group->half) : amplitude;
          const float re = (float) (g * creal (psi)), im = (float) (g * cimag (psi));
          float *after = masks + (group->half + k) * 2 * LANES + r, *before = masks + (group->half - k) * 2 * LANES + r;

          *after = *before = re;
          after[LANES] = -im;
          before[LANES] = im;
          if (!analytic) /* the analytic wavelet has no DC response */
            sum[0] += k > 0 ? 2 * (double) re : (double) re;
        }
    }
  return TRUE;
}

/* Finds the nodes to evaluate in the column of samples [begin, end): those nearest its middle, first and last inclusive. */
static void
nodes_of (const OndesCwtSampled *group,
          guint64                begin,
          guint64                end,
          gint64                *from,
          gint64                *to)
{
  const guint level = group->level;
  const gint64 first = (gint64) ((begin + ((guint64) 1 << level) - 1) >> level), last = (gint64) ((end - 1) >> level);
  const gint64 middle = CLAMP ((gint64) ((begin + (end - begin) / 2) >> level), first, last);

  *to = MIN (MAX (first, middle - (gint64) group->nodes / 2) + (gint64) group->nodes - 1, last);
  *from = MAX (first, *to - (gint64) group->nodes + 1);
}

/* Finds the range needed of each level for columns [column, end), as each level is made from the one below; returns the total
 * number of samples. */
static gsize
find_levels (const OndesCwtRun *self,
             guint64            column,
             guint64            end,
             Level             *levels)
{
  const OndesCwtLayout *layout = self->layout;
  gsize samples = 0;

  for (guint j = 0; j < layout->n_levels; j++)
    levels[j] = (Level) { .begin = G_MAXINT64, .end = G_MININT64 };
  for (guint i = 0; i < layout->sampled->len; i++)
    {
      const OndesCwtSampled *group = &g_array_index (layout->sampled, OndesCwtSampled, i);
      Level *level = &levels[group->level];
      gint64 first, last, ignored;

      nodes_of (group, ondes_pool_start (self->pool, column), ondes_pool_start (self->pool, column + 1), &first, &ignored);
      nodes_of (group, ondes_pool_start (self->pool, end - 1), ondes_pool_start (self->pool, end), &ignored, &last);
      level->begin = MIN (level->begin, first - (gint64) group->half);
      level->end = MAX (level->end, last + (gint64) group->half + 1);
    }
  for (guint j = layout->n_levels; j-- > 0;)
    {
      if (j + 1 < layout->n_levels)
        {
          levels[j].begin = MIN (levels[j].begin, 2 * levels[j + 1].begin - TAPS);
          levels[j].end = MAX (levels[j].end, 2 * levels[j + 1].end + TAPS);
        }
      samples += (gsize) (levels[j].end - levels[j].begin);
    }
  return samples;
}

/* Loads the samples for columns [column, end) and computes their levels, in @worker's buffer. FALSE if stopped. */
static gboolean
make_levels (OndesCwtRun *self,
             guint        worker,
             guint64      column,
             guint64      end,
             OndesLevel  *level,
             Level       *levels)
{
  const guint parts = self->layout->complex_in ? 2 : 1;
  const gsize samples = find_levels (self, column, end, levels);
  float *data = ondes_buffer_get (&self->engine->workers[worker].buffers[ONDES_BUFFER_X], samples * parts * sizeof *data);
  OndesCwtInput input;
  double taps[TAPS];
  float filter[TAPS / 2];

  if (!data)
    {
      ondes_cwt_no_memory (self);
      return FALSE;
    }
  for (guint j = 0; j < self->layout->n_levels; j++)
    for (guint part = 0; part < parts; part++, data += levels[j].end - levels[j].begin)
      levels[j].part[part] = data;
  input = (OndesCwtInput) { .kernels = ondes_kernels_float (), .at = levels[0].begin, .x = levels[0].part[0],
                            .n = (gsize) (levels[0].end - levels[0].begin), .im = levels[0].part[1] };
  if (!ondes_cwt_load (self, worker, &input, level))
    return FALSE;
  ondes_interpolate_filter (TAPS, 2 * ONDES_CWT_HALVING_EDGE, 0.5, taps);
  for (guint k = 0; k < TAPS / 2; k++)
    filter[k] = (float) taps[k];
  for (guint j = 1; j < self->layout->n_levels; j++)
    for (guint part = 0; part < parts; part++)
      {
        const Level *to = &levels[j], *from = &levels[j - 1];

        if (ondes_cwt_stopped (self))
          return FALSE;
        halve (from->part[part] + (2 * to->begin - TAPS - from->begin), (gsize) (to->end - to->begin), filter, to->part[part]);
      }
  return TRUE;
}

/* Computes the group's rows of columns [column, end). */
static void
pool_columns (OndesCwtRun       *self,
              guint              worker,
              const Correlation *correlation,
              guint64            column,
              guint64            end)
{
  const OndesCwtSampled *group = correlation->group;
  const double gain = correlation->gain;
  OndesPool *pool = self->pool;
  guint64 begin = ondes_pool_start (pool, column);

  for (guint64 j = column; j < end; j++)
    {
      const guint64 next = ondes_pool_start (pool, j + 1);
      float squares[LANES];
      gint64 from, to;

      nodes_of (group, begin, next, &from, &to);
      pool_nodes (correlation, from, to, squares);
      for (guint r = 0; correlation->mean && r < group->n_rows; r++)
        squares[r] /= (float) (to - from + 1);
      for (guint r = 0; r < group->n_rows; r++)
        if (pool->rms)
          pool->sums[(gsize) group->rows[r].row * pool->n + (j - pool->column)]
            = squares[r] * gain * gain * (double) (next - begin);
        else
          *ondes_pool_value (pool, group->rows[r].row, j)
            = (float) (pool->power ? squares[r] * gain * gain : sqrtf (squares[r]) * gain);
      begin = next;
    }
  ondes_cwt_advance (self, worker, ondes_cwt_sampled_work (group) * (double) (end - column));
}

/* Computes all rows of the next columns. */
static gboolean
columns_piece (gpointer data,
               guint    worker)
{
  OndesCwtRun *self = data;
  const OndesCwtLayout *layout = self->layout;
  const guint64 piece = worker < self->n_workers ? (guint) g_atomic_int_add (&self->next_row, 1) : G_MAXUINT;
  const guint64 column = self->pool->column + piece * layout->piece_columns;
  const guint64 last = self->pool->column + self->pool->n, end = MIN (last, column + layout->piece_columns);
  Level levels[LEVELS];
  OndesLevel level;

  if (column >= last || ondes_cwt_stopped (self) || !make_levels (self, worker, column, end, &level, levels))
    return FALSE;
  for (guint i = 0; i < layout->sampled->len && !ondes_cwt_stopped (self); i++)
    {
      const OndesCwtSampled *group = &g_array_index (layout->sampled, OndesCwtSampled, i);
      const Level *from = &levels[group->level];
      Correlation correlation = { .group = group, .masks = (const float *) (const void *) self->masks + self->starts[i],
                                  .taps = 2 * group->half + 1, .gain = 1 / level.gain,
                                  .real = layout->cwt->options.wavelet == ONDES_WAVELET_MORLET,
                                  .mean = layout->cwt->options.pool == ONDES_POOL_RMS,
                                  .first = from->begin + (gint64) group->half, .part = { from->part[0], from->part[1] } };

      for (guint r = 0; r < group->n_rows; r++)
        {
          const double re = level.gain * self->sums[2 * (i * LANES + r)];
          const double im = correlation.real ? 0 : level.gain * self->sums[2 * (i * LANES + r) + 1];

          correlation.offset[r] = (float) (level.mean[0] * re - level.mean[1] * im);
          correlation.offset[LANES + r] = (float) (level.mean[1] * re + level.mean[0] * im);
        }
      pool_columns (self, worker, &correlation, column, end);
    }
  return TRUE;
}

void
ondes_cwt_preview_prepare (OndesCwtRun *self)
{
  const GArray *sampled = self->layout->sampled;
  gsize *starts = ondes_buffer_get (&self->engine->shared[1], sampled->len * (sizeof *starts + 2 * LANES * sizeof (double)));
  gsize floats = 0;

  if (!starts)
    {
      ondes_cwt_no_memory (self);
      return;
    }
  for (guint i = 0; i < sampled->len; i++)
    {
      starts[i] = floats;
      floats += (2 * g_array_index (sampled, OndesCwtSampled, i).half + 1) * 2 * LANES;
    }
  self->masks = ondes_buffer_get (&self->engine->shared[2], floats * sizeof (float));
  self->starts = starts;
  self->sums = (double *) (starts + sampled->len);
  if (!self->masks)
    {
      ondes_cwt_no_memory (self);
      return;
    }
  self->next_row = 0;
  ondes_threads_run (self->engine->threads, masks_piece, NULL, self);
}

void
ondes_cwt_preview_columns (OndesCwtRun *self)
{
  self->next_row = 0;
  ondes_threads_run (self->engine->threads, columns_piece, ondes_cwt_report, self);
}
