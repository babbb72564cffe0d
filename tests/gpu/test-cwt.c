/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Morlet transform of the CUDA engine against the sum of the definition, as the engine's caller sees it. */
#include "cuda-engine.h"
#include "few-cases.h"

#include "../cpu/common.h"

#include <math.h>

/* @x against the definition in all precisions, on an engine of @limit bytes. */
static void
check (const OndesCwtOptions *options,
       const char            *scales,
       const double complex  *x,
       gsize                  n,
       gboolean               iq,
       guint64                first,
       guint64                count,
       guint64                limit,
       const char            *what)
{
  OndesCwtOptions o = *options;
  g_autoptr (OndesSource) source = source_new (x, n, iq);
  g_autoptr (OndesSpec) rows_spec = spec_new (&o, scales);
  const OndesCwt *cwt = ondes_spec_cwt (rows_spec);
  const gsize rows = cwt->n_scales;
  g_autofree double complex *want = g_new (double complex, rows * count);
  g_autofree double complex *got = g_new (double complex, rows * count);

  for (gsize r = 0; r < rows; r++)
    {
      g_autofree double complex *row = reference_row (&o, ondes_cwt_scale (cwt, r), x, n, first, count);

      for (gsize i = 0; i < count; i++)
        want[r * count + i] = quantity_of (o.quantity, row[i]);
    }
  for (o.precision = ONDES_PRECISION_DOUBLE; o.precision <= ONDES_PRECISION_SINGLE2; o.precision++)
    {
      /* overlap-save takes single2 as single */
      const gboolean sums_apart = o.method == ONDES_METHOD_DIRECT || o.precision == ONDES_PRECISION_DOUBLE;
      const double most = tolerance (sums_apart ? o.precision : ONDES_PRECISION_SINGLE);
      g_autoptr (OndesSpec) spec = spec_new (&o, scales);
      const OndesView view = { .first = first, .count = count };
      g_autoptr (GError) error = NULL;
      OndesArraySink *sink = cuda_run (spec, source, view, limit, NULL, &error);
      double off;

      g_assert_no_error (error);
      g_assert_cmpuint (sink->rows, ==, rows);
      g_assert_cmpuint (sink->cols, ==, count);
      g_assert_cmpint (sink->type, ==, ondes_spec_shape (spec, source->type, &view).type);
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
       * definition's own. So is what a span has of a tone beside its rows, or of an offset, by overlap-save. There the error is
       * taken to the recording. */
      if ((n < 16 && o.boundary != ONDES_BOUNDARY_ZERO) || (count < n && o.method == ONDES_METHOD_OVERLAP_SAVE))
        off *= MIN (1, sqrt (energy (want, rows * count) / (energy (x, n) / (double) n * (double) (rows * count))));
      if (!(off <= most))
        g_test_message ("%s: %s %s %s %s %s, n %zu, span %d + %d, scales %s, limit %d", what, ondes_wavelet_names[o.wavelet],
                        ondes_normalisation_names[o.normalisation], ondes_boundary_names[o.boundary],
                        ondes_precision_names[o.precision], ondes_quantity_names[o.quantity], n, (int) first, (int) count, scales,
                        (int) limit);
      g_assert_cmpfloat (off, <=, most);
      ondes_sink_free (&sink->sink);
    }
}

static OndesCwtOptions
direct (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;

  o.method = ONDES_METHOD_DIRECT;
  o.quantity = ONDES_QUANTITY_COEFFICIENTS;
  return o;
}

/* In few cases every kind of samples has every second boundary. */
static gboolean
is_left_out (OndesBoundary boundary,
             guint         kind)
{
  return few_cases () && (boundary + kind) % 2 == 1;
}

