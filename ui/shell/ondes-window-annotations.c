/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Annotations in the window: on every chart of time, in a list in the inspector, and their actions. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "charts/ondes-annotation-layer.h"
#include "charts/ondes-charts.h"
#include "dialogs/ondes-file-chooser.h"
#include "pages/ondes-annotation-pane.h"
#include "ondes-reopen.h"
#include "ondes-template.h"
#include "ondes-window-private.h"
#include "session/words-annotations.h"

static double
rate_of (OndesWindow *self)
{
  OndesSource *source = ondes_session_get_source (self->session);

  return source != NULL ? source->rate_hz : 0;
}

/* Returns where a point is made and the next annotation is looked for, in samples: the crosshair, the playhead, or the middle
 * of the view. */
static double
find_moment (OndesWindow *self)
{
  OndesTimeline *timeline = ondes_session_get_timeline (self->session);
  const double pointer = ondes_timeline_get_pointer (timeline), playhead = ondes_timeline_get_playhead (timeline);
  double first, count;

  if (!isnan (pointer) || !isnan (playhead))
    return !isnan (pointer) ? pointer : playhead;
  ondes_timeline_get_view (timeline, &first, &count);
  return first + count / 2;
}

/* Opens the editor on the first chart of time below @widget that shows the annotation, from the last on, which has frequencies. */
static gboolean
edit_below (GtkWidget       *widget,
            OndesAnnotation *annotation)
{
  if (ONDES_IS_TIME_CHART (widget))
    return ondes_annotation_layer_edit (ONDES_TIME_CHART (widget), annotation);
  for (GtkWidget *child = gtk_widget_get_last_child (widget); child != NULL; child = gtk_widget_get_prev_sibling (child))
    if (edit_below (child, annotation))
      return TRUE;
  return FALSE;
}

static void
edit (OndesWindow     *self,
      OndesAnnotation *annotation)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (focus != NULL && ONDES_IS_TIME_CHART (focus) && ondes_annotation_layer_edit (ONDES_TIME_CHART (focus), annotation))
    return;
  ondes_annotations_model_reveal (self->annotations, annotation, FALSE);
  edit_below (GTK_WIDGET (self->views), annotation);
}

/* Annotates the selection or, without one or "here", a moment, and asks for the label. */
static void
annotate_action (OndesWindow *self,
                 const char  *name)
{
  OndesTimeline *timeline = ondes_session_get_timeline (self->session);
  const OndesSelection selection = ondes_timeline_get_selection (timeline);
  const double rate_hz = rate_of (self);
  OndesAnnotation values = { .low_hz = NAN, .high_hz = NAN }, *made;

  if (!(rate_hz > 0))
    return;
  if (ondes_selection_is_set (&selection) && !g_str_equal (name, "win.annotate-here"))
    {
      values.start = selection.first / rate_hz;
      values.end = selection.end / rate_hz;
      /* The bands of sequencies are none of frequencies. */
      if (ondes_selection_has_band (&selection) && ondes_window_get_shown (self) != ONDES_MODEL_WALSHGRAM)
        {
          values.low_hz = selection.low_hz;
          values.high_hz = selection.high_hz;
        }
    }
  else
    values.start = values.end = find_moment (self) / rate_hz;
  made = ondes_annotations_model_add (self->annotations, &values);
  if (made == NULL)
    {
      ondes_window_say (self, _("The annotations of this recording are still being read"), TRUE);
      return;
    }
  edit (self, made);
}

static void
edit_action (OndesWindow *self)
{
  OndesAnnotation *annotation = ondes_annotations_model_get_first (self->annotations);

  if (annotation != NULL)
    edit (self, annotation);
}

static void
step_action (OndesWindow *self,
             const char  *name)
{
  const double rate_hz = rate_of (self);
  const int by = g_str_equal (name, "win.next-annotation") ? 1 : -1;

  if (rate_hz > 0 && ondes_annotations_model_step (self->annotations, by, find_moment (self) / rate_hz))
    ondes_annotations_model_reveal (self->annotations, ondes_annotations_model_get_first (self->annotations), FALSE);
}

static void
remove_action (OndesWindow *self)
{
  ondes_annotations_model_remove_chosen (self->annotations);
}

/* Plays on from the crosshair. */
static void
play_here_action (OndesWindow *self)
{
  ondes_timeline_seek (ondes_session_get_timeline (self->session), find_moment (self));
  if (!ondes_listening_is_playing (self->listening))
    ondes_listening_toggle (self->listening);
}

