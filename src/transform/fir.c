/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fir-private.h"

#include "base/kaiser.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#define POLLED 256 /* taps between two looks at the cancellable: each may sum thousands of cut-offs */

#define STEP_DB 0.25 /* least change between two tries of a design */
#define TRIES   16   /* in a row that are no better, before a design is given up */
#define MISSED  1.01 /* by how much a ripple may be higher between two frequencies that are measured */

/* Added to the attenuation asked for: Kaiser's formulas fall short by up to 1.3 dB, and the ripples of two close cut-offs add. */
#define MARGIN_DB       1.5
#define MARGIN_CUTOFFS_DB 7.5

const OndesFirDesign ondes_fir_design_default = { .kind = ONDES_FIR_LOWPASS, .harmonics = 1, .ripple_db = 80 };

double
ondes_window_at (const OndesFirWindow *window,
                 long double           x)
{
  const double angle = (double) (G_PI * x);

  switch (window->kind)
    {
    case ONDES_WINDOW_KAISER:
      return ondes_kaiser_window (window->beta, x);
    case ONDES_WINDOW_HANN:
      return 0.5 + 0.5 * cos (angle);
    case ONDES_WINDOW_HAMMING:
      return 0.54 + 0.46 * cos (angle);
    case ONDES_WINDOW_BLACKMAN:
      return 0.42 + 0.5 * cos (angle) + 0.08 * cos (2 * angle);
    case ONDES_WINDOW_RECT:
    default:
      return 1;
    }
}

guint
ondes_fir_cutoffs (const OndesFirDesign *d,
                   guint                 i,
                   double                cutoffs_hz[2])
{
  switch (d->kind)
    {
    case ONDES_FIR_LOWPASS:
      cutoffs_hz[0] = d->hi_hz;
      return 1;
    case ONDES_FIR_HIGHPASS:
      cutoffs_hz[0] = d->lo_hz;
      return 1;
    case ONDES_FIR_BANDPASS:
    case ONDES_FIR_BANDSTOP:
      cutoffs_hz[0] = d->lo_hz;
      cutoffs_hz[1] = d->hi_hz;
      return 2;
    case ONDES_FIR_NOTCH:
      cutoffs_hz[0] = (i + 1) * d->lo_hz - d->hi_hz / 2;
      cutoffs_hz[1] = (i + 1) * d->lo_hz + d->hi_hz / 2;
      return 2;
    case ONDES_FIR_DIFFERENTIATOR:
    case ONDES_FIR_HILBERT:
    default:
      return 0;
    }
}

guint
ondes_fir_count_bands (const OndesFirDesign *d)
{
  return d->kind == ONDES_FIR_NOTCH ? d->harmonics : 1;
}

/* TRUE if the taps are a unit impulse minus the taps of the stopped band. */
static gboolean
is_complement (OndesFirKind kind)
{
  return kind == ONDES_FIR_HIGHPASS || kind == ONDES_FIR_BANDSTOP || kind == ONDES_FIR_NOTCH;
}

/* TRUE if the taps are antisymmetric. */
static gboolean
is_odd (OndesFirKind kind)
{
  return kind == ONDES_FIR_DIFFERENTIATOR || kind == ONDES_FIR_HILBERT;
}

static OndesSetting
setting_of (OndesFirKind kind)
{
  static const OndesSetting settings[] = { ONDES_SETTING_LOWPASS, ONDES_SETTING_HIGHPASS, ONDES_SETTING_BANDPASS,
                                           ONDES_SETTING_BANDSTOP, ONDES_SETTING_NOTCH, ONDES_SETTING_TAPS, ONDES_SETTING_TAPS };

  return settings[kind];
}

