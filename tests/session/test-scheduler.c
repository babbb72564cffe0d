/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scheduler as a state machine, with a queue and a clock of the test's own: sequences by hand, and random ones of want, land,
 * fail, cancel, leave and time against what must hold at each step.
 */
#include "session/scheduler.h"

#define PATIENCE_US (ONDES_PATIENCE_MS * G_GINT64_CONSTANT (1000))
#define NONE        (-1)

typedef enum { EXACT, QUICK, PREVIEWED, COMPUTED, N_KINDS } Kind; /* of what is wanted: how it is answered */

typedef struct
{
  guint          number;
  gpointer       data, user_data;
  GDestroyNotify destroy;
  OndesProgress  progress;
  OndesDone      done;
  gboolean       cancelled;
} Request;

/* An owner, whose settings are a version, with a queue of one thread and a clock. */
typedef struct
{
  OndesScheduler *scheduler;
  /* the world */
  gint64       now;
  guint        last; /* number of a request */
  GPtrArray   *requests; /* of Request, not done; the first one runs */
  GSourceFunc  timeout;
  gpointer     timeout_data;
  gint64       due;
  /* the owner */
  int          version; /* wanted, from 0 */
  Kind         kind;
  guint        jobs;    /* not freed */
  guint        landings, errors, cancels, changes, lefts, ended;
  int          shown, shown_exact; /* versions; NONE: none */
  int          failed;             /* the newest version whose error came */
  gint64       shown_asked;
  gboolean     want_on_landing;    /* once */
} World;

typedef struct
{
  World   *world;
  int      version;
  Kind     kind;
  gboolean preview, done;
} Job;

static guint64
world_submit (gpointer data,
              const OndesTask *task)
{
  World *world = data;
  Request *request = g_new0 (Request, 1);

  *request = (Request) { ++world->last, task->data, task->user_data, task->destroy, task->progress, task->done, FALSE };
  g_assert_cmpstr (task->key, ==, "version");
  for (guint i = 0; i < world->requests->len; i++)
    g_assert_true (((Request *) g_ptr_array_index (world->requests, i))->cancelled); /* no two under way */
  g_ptr_array_add (world->requests, request);
  return request->number;
}

static void
world_cancel (gpointer data,
              guint64 number)
{
  World *world = data;

  for (guint i = 0; i < world->requests->len; i++)
    {
      Request *request = g_ptr_array_index (world->requests, i);

      if (request->number == number)
        request->cancelled = TRUE;
    }
}

static gint64
world_now (gpointer world)
{
  return ((World *) world)->now;
}

static guint
world_add_timeout (gpointer data,
                   guint ms,
                   GSourceFunc func,
                   gpointer user_data)
{
  World *world = data;

  g_assert_null (world->timeout);
  world->timeout = func;
  world->timeout_data = user_data;
  world->due = world->now + ms * G_GINT64_CONSTANT (1000);
  return 1;
}

static void
world_remove_timeout (gpointer data,
                      guint timeout)
{
  World *world = data;

  g_assert_nonnull (world->timeout);
  world->timeout = NULL;
}

static const OndesSchedulerWorld methods = { world_submit, world_cancel, world_now, world_add_timeout, world_remove_timeout };

/* The owner. */

static Job *
job_new (World *world,
         int version,
         Kind kind,
         gboolean preview)
{
  Job *job = g_new0 (Job, 1);

  *job = (Job) { world, version, kind, preview, FALSE };
  world->jobs++;
  return job;
}

static void
job_free (gpointer data)
{
  ((Job *) data)->world->jobs--;
  g_free (data);
}

static gpointer
prepare (gpointer owner,
         gboolean anew,
         OndesStageFlags *flags)
{
  static const OndesStageFlags of[] = { 0, ONDES_STAGE_BRIEF, ONDES_STAGE_BRIEF | ONDES_STAGE_MORE, ONDES_STAGE_COMPUTED };
  World *world = owner;
  Kind kind = anew && world->kind == COMPUTED ? EXACT : world->kind;

  *flags = of[kind];
  return job_new (world, world->version, kind, kind == PREVIEWED);
}

static gpointer
next (gpointer data,
      gpointer owner,
      OndesStageFlags *flags)
{
  const Job *job = data;

  g_assert_true (job->preview);
  *flags = 0;
  return job_new (owner, job->version, job->kind, FALSE);
}

static gboolean
work (OndesComputer *computer,
      gpointer data,
      const OndesWatch *watch,
      GError **error)
{
  g_assert_not_reached (); /* the test's queue has no thread */
}

static gboolean
is_wanted (gpointer data,
           gpointer owner)
{
  return ((Job *) data)->version == ((World *) owner)->version;
}

