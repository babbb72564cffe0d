/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compute.h"

#include "choice.h"
#include "host-private.h"
#include "levelling.h"
#include "base/number.h"
#include "transform/cwt.h"
#include "base/words.h"

#include <string.h>

/* Retries, each with half the memory, before an engine is abandoned. */
#define HALVINGS 4
#define MIN_BYTES (G_GUINT64_CONSTANT (1) << 20)
#define FIRST_BYTES (G_GUINT64_CONSTANT (512) << 20) /* if the engine did not report its workspace */
/* Runs after which the memory limit of an engine is lifted. */
#define LIMITED_RUNS 16

typedef struct
{
  const char             *name;
  const OndesEngineClass *klass;  /* NULL if not available */
  const char             *why;    /* why klass is NULL */
  OndesHosted            *hosted; /* NULL until needed */
  gboolean                looked; /* TRUE after devices were looked for */
  char                   *absent; /* why there is no device; NULL if there is one */
} Slot;

struct _OndesComputer
{
  char       *order;  /* NULL: auto */
  gboolean    by_variable; /* TRUE if the order came from ONDES_ENGINE; for messages */
  OndesChoice *choice; /* followed; NULL if none */
  guint       serial; /* of the choice as last followed */
  gboolean    wish;   /* TRUE if the order is a choice of the user, which may fall back */
  guint       device, threads;
  OndesEngineHost *host;
  OndesClaim  claim;
  Slot       *slots;  /* NULL until the first use */
  guint       n_slots;
};

/* A request being passed to an engine. */
typedef struct
{
  OndesRequest     *request;
  OndesSink        *sink;
  const OndesWatch *watch; /* never NULL */
  gboolean          choose; /* TRUE if the engine must beat the CPU */
} Work;

/* Lost devices. Global, because a lost device stays unusable to the whole process. */
static GMutex lost_mutex;
static GHashTable *lost_devices; /* "name/device" → message */

static char *
lost_message (const Slot *slot,
              guint       device)
{
  g_autofree char *key = g_strdup_printf ("%s/%u", slot->name, device);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lost_mutex);

  return lost_devices != NULL ? g_strdup (g_hash_table_lookup (lost_devices, key)) : NULL;
}

/* TRUE for the first caller to report the device. Replaces its @message by the sentence that every later caller gets. */
static gboolean
lost_remember (const Slot *slot,
               guint       device,
               char      **message)
{
  g_autofree char *key = g_strdup_printf ("%s/%u", slot->name, device);
  g_autofree char *cause = NULL;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lost_mutex);

  if (lost_devices == NULL)
    lost_devices = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (g_hash_table_contains (lost_devices, key))
    return FALSE;
  cause = *message;
  *message = g_strdup_printf (_("device %u of the %s engine was lost (%s) and rests until Ondes is started again"),
                              device, slot->name, cause);
  g_hash_table_insert (lost_devices, g_steal_pointer (&key), g_strdup (*message));
  return TRUE;
}

static gboolean
slot_is_cpu (const Slot *slot)
{
  return strcmp (slot->name, "cpu") == 0;
}

static gboolean
may_fall_back (const OndesComputer *self)
{
  return self->order == NULL || self->wish;
}

static void
slot_leave (Slot *slot)
{
  g_clear_pointer (&slot->hosted, ondes_hosted_leave);
}

/* Opens the engine of @slot. The caller holds a claim. */
static gboolean
slot_open (OndesComputer *self,
           Slot          *slot,
           GError       **error)
{
  g_autofree char *lost = slot_is_cpu (slot) ? NULL : lost_message (slot, self->device);

  if (lost == NULL)
    return ondes_hosted_open (slot->hosted, error);
  /* another computer may have lost the device */
  ondes_hosted_lose (slot->hosted);
  g_set_error_literal (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_LOST, lost);
  return FALSE;
}

/* Returns why there is nothing to open, or NULL if there is something. */
static const char *
slot_absent (Slot *slot)
{
  if (slot->klass == NULL)
    return slot->why;
  if (!slot->looked && !slot_is_cpu (slot) && slot->klass->list (NULL, 0, &slot->absent) == 0 && slot->absent == NULL)
    slot->absent = g_strdup (_("there is no device for it"));
  slot->looked = TRUE;
  return slot->absent;
}

