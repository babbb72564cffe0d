/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ondes-preset-row.h"
#include "ondes-rows.h"
#include "session/presets.h"

struct _OndesPresetRow
{
  AdwActionRow               parent_instance;

  GtkMenuButton             *button;
  OndesCompensationSettings  settings, named; /* in effect; those of the preset shown */
  char                      *name;            /* of the preset that was chosen or saved last; NULL if none */
  char                     **names;           /* of all presets */
  GtkFileChooserNative      *chooser;         /* NULL if none is open */
  GtkWindow                 *dialog;          /* asks for a name; NULL if none is open */
};

G_DEFINE_FINAL_TYPE (OndesPresetRow, ondes_preset_row, ADW_TYPE_ACTION_ROW)

enum { CHOSEN, PROBLEM, N_SIGNALS };

static guint signals[N_SIGNALS];

/* What is done to the files, on a worker. */
typedef enum { LIST, LOAD, SAVE, RENAME, REMOVE, IMPORT, EXPORT } Work;

typedef struct
{
  Work                      work;
  char                     *name, *to; /* of presets; @to is the new name, or a path */
  OndesCompensationSettings settings;  /* to save; those that were read */
  char                    **names;     /* the result */
} Job;

static void
job_free (gpointer data)
{
  Job *self = data;

  g_free (self->name);
  g_free (self->to);
  g_strfreev (self->names);
  g_free (self);
}

/* Makes a preset of the file at @job->to, under its name or, if that is taken, with a number. */
static gboolean
import (Job     *job,
        GError **error)
{
  g_autofree char *plain = ondes_preset_name (job->to), *path = NULL;
  g_auto (GStrv) names = ondes_preset_list (error);

  if (names == NULL || !ondes_preset_read (job->to, &job->settings, error))
    return FALSE;
  job->name = g_strdup (plain);
  for (guint i = 2; g_strv_contains ((const char *const *) names, job->name); i++)
    {
      g_free (job->name);
      job->name = g_strdup_printf ("%s %u", plain, i);
    }
  path = ondes_preset_path (job->name);
  return ondes_preset_write (path, &job->settings, error);
}

static gboolean
work (Job     *job,
      GError **error)
{
  g_autofree char *path = job->name != NULL ? ondes_preset_path (job->name) : NULL;

  switch (job->work)
    {
    case LOAD:
      return ondes_preset_read (path, &job->settings, error);
    case SAVE:
      return ondes_preset_write (path, &job->settings, error);
    case RENAME:
      return ondes_preset_rename (job->name, job->to, error);
    case REMOVE:
      return ondes_preset_delete (job->name, error);
    case IMPORT:
      return import (job, error);
    case EXPORT:
      return ondes_preset_write (job->to, &job->settings, error);
    case LIST:
    default:
      return TRUE;
    }
}

static void
run_job (GTask        *task,
         gpointer      source,
         gpointer      data,
         GCancellable *cancellable)
{
  Job *job = data;
  GError *error = NULL;

  if (work (job, &error))
    job->names = ondes_preset_list (&error);
  if (job->names != NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* The row. */

/* TRUE if they are equal, on or off. */
static gboolean
are_alike (OndesCompensationSettings a,
           OndesCompensationSettings b)
{
  a.on = b.on;
  return ondes_compensation_settings_equal (&a, &b);
}

static void
show_name (OndesPresetRow *self)
{
  const gboolean same = self->name != NULL && are_alike (self->settings, self->named);

  ondes_rows_set_subtitle (self, same ? self->name : NULL);
}

static void
name_settings (OndesPresetRow *self,
               const char     *name)
{
  char *fresh = g_strdup (name);

  g_free (self->name);
  self->name = fresh;
  self->named = self->settings;
  show_name (self);
}

/* Returns a menu of @action with each name. */
static GMenuModel *
list_menu (OndesPresetRow *self,
           const char     *action)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; self->names[i] != NULL; i++)
    {
      g_autoptr (GMenuItem) item = NULL;
      g_auto (GStrv) parts = g_strsplit (self->names[i], "_", -1);
      g_autofree char *label = g_strjoinv ("__", parts);

      item = g_menu_item_new (label, NULL);
      g_menu_item_set_action_and_target (item, action, "s", self->names[i]);
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

static void
make_menu (OndesPresetRow *self)
{
  g_autoptr (GMenu) menu = g_menu_new (), files = g_menu_new (), changes = g_menu_new ();
  g_autoptr (GMenuModel) saved = list_menu (self, "presets.load"), renamed = list_menu (self, "presets.rename"),
                         removed = list_menu (self, "presets.delete");

  g_menu_append_section (menu, NULL, saved);
  g_menu_append (files, _("_Save As…"), "presets.save");
  g_menu_append (files, _("_Import…"), "presets.import");
  g_menu_append (files, _("_Export…"), "presets.export");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (files));
  if (self->names[0] != NULL)
    {
      g_menu_append_submenu (changes, _("_Rename"), renamed);
      g_menu_append_submenu (changes, _("_Delete"), removed);
      g_menu_append_section (menu, NULL, G_MENU_MODEL (changes));
    }
  gtk_menu_button_set_menu_model (self->button, G_MENU_MODEL (menu));
}

static void
take_names (OndesPresetRow *self,
            char          **names)
{
  const gboolean same = g_strv_equal ((const char *const *) self->names, (const char *const *) names);

  g_strfreev (self->names);
  self->names = names;
  if (!same)
    make_menu (self);
}

static void
on_done (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  OndesPresetRow *self = ONDES_PRESET_ROW (source);
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      g_signal_emit (self, signals[PROBLEM], 0, error->message);
      return;
    }
  take_names (self, g_steal_pointer (&job->names));
  if (job->work == LIST)
    return;
  g_signal_emit (self, signals[PROBLEM], 0, NULL);
  if (job->work == LOAD || job->work == IMPORT)
    {
      self->settings = job->settings;
      self->settings.on = TRUE;
      name_settings (self, job->name);
      g_signal_emit (self, signals[CHOSEN], 0);
    }
  else if (job->work == SAVE && are_alike (job->settings, self->settings))
    name_settings (self, job->name);
  else if (job->work == RENAME && g_strcmp0 (self->name, job->name) == 0)
    {
      g_free (self->name);
      self->name = g_strdup (job->to);
      show_name (self);
    }
  else if (job->work == REMOVE && g_strcmp0 (self->name, job->name) == 0)
    name_settings (self, NULL);
}

