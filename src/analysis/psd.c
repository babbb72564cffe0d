/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "psd.h"

#include <math.h>
#include <string.h>

#include "base/counted.h"
#include "base/request-error.h"
#include "base/words.h"
#include "engine/cpu/fft/fft.h"
#include "engine/result.h"
#include "transform/boundary.h"
#include "transform/filter-bank.h"

#define LEAST_BINS  3.0  /* width of the lowest band */
#define AUTO_LEAST  256
#define AUTO_MOST   65536
#define TELL_EVERY  64   /* segments */

/* Terms of the windows, w_t = Σ_j (−1)^j a_j cos (2π j t/L), and bins from the middle of the main lobe to its end. */
static const struct { double terms[5]; guint lobe; } windows[] = {
  [ONDES_PSD_HANN] = { { 0.5, 0.5 }, 2 },
  [ONDES_PSD_HAMMING] = { { 0.54, 0.46 }, 2 },
  [ONDES_PSD_BLACKMAN] = { { 0.42, 0.5, 0.08 }, 3 },
  [ONDES_PSD_BLACKMAN_HARRIS] = { { 0.35875, 0.48829, 0.14128, 0.01168 }, 4 },
  [ONDES_PSD_FLAT_TOP] = { { 0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368 }, 5 },
  [ONDES_PSD_RECT] = { { 1 }, 1 },
};

/* A spectrum being computed. */
typedef struct
{
  OndesSource           *source;
  const OndesPsdOptions *options;
  const OndesFft        *fft;
  gsize                  length;
  guint                  parts; /* numbers of a sample, 2 if complex */
  double                *window;
  double                *x;     /* of a segment, then its spectrum */
  double                *sums;  /* Σ |X_k|² */
} Work;

static void
work_clear (Work *self)
{
  g_free (self->window);
  g_free (self->x);
  g_free (self->sums);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Work, work_clear)

guint64
ondes_psd_auto_length (guint64 n)
{
  const double length = exp2 (round (log2 (MAX ((double) n, 1) * 2 / 51)));

  return MIN ((guint64) CLAMP (length, AUTO_LEAST, AUTO_MOST), n);
}

static void
ondes_psd_clear (gpointer data)
{
  OndesPsd *self = data;

  g_free (self->frequencies_hz);
  g_free (self->edges_hz);
  g_free (self->values);
}

ONDES_DEFINE_COUNTED (OndesPsd, ondes_psd)

static void
fill_window (Work *self)
{
  const double *terms = windows[self->options->window].terms;

  for (gsize t = 0; t < self->length; t++)
    {
      self->window[t] = terms[0];
      for (guint j = 1; j < G_N_ELEMENTS (windows[0].terms); j++)
        self->window[t] += (j % 2 ? -1 : 1) * terms[j] * cos (2 * G_PI * (double) (j * t % self->length) / (double) self->length);
    }
}

/* Subtracts the mean of every @stride-th of n numbers, or their line of least squares. */
static void
detrend (double *x,
         gsize   n,
         guint   stride,
         gboolean line)
{
  const double middle = ((double) n - 1) / 2;
  double mean = 0, slope = 0, squares = 0;

  for (gsize t = 0; t < n; t++)
    mean += x[t * stride];
  mean /= (double) n;
  for (gsize t = 0; line && t < n; t++)
    {
      slope += ((double) t - middle) * (x[t * stride] - mean);
      squares += ((double) t - middle) * ((double) t - middle);
    }
  slope = squares > 0 ? slope / squares : 0;
  for (gsize t = 0; t < n; t++)
    x[t * stride] -= mean + slope * ((double) t - middle);
}

/* Returns the number of bins that the FFT gives. */
static gsize
count_bins (const Work *self)
{
  return self->parts == 2 ? self->length : self->length / 2 + 1;
}

