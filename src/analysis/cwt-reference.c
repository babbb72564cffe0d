/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt-reference.h"

#include "base/dot.h"
#include "base/memory.h"
#include "base/sum.h"
#include "base/words.h"
#include "engine/cpu/fft/fft.h"
#include "transform/boundary.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#define BLOCK        16384     /* taps at a time */
#define BETWEEN      (1 << 20) /* products between looks at the cancellable */
#define SPAN_MAX     (1 << 20) /* samples */
#define RUN          32        /* taps or bins from one computed exponential to the next */
#define RUNS_FROM    1024      /* the scale from which taps come in runs */
#define TAP_COST     8         /* products */
#define BIN_COST     8
#define WIDTH        12        /* half width of the analytic wavelet's spectrum, 1/s */
#define FFT_PART     (1 << 20) /* longer DFTs are made of some of this length, so that a cancel is seen between them */
#define FFT_MAX      (1 << 24)

struct _OndesCwtReference
{
  OndesSpec      *spec;
  const OndesCwt *cwt;
  OndesSource    *source;
  guint64         fft_length; /* of the analytic wavelet */
  guint           parts;      /* DFTs over every parts-th sample; 0 if there is no way */
  double         *spectra;    /* [parts][part_size], complex; NULL until needed */
};

/* Bins of an analytic row. */
typedef struct
{
  guint64 first, n;
} Bins;

/* One row's mask, block by block, and the samples that it meets. */
typedef struct
{
  const OndesCwt *cwt;
  OndesMask       mask;
  double          scale, full_scale;
  gint64          half;
  double         *taps[2];    /* [BLOCK] real and imaginary parts of m(k) */
  double         *samples[2]; /* [BLOCK + span] */
  double         *read;
} Sums;

static void
sums_clear (Sums *self)
{
  for (guint part = 0; part < 2; part++)
    {
      g_free (self->taps[part]);
      g_free (self->samples[part]);
    }
  g_free (self->read);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sums, sums_clear)

static gboolean
is_analytic (const OndesCwtReference *self)
{
  return self->cwt->options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
}

OndesCwtReference *
ondes_cwt_reference_new (OndesSpec   *spec,
                         OndesSource *source)
{
  OndesCwtReference *self = g_new0 (OndesCwtReference, 1);

  self->spec = ondes_spec_ref (spec);
  self->cwt = ondes_spec_cwt (spec);
  self->source = ondes_source_ref (source);
  self->fft_length = ondes_cwt_fft_length (&self->cwt->options, source->n);
  if (self->fft_length <= FFT_MAX)
    self->parts = (guint) MAX (self->fft_length / FFT_PART, 1);
  if (self->parts > 0 && self->fft_length % self->parts != 0)
    self->parts = 0;
  return self;
}

void
ondes_cwt_reference_free (OndesCwtReference *self)
{
  g_free (self->spectra);
  ondes_source_unref (self->source);
  ondes_spec_unref (self->spec);
  g_free (self);
}

/* The sampled wavelets. */

/* Computes g c(s) ψ*(k + d)/c(s) for k from @from on, each run from its own exponentials. */
static void
fill_wavelet (Sums   *self,
              gint64  from,
              gsize   n)
{
  const double omega0 = self->cwt->options.omega0, step = 1 / self->scale;
  const gsize run = self->scale < RUNS_FROM || self->cwt->quantisation.bits > 0 ? 1 : RUN;
  const double complex turn = cexp (-I * omega0 * step);
  const double bend = exp (-step * step);

  for (gsize i = 0; i < n; i += run)
    {
      const double u = ((double) (from + (gint64) i) + self->mask.delay) / self->scale;
      double complex tap = self->mask.gain * self->full_scale * exp (-u * u / 2) * cexp (-I * omega0 * u);
      double fall = exp (-(u + step / 2) * step);

      for (gsize j = i; j < MIN (i + run, n); j++, tap *= turn * fall, fall *= bend)
        {
          self->taps[0][j] = creal (tap);
          self->taps[1][j] = cimag (tap);
        }
    }
}

