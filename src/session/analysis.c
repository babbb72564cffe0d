/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "engine/choice.h"
#include "analysis.h"
#include "exports.h"
#include "words-settings.h"

typedef struct
{
  OndesSession *session;
  OndesSessionPart part;    /* its settings, a part of what the session saves */
  OndesQueue   *queue;      /* on the session's engine */
  OndesQueue   *asides;     /* on one thread of the CPU; NULL until needed */
  GPtrArray    *schedulers; /* owned */
  GPtrArray    *visible;    /* the schedulers with a changed() function; borrowed */
  gboolean      active;
  gboolean      silent;     /* has no page */
  gboolean      dirty;      /* a result is wanted as soon as the analysis is active */
  OndesExports *exports;
  const char   *product;    /* to export, as chosen: one that the class lists, perhaps not now; NULL for the first */
  char         *problem, *status, *summary; /* NULL if none */
  OndesSetting  problem_setting;
} OndesAnalysisPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (OndesAnalysis, ondes_analysis, G_TYPE_OBJECT)

#define PRIVATE(self) ((OndesAnalysisPrivate *) ondes_analysis_get_instance_private (self))

enum { SETTINGS_CHANGED, STATE_CHANGED, MESSAGE, N_SIGNALS };
static guint signals[N_SIGNALS];

enum { PROP_0, PROP_SESSION };

/* Says once, on whichever page, why the CPU computes instead of the preferred engine. Analyses of derived sessions have no
 * page. */
static void
say_why (OndesAnalysis *self)
{
  OndesSession *session = PRIVATE (self)->session;
  const gboolean has_page = !PRIVATE (self)->silent && !ondes_session_is_derived (session);
  g_autofree char *why = has_page ? ondes_choice_take_why (ondes_session_get_engine (session)) : NULL;
  g_autofree char *text = NULL;

  if (why == NULL)
    return;
  /* Translators: then why another engine does not. */
  text = g_strdup_printf (_("The CPU computes: %s"), why);
  ondes_analysis_say (self, TRUE, text);
}

/* Runs after the handlers of other objects. */
static void
note_settings (OndesAnalysis *self)
{
  ondes_session_note_change (PRIVATE (self)->session);
}

static gboolean
schedulers_are_busy (OndesAnalysis *self,
                     double *progress)
{
  GPtrArray *visible = PRIVATE (self)->visible;

  for (guint i = 0; i < visible->len; i++)
    if (ondes_scheduler_is_busy (g_ptr_array_index (visible, i), i == 0 ? progress : NULL))
      return TRUE;
  return FALSE;
}

/* Opening and conditioning count on every page. */
static gboolean
is_busy (OndesAnalysis *self,
         double *progress)
{
  return ondes_session_is_busy (PRIVATE (self)->session, progress) || schedulers_are_busy (self, progress);
}

static void
cancel (OndesAnalysis *self)
{
  GPtrArray *visible = PRIVATE (self)->visible;

  ondes_session_cancel_opening (PRIVATE (self)->session);
  for (guint i = 0; i < visible->len; i++)
    ondes_scheduler_cancel (g_ptr_array_index (visible, i));
}

static void
recompute (OndesAnalysis *self)
{
  ondes_scheduler_want (g_ptr_array_index (PRIVATE (self)->schedulers, 0), ONDES_WANT_SOON);
}