static void
test_grid (gconstpointer data)
{
  OndesCwtOptions o = direct ();
  const gsize n = 401;

  if (cuda_class () == NULL)
    return;
  o.wavelet = GPOINTER_TO_INT (data);
  for (Signal signal = NOISE; signal < N_SIGNALS; signal++)
    for (int iq = 0; iq < 2; iq++)
      for (o.boundary = ONDES_BOUNDARY_ZERO; o.boundary <= ONDES_BOUNDARY_EDGE; o.boundary++)
        {
          if (is_left_out (o.boundary, signal + iq))
            continue;

          g_autofree double complex *x = signal_new (signal, n, iq);

          o.normalisation = g_test_rand_bit () ? ONDES_NORMALISATION_L1 : ONDES_NORMALISATION_L2;
          check (&o, "0.1,0.7,1,2.5,16/3,20,47.3,64", x, n, iq, 0, n, 0, signal_names[signal]);
        }
}

static void
test_quantities (void)
{
  OndesCwtOptions o = direct ();
  const gsize n = 300;

  if (cuda_class () == NULL)
    return;
  for (o.wavelet = ONDES_WAVELET_COMPLEX_MORLET; o.wavelet <= ONDES_WAVELET_MORLET; o.wavelet++)
    for (o.quantity = ONDES_QUANTITY_COEFFICIENTS; o.quantity <= ONDES_QUANTITY_PHASE; o.quantity++)
      for (int iq = 0; iq < 2; iq++)
        {
          g_autofree double complex *x = signal_new (NOISE, n, iq);

          for (o.normalisation = ONDES_NORMALISATION_L1; o.normalisation <= ONDES_NORMALISATION_L2; o.normalisation++)
            check (&o, "10,1,3.3", x, n, iq, 0, n, 0, "quantities");
        }
}

