/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Welch's spectra against SciPy's, against their definition summed in double, and what tones read. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "analysis/psd.h"
#include "psd-reference.h"
#include "transform/filter-bank.h"

#define RATE 250.0
#define NEAR 1e-12 /* relative to the value, and 1e-16 of the largest, where samples cancel */

/* Returns the numbers of reference-psd.py. */
static double *
make_samples (guint n)
{
  double *x = g_new (double, n);
  guint64 state = 12345;

  for (guint i = 0; i < n; i++)
    {
      state = (state * 1103515245 + 12345) % (G_GUINT64_CONSTANT (1) << 31);
      x[i] = (double) state / (1 << 30) - 0.75;
    }
  return x;
}

static OndesPsd *
compute (OndesSource           *source,
         const OndesPsdOptions *options)
{
  g_autoptr (GError) error = NULL;
  OndesPsd *psd = ondes_psd_compute (source, (OndesSpan) { 0, source->n }, options, NULL, &error);

  g_assert_no_error (error);
  return psd;
}

static void
check_near (double value,
            double wanted,
            double largest,
            double near)
{
  g_assert_cmpfloat (fabs (value - wanted), <=, near * wanted + 1e-4 * near * largest);
}

static void
test_scipy (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (references); i++)
    {
      const gboolean is_complex = references[i].is_complex;
      g_autofree double *x = make_samples (references[i].n * (is_complex ? 2 : 1));
      g_autoptr (OndesSource) source = ondes_array_source_new (is_complex ? ONDES_C128 : ONDES_F64, x, references[i].n, RATE);
      g_autoptr (OndesPsd) psd = compute (source, &references[i].options);
      double largest = 0;

      g_assert_cmpuint (psd->n, ==, references[i].bins);
      g_assert_cmpint (psd->two_sided, ==, is_complex);
      for (guint k = 0; k < psd->n; k++)
        largest = MAX (largest, references[i].values[k]);
      for (guint k = 0; k < psd->n; k++)
        check_near (psd->values[k], references[i].values[k], largest, NEAR);
    }
}

/* Returns Σ w_t x_t e^(−2πi k t/L) of the @x less their mean, and the sums of the weights and their squares. */
static double complex
sum_segment (const double complex *x,
             guint                 length,
             gint64                k,
             gboolean              less_mean,
             double               *sum,
             double               *squares)
{
  double complex mean = 0, result = 0;

  *sum = *squares = 0;
  for (guint t = 0; t < length; t++)
    mean += x[t] / length;
  for (guint t = 0; t < length; t++)
    {
      const double w = 0.5 - 0.5 * cos (2 * G_PI * t / length);

      result += w * (x[t] - (less_mean ? mean : 0)) * cexp (-2 * G_PI * I * (double) ((k * t) % length) / length);
      *sum += w;
      *squares += w * w;
    }
  return result;
}

static void
check_definition (const OndesPsd       *psd,
                  const double complex *x)
{
  const guint length = (guint) psd->options.length;
  double largest = 0;

  for (guint i = 0; i < psd->n; i++)
    largest = MAX (largest, psd->values[i]);
  for (guint i = 0; i < psd->n; i++)
    {
      const gint64 k = lround (psd->frequencies_hz[i] * length / RATE);
      const gboolean alone = psd->two_sided || k == 0 || 2 * k == length;
      double power = 0, sum = 0, squares = 0;

      g_assert_cmpfloat_with_epsilon (psd->frequencies_hz[i], k * RATE / length, 1e-9);
      for (guint64 j = 0; j < psd->averages; j++)
        {
          const double complex value = sum_segment (x + j * psd->step, length, k,
                                                    psd->options.detrend == ONDES_PSD_DETREND_MEAN, &sum, &squares);

          power += (creal (value) * creal (value) + cimag (value) * cimag (value)) / (double) psd->averages;
        }
      power *= alone ? 1 : 2;
      if (psd->options.scaling == ONDES_PSD_DENSITY)
        check_near (psd->values[i], power / (RATE * squares), largest, 1e-11);
      else if (psd->options.scaling == ONDES_PSD_SPECTRUM)
        check_near (psd->values[i], power / (sum * sum), largest, 1e-11);
      else
        check_near (psd->values[i], sqrt (power * (alone ? 1 : 2)) / sum, largest, 1e-8);
    }
}

