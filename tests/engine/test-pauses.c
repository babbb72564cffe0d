/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that let others come between: nobody waits for a long one, and its result is the same to the bit. */
#include "clients.h"
#include "fake-load.h"

#include "transform/cwt.h"
#include "transform/dyadic.h"
#include "transform/spectrum.h"

#define N ((guint64) 1 << 17)

static FakePausesEntry set_pauses;
static const char owners[3]; /* names */

static OndesSpec *
spectrum (OndesSpectrumKind kind,
          OndesAlgorithm    algorithm)
{
  const OndesSpectrumOptions options = { .kind = kind, .order = ONDES_ORDER_SEQUENCY, .algorithm = algorithm, .type = ONDES_F64 };

  return ondes_spectrum_new (&options, NULL);
}

typedef struct
{
  const char      *name;
  const char      *scales; /* NULL: none of Morlet's */
  OndesMethod      method;
  OndesWavelet     wavelet;
  guint            columns;
  gboolean         preview, dyadic;
  OndesPooling     pool;
  OndesSpectrumKind kind;
  OndesAlgorithm   algorithm;
} Case;

static const Case cases[] = {
  { "overlap-save", "2,3,5,9,17,33,65,129" },
  { "direct", "2,3,5", .method = ONDES_METHOD_DIRECT },
  { "fft", "900,3000", .method = ONDES_METHOD_FFT },
  { "analytic", "20,300", .wavelet = ONDES_WAVELET_ANALYTIC_MORLET },
  { "long", "5000,20000" },
  { "columns", "2,5,11,23,47,95,200,800", .columns = 300 },
  { "columns-rms", "2,5,11,23,47,95,200,800", .columns = 300, .pool = ONDES_POOL_RMS },
  { "preview", "2,5,11,23,47,95,200,800", .columns = 100, .preview = TRUE },
  { "walsh", NULL, .kind = ONDES_SPECTRUM_WALSH },
  { "walsh-constant-geometry", NULL, .kind = ONDES_SPECTRUM_WALSH, .algorithm = ONDES_ALGORITHM_CONSTANT_GEOMETRY },
  { "haar", NULL, .kind = ONDES_SPECTRUM_HAAR },
  { "dyadic", NULL, .dyadic = TRUE },
};

static void
case_init (const Case      *c,
           OndesEngineHost *host,
           Job             *job)
{
  OndesSource *base;

  job_init (job, N, "2");
  base = job->sources[0];
  if (host != NULL)
    job->sources[0] = held_source_new (base, host, "cpu", 4);
  else
    job->sources[0] = ondes_source_ref (base);
  ondes_source_unref (base);
  ondes_spec_unref (job->spec);
  if (c->scales != NULL)
    {
      OndesCwtOptions options = ondes_cwt_options_default;
      g_autoptr (OndesScaleList) list = ondes_scale_list_parse (c->scales, 0, NULL);

      options.method = c->method;
      options.wavelet = c->wavelet;
      options.pool = c->pool;
      options.quantity = c->columns > 0 ? ONDES_QUANTITY_MAGNITUDE : ONDES_QUANTITY_COEFFICIENTS;
      job->spec = ondes_cwt_new (&options, list, NULL);
      job->view.columns = c->columns;
      job->view.preview = c->preview;
    }
  else
    job->spec = c->dyadic ? ondes_dyadic_new (ONDES_F64, NULL) : spectrum (c->kind, c->algorithm);
  g_assert_nonnull (job->spec);
}

/* An export that others overtake. */
typedef struct
{
  Client          *export;
  OndesEngineHost *host;
  gboolean         overtaken; /* another began since the export did; of the export's thread until it is done */
} Overtaken;

static void
on_every_put (guint    put,
              gpointer data)
{
  Overtaken *self = data;

  self->overtaken |= clients_begun () > self->export->begun;
  if (put % 7 == 3)
    await_waiting (self->host, "cpu", 0, 1);
}

