/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of the CUDA engine that pause between two pieces for others on the same engine: every result is the same to the bit. */
#include "cuda-engine.h"
#include "few-cases.h"
#include "interrupted.h"
#include "pauser.h"

static void
run_others (gpointer data)
{
  Pauser *self = data;
  const guint which = self->pauses % OTHERS;

  for (guint i = 0; i < (which == 0 ? 3 : 1); i++)
    pauser_check_other (self, which);
  switch (g_test_rand_int_range (0, 4))
    {
    case 0:
      cuda_class ()->trim (self->engine, self->limit > 0 ? self->limit : G_MAXUINT64);
      break;
    case 1:
      cuda_class ()->forget (self->engine, self->job.sources[0]->id); /* as if the recording was closed */
      break;
    default:
      break;
    }
}

static void
test_between (gconstpointer data)
{
  const PauseCase *c = data;
  Pauser pauser;

  if (cuda_class () == NULL)
    return;
  pauser_init (&pauser, c);
  pauser.between = run_others;
  pauser_check (&pauser);
  g_assert_cmpuint (pauser.pauses, >, 1);
  /* again, with the middle of the recording on the device before */
  cuda_class ()->forget (pauser.engine, pauser.job.sources[0]->id);
  pauser.most = 0;
  pauser_check_other (&pauser, 1);
  pauser.most = G_MAXUINT;
  pauser_check (&pauser);
  /* what repeats, as graphs do, goes on repeating in the first pause */
  pauser.most = 0;
  for (guint i = 0; i < 3; i++)
    pauser_check_other (&pauser, 0);
  pauser.most = G_MAXUINT;
  pauser.pauses = OTHERS - 1;
  pauser_check (&pauser);
  g_assert_cmpuint (cuda_class ()->bytes (pauser.engine), >, 0);
  cuda_class ()->trim (pauser.engine, 0);
  g_assert_cmpuint (cuda_class ()->bytes (pauser.engine), ==, 0);
  pauser_clear (&pauser);
}

/* All memory that may be had without anything that is in use goes; what the paused run needs stays. */
static void
trim_all (gpointer data)
{
  Pauser *self = data;

  pauser_check_other (self, self->pauses % OTHERS);
  cuda_class ()->trim (self->engine, 1);
  cuda_class ()->forget (self->engine, self->job.sources[0]->id);
  cuda_class ()->trim (self->engine, self->limit);
}

static void
test_trim (void)
{
  Pauser pauser;

  if (cuda_class () == NULL)
    return;
  for (guint i = some_of (6) - 1; i < N_PAUSE_CASES; i += few_cases () ? 6 : 3)
    {
      pauser_init (&pauser, &pause_cases[i]);
      pauser.between = trim_all;
      pauser_check (&pauser);
      g_assert_cmpuint (pauser.pauses, >, 1);
      pauser_clear (&pauser);
    }
}

static void
cancel (gpointer data)
{
  Pauser *self = data;

  pauser_check_other (self, 0);
  if (self->pauses == 2)
    g_cancellable_cancel (self->cancellable);
}

