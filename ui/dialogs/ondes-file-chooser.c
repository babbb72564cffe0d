/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-file-chooser.h"

#define OWNED  "ondes-file-chooser"
#define CHOSEN "ondes-file-chosen"

#define KEPT_S 60 /* that a closed chooser is kept */

/* Disconnects the lists of files below @widget from their chooser. */
static void
disconnect_lists (GtkWidget *widget)
{
  GtkTreeModel *model = GTK_IS_TREE_VIEW (widget) ? gtk_tree_view_get_model (GTK_TREE_VIEW (widget)) : NULL;
  GtkWidget *chooser = model != NULL ? gtk_widget_get_ancestor (widget, GTK_TYPE_FILE_CHOOSER_WIDGET) : NULL;

  if (chooser != NULL)
    g_signal_handlers_disconnect_by_data (model, chooser);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    disconnect_lists (child);
}

/* Before choosers are freed: the list of one may outlive it, and goes on calling it. */
static gboolean
drop (gpointer unused)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (GTK_IS_FILE_CHOOSER_DIALOG (window) && !gtk_widget_get_visible (window))
        disconnect_lists (window);
    }
  return G_SOURCE_REMOVE;
}

/* Closes a chooser. GTK 4.8's goes on reading and watching its folder after it was freed, and then calls back into it. So it is
 * kept hidden until all but a very slow folder has been read, at the root folder, which hardly ever changes. */
static void
release (gpointer chooser)
{
  g_autoptr (GFile) root = g_file_new_for_path ("/");

  gtk_native_dialog_hide (chooser);
  gtk_file_chooser_set_current_folder (chooser, root, NULL);
  g_timeout_add_seconds_full (G_PRIORITY_DEFAULT, KEPT_S, drop, chooser, g_object_unref);
}

static void
refuse_remote (GtkWidget       *widget,
               GtkNativeDialog *chooser,
               GFile           *file)
{
  const gboolean save = gtk_file_chooser_get_action (GTK_FILE_CHOOSER (chooser)) == GTK_FILE_CHOOSER_ACTION_SAVE;
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *text = g_strdup_printf (save ? _("%s: only local files can be written; save it on this computer first")
                                                : _("%s: only local files can be opened; copy it to this computer first"),
                                           uri);
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (widget));

  /* A dialog is a window of its own; the one that it belongs to says it. */
  while (GTK_IS_WINDOW (window) && gtk_window_get_transient_for (GTK_WINDOW (window)) != NULL)
    window = GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (window)));
  if (window != NULL)
    gtk_widget_activate_action (window, "win.say", "s", text);
}

static void
on_response (GtkNativeDialog *chooser,
             int              response,
             GObject         *owner)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;
  const OndesFileChosen chosen = (OndesFileChosen) g_object_get_data (G_OBJECT (chooser), CHOSEN);

  g_object_set_data (owner, OWNED, NULL);
  if (file == NULL)
    return;
  if (g_file_peek_path (file) != NULL) /* one of a network share may have a path too */
    chosen (owner, file);
  else
    refuse_remote (GTK_WIDGET (owner), chooser, file);
}

GtkFileChooser *
ondes_file_chooser_new (gpointer             owner,
                        const char          *title,
                        GtkFileChooserAction action,
                        const char          *accept_label,
                        OndesFileChosen      chosen)
{
  GtkFileChooserNative *chooser
    = gtk_file_chooser_native_new (title, GTK_WINDOW (gtk_widget_get_root (owner)), action, accept_label, _("_Cancel"));

  g_object_set_data_full (owner, OWNED, chooser, release);
  g_object_set_data (G_OBJECT (chooser), CHOSEN, (gpointer) chosen);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_response), owner, 0);
  return GTK_FILE_CHOOSER (chooser);
}