/* Adds the powers of the segment that begins at @at. */
static gboolean
add_segment (Work    *self,
             guint64  at,
             GError **error)
{
  const OndesPsdDetrend kind = self->options->detrend;
  const guint parts = self->parts;

  if (!ondes_halo_read (self->source, ONDES_BOUNDARY_ZERO, (gint64) at, self->length, parts == 2 ? ONDES_C128 : ONDES_F64, self->x,
                        error))
    return FALSE;
  for (guint c = 0; kind != ONDES_PSD_DETREND_NONE && c < parts; c++)
    detrend (self->x + c, self->length, parts, kind == ONDES_PSD_DETREND_LINEAR);
  for (gsize t = 0; t < self->length * parts; t++)
    self->x[t] *= self->window[t / parts];
  ondes_fft_execute (self->fft, self->x, self->x);
  for (gsize k = 0; k < count_bins (self); k++)
    self->sums[k] += self->x[2 * k] * self->x[2 * k] + self->x[2 * k + 1] * self->x[2 * k + 1];
  return TRUE;
}

static gboolean
work_init (Work                  *self,
           OndesSource           *source,
           const OndesPsdOptions *options,
           GError               **error)
{
  *self = (Work) { .source = source, .options = options, .length = options->length,
                   .parts = ondes_type_is_complex (source->type) ? 2 : 1 };
  self->fft = ondes_fft_get (self->parts == 2 ? ONDES_FFT_FORWARD : ONDES_FFT_FORWARD_REAL, self->length, FALSE, TRUE);
  self->window = ondes_result_new (self->length * sizeof (double));
  self->x = ondes_result_new ((self->length + 2) * self->parts * sizeof (double));
  self->sums = ondes_result_new (count_bins (self) * sizeof (double));
  if (self->fft == NULL || self->window == NULL || self->x == NULL || self->sums == NULL)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_LENGTH,
                                    _("there is not enough memory for segments of %" PRIu64 " samples; choose a shorter length"),
                                    options->length);
  fill_window (self);
  return TRUE;
}

static gboolean
add_segments (Work             *self,
              const OndesPsd   *psd,
              const OndesWatch *watch,
              GError          **error)
{
  for (guint64 i = 0; i < psd->averages; i++)
    {
      if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (watch), error)
          || !add_segment (self, psd->span.first + i * psd->step, error))
        return FALSE;
      if (i % TELL_EVERY == TELL_EVERY - 1)
        ondes_watch_tell (watch, (double) (i + 1) / (double) psd->averages);
    }
  return TRUE;
}

/* TRUE if bin @k has no twin of the other side, whose power it would have too. */
static gboolean
stands_alone (const Work *self,
              gsize       k)
{
  return self->parts == 2 || k == 0 || 2 * k == self->length;
}

/* Turns the sums into values of @scaling, in the order of their frequencies. */
static void
scale_values (const Work      *self,
              OndesPsdScaling  scaling,
              OndesPsd        *psd)
{
  const gsize bins = count_bins (self), first = psd->two_sided ? (self->length + 1) / 2 : 0;
  double sum = 0, squares = 0, unit;

  for (gsize t = 0; t < self->length; t++)
    {
      sum += self->window[t];
      squares += self->window[t] * self->window[t];
    }
  unit = 1 / ((scaling == ONDES_PSD_DENSITY ? psd->rate_hz * squares : sum * sum) * (double) psd->averages);
  psd->n = bins;
  psd->values = g_new (double, bins);
  psd->frequencies_hz = g_new (double, bins);
  for (gsize i = 0; i < bins; i++)
    {
      const gsize k = (first + i) % bins;
      const double power = self->sums[k] * unit * (stands_alone (self, k) ? 1 : 2);

      psd->frequencies_hz[i] = ((double) k - (psd->two_sided && k >= first ? (double) self->length : 0)) * psd->bin_hz;
      psd->values[i] = scaling == ONDES_PSD_AMPLITUDE ? sqrt (power * (stands_alone (self, k) ? 1 : 2)) : power;
    }
}

/* Returns the power of bins within [@lo, @hi], in bins from the first one's middle. */
static double
power_within (const double *densities,
              gsize         n,
              double        lo,
              double        hi)
{
  const double from = MAX (lo + 0.5, 0), to = MIN (hi + 0.5, (double) n);
  const gsize first = (gsize) from, last = MIN ((gsize) to, n - 1);
  double sum = 0;

  for (gsize k = first; k <= last; k++)
    sum += densities[k] * (MIN (to, (double) k + 1) - MAX (from, (double) k));
  return sum;
}