/* Returns the cached plan, or a new one if the engine supports the request. */
static OndesPlan *
get_plan (OndesHosted *hosted,
          const Work  *work,
          GError     **error)
{
  const OndesEngineClass *klass = hosted->klass;
  OndesPlan *plan = ondes_plans_find (hosted->plans, work->request);

  if (plan != NULL || !klass->supports (hosted->engine, work->request, error))
    return plan;
  if (!work->choose || ondes_engine_is_worthwhile (klass, hosted->engine, work->request))
    return ondes_plans_make (hosted->plans, work->request, error);
  g_set_error_literal (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED, _("the CPU is quicker at this"));
  return NULL;
}

static gboolean
run_once (OndesHosted     *hosted,
          const Work      *work,
          guint64         *bytes,
          OndesStatistics *statistics,
          GError         **error)
{
  const OndesEngineClass *klass = hosted->klass;
  OndesPlan *plan;
  gboolean ok;

  if (g_cancellable_set_error_if_cancelled (work->watch->cancellable, error) || (plan = get_plan (hosted, work, error)) == NULL)
    return FALSE;
  *bytes = plan->workspace_bytes;
  ok = klass->run (hosted->engine, plan, work->request, work->sink, work->watch, error);
  ondes_plans_release (hosted->plans, plan);
  g_free (statistics->methods);
  memset (statistics, 0, sizeof *statistics);
  klass->statistics (hosted->engine, statistics);
  return ok;
}

/* Sets the memory limit and drops plans that were made for another limit. */
static void
set_limit (OndesHosted *hosted,
           guint64      bytes)
{
  ondes_plans_clear (hosted->plans);
  hosted->klass->trim (hosted->engine, bytes);
}

