/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters of the CUDA engine against the sum of the definition and the CPU engine, as the engine's caller sees them. */
#include "../engine/once.h"
#include "cuda-engine.h"
#include "few-cases.h"

#include "../cpu/filter-case.h"
#include "analysis/energy.h"
#include "engine/compute.h"

#include <math.h>
#include <string.h>

static OndesRequest *
request_of (const FilterCase *self,
            const OndesView  *view)
{
  g_autoptr (GError) error = NULL;
  OndesRequest *request = ondes_request_new (self->spec, self->sources, self->n_sources, view, &error);

  g_assert_no_error (error);
  return request;
}

/* An array that has to be put, whole rows in the recording's order. */
typedef struct
{
  OndesSink       sink;
  OndesArraySink *array;
  guint64         next;
} OrderedSink;

static gboolean
ordered_begin (OndesSink *sink,
               OndesType  type,
               guint64    rows,
               guint64    cols,
               GError   **error)
{
  OrderedSink *self = (OrderedSink *) sink;

  self->next = 0;
  return self->array->sink.klass->begin (&self->array->sink, type, rows, cols, error);
}

static gboolean
ordered_put (OndesSink       *sink,
             const OndesRect *where,
             const void      *data,
             gsize            stride_bytes,
             gboolean         final,
             GError         **error)
{
  OrderedSink *self = (OrderedSink *) sink;

  g_assert_cmpuint (where->row0, ==, 0);
  g_assert_cmpuint (where->rows, ==, self->array->rows);
  g_assert_cmpuint (where->col0, ==, self->next);
  self->next += where->cols;
  return self->array->sink.klass->put (&self->array->sink, where, data, stride_bytes, final, error);
}

/* Runs the case on @engine, half of the times into a sink that takes rows in order alone. */
static OndesArraySink *
run_on (OndesEngine      *engine,
        const FilterCase *self,
        const OndesView  *view)
{
  static const OndesSinkClass klass = { .begin = ordered_begin, .put = ordered_put };
  g_autoptr (OndesRequest) request = request_of (self, view);
  g_autoptr (GError) error = NULL;
  OndesArraySink *sink = ondes_array_sink_new ();
  OrderedSink ordered = { .sink = { &klass }, .array = sink };
  const gboolean maps = g_test_rand_bit ();

  cuda_run_on (engine, request, maps ? &sink->sink : &ordered.sink, &(OndesWatch) { NULL }, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sink->cols, ==, request->result.columns);
  g_assert_cmpint (sink->type, ==, request->result.type);
  if (!maps)
    g_assert_cmpuint (ordered.next, ==, request->result.columns);
  return sink;
}

/* Asserts that @sink has what the CPU engine makes of the view. */
static void
assert_as_cpu (const FilterCase     *self,
               const OndesArraySink *sink,
               const OndesView      *view,
               const char           *what)
{
  const double allowed = self->options.precision == ONDES_PRECISION_DOUBLE ? 1e-11 : 3e-5;
  g_autoptr (GError) error = NULL;
  OndesArraySink *want = cpu_result (self->spec, self->sources, self->n_sources, *view, &error);
  const gsize n = want->rows * want->cols;
  double off = 0, norm = 0;

  g_assert_no_error (error);
  g_assert_cmpint (sink->type, ==, want->type);
  g_assert_cmpuint (sink->rows, ==, want->rows);
  for (gsize i = 0; i < n; i++)
    {
      const double complex d = value_at (sink, i) - value_at (want, i);

      off += creal (d * conj (d));
      norm += creal (value_at (want, i) * conj (value_at (want, i)));
    }
  if (!(sqrt (off) <= allowed * sqrt (norm) || n < 64)) /* of a few outputs little may be left */
    g_error ("%s: %g of %g from the CPU's", what, sqrt (off), sqrt (norm));
  ondes_sink_free (&want->sink);
}

/* Each method, precision and post-processing with filters about as long as a segment F and recordings about as long as what a
 * segment gives: F − M + 1. */
