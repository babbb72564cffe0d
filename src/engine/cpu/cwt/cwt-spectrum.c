/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt-spectrum.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#define TURNS 64 /* bins from one computed phase to the next */
#define PIECE 1024 /* taps computed at a time */

/* A row's constants. */
typedef struct
{
  double   scale, omega0, amplitude, delay;
  gboolean real, analytic;
  guint64  half;
} Shape;

static Shape
shape_of (const OndesCwtLayout *layout,
          const OndesCwtRow    *row)
{
  const OndesCwtOptions *options = &layout->cwt->options;
  const double scale = ldexp (row->scale, (int) row->level);
  Shape shape = { .scale = row->scale, .omega0 = options->omega0, .half = row->half, .delay = row->mask.delay };

  shape.real = options->wavelet == ONDES_WAVELET_MORLET;
  shape.analytic = options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
  if (!shape.analytic)
    shape.amplitude = ondes_cwt_amplitude (options->normalisation, scale) * sqrt (2 * G_PI) * scale;
  else
    shape.amplitude = options->normalisation == ONDES_NORMALISATION_L1 ? 2 : sqrt (2 * G_PI * scale);
  shape.amplitude *= row->mask.gain;
  return shape;
}

OndesBand
ondes_cwt_band (const OndesCwtLayout *layout,
                const OndesCwtGroup  *group,
                const OndesCwtRow    *row)
{
  const Shape shape = shape_of (layout, row);
  const gint64 length = (gint64) group->length;
  const double bins = (double) length / (2 * G_PI * shape.scale);
  const double width = layout->single ? ONDES_CWT_SINGLE_REACH : ONDES_CWT_WIDTH;
  const double low = (shape.omega0 - width) * bins, high = (shape.omega0 + width) * bins;
  gint64 first, last;

  if (row->windowed)
    {
      first = 0;
      last = layout->complex_out ? length - 1 : length / 2;
    }
  else if (shape.analytic)
    {
      first = MAX (1, (gint64) ceil (MIN (low, (double) length)));
      last = MIN (length / 2, (gint64) floor (MIN (high, (double) length)));
    }
  else if (!layout->complex_out)
    {
      first = MAX (0, (gint64) ceil (MIN (low, (double) length)));
      last = MIN (length / 2, (gint64) floor (MIN (high, (double) length)));
      if (high >= (double) length / 2) /* aliases fill the bins below the band */
        first = 0;
    }
  else if (shape.real || high - low >= (double) (length - 1))
    {
      first = 0;
      last = length - 1;
    }
  else
    {
      first = (gint64) ceil (low);
      last = (gint64) floor (high);
    }
  return (OndesBand) { .bin = first, .n = last < first ? 0 : (gsize) (last - first + 1) };
}

/* Returns the sum of exp (−(s ω − ω₀)²/2) over all aliases of ω. */
static double
aliased (const Shape *shape,
         double       omega)
{
  const double period = 2 * G_PI * shape->scale;
  const double x = shape->scale * omega - shape->omega0;
  double sum = 0;

  for (double m = ceil ((-ONDES_CWT_WIDTH - x) / period); m * period + x <= ONDES_CWT_WIDTH; m++)
    {
      double d = m * period + x;

      sum += exp (-0.5 * d * d);
    }
  return sum;
}

/* Does the same for a wavelet shifted by the delay, which turns each alias by its own angle. */
static double complex
aliased_phased (const Shape *shape,
                double       omega)
{
  const double period = 2 * G_PI * shape->scale;
  const double x = shape->scale * omega - shape->omega0;
  double complex sum = 0;

  for (double m = ceil ((-ONDES_CWT_WIDTH - x) / period); m * period + x <= ONDES_CWT_WIDTH; m++)
    {
      double d = m * period + x;

      sum += exp (-0.5 * d * d) * cexp (-I * (d + shape->omega0) / shape->scale * shape->delay);
    }
  return sum;
}

