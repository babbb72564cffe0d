/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cuda-engine.h"
#include "interrupted.h"

static gboolean
is_open (OndesEngineHost *host,
         const char      *name)
{
  OndesHostedEngine engines[4];
  const guint n = ondes_engine_host_list (host, engines, G_N_ELEMENTS (engines));

  for (guint i = 0; i < n; i++)
    if (g_str_equal (engines[i].name, name))
      return TRUE;
  return FALSE;
}

/* Against the CPU: by whichever engine, and in whatever batches. */
static void
check_client (const Client *client,
              GBytes       *want)
{
  const double *have, *w;
  gsize bytes, want_bytes;

  g_assert_no_error (client->error);
  have = g_bytes_get_data (client->result, &bytes);
  w = g_bytes_get_data (want, &want_bytes);
  g_assert_cmpuint (bytes, ==, want_bytes);
  for (gsize i = 0; i < bytes / sizeof *have; i++)
    g_assert_cmpfloat_with_epsilon (have[i], w[i], 1e-10);
}

static void
check_interrupted (const Interruption *interruption)
{
  static const char owners[3];
  static const guint64 lengths[] = { 20000, 300, 60000 };
  OndesEngineHost *host = ondes_engine_host_new ();
  Job jobs[3], held;
  GBytes *want[3];
  Client clients[3];
  Gate gate;
  guint told = 0;

  for (guint i = 0; i < 3; i++)
    {
      const OndesPriority priority = i == 0 ? ONDES_PRIORITY_EXPORT : i == 1 ? ONDES_PRIORITY_INTERACTIVE : ONDES_PRIORITY_HIDDEN;

      job_init (&jobs[i], lengths[i], "2,3,5,9,17,33,65");
      want[i] = job_result (&jobs[i]);
      clients[i] = (Client) { .place = { host, priority, &owners[i] }, .engine = "auto", .job = &jobs[i] };
    }
  held = jobs[0];
  held.sources[0] = held_source_new (jobs[0].sources[0], host, "cuda", 0);
  clients[0].job = &held;
  gate_init (&gate);
  clients[1].gate = &gate;
  clients[1].gate_at = 1;

  client_start (&clients[0]);
  while (g_atomic_int_get (&((HeldSource *) held.sources[0])->reads) == 0)
    g_usleep (1000);
  client_start (&clients[1]);
  gate_await (&gate); /* the export is paused, the picture in view is being put */
  client_start (&clients[2]);
  await_waiting (host, "cuda", 0, 2);
  interruption->trouble ();
  gate_open (&gate);
  for (guint i = 0; i < 3; i++)
    client_join (&clients[i]);
  g_assert_cmpint (is_open (host, "cuda"), ==, !interruption->lost);
  if (interruption->end != NULL)
    interruption->end ();

  for (guint i = 0; i < 3; i++)
    {
      check_client (&clients[i], want[i]);
      told += clients[i].report.lost;
    }
  g_assert_cmpfloat (clients[0].report.waited_s, >, 0);
  for (guint i = 0; i < 3; i += 2) /* without memory, an engine does what it can in small batches */
    g_assert_true (!interruption->lost || g_str_equal (clients[i].report.engine, "cpu"));
  g_assert_cmpuint (told, ==, interruption->lost ? 1 : 0);
  for (guint i = 0; i < 3; i++)
    {
      client_clear (&clients[i]);
      g_bytes_unref (want[i]);
    }
  ondes_source_unref (held.sources[0]);
  for (guint i = 0; i < 3; i++)
    job_clear (&jobs[i]);
  gate_clear (&gate);
  ondes_engine_host_free (host);
}

void
test_interrupted (gconstpointer interruption)
{
  if (g_test_subprocess ())
    {
      check_interrupted (interruption);
      return;
    }
  if (cuda_class () == NULL)
    return;
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}
