/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions behind a window's menus and keys. */
#include "config.h"

#include <glib/gi18n.h>

#include "dialogs/ondes-export-dialog.h"
#include "dialogs/ondes-raw-dialog.h"
#include "dialogs/ondes-read-dialog.h"
#include "session/settings.h"
#include "session/words.h"
#include "ondes-window-private.h"

#define RECENT_MAX 12

static void
on_open_response (GtkNativeDialog *chooser,
                  int response,
                  OndesWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));

      ondes_window_open (self, file);
    }
  g_object_unref (chooser);
}

static void
add_filter (GtkFileChooser *chooser,
            const char *name,
            const char *const *mime_types,
            const char *const *suffixes)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (; mime_types != NULL && *mime_types != NULL; mime_types++)
    gtk_file_filter_add_mime_type (filter, *mime_types);
  for (; suffixes != NULL && *suffixes != NULL; suffixes++)
    gtk_file_filter_add_suffix (filter, *suffixes);
  if (mime_types == NULL && suffixes == NULL)
    gtk_file_filter_add_pattern (filter, "*");
  gtk_file_chooser_add_filter (chooser, filter);
}

/* Shows a file chooser; @on_response gets the chooser, the response and the window. */
static void
choose_recording (OndesWindow *self,
                  const char *title,
                  GCallback on_response)
{
  static const char *const sounds[] = { "audio/*", NULL };
  static const char *const tables[] = { "csv", "tsv", "txt", "dat", "asc", "npy", NULL };
  OndesRecording *recording = ondes_session_get_recording (self->session);
  GtkFileChooserNative *chooser
    = gtk_file_chooser_native_new (title, GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), _("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  /* Start in the folder of the open recording. */
  if (recording != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_path (ondes_recording_get_info (recording)->path);
      g_autoptr (GFile) parent = g_file_get_parent (file);

      gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), parent, NULL);
    }
  add_filter (GTK_FILE_CHOOSER (chooser), _("All files"), NULL, NULL);
  add_filter (GTK_FILE_CHOOSER (chooser), _("Sound"), sounds, NULL);
  add_filter (GTK_FILE_CHOOSER (chooser), _("Numbers: text and .npy"), NULL, tables);
  g_signal_connect_object (chooser, "response", on_response, self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
open_action (GtkWidget *widget,
             const char *name,
             GVariant *parameter)
{
  choose_recording (ONDES_WINDOW (widget), _("Open a Recording"), G_CALLBACK (on_open_response));
}

static void
on_raw_response (GtkNativeDialog *chooser,
                 int response,
                 OndesWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
      g_autofree char *path = g_file_get_path (file);

      if (path != NULL)
        ondes_raw_dialog_present (GTK_WINDOW (self), self->session, path);
      else
        ondes_window_open (self, file); /* reports why not */
    }
  g_object_unref (chooser);
}

static void
open_raw_action (GtkWidget *widget,
                 const char *name,
                 GVariant *parameter)
{
  choose_recording (ONDES_WINDOW (widget), _("Open a Raw File"), G_CALLBACK (on_raw_response));
}

static void
open_uri_action (GtkWidget *widget,
                 const char *name,
                 GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  ondes_window_open (ONDES_WINDOW (widget), file);
}

static void
read_options_action (GtkWidget *widget,
                     const char *name,
                     GVariant *parameter)
{
  ondes_read_dialog_present (GTK_WINDOW (widget), ONDES_WINDOW (widget)->session, NULL);
}

/* Asks for the read options of a file that does not open without them. */
static void
read_options_path_action (GtkWidget *widget,
                          const char *name,
                          GVariant *parameter)
{
  ondes_read_dialog_present (GTK_WINDOW (widget), ONDES_WINDOW (widget)->session, g_variant_get_string (parameter, NULL));
}

static void
open_raw_path_action (GtkWidget *widget,
                      const char *name,
                      GVariant *parameter)
{
  ondes_raw_dialog_present (GTK_WINDOW (widget), ONDES_WINDOW (widget)->session, g_variant_get_string (parameter, NULL));
}

static void
resample_action (GtkWidget *widget,
                 const char *name,
                 GVariant *parameter)
{
  OndesWindow *self = ONDES_WINDOW (widget);
  OndesRecording *recording = ondes_session_get_recording (self->session);
  OndesReadOptions options = *ondes_session_get_read_options (self->session);

  if (recording == NULL)
    return;
  options.resample = TRUE;
  ondes_session_open (self->session, ondes_recording_get_info (recording)->path, &options);
}

static void
export_action (GtkWidget *widget,
               const char *name,
               GVariant *parameter)
{
  OndesWindow *self = ONDES_WINDOW (widget);

  ondes_export_dialog_present (GTK_WINDOW (self), ondes_window_get_model (self), self->settings);
}

static void
on_image_copied (GtkWidget *widget)
{
  ondes_window_say (ONDES_WINDOW (widget), _("Copied the image"), FALSE);
}

static void
copy_image_action (GtkWidget *widget,
                   const char *name,
                   GVariant *parameter)
{
  OndesWindow *self = ONDES_WINDOW (widget);

  ondes_export_copy_image (widget, ondes_window_get_model (self), self->settings, on_image_copied);
}

