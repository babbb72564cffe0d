/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each step of conditioning against its definition, in double precision on fresh random samples, and chains of them. */
#include "engine/conditioned.h"

#include <complex.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/whitened-source.h"

#define N    1500
#define RATE 500.0

static OndesSource *
condition (OndesSource *source,
           ...)
{
  g_autoptr (GPtrArray) steps = g_ptr_array_new ();
  g_autoptr (OndesConditioning) conditioning = NULL;
  g_autoptr (GError) error = NULL;
  OndesSource *result;
  va_list arguments;
  const char *step;

  va_start (arguments, source);
  while ((step = va_arg (arguments, const char *)) != NULL)
    g_ptr_array_add (steps, (gpointer) step);
  va_end (arguments);
  g_ptr_array_add (steps, NULL);
  conditioning = ondes_conditioning_parse ((const char *const *) steps->pdata, &error);
  g_assert_no_error (error);
  result = ondes_conditioned_source_new (source, conditioning, &error);
  g_assert_no_error (error);
  return result;
}

/* All samples as complex numbers. */
static double complex *
read_all (OndesSource *source)
{
  double complex *x = g_new (double complex, source->n);
  g_autoptr (GError) error = NULL;

  ondes_source_read_as (source, 0, source->n, ONDES_C128, x, &error);
  g_assert_no_error (error);
  return x;
}

/* Random samples with an offset, real or complex. */
static OndesSource *
random_source (gboolean is_complex,
               guint    n)
{
  g_autofree double *x = g_new (double, 2 * (gsize) n);

  for (guint i = 0; i < 2 * n; i++)
    x[i] = g_test_rand_double_range (-1, 1) + 0.3;
  return ondes_array_source_new (is_complex ? ONDES_C128 : ONDES_F64, x, n, RATE);
}

/* Relative, in the sense of Frobenius. */
static void
assert_near (OndesSource          *source,
             const double complex *expected,
             guint64               n,
             double                tolerance)
{
  g_autofree double complex *got = NULL;
  double difference = 0, reference = 0;

  g_assert_cmpuint (source->n, ==, n);
  got = read_all (source);
  for (guint64 i = 0; i < n; i++)
    {
      difference += pow (cabs (got[i] - expected[i]), 2);
      reference += pow (cabs (expected[i]), 2);
    }
  g_assert_cmpfloat (sqrt (difference / reference), <, tolerance);
}

/* Σ_m h[m] x[t + d − m], zeros outside. */
static void
convolve (const double complex *x,
          gint64                n,
          const double complex *h,
          gint64                taps,
          double complex       *y)
{
  const gint64 d = (taps - 1) / 2;

  for (gint64 t = 0; t < n; t++)
    {
      y[t] = 0;
      for (gint64 m = MAX (0, t + d - n + 1); m < taps && t + d - m >= 0; m++)
        y[t] += h[m] * x[t + d - m];
    }
}

/* Less the mean, less the line, and times a factor. */
static void
test_pointwise (gconstpointer data)
{
  g_autoptr (OndesSource) source = random_source (GPOINTER_TO_INT (data), N);
  g_autoptr (OndesSource) mean = condition (source, "mean", NULL), trend = condition (source, "trend", NULL);
  g_autoptr (OndesSource) gain = condition (source, "gain:-6.5", NULL);
  g_autofree double complex *x = read_all (source), *y = g_new (double complex, N);
  double complex level = 0, slope = 0;
  double squares = 0;

  for (guint t = 0; t < N; t++)
    {
      level += x[t] / N;
      slope += x[t] * (t - (N - 1) / 2.0);
      squares += pow (t - (N - 1) / 2.0, 2);
    }
  for (guint t = 0; t < N; t++)
    y[t] = x[t] - level;
  assert_near (mean, y, N, 1e-14);
  for (guint t = 0; t < N; t++)
    y[t] = x[t] - level - slope / squares * (t - (N - 1) / 2.0);
  assert_near (trend, y, N, 1e-14);
  for (guint t = 0; t < N; t++)
    y[t] = x[t] * pow (10, -6.5 / 20);
  assert_near (gain, y, N, 1e-15);
}

