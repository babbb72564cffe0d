/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walshgrams against the double sum of the definition, on fresh random values. */
#include "spectra.h"

#include "../engine/once.h"
#include "transform/walshgram.h"

#include <math.h>
#include <string.h>

static const OndesType types[] = { ONDES_I64, ONDES_F32, ONDES_F64 };

/* A random Walshgram of windows of 2^@n. */
static OndesWalshgramOptions
random_options (guint n)
{
  static const guint64 hops[] = { 1, 3, 7, 16, 32, 48, 64, 96, 128, 160, 256, 331 };
  OndesWalshgramOptions o = { .window = (guint64) 1 << n, .order = (OndesOrder) g_test_rand_int_range (0, 3),
                              .taper = (OndesTaper) g_test_rand_int_range (0, 2),
                              .hop = hops[g_test_rand_int_range (0, G_N_ELEMENTS (hops))],
                              .type = types[g_test_rand_int_range (0, G_N_ELEMENTS (types))] };

  if (g_test_rand_int_range (0, 4) == 0)
    o.hop = o.window / 2 * (guint64) g_test_rand_int_range (1, 6);
  if (o.taper != ONDES_TAPER_RECT && o.type == ONDES_I64)
    o.type = ONDES_F64;
  return o;
}

static OndesSpec *
spec_of (const OndesWalshgramOptions *o)
{
  GError *error = NULL;
  OndesSpec *spec = ondes_walshgram_new (o, &error);

  g_assert_no_error (error);
  return spec;
}

/* @n random values: of integers for exact sums, otherwise with fractions. */
static OndesSource *
samples_new (OndesType  type,
             gsize      n,
             double   **x)
{
  g_autofree gint64 *integers = g_new (gint64, n);

  *x = g_new (double, n);
  for (gsize i = 0; i < n; i++)
    {
      integers[i] = random_integer (-100000, 100000);
      (*x)[i] = type == ONDES_I64 ? (double) integers[i] : g_test_rand_double_range (-1, 1);
    }
  return type == ONDES_I64 ? values_new (ONDES_I32, integers, n) : ondes_array_source_new (ONDES_F64, *x, n, 1000);
}

/* Runs on the CPU, into memory that the sink maps or, half of the time, by putting. */
static OndesArraySink *
run_new (OndesSpec       *spec,
         OndesSource     *source,
         const OndesView *view,
         guint            threads)
{
  static OndesSinkClass put_only;
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, threads);
  OndesArraySink *sink = ondes_array_sink_new ();
  GError *error = NULL;

  if (g_test_rand_bit ())
    {
      put_only = *sink->sink.klass;
      put_only.map = NULL;
      sink->sink.klass = &put_only;
    }
  compute_once (computer, ondes_request_new_of (spec, source, view, &error), &sink->sink, NULL, NULL, &error);
  g_assert_no_error (error);
  return sink;
}

/* Value @t of natural row @row: the sign of ⊗ [1 1; 1 −1]. */
static int
sign_at (guint64 row,
         guint64 t)
{
  return __builtin_popcountll (row & t) % 2 ? -1 : 1;
}

/* Returns where natural row @row is in @order, by what the orders are. */
static guint64
place_of (OndesOrder order,
          guint      n,
          guint64    row)
{
  const guint64 window = (guint64) 1 << n;
  guint64 place = 0;

  if (order == ONDES_ORDER_NATURAL)
    return row;
  if (order == ONDES_ORDER_SEQUENCY)
    for (guint64 t = 1; t < window; t++)
      place += sign_at (row, t) != sign_at (row, t - 1);
  else
    for (guint i = 0; i < n; i++)
      place |= (row >> i & 1) << (n - 1 - i);
  return place;
}

/* Σ w[t] x[t] wal (t), and Σ |w[t] x[t]|. */
static double
sum_of (const OndesWalshgramOptions *o,
        const double                *x,
        guint64                      row,
        double                      *most)
{
  double sum = 0;

  *most = 0;
  for (guint64 t = 0; t < o->window; t++)
    {
      const double w = o->taper == ONDES_TAPER_HANN ? 0.5 - 0.5 * cos (2 * G_PI * (t + 0.5) / o->window) : 1;

      sum += w * x[t] * sign_at (row, t);
      *most += fabs (w * x[t]);
    }
  return sum;
}

