/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time-stretching by what has to stay: the pitch, the level, the clicks and where they are, the channels together. */
#include "signal/time-stretch.h"

#include <math.h>
#include <string.h>

#define RATE 48000.0

static const double speeds[] = { 0.25, 0.4, 0.5, 0.83, 1.1, 1.5, 2, 3.3, 4 };

/* Stretches @n samples, fed and taken in pieces of random lengths up to @piece; *@n_out gets the number of outputs. */
static double *
stretch (const double *x,
         gsize         n,
         guint         width,
         double        speed,
         double        rate_hz,
         guint         piece,
         gsize        *n_out)
{
  g_autoptr (OndesTimeStretch) self
    = ondes_time_stretch_new (&(OndesTimeStretchShape) { .speed = speed, .rate_hz = rate_hz, .width = width, .n = n }, NULL);
  const gsize count = (gsize) ondes_time_stretch_count (self);
  double *y = g_new (double, (count + 1) * width);
  gsize fed = 0, taken = 0;

  while (taken < count)
    {
      const gsize most = (gsize) g_test_rand_int_range (1, (gint) piece + 1), want = ondes_time_stretch_wants (self);

      ondes_time_stretch_feed (self, x + fed * width, MIN (want, most));
      fed += MIN (want, most);
      g_assert_cmpuint (fed, <=, n);
      taken += ondes_time_stretch_take (self, y + taken * width, MIN (count + 1 - taken, most));
    }
  g_assert_cmpuint (ondes_time_stretch_wants (self), ==, 0);
  g_assert_cmpuint (taken, ==, count);
  *n_out = count;
  return y;
}

/* Gets amplitude and phase at @turns a sample of @n samples from @at on. */
static void
measure (const double *y,
         gsize         at,
         gsize         n,
         double        turns,
         double       *amplitude,
         double       *phase)
{
  double c = 0, s = 0;

  for (gsize i = at; i < at + n; i++)
    {
      const double weight = 0.5 - 0.5 * cos (2 * G_PI * (i - at + 0.5) / n), angle = 2 * G_PI * fmod (turns * i, 1);

      c += y[i] * weight * cos (angle);
      s -= y[i] * weight * sin (angle);
    }
  *amplitude = 4 * hypot (c, s) / n;
  *phase = atan2 (s, c);
}

/* Returns how far the frequency is from @turns a sample, by the phases of pieces of @piece samples. */
static double
find_detuning (const double *y,
               gsize         n,
               double        turns,
               gsize         piece)
{
  double amplitude, last, phase, sum = 0;
  guint steps = 0;

  measure (y, 0, piece, turns, &amplitude, &last);
  for (gsize at = piece / 4; at + piece <= n; at += piece / 4, steps++)
    {
      measure (y, at, piece, turns, &amplitude, &phase);
      sum += remainder (phase - last, 2 * G_PI);
      last = phase;
    }
  return sum / (2 * G_PI) / (steps * (piece / 4.0)) / turns;
}

static void
test_tones (void)
{
  const double rates[] = { RATE, 8000 };

  for (guint r = 0; r < G_N_ELEMENTS (rates); r++)
    for (guint s = 0; s < G_N_ELEMENTS (speeds); s++)
      {
        const double rate_hz = rates[r], hz = exp (g_test_rand_double_range (log (100), log (rate_hz / 8)));
        const double start = g_test_rand_double_range (0, 6), speed = speeds[s];
        const gsize n = (gsize) (rate_hz * MAX (speed, 0.5)), piece = (gsize) (rate_hz * 0.06);
        g_autofree double *x = g_new (double, n), *y = NULL;
        double off, most = 0;
        gsize n_out;

        for (gsize i = 0; i < n; i++)
          x[i] = 0.7 * cos (2 * G_PI * hz / rate_hz * i + start);
        y = stretch (x, n, 1, speed, rate_hz, 5000, &n_out);
        g_assert_cmpuint (n_out, ==, (gsize) ceil (n / speed));
        off = find_detuning (y, n_out, hz / rate_hz, piece);
        for (gsize at = 0; at + piece <= n_out; at += piece / 4)
          {
            double amplitude, phase;

            measure (y, at, piece, hz / rate_hz, &amplitude, &phase);
            most = MAX (most, fabs (20 * log10 (amplitude / 0.7)));
          }
        g_test_message ("%g Hz at %g Hz, speed %g: %.4f %% off, %.3f dB", hz, rate_hz, speed, 100 * off, most);
        g_assert_cmpfloat (fabs (off), <, 1e-3);
        g_assert_cmpfloat (most, <, 0.5);
      }
}