/* The filters of fir.h with 80 dB and a transition of a tenth of the lowest cut-off, without delay. */
static void
test_filters (gconstpointer data)
{
  static const struct
  {
    const char    *step;
    OndesFirDesign design;
  } cases[] = {
    { "highpass:20", { .kind = ONDES_FIR_HIGHPASS, .lo_hz = 20, .transition_hz = 2 } },
    { "lowpass:60", { .kind = ONDES_FIR_LOWPASS, .hi_hz = 60, .transition_hz = 6 } },
    { "bandpass:35:120", { .kind = ONDES_FIR_BANDPASS, .lo_hz = 35, .hi_hz = 120, .transition_hz = 3.5 } },
    { "notch:50:3", { .kind = ONDES_FIR_NOTCH, .lo_hz = 50, .hi_hz = 6, .harmonics = 3, .transition_hz = 5 } },
  };
  g_autoptr (OndesSource) source = random_source (GPOINTER_TO_INT (data), N);
  g_autofree double complex *x = read_all (source), *y = g_new (double complex, N);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OndesSource) filtered = condition (source, cases[i].step, NULL);
      OndesFirDesign design = cases[i].design;
      g_autofree double *taps = NULL;
      g_autofree double complex *h = NULL;
      g_autoptr (GError) error = NULL;
      guint n;

      design.ripple_db = 80;
      taps = ondes_fir_design (&design, RATE, &n, &error);
      g_assert_no_error (error);
      h = g_new (double complex, n);
      for (guint m = 0; m < n; m++)
        h[m] = taps[m];
      convolve (x, N, h, n, y);
      assert_near (filtered, y, N, 1e-13);
      g_assert_cmpfloat (filtered->rate_hz, ==, RATE);
    }
}

/* Writes complex taps as .npy to a new file, whose name is returned. */
static char *
write_taps (const double complex *h,
            guint                 n)
{
  char *path = g_build_filename (g_get_tmp_dir (), "ondes-taps-XXXXXX.npy", NULL);
  g_autofree char *header = g_strdup_printf ("{'descr': '<c16', 'fortran_order': False, 'shape': (%u,), }", n);
  FILE *file = fdopen (g_mkstemp (path), "wb");

  fwrite ("\x93NUMPY\x01\x00\x76\x00", 1, 10, file);
  g_assert_cmpint (fprintf (file, "%-117s\n", header), ==, 118);
  fwrite (h, sizeof *h, n, file);
  fclose (file);
  return path;
}

/* y, with samples beyond the ends, and post-processing, as transform/filter.h defines them; 2 N values for interpolation. */
static guint
define_filter (const double complex *x,
               const double complex *h,
               gint64                taps,
               gboolean              causal,
               OndesPost             post,
               double complex       *z)
{
  const gint64 d = causal ? 0 : (taps - 1) / 2;
  g_autofree double complex *all = g_new0 (double complex, N + 3);
  double complex *y = all + 1; /* y[−1] … y[N + 1] */

  for (gint64 t = -1; t <= N + 1; t++)
    for (gint64 m = 0; m < taps; m++)
      if (t + d - m >= 0 && t + d - m < N)
        y[t] += h[m] * x[t + d - m];
  for (gint64 t = 0; t < N; t++)
    if (post == ONDES_POST_POWER)
      z[t] = creal (y[t]) * creal (y[t]) + cimag (y[t]) * cimag (y[t]);
    else if (post == ONDES_POST_DERIVATIVE)
      z[t] = t == 0       ? (y[1] - y[0]) * RATE
             : t == N - 1 ? (y[t] - y[t - 1]) * RATE
                          : (y[t + 1] - y[t - 1]) * RATE / 2;
    else if (post == ONDES_POST_INTERPOLATION)
      {
        z[2 * t] = y[t];
        z[2 * t + 1] = (9 * (y[t] + y[t + 1]) - y[t - 1] - y[t + 2]) / 16;
      }
    else
      z[t] = y[t];
  return post == ONDES_POST_INTERPOLATION ? 2 * N : N;
}

