/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs on sources that are computed: nothing waits for itself, though what computes them asks for the same engine. */
#include "clients.h"
#include "fake-load.h"

#include "signal/computed-source.h"
#include "signal/moving-mean.h"
#include "transform/cwt.h"

#include <string.h>

#define N 30000

static FakeControl *control;
static FakePausesEntry set_pauses;

/* The magnitudes of one scale: an operation that asks an engine of the host whatever it is computed for. */
typedef struct
{
  OndesOperation   operation;
  OndesEngineHost *host;
  const char      *engine;
  OndesSpec       *spec;
} Magnitude;

typedef struct
{
  GMutex         mutex;
  OndesComputer *computer;
} MagnitudeState;

static gboolean
magnitude_shape (const OndesOperation *operation,
                 OndesSource *const   *parents,
                 OndesComputedShape   *shape,
                 GError              **error)
{
  *shape = (OndesComputedShape) { ONDES_F64, parents[0]->n, parents[0]->rate_hz };
  return TRUE;
}

static void
magnitude_needs (const OndesOperation *operation,
                 guint64               parent_n,
                 gint64               *at,
                 guint64              *n)
{
  *at -= 100;
  *n += 200;
}

static gpointer
magnitude_state_new (const OndesOperation *operation,
                     OndesSource *const   *parents)
{
  const Magnitude *self = (const Magnitude *) operation;
  MagnitudeState *state = g_new0 (MagnitudeState, 1);

  g_mutex_init (&state->mutex);
  state->computer = ondes_computer_new_at (self->engine, 0, 2, &(OndesClient) { .host = self->host });
  return state;
}

static void
magnitude_state_free (gpointer data)
{
  MagnitudeState *self = data;

  ondes_computer_free (self->computer);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

static gboolean
magnitude_compute (const OndesOperationCall *call,
                   void                     *out,
                   GError                  **error)
{
  const Magnitude *self = (const Magnitude *) call->operation;
  MagnitudeState *state = call->state;
  const OndesView view = { .first = call->at, .count = call->n };
  g_autoptr (OndesRequest) request = ondes_request_new (self->spec, call->parents, 1, &view, error);
  OndesArraySink *sink = ondes_array_sink_new ();
  gboolean done;

  g_mutex_lock (&state->mutex);
  done = request != NULL && ondes_compute (state->computer, request, &sink->sink, NULL, NULL, error);
  g_mutex_unlock (&state->mutex);
  if (done)
    memcpy (out, sink->data, call->n * sizeof (double));
  ondes_sink_free (&sink->sink);
  return done;
}

static OndesSource *
magnitude_new (OndesSource     *parent,
               OndesEngineHost *host,
               const char      *engine,
               OndesSpec       *spec)
{
  static const OndesOperationClass klass = {
    .n_parents = 1, .shape = magnitude_shape, .needs = magnitude_needs, .state_new = magnitude_state_new,
    .state_free = magnitude_state_free, .compute = magnitude_compute,
  };
  Magnitude *self = g_new0 (Magnitude, 1);
  g_autoptr (OndesOperation) operation = &self->operation;

  self->host = host;
  self->engine = engine;
  self->spec = spec;
  ondes_operation_init (operation, &klass, g_strdup ("magnitude"));
  return ondes_computed_source_new (operation, &parent, NULL);
}

static OndesSpec *
spec_new (const char *scales)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse (scales, 0, NULL);

  options.precision = ONDES_PRECISION_DOUBLE;
  options.quantity = ONDES_QUANTITY_MAGNITUDE;
  return ondes_cwt_new (&options, list, NULL);
}

/* Magnitudes of magnitudes less their moving mean, over noise. */
static OndesSource *
chain_new (OndesSource     *noise,
           OndesEngineHost *host,
           const char      *engine,
           OndesSpec       *spec)
{
  g_autoptr (OndesOperation) moving = ondes_moving_mean_new (301);
  g_autoptr (OndesSource) once = magnitude_new (noise, host, engine, spec);
  g_autoptr (OndesSource) less = ondes_computed_source_new (moving, &once, NULL);

  return magnitude_new (less, host, engine, spec);
}

static gpointer
read_whole (gpointer source)
{
  double *x = g_new (double, N);
  g_autoptr (GError) error = NULL;

  ondes_source_read (source, 0, N, x, &error);
  g_assert_no_error (error);
  return x;
}

static gpointer
compute_whole (gpointer client)
{
  client_run (client);
  return NULL;
}

/* Four runs and four readers of one chain on one host, against the chain read alone with a host of its own. */
static void
test_chain (gconstpointer engine)
{
  g_autoptr (OndesEngineHost) alone = ondes_engine_host_new (), host = ondes_engine_host_new ();
  g_autoptr (OndesSpec) spec = spec_new ("4");
  g_autofree double *expected = NULL;
  g_autoptr (GBytes) want = NULL;
  OndesSource *reference, *chain;
  Client clients[4] = { { .data = NULL } };
  GThread *threads[8];
  Job job;

  *control = (FakeControl) { .devices = G_MAXUINT };
  job_init (&job, N, "2,7/2,7");
  reference = chain_new (job.sources[0], alone, "cpu", spec);
  expected = read_whole (reference);
  ondes_source_unref (reference);
  chain = chain_new (job.sources[0], host, engine, spec);
  ondes_source_unref (job.sources[0]);
  job.sources[0] = ondes_array_source_new (ONDES_F64, expected, N, 1);
  want = job_result (&job);
  ondes_source_unref (job.sources[0]);
  job.sources[0] = chain;
  for (guint i = 0; i < 8; i++)
    if (i < 4)
      {
        clients[i] = (Client) { .place = { .host = host }, .engine = engine, .job = &job };
        threads[i] = g_thread_new ("compute", compute_whole, &clients[i]);
      }
    else
      threads[i] = g_thread_new ("read", read_whole, chain);
  for (guint i = 0; i < 8; i++)
    {
      g_autofree double *x = g_thread_join (threads[i]);

      if (i >= 4)
        g_assert_cmpmem (x, N * sizeof *x, expected, N * sizeof *x);
      else
        {
          g_assert_no_error (clients[i].error);
          g_assert_true (g_bytes_equal (clients[i].result, want));
          client_clear (&clients[i]);
        }
    }
  job_clear (&job);
  g_assert_cmpuint (ondes_engine_host_list (host, NULL, 0), ==, 0);
  g_assert_cmpuint (control->engines, ==, 0);
}

