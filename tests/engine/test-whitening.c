/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whitening against its definition, in double precision on fresh random samples, and what it does to noise, walks and tones. */
#include "conditioning-fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/whitened-source.h"

#define N 1500

static int
compare (const void *a,
         const void *b)
{
  return (*(const double *) a > *(const double *) b) - (*(const double *) a < *(const double *) b);
}

/* The amplitudes A[k], as whitened-source.h defines them, by sums. */
static void
sum_amplitudes (const double complex *x,
                guint64               n,
                guint                 length,
                double               *a)
{
  const guint64 all = (n - length) / (length / 2) + 1, segments = MIN (all, ONDES_WHITEN_SEGMENTS);
  g_autofree double *values = g_new (double, segments);

  for (guint k = 0; k < length; k++)
    {
      for (guint64 i = 0; i < segments; i++)
        {
          const guint64 p = all == segments ? i * (length / 2)
                                            : (guint64) ((double) i * (double) (n - length) / (ONDES_WHITEN_SEGMENTS - 1));
          double complex sum = 0;

          for (guint t = 0; t < length; t++)
            sum += x[p + t] * (1 - cos (2 * G_PI * t / length)) / 2 * cexp (-2 * G_PI * I * k * t / length);
          values[i] = cabs (sum);
        }
      qsort (values, segments, sizeof *values, compare);
      a[k] = (values[(segments - 1) / 2] + values[segments / 2]) / 2;
    }
}

/* The taps of the definition without c, |m| < F/2. */
static void
sum_taps (const double   *a,
          guint           length,
          double complex *h)
{
  double largest = 0;

  for (guint k = 0; k < length; k++)
    largest = MAX (largest, a[k]);
  for (gint m = 1 - (gint) length / 2; m < (gint) length / 2; m++)
    {
      double complex sum = 0;

      for (guint k = 0; k < length; k++)
        sum += cexp (2 * G_PI * I * k * m / length) * largest / MAX (a[k], 1e-8 * largest) / length;
      h[m + (gint) length / 2 - 1] = (1 + cos (2 * G_PI * m / length)) / 2 * sum;
    }
}

/* Stores the @halo samples after @n, which are @step apart at @x, by Burg's recursion over errors that are computed anew. */
static void
continue_samples (const double complex *x,
                  gint                  step,
                  gint                  n,
                  gint                  halo,
                  double complex       *after)
{
  const gint order = MIN (MIN (64, halo), n / 2);
  g_autofree double complex *all = g_new0 (double complex, n + halo);
  double complex a[65] = { 1 }, next[65];

  for (gint t = 0; t < n; t++)
    all[t] = x[t * step];
  for (gint m = 1; m <= order; m++)
    {
      double complex product = 0, k;
      double squares = 0;

      for (gint t = m; t < n; t++)
        {
          double complex forwards = 0, backwards = 0;

          for (gint j = 0; j < m; j++)
            {
              forwards += a[j] * all[t - j];
              backwards += conj (a[j]) * all[t - m + j];
            }
          product += forwards * conj (backwards);
          squares += pow (cabs (forwards), 2) + pow (cabs (backwards), 2);
        }
      k = -2 * product / squares;
      for (gint j = 0; j <= m; j++)
        next[j] = (j < m ? a[j] : 0) + (j > 0 ? k * conj (a[m - j]) : 0);
      memcpy (a, next, sizeof a);
    }
  for (gint t = n; t < n + halo; t++)
    for (gint j = 1; j <= order; j++)
      all[t] -= a[j] * all[t - j];
  memcpy (after, all + n, (gsize) halo * sizeof *after);
}

/* Adds up squares about the mean of the segments of @x. */
static double
sum_squares (const double complex *x,
             guint64               n,
             guint                 length)
{
  const guint64 all = (n - length) / (length / 2) + 1, segments = MIN (all, ONDES_WHITEN_SEGMENTS);
  double complex mean = 0;
  double sum = 0;

  for (guint pass = 0; pass < 2; pass++)
    for (guint64 i = 0; i < segments; i++)
      {
        const guint64 p = all == segments ? i * (length / 2)
                                          : (guint64) ((double) i * (double) (n - length) / (ONDES_WHITEN_SEGMENTS - 1));

        for (guint t = 0; t < length; t++)
          if (pass == 0)
            mean += x[p + t] / (double) (segments * length);
          else
            sum += pow (cabs (x[p + t] - mean), 2);
      }
  return sum;
}