/* Runs @work, again with half the memory each time it fails with NO_MEMORY. */
static gboolean
run_hosted (OndesHosted *hosted,
            const Work  *work,
            OndesReport *report,
            GError     **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (GError) first = NULL; /* NO_MEMORY before anything was trimmed: names the memory really needed */
  guint64 limit = 0;

  if (hosted->limited == 1)
    set_limit (hosted, G_MAXUINT64);
  hosted->limited -= hosted->limited > 0;

  for (guint attempt = 0;; attempt++)
    {
      guint64 bytes = 0;

      if (run_once (hosted, work, &bytes, &report->statistics, &local))
        {
          g_strlcpy (report->device, hosted->device_name, sizeof report->device);
          return TRUE;
        }
      if (attempt == HALVINGS || !g_error_matches (local, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY))
        break;
      if (first == NULL)
        first = g_steal_pointer (&local);
      g_clear_error (&local);
      limit = MAX ((attempt > 0 ? limit : bytes > 0 ? bytes : FIRST_BYTES) / 2, MIN_BYTES);
      set_limit (hosted, limit);
      hosted->limited = LIMITED_RUNS;
    }
  if (first != NULL && g_error_matches (local, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_NO_MEMORY))
    g_propagate_error (error, g_steal_pointer (&first));
  else
    g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* Runs @work on one engine, under one claim. Closes the engine if it is LOST. */
static gboolean
run_slot (OndesComputer *self,
          Slot          *slot,
          const Work    *work,
          OndesReport   *report,
          GError       **error)
{
  g_autoptr (GError) local = NULL;
  gboolean done;

  report->engine = slot->name;
  if (slot->hosted != NULL && !ondes_hosted_serves (slot->hosted))
    slot_leave (slot);
  if (slot->hosted == NULL)
    slot->hosted = ondes_hosted_join (self->host, slot->klass, slot_is_cpu (slot) && may_fall_back (self) ? 0 : self->device,
                                      self->threads);
  if (!ondes_claim_acquire (&self->claim, slot->hosted, work->request, work->watch->cancellable, error))
    return FALSE;
  done = slot_open (self, slot, &local) && run_hosted (slot->hosted, work, report, &local);
  if (g_error_matches (local, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_LOST))
    {
      ondes_hosted_lose (slot->hosted);
      if (!slot_is_cpu (slot))
        report->lost = lost_remember (slot, self->device, &local->message);
    }
  ondes_claim_release (&self->claim);
  if (!done)
    g_propagate_error (error, g_steal_pointer (&local));
  return done;
}

static void
make_slots (OndesComputer *self)
{
  const OndesEngineInfo *infos;

  if (self->slots != NULL)
    return;
  infos = ondes_engines_list (&self->n_slots);
  self->slots = g_new0 (Slot, self->n_slots);
  for (guint i = 0; i < self->n_slots; i++)
    self->slots[i] = (Slot) { .name = infos[i].name, .klass = infos[i].klass, .why = infos[i].why };
}

/* Reports the failure of the last engine: recasts an engine's error as ONDES_ERROR and passes other errors through. Takes
 * ownership of @cause. */
static gboolean
fail_last (GError  *cause,
           GError **error)
{
  if (cause->domain == ONDES_ENGINE_ERROR)
    {
      g_autoptr (GError) of_engine = cause;

      cause = ondes_error_recast (of_engine, ONDES_ERROR, of_engine->code == ONDES_ENGINE_ERROR_UNSUPPORTED ? ONDES_ERROR_REQUEST
                                                                                                           : ONDES_ERROR_FILE);
    }
  g_propagate_error (error, cause);
  return FALSE;
}

/* Returns the beginning of a message: "--engine cuda" or "ONDES_ENGINE=cuda". */
static char *
describe_order (const OndesComputer *self)
{
  return g_strdup_printf ("%s%s%s", self->by_variable ? "ONDES_ENGINE" : ondes_setting_name (ONDES_SETTING_ENGINE, NULL),
                          self->by_variable ? "=" : " ", self->order);
}

/* Runs @work on the ordered engine and no other. */
static gboolean
run_ordered (OndesComputer *self,
             const Work    *work,
             OndesReport   *report,
             GError       **error)
{
  g_autofree char *order = describe_order (self);
  g_autoptr (GError) local = NULL;
  g_autofree char *why = NULL;
  const char *absent;
  Slot *slot = NULL;

  for (guint i = 0; i < self->n_slots; i++)
    if (strcmp (self->slots[i].name, self->order) == 0)
      slot = &self->slots[i];
  if (slot == NULL)
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_ENGINE,
                                   _("%s: there is no such engine; use auto, cpu or cuda"), order);

  absent = slot_absent (slot);
  if (absent != NULL)
    {
      report->engine = slot->name;
      return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_ENGINE,
                                     _("%s: %s; use auto or cpu here"), order, absent);
    }
  if (run_slot (self, slot, work, report, &local))
    return TRUE;
  if (slot_is_cpu (slot) || local->domain != ONDES_ENGINE_ERROR)
    return fail_last (g_steal_pointer (&local), error);
  why = ondes_error_sentence (local);
  return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_ENGINE,
                                 _("%s: %s; auto falls back to the CPU"), order, why);
}

/* FALSE if another engine is ordered, or if auto expects the CPU to be faster. Neither is a fall-back. */
static gboolean
is_candidate (const OndesComputer *self,
              const Slot          *slot,
              const OndesRequest  *request)
{
  if (slot_is_cpu (slot))
    return TRUE;
  if (self->order != NULL)
    return strcmp (slot->name, self->order) == 0;
  return slot->klass == NULL || ondes_engine_is_worthwhile (slot->klass, NULL, request);
}

/* Runs @work on the first engine that can do it; the CPU is the last. */
static gboolean
run_auto (OndesComputer *self,
          const Work    *work,
          OndesReport   *report,
          GError       **error)
{
  for (guint i = 0; i < self->n_slots; i++)
    {
      Slot *slot = &self->slots[i];
      const char *absent;
      g_autoptr (GError) local = NULL;

      if (!is_candidate (self, slot, work->request))
        continue;
      absent = slot_absent (slot);
      if (absent != NULL)
        {
          if ((self->wish || self->device > 0) && report->fallback == NULL)
            report->fallback = g_strdup (absent);
          continue;
        }
      if (run_slot (self, slot, work, report, &local))
        return TRUE;
      if (slot_is_cpu (slot) || local->domain != ONDES_ENGINE_ERROR)
        return fail_last (g_steal_pointer (&local), error);
      if (report->fallback == NULL)
        report->fallback = ondes_error_sentence (local);
    }
  g_assert_not_reached (); /* the registry always ends with the CPU */
}