static void
test_definition (void)
{
  static const guint segments[] = { 0, 256, 512, 1024, 4096 };
  OndesEngine *engine;

  if (cuda_class () == NULL)
    return;
  engine = cuda_engine_new (0);
  for (guint round = 0; round < (few_cases () ? 48 : 384); round++)
    {
      OndesFilterOptions options = { .method = (OndesMethod) (round % 4), .precision = (OndesPrecision) (round / 4 % 3),
                                     .post = (OndesPost) (round / 12 % 4), .causal = g_test_rand_bit () };
      const gboolean in_parts = round == 2; /* always, of the shortest segments, of which a thread block takes several */
      const guint length = in_parts ? 256 : segments[g_test_rand_int_range (0, few_cases () ? 2 : G_N_ELEMENTS (segments))];
      const guint f = length > 0 ? length : 256;
      const guint lengths[] = { 1, 2, 3, 51, 64, f / 2, f / 2 + 1, f - 1, f, f + 1, 3 * f + 3 };
      const guint taps = in_parts ? f + 1 : lengths[g_test_rand_int_range (0, G_N_ELEMENTS (lengths))];
      const guint step = f > taps ? f - taps + 1 : f / 2;
      const guint counts[] = { 1, 2, MAX (taps, 2) - 1, step, step + 1, MAX (step, 2) - 1, 997, 2 * step + 1, 4 * f, 9001 };
      const guint n_counts = G_N_ELEMENTS (counts) - (few_cases () ? 2 : 0);
      g_autofree char *what = NULL;
      OndesArraySink *sink;
      OndesView view;
      FilterCase c;

      if (options.method == ONDES_METHOD_AUTO || options.method == ONDES_METHOD_OVERLAP_SAVE)
        options.segment = length;
      filter_case_init (&c, counts[g_test_rand_int_range (0, (gint) n_counts)], taps, &options);
      what = filter_case_print (&c);
      view = (OndesView) { .count = c.n };
      if (g_test_rand_bit ())
        {
          view.first = (guint64) g_test_rand_int_range (0, (gint) c.n);
          view.count = (guint64) g_test_rand_int_range (1, (gint) (c.n - view.first) + 1);
        }
      sink = run_on (engine, &c, &view);
      filter_case_assert (&c, sink, view.first, what);
      assert_as_cpu (&c, sink, &view, what);
      ondes_sink_free (&sink->sink);
      filter_case_clear (&c);
    }
  cuda_class ()->close (engine);
}

/* However little memory there is: recordings that stay on the device, one of two that does, none; many tiles or one. */
static void
test_tiles (void)
{
  static const guint64 limits[] = { 0, (guint64) 8 << 20, 1 << 20, 200000, 1 };

  if (cuda_class () == NULL)
    return;
  for (guint round = 0; round < (few_cases () ? 3 : 24); round++)
    {
      const OndesFilterOptions options = { .method = (OndesMethod) g_test_rand_int_range (0, 3),
                                           .precision = (OndesPrecision) g_test_rand_int_range (0, 3),
                                           .post = (OndesPost) (round % 4) };
      const guint64 limit = limits[few_cases () ? 4 - round : round % G_N_ELEMENTS (limits)];
      const guint n = few_cases () ? 5003 : 40009;
      OndesEngine *engine = cuda_engine_new (limit);
      OndesView view = { .first = (guint64) g_test_rand_int_range (0, 1000) };
      g_autofree char *what = NULL;
      OndesArraySink *sink, *again;
      FilterCase c;

      filter_case_init (&c, n, (guint) g_test_rand_int_range (1, few_cases () ? 60 : 300), &options);
      what = filter_case_print (&c);
      view.count = n - view.first - (guint64) g_test_rand_int_range (0, 2);
      sink = run_on (engine, &c, &view);
      filter_case_assert (&c, sink, view.first, what);
      again = run_on (engine, &c, &view);
      g_assert_cmpmem (again->data, ondes_type_bytes (again->type, again->rows * again->cols), sink->data,
                       ondes_type_bytes (sink->type, sink->rows * sink->cols));
      ondes_sink_free (&again->sink);
      ondes_sink_free (&sink->sink);
      filter_case_clear (&c);
      cuda_class ()->close (engine);
    }
}

