/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesAnalysis: what the window and the export dialog ask of the analysis on any page. It is of a session, given as the construct
 * property "session", and follows it. Abstract; main thread only.
 *
 * The problem, the status line, the schedulers that it is computed by and the exports are kept here, once; a subclass has its
 * settings, makes results of them, and says what an export is of.
 *
 * Signals:
 *   "settings-changed"  settings, or where what is computed comes from
 *   "state-changed"  busy, progress, status, problem or exports changed
 *   "message" (char *text, gboolean is_error)   one sentence for a toast; among them, after "state-changed", why the CPU
 *                   computes in place of the engine that was chosen
 */
#pragma once

#include "export/export.h"
#include "scheduler.h"
#include "session.h"

G_BEGIN_DECLS

/* The figure as pixels, for the clipboard; NULL after a failure, which "message" has told. */
typedef void (*OndesImageDone) (cairo_surface_t *surface,
                                gpointer         user_data);

/* Writes @path, or where @surface is not NULL draws into a new one, on the queue's thread; @job is the caller's. */
typedef gboolean (*OndesExportRun) (gpointer          job,
                                    const char       *path,
                                    cairo_surface_t **surface,
                                    OndesComputer    *computer,
                                    const OndesWatch *watch,
                                    GError          **error);

/* What is done with all that an export needs of an analysis as it is now. */
typedef struct
{
  OndesExportRun run;
  /* The ondes-cli line, transfer full; NULL: there is none. */
  char        *(*command) (gpointer    job,
                           const char *path);
  void         (*free)    (gpointer    job);
} OndesExportJobClass;

#define ONDES_TYPE_ANALYSIS (ondes_analysis_get_type ())
G_DECLARE_DERIVABLE_TYPE (OndesAnalysis, ondes_analysis, ONDES, ANALYSIS, GObject)

struct _OndesAnalysisClass
{
  GObjectClass parent_class;

  const char *name;         /* of its settings among those of a session */
  /* Adds all of its settings, always in the same order. */
  void     (*save)          (OndesAnalysis              *self,
                             GVariantBuilder            *settings);
  /* Takes what @settings has and makes sense; the rest stays as it is. */
  void     (*restore)       (OndesAnalysis              *self,
                             GVariant                   *settings);

  /* By default: the session is opening or a scheduler is busy; cancels the opening and all schedulers; the first scheduler wants
   * the same again. */
  gboolean (*is_busy)       (OndesAnalysis              *self,
                             double                     *progress);
  void     (*cancel)        (OndesAnalysis              *self);
  void     (*recompute)     (OndesAnalysis              *self);
  /* Another result is wanted, for the settings changed or the analysis became active; by default ondes_analysis_compute(). */
  void     (*want)          (OndesAnalysis              *self);

  void     (*zoom)          (OndesAnalysis              *self,
                             double                      factor);
  guint    (*get_formats)   (OndesAnalysis              *self);
  char    *(*name_export)   (OndesAnalysis              *self,
                             char                      **folder);
  char    *(*count_numbers) (OndesAnalysis              *self,
                             OndesExportFormat           format,
                             guint                       columns);
  /* A job of *@klass for what is in view; NULL: nothing is, or the settings have a problem. @size may be NULL. */
  gpointer (*make_export)   (OndesAnalysis              *self,
                             OndesExportFormat           format,
                             const OndesFigureSize      *size,
                             guint                       columns,
                             const OndesExportJobClass **klass);
};

OndesSession   *ondes_analysis_get_session   (OndesAnalysis         *self); /* borrowed */
/* Whether its page is in view. An analysis begins inactive, and computes after those of pages in view. */
void            ondes_analysis_set_active    (OndesAnalysis         *self,
                                              gboolean               active);