/* A filter of taps from a file, however it is used. */
static void
test_chosen (gconstpointer data)
{
  static const char *const posts[] = { "none", "power", "derivative", "interpolation" };
  g_autoptr (OndesSource) source = random_source (GPOINTER_TO_INT (data), N);
  g_autofree double complex *x = read_all (source), *z = g_new (double complex, 2 * N);
  const guint taps = (guint) g_test_rand_int_range (2, 60);
  g_autofree double complex *h = g_new (double complex, taps);
  g_autofree char *path = NULL;

  for (guint m = 0; m < taps; m++)
    h[m] = g_test_rand_double_range (-1, 1) + I * g_test_rand_double_range (-1, 1);
  path = write_taps (h, taps);
  for (guint post = ONDES_POST_NONE; post <= ONDES_POST_INTERPOLATION; post++)
    {
      const gboolean causal = g_test_rand_bit ();
      g_autofree char *step = g_strdup_printf ("filter:%spost=%s,taps=%s", causal ? "causal," : "", posts[post], path);
      g_autoptr (OndesSource) filtered = condition (source, step, NULL);
      const guint n = define_filter (x, h, taps, causal, (OndesPost) post, z);

      g_assert_cmpfloat (filtered->rate_hz, ==, RATE * n / N);
      assert_near (filtered, z, n, 1e-13);
    }
  g_unlink (path);
}

/* One of a bank is that filter; the whole bank, and a filter that it does not have, are refused. */
static void
test_chosen_of_bank (void)
{
  static const char *const wrong[][2] = { { "filter:bank=octave", "band=" },
                                          { "filter:bank=octave,band=99", "there is no filter 99" },
                                          { "filter:taps=/nowhere.txt", "/nowhere.txt" } };
  g_autoptr (OndesSource) source = random_source (FALSE, N), filtered = condition (source, "filter:bank=octave,band=2", NULL);
  g_autofree double complex *x = read_all (source), *y = g_new (double complex, N), *h = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesFilterBank) bank = ondes_filter_bank_octaves (1, RATE, N, &error);
  guint n;
  const OndesFilterBand *band = &ondes_filter_bank_get (bank, &n)[1];

  h = g_new (double complex, band->n);
  for (guint m = 0; m < band->n; m++)
    h[m] = band->taps[m];
  convolve (x, N, h, band->n, y);
  assert_near (filtered, y, N, 1e-13);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (OndesConditioning) steps = ondes_conditioning_parse ((const char *const[]) { wrong[i][0], NULL }, &error);

      g_assert_no_error (error);
      g_assert_null (ondes_conditioned_source_new (source, steps, &error));
      g_test_message ("%s", error->message);
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      g_assert_cmpint (ondes_error_get_setting (error), ==, ONDES_SETTING_CONDITION);
      g_assert_nonnull (strstr (error->message, wrong[i][1]));
      g_clear_error (&error);
    }
}