/* The energy of samples @begin to @end of row @r: of values that are powers already, their mean. */
static double
mean_square (const OndesArraySink *values,
             guint64               r,
             guint64               begin,
             guint64               end,
             gboolean              squares)
{
  double sum = 0;

  for (guint64 t = begin; t < end; t++)
    {
      const double complex y = value_at (values, r * values->cols + t);

      sum += squares ? creal (y) : creal (y * conj (y));
    }
  return sum / (double) (end - begin);
}

/* Energies of spans: summed on the device, which copies nothing else, unless spans are no whole numbers of samples. */
static void
test_energies (void)
{
  static const double widths[] = { 150, 10.3, 1000, 100000 };
  const guint n = few_cases () ? 5003 : 40009;

  if (cuda_class () == NULL)
    return;
  for (guint round = 0; round < (few_cases () ? 4 : 24); round++)
    {
      const OndesFilterOptions options = { .method = (OndesMethod) g_test_rand_int_range (0, 3),
                                           .precision = (OndesPrecision) g_test_rand_int_range (0, 3),
                                           .post = (OndesPost) (round % 3) };
      const gboolean squares = options.post == ONDES_POST_POWER;
      const double allowed = options.precision == ONDES_PRECISION_DOUBLE ? 1e-10 : 1e-4;
      OndesEngine *engine = cuda_engine_new (round % 2 == 0 ? 0 : 1 << 18);
      OndesView view = { .first = (guint64) g_test_rand_int_range (0, 500) };
      g_autoptr (OndesSink) sink = ondes_energy_sink_new (NULL, 1, widths[round % G_N_ELEMENTS (widths)], squares);
      const OndesEnergy *energy = ondes_energy_sink_get (sink);
      g_autoptr (OndesRequest) request = NULL;
      g_autoptr (GError) error = NULL;
      OndesStatistics statistics = { 0 };
      OndesArraySink *values;
      FilterCase c;

      filter_case_init (&c, n, 60, &options);
      view.count = n - view.first - (guint64) g_test_rand_int_range (0, 2);
      request = request_of (&c, &view);
      for (guint again = 0; again < 2; again++)
        {
          cuda_run_on (engine, request, sink, &(OndesWatch) { NULL }, &error);
          g_assert_no_error (error);
          g_free (statistics.methods);
          cuda_class ()->statistics (engine, &statistics);
        }
      g_assert_true (ondes_sink_finish (sink, NULL));
      if (round % 4 == 0) /* all samples were on the device before */
        g_assert_cmpuint (statistics.bytes_moved, <=, energy->rows * (energy->spans + 64) * sizeof (double));
      values = cpu_result (c.spec, c.sources, c.n_sources, view, &error);
      g_assert_cmpuint (energy->rows, ==, values->rows);
      for (guint64 r = 0; r < energy->rows; r++)
        {
          const double all = mean_square (values, r, 0, view.count, squares);

          for (guint64 j = 0; j < energy->spans; j++)
            {
              const guint64 begin = ondes_energy_begin (energy, j), end = ondes_energy_begin (energy, j + 1);

              const double off = energy->mean_squares[r * energy->spans + j] - mean_square (values, r, begin, end, squares);

              if (!(fabs (off) <= allowed * all))
                g_test_message ("round %u, post %u, row %d of %d, span %d of %d, off by %g of %g", round, options.post, (int) r,
                                (int) energy->rows, (int) j, (int) energy->spans, off, all);
              g_assert_cmpfloat (fabs (off), <=, allowed * all);
            }
        }
      g_free (statistics.methods);
      ondes_sink_free (&values->sink);
      filter_case_clear (&c);
      cuda_class ()->close (engine);
    }
}