/* m(k) = g ψ*(k + d) + C of compensation.h, for k from @from on. */
static void
fill_taps (Sums   *self,
           gint64  from,
           gsize   n)
{
  const gboolean real = self->cwt->options.wavelet == ONDES_WAVELET_MORLET;

  fill_wavelet (self, from, n);
  for (gsize i = 0; i < n; i++)
    {
      self->taps[0][i] += self->mask.offset;
      self->taps[1][i] = real ? 0 : self->taps[1][i];
    }
  for (guint part = 0; part < 2 && self->cwt->quantisation.bits > 0; part++)
    if (part == 0 || !real)
      ondes_mask_quantise (&self->cwt->quantisation, &(OndesMaskTaps) { self->full_scale, self->scale, part, from }, n,
                           self->taps[part]);
}

static gboolean
read_samples (Sums        *self,
              OndesSource *source,
              gint64       at,
              gsize        n,
              GError     **error)
{
  const OndesBoundary boundary = self->cwt->options.boundary;

  if (!ondes_type_is_complex (source->type))
    return ondes_halo_read (source, boundary, at, n, ONDES_F64, self->samples[0], error);
  if (!ondes_halo_read (source, boundary, at, n, ONDES_C128, self->read, error))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      self->samples[0][i] = self->read[2 * i];
      self->samples[1][i] = self->read[2 * i + 1];
    }
  return TRUE;
}

static gboolean
sums_init (Sums     *sums,
           gsize     span,
           gboolean  complex_in,
           GError  **error)
{
  const gsize n = BLOCK + span;

  for (guint part = 0; part < 2; part++)
    if ((sums->taps[part] = ondes_memory_try (BLOCK * sizeof (double), error)) == NULL
        || ((part == 0 || complex_in) && (sums->samples[part] = ondes_memory_try (n * sizeof (double), error)) == NULL))
      return FALSE;
  return !complex_in || (sums->read = ondes_memory_try (2 * n * sizeof (double), error)) != NULL;
}

/* Adds the block's products to the sums at all values; FALSE if cancelled. */
static gboolean
add_block (const Sums                *sums,
           const OndesReferenceValue *values,
           gsize                      n,
           gsize                      taps,
           OndesSum                  *totals,
           GCancellable              *cancellable)
{
  gsize products = 0;

  for (gsize i = 0; i < n; i++)
    {
      const gsize at = (gsize) (values[i].at - values[0].at);

      for (guint part = 0; part < 2; part++)
        {
          ondes_sum_add (&totals[2 * i + part], ondes_dot (sums->taps[part], sums->samples[0] + at, taps));
          if (sums->samples[1] != NULL)
            ondes_sum_add (&totals[2 * i + part],
                           (part == 0 ? -1 : 1) * ondes_dot (sums->taps[1 - part], sums->samples[1] + at, taps));
        }
      products += 2 * taps;
      if (products > BETWEEN && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      products %= BETWEEN;
    }
  return TRUE;
}

/* Returns the taps that can meet a sample of the recording at positions @from to @to, first and last. */
static void
tap_range (const OndesCwtReference *self,
           gint64                   half,
           guint64                  from,
           guint64                  to,
           gint64                  *first,
           gint64                  *last)
{
  const gboolean zero = self->cwt->options.boundary == ONDES_BOUNDARY_ZERO;

  *first = zero ? MAX (-half, -(gint64) to) : -half;
  *last = zero ? MIN (half, (gint64) self->source->n - 1 - (gint64) from) : half;
}

static Sums
sums_of (const OndesCwtReference *self,
         guint                    row)
{
  const double scale = ondes_cwt_scale (self->cwt, row);

  return (Sums) { .cwt = self->cwt, .mask = ondes_cwt_mask (self->cwt, row), .scale = scale,
                  .full_scale = ondes_cwt_amplitude (self->cwt->options.normalisation, scale),
                  .half = (gint64) ondes_cwt_half_length (scale) };
}

static gboolean
sum_taps (OndesCwtReference   *self,
          guint                row,
          OndesReferenceValue *values,
          gsize                n,
          GCancellable        *cancellable,
          GError             **error)
{
  const gsize span = (gsize) (values[n - 1].at - values[0].at);
  g_auto (Sums) sums = sums_of (self, row);
  g_autofree OndesSum *totals = ondes_memory_try (2 * n * sizeof *totals, error);
  gint64 first, last;

  if (totals == NULL || !sums_init (&sums, span, ondes_type_is_complex (self->source->type), error))
    return FALSE;
  for (gsize i = 0; i < 2 * n; i++)
    totals[i] = (OndesSum) { 0 };
  tap_range (self, sums.half, values[0].at, values[n - 1].at, &first, &last);
  for (gint64 k = first; k <= last; k += BLOCK)
    {
      const gsize taps = (gsize) MIN (BLOCK, last - k + 1);

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !read_samples (&sums, self->source, (gint64) values[0].at + k, span + taps, error))
        return FALSE;
      fill_taps (&sums, k, taps);
      if (!add_block (&sums, values, n, taps, totals, cancellable))
        return !g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  for (gsize i = 0; i < n; i++)
    {
      const double re = ondes_sum_get (&totals[2 * i]), im = ondes_sum_get (&totals[2 * i + 1]);

      values[i].power = re * re + im * im;
    }
  return TRUE;
}

/* The analytic wavelet. */

static guint64
part_length (const OndesCwtReference *self)
{
  return self->fft_length / self->parts;
}

/* Returns the doubles of one part's spectrum: all bins of complex samples, half of them of real ones. */
static gsize
part_size (const OndesCwtReference *self)
{
  const gsize length = (gsize) part_length (self);
  const gsize size = ondes_type_is_complex (self->source->type) ? 2 * length : 2 * (length / 2 + 1);

  return (size + 7) / 8 * 8; /* for alignment */
}

/* Copies the recording's samples, every parts-th one of them into a part of @spectra. */
static gboolean
load_parts (const OndesCwtReference *self,
            double                  *spectra,
            GCancellable            *cancellable,
            GError                 **error)
{
  const gsize width = ondes_type_is_complex (self->source->type) ? 2 : 1;
  g_autofree double *block = ondes_memory_try (BLOCK * 2 * sizeof *block, error);

  for (guint64 at = 0; block != NULL && at < self->source->n; at += BLOCK)
    {
      const gsize n = (gsize) MIN (BLOCK, self->source->n - at);

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !ondes_halo_read (self->source, ONDES_BOUNDARY_ZERO, (gint64) at, n, width == 2 ? ONDES_C128 : ONDES_F64, block,
                               error))
        return FALSE;
      for (gsize i = 0; i < n; i++)
        for (gsize part = 0; part < width; part++)
          spectra[(at + i) % self->parts * part_size (self) + (at + i) / self->parts * width + part] = block[width * i + part];
    }
  return block != NULL;
}