/* Does @work on a worker; @name and @to may be NULL. */
static void
start (OndesPresetRow *self,
       Work            kind,
       const char     *name,
       const char     *to)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, on_done, NULL);
  Job *job = g_new0 (Job, 1);

  job->work = kind;
  job->name = g_strdup (name);
  job->to = g_strdup (to);
  job->settings = self->settings;
  job->settings.on = TRUE;
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run_job);
}

/* The name's dialog. */

/* Allows only a name that something is left of, and says what happens to a preset of that name. */
static void
on_name (GtkEditable      *entry,
         AdwMessageDialog *dialog)
{
  OndesPresetRow *self = g_object_get_data (G_OBJECT (dialog), "row");
  const char *from = g_object_get_data (G_OBJECT (dialog), "from");
  g_autofree char *clean = ondes_preset_clean_name (gtk_editable_get_text (entry));
  const gboolean there = clean != NULL && g_strv_contains ((const char *const *) self->names, clean);

  adw_message_dialog_set_response_enabled (dialog, "take", clean != NULL && !(from != NULL && there));
  adw_message_dialog_set_body (dialog, !there         ? ""
                                       : from != NULL ? _("There is a preset of this name.")
                                                      : _("The preset of this name will be replaced."));
}

static void
on_named (AdwMessageDialog *dialog,
          const char       *response,
          OndesPresetRow   *self)
{
  const char *from = g_object_get_data (G_OBJECT (dialog), "from");
  GtkEditable *entry = g_object_get_data (G_OBJECT (dialog), "entry");
  g_autofree char *clean = ondes_preset_clean_name (gtk_editable_get_text (entry));

  self->dialog = NULL;
  if (!g_str_equal (response, "take") || clean == NULL)
    return;
  if (from != NULL)
    start (self, RENAME, from, clean);
  else
    start (self, SAVE, clean, NULL);
}

/* Asks for a name: of a new preset, or a new one for @from. */
static void
ask_name (OndesPresetRow *self,
          const char     *from)
{
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                              from != NULL ? _("Rename the Preset") : _("Save as a Preset"), NULL);

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "take",
                                    from != NULL ? _("_Rename") : _("_Save"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "take", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "take");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), entry);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_entry_set_max_length (GTK_ENTRY (entry), ONDES_PRESET_NAME_MAX);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Name"), -1);
  g_object_set_data (G_OBJECT (dialog), "row", self);
  g_object_set_data (G_OBJECT (dialog), "entry", entry);
  g_object_set_data_full (G_OBJECT (dialog), "from", g_strdup (from), g_free);
  g_signal_connect_object (entry, "changed", G_CALLBACK (on_name), dialog, 0);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_named), self, 0);
  gtk_editable_set_text (GTK_EDITABLE (entry), from != NULL ? from : self->name != NULL ? self->name : "");
  on_name (GTK_EDITABLE (entry), ADW_MESSAGE_DIALOG (dialog));
  self->dialog = GTK_WINDOW (dialog);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (entry);
}

/* Files. */

static void
on_file (GtkNativeDialog *chooser,
         int              response,
         OndesPresetRow  *self)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;
  const gboolean save = gtk_file_chooser_get_action (GTK_FILE_CHOOSER (chooser)) == GTK_FILE_CHOOSER_ACTION_SAVE;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  g_clear_object (&self->chooser);
  if (path != NULL)
    start (self, save ? EXPORT : IMPORT, NULL, path);
}