static gboolean
is_computed (gpointer owner)
{
  return ((World *) owner)->kind == COMPUTED;
}

static void
want (World *world,
      Kind kind,
      OndesWant how)
{
  world->version++;
  world->kind = kind;
  ondes_scheduler_want (world->scheduler, how);
}

static void
ended (gpointer data,
       gpointer owner)
{
  Job *job = data;

  g_assert_false (job->done);
  job->done = TRUE;
  job->world->ended++;
}

static void
left (gpointer data,
      gpointer owner)
{
  job_free (job_new (owner, ((Job *) data)->version, EXACT, FALSE)); /* the job is still there */
  ((World *) owner)->lefts++;
}

static void
landed (gpointer data,
        const GError *error,
        gpointer owner)
{
  World *world = owner;
  const Job *job = data;

  world->landings++;
  if (error != NULL)
    {
      /* Of what is wanted alone, but for a cancel, which ends what is under way and what waits for it. */
      g_assert_true (job->version == world->version || ondes_scheduler_is_stopped (world->scheduler));
      world->cancels += g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      world->errors += !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      world->failed = job->version;
      return;
    }
  /* Nothing of an older one after a newer, no preview after the exact one. */
  g_assert_cmpint (job->version, >=, world->shown);
  if (job->preview)
    g_assert_cmpint (job->version, >, world->shown_exact);
  world->shown = job->version;
  if (!job->preview)
    world->shown_exact = job->version;
  world->shown_asked = ondes_scheduler_get_asked (world->scheduler);
  g_assert_cmpint (ondes_scheduler_is_stale (world->scheduler), ==, world->shown_exact != world->version);
  if (world->want_on_landing)
    {
      world->want_on_landing = FALSE;
      want (world, QUICK, ONDES_WANT_SOON);
    }
}

static void
changed (gpointer owner)
{
  ((World *) owner)->changes++;
}

static const OndesSchedulerClass klass = {
  .key = "version",
  .prepare = prepare,
  .next = next,
  .work = work,
  .free = job_free,
  .is_wanted = is_wanted,
  .is_computed = is_computed,
  .ended = ended,
  .left = left,
  .landed = landed,
  .changed = changed,
};

static void
setup (World *world,
       gconstpointer data)
{
  *world = (World) { .now = 1000000, .requests = g_ptr_array_new (), .version = NONE, .shown = NONE, .shown_exact = NONE,
                     .failed = NONE };
  world->scheduler = ondes_scheduler_new_in (&klass, &methods, world, world);
}

/* The work of the first request ends: without an error, unless it was cancelled, or with one. */
static void
land (World *world,
      gboolean fails)
{
  Request *request = g_ptr_array_remove_index (world->requests, 0);
  g_autoptr (GError) error = NULL;

  if (request->cancelled)
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
  else if (fails)
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_FAILED, "failed");
  request->done (request->data, error, request->user_data);
  request->destroy (request->data);
  g_free (request);
}

static void
pass (World *world,
      gint64 us)
{
  const gint64 until = world->now + us;

  if (world->timeout != NULL && world->due <= until)
    {
      GSourceFunc func = g_steal_pointer (&world->timeout);

      world->now = world->due;
      g_assert_cmpint (func (world->timeout_data), ==, G_SOURCE_REMOVE);
    }
  world->now = until;
}

static gboolean
is_under_way (World *world)
{
  gboolean live = FALSE;

  for (guint i = 0; i < world->requests->len; i++)
    live |= !((Request *) g_ptr_array_index (world->requests, i))->cancelled;
  return live;
}

static void
drain (World *world)
{
  for (guint i = 0; world->requests->len > 0; i++)
    {
      g_assert_cmpuint (i, <, 100);
      land (world, FALSE);
    }
}

static void
teardown (World *world,
          gconstpointer data)
{
  drain (world);
  g_assert_cmpuint (world->jobs, ==, 0);
  g_assert_null (world->timeout);
  g_assert_false (ondes_scheduler_is_busy (world->scheduler, NULL));
  ondes_scheduler_free (world->scheduler);
  g_ptr_array_unref (world->requests);
}

