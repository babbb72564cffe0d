/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions behind a window's menus and keys. */
#include "config.h"

#include <glib/gi18n.h>

#include "dialogs/ondes-dataset-dialog.h"
#include "dialogs/ondes-export-dialog.h"
#include "dialogs/ondes-file-chooser.h"
#include "dialogs/ondes-read-dialog.h"
#include "session/settings.h"
#include "picture/slices.h"
#include "session/words.h"
#include "signal/formats/file-formats.h"
#include "pages/ondes-controls.h"
#include "ondes-template.h"
#include "ondes-window-private.h"


/* Adds a filter for the formats of a kind, or of any, that this build reads. */
static void
add_filter (GtkFileChooser *chooser,
            const char *name,
            OndesFormatKind kind,
            gboolean any)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  guint endings = 0;

  gtk_file_filter_set_name (filter, name);
  for (const OndesFileFormat *format = ondes_file_formats (); format->id != NULL; format++)
    if ((any || format->kind == kind) && ondes_file_format_built (format))
      for (guint i = 0; format->endings[i] != NULL; i++, endings++)
        gtk_file_filter_add_suffix (filter, format->endings[i] + 1);
  if (endings > 0)
    gtk_file_chooser_add_filter (chooser, filter);
}

static void
add_all (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _("All files"));
  gtk_file_filter_add_pattern (filter, "*");
  gtk_file_chooser_add_filter (chooser, filter);
}

/* The list begins with recordings, or with @all files, where a person says how one is read. */
static void
choose_recording (OndesWindow *self,
                  const char *title,
                  gboolean all,
                  OndesFileChosen chosen)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  GtkFileChooser *chooser = ondes_file_chooser_new (self, title, GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), chosen);

  /* Start in the folder of the open recording. */
  if (recording != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_path (ondes_recording_get_info (recording)->path);
      g_autoptr (GFile) parent = g_file_get_parent (file);

      gtk_file_chooser_set_current_folder (chooser, parent, NULL);
    }
  if (all)
    add_all (chooser);
  add_filter (chooser, _("Recordings"), ONDES_FORMAT_SOUND, TRUE);
  add_filter (chooser, _("Sound"), ONDES_FORMAT_SOUND, FALSE);
  add_filter (chooser, _("Recordings of instruments"), ONDES_FORMAT_ARCHIVE, FALSE);
  add_filter (chooser, _("Numbers: text and arrays"), ONDES_FORMAT_NUMBERS, FALSE);
  if (!all)
    add_all (chooser);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
on_chosen (gpointer owner,
           GFile *file)
{
  /* Labels join the recording that is open, as dropped ones do. */
  if (!ondes_window_drop_annotations (owner, file))
    ondes_window_open (owner, file);
}

static void
open_action (OndesWindow *self)
{
  choose_recording (self, _("Open a Recording"), FALSE, on_chosen);
}

static void
open_as (gpointer owner,
         const char *path,
         const OndesReadOptions *options)
{
  ondes_session_open (owner, path, options);
}

void
ondes_window_ask_raw (OndesWindow *self,
                      const char *path)
{
  ondes_read_dialog_present (GTK_WINDOW (self), &(OndesReadQuestion) { .path = path, .raw = TRUE, .chosen = open_as,
                                                                       .owner = self->session });
}

void
ondes_window_ask_to_stop (GtkWindow *window,
                          const char *title,
                          const char *text,
                          GCallback answered)
{
  GtkWidget *dialog = adw_message_dialog_new (window, title, text);

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "keep", _("_Keep Open"), "stop", _("_Stop and Close"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "stop", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "keep");
  g_signal_connect_object (dialog, "response", answered, window, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_raw_chosen (gpointer owner,
               GFile *file)
{
  g_autofree char *path = g_file_get_path (file);

  ondes_window_ask_raw (owner, path);
}

static void
open_raw_action (OndesWindow *self)
{
  choose_recording (self, _("Open a Raw File"), TRUE, on_raw_chosen);
}

static void
on_text_chosen (gpointer owner,
                GFile *file)
{
  g_autofree char *path = g_file_get_path (file);

  ondes_window_ask_options (owner, path);
}

static void
open_text_action (OndesWindow *self)
{
  choose_recording (self, _("Open a Text"), TRUE, on_text_chosen);
}

static void
open_uri_action (OndesWindow *self,
                 const char *name,
                 GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  ondes_window_open (self, file);
}

/* Returns what to ask of a file, which may be the one that is open. */
static OndesReadQuestion
question_of (OndesWindow *self,
             const char *path)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  OndesReadQuestion question = { .path = path, .chosen = open_as, .owner = self->session };

  if (recording != NULL && g_str_equal (ondes_recording_get_info (recording)->path, path))
    {
      question.recording = recording;
      question.channel = ondes_session_get_channel (self->session);
      question.options = ondes_session_get_read_options (self->session);
    }
  return question;
}

void
ondes_window_ask_options (OndesWindow *self,
                          const char *path)
{
  const OndesReadQuestion question = question_of (self, path);

  ondes_read_dialog_present (GTK_WINDOW (self), &question);
}

void
ondes_window_ask_dataset (OndesWindow *self,
                          const char *path)
{
  const OndesReadQuestion question = question_of (self, path);

  ondes_dataset_dialog_present (GTK_WINDOW (self), &question);
}

static void
read_options_action (OndesWindow *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);

  if (recording != NULL)
    ondes_window_ask_options (self, ondes_recording_get_info (recording)->path);
}