static void
test_lengths (void)
{
  static const gsize lengths[] = { 1, 2, 3, 4, 7, 64, 97, 128, 257 };
  OndesCwtOptions o = direct ();

  if (cuda_class () == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    for (o.wavelet = ONDES_WAVELET_COMPLEX_MORLET; o.wavelet <= ONDES_WAVELET_MORLET; o.wavelet++)
      for (o.boundary = ONDES_BOUNDARY_ZERO; o.boundary <= ONDES_BOUNDARY_EDGE; o.boundary++)
        {
          const gboolean iq = g_test_rand_bit ();
          g_autofree double complex *x = signal_new (NOISE, lengths[i], iq);

          check (&o, "1.5,12,65,140.25", x, lengths[i], iq, 0, lengths[i], 0, "lengths");
        }
}

static void
test_spans (void)
{
  OndesCwtOptions o = direct ();
  const gsize n = 613;
  static const guint64 spans[][2] = { { 0, 1 }, { 612, 1 }, { 100, 311 }, { 5, 60 }, { 0, 613 } };

  if (cuda_class () == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    for (o.wavelet = ONDES_WAVELET_COMPLEX_MORLET; o.wavelet <= ONDES_WAVELET_MORLET; o.wavelet++)
      for (o.boundary = ONDES_BOUNDARY_ZERO; o.boundary <= ONDES_BOUNDARY_EDGE; o.boundary++)
        {
          g_autofree double complex *x = signal_new (RED_NOISE, n, FALSE);

          check (&o, "0.9,4,33.3,100", x, n, FALSE, spans[i][0], spans[i][1], 0, "spans");
        }
}

/* Masks of 1024 taps and more, with every size of centre, and ω₀ away from 5. */
static void
test_long_masks (void)
{
  OndesCwtOptions o = direct ();
  const gsize n = 5000, first = 2000, count = 300;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);

  if (cuda_class () == NULL)
    return;
  for (o.wavelet = ONDES_WAVELET_COMPLEX_MORLET; o.wavelet <= ONDES_WAVELET_MORLET; o.wavelet++)
    {
      g_autofree double complex *pair = signal_new (NOISE, n, TRUE);

      o.omega0 = g_test_rand_double_range (4, 20);
      check (&o, "63.9,63.99,64,64.1,127.9,128,200,391.5", x, n, FALSE, first, count, 0, "long masks");
      check (&o, "63.9,63.99,64,64.1,127.9,128,200,391.5", pair, n, TRUE, first, count, 0, "long masks, I/Q");
    }
  o.wavelet = ONDES_WAVELET_COMPLEX_MORLET;
  o.omega0 = ONDES_OMEGA0_DEFAULT;
  /* So few samples are one value of this scale, which noise alone may leave near 0. */
  for (gsize i = 0; i < n; i++)
    x[i] += cos (o.omega0 * (double) i / 1000);
  check (&o, "1000", x, n, FALSE, first, count, 0, "long masks");
}

/* More columns than a batch and more rows than a set where there is little memory, and a recording that does not stay. */
static void
test_tiles (void)
{
  static const guint64 limits[] = { 0, 64 << 20, 8 << 20, 1 << 20 };
  static const double scales[] = { 0.4, 2, 9.7, 40, 130 };
  OndesCwtOptions o = direct ();
  const gsize n = 200003;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);
  g_autoptr (OndesSource) source = source_new (x, n, FALSE);

  if (cuda_class () == NULL)
    return;
  for (o.wavelet = ONDES_WAVELET_COMPLEX_MORLET; o.wavelet <= ONDES_WAVELET_MORLET; o.wavelet++)
    for (o.precision = ONDES_PRECISION_DOUBLE; o.precision <= ONDES_PRECISION_SINGLE2; o.precision++)
      for (guint l = 0; l < G_N_ELEMENTS (limits); l++)
        {
          g_autoptr (OndesSpec) spec = NULL;
          g_autoptr (GError) error = NULL;
          OndesStatistics statistics;
          OndesArraySink *sink;

          o.boundary = (OndesBoundary) (l % 4);
          spec = spec_new (&o, "40,0.4,2,9.7,130");
          sink = cuda_run (spec, source, (OndesView) { .first = 0, .count = n }, limits[l], &statistics, &error);
          g_assert_no_error (error);
          g_assert_cmpuint (statistics.n_methods, ==, G_N_ELEMENTS (scales));
          g_assert_cmpfloat (statistics.compute_s, >, 0);
          g_free (statistics.methods);
          for (guint r = 0; r < G_N_ELEMENTS (scales); r++)
            {
              static const guint row_of[] = { 1, 2, 3, 0, 4 };
              enum { TRIES = 200 };
              double complex want[TRIES], got[TRIES];

              for (guint i = 0; i < TRIES; i++)
                {
                  gint64 t = g_test_rand_int_range (0, (int) n);

                  t = i < 20 ? (gint64) i * 52 : i < 40 ? (gint64) n - 1 - (i - 20) * 52 : t;
                  want[i] = reference_value (&o, scales[r], x, n, t);
                  got[i] = value_at (sink, row_of[r] * n + t);
                }
              g_assert_cmpfloat (distance (got, want, TRIES), <=, tolerance (o.precision));
            }
          ondes_sink_free (&sink->sink);
        }
}