/* Clicks over faint noise: each is there once, where it belongs. */
static void
test_clicks (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (speeds); s++)
    {
      const double speed = speeds[s];
      const gsize spacing = (gsize) (RATE * g_test_rand_double_range (0.2, 0.25)), n = 10 * spacing;
      g_autofree double *x = g_new (double, n), *y = NULL;
      guint found = 0;
      double late = 0;
      gsize n_out;

      for (gsize i = 0; i < n; i++)
        x[i] = g_test_rand_double_range (-1e-3, 1e-3) + (i % spacing == spacing / 2 ? 0.9 : 0);
      y = stretch (x, n, 1, speed, RATE, 5000, &n_out);
      for (gsize i = 0; i < n_out; i++)
        if (fabs (y[i]) > 0.02)
          {
            g_assert_cmpfloat_with_epsilon (y[i], 0.9, 2e-3);
            late = MAX (late, fabs (i - (found + 0.5) * spacing / speed) / RATE);
            found++;
          }
      g_test_message ("speed %g: %u clicks, at most %.2f ms off", speed, found, 1000 * late);
      g_assert_cmpuint (found, ==, 10);
      g_assert_cmpfloat (late, <, 0.009);
    }
}

static void
test_same (void)
{
  const guint widths[] = { 1, 2, 3 };

  for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
    {
      const gsize n = 9000 + (gsize) g_test_rand_int_range (0, 1000), width = widths[w];
      const double speed = exp (g_test_rand_double_range (log (0.25), log (4)));
      g_autofree double *x = g_new (double, n * width), *silence = g_new0 (double, n * width);
      g_autofree double *same = NULL, *y = NULL, *again = NULL, *quiet = NULL;
      gsize n_out;

      for (gsize i = 0; i < n; i++)
        for (gsize c = 0; c < width; c++)
          x[i * width + c] = c == 0 ? g_test_rand_double_range (-1, 1) : x[i * width] * -0.5;
      same = stretch (x, n, (guint) width, 1, RATE, 3000, &n_out);
      g_assert_cmpmem (same, n_out * width * sizeof *same, x, n * width * sizeof *x);
      quiet = stretch (silence, n, (guint) width, speed, RATE, 3000, &n_out);
      for (gsize i = 0; i < n_out * width; i++)
        g_assert_cmpfloat (quiet[i], ==, 0);
      /* However it comes in pieces; and what belongs together stays. */
      y = stretch (x, n, (guint) width, speed, RATE, 3000, &n_out);
      again = stretch (x, n, (guint) width, speed, RATE, 100, &n_out);
      g_assert_cmpmem (y, n_out * width * sizeof *y, again, n_out * width * sizeof *again);
      for (gsize i = 0; i < n_out; i++)
        for (gsize c = 1; c < width; c++)
          g_assert_cmpfloat_with_epsilon (y[i * width + c], y[i * width] * -0.5, 1e-12);
    }
}

/* Signals shorter than a frame, and dense onsets, which do not all fit, keep within the memory. */
static void
test_extremes (void)
{
  const double rates[] = { 1, 250, RATE };

  for (guint r = 0; r < G_N_ELEMENTS (rates); r++)
    for (guint s = 0; s < G_N_ELEMENTS (speeds); s++)
      {
        const gsize lengths[] = { 0, 1, 33, 40000 };

        for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
          {
            g_autofree double *x = g_new0 (double, lengths[l] + 1), *y = NULL;
            gsize n_out;

            for (gsize i = 0; i < lengths[l]; i += (gsize) g_test_rand_int_range (1, 1500))
              x[i] = exp (g_test_rand_double_range (-20, 0));
            y = stretch (x, lengths[l], 1, speeds[s], rates[r], 5000, &n_out);
            g_assert_cmpuint (n_out, ==, (gsize) ceil (lengths[l] / speeds[s]));
            for (gsize i = 0; i < n_out; i++)
              g_assert_true (y[i] >= 0 && y[i] <= 1);
          }
      }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/time-stretch/tones-keep-frequency-and-level", test_tones);
  g_test_add_func ("/ondes/time-stretch/clicks-are-there-once-where-they-belong", test_clicks);
  g_test_add_func ("/ondes/time-stretch/speed-1-silence-pieces-and-channels", test_same);
  g_test_add_func ("/ondes/time-stretch/short-signals-and-dense-onsets", test_extremes);
  return g_test_run ();
}
