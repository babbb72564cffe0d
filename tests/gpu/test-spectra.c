/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spectra and dyadic convolutions of the CUDA engine against the CPU engine, which is tested against the definitions: bit by bit
 * for integers, reals against its doubles. */
#include "../engine/once.h"
#include "cuda-engine.h"
#include "few-cases.h"

#include "engine/compute.h"
#include "transform/dyadic.h"
#include "transform/spectrum.h"

#include <math.h>
#include <string.h>

/* One engine for all, as a program has: its arena grows and is used again. Takes @request over, NULL where it was refused with
 * @error; NULL with @error. */
static OndesArraySink *
gpu_result (OndesRequest     *request,
            const OndesWatch *watch,
            GError          **error)
{
  static OndesEngine *engine;
  g_autoptr (OndesRequest) owned = request;
  OndesArraySink *sink = ondes_array_sink_new ();

  if (engine == NULL)
    engine = cuda_class ()->open (0, 0, error);
  if (engine != NULL && cuda_run_on (engine, request, &sink->sink, watch, error))
    return sink;
  ondes_sink_free (&sink->sink);
  return NULL;
}

static double
number (OndesType     type,
        gconstpointer data,
        gsize         i)
{
  return type == ONDES_F32 ? (double) ((const float *) data)[i] : ((const double *) data)[i];
}

/* Integers alike; reals within @tolerance of the wide result, relative to its root mean square or that of what it was made from,
 * whichever is larger: small sums of large values are no better than those. */
static void
assert_alike (const OndesArraySink *got,
              const OndesArraySink *want,
              const OndesArraySink *from,
              double                tolerance,
              const char           *what)
{
  const gsize n = got->rows * got->cols;
  double error = 0, norm = 0, norm_from = 0;

  g_assert_cmpuint (got->rows, ==, want->rows);
  g_assert_cmpuint (got->cols, ==, want->cols);
  if (got->type != ONDES_F32 && got->type != ONDES_F64)
    {
      g_assert_cmpint (got->type, ==, want->type);
      if (memcmp (got->data, want->data, ondes_type_bytes (got->type, n)) != 0)
        g_error ("%s: the engines differ", what);
      return;
    }
  for (gsize i = 0; i < n; i++)
    {
      const double w = number (want->type, want->data, i), d = number (got->type, got->data, i) - w;

      error += d * d;
      norm += w * w;
      if (from != NULL)
        norm_from += number (from->type, from->data, i) * number (from->type, from->data, i);
    }
  norm = MAX (norm, norm_from);
  if (!(sqrt (error) <= tolerance * sqrt (norm)))
    g_error ("%s: %g off, more than %g", what, sqrt (error / norm), tolerance);
}

typedef struct
{
  OndesSpectrumKind kind;
  OndesType         type, source;
} Kind;

static const Kind kinds[] = {
  { ONDES_SPECTRUM_WALSH, ONDES_I32, ONDES_I32 },       { ONDES_SPECTRUM_WALSH, ONDES_I64, ONDES_I64 },
  { ONDES_SPECTRUM_WALSH, ONDES_I64, ONDES_U8 },        { ONDES_SPECTRUM_WALSH, ONDES_F32, ONDES_F32 },
  { ONDES_SPECTRUM_WALSH, ONDES_F64, ONDES_F64 },       { ONDES_SPECTRUM_ARITHMETIC, ONDES_I32, ONDES_I32 },
  { ONDES_SPECTRUM_ARITHMETIC, ONDES_I64, ONDES_I64 },  { ONDES_SPECTRUM_ARITHMETIC, ONDES_F32, ONDES_F32 },
  { ONDES_SPECTRUM_ARITHMETIC, ONDES_F64, ONDES_F64 },  { ONDES_SPECTRUM_REED_MULLER, ONDES_U8, ONDES_U8 },
  { ONDES_SPECTRUM_REED_MULLER, ONDES_I32, ONDES_U8 },  { ONDES_SPECTRUM_REED_MULLER, ONDES_BITS, ONDES_U8 },
  { ONDES_SPECTRUM_HAAR, ONDES_I32, ONDES_I32 },        { ONDES_SPECTRUM_HAAR, ONDES_I64, ONDES_I64 },
  { ONDES_SPECTRUM_HAAR, ONDES_F32, ONDES_F32 },        { ONDES_SPECTRUM_HAAR, ONDES_F64, ONDES_F64 },
  { ONDES_SPECTRUM_HAAR_ORTHONORMAL, ONDES_F32, ONDES_F32 }, { ONDES_SPECTRUM_HAAR_ORTHONORMAL, ONDES_F64, ONDES_F64 },
};

