/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every method, precision, boundary, wavelet, normalisation and quantity against the sum of the definition. */
#include "common.h"

#include <math.h>
#include <stdio.h>

/* single2 on the FFT runs as single */
static double
allowed (OndesMethod    method,
         OndesPrecision precision)
{
  return tolerance (method != ONDES_METHOD_DIRECT && precision == ONDES_PRECISION_SINGLE2 ? ONDES_PRECISION_SINGLE : precision);
}

/* @x against the definition by every method that takes it, in all precisions. */
static void
check_methods (const OndesCwtOptions *options,
               const char            *scales,
               const double complex  *x,
               gsize                  n,
               gboolean               iq,
               guint64                first,
               guint64                count,
               const char            *what)
{
  OndesCwtOptions o = *options;
  g_autoptr (OndesSource) source = source_new (x, n, iq);
  g_autoptr (OndesSpec) shape_spec = NULL;
  const gboolean analytic = o.wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
  const OndesCwt *cwt;
  g_autofree double complex *want = NULL;
  g_autofree double complex *got = NULL;
  gsize rows;

  o.method = ONDES_METHOD_AUTO;
  o.precision = ONDES_PRECISION_DOUBLE;
  shape_spec = spec_new (&o, scales);
  cwt = ondes_spec_cwt (shape_spec);
  rows = cwt->n_scales;
  want = g_new (double complex, rows * count);
  got = g_new (double complex, rows * count);
  for (gsize r = 0; r < rows; r++)
    {
      g_autofree double complex *row = reference_row (&o, ondes_cwt_scale (cwt, r), x, n, first, count);

      for (gsize i = 0; i < count; i++)
        want[r * count + i] = quantity_of (o.quantity, row[i]);
    }

  for (o.precision = ONDES_PRECISION_DOUBLE; o.precision <= ONDES_PRECISION_SINGLE2; o.precision++)
    for (o.method = ONDES_METHOD_AUTO; o.method <= ONDES_METHOD_FFT; o.method++)
      {
        g_autoptr (OndesSpec) spec = NULL;
        OndesArraySink *sink;
        double off;

        if (analytic && (o.method == ONDES_METHOD_DIRECT || o.method == ONDES_METHOD_OVERLAP_SAVE))
          continue;
        spec = spec_new (&o, scales);
        sink = run_new (spec, source, (OndesView) { .first = first, .count = count }, 2, NULL);
        g_assert_cmpuint (sink->rows, ==, rows);
        g_assert_cmpuint (sink->cols, ==, count);
        g_assert_cmpint (sink->type, ==, ondes_spec_shape (spec, source->type,
                                                       &(OndesView) { .first = first, .count = count }).type);
        for (gsize i = 0; i < rows * count; i++)
          {
            got[i] = value_at (sink, i);
            if (o.quantity == ONDES_QUANTITY_PHASE)
              {
                g_assert_cmpfloat (fabs (creal (got[i])), <=, 3.1415928);
                got[i] = cabs (want[i]) * cexp (I * got[i]);
              }
          }
        off = distance (got, want, rows * count);
        /* A few samples repeated for ever are lines, all outside the band of most scales: what is left is rounding, and the
         * definition's own. There the error is taken to the recording. */
        if (n < 16 && o.boundary != ONDES_BOUNDARY_ZERO)
          off *= sqrt (energy (want, rows * count) / (energy (x, n) / (double) n * (double) (rows * count)));
        if (!(off <= allowed (o.method, o.precision)))
          g_test_message ("%s: %s %s %s %s %s %s, n %zu, span %d + %d, scales %s", what, ondes_wavelet_names[o.wavelet],
                          ondes_normalisation_names[o.normalisation], ondes_boundary_names[o.boundary],
                          ondes_method_names[o.method], ondes_precision_names[o.precision], ondes_quantity_names[o.quantity], n,
                          (int) first, (int) count, scales);
        g_assert_cmpfloat (off, <=, allowed (o.method, o.precision));
        ondes_sink_free (&sink->sink);
      }
}