static void
test_cancel (void)
{
  for (guint i = some_of (6) - 1; i < N_PAUSE_CASES; i += few_cases () ? 6 : 3)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      Pauser pauser;

      if (cuda_class () == NULL)
        return;
      pauser_init (&pauser, &pause_cases[i]);
      pauser.between = cancel;
      pauser.cancellable = cancellable;
      g_assert_null (cuda_result_on (pauser.engine, &pauser.job, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpuint (pauser.pauses, ==, 2);
      pauser.most = 0;
      pauser_check (&pauser); /* the engine is as before */
      pauser_clear (&pauser);
    }
}

/* A run of each in a pause of the one before, and the outermost goes on before the others do: each has its own arena. */
static void
interrupt_again (gpointer data)
{
  Pauser *self = data;
  g_autoptr (GBytes) result = NULL;

  if (self->pauses > 3)
    return;
  self->within = FALSE; /* this one pauses too */
  result = cuda_result_on (self->engine, &self->job, NULL, NULL);
  g_assert_true (g_bytes_equal (result, self->want));
  pauser_check_other (self, 0);
}

static void
test_nested_pauses (void)
{
  Pauser pauser;

  if (cuda_class () == NULL)
    return;
  for (guint i = 0; i < N_PAUSE_CASES; i += 2)
    {
      pauser_init (&pauser, &pause_cases[i]);
      pauser.between = interrupt_again;
      pauser_check (&pauser);
      pauser_clear (&pauser);
    }
}

/* Two runs on one engine, each on its own thread, that go on in turn from pause to pause: neither is within the other. */
typedef struct
{
  Pauser   pausers[2]; /* of one engine */
  GThread *threads[2];
  GMutex   mutex;
  GCond    changed;
  guint    turn, swaps;
  gboolean done[2];
} Alternation;

static gboolean
is_always_wanted (gpointer data)
{
  return TRUE;
}

/* With the mutex. */
static void
await_turn (Alternation *self,
            guint        me)
{
  while (self->turn != me)
    g_cond_wait (&self->changed, &self->mutex);
}

static void
alternate (gpointer data)
{
  Alternation *self = data;
  const guint me = self->turn; /* of whoever runs */

  g_mutex_lock (&self->mutex);
  if (!self->done[1 - me])
    {
      self->turn = 1 - me;
      self->swaps++;
      g_cond_broadcast (&self->changed);
      await_turn (self, me);
    }
  g_mutex_unlock (&self->mutex);
}

static void
run_in_turn (Alternation *self,
             guint        me)
{
  g_autoptr (GBytes) result = NULL;

  g_mutex_lock (&self->mutex);
  await_turn (self, me);
  g_mutex_unlock (&self->mutex);
  result = cuda_result_on (self->pausers[0].engine, &self->pausers[me].job, NULL, NULL);
  g_assert_true (g_bytes_equal (result, self->pausers[me].want));
  g_mutex_lock (&self->mutex);
  self->done[me] = TRUE;
  self->turn = 1 - me;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
}

static gpointer
first_thread (gpointer data)
{
  run_in_turn (data, 0);
  return NULL;
}

static gpointer
second_thread (gpointer data)
{
  run_in_turn (data, 1);
  return NULL;
}

static void
test_alternate (void)
{
  if (cuda_class () == NULL)
    return;
  for (guint i = 0; i + 1 < N_PAUSE_CASES; i++)
    {
      Alternation self = { .turn = 2 };
      const OndesPause pause = { is_always_wanted, alternate, &self };

      if (pause_cases[i].limit != pause_cases[i + 1].limit)
        continue;
      g_mutex_init (&self.mutex);
      g_cond_init (&self.changed);
      for (guint k = 0; k < 2; k++)
        pauser_init (&self.pausers[k], &pause_cases[i + k]);
      cuda_class ()->on_pause (self.pausers[0].engine, &pause);
      self.threads[0] = g_thread_new ("first", first_thread, &self);
      self.threads[1] = g_thread_new ("second", second_thread, &self);
      g_mutex_lock (&self.mutex);
      self.turn = 0;
      g_cond_broadcast (&self.changed);
      g_mutex_unlock (&self.mutex);
      for (guint k = 0; k < 2; k++)
        g_thread_join (self.threads[k]);
      g_assert_cmpuint (self.swaps, >, 2);
      for (guint k = 0; k < 2; k++)
        pauser_clear (&self.pausers[k]);
      g_mutex_clear (&self.mutex);
      g_cond_clear (&self.changed);
    }
}

/* In the last of two puts: the other client had the engine before it, and only has to say so. */
static void
await_other (guint    put,
             gpointer data)
{
  const Client *other = data;

  while (put == 2 && !g_atomic_int_get (&other->done))
    g_usleep (1000);
}

/* The host: an export that is held until something in view waits ends after it, on one engine with one arena after all. */
static void
test_one_engine (void)
{
  static const PauseCase vector = { "vector", NULL, 21, ONDES_F64, .kind = ONDES_SPECTRUM_WALSH, .type = ONDES_F64 };
  static const PauseCase picture = { "picture", "2,7", 8, ONDES_F64 };
  static const char owners[2];
  OndesHostedEngine alone, after[4];
  OndesEngineHost *host;
  Client first, export, seen;
  Job job, small;
  Gate gate;

  if (cuda_class () == NULL)
    return;
  host = ondes_engine_host_new ();
  pause_case_init (&vector, &job);
  pause_case_init (&picture, &small);
  first = (Client) { .place = { .host = host }, .engine = "cuda", .job = &job };
  client_run (&first);
  g_assert_no_error (first.error);
  g_assert_cmpuint (ondes_engine_host_list (host, &alone, 1), ==, 1);

  gate_init (&gate);
  export = (Client) { .place = { host, ONDES_PRIORITY_EXPORT, &owners[0] }, .engine = "cuda", .job = &job, .gate = &gate,
                      .gate_at = 1, .on_put = await_other, .data = &seen };
  seen = (Client) { .place = { host, ONDES_PRIORITY_INTERACTIVE, &owners[1] }, .engine = "cuda", .job = &small };
  client_start (&export);
  gate_await (&gate);
  client_start (&seen);
  await_waiting (host, "cuda", 0, 1);
  g_assert_cmpuint (ondes_engine_host_list (host, NULL, 0), ==, 1);
  gate_open (&gate);
  client_join (&seen);
  client_join (&export);
  g_assert_no_error (seen.error);
  g_assert_no_error (export.error);
  g_assert_true (g_bytes_equal (export.result, first.result));
  g_assert_cmpuint (export.puts, ==, 2);
  g_assert_cmpuint (seen.ended, <, export.ended);
  g_assert_cmpfloat (export.report.waited_s, >, 0);
  g_assert_cmpuint (ondes_engine_host_list (host, after, G_N_ELEMENTS (after)), ==, 1);
  g_assert_cmpuint (after[0].waiting, ==, 0);
  g_assert_cmpuint (after[0].bytes, <=, alone.bytes + (64 << 10)); /* the small recording and its filters */
  client_clear (&first);
  client_clear (&export);
  client_clear (&seen);
  gate_clear (&gate);
  job_clear (&job);
  job_clear (&small);
  ondes_engine_host_free (host);
}

/* What only the emulated device does on demand: its memory ends, or it is lost, while a run is paused. */

static void
fill_memory (gpointer data)
{
  Pauser *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) result = NULL;

  g_setenv ("EMULATED_FULL", "1", TRUE);
  if (self->pauses % 2 == 0) /* what the last one left may do for this one */
    cuda_class ()->trim (self->engine, 1);
  result = cuda_result_on (self->engine, &self->others[3], NULL, &error);
  if (result == NULL)
    g_assert_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY);
  if (self->pauses % 2 == 0)
    g_assert_null (result);
  g_clear_error (&error);
  g_unsetenv ("EMULATED_FULL");
  cuda_class ()->trim (self->engine, self->limit);
  pauser_check_other (self, 3);
}