static void
test_definition (void)
{
  for (guint round = 0; round < 20; round++)
    {
      const guint n = (guint) g_test_rand_int_range (100, 400), length = (guint) g_test_rand_int_range (5, 100);
      const gboolean is_complex = round % 2;
      const OndesPsdOptions options = { .length = length, .overlap = g_test_rand_double_range (0, 0.95),
                                        .detrend = round / 2 % 2 ? ONDES_PSD_DETREND_MEAN : ONDES_PSD_DETREND_NONE,
                                        .scaling = round % 3 };
      g_autofree double complex *x = g_new (double complex, n);
      g_autofree double *real = g_new (double, n);
      g_autoptr (OndesSource) source = NULL;
      g_autoptr (OndesPsd) psd = NULL;

      for (guint t = 0; t < n; t++)
        x[t] = real[t] = g_test_rand_double_range (-1, 1);
      for (guint t = 0; is_complex && t < n; t++)
        x[t] += I * g_test_rand_double_range (-1, 1);
      source = is_complex ? ondes_array_source_new (ONDES_C128, x, n, RATE) : ondes_array_source_new (ONDES_F64, real, n, RATE);
      psd = compute (source, &options);
      g_assert_cmpuint (psd->n, ==, is_complex ? length : length / 2 + 1);
      check_definition (psd, x);
    }
}

static OndesSource *
make_tone (guint  n,
           double amplitude,
           double hz)
{
  g_autofree double *x = g_new (double, n);

  for (guint t = 0; t < n; t++)
    x[t] = amplitude * cos (2 * G_PI * hz * t / RATE + 0.7);
  return ondes_array_source_new (ONDES_F64, x, n, RATE);
}

/* A tone of amplitude A in the middle of a bin reads A, and A²/2 as power. */
static void
test_tone (void)
{
  for (guint window = 0; ondes_psd_window_names[window] != NULL; window++)
    {
      OndesPsdOptions options = { .window = window, .length = 256, .scaling = ONDES_PSD_AMPLITUDE };
      g_autoptr (OndesSource) source = make_tone (2000, 3, 32 * RATE / 256);
      g_autoptr (OndesPsd) amplitude = compute (source, &options), power = NULL;

      g_assert_cmpfloat_with_epsilon (amplitude->values[32], 3, 1e-12);
      g_assert_cmpuint (ondes_psd_nearest (amplitude, 32.2 * RATE / 256), ==, 32);
      options.scaling = ONDES_PSD_SPECTRUM;
      power = compute (source, &options);
      g_assert_cmpfloat_with_epsilon (power->values[32], 4.5, 1e-12);
      g_assert_cmpfloat_with_epsilon (ondes_psd_db (&options, power->values[32]),
                                      ondes_psd_db (&amplitude->options, amplitude->values[32]) - 10 * log10 (2), 1e-9);
    }
}

/* Between bins the parabola is within the errors that docs/definitions.md tells. */
static void
test_peak (void)
{
  static const struct { OndesPsdWindow window; double bins, relative; } most[] = {
    { ONDES_PSD_HANN, 0.0165, 0.0385 }, { ONDES_PSD_BLACKMAN, 0.007, 0.011 }, { ONDES_PSD_BLACKMAN_HARRIS, 0.0035, 0.004 },
    { ONDES_PSD_FLAT_TOP, 0.145, 0.0012 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (most); i++)
    for (double shift = -0.5; shift <= 0.5; shift += 0.05)
      {
        const OndesPsdOptions options = { .window = most[i].window, .length = 512, .scaling = i % 2 ? ONDES_PSD_SPECTRUM
                                                                                               : ONDES_PSD_AMPLITUDE };
        const double bin = RATE / 512, power = options.scaling == ONDES_PSD_SPECTRUM ? 2 : 1;
        g_autoptr (OndesSource) source = make_tone (4000, 2, (100 + shift) * bin);
        g_autoptr (OndesPsd) psd = compute (source, &options);
        const OndesPsdPeak peak = ondes_psd_peak (psd, 101);
        OndesPsdPeak largest;

        g_assert_true (peak.interpolated);
        g_assert_cmpfloat_with_epsilon (peak.hz, (100 + shift) * bin, most[i].bins * bin);
        g_assert_cmpfloat_with_epsilon (peak.value, 2, 2 * power * most[i].relative);
        g_assert_cmpuint (ondes_psd_peaks (psd, 0, RATE / 2, &largest, 1), ==, 1);
        g_assert_cmpuint (largest.index, ==, peak.index);
      }
}

/* The band with a tone has its power, and no other has. */
static void
test_bands (void)
{
  for (guint bands = 1; bands <= 2; bands++)
    {
      const OndesPsdOptions options = { .length = 2048, .bands = bands };
      const double g = pow (10, 0.3), b = bands == 1 ? 1 : 3, centre = 1000 * pow (g, -5);
      g_autoptr (OndesSource) source = make_tone (20000, 3, centre);
      g_autoptr (OndesPsd) psd = compute (source, &options);
      const gsize at = ondes_psd_nearest (psd, centre);

      g_assert_cmpfloat_with_epsilon (psd->frequencies_hz[at], centre, 1e-9);
      g_assert_cmpfloat_with_epsilon (psd->edges_hz[2 * at], centre * pow (g, -1 / (2 * b)), 1e-9);
      g_assert_cmpfloat_with_epsilon (psd->edges_hz[2 * at + 1], centre * pow (g, 1 / (2 * b)), 1e-9);
      g_assert_cmpfloat_with_epsilon (psd->values[at], 4.5, 4.5e-4);
      g_assert_cmpfloat (psd->values[at - 1] + psd->values[at + 1], <, 4.5e-4);
      g_assert_cmpfloat (psd->edges_hz[2 * psd->n - 1], <=, RATE / 2);
      g_assert_cmpfloat (psd->edges_hz[1] - psd->edges_hz[0], >=, 3 * psd->bin_hz);
      g_assert_cmpfloat (ondes_filter_octave (bands == 1 ? 1 : 3, 0).centre_hz, ==, 1000);
    }
}

/* Bands that touch have the power of all bins within them; of complex samples that of both sides. */
static void
test_band_sums (void)
{
  const guint n = 30000;
  g_autofree double *x = g_new (double, 2 * n);
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesPsd) psd = NULL, bands = NULL;
  OndesPsdOptions options = { .length = 2000 };
  double sum = 0, wanted = 0;

  for (guint i = 0; i < 2 * n; i++)
    x[i] = g_test_rand_double_range (-1, 1);
  source = ondes_array_source_new (ONDES_C128, x, n, RATE);
  psd = compute (source, &options);
  options.bands = 2;
  bands = compute (source, &options);
  for (gsize i = 0; i < bands->n; i++)
    {
      sum += bands->values[i];
      g_assert_true (i == 0 || fabs (bands->edges_hz[2 * i] / bands->edges_hz[2 * i - 1] - 1) < 1e-12);
    }
  for (gsize k = 0; k < psd->n; k++)
    {
      const double lo = fabs (psd->frequencies_hz[k]) - psd->bin_hz / 2, hi = lo + psd->bin_hz;
      const double inside = MIN (hi, bands->edges_hz[2 * bands->n - 1]) - MAX (lo, bands->edges_hz[0]);

      wanted += MAX (inside, 0) * psd->values[k];
    }
  g_assert_cmpfloat_with_epsilon (sum, wanted, 1e-10 * wanted);
}