/* auto makes short masks by direct sums and long ones by overlap-save, where there is enough of both; either way right. */
static void
test_split (void)
{
  OndesCwtOptions o = direct ();
  const gsize n = 300007, rows = 26;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);
  g_autoptr (OndesSource) source = source_new (x, n, FALSE);

  if (cuda_class () == NULL)
    return;
  o.method = ONDES_METHOD_AUTO;
  for (o.precision = ONDES_PRECISION_DOUBLE; o.precision <= ONDES_PRECISION_SINGLE; o.precision++)
    {
      g_autoptr (GString) scales = g_string_new ("300");
      double scale[26] = { 300 };
      g_autoptr (OndesSpec) spec = NULL;
      g_autoptr (GError) error = NULL;
      double longest_direct = 0, shortest_other = INFINITY;
      OndesStatistics statistics;
      OndesArraySink *sink;

      for (guint r = 1; r < rows; r++)
        {
          scale[r] = r == 10 ? 41.5 : g_test_rand_int_range (8, 25) / 16.0;
          g_string_append_printf (scales, ",%d/16", (int) (16 * scale[r]));
        }
      o.boundary = (OndesBoundary) g_test_rand_int_range (ONDES_BOUNDARY_ZERO, ONDES_BOUNDARY_EDGE + 1);
      spec = spec_new (&o, scales->str);
      sink = cuda_run (spec, source, (OndesView) { .count = n }, 0, &statistics, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (statistics.n_methods, ==, rows);
      for (guint r = 0; r < rows; r++)
        {
          enum { TRIES = 60 };
          double complex want[TRIES], got[TRIES];

          if (statistics.methods[r] == ONDES_METHOD_DIRECT)
            longest_direct = MAX (longest_direct, scale[r]);
          else
            shortest_other = MIN (shortest_other, scale[r]);
          for (guint i = 0; i < TRIES; i++)
            {
              const gint64 t = i < 20 ? (gint64) i : g_test_rand_int_range (0, (int) n);

              want[i] = reference_value (&o, scale[r], x, n, t);
              got[i] = value_at (sink, r * n + t);
            }
          g_assert_cmpfloat (distance (got, want, TRIES), <=, tolerance (o.precision));
        }
      g_assert_cmpfloat (longest_direct, <, shortest_other);
      g_assert_cmpfloat (shortest_other, <=, 300);
      if (o.precision == ONDES_PRECISION_DOUBLE)
        g_assert_cmpfloat (longest_direct, >, 0);
      g_free (statistics.methods);
      ondes_sink_free (&sink->sink);
    }
}

/* Recordings of other types: what the CPU makes of them. */
static void
test_types (void)
{
  OndesCwtOptions o = direct ();
  const gsize n = 3000;
  g_autofree guint8 *bytes = g_new (guint8, n);
  g_autofree gint32 *words = g_new (gint32, n);
  g_autofree float *gaps = g_new (float, 2 * n);
  OndesSource *sources[5] = { NULL };

  if (cuda_class () == NULL)
    return;
  for (gsize i = 0; i < n; i++)
    {
      bytes[i] = (guint8) g_test_rand_int_range (0, 256);
      words[i] = g_test_rand_int ();
      gaps[i] = i % 97 == 5 ? NAN : i % 101 == 7 ? INFINITY : (float) g_test_rand_double_range (-1, 1);
      gaps[n + i] = i % 89 == 3 ? -INFINITY : (float) g_test_rand_double_range (-1, 1);
    }
  sources[0] = ondes_array_source_new (ONDES_U8, bytes, n, 1);
  sources[1] = ondes_array_source_new (ONDES_I32, words, n, 1);
  sources[2] = ondes_array_source_new (ONDES_F32, gaps, n, 1);
  sources[3] = ondes_array_source_new (ONDES_C64, gaps, n, 1);
  o.precision = ONDES_PRECISION_DOUBLE;
  for (guint i = 0; sources[i] != NULL; i++)
    for (guint64 limit = 0; limit <= 1 << 20; limit += 1 << 20)
      {
        g_autoptr (OndesSpec) spec = spec_new (&o, "1,5,30.5,90");
        const OndesView view = { .first = 11, .count = n - 30 };
        g_autoptr (GError) error = NULL;
        OndesArraySink *want = run_new (spec, sources[i], view, 2, NULL);
        OndesArraySink *have = cuda_run (spec, sources[i], view, limit, NULL, &error);
        const gsize values = want->rows * want->cols;
        g_autofree double complex *a = g_new (double complex, values);
        g_autofree double complex *b = g_new (double complex, values);

        g_assert_no_error (error);
        for (gsize j = 0; j < values; j++)
          {
            a[j] = value_at (have, j);
            b[j] = value_at (want, j);
          }
        g_assert_cmpfloat (distance (a, b, values), <=, 2e-12);
        ondes_sink_free (&want->sink);
        ondes_sink_free (&have->sink);
      }
  for (guint i = 0; sources[i] != NULL; i++)
    g_clear_pointer (&sources[i], ondes_source_unref);
}