static void
ondes_analysis_set_property (GObject *object,
                             guint id,
                             const GValue *value,
                             GParamSpec *pspec)
{
  if (id == PROP_SESSION)
    PRIVATE (ONDES_ANALYSIS (object))->session = g_value_dup_object (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
save_part (gpointer         owner,
           GVariantBuilder *entries)
{
  ONDES_ANALYSIS_GET_CLASS (owner)->save (owner, entries);
}

static void
restore_part (gpointer  owner,
              GVariant *saved)
{
  ONDES_ANALYSIS_GET_CLASS (owner)->restore (owner, saved);
}

static void
ondes_analysis_constructed (GObject *object)
{
  OndesAnalysisPrivate *private = PRIVATE (ONDES_ANALYSIS (object));
  const char *name = ONDES_ANALYSIS_GET_CLASS (object)->name;

  G_OBJECT_CLASS (ondes_analysis_parent_class)->constructed (object);
  private->queue = ondes_session_new_queue (private->session, TRUE, ONDES_PRIORITY_HIDDEN);
  private->exports = ondes_exports_new (private->session, object);
  private->part = (OndesSessionPart) { .name = name, .page = name, .stored = TRUE, .save = save_part, .restore = restore_part };
  ondes_session_add_settings (private->session, &private->part, object);
  g_signal_connect_object (private->session, "state-changed", G_CALLBACK (ondes_analysis_changed), object, G_CONNECT_SWAPPED);
}

static void
ondes_analysis_dispose (GObject *object)
{
  OndesAnalysisPrivate *private = PRIVATE (ONDES_ANALYSIS (object));

  ondes_session_remove_settings (private->session, object);
  /* Free the queues first: no callback comes after that. */
  g_clear_pointer (&private->queue, ondes_queue_free);
  g_clear_pointer (&private->asides, ondes_queue_free);
  g_clear_pointer (&private->exports, ondes_exports_free);
  g_ptr_array_set_size (private->visible, 0);
  g_ptr_array_set_size (private->schedulers, 0);
  G_OBJECT_CLASS (ondes_analysis_parent_class)->dispose (object);
}

static void
ondes_analysis_finalize (GObject *object)
{
  OndesAnalysisPrivate *private = PRIVATE (ONDES_ANALYSIS (object));

  g_ptr_array_unref (private->visible);
  g_ptr_array_unref (private->schedulers);
  g_object_unref (private->session);
  g_free (private->problem);
  g_free (private->status);
  g_free (private->summary);
  G_OBJECT_CLASS (ondes_analysis_parent_class)->finalize (object);
}

static void
ondes_analysis_class_init (OndesAnalysisClass *klass)
{
  G_OBJECT_CLASS (klass)->set_property = ondes_analysis_set_property;
  G_OBJECT_CLASS (klass)->constructed = ondes_analysis_constructed;
  G_OBJECT_CLASS (klass)->dispose = ondes_analysis_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_analysis_finalize;
  klass->is_busy = is_busy;
  klass->cancel = cancel;
  klass->recompute = recompute;
  klass->want = ondes_analysis_compute;
  g_object_class_install_property (G_OBJECT_CLASS (klass), PROP_SESSION,
                                   g_param_spec_object ("session", NULL, NULL, ONDES_TYPE_SESSION,
                                                        G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS));
  signals[SETTINGS_CHANGED] = g_signal_new_class_handler ("settings-changed", ONDES_TYPE_ANALYSIS, G_SIGNAL_RUN_LAST,
                                                          G_CALLBACK (note_settings), NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[STATE_CHANGED] = g_signal_new_class_handler ("state-changed", ONDES_TYPE_ANALYSIS, G_SIGNAL_RUN_LAST,
                                                       G_CALLBACK (say_why), NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MESSAGE] = g_signal_new ("message", ONDES_TYPE_ANALYSIS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                   G_TYPE_STRING, G_TYPE_BOOLEAN);
}

static void
ondes_analysis_init (OndesAnalysis *self)
{
  OndesAnalysisPrivate *private = PRIVATE (self);

  private->schedulers = g_ptr_array_new_with_free_func ((GDestroyNotify) ondes_scheduler_free);
  private->visible = g_ptr_array_new ();
  private->dirty = TRUE;
}

static OndesScheduler *
add_scheduler (OndesAnalysis *self,
               const OndesSchedulerClass *klass,
               OndesQueue *queue)
{
  OndesScheduler *scheduler = ondes_scheduler_new (klass, queue, self);

  g_ptr_array_add (PRIVATE (self)->schedulers, scheduler);
  if (klass->changed != NULL)
    g_ptr_array_add (PRIVATE (self)->visible, scheduler);
  return scheduler;
}

OndesScheduler *
ondes_analysis_add_scheduler (OndesAnalysis *self,
                              const OndesSchedulerClass *klass)
{
  return add_scheduler (self, klass, PRIVATE (self)->queue);
}

static OndesPriority
get_priority (const OndesAnalysisPrivate *private)
{
  return private->active ? ONDES_PRIORITY_INTERACTIVE : ONDES_PRIORITY_HIDDEN;
}

OndesQueue *
ondes_analysis_get_asides (OndesAnalysis *self)
{
  OndesAnalysisPrivate *private = PRIVATE (self);

  if (private->asides == NULL)
    private->asides = ondes_session_new_queue (private->session, FALSE, get_priority (private));
  return private->asides;
}

OndesScheduler *
ondes_analysis_add_aside (OndesAnalysis *self,
                          const OndesSchedulerClass *klass)
{
  return add_scheduler (self, klass, ondes_analysis_get_asides (self));
}

void
ondes_analysis_want (OndesAnalysis *self)
{
  ONDES_ANALYSIS_GET_CLASS (self)->want (self);
}

void
ondes_analysis_compute (OndesAnalysis *self)
{
  OndesAnalysisPrivate *private = PRIVATE (self);

  private->dirty = !private->active;
  if (private->active)
    ondes_scheduler_want (g_ptr_array_index (private->schedulers, 0), ONDES_WANT_SOON);
}

void
ondes_analysis_set_active (OndesAnalysis *self,
                           gboolean active)
{
  OndesAnalysisPrivate *private = PRIVATE (self);

  g_return_if_fail (ONDES_IS_ANALYSIS (self));
  private->active = active;
  ondes_queue_set_priority (private->queue, get_priority (private));
  if (private->asides != NULL)
    ondes_queue_set_priority (private->asides, get_priority (private));
  if (ONDES_ANALYSIS_GET_CLASS (self)->activated != NULL)
    ONDES_ANALYSIS_GET_CLASS (self)->activated (self, active);
  if (!active || !private->dirty)
    return;
  private->dirty = FALSE;
  ondes_analysis_want (self);
}

gboolean
ondes_analysis_is_active (OndesAnalysis *self)
{
  g_return_val_if_fail (ONDES_IS_ANALYSIS (self), FALSE);
  return PRIVATE (self)->active;
}

OndesSession *
ondes_analysis_get_session (OndesAnalysis *self)
{
  g_return_val_if_fail (ONDES_IS_ANALYSIS (self), NULL);
  return PRIVATE (self)->session;
}

void
ondes_analysis_changed (gpointer analysis)
{
  g_signal_emit (analysis, signals[STATE_CHANGED], 0);
}

void
ondes_analysis_set_silent (OndesAnalysis *self)
{
  PRIVATE (self)->silent = TRUE;
}

void
ondes_analysis_settings_changed (OndesAnalysis *self)
{
  g_signal_emit (self, signals[SETTINGS_CHANGED], 0);
}

const char *
ondes_analysis_get_name (OndesAnalysis *self)
{
  return ONDES_ANALYSIS_GET_CLASS (self)->name;
}

GVariant *
ondes_analysis_save_settings (OndesAnalysis *self)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  g_return_val_if_fail (ONDES_IS_ANALYSIS (self), NULL);
  ONDES_ANALYSIS_GET_CLASS (self)->save (self, &builder);
  return g_variant_builder_end (&builder);
}

void
ondes_analysis_restore_settings (OndesAnalysis *self,
                                 GVariant *settings)
{
  g_return_if_fail (ONDES_IS_ANALYSIS (self) && g_variant_is_of_type (settings, G_VARIANT_TYPE_VARDICT));
  ONDES_ANALYSIS_GET_CLASS (self)->restore (self, settings);
}

void
ondes_analysis_say (OndesAnalysis *self,
                    gboolean is_error,
                    const char *text)
{
  g_signal_emit (self, signals[MESSAGE], 0, text, is_error);
}

void
ondes_analysis_say_error (OndesAnalysis *self,
                          const GError *error)
{
  g_autofree char *text = ondes_words_error (error);

  ondes_analysis_say (self, TRUE, text);
}

void
ondes_analysis_take_status (OndesAnalysis *self,
                            char *status)
{
  g_free (PRIVATE (self)->status);
  PRIVATE (self)->status = status;
  g_clear_pointer (&PRIVATE (self)->summary, g_free);
}

void
ondes_analysis_take_summary (OndesAnalysis *self,
                             char *summary)
{
  g_free (PRIVATE (self)->summary);
  PRIVATE (self)->summary = summary;
}

void
ondes_analysis_take_problem (OndesAnalysis *self,
                             char *sentence,
                             OndesSetting setting)
{
  OndesAnalysisPrivate *private = PRIVATE (self);

  g_free (private->problem);
  private->problem = sentence;
  private->problem_setting = sentence != NULL ? setting : ONDES_SETTING_NONE;
}

void
ondes_analysis_take_error (OndesAnalysis *self,
                           const GError *error)
{
  ondes_analysis_take_problem (self, error != NULL ? ondes_words_error (error) : NULL, ondes_error_get_setting (error));
}

gboolean
ondes_analysis_is_busy (OndesAnalysis *self,
                        double *progress)
{
  g_return_val_if_fail (ONDES_IS_ANALYSIS (self), FALSE);
  return ONDES_ANALYSIS_GET_CLASS (self)->is_busy (self, progress);
}

gboolean
ondes_analysis_is_stale (OndesAnalysis *self)
{
  g_return_val_if_fail (ONDES_IS_ANALYSIS (self), FALSE);
  return ondes_scheduler_is_stale (g_ptr_array_index (PRIVATE (self)->schedulers, 0));
}

const char *
ondes_analysis_get_status (OndesAnalysis *self)
{
  g_return_val_if_fail (ONDES_IS_ANALYSIS (self), "");
  return PRIVATE (self)->status != NULL ? PRIVATE (self)->status : "";
}

const char *
ondes_analysis_get_summary (OndesAnalysis *self)
{
  g_return_val_if_fail (ONDES_IS_ANALYSIS (self), "");
  return PRIVATE (self)->summary != NULL ? PRIVATE (self)->summary : ondes_analysis_get_status (self);
}

const char *
ondes_analysis_get_problem (OndesAnalysis *self)
{
  g_return_val_if_fail (ONDES_IS_ANALYSIS (self), NULL);
  return PRIVATE (self)->problem;
}

OndesSetting
ondes_analysis_get_problem_setting (OndesAnalysis *self)
{
  g_return_val_if_fail (ONDES_IS_ANALYSIS (self), ONDES_SETTING_NONE);
  return PRIVATE (self)->problem_setting;
}

void
ondes_analysis_cancel (OndesAnalysis *self)
{
  g_return_if_fail (ONDES_IS_ANALYSIS (self));
  ONDES_ANALYSIS_GET_CLASS (self)->cancel (self);
}

void
ondes_analysis_recompute (OndesAnalysis *self)
{
  g_return_if_fail (ONDES_IS_ANALYSIS (self));
  ONDES_ANALYSIS_GET_CLASS (self)->recompute (self);
}

void
ondes_analysis_zoom (OndesAnalysis *self,
                     double factor)
{
  g_return_if_fail (ONDES_IS_ANALYSIS (self));
  ONDES_ANALYSIS_GET_CLASS (self)->zoom (self, factor);
}

const char *const *
ondes_analysis_list_products (OndesAnalysis *self)
{
  g_return_val_if_fail (ONDES_IS_ANALYSIS (self), NULL);
  return ONDES_ANALYSIS_GET_CLASS (self)->list_products != NULL ? ONDES_ANALYSIS_GET_CLASS (self)->list_products (self) : NULL;
}

guint
ondes_analysis_get_product (OndesAnalysis *self)
{
  const char *const *products = ondes_analysis_list_products (self);
  const char *chosen = PRIVATE (self)->product;

  for (guint i = 0; chosen != NULL && products != NULL && products[i] != NULL; i++)
    if (g_str_equal (products[i], chosen))
      return i;
  return 0;
}

void
ondes_analysis_set_product (OndesAnalysis *self,
                            guint product)
{
  const char *const *products = ondes_analysis_list_products (self);

  g_return_if_fail (ONDES_IS_ANALYSIS (self));
  PRIVATE (self)->product = products != NULL && product < g_strv_length ((char **) products) ? products[product] : NULL;
  ondes_analysis_changed (self);
}

guint
ondes_analysis_get_formats (OndesAnalysis *self)
{
  g_return_val_if_fail (ONDES_IS_ANALYSIS (self), 0);
  return ONDES_ANALYSIS_GET_CLASS (self)->get_formats (self);
}

char *
ondes_analysis_name_export (OndesAnalysis *self,
                            char **folder)
{
  g_return_val_if_fail (ONDES_IS_ANALYSIS (self), NULL);
  return ONDES_ANALYSIS_GET_CLASS (self)->name_export (self, folder);
}

char *
ondes_analysis_count_numbers (OndesAnalysis *self,
                              OndesExportFormat format,
                              guint columns)
{
  g_return_val_if_fail (ONDES_IS_ANALYSIS (self), NULL);
  return ONDES_ANALYSIS_GET_CLASS (self)->count_numbers (self, format, columns);
}

gboolean
ondes_analysis_is_exporting (OndesAnalysis *self,
                             double *progress)
{
  g_return_val_if_fail (ONDES_IS_ANALYSIS (self), FALSE);
  return ondes_exports_is_busy (PRIVATE (self)->exports, progress);
}

void
ondes_analysis_cancel_export (OndesAnalysis *self)
{
  g_return_if_fail (ONDES_IS_ANALYSIS (self));
  ondes_exports_cancel (PRIVATE (self)->exports);
}

static OndesExportJob *
make_export (OndesAnalysis *self,
             OndesExportFormat format,
             const OndesFigureSize *size,
             guint columns)
{
  return ONDES_ANALYSIS_GET_CLASS (self)->make_export (self, format, size != NULL ? size : &ondes_figure_size_default, columns);
}

void
ondes_analysis_export (OndesAnalysis *self,
                       const char *path,
                       OndesExportFormat format,
                       const OndesFigureSize *size,
                       guint columns)
{
  OndesAnalysisPrivate *private = PRIVATE (self);
  OndesExportJob *job;

  g_return_if_fail (ONDES_IS_ANALYSIS (self));
  job = make_export (self, format, size, columns);
  if (job != NULL)
    ondes_exports_write (private->exports, path, job);
  else
    ondes_analysis_say (self, TRUE, private->problem != NULL ? private->problem : _("Open a recording first"));
}

char *
ondes_analysis_command (OndesAnalysis *self,
                        const char *path,
                        OndesExportFormat format,
                        const OndesFigureSize *size,
                        guint columns)
{
  OndesExportJob *job;
  char *command;

  g_return_val_if_fail (ONDES_IS_ANALYSIS (self), NULL);
  job = make_export (self, format, size, columns);
  if (job == NULL)
    return NULL;
  job->path = path;
  command = job->klass->command (job);
  ondes_export_job_free (job);
  return command;
}

void
ondes_analysis_copy_image (OndesAnalysis *self,
                           const OndesFigureSize *size,
                           OndesImageDone done,
                           gpointer user_data)
{
  OndesExportJob *job;

  g_return_if_fail (ONDES_IS_ANALYSIS (self));
  job = make_export (self, ONDES_EXPORT_PNG, size, 0);
  if (job != NULL)
    ondes_exports_copy (PRIVATE (self)->exports, job, done, user_data);
  else
    done (NULL, user_data);
}
