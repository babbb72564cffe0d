/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One engine a device for all: whose turn it is, and what is given back. */
#include "clients.h"
#include "fake-load.h"

#include "signal/recording.h"

#include <glib/gstdio.h>
#include <string.h>

static FakeControl *control;
static FakePausesEntry set_pauses;
static guint next_device; /* a device that is lost stays lost in this process, so that each case has its own */

static const char owners[4]; /* names */

/* A host of its own, and a run that has its engine until the gate is opened. */
typedef struct
{
  OndesEngineHost *host;
  guint            device;
  Job              job;
  GBytes          *want;
  Gate             gate;
  Client           holder;
} Fixture;

static void
fixture_init (Fixture *f)
{
  g_assert_cmpuint (control->engines, ==, 0);
  *control = (FakeControl) { .devices = G_MAXUINT };
  f->host = timed_host_new ();
  f->device = next_device++;
  job_init (&f->job, 300, "2,7/2,7");
  f->want = job_result (&f->job);
  gate_init (&f->gate);
  f->holder = (Client) { .place = { f->host, ONDES_PRIORITY_INTERACTIVE, &owners[3] }, .engine = "auto", .device = f->device,
                         .job = &f->job, .gate = &f->gate, .gate_at = 1 };
  client_start (&f->holder);
  gate_await (&f->gate);
}

static void
fixture_clear (Fixture *f)
{
  client_clear (&f->holder);
  gate_clear (&f->gate);
  g_assert_cmpuint (ondes_engine_host_list (f->host, NULL, 0), ==, 0);
  ondes_engine_host_free (f->host);
  g_bytes_unref (f->want);
  job_clear (&f->job);
  g_assert_cmpuint (control->engines, ==, 0);
  g_assert_cmpuint (control->plans, ==, 0);
}

static void
assert_result (const Fixture *f,
               const Client  *client)
{
  g_assert_no_error (client->error);
  g_assert_true (g_bytes_equal (client->result, f->want));
}

/* Starts @n clients, each once those before it wait, and lets them run. */
static void
run_after_another (Fixture *f,
                   Client  *clients,
                   guint    n)
{
  for (guint i = 0; i < n; i++)
    {
      clients[i].place.host = f->host;
      clients[i].engine = "auto";
      clients[i].device = f->device;
      clients[i].job = &f->job;
      client_start (&clients[i]);
      await_waiting (f->host, "cuda", f->device, i + 1);
    }
  g_assert_cmpuint (ondes_engine_host_list (f->host, NULL, 0), ==, 1);
  set_time_us (ONDES_HOST_SLICE_US - 1);
  gate_open (&f->gate);
  client_join (&f->holder);
  assert_result (f, &f->holder);
  g_assert_cmpfloat (f->holder.report.waited_s, ==, 0);
  for (guint i = 0; i < n; i++)
    {
      client_join (&clients[i]);
      assert_result (f, &clients[i]);
      g_assert_cmpstr (clients[i].report.engine, ==, "cuda");
      g_assert_cmpfloat (clients[i].report.waited_s, ==, (double) (ONDES_HOST_SLICE_US - 1) / G_USEC_PER_SEC);
    }
  g_assert_cmpuint (control->calls[FAKE_OPEN], ==, 1);
}

static void
test_priorities (void)
{
  Client clients[4] = { { .data = NULL } };
  Fixture f;

  fixture_init (&f);
  for (guint i = 0; i < 4; i++)
    clients[i].place = (OndesClient) { .priority = ONDES_PRIORITY_BATCH - i, .owner = &owners[i] };
  run_after_another (&f, clients, 4);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpuint (clients[i].begun, ==, f.holder.begun + 4 - i);
      client_clear (&clients[i]);
    }
  fixture_clear (&f);
}

/* A page that comes into view while its work waits. */
static void
test_priority_changes (void)
{
  Client clients[2] = { { .place.priority = ONDES_PRIORITY_INTERACTIVE }, { .place.priority = ONDES_PRIORITY_HIDDEN } };
  Fixture f;

  fixture_init (&f);
  for (guint i = 0; i < 2; i++)
    {
      clients[i].place.host = f.host;
      clients[i].computer = ondes_computer_new_at ("auto", f.device, 2, &clients[i].place);
      clients[i].job = &f.job;
      client_start (&clients[i]);
      await_waiting (f.host, "cuda", f.device, i + 1);
    }
  ondes_computer_set_priority (clients[0].computer, ONDES_PRIORITY_BATCH); /* any other, also one of an export */
  ondes_computer_set_priority (clients[1].computer, ONDES_PRIORITY_INTERACTIVE);
  gate_open (&f.gate);
  for (guint i = 0; i < 2; i++)
    {
      client_join (&clients[i]);
      assert_result (&f, &clients[i]);
    }
  g_assert_cmpuint (clients[1].begun, <, clients[0].begun);
  for (guint i = 0; i < 2; i++)
    client_clear (&clients[i]);
  fixture_clear (&f);
}