/* "scalogram", "spectra", "convolution"; valid for good. */
const char     *ondes_analysis_get_name      (OndesAnalysis         *self);
/* A dictionary (a{sv}), floating: see ondes_session_get_settings(). */
GVariant       *ondes_analysis_save_settings (OndesAnalysis         *self);
void            ondes_analysis_restore_settings (OndesAnalysis      *self,
                                              GVariant              *settings);
/* @progress is 0 … 1 and may be NULL. */
gboolean        ondes_analysis_is_busy       (OndesAnalysis         *self,
                                              double                *progress);
/* A newer result, or the exact one, is on its way or was cancelled. */
gboolean        ondes_analysis_is_stale      (OndesAnalysis         *self);
/* One line on what is shown, "" where nothing is; and what is wrong with the settings, NULL: nothing. */
const char     *ondes_analysis_get_status    (OndesAnalysis         *self);
const char     *ondes_analysis_get_problem   (OndesAnalysis         *self);
/* What the problem is about; ONDES_SETTING_NONE: there is none, or it is about no setting. */
OndesSetting    ondes_analysis_get_problem_setting (OndesAnalysis   *self);
void            ondes_analysis_cancel        (OndesAnalysis         *self);
void            ondes_analysis_recompute     (OndesAnalysis         *self);
/* By a factor > 1 in, < 1 out, about the middle; 0: the whole. */
void            ondes_analysis_zoom          (OndesAnalysis         *self,
                                              double                 factor);

/* A bit (1 << OndesExportFormat) for each that can be written; 0: there is nothing to export now. */
guint           ondes_analysis_get_formats   (OndesAnalysis         *self);
/* The name to propose, without an ending, and the folder, NULL where there is none. Transfer full. */
char           *ondes_analysis_name_export   (OndesAnalysis         *self,
                                              char                 **folder);
/* How many numbers a file has and about how long it is. Transfer full. */
char           *ondes_analysis_count_numbers (OndesAnalysis         *self,
                                              OndesExportFormat      format,
                                              guint                  columns);
gboolean        ondes_analysis_is_exporting  (OndesAnalysis         *self,
                                              double                *progress);
void            ondes_analysis_cancel_export (OndesAnalysis         *self);
/* What is in view with the settings of now. @columns as in OndesExport, where the page pools numbers. Progress and the end come as
 * "state-changed" and "message"; a newer export waits for the one before it. */
void            ondes_analysis_export        (OndesAnalysis         *self,
                                              const char            *path,
                                              OndesExportFormat      format,
                                              const OndesFigureSize *size,
                                              guint                  columns);
/* The ondes-cli line of that export; NULL where there is none. Transfer full. */
char           *ondes_analysis_command       (OndesAnalysis         *self,
                                              const char            *path,
                                              OndesExportFormat      format,
                                              const OndesFigureSize *size,
                                              guint                  columns);
/* The figure as pixels: computed on the queue, then @done on the main thread. */
void            ondes_analysis_copy_image    (OndesAnalysis         *self,
                                              const OndesFigureSize *size,
                                              OndesImageDone         done,
                                              gpointer               user_data);

/* For subclasses. An analysis computes on two queues, which are freed, with the schedulers, when it is disposed of. */

/* Adds a scheduler on the queue of the session's engine; borrowed. The first one added provides progress and staleness of the
 * analysis. */
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
/* Emits "settings-changed", and the session notes a step. */
void            ondes_analysis_settings_changed (OndesAnalysis          *self);
/* Takes @status over; NULL: nothing is shown. */
void            ondes_analysis_take_status   (OndesAnalysis             *self,
                                              char                      *status);
/* Takes @sentence over; NULL: the settings are valid. */
void            ondes_analysis_take_problem  (OndesAnalysis             *self,
                                              char                      *sentence,
                                              OndesSetting               setting);
void            ondes_analysis_say           (OndesAnalysis             *self,
                                              gboolean                   is_error,
                                              const char                *text);
void            ondes_analysis_say_error     (OndesAnalysis             *self,
                                              const GError              *error);

G_END_DECLS
