/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans: of a spec and a shape, used for all requests of these, made anew for another limit of memory; a run of one gives what a
 * run of a plan of its own gives. */
#include "once.h"
#include "fake-load.h"

#include "engine/array-sink.h"
#include "engine/cpu/cpu.h"
#include "engine/plans.h"
#include "transform/cwt.h"

#include <string.h>

#define N 60000

static FakeControl *control;
static guint next_device = 500;

static OndesSource *
noise_new (OndesType type)
{
  g_autofree double *x = g_new (double, 2 * N);

  for (guint i = 0; i < 2 * N; i++)
    if (type == ONDES_F32)
      ((float *) x)[i] = (float) g_test_rand_double_range (-1, 1);
    else
      x[i] = g_test_rand_double_range (-1, 1);
  return ondes_array_source_new (type, x, N, 1);
}

static OndesSpec *
spec_new (const OndesCwtOptions *options,
          const char            *scales)
{
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse (scales, 0, NULL);
  OndesSpec *spec = ondes_cwt_new (options, list, NULL);

  g_assert_nonnull (spec);
  return spec;
}

/* Whether @b is planned as @a. */
static gboolean
alike (OndesSpec       *spec,
       OndesSource     *a_source,
       const OndesView *a,
       OndesSource     *b_source,
       const OndesView *b)
{
  g_autoptr (OndesRequest) one = ondes_request_new_of (spec, a_source, a, NULL);
  g_autoptr (OndesRequest) other = ondes_request_new_of (spec, b_source, b, NULL);

  g_assert_nonnull (one);
  g_assert_nonnull (other);
  return ondes_request_shape_equal (&one->shape, &other->shape);
}

/* Panning and another recording of the same kind plan nothing anew, unless the transform sees where the recording ends. */
static void
test_shapes (void)
{
  const OndesView first = { 20000, 5000, 100, FALSE }, panned = { 31234, 5000, 100, FALSE };
  const OndesView zoomed = { 20000, 5001, 100, FALSE }, coarse = { 20000, 5000, 99, FALSE }, quick = { 20000, 5000, 100, TRUE };
  const double few[100] = { 1 };
  g_autoptr (OndesSource) source = noise_new (ONDES_F32), other = noise_new (ONDES_F32), wide = noise_new (ONDES_F64);
  g_autoptr (OndesSource) shorter = ondes_array_source_new (ONDES_F64, few, 100, 1);
  OndesCwtOptions o = ondes_cwt_options_default;
  g_autoptr (OndesSpec) zero = spec_new (&o, "2,50"), periodic = NULL, analytic = NULL;

  o.boundary = ONDES_BOUNDARY_PERIODIC;
  periodic = spec_new (&o, "2,50");
  o = ondes_cwt_options_default;
  o.wavelet = ONDES_WAVELET_ANALYTIC_MORLET;
  analytic = spec_new (&o, "2,50");

  g_assert_true (alike (zero, source, &first, source, &panned));
  g_assert_true (alike (zero, source, &first, other, &first));
  g_assert_false (alike (zero, source, &first, source, &zoomed));
  g_assert_false (alike (zero, source, &first, source, &coarse));
  g_assert_false (alike (zero, source, &first, source, &quick));
  g_assert_false (alike (zero, source, &first, wide, &first));
  /* 100 samples are less than half of the longest kernel, so that it is cut differently */
  g_assert_false (alike (zero, shorter, &(OndesView) { 0, 10, 0, FALSE }, shorter, &(OndesView) { 40, 10, 0, FALSE }));
  g_assert_false (alike (zero, wide, &(OndesView) { 0, 10, 0, FALSE }, shorter, &(OndesView) { 0, 10, 0, FALSE }));
  g_assert_true (alike (periodic, shorter, &(OndesView) { 0, 10, 0, FALSE }, shorter, &(OndesView) { 40, 10, 0, FALSE }));
  g_assert_true (alike (periodic, wide, &(OndesView) { 0, 10, 0, FALSE }, shorter, &(OndesView) { 0, 10, 0, FALSE }));
  /* its FFT is of the whole */
  g_assert_true (alike (analytic, source, &first, source, &panned));
  g_assert_false (alike (analytic, wide, &(OndesView) { 0, 10, 0, FALSE }, shorter, &(OndesView) { 0, 10, 0, FALSE }));
}