/* What is in view is computed again and again while the export works, and both are what they are alone. */
static void
test_overtakes (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (OndesEngineHost) host = timed_host_new ();
  g_autoptr (GBytes) want = NULL, want_seen = NULL;
  Client *export = g_new0 (Client, 1);
  Job job, seen;
  Overtaken overtaken = { export, host };

  case_init (c, host, &job);
  ((HeldSource *) job.sources[0])->host = NULL;
  want = job_result (&job);
  ((HeldSource *) job.sources[0])->host = host;
  job_init (&seen, 300, "2,7/2,7");
  want_seen = job_result (&seen);
  *export = (Client) { .place = { host, ONDES_PRIORITY_EXPORT, &owners[0] }, .engine = "cpu", .job = &job, .on_put = on_every_put,
                       .data = &overtaken };
  client_start (export);
  while (!g_atomic_int_get (&export->done))
    {
      Client client = { .place = { host, ONDES_PRIORITY_INTERACTIVE, &owners[1] }, .engine = "cpu", .job = &seen };

      client_run (&client);
      g_assert_no_error (client.error);
      g_assert_true (g_bytes_equal (client.result, want_seen));
      client_clear (&client);
    }
  client_join (export);
  g_assert_no_error (export->error);
  g_assert_true (g_bytes_equal (export->result, want));
  g_assert_true (overtaken.overtaken);
  client_clear (export);
  g_free (export);
  job_clear (&job);
  job_clear (&seen);
}

/* In the last of @puts, so that only what came between has ended by then. */
static void
await_end (guint         put,
           guint         puts,
           const Client *other)
{
  if (put < puts)
    return;
  g_assert_cmpuint (g_atomic_int_get (&other->begun), >, 0);
  while (!g_atomic_int_get (&other->done)) /* it has the engine no more, and only has to say so */
    g_usleep (1000);
}

/* A long run, which is asked to pause at a time that it sets itself. */
typedef struct
{
  gint64        due_us; /* when it is to pause */
  guint         puts;   /* in all */
  const Client *until;  /* who then runs to its end */
} Pace;

/* Before that time nobody comes between. */
static void
on_paced_put (guint    put,
              gpointer data)
{
  const Pace *pace = data;

  if (put == 1)
    set_time_us (pace->due_us - 1);
  else if (put == pace->puts / 2)
    {
      g_assert_cmpuint (g_atomic_int_get (&pace->until->begun), ==, 0);
      set_time_us (pace->due_us);
    }
  await_end (put, pace->puts, pace->until);
}

static guint
count_puts (const Job *job)
{
  g_autoptr (OndesEngineHost) host = ondes_engine_host_new ();
  Client client = { .place = { .host = host }, .engine = "cpu", .job = job };
  guint puts;

  client_run (&client);
  puts = client.puts;
  client_clear (&client);
  return puts;
}

/* A long run, held in its first put until another waits, lets that one come between at @due_us and not before. */
static void
check_race (OndesPriority quick_priority,
            gint64        due_us)
{
  g_autoptr (OndesEngineHost) host = timed_host_new ();
  g_autoptr (GBytes) want = NULL, want_small = NULL;
  Client slow, quick;
  Job job, small;
  Gate gate;
  Pace pace;

  job_init (&job, N, "2,3,5,9,17,33,65,129");
  job_init (&small, 300, "2,7");
  want = job_result (&job);
  want_small = job_result (&small);
  gate_init (&gate);
  pace = (Pace) { due_us, count_puts (&job), &quick };
  slow = (Client) { .place = { host, ONDES_PRIORITY_INTERACTIVE, &owners[0] }, .engine = "cpu", .job = &job, .gate = &gate,
                    .gate_at = 1, .on_put = on_paced_put, .data = &pace };
  quick = (Client) { .place = { host, quick_priority, &owners[1] }, .engine = "cpu", .job = &small };
  client_start (&slow);
  gate_await (&gate);
  client_start (&quick);
  await_waiting (host, "cpu", 0, 1);
  gate_open (&gate);
  client_join (&quick);
  client_join (&slow);
  g_assert_no_error (quick.error);
  g_assert_true (g_bytes_equal (quick.result, want_small));
  g_assert_no_error (slow.error);
  g_assert_true (g_bytes_equal (slow.result, want));
  g_assert_cmpuint (quick.ended, <, slow.ended);
  g_assert_cmpfloat (quick.report.waited_s, ==, (double) due_us / G_USEC_PER_SEC);
  client_clear (&slow);
  client_clear (&quick);
  gate_clear (&gate);
  job_clear (&job);
  job_clear (&small);
}

