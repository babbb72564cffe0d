/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that go to the device in batches: what comes back is what the CPU makes of them, whatever memory there is, whichever way the
 * sink takes it, and what is wrong in a late batch is refused as in the first. */
#include "../engine/once.h"
#include "cuda-engine.h"

#include "engine/compute.h"
#include "transform/cwt.h"
#include "transform/dyadic.h"
#include "transform/spectrum.h"

#include <math.h>
#include <string.h>

static OndesRequest *
request_new (OndesSpec   *spec,
             OndesSource *source,
             guint64      count)
{
  return ondes_request_new_of (spec, source, &(OndesView) { .count = count }, NULL);
}

/* Takes @request over. */
static gboolean
run (OndesEngine      *engine,
     OndesRequest     *request,
     OndesSink        *sink,
     const OndesWatch *watch,
     GError          **error)
{
  g_autoptr (OndesRequest) owned = request;

  return cuda_run_on (engine, request, sink, watch != NULL ? watch : &(OndesWatch) { NULL }, error);
}

/* An array that has to be put, earliest first and each value once. */
typedef struct
{
  OndesSink       sink;
  OndesArraySink *array;
  guint64         put, begun;
} PutSink;

static gboolean
put_begin (OndesSink *sink,
           OndesType  type,
           guint64    rows,
           guint64    cols,
           GError   **error)
{
  PutSink *self = (PutSink *) sink;

  self->put = 0;
  self->begun++;
  return self->array->sink.klass->begin (&self->array->sink, type, rows, cols, error);
}

static gboolean
put_put (OndesSink       *sink,
         const OndesRect *where,
         const void      *data,
         gsize            stride_bytes,
         gboolean         final,
         GError         **error)
{
  PutSink *self = (PutSink *) sink;

  g_assert_cmpuint (where->row0 * self->array->cols + where->col0, ==, self->put);
  self->put += where->rows * where->cols;
  return self->array->sink.klass->put (&self->array->sink, where, data, stride_bytes, final, error);
}

static const OndesSinkClass put_class = { .begin = put_begin, .put = put_put };

static void
assert_alike (const OndesArraySink *got,
              const OndesArraySink *want,
              guint                 n)
{
  const gsize values = want->rows * want->cols;
  double off = 0, norm = 0;

  g_assert_cmpuint (got->rows, ==, want->rows);
  g_assert_cmpuint (got->cols, ==, want->cols);
  g_assert_cmpint (got->type, ==, want->type);
  if (want->type != ONDES_F32 && want->type != ONDES_F64)
    {
      g_assert_true (memcmp (got->data, want->data, ondes_type_bytes (want->type, values)) == 0);
      return;
    }
  for (gsize i = 0; i < values; i++)
    {
      const gboolean single = want->type == ONDES_F32;
      const double w = single ? (double) ((const float *) want->data)[i] : ((const double *) want->data)[i];
      const double d = (single ? (double) ((const float *) got->data)[i] : ((const double *) got->data)[i]) - w;

      off += d * d;
      norm += w * w;
    }
  g_assert_cmpfloat (sqrt (off), <=, (want->type == ONDES_F32 ? 1e-6 : 3e-15) * sqrt (n + 1) * sqrt (norm));
}

static const OndesType types[] = { ONDES_I32, ONDES_I64, ONDES_F32, ONDES_F64, ONDES_U8, ONDES_BITS };

/* Small integers, so that every sum stays. */
static OndesSource *
source_new (OndesType type,
            gsize     n,
            int       most)
{
  const OndesType own = type == ONDES_BITS ? ONDES_U8 : type;
  g_autofree char *data = g_malloc (n * 8);

  for (gsize i = 0; i < n; i++)
    {
      const int x = own == ONDES_U8 ? g_test_rand_bit () : g_test_rand_int_range (-most, most + 1);

      switch (own)
        {
        case ONDES_U8:
          ((guint8 *) data)[i] = (guint8) x;
          break;
        case ONDES_I32:
          ((gint32 *) (void *) data)[i] = x;
          break;
        case ONDES_I64:
          ((gint64 *) (void *) data)[i] = x;
          break;
        case ONDES_F32:
          ((float *) (void *) data)[i] = (float) x;
          break;
        default:
          ((double *) (void *) data)[i] = x;
        }
    }
  return ondes_array_source_new (own, data, n, 1);
}

