/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/current-cancel.h"
#include "dialogs/ondes-file-chooser.h"
#include "ondes-preset-row.h"
#include "ondes-rows.h"
#include "session/signals.h"
#include "shell/ondes-template.h"

struct _OndesPresetRow
{
  AdwActionRow               parent_instance;

  const OndesPresetKind     *kind;
  GtkMenuButton             *button;
  GVariant                  *settings, *named; /* in effect; those of the preset shown */
  char                      *name;            /* of the preset that was chosen or saved last; NULL if none */
  char                     **names;           /* of all presets */
  GMenu                     *menu, *files, *changes; /* the last section has the changes, while there are presets */
  GtkListBox                *built_in;        /* in the menu; NULL if none is built in */
  GMenu                     *lists[3];        /* menus of all names: to load, rename and delete */
  GCancellable              *loading;         /* NULL if nothing is being loaded */
  GtkWindow                 *dialog;          /* asks for a name; NULL if none is open */
};

G_DEFINE_FINAL_TYPE (OndesPresetRow, ondes_preset_row, ADW_TYPE_ACTION_ROW)

/* Of the presets that are built in, in the menu; pixels. */
#define LIST_WIDTH  340
#define LIST_HEIGHT 480

enum { CHOSEN, PROBLEM, N_SIGNALS };

static guint signals[N_SIGNALS];

/* What is done to the files, on a worker. */
typedef enum { LIST, LOAD, SAVE, RENAME, REMOVE, IMPORT, EXPORT } Work;

typedef struct
{
  Work                      work;
  const OndesPresetKind    *kind;
  char                     *name, *to; /* of presets; @to is the new name, or a path */
  GVariant                 *settings;  /* to save; those that were read */
  GCancellable             *cancellable; /* of a load that a newer one or a change overtakes; otherwise NULL */
  char                    **names;     /* the result */
} Job;

static void
job_free (gpointer data)
{
  Job *self = data;

  g_free (self->name);
  g_free (self->to);
  g_strfreev (self->names);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->settings, g_variant_unref);
  g_free (self);
}

/* Reads the file at @path. */
static gboolean
read_settings (Job        *job,
               const char *path,
               GError    **error)
{
  g_clear_pointer (&job->settings, g_variant_unref);
  job->settings = job->kind->read (path, error);
  return job->settings != NULL;
}

/* Makes a preset of the file at @job->to, under its name or, if that is taken, with a number. */
static gboolean
import (Job     *job,
        GError **error)
{
  g_autofree char *plain = ondes_preset_name (job->kind, job->to), *path = NULL;
  g_auto (GStrv) names = ondes_preset_list (job->kind, error);

  if (names == NULL || !read_settings (job, job->to, error))
    return FALSE;
  job->name = g_strdup (plain);
  for (guint i = 2; g_strv_contains ((const char *const *) names, job->name); i++)
    {
      g_free (job->name);
      job->name = g_strdup_printf ("%s %u", plain, i);
    }
  path = ondes_preset_path (job->kind, job->name);
  return job->kind->write (path, job->settings, error);
}