static void
test_memory_ends (void)
{
  Pauser pauser;

  for (guint i = some_of (6) - 1; i < N_PAUSE_CASES; i += few_cases () ? 6 : 3)
    {
      pauser_init (&pauser, &pause_cases[i]);
      pauser.between = fill_memory;
      pauser_check (&pauser);
      g_assert_cmpuint (pauser.pauses, >, 1);
      pauser_clear (&pauser);
    }
}

/* The spare arena goes before a run that goes on fails for want of memory. */
static void
leave_little (gpointer data)
{
  Pauser *self = data;
  g_autoptr (GBytes) result = cuda_result_on (self->engine, &self->job, NULL, NULL); /* all that the paused one will take */

  g_assert_true (g_bytes_equal (result, self->want));
  g_setenv ("EMULATED_FULL", "1", TRUE);
}

static void
test_spare_goes (void)
{
  Pauser pauser;

  for (guint i = some_of (3) - 1; i < N_PAUSE_CASES; i += few_cases () ? 3 : 1)
    {
      pauser_init (&pauser, &pause_cases[i]);
      pauser.most = 1;
      pauser.between = leave_little;
      pauser_check (&pauser);
      g_assert_cmpuint (pauser.pauses, ==, 1);
      g_unsetenv ("EMULATED_FULL");
      pauser_clear (&pauser);
    }
}