/* Of a batch as it is on an engine of @limit bytes, six arrays and the rounding of each. */
#define LIMIT (512 << 10)

static void
test_rows (void)
{
  OndesEngine *engine;

  if (cuda_class () == NULL)
    return;
  engine = cuda_engine_new (LIMIT);
  for (guint i = 0; i < 12; i++)
    {
      const guint n = (guint) g_test_rand_int_range (5, 14);
      const gsize length = (gsize) 1 << n, rows = (gsize) g_test_rand_int_range (1, (int) ((300 << 10) / length) + 2);
      OndesSpectrumOptions o = { .kind = (OndesSpectrumKind) g_test_rand_int_range (0, ONDES_SPECTRUM_ARITHMETIC + 1),
                                 .type = types[g_test_rand_int_range (0, G_N_ELEMENTS (types))],
                                 .inverse = g_test_rand_bit (),
                                 .row_length = length };
      const gboolean maps = g_test_rand_bit ();
      g_autoptr (OndesSpec) spec = NULL;
      g_autoptr (OndesSource) source = source_new (o.kind == ONDES_SPECTRUM_REED_MULLER ? ONDES_U8 : o.type, length * rows, 100);
      g_autoptr (GError) error = NULL;
      g_autoptr (GError) cpu_error = NULL;
      OndesArraySink *want, *got = ondes_array_sink_new ();
      PutSink put = { .sink = { &put_class }, .array = got };

      o.order = ondes_spectrum_default_order (o.kind);
      spec = ondes_spectrum_new (&o, NULL);
      if (spec == NULL) /* the kind has not the type */
        {
          ondes_sink_free (&got->sink);
          continue;
        }
      want = cpu_result (spec, &source, 1, (OndesView) { .count = length * rows }, &cpu_error);
      run (engine, request_new (spec, source, length * rows), maps ? &got->sink : &put.sink, NULL, &error);
      if (cpu_error != NULL) /* an inverse of integers */
        {
          g_assert_error (cpu_error, ONDES_ERROR, ONDES_ERROR_FILE);
          g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
        }
      else
        {
          g_assert_no_error (error);
          assert_alike (got, want, n);
          g_assert_cmpuint (maps ? length * rows : put.put, ==, length * rows);
        }
      ondes_sink_free (&want->sink);
      ondes_sink_free (&got->sink);
    }
  cuda_class ()->close (engine);
}

/* However many rows there are: memory is of a few batches. */
static void
test_memory (void)
{
  const gsize length = 1 << 14, rows = 600;
  const OndesSpectrumOptions o = { .kind = ONDES_SPECTRUM_HAAR, .type = ONDES_F32, .row_length = length };
  OndesStatistics statistics;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (GError) error = NULL;
  OndesArraySink *want, *got;
  g_autoptr (OndesRequest) request = NULL;
  OndesEngine *engine;
  OndesPlan *plan;
  guint64 bytes;

  if (cuda_class () == NULL)
    return;
  spec = ondes_spectrum_new (&o, NULL);
  source = source_new (ONDES_F32, length * rows, 100);
  engine = cuda_engine_new (LIMIT);
  request = request_new (spec, source, length * rows);
  g_assert_true (cuda_class ()->supports (engine, request, &error));
  plan = cuda_class ()->plan (engine, request, &error);
  bytes = plan->workspace_bytes;
  cuda_class ()->unplan (engine, plan);
  want = cpu_result (spec, &source, 1, (OndesView) { .count = length * rows }, &error);
  got = ondes_array_sink_new ();
  run (engine, request_new (spec, source, length * rows), &got->sink, NULL, &error);
  g_assert_no_error (error);
  assert_alike (got, want, 14);
  cuda_class ()->statistics (engine, &statistics);
  g_assert_cmpuint (statistics.bytes_workspace, <=, bytes + 4096);
  g_assert_cmpuint (bytes, <, length * rows * sizeof (float) / 8);
  g_assert_cmpuint (statistics.bytes_moved, ==, 2 * length * rows * sizeof (float));
  ondes_sink_free (&want->sink);
  ondes_sink_free (&got->sink);
  cuda_class ()->close (engine);
}