static gboolean
has_figure (OndesAnalysis *model)
{
  return (ondes_analysis_get_formats (model) & 1u << ONDES_EXPORT_PNG) != 0;
}

static void
copy_command_action (GtkWidget *widget,
                     const char *name,
                     GVariant *parameter)
{
  OndesWindow *self = ONDES_WINDOW (widget);
  OndesAnalysis *model = ondes_window_get_model (self);
  const gboolean figure = has_figure (model), sound = (ondes_analysis_get_formats (model) & 1u << ONDES_EXPORT_WAV) != 0;
  const OndesExportFormat format = figure ? ONDES_EXPORT_PNG : sound ? ONDES_EXPORT_WAV : ONDES_EXPORT_NPY;
  OndesFigureSize size;
  g_autofree char *command = NULL, *path = g_strdup_printf ("%s.%s", figure ? "figure" : "out", ondes_export_endings[format]);

  ondes_settings_load_size (self->settings, &size);
  command = ondes_analysis_command (model, path, format, &size, 0);
  if (command == NULL)
    {
      const char *problem = ondes_analysis_get_problem (model);

      if (problem == NULL && ondes_analysis_get_formats (model) != 0)
        problem = _("Typed text has no command: save it to a file and open that");
      ondes_window_say (self, problem != NULL ? problem : _("Open a recording first"), TRUE);
      return;
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), command);
  ondes_window_say (self, figure ? _("Copied the command that makes this figure") : _("Copied the command that writes this file"),
                    FALSE);
}

static void
fit_colours_action (GtkWidget *widget,
                    const char *name,
                    GVariant *parameter)
{
  ondes_scalogram_analysis_fit_colours (ondes_window_get_scalogram (ONDES_WINDOW (widget)));
}

static void
automatic_colours_action (GtkWidget *widget,
                          const char *name,
                          GVariant *parameter)
{
  ondes_scalogram_analysis_set_colours (ondes_window_get_scalogram (ONDES_WINDOW (widget)), 0, 0);
}

static void
whole_action (GtkWidget *widget,
              const char *name,
              GVariant *parameter)
{
  ondes_analysis_zoom (ondes_window_get_model (ONDES_WINDOW (widget)), 0);
}

static void
zoom_action (GtkWidget *widget,
             const char *name,
             GVariant *parameter)
{
  ondes_analysis_zoom (ondes_window_get_model (ONDES_WINDOW (widget)), g_str_equal (name, "win.zoom-in") ? 2 : 0.5);
}

static void
cancel_action (GtkWidget *widget,
               const char *name,
               GVariant *parameter)
{
  ondes_window_cancel (ONDES_WINDOW (widget));
}

static void
cancel_export_action (GtkWidget *widget,
                      const char *name,
                      GVariant *parameter)
{
  ondes_analysis_cancel_export (ondes_window_get_model (ONDES_WINDOW (widget)));
}

static void
recompute_action (GtkWidget *widget,
                  const char *name,
                  GVariant *parameter)
{
  ondes_window_recompute (ONDES_WINDOW (widget));
}

/* Undoes or redoes a change and shows its page, which may not be the one in view. */
static void
undo_action (GtkWidget *widget,
             const char *name,
             GVariant *parameter)
{
  OndesWindow *self = ONDES_WINDOW (widget);
  const char *page = g_str_equal (name, "win.undo") ? ondes_session_undo (self->session) : ondes_session_redo (self->session);

  if (page != NULL)
    adw_view_stack_set_visible_child_name (self->views, page);
}

static void
sidebar_action (GtkWidget *widget,
                const char *name,
                GVariant *parameter)
{
  OndesWindow *self = ONDES_WINDOW (widget);

  adw_flap_set_reveal_flap (self->flap, !adw_flap_get_reveal_flap (self->flap));
}

static void
page_action (GtkWidget *widget,
             const char *name,
             GVariant *parameter)
{
  adw_view_stack_set_visible_child_name (ONDES_WINDOW (widget)->views, g_variant_get_string (parameter, NULL));
}

static void
menu_action (GtkWidget *widget,
             const char *name,
             GVariant *parameter)
{
  gtk_menu_button_popup (GTK_MENU_BUTTON (ONDES_WINDOW (widget)->menu_button));
}

void
ondes_window_update_actions (OndesWindow *self)
{
  static const char *const need_recording[] = { "win.read-options", "win.resample", "win.play", "win.loop", "win.follow",
                                                "win.keep-pitch", "win.export-heard" };
  static const char *const need_result[]
    = { "win.export", "win.copy-command", "win.whole", "win.zoom-in", "win.zoom-out", "win.recompute" };
  OndesAnalysis *model = ondes_window_get_model (self);
  gboolean open = ondes_session_get_recording (self->session) != NULL,
           any = ondes_analysis_get_formats (model) != 0;
  gboolean scalogram;

  /* The page of filters has the scalogram's colours. */
  scalogram = open
              && (ondes_window_get_page (self) == ONDES_PAGE_SCALOGRAM
                  || (ondes_window_get_page (self) == ONDES_PAGE_FILTER && any));
  for (guint i = 0; i < G_N_ELEMENTS (need_recording); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), need_recording[i], open);
  for (guint i = 0; i < G_N_ELEMENTS (need_result); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), need_result[i], any);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.copy-image", has_figure (model));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.fit-colours", scalogram);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.automatic-colours", scalogram);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.sidebar",
                                 !ondes_window_is_empty (self) || ondes_window_get_page (self) != ONDES_PAGE_SCALOGRAM);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.undo", ondes_session_can_undo (self->session));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.redo", ondes_session_can_redo (self->session));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.cancel", ondes_analysis_is_busy (model, NULL));
}