static double complex
tap_sum_phased (const Shape *shape,
                double       omega)
{
  double complex sum = 0;

  for (gint64 k = -(gint64) shape->half; k <= (gint64) shape->half; k++)
    {
      const double u = ((double) k + shape->delay) / shape->scale;
      const double complex psi = exp (-0.5 * u * u) * cexp (-I * shape->omega0 * u);

      sum += (shape->real ? creal (psi) : psi) * cexp (I * omega * (double) k);
    }
  return sum / (sqrt (2 * G_PI) * shape->scale);
}

/* Computes the bins of one alias, a Gaussian turned by the delay, each pair of values @step radians from the last. */
static void
narrow_phased (const Shape *shape,
               double       omega,
               double       step,
               double       amplitude,
               gsize        n,
               double      *out)
{
  const double complex turn = cexp (-I * step * shape->delay);
  double complex phase = 1;

  for (gsize i = 0; i < n; i++, phase *= turn)
    {
      const double at = omega + (double) i * step, d = shape->scale * at - shape->omega0, g = amplitude * exp (-0.5 * d * d);

      if (i % TURNS == 0) /* before rounding adds up */
        phase = cexp (-I * at * shape->delay);
      out[2 * i] = g * creal (phase);
      out[2 * i + 1] = g * cimag (phase);
    }
}

/* Returns a bin's frequency; near the end of the FFT that of its alias closer to 0, where rounding is less than near 2π s. */
static double
omega_of (const OndesCwtGroup *group,
          gint64               bin)
{
  if (2 * bin > (gint64) group->length)
    bin -= (gint64) group->length;
  return 2 * G_PI / (double) group->length * (double) bin;
}

static void
spectrum_phased (const Shape         *shape,
                 const OndesCwtGroup *group,
                 OndesBand            band,
                 OndesBins            bins,
                 double              *out)
{
  const double amplitude = shape->amplitude / (double) group->length, step = 2 * G_PI / (double) group->length;

  if (shape->analytic || (!shape->real && band.n < group->length))
    {
      narrow_phased (shape, step * (double) (band.bin + (gint64) bins.first), step * (double) bins.stride, amplitude, bins.n, out);
      return;
    }
  for (gsize i = 0; i < bins.n; i++)
    {
      const double omega = omega_of (group, band.bin + (gint64) (bins.first + i * bins.stride));
      double complex value;

      if (shape->scale < 1)
        value = tap_sum_phased (shape, omega);
      else if (shape->real)
        value = 0.5 * (aliased_phased (shape, omega) + conj (aliased_phased (shape, -omega)));
      else
        value = aliased_phased (shape, omega);
      out[2 * i] = amplitude * creal (value);
      out[2 * i + 1] = amplitude * cimag (value);
    }
}

/* Returns the spectrum as a sum over the taps; below a scale of 1 there are more aliases than taps. */
static double
tap_sum (const Shape *shape,
         double       omega)
{
  const double a = shape->omega0 / shape->scale;
  double sum = 1;

  for (guint64 k = 1; k <= shape->half; k++)
    {
      const double d = (double) k / shape->scale;
      const double g = exp (-0.5 * d * d);

      if (shape->real)
        sum += 2 * g * cos (a * (double) k) * cos (omega * (double) k);
      else
        sum += 2 * g * cos ((a - omega) * (double) k);
    }
  return sum / (sqrt (2 * G_PI) * shape->scale);
}

void
ondes_cwt_spectrum (const OndesCwtLayout *layout,
                    const OndesCwtGroup  *group,
                    const OndesCwtRow    *row,
                    OndesBand             band,
                    OndesBins             bins,
                    double               *out)
{
  const Shape shape = shape_of (layout, row);
  const double length = (double) group->length;
  const double amplitude = shape.amplitude / length;
  const double step = 2 * G_PI / length;
  const gboolean narrow = shape.analytic || (!shape.real && band.n < group->length);

  if (row->phased)
    {
      spectrum_phased (&shape, group, band, bins, out);
      return;
    }
  for (gsize i = 0; i < bins.n; i++)
    {
      const gint64 bin = band.bin + (gint64) (bins.first + i * bins.stride);
      const double omega = narrow ? step * (double) bin : omega_of (group, bin);

      if (narrow)
        {
          const double d = shape.scale * omega - shape.omega0;

          out[i] = amplitude * exp (-0.5 * d * d);
        }
      else if (shape.scale < 1)
        out[i] = amplitude * tap_sum (&shape, omega);
      else if (shape.real)
        out[i] = amplitude * 0.5 * (aliased (&shape, omega) + aliased (&shape, -omega));
      else
        out[i] = amplitude * aliased (&shape, omega);
    }
}