/* Asks for the read options of a file that does not open without them. */
static void
read_options_path_action (OndesWindow *self,
                          const char *name,
                          GVariant *parameter)
{
  ondes_window_ask_options (self, g_variant_get_bytestring (parameter));
}

static void
open_raw_path_action (OndesWindow *self,
                      const char *name,
                      GVariant *parameter)
{
  ondes_window_ask_raw (self, g_variant_get_bytestring (parameter));
}

static void
resample_action (OndesWindow *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  OndesReadOptions options = *ondes_session_get_read_options (self->session);

  if (recording == NULL)
    return;
  options.resample = TRUE;
  ondes_session_open (self->session, ondes_recording_get_info (recording)->path, &options);
}

/* Switches between the real time of a recording and its time as it plays. */
static void
time_expansion_action (OndesWindow *self)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_session_get_recording (self->session));
  OndesReadOptions options = *ondes_session_get_read_options (self->session);

  options.time_expansion = info->time_expansion > 1 ? 1 : info->told_expansion;
  ondes_session_open (self->session, info->path, &options);
}

static void
export_action (OndesWindow *self)
{
  ondes_export_dialog_present (GTK_WINDOW (self), ondes_window_get_model (self), self->settings);
}

static void
on_image_copied (GtkWidget *widget)
{
  ondes_window_say (ONDES_WINDOW (widget), _("Copied the image"), FALSE);
}

static void
copy_image_action (OndesWindow *self)
{
  ondes_export_copy_image (GTK_WIDGET (self), ondes_window_get_model (self), self->settings, on_image_copied);
}

static gboolean
has_figure (OndesAnalysis *model)
{
  return (ondes_analysis_get_formats (model) & 1u << ONDES_EXPORT_PNG) != 0;
}