static void
test_preview_then_exact (World *world,
                         gconstpointer data)
{
  double progress;

  want (world, PREVIEWED, ONDES_WANT_SOON);
  g_assert_true (ondes_scheduler_is_busy (world->scheduler, NULL));
  land (world, FALSE);
  g_assert_cmpint (world->shown, ==, 0);
  g_assert_cmpint (world->shown_exact, ==, NONE);
  g_assert_true (ondes_scheduler_is_stale (world->scheduler));
  g_assert_true (ondes_scheduler_is_busy (world->scheduler, NULL));
  ((Request *) world->requests->pdata[0])->progress (0.25, ((Request *) world->requests->pdata[0])->user_data);
  ondes_scheduler_is_busy (world->scheduler, &progress);
  g_assert_cmpfloat (progress, ==, 0.25);
  land (world, FALSE);
  g_assert_cmpint (world->shown_exact, ==, 0);
  g_assert_false (ondes_scheduler_is_stale (world->scheduler));
  g_assert_false (ondes_scheduler_is_busy (world->scheduler, &progress));
  g_assert_cmpfloat (progress, ==, 0);
}

/* Sixty changes a second, and stages of 100 ms: each lands, and shows what was wanted when it began. */
static void
test_drag_is_seen (World *world,
                   gconstpointer data)
{
  for (guint i = 0; i < 60; i++)
    {
      want (world, QUICK, ONDES_WANT_SOON);
      pass (world, 16667);
      if (i % 6 == 5)
        land (world, FALSE);
    }
  g_assert_cmpuint (world->landings, ==, 10);
  drain (world);
  g_assert_cmpint (world->shown_exact, ==, 59);
}

static void
test_long_is_overtaken_at_once (World *world,
                                gconstpointer data)
{
  want (world, EXACT, ONDES_WANT_SOON);
  pass (world, 1000);
  want (world, EXACT, ONDES_WANT_SOON);
  g_assert_cmpuint (world->requests->len, ==, 2);
  g_assert_cmpuint (world->lefts, ==, 1);
  land (world, FALSE); /* it ended too late */
  g_assert_cmpuint (world->landings, ==, 0);
  g_assert_cmpuint (world->ended, ==, 1);
}

static void
test_patience_ends (World *world,
                    gconstpointer data)
{
  want (world, QUICK, ONDES_WANT_SOON);
  pass (world, 10000);
  want (world, QUICK, ONDES_WANT_SOON);
  pass (world, PATIENCE_US - 10001);
  g_assert_cmpuint (world->requests->len, ==, 1);
  pass (world, 2000);
  g_assert_cmpuint (world->requests->len, ==, 2);
  drain (world);
  g_assert_cmpint (world->shown_exact, ==, 1);
  g_assert_cmpuint (world->landings, ==, 1);
}

static void
test_same_goes_on (World *world,
                   gconstpointer data)
{
  want (world, QUICK, ONDES_WANT_SOON);
  pass (world, 10000);
  want (world, QUICK, ONDES_WANT_SOON);
  world->version = 0; /* the setting goes back to where it was */
  pass (world, 5000);
  ondes_scheduler_want (world->scheduler, ONDES_WANT_SOON);
  pass (world, 2 * PATIENCE_US);
  g_assert_cmpuint (world->requests->len, ==, 1);
  land (world, FALSE);
  g_assert_cmpint (world->shown_exact, ==, 0);
  g_assert_cmpint (world->shown_asked, ==, 1015000);
  g_assert_cmpuint (world->requests->len, ==, 0);
}

static void
test_cancel_keeps_what_is_shown (World *world,
                                 gconstpointer data)
{
  want (world, QUICK, ONDES_WANT_SOON);
  drain (world);
  want (world, PREVIEWED, ONDES_WANT_SOON);
  land (world, FALSE);
  ondes_scheduler_cancel (world->scheduler);
  drain (world);
  g_assert_cmpuint (world->cancels, ==, 1);
  g_assert_cmpint (world->shown, ==, 1);
  g_assert_cmpint (world->shown_exact, ==, 0);
  g_assert_true (ondes_scheduler_is_stale (world->scheduler));
  g_assert_false (ondes_scheduler_is_busy (world->scheduler, NULL));
  ondes_scheduler_want (world->scheduler, ONDES_WANT_NOW);
  drain (world);
  g_assert_false (ondes_scheduler_is_stale (world->scheduler));
}

/* The preview ended just before the cancel: it shows, and nothing follows. */
static void
test_cancel_comes_too_late (World *world,
                            gconstpointer data)
{
  want (world, PREVIEWED, ONDES_WANT_SOON);
  ondes_scheduler_cancel (world->scheduler);
  ((Request *) world->requests->pdata[0])->cancelled = FALSE;
  land (world, FALSE);
  g_assert_cmpint (world->shown, ==, 0);
  g_assert_true (ondes_scheduler_is_stopped (world->scheduler));
  g_assert_cmpuint (world->requests->len, ==, 0);
}

static void
test_want_while_landing (World *world,
                         gconstpointer data)
{
  want (world, PREVIEWED, ONDES_WANT_SOON);
  world->want_on_landing = TRUE;
  land (world, FALSE);
  drain (world);
  g_assert_cmpint (world->shown_exact, ==, 1);
  g_assert_cmpuint (world->landings, ==, 2); /* not the exact one behind the preview */
}

