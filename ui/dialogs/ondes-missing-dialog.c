/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ondes-missing-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/display-text.h"
#include "ondes-file-chooser.h"
#include "shell/ondes-template.h"

typedef struct
{
  AdwMessageDialog *dialog; /* NULL once it is closed, and its rows gone */
  GVariant         *windows;
  char            **missing;
  GHashTable       *found; /* old → new name */
  GPtrArray        *rows;  /* one for each that is missing; borrowed */
  guint             chosen; /* the one that a file is being chosen for */
  OndesMissingDone  done;
  gpointer          user_data;
} Missing;

#define KEY "ondes-missing"

static void
missing_free (gpointer data)
{
  Missing *self = data;

  g_variant_unref (self->windows);
  g_strfreev (self->missing);
  g_hash_table_unref (self->found);
  g_ptr_array_unref (self->rows);
  g_free (self);
}

static void
show_found (Missing *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const char *now = g_hash_table_lookup (self->found, self->missing[i]);
      g_autofree char *folder = g_path_get_dirname (now != NULL ? now : self->missing[i]), *shown = ondes_display_path (folder);
      /* Translators: the folder that a file is in. */
      g_autofree char *text = g_strdup_printf (now != NULL ? _("Now in %s") : _("Was in %s"), shown);

      ondes_widget_set_text (self->rows->pdata[i], "subtitle", text);
    }
  adw_message_dialog_set_response_label (self->dialog, "open",
                                         g_hash_table_size (self->found) == self->rows->len ? _("_Open") : _("_Leave Out"));
}

/* Files that lay beside the one that was located may have moved with it. */
typedef struct
{
  char     **missing;
  char      *old_folder, *new_folder;
  GPtrArray *beside; /* pairs of old and new names */
} Search;

static void
search_free (gpointer data)
{
  Search *self = data;

  g_strfreev (self->missing);
  g_free (self->old_folder);
  g_free (self->new_folder);
  g_ptr_array_unref (self->beside);
  g_free (self);
}

static void
search (GTask        *task,
        gpointer      source,
        gpointer      data,
        GCancellable *cancellable)
{
  Search *self = data;
  const gsize length = strlen (self->old_folder);

  for (char **path = self->missing; *path != NULL; path++)
    {
      g_autofree char *moved = NULL;

      if (!g_str_has_prefix (*path, self->old_folder) || (*path)[length] != '/')
        continue;
      moved = g_build_filename (self->new_folder, *path + length, NULL);
      if (!g_file_test (moved, G_FILE_TEST_EXISTS))
        continue;
      g_ptr_array_add (self->beside, g_strdup (*path));
      g_ptr_array_add (self->beside, g_steal_pointer (&moved));
    }
  g_task_return_boolean (task, TRUE);
}

static void
on_searched (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Missing *self = g_object_get_data (source, KEY);
  Search *found = g_task_get_task_data (G_TASK (result));

  if (self->dialog == NULL)
    return;
  for (guint i = 0; i + 1 < found->beside->len; i += 2)
    if (!g_hash_table_contains (self->found, found->beside->pdata[i]))
      g_hash_table_insert (self->found, g_strdup (found->beside->pdata[i]), g_strdup (found->beside->pdata[i + 1]));
  show_found (self);
}

static void
on_located (gpointer owner,
            GFile   *file)
{
  Missing *self = g_object_get_data (owner, KEY);
  const char *old = self->missing[self->chosen];
  char *path = g_file_get_path (file);
  g_autoptr (GTask) task = g_task_new (owner, NULL, on_searched, NULL);
  Search *wanted = g_new0 (Search, 1);

  wanted->missing = g_strdupv (self->missing);
  wanted->old_folder = g_path_get_dirname (old);
  wanted->new_folder = g_path_get_dirname (path);
  wanted->beside = g_ptr_array_new_with_free_func (g_free);
  g_hash_table_insert (self->found, g_strdup (old), path);
  show_found (self);
  g_task_set_task_data (task, wanted, search_free);
  g_task_run_in_thread (task, search);
}

static void
on_locate (GtkWidget *button,
           Missing   *self)
{
  GtkFileChooser *chooser;

  self->chosen = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "index"));
  chooser = ondes_file_chooser_new (self->dialog, _("Locate a File"), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Locate"), on_located);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
on_response (AdwMessageDialog *dialog,
             const char       *response,
             Missing          *self)
{
  g_autoptr (GPtrArray) dropped = g_ptr_array_new ();
  g_autoptr (GVariant) left = NULL;

  if (!g_str_equal (response, "open"))
    {
      self->done (NULL, self->user_data);
      return;
    }
  for (char **path = self->missing; *path != NULL; path++)
    if (!g_hash_table_contains (self->found, *path))
      g_ptr_array_add (dropped, *path);
  g_ptr_array_add (dropped, NULL);
  left = ondes_saved_replace (self->windows, self->found, (const char *const *) dropped->pdata);
  self->done (left, self->user_data);
}

static void
on_destroy (Missing *self)
{
  self->dialog = NULL;
}

static void
add_row (Missing    *self,
         GtkListBox *list,
         guint       index)
{
  g_autofree char *base = g_path_get_basename (self->missing[index]), *title = ondes_display_path (base);
  GtkWidget *row = adw_action_row_new (), *button = gtk_button_new_with_mnemonic (_("_Locate…"));

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_object_set_data (G_OBJECT (button), "index", GUINT_TO_POINTER (index));
  g_signal_connect (button, "clicked", G_CALLBACK (on_locate), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  gtk_list_box_append (list, row);
  g_ptr_array_add (self->rows, row);
}

void
ondes_missing_dialog_present (GtkWindow         *parent,
                              GVariant          *windows,
                              const char *const *missing,
                              OndesMissingDone   done,
                              gpointer           user_data)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, _("Some Files Have Moved"),
                                              _("Files of the session are not where they were. Locate them, or leave "
                                                "them out."));
  GtkWidget *list = gtk_list_box_new (), *scrolled = gtk_scrolled_window_new ();
  Missing *self = g_new0 (Missing, 1);

  *self = (Missing) { ADW_MESSAGE_DIALOG (dialog), g_variant_ref (windows), g_strdupv ((char **) missing),
                      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free), g_ptr_array_new (), 0, done, user_data };
  g_object_set_data_full (G_OBJECT (dialog), KEY, self, missing_free);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  for (guint i = 0; missing[i] != NULL; i++)
    add_row (self, GTK_LIST_BOX (list), i);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 300);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  adw_message_dialog_set_extra_child (self->dialog, scrolled);
  adw_message_dialog_add_responses (self->dialog, "cancel", _("_Cancel"), "open", _("_Leave Out"), NULL);
  adw_message_dialog_set_response_appearance (self->dialog, "open", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (self->dialog, "open");
  adw_message_dialog_set_close_response (self->dialog, "cancel");
  show_found (self);
  g_signal_connect (dialog, "response", G_CALLBACK (on_response), self);
  g_signal_connect_swapped (dialog, "destroy", G_CALLBACK (on_destroy), self);
  gtk_window_present (GTK_WINDOW (dialog));
}
