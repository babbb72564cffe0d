/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/queue.h"

/* What the callbacks saw of one request. Lives in the test, so that a late callback is seen and not a crash. */
typedef struct
{
  struct Gate *gate;      /* NULL: the work runs through */
  gboolean     deaf;      /* the work does not look whether it is cancelled */
  gboolean     fails;
  guint        reports;   /* calls of progress that the work makes before the gate */
  gboolean     late;      /* and one right before it ends */
  int          ran;       /* atomic */
  guint        order;     /* of the work, from 1 */
  guint        told, done, destroyed;
  double       fraction;
  gboolean     ok, cancelled;
  GThread     *thread;    /* that callbacks must come on */
  OndesQueue **free_in_done, **free_in_progress;
} Probe;

/* The work waits here until it is let through or cancelled. */
typedef struct Gate
{
  GMutex   mutex;
  GCond    cond;
  gboolean open;
  guint    waiting;
} Gate;

static guint worked; /* atomic: works begun */

static void
gate_init (Gate *gate)
{
  *gate = (Gate) { .open = FALSE };
  g_mutex_init (&gate->mutex);
  g_cond_init (&gate->cond);
}

static void
gate_clear (Gate *gate)
{
  g_mutex_clear (&gate->mutex);
  g_cond_clear (&gate->cond);
}

static void
gate_open (Gate *gate)
{
  g_mutex_lock (&gate->mutex);
  gate->open = TRUE;
  g_cond_broadcast (&gate->cond);
  g_mutex_unlock (&gate->mutex);
}

static void
gate_wait_for_work (Gate *gate)
{
  g_mutex_lock (&gate->mutex);
  while (gate->waiting == 0)
    g_cond_wait (&gate->cond, &gate->mutex);
  g_mutex_unlock (&gate->mutex);
}

static void
on_cancelled (GCancellable *cancellable,
              gpointer      data)
{
  Gate *gate = data;

  g_mutex_lock (&gate->mutex);
  g_cond_broadcast (&gate->cond);
  g_mutex_unlock (&gate->mutex);
}

static gboolean
work (OndesComputer    *computer,
      gpointer          data,
      const OndesWatch *watch,
      GError          **error)
{
  Probe *p = data;

  g_assert_nonnull (computer);
  g_atomic_int_inc (&p->ran);
  p->order = (guint) g_atomic_int_add (&worked, 1) + 1;
  for (guint i = 0; i < p->reports; i++)
    ondes_watch_tell (watch, (i + 1.0) / p->reports);
  if (p->gate != NULL)
    {
      gulong handler = p->deaf ? 0 : g_cancellable_connect (watch->cancellable, G_CALLBACK (on_cancelled), p->gate, NULL);

      g_mutex_lock (&p->gate->mutex);
      p->gate->waiting++;
      g_cond_broadcast (&p->gate->cond);
      while (!p->gate->open && (p->deaf || !g_cancellable_is_cancelled (watch->cancellable)))
        g_cond_wait (&p->gate->cond, &p->gate->mutex);
      p->gate->waiting--;
      g_mutex_unlock (&p->gate->mutex);
      g_cancellable_disconnect (watch->cancellable, handler);
    }
  if (p->late)
    ondes_watch_tell (watch, 1);
  if (p->fails)
    {
      g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE, "the test fails");
      return FALSE;
    }
  return p->deaf || !g_cancellable_set_error_if_cancelled (watch->cancellable, error);
}

static void
on_progress (double   fraction,
             gpointer data)
{
  Probe *p = data;

  g_assert_true (g_thread_self () == p->thread);
  g_assert_cmpuint (p->done, ==, 0);
  g_assert_cmpuint (p->destroyed, ==, 0);
  g_assert_cmpfloat (fraction, >=, p->fraction);
  p->fraction = fraction;
  p->told++;
  if (p->free_in_progress != NULL)
    g_clear_pointer (p->free_in_progress, ondes_queue_free);
}

static void
on_done (gpointer      data,
         const GError *error,
         gpointer      user_data)
{
  Probe *p = data;

  g_assert_true (p == user_data);
  g_assert_true (g_thread_self () == p->thread);
  g_assert_cmpuint (p->destroyed, ==, 0);
  p->done++;
  p->ok = error == NULL;
  p->cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  if (p->free_in_done != NULL)
    {
      g_clear_pointer (p->free_in_done, ondes_queue_free);
      g_assert_cmpuint (p->destroyed, ==, 0);
    }
}