static void
check_definition (guint n)
{
  const OndesWalshgramOptions o = random_options (n);
  const gsize length = o.window + (gsize) g_test_rand_int_range (0, 6) * o.hop + (gsize) g_test_rand_int_range (0, (gint32) o.hop);
  g_autofree double *x = NULL;
  g_autoptr (OndesSource) source = samples_new (o.type, length, &x);
  g_autoptr (OndesSpec) spec = spec_of (&o);
  OndesArraySink *sink = run_new (spec, source, NULL, 1 + n % 3);
  const double rounding = o.type == ONDES_I64 ? 0 : o.type == ONDES_F64 ? 1e-14 : 1e-6;
  const guint64 rows = MIN (o.window, 64);

  g_test_message ("window %" G_GUINT64_FORMAT " hop %" G_GUINT64_FORMAT " taper %u order %u %s", o.window, o.hop, o.taper, o.order,
                  ondes_type_name (o.type));
  g_assert_cmpint (sink->type, ==, o.type);
  g_assert_cmpuint (sink->rows, ==, o.window);
  g_assert_cmpuint (sink->cols, ==, (length - o.window) / o.hop + 1);
  for (guint64 i = 0; i < rows; i++)
    {
      const guint64 row = rows == o.window ? i : (guint64) random_integer (0, (gint64) o.window - 1);
      const guint64 place = place_of (o.order, n, row);

      for (guint64 j = 0; j < sink->cols; j++)
        {
          double most, sum = sum_of (&o, x + j * o.hop, row, &most);

          g_assert_cmpfloat (fabs (spectra_value (sink, place * sink->cols + j) - sum), <=, rounding * most);
        }
    }
  ondes_sink_free (&sink->sink);
}

static void
test_definition (void)
{
  for (guint n = 4; n <= 15; n++)
    for (guint i = 0; i < (n < 10 ? 12 : n < 13 ? 4 : 2); i++)
      check_definition (n);
}

/* A square wave whose period divides window and hop is one row, that of its zero crossings. */
static void
test_square (void)
{
  for (guint m = 1; m <= 6; m++)
    {
      const OndesWalshgramOptions o = { .window = 256, .hop = 64, .order = ONDES_ORDER_SEQUENCY, .type = ONDES_I64 };
      const guint64 half = (guint64) 1 << (m - 1), row = o.window / half - 1;
      g_autofree gint64 *x = g_new (gint64, 1000);
      g_autoptr (OndesSource) source = NULL;
      g_autoptr (OndesSpec) spec = spec_of (&o);
      OndesArraySink *sink;

      for (gsize t = 0; t < 1000; t++)
        x[t] = t / half % 2 ? -5 : 5;
      source = values_new (ONDES_I32, x, 1000);
      sink = run_new (spec, source, NULL, 2);
      g_assert_cmpuint (sink->cols, ==, 12);
      for (guint64 k = 0; k < sink->rows; k++)
        for (guint64 j = 0; j < sink->cols; j++)
          g_assert_cmpint (spectra_integer (sink, k * sink->cols + j), ==, k == row ? 5 * (gint64) o.window : 0);
      g_assert_cmpuint (ondes_walshgram_crossings (ondes_spec_walshgram (spec), row), ==, row);
      ondes_sink_free (&sink->sink);
    }
}

/* Pooled columns are the largest magnitude of their frames, and previews their middle frame. */
static void
check_pooled (guint n)
{
  const OndesWalshgramOptions o = random_options (n);
  const gsize length = o.window + (gsize) g_test_rand_int_range (0, 300) * o.hop;
  g_autofree double *x = NULL;
  g_autoptr (OndesSource) source = samples_new (o.type, length, &x);
  g_autoptr (OndesSpec) spec = spec_of (&o);
  OndesArraySink *all = run_new (spec, source, NULL, 2);
  OndesView view = { .count = length, .columns = (guint) g_test_rand_int_range (1, 320) };
  OndesArraySink *pooled = run_new (spec, source, &view, 2), *preview;
  const guint64 columns = MIN (view.columns, all->cols);

  view.preview = TRUE;
  preview = run_new (spec, source, &view, 2);
  g_assert_cmpint (pooled->type, ==, ONDES_F32);
  g_assert_cmpuint (pooled->cols, ==, columns);
  g_assert_cmpuint (preview->cols, ==, columns);
  for (guint64 k = 0; k < o.window; k++)
    for (guint64 c = 0; c < columns; c++)
      {
        const guint64 from = c * all->cols / columns, to = (c + 1) * all->cols / columns;
        double most = 0;

        for (guint64 j = from; j < to; j++)
          most = MAX (most, fabs (spectra_value (all, k * all->cols + j)));
        g_assert_cmpfloat (spectra_value (pooled, k * columns + c), ==, (float) most);
        g_assert_cmpfloat (spectra_value (preview, k * columns + c), ==,
                           (float) fabs (spectra_value (all, k * all->cols + (from + to) / 2)));
      }
  ondes_sink_free (&all->sink);
  ondes_sink_free (&pooled->sink);
  ondes_sink_free (&preview->sink);
}

