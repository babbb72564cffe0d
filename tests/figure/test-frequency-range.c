/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a picture shows when nobody says: where something is, and all of it. */
#include <math.h>

#include "analysis/frequency-range.h"

#define RATE 48000.0
#define N    480000

static const OndesRecordingInfo info = { .name = "a signal", .time_unit = "s", .unit = "V" };

static void
look (const double *samples,
      double       *fmin_hz,
      double       *fmax_hz)
{
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, samples, N, RATE);
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  g_autoptr (GError) error = NULL;
  OndesFrequencyRange range;

  g_assert_true (ondes_frequency_range_find (computer, source, &info, &range, NULL, &error));
  g_assert_no_error (error);
  *fmin_hz = range.fmin_hz;
  *fmax_hz = range.fmax_hz;
}

/* Calls that come and go: a tenth of the time, @loud at @f Hz. */
static void
add_calls (double *samples,
           double  loud,
           double  f)
{
  for (guint t = 0; t < N; t++)
    if (t / 4800 % 10 == 3)
      samples[t] += loud * pow (sin (G_PI * (t % 4800) / 4800), 2) * sin (2 * G_PI * f / RATE * t);
}

static void
add_noise (double *samples,
           double  loud)
{
  for (guint t = 0; t < N; t++)
    samples[t] += loud * g_test_rand_double_range (-1, 1);
}

/* A call at 9 kHz over next to nothing: what lies octaves below is not shown, the call is. */
static void
test_call (void)
{
  g_autofree double *samples = g_new0 (double, N);
  double lo, hi;

  add_noise (samples, 1e-4);
  add_calls (samples, 0.5, 9000);
  look (samples, &lo, &hi);
  g_assert_cmpfloat (lo, >, 200);
  g_assert_cmpfloat (lo, <=, 4500);
  g_assert_cmpfloat (hi, >=, 12000);
  g_assert_cmpfloat (hi / lo, >=, 8);
}

/* A rumble far below a call is left out even if it comes and goes a little, by 10 dB. */
static void
test_rumble (void)
{
  g_autofree double *samples = g_new0 (double, N);
  double lo, hi;

  add_noise (samples, 1e-6);
  add_calls (samples, 0.5, 9000);
  for (guint t = 0; t < N; t++)
    samples[t] += 2.5e-4 * (1 + 3 * pow (sin (G_PI * t / RATE), 8)) * sin (2 * G_PI * 25 / RATE * t);
  look (samples, &lo, &hi);
  g_assert_cmpfloat (lo, >, 200);
  g_assert_cmpfloat (lo, <=, 4500);
}

/* A faint call far from a loud one is shown too. */
static void
test_faint (void)
{
  g_autofree double *samples = g_new0 (double, N);
  double lo, hi;

  add_noise (samples, 1e-6);
  add_calls (samples, 0.5, 9000);
  add_calls (samples, 5e-4, 60);
  look (samples, &lo, &hi);
  g_assert_cmpfloat (lo, <=, 60);
}

/* Noise, silence and a steady tone: all. */
static void
test_doubt (void)
{
  for (guint kind = 0; kind < 3; kind++)
    {
      g_autofree double *samples = g_new0 (double, N);
      double lo, hi;

      if (kind == 1)
        add_noise (samples, 1);
      for (guint t = 0; kind == 2 && t < N; t++)
        samples[t] = sin (0.3 * t);
      look (samples, &lo, &hi);
      g_assert_cmpfloat_with_epsilon (lo, 0.0004 * RATE, 1e-9);
      g_assert_cmpfloat_with_epsilon (hi, 0.4 * RATE, 1e-9);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/frequency-range/leaves-out-where-nothing-is", test_call);
  g_test_add_func ("/ondes/frequency-range/leaves-out-a-faint-rumble", test_rumble);
  g_test_add_func ("/ondes/frequency-range/a-faint-call-is-kept", test_faint);
  g_test_add_func ("/ondes/frequency-range/in-doubt-all", test_doubt);
  return g_test_run ();
}
