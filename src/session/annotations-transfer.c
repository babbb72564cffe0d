/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Imports and exports annotations in any format, on a worker. */
#include "config.h"

#include <math.h>

#include "annotations-model-private.h"
#include "base/display-text.h"
#include "base/words.h"

typedef struct
{
  OndesAnnotationsModel *self; /* borrowed: it owns the queue */
  guint                  serial;
  char                  *path;
  OndesAnnotationsOther  other; /* NULL if the file holds annotations whatever it looks like */
  gpointer               user_data;
  OndesAnnotationSet    *from;  /* the set when the request was made */
  OndesAnnotationSet    *read, *merged;
  OndesAnnotationWriting writing;
  char                 **notes;
} Transfer;

static void
transfer_free (gpointer data)
{
  Transfer *transfer = data;

  g_free (transfer->path);
  g_clear_pointer (&transfer->from, ondes_annotation_set_unref);
  g_clear_pointer (&transfer->read, ondes_annotation_set_unref);
  g_clear_pointer (&transfer->merged, ondes_annotation_set_unref);
  g_strfreev (transfer->notes);
  g_free (transfer);
}

static Transfer *
transfer_new (OndesAnnotationsModel *self,
              const char *path)
{
  Transfer *transfer = g_new0 (Transfer, 1);

  transfer->self = self;
  transfer->serial = self->serial;
  transfer->path = g_strdup (path);
  transfer->from = ondes_annotation_set_ref (self->set);
  return transfer;
}

static void
submit (Transfer *transfer,
        OndesWork work,
        OndesDone done)
{
  transfer->self->working++;
  ondes_queue_submit (transfer->self->jobs,
                      &(OndesTask) { .work = work, .data = transfer, .destroy = transfer_free, .done = done });
  ondes_analysis_changed (transfer->self);
}

/* Importing. */

static void on_imported (gpointer      data,
                         const GError *error,
                         gpointer      user_data);

static gboolean
importing_work (OndesComputer *computer,
                gpointer data,
                const OndesWatch *watch,
                GError **error)
{
  const OndesAnnotationReading reading = { .format = ONDES_ANNOTATIONS_ANY };
  Transfer *transfer = data;

  if (transfer->other != NULL && !ondes_annotations_recognise (transfer->path, NULL))
    return ondes_error_set (error, ONDES_ERROR_FILE, _("%s: no annotations"), transfer->path);
  if (transfer->read == NULL)
    transfer->read = ondes_annotations_read (transfer->path, &reading, watch, NULL, &transfer->notes, error);
  if (transfer->read == NULL)
    return FALSE;
  transfer->merged = ondes_annotation_set_merge (transfer->from, transfer->read);
  return TRUE;
}

static void
say_imported (Transfer *transfer)
{
  const guint64 n = ondes_annotation_set_get_length (transfer->read);
  g_autofree char *name = g_path_get_basename (transfer->path), *display = ondes_display_path (name);
  g_autofree char *text
    = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " annotation read from %s", "%" PRIu64 " annotations read from %s",
                                    (gulong) n), n, display);

  ondes_annotations_model_say_notes (transfer->self, text, transfer->notes);
}

/* The set was edited in the meantime: what was read joins it as it is now. */
static void
merge_anew (const Transfer *before)
{
  Transfer *transfer = transfer_new (before->self, before->path);

  transfer->read = ondes_annotation_set_ref (before->read);
  transfer->notes = g_strdupv (before->notes);
  submit (transfer, importing_work, on_imported);
}

/* Tells of what was read for a recording that is no longer open; a file without annotations is what it was, whatever is open. */
static void
leave_imported (Transfer *transfer,
                const GError *error)
{
  g_autofree char *name = g_path_get_basename (transfer->path), *display = ondes_display_path (name), *text = NULL;

  if (error != NULL && transfer->other != NULL)
    {
      transfer->other (transfer->path, transfer->user_data);
      return;
    }
  text = g_strdup_printf (_("%s: its annotations were left out, as another recording was opened; import them again"), display);
  ondes_analysis_say (ONDES_ANALYSIS (transfer->self), TRUE, text);
}

static void
land_imported (Transfer *transfer,
               const GError *error)
{
  OndesAnnotationsModel *self = transfer->self;

  if (transfer->serial != self->serial)
    leave_imported (transfer, error);
  else if (error != NULL && transfer->other != NULL)
    transfer->other (transfer->path, transfer->user_data);
  else if (error != NULL)
    ondes_analysis_say_error (ONDES_ANALYSIS (self), error);
  else if (transfer->from != self->set)
    merge_anew (transfer);
  else
    {
      ondes_annotations_model_take (self, g_steal_pointer (&transfer->merged), NULL, TRUE, 0);
      say_imported (transfer);
    }
}

static void
on_imported (gpointer data,
             const GError *error,
             gpointer user_data)
{
  Transfer *transfer = data;
  OndesAnnotationsModel *self = transfer->self;

  self->working--;
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    land_imported (transfer, error);
  ondes_analysis_changed (self);
}

void
ondes_annotations_model_import (OndesAnnotationsModel *self,
                                const char *path,
                                OndesAnnotationsOther other,
                                gpointer user_data)
{
  Transfer *transfer;

  g_return_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self) && path != NULL);
  if (!self->ready)
    return;
  transfer = transfer_new (self, path);
  transfer->other = other;
  transfer->user_data = user_data;
  submit (transfer, importing_work, on_imported);
}

/* Exporting. */

static gboolean
exporting_work (OndesComputer *computer,
                gpointer data,
                const OndesWatch *watch,
                GError **error)
{
  Transfer *transfer = data;

  return ondes_annotations_write (transfer->from, transfer->path, &transfer->writing, &transfer->notes, error);
}

static void
on_exported (gpointer data,
             const GError *error,
             gpointer user_data)
{
  Transfer *transfer = data;
  OndesAnnotationsModel *self = transfer->self;

  self->working--;
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ondes_analysis_say_error (ONDES_ANALYSIS (self), error);
  else if (error == NULL)
    {
      g_autofree char *name = g_path_get_basename (transfer->path), *display = ondes_display_path (name);
      g_autofree char *text = g_strdup_printf (_("Annotations exported to %s"), display);

      ondes_annotations_model_say_notes (self, text, transfer->notes);
    }
  ondes_analysis_changed (self);
}

void
ondes_annotations_model_export (OndesAnnotationsModel *self,
                                const char *path,
                                OndesAnnotationFormat format)
{
  OndesRecording *recording;
  const OndesRecordingInfo *info;
  Transfer *transfer;

  g_return_if_fail (ONDES_IS_ANNOTATIONS_MODEL (self) && path != NULL);
  recording = ondes_session_get_recording (ondes_analysis_get_session (ONDES_ANALYSIS (self)));
  if (!self->ready || recording == NULL)
    return;
  info = ondes_recording_get_info (recording);
  transfer = transfer_new (self, path);
  transfer->writing = (OndesAnnotationWriting) { .format = format, .length = (double) info->frames / info->rate_hz };
  submit (transfer, exporting_work, on_exported);
}