static gboolean
check_cutoffs (const OndesFirDesign *d,
               double                rate_hz,
               GError              **error)
{
  double last = 0;

  for (guint i = 0; i < ondes_fir_count_bands (d); i++)
    {
      double cutoffs_hz[2] = { 0 };
      guint n = ondes_fir_cutoffs (d, i, cutoffs_hz);

      for (guint j = 0; j < n; j++)
        {
          if (!(cutoffs_hz[j] > 0) && d->kind == ONDES_FIR_NOTCH)
            return ondes_request_error_set (error, ONDES_SETTING_TRANSITION, NULL,
                                            _("the notch is wider than its frequency, %g Hz; choose a narrower transition"),
                                            d->lo_hz);
          if (!(cutoffs_hz[j] > 0))
            return ondes_request_error_set (error, setting_of (d->kind), NULL, _("a cut-off at %g Hz is not above 0"),
                                            cutoffs_hz[j]);
          if (cutoffs_hz[j] <= last)
            return ondes_request_error_set (error, setting_of (d->kind), NULL,
                                            _("the cut-off at %g Hz is not above the one at %g Hz; give the lower one first"),
                                            cutoffs_hz[j], last);
          if (!(cutoffs_hz[j] < rate_hz / 2))
            return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, setting_of (d->kind),
                                            _("a cut-off at %g Hz is not below half the rate, %g Hz"), cutoffs_hz[j],
                                            rate_hz / 2);
          last = cutoffs_hz[j];
        }
    }
  return TRUE;
}

gboolean
ondes_fir_design_check (const OndesFirDesign *d,
                        double                rate_hz,
                        GError              **error)
{
  gboolean odd = is_complement (d->kind) || is_odd (d->kind);

  if (!check_cutoffs (d, rate_hz, error))
    return FALSE;
  if (d->length == 0 && !(d->ripple_db > 0 && d->ripple_db <= 300))
    return ondes_request_error_set (error, ONDES_SETTING_RIPPLE, NULL,
                                    _("an attenuation of %g dB is out of range; choose up to 300"), d->ripple_db);
  if (odd && d->length > 0 && d->length % 2 == 0)
    return ondes_request_error_set (error, ONDES_SETTING_LENGTH, NULL,
                                    _("a filter of this kind needs an odd number of taps, not %u; choose %u"), d->length,
                                    d->length < ONDES_FIR_TAPS_MAX ? d->length + 1 : d->length - 1);
  return TRUE;
}

/* Returns the attenuation to design for, and the transition, with their defaults. */
static double
find_ripple (const OndesFirDesign *d,
             double                rate_hz,
             double               *transition_hz)
{
  double cutoffs_hz[2] = { rate_hz / 20 };
  const guint n = ondes_fir_cutoffs (d, 0, cutoffs_hz);

  *transition_hz = d->transition_hz > 0 ? d->transition_hz : cutoffs_hz[0] / 10;
  return d->ripple_db + (n > 1 ? MARGIN_CUTOFFS_DB : MARGIN_DB);
}

/* Returns Kaiser's number of taps for @transition cycles a sample, odd so that they are symmetric about a sample. */
static double
count_taps (double ripple_db,
            double transition)
{
  const double taps = ceil (MAX (ripple_db - 7.95, 13.26) / (2.285 * 2 * G_PI * transition)) + 1;

  return fmod (taps, 2) == 0 ? taps + 1 : taps;
}

double
ondes_fir_design_length (const OndesFirDesign *d,
                         double                rate_hz)
{
  double transition_hz;
  const double ripple_db = find_ripple (d, rate_hz, &transition_hz);

  return count_taps (ripple_db, transition_hz / rate_hz);
}

/* Fails if there are more taps than a design may have. */
static gboolean
check_length (const OndesFirDesign *d,
              double                taps,
              GError              **error)
{
  if (taps <= ONDES_FIR_TAPS_MAX)
    return TRUE;
  return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE,
                                  d->length > 0 ? ONDES_SETTING_LENGTH : ONDES_SETTING_TRANSITION,
                                  _("the filter would have more than %u taps; choose fewer, or a wider transition"),
                                  ONDES_FIR_TAPS_MAX);
}

/* Returns sin (2π f x)/(π x), f in cycles a sample. The turns are exact before the whole ones are left out. */
static double
sinc (double f,
      double x)
{
  const double turns = f * x, rest = turns - rint (turns) + fma (f, x, -turns);
  const double folded = fabs (rest) > 0.25 ? copysign (0.5, rest) - rest : rest;

  return x == 0 ? 2 * f : sin (2 * G_PI * folded) / (G_PI * x);
}