/* With few segments, and with more than are measured. */
static void
test_whitening (gconstpointer data)
{
  static const guint lengths[] = { 50, 10 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      const gint length = (gint) lengths[i], half = length / 2;
      g_autoptr (OndesSource) source = random_source (GPOINTER_TO_INT (data), N);
      g_autofree char *step = g_strdup_printf ("whiten:%g", RATE / length);
      g_autoptr (OndesSource) whitened = condition (source, step, NULL);
      g_autofree double complex *x = read_all (source), *y = g_new0 (double complex, N), *h = g_new (double complex, length - 1);
      g_autofree double complex *before = g_new (double complex, half), *after = g_new (double complex, half);
      g_autofree double *a = g_new (double, length);
      double factor;

      sum_amplitudes (x, N, length, a);
      sum_taps (a, length, h);
      continue_samples (x + 8 * half - 1, -1, 8 * half, half, before);
      continue_samples (x + N - 8 * half, 1, 8 * half, half, after);
      for (gint t = 0; t < N; t++)
        for (gint m = 1 - half; m < half; m++)
          {
            const gint u = t - m;

            y[t] += h[m + half - 1] * (u < 0 ? before[-1 - u] : u < N ? x[u] : after[u - N]);
          }
      factor = sqrt (sum_squares (x, N, length) / sum_squares (y, N, length));
      for (gint t = 0; t < N; t++)
        y[t] *= factor;
      assert_near (whitened, y, N, 1e-11);
    }
}

/* A random walk keeps its rms about the mean, however finely it is whitened. */
static void
test_whitened_walk (void)
{
  enum { LENGTH = 60000 };
  static const char *const steps[] = { "whiten", "whiten:100", "whiten:20", "whiten:1" };
  g_autofree double *x = g_new0 (double, LENGTH);
  g_autoptr (OndesSource) source = NULL;
  g_autofree double complex *before = NULL;

  for (guint t = 1; t < LENGTH; t++)
    x[t] = x[t - 1] + g_test_rand_double_range (-1, 1);
  source = ondes_array_source_new (ONDES_F64, x, LENGTH, RATE);
  before = read_all (source);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (OndesSource) whitened = condition (source, steps[i], NULL);
      g_autofree double complex *after = read_all (whitened);

      /* All of it is one segment here. */
      g_assert_cmpfloat (fabs (10 * log10 (sum_squares (after, LENGTH, LENGTH) / sum_squares (before, LENGTH, LENGTH))), <, 0.5);
    }
}

/* Tones that are 50 dB above the noise end as they are elsewhere. */
static void
test_whitened_ends (void)
{
  enum { LENGTH = 20000, END = 1000 };

  for (guint round = 0; round < 6; round++)
    {
      g_autofree double *x = g_new0 (double, LENGTH);
      g_autoptr (OndesSource) source = NULL, whitened = NULL;
      g_autofree double complex *y = NULL;
      double largest[2] = { 0 };

      for (guint tone = 0; tone < 4; tone++)
        {
          const double f = 0.01 + 0.1 * tone + g_test_rand_double_range (0, 0.05), phase = g_test_rand_double_range (0, 6);

          for (guint t = 0; t < LENGTH; t++)
            x[t] += 300 * cos (2 * G_PI * f * t + phase);
        }
      for (guint t = 0; t < LENGTH; t++)
        x[t] += g_test_rand_double_range (-1, 1);
      source = ondes_array_source_new (ONDES_F64, x, LENGTH, RATE);
      whitened = condition (source, "whiten:1", NULL);
      y = read_all (whitened);
      for (guint t = 0; t < LENGTH; t++)
        {
          const guint is_end = t < END || t >= LENGTH - END;

          largest[is_end] = MAX (largest[is_end], cabs (y[t]));
        }
      g_test_message ("the ends reach %.2f times as far", largest[1] / largest[0]);
      g_assert_cmpfloat (largest[1], <, 4 * largest[0]);
    }
}