static void
test_cached (void)
{
  const OndesEngineClass *klass = ondes_cpu_engine ();
  OndesEngine *engine = klass->open (0, 1, NULL);
  OndesPlans *plans = ondes_plans_new (klass, engine);
  OndesCwtOptions o = ondes_cwt_options_default;
  g_autoptr (OndesSource) source = noise_new (ONDES_F32);
  g_autoptr (OndesSpec) spec = spec_new (&o, "2,50"), same = spec_new (&o, "2,50"), other = spec_new (&o, "2,51");
  g_autoptr (OndesRequest) first = ondes_request_new_of (spec, source, &(OndesView) { 1000, 5000, 100, FALSE }, NULL);
  g_autoptr (OndesRequest) panned = ondes_request_new_of (same, source, &(OndesView) { 2000, 5000, 100, FALSE }, NULL);
  g_autoptr (OndesRequest) zoomed = ondes_request_new_of (spec, source, &(OndesView) { 1000, 6000, 100, FALSE }, NULL);
  g_autoptr (OndesRequest) changed = ondes_request_new_of (other, source, &(OndesView) { 1000, 5000, 100, FALSE }, NULL);
  OndesPlan *plan, *second;

  g_assert_null (ondes_plans_find (plans, first));
  plan = ondes_plans_make (plans, first, NULL);
  g_assert_cmpuint (plan->bytes, >, 0);
  g_assert_cmpuint (plan->workspace_bytes, >, 0);
  g_assert_cmpuint (ondes_plans_count (plans), ==, 1);
  g_assert_cmpuint (ondes_plans_bytes (plans), ==, plan->bytes);
  g_assert_true (ondes_plans_find (plans, panned) == plan); /* by its bytes, not its address */
  g_assert_null (ondes_plans_find (plans, zoomed));
  g_assert_null (ondes_plans_find (plans, changed));
  second = ondes_plans_make (plans, zoomed, NULL);
  g_assert_cmpuint (ondes_plans_bytes (plans), ==, plan->bytes + second->bytes);

  /* what is used outlives the cache, but is not found */
  ondes_plans_release (plans, second);
  ondes_plans_clear (plans);
  g_assert_cmpuint (ondes_plans_count (plans), ==, 1);
  g_assert_null (ondes_plans_find (plans, first));
  g_assert_null (ondes_plans_find (plans, zoomed));
  ondes_plans_release (plans, plan);
  g_assert_cmpuint (ondes_plans_count (plans), ==, 1); /* twice used */
  ondes_plans_release (plans, plan);
  g_assert_cmpuint (ondes_plans_count (plans), ==, 0);
  g_assert_cmpuint (ondes_plans_bytes (plans), ==, 0);
  ondes_plans_free (plans);
  klass->close (engine);
}

/* A plan's own result, @planned of another view where that is not NULL. */
static GBytes *
result_of (const OndesRequest *request,
           const OndesRequest *planned,
           guint64             limit)
{
  const OndesEngineClass *klass = ondes_cpu_engine ();
  OndesEngine *engine = klass->open (0, 2, NULL);
  OndesArraySink *sink = ondes_array_sink_new ();
  g_autoptr (GError) error = NULL;
  OndesPlan *plan;
  gsize bytes;
  GBytes *result;

  if (limit > 0)
    klass->trim (engine, limit);
  plan = klass->plan (engine, planned != NULL ? planned : request, &error);
  g_assert_no_error (error);
  g_assert_true (klass->run (engine, plan, request, &sink->sink, &(OndesWatch) { NULL }, &error));
  g_assert_no_error (error);
  klass->unplan (engine, plan);
  klass->close (engine);
  bytes = ondes_type_bytes (sink->type, sink->rows * sink->cols);
  result = g_bytes_new_take (ondes_array_sink_steal (sink), bytes);
  ondes_sink_free (&sink->sink);
  return result;
}