static void
test_pooled (void)
{
  for (guint n = 4; n <= 11; n++)
    check_pooled (n);
}

/* The frames that begin in a span are those of the whole, bit for bit, also a span of prime length. */
static void
test_spans (void)
{
  for (guint i = 0; i < 12; i++)
    {
      const OndesWalshgramOptions o = random_options (4 + i / 2);
      const gsize length = 9973;
      g_autofree double *x = NULL;
      g_autoptr (OndesSource) source = samples_new (o.type, length, &x);
      g_autoptr (OndesSpec) spec = spec_of (&o);
      OndesArraySink *all = run_new (spec, source, NULL, 1), *some;
      OndesView view = { .first = (guint64) g_test_rand_int_range (0, 4000), .count = 4001 };
      const gsize size = ondes_type_bytes (o.type, 1);
      const guint64 first = (view.first + o.hop - 1) / o.hop;

      some = run_new (spec, source, &view, 2);
      g_assert_cmpuint (first * o.hop, >=, view.first);
      for (guint64 k = 0; k < o.window; k++)
        g_assert_cmpmem ((char *) some->data + k * some->cols * size, some->cols * size,
                         (char *) all->data + (k * all->cols + first) * size, some->cols * size);
      g_assert_cmpuint ((first + some->cols - 1) * o.hop, <, view.first + view.count);
      g_assert_true ((first + some->cols) * o.hop >= view.first + view.count || (first + some->cols) * o.hop + o.window > length);
      ondes_sink_free (&all->sink);
      ondes_sink_free (&some->sink);
    }
}

/* Neither threads nor memory change a bit, whatever pieces and batches are made of the frames. */
static void
test_same_bits (void)
{
  for (guint n = 6; n <= 12; n += 3)
    {
      OndesWalshgramOptions o = random_options (n);
      g_autofree double *x = NULL;
      g_autoptr (OndesSource) source = NULL;
      g_autoptr (OndesSpec) spec = NULL;
      OndesView view = { .count = 300000, .columns = g_test_rand_bit () ? 70 : 0 };
      OndesArraySink *one, *two;
      gsize bytes;

      o.hop = view.columns > 0 ? 32 : 2000;
      source = samples_new (o.type, view.count, &x);
      spec = spec_of (&o);
      one = run_new (spec, source, &view, 1);
      bytes = ondes_type_bytes (one->type, one->rows * one->cols);
      two = run_new (spec, source, &view, 2);
      g_assert_cmpmem (one->data, bytes, two->data, bytes);
      ondes_sink_free (&two->sink);
      ondes_sink_free (&one->sink);
    }
}

/* Sums that int64 cannot hold, complex samples, windows that are too long, spans between two windows. */
static void
test_refusals (void)
{
  OndesWalshgramOptions o = ondes_walshgram_options_default;
  const gint64 large = G_MAXINT64 / 100;
  g_autofree gint64 *x = g_new (gint64, 1000);
  g_autofree double *complex_x = g_new0 (double, 2000);
  g_autoptr (OndesSource) integers = NULL;
  g_autoptr (OndesSource) complex_source = ondes_array_source_new (ONDES_C128, complex_x, 1000, 1);
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesSpec) longer = NULL;
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);
  OndesArraySink *sink = ondes_array_sink_new ();
  GError *error = NULL;

  o.type = ONDES_I64;
  spec = spec_of (&o);
  o.window = 1024;
  longer = spec_of (&o);
  for (gsize i = 0; i < 1000; i++)
    x[i] = large;
  integers = values_new (ONDES_I64, x, 1000);
  g_assert_false (compute_once (computer, ondes_request_new_of (spec, integers, NULL, NULL), &sink->sink, NULL, NULL, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "sums of 2^8 values"));
  g_clear_error (&error);
  g_assert_null (ondes_request_new_of (spec, complex_source, NULL, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);
  g_assert_null (ondes_request_new_of (longer, integers, NULL, &error));
  g_assert_cmpstr (error->message, ==, "1024 samples are longer than the recording, which has 1000; choose at most 512");
  g_clear_error (&error);
  g_assert_null (ondes_request_new_of (spec, integers, &(OndesView) { .first = 1, .count = 63 }, &error));
  g_assert_cmpstr (error->message, ==, "no whole window begins between samples 1 and 63: windows begin every 64 samples, the "
                                       "last one at sample 704; ask for a longer span");
  g_clear_error (&error);
  g_assert_null (ondes_request_new_of (spec, integers, &(OndesView) { .first = 800, .count = 200 }, &error));
  g_clear_error (&error);
  ondes_sink_free (&sink->sink);
}