/* Returns memory at a multiple of 64 bytes from g_free()'s @memory. */
static double *
align (double *memory)
{
  return (double *) (((guintptr) memory + 63) / 64 * 64);
}

static gboolean
transform (OndesCwtReference *self,
           GCancellable      *cancellable,
           GError           **error)
{
  const gboolean complex_in = ondes_type_is_complex (self->source->type);
  const gsize size = part_size (self) * self->parts;
  const OndesFft *fft = ondes_fft_get (complex_in ? ONDES_FFT_FORWARD : ONDES_FFT_FORWARD_REAL, (gsize) part_length (self), FALSE,
                                       TRUE);
  g_autofree double *memory = ondes_memory_try ((size + 8) * sizeof *memory, error);

  if (memory == NULL)
    return FALSE;
  if (fft == NULL)
    return ondes_error_set (error, ONDES_ERROR_FILE, _("there is not memory enough for an FFT of the recording"));
  for (gsize i = 0; i < size; i += BLOCK)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      memset (align (memory) + i, 0, MIN (BLOCK, size - i) * sizeof *memory);
    }
  if (!load_parts (self, align (memory), cancellable, error))
    return FALSE;
  for (guint part = 0; part < self->parts; part++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      ondes_fft_execute (fft, align (memory) + part * part_size (self), align (memory) + part * part_size (self));
    }
  self->spectra = g_steal_pointer (&memory);
  return TRUE;
}

static Bins
bins_of (const OndesCwtReference *self,
         guint                    row)
{
  const double scale = ondes_cwt_scale (self->cwt, row), bins = (double) self->fft_length / (2 * G_PI * scale);
  const double low = MAX ((self->cwt->options.omega0 - WIDTH) * bins, 1), high = (self->cwt->options.omega0 + WIDTH) * bins;
  const guint64 first = (guint64) ceil (MIN (low, (double) self->fft_length));
  const guint64 last = (guint64) MIN (high, (double) (self->fft_length / 2));

  return (Bins) { first, first > last ? 0 : last - first + 1 };
}

/* Returns exp (2π i k/n). */
static double complex
root (guint64 k,
      guint64 n)
{
  return cexp (I * 2 * G_PI * (double) (k % n) / (double) n);
}