/* Returns the number of the highest band that ends at half of @rate_hz at most. */
static int
find_highest (guint  fraction,
              double rate_hz)
{
  int x = (int) floor (log (rate_hz / 2 / 1000) / log (pow (10, 0.3)) * fraction) + 1;

  while (ondes_filter_octave (fraction, x).hi_hz > rate_hz / 2)
    x--;
  return x;
}

/* Replaces densities by the powers of bands. */
static gboolean
make_bands (OndesPsd *psd,
            GError  **error)
{
  const guint fraction = (guint) g_ascii_strtoull (strchr (ondes_psd_band_names[psd->options.bands], '/') + 1, NULL, 10);
  const int highest = find_highest (fraction, psd->rate_hz);
  const double zero = psd->two_sided ? floor ((double) psd->n / 2) : 0;
  g_autofree double *densities = g_steal_pointer (&psd->values);
  OndesFilterBand band;
  int lowest = highest + 1;

  while (band = ondes_filter_octave (fraction, lowest - 1), band.hi_hz - band.lo_hz >= LEAST_BINS * psd->bin_hz)
    lowest--;
  if (lowest > highest)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_LENGTH,
                                    _("no band is three bins wide; choose longer segments, or wider bands"));
  g_free (psd->frequencies_hz);
  psd->frequencies_hz = g_new (double, highest - lowest + 1);
  psd->edges_hz = g_new (double, 2 * (highest - lowest + 1));
  psd->values = g_new (double, highest - lowest + 1);
  for (int x = lowest; x <= highest; x++)
    {
      const gsize i = (gsize) (x - lowest);
      double lo, hi;

      band = ondes_filter_octave (fraction, x);
      lo = band.lo_hz / psd->bin_hz;
      hi = band.hi_hz / psd->bin_hz;
      psd->frequencies_hz[i] = band.centre_hz;
      psd->edges_hz[2 * i] = band.lo_hz;
      psd->edges_hz[2 * i + 1] = band.hi_hz;
      psd->values[i] = power_within (densities, psd->n, zero + lo, zero + hi) * psd->bin_hz;
      if (psd->two_sided)
        psd->values[i] += power_within (densities, psd->n, zero - hi, zero - lo) * psd->bin_hz;
    }
  psd->n = (gsize) (highest - lowest + 1);
  return TRUE;
}

/* Finds the segments of @psd, which has its span and options. */
static gboolean
find_segments (OndesPsd *psd,
               GError  **error)
{
  const guint64 n = psd->span.count;
  guint64 length = psd->options.length, shared;

  if (length == 0)
    length = psd->options.length = ondes_psd_auto_length (n);
  if (n < ONDES_PSD_LENGTH_LEAST)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_NONE,
                                    _("a spectrum needs %d samples at least; the span has %" PRIu64), ONDES_PSD_LENGTH_LEAST, n);
  if (length > n)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_LENGTH,
                                    _("the span has %" PRIu64 " samples, and a segment %" PRIu64 "; choose a shorter length"), n,
                                    length);
  shared = (guint64) floor (psd->options.overlap * (double) length * (1 + 1e-12));
  psd->step = length - MIN (shared, length - 1);
  psd->averages = (n - length) / psd->step + 1;
  psd->bin_hz = psd->rate_hz / (double) length;
  return TRUE;
}

OndesPsd *
ondes_psd_compute (OndesSource           *source,
                   OndesSpan              span,
                   const OndesPsdOptions *options,
                   const OndesWatch      *watch,
                   GError               **error)
{
  g_autoptr (OndesPsd) psd = g_atomic_rc_box_new0 (OndesPsd);
  const OndesPsdScaling scaling = options->bands > 0 ? ONDES_PSD_DENSITY : options->scaling;
  g_auto (Work) work = { 0 };
  gboolean done;

  *psd = (OndesPsd) { .options = *options, .rate_hz = source->rate_hz, .span = span,
                      .two_sided = ondes_type_is_complex (source->type) };
  if (!find_segments (psd, error) || !work_init (&work, source, &psd->options, error))
    return NULL;
  ondes_fft_busy (1);
  done = add_segments (&work, psd, watch, error);
  ondes_fft_busy (-1);
  if (!done)
    return NULL;
  scale_values (&work, scaling, psd);
  if (options->bands > 0 && !make_bands (psd, error))
    return NULL;
  return g_steal_pointer (&psd);
}