static void
copy_command_action (OndesWindow *self)
{
  OndesAnalysis *model = ondes_window_get_model (self);
  const gboolean figure = has_figure (model), sound = (ondes_analysis_get_formats (model) & 1u << ONDES_EXPORT_WAV) != 0;
  const OndesExportFormat format = figure ? ONDES_EXPORT_PNG : sound ? ONDES_EXPORT_WAV : ONDES_EXPORT_NPY;
  OndesFigureSize size;
  g_autofree char *command = NULL, *path = g_strdup_printf ("%s.%s", figure ? "figure" : "out", ondes_export_endings[format]);

  ondes_settings_load_size (self->settings, &size);
  ondes_figure_size_settle (&size);
  command = ondes_analysis_command (model, path, format, &size, 0);
  if (command == NULL)
    {
      const char *problem = ondes_analysis_get_problem (model);

      if (problem == NULL && ondes_analysis_get_formats (model) != 0)
        problem = _("Typed text has no command: save it to a file and open that");
      ondes_window_say (self, problem != NULL ? problem : _("Open a recording first"), TRUE);
      return;
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  ondes_window_say (self, figure ? _("Copied the command that makes this figure") : _("Copied the command that writes this file"),
                    FALSE);
}

static void
fit_colours_action (OndesWindow *self)
{
  ondes_scalogram_analysis_fit_colours (ondes_window_get_picture (self));
}

static void
automatic_colours_action (OndesWindow *self)
{
  ondes_scalogram_analysis_set_colours (ondes_window_get_picture (self), 0, 0);
}

static void
whole_action (OndesWindow *self)
{
  ondes_analysis_zoom (ondes_window_get_model (self), 0);
}

static void
zoom_action (OndesWindow *self,
             const char *name)
{
  ondes_analysis_zoom (ondes_window_get_model (self), g_str_equal (name, "win.zoom-in") ? 2 : 0.5);
}

static void
cancel_export_action (OndesWindow *self)
{
  ondes_analysis_cancel_export (ondes_window_get_model (self));
}

/* Undoes or redoes a change and shows its page, which may not be the one in view. */
static void
undo_action (OndesWindow *self,
             const char *name)
{
  const gboolean undo = g_str_equal (name, "win.undo");
  /* Translators: what was undone, as “Preset “Birds” undone”. */
  const char *format = undo ? _("%s undone") : _("%s redone");
  const char *step = undo ? ondes_session_get_undo_name (self->session) : ondes_session_get_redo_name (self->session);
  g_autofree char *text = step != NULL ? g_strdup_printf (format, step) : NULL;
  const char *page = undo ? ondes_session_undo (self->session) : ondes_session_redo (self->session);

  /* What is heard has no page. */
  if (page != NULL)
    ondes_window_show (self, page);
  if (text != NULL)
    ondes_window_offer_undo (self, text, undo);
}

static void
presets_action (OndesWindow *self)
{
  ondes_window_show (self, "scalogram");
  ondes_flap_reveal (self->flap, TRUE);
  ondes_controls_open_presets (ONDES_CONTROLS (gtk_stack_get_child_by_name (self->controls, "scalogram")));
}

static void
sidebar_action (OndesWindow *self)
{
  ondes_flap_reveal (self->flap, !adw_flap_get_reveal_flap (self->flap));
}

static void
page_action (OndesWindow *self,
             const char *name,
             GVariant *parameter)
{
  ondes_window_show (self, g_variant_get_string (parameter, NULL));
}

static void
menu_action (OndesWindow *self)
{
  gtk_menu_button_popup (GTK_MENU_BUTTON (self->menu_button));
}

static void
slices_action (OndesWindow *self)
{
  OndesSlices *slices = ondes_scalogram_analysis_get_slices (ondes_window_get_picture (self));

  ondes_slices_set_shown (slices, !ondes_slices_get_shown (slices));
}

/* Holds what is at the crosshair or selected, and shows the slices if they are hidden. */
static void
hold_slice_action (OndesWindow *self)
{
  OndesSlices *slices = ondes_scalogram_analysis_get_slices (ondes_window_get_picture (self));

  ondes_slices_set_shown (slices, TRUE);
  if (ondes_slices_hold (slices))
    return;
  if (ondes_slices_get_n (slices) == 0)
    ondes_window_say (self, _("Point at the picture, or select a part of it, to hold its slice"), TRUE);
  else
    ondes_window_say (self, _("This slice is held already, or as many are as there are colours"), TRUE);
}

static OndesFilterAnalysis *
filter_of (OndesWindow *self)
{
  return ONDES_FILTER_ANALYSIS (self->models[ONDES_MODEL_FILTER]);
}

/* The filtered recording becomes that of every page, in one step of undo, and its spectra come into view. */
static void
analyse_result_action (OndesWindow *self)
{
  OndesOperand *operand = ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (self->models[ONDES_MODEL_SPECTRA]), 0);
  const OndesOperandKind kind = ondes_operand_get_kind (operand);
  gboolean added;

  ondes_session_begin_step (self->session);
  added = ondes_filter_analysis_add_step (filter_of (self));
  if (added && (kind == ONDES_OPERAND_FILE || kind == ONDES_OPERAND_TEXT))
    ondes_operand_set_kind (operand, ONDES_OPERAND_VIEW);
  ondes_session_end_step (self->session);
  if (!added)
    return;
  ondes_session_name_step (self->session, _("The filter as a step of conditioning"));
  ondes_window_show (self, "spectra");
  ondes_window_offer_undo (self, _("The filter is a step of conditioning now"), FALSE);
}

/* What the state of the page in view allows. */
typedef enum
{
  ALLOWED_OPEN,      /* a recording is open */
  ALLOWED_TIME,      /* one that is no truth table */
  ALLOWED_RESULT,    /* the page has a result, or will have one */
  ALLOWED_COLOURS,   /* it has a picture with colours */
  ALLOWED_PICTURE,   /* it is a page of pictures of a recording */
  ALLOWED_PLACE,     /* it is not the page of welcome */
  N_ALLOWED
} Allowed;