static void
take_order (OndesComputer *self,
            const char    *engine,
            guint          device)
{
  self->by_variable = engine == NULL;
  if (engine == NULL)
    engine = g_getenv ("ONDES_ENGINE");
  g_free (self->order);
  self->order = engine != NULL && *engine != '\0' && strcmp (engine, "auto") != 0 ? g_strdup (engine) : NULL;
  self->device = device;
}

/* Adopts a new choice of the user, if any, and leaves the engines of the old one. */
static void
follow_choice (OndesComputer *self)
{
  g_autofree char *engine = NULL;
  guint device;

  if (self->choice == NULL || !ondes_choice_changed (self->choice, &self->serial, &engine, &device))
    return;
  take_order (self, engine, device);
  self->wish = engine != NULL;
  for (guint i = 0; i < self->n_slots; i++)
    slot_leave (&self->slots[i]);
}

/* Runs the request. If single precision cannot hold the numbers of a recording, scales them for engine and sink. */
static gboolean
run_levelled (OndesComputer *self,
              const Work    *asked,
              OndesReport   *report,
              GError       **error)
{
  for (;;)
    {
      g_autoptr (GError) local = NULL;
      OndesLevelling levelling;
      Work work;
      gboolean done;

      if (!ondes_levelling_init (&levelling, asked->request, asked->sink, asked->watch->cancellable, error))
        return FALSE;
      work = (Work) { levelling.request, levelling.sink, asked->watch, self->order == NULL };
      done = (may_fall_back (self) ? run_auto : run_ordered) (self, &work, report, &local);
      if (ondes_levelling_again (&levelling))
        continue;
      if (!done)
        g_propagate_error (error, g_steal_pointer (&local));
      return done;
    }
}

gboolean
ondes_compute (OndesComputer    *self,
               OndesRequest     *request,
               OndesSink        *sink,
               const OndesWatch *watch,
               OndesReport      *report,
               GError          **error)
{
  const OndesWatch nobody = { NULL };
  const Work work = { request, sink, watch != NULL ? watch : &nobody };
  g_auto (OndesReport) own = { NULL };
  gboolean done;

  if (report == NULL)
    report = &own;
  ondes_report_clear (report);
  make_slots (self);
  follow_choice (self);
  self->claim.waited_us = 0;
  done = run_levelled (self, &work, report, error);
  report->waited_s = (double) self->claim.waited_us / G_USEC_PER_SEC;
  if (self->choice != NULL)
    ondes_choice_note (self->choice, self->serial, report);
  return done && ondes_sink_finish (sink, error);
}

OndesComputer *
ondes_computer_new_at (const char       *engine,
                       guint             device,
                       guint             threads,
                       const OndesClient *client)
{
  OndesComputer *self = g_new0 (OndesComputer, 1);

  if (engine == NULL && client->choice != NULL)
    self->choice = ondes_choice_ref (client->choice);
  take_order (self, engine, device);
  self->threads = threads;
  self->host = client->host != NULL ? client->host : ondes_engine_host_default ();
  self->claim.priority = client->priority;
  self->claim.owner = client->owner != NULL ? client->owner : self;
  return self;
}

OndesComputer *
ondes_computer_new (const char *engine,
                    guint       device,
                    guint       threads)
{
  return ondes_computer_new_at (engine, device, threads, &(OndesClient) { .priority = ONDES_PRIORITY_INTERACTIVE });
}

void
ondes_computer_free (OndesComputer *self)
{
  for (guint i = 0; i < self->n_slots; i++)
    {
      slot_leave (&self->slots[i]);
      g_free (self->slots[i].absent);
    }
  g_clear_pointer (&self->choice, ondes_choice_unref);
  g_free (self->slots);
  g_free (self->order);
  g_free (self);
}

void
ondes_computer_set_priority (OndesComputer *self,
                             OndesPriority  priority)
{
  ondes_claim_set_priority (&self->claim, self->host, priority);
}

gboolean
ondes_computer_is_cpu (OndesComputer *self)
{
  gboolean found = FALSE;

  make_slots (self);
  follow_choice (self);
  for (guint i = 0; i < self->n_slots && !found; i++)
    {
      Slot *slot = &self->slots[i];

      if (!slot_is_cpu (slot))
        found = self->order != NULL ? strcmp (slot->name, self->order) == 0 : slot_absent (slot) == NULL;
    }
  return !found;
}