void
ondes_cwt_taps (const OndesCwtLayout *layout,
                const OndesCwtRow    *row,
                gint64                from,
                gsize                 n,
                double               *re,
                double               *im)
{
  const Shape shape = shape_of (layout, row);
  const OndesQuantisation *quantisation = &layout->cwt->quantisation;
  const double full_scale = ondes_cwt_amplitude (layout->cwt->options.normalisation, row->scale);
  const double c = full_scale * row->mask.gain, delay = row->mask.delay, offset = row->mask.offset;

  for (gsize i = 0; i < n; i++)
    {
      const double x = ((double) (from + (gint64) i) + delay) / shape.scale;
      const double g = c * exp (-0.5 * x * x);
      double sine, cosine;

      sincos (shape.omega0 * x, &sine, &cosine);
      re[i] = g * cosine + offset;
      if (im)
        im[i] = shape.real ? 0 : -g * sine;
    }
  if (quantisation->bits == 0)
    return;
  ondes_mask_quantise (quantisation, &(OndesMaskTaps) { full_scale, shape.scale, 0, from }, n, re);
  if (im && !shape.real)
    ondes_mask_quantise (quantisation, &(OndesMaskTaps) { full_scale, shape.scale, 1, from }, n, im);
}

gsize
ondes_cwt_spectrum_size (const OndesCwtRow *row,
                         gsize              n)
{
  return row->phased ? 2 * n : n;
}

/* A mask that is not Hermitian takes a complex transform. */
static gboolean
windowed_phased (const OndesCwtLayout *layout,
                 const OndesCwtGroup  *group,
                 const OndesCwtRow    *row,
                 double               *buffer)
{
  const OndesFft *fft = ondes_fft_get (ONDES_FFT_INVERSE, group->length, FALSE, TRUE);
  const double norm = 1 / (double) group->length;
  const gint64 half = (gint64) row->half, length = (gint64) group->length;
  double re[PIECE], im[PIECE];

  if (!fft)
    return FALSE;
  memset (buffer, 0, 2 * group->length * sizeof *buffer);
  for (gint64 k = -half; k <= half; k += PIECE)
    {
      const gsize n = (gsize) MIN (PIECE, half + 1 - k);

      ondes_cwt_taps (layout, row, k, n, re, im);
      for (gsize i = 0; i < n; i++)
        {
          const gint64 tap = k + (gint64) i, at = tap < 0 ? tap + length : tap;

          buffer[2 * at] = re[i] * norm;
          buffer[2 * at + 1] = im[i] * norm;
        }
    }
  ondes_fft_execute (fft, buffer, buffer);
  return TRUE;
}

gboolean
ondes_cwt_spectrum_windowed (const OndesCwtLayout *layout,
                             const OndesCwtGroup  *group,
                             const OndesCwtRow    *row,
                             double               *buffer)
{
  const OndesFft *fft;
  const double norm = 1 / (double) group->length;
  double re, im;

  if (row->phased)
    return windowed_phased (layout, group, row, buffer);
  fft = ondes_fft_get (ONDES_FFT_INVERSE_REAL, group->length, FALSE, TRUE);
  if (!fft)
    return FALSE;
  /* ψ* is Hermitian, so its inverse transform is real; it is the spectrum of ψ. */
  memset (buffer, 0, (group->length + 2) * sizeof *buffer);
  for (guint64 k = 0; k <= row->half; k++)
    {
      ondes_cwt_taps (layout, row, (gint64) k, 1, &re, &im);
      buffer[2 * k] = re * norm;
      buffer[2 * k + 1] = im * norm;
    }
  ondes_fft_execute (fft, buffer, buffer);
  return TRUE;
}