/* Two windows: the one that computes for long does not keep the other waiting. */
static void
test_equals_take_turns (void)
{
  check_race (ONDES_PRIORITY_INTERACTIVE, ONDES_HOST_SLICE_US);
}

/* An export gets a slice of a picture that takes longer than PATIENCE. */
static void
test_nobody_starves (void)
{
  check_race (ONDES_PRIORITY_BATCH, ONDES_HOST_PATIENCE_US);
}

typedef struct
{
  guint         puts;
  const Client *other;
} Ending;

static void
on_last_put (guint    put,
             gpointer data)
{
  const Ending *ending = data;

  await_end (put, ending->puts, ending->other);
}

/* An export that is paused ends by a cancel before the long run that has the engine does. */
static void
test_cancel_in_a_pause (void)
{
  g_autoptr (OndesEngineHost) host = timed_host_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GBytes) want = NULL;
  Client export, seen;
  Gate gates[2];
  Ending ending;
  Job job;

  job_init (&job, N, "2,3,5,9,17,33,65,129");
  want = job_result (&job);
  gate_init (&gates[0]);
  gate_init (&gates[1]);
  ending = (Ending) { count_puts (&job), &export };
  export = (Client) { .place = { host, ONDES_PRIORITY_EXPORT, &owners[0] }, .engine = "cpu", .job = &job, .gate = &gates[0],
                      .gate_at = 3, .cancellable = cancellable };
  seen = (Client) { .place = { host, ONDES_PRIORITY_INTERACTIVE, &owners[0] }, .engine = "cpu", .job = &job, .gate = &gates[1],
                    .gate_at = 1, .on_put = on_last_put, .data = &ending };
  client_start (&export);
  gate_await (&gates[0]);
  client_start (&seen);
  await_waiting (host, "cpu", 0, 1);
  gate_open (&gates[0]);
  gate_await (&gates[1]); /* the export is in a pause */
  g_cancellable_cancel (cancellable);
  gate_open (&gates[1]);
  client_join (&export);
  g_assert_error (export.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  client_join (&seen);
  g_assert_no_error (seen.error);
  g_assert_true (g_bytes_equal (seen.result, want));
  g_assert_cmpuint (export.ended, <, seen.ended);
  client_clear (&export);
  client_clear (&seen);
  gate_clear (&gates[0]);
  gate_clear (&gates[1]);
  job_clear (&job);
}

/* After pauses there is one arena again. */
static void
test_one_arena (void)
{
  g_autoptr (OndesEngineHost) host = ondes_engine_host_new ();
  OndesHostedEngine alone, after;
  Client first, second;
  Ending ending;
  Gate gate;
  Job job;

  job_init (&job, N, "2,3,5,9,17,33,65,129");
  gate_init (&gate);
  first = (Client) { .place = { .host = host }, .engine = "cpu", .threads = 1, .job = &job };
  client_run (&first);
  g_assert_cmpuint (ondes_engine_host_list (host, &alone, 1), ==, 1);
  ending = (Ending) { first.puts, &second };
  client_clear (&first);
  first = (Client) { .place = { host, ONDES_PRIORITY_EXPORT }, .engine = "cpu", .threads = 1, .job = &job, .gate = &gate,
                     .gate_at = 1, .on_put = on_last_put, .data = &ending };
  second = (Client) { .place = { host, ONDES_PRIORITY_INTERACTIVE }, .engine = "cpu", .threads = 1, .job = &job };
  client_start (&first);
  gate_await (&gate);
  client_start (&second);
  await_waiting (host, "cpu", 0, 1);
  gate_open (&gate);
  client_join (&second);
  client_join (&first);
  g_assert_no_error (first.error);
  g_assert_no_error (second.error);
  g_assert_cmpuint (second.ended, <, first.ended);
  g_assert_cmpuint (ondes_engine_host_list (host, &after, 1), ==, 1);
  g_assert_cmpuint (after.waiting, ==, 0);
  g_assert_cmpuint (after.bytes, ==, alone.bytes);
  client_clear (&first);
  client_clear (&second);
  gate_clear (&gate);
  job_clear (&job);
}