static gboolean
work (Job     *job,
      GError **error)
{
  g_autofree char *path = job->name != NULL ? ondes_preset_path (job->kind, job->name) : NULL;

  switch (job->work)
    {
    case LOAD:
      return read_settings (job, path, error);
    case SAVE:
      return job->kind->write (path, job->settings, error);
    case RENAME:
      return ondes_preset_rename (job->kind, job->name, job->to, error);
    case REMOVE:
      return ondes_preset_delete (job->kind, job->name, error);
    case IMPORT:
      return import (job, error);
    case EXPORT:
      return job->kind->write (job->to, job->settings, error);
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

  ondes_current_cancel_push (job->cancellable);
  if (work (job, &error))
    job->names = ondes_preset_list (job->kind, &error);
  ondes_current_cancel_pop (job->cancellable);
  if (job->names != NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* The row. */

static gboolean
are_alike (GVariant *a,
           GVariant *b)
{
  return a != NULL && b != NULL && g_variant_equal (a, b);
}

static void
take (GVariant **place,
      GVariant  *value)
{
  GVariant *before = *place;

  *place = value != NULL ? g_variant_ref (value) : NULL;
  if (before != NULL)
    g_variant_unref (before);
}

static void
show_name (OndesPresetRow *self)
{
  const gboolean same = self->name != NULL && are_alike (self->settings, self->named);

  ondes_widget_set_text (self, "subtitle", same ? self->name : NULL);
}

static void
name_settings (OndesPresetRow *self,
               const char     *name)
{
  char *fresh = g_strdup (name);

  g_free (self->name);
  self->name = fresh;
  take (&self->named, self->settings);
  show_name (self);
}

static const char *const list_actions[] = { "presets.load", "presets.rename", "presets.delete" };

static void
insert_name (GMenu      *menu,
             const char *action,
             const char *name,
             int         at)
{
  g_auto (GStrv) parts = g_strsplit (name, "_", -1);
  g_autofree char *label = g_strjoinv ("__", parts);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", name);
  g_menu_insert_item (menu, at, item);
}

/* Changes the menus from the old names to @names where they differ, so that an open one stays as it is. */
static void
show_names (OndesPresetRow *self,
            char          **names)
{
  const guint old = g_strv_length (self->names), n = g_strv_length (names);
  guint from = 0, same = 0; /* names that stay before and after */

  while (from < MIN (old, n) && g_str_equal (self->names[from], names[from]))
    from++;
  while (same < MIN (old, n) - from && g_str_equal (self->names[old - 1 - same], names[n - 1 - same]))
    same++;
  for (guint i = 0; i < G_N_ELEMENTS (self->lists); i++)
    {
      for (guint j = from; j < old - same; j++)
        g_menu_remove (self->lists[i], (int) from);
      for (guint j = from; j < n - same; j++)
        insert_name (self->lists[i], list_actions[i], names[j], (int) j);
    }
  if (old > 0 && n == 0)
    g_menu_remove (self->menu, g_menu_model_get_n_items (G_MENU_MODEL (self->menu)) - 1);
  else if (old == 0 && n > 0)
    g_menu_append_section (self->menu, NULL, G_MENU_MODEL (self->changes));
}

static void
make_menu (OndesPresetRow *self)
{
  self->menu = g_menu_new ();
  self->files = g_menu_new ();
  self->changes = g_menu_new ();
  for (guint i = 0; i < G_N_ELEMENTS (self->lists); i++)
    self->lists[i] = g_menu_new ();
  g_menu_append_section (self->menu, NULL, G_MENU_MODEL (self->lists[0]));
  g_menu_append (self->files, _("_Save As…"), "presets.save");
  g_menu_append (self->files, _("_Import…"), "presets.import");
  g_menu_append (self->files, _("_Export…"), "presets.export");
  g_menu_append_section (self->menu, NULL, G_MENU_MODEL (self->files));
  g_menu_append_submenu (self->changes, _("_Rename"), G_MENU_MODEL (self->lists[1]));
  g_menu_append_submenu (self->changes, _("_Delete"), G_MENU_MODEL (self->lists[2]));
  gtk_menu_button_set_menu_model (self->button, G_MENU_MODEL (self->menu));
}

static void
take_names (OndesPresetRow *self,
            char          **names)
{
  show_names (self, names);
  g_strfreev (self->names);
  self->names = names;
}

/* Names what the preset led to: it may not fit the recording as it stands. */
void
ondes_preset_row_choose (OndesPresetRow *self,
                         const char     *name,
                         GVariant       *settings)
{
  take (&self->settings, settings);
  g_free (self->name);
  self->name = g_strdup (name);
  g_signal_emit (self, signals[CHOSEN], 0);
  take (&self->named, self->settings);
  show_name (self);
}

static void
on_done (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  OndesPresetRow *self = ONDES_PRESET_ROW (source);
  Job *job = g_task_get_task_data (G_TASK (result));
  const gboolean overtaken = job->cancellable != NULL && job->cancellable != self->loading;
  g_autoptr (GError) error = NULL;

  if (!overtaken && job->cancellable != NULL)
    g_clear_object (&self->loading);
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      if (!overtaken)
        g_signal_emit (self, signals[PROBLEM], 0, error->message);
      return;
    }
  take_names (self, g_steal_pointer (&job->names));
  if (job->work == LIST || overtaken)
    return;
  if (job->work == LOAD || job->work == IMPORT)
    ondes_preset_row_choose (self, job->name, job->settings);
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

/* Whatever is being loaded shows nothing any more. */
static void
overtake (OndesPresetRow *self)
{
  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
}

/* Does @work on a worker; @name and @to may be NULL. A sentence about what was done before goes. */
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
  job->kind = self->kind;
  take (&job->settings, self->settings);
  if (kind == LOAD || kind == IMPORT)
    {
      overtake (self);
      self->loading = g_cancellable_new ();
      job->cancellable = g_object_ref (self->loading);
    }
  g_signal_emit (self, signals[PROBLEM], 0, NULL);
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
                                       : from != NULL ? _("A preset of this name exists already.")
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
on_import (gpointer owner,
           GFile   *file)
{
  g_autofree char *path = g_file_get_path (file);

  start (owner, IMPORT, NULL, path);
}

static void
on_export (gpointer owner,
           GFile   *file)
{
  g_autofree char *path = g_file_get_path (file);

  start (owner, EXPORT, NULL, path);
}

static void
choose_file (OndesPresetRow *self,
             gboolean        save)
{
  g_autofree char *pattern = g_strconcat ("*", self->kind->suffix, NULL);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new (), all = gtk_file_filter_new ();
  GtkFileChooser *chooser
    = save ? ondes_file_chooser_new (self, _("Export a Preset"), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), on_export)
           : ondes_file_chooser_new (self, _("Import a Preset"), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Import"), on_import);

  gtk_file_filter_set_name (filter, _(self->kind->files));
  gtk_file_filter_add_pattern (filter, pattern);
  gtk_file_filter_set_name (all, _("All files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, filter);
  gtk_file_chooser_add_filter (chooser, all);
  if (save)
    {
      const char *subtitle = adw_action_row_get_subtitle (ADW_ACTION_ROW (self));
      g_autofree char *name = g_strconcat (subtitle != NULL && *subtitle != '\0' ? self->name : _(self->kind->nameless),
                                           self->kind->suffix, NULL);

      gtk_file_chooser_set_current_name (chooser, name);
    }
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
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
                                              _("Its file will be deleted. The current settings stay."));

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
ondes_preset_row_set_settings (OndesPresetRow *self,
                               GVariant       *settings,
                               gboolean        is_worth)
{
  if (!are_alike (self->settings, settings))
    {
      overtake (self);
      g_signal_emit (self, signals[PROBLEM], 0, NULL);
    }
  take (&self->settings, settings);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "presets.save", is_worth);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "presets.export", is_worth);
  show_name (self);
}

void
ondes_preset_row_add_item (OndesPresetRow *self,
                           const char     *label,
                           const char     *action)
{
  g_menu_prepend (self->files, label, action);
}

void
ondes_preset_row_open (OndesPresetRow *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->button));
  gtk_menu_button_popup (self->button);
}

GVariant *
ondes_preset_row_get_settings (OndesPresetRow *self)
{
  return self->settings;
}

const char *
ondes_preset_row_get_chosen (OndesPresetRow *self)
{
  return self->name;
}

/* What is built in. */

static void
on_built_in (OndesPresetRow *self,
             GtkListBoxRow  *row)
{
  const char *title = adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row));

  gtk_menu_button_popdown (self->button);
  overtake (self);
  g_signal_emit (self, signals[PROBLEM], 0, NULL);
  ondes_preset_row_choose (self, title, g_object_get_data (G_OBJECT (row), "settings"));
}

