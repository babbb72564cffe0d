/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "ondes-exports.h"

struct _OndesExports
{
  OndesPageModel *model;
  OndesQueue     *queue;
  GArray         *requests; /* of guint64 */
  double          progress;
};

typedef struct
{
  char            *path;
  OndesExportRun   run;
  gpointer         job;
  GDestroyNotify   destroy;
  guint64          request;
  char            *folder; /* copies: holds path alone, removed at the end */
  cairo_surface_t *surface;
  OndesImageDone   done;
  gpointer         user_data;
} Exporting;

static void
exporting_free (gpointer data)
{
  Exporting *exporting = data;

  if (exporting->folder != NULL)
    {
      g_unlink (exporting->path);
      g_rmdir (exporting->folder);
    }
  g_free (exporting->folder);
  g_free (exporting->path);
  g_clear_pointer (&exporting->surface, cairo_surface_destroy);
  exporting->destroy (exporting->job);
  g_free (exporting);
}

static gboolean
write_work (OndesComputer *computer,
            gpointer data,
            OndesProgress progress,
            gpointer progress_data,
            GCancellable *cancellable,
            GError **error)
{
  Exporting *exporting = data;

  return exporting->run (exporting->job, exporting->path, computer, progress, progress_data, cancellable, error);
}

static gboolean
copy_work (OndesComputer *computer,
           gpointer data,
           OndesProgress progress,
           gpointer progress_data,
           GCancellable *cancellable,
           GError **error)
{
  Exporting *exporting = data;

  exporting->folder = g_dir_make_tmp ("ondes-XXXXXX", error);
  if (exporting->folder == NULL)
    return FALSE;
  /* The file itself, so that what is pasted is what would have been exported. */
  exporting->path = g_build_filename (exporting->folder, "figure.png", NULL);
  if (!write_work (computer, data, progress, progress_data, cancellable, error))
    return FALSE;
  exporting->surface = cairo_image_surface_create_from_png (exporting->path);
  if (cairo_surface_status (exporting->surface) == CAIRO_STATUS_SUCCESS)
    return TRUE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("Could not create the image: %s"),
               cairo_status_to_string (cairo_surface_status (exporting->surface)));
  return FALSE;
}

static void
on_progress (double fraction,
             gpointer user_data)
{
  OndesExports *self = user_data;

  self->progress = fraction;
  ondes_page_model_changed (self->model);
}

static void
ended (OndesExports *self,
       Exporting *exporting)
{
  for (guint i = 0; i < self->requests->len; i++)
    if (g_array_index (self->requests, guint64, i) == exporting->request)
      {
        g_array_remove_index (self->requests, i);
        break;
      }
  self->progress = 0;
  ondes_page_model_changed (self->model);
}

static void
on_written (gpointer data,
            const GError *error,
            gpointer user_data)
{
  OndesExports *self = user_data;
  Exporting *exporting = data;
  gboolean cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_autofree char *text = NULL;
  g_autofree char *name = g_filename_display_basename (exporting->path);

  ended (self, exporting);
  if (cancelled)
    text = g_strdup_printf (_("Export of “%s” cancelled"), name);
  else if (error != NULL)
    text = g_strdup (error->message);
  else
    text = g_strdup_printf (_("Exported “%s”"), name);
  ondes_page_model_say (self->model, error != NULL && !cancelled, text);
}

static void
on_copied (gpointer data,
           const GError *error,
           gpointer user_data)
{
  OndesExports *self = user_data;
  Exporting *exporting = data;

  ended (self, exporting);
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ondes_page_model_say (self->model, TRUE, error->message);
  exporting->done (error == NULL ? exporting->surface : NULL, exporting->user_data);
}

static Exporting *
exporting_new (OndesExportRun run,
               gpointer job,
               GDestroyNotify destroy)
{
  Exporting *exporting = g_new0 (Exporting, 1);

  exporting->run = run;
  exporting->job = job;
  exporting->destroy = destroy;
  return exporting;
}

static void
submit (OndesExports *self,
        Exporting *exporting,
        OndesWork work,
        OndesDone done)
{
  /* Its number is in the job before done can come: that needs the main loop. */
  exporting->request = ondes_queue_submit (self->queue, NULL, work, exporting, exporting_free, on_progress, done, self);
  g_array_append_val (self->requests, exporting->request);
  ondes_page_model_changed (self->model);
}

void
ondes_exports_write (OndesExports *self,
                     const char *path,
                     OndesExportRun run,
                     gpointer job,
                     GDestroyNotify destroy)
{
  Exporting *exporting = exporting_new (run, job, destroy);

  exporting->path = g_strdup (path);
  submit (self, exporting, write_work, on_written);
}

void
ondes_exports_copy (OndesExports *self,
                    OndesExportRun run,
                    gpointer job,
                    GDestroyNotify destroy,
                    OndesImageDone done,
                    gpointer user_data)
{
  Exporting *exporting = exporting_new (run, job, destroy);

  exporting->done = done;
  exporting->user_data = user_data;
  submit (self, exporting, copy_work, on_copied);
}

gboolean
ondes_exports_is_busy (OndesExports *self,
                       double *progress)
{
  if (progress != NULL)
    *progress = self->progress;
  return self->requests->len > 0;
}

void
ondes_exports_cancel (OndesExports *self)
{
  for (guint i = 0; i < self->requests->len; i++)
    ondes_queue_cancel (self->queue, g_array_index (self->requests, guint64, i));
}

OndesExports *
ondes_exports_new (OndesPageModel *model)
{
  OndesExports *self = g_new0 (OndesExports, 1);

  self->model = model;
  self->queue = ondes_queue_new (ondes_computer_new (NULL, 0, 0));
  self->requests = g_array_new (FALSE, FALSE, sizeof (guint64));
  return self;
}

void
ondes_exports_free (OndesExports *self)
{
  ondes_queue_free (self->queue);
  g_array_unref (self->requests);
  g_free (self);
}
