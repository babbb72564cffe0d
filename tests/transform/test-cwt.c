/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "transform/cwt.h"

static OndesSpec *
make (const OndesCwtOptions *options,
      const char            *scales,
      GError               **error)
{
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse (scales, 0, NULL);

  return ondes_cwt_new (options, list, error);
}

static void
test_identity (void)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autoptr (OndesSpec) a = make (&options, "1:4", NULL);
  g_autoptr (OndesSpec) b = make (&options, "1,2,3,4", NULL);
  g_autoptr (OndesSpec) c = NULL;
  g_autoptr (OndesSpec) d = make (&options, "4,3,2,1", NULL);

  options.omega0 = 6;
  c = make (&options, "1:4", NULL);
  g_assert_true (ondes_spec_equal (a, b));
  g_assert_cmpuint (ondes_spec_hash (a), ==, ondes_spec_hash (b));
  g_assert_false (ondes_spec_equal (a, c));
  g_assert_false (ondes_spec_equal (a, d));
}

static OndesSpec *
compensated (const OndesCompensationOptions *compensation,
             double                          rate_hz,
             GError                        **error)
{
  g_autoptr (OndesCompensation) made = ondes_compensation_new (compensation, NULL);
  OndesCwtOptions options = ondes_cwt_options_default;

  options.compensation = made;
  options.rate_hz = rate_hz;
  return make (&options, "1:4", error);
}

/* Specs are equal where their masks are, however the models say it. */
static void
test_compensated (void)
{
  static const OndesCompensationOptions options[] = {
    { .amplitude = "constant:0.1" }, { .amplitude = "constant:0.2" }, { .timing = "constant:0.1" }, { .amplitude = "offset:0.1" },
    { .aperture = 1e-3 }, { .quantisation = { 8 } }, { .quantisation = { 9 } }, { .quantisation = { 8, ONDES_ROUND_UP } },
    { .quantisation = { 8, ONDES_ROUND_NEAREST, TRUE } },
  };
  OndesSpec *specs[G_N_ELEMENTS (options)];
  g_autoptr (OndesSpec) plain = make (&ondes_cwt_options_default, "1:4", NULL);
  g_autoptr (OndesSpec) nothing = compensated (&(OndesCompensationOptions) { .amplitude = "power:0,1,0" }, 8, NULL);
  g_autoptr (OndesSpec) same = compensated (&(OndesCompensationOptions) { .amplitude = "power:0,1,0.1" }, 8, NULL);
  g_autoptr (OndesSpec) faster = compensated (&options[2], 16, NULL);
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      specs[i] = compensated (&options[i], 8, NULL);
      g_assert_false (ondes_spec_equal (specs[i], plain));
      for (guint j = 0; j < i; j++)
        g_assert_false (ondes_spec_equal (specs[i], specs[j]));
    }
  g_assert_true (ondes_spec_equal (nothing, plain));
  g_assert_null (ondes_spec_cwt (nothing)->masks);
  g_assert_true (ondes_spec_equal (same, specs[0]));
  g_assert_cmpuint (ondes_spec_hash (same), ==, ondes_spec_hash (specs[0]));
  g_assert_false (ondes_spec_equal (faster, specs[2]));
  text = ondes_spec_describe (specs[7]);
  g_assert_nonnull (strstr (text, ", compensated: masks of 8 bits rounded up, their noise "));
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    ondes_spec_unref (specs[i]);
}

static void
test_print (void)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autoptr (OndesSpec) plain = make (&options, "1:4", NULL);
  g_autoptr (OndesSpec) other = NULL;
  g_autofree char *a = ondes_spec_print (plain), *b = NULL;

  options.wavelet = ONDES_WAVELET_ANALYTIC_MORLET;
  options.omega0 = 5.5;
  options.normalisation = ONDES_NORMALISATION_L2;
  options.method = ONDES_METHOD_FFT;
  options.precision = ONDES_PRECISION_DOUBLE;
  options.quantity = ONDES_QUANTITY_POWER;
  options.fft_length = 1024;
  other = make (&options, "1/2:4", NULL);
  b = ondes_spec_print (other);
  g_assert_cmpstr (a, ==, "--scales 1:4 --precision single --quantity magnitude");
  g_assert_cmpstr (b, ==, "--scales 1/2:4 --wavelet analytic-morlet --omega0 5.5 --normalisation l2 --method fft "
                          "--fft-length 1024 --precision double --quantity power");
}