static gboolean
is_left_to_cpu (const OndesSpectrumOptions *o,
                guint64                     length)
{
  const gboolean haar = o->kind == ONDES_SPECTRUM_HAAR || o->kind == ONDES_SPECTRUM_HAAR_ORTHONORMAL;

  return (o->kind == ONDES_SPECTRUM_REED_MULLER && o->type != ONDES_I32 && (o->algorithm != ONDES_ALGORITHM_AUTO || length < 32))
         || (haar && o->inverse && o->algorithm == ONDES_ALGORITHM_CONSTANT_GEOMETRY);
}

/* The spectrum of 2^n values in rows, and from it the values. */
static void
check (const Kind     *kind,
       OndesOrder      order,
       OndesAlgorithm  algorithm,
       guint           n,
       guint           rows)
{
  const gsize length = (gsize) 1 << n, total = length * rows;
  const gboolean single = kind->type == ONDES_F32;
  const gint64 most = kind->type == ONDES_I32 ? (1 << 30) >> n : (gint64) 1 << (60 - n); /* 2ⁿ of them stay in the type */
  g_autoptr (OndesSource) source = random_source (kind->source, total, most);
  const OndesView view = { .count = total };
  OndesSpectrumOptions o = { .kind = kind->kind, .order = order, .algorithm = algorithm, .type = kind->type,
                             .row_length = rows > 1 ? length : 0 };
  g_autofree char *what = g_strdup_printf ("%s in %s, order %s, %s, %u rows of 2^%u", ondes_spectrum_names[kind->kind],
                                           ondes_type_name (kind->type), ondes_order_names[order],
                                           ondes_algorithm_names[algorithm], rows, n);
  g_autofree char *back = g_strconcat ("inverse ", what, NULL);
  const double tolerance = single ? 3e-7 * sqrt (n + 1) : 1e-15 * sqrt (n + 1);
  g_autoptr (OndesSpec) forward = NULL;
  g_autoptr (OndesSpec) inverse = NULL;
  g_autoptr (GError) error = NULL;
  OndesArraySink *got, *want;

  if (is_left_to_cpu (&o, length))
    return;
  forward = ondes_spectrum_new (&o, &error);
  g_assert_no_error (error);
  got = gpu_result (ondes_request_new_of (forward, source, &view, &error), &(OndesWatch) { NULL }, &error);
  g_assert_no_error (error);
  if (single) /* against doubles of the same values */
    {
      OndesSpectrumOptions wide = o;
      g_autoptr (OndesSpec) spec = NULL;

      wide.type = ONDES_F64;
      spec = ondes_spectrum_new (&wide, NULL);
      want = cpu_result (spec, &source, 1, view, &error);
    }
  else
    want = cpu_result (forward, &source, 1, view, &error);
  g_assert_no_error (error);
  assert_alike (got, want, NULL, tolerance, what);

  o.inverse = TRUE;
  inverse = ondes_spectrum_new (&o, &error);
  g_assert_no_error (error);
  if (!is_left_to_cpu (&o, length) && kind->type != ONDES_BITS)
    {
      g_autoptr (OndesSource) spectrum = ondes_array_source_new (got->type, got->data, total, 1);
      g_autofree char *values = g_malloc (total * 8 + 8);
      OndesArraySink *again = gpu_result (ondes_request_new_of (inverse, spectrum, &view, &error), &(OndesWatch) { NULL },
                                          &error), *original;

      /* sums of the inverse may leave the type: left to the CPU, or refused by both */
      if (!g_error_matches (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED)
          && !g_error_matches (error, ONDES_ERROR, ONDES_ERROR_FILE))
        {
          g_assert_no_error (error);
          original = ondes_array_sink_new ();
          g_assert_true (original->sink.klass->begin (&original->sink, kind->type, again->rows, again->cols, NULL));
          g_assert_true (ondes_source_read_as (source, 0, total, kind->type, original->data, NULL));
          assert_alike (again, original, got, 4 * tolerance, back);
          ondes_sink_free (&original->sink);
          ondes_sink_free (&again->sink);
        }
      g_clear_error (&error);
    }
  ondes_sink_free (&got->sink);
  ondes_sink_free (&want->sink);
}