/* Every method, boundary and kind of view: bit by bit what is planned anew. */
static void
test_same_result (void)
{
  static const OndesView views[] = { { 0, 8000, 0, FALSE }, { 0, 8000, 90, FALSE }, { 0, 8000, 90, TRUE }, { 0, 40, 0, FALSE } };
  g_autoptr (OndesSource) a = noise_new (ONDES_F32), b = noise_new (ONDES_F32);
  guint compared = 0;

  for (OndesWavelet wavelet = ONDES_WAVELET_COMPLEX_MORLET; wavelet <= ONDES_WAVELET_ANALYTIC_MORLET; wavelet++)
    for (OndesMethod method = ONDES_METHOD_AUTO; method <= ONDES_METHOD_FFT; method++)
      for (guint i = 0; i < G_N_ELEMENTS (views); i++)
        {
          const gboolean analytic = wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
          OndesCwtOptions o = ondes_cwt_options_default;
          OndesView view = views[i], other = views[i];
          g_autoptr (OndesScaleList) scales = ondes_scale_list_parse ("1,2.5,11,300", 0, NULL);
          g_autoptr (OndesSpec) spec = NULL;
          g_autoptr (OndesRequest) request = NULL, planned = NULL;
          g_autoptr (GBytes) own = NULL, shared = NULL;

          o.wavelet = wavelet;
          o.method = method;
          o.boundary = analytic ? ONDES_BOUNDARY_ZERO : (OndesBoundary) g_test_rand_int_range (0, ONDES_BOUNDARY_EDGE + 1);
          spec = ondes_cwt_new (&o, scales, NULL);
          if (spec == NULL) /* the analytic Morlet by taps */
            continue;
          view.first = (guint64) g_test_rand_int_range (0, (int) (N - view.count));
          other.first = (guint64) g_test_rand_int_range (0, (int) (N - view.count));
          request = ondes_request_new_of (spec, a, &view, NULL);
          planned = ondes_request_new_of (spec, b, &other, NULL);
          g_assert_true (ondes_request_shape_equal (&request->shape, &planned->shape));
          own = result_of (request, NULL, 0);
          shared = result_of (request, planned, 0);
          g_assert_true (g_bytes_equal (own, shared));
          compared++;
        }
  g_assert_cmpuint (compared, >=, 40);
}

/* A question changes nothing, and is answered without a plan. */
static void
test_supports (void)
{
  const OndesEngineClass *klass = ondes_cpu_engine ();
  OndesEngine *engine = klass->open (0, 2, NULL);
  OndesCwtOptions o = ondes_cwt_options_default;
  g_autoptr (OndesSource) source = noise_new (ONDES_F64);
  g_autoptr (OndesSpec) spec = spec_new (&o, "1:200");
  g_autoptr (OndesRequest) request = ondes_request_new_of (spec, source, NULL, NULL);
  OndesStatistics statistics = { 0 };

  for (guint i = 0; i < 100; i++)
    g_assert_true (klass->supports (engine, request, NULL));
  g_assert_cmpuint (klass->bytes (engine), ==, 0);
  klass->statistics (engine, &statistics);
  g_assert_cmpuint (statistics.bytes_workspace, ==, 0);
  g_assert_cmpuint (statistics.n_methods, ==, 0);
  g_assert_cmpfloat (klass->seconds (request), >, 0);
  klass->close (engine);
}

static void
reset (void)
{
  g_assert_cmpuint (control->engines, ==, 0);
  g_assert_cmpuint (control->plans, ==, 0);
  *control = (FakeControl) { .devices = G_MAXUINT };
}

static void
compute (OndesComputer   *computer,
         OndesSpec       *spec,
         OndesSource     *source,
         const OndesView *view,
         OndesReport     *report)
{
  OndesArraySink *sink = ondes_array_sink_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (compute_once (computer, ondes_request_new_of (spec, source, view, NULL), &sink->sink, NULL, report, &error));
  g_assert_no_error (error);
  ondes_sink_free (&sink->sink);
}

