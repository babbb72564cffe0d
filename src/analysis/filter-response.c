/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-response.h"

#include <math.h>
#include <string.h>

#include "base/counted.h"
#include "base/memory.h"
#include "engine/cpu/fft/fft-split.h"

#define OVERSAMPLED 8           /* FFT length over taps */
#define LOW_BINS    16          /* bins below lo_hz, so that the curve is smooth there */
#define MOST_LENGTH (1u << 26)
#define WEAK_DB     60.0        /* below the largest magnitude, phases are noise */
#define ALIGNMENT   64
#define BLOCK       (1u << 18) /* longer FFTs are split into blocks, which take milliseconds */
#define POLLED      (1u << 16) /* values between two looks at the cancellable */

/* An FFT of one filter's taps. */
typedef struct
{
  gsize         most;   /* room */
  gsize         length;
  double       *memory; /* owned */
  double       *values; /* pairs, aligned, in the order of bin_at() */
  GCancellable *cancellable; /* borrowed */
} Spectrum;

static void
ondes_filter_response_clear (gpointer data)
{
  OndesFilterResponse *self = data;

  for (guint i = 0; i < self->n_curves; i++)
    {
      g_free (self->curves[i].frequencies_hz);
      g_free (self->curves[i].magnitudes_db);
      g_free (self->curves[i].phases);
      g_free (self->curves[i].delays);
    }
  g_free (self->curves);
}

ONDES_DEFINE_COUNTED (OndesFilterResponse, ondes_filter_response)

static gsize
find_length (const OndesResponseJob *job,
             guint                   taps)
{
  const double wanted = MAX ((double) OVERSAMPLED * taps, LOW_BINS * job->rate_hz / job->lo_hz);
  gsize length = 1024;

  while (length < wanted && length < MOST_LENGTH)
    length *= 2;
  return length;
}

/* Returns the real and the imaginary part of a bin. */
static const double *
bin_at (const Spectrum *self,
        gsize           bin)
{
  const gsize parts = MAX (self->length / BLOCK, 1), block = self->length / parts;

  return self->values + 2 * (bin % parts * block + bin / parts);
}

/* Sets @error if the FFT failed for lack of memory, and returns FALSE. */
static gboolean
fail (GError **error)
{
  return ondes_memory_try (G_MAXSIZE, error) != NULL;
}

static gboolean
transform_split (Spectrum *self,
                 GError  **error)
{
  const guint parts = (guint) (self->length / BLOCK);
  OndesFftSplit split;
  gboolean good = ondes_fft_split_init (&split, self->length, parts, FALSE, FALSE);
  gpointer work = g_aligned_alloc0 (ondes_fft_split_work (parts, FALSE), 1, ALIGNMENT);

  for (gsize at = 0; at < BLOCK && good && !g_cancellable_is_cancelled (self->cancellable); at += ONDES_FFT_COLUMNS)
    ondes_fft_split_columns (&split, self->values, at, work);
  for (guint i = 0; i < parts && good && !g_cancellable_is_cancelled (self->cancellable); i++)
    ondes_fft_split_block (&split, self->values, i);
  g_aligned_free (work);
  return good ? !g_cancellable_set_error_if_cancelled (self->cancellable, error) : fail (error);
}

static gboolean
transform (Spectrum *self,
           GError  **error)
{
  const OndesFft *fft = self->length <= BLOCK ? ondes_fft_get (ONDES_FFT_FORWARD, self->length, FALSE, TRUE) : NULL;

  if (self->length > BLOCK)
    return transform_split (self, error);
  if (fft == NULL)
    return fail (error);
  ondes_fft_execute (fft, self->values, self->values);
  return TRUE;
}

