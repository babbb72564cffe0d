/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesAnalysis: the model of a page of the window: settings, results computed from them, and exports. It belongs to a session,
 * the construct property "session", and follows its changes. Abstract; main thread only.
 *
 * This class keeps the queues, the schedulers, the exports, the problem and the status line; a subclass has the settings, computes
 * results and makes export jobs.
 *
 * Signals:
 *   "settings-changed"  settings, or the source of the values
 *   "state-changed"     busy, progress, status, problem or exports
 *   "message" (char *text, gboolean is_error)   one sentence for a toast; after "state-changed" also why the CPU computes instead
 *                       of the preferred engine
 */
#pragma once

#include "export-job.h"
#include "scheduler.h"
#include "session.h"

G_BEGIN_DECLS

/* The settings that are remembered between runs (settings.h). */
typedef struct _OndesRemembered OndesRemembered;

#define ONDES_TYPE_ANALYSIS (ondes_analysis_get_type ())
G_DECLARE_DERIVABLE_TYPE (OndesAnalysis, ondes_analysis, ONDES, ANALYSIS, GObject)

struct _OndesAnalysisClass
{
  GObjectClass parent_class;

  const char *name;         /* key of its settings among those of a session */
  /* Adds all settings, always in the same order. */
  void     (*save)          (OndesAnalysis              *self,
                             GVariantBuilder            *settings);
  /* Adopts the valid entries of @settings; other settings stay unchanged. */
  void     (*restore)       (OndesAnalysis              *self,
                             GVariant                   *settings);

  /* Lists the settings of a person, which are kept for other recordings and between runs; NULL for none. */
  void     (*remember)      (OndesAnalysis              *self,
                             OndesRemembered            *list);
  gboolean   remembers_valid; /* TRUE if settings that have a problem are not remembered */
  /* Resets settings that do not go together, once they are loaded; may be NULL. */
  void     (*mend)          (OndesAnalysis              *self);

  /* The defaults: TRUE if the session is opening or a visible scheduler is busy; cancels the opening and these schedulers; wants
   * the first scheduler's result again. */
  gboolean (*is_busy)       (OndesAnalysis              *self,
                             double                     *progress);
  void     (*cancel)        (OndesAnalysis              *self);
  void     (*recompute)     (OndesAnalysis              *self);
  /* Called after a change of settings and when the analysis becomes active; the default is ondes_analysis_compute(). */
  void     (*want)          (OndesAnalysis              *self);

  /* Called when the analysis becomes active or inactive; may be NULL. */
  void     (*activated)     (OndesAnalysis              *self,
                             gboolean                    active);

  void     (*zoom)          (OndesAnalysis              *self,
                             double                      factor);
  /* Returns the words of what can be exported now, static and marked for translation, in a NULL-terminated list that is borrowed
   * until the next call; NULL if it is one thing. The functions below are about the one that ondes_analysis_get_product()
   * returns. */
  const char *const *(*list_products) (OndesAnalysis    *self);
  guint    (*get_formats)   (OndesAnalysis              *self);
  char    *(*name_export)   (OndesAnalysis              *self,
                             char                      **folder);
  char    *(*count_numbers) (OndesAnalysis              *self,
                             OndesExportFormat           format,
                             guint                       columns);
  /* Returns a job for the view; NULL if there is nothing to export or the settings have a problem. */
  OndesExportJob *(*make_export) (OndesAnalysis         *self,
                             OndesExportFormat           format,
                             const OndesFigureSize      *size,
                             guint                       columns);
};

OndesSession   *ondes_analysis_get_session   (OndesAnalysis         *self); /* borrowed */
/* Sets whether its page is in view; FALSE initially. An inactive analysis has lower priority, and may compute nothing. */
void            ondes_analysis_set_active    (OndesAnalysis         *self,
                                              gboolean               active);
gboolean        ondes_analysis_is_active     (OndesAnalysis         *self);
/* Returns "scalogram", "sequency", "spectra", "convolution" or "filter"; static. */
const char     *ondes_analysis_get_name      (OndesAnalysis         *self);
/* Returns a dictionary (a{sv}), floating; see ondes_session_get_settings(). */
GVariant       *ondes_analysis_save_settings (OndesAnalysis         *self);
void            ondes_analysis_restore_settings (OndesAnalysis      *self,
                                              GVariant              *settings);
/* @progress is 0 … 1 and may be NULL. */
gboolean        ondes_analysis_is_busy       (OndesAnalysis         *self,
                                              double                *progress);
/* TRUE if a newer or exact result is under way or was cancelled. */
gboolean        ondes_analysis_is_stale      (OndesAnalysis         *self);
/* The status is one line on the result, "" if there is none. The summary is short, "Ready · 310 ms", or the status itself. The
 * problem is one sentence on what is wrong with the settings, NULL if they are valid. */