/* Plays the time and band of the chosen annotation; a point is played on from. */
static void
play_action (OndesWindow *self)
{
  OndesAnnotation *annotation = ondes_annotations_model_get_first (self->annotations);
  OndesListeningSettings settings = *ondes_listening_get_settings (self->listening);
  const double rate_hz = rate_of (self);

  if (annotation == NULL || !(rate_hz > 0))
    return;
  ondes_annotations_model_reveal (self->annotations, annotation, FALSE);
  settings.band_first = settings.band_count = 0;
  settings.band_hz[0] = settings.band_hz[1] = 0;
  if (!ondes_annotation_is_point (annotation))
    {
      settings.band_first = (guint64) MAX (annotation->start * rate_hz, 0);
      settings.band_count = (guint64) MAX (ceil ((annotation->end - annotation->start) * rate_hz), 1);
      settings.band_hz[0] = ondes_annotation_is_box (annotation) ? annotation->low_hz : 0;
      settings.band_hz[1] = ondes_annotation_is_box (annotation) ? MIN (annotation->high_hz, rate_hz / 2) : rate_hz / 2;
    }
  ondes_listening_set_settings (self->listening, &settings);
  ondes_timeline_seek (ondes_session_get_timeline (self->session), annotation->start * rate_hz);
  if (!ondes_listening_is_playing (self->listening))
    ondes_listening_toggle (self->listening);
}

/* Shows the list and gives it the focus; or gives the chart the focus back, and hides the list where it lies over the chart. */
static void
pane_action (OndesWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (!ondes_window_shows_tab (self, "notes") || focus == NULL || !gtk_widget_is_ancestor (focus, self->annotation_pane))
    {
      ondes_window_show_tab (self, "notes");
      ondes_annotation_pane_focus (ONDES_ANNOTATION_PANE (self->annotation_pane));
      return;
    }
  if (adw_flap_get_folded (self->flap))
    ondes_flap_reveal (self->flap, FALSE);
  ondes_window_focus_chart (self);
}

/* Files. */

static void
on_import (gpointer owner,
           GFile   *file)
{
  ondes_annotations_model_import (ONDES_WINDOW (owner)->annotations, g_file_peek_path (file), NULL, NULL);
}

/* Starts in the folder of the recording. */
static GtkFileChooser *
new_chooser (OndesWindow         *self,
             const char          *title,
             GtkFileChooserAction action,
             const char          *accept,
             OndesFileChosen      chosen)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  GtkFileChooser *chooser = ondes_file_chooser_new (self, title, action, accept, chosen);
  g_autoptr (GFile) file = g_file_new_for_path (ondes_recording_get_info (recording)->path);
  g_autoptr (GFile) parent = g_file_get_parent (file);

  gtk_file_chooser_set_current_folder (chooser, parent, NULL);
  return chooser;
}

static void
import_action (OndesWindow *self)
{
  if (ondes_annotations_model_is_ready (self->annotations))
    gtk_native_dialog_show (GTK_NATIVE_DIALOG (new_chooser (self, _("Import Annotations"), GTK_FILE_CHOOSER_ACTION_OPEN,
                                                            _("_Import"), on_import)));
}

#define FORMAT "ondes-annotations-format"

static void
on_export (gpointer owner,
           GFile   *file)
{
  ondes_annotations_model_export (ONDES_WINDOW (owner)->annotations, g_file_peek_path (file),
                                  GPOINTER_TO_UINT (g_object_get_data (owner, FORMAT)));
}

static void
export_action (OndesWindow *self,
               const char  *name,
               GVariant    *parameter)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  g_autofree char *base = NULL, *proposed = NULL;
  GtkFileChooser *chooser;

  if (recording == NULL || !ondes_annotations_model_is_ready (self->annotations))
    return;
  for (guint i = ONDES_ANNOTATIONS_OWN; i < ONDES_N_ANNOTATION_FORMATS; i++)
    if (g_str_equal (ondes_annotation_format_info (i)->name, g_variant_get_string (parameter, NULL)))
      {
        g_object_set_data (G_OBJECT (self), FORMAT, GUINT_TO_POINTER (i));
        base = g_path_get_basename (ondes_recording_get_info (recording)->path);
        proposed = g_strconcat (base, ondes_annotation_format_info (i)->suffix, NULL);
        chooser = new_chooser (self, _("Export Annotations"), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), on_export);
        gtk_file_chooser_set_current_name (chooser, proposed);
        gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
        return;
      }
}

static void
on_no_annotations (const char *path,
                   gpointer    self)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  ondes_window_open (self, file);
}