/* Writes taps with their times to a new file, whose name is returned. */
static char *
write_response (const double *h,
                guint         n,
                double        rate_hz)
{
  char *path = g_build_filename (g_get_tmp_dir (), "ondes-response-XXXXXX.csv", NULL);
  g_autoptr (GString) text = g_string_new ("t,h\n");

  g_close (g_mkstemp (path), NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%.15f,%.17g\n", i / rate_hz, h[i]);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  return path;
}

/* An impulse response from another rate is the same response: of a Gaussian, whose samples at either rate are known. */
static void
test_resampled_taps (void)
{
  const double rate_hz = RATE * g_test_rand_double_range (1.3, 2.7), width_s = 6 / RATE, middle_s = 50 / RATE;
  const guint n = (guint) (2 * middle_s * rate_hz), m = (guint) ceil (n * RATE / rate_hz - 1e-6);
  g_autofree char *path = NULL, *step = NULL;
  g_autofree double *taps = g_new (double, n);
  g_autoptr (OndesSource) source = random_source (FALSE, N), filtered = NULL;
  g_autofree double complex *x = read_all (source), *y = g_new (double complex, N), *h = g_new (double complex, m);

  for (guint i = 0; i < n; i++)
    taps[i] = exp (-pow ((i / rate_hz - middle_s) / width_s, 2)) / rate_hz;
  path = write_response (taps, n, rate_hz);
  step = g_strdup_printf ("filter:resample-taps,causal,taps=%s", path);
  filtered = condition (source, step, NULL);
  for (guint i = 0; i < m; i++)
    h[i] = exp (-pow ((i / RATE - middle_s) / width_s, 2)) / RATE;
  for (gint64 t = 0; t < N; t++)
    {
      y[t] = 0;
      for (gint64 i = 0; i < m && i <= t; i++)
        y[t] += h[i] * x[t - i];
    }
  assert_near (filtered, y, N, 1e-4);
  g_unlink (path);
}

/* Taps of another rate have the response that they have at their own, about their middle or their first one, however abruptly they
 * begin and end. */
static void
test_resampled_response (void)
{
  enum { LENGTH = 4000 };

  for (int round = 0; round < 20; round++)
    {
      const double rate_hz = RATE * pow (2, g_test_rand_double_range (-2, 2)), lower_hz = MIN (rate_hz, RATE);
      const double f = lower_hz * g_test_rand_double_range (-0.4, 0.4);
      const guint n = (guint) g_test_rand_int_range (2, 80);
      const gboolean causal = round % 2;
      g_autofree double *h = g_new (double, n), *x = g_new (double, 2 * LENGTH);
      g_autofree char *path = NULL, *step = NULL;
      g_autoptr (OndesSource) source = NULL, filtered = NULL;
      g_autofree double complex *y = NULL;
      double complex gain = 0;
      double sum = 0;

      for (guint m = 0; m < n; m++)
        {
          h[m] = g_test_rand_double_range (-1, 1) + (m == 0);
          gain += h[m] * cexp (-2 * G_PI * I * f / rate_hz * ((gint) m - (gint) (causal ? 0 : (n - 1) / 2)));
          sum += fabs (h[m]);
        }
      for (guint t = 0; t < LENGTH; t++)
        {
          x[2 * t] = cos (2 * G_PI * f / RATE * t);
          x[2 * t + 1] = sin (2 * G_PI * f / RATE * t);
        }
      source = ondes_array_source_new (ONDES_C128, x, LENGTH, RATE);
      path = write_response (h, n, rate_hz);
      step = g_strdup_printf ("filter:resample-taps%s,taps=%s", causal ? ",causal" : "", path);
      filtered = condition (source, step, NULL);
      y = read_all (filtered);
      for (guint t = 1000; t < LENGTH - 1000; t++)
        g_assert_cmpfloat (cabs (y[t] - gain * (x[2 * t] + I * x[2 * t + 1])), <, 1e-4 * sum);
      g_unlink (path);
    }
}

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

/* A tone keeps amplitude and time at another rate; tones above the new half rate are gone by 100 dB. */
static void
test_resampling (gconstpointer data)
{
  enum { LENGTH = 6000 };
  static const double rates[] = { 125, 441, 500, 1234.5 };
  const gboolean is_complex = GPOINTER_TO_INT (data);
  const double f = g_test_rand_double_range (5, 50), high = 240;
  g_autofree double *x = g_new (double, 2 * LENGTH);
  g_autoptr (OndesSource) source = NULL;

  for (guint t = 0; t < LENGTH; t++)
    {
      const double complex tone = cexp (2 * G_PI * I * f * t / RATE), above = cexp (2 * G_PI * I * high * t / RATE);

      x[is_complex ? 2 * t : t] = creal (tone + above);
      if (is_complex)
        x[2 * t + 1] = cimag (tone + above);
    }
  source = ondes_array_source_new (is_complex ? ONDES_C128 : ONDES_F64, x, LENGTH, RATE);
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      g_autofree char *step = g_strdup_printf ("resample:%.17g", rates[i]);
      g_autoptr (OndesSource) resampled = condition (source, step, NULL);
      g_autofree double complex *y = read_all (resampled);
      const guint edge = (guint) (100 * MAX (rates[i] / RATE, 1)) + 1;
      const gboolean passes = 0.9 * rates[i] / 2 > high && 0.9 * RATE / 2 > high;

      g_assert_cmpfloat (resampled->rate_hz, ==, rates[i]);
      g_assert_cmpuint (resampled->n, ==, (guint64) ceil (LENGTH * rates[i] / RATE - 1e-9));
      if (rates[i] > 450) /* the high tone lies in the transition */
        continue;
      g_assert_false (passes);
      for (guint64 t = edge; t + edge < resampled->n; t++)
        {
          const double complex tone = cexp (2 * G_PI * I * f * (double) t / rates[i]);

          g_assert_cmpfloat (cabs (y[t] - (is_complex ? tone : creal (tone))), <, 5e-5);
        }
    }
}