/* The first four are of one window, the last two of another. */
static void
test_owners_take_turns (void)
{
  static const guint order[] = { 0, 2, 4, 5, 1, 3 };
  Client clients[6] = { { .data = NULL } };
  Fixture f;

  fixture_init (&f);
  for (guint i = 0; i < 6; i++)
    clients[i].place = (OndesClient) { .priority = ONDES_PRIORITY_INTERACTIVE, .owner = &owners[i / 4] };
  run_after_another (&f, clients, 6);
  for (guint i = 0; i < 6; i++)
    {
      g_assert_cmpuint (clients[i].begun, ==, f.holder.begun + 1 + order[i]);
      client_clear (&clients[i]);
    }
  fixture_clear (&f);
}

static void
test_cancel_while_waiting (void)
{
  for (guint before = 0; before < 2; before++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Fixture f;
      Client client = { .place = { .owner = &owners[0] }, .engine = "auto", .cancellable = cancellable };

      fixture_init (&f);
      client.place.host = f.host;
      client.device = f.device;
      client.job = &f.job;
      if (before)
        g_cancellable_cancel (cancellable);
      client_start (&client);
      if (!before)
        await_waiting (f.host, "cuda", f.device, 1);
      g_cancellable_cancel (cancellable);
      client_join (&client);
      g_assert_error (client.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpuint (client.begun, ==, 0);
      g_assert_false (g_atomic_int_get (&f.holder.done)); /* it has the engine still */
      gate_open (&f.gate);
      client_join (&f.holder);
      assert_result (&f, &f.holder);
      client_clear (&client);
      fixture_clear (&f);
    }
}

/* While three wait, the device goes: each gets its result from the CPU, and it is said once. */
static void
test_lost_while_three_wait (void)
{
  Client clients[4] = { { .data = NULL } };
  Fixture f;
  guint told = 0;

  fixture_init (&f);
  control->armed = TRUE;
  control->call = FAKE_PUT;
  control->at = 1;
  control->on = TRUE;
  control->code = ONDES_ENGINE_ERROR_LOST;
  for (guint i = 0; i < 3; i++)
    {
      clients[i] = (Client) { .place = { f.host, (OndesPriority) i, &owners[i] }, .engine = "auto", .device = f.device,
                              .job = &f.job };
      client_start (&clients[i]);
      await_waiting (f.host, "cuda", f.device, i + 1);
    }
  gate_open (&f.gate);
  client_join (&f.holder);
  clients[3] = f.holder;
  for (guint i = 0; i < 4; i++)
    {
      client_join (&clients[i]);
      assert_result (&f, &clients[i]);
      g_assert_cmpstr (clients[i].report.engine, ==, "cpu");
      g_assert_nonnull (strstr (clients[i].report.fallback, "was lost"));
      told += clients[i].report.lost;
    }
  g_assert_cmpuint (told, ==, 1);
  g_assert_cmpuint (control->calls[FAKE_RUN], ==, 1); /* no run begins after the loss */
  g_assert_cmpuint (control->fired, >=, 1);
  g_assert_cmpuint (control->engines, ==, 0);
  for (guint i = 0; i < 3; i++)
    client_clear (&clients[i]);
  fixture_clear (&f);
}

/* Six works in view and hidden, and two exports of each window. */
static void
test_one_engine_a_device (gconstpointer without_pause)
{
  Client clients[10] = { { .data = NULL } };
  Gate gate;
  Fixture f;

  set_pauses (without_pause == NULL);
  fixture_init (&f);
  gate_open (&f.gate);
  client_join (&f.holder);
  gate_init (&gate);
  for (guint i = 0; i < 10; i++)
    {
      const OndesPriority seen = i % 3 == 0 ? ONDES_PRIORITY_INTERACTIVE : ONDES_PRIORITY_HIDDEN;
      const OndesPriority priority = i >= 6 ? ONDES_PRIORITY_EXPORT : seen;

      clients[i] = (Client) { .place = { f.host, priority, &owners[i % 2] }, .engine = "auto", .device = f.device, .job = &f.job,
                              .gate = &gate, .gate_at = i == 6 };
    }
  client_start (&clients[6]);
  gate_await (&gate); /* an export has the engine */
  for (guint i = 0; i < 10; i++)
    if (i != 6)
      client_start (&clients[i]);
  await_waiting (f.host, "cuda", f.device, 9);
  gate_open (&gate);
  for (guint i = 0; i < 10; i++)
    {
      client_join (&clients[i]);
      assert_result (&f, &clients[i]);
      g_assert_cmpstr (clients[i].report.engine, ==, "cuda");
    }
  g_assert_cmpuint (control->engines, ==, 1);
  g_assert_cmpuint (ondes_engine_host_list (f.host, NULL, 0), ==, 1);
  g_assert_cmpuint (control->calls[FAKE_OPEN], ==, 1);
  g_assert_cmpuint (control->calls[FAKE_PLAN], ==, 1);
  for (guint i = 0; i < 10; i++)
    client_clear (&clients[i]);
  gate_clear (&gate);
  fixture_clear (&f);
  set_pauses (TRUE);
}

/* What an engine keeps of a recording is given back with the last that has it, and is seen to be. */
static void
test_closed_source (void)
{
  const gsize n = 1 << 20;
  guint64 before, after, id;
  OndesHostedEngine engine;
  Fixture f;
  Job job;
  Client client;

  fixture_init (&f);
  gate_open (&f.gate);
  client_join (&f.holder);
  job_init (&job, n, "3");
  id = job.sources[0]->id;
  client = (Client) { .place = { .host = f.host }, .engine = "auto", .device = f.device, .job = &job };
  client_run (&client);
  g_assert_no_error (client.error);
  before = ondes_engine_host_get_bytes (f.host);
  g_assert_cmpuint (ondes_engine_host_list (f.host, &engine, 1), ==, 1);
  g_assert_cmpstr (engine.name, ==, "cuda");
  g_assert_cmpuint (engine.device, ==, f.device);
  g_assert_cmpuint (engine.plans, ==, 2);
  g_assert_cmpuint (engine.bytes + engine.plan_bytes, ==, before);
  g_assert_cmpuint (before, >, n * sizeof (double));
  g_assert_cmpuint (control->forgets, ==, 0);
  job_clear (&job);
  after = ondes_engine_host_get_bytes (f.host);
  g_assert_cmpuint (control->forgets, ==, 1);
  g_assert_cmpuint (control->forgotten, ==, id);
  g_assert_cmpuint (after, ==, before - n * sizeof (double));
  client_clear (&client);
  fixture_clear (&f);
}

/* A recording, whose channels share one id, while somebody else has the engine. */
static void
test_closed_recording (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ondes-host-XXXXXX", NULL), *path = g_build_filename (folder, "r.csv", NULL);
  g_autoptr (GError) error = NULL;
  OndesRecording *recording;
  Gate gate;
  Fixture f;
  Job job = { .n_sources = 1 };
  Client client, other;
  guint64 id;

  fixture_init (&f);
  gate_open (&f.gate);
  client_join (&f.holder);
  g_assert_true (g_file_set_contents (path, "1,2\n3,4\n5,9\n2,1\n7,7\n", -1, NULL));
  recording = ondes_recording_open (path, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint channel = 1; channel <= 2; channel++)
    {
      job = (Job) { .spec = f.job.spec, .sources = { ondes_recording_source (recording, channel, NULL) }, .n_sources = 1 };
      job.view.count = job.sources[0]->n;
      client = (Client) { .place = { .host = f.host }, .engine = "auto", .device = f.device, .job = &job };
      client_run (&client);
      g_assert_no_error (client.error);
      id = job.sources[0]->id;
      ondes_source_unref (job.sources[0]);
      client_clear (&client);
    }
  g_assert_cmpuint (control->forgets, ==, 0); /* it is open still */

  gate_init (&gate);
  other = (Client) { .place = { .host = f.host }, .engine = "auto", .device = f.device, .job = &f.job, .gate = &gate,
                     .gate_at = 1 };
  client_start (&other);
  gate_await (&gate);
  ondes_recording_unref (recording);
  g_assert_cmpuint (control->forgets, ==, 0);
  gate_open (&gate);
  client_join (&other);
  g_assert_cmpuint (control->forgets, ==, 1);
  g_assert_cmpuint (control->forgotten, ==, id);
  client_clear (&other);
  gate_clear (&gate);
  g_assert_true (g_remove (path) == 0 && g_rmdir (folder) == 0);
  fixture_clear (&f);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("ONDES_ENGINE");
  control = fake_load (&set_pauses);

  g_test_add_func ("/ondes/host/who-is-more-urgent-comes-first", test_priorities);
  g_test_add_func ("/ondes/host/priority-changes-while-waiting", test_priority_changes);
  g_test_add_func ("/ondes/host/owners-take-turns", test_owners_take_turns);
  g_test_add_func ("/ondes/host/a-cancel-ends-the-wait", test_cancel_while_waiting);
  g_test_add_func ("/ondes/host/lost-while-three-wait", test_lost_while_three_wait);
  g_test_add_data_func ("/ondes/host/one-engine-a-device", NULL, test_one_engine_a_device);
  g_test_add_data_func ("/ondes/host/one-engine-where-none-pauses", "", test_one_engine_a_device);
  g_test_add_func ("/ondes/host/a-closed-source-is-given-back", test_closed_source);
  g_test_add_func ("/ondes/host/a-closed-recording-is-given-back", test_closed_recording);
  return g_test_run ();
}