static void
test_errors_of_what_is_wanted_alone (World *world,
                                     gconstpointer data)
{
  want (world, QUICK, ONDES_WANT_SOON);
  want (world, QUICK, ONDES_WANT_SOON);
  land (world, TRUE);
  g_assert_cmpuint (world->errors, ==, 0);
  land (world, TRUE);
  g_assert_cmpuint (world->errors, ==, 1);
  g_assert_true (ondes_scheduler_is_stale (world->scheduler));
}

/* What must hold between any two steps. */
static void
check (World *world,
       gboolean left_alone)
{
  const Job *job = ondes_scheduler_get_job (world->scheduler);
  const gboolean busy = ondes_scheduler_is_busy (world->scheduler, NULL);

  g_assert_cmpint (busy, ==, job != NULL);
  if (is_under_way (world))
    g_assert_true (busy);
  if (!left_alone && world->version != NONE)
    g_assert_cmpint (ondes_scheduler_is_stale (world->scheduler), ==, world->shown_exact != world->version);
  /* Something newer waits for a brief stage alone, and not for long. */
  if (job != NULL && job->version != world->version && !ondes_scheduler_is_stopped (world->scheduler))
    {
      g_assert_true (job->kind == QUICK || job->preview);
      g_assert_cmpint (world->now - ondes_scheduler_get_started (world->scheduler), <=, PATIENCE_US + 1000);
      g_assert_nonnull (world->timeout);
    }
  if (job == NULL)
    g_assert_null (world->timeout);
  /* What is wanted and not under way was cancelled, left, or failed. */
  if (job == NULL && world->version != NONE && !left_alone && world->shown_exact != world->version)
    g_assert_true (world->failed == world->version || ondes_scheduler_is_stopped (world->scheduler));
}

static void
test_random_sequences (World *world,
                       gconstpointer data)
{
  gboolean left_alone = FALSE;

  for (guint i = 0; i < 200000; i++)
    {
      const int action = g_test_rand_int_range (0, 100);

      if (action < 35)
        {
          /* At times what is under way is what is wanted again. */
          if (g_test_rand_int_range (0, 8) == 0 && ondes_scheduler_get_job (world->scheduler) != NULL)
            ondes_scheduler_want (world->scheduler, ONDES_WANT_SOON);
          else
            want (world, (Kind) g_test_rand_int_range (0, N_KINDS), (OndesWant) (g_test_rand_int_range (0, 12) / 5));
          left_alone = FALSE;
        }
      else if (action < 65 && world->requests->len > 0)
        land (world, g_test_rand_int_range (0, 12) == 0);
      else if (action < 90)
        pass (world, g_test_rand_int_range (0, 120000));
      else if (action < 94)
        ondes_scheduler_cancel (world->scheduler);
      else if (action < 96)
        {
          ondes_scheduler_leave (world->scheduler);
          left_alone = TRUE;
        }
      else if (world->requests->len > 0)
        world->want_on_landing = action == 99;
      check (world, left_alone);
      if (i % 1000 != 999)
        continue;
      /* The last wanted always lands. */
      world->want_on_landing = FALSE;
      want (world, (Kind) g_test_rand_int_range (0, N_KINDS), ONDES_WANT_SOON);
      left_alone = FALSE;
      drain (world);
      g_assert_cmpint (world->shown_exact, ==, world->version);
      check (world, FALSE);
    }
  g_assert_cmpuint (world->jobs, ==, 0);
  g_assert_cmpuint (world->landings, >, 1000);
  g_assert_cmpuint (world->errors, >, 100);
  g_assert_cmpuint (world->cancels, >, 100);
}

#define ADD(path, function) g_test_add ("/ondes/scheduler/" path, World, NULL, setup, function, teardown)

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("a-preview-then-the-exact-one", test_preview_then_exact);
  ADD ("a-drag-is-seen", test_drag_is_seen);
  ADD ("what-is-long-is-overtaken-at-once", test_long_is_overtaken_at_once);
  ADD ("patience-ends", test_patience_ends);
  ADD ("what-is-wanted-goes-on", test_same_goes_on);
  ADD ("a-cancel-keeps-what-is-shown", test_cancel_keeps_what_is_shown);
  ADD ("a-cancel-comes-too-late", test_cancel_comes_too_late);
  ADD ("another-is-wanted-while-one-lands", test_want_while_landing);
  ADD ("errors-of-what-is-wanted-alone", test_errors_of_what_is_wanted_alone);
  ADD ("random-sequences", test_random_sequences);
  return g_test_run ();
}
