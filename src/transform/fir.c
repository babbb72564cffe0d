/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fir.h"

#include "base/kaiser.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/words.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#define POLLED 256 /* taps between two looks at the cancellable: each may sum thousands of cut-offs */

/* Added to the attenuation asked for: Kaiser's formulas fall short by up to 1.3 dB, and the ripples of two close cut-offs add. */
#define MARGIN_DB       1.5
#define MARGIN_CUTOFFS_DB 7.5

static const char *const window_names[] = { "kaiser", "hann", "hamming", "blackman", "rect" };

const OndesFirDesign ondes_fir_design_default = { .kind = ONDES_FIR_LOWPASS, .harmonics = 1, .ripple_db = 80 };

gboolean
ondes_window_parse (const char     *text,
                    OndesFirWindow *window,
                    GError        **error)
{
  double beta = g_str_has_prefix (text, "kaiser:") ? ondes_number_read (text + strlen ("kaiser:")) : NAN;

  for (guint i = 1; i < G_N_ELEMENTS (window_names); i++)
    if (g_str_equal (text, window_names[i]))
      {
        *window = (OndesFirWindow) { (OndesWindowKind) i, 0 };
        return TRUE;
      }
  if (beta >= 0 && beta <= 100)
    {
      *window = (OndesFirWindow) { ONDES_WINDOW_KAISER, beta };
      return TRUE;
    }
  return ondes_request_error_set (error, ONDES_SETTING_WINDOW, text,
                                  _("“%s” is no window; choose kaiser:BETA with BETA from 0 to 100, hann, hamming, blackman "
                                    "or rect"),
                                  text);
}

char *
ondes_window_print (const OndesFirWindow *window)
{
  char beta[ONDES_NUMBER_SIZE];

  return window->kind == ONDES_WINDOW_KAISER ? g_strdup_printf ("kaiser:%s", ondes_number_print (beta, window->beta))
                                             : g_strdup (window_names[window->kind]);
}

double
ondes_window_at (const OndesFirWindow *window,
                 double                x)
{
  switch (window->kind)
    {
    case ONDES_WINDOW_KAISER:
      return ondes_kaiser_window (window->beta, x);
    case ONDES_WINDOW_HANN:
      return 0.5 + 0.5 * cos (G_PI * x);
    case ONDES_WINDOW_HAMMING:
      return 0.54 + 0.46 * cos (G_PI * x);
    case ONDES_WINDOW_BLACKMAN:
      return 0.42 + 0.5 * cos (G_PI * x) + 0.08 * cos (2 * G_PI * x);
    case ONDES_WINDOW_RECT:
    default:
      return 1;
    }
}

/* Stores the cut-offs of band @i and returns their number. */
static guint
find_cutoffs (const OndesFirDesign *d,
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

static guint
count_bands (const OndesFirDesign *d)
{
  return d->kind == ONDES_FIR_NOTCH ? d->harmonics : 1;
}

/* TRUE if the taps are a unit impulse minus the taps of the stopped band. */
static gboolean
is_complement (OndesFirKind kind)
{
  return kind == ONDES_FIR_HIGHPASS || kind == ONDES_FIR_BANDSTOP || kind == ONDES_FIR_NOTCH;
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

  for (guint i = 0; i < count_bands (d); i++)
    {
      double cutoffs_hz[2] = { 0 };
      guint n = find_cutoffs (d, i, cutoffs_hz);

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
  gboolean odd = is_complement (d->kind) || d->kind == ONDES_FIR_DIFFERENTIATOR || d->kind == ONDES_FIR_HILBERT;

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
  const guint n = find_cutoffs (d, 0, cutoffs_hz);

  *transition_hz = d->transition_hz > 0 ? d->transition_hz : cutoffs_hz[0] / 10;
  return d->ripple_db + (n > 1 ? MARGIN_CUTOFFS_DB : MARGIN_DB);
}

double
ondes_fir_design_length (const OndesFirDesign *d,
                         double                rate_hz)
{
  double transition_hz;
  const double ripple_db = find_ripple (d, rate_hz, &transition_hz);
  const double taps = ceil (MAX (ripple_db - 7.95, 13.26) / (2.285 * 2 * G_PI * transition_hz / rate_hz)) + 1;

  return fmod (taps, 2) == 0 ? taps + 1 : taps; /* symmetric about a sample */
}

/* Finds length and window; from ripple and transition if no length is given. */
static gboolean
find_length (const OndesFirDesign *d,
             double                rate_hz,
             guint                *length,
             OndesFirWindow       *window,
             GError              **error)
{
  double transition_hz, taps = d->length;

  *window = d->window;
  if (d->length == 0)
    {
      taps = ondes_fir_design_length (d, rate_hz);
      *window = (OndesFirWindow) { ONDES_WINDOW_KAISER, ondes_kaiser_beta (find_ripple (d, rate_hz, &transition_hz)) };
    }
  *length = taps <= ONDES_FIR_TAPS_MAX ? (guint) taps : 0;
  if (*length > 0)
    return TRUE;
  return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE,
                                  d->length > 0 ? ONDES_SETTING_LENGTH : ONDES_SETTING_TRANSITION,
                                  _("the filter would have more than %u taps; choose fewer, or a wider transition"),
                                  ONDES_FIR_TAPS_MAX);
}

/* sin (2π f x)/(π x), f in cycles a sample. */
static double
sinc (double f,
      double x)
{
  return x == 0 ? 2 * f : sin (2 * G_PI * f * x) / (G_PI * x);
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
  for (guint i = 0; i < count_bands (d); i++)
    {
      double cutoffs_hz[2] = { 0 };

      if (find_cutoffs (d, i, cutoffs_hz) == 1)
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

  for (guint m = 0; m < n; m++)
    {
      const double x = m - (n - 1) / 2.0;

      if (m % POLLED == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      taps[m] = ideal_tap (design, rate_hz, x) * ondes_window_at (window, n > 1 ? 2 * x / (n - 1) : 0);
    }
  return TRUE;
}

gboolean
ondes_fir_design_window (const OndesFirDesign *design,
                         double                rate_hz,
                         guint                *n,
                         OndesFirWindow       *window,
                         GError              **error)
{
  return ondes_fir_design_check (design, rate_hz, error) && find_length (design, rate_hz, n, window, error);
}

double *
ondes_fir_design (const OndesFirDesign *design,
                  double                rate_hz,
                  guint                *n,
                  GError              **error)
{
  OndesFirWindow window;
  double *taps;

  if (!ondes_fir_design_window (design, rate_hz, n, &window, error))
    return NULL;
  taps = ondes_memory_try (*n * sizeof *taps, error);
  if (taps == NULL)
    return NULL;
  if (!fill (design, rate_hz, &window, taps, *n, error) || !level (design, rate_hz, taps, *n, error))
    g_clear_pointer (&taps, g_free);
  return taps;
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