static void
test_refusals (void)
{
  static const struct { guint64 n, length; guint bands; } cases[] = { { 3, 0, 0 }, { 100, 200, 0 }, { 100, 8, 5 } };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const OndesWatch watch = { .cancellable = cancellable };
  g_autoptr (OndesSource) source = make_tone (100, 1, 10);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const OndesPsdOptions options = { .length = cases[i].length, .bands = cases[i].bands };

      g_assert_null (ondes_psd_compute (source, (OndesSpan) { 0, cases[i].n }, &options, NULL, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      g_clear_error (&error);
    }
  g_cancellable_cancel (cancellable);
  g_assert_null (ondes_psd_compute (source, (OndesSpan) { 0, 100 }, &(OndesPsdOptions) { 0 }, &watch, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_lengths (void)
{
  static const guint64 cases[][2] = { { 100, 100 }, { 1000, 256 }, { 51 * 512, 1024 }, { 1000000, 32768 }, { 1u << 30, 65536 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpuint (ondes_psd_auto_length (cases[i][0]), ==, cases[i][1]);
}

static void
test_units (void)
{
  static const struct { OndesPsdOptions options; const char *unit, *frequency, *wanted; } cases[] = {
    { { .scaling = ONDES_PSD_DENSITY }, "V", "Hz", "V²/Hz" },
    { { .scaling = ONDES_PSD_DENSITY }, "", "Hz", "1/Hz" },
    { { .scaling = ONDES_PSD_DENSITY }, "K", "cycles/year", "K²/(cycles/year)" },
    { { .scaling = ONDES_PSD_AMPLITUDE }, "V", "Hz", "V" },
    { { .scaling = ONDES_PSD_SPECTRUM }, "V", "Hz", "V²" },
    { { .scaling = ONDES_PSD_AMPLITUDE, .bands = 1 }, "V", "Hz", "V²" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *unit = ondes_psd_unit (&cases[i].options, cases[i].unit, cases[i].frequency);

      g_assert_cmpstr (unit, ==, cases[i].wanted);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/psd/has-the-values-of-scipy", test_scipy);
  g_test_add_func ("/ondes/psd/is-its-definition", test_definition);
  g_test_add_func ("/ondes/psd/tone-reads-its-amplitude", test_tone);
  g_test_add_func ("/ondes/psd/peak-lies-between-bins", test_peak);
  g_test_add_func ("/ondes/psd/band-has-the-power-of-a-tone", test_bands);
  g_test_add_func ("/ondes/psd/bands-have-the-power-within-their-edges", test_band_sums);
  g_test_add_func ("/ondes/psd/refuses-what-cannot-be", test_refusals);
  g_test_add_func ("/ondes/psd/automatic-length", test_lengths);
  g_test_add_func ("/ondes/psd/units", test_units);
  return g_test_run ();
}