#define STRESS_JOBS 5

typedef struct
{
  OndesEngineHost *host;
  Job             *jobs;
  GBytes         **want;
  guint32          seed;
  guint            done, cancelled;
} Stress;

static void
cancel_at_random (guint    put,
                  gpointer data)
{
  if (put == 2)
    g_cancellable_cancel (data);
}

static gpointer
stress_thread (gpointer data)
{
  Stress *self = data;
  g_autoptr (GRand) rand = g_rand_new_with_seed (self->seed);

  for (guint i = 0; i < 40; i++)
    {
      const guint which = (guint) g_rand_int_range (rand, 0, STRESS_JOBS);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Client client = {
        .place = { self->host, (OndesPriority) g_rand_int_range (rand, 0, 4), &owners[g_rand_int_range (rand, 0, 3)] },
        .engine = g_rand_boolean (rand) ? "auto" : "cpu", .device = 1000, .job = &self->jobs[which], .cancellable = cancellable,
        .data = cancellable,
      };

      if (g_str_equal (client.engine, "cpu"))
        client.device = 0;
      if (g_rand_int_range (rand, 0, 4) == 0)
        client.on_put = cancel_at_random;
      if (g_rand_int_range (rand, 0, 12) == 0)
        g_cancellable_cancel (cancellable);
      client_run (&client);
      if (g_error_matches (client.error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        self->cancelled++;
      else
        {
          g_assert_no_error (client.error);
          g_assert_true (g_bytes_equal (client.result, self->want[which]));
          self->done++;
        }
      client_clear (&client);
      if (g_rand_int_range (rand, 0, 8) == 0)
        ondes_engine_host_forget (self->host, self->jobs[which].sources[0]->id);
    }
  return NULL;
}

static void
test_stress (void)
{
  static const char *const scales[] = { "2,3,5,9", "4,40,400", "2,7" };
  g_autoptr (OndesEngineHost) host = ondes_engine_host_new ();
  Job jobs[STRESS_JOBS];
  GBytes *want[STRESS_JOBS];
  GThread *threads[8];
  Stress all[8];
  guint done = 0;

  for (guint i = 0; i < STRESS_JOBS; i++)
    {
      if (i < 3)
        job_init (&jobs[i], i == 2 ? 500 : 30000, scales[i]);
      else
        case_init (&cases[i == 3 ? 5 : 8], NULL, &jobs[i]);
      want[i] = job_result (&jobs[i]);
    }
  for (guint i = 0; i < 8; i++)
    {
      all[i] = (Stress) { host, jobs, want, (guint32) g_test_rand_int (), 0, 0 };
      threads[i] = g_thread_new ("stress", stress_thread, &all[i]);
    }
  for (guint i = 0; i < 8; i++)
    {
      g_thread_join (threads[i]);
      done += all[i].done;
    }
  g_assert_cmpuint (done, >, 100);
  g_assert_cmpuint (ondes_engine_host_list (host, NULL, 0), ==, 0);
  for (guint i = 0; i < STRESS_JOBS; i++)
    {
      g_bytes_unref (want[i]);
      job_clear (&jobs[i]);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("ONDES_ENGINE");
  fake_load (&set_pauses)->devices = G_MAXUINT;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ondes/pauses/what-is-in-view-comes-between/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_overtakes);
    }
  g_test_add_func ("/ondes/pauses/equals-take-turns", test_equals_take_turns);
  g_test_add_func ("/ondes/pauses/nobody-starves", test_nobody_starves);
  g_test_add_func ("/ondes/pauses/a-cancel-ends-a-pause", test_cancel_in_a_pause);
  g_test_add_func ("/ondes/pauses/one-arena-after", test_one_arena);
  g_test_add_func ("/ondes/pauses/many-threads", test_stress);
  return g_test_run ();
}