static void
lose_device (gpointer data)
{
  Pauser *self = data;
  g_autoptr (GError) error = NULL;

  if (self->pauses < 2)
    return;
  g_setenv ("EMULATED_LOST", "1", TRUE);
  g_assert_null (cuda_result_on (self->engine, &self->others[0], NULL, &error));
  g_assert_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_LOST);
}

static void
test_lost (void)
{
  for (guint i = some_of (3) - 1; i < N_PAUSE_CASES; i += few_cases () ? 3 : 1)
    {
      g_autoptr (GError) error = NULL;
      Pauser pauser;

      pauser_init (&pauser, &pause_cases[i]);
      pauser.between = lose_device;
      g_assert_null (cuda_result_on (pauser.engine, &pauser.job, NULL, &error));
      g_assert_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_LOST);
      g_assert_cmpuint (pauser.pauses, >=, 2);
      pauser_clear (&pauser); /* closes */
      g_unsetenv ("EMULATED_LOST");
    }
}

static void
fill (void)
{
  g_setenv ("EMULATED_FULL", "1", TRUE);
}

static void
make_room (void)
{
  g_unsetenv ("EMULATED_FULL");
}

static void
lose (void)
{
  g_setenv ("EMULATED_LOST", "1", TRUE);
}

int
main (int    argc,
      char **argv)
{
  static const Interruption filled = { .trouble = fill, .end = make_room };
  static const Interruption lost = { .lost = TRUE, .trouble = lose };

  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("ONDES_ENGINE");

  for (guint i = some_of (3) - 1; i < N_PAUSE_CASES; i += few_cases () ? 3 : 1)
    {
      g_autofree char *path = g_strdup_printf ("/ondes/gpu/pauses/others-come-between/%s", pause_cases[i].name);

      g_test_add_data_func (path, &pause_cases[i], test_between);
    }
  g_test_add_func ("/ondes/gpu/pauses/memory-that-is-given-back", test_trim);
  g_test_add_func ("/ondes/gpu/pauses/a-cancel-ends-a-pause", test_cancel);
  g_test_add_func ("/ondes/gpu/pauses/pauses-within-pauses", test_nested_pauses);
  g_test_add_func ("/ondes/gpu/pauses/runs-that-alternate", test_alternate);
  g_test_add_func ("/ondes/gpu/pauses/one-engine-a-device", test_one_engine);
  if (g_getenv ("EMULATED_STREAMS") != NULL)
    {
      g_test_add_func ("/ondes/gpu/pauses/memory-that-ends", test_memory_ends);
      g_test_add_func ("/ondes/gpu/pauses/a-spare-arena-goes-first", test_spare_goes);
      g_test_add_func ("/ondes/gpu/pauses/a-device-that-is-lost", test_lost);
      g_test_add_data_func ("/ondes/gpu/pauses/the-cpu-where-memory-ends", &filled, test_interrupted);
      g_test_add_data_func ("/ondes/gpu/pauses/the-cpu-where-the-device-is-lost", &lost, test_interrupted);
    }
  return g_test_run ();
}