/* In a row of any batch: a sum that can leave its type, a value that is no number, an inverse that is no integer. */
static void
test_refused (void)
{
  const gsize length = 1 << 10, rows = 200;
  OndesEngine *engine;

  if (cuda_class () == NULL)
    return;
  engine = cuda_engine_new (LIMIT);
  for (guint i = 0; i < 9; i++)
    {
      const OndesType type = i % 3 == 1 ? ONDES_F64 : ONDES_I64;
      const OndesSpectrumOptions o = { .kind = ONDES_SPECTRUM_WALSH, .type = type, .row_length = length, .inverse = i % 3 == 2 };
      g_autoptr (OndesSpec) spec = ondes_spectrum_new (&o, NULL);
      g_autofree gint64 *data = g_new0 (gint64, length * rows);
      const gsize at = (gsize) g_test_rand_int_range (0, (int) (length * rows));
      g_autoptr (OndesSource) source = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GError) want = NULL;
      OndesArraySink *cpu, *got = ondes_array_sink_new ();

      if (i % 3 == 0)
        data[at] = G_MAXINT64 / 2;
      else if (i % 3 == 1)
        ((double *) (void *) data)[at] = i == 1 ? INFINITY : NAN;
      else
        data[at] = 1;
      source = ondes_array_source_new (type, data, length * rows, 1);
      g_assert_false (run (engine, request_new (spec, source, length * rows), &got->sink, NULL, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      cpu = cpu_result (spec, &source, 1, (OndesView) { .count = length * rows }, &want);
      g_assert_error (want, ONDES_ERROR, ONDES_ERROR_FILE);
      g_assert_cmpstr (error->message, ==, want->message);
      ondes_sink_free (&got->sink);
      ondes_sink_free (&cpu->sink);
    }
  cuda_class ()->close (engine);
}

/* What the engine leaves to the CPU when rows have gone to the sink already is begun again. */
static void
test_begins_again (void)
{
  const gsize length = 1 << 12, rows = 300;
  const OndesSpectrumOptions o = { .kind = ONDES_SPECTRUM_HAAR, .type = ONDES_I64, .order = ONDES_ORDER_SEQUENCY, .inverse = TRUE,
                                   .row_length = length };
  g_autofree gint64 *data = NULL;
  OndesArraySink *got, *want;
  PutSink put = { .sink = { &put_class } };
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (GError) error = NULL;
  OndesEngine *engine;

  if (cuda_class () == NULL)
    return;
  data = g_new0 (gint64, length * rows);
  data[length * (rows - 1)] = G_GINT64_CONSTANT (1) << 62; /* its inverse is exact, and twice as much has no room */
  spec = ondes_spectrum_new (&o, NULL);
  source = ondes_array_source_new (ONDES_I64, data, length * rows, 1);
  put.array = got = ondes_array_sink_new ();
  engine = cuda_engine_new (LIMIT);
  g_assert_false (run (engine, request_new (spec, source, length * rows), &put.sink, NULL, &error));
  g_assert_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED);
  g_clear_error (&error);
  g_assert_cmpuint (put.begun, ==, 1);
  g_assert_cmpuint (put.put, >, 0);
  g_assert_cmpuint (put.put, <, length * rows);

  want = cpu_result (spec, &source, 1, (OndesView) { .count = length * rows }, &error);
  g_assert_no_error (error);
  {
    g_autoptr (OndesComputer) cpu = ondes_computer_new ("cpu", 0, 0);
    const OndesView view = { .count = length * rows };

    g_assert_true (compute_once (cpu, ondes_request_new_of (spec, source, &view, &error), &got->sink, NULL, NULL, &error));
  }
  assert_alike (got, want, 12);
  ondes_sink_free (&got->sink);
  ondes_sink_free (&want->sink);
  cuda_class ()->close (engine);
}

