/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesPageModel: what the window and the export dialog ask of the model of any page. Main thread only.
 *
 * Signals:
 *   "state-changed"  busy, progress, status, problem or exports changed
 *   "message" (char *text, gboolean is_error)   one sentence for a toast; among them, after "state-changed", why the CPU
 *                   computes in place of the engine that was chosen
 */
#pragma once

#include "export/export.h"

G_BEGIN_DECLS

/* The figure as pixels, for the clipboard; NULL after a failure, which "message" has told. */
typedef void (*OndesImageDone) (cairo_surface_t *surface,
                                gpointer         user_data);

#define ONDES_TYPE_PAGE_MODEL (ondes_page_model_get_type ())
G_DECLARE_INTERFACE (OndesPageModel, ondes_page_model, ONDES, PAGE_MODEL, GObject)

struct _OndesPageModelInterface
{
  GTypeInterface parent_interface;

  gboolean    (*is_busy)       (OndesPageModel         *self,
                                double                 *progress);
  const char *(*get_status)    (OndesPageModel         *self);
  const char *(*get_problem)   (OndesPageModel         *self);
  void        (*cancel)        (OndesPageModel         *self);
  void        (*recompute)     (OndesPageModel         *self);
  void        (*zoom)          (OndesPageModel         *self,
                                double                  factor);

  guint       (*get_formats)   (OndesPageModel         *self);
  char       *(*name_export)   (OndesPageModel         *self,
                                char                  **folder);
  char       *(*count_numbers) (OndesPageModel         *self,
                                OndesExportFormat       format,
                                guint                   columns);
  gboolean    (*is_exporting)  (OndesPageModel         *self,
                                double                 *progress);
  void        (*cancel_export) (OndesPageModel         *self);
  void        (*export)        (OndesPageModel         *self,
                                const char             *path,
                                OndesExportFormat       format,
                                const OndesFigureSize  *size,
                                guint                   columns);
  char       *(*command)       (OndesPageModel         *self,
                                const char             *path,
                                OndesExportFormat       format,
                                const OndesFigureSize  *size,
                                guint                   columns);
  void        (*copy_image)    (OndesPageModel         *self,
                                const OndesFigureSize  *size,
                                OndesImageDone          done,
                                gpointer                user_data);
};

/* @progress is 0 … 1 and may be NULL. */
gboolean    ondes_page_model_is_busy       (OndesPageModel        *self,
                                            double                *progress);
/* One line on what is shown, "" where nothing is; and what is wrong with the settings, NULL: nothing. */
const char *ondes_page_model_get_status    (OndesPageModel        *self);
const char *ondes_page_model_get_problem   (OndesPageModel        *self);
void        ondes_page_model_cancel        (OndesPageModel        *self);
void        ondes_page_model_recompute     (OndesPageModel        *self);
/* By a factor > 1 in, < 1 out, about the middle; 0: the whole. */
void        ondes_page_model_zoom          (OndesPageModel        *self,
                                            double                 factor);

/* A bit (1 << OndesExportFormat) for each that can be written; 0: there is nothing to export now. */
guint       ondes_page_model_get_formats   (OndesPageModel        *self);
/* The name to propose, without an ending, and the folder, NULL where there is none. Transfer full. */
char       *ondes_page_model_name_export   (OndesPageModel        *self,
                                            char                 **folder);
/* How many numbers a file has and about how long it is. Transfer full. */
char       *ondes_page_model_count_numbers (OndesPageModel        *self,
                                            OndesExportFormat      format,
                                            guint                  columns);
gboolean    ondes_page_model_is_exporting  (OndesPageModel        *self,
                                            double                *progress);
void        ondes_page_model_cancel_export (OndesPageModel        *self);
/* What is in view with the settings of now. @columns as in OndesExport, where the page pools numbers. The end comes as "message";
 * a newer export waits for the one before it. */
void        ondes_page_model_export        (OndesPageModel        *self,
                                            const char            *path,
                                            OndesExportFormat      format,
                                            const OndesFigureSize *size,
                                            guint                  columns);
/* The ondes-cli line of that export; NULL where there is none. Transfer full. */
char       *ondes_page_model_command       (OndesPageModel        *self,
                                            const char            *path,
                                            OndesExportFormat      format,
                                            const OndesFigureSize *size,
                                            guint                  columns);
void        ondes_page_model_copy_image    (OndesPageModel        *self,
                                            const OndesFigureSize *size,
                                            OndesImageDone         done,
                                            gpointer               user_data);

/* For those that implement it. */
void        ondes_page_model_changed       (OndesPageModel        *self);
void        ondes_page_model_say           (OndesPageModel        *self,
                                            gboolean               is_error,
                                            const char            *text);
void        ondes_page_model_say_error     (OndesPageModel        *self,
                                            const GError          *error);

G_END_DECLS