/* Many channels of several types, with gaps, which count as 0. */
static void
test_sources (void)
{
  static const OndesType types[] = { ONDES_F32, ONDES_F64, ONDES_I32, ONDES_I64, ONDES_U8 };
  const OndesFilterOptions options = { .precision = ONDES_PRECISION_DOUBLE };
  const gsize n = 3001;
  OndesSource *sources[G_N_ELEMENTS (types) + 1];
  g_autofree double *gaps = NULL;
  OndesArraySink *want, *got = ondes_array_sink_new ();
  g_autoptr (OndesRequest) request = NULL;
  g_autoptr (GError) error = NULL;
  OndesStatistics statistics = { 0 };
  OndesEngine *engine;
  FilterCase c;

  if (cuda_class () == NULL)
    {
      ondes_sink_free (&got->sink);
      return;
    }
  filter_case_init (&c, n, 40, &options);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    sources[i] = random_source (types[i], n, 100);
  gaps = g_new (double, n);
  for (gsize t = 0; t < n; t++)
    gaps[t] = t % 50 == 7 ? NAN : t % 70 == 3 ? -INFINITY : g_test_rand_double_range (-1, 1);
  sources[G_N_ELEMENTS (types)] = ondes_array_source_new (ONDES_F64, gaps, n, 1);

  request = ondes_request_new (c.spec, sources, G_N_ELEMENTS (sources), NULL, &error);
  g_assert_no_error (error);
  engine = cuda_engine_new (g_test_rand_bit () ? 1 << 18 : 0);
  cuda_run_on (engine, request, &got->sink, &(OndesWatch) { NULL }, &error);
  g_assert_no_error (error);
  want = cpu_result (c.spec, sources, G_N_ELEMENTS (sources), (OndesView) { .count = n }, &error);
  g_assert_cmpuint (got->rows, ==, want->rows);
  for (gsize i = 0; i < want->rows * n; i++)
    g_assert_cmpfloat (cabs (value_at (got, i) - value_at (want, i)), <, 1e-9);
  cuda_class ()->statistics (engine, &statistics);
  g_assert_cmpuint (statistics.n_methods, ==, got->rows);
  for (guint i = 0; i < statistics.n_methods; i++)
    g_assert_cmpint (statistics.methods[i], !=, ONDES_METHOD_AUTO);
  g_assert_cmpuint (statistics.bytes_moved, >=, ondes_type_bytes (got->type, got->rows * n));
  g_free (statistics.methods);
  cuda_class ()->close (engine);
  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    ondes_source_unref (sources[i]);
  ondes_sink_free (&want->sink);
  ondes_sink_free (&got->sink);
  filter_case_clear (&c);
}

/* Away from the ends, an offset of a million costs single precision no digits of what a high-pass leaves. */
static void
test_offset (void)
{
  static const OndesMethod methods[] = { ONDES_METHOD_OVERLAP_SAVE, ONDES_METHOD_DIRECT };
  const guint n = few_cases () ? 24000 : 60000, edge = few_cases () ? 9000 : 20000; /* more than two segments */
  OndesFirDesign design = ondes_fir_design_default;
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesFilterBank) bank = NULL;
  g_autofree double *x = g_new (double, n);
  g_autoptr (OndesSource) source = NULL;

  if (cuda_class () == NULL)
    return;
  design.kind = ONDES_FIR_HIGHPASS;
  design.lo_hz = 50;
  design.ripple_db = 200;
  design.transition_hz = 40;
  bank = ondes_filter_bank_design (&design, 1000, &error);
  g_assert_no_error (error);
  for (guint t = 0; t < n; t++)
    x[t] = 1e6 + cos (2 * G_PI * 0.2 * t);
  source = ondes_array_source_new (ONDES_F64, x, n, 1000);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      const OndesFilterOptions options = { .method = methods[i], .precision = ONDES_PRECISION_SINGLE };
      g_autoptr (OndesSpec) spec = ondes_filter_new (&options, bank, &error);
      OndesArraySink *sink = cuda_run (spec, source, (OndesView) { .count = n }, 0, NULL, &error);
      double worst = 0;

      g_assert_no_error (error);
      for (guint t = edge; t < n - edge; t++)
        {
          const double off = fabs (creal (value_at (sink, t)) - cos (2 * G_PI * 0.2 * t));

          g_assert_true (isfinite (off));
          worst = MAX (worst, off);
        }
      g_test_message ("%s: off by %g", ondes_method_names[methods[i]], worst);
      g_assert_cmpfloat (worst, <, 1e-3);
      ondes_sink_free (&sink->sink);
    }
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

  g_assert_cmpfloat (fraction, <=, 1);
  if (self->seen++ == self->at)
    g_cancellable_cancel (self->cancellable);
}