typedef struct
{
  GCancellable *cancellable;
  guint         seen, at;
} Watch;

static void
watch (double   fraction,
       gpointer data)
{
  Watch *self = data;

  g_assert_cmpfloat (fraction, <, 1);
  if (self->seen++ == self->at)
    g_cancellable_cancel (self->cancellable);
}

static void
test_cancel (void)
{
  const gsize length = 1 << 12, rows = 200;
  const OndesSpectrumOptions o = { .kind = ONDES_SPECTRUM_ARITHMETIC, .type = ONDES_I32, .row_length = length };
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (GError) error = NULL;
  OndesArraySink *want;
  Watch all = { .at = G_MAXUINT };
  OndesEngine *engine;

  if (cuda_class () == NULL)
    return;
  spec = ondes_spectrum_new (&o, NULL);
  source = source_new (ONDES_I32, length * rows, 9);
  engine = cuda_engine_new (LIMIT);
  want = ondes_array_sink_new ();
  g_assert_true (run (engine, request_new (spec, source, length * rows), &want->sink, &(OndesWatch) { watch, &all, NULL }, &error));
  g_assert_cmpuint (all.seen, >, 50);
  for (guint at = (guint) g_test_rand_int_range (0, 5); at < all.seen; at += (guint) g_test_rand_int_range (1, 9))
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Watch one = { cancellable, 0, at };
      OndesArraySink *got = ondes_array_sink_new ();
      const gboolean done = run (engine, request_new (spec, source, length * rows), &got->sink,
                                 &(OndesWatch) { watch, &one, cancellable }, &error);

      if (done) /* the last piece of all had come */
        g_assert_cmpuint (at, ==, all.seen - 1);
      else
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_clear_error (&error);
      ondes_sink_free (&got->sink);

      got = ondes_array_sink_new ();
      g_assert_true (run (engine, request_new (spec, source, length * rows), &got->sink, NULL, &error));
      assert_alike (got, want, 12);
      ondes_sink_free (&got->sink);
    }
  ondes_sink_free (&want->sink);
  cuda_class ()->close (engine);
}

/* A recording that stays on the device while others are sent and little memory is left is what it was. */
static void
test_resident (void)
{
  const gsize n = 1 << 14;
  OndesCwtOptions o = ondes_cwt_options_default;
  g_autoptr (OndesScaleList) scales = ondes_scale_list_parse ("3,17.5,60", 0, NULL);
  g_autoptr (OndesSpec) cwt = NULL;
  g_autoptr (OndesSpec) dyadic = ondes_dyadic_new (ONDES_I64, NULL);
  OndesSource *first[3], *pair[2];
  OndesArraySink *want[3], *product;
  OndesEngine *engine;
  g_autoptr (GError) error = NULL;

  if (cuda_class () == NULL)
    return;
  o.quantity = ONDES_QUANTITY_COEFFICIENTS;
  cwt = ondes_cwt_new (&o, scales, NULL);
  for (guint i = 0; i < 2; i++)
    pair[i] = source_new (ONDES_I64, n, 30);
  for (guint i = 0; i < 3; i++)
    {
      first[i] = source_new (ONDES_F32, n, 30);
      engine = cuda_engine_new (0);
      want[i] = ondes_array_sink_new ();
      g_assert_true (run (engine, request_new (cwt, first[i], n), &want[i]->sink, NULL, &error));
      cuda_class ()->close (engine);
    }
  product = cpu_result (dyadic, pair, 2, (OndesView) { .count = n }, &error);
  g_assert_no_error (error);
  engine = cuda_engine_new (5 * n * sizeof (float)); /* of which recordings may take half: two */
  for (guint round = 0; round < 8; round++)
    {
      const guint i = (guint) g_test_rand_int_range (0, 3);
      OndesArraySink *got = ondes_array_sink_new (), *both = ondes_array_sink_new ();

      run (engine, request_new (cwt, first[i], n), &got->sink, NULL, &error);
      g_assert_no_error (error);
      assert_alike (got, want[i], 1);
      run (engine, ondes_request_new (dyadic, pair, 2, &(OndesView) { .count = n }, NULL), &both->sink, NULL, &error);
      g_assert_no_error (error);
      assert_alike (both, product, 14);
      if (g_test_rand_bit ())
        cuda_class ()->trim (engine, 5 * n * sizeof (float));
      ondes_sink_free (&got->sink);
      ondes_sink_free (&both->sink);
    }
  cuda_class ()->close (engine);
  ondes_sink_free (&product->sink);
  for (guint i = 0; i < 3; i++)
    {
      ondes_sink_free (&want[i]->sink);
      ondes_source_unref (first[i]);
    }
  for (guint i = 0; i < 2; i++)
    ondes_source_unref (pair[i]);
}

