/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designed filters by their answers at single frequencies, summed here anew, and banks against the limits of IEC 61260-1. */
#include "cancel-at.h"
#include "transform/filter-bank.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

/* Returns |H(f)| without the delay of d samples, and sets @phase unless NULL; by the definition. */
static double
answer (const double *taps,
        guint         n,
        double        cycles,
        double       *phase)
{
  long double re = 0, im = 0;
  int d = (int) (n - 1) / 2;

  for (guint m = 0; m < n; m++)
    {
      re += taps[m] * cosl (2 * G_PI * cycles * ((int) m - d));
      im -= taps[m] * sinl (2 * G_PI * cycles * ((int) m - d));
    }
  if (phase != NULL)
    *phase = atan2 ((double) im, (double) re);
  return (double) hypotl (re, im);
}

static double
decibel (double amplitude)
{
  return 20 * log10 (MAX (amplitude, 1e-300));
}

/* Returns 1 if the design passes @f, 0 if it stops @f, −1 in a transition. */
static int
passes (const OndesFirDesign *d,
        double                f,
        double                half)
{
  double lo = d->lo_hz, hi = d->hi_hz;

  switch (d->kind)
    {
    case ONDES_FIR_LOWPASS:
      return f < hi - half ? 1 : f > hi + half ? 0 : -1;
    case ONDES_FIR_HIGHPASS:
      return f > lo + half ? 1 : f < lo - half ? 0 : -1;
    case ONDES_FIR_BANDPASS:
      return f > lo + half && f < hi - half ? 1 : f < lo - half || f > hi + half ? 0 : -1;
    case ONDES_FIR_BANDSTOP:
      return f > lo + half && f < hi - half ? 0 : f < lo - half || f > hi + half ? 1 : -1;
    case ONDES_FIR_NOTCH:
      for (guint k = 1; k <= d->harmonics; k++)
        if (fabs (f - k * lo) < hi / 2 - half)
          return 0;
        else if (fabs (f - k * lo) < hi / 2 + half)
          return -1;
      return 1;
    default:
      g_assert_not_reached ();
    }
}

static OndesFirDesign
random_design (OndesFirKind kind,
               double       rate)
{
  OndesFirDesign d = ondes_fir_design_default;

  d.kind = kind;
  d.ripple_db = g_test_rand_double_range (25, 110);
  d.transition_hz = rate * g_test_rand_double_range (0.004, 0.02);
  d.lo_hz = rate * g_test_rand_double_range (0.05, 0.2);
  d.hi_hz = rate * g_test_rand_double_range (0.28, 0.45);
  if (kind == ONDES_FIR_NOTCH)
    {
      d.hi_hz = 2.5 * d.transition_hz;
      d.harmonics = 1 + g_test_rand_int_range (0, 2);
    }
  return d;
}

/* Returns a frequency: any, or one beside an edge of a transition, where ripples are highest. */
static double
random_frequency (const OndesFirDesign *d,
                  double                rate)
{
  const double cutoffs[] = { d->lo_hz, d->hi_hz, d->lo_hz - d->hi_hz / 2, d->lo_hz + d->hi_hz / 2 };
  const double edge = cutoffs[d->kind == ONDES_FIR_NOTCH ? 2 + g_test_rand_bit () : g_test_rand_bit ()]
                      + (g_test_rand_bit () ? d->transition_hz : -d->transition_hz) / 2;
  double f = g_test_rand_double_range (0, rate / 2);

  if (g_test_rand_bit ())
    f = edge + d->transition_hz * pow (g_test_rand_double_range (-1, 1), 3);
  return f > 0 && f < rate / 2 ? f : random_frequency (d, rate);
}