static void
test_shape (void)
{
  const struct
  {
    OndesWavelet   wavelet;
    OndesPrecision precision;
    OndesQuantity  quantity;
    OndesType      input, output;
  } cases[] = {
    { ONDES_WAVELET_COMPLEX_MORLET, ONDES_PRECISION_DOUBLE, ONDES_QUANTITY_COEFFICIENTS, ONDES_F32, ONDES_C128 },
    { ONDES_WAVELET_COMPLEX_MORLET, ONDES_PRECISION_SINGLE2, ONDES_QUANTITY_COEFFICIENTS, ONDES_F64, ONDES_C64 },
    { ONDES_WAVELET_MORLET, ONDES_PRECISION_DOUBLE, ONDES_QUANTITY_COEFFICIENTS, ONDES_F32, ONDES_F64 },
    { ONDES_WAVELET_MORLET, ONDES_PRECISION_SINGLE, ONDES_QUANTITY_COEFFICIENTS, ONDES_C64, ONDES_C64 },
    { ONDES_WAVELET_ANALYTIC_MORLET, ONDES_PRECISION_SINGLE, ONDES_QUANTITY_PHASE, ONDES_F32, ONDES_F32 },
    { ONDES_WAVELET_COMPLEX_MORLET, ONDES_PRECISION_DOUBLE, ONDES_QUANTITY_POWER, ONDES_F32, ONDES_F64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      OndesCwtOptions options = ondes_cwt_options_default;
      g_autoptr (OndesSpec) spec = NULL;
      OndesView view = { .first = 10, .count = 100 };
      OndesShape shape;

      options.wavelet = cases[i].wavelet;
      options.precision = cases[i].precision;
      options.quantity = cases[i].quantity;
      spec = make (&options, "1:7", NULL);
      shape = ondes_spec_shape (spec, cases[i].input, &view);
      g_assert_cmpint (shape.type, ==, cases[i].output);
      g_assert_cmpuint (shape.rows, ==, 7);
      g_assert_cmpuint (shape.columns, ==, 100);

      view.columns = 30;
      g_assert_cmpuint (ondes_spec_shape (spec, cases[i].input, &view).columns, ==, 30);
      view.columns = 300;
      shape = ondes_spec_shape (spec, cases[i].input, &view);
      g_assert_cmpuint (shape.columns, ==, 100);
      g_assert_cmpint (shape.type, ==, ONDES_F32);
    }
}

static void
test_facts (void)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autoptr (OndesSpec) spec = make (&options, "1,3/2,1.6,100", NULL);
  const OndesCwt *cwt = ondes_spec_cwt (spec);

  g_assert_cmpuint (ondes_cwt_half_length (1.6), ==, 12);
  g_assert_cmpuint (ondes_cwt_half_length (0.1), ==, 0);
  g_assert_true (ondes_cwt_is_aliased (cwt, 1));
  g_assert_false (ondes_cwt_is_aliased (cwt, 2)); /* ω₀/π = 1.5915 */
  g_assert_cmpfloat_with_epsilon (ondes_cwt_frequency_hz (cwt, 3, 1000), 7.957747154594767, 1e-12);
  g_assert_cmpfloat_with_epsilon (ondes_cwt_coi_samples (cwt, 3), 141.4213562373095, 1e-10);
  g_assert_cmpfloat_with_epsilon (ondes_cwt_amplitude (ONDES_NORMALISATION_L1, 4), 0.19947114020071635, 1e-15);
  g_assert_cmpfloat (ondes_cwt_amplitude (ONDES_NORMALISATION_L2, 4), ==, 0.5);
}

static void
test_refused (void)
{
  g_autoptr (GError) error = NULL;
  OndesCwtOptions options = ondes_cwt_options_default;
  const double omegas[] = { 0, -5, NAN, INFINITY, 1e9 };

  for (guint i = 0; i < G_N_ELEMENTS (omegas); i++)
    {
      options.omega0 = omegas[i];
      g_assert_null (make (&options, "1:4", &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
      g_clear_error (&error);
    }

  options = ondes_cwt_options_default;
  options.fft_length = 64;
  g_assert_null (make (&options, "1:4", &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);

  options = ondes_cwt_options_default;
  options.wavelet = ONDES_WAVELET_ANALYTIC_MORLET;
  options.method = ONDES_METHOD_DIRECT;
  g_assert_null (make (&options, "1:4", &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);

  options.method = ONDES_METHOD_AUTO;
  options.boundary = ONDES_BOUNDARY_REFLECT;
  g_assert_null (make (&options, "1:4", &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);

  options.boundary = ONDES_BOUNDARY_ZERO;
  options.method = ONDES_METHOD_OVERLAP_SAVE;
  g_assert_null (make (&options, "8:40", &error)); /* ω₀ = 5: cut at 0 by 4e-6 of the peak */
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);
  options.omega0 = 6;
  {
    g_autoptr (OndesSpec) spec = make (&options, "8:40", &error);

    g_assert_no_error (error);
    g_assert_nonnull (spec);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/cwt/compensated-specs-are-their-masks", test_compensated);
  g_test_add_func ("/ondes/cwt/equal-requests-are-one-spec", test_identity);
  g_test_add_func ("/ondes/cwt/prints-its-options", test_print);
  g_test_add_func ("/ondes/cwt/output-types-and-shapes", test_shape);
  g_test_add_func ("/ondes/cwt/facts-of-a-scale", test_facts);
  g_test_add_func ("/ondes/cwt/nonsense-is-refused", test_refused);
  return g_test_run ();
}