/* However it is read, a sample has the same bits: the first read computes all of it, the others parts of it anew. */
static void
test_views (void)
{
  g_autoptr (OndesSource) source = random_source (FALSE, 60000);
  g_autofree double *whole = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (OndesSource) all = condition (source, "trend", "notch:50:2", "whiten:5", "resample:441", "gain:3", NULL);
      const guint64 at = (guint64) g_test_rand_int_range (0, (gint) all->n), n = 1 + (guint64) g_test_rand_int_range (0, 5000);
      const guint64 count = MIN (n, all->n - at);
      g_autofree double *part = g_new (double, count);

      if (whole == NULL)
        {
          whole = g_new (double, all->n);
          g_assert_true (ondes_source_read (all, 0, all->n, whole, &error));
        }
      g_assert_true (ondes_source_read (all, at, count, part, &error));
      g_assert_cmpmem (part, count * sizeof (double), whole + at, count * sizeof (double));
    }
  g_assert_no_error (error);
}

/* NaN and infinities are gaps of zeros to filters, and pass through what is sample by sample. */
static void
test_gaps (void)
{
  g_autoptr (OndesSource) source = random_source (FALSE, N), gaps = NULL, zeros = NULL;
  g_autofree double complex *x = read_all (source);
  g_autofree double *with = g_new (double, N), *without = g_new (double, N);

  for (guint t = 0; t < N; t++)
    {
      with[t] = without[t] = creal (x[t]);
      if (t % 97 == 5)
        {
          with[t] = t % 2 ? NAN : INFINITY;
          without[t] = 0;
        }
    }
  gaps = ondes_array_source_new (ONDES_F64, with, N, RATE);
  zeros = ondes_array_source_new (ONDES_F64, without, N, RATE);
  for (guint i = 0; i < 3; i++)
    {
      static const char *const steps[] = { "bandpass:20:100", "whiten:10", "resample:300" };
      g_autoptr (OndesSource) a = condition (gaps, steps[i], NULL), b = condition (zeros, steps[i], NULL);
      g_autofree double complex *y = read_all (a), *z = read_all (b);

      g_assert_cmpmem (y, a->n * sizeof *y, z, b->n * sizeof *z);
    }
}

/* The magnitude of the spectrum at @f over all samples but the ends. */
static double
amplitude_at (OndesSource *source,
              double       f)
{
  g_autofree double complex *x = read_all (source);
  double complex sum = 0;
  const guint64 n = source->n, edge = n / 5;

  for (guint64 t = edge; t < n - edge; t++)
    sum += x[t] * cexp (-2 * G_PI * I * f * (double) t / source->rate_hz)
           * (1 - cos (2 * G_PI * (double) (t - edge) / (double) (n - 2 * edge)));
  return 2 * cabs (sum) / (double) (n - 2 * edge);
}

/* The hum of the mains and its harmonics is gone by 60 dB, and what lies between stays. */
static void
test_hum (void)
{
  enum { LENGTH = 20000 };
  g_autofree double *x = g_new (double, LENGTH);
  g_autoptr (OndesSource) source = NULL, quiet = NULL;

  for (guint t = 0; t < LENGTH; t++)
    {
      x[t] = sin (2 * G_PI * 75 * t / RATE) + g_test_rand_double_range (-1e-3, 1e-3);
      for (guint k = 1; k <= 3; k++)
        x[t] += cos (2 * G_PI * 50 * k * t / RATE + k);
    }
  source = ondes_array_source_new (ONDES_F64, x, LENGTH, RATE);
  quiet = condition (source, "notch:50:3", NULL);
  for (guint k = 1; k <= 3; k++)
    g_assert_cmpfloat (20 * log10 (amplitude_at (source, 50 * k) / amplitude_at (quiet, 50 * k)), >, 60);
  g_assert_cmpfloat (fabs (20 * log10 (amplitude_at (source, 75) / amplitude_at (quiet, 75))), <, 0.01);
}

