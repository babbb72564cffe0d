/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports: what is in view, computed anew for the file, on a queue of their own. */
#include "config.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "ondes-document-private.h"

typedef struct
{
  OndesExport      export;
  OndesReadOptions read;
  char            *path;
  OndesSpec       *spec;
  OndesRecording  *recording;
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
  ondes_read_options_clear (&exporting->read);
  ondes_spec_unref (exporting->spec);
  ondes_recording_unref (exporting->recording);
  g_free (exporting);
}

/* All that an export needs of the document as it is now; NULL when nothing is open or the settings are not valid. */
static Exporting *
exporting_new (OndesDocument *self,
               const char *path,
               OndesExportFormat format,
               const OndesFigureSize *size,
               guint columns)
{
  Exporting *exporting;

  if (self->source == NULL || self->spec == NULL || self->problem != NULL)
    return NULL;
  exporting = g_new0 (Exporting, 1);
  exporting->path = g_strdup (path);
  exporting->spec = ondes_spec_ref (self->spec);
  exporting->recording = ondes_recording_ref (self->recording);
  ondes_read_options_copy (&exporting->read, &self->read);
  exporting->export.recording = exporting->recording;
  exporting->export.read = exporting->read;
  exporting->export.channel = self->channel;
  exporting->export.spec = exporting->spec;
  exporting->export.columns = columns;
  exporting->export.display = self->display;
  exporting->export.size = size != NULL ? *size : ondes_figure_size_default;
  exporting->export.format = format;
  exporting->export.path = exporting->path;
  ondes_document_get_span (self, &exporting->export.first, &exporting->export.count);
  return exporting;
}

static gboolean
export_work (OndesComputer *computer,
             gpointer data,
             OndesProgress progress,
             gpointer progress_data,
             GCancellable *cancellable,
             GError **error)
{
  Exporting *exporting = data;

  return ondes_export_run (&exporting->export, computer, progress, progress_data, cancellable, NULL, error);
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
  exporting->export.path = exporting->path;
  if (!ondes_export_run (&exporting->export, computer, progress, progress_data, cancellable, NULL, error))
    return FALSE;
  exporting->surface = cairo_image_surface_create_from_png (exporting->path);
  if (cairo_surface_status (exporting->surface) == CAIRO_STATUS_SUCCESS)
    return TRUE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("The image could not be made: %s"),
               cairo_status_to_string (cairo_surface_status (exporting->surface)));
  return FALSE;
}

static void
on_export_progress (double fraction,
                    gpointer user_data)
{
  OndesDocument *self = user_data;

  self->export_progress = fraction;
  ondes_document_emit (self, SIGNAL_STATE_CHANGED);
}

static void
ended (OndesDocument *self,
       Exporting *exporting)
{
  for (guint i = 0; i < self->export_requests->len; i++)
    if (g_array_index (self->export_requests, guint64, i) == exporting->request)
      {
        g_array_remove_index (self->export_requests, i);
        break;
      }
  self->exporting = self->export_requests->len;
  self->export_progress = 0;
  ondes_document_emit (self, SIGNAL_STATE_CHANGED);
}

static void
on_exported (gpointer data,
             const GError *error,
             gpointer user_data)
{
  OndesDocument *self = user_data;
  Exporting *exporting = data;
  g_autofree char *text = NULL;
  g_autofree char *name = g_filename_display_basename (exporting->path);

  ended (self, exporting);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    text = g_strdup_printf (_("Export of “%s” cancelled"), name);
  else if (error != NULL)
    text = g_strdup (error->message);
  else
    text = g_strdup_printf (_("Exported “%s”"), name);
  ondes_document_say (self, error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED), text);
}

static void
on_copied (gpointer data,
           const GError *error,
           gpointer user_data)
{
  OndesDocument *self = user_data;
  Exporting *exporting = data;

  ended (self, exporting);
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ondes_document_say (self, TRUE, error->message);
  exporting->done (error == NULL ? exporting->surface : NULL, exporting->user_data);
}

static void
submit (OndesDocument *self,
        Exporting *exporting,
        OndesWork work,
        OndesDone done)
{
  /* Its number is in the job before done can come: that needs the main loop. */
  exporting->request
    = ondes_queue_submit (self->exports, NULL, work, exporting, exporting_free, on_export_progress, done, self);
  g_array_append_val (self->export_requests, exporting->request);
  self->exporting = self->export_requests->len;
  ondes_document_emit (self, SIGNAL_STATE_CHANGED);
}

void
ondes_document_export (OndesDocument *self,
                       const char *path,
                       OndesExportFormat format,
                       const OndesFigureSize *size,
                       guint columns)
{
  Exporting *exporting = exporting_new (self, path, format, size, columns);

  if (exporting == NULL)
    {
      ondes_document_say (self, TRUE, self->problem != NULL ? self->problem : _("Open a recording first"));
      return;
    }
  submit (self, exporting, export_work, on_exported);
}

void
ondes_document_cancel_export (OndesDocument *self)
{
  for (guint i = 0; i < self->export_requests->len; i++)
    ondes_queue_cancel (self->exports, g_array_index (self->export_requests, guint64, i));
}

char *
ondes_document_command (OndesDocument *self,
                        const char *path,
                        OndesExportFormat format,
                        const OndesFigureSize *size,
                        guint columns)
{
  Exporting *exporting = exporting_new (self, path, format, size, columns);
  char *command;

  if (exporting == NULL)
    return NULL;
  command = ondes_export_command (&exporting->export);
  exporting_free (exporting);
  return command;
}

void
ondes_document_copy_image (OndesDocument *self,
                           const OndesFigureSize *size,
                           OndesImageDone done,
                           gpointer user_data)
{
  Exporting *exporting = exporting_new (self, NULL, ONDES_EXPORT_PNG, size, 0);

  if (exporting == NULL)
    {
      done (NULL, user_data);
      return;
    }
  exporting->done = done;
  exporting->user_data = user_data;
  submit (self, exporting, copy_work, on_copied);
}
