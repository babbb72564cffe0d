/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "millidecades.h"

#include "base/words.h"
#include "engine/cpu/fft/fft.h"
#include "engine/result.h"
#include "transform/boundary.h"

#include <math.h>

#define LEAST_RATE_HZ 4.0

struct _OndesMillidecades
{
  double            rate_hz;
  gsize             n, hop;   /* samples of a window; from one to the next */
  guint             n_bands;
  OndesMillidecade *bands;
  const OndesFft   *fft;
  double           *window;   /* w √(2/(f_s Σ w²)), so that |X_k|² is the density */
  double           *samples, *spectrum; /* n; n/2 + 1 complex */
  double           *bins;     /* densities */
};

static OndesMillidecade
find_band (guint i)
{
  const double n = (double) i - ONDES_MILLIDECADES_LINEAR + ONDES_MILLIDECADES_FIRST;
  OndesMillidecade band = { pow (10, n / 1000), pow (10, (n + 0.5) / 1000), pow (10, (n + 1) / 1000) };

  if (i < ONDES_MILLIDECADES_LINEAR)
    band = (OndesMillidecade) { i - 0.5, i, i + 0.5 };
  if (i + 1 == ONDES_MILLIDECADES_LINEAR)
    band.hi_hz = pow (10, ONDES_MILLIDECADES_FIRST / 1000.0);
  return band;
}

static void
fill_window (OndesMillidecades *self)
{
  double squares = 0, scale;

  for (gsize i = 0; i < self->n; i++)
    {
      self->window[i] = 0.5 - 0.5 * cos (2 * G_PI * (double) i / (double) self->n);
      squares += self->window[i] * self->window[i];
    }
  scale = sqrt (2 / (self->rate_hz * squares));
  for (gsize i = 0; i < self->n; i++)
    self->window[i] *= scale;
}

OndesMillidecades *
ondes_millidecades_new (double   rate_hz,
                        GError **error)
{
  g_autoptr (OndesMillidecades) self = g_new0 (OndesMillidecades, 1);
  OndesMillidecade band;

  if (!(rate_hz >= LEAST_RATE_HZ && rate_hz <= 1e8))
    return ondes_error_set_null (error, ONDES_ERROR_FILE,
                                 _("millidecades need 4 to 100 million samples a second, not %g"), rate_hz);
  self->rate_hz = rate_hz;
  self->n = (gsize) round (rate_hz);
  self->hop = self->n / 2;
  while (band = find_band (self->n_bands), band.hi_hz < rate_hz / 2)
    self->n_bands++;
  self->bands = g_new (OndesMillidecade, self->n_bands);
  for (guint i = 0; i < self->n_bands; i++)
    self->bands[i] = find_band (i);
  self->fft = ondes_fft_get (ONDES_FFT_FORWARD_REAL, self->n, FALSE, FALSE);
  self->window = ondes_result_new (self->n * sizeof (double));
  self->samples = ondes_result_new (self->n * sizeof (double));
  self->spectrum = ondes_result_new ((self->n / 2 + 1) * 2 * sizeof (double));
  self->bins = ondes_result_new ((self->n / 2 + 1) * sizeof (double));
  if (self->fft != NULL && self->window != NULL && self->samples != NULL && self->spectrum != NULL && self->bins != NULL)
    {
      fill_window (self);
      return g_steal_pointer (&self);
    }
  return ondes_error_set_null (error, ONDES_ERROR_FILE, _("there is not memory enough for windows of %zu samples"), self->n);
}

void
ondes_millidecades_free (OndesMillidecades *self)
{
  g_free (self->bands);
  g_free (self->window);
  g_free (self->samples);
  g_free (self->spectrum);
  g_free (self->bins);
  g_free (self);
}

const OndesMillidecade *
ondes_millidecades_get (const OndesMillidecades *self,
                        guint                   *n)
{
  *n = self->n_bands;
  return self->bands;
}

guint64
ondes_millidecades_windows (const OndesMillidecades *self,
                            guint64                  count)
{
  return count < self->n ? 0 : (count - self->n) / self->hop + 1;
}

/* Returns the sum of the densities from @from to @to, in bins, of which bin k reaches from k to k + 1. */
static double
sum_bins (const double *densities,
          double        from,
          double        to)
{
  const gsize first = (gsize) MAX (from, 0), last = (gsize) to;
  double sum;

  if (first == last)
    return (to - from) * densities[first];
  sum = ((double) first + 1 - MAX (from, 0)) * densities[first];
  for (gsize k = first + 1; k < last; k++)
    sum += densities[k];
  return to > (double) last ? sum + (to - (double) last) * densities[last] : sum;
}

/* Sets the densities of the window in samples. */
static void
compute_window (OndesMillidecades *self,
                double            *densities)
{
  const gsize last = self->n / 2;
  const double bin_hz = self->rate_hz / (double) self->n;

  for (gsize i = 0; i < self->n; i++)
    self->samples[i] *= self->window[i];
  ondes_fft_execute (self->fft, self->samples, self->spectrum);
  for (gsize k = 0; k <= last; k++)
    {
      const double re = self->spectrum[2 * k], im = self->spectrum[2 * k + 1], both = k == 0 || 2 * k == self->n ? 0.5 : 1;

      self->bins[k] = both * (re * re + im * im);
    }
  for (guint i = 0; i < self->n_bands; i++)
    {
      const OndesMillidecade *band = &self->bands[i];

      densities[i] = sum_bins (self->bins, band->lo_hz / bin_hz + 0.5, band->hi_hz / bin_hz + 0.5)
                     / ((band->hi_hz - band->lo_hz) / bin_hz);
    }
}

gboolean
ondes_millidecades_compute (OndesMillidecades *self,
                            OndesSource       *source,
                            guint64            first,
                            guint64            count,
                            double            *densities,
                            GError           **error)
{
  const guint64 windows = ondes_millidecades_windows (self, count);

  for (guint64 j = 0; j < windows; j++)
    {
      const gint64 at = (gint64) (first + j * self->hop);

      if (!ondes_halo_read (source, ONDES_BOUNDARY_ZERO, at, self->n, ONDES_F64, self->samples, error))
        return FALSE;
      compute_window (self, densities + j * self->n_bands);
    }
  return TRUE;
}