/* Returns the tap of the ideal filter @x samples after the middle. */
static double
ideal_tap (const OndesFirDesign *d,
           double                rate_hz,
           double                x)
{
  double sum = 0;

  if (d->kind == ONDES_FIR_DIFFERENTIATOR)
    return x == 0 ? 0 : rate_hz * cos (G_PI * x) / x;
  if (d->kind == ONDES_FIR_HILBERT)
    return x == 0 ? 0 : (1 - cos (G_PI * x)) / (G_PI * x);
  for (guint i = 0; i < ondes_fir_count_bands (d); i++)
    {
      double cutoffs_hz[2] = { 0 };

      if (ondes_fir_cutoffs (d, i, cutoffs_hz) == 1)
        sum += sinc (cutoffs_hz[0] / rate_hz, x);
      else
        sum += sinc (cutoffs_hz[1] / rate_hz, x) - sinc (cutoffs_hz[0] / rate_hz, x);
    }
  return is_complement (d->kind) ? (x == 0) - sum : sum;
}

/* Scales the taps to amplitude 1 in the passband. Fails if they pass nothing there: two taps at the zeros of their window. */
static gboolean
level (const OndesFirDesign *d,
       double                rate_hz,
       double               *taps,
       guint                 n,
       GError              **error)
{
  double at, response[2], largest = 0;

  switch (d->kind)
    {
    case ONDES_FIR_LOWPASS:
    case ONDES_FIR_BANDSTOP:
    case ONDES_FIR_NOTCH:
      at = 0;
      break;
    case ONDES_FIR_HIGHPASS:
      at = rate_hz / 2;
      break;
    case ONDES_FIR_BANDPASS:
      at = (d->lo_hz + d->hi_hz) / 2;
      break;
    case ONDES_FIR_DIFFERENTIATOR:
    case ONDES_FIR_HILBERT:
    default:
      return TRUE;
    }
  ondes_fir_response (taps, n, FALSE, at, rate_hz, response);
  if (g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error))
    return FALSE;
  for (guint m = 0; m < n; m++)
    largest = MAX (largest, fabs (taps[m]));
  if (!(hypot (response[0], response[1]) > 1e-12 * largest))
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_LENGTH,
                                    _("a filter of %u taps with this window passes nothing; choose more taps"), n);
  for (guint m = 0; m < n; m++)
    taps[m] /= hypot (response[0], response[1]);
  return TRUE;
}

/* Sets the outermost taps of a differentiator so that the slope of a ramp is exact. A window that does not end at 0 leaves an error
 * there as large as its ends, with their own frequency. */
static void
set_slope (double  rate_hz,
           double *taps,
           guint   n)
{
  const guint half = n / 2;
  long double slope = -rate_hz / 2;

  for (guint m = 1; m < half; m++)
    slope -= (long double) m * taps[half + m];
  if (half == 0)
    return;
  taps[n - 1] = (double) (slope / half);
  taps[0] = -taps[n - 1];
}