typedef struct
{
  GCancellable *cancellable;
  guint         seen, at;
  double        last;
} Watch;

static void
count_progress (double   fraction,
                gpointer data)
{
  Watch *watch = data;

  g_assert_cmpfloat (fraction, >=, watch->last);
  g_assert_cmpfloat (fraction, <=, 1);
  watch->last = fraction;
  if (watch->seen++ == watch->at)
    g_cancellable_cancel (watch->cancellable);
}

/* A run that is cancelled at any of its steps ends as cancelled, and the engine goes on as if nothing had been. */
static void
test_cancel (void)
{
  const OndesEngineClass *klass = cuda_class ();
  OndesCwtOptions o = direct ();
  const gsize n = 100000;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);
  g_autoptr (OndesSource) source = source_new (x, n, FALSE);
  g_autoptr (OndesSpec) spec = spec_new (&o, "1:30:3");
  const OndesView view = { .count = n };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesRequest) request = NULL;
  OndesEngine *engine;
  OndesPlan *plan;
  OndesArraySink *want = ondes_array_sink_new ();
  Watch all = { .at = G_MAXUINT };

  if (klass == NULL)
    return;
  engine = klass->open (0, 0, &error);
  g_assert_no_error (error);
  klass->trim (engine, 8 << 20);
  request = ondes_request_new_of (spec, source, &view, &error);
  plan = klass->plan (engine, request, &error);
  klass->run (engine, plan, request, &want->sink, &(OndesWatch) { count_progress, &all, NULL }, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (all.seen, >=, 5);
  g_assert_cmpfloat (all.last, ==, 1);
  for (guint at = some_of (4) - 1; at + 1 < all.seen; at += few_cases () ? 4 : 1)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Watch watch = { .cancellable = cancellable, .at = at };
      OndesArraySink *sink = ondes_array_sink_new ();

      g_assert_false (klass->run (engine, plan, request, &sink->sink, &(OndesWatch) { count_progress, &watch, cancellable },
                                  &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpuint (watch.seen, ==, at + 1);
      g_clear_error (&error);
      ondes_sink_free (&sink->sink);

      sink = ondes_array_sink_new ();
      g_assert_true (klass->run (engine, plan, request, &sink->sink, &(OndesWatch) { NULL }, &error));
      g_assert_cmpmem (sink->data, sink->rows * n * 8, want->data, want->rows * n * 8);
      ondes_sink_free (&sink->sink);
    }
  ondes_sink_free (&want->sink);
  klass->unplan (engine, plan);
  klass->close (engine);
}

/* By overlap-save, with the scales that direct sums take long for; the real Morlet of complex samples is left to direct sums. */
static void
test_overlap_save (gconstpointer data)
{
  OndesCwtOptions o = direct ();
  const gsize n = 1201;

  if (cuda_class () == NULL)
    return;
  o.method = ONDES_METHOD_OVERLAP_SAVE;
  o.wavelet = GPOINTER_TO_INT (data);
  for (Signal signal = NOISE; signal < N_SIGNALS; signal++)
    for (int iq = 0; iq < (o.wavelet == ONDES_WAVELET_MORLET ? 1 : 2); iq++)
      for (o.boundary = ONDES_BOUNDARY_ZERO; o.boundary <= ONDES_BOUNDARY_EDGE; o.boundary++)
        {
          if (is_left_out (o.boundary, signal + iq))
            continue;

          g_autofree double complex *x = signal_new (signal, n, iq);

          o.normalisation = g_test_rand_bit () ? ONDES_NORMALISATION_L1 : ONDES_NORMALISATION_L2;
          check (&o, "0.1,0.7,1,2.5,16/3,20,47.3,64,150,391.5", x, n, iq, 0, n, 0, signal_names[signal]);
          /* not of a far tail alone: what is left of a click there is below the rounding of its transform */
          if (signal != IMPULSE)
            check (&o, "33.3,2,9", x, n, iq, 500, 137, 0, signal_names[signal]);
        }
}

/* The analytic Morlet where what overlap-save cuts off does not matter, and left to the CPU where it does. */
static void
test_analytic (void)
{
  OndesCwtOptions o = direct ();
  const gsize n = 801;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);

  if (cuda_class () == NULL)
    return;
  o.method = ONDES_METHOD_AUTO;
  o.wavelet = ONDES_WAVELET_ANALYTIC_MORLET;
  o.omega0 = 9;
  check (&o, "6,9.5,20", x, n, FALSE, 0, n, 0, "analytic");
  o.omega0 = 5;
  {
    g_autoptr (OndesSource) source = source_new (x, n, FALSE);
    g_autoptr (OndesSpec) spec = spec_new (&o, "20");
    g_autoptr (GError) error = NULL;

    g_assert_null (cuda_run (spec, source, (OndesView) { .count = n }, 0, NULL, &error));
    g_assert_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED);
  }
}