/* A run that is cancelled at any tile leaves the engine as it was. */
static void
test_cancel (void)
{
  const OndesFilterOptions options = { .method = ONDES_METHOD_OVERLAP_SAVE };
  const OndesView all = { .count = 12345 };
  Watch whole = { .at = G_MAXUINT };
  g_autoptr (OndesRequest) request = NULL;
  OndesArraySink *want;
  OndesEngine *engine;
  FilterCase c;

  if (cuda_class () == NULL)
    return;
  filter_case_init (&c, all.count, 30, &options);
  request = request_of (&c, &all);
  engine = cuda_engine_new (1 << 17); /* two tiles at least */
  want = ondes_array_sink_new ();
  g_assert_true (cuda_run_on (engine, request, &want->sink, &(OndesWatch) { watch, &whole, NULL }, NULL));
  filter_case_assert (&c, want, 0, "cancel");
  g_assert_cmpuint (whole.seen, >, 1);
  for (guint at = 0; at < whole.seen - 1; at += few_cases () ? 2 : 1)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      Watch one = { cancellable, 0, at };
      OndesArraySink *got = ondes_array_sink_new ();

      g_assert_false (cuda_run_on (engine, request, &got->sink, &(OndesWatch) { watch, &one, cancellable }, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      ondes_sink_free (&got->sink);
    }
  {
    OndesArraySink *got = run_on (engine, &c, &all);

    g_assert_cmpmem (got->data, ondes_type_bytes (got->type, got->rows * got->cols), want->data,
                     ondes_type_bytes (want->type, want->rows * want->cols));
    ondes_sink_free (&got->sink);
  }
  ondes_sink_free (&want->sink);
  cuda_class ()->close (engine);
  filter_case_clear (&c);
}

/* A question makes nothing on the device; plans of one spec share their filters; a plan serves another recording of its shape,
 * whatever its rate. */
static void
test_plans (void)
{
  const OndesEngineClass *klass = cuda_class ();
  const OndesFilterOptions options = { .post = ONDES_POST_DERIVATIVE };
  const OndesView views[] = { { .count = 2000 }, { .first = 3, .count = 1500 } };
  g_autoptr (OndesRequest) first = NULL;
  g_autoptr (OndesRequest) other = NULL;
  g_autoptr (OndesRequest) part = NULL;
  g_autoptr (GError) error = NULL;
  OndesArraySink *got = ondes_array_sink_new ();
  OndesPlan *plan, *second;
  OndesEngine *engine;
  FilterCase c;
  guint64 bytes;

  if (klass == NULL)
    {
      ondes_sink_free (&got->sink);
      return;
    }
  filter_case_init (&c, 2000, 90, &options);
  engine = cuda_engine_new (0);
  first = request_of (&c, &views[0]);
  part = request_of (&c, &views[1]);
  g_assert_true (klass->supports (engine, first, &error));
  g_assert_cmpuint (klass->bytes (engine), ==, 0);
  plan = klass->plan (engine, first, &error);
  g_assert_no_error (error);
  bytes = klass->bytes (engine);
  g_assert_cmpuint (bytes, >, 0);
  g_assert_cmpuint (plan->bytes, >, 0);
  g_assert_cmpuint (plan->workspace_bytes, >, 0);
  second = klass->plan (engine, part, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (klass->bytes (engine), ==, bytes);

  c.rate_hz *= 3;
  for (guint i = 0; i < c.n_sources; i++)
    c.sources[i]->rate_hz = c.rate_hz;
  other = request_of (&c, &views[0]);
  g_assert_true (ondes_request_shape_equal (&other->shape, &first->shape));
  g_assert_true (klass->run (engine, plan, other, &got->sink, &(OndesWatch) { NULL }, &error));
  g_assert_no_error (error);
  filter_case_assert (&c, got, 0, "another rate");

  klass->unplan (engine, plan);
  klass->unplan (engine, second);
  g_assert_cmpuint (klass->bytes (engine), >=, bytes); /* for plans to come */
  klass->forget (engine, c.sources[0]->id);
  klass->trim (engine, 1);
  g_assert_cmpuint (klass->bytes (engine), ==, 0);
  klass->close (engine);
  ondes_sink_free (&got->sink);
  filter_case_clear (&c);
}

/* What it does not do is said in a sentence, whether auto asks or a person orders. */
static void
test_refused (void)
{
  static const guint64 segments[] = { 4, 128, 1000, 8192 };

  if (cuda_class () == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (segments); i++)
    {
      const OndesFilterOptions options = { .method = ONDES_METHOD_OVERLAP_SAVE, .segment = segments[i] };
      const OndesView all = { .count = 3000 };
      g_autoptr (OndesComputer) ordered = ondes_computer_new ("cuda", 0, 1);
      OndesArraySink *sink = ondes_array_sink_new ();
      OndesEngine *engine = cuda_engine_new (0);
      g_autoptr (OndesRequest) request = NULL;
      g_autoptr (GError) error = NULL;
      FilterCase c;

      filter_case_init (&c, all.count, 30, &options);
      request = request_of (&c, &all);
      g_assert_false (cuda_class ()->supports (engine, request, &error));
      g_assert_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED);
      g_clear_error (&error);
      g_assert_false (ondes_compute (ordered, request, &sink->sink, NULL, NULL, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      g_assert_nonnull (strstr (error->message, "256 to 4096"));
      ondes_sink_free (&sink->sink);
      cuda_class ()->close (engine);
      filter_case_clear (&c);
    }
}

/* Samples and taps that float32 does not hold, through ondes_compute(). */
static void
test_range (void)
{
  static const double scales[] = { 1e60, 1e-60, 1e25, 1 };
  g_autoptr (OndesComputer) computer = NULL;

  if (cuda_class () == NULL)
    return;
  computer = ondes_computer_new ("cuda", 0, 1);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (scales); i++)
    {
      const double scale = scales[i / 2];
      const OndesFilterOptions options = { .precision = ONDES_PRECISION_SINGLE, .method = i % 2 ? ONDES_METHOD_DIRECT
                                                                                               : ONDES_METHOD_OVERLAP_SAVE,
                                           .post = (OndesPost) g_test_rand_int_range (0, 4) };
      g_autoptr (OndesRequest) request = NULL;
      g_auto (OndesReport) report = { NULL };
      g_autoptr (GError) error = NULL;
      OndesArraySink *got = ondes_array_sink_new (), *want;
      double largest = 0, worst = 0;
      FilterCase c;

      filter_case_init (&c, 2000, 77, &options);
      for (guint b = 0; b < c.n_bands; b++)
        for (guint m = 0; m < c.bands[b].n; m++)
          c.bands[b].taps[m] *= scale;
      filter_case_set_bank (&c);
      request = request_of (&c, &(OndesView) { .count = c.n });
      ondes_compute (computer, request, &got->sink, NULL, &report, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (report.engine, ==, "cuda");
      want = cpu_result (c.spec, c.sources, c.n_sources, request->view, &error);
      g_assert_cmpint (got->type, ==, want->type);
      for (gsize k = 0; k < want->rows * want->cols; k++)
        {
          const double off = cabs (value_at (got, k) - value_at (want, k));

          g_assert_true (isfinite (off));
          largest = MAX (largest, cabs (value_at (want, k)));
          worst = MAX (worst, off);
        }
      g_assert_cmpfloat (worst, <, 1e-4 * largest);
      ondes_sink_free (&got->sink);
      ondes_sink_free (&want->sink);
      filter_case_clear (&c);
    }
}

/* Only an emulated device has its memory end on demand: tried again with less and less, then a sentence; and then there is some. */
static void
test_memory_ends (void)
{
  const OndesFilterOptions options = { .method = ONDES_METHOD_AUTO };
  const OndesView all = { .count = 3000 };
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cuda", 0, 1);
  g_autoptr (OndesRequest) request = NULL;
  g_autoptr (GError) error = NULL;
  OndesArraySink *sink = ondes_array_sink_new ();
  FilterCase c;

  filter_case_init (&c, all.count, 60, &options);
  request = request_of (&c, &all);
  g_setenv ("EMULATED_FULL", "1", TRUE);
  g_assert_false (ondes_compute (computer, request, &sink->sink, NULL, NULL, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "memory"));
  g_clear_error (&error);
  g_unsetenv ("EMULATED_FULL");
  g_assert_true (ondes_compute (computer, request, &sink->sink, NULL, NULL, &error));
  filter_case_assert (&c, sink, 0, "after memory had ended");
  ondes_sink_free (&sink->sink);
  filter_case_clear (&c);
}

/* auto wakes no device for what the CPU has done sooner, and takes it for a long recording, transfers counted. */
static void
test_worthwhile (void)
{
  const OndesEngineClass *klass = cuda_class ();
  const OndesFilterOptions options = { .precision = ONDES_PRECISION_SINGLE };
  g_autoptr (OndesRequest) request = NULL;
  FilterCase c;

  if (klass == NULL)
    return;
  filter_case_init (&c, 5000, 60, &options);
  request = request_of (&c, &(OndesView) { .count = c.n });
  g_assert_false (klass->worthwhile (NULL, request, 0.01));
  g_assert_true (klass->worthwhile (NULL, request, 10));
  g_assert_false (klass->worthwhile (NULL, request, 1e-6));
  filter_case_clear (&c);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("ONDES_ENGINE");
  g_test_add_func ("/ondes/gpu/filter-engine/energies-are-summed-there", test_energies);
  g_test_add_func ("/ondes/gpu/filter-engine/the-sum-of-the-definition", test_definition);
  g_test_add_func ("/ondes/gpu/filter-engine/tiles-meet-however-little-memory-there-is", test_tiles);
  g_test_add_func ("/ondes/gpu/filter-engine/channels-of-several-types-with-gaps", test_sources);
  g_test_add_func ("/ondes/gpu/filter-engine/an-offset-costs-single-precision-nothing", test_offset);
  g_test_add_func ("/ondes/gpu/filter-engine/cancel-at-every-tile", test_cancel);
  g_test_add_func ("/ondes/gpu/filter-engine/plans-share-their-filters", test_plans);
  g_test_add_func ("/ondes/gpu/filter-engine/refuses-other-segments", test_refused);
  g_test_add_func ("/ondes/gpu/filter-engine/single-precision-of-any-range", test_range);
  g_test_add_func ("/ondes/gpu/filter-engine/auto-counts-transfers", test_worthwhile);
  if (g_getenv ("EMULATED_STREAMS") != NULL)
    g_test_add_func ("/ondes/gpu/filter-engine/memory-that-ends", test_memory_ends);
  return g_test_run ();
}