/* Attenuation and ripple are those asked for, of narrow bands and at every attenuation. */
static void
test_attenuation (void)
{
  double least = G_MAXDOUBLE, most = 0;

  for (int round = 0; round < 80; round++)
    {
      double rate = pow (10, g_test_rand_double_range (-2, 5));
      OndesFirDesign d = random_design ((OndesFirKind) (round % (ONDES_FIR_NOTCH + 1)), rate);
      g_autoptr (GError) error = NULL;
      guint n;
      g_autofree double *taps = NULL;

      if (round % 4 == 0)
        d.ripple_db = g_test_rand_double_range (5, 260);
      if (d.kind == ONDES_FIR_BANDPASS && round % 3 == 0)
        d.hi_hz = d.lo_hz + d.transition_hz * g_test_rand_double_range (0.1, 2);
      taps = ondes_fir_design (&d, rate, &n, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (n % 2, ==, 1);
      for (guint m = 0; m < n / 2; m++)
        g_assert_true (taps[m] == taps[n - 1 - m]);
      for (guint probe = 0; probe < 300; probe++)
        {
          const double f = random_frequency (&d, rate), ripple = pow (10, -d.ripple_db / 20);
          const int wanted = passes (&d, f, d.transition_hz / 2);
          double phase, amplitude;

          if (wanted < 0)
            continue;
          amplitude = answer (taps, n, f / rate, &phase);
          if (wanted == 0)
            {
              g_assert_cmpfloat (decibel (amplitude), <, -d.ripple_db);
              least = MIN (least, -decibel (amplitude) - d.ripple_db);
            }
          else
            {
              g_assert_cmpfloat (fabs (amplitude - 1), <, ripple + 1e-15);
              g_assert_cmpfloat (fabs (phase), <, 1e-6);
              most = MAX (most, fabs (amplitude - 1) / ripple);
            }
        }
    }
  g_test_message ("least attenuation: %.2f dB more than asked for; largest ripple: %.2f of that", least, most);
}

/* So do those of a derivative, relative to itself, and of a Hilbert transform; the derivative of a ramp is its slope. */
static void
test_odd_ripple (void)
{
  for (int round = 0; round < 40; round++)
    {
      const double rate = pow (10, g_test_rand_double_range (-2, 5));
      const OndesFirDesign d = {
        .kind = round % 2 ? ONDES_FIR_HILBERT : ONDES_FIR_DIFFERENTIATOR,
        .transition_hz = rate * g_test_rand_double_range (0.005, 0.1),
        .ripple_db = round % 4 < 2 ? g_test_rand_double_range (5, 50) : g_test_rand_double_range (50, 240),
      };
      const double ripple = pow (10, -d.ripple_db / 20);
      g_autoptr (GError) error = NULL;
      guint n;
      g_autofree double *taps = ondes_fir_design (&d, rate, &n, &error);
      long double slope = 0;

      g_assert_no_error (error);
      g_assert_cmpuint (n % 2, ==, 1);
      for (guint probe = 0; probe < 200; probe++)
        {
          const double width = rate / 2 - (round % 2 ? 2 : 1) * d.transition_hz;
          const double at = pow (g_test_rand_double_range (0, 1), 3) * width; /* from an edge on */
          const double f = round % 2 && g_test_rand_bit () ? d.transition_hz + at : rate / 2 - d.transition_hz - at;
          double phase;
          const double amplitude = answer (taps, n, f / rate, &phase);

          g_assert_cmpfloat (fabs (amplitude / (round % 2 ? 1 : 2 * G_PI * f) - 1), <, ripple + 1e-14);
          g_assert_cmpfloat_with_epsilon (phase, round % 2 ? -G_PI / 2 : G_PI / 2, 1e-6);
        }
      for (guint m = 0; m < n; m++)
        slope += (long double) taps[m] * ((double) (n / 2) - m) / rate;
      if (round % 2 == 0)
        g_assert_cmpfloat_with_epsilon ((double) slope, 1, 1e-12);
    }
}

/* The ideal filter's taps are the integral of its response over frequency, here by the midpoint rule. */
static void
test_taps (void)
{
  for (int round = 0; round < 40; round++)
    {
      double rate = g_test_rand_double_range (0.5, 100);
      OndesFirDesign d = random_design ((OndesFirKind) (round % (ONDES_FIR_NOTCH + 1)), rate);
      static const OndesFirWindow windows[]
        = { { ONDES_WINDOW_KAISER, 7.5 }, { ONDES_WINDOW_HANN }, { ONDES_WINDOW_HAMMING }, { ONDES_WINDOW_BLACKMAN },
            { ONDES_WINDOW_RECT } };
      g_autoptr (GError) error = NULL;
      guint n, steps = 20000;
      double scale;
      g_autofree double *taps = NULL, *sums = NULL;

      d.length = 2 * g_test_rand_int_range (1, 40);
      d.length += d.kind == ONDES_FIR_LOWPASS || d.kind == ONDES_FIR_BANDPASS ? g_test_rand_bit () : 1;
      d.window = windows[round % 5];
      taps = ondes_fir_design (&d, rate, &n, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (n, ==, d.length);
      sums = g_new0 (double, n);
      for (guint m = 0; m < n; m++)
        {
          double x = m - (n - 1) / 2.0, u = 2 * x / (n - 1), weight;

          for (guint k = 0; k < steps; k++)
            {
              double cycles = (k + 0.5) / steps / 2;

              if (passes (&d, cycles * rate, 0) == 1)
                sums[m] += cos (2 * G_PI * cycles * x) / steps;
            }
          weight = (double[]) { 0, 0.5 + 0.5 * cos (G_PI * u), 0.54 + 0.46 * cos (G_PI * u),
                                0.42 + 0.5 * cos (G_PI * u) + 0.08 * cos (2 * G_PI * u), 1 }[round % 5];
          if (round % 5 == 0)
            {
              double top = 0, bottom = 0;

              /* I0 (z) = 1/π ∫ exp (z cos θ) dθ */
              for (guint k = 0; k < 200; k++)
                {
                  top += exp (7.5 * sqrt (MAX (1 - u * u, 0)) * cos (G_PI * (k + 0.5) / 200));
                  bottom += exp (7.5 * cos (G_PI * (k + 0.5) / 200));
                }
              weight = top / bottom;
            }
          sums[m] *= weight;
        }
      scale = 0;
      for (guint m = 0; m < n; m++)
        scale = MAX (scale, fabs (sums[m]));
      for (guint m = 0; m < n; m++)
        {
          double passed = d.kind == ONDES_FIR_HIGHPASS   ? 0.5
                          : d.kind == ONDES_FIR_BANDPASS ? (d.lo_hz + d.hi_hz) / 2 / rate
                                                         : 0;
          double own = taps[m] * answer (sums, n, passed, NULL);

          g_assert_cmpfloat (fabs (own - sums[m]), <, 2e-3 * scale);
        }
    }
}

static void
test_derivative_and_hilbert (void)
{
  for (int round = 0; round < 20; round++)
    {
      double rate = pow (10, g_test_rand_double_range (-1, 5)), cycles = g_test_rand_double_range (0.05, 0.4), phase, amplitude;
      OndesFirDesign d = { .kind = round % 2 ? ONDES_FIR_HILBERT : ONDES_FIR_DIFFERENTIATOR, .length = 2 * (60 + round) + 1,
                           .window = { ONDES_WINDOW_KAISER, 8 } };
      g_autoptr (GError) error = NULL;
      guint n;
      g_autofree double *taps = ondes_fir_design (&d, rate, &n, &error);

      g_assert_no_error (error);
      amplitude = answer (taps, n, cycles, &phase);
      g_assert_cmpfloat_with_epsilon (amplitude, round % 2 ? 1 : 2 * G_PI * cycles * rate, (round % 2 ? 1 : rate) * 1e-3);
      g_assert_cmpfloat_with_epsilon (phase, round % 2 ? -G_PI / 2 : G_PI / 2, 1e-9);
    }
}

/* Class 1 limits of the attenuation relative to the centre, dB, at the octave-band frequencies G^k. */
static const struct
{
  double k, least, most;
} limits[] = {
  { 0, -0.4, 0.4 }, { 1 / 8.0, -0.4, 0.5 }, { 1 / 4.0, -0.4, 0.7 }, { 3 / 8.0, -0.4, 1.4 }, { 1 / 2.0, 2.0, 5.0 },
  { 1, 17.5, INFINITY }, { 2, 42, INFINITY }, { 3, 61, INFINITY }, { 4, 70, INFINITY },
};

static void
test_bank (void)
{
  static const guint fractions[] = { 1, 3, 2, 6 };

  for (guint i = 0; i < G_N_ELEMENTS (fractions); i++)
    {
      const double rate = g_test_rand_double_range (200, 50000), g = pow (10, 0.3);
      const guint fraction = fractions[i];
      g_autoptr (GError) error = NULL;
      guint n;
      g_autoptr (OndesFilterBank) bank = ondes_filter_bank_octaves (fraction, rate, 3000, &error);
      const OndesFilterBand *bands;

      g_assert_no_error (error);
      bands = ondes_filter_bank_get (bank, &n);
      g_assert_cmpuint (n, >, 2);
      for (guint j = 0; j < n; j++)
        {
          double middle = answer (bands[j].taps, bands[j].n, bands[j].centre_hz / rate, NULL);

          if (j > 0)
            g_assert_cmpfloat_with_epsilon (bands[j].lo_hz, bands[j - 1].hi_hz, 1e-9 * rate);
          g_assert_cmpfloat_with_epsilon (middle, 1, 1e-9);
          for (guint k = 0; k < G_N_ELEMENTS (limits); k++)
            {
              /* The standard maps these frequencies to narrower bands; those below the centre are the reciprocals. */
              double omega = 1 + (pow (g, 1 / (2.0 * fraction)) - 1) / (sqrt (g) - 1) * (pow (g, limits[k].k) - 1);

              for (int side = 0; side < 2; side++)
                {
                  double f = side ? bands[j].centre_hz / omega : bands[j].centre_hz * omega, loss;

                  if (f >= rate / 2)
                    continue;
                  loss = -decibel (answer (bands[j].taps, bands[j].n, f / rate, NULL) / middle);
                  g_assert_cmpfloat (loss, >=, limits[k].least);
                  g_assert_cmpfloat (loss, <=, limits[k].most);
                }
            }
        }
    }
}

static void
test_names (void)
{
  static const char *const thirds[] = { "31.5 Hz", "100 Hz", "1 kHz", "1.25 kHz", "8 kHz", "20 kHz" };
  g_autoptr (GError) error = NULL;
  guint n;
  g_autoptr (OndesFilterBank) bank = ondes_filter_bank_octaves (3, 48000, 0, &error);
  const OndesFilterBand *bands = ondes_filter_bank_get (bank, &n);

  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 31);
  for (guint i = 0; i < G_N_ELEMENTS (thirds); i++)
    {
      gboolean found = FALSE;

      for (guint j = 0; j < n; j++)
        found |= g_str_equal (bands[j].name, thirds[i]);
      g_assert_true (found);
    }
  g_assert_cmpstr (bands[n - 1].name, ==, "20 kHz");
  g_assert_cmpstr (bands[0].name, ==, "20 Hz");
}

static void
assert_refused (OndesFirDesign d,
                int            code,
                OndesSetting   setting)
{
  g_autoptr (GError) error = NULL;
  guint n;

  g_assert_null (ondes_fir_design (&d, 1000, &n, &error));
  g_assert_error (error, ONDES_ERROR, code);
  g_assert_cmpint (ondes_error_get_setting (error), ==, setting);
}

/* Taps are the sampled gammatone about the maximum of its envelope, at −80 dB or below where they end; centres lie evenly on the
 * scale of Glasberg and Moore, a tone there passes as it is, and the bandwidth is the equivalent rectangular one. */
static void
test_gammatones (void)
{
  const double rate_hz = g_test_rand_double_range (16000, 48000), per = g_test_rand_double_range (0.5, 3);
  const double fmin_hz = g_test_rand_double_range (80, 200), fmax_hz = g_test_rand_double_range (2000, 5000);
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesFilterBank) bank = ondes_filter_bank_gammatone (fmin_hz, fmax_hz, per, rate_hz, 0, &error);
  const OndesFilterBand *bands;
  guint n;

  g_assert_no_error (error);
  bands = ondes_filter_bank_get (bank, &n);
  g_assert_cmpfloat_with_epsilon (bands[n - 1].centre_hz, fmax_hz, 1e-9 * fmax_hz);
  g_assert_cmpuint (n, ==, 1 + (guint) (21.4 * log10 ((1 + 0.00437 * fmax_hz) / (1 + 0.00437 * fmin_hz)) * per));
  for (guint i = 0; i < n; i++)
    {
      const OndesFilterBand *band = &bands[i];
      const double f = band->centre_hz, erb = 24.7 * (4.37 * f / 1000 + 1), b = 1.018591635788130 * erb;
      const double peak_s = round (3 / (2 * G_PI * b) * rate_hz) / rate_hz, most = 27 * exp (-3), middle = band->n / 2;
      const double end = 2 * G_PI * b * (peak_s + middle / rate_hz);
      double response[2], energy = 0, scale;

      g_assert_true (end * end * end * exp (-end) <= 1.0001e-4 * most);
      if (i > 0)
        g_assert_cmpfloat_with_epsilon (21.4 * log10 (1 + 0.00437 * f) - 21.4 * log10 (1 + 0.00437 * bands[i - 1].centre_hz),
                                        1 / per, 1e-9);
      g_assert_cmpfloat_with_epsilon (band->hi_hz - band->lo_hz, erb, 1e-9 * erb);
      ondes_fir_response (band->taps, band->n, FALSE, f, rate_hz, response);
      g_assert_cmpfloat_with_epsilon (hypot (response[0], response[1]), 1, 1e-12);
      scale = band->taps[band->n / 2] / pow (2 * G_PI * b * peak_s, 3) / exp (-2 * G_PI * b * peak_s);
      for (guint m = 0; m < band->n; m++)
        {
          const double t = peak_s + (m - middle) / rate_hz, x = t > 0 ? 2 * G_PI * b * t : 0;

          g_assert_cmpfloat (fabs (band->taps[m] - scale * x * x * x * exp (-x) * cos (2 * G_PI * f * (t - peak_s))), <,
                             1e-9 * scale * most);
          energy += band->taps[m] * band->taps[m];
        }
      /* ∫ |H|² over the positive frequencies, by Parseval */
      g_assert_cmpfloat (fabs (energy * rate_hz / 2 / erb - 1), <, 0.02);
    }
  g_assert_null (ondes_filter_bank_gammatone (100, rate_hz, 1, rate_hz, 0, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_clear_error (&error);
  g_assert_null (ondes_filter_bank_gammatone (0.001, 0.04, 1, 0.1, 0, &error)); /* none is that narrow */
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
}

static void
test_refused (void)
{
  g_autoptr (GError) error = NULL;
  const double bad[] = { 1, NAN };

  assert_refused ((OndesFirDesign) { .kind = ONDES_FIR_LOWPASS, .hi_hz = 500, .ripple_db = 60 },
                  ONDES_ERROR_FILE, ONDES_SETTING_LOWPASS);
  assert_refused ((OndesFirDesign) { .kind = ONDES_FIR_LOWPASS, .hi_hz = NAN, .ripple_db = 60 },
                  ONDES_ERROR_REQUEST, ONDES_SETTING_LOWPASS);
  assert_refused ((OndesFirDesign) { .kind = ONDES_FIR_HIGHPASS, .lo_hz = 0, .ripple_db = 60 },
                  ONDES_ERROR_REQUEST, ONDES_SETTING_HIGHPASS);
  assert_refused ((OndesFirDesign) { .kind = ONDES_FIR_BANDPASS, .lo_hz = 200, .hi_hz = 100, .ripple_db = 60 },
                  ONDES_ERROR_REQUEST, ONDES_SETTING_BANDPASS);
  assert_refused ((OndesFirDesign) { .kind = ONDES_FIR_BANDSTOP, .lo_hz = 100, .hi_hz = 100, .ripple_db = 60 },
                  ONDES_ERROR_REQUEST, ONDES_SETTING_BANDSTOP);
  assert_refused ((OndesFirDesign) { .kind = ONDES_FIR_NOTCH, .lo_hz = 100, .hi_hz = 10, .harmonics = 5, .ripple_db = 60 },
                  ONDES_ERROR_FILE, ONDES_SETTING_NOTCH);
  assert_refused ((OndesFirDesign) { .kind = ONDES_FIR_LOWPASS, .hi_hz = 100, .ripple_db = -3 },
                  ONDES_ERROR_REQUEST, ONDES_SETTING_RIPPLE);
  assert_refused ((OndesFirDesign) { .kind = ONDES_FIR_LOWPASS, .hi_hz = 100, .ripple_db = 60, .transition_hz = 1e-6 },
                  ONDES_ERROR_FILE, ONDES_SETTING_TRANSITION);
  /* The rounding of 8000 taps is larger. */
  assert_refused ((OndesFirDesign) { .kind = ONDES_FIR_DIFFERENTIATOR, .ripple_db = 300, .transition_hz = 2.5 },
                  ONDES_ERROR_FILE, ONDES_SETTING_RIPPLE);
  assert_refused ((OndesFirDesign) { .kind = ONDES_FIR_HIGHPASS, .lo_hz = 100, .length = 64 },
                  ONDES_ERROR_REQUEST, ONDES_SETTING_LENGTH);
  assert_refused ((OndesFirDesign) { .kind = ONDES_FIR_HILBERT, .length = 64 }, ONDES_ERROR_REQUEST, ONDES_SETTING_LENGTH);
  /* The advice is a length that is allowed. */
  g_assert_false (ondes_fir_design_check (&(OndesFirDesign) { .kind = ONDES_FIR_HIGHPASS, .lo_hz = 100,
                                                              .length = ONDES_FIR_TAPS_MAX }, 1000, &error));
  g_assert_nonnull (strstr (error->message, "choose 16777215"));
  g_clear_error (&error);
  g_assert_null (ondes_filter_bank_octaves (3, 1000, 4, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_clear_error (&error);
  g_assert_null (ondes_filter_bank_morlet (100, 600, 4, 1000, 0, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_clear_error (&error);
  g_assert_null (ondes_filter_bank_new (&(OndesFilterBand) { .n = 2, .taps = (double *) bad }, 1, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
}

/* A design of seconds ends when the current cancellable is cancelled, before it and within it. */
static void
test_cancel (void)
{
  static const OndesFirDesign longest = { .kind = ONDES_FIR_LOWPASS, .hi_hz = 100, .length = ONDES_FIR_TAPS_MAX,
                                          .window = { ONDES_WINDOW_KAISER, 8 } };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  guint n;

  cancel_at (cancellable, 3);
  g_cancellable_push_current (cancellable);
  g_assert_null (ondes_fir_design (&longest, 1000, &n, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (cancel_at_was_met ());
  g_clear_error (&error);
  g_assert_null (ondes_filter_bank_octaves (3, 48000, 0, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (ondes_filter_bank_morlet (100, 400, 4, 1000, 0, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_cancellable_pop_current (cancellable);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/fir/attenuation-as-designed", test_attenuation);
  g_test_add_func ("/ondes/fir/derivative-and-hilbert-keep-their-ripple", test_odd_ripple);
  g_test_add_func ("/ondes/fir/taps-of-the-ideal-filter", test_taps);
  g_test_add_func ("/ondes/fir/derivative-and-hilbert", test_derivative_and_hilbert);
  g_test_add_func ("/ondes/fir/octave-bands-keep-class-1", test_bank);
  g_test_add_func ("/ondes/fir/octave-bands-have-their-names", test_names);
  g_test_add_func ("/ondes/fir/gammatones-have-the-bandwidths-of-hearing", test_gammatones);
  g_test_add_func ("/ondes/fir/refused", test_refused);
  g_test_add_func ("/ondes/fir/a-long-design-is-cancelled", test_cancel);
  return g_test_run ();
}