static gboolean
never_read (OndesSource *source,
            guint64      at,
            gsize        n,
            void        *dst,
            GError     **error)
{
  g_assert_not_reached ();
}

static void
length_finalize (OndesSource *source)
{
  g_free (source);
}

/* A source of which only the length is asked. */
static OndesSource *
length_new (guint64 n)
{
  static const OndesSourceClass klass = { never_read, length_finalize };
  OndesSource *source = g_new (OndesSource, 1);

  ondes_source_init (source, &klass, ONDES_U8, n, 1);
  return source;
}

/* The least n that auto takes a device for; 64: none. */
static guint
worthwhile_from (OndesSpec *spec)
{
  const OndesEngineClass *klass = cuda_class ();
  guint from = 64;

  for (guint n = 1; n <= 33; n++)
    {
      g_autoptr (OndesSource) source = length_new (G_GUINT64_CONSTANT (1) << n);
      g_autoptr (OndesRequest) request = ondes_request_new_of (spec, source, NULL, NULL);
      const gboolean is = ondes_engine_is_worthwhile (klass, NULL, request);

      g_assert_true (is || from == 64); /* nor does it leave it again */
      if (is)
        from = MIN (from, n);
    }
  return from;
}

/* What is short is left to the CPU, and how short depends on what is asked for: steps, and wider values, are worth it before. */
static void
test_worthwhile (void)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autoptr (OndesScaleList) scales = ondes_scale_list_parse ("3", 0, NULL);
  g_autoptr (OndesSpec) cwt = ondes_cwt_new (&options, scales, NULL);

  if (cuda_class () == NULL)
    return;
  g_assert_cmpuint (worthwhile_from (cwt), ==, 1);
  for (OndesSpectrumKind kind = ONDES_SPECTRUM_WALSH; kind <= ONDES_SPECTRUM_ARITHMETIC; kind++)
    {
      guint from[3];

      for (OndesAlgorithm algorithm = ONDES_ALGORITHM_AUTO; algorithm <= ONDES_ALGORITHM_CONSTANT_GEOMETRY; algorithm++)
        {
          const OndesSpectrumOptions o = { .kind = kind, .order = ondes_spectrum_default_order (kind), .algorithm = algorithm,
                                           .type = kind == ONDES_SPECTRUM_REED_MULLER ? ONDES_U8 : ONDES_F64 };
          g_autoptr (OndesSpec) spec = ondes_spectrum_new (&o, NULL);

          from[algorithm] = worthwhile_from (spec);
          g_assert_cmpuint (from[algorithm], >, 10);
        }
      g_assert_cmpuint (from[ONDES_ALGORITHM_COOLEY_TUKEY], <, from[ONDES_ALGORITHM_AUTO]);
      g_assert_cmpuint (from[ONDES_ALGORITHM_CONSTANT_GEOMETRY], <=, from[ONDES_ALGORITHM_COOLEY_TUKEY]);
    }
  {
    g_autoptr (OndesSpec) wide = ondes_dyadic_new (ONDES_F64, NULL);
    g_autoptr (OndesSpec) narrow = ondes_dyadic_new (ONDES_F32, NULL);

    /* 64: never, where the CPU has many threads */
    g_assert_true (worthwhile_from (wide) < worthwhile_from (narrow) || worthwhile_from (narrow) == 64);
  }
}