/* Makes the list at the top of the menu. */
static void
make_built_in (OndesPresetRow *self)
{
  GtkWidget *list = gtk_list_box_new (), *scrolled = gtk_scrolled_window_new ();
  g_autoptr (GMenuItem) item = g_menu_item_new (NULL, NULL);
  g_autoptr (GMenu) section = g_menu_new ();

  self->built_in = GTK_LIST_BOX (list);
  gtk_list_box_set_selection_mode (self->built_in, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "presets");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Presets that are built in"), -1);
  g_signal_connect_object (list, "row-activated", G_CALLBACK (on_built_in), self, G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), LIST_HEIGHT);
  gtk_widget_set_size_request (scrolled, LIST_WIDTH, -1);
  g_menu_item_set_attribute (item, "custom", "s", "built-in");
  g_menu_append_item (section, item);
  g_menu_prepend_section (self->menu, NULL, G_MENU_MODEL (section));
  gtk_popover_menu_add_child (GTK_POPOVER_MENU (gtk_menu_button_get_popover (self->button)), scrolled, "built-in");
}

void
ondes_preset_row_add_built_in (OndesPresetRow *self,
                               const char     *title,
                               const char     *description,
                               GVariant       *settings)
{
  GtkWidget *row = adw_action_row_new ();

  if (self->built_in == NULL)
    make_built_in (self);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  ondes_widget_set_text (row, "subtitle", description);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "settings", g_variant_ref (settings), (GDestroyNotify) g_variant_unref);
  gtk_list_box_append (self->built_in, row);
}

static void
ondes_preset_row_dispose (GObject *object)
{
  OndesPresetRow *self = ONDES_PRESET_ROW (object);

  overtake (self);
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
  take (&self->settings, NULL);
  take (&self->named, NULL);
  g_object_unref (self->menu);
  g_object_unref (self->files);
  g_object_unref (self->changes);
  for (guint i = 0; i < G_N_ELEMENTS (self->lists); i++)
    g_object_unref (self->lists[i]);
  G_OBJECT_CLASS (ondes_preset_row_parent_class)->finalize (object);
}

static void
ondes_preset_row_class_init (OndesPresetRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ondes_preset_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_preset_row_finalize;
  signals[CHOSEN] = ondes_signal_new (klass, "chosen");
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
  self->button = GTK_MENU_BUTTON (gtk_menu_button_new ());
  gtk_menu_button_set_icon_name (self->button, "open-menu-symbolic");
  gtk_widget_set_valign (GTK_WIDGET (self->button), GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (GTK_WIDGET (self->button), "flat");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), _("Choose, save and share presets"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), GTK_WIDGET (self->button));
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), GTK_WIDGET (self->button));
  gtk_menu_button_set_create_popup_func (self->button, on_popup, self, NULL);
  make_menu (self);
}

GtkWidget *
ondes_preset_row_new (const OndesPresetKind *kind,
                      const char            *tooltip)
{
  OndesPresetRow *self = g_object_new (ONDES_TYPE_PRESET_ROW, "title", _("Presets"), "tooltip-text", tooltip, NULL);

  self->kind = kind;
  start (self, LIST, NULL, NULL);
  return GTK_WIDGET (self);
}
