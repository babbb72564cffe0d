/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs over many recordings from a window: what it shows done to a folder, and the recordings of a run opened in it. */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "batch/batch-screen.h"
#include "dialogs/ondes-batch-dialog.h"
#include "dialogs/ondes-file-chooser.h"
#include "ondes-run-window.h"
#include "ondes-window-private.h"
#include "session/settings.h"

/* --- actions */

static OndesApplication *
application_of (OndesWindow *self)
{
  return ONDES_APPLICATION (gtk_window_get_application (GTK_WINDOW (self)));
}

static void
on_written (gpointer owner,
            const char *folder,
            gboolean start)
{
  ondes_run_window_present (application_of (owner), folder, owner, start);
}

static void
batch_action (OndesWindow *self)
{
  OndesFigureSize size;
  OndesBatchScreen screen = { .session = self->session, .scalogram = ondes_window_get_scalogram (self), .size = &size };
  g_autoptr (OndesBatchParameters) parameters = NULL;
  g_autofree char *folder = NULL;

  if (ondes_session_get_recording (self->session) == NULL)
    return;
  if (ondes_window_get_shown (self) == ONDES_MODEL_FILTER)
    screen.filter = ONDES_FILTER_ANALYSIS (self->models[ONDES_MODEL_FILTER]);
  ondes_settings_load_size (self->settings, &size);
  ondes_figure_size_settle (&size);
  parameters = ondes_batch_screen_take (&screen);
  folder = g_path_get_dirname (ondes_recording_get_info (ondes_session_get_recording (self->session))->path);
  ondes_batch_dialog_present (GTK_WINDOW (self), parameters, folder, on_written);
}

static void
on_run_chosen (gpointer owner,
               GFile *file)
{
  ondes_run_window_present (application_of (owner), g_file_peek_path (file), owner, FALSE);
}

static void
open_run_action (OndesWindow *self)
{
  GtkFileChooser *chooser
    = ondes_file_chooser_new (self, _("Open Batch Results"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("_Open"), on_run_chosen);

  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

void
ondes_window_class_install_batch (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.batch", NULL, (GtkWidgetActionActivateFunc) batch_action);
  gtk_widget_class_install_action (klass, "win.open-run", NULL, (GtkWidgetActionActivateFunc) open_run_action);
}

/* --- a recording of a run */

/* How the recording that is being opened is to be shown. */
typedef struct
{
  char                     *path, *title;
  OndesAnalysisPreset      *preset;
  OndesCompensationSettings compensation;
  guint                     channel;
  char                     *annotations; /* path; NULL if none */
  gboolean                  shown;       /* only the annotations are left to be read */
} Opening;

#define OPENING "ondes-run-opening"

static void
opening_free (gpointer data)
{
  Opening *self = data;

  g_free (self->path);
  g_free (self->title);
  g_free (self->preset);
  g_free (self->annotations);
  g_free (self);
}

/* TRUE if the recording that is open is that of @opening. */
static gboolean
is_open (OndesWindow *self,
         const Opening *opening)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);

  return recording != NULL
         && g_str_equal (ondes_recording_get_info (ondes_recording_get_original (recording))->path, opening->path);
}

static void on_annotations (OndesWindow *self);

/* Shows it with the settings of its run. */
static void
apply (OndesWindow *self,
       Opening *opening)
{
  g_autofree char *note = NULL;

  if (opening->channel != G_MAXUINT)
    ondes_session_set_channel (self->session, opening->channel);
  g_strlcpy (opening->preset->time_unit, ondes_recording_get_info (ondes_session_get_recording (self->session))->time_unit,
             sizeof opening->preset->time_unit);
  ondes_analysis_preset_apply (opening->preset, self->session, opening->title, &note);
  if (opening->compensation.on)
    ondes_scalogram_analysis_set_compensation (ondes_window_get_scalogram (self), &opening->compensation);
  if (note != NULL)
    ondes_window_say (self, note, FALSE);
}

/* The recording is open, and all that follow the session have heard of it. */
static gboolean
on_idle (gpointer user_data)
{
  OndesWindow *self = user_data;
  Opening *opening = g_object_get_data (G_OBJECT (self), OPENING);

  if (opening == NULL || opening->shown || self->session == NULL)
    return G_SOURCE_REMOVE;
  if (!is_open (self, opening))
    {
      g_object_set_data (G_OBJECT (self), OPENING, NULL);
      return G_SOURCE_REMOVE;
    }
  opening->shown = TRUE;
  if (opening->preset != NULL)
    apply (self, opening);
  on_annotations (self);
  return G_SOURCE_REMOVE;
}

static void
on_recording (OndesWindow *self)
{
  if (g_object_get_data (G_OBJECT (self), OPENING) != NULL
      && ondes_session_get_change (self->session) == ONDES_CHANGE_RECORDING)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, on_idle, g_object_ref (self), g_object_unref);
}

/* Takes the annotations of the run, unless the recording has some already. */
static void
on_annotations (OndesWindow *self)
{
  Opening *opening = g_object_get_data (G_OBJECT (self), OPENING);
  g_autofree char *path = NULL;

  if (opening == NULL || !opening->shown || !is_open (self, opening) || !ondes_annotations_model_is_ready (self->annotations))
    return;
  path = g_steal_pointer (&opening->annotations);
  g_object_set_data (G_OBJECT (self), OPENING, NULL);
  if (path != NULL && ondes_annotation_set_get_length (ondes_annotations_model_get_set (self->annotations)) == 0)
    ondes_annotations_model_import (self->annotations, path, NULL, NULL);
}

/* Returns the path of the annotations that a run made of a recording; NULL if it made none. */
static char *
find_annotations (const OndesBatchRun *run,
                  const OndesRunRow *row)
{
  g_autofree char *path = NULL;
  const char *dot;

  if (!(row->outputs & 1u << ONDES_BATCH_ANNOTATIONS))
    return NULL;
  path = ondes_batch_run_output (run, &row->file, ONDES_BATCH_ANNOTATIONS);
  dot = strrchr (path, '.');
  return g_strdup_printf ("%.*s.raven.txt", (int) (dot - path), path);
}

void
ondes_window_open_of_run (OndesWindow *self,
                          OndesRunModel *model,
                          OndesRunRow *row)
{
  const OndesBatchSettings *settings = ondes_run_model_get_settings (model);
  Opening *opening = g_new0 (Opening, 1);

  if (!g_object_get_data (G_OBJECT (self), "ondes-run-watched"))
    {
      g_object_set_data (G_OBJECT (self), "ondes-run-watched", self);
      g_signal_connect_object (self->session, "recording-changed", G_CALLBACK (on_recording), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->annotations, "state-changed", G_CALLBACK (on_annotations), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->annotations, "changed", G_CALLBACK (on_annotations), self, G_CONNECT_SWAPPED);
    }
  opening->path = g_strdup (row->file.path);
  opening->title = g_path_get_basename (ondes_run_model_get_folder (model));
  opening->annotations = find_annotations (ondes_run_model_get_run (model), row);
  opening->channel = G_MAXUINT;
  if (settings != NULL)
    {
      opening->preset = g_memdup2 (settings->preset, sizeof *settings->preset);
      opening->compensation = settings->compensation;
      opening->channel = settings->channel;
    }
  g_object_set_data_full (G_OBJECT (self), OPENING, opening, opening_free);
  ondes_window_show (self, "scalogram");
  ondes_session_open (self->session, row->file.path, settings != NULL ? &settings->read : NULL);
}