/* NaN and infinities count as 0. */
static void
test_gaps (void)
{
  OndesWalshgramOptions o = ondes_walshgram_options_default;
  g_autofree float *x = g_new (float, 512);
  g_autofree float *zeroed = g_new (float, 512);
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesSource) clean = NULL;
  g_autoptr (OndesSpec) spec = spec_of (&o);
  OndesArraySink *a, *b;

  for (gsize i = 0; i < 512; i++)
    {
      x[i] = i % 17 == 3 ? NAN : i == 300 ? INFINITY : (float) g_test_rand_double ();
      zeroed[i] = isfinite (x[i]) ? x[i] : 0;
    }
  source = ondes_array_source_new (ONDES_F32, x, 512, 1);
  clean = ondes_array_source_new (ONDES_F32, zeroed, 512, 1);
  a = run_new (spec, source, NULL, 1);
  b = run_new (spec, clean, NULL, 1);
  g_assert_cmpmem (a->data, a->rows * a->cols * sizeof (float), b->data, b->rows * b->cols * sizeof (float));
  ondes_sink_free (&a->sink);
  ondes_sink_free (&b->sink);
}

/* Samples that float32 does not hold, or whose sums it would not, are computed all the same. */
static void
test_levels (void)
{
  static const double gains[] = { 1e-60, 1e-21, 1e37, 1e200 };
  OndesWalshgramOptions o = ondes_walshgram_options_default;

  for (guint g = 0; g < G_N_ELEMENTS (gains); g++)
    {
      g_autofree double *x = NULL;
      g_autofree double *scaled = g_new (double, 700);
      g_autoptr (OndesSource) plain = samples_new (ONDES_F64, 700, &x);
      g_autoptr (OndesSource) source = NULL;
      g_autoptr (OndesSpec) spec = spec_of (&o);
      const OndesView view = { .count = 700, .columns = 3 };
      OndesArraySink *a, *b;

      for (gsize i = 0; i < 700; i++)
        scaled[i] = x[i] * gains[g];
      source = ondes_array_source_new (ONDES_F64, scaled, 700, 1);
      a = run_new (spec, plain, &view, 1);
      b = run_new (spec, source, &view, 1);
      for (guint64 i = 0; i < a->rows * a->cols; i++)
        g_assert_cmpfloat (fabs (spectra_value (b, i) / gains[g] - spectra_value (a, i)), <=, 1e-4);
      ondes_sink_free (&a->sink);
      ondes_sink_free (&b->sink);
    }
}

static void
on_progress (double   fraction,
             gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
}

/* A cancelled run ends with the cancellation. */
static void
test_cancel (void)
{
  const OndesWalshgramOptions o = { .window = 4096, .hop = 1, .type = ONDES_F64, .taper = ONDES_TAPER_HANN };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const OndesWatch watch = { on_progress, cancellable, cancellable };
  g_autofree double *x = NULL;
  g_autoptr (OndesSource) source = samples_new (ONDES_F64, 3000000, &x);
  g_autoptr (OndesSpec) spec = spec_of (&o);
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 2);
  OndesArraySink *sink = ondes_array_sink_new ();
  GError *error = NULL;
  const OndesView view = { .count = 3000000, .columns = 50 };

  g_assert_false (compute_once (computer, ondes_request_new_of (spec, source, &view, NULL), &sink->sink, &watch, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  ondes_sink_free (&sink->sink);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/walshgram/coefficients-are-the-sum-of-the-definition", test_definition);
  g_test_add_func ("/ondes/walshgram/a-square-wave-is-one-row", test_square);
  g_test_add_func ("/ondes/walshgram/columns-are-the-largest-of-their-frames", test_pooled);
  g_test_add_func ("/ondes/walshgram/spans-are-parts-of-the-whole", test_spans);
  g_test_add_func ("/ondes/walshgram/threads-and-sinks-change-no-bit", test_same_bits);
  g_test_add_func ("/ondes/walshgram/refusals", test_refusals);
  g_test_add_func ("/ondes/walshgram/gaps-count-as-zero", test_gaps);
  g_test_add_func ("/ondes/walshgram/any-size-of-samples", test_levels);
  g_test_add_func ("/ondes/walshgram/cancel", test_cancel);
  return g_test_run ();
}