/* Pictures, against the CPU's: of a resident recording, and in pieces where there is little memory. */
static void
test_pictures (void)
{
  static const guint64 limits[] = { 0, 64 << 20, 8 << 20, 1 << 20 };
  static const guint columns[] = { 1, 33, 640, 1600, 20000 };
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 300007;
  g_autofree double complex *x = signal_new (RED_NOISE, n, FALSE);
  g_autoptr (OndesSource) source = source_new (x, n, FALSE);

  if (cuda_class () == NULL)
    return;
  for (guint l = 0; l < G_N_ELEMENTS (limits); l++)
    for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
      {
        const OndesView view = { .first = c % 2 ? 1234 : 0, .count = n - (c % 2 ? 5000 : 0), .columns = columns[c] };
        g_autoptr (OndesSpec) spec = NULL;
        g_autoptr (GError) error = NULL;
        OndesArraySink *want, *have;

        o.precision = (OndesPrecision) (c % 2);
        o.quantity = l % 2 ? ONDES_QUANTITY_POWER : ONDES_QUANTITY_MAGNITUDE;
        o.boundary = (OndesBoundary) l;
        spec = spec_new (&o, "2,3.7,300,11,25,60.5,140,900");
        want = run_new (spec, source, view, 2, NULL);
        have = cuda_run (spec, source, view, limits[l], NULL, &error);
        g_assert_no_error (error);
        g_assert_cmpuint (have->rows, ==, want->rows);
        g_assert_cmpuint (have->cols, ==, want->cols);
        for (gsize r = 0; r < want->rows; r++)
          {
            double largest = 0, off = 0;

            for (gsize j = 0; j < want->cols; j++)
              {
                const double a = creal (value_at (want, r * want->cols + j)), b = creal (value_at (have, r * want->cols + j));

                largest = MAX (largest, a);
                off = MAX (off, fabs (a - b));
              }
            g_assert_cmpfloat (off, <=, 2e-3 * largest); /* each engine within a thousandth */
          }
        ondes_sink_free (&want->sink);
        ondes_sink_free (&have->sink);
      }
}