static void
on_destroy (gpointer data)
{
  Probe *p = data;

  g_assert_true (g_thread_self () == p->thread);
  p->destroyed++;
}

static guint64
submit (OndesQueue *queue,
        const char *key,
        Probe      *p)
{
  p->thread = g_thread_self ();
  return ondes_queue_submit (queue, &(OndesTask) { .key = key, .work = work, .data = p, .destroy = on_destroy,
                                                   .progress = on_progress, .done = on_done, .user_data = p });
}

static void
wait_for (const guint *count)
{
  while (*count == 0)
    g_main_context_iteration (g_main_context_get_thread_default (), TRUE);
}

/* All that has been sent to this thread is delivered; nothing may be running. */
static void
drain (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static OndesQueue *
new_queue (void)
{
  worked = 0;
  return ondes_queue_new (ondes_computer_new ("cpu", 0, 1));
}

static void
test_storm (void)
{
  enum { N = 6000, KEYS = 3 };
  static const char *const keys[KEYS] = { "picture", "overview", "spectrum" };
  g_autoptr (OndesQueue) queue = new_queue ();
  g_autofree Probe *probes = g_new0 (Probe, N);
  guint last[KEYS] = { 0 };
  guint64 number = 0;
  guint done;

  for (guint i = 0; i < N; i++)
    {
      guint k = (guint) g_test_rand_int_range (0, KEYS);
      guint64 next;

      probes[i].reports = (guint) g_test_rand_int_range (0, 3);
      next = submit (queue, keys[k], &probes[i]);
      g_assert_cmpuint (next, >, number);
      number = next;
      last[k] = i;
      if (g_test_rand_int_range (0, 10) == 0)
        g_main_context_iteration (NULL, FALSE);
    }
  for (guint k = 0; k < KEYS; k++)
    wait_for (&probes[last[k]].done);

  done = 0;
  for (guint i = 0; i < N; i++)
    {
      g_assert_cmpuint (probes[i].done, ==, 1);
      g_assert_cmpuint (probes[i].destroyed, ==, 1);
      g_assert_cmpint (probes[i].ran, <=, 1);
      g_assert_true (probes[i].ok || probes[i].cancelled);
      g_assert_true (!probes[i].ok || probes[i].ran == 1);
      done += probes[i].ok;
    }
  g_assert_cmpuint (done, >=, KEYS);
  for (guint k = 0; k < KEYS; k++)
    g_assert_true (probes[last[k]].ok);
}

static void
test_overtaking (void)
{
  g_autoptr (OndesQueue) queue = new_queue ();
  Gate gate;
  Probe running = { .gate = &gate, .deaf = TRUE }, waiting = { NULL }, latest = { NULL };

  gate_init (&gate);
  submit (queue, "picture", &running);
  gate_wait_for_work (&gate);
  submit (queue, "picture", &waiting);
  submit (queue, "picture", &latest);
  wait_for (&waiting.done); /* while the first still runs */
  g_assert_true (waiting.cancelled);
  g_assert_cmpint (waiting.ran, ==, 0);
  g_assert_cmpuint (running.done, ==, 0);
  gate_open (&gate);
  wait_for (&latest.done);
  g_assert_true (latest.ok);
  g_assert_cmpuint (running.done, ==, 1);
  g_assert_true (running.cancelled); /* though it returned TRUE */
  gate_clear (&gate);
}

static void
test_order (void)
{
  g_autoptr (OndesQueue) queue = new_queue ();
  Gate gate;
  Probe first = { .gate = &gate }, export1 = { NULL }, export2 = { NULL }, a = { NULL }, b = { NULL };

  gate_init (&gate);
  submit (queue, NULL, &first);
  gate_wait_for_work (&gate);
  submit (queue, NULL, &export1);
  submit (queue, "a", &a);
  submit (queue, NULL, &export2);
  submit (queue, "b", &b);
  gate_open (&gate);
  wait_for (&export2.done);
  g_assert_true (first.ok && a.ok && b.ok && export1.ok && export2.ok);
  g_assert_cmpuint (a.order, ==, 2);
  g_assert_cmpuint (b.order, ==, 3);
  g_assert_cmpuint (export1.order, ==, 4);
  g_assert_cmpuint (export2.order, ==, 5);
  gate_clear (&gate);
}

static void
test_cancel_waiting (void)
{
  g_autoptr (OndesQueue) queue = new_queue ();
  Gate gate;
  Probe first = { .gate = &gate }, keyed = { NULL }, keyless = { NULL }, other = { NULL };
  guint64 number;

  gate_init (&gate);
  submit (queue, NULL, &first);
  gate_wait_for_work (&gate);
  submit (queue, "a", &keyed);
  number = submit (queue, NULL, &keyless);
  submit (queue, "b", &other);
  ondes_queue_cancel_key (queue, "a");
  ondes_queue_cancel_key (queue, "nobody has this");
  ondes_queue_cancel (queue, number);
  ondes_queue_cancel (queue, number);
  ondes_queue_cancel (queue, number + 1000);
  wait_for (&keyed.done);
  wait_for (&keyless.done);
  gate_open (&gate);
  wait_for (&other.done);
  g_assert_true (keyed.cancelled && keyless.cancelled && other.ok && first.ok);
  g_assert_cmpint (keyed.ran + keyless.ran, ==, 0);
  g_assert_cmpuint (keyed.done, ==, 1);
  g_assert_cmpuint (keyless.done, ==, 1);
  gate_clear (&gate);
}

static void
test_cancel_running (void)
{
  for (guint by_key = 0; by_key < 2; by_key++)
    for (guint deaf = 0; deaf < 2; deaf++)
      {
        g_autoptr (OndesQueue) queue = new_queue ();
        Gate gate;
        Probe p = { .gate = &gate, .deaf = deaf != 0 };
        guint64 number;

        gate_init (&gate);
        number = submit (queue, by_key ? "a" : NULL, &p);
        gate_wait_for_work (&gate);
        if (by_key)
          ondes_queue_cancel_key (queue, "a");
        else
          ondes_queue_cancel (queue, number);
        if (deaf)
          gate_open (&gate);
        wait_for (&p.done);
        g_assert_true (p.cancelled);
        g_assert_cmpuint (p.destroyed, ==, 1);
        gate_clear (&gate);
      }
}

static void
test_cancel_finished (void)
{
  g_autoptr (OndesQueue) queue = new_queue ();
  Gate gate;
  Probe first = { NULL }, second = { .gate = &gate };
  guint64 number;

  gate_init (&gate);
  number = submit (queue, "a", &first);
  submit (queue, NULL, &second);
  gate_wait_for_work (&gate); /* so the first is over, but its done has not been called */
  g_assert_cmpuint (first.done, ==, 0);
  ondes_queue_cancel (queue, number);
  ondes_queue_cancel_key (queue, "a");
  gate_open (&gate);
  wait_for (&second.done);
  g_assert_true (first.ok && second.ok);
  g_assert_cmpuint (first.done, ==, 1);
  g_assert_cmpuint (first.destroyed, ==, 1);
  gate_clear (&gate);
}

static void
test_error (void)
{
  g_autoptr (OndesQueue) queue = new_queue ();
  Probe p = { .fails = TRUE };

  submit (queue, NULL, &p);
  wait_for (&p.done);
  g_assert_false (p.ok);
  g_assert_false (p.cancelled);
}

static void
test_progress (void)
{
  g_autoptr (OndesQueue) queue = new_queue ();
  gint64 began = g_get_monotonic_time ();
  Gate gate;
  Probe p = { .reports = 200000, .gate = &gate };
  double seconds;

  gate_init (&gate);
  submit (queue, "a", &p);
  while (p.fraction < 1)
    g_main_context_iteration (NULL, TRUE);
  seconds = (double) (g_get_monotonic_time () - began) / G_USEC_PER_SEC;
  g_assert_cmpuint (p.told, >=, 1);
  g_assert_cmpfloat (p.told, <=, 30 * seconds + 1);
  gate_open (&gate);
  wait_for (&p.done);
  drain ();
  gate_clear (&gate);
}

static gboolean
set (gpointer data)
{
  *(guint *) data = 1;
  return G_SOURCE_REMOVE;
}

/* What was reported last is on its way when the work ends, and must not come after done. */
static void
test_no_progress_after_done (void)
{
  g_autoptr (OndesQueue) queue = new_queue ();
  Gate gate;
  Probe p = { .reports = 1, .late = TRUE, .gate = &gate };
  guint later = 0;

  gate_init (&gate);
  submit (queue, "a", &p);
  wait_for (&p.told);
  gate_open (&gate);
  wait_for (&p.done);
  g_timeout_add (100, set, &later); /* behind every progress that could be waiting */
  wait_for (&later); /* on_progress asserts */
  g_assert_cmpuint (p.done, ==, 1);
  gate_clear (&gate);
}

static void
test_free (void)
{
  OndesQueue *queue = new_queue ();
  Gate gate;
  Probe finished = { .reports = 3 }, running = { .gate = &gate, .reports = 3 };
  Probe waiting[20] = { { NULL } };

  gate_init (&gate);
  submit (queue, "a", &finished);
  submit (queue, NULL, &running);
  gate_wait_for_work (&gate);
  for (guint i = 0; i < G_N_ELEMENTS (waiting); i++)
    submit (queue, i % 2 ? "a" : NULL, &waiting[i]);
  ondes_queue_free (queue);

  g_assert_cmpuint (finished.destroyed, ==, 1);
  g_assert_cmpuint (running.destroyed, ==, 1);
  drain ();
  g_assert_cmpuint (finished.done + finished.told + running.done + running.told, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (waiting); i++)
    {
      g_assert_cmpuint (waiting[i].destroyed, ==, 1);
      g_assert_cmpuint (waiting[i].done, ==, 0);
      g_assert_cmpint (waiting[i].ran, ==, 0);
    }
  gate_clear (&gate);
}

static void
test_free_idle (void)
{
  ondes_queue_free (new_queue ());
}

static void
test_free_in_done (void)
{
  OndesQueue *queue = new_queue ();
  Probe first = { .free_in_done = &queue }, second = { NULL };

  submit (queue, "a", &first);
  submit (queue, "b", &second);
  wait_for (&first.done);
  g_assert_null (queue);
  g_assert_cmpuint (first.destroyed, ==, 1);
  g_assert_cmpuint (second.destroyed, ==, 1);
  drain ();
  g_assert_cmpuint (first.done, ==, 1);
  g_assert_cmpuint (second.done, ==, 0);
}

static void
test_free_in_progress (void)
{
  OndesQueue *queue = new_queue ();
  Gate gate;
  Probe p = { .reports = 1, .gate = &gate, .free_in_progress = &queue };

  gate_init (&gate);
  submit (queue, "a", &p);
  wait_for (&p.told);
  g_assert_null (queue);
  g_assert_cmpuint (p.destroyed, ==, 1);
  drain ();
  g_assert_cmpuint (p.done, ==, 0);
  g_assert_cmpuint (p.told, ==, 1);
  gate_clear (&gate);
}

static gpointer
other_thread (gpointer data)
{
  OndesQueue *queue = data;
  g_autoptr (GMainContext) context = g_main_context_new ();
  Probe p = { .reports = 1 };

  g_main_context_push_thread_default (context);
  submit (queue, "a", &p);
  wait_for (&p.done); /* the callbacks assert the thread */
  g_assert_cmpuint (p.destroyed, ==, 1);
  g_assert_true (p.ok);
  g_main_context_pop_thread_default (context);
  return NULL;
}

static void
test_context (void)
{
  g_autoptr (OndesQueue) queue = new_queue ();

  g_thread_join (g_thread_new ("submitter", other_thread, queue));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/queue/storm-ends-on-the-last", test_storm);
  g_test_add_func ("/ondes/queue/latest-overtakes-waiting-and-running", test_overtaking);
  g_test_add_func ("/ondes/queue/without-key-after-all-with-key", test_order);
  g_test_add_func ("/ondes/queue/cancel/waiting", test_cancel_waiting);
  g_test_add_func ("/ondes/queue/cancel/running", test_cancel_running);
  g_test_add_func ("/ondes/queue/cancel/finished-keeps-its-result", test_cancel_finished);
  g_test_add_func ("/ondes/queue/error-reaches-done", test_error);
  g_test_add_func ("/ondes/queue/progress-at-most-thirty-a-second", test_progress);
  g_test_add_func ("/ondes/queue/no-progress-after-done", test_no_progress_after_done);
  g_test_add_func ("/ondes/queue/free/running-waiting-and-finished", test_free);
  g_test_add_func ("/ondes/queue/free/idle", test_free_idle);
  g_test_add_func ("/ondes/queue/free/in-done", test_free_in_done);
  g_test_add_func ("/ondes/queue/free/in-progress", test_free_in_progress);
  g_test_add_func ("/ondes/queue/callbacks-on-the-submitters-context", test_context);
  return g_test_run ();
}