static void
choose_file (OndesPresetRow *self,
             gboolean        save)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new (), all = gtk_file_filter_new ();
  GtkFileChooser *chooser;

  g_clear_object (&self->chooser);
  self->chooser = gtk_file_chooser_native_new (save ? _("Export a Preset") : _("Import a Preset"),
                                               GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                               save ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_OPEN,
                                               save ? _("_Export") : _("_Import"), _("_Cancel"));
  chooser = GTK_FILE_CHOOSER (self->chooser);
  gtk_file_filter_set_name (filter, _("Presets of compensation"));
  gtk_file_filter_add_pattern (filter, "*" ONDES_PRESET_SUFFIX);
  gtk_file_filter_set_name (all, _("All files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, filter);
  gtk_file_chooser_add_filter (chooser, all);
  if (save)
    {
      const char *subtitle = adw_action_row_get_subtitle (ADW_ACTION_ROW (self));
      g_autofree char *name = g_strconcat (subtitle != NULL && *subtitle != '\0' ? self->name : _("Compensation"),
                                           ONDES_PRESET_SUFFIX, NULL);

      gtk_file_chooser_set_current_name (chooser, name);
    }
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (on_file), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* Actions. */

static void
load_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  start (ONDES_PRESET_ROW (widget), LOAD, g_variant_get_string (parameter, NULL), NULL);
}

static void
save_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  ask_name (ONDES_PRESET_ROW (widget), parameter != NULL ? g_variant_get_string (parameter, NULL) : NULL);
}

static void
file_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  choose_file (ONDES_PRESET_ROW (widget), g_str_equal (name, "presets.export"));
}

static void
on_confirmed (AdwMessageDialog *dialog,
              const char       *response,
              OndesPresetRow   *self)
{
  if (g_str_equal (response, "delete"))
    start (self, REMOVE, g_object_get_data (G_OBJECT (dialog), "name"), NULL);
}

static void
delete_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  const char *name = g_variant_get_string (parameter, NULL);
  /* Translators: the name of a preset. */
  g_autofree char *question = g_strdup_printf (_("Delete “%s”?"), name);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (widget)), question,
                                              _("Its file is removed. What is set now stays."));

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "delete", _("_Delete"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "delete", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "name", g_strdup (name), g_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_confirmed), widget, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Another window may have changed the presets by the time that the menu opens. */
static void
on_popup (GtkMenuButton *button,
          gpointer       self)
{
  start (self, LIST, NULL, NULL);
}

void
ondes_preset_row_set_settings (OndesPresetRow                  *self,
                               const OndesCompensationSettings *settings)
{
  self->settings = *settings;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "presets.save", !ondes_compensation_settings_is_idle (settings));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "presets.export", !ondes_compensation_settings_is_idle (settings));
  show_name (self);
}

const OndesCompensationSettings *
ondes_preset_row_get_settings (OndesPresetRow *self)
{
  return &self->settings;
}

static void
ondes_preset_row_dispose (GObject *object)
{
  OndesPresetRow *self = ONDES_PRESET_ROW (object);

  g_clear_object (&self->chooser);
  if (self->dialog != NULL)
    gtk_window_destroy (self->dialog);
  self->dialog = NULL;
  G_OBJECT_CLASS (ondes_preset_row_parent_class)->dispose (object);
}

static void
ondes_preset_row_finalize (GObject *object)
{
  OndesPresetRow *self = ONDES_PRESET_ROW (object);

  g_free (self->name);
  g_strfreev (self->names);
  G_OBJECT_CLASS (ondes_preset_row_parent_class)->finalize (object);
}

static void
ondes_preset_row_class_init (OndesPresetRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ondes_preset_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_preset_row_finalize;
  signals[CHOSEN] = g_signal_new ("chosen", ONDES_TYPE_PRESET_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[PROBLEM] = g_signal_new ("problem", ONDES_TYPE_PRESET_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                   G_TYPE_STRING);
  gtk_widget_class_install_action (widget_class, "presets.load", "s", load_action);
  gtk_widget_class_install_action (widget_class, "presets.save", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "presets.rename", "s", save_action);
  gtk_widget_class_install_action (widget_class, "presets.delete", "s", delete_action);
  gtk_widget_class_install_action (widget_class, "presets.import", NULL, file_action);
  gtk_widget_class_install_action (widget_class, "presets.export", NULL, file_action);
}

static void
ondes_preset_row_init (OndesPresetRow *self)
{
  self->names = g_new0 (char *, 1);
  self->settings = self->named = ondes_compensation_settings_default;
  self->button = GTK_MENU_BUTTON (gtk_menu_button_new ());
  gtk_menu_button_set_icon_name (self->button, "open-menu-symbolic");
  gtk_widget_set_valign (GTK_WIDGET (self->button), GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (GTK_WIDGET (self->button), "flat");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), _("Choose, save and share presets"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), GTK_WIDGET (self->button));
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), GTK_WIDGET (self->button));
  gtk_menu_button_set_create_popup_func (self->button, on_popup, self, NULL);
  make_menu (self);
  ondes_preset_row_set_settings (self, &ondes_compensation_settings_default);
  start (self, LIST, NULL, NULL);
}

GtkWidget *
ondes_preset_row_new (void)
{
  return g_object_new (ONDES_TYPE_PRESET_ROW, "title", _("Presets"), "tooltip-text",
                       _("Named compensations, each a file that holds its tables too"), NULL);
}