/* FALSE if the thread's current cancellable is cancelled, which leaves taps unset. */
static gboolean
fill (const OndesFirDesign *design,
      double                rate_hz,
      const OndesFirWindow *window,
      double               *taps,
      guint                 n,
      GError              **error)
{
  GCancellable *cancellable = g_cancellable_get_current ();

  for (guint m = 0; m < (n + 1) / 2; m++)
    {
      const double x = (n - 1) / 2.0 - m;

      if (m % POLLED == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      taps[n - 1 - m] = ideal_tap (design, rate_hz, x) * ondes_window_at (window, n > 1 ? 2 * (long double) x / (n - 1) : 0);
      taps[m] = is_odd (design->kind) ? -taps[n - 1 - m] : taps[n - 1 - m];
    }
  if (design->kind == ONDES_FIR_DIFFERENTIATOR)
    set_slope (rate_hz, taps, n);
  return TRUE;
}

gboolean
ondes_fir_design_window (OndesFirDesign *design,
                         double          rate_hz,
                         GError        **error)
{
  double transition_hz, length = ondes_fir_design_length (design, rate_hz);

  if (!ondes_fir_design_check (design, rate_hz, error) || !check_length (design, length, error))
    return FALSE;
  design->window = (OndesFirWindow) { ONDES_WINDOW_KAISER, ondes_kaiser_beta (find_ripple (design, rate_hz, &transition_hz)) };
  design->length = (guint) length;
  return TRUE;
}

/* Returns @n taps of a window; free with g_free(). */
static double *
make (const OndesFirDesign *design,
      double                rate_hz,
      const OndesFirWindow *window,
      guint                 n,
      GError              **error)
{
  g_autofree double *taps = ondes_memory_try (n * sizeof *taps, error);

  if (taps == NULL || !fill (design, rate_hz, window, taps, n, error) || !level (design, rate_hz, taps, n, error))
    return NULL;
  return g_steal_pointer (&taps);
}

/* Designs for more than the attenuation asked for until the taps hold it: Kaiser's formulas tell it of a single cut-off, and only
 * nearly. Where rounding is all that is left, no try is better than those before. With β = 0, more taps leave the ripple beside a
 * step as high as it is, so these tries do not count. */
static double *
fit (const OndesFirDesign *design,
     double                rate_hz,
     guint                *n,
     GError              **error)
{
  double transition_hz, ripple_db = find_ripple (design, rate_hz, &transition_hz), best_db = INFINITY;

  for (guint worse = 0; worse < TRIES;)
    {
      const double length = count_taps (ripple_db, transition_hz / rate_hz);
      const OndesFirWindow window = { ONDES_WINDOW_KAISER, ondes_kaiser_beta (ripple_db) };
      g_autofree double *taps = NULL;
      double deviation, short_db;

      if (!check_length (design, length, error))
        return NULL;
      *n = (guint) length;
      taps = make (design, rate_hz, &window, *n, error);
      if (taps == NULL
          || !ondes_fir_measure (&(OndesFirFit) { design, rate_hz, transition_hz, window.beta, taps, *n }, &deviation, error))
        return NULL;
      short_db = 20 * log10 (MISSED * deviation) + design->ripple_db;
      if (!(short_db > 0))
        return g_steal_pointer (&taps);
      worse = window.beta > 0 && short_db > best_db - STEP_DB / 2 ? worse + 1 : 0;
      best_db = MIN (best_db, short_db);
      ripple_db += MAX (short_db, STEP_DB);
    }
  ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_RIPPLE,
                           _("taps in double precision do not hold %g dB for this filter; choose up to %g"), design->ripple_db,
                           floor (design->ripple_db - best_db));
  return NULL;
}

double *
ondes_fir_design (const OndesFirDesign *design,
                  double                rate_hz,
                  guint                *n,
                  GError              **error)
{
  if (!ondes_fir_design_check (design, rate_hz, error))
    return NULL;
  if (design->length == 0)
    return fit (design, rate_hz, n, error);
  *n = design->length;
  return check_length (design, *n, error) ? make (design, rate_hz, &design->window, *n, error) : NULL;
}

void
ondes_fir_response (const double *taps,
                    guint         n,
                    gboolean      is_complex,
                    double        f_hz,
                    double        rate_hz,
                    double        response[2])
{
  GCancellable *cancellable = g_cancellable_get_current ();
  double cycles = f_hz / rate_hz;

  response[0] = response[1] = 0;
  for (guint m = 0; m < n && !(m % POLLED == 0 && g_cancellable_is_cancelled (cancellable)); m++)
    {
      double turns = cycles * ((double) m - (n - 1) / 2), angle = -2 * G_PI * (turns - rint (turns));
      double a = taps[is_complex ? 2 * m : m], b = is_complex ? taps[2 * m + 1] : 0;

      response[0] += a * cos (angle) - b * sin (angle);
      response[1] += a * sin (angle) + b * cos (angle);
    }
}