/* Transforms the taps, each times its distance from tap @d if @weighted. */
static gboolean
spectrum_fill (Spectrum              *self,
               const OndesFilterBand *band,
               guint64                d,
               gboolean               weighted,
               GError               **error)
{
  if (self->memory == NULL)
    self->memory = ondes_memory_try (2 * self->most * sizeof (double) + ALIGNMENT, error);
  if (self->memory == NULL)
    return FALSE;
  self->values = (double *) (((guintptr) self->memory + ALIGNMENT - 1) & ~(guintptr) (ALIGNMENT - 1));
  for (gsize at = 0; at < self->length; at += POLLED)
    {
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      memset (self->values + 2 * at, 0, 2 * MIN (self->length - at, POLLED) * sizeof (double));
    }
  for (guint m = 0; m < band->n; m++)
    {
      if (m % POLLED == 0 && g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      const gsize at = (m + self->length - (gsize) d) % self->length;
      const double weight = weighted ? (double) m - (double) d : 1;

      self->values[2 * at] += weight * band->taps[band->is_complex ? 2 * m : m];
      self->values[2 * at + 1] += band->is_complex ? weight * band->taps[2 * m + 1] : 0;
    }
  return transform (self, error);
}

static double
magnitude_db (const Spectrum *spectrum,
              gsize           bin)
{
  const double *value = bin_at (spectrum, bin), magnitude = hypot (value[0], value[1]);

  return magnitude > 0 ? MAX (20 * log10 (magnitude), ONDES_RESPONSE_FLOOR_DB) : ONDES_RESPONSE_FLOOR_DB;
}

/* Chooses the bin with the largest magnitude in each pixel that has any, and stores their numbers in @chosen. FALSE if
 * cancelled. */
static gboolean
choose_points (const OndesResponseJob *job,
               const Spectrum         *spectrum,
               OndesResponseCurve     *curve,
               gsize                  *chosen,
               GError                **error)
{
  const double bin_hz = job->rate_hz / spectrum->length, step = log (job->rate_hz / 2 / job->lo_hz) / job->points;
  gsize bin = (gsize) MAX (floor (job->lo_hz / bin_hz), 1);

  for (guint i = 0; i < job->points && bin <= spectrum->length / 2; i++)
    {
      const double end_hz = job->lo_hz * exp ((i + 1) * step);
      double largest = -INFINITY;

      for (; bin <= spectrum->length / 2 && (bin * bin_hz < end_hz || i + 1 == job->points); bin++)
        {
          const double *value = bin_at (spectrum, bin), square = value[0] * value[0] + value[1] * value[1];

          if (bin % POLLED == 0 && g_cancellable_set_error_if_cancelled (spectrum->cancellable, error))
            return FALSE;
          if (square <= largest)
            continue;
          largest = square;
          chosen[curve->n] = bin;
        }
      if (largest < 0)
        continue;
      curve->frequencies_hz[curve->n] = chosen[curve->n] * bin_hz;
      curve->magnitudes_db[curve->n] = magnitude_db (spectrum, chosen[curve->n]);
      curve->n++;
    }
  return TRUE;
}

/* Computes phases from @spectrum and group delays −dφ/dω from it and @weighted: Re (Σ (m − d) h[m] e / Σ h[m] e). */
static void
find_phases (const Spectrum     *spectrum,
             const Spectrum     *weighted,
             const gsize        *chosen,
             OndesResponseCurve *curve)
{
  double largest = ONDES_RESPONSE_FLOOR_DB;

  curve->phases = g_new (double, curve->n);
  curve->delays = g_new (double, curve->n);
  for (guint i = 0; i < curve->n; i++)
    largest = MAX (largest, curve->magnitudes_db[i]);
  for (guint i = 0; i < curve->n; i++)
    {
      const double *h = bin_at (spectrum, chosen[i]), *g = bin_at (weighted, chosen[i]);
      const gboolean weak = curve->magnitudes_db[i] <= largest - WEAK_DB;

      curve->phases[i] = weak ? NAN : atan2 (h[1], h[0]);
      curve->delays[i] = weak ? NAN : (g[0] * h[0] + g[1] * h[1]) / (h[0] * h[0] + h[1] * h[1]);
    }
}

static gboolean
add_curve (OndesFilterResponse    *self,
           const OndesResponseJob *job,
           guint                   i,
           Spectrum                spectra[2],
           GError                **error)
{
  const OndesFilterBand *band = &ondes_filter_bank_get (job->bank, &self->n_curves)[i];
  const guint64 d = ondes_filter_band_middle (band, job->causal);
  OndesResponseCurve *curve = &self->curves[i];
  g_autofree gsize *chosen = g_new (gsize, job->points);

  spectra[0].length = spectra[1].length = find_length (job, band->n);
  if (!spectrum_fill (&spectra[0], band, d, FALSE, error))
    return FALSE;
  curve->frequencies_hz = g_new (double, job->points);
  curve->magnitudes_db = g_new (double, job->points);
  if (!choose_points (job, &spectra[0], curve, chosen, error))
    return FALSE;
  for (guint j = 0; j < curve->n; j++)
    self->largest_db = MAX (self->largest_db, curve->magnitudes_db[j]);
  if (i != job->shown && !job->all)
    return TRUE;
  if (!spectrum_fill (&spectra[1], band, d, TRUE, error))
    return FALSE;
  find_phases (&spectra[0], &spectra[1], chosen, curve);
  return TRUE;
}

OndesFilterResponse *
ondes_filter_response_new (const OndesResponseJob *job,
                           GCancellable           *cancellable,
                           GError                **error)
{
  g_autoptr (OndesFilterResponse) self = g_atomic_rc_box_new0 (OndesFilterResponse);
  const gsize most = find_length (job, ondes_filter_bank_longest (job->bank));
  Spectrum spectra[2] = { { .most = most, .cancellable = cancellable }, { .most = most, .cancellable = cancellable } };
  gboolean done = TRUE;

  self->lo_hz = job->lo_hz;
  self->hi_hz = job->rate_hz / 2;
  self->rate_hz = job->rate_hz;
  self->shown = job->shown;
  self->largest_db = ONDES_RESPONSE_FLOOR_DB;
  ondes_filter_bank_get (job->bank, &self->n_curves);
  self->curves = g_new0 (OndesResponseCurve, self->n_curves);
  for (guint i = 0; i < self->n_curves && done; i++)
    done = !g_cancellable_set_error_if_cancelled (cancellable, error) && add_curve (self, job, i, spectra, error);
  g_free (spectra[0].memory);
  g_free (spectra[1].memory);
  return done ? g_steal_pointer (&self) : NULL;
}

double
ondes_filter_response_at (const OndesFilterResponse *self,
                          guint                      curve,
                          double                     f_hz)
{
  const OndesResponseCurve *c = &self->curves[curve];
  guint lo = 0, hi = c->n > 0 ? c->n - 1 : 0;

  if (c->n == 0 || f_hz <= c->frequencies_hz[0])
    return c->n > 0 ? c->magnitudes_db[0] : ONDES_RESPONSE_FLOOR_DB;
  if (f_hz >= c->frequencies_hz[hi])
    return c->magnitudes_db[hi];
  while (hi - lo > 1)
    {
      const guint middle = (lo + hi) / 2;

      *(c->frequencies_hz[middle] <= f_hz ? &lo : &hi) = middle;
    }
  return c->magnitudes_db[lo] + (c->magnitudes_db[hi] - c->magnitudes_db[lo]) * log (f_hz / c->frequencies_hz[lo])
                                  / log (c->frequencies_hz[hi] / c->frequencies_hz[lo]);
}