/* Every @stride-th kind; @steps: also by the papers' algorithms. */
static void
check_kinds (guint    n,
             guint    rows,
             gboolean steps,
             guint    stride)
{
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k += stride)
    for (int order = ONDES_ORDER_NATURAL; order <= ONDES_ORDER_PALEY; order++)
      {
        const OndesSpectrumOptions o = { .kind = kinds[k].kind, .order = order, .type = kinds[k].type };
        g_autoptr (OndesSpec) spec = ondes_spectrum_new (&o, NULL); /* not every transform has every order */

        for (int algorithm = ONDES_ALGORITHM_AUTO; spec != NULL && algorithm <= (steps ? ONDES_ALGORITHM_CONSTANT_GEOMETRY : 0);
             algorithm++)
          check (&kinds[k], order, algorithm, n, rows);
      }
}

static void
test_lengths (void)
{
  if (cuda_class () == NULL)
    return;
  for (guint n = some_of (4); n <= 17; n += few_cases () ? 4 : 1)
    check_kinds (n, 1, n < 12 || n == 15, 1);
}

static void
test_long (void)
{
  if (cuda_class () == NULL)
    return;
  check_kinds (20, 1, FALSE, few_cases () ? 3 : 1);
  if (few_cases ())
    return;
  check_kinds (24, 1, FALSE, 3);
  check_kinds (26, 1, FALSE, 9);
  check (&kinds[0], ONDES_ORDER_NATURAL, ONDES_ALGORITHM_AUTO, 27, 1);
}

static void
test_rows (void)
{
  static const guint sizes[][2] = { { 1, 37 }, { 2, 5 }, { 5, 1023 }, { 8, 129 }, { 11, 65 }, { 12, 3 }, { 13, 9 }, { 14, 5 },
                                    { 15, 3 }, { 16, 7 } };

  if (cuda_class () == NULL)
    return;
  for (guint i = some_of (3) - 1; i < G_N_ELEMENTS (sizes); i += few_cases () ? 3 : 1)
    check_kinds (sizes[i][0], sizes[i][1], i % 2 == 0, 1);
  /* so many that more of them are on their way at a time */
  for (guint i = some_of (2); i <= 2; i += few_cases () ? 2 : 1)
    check (&kinds[3], ONDES_ORDER_NATURAL, ONDES_ALGORITHM_AUTO, i == 1 ? 7 : 11, i == 1 ? 1 << 15 : 1600);
  check (&kinds[3], ONDES_ORDER_NATURAL, ONDES_ALGORITHM_AUTO, 12, 3);
  check (&kinds[3], ONDES_ORDER_NATURAL, ONDES_ALGORITHM_AUTO, 12, few_cases () ? 51 : 2201);
  check (&kinds[0], ONDES_ORDER_NATURAL, ONDES_ALGORITHM_AUTO, 16, few_cases () ? 5 : 160);
}

static void
test_convolution (void)
{
  static const OndesType types[] = { ONDES_I64, ONDES_F64, ONDES_F32 };

  if (cuda_class () == NULL)
    return;
  for (guint n = some_of (5); n <= (few_cases () ? 18 : 25); n += few_cases () ? 5 : n < 15 ? 1 : n < 23 ? 3 : 2)
    for (guint t = 0; t < G_N_ELEMENTS (types); t++)
      for (guint n_sources = 1; n_sources <= 2; n_sources++)
        {
          const gsize length = (gsize) 1 << n;
          OndesSource *sources[2] = { random_source (types[t], length, 3), random_source (types[t], length, 3) };
          const OndesView view = { .count = length };
          g_autoptr (OndesSpec) spec = ondes_dyadic_new (types[t], NULL);
          g_autoptr (OndesSpec) wide = ondes_dyadic_new (types[t] == ONDES_F32 ? ONDES_F64 : types[t], NULL);
          g_autofree char *what = g_strdup_printf ("convolution of %u of 2^%u %s", n_sources, n, ondes_type_name (types[t]));
          g_autoptr (GError) error = NULL;
          OndesArraySink *got = gpu_result (ondes_request_new (spec, sources, n_sources, &view, &error),
                                            &(OndesWatch) { NULL }, &error), *want;

          g_assert_no_error (error);
          want = cpu_result (wide, sources, n_sources, view, &error);
          g_assert_no_error (error);
          assert_alike (got, want, NULL, types[t] == ONDES_F32 ? 3e-7 * 3 * sqrt (n + 1) : 3e-15 * sqrt (n + 1), what);
          ondes_sink_free (&got->sink);
          ondes_sink_free (&want->sink);
          ondes_source_unref (sources[0]);
          ondes_source_unref (sources[1]);
        }
}