/* Root mean squares against the definition: of a resident recording, and in pieces where there is little memory. */
static void
test_rms (gconstpointer data)
{
  static const guint columns[] = { 1, 9, 130, 1500, 9000 };
  const OndesWavelet wavelet = GPOINTER_TO_INT (data);
  OndesCwtOptions o = ondes_cwt_options_default;
  const gsize n = 5003;

  if (cuda_class () == NULL)
    return;
  o.wavelet = wavelet;
  o.pool = ONDES_POOL_RMS;
  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    {
      const gboolean iq = wavelet != ONDES_WAVELET_MORLET && c % 2 == 1;
      const OndesView view = { .first = c % 2 ? 700 : 0, .count = n - (c % 2 ? 1400 : 0), .columns = columns[c] };
      g_autofree double complex *x = signal_new (c % 2 ? NOISE : RED_NOISE, n, iq);
      g_autoptr (OndesSource) source = source_new (x, n, iq);
      g_autoptr (OndesSpec) spec = NULL;
      g_autoptr (GError) error = NULL;
      OndesArraySink *have;

      o.precision = (OndesPrecision) g_test_rand_int_range (ONDES_PRECISION_DOUBLE, ONDES_PRECISION_SINGLE2 + 1);
      o.quantity = g_test_rand_bit () ? ONDES_QUANTITY_POWER : ONDES_QUANTITY_MAGNITUDE;
      o.boundary = (OndesBoundary) g_test_rand_int_range (ONDES_BOUNDARY_ZERO, ONDES_BOUNDARY_EDGE + 1);
      spec = spec_new (&o, "0.6,90,2,5.5,16,33.3");
      have = cuda_run (spec, source, view, c % 3 == 2 ? 1 << 20 : 0, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (have->cols, ==, MIN (view.columns, view.count));
      for (gsize r = 0; r < have->rows; r++)
        {
          g_autofree double complex *w = reference_row (&o, ondes_cwt_scale (ondes_spec_cwt (spec), (guint) r), x, n, view.first,
                                                        view.count);
          double largest = 0, off = 0;

          for (gsize j = 0; j < have->cols; j++)
            {
              const guint64 begin = j * view.count / have->cols, end = (j + 1) * view.count / have->cols;
              const double mean = energy (w + begin, end - begin) / (double) (end - begin);
              const double want = o.quantity == ONDES_QUANTITY_POWER ? mean : sqrt (mean);

              largest = MAX (largest, want);
              off = MAX (off, fabs (creal (value_at (have, r * have->cols + j)) - want));
            }
          if (!(off <= 1e-3 * largest))
            g_test_message ("%s, %u columns, row %d, precision %d, quantity %d, boundary %d: %g of %g",
                            ondes_wavelet_names[wavelet], columns[c], (int) r, (int) o.precision, (int) o.quantity,
                            (int) o.boundary, off, largest);
          g_assert_cmpfloat (off, <=, 1e-3 * largest);
        }
      ondes_sink_free (&have->sink);
    }
}

/* What it does not do goes to the CPU, with the reason. */
static void
test_refused (void)
{
  const OndesEngineClass *klass = cuda_class ();
  const double sample = 1;
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, &sample, 1, 1);
  OndesCwtOptions o = direct ();
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesRequest) request = NULL;
  OndesEngine *engine;
  g_autoptr (GError) error = NULL;

  if (klass == NULL)
    return;
  engine = klass->open (0, 0, &error);
  g_assert_no_error (error);
  o.boundary = ONDES_BOUNDARY_EDGE;
  spec = spec_new (&o, "1,1e8");
  request = ondes_request_new_of (spec, source, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (klass->supports (engine, request, &error));
  g_assert_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED);
  g_clear_error (&error);
  klass->close (engine);
}