/* --- Work that comes again ------------------------------------------------------------------------------------------------ */

typedef struct
{
  OndesSpec   *spec;
  OndesView    view;
  guint        n_sources;
  OndesType    type;      /* of values that are others each time */
  OndesSource *recording; /* or what stays */
} Work;

static Work
spectrum_work (OndesSpectrumKind kind,
               OndesType         type,
               guint             bits,
               gboolean          inverse,
               guint             row_bits)
{
  const OndesSpectrumOptions o = { .kind = kind, .order = ondes_spectrum_default_order (kind), .type = type, .inverse = inverse,
                                   .row_length = row_bits > 0 ? G_GUINT64_CONSTANT (1) << row_bits : 0 };
  g_autoptr (GError) error = NULL;
  Work self = { .spec = ondes_spectrum_new (&o, &error), .view = { .count = G_GUINT64_CONSTANT (1) << bits }, .n_sources = 1,
                .type = kind == ONDES_SPECTRUM_REED_MULLER ? ONDES_U8 : type };

  g_assert_no_error (error);
  return self;
}

static Work
dyadic_work (OndesType type,
             guint     bits,
             guint     n_sources)
{
  g_autoptr (GError) error = NULL;
  Work self = { .spec = ondes_dyadic_new (type, &error), .view = { .count = G_GUINT64_CONSTANT (1) << bits },
                .n_sources = n_sources, .type = type };

  g_assert_no_error (error);
  return self;
}

static Work
cwt_work (OndesSource   *recording,
          OndesMethod    method,
          OndesPrecision precision,
          OndesPooling   pool,
          const char    *scales,
          OndesView      view)
{
  OndesCwtOptions o = ondes_cwt_options_default;
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse (scales, 0, &error);
  Work self = { .view = view, .n_sources = 1, .recording = recording };

  o.method = method;
  o.precision = precision;
  o.pool = pool;
  self.spec = ondes_cwt_new (&o, list, &error);
  g_assert_no_error (error);
  return self;
}

/* The result is the CPU's, or its error. */
static void
check_work (const Work  *work,
            OndesEngine *engine)
{
  OndesSource *sources[2] = { NULL };
  OndesArraySink *want, *got = ondes_array_sink_new ();
  g_autoptr (OndesRequest) request = NULL;
  g_autoptr (GError) want_error = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < work->n_sources; i++)
    sources[i] = work->recording != NULL ? ondes_source_ref (work->recording) : source_new (work->type, work->view.count, 100);
  want = cpu_result (work->spec, sources, work->n_sources, work->view, &want_error);
  request = ondes_request_new (work->spec, sources, work->n_sources, &work->view, &error);
  cuda_run_on (engine, request, &got->sink, &(OndesWatch) { NULL }, &error);
  if (want_error != NULL)
    {
      g_assert_nonnull (error);
      g_assert_cmpstr (error->message, ==, want_error->message);
    }
  else
    {
      g_assert_no_error (error);
      assert_alike (got, want, work->recording != NULL ? 1 << 20 : 20); /* far from what another work gives */
    }
  for (guint i = 0; i < work->n_sources; i++)
    ondes_source_unref (sources[i]);
  ondes_sink_free (&want->sink);
  ondes_sink_free (&got->sink);
}

/* Repeated work may replay a captured graph, which must neither see old values nor do what another run, or one of the same spec
 * elsewhere in the recording, did. */
