/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walshgrams of the CUDA engine against the CPU engine, which is tested against the definition: bit by bit where sums are exact. */
#include "cuda-engine.h"
#include "few-cases.h"

#include "transform/walshgram.h"

#include <math.h>

static OndesSpec *
spec_of (const OndesWalshgramOptions *o)
{
  GError *error = NULL;
  OndesSpec *spec = ondes_walshgram_new (o, &error);

  g_assert_no_error (error);
  return spec;
}

static double
number (const OndesArraySink *sink,
        gsize                 i)
{
  return sink->type == ONDES_F32 ? (double) ((const float *) sink->data)[i] : ((const double *) sink->data)[i];
}

/* Values within @tolerance of the largest; alike if it is 0. */
static void
assert_alike (const OndesArraySink *got,
              const OndesArraySink *want,
              double                tolerance)
{
  const gsize n = got->rows * got->cols;
  double most = 0;

  g_assert_cmpint (got->type, ==, want->type);
  g_assert_cmpuint (got->rows, ==, want->rows);
  g_assert_cmpuint (got->cols, ==, want->cols);
  for (gsize i = 0; i < n; i++)
    most = MAX (most, fabs (number (want, i)));
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat (fabs (number (got, i) - number (want, i)), <=, tolerance * most);
}

/* A request on both engines, the CUDA engine with at most @limit bytes (0: any). */
static void
check (const OndesWalshgramOptions *o,
       OndesSource                 *source,
       const OndesView             *view,
       guint64                      limit,
       double                       tolerance)
{
  g_autoptr (OndesSpec) spec = spec_of (o);
  g_autoptr (GError) error = NULL;
  OndesArraySink *want = cpu_result (spec, &source, 1, *view, &error), *got;

  g_test_message ("window %" G_GUINT64_FORMAT " hop %" G_GUINT64_FORMAT " taper %u order %u %s of %s, columns %u", o->window,
                  o->hop, o->taper, o->order, ondes_type_name (o->type), ondes_type_name (source->type), view->columns);
  g_assert_no_error (error);
  got = cuda_run (spec, source, *view, limit, NULL, &error);
  g_assert_no_error (error);
  assert_alike (got, want, tolerance);
  ondes_sink_free (&got->sink);
  ondes_sink_free (&want->sink);
}

static OndesWalshgramOptions
random_options (guint n)
{
  static const guint64 hops[] = { 1, 7, 32, 64, 100, 256 };

  return (OndesWalshgramOptions) { .window = (guint64) 1 << n, .hop = hops[g_test_rand_int_range (0, G_N_ELEMENTS (hops))],
                                   .taper = (OndesTaper) g_test_rand_bit (), .order = (OndesOrder) g_test_rand_int_range (0, 3),
                                   .type = g_test_rand_bit () ? ONDES_F32 : ONDES_F64 };
}

/* Any window, as coefficients, pooled and previewed; of integers, whose sums are exact without a taper, and of reals. */
static void
test_windows (void)
{
  static const OndesType types[] = { ONDES_I32, ONDES_U8, ONDES_F32, ONDES_F64 };

  if (cuda_class () == NULL)
    return;
  for (guint n = 4; n <= 15; n++)
    for (guint i = 0; i < (few_cases () ? 1 : 8); i++)
      {
        const OndesWalshgramOptions o = random_options (n);
        const OndesType type = types[g_test_rand_int_range (0, G_N_ELEMENTS (types))];
        const guint64 frames = (guint64) g_test_rand_int_range (1, few_cases () ? (n > 12 ? 2 : 8) : 200);
        const guint64 length = o.window + frames * o.hop + (guint64) g_test_rand_int_range (0, 64);
        g_autoptr (OndesSource) source = random_source (type, length, 100);
        const gboolean exact = o.taper == ONDES_TAPER_RECT && ondes_type_is_integer (type);
        OndesView view = { .first = (guint64) g_test_rand_int_range (0, (gint32) MIN (64, (frames - 1) * o.hop + 1)),
                           .columns = (guint) g_test_rand_int_range (0, 20) };

        view.count = length - view.first;
        view.preview = view.columns > 0 && g_test_rand_int_range (0, 3) == 0;
        check (&o, source, &view, 0, exact ? 0 : o.type == ONDES_F32 ? 2e-6 : 1e-14);
      }
}

/* Columns of more frames than a launch takes, and jobs of fewer columns, give the same. */
static void
test_memory (void)
{
  OndesWalshgramOptions o = ondes_walshgram_options_default;
  const guint64 length = few_cases () ? 150000 : 3000000;
  g_autoptr (OndesSource) source = NULL;
  const OndesView views[] = { { .count = length, .columns = 1 }, { .count = length, .columns = 37 } };

  if (cuda_class () == NULL)
    return;
  o.hop = few_cases () ? 480 : 48;
  source = random_source (ONDES_I32, length, 100);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    check (&o, source, &views[i], 1 << 20, 0);
}

/* NaN and infinities count as 0. */
static void
test_gaps (void)
{
  const OndesWalshgramOptions o = ondes_walshgram_options_default;
  float x[1000];
  g_autoptr (OndesSource) source = NULL;

  if (cuda_class () == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (x); i++)
    x[i] = i % 13 == 5 ? NAN : i == 700 ? -INFINITY : (float) g_test_rand_int_range (-50, 50);
  source = ondes_array_source_new (ONDES_F32, x, G_N_ELEMENTS (x), 1);
  check (&o, source, &(OndesView) { .count = G_N_ELEMENTS (x) }, 0, 0);
}

/* Integers are the CPU's. */
static void
test_integers (void)
{
  OndesWalshgramOptions o = ondes_walshgram_options_default;
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (GError) error = NULL;

  if (cuda_class () == NULL)
    return;
  o.type = ONDES_I64;
  spec = spec_of (&o);
  source = random_source (ONDES_I32, 1000, 100);
  g_assert_null (cuda_run (spec, source, (OndesView) { .count = 1000 }, 0, NULL, &error));
  g_assert_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED);
}

static void
on_progress (double   fraction,
             gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
}

/* A cancelled run ends with the cancellation, between the launches of one column too. */
static void
test_cancel (void)
{
  const OndesWalshgramOptions o = { .window = 1024, .hop = 1, .type = ONDES_F32 };
  const guint64 length = few_cases () ? 6000 : 3000000;
  const OndesView views[] = { { .count = length, .columns = 1 }, { .count = length } };

  if (cuda_class () == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      const OndesWatch watch = { on_progress, cancellable, cancellable };
      g_autoptr (OndesSource) source = random_source (ONDES_F32, length, 1);
      g_autoptr (OndesSpec) spec = spec_of (&o);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesRequest) request = ondes_request_new_of (spec, source, &views[i], &error);
      OndesEngine *engine = cuda_engine_new (1 << 20);
      OndesArraySink *sink = ondes_array_sink_new ();

      if (views[i].columns > 0)
        g_cancellable_cancel (cancellable);
      g_assert_false (cuda_run_on (engine, request, &sink->sink, &watch, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      ondes_sink_free (&sink->sink);
      cuda_class ()->close (engine);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/gpu/walshgram/windows", test_windows);
  g_test_add_func ("/ondes/gpu/walshgram/memory", test_memory);
  g_test_add_func ("/ondes/gpu/walshgram/gaps", test_gaps);
  g_test_add_func ("/ondes/gpu/walshgram/integers-are-left-to-the-cpu", test_integers);
  g_test_add_func ("/ondes/gpu/walshgram/cancel", test_cancel);
  return g_test_run ();
}