static void
test_grid (gconstpointer data)
{
  const OndesWavelet wavelet = GPOINTER_TO_INT (data);
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 401;

  o.wavelet = wavelet;
  o.quantity = ONDES_QUANTITY_COEFFICIENTS;
  for (Signal signal = NOISE; signal < N_SIGNALS; signal++)
    for (int iq = 0; iq < 2; iq++)
      for (o.boundary = ONDES_BOUNDARY_ZERO; o.boundary <= ONDES_BOUNDARY_EDGE; o.boundary++)
        {
          g_autofree double complex *x = signal_new (signal, n, iq);

          if (wavelet == ONDES_WAVELET_ANALYTIC_MORLET && o.boundary != ONDES_BOUNDARY_ZERO)
            continue;
          o.normalisation = g_test_rand_bit () ? ONDES_NORMALISATION_L1 : ONDES_NORMALISATION_L2;
          check_methods (&o, "0.1,0.7,1,2.5,16/3,20,47.3,64", x, n, iq, 0, n, signal_names[signal]);
        }
}

/* single2 by auto keeps its error where sums by FFT in single precision would not: small ω₀, short spans, analytic wavelets. */
static void
test_single2 (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 301;

  o.precision = ONDES_PRECISION_SINGLE2;
  for (guint i = 0; i < 48; i++)
    {
      const gboolean iq = g_test_rand_bit ();
      const gsize count = (gsize) g_test_rand_int_range (1, (gint32) n);
      const gsize first = (gsize) g_test_rand_int_range (0, (gint32) (n - count) + 1);
      g_autofree double complex *x = signal_new (i % 2 ? RED_NOISE : NOISE, n, iq), *want = NULL, *got = NULL;
      g_autoptr (OndesSource) source = source_new (x, n, iq);
      g_autoptr (OndesSpec) spec = NULL;
      OndesArraySink *sink;
      double off;

      o.wavelet = (OndesWavelet) (i % 3);
      o.quantity = i % 4 < 3 ? ONDES_QUANTITY_COEFFICIENTS : ONDES_QUANTITY_POWER;
      o.omega0 = 0.5 * pow (12, g_test_rand_double ());
      spec = spec_new (&o, "1.3,6,19.5,40");
      want = g_new (double complex, 4 * count);
      got = g_new (double complex, 4 * count);
      for (guint r = 0; r < 4; r++)
        {
          g_autofree double complex *row = reference_row (&o, ondes_cwt_scale (ondes_spec_cwt (spec), r), x, n, (gint64) first,
                                                          (gint64) count);

          for (gsize t = 0; t < count; t++)
            want[r * count + t] = quantity_of (o.quantity, row[t]);
        }
      sink = compute_new (spec, source, (OndesView) { .first = first, .count = count });
      g_assert_true (sink->type == ONDES_F32 || sink->type == ONDES_C64);
      for (gsize k = 0; k < 4 * count; k++)
        got[k] = value_at (sink, k);
      off = distance (got, want, 4 * count);
      if (!(off <= tolerance (ONDES_PRECISION_SINGLE2)))
        g_test_message ("%s, ω₀ = %g, span %zu + %zu", ondes_wavelet_names[o.wavelet], o.omega0, first, count);
      g_assert_cmpfloat (off, <=, tolerance (ONDES_PRECISION_SINGLE2));
      ondes_sink_free (&sink->sink);
    }
}

static void
test_quantities (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 300;

  for (o.wavelet = ONDES_WAVELET_COMPLEX_MORLET; o.wavelet <= ONDES_WAVELET_ANALYTIC_MORLET; o.wavelet++)
    for (o.quantity = ONDES_QUANTITY_COEFFICIENTS; o.quantity <= ONDES_QUANTITY_PHASE; o.quantity++)
      for (int iq = 0; iq < 2; iq++)
        {
          g_autofree double complex *x = signal_new (NOISE, n, iq);

          for (o.normalisation = ONDES_NORMALISATION_L1; o.normalisation <= ONDES_NORMALISATION_L2; o.normalisation++)
            check_methods (&o, "1,3.3,10", x, n, iq, 0, n, "quantities");
        }
}