static void
test_again (void)
{
  g_autoptr (OndesSource) recording = source_new (ONDES_F32, 6000, 100);
  g_autoptr (OndesSource) other = source_new (ONDES_F32, 6000, 100);
  const OndesView some = { .first = 100, .count = 700 }, others = { .first = 3000, .count = 700 };
  const OndesView columns = { .first = 100, .count = 5000, .columns = 50 }, few = { .first = 100, .count = 900, .columns = 30 };
  Work works[] = {
    spectrum_work (ONDES_SPECTRUM_WALSH, ONDES_F32, 7, FALSE, 0),
    spectrum_work (ONDES_SPECTRUM_WALSH, ONDES_I64, 13, TRUE, 0), /* sums that are not divisible: an error each time */
    spectrum_work (ONDES_SPECTRUM_HAAR, ONDES_I32, 12, FALSE, 0),
    spectrum_work (ONDES_SPECTRUM_REED_MULLER, ONDES_U8, 11, FALSE, 0),
    spectrum_work (ONDES_SPECTRUM_ARITHMETIC, ONDES_I32, 10, FALSE, 5),
    dyadic_work (ONDES_I64, 9, 2),
    dyadic_work (ONDES_F64, 12, 1),
    cwt_work (recording, ONDES_METHOD_DIRECT, ONDES_PRECISION_DOUBLE, ONDES_POOL_LARGEST, "1:6", some),
    cwt_work (recording, ONDES_METHOD_DIRECT, ONDES_PRECISION_DOUBLE, ONDES_POOL_LARGEST, "1:6", others),
    cwt_work (recording, ONDES_METHOD_DIRECT, ONDES_PRECISION_SINGLE, ONDES_POOL_LARGEST, "1:6", some),
    cwt_work (other, ONDES_METHOD_DIRECT, ONDES_PRECISION_SINGLE, ONDES_POOL_LARGEST, "1:6", some),
    cwt_work (recording, ONDES_METHOD_OVERLAP_SAVE, ONDES_PRECISION_SINGLE, ONDES_POOL_LARGEST, "4:40:4", some),
    cwt_work (recording, ONDES_METHOD_OVERLAP_SAVE, ONDES_PRECISION_SINGLE, ONDES_POOL_LARGEST, "4:40:4", others),
    cwt_work (recording, ONDES_METHOD_AUTO, ONDES_PRECISION_SINGLE, ONDES_POOL_LARGEST, "4:40:4", columns),
    cwt_work (other, ONDES_METHOD_AUTO, ONDES_PRECISION_SINGLE, ONDES_POOL_LARGEST, "4:40:4", columns),
    cwt_work (recording, ONDES_METHOD_AUTO, ONDES_PRECISION_SINGLE, ONDES_POOL_LARGEST, "4:40:4", few),
    cwt_work (recording, ONDES_METHOD_AUTO, ONDES_PRECISION_SINGLE, ONDES_POOL_RMS, "4:40:4", few),
    cwt_work (other, ONDES_METHOD_AUTO, ONDES_PRECISION_SINGLE, ONDES_POOL_RMS, "4:40:4", few),
  };
  OndesEngine *engine;
  guint now = 0;

  if (cuda_class () != NULL)
    {
      engine = cuda_engine_new (0);
      for (guint i = 0; i < 100; i++)
        {
          /* the next one is often nearly the same */
          if (i > 0 && g_test_rand_int_range (0, 10) < 3)
            now = (now + (g_test_rand_bit () ? 1 : (guint) g_test_rand_int_range (2, G_N_ELEMENTS (works)))) % G_N_ELEMENTS (works);
          check_work (&works[now], engine);
        }
      cuda_class ()->close (engine);
    }
  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    ondes_spec_unref (works[i].spec);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("ONDES_ENGINE");
  g_test_add_func ("/ondes/gpu/transfers/rows-in-batches", test_rows);
  g_test_add_func ("/ondes/gpu/transfers/memory-of-a-few-batches", test_memory);
  g_test_add_func ("/ondes/gpu/transfers/refuses-in-any-batch-as-the-cpu", test_refused);
  g_test_add_func ("/ondes/gpu/transfers/begins-again-on-the-cpu", test_begins_again);
  g_test_add_func ("/ondes/gpu/transfers/cancel-at-any-piece", test_cancel);
  g_test_add_func ("/ondes/gpu/transfers/recordings-stay", test_resident);
  g_test_add_func ("/ondes/gpu/transfers/what-is-worth-them", test_worthwhile);
  g_test_add_func ("/ondes/gpu/transfers/work-that-comes-again", test_again);
  return g_test_run ();
}