/* A chirp under strong low-frequency noise and lines, as a gravitational wave in strain: whitened and band-passed it is the largest
 * there is; before it was nowhere near. */
static void
test_buried_chirp (void)
{
  enum { LENGTH = 32768, AT = 20000, LASTS = 400 };
  const double rate = 4096;
  g_autofree double *x = g_new (double, LENGTH);
  g_autoptr (OndesSource) source = NULL, conditioned = NULL;
  g_autofree double complex *y = NULL;
  double low[2] = { 0 }, inside = 0, outside = 0, largest = 0;

  for (guint t = 0; t < LENGTH; t++)
    {
      const double s = ((double) t - AT) / LASTS, f = 40 + 200 * s * s;

      low[0] += 0.003 * (1000 * g_test_rand_double_range (-1, 1) - low[0]); /* two poles: some 80 dB from 5 to 200 Hz */
      low[1] += 0.003 * (low[0] - low[1]);
      x[t] = 30 * low[1] + 20 * sin (2 * G_PI * 60 * t / rate) + 5 * sin (2 * G_PI * 331 * t / rate)
             + g_test_rand_double_range (-0.3, 0.3);
      if (s >= 0 && s < 1)
        x[t] += 7 * s * sin (2 * G_PI * f * s * LASTS / rate);
      x[t] *= 1e-21;
    }
  source = ondes_array_source_new (ONDES_F64, x, LENGTH, rate);
  conditioned = condition (source, "mean", "whiten:2", "bandpass:35:350", NULL);
  y = read_all (conditioned);
  for (guint t = 3000; t < LENGTH - 3000; t++)
    {
      const gboolean near = t + 50 > AT && t < AT + LASTS + 50;

      largest = MAX (largest, fabs (x[t]));
      inside = near ? MAX (inside, cabs (y[t])) : inside;
      outside = near ? outside : MAX (outside, cabs (y[t]));
    }
  g_assert_cmpfloat (7e-21, <, largest / 10);
  g_assert_cmpfloat (inside, >, 2 * outside);
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
#define ADD(path, function)                                                                                                    \
  g_test_add_data_func ("/ondes/conditioned/" path "/real", GINT_TO_POINTER (FALSE), function);                                \
  g_test_add_data_func ("/ondes/conditioned/" path "/complex", GINT_TO_POINTER (TRUE), function)
  ADD ("mean-trend-and-gain-equal-the-definition", test_pointwise);
  ADD ("filters-equal-the-definition-without-delay", test_filters);
  ADD ("a-filter-of-any-kind-equals-the-definition", test_chosen);
  g_test_add_func ("/ondes/conditioned/one-filter-of-a-bank", test_chosen_of_bank);
  g_test_add_func ("/ondes/conditioned/an-impulse-response-at-another-rate-is-resampled", test_resampled_taps);
  g_test_add_func ("/ondes/conditioned/resampled-taps-keep-their-response", test_resampled_response);
  ADD ("whitening-equals-the-definition", test_whitening);
  ADD ("resampling-keeps-tones-and-their-time", test_resampling);
  g_test_add_func ("/ondes/conditioned/whitened-noise-is-flat-and-as-loud", test_whitened_noise);
  g_test_add_func ("/ondes/conditioned/a-whitened-random-walk-keeps-its-level", test_whitened_walk);
  g_test_add_func ("/ondes/conditioned/whitened-tones-end-without-a-burst", test_whitened_ends);
  g_test_add_func ("/ondes/conditioned/whitening-is-cancelled-among-its-medians", test_whitening_cancelled);
  g_test_add_func ("/ondes/conditioned/a-sample-has-the-same-bits-however-it-is-read", test_views);
  g_test_add_func ("/ondes/conditioned/gaps-count-as-zeros", test_gaps);
  g_test_add_func ("/ondes/conditioned/a-notch-takes-the-hum-out-by-60-db", test_hum);
  g_test_add_func ("/ondes/conditioned/a-buried-chirp-stands-out", test_buried_chirp);
  return g_test_run ();
}