/* A question makes nothing on the device; plans of one spec share their filters; a plan of another view gives the same. */
static void
test_plans (void)
{
  const OndesEngineClass *klass = cuda_class ();
  const gsize n = 30000;
  g_autofree double complex *x = signal_new (NOISE, n, FALSE);
  g_autoptr (OndesSource) source = source_new (x, n, FALSE);
  const OndesView views[] = { { 700, 5000, 100, FALSE }, { 12345, 5000, 100, FALSE }, { 700, 9000, 300, FALSE } };
  OndesCwtOptions o = ondes_cwt_options_default;
  g_autoptr (OndesSpec) spec = spec_new (&o, "3,8,20,50");
  OndesRequest *requests[G_N_ELEMENTS (views)];
  OndesPlan *plan, *zoomed;
  OndesArraySink *have = ondes_array_sink_new (), *want;
  g_autoptr (GError) error = NULL;
  OndesEngine *engine;
  guint64 bytes;

  if (klass == NULL)
    return;
  engine = klass->open (0, 0, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    requests[i] = ondes_request_new_of (spec, source, &views[i], NULL);
  g_assert_true (klass->supports (engine, requests[0], &error));
  g_assert_true (klass->worthwhile (engine, requests[0], 1));
  g_assert_cmpuint (klass->bytes (engine), ==, 0);

  plan = klass->plan (engine, requests[0], &error);
  g_assert_no_error (error);
  bytes = klass->bytes (engine);
  g_assert_cmpuint (bytes, >, 0);
  g_assert_cmpuint (plan->bytes, >, 0);
  g_assert_cmpuint (plan->workspace_bytes, >, 0);
  zoomed = klass->plan (engine, requests[2], &error);
  g_assert_cmpuint (klass->bytes (engine), ==, bytes);

  want = cuda_run (spec, source, views[1], 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (klass->run (engine, plan, requests[1], &have->sink, &(OndesWatch) { NULL }, &error));
  g_assert_cmpmem (have->data, have->rows * have->cols * sizeof (float), want->data, want->rows * want->cols * sizeof (float));

  klass->unplan (engine, plan);
  klass->unplan (engine, zoomed);
  g_assert_cmpuint (klass->bytes (engine), >=, bytes); /* for plans to come */
  klass->trim (engine, 1);
  g_assert_cmpuint (klass->bytes (engine), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    ondes_request_unref (requests[i]);
  ondes_sink_free (&have->sink);
  ondes_sink_free (&want->sink);
  klass->close (engine);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("ONDES_ENGINE");
  g_test_add_data_func ("/ondes/gpu/cwt/complex-morlet", GINT_TO_POINTER (ONDES_WAVELET_COMPLEX_MORLET), test_grid);
  g_test_add_data_func ("/ondes/gpu/cwt/morlet", GINT_TO_POINTER (ONDES_WAVELET_MORLET), test_grid);
  g_test_add_data_func ("/ondes/gpu/cwt/overlap-save", GINT_TO_POINTER (ONDES_WAVELET_COMPLEX_MORLET), test_overlap_save);
  g_test_add_data_func ("/ondes/gpu/cwt/overlap-save-morlet", GINT_TO_POINTER (ONDES_WAVELET_MORLET), test_overlap_save);
  g_test_add_func ("/ondes/gpu/cwt/analytic-morlet", test_analytic);
  g_test_add_func ("/ondes/gpu/cwt/pictures", test_pictures);
  g_test_add_data_func ("/ondes/gpu/cwt/rms-of-complex-morlet", GINT_TO_POINTER (ONDES_WAVELET_COMPLEX_MORLET), test_rms);
  g_test_add_data_func ("/ondes/gpu/cwt/rms-of-morlet", GINT_TO_POINTER (ONDES_WAVELET_MORLET), test_rms);
  g_test_add_func ("/ondes/gpu/cwt/quantities", test_quantities);
  g_test_add_func ("/ondes/gpu/cwt/odd-prime-and-short-lengths", test_lengths);
  g_test_add_func ("/ondes/gpu/cwt/spans-see-their-neighbours", test_spans);
  g_test_add_func ("/ondes/gpu/cwt/long-masks", test_long_masks);
  g_test_add_func ("/ondes/gpu/cwt/batches-meet-however-little-memory-there-is", test_tiles);
  g_test_add_func ("/ondes/gpu/cwt/auto-splits-rows-by-length", test_split);
  g_test_add_func ("/ondes/gpu/cwt/types-and-gaps", test_types);
  g_test_add_func ("/ondes/gpu/cwt/cancel-at-every-batch", test_cancel);
  g_test_add_func ("/ondes/gpu/cwt/refuses-masks-without-end", test_refused);
  g_test_add_func ("/ondes/gpu/cwt/plans-share-their-filters", test_plans);
  return g_test_run ();
}
