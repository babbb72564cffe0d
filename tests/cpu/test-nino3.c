/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Torrence and Compo's own printed results for the NINO3 sea surface temperature: power and phase of sample n/2 and the global
 * spectrum, 44 rows, to the last digit printed. Theirs is the analytic Morlet with ω₀ = 6 and l2, times π^(−1/4), by an FFT
 * over 1024, of the record without its mean. */
#include "common.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define N    504
#define ROWS 44

static char *
data_path (const char *name)
{
  return g_build_filename (g_getenv ("ONDES_SOURCE_DIR"), "tests", "data", "nino3", name, NULL);
}

static void
test_printed (void)
{
  g_autofree char *series_path = data_path ("sst_nino3.dat");
  g_autofree char *printed_path = data_path ("wavetest_output.txt");
  g_autofree char *series = NULL;
  g_autofree char *printed = NULL;
  g_autoptr (GString) scales = g_string_new (NULL);
  OndesCwtOptions o = ondes_cwt_options_default;
  GError *error = NULL;
  double x[N], mean = 0;
  char *at;

  g_file_get_contents (series_path, &series, NULL, &error);
  g_assert_no_error (error);
  g_file_get_contents (printed_path, &printed, NULL, &error);
  g_assert_no_error (error);
  at = series;
  for (int i = 0; i < N; i++)
    {
      x[i] = g_ascii_strtod (at, &at);
      mean += x[i] / N;
    }
  for (int i = 0; i < N; i++)
    x[i] -= mean;
  for (int j = 0; j < ROWS; j++) /* s₀ = dt = 0.25, in samples, four to the octave */
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (scales, "%s%s", j ? "," : "", g_ascii_dtostr (number, sizeof number, exp2 (0.25 * j)));
    }

  o.wavelet = ONDES_WAVELET_ANALYTIC_MORLET;
  o.omega0 = 6;
  o.normalisation = ONDES_NORMALISATION_L2;
  o.quantity = ONDES_QUANTITY_COEFFICIENTS;
  o.fft_length = 1024;
  for (o.precision = ONDES_PRECISION_DOUBLE; o.precision <= ONDES_PRECISION_SINGLE; o.precision++)
    {
      g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, N, 4);
      g_autoptr (OndesSpec) spec = spec_new (&o, scales->str);
      OndesArraySink *sink = run_new (spec, source, (OndesView) { .first = 0, .count = N }, 2, NULL);
      /* half a unit of the last printed place, and what single precision adds */
      const double places = o.precision == ONDES_PRECISION_DOUBLE ? 0.5001e-3 : 0.52e-3;
      const char *line = strstr (printed, "   j     Scale");

      g_assert_nonnull (line);
      for (int j = 0; j < ROWS; j++)
        {
          double scale, period, power, phase, significance, global, w_power, w_global = 0;
          double complex w = value_at (sink, (gsize) j * N + N / 2 - 1);
          int row;

          line = strchr (line, '\n') + 1;
          g_assert_cmpint (sscanf (line, "%d %lf %lf %lf %lf %lf %lf", &row, &scale, &period, &power, &phase, &significance,
                                   &global), ==, 7);
          g_assert_cmpint (row, ==, j + 1);
          g_assert_cmpfloat_with_epsilon (scale, 0.25 * exp2 (0.25 * j), 0.5001e-3);
          w_power = (creal (w) * creal (w) + cimag (w) * cimag (w)) / sqrt (G_PI);
          for (int i = 0; i < N; i++)
            {
              double complex v = value_at (sink, (gsize) j * N + i);

              w_global += (creal (v) * creal (v) + cimag (v) * cimag (v)) / sqrt (G_PI) / N;
            }
          g_assert_cmpfloat_with_epsilon (w_power, power, places);
          g_assert_cmpfloat_with_epsilon (w_global, global, places);
          /* The program ran in single precision: where the power is under what it prints, so is what its phase is of. */
          g_assert_cmpfloat (fabs (remainder (carg (w) * 180 / G_PI - phase, 360)), <=, w_power > 1e-3 ? 0.02 : 0.5);
        }
      ondes_sink_free (&sink->sink);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/cpu/nino3/torrence-and-compo-as-printed", test_printed);
  return g_test_run ();
}