/* TRUE if @path is the recording that is open, or its metadata, and has annotations besides: EDF+, SigMF. */
static gboolean
is_of_recording (OndesWindow *self,
                 const char  *path)
{
  static const char *const endings[] = { ".edf", ".bdf", ".sigmf-meta" };
  const char *open = ondes_recording_get_info (ondes_session_get_recording (self->session))->path, *point = strrchr (path, '.');

  for (guint i = 0; point != NULL && i < G_N_ELEMENTS (endings); i++)
    if (g_ascii_strcasecmp (point, endings[i]) == 0)
      return strncmp (open, path, (gsize) (point - path) + 1) == 0 && strrchr (open, '.') == open + (point - path);
  return FALSE;
}

/* Endings of annotations alone, then those that recordings have, too. */
static const char *const certain[] = { ONDES_ANNOTATIONS_SUFFIX, ".textgrid", NULL };
static const char *const possible[] = { ".txt", ".csv", ".tsv", NULL };

static gboolean
has_ending (const char        *path,
            const char *const *endings)
{
  g_autofree char *folded = g_ascii_strdown (path, -1);

  for (; *endings != NULL; endings++)
    if (g_str_has_suffix (folded, *endings))
      return TRUE;
  return FALSE;
}

gboolean
ondes_window_may_hold_annotations (const char *path)
{
  return has_ending (path, certain) || has_ending (path, possible);
}

/* Imports what waits for the recording once it is open, or says that there is none. */
static void
import_awaiting (OndesWindow *self)
{
  const gboolean ready = ondes_annotations_model_is_ready (self->annotations);
  g_autoptr (GPtrArray) paths = NULL;

  if (self->awaiting == NULL || (!ready && !ondes_window_is_empty (self)))
    return;
  paths = g_steal_pointer (&self->awaiting);
  for (guint i = 0; i < paths->len; i++)
    if (ready)
      ondes_annotations_model_import (self->annotations, paths->pdata[i], NULL, NULL);
    else
      {
        g_autofree char *text = ondes_words_annotations_alone (paths->pdata[i]);

        ondes_window_say (self, text, TRUE);
      }
}

void
ondes_window_take_annotations (OndesWindow *self,
                               GFile       *file)
{
  if (self->awaiting == NULL)
    self->awaiting = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->awaiting, g_file_get_path (file));
  import_awaiting (self);
}

gboolean
ondes_window_drop_annotations (OndesWindow *self,
                               GFile       *file)
{
  const char *path = g_file_peek_path (file);
  gboolean of_recording;

  if (path != NULL && has_ending (path, certain))
    {
      ondes_window_take_annotations (self, file);
      return TRUE;
    }
  if (path == NULL || !ondes_annotations_model_is_ready (self->annotations))
    return FALSE;
  of_recording = is_of_recording (self, path);
  if (!of_recording && !has_ending (path, possible))
    return FALSE;
  ondes_annotations_model_import (self->annotations, path, of_recording ? NULL : on_no_annotations, self);
  return TRUE;
}

/* A file that another program changed, and closing. */

static void
on_conflict_response (OndesWindow *self,
                      const char  *response)
{
  const OndesAnnotationsAnswer answer = g_str_equal (response, "overwrite") ? ONDES_ANNOTATIONS_OVERWRITE
                                        : g_str_equal (response, "read")    ? ONDES_ANNOTATIONS_READ
                                                                            : ONDES_ANNOTATIONS_LATER;

  if (answer == ONDES_ANNOTATIONS_LATER && self->saving_to_close)
    {
      self->saving_to_close = FALSE;
      ondes_reopen_stay (self);
    }
  if (self->annotations != NULL)
    ondes_annotations_model_resolve (self->annotations, answer);
}

static void
on_conflict (OndesWindow *self,
             const char  *text)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _("Annotations Changed Elsewhere"), text);

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "later", _("Decide _Later"), "read", _("_Take Those of the File"),
                                    "overwrite", _("_Overwrite the File"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "overwrite", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "later");
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "later");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_conflict_response), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_unsaved_response (OndesWindow *self,
                     const char  *response)
{
  if (!g_str_equal (response, "close"))
    {
      ondes_reopen_stay (self);
      return;
    }
  /* The session and settings are stored as in any other closing. */
  self->losing_annotations = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}

/* The reason was said already. */
static void
ask_unsaved (OndesWindow *self)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _("Annotations Not Saved"),
                                              _("The last changes of annotations could not be written. They can be exported to "
                                                "another folder."));

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "keep", _("_Keep Open"), "close", _("_Close and Lose Them"),
                                    NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "close", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "keep");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_unsaved_response), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

gboolean
ondes_window_close_annotations (OndesWindow *self)
{
  if (self->losing_annotations || !ondes_annotations_model_is_unsaved (self->annotations))
    return TRUE;
  self->saving_to_close = TRUE;
  ondes_annotations_model_save (self->annotations);
  return FALSE;
}