const char     *ondes_analysis_get_status    (OndesAnalysis         *self);
const char     *ondes_analysis_get_summary   (OndesAnalysis         *self);
const char     *ondes_analysis_get_problem   (OndesAnalysis         *self);
/* Returns the setting that the problem concerns; ONDES_SETTING_NONE if there is no problem, or if it concerns none. */
OndesSetting    ondes_analysis_get_problem_setting (OndesAnalysis   *self);
void            ondes_analysis_cancel        (OndesAnalysis         *self);
void            ondes_analysis_recompute     (OndesAnalysis         *self);
/* Zooms about the middle: in by a factor > 1, out by one < 1; 0 shows everything. */
void            ondes_analysis_zoom          (OndesAnalysis         *self,
                                              double                 factor);

/* Return and choose what is exported, an index of the products listed now; 0 if there is one. The choice stays
 * that kind of product when the list changes, and is the first one while the list lacks it. */
const char *const *ondes_analysis_list_products (OndesAnalysis      *self);
guint           ondes_analysis_get_product   (OndesAnalysis         *self);
void            ondes_analysis_set_product   (OndesAnalysis         *self,
                                              guint                  product);
/* Returns a bit (1 << OndesExportFormat) for each format that can be written; 0 if there is nothing to export. */
guint           ondes_analysis_get_formats   (OndesAnalysis         *self);
/* Returns the name to propose, without an extension, and sets @folder, NULL if there is none. Transfer full. */
char           *ondes_analysis_name_export   (OndesAnalysis         *self,
                                              char                 **folder);
/* Describes the count of numbers in a file and its approximate size. Transfer full. */
char           *ondes_analysis_count_numbers (OndesAnalysis         *self,
                                              OndesExportFormat      format,
                                              guint                  columns);
gboolean        ondes_analysis_is_exporting  (OndesAnalysis         *self,
                                              double                *progress);
void            ondes_analysis_cancel_export (OndesAnalysis         *self);
/* Exports the view with the present settings, after the exports before it. @size may be NULL, here and below; @columns is as in
 * OndesExport, if the page pools numbers. "state-changed" and "message" report progress and outcome. */
void            ondes_analysis_export        (OndesAnalysis         *self,
                                              const char            *path,
                                              OndesExportFormat      format,
                                              const OndesFigureSize *size,
                                              guint                  columns);
/* Returns the ondes-cli command line of that export; NULL if there is none. Transfer full. */
char           *ondes_analysis_command       (OndesAnalysis         *self,
                                              const char            *path,
                                              OndesExportFormat      format,
                                              const OndesFigureSize *size,
                                              guint                  columns);
/* Computes the figure's pixels on the queue, then calls @done on the main thread. */
void            ondes_analysis_copy_image    (OndesAnalysis         *self,
                                              const OndesFigureSize *size,
                                              OndesImageDone         done,
                                              gpointer               user_data);

/* For subclasses. The two queues and the schedulers are freed in dispose(); subclasses free what these use in finalize(). */

/* Leaves it to other analyses of the session to say why the CPU computes: this one has no page. */
void            ondes_analysis_set_silent      (OndesAnalysis             *self);
/* Adds a scheduler on the queue of the session's engine; borrowed. The first one added provides progress and staleness of the
 * analysis. Schedulers with a changed() function, which the first must have, are visible: the user sees that they are busy,
 * and can cancel them. */
OndesScheduler *ondes_analysis_add_scheduler (OndesAnalysis             *self,
                                              const OndesSchedulerClass *klass);
/* Adds a scheduler on the queue of side results: one thread of the CPU, so that they never wait for a main result. */
OndesScheduler *ondes_analysis_add_aside     (OndesAnalysis             *self,
                                              const OndesSchedulerClass *klass);
OndesQueue     *ondes_analysis_get_asides    (OndesAnalysis             *self); /* borrowed */
void            ondes_analysis_want          (OndesAnalysis             *self);
/* Wants a result of the first scheduler, now or as soon as the analysis is active. */
void            ondes_analysis_compute       (OndesAnalysis             *self);
/* Emits "state-changed"; @analysis is untyped to fit OndesSchedulerClass. */
void            ondes_analysis_changed       (gpointer                   analysis);
/* Emits "settings-changed", and records an undo step in the session. */
void            ondes_analysis_settings_changed (OndesAnalysis          *self);
/* Takes ownership of @status; NULL if there is no result. */
void            ondes_analysis_take_status   (OndesAnalysis             *self,
                                              char                      *status);
/* Takes ownership of the summary of the status that was taken last. */
void            ondes_analysis_take_summary  (OndesAnalysis             *self,
                                              char                      *summary);
/* Takes ownership of @sentence; NULL if the settings are valid. */
void            ondes_analysis_take_problem  (OndesAnalysis             *self,
                                              char                      *sentence,
                                              OndesSetting               setting);
/* Takes the problem from the error of a computation; NULL if it had none. */
void            ondes_analysis_take_error    (OndesAnalysis             *self,
                                              const GError              *error);
void            ondes_analysis_say           (OndesAnalysis             *self,
                                              gboolean                   is_error,
                                              const char                *text);
void            ondes_analysis_say_error     (OndesAnalysis             *self,
                                              const GError              *error);

G_END_DECLS
