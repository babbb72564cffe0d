/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt-spectrum.h"

#include <math.h>
#include <string.h>

/* A row's constants. */
typedef struct
{
  double   scale, omega0, amplitude;
  gboolean real, analytic;
  guint64  half;
} Shape;

static Shape
shape_of (const OndesCwtLayout *layout,
          const OndesCwtRow    *row)
{
  const OndesCwtOptions *options = &layout->cwt->options;
  const double scale = ldexp (row->scale, (int) row->level);
  Shape shape = { .scale = row->scale, .omega0 = options->omega0, .half = row->half };

  shape.real = options->wavelet == ONDES_WAVELET_MORLET;
  shape.analytic = options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
  if (!shape.analytic)
    shape.amplitude = ondes_cwt_amplitude (options->normalisation, scale) * sqrt (2 * G_PI) * scale;
  else
    shape.amplitude = options->normalisation == ONDES_NORMALISATION_L1 ? 2 : sqrt (2 * G_PI * scale);
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

  for (gsize i = 0; i < bins.n; i++)
    {
      gint64 bin = band.bin + (gint64) (bins.first + i * bins.stride);
      double omega;

      if (!narrow && 2 * bin > (gint64) group->length) /* its alias closer to 0, where rounding is less than near 2π s */
        bin -= (gint64) group->length;
      omega = step * (double) bin;
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
  const double c = ondes_cwt_amplitude (layout->cwt->options.normalisation, row->scale);

  for (gsize i = 0; i < n; i++)
    {
      const double x = (double) (from + (gint64) i) / shape.scale;
      const double g = c * exp (-0.5 * x * x);
      double sine, cosine;

      sincos (shape.omega0 * x, &sine, &cosine);
      re[i] = g * cosine;
      if (im)
        im[i] = shape.real ? 0 : -g * sine;
    }
}

gboolean
ondes_cwt_spectrum_windowed (const OndesCwtLayout *layout,
                             const OndesCwtGroup  *group,
                             const OndesCwtRow    *row,
                             double               *buffer)
{
  const OndesFft *fft = ondes_fft_get (ONDES_FFT_INVERSE_REAL, group->length, FALSE, TRUE);
  const double norm = 1 / (double) group->length;
  double re, im;

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