static void
test_lengths (void)
{
  static const gsize lengths[] = { 1, 2, 3, 4, 7, 64, 97, 128, 257 };
  OndesCwtOptions o = ondes_cwt_options_default;

  o.quantity = ONDES_QUANTITY_COEFFICIENTS;
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    for (o.wavelet = ONDES_WAVELET_COMPLEX_MORLET; o.wavelet <= ONDES_WAVELET_ANALYTIC_MORLET; o.wavelet++)
      for (o.boundary = ONDES_BOUNDARY_ZERO; o.boundary <= ONDES_BOUNDARY_EDGE; o.boundary++)
        {
          const gboolean iq = g_test_rand_bit ();
          g_autofree double complex *x = signal_new (NOISE, lengths[i], iq);

          if (o.wavelet == ONDES_WAVELET_ANALYTIC_MORLET && o.boundary != ONDES_BOUNDARY_ZERO)
            continue;
          check_methods (&o, "1.5,12,65,140.25", x, lengths[i], iq, 0, lengths[i], "lengths");
        }
}

static void
test_spans (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 613;
  static const guint64 spans[][2] = { { 0, 1 }, { 612, 1 }, { 100, 311 }, { 5, 60 }, { 0, 613 } };

  o.quantity = ONDES_QUANTITY_COEFFICIENTS;
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    for (o.wavelet = ONDES_WAVELET_COMPLEX_MORLET; o.wavelet <= ONDES_WAVELET_ANALYTIC_MORLET; o.wavelet++)
      for (o.boundary = ONDES_BOUNDARY_ZERO; o.boundary <= ONDES_BOUNDARY_EDGE; o.boundary++)
        {
          g_autofree double complex *x = signal_new (RED_NOISE, n, FALSE);

          if (o.wavelet == ONDES_WAVELET_ANALYTIC_MORLET && o.boundary != ONDES_BOUNDARY_ZERO)
            continue;
          check_methods (&o, "0.9,4,33.3,100", x, n, FALSE, spans[i][0], spans[i][1], "spans");
        }
}

/* Masks of 1024 taps and more, with every size of centre, and ω₀ away from 5. */
static void
test_long_masks (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 5000, first = 2000, count = 300;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);

  o.quantity = ONDES_QUANTITY_COEFFICIENTS;
  for (o.wavelet = ONDES_WAVELET_COMPLEX_MORLET; o.wavelet <= ONDES_WAVELET_MORLET; o.wavelet++)
    {
      o.omega0 = g_test_rand_double_range (4, 20);
      check_methods (&o, "63.9,63.99,64,64.1,127.9,128,200,391.5", x, n, FALSE, first, count, "long masks");
    }
  o.wavelet = ONDES_WAVELET_COMPLEX_MORLET;
  o.omega0 = ONDES_OMEGA0_DEFAULT;
  /* So few samples are one value of this scale, which noise alone may leave near 0. */
  for (gsize i = 0; i < n; i++)
    x[i] += cos (o.omega0 * (double) i / 1000);
  check_methods (&o, "1000", x, n, FALSE, first, count, "long masks");
}