/* Coloured noise becomes flat, and keeps its level; zeros stay zeros. */
static void
test_whitened_noise (void)
{
  enum { LENGTH = 40000, BANDS = 8 };
  g_autofree double *x = g_new0 (double, LENGTH);
  g_autoptr (OndesSource) silence = ondes_array_source_new (ONDES_F64, x, LENGTH, RATE);
  g_autoptr (OndesSource) still = condition (silence, "whiten", NULL);
  g_autoptr (OndesSource) source = NULL, whitened = NULL;
  g_autofree double complex *zeros = read_all (still), *y = NULL;
  double before = 0, after = 0, bands[BANDS] = { 0 }, sum = 0;

  for (guint t = 0; t < LENGTH; t++)
    g_assert_true (zeros[t] == 0);
  for (guint t = 1; t < LENGTH; t++)
    x[t] = 0.9 * x[t - 1] + g_test_rand_double_range (-1, 1);
  source = ondes_array_source_new (ONDES_F64, x, LENGTH, RATE);
  whitened = condition (source, "whiten:4", NULL);
  y = read_all (whitened);
  for (guint t = 0; t < LENGTH; t++)
    {
      before += x[t] * x[t];
      after += creal (y[t]) * creal (y[t]);
    }
  g_assert_cmpfloat (fabs (10 * log10 (after / before)), <, 1);
  /* The energy in bands, by the spectra of blocks of 64 samples: 20 dB apart before. */
  for (guint t = 0; t + 64 <= LENGTH; t += 64)
    for (guint k = 1; k < 32; k++)
      {
        double complex bin = 0;

        for (guint i = 0; i < 64; i++)
          bin += y[t + i] * cexp (-2 * G_PI * I * k * i / 64);
        bands[k * BANDS / 32] += pow (cabs (bin), 2) / (k < 4 ? 3 : 4);
      }
  for (guint b = 0; b < BANDS; b++)
    sum += bands[b] / BANDS;
  for (guint b = 0; b < BANDS; b++)
    g_assert_cmpfloat (fabs (10 * log10 (bands[b] / sum)), <, 1);
}

typedef struct
{
  GCancellable *cancellable;
  guint         told, at; /* cancelled when progress is told for the @at-th time */
} Cancelling;

static void
on_progress (double   fraction,
             gpointer user_data)
{
  Cancelling *self = user_data;

  if (++self->told == self->at)
    g_cancellable_cancel (self->cancellable);
}

/* After the last of the segments is measured, the medians still can be cancelled; what was found is kept. */
static void
test_whitening_cancelled (void)
{
  enum { SEGMENT = 4000, SEGMENTS = 9 };
  g_autoptr (OndesSource) source = random_source (FALSE, SEGMENT * 5);
  g_autoptr (OndesSource) whitened = condition (source, "whiten:0.125", NULL), again = condition (source, "whiten:0.125", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Cancelling cancelling = { cancellable, 0, SEGMENTS + 1 };
  const OndesWatch watch = { on_progress, &cancelling, cancellable };
  g_autofree double complex *x = NULL, *y = NULL;

  g_assert_false (ondes_computed_source_prepare (whitened, 0, whitened->n, &watch, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (cancelling.told, ==, SEGMENTS + 1);
  x = read_all (whitened);
  y = read_all (again);
  g_assert_cmpmem (x, whitened->n * sizeof *x, y, again->n * sizeof *y);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/ondes/whitening/equals-the-definition/real", GINT_TO_POINTER (FALSE), test_whitening);
  g_test_add_data_func ("/ondes/whitening/equals-the-definition/complex", GINT_TO_POINTER (TRUE), test_whitening);
  g_test_add_func ("/ondes/whitening/noise-is-flat-and-as-loud", test_whitened_noise);
  g_test_add_func ("/ondes/whitening/a-random-walk-keeps-its-level", test_whitened_walk);
  g_test_add_func ("/ondes/whitening/tones-end-without-a-burst", test_whitened_ends);
  g_test_add_func ("/ondes/whitening/is-cancelled-among-its-medians", test_whitening_cancelled);
  return g_test_run ();
}