gsize
ondes_psd_nearest (const OndesPsd *self,
                   double          hz)
{
  gsize lo = 0, hi = self->n - 1;

  while (hi - lo > 1)
    {
      const gsize middle = lo + (hi - lo) / 2;

      *(self->frequencies_hz[middle] > hz ? &hi : &lo) = middle;
    }
  return self->edges_hz != NULL ? (hi > lo && hz >= self->edges_hz[2 * hi] ? hi : lo)
                                : (hz - self->frequencies_hz[lo] > self->frequencies_hz[hi] - hz ? hi : lo);
}

OndesPsdPeak
ondes_psd_peak (const OndesPsd *self,
                gsize           index)
{
  const double *values = self->values, power = self->options.scaling == ONDES_PSD_AMPLITUDE ? 2 : 1;
  double below, at, above, curve, shift;
  OndesPsdPeak peak;

  if (self->edges_hz != NULL)
    return (OndesPsdPeak) { index, self->frequencies_hz[index], values[index], FALSE };
  for (;;)
    if (index > 0 && values[index - 1] > values[index])
      index--;
    else if (index + 1 < self->n && values[index + 1] > values[index])
      index++;
    else
      break;
  peak = (OndesPsdPeak) { index, self->frequencies_hz[index], values[index], FALSE };
  if (index == 0 || index + 1 == self->n || !(values[index - 1] > 0 && values[index + 1] > 0))
    return peak;
  below = power * log (values[index - 1]);
  at = power * log (values[index]);
  above = power * log (values[index + 1]);
  curve = below - 2 * at + above;
  if (!(curve < 0))
    return peak;
  shift = (below - above) / (2 * curve);
  peak.hz += shift * self->bin_hz;
  if (self->options.window != ONDES_PSD_FLAT_TOP) /* its bins read closer than a parabola */
    peak.value = exp ((at - (below - above) * shift / 4) / power);
  peak.interpolated = TRUE;
  return peak;
}

/* TRUE if a peak at @index is within the main lobe of one of @peaks. */
static gboolean
is_of_another (const OndesPsd     *self,
               const OndesPsdPeak *peaks,
               guint               n,
               gsize               index)
{
  const gsize lobe = windows[self->options.window].lobe;

  for (guint i = 0; i < n; i++)
    if (index < peaks[i].index + lobe && peaks[i].index < index + lobe)
      return TRUE;
  return FALSE;
}

guint
ondes_psd_peaks (const OndesPsd *self,
                 double          lo_hz,
                 double          hi_hz,
                 OndesPsdPeak   *peaks,
                 guint           most)
{
  guint n = 0;

  while (self->edges_hz == NULL && n < most)
    {
      gsize best = G_MAXSIZE;

      for (gsize i = 1; i + 1 < self->n; i++)
        if (self->frequencies_hz[i] >= lo_hz && self->frequencies_hz[i] <= hi_hz && self->values[i] > self->values[i - 1]
            && self->values[i] >= self->values[i + 1] && (best == G_MAXSIZE || self->values[i] > self->values[best])
            && !is_of_another (self, peaks, n, i))
          best = i;
      if (best == G_MAXSIZE)
        break;
      peaks[n++] = ondes_psd_peak (self, best);
    }
  return n;
}

char *
ondes_psd_unit (const OndesPsdOptions *options,
                const char            *unit,
                const char            *frequency_unit)
{
  const gboolean plain = strchr (frequency_unit, '/') == NULL;
  const gboolean named = unit != NULL && *unit != '\0';

  if (options->bands == 0 && options->scaling == ONDES_PSD_AMPLITUDE)
    return g_strdup (named ? unit : "");
  if (options->bands > 0 || options->scaling == ONDES_PSD_SPECTRUM)
    return named ? g_strconcat (unit, "²", NULL) : g_strdup ("");
  return g_strconcat (named ? unit : "1", named ? "²" : "", plain ? "/" : "/(", frequency_unit, plain ? "" : ")", NULL);
}

double
ondes_psd_db (const OndesPsdOptions *options,
              double                 value)
{
  return (options->bands == 0 && options->scaling == ONDES_PSD_AMPLITUDE ? 20 : 10) * log10 (value);
}