static void
find_allowed (OndesWindow *self,
              gboolean     allowed[N_ALLOWED])
{
  const OndesModelIndex shown = ondes_window_get_shown (self);
  const gboolean open = ondes_session_get_recording (self->session) != NULL;
  const gboolean any = ondes_analysis_get_formats (ondes_window_get_model (self)) != 0;
  const gboolean picture = open && ondes_window_is_on (self, "explore");

  allowed[ALLOWED_OPEN] = open;
  allowed[ALLOWED_TIME] = ondes_session_has_time (self->session);
  allowed[ALLOWED_RESULT] = any;
  /* The page of filters has the scalogram's colours. */
  allowed[ALLOWED_COLOURS] = picture || (open && shown == ONDES_MODEL_FILTER && any);
  allowed[ALLOWED_PICTURE] = picture || (open && shown == ONDES_MODEL_FILTER);
  allowed[ALLOWED_PLACE] = !ondes_window_is_empty (self) || !ondes_window_is_on (self, "explore");
}

/* TRUE if the times of the recording's samples can be corrected. */
static gboolean
can_resample (OndesWindow *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const OndesRecordingInfo *info = recording != NULL ? ondes_recording_get_info (recording) : NULL;

  return info != NULL && info->irregular > 0 && info->resampling.samples == 0;
}

/* TRUE if the file tells that the recording was made faster than it plays. */
static gboolean
can_expand (OndesWindow *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);

  return recording != NULL && ondes_recording_get_info (recording)->told_expansion > 0;
}

void
ondes_window_update_actions (OndesWindow *self)
{
  static const struct
  {
    const char *name;
    Allowed     needs;
  } actions[] = {
    { "win.read-options", ALLOWED_OPEN },    { "win.play", ALLOWED_OPEN },            { "win.loop", ALLOWED_OPEN },
    { "win.follow", ALLOWED_OPEN },          { "win.keep-pitch", ALLOWED_OPEN },      { "win.slower", ALLOWED_OPEN },
    { "win.faster", ALLOWED_OPEN },          { "win.export-heard", ALLOWED_OPEN },    { "win.select-tool", ALLOWED_OPEN },
    { "win.select-all", ALLOWED_OPEN },      { "win.cursor", ALLOWED_OPEN },          { "win.compare-with", ALLOWED_TIME },
    { "win.compare-file", ALLOWED_TIME },    { "win.compare-held", ALLOWED_TIME },    { "win.batch", ALLOWED_TIME },
    { "win.export", ALLOWED_RESULT },        { "win.copy-command", ALLOWED_RESULT },  { "win.whole", ALLOWED_RESULT },
    { "win.zoom-in", ALLOWED_RESULT },       { "win.zoom-out", ALLOWED_RESULT },      { "win.fit-colours", ALLOWED_COLOURS },
    { "win.automatic-colours", ALLOWED_COLOURS }, { "win.slices", ALLOWED_PICTURE },       { "win.hold-slice", ALLOWED_PICTURE },
    { "win.pan-tool", ALLOWED_OPEN },        { "win.annotate-tool", ALLOWED_TIME },
    { "win.sidebar", ALLOWED_PLACE },        { "win.annotations", ALLOWED_PLACE },    { "win.presets", ALLOWED_TIME },
  };
  GtkWidget *widget = GTK_WIDGET (self);
  OndesAnalysis *model = ondes_window_get_model (self);
  gboolean allowed[N_ALLOWED];

  find_allowed (self, allowed);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (widget, actions[i].name, allowed[actions[i].needs]);
  gtk_widget_action_set_enabled (widget, "win.resample", can_resample (self));
  gtk_widget_action_set_enabled (widget, "win.time-expansion", can_expand (self));
  gtk_widget_action_set_enabled (widget, "win.analyse-result", ondes_window_get_shown (self) == ONDES_MODEL_FILTER
                                                                 && ondes_filter_analysis_can_add_step (filter_of (self)));
  gtk_widget_action_set_enabled (widget, "win.recompute", allowed[ALLOWED_OPEN] || allowed[ALLOWED_RESULT]);
  gtk_widget_action_set_enabled (widget, "win.copy-image", has_figure (model));
  gtk_widget_action_set_enabled (widget, "win.undo", ondes_session_can_undo (self->session));
  gtk_widget_action_set_enabled (widget, "win.redo", ondes_session_can_redo (self->session));
  gtk_widget_action_set_enabled (widget, "win.cancel", ondes_window_is_busy (self, NULL));
  gtk_widget_action_set_enabled (widget, "win.cancel-export", ondes_analysis_is_exporting (model, NULL));
  ondes_window_update_compared (self);
  ondes_window_update_strips (self);
  ondes_window_update_selected (self);
}