/* A source of no kind known here, whose reads ask for the engine of the run that reads it. */
typedef struct
{
  OndesSource      source;
  OndesSource     *base;
  OndesSpec       *spec;
  OndesEngineHost *host;
} Asking;

static gboolean
asking_read (OndesSource *source,
             guint64      at,
             gsize        n,
             void        *dst,
             GError     **error)
{
  Asking *self = (Asking *) source;
  const OndesView view = { .first = at, .count = n };
  OndesComputer *computer = ondes_computer_new_at ("cpu", 0, 2, &(OndesClient) { .host = self->host });
  OndesArraySink *sink = ondes_array_sink_new ();
  g_autoptr (OndesRequest) request = ondes_request_new_of (self->spec, self->base, &view, error);
  const gboolean done = request != NULL && ondes_compute (computer, request, &sink->sink, NULL, NULL, error);

  if (done)
    memcpy (dst, sink->data, n * sizeof (double));
  ondes_sink_free (&sink->sink);
  ondes_computer_free (computer);
  return done;
}

static void
asking_finalize (OndesSource *source)
{
  ondes_source_unref (((Asking *) source)->base);
  g_free (source);
}

static void
test_source_that_asks (void)
{
  static const OndesSourceClass klass = { asking_read, asking_finalize };
  g_autoptr (OndesEngineHost) host = ondes_engine_host_new ();
  g_autoptr (OndesSpec) spec = spec_new ("3");
  Asking *asking = g_new0 (Asking, 1);
  Client client = { .place = { .host = host }, .engine = "cpu" };
  Job job;

  job_init (&job, 5000, "2,7/2,7");
  ondes_source_init (&asking->source, &klass, ONDES_F64, 5000, 1);
  asking->base = job.sources[0];
  asking->spec = spec;
  asking->host = host;
  job.sources[0] = &asking->source;
  client.job = &job;
  client_run (&client);
  g_assert_no_error (client.error);
  client_clear (&client);
  job_clear (&job);
}

/* A day, of which what is read is counted. */
typedef struct
{
  OndesSource source;
  gsize       read; /* atomic */
} Day;

static gboolean
day_read (OndesSource *source,
          guint64      at,
          gsize        n,
          void        *dst,
          GError     **error)
{
  g_atomic_pointer_add (&((Day *) source)->read, n);
  for (gsize i = 0; i < n; i++)
    ((double *) dst)[i] = (double) ((at + i) * 7919 % 1009);
  return TRUE;
}

static void
day_finalize (OndesSource *source)
{
  g_free (source);
}

/* A moment of a day less a mean of ten minutes takes those ten minutes to read, whatever is looked at for the range of float32. */
static void
test_moment_of_a_day (void)
{
  static const OndesSourceClass klass = { day_read, day_finalize };
  const guint64 window = 48000 * 600 + 1;
  g_autoptr (OndesEngineHost) host = ondes_engine_host_new ();
  g_autoptr (OndesOperation) moving = ondes_moving_mean_new (window);
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse ("2,7", 0, NULL);
  Day *day = g_new0 (Day, 1);
  OndesSource *parent = &day->source;
  Job job = { .n_sources = 1, .view = { G_GUINT64_CONSTANT (48000) * 40000, 5000, 100, FALSE } };
  OndesCwtOptions options = ondes_cwt_options_default;
  Client client = { .place = { .host = host }, .engine = "cpu", .job = &job };

  ondes_source_init (parent, &klass, ONDES_F64, G_GUINT64_CONSTANT (48000) * 86400, 48000);
  options.precision = ONDES_PRECISION_SINGLE;
  options.quantity = ONDES_QUANTITY_MAGNITUDE;
  job.spec = ondes_cwt_new (&options, list, NULL);
  job.sources[0] = ondes_computed_source_new (moving, &parent, NULL);
  client_run (&client);
  g_assert_no_error (client.error);
  g_assert_cmpuint (day->read, >, window / 2);
  g_assert_cmpuint (day->read, <, 2 * window);
  client_clear (&client);
  job_clear (&job);
  ondes_source_unref (parent);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("ONDES_ENGINE");
  control = fake_load (&set_pauses);
  g_test_add_data_func ("/ondes/nested/runs-on-computed-sources-of-the-cpu-do-not-wait-for-themselves", "cpu", test_chain);
  g_test_add_data_func ("/ondes/nested/runs-on-computed-sources-of-a-device-do-not-wait-for-themselves", "auto", test_chain);
  g_test_add_func ("/ondes/nested/a-source-may-ask-for-the-engine-that-reads-it", test_source_that_asks);
  g_test_add_func ("/ondes/nested/a-moment-of-a-day-less-its-moving-mean-reads-little", test_moment_of_a_day);
  return g_test_run ();
}
