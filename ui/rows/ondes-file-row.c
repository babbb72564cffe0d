/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-file-row.h"
#include "dialogs/ondes-file-chooser.h"
#include "session/preset-files.h"
#include "session/signals.h"
#include "shell/ondes-accessible.h"
#include "shell/ondes-template.h"

struct _OndesFileRow
{
  AdwActionRow          parent_instance;

  char      *path, *question, *absent, *note;
  GtkWidget *open, *clear;
};

G_DEFINE_FINAL_TYPE (OndesFileRow, ondes_file_row, ADW_TYPE_ACTION_ROW)

static guint changed_signal;

static void
show (OndesFileRow *self)
{
  const gboolean any = self->path[0] != '\0';
  g_autofree char *name = any ? ondes_kept_file_name (self->path) : NULL;
  g_autofree char *shown = any ? g_filename_display_name (name) : g_strdup (self->absent != NULL ? self->absent : _("None"));

  ondes_widget_set_text (self, "subtitle", any && self->note != NULL ? self->note : shown);
  gtk_widget_set_visible (self->clear, any);
}

void
ondes_file_row_set_path (OndesFileRow *self,
                         const char   *path)
{
  if (path == NULL)
    path = "";
  if (g_str_equal (path, self->path))
    return;
  g_free (self->path);
  self->path = g_strdup (path);
  show (self);
}

const char *
ondes_file_row_get_path (OndesFileRow *self)
{
  return self->path;
}

void
ondes_file_row_set_note (OndesFileRow *self,
                         const char   *absent,
                         const char   *note)
{
  g_free (self->absent);
  g_free (self->note);
  self->absent = g_strdup (absent);
  self->note = g_strdup (note);
  show (self);
}

static void
on_chosen (gpointer owner,
           GFile   *file)
{
  g_autofree char *path = g_file_get_path (file);

  ondes_file_row_set_path (owner, path);
  g_signal_emit (owner, changed_signal, 0);
}

void
ondes_file_row_choose (OndesFileRow *self)
{
  GtkFileChooser *chooser
    = ondes_file_chooser_new (self, self->question, GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), on_chosen);

  if (self->path[0] != '\0')
    {
      g_autoptr (GFile) file = g_file_new_for_path (self->path);

      gtk_file_chooser_set_file (chooser, file, NULL);
    }
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
on_clear (OndesFileRow *self)
{
  ondes_file_row_set_path (self, "");
  gtk_widget_grab_focus (self->open);
  g_signal_emit (self, changed_signal, 0);
}

static GtkWidget *
add_button (OndesFileRow *self,
            const char   *icon_name,
            const char   *tooltip,
            GCallback     clicked)
{
  GtkWidget *button = ondes_accessible_new_button (icon_name, tooltip);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), button);
  return button;
}

static void
ondes_file_row_finalize (GObject *object)
{
  OndesFileRow *self = ONDES_FILE_ROW (object);

  g_free (self->path);
  g_free (self->question);
  g_free (self->absent);
  g_free (self->note);
  G_OBJECT_CLASS (ondes_file_row_parent_class)->finalize (object);
}

static void
ondes_file_row_class_init (OndesFileRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ondes_file_row_finalize;
  changed_signal = ondes_signal_new (klass, "changed");
}

static void
ondes_file_row_init (OndesFileRow *self)
{
  self->path = g_strdup ("");
  self->clear = add_button (self, "edit-clear-symbolic", _("Remove the file"), G_CALLBACK (on_clear));
  self->open = add_button (self, "document-open-symbolic", _("Choose a file"), G_CALLBACK (ondes_file_row_choose));
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), self->open);
}

OndesFileRow *
ondes_file_row_new (const char *title,
                    const char *tooltip,
                    const char *question)
{
  OndesFileRow *self = g_object_new (ONDES_TYPE_FILE_ROW, "title", title, "tooltip-text", tooltip, NULL);

  self->question = g_strdup (question);
  show (self);
  return self;
}
