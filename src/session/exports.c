/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "io/out-file.h"
#include "exports.h"
#include "words-settings.h"

struct _OndesExports
{
  gpointer        owner;
  OndesQueue     *queue;
  GPtrArray      *begun; /* of Exporting, owned by the queue: exports whose end has not been reported */
  double          progress;
};

typedef struct
{
  OndesExports    *exports;
  gboolean         reported; /* end() has run */
  GCancellable    *cancellable; /* cancels the writing; the queue's own cancels the waiting */
  char            *path; /* NULL for a copy into pixels, which alone has the last three members */
  OndesExportJob  *job;
  guint64          request;
  cairo_surface_t *surface;
  OndesImageDone   done;
  gpointer         user_data;
} Exporting;

static void
changed (OndesExports *self)
{
  g_signal_emit_by_name (self->owner, "state-changed");
}

static void
say (OndesExports *self,
     gboolean      is_error,
     const char   *text)
{
  g_signal_emit_by_name (self->owner, "message", text, is_error);
}

static void
exporting_free (gpointer data)
{
  Exporting *exporting = data;

  g_free (exporting->path);
  g_clear_pointer (&exporting->surface, cairo_surface_destroy);
  g_object_unref (exporting->cancellable);
  ondes_export_job_free (exporting->job);
  g_free (exporting);
}

static gboolean
work (OndesComputer *computer,
      gpointer data,
      const OndesWatch *watch,
      GError **error)
{
  Exporting *exporting = data;
  const OndesWatch own = { watch->progress, watch->user_data, exporting->cancellable };

  exporting->job->path = exporting->path;
  exporting->job->surface = exporting->path == NULL ? &exporting->surface : NULL;
  return exporting->job->klass->run (exporting->job, computer, &own, error);
}

static void
on_progress (double fraction,
             gpointer user_data)
{
  Exporting *exporting = user_data;

  if (exporting->reported)
    return;
  exporting->exports->progress = fraction;
  changed (exporting->exports);
}

static void
report_written (Exporting *exporting,
              const GError *error)
{
  gboolean cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  const OndesExportJobClass *klass = exporting->job->klass;
  g_autofree char *note = error == NULL && klass->note != NULL ? klass->note (exporting->job) : NULL;
  g_autofree char *text = NULL;
  g_autofree char *name = g_filename_display_basename (exporting->path);

  if (cancelled)
    text = g_strdup_printf (_("Export of “%s” cancelled"), name);
  else if (error != NULL)
    text = ondes_words_error (error);
  else if (note != NULL)
    /* Translators: the name of a file, and a sentence on it. */
    text = g_strdup_printf (_("Exported “%s”. %s"), name, note);
  else
    text = g_strdup_printf (_("Exported “%s”"), name);
  say (exporting->exports, error != NULL && !cancelled, text);
}

static void
report_copied (Exporting *exporting,
             const GError *error)
{
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_autofree char *text = ondes_words_error (error);

      say (exporting->exports, TRUE, text);
    }
  exporting->done (error == NULL ? exporting->surface : NULL, exporting->user_data);
}

/* Reports the end of an export once, when it is cancelled or its work is over. */
static void
end (Exporting *exporting,
     const GError *error)
{
  OndesExports *self = exporting->exports;

  if (exporting->reported)
    return;
  exporting->reported = TRUE;
  g_ptr_array_remove (self->begun, exporting);
  self->progress = 0;
  changed (self);
  if (exporting->path != NULL)
    report_written (exporting, error);
  else
    report_copied (exporting, error);
}

static void
on_done (gpointer data,
         const GError *error,
         gpointer user_data)
{
  end (data, error);
}

/* Submits a copy of @exporting, which takes ownership of its members. */
static void
submit (OndesExports *self,
        const Exporting *exporting)
{
  Exporting *submitted = g_memdup2 (exporting, sizeof *exporting);

  submitted->exports = self;
  submitted->cancellable = g_cancellable_new ();
  /* on_done() runs on the main loop, so request is set before it is called. */
  submitted->request = ondes_queue_submit (self->queue, &(OndesTask) { .work = work, .data = submitted, .destroy = exporting_free,
                                                                       .progress = on_progress, .done = on_done,
                                                                       .user_data = submitted });
  g_ptr_array_add (self->begun, submitted);
  changed (self);
}

void
ondes_exports_write (OndesExports *self,
                     const char *path,
                     OndesExportJob *job)
{
  submit (self, &(Exporting) { .path = g_strdup (path), .job = job });
}

void
ondes_exports_copy (OndesExports *self,
                    OndesExportJob *job,
                    OndesImageDone done,
                    gpointer user_data)
{
  submit (self, &(Exporting) { .job = job, .done = done, .user_data = user_data });
}

gboolean
ondes_exports_is_busy (OndesExports *self,
                       double *progress)
{
  if (progress != NULL)
    *progress = self->progress;
  return self->begun->len > 0;
}

void
ondes_exports_cancel (OndesExports *self)
{
  g_autoptr (GError) cancelled = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "");
  g_autoptr (GPtrArray) begun = g_ptr_array_copy (self->begun, NULL, NULL);

  for (guint i = 0; i < begun->len; i++)
    {
      Exporting *exporting = g_ptr_array_index (begun, i);

      /* Cairo does not see a cancel for seconds in a large figure: its work runs to the end, and the result is dropped. */
      if (!ondes_out_file_cancel (exporting->cancellable))
        continue; /* the file is in its place, and its end will be reported */
      ondes_queue_cancel (self->queue, exporting->request);
      end (exporting, cancelled);
    }
}

OndesExports *
ondes_exports_new (OndesSession *session,
                   gpointer owner)
{
  OndesExports *self = g_new0 (OndesExports, 1);

  self->owner = owner;
  self->queue = ondes_session_new_queue (session, TRUE, ONDES_PRIORITY_EXPORT);
  self->begun = g_ptr_array_new ();
  return self;
}

void
ondes_exports_free (OndesExports *self)
{
  for (guint i = 0; i < self->begun->len; i++)
    g_cancellable_cancel (((Exporting *) g_ptr_array_index (self->begun, i))->cancellable);
  ondes_queue_free (self->queue);
  g_ptr_array_unref (self->begun);
  g_free (self);
}

char *
ondes_exports_base_name (OndesRecording *recording,
                         char **folder)
{
  const char *path = ondes_recording_get_info (recording)->path;
  char *base = g_path_get_basename (path), *dot = strrchr (base, '.');

  if (dot != NULL && dot != base)
    *dot = 0;
  *folder = g_path_get_dirname (path);
  return base;
}