/* Of sixty views in a second none is planned, nor is the engine asked whether it can. */
static void
test_planned_once (void)
{
  OndesComputer *computer = ondes_computer_new ("auto", next_device++, 1);
  OndesCwtOptions o = ondes_cwt_options_default;
  g_autoptr (OndesSource) source = noise_new (ONDES_F32);
  g_autoptr (OndesSpec) spec = spec_new (&o, "2,50");

  reset ();
  for (guint i = 0; i < 60; i++)
    compute (computer, spec, source, &(OndesView) { 5000 + 17 * i, 3000, 100, TRUE }, NULL);
  g_assert_cmpuint (control->calls[FAKE_RUN], ==, 60);
  g_assert_cmpuint (control->calls[FAKE_PLAN], ==, 1);
  g_assert_cmpuint (control->calls[FAKE_SUPPORTS], ==, 1);
  ondes_computer_free (computer);
  g_assert_cmpuint (control->plans, ==, 0);
}

/* With less memory it is planned anew each time, and once more when it may have all again. */
static void
test_planned_for_a_limit (void)
{
  OndesComputer *computer = ondes_computer_new ("auto", next_device++, 1);
  OndesCwtOptions o = ondes_cwt_options_default;
  g_auto (OndesReport) report = { NULL };
  g_autoptr (OndesSource) source = noise_new (ONDES_F32);
  g_autoptr (OndesSpec) spec = spec_new (&o, "2,50");
  guint before;

  reset ();
  compute (computer, spec, source, NULL, &report);
  control->armed = TRUE;
  control->call = FAKE_RUN;
  control->at = control->calls[FAKE_RUN] + 1;
  control->code = ONDES_ENGINE_ERROR_NO_MEMORY;
  before = control->calls[FAKE_PLAN];
  compute (computer, spec, source, NULL, &report);
  g_assert_cmpstr (report.engine, ==, "cuda");
  g_assert_cmpuint (control->trims, ==, 1);
  g_assert_cmpuint (control->calls[FAKE_PLAN], ==, before + 1);
  for (guint i = 0; i < 40 && control->trims == 1; i++)
    {
      g_assert_cmpuint (control->calls[FAKE_PLAN], ==, before + 1);
      compute (computer, spec, source, NULL, NULL);
    }
  g_assert_cmpuint (control->trims, ==, 2);
  g_assert_cmpuint (control->calls[FAKE_PLAN], ==, before + 2);
  ondes_computer_free (computer);
}

/* An engine that is open may know better than its class whether it passes the CPU, of whose time it is told. */
static void
test_open_engine_says (void)
{
  OndesComputer *automatic = ondes_computer_new ("auto", next_device++, 1);
  OndesComputer *order = ondes_computer_new ("cuda", next_device++, 1);
  OndesCwtOptions o = ondes_cwt_options_default;
  g_auto (OndesReport) report = { NULL };
  g_autoptr (OndesSource) source = noise_new (ONDES_F32);
  g_autoptr (OndesSpec) spec = spec_new (&o, "2,50");
  g_autoptr (OndesRequest) request = ondes_request_new_of (spec, source, NULL, NULL);

  reset ();
  control->worthwhile_open = N + 1;
  compute (automatic, spec, source, NULL, &report);
  g_assert_cmpstr (report.engine, ==, "cpu");
  g_assert_cmpstr (report.fallback, ==, "the CPU is quicker at this");
  g_assert_cmpfloat (control->cpu_s, ==, ondes_cpu_engine ()->seconds (request));
  compute (order, spec, source, NULL, &report);
  g_assert_cmpstr (report.engine, ==, "cuda");
  ondes_computer_free (automatic);
  ondes_computer_free (order);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  control = fake_load (NULL);

  g_test_add_func ("/ondes/plans/shapes", test_shapes);
  g_test_add_func ("/ondes/plans/used-for-a-shape", test_cached);
  g_test_add_func ("/ondes/plans/of-another-view-give-the-same", test_same_result);
  g_test_add_func ("/ondes/plans/a-question-changes-nothing", test_supports);
  g_test_add_func ("/ondes/plans/panning-plans-nothing", test_planned_once);
  g_test_add_func ("/ondes/plans/are-made-for-a-limit", test_planned_for_a_limit);
  g_test_add_func ("/ondes/plans/an-open-engine-says-whether-it-is-worthwhile", test_open_engine_says);
  return g_test_run ();
}