static void
say_action (OndesWindow *self,
            const char *name,
            GVariant *parameter)
{
  ondes_window_say (self, g_variant_get_string (parameter, NULL), TRUE);
}

/* For pages: says what was removed or changed at once, with a button that undoes it. */
static void
offer_undo_action (OndesWindow *self,
                   const char *name,
                   GVariant *parameter)
{
  ondes_window_offer_undo (self, g_variant_get_string (parameter, NULL), FALSE);
}

void
ondes_window_class_install_actions (GtkWidgetClass *klass)
{
  /* Handlers take the window, the action's name and its parameter, or the first ones of these. */
  static const struct
  {
    const char *name, *type;
    GCallback   activate;
  } actions[] = {
    { "win.open", NULL, G_CALLBACK (open_action) },
    { "win.open-raw", NULL, G_CALLBACK (open_raw_action) },
    { "win.open-uri", "s", G_CALLBACK (open_uri_action) },
    { "win.open-raw-path", "ay", G_CALLBACK (open_raw_path_action) },
    { "win.open-text", NULL, G_CALLBACK (open_text_action) },
    { "win.read-options", NULL, G_CALLBACK (read_options_action) },
    { "win.read-options-path", "ay", G_CALLBACK (read_options_path_action) },
    { "win.resample", NULL, G_CALLBACK (resample_action) },
    { "win.time-expansion", NULL, G_CALLBACK (time_expansion_action) },
    { "win.export", NULL, G_CALLBACK (export_action) },
    { "win.copy-image", NULL, G_CALLBACK (copy_image_action) },
    { "win.copy-command", NULL, G_CALLBACK (copy_command_action) },
    { "win.fit-colours", NULL, G_CALLBACK (fit_colours_action) },
    { "win.automatic-colours", NULL, G_CALLBACK (automatic_colours_action) },
    { "win.whole", NULL, G_CALLBACK (whole_action) },
    { "win.zoom-in", NULL, G_CALLBACK (zoom_action) },
    { "win.zoom-out", NULL, G_CALLBACK (zoom_action) },
    { "win.cancel", NULL, G_CALLBACK (ondes_window_cancel) },
    { "win.cancel-export", NULL, G_CALLBACK (cancel_export_action) },
    { "win.recompute", NULL, G_CALLBACK (ondes_window_recompute) },
    { "win.undo", NULL, G_CALLBACK (undo_action) },
    { "win.redo", NULL, G_CALLBACK (undo_action) },
    { "win.page", "s", G_CALLBACK (page_action) },
    { "win.say", "s", G_CALLBACK (say_action) },
    { "win.slices", NULL, G_CALLBACK (slices_action) },
    { "win.analyse-result", NULL, G_CALLBACK (analyse_result_action) },
    { "win.hold-slice", NULL, G_CALLBACK (hold_slice_action) },
    { "win.offer-undo", "s", G_CALLBACK (offer_undo_action) },
    { "win.presets", NULL, G_CALLBACK (presets_action) },
    { "win.sidebar", NULL, G_CALLBACK (sidebar_action) },
    { "win.menu", NULL, G_CALLBACK (menu_action) },
  };
  static const struct
  {
    guint           key;
    GdkModifierType modifiers;
    const char     *action;
  } keys[] = {
    /* Key bindings rather than accelerators, so that a widget being edited handles the keys first. */
    { GDK_KEY_Escape, 0, "win.cancel" },          { GDK_KEY_c, GDK_CONTROL_MASK, "win.copy-image" },
    { GDK_KEY_z, GDK_CONTROL_MASK, "win.undo" },  { GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.redo" },
    { GDK_KEY_Home, 0, "win.whole" },             { GDK_KEY_plus, 0, "win.zoom-in" },
    { GDK_KEY_KP_Add, 0, "win.zoom-in" },         { GDK_KEY_equal, 0, "win.zoom-in" },
    { GDK_KEY_minus, 0, "win.zoom-out" },         { GDK_KEY_KP_Subtract, 0, "win.zoom-out" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (klass, actions[i].name, actions[i].type, (GtkWidgetActionActivateFunc) actions[i].activate);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (klass, keys[i].key, keys[i].modifiers, keys[i].action, NULL);
}