static gboolean
same_items (GMenuModel *a,
            GMenuModel *b)
{
  static const char *const attributes[] = { G_MENU_ATTRIBUTE_LABEL, G_MENU_ATTRIBUTE_TARGET };

  if (a == NULL || g_menu_model_get_n_items (a) != g_menu_model_get_n_items (b))
    return FALSE;
  for (int i = 0; i < g_menu_model_get_n_items (a); i++)
    for (guint j = 0; j < G_N_ELEMENTS (attributes); j++)
      {
        g_autoptr (GVariant) one = g_menu_model_get_item_attribute_value (a, i, attributes[j], NULL);
        g_autoptr (GVariant) other = g_menu_model_get_item_attribute_value (b, i, attributes[j], NULL);

        if ((one == NULL) != (other == NULL) || (one != NULL && !g_variant_equal (one, other)))
          return FALSE;
      }
  return TRUE;
}

/* Lists the recent files that Ondes itself opened. Filters by application rather than by group, because
 * gtk_recent_manager_add_full() ignores groups if the address of the first one's name happens to end in a zero byte. */
void
ondes_window_update_recent (OndesWindow *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  guint n = 0;

  for (GList *l = items; l != NULL && n < RECENT_MAX; l = l->next)
    {
      GtkRecentInfo *info = l->data;
      g_autoptr (GMenuItem) item = NULL;
      g_auto (GStrv) parts = NULL;
      g_autofree char *label = NULL;

      if (!gtk_recent_info_has_application (info, "Ondes") || !gtk_recent_info_is_local (info) || !gtk_recent_info_exists (info))
        continue;
      /* A single underscore would mark a mnemonic. */
      parts = g_strsplit (ondes_words_recording_name (gtk_recent_info_get_display_name (info)), "_", -1);
      label = g_strjoinv ("__", parts);
      item = g_menu_item_new (label, NULL);
      g_menu_item_set_action_and_target (item, "win.open-uri", "s", gtk_recent_info_get_uri (info));
      g_menu_append_item (menu, item);
      n++;
    }
  if (n == 0)
    g_menu_append (menu, _("No recent recordings"), "win.none");
  /* The manager also reports our own additions, a little later. Keep an unchanged menu, because it may be open. */
  if (!same_items (adw_split_button_get_menu_model (self->open_button), G_MENU_MODEL (menu)))
    adw_split_button_set_menu_model (self->open_button, G_MENU_MODEL (menu));
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
}

void
ondes_window_remember_file (OndesWindow *self)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_session_get_recording (self->session));
  g_autoptr (GFile) file = g_file_new_for_path (info->path);
  g_autofree char *uri = g_file_get_uri (file);
  GtkRecentData data = {
    .display_name = (char *) info->name,
    .mime_type = (char *) "application/octet-stream",
    .app_name = (char *) "Ondes",
    .app_exec = (char *) "ondes %u",
  };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

void
ondes_window_class_install_actions (GtkWidgetClass *klass)
{
  static const struct
  {
    const char                 *name, *type;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "win.open", NULL, open_action },
    { "win.open-raw", NULL, open_raw_action },
    { "win.open-uri", "s", open_uri_action },
    { "win.open-raw-path", "s", open_raw_path_action },
    { "win.read-options", NULL, read_options_action },
    { "win.read-options-path", "s", read_options_path_action },
    { "win.resample", NULL, resample_action },
    { "win.export", NULL, export_action },
    { "win.copy-image", NULL, copy_image_action },
    { "win.copy-command", NULL, copy_command_action },
    { "win.fit-colours", NULL, fit_colours_action },
    { "win.automatic-colours", NULL, automatic_colours_action },
    { "win.whole", NULL, whole_action },
    { "win.zoom-in", NULL, zoom_action },
    { "win.zoom-out", NULL, zoom_action },
    { "win.cancel", NULL, cancel_action },
    { "win.cancel-export", NULL, cancel_export_action },
    { "win.recompute", NULL, recompute_action },
    { "win.undo", NULL, undo_action },
    { "win.redo", NULL, undo_action },
    { "win.page", "s", page_action },
    { "win.sidebar", NULL, sidebar_action },
    { "win.menu", NULL, menu_action },
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
    gtk_widget_class_install_action (klass, actions[i].name, actions[i].type, actions[i].activate);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (klass, keys[i].key, keys[i].modifiers, keys[i].action, NULL);
}
