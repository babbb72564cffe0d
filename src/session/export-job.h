/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesExportJob: an export with a copy of everything that it needs, so that a queue can run it (exports.h). Main thread only, but
 * for run(). */
#pragma once

#include "export/export.h"
#include "session.h"

G_BEGIN_DECLS

/* Receives the figure's pixels, or NULL after a failure, which "message" reports. */
typedef void (*OndesImageDone) (cairo_surface_t *surface,
                                gpointer         user_data);

typedef struct _OndesExportJob OndesExportJob;

typedef struct
{
  gsize         size; /* of a job */
  /* Runs on the queue's thread. */
  gboolean    (*run)     (OndesExportJob   *job,
                          OndesComputer    *computer,
                          const OndesWatch *watch,
                          GError          **error);
  /* Returns the ondes-cli command line, transfer full; NULL if there is none. */
  char       *(*command) (OndesExportJob   *job);
  /* Frees what jobs of this class own. */
  void        (*clear)   (OndesExportJob   *job);
  /* Returns a sentence on the file that was written, transfer full, or NULL; may be NULL. */
  char       *(*note)    (OndesExportJob   *job);
} OndesExportJobClass;

/* An export with a copy of everything that it needs of the analysis. Subclasses begin with this struct. */
struct _OndesExportJob
{
  const OndesExportJobClass *klass;
  const char       *path;      /* of the file, in run() and command(); NULL for pixels */
  cairo_surface_t **surface;   /* of pixels: receives a new surface; or NULL */
  OndesRecording   *recording; /* the session's, or NULL */
  OndesReadOptions  read;
  guint             channel;
};

/* Creates a job with zeros behind the common part. */
gpointer ondes_export_job_new  (const OndesExportJobClass *klass,
                                OndesSession              *session);
void     ondes_export_job_free (OndesExportJob            *job);

G_END_DECLS