static void
on_state (OndesWindow *self)
{
  if (!self->saving_to_close || ondes_annotations_model_is_saving (self->annotations)
      || ondes_annotations_model_is_in_conflict (self->annotations))
    return;
  self->saving_to_close = FALSE;
  if (ondes_annotations_model_is_unsaved (self->annotations))
    ask_unsaved (self);
  else
    gtk_window_close (GTK_WINDOW (self));
}

/* Actions. */

static void
update_actions (OndesWindow *self)
{
  static const char *const need_chosen[] = { "win.play-annotation", "win.remove-annotations", "win.edit-annotation" };
  static const char *const need_some[] = { "win.next-annotation", "win.previous-annotation", "win.export-annotations" };
  const gboolean ready = ondes_annotations_model_is_ready (self->annotations);
  const gboolean some = ready && ondes_annotation_set_get_length (ondes_annotations_model_get_set (self->annotations)) > 0;
  const OndesSelection selection = ondes_timeline_get_selection (ondes_session_get_timeline (self->session));
  GtkWidget *widget = GTK_WIDGET (self);

  for (guint i = 0; i < G_N_ELEMENTS (need_chosen); i++)
    gtk_widget_action_set_enabled (widget, need_chosen[i],
                                   ready && ondes_annotations_model_get_first (self->annotations) != NULL);
  for (guint i = 0; i < G_N_ELEMENTS (need_some); i++)
    gtk_widget_action_set_enabled (widget, need_some[i], some);
  gtk_widget_action_set_enabled (widget, "win.annotate", ready);
  gtk_widget_action_set_enabled (widget, "win.annotate-here", ready);
  gtk_widget_action_set_enabled (widget, "win.play-here", ready);
  gtk_widget_action_set_enabled (widget, "win.annotate-selection", ready && ondes_selection_is_set (&selection));
  gtk_widget_action_set_enabled (widget, "win.import-annotations", ready);
}

void
ondes_window_class_install_annotations (GtkWidgetClass *klass)
{
  static const struct
  {
    const char *name, *type;
    GCallback   activate;
  } actions[] = {
    { "win.annotate", NULL, G_CALLBACK (annotate_action) },
    { "win.annotate-selection", NULL, G_CALLBACK (annotate_action) },
    { "win.annotate-here", NULL, G_CALLBACK (annotate_action) },
    { "win.play-here", NULL, G_CALLBACK (play_here_action) },
    { "win.edit-annotation", NULL, G_CALLBACK (edit_action) },
    { "win.next-annotation", NULL, G_CALLBACK (step_action) },
    { "win.previous-annotation", NULL, G_CALLBACK (step_action) },
    { "win.remove-annotations", NULL, G_CALLBACK (remove_action) },
    { "win.play-annotation", NULL, G_CALLBACK (play_action) },
    { "win.import-annotations", NULL, G_CALLBACK (import_action) },
    { "win.export-annotations", "s", G_CALLBACK (export_action) },
    { "win.annotations", NULL, G_CALLBACK (pane_action) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (klass, actions[i].name, actions[i].type, (GtkWidgetActionActivateFunc) actions[i].activate);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_a, 0, "win.annotate", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_n, 0, "win.next-annotation", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_N, GDK_SHIFT_MASK, "win.previous-annotation", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_p, 0, "win.play-annotation", NULL);
}

/* Gives every chart of time below @widget a layer of annotations. */
static void
attach_below (OndesWindow *self,
              GtkWidget   *widget)
{
  if (ONDES_IS_TIME_CHART (widget))
    ondes_annotation_layer_attach (ONDES_TIME_CHART (widget), self->annotations);
  else
    for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
      attach_below (self, child);
}

void
ondes_window_add_annotations (OndesWindow *self)
{
  self->annotations = ondes_annotations_model_new (self->session);
  self->annotation_pane = ondes_annotation_pane_new (self->annotations);
  adw_bin_set_child (self->notes_bin, self->annotation_pane);
  ondes_annotation_pane_list_exports (self->annotation_exports);
  attach_below (self, GTK_WIDGET (self->views));
  g_signal_connect_object (self->annotations, "message", G_CALLBACK (ondes_window_say), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->annotations, "conflict", G_CALLBACK (on_conflict), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->annotations, "state-changed", G_CALLBACK (on_state), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->annotations, "state-changed", G_CALLBACK (update_actions), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->annotations, "state-changed", G_CALLBACK (import_awaiting), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "state-changed", G_CALLBACK (import_awaiting), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->annotations, "changed", G_CALLBACK (update_actions), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->annotations, "chosen-changed", G_CALLBACK (update_actions), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ondes_session_get_timeline (self->session), "selection-changed", G_CALLBACK (update_actions), self,
                           G_CONNECT_SWAPPED);
  update_actions (self);
}