/* Longer than an FFT of the bank, so that tiles meet. */
static void
test_tiles (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 60013;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);
  static const double scales[] = { 0.4, 2, 9.7, 40, 130 };

  o.quantity = ONDES_QUANTITY_COEFFICIENTS;
  for (o.wavelet = ONDES_WAVELET_COMPLEX_MORLET; o.wavelet <= ONDES_WAVELET_MORLET; o.wavelet++)
    for (o.precision = ONDES_PRECISION_DOUBLE; o.precision <= ONDES_PRECISION_SINGLE2; o.precision++)
      for (o.method = ONDES_METHOD_AUTO; o.method <= ONDES_METHOD_FFT; o.method++)
        {
          g_autoptr (OndesSource) source = source_new (x, n, FALSE);
          g_autoptr (OndesSpec) spec = spec_new (&o, "0.4,2,9.7,40,130");
          OndesArraySink *sink = run_new (spec, source, (OndesView) { .first = 0, .count = n }, 2, NULL);

          for (guint r = 0; r < G_N_ELEMENTS (scales); r++)
            {
              enum { TRIES = 400 };
              double complex want[TRIES], got[TRIES];

              for (guint i = 0; i < TRIES; i++)
                {
                  gint64 t = g_test_rand_int_range (0, (int) n);

                  want[i] = reference_value (&o, scales[r], x, n, t);
                  got[i] = value_at (sink, r * n + t);
                }
              g_assert_cmpfloat (distance (got, want, TRIES), <=, allowed (o.method, o.precision));
            }
          ondes_sink_free (&sink->sink);
        }
}

/* Single precision makes long rows from samples far apart: tones across such a row's band, in spans that begin anywhere. */
static void
test_between_nodes (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 40013;

  o.quantity = ONDES_QUANTITY_COEFFICIENTS;
  o.precision = ONDES_PRECISION_SINGLE;
  for (guint i = 0; i < 24; i++)
    {
      enum { TRIES = 200 };
      const gboolean iq = g_test_rand_bit ();
      const double scale = exp (g_test_rand_double_range (log (28), log (900)));
      g_autofree char *text = g_strdup_printf ("%.17g", scale);
      g_autofree double complex *x = g_new (double complex, n);
      g_autoptr (OndesSource) source = NULL;
      double frequency;

      o.omega0 = g_test_rand_double_range (5, 12);
      frequency = (o.omega0 + g_test_rand_double_range (-2.5, 2.5)) / scale;
      for (gsize t = 0; t < n; t++)
        x[t] = iq ? cexp (I * frequency * (double) t) : cos (frequency * (double) t);
      source = source_new (x, n, iq);
      for (o.method = ONDES_METHOD_OVERLAP_SAVE; o.method <= ONDES_METHOD_FFT; o.method++)
        {
          const gint64 first = g_test_rand_int_range (0, 2000), count = g_test_rand_int_range (300, (int) n - 2000);
          g_autoptr (OndesSpec) spec = spec_new (&o, text);
          const OndesView view = { .first = (guint64) first, .count = (guint64) count };
          OndesArraySink *sink = run_new (spec, source, view, 2, NULL);
          double complex want[TRIES], got[TRIES];

          for (guint j = 0; j < TRIES; j++)
            {
              const gint64 t = g_test_rand_int_range (0, (int) count);

              want[j] = reference_value (&o, scale, x, n, first + t);
              got[j] = value_at (sink, (gsize) t);
            }
          g_assert_cmpfloat (distance (got, want, TRIES), <=, tolerance (ONDES_PRECISION_SINGLE));
          ondes_sink_free (&sink->sink);
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/ondes/cpu/definition/complex-morlet", GINT_TO_POINTER (ONDES_WAVELET_COMPLEX_MORLET), test_grid);
  g_test_add_data_func ("/ondes/cpu/definition/morlet", GINT_TO_POINTER (ONDES_WAVELET_MORLET), test_grid);
  g_test_add_data_func ("/ondes/cpu/definition/analytic-morlet", GINT_TO_POINTER (ONDES_WAVELET_ANALYTIC_MORLET), test_grid);
  g_test_add_func ("/ondes/cpu/definition/quantities", test_quantities);
  g_test_add_func ("/ondes/cpu/definition/single2-by-auto", test_single2);
  g_test_add_func ("/ondes/cpu/definition/odd-prime-and-short-lengths", test_lengths);
  g_test_add_func ("/ondes/cpu/definition/spans-see-their-neighbours", test_spans);
  g_test_add_func ("/ondes/cpu/definition/long-masks", test_long_masks);
  g_test_add_func ("/ondes/cpu/definition/tiles-meet", test_tiles);
  g_test_add_func ("/ondes/cpu/definition/between-nodes", test_between_nodes);
  return g_test_run ();
}