/* Returns the DFT of the padded recording at @bin. */
static double complex
dft_at (const OndesCwtReference *self,
        guint64                  bin)
{
  const guint64 length = part_length (self), within = bin % length;
  const gboolean mirrored = !ondes_type_is_complex (self->source->type) && within > length / 2;
  const double *spectra = align (self->spectra) + 2 * (mirrored ? length - within : within);
  double complex sum = 0;

  for (guint64 part = 0; part < self->parts; part++, spectra += part_size (self))
    {
      const double complex value = spectra[0] + I * (mirrored ? -spectra[1] : spectra[1]);

      sum += value * conj (root (bin * part, self->fft_length));
    }
  return sum;
}

/* Fills @products with the row's spectrum times that of the recording. */
static gboolean
multiply_bins (const OndesCwtReference *self,
               guint                    row,
               Bins                     bins,
               double complex          *products,
               GCancellable            *cancellable,
               GError                 **error)
{
  const OndesCwtOptions *options = &self->cwt->options;
  const double scale = ondes_cwt_scale (self->cwt, row);
  const double amplitude = options->normalisation == ONDES_NORMALISATION_L1 ? 2 : sqrt (2 * G_PI * scale);
  const OndesMask mask = ondes_cwt_mask (self->cwt, row);

  for (guint64 i = 0; i < bins.n; i++)
    {
      const double omega = 2 * G_PI * (double) (bins.first + i) / (double) self->fft_length, d = scale * omega - options->omega0;

      if (i % (BETWEEN / 64) == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      products[i] = mask.gain * amplitude / (double) self->fft_length * exp (-d * d / 2) * cexp (-I * omega * mask.delay)
                    * dft_at (self, bins.first + i);
    }
  return TRUE;
}

/* Returns |Σ products e^(i ω t)|² at sample @at. */
static double
power_at (const OndesCwtReference *self,
          Bins                     bins,
          const double complex    *products,
          guint64                  at)
{
  const guint64 length = self->fft_length;
  const double complex turn = root (at, length);
  OndesSum re = { 0 }, im = { 0 };
  double x, y;

  for (guint64 i = 0; i < bins.n; i += RUN)
    {
      double complex phase = root ((guint64) ((unsigned __int128) (bins.first + i) * at % length), length), sum = 0;

      for (guint64 j = i; j < MIN (i + RUN, bins.n); j++, phase *= turn)
        sum += products[j] * phase;
      ondes_sum_add (&re, creal (sum));
      ondes_sum_add (&im, cimag (sum));
    }
  x = ondes_sum_get (&re);
  y = ondes_sum_get (&im);
  return x * x + y * y;
}

static gboolean
sum_bins (OndesCwtReference   *self,
          guint                row,
          OndesReferenceValue *values,
          gsize                n,
          GCancellable        *cancellable,
          GError             **error)
{
  const Bins bins = bins_of (self, row);
  g_autofree double complex *products = ondes_memory_try (MAX (bins.n, 1) * sizeof *products, error);

  if (products == NULL || (self->spectra == NULL && !transform (self, cancellable, error))
      || !multiply_bins (self, row, bins, products, cancellable, error))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      values[i].power = power_at (self, bins, products, values[i].at);
    }
  return TRUE;
}

/* Both. */

double
ondes_cwt_reference_cost (OndesCwtReference *self,
                          guint              row,
                          guint64            span,
                          guint64            n)
{
  const double half = (double) ondes_cwt_half_length (ondes_cwt_scale (self->cwt, row));
  double taps, blocks;

  if (is_analytic (self))
    return self->parts > 0 ? (double) bins_of (self, row).n * BIN_COST * ((double) n + self->parts) : INFINITY;
  taps = 2 * half + 1;
  if (self->cwt->options.boundary == ONDES_BOUNDARY_ZERO)
    taps = MIN (taps, (double) self->source->n + (double) span);
  blocks = floor (taps / BLOCK) + 1;
  return span > SPAN_MAX ? INFINITY : blocks * ((double) span + BLOCK) + taps * ((double) n + TAP_COST);
}

gboolean
ondes_cwt_reference_values (OndesCwtReference   *self,
                            guint                row,
                            OndesReferenceValue *values,
                            gsize                n,
                            GCancellable        *cancellable,
                            GError             **error)
{
  return (is_analytic (self) ? sum_bins : sum_taps) (self, row, values, n, cancellable, error);
}