/* What is refused, is so in the words of the CPU. */
static void
test_refused (void)
{
  const gint64 large[] = { G_MAXINT64 / 2, 1, 2, 3 }, odd[] = { 1, 0, 0, 0 };
  const double gap[] = { 1, NAN, 2, 3 };
  const OndesSpectrumOptions o = { .kind = ONDES_SPECTRUM_WALSH, .type = ONDES_I64 };
  const OndesSpectrumOptions back = { .kind = ONDES_SPECTRUM_WALSH, .type = ONDES_I64, .inverse = TRUE };
  const OndesSpectrumOptions real = { .kind = ONDES_SPECTRUM_WALSH, .type = ONDES_F64 };
  const struct
  {
    const OndesSpectrumOptions *options;
    OndesSource                *source;
  } cases[] = {
    { &o, ondes_array_source_new (ONDES_I64, large, 4, 1) },
    { &back, ondes_array_source_new (ONDES_I64, odd, 4, 1) },
    { &real, ondes_array_source_new (ONDES_F64, gap, 4, 1) },
  };
  const OndesView view = { .count = 4 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      if (cuda_class () != NULL)
        {
          g_autoptr (OndesSpec) spec = ondes_spectrum_new (cases[i].options, NULL);
          g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
          OndesArraySink *sink = ondes_array_sink_new ();
          g_autoptr (GError) error = NULL;
          g_autoptr (GError) want = NULL;

          g_assert_null (gpu_result (ondes_request_new_of (spec, cases[i].source, &view, &error), &(OndesWatch) { NULL }, &error));
          g_assert_false (compute_once (computer, ondes_request_new_of (spec, cases[i].source, &view, &want), &sink->sink,
                                        NULL, NULL, &want));
          g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
          g_assert_cmpstr (error->message, ==, want->message);
          ondes_sink_free (&sink->sink);
        }
      ondes_source_unref (cases[i].source);
    }
}

static void
cancel_at (double   fraction,
           gpointer user_data)
{
  struct
  {
    GCancellable *cancellable;
    double        at;
  } *stop = user_data;

  if (fraction >= stop->at)
    g_cancellable_cancel (stop->cancellable);
}

static void
test_cancel (void)
{
  const gsize n = (gsize) 1 << 24;
  const OndesSpectrumOptions o = { .kind = ONDES_SPECTRUM_WALSH, .type = ONDES_F32 };
  g_autoptr (OndesSpec) spec = ondes_spectrum_new (&o, NULL);

  if (cuda_class () == NULL)
    return;
  {
    g_autoptr (OndesSource) source = random_source (ONDES_F32, n, 1);

    for (double at = 0; at < 0.85; at += few_cases () ? 0.3 : 0.06)
      {
        g_autoptr (GCancellable) cancellable = g_cancellable_new ();
        struct
        {
          GCancellable *cancellable;
          double        at;
        } stop = { cancellable, at };
        g_autoptr (GError) error = NULL;

        g_assert_null (gpu_result (ondes_request_new_of (spec, source, &(OndesView) { .count = n }, &error),
                                   &(OndesWatch) { cancel_at, &stop, cancellable }, &error));
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      }
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/gpu/spectra/lengths", test_lengths);
  g_test_add_func ("/ondes/gpu/spectra/long", test_long);
  g_test_add_func ("/ondes/gpu/spectra/rows", test_rows);
  g_test_add_func ("/ondes/gpu/spectra/convolution", test_convolution);
  g_test_add_func ("/ondes/gpu/spectra/refuses-as-the-cpu", test_refused);
  g_test_add_func ("/ondes/gpu/spectra/cancel", test_cancel);
  return g_test_run ();
}
