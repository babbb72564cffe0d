/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ondes-key-sheet.h"

#define BROADEST 30 /* characters of a line of a title */

/* A row with an icon does not show its keys, and yet its column would be as wide as they are. */
static void
hide_keys (GtkWidget *label)
{
  for (GtkWidget *key = gtk_widget_get_first_child (label); key != NULL; key = gtk_widget_get_next_sibling (key))
    gtk_widget_set_visible (key, FALSE);
}

static void
wrap (GtkWidget *widget,
      gboolean   shortcut)
{
  /* A key's name does not break. */
  if (GTK_IS_SHORTCUT_LABEL (widget))
    {
      if (!gtk_widget_get_visible (widget))
        hide_keys (widget);
      return;
    }
  shortcut = shortcut || GTK_IS_SHORTCUTS_SHORTCUT (widget);
  if (shortcut && GTK_IS_LABEL (widget))
    {
      gtk_label_set_wrap (GTK_LABEL (widget), TRUE);
      gtk_label_set_max_width_chars (GTK_LABEL (widget), BROADEST);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    wrap (child, shortcut);
}

void
ondes_key_sheet_wrap (GtkApplicationWindow *window)
{
  GtkShortcutsWindow *sheet = gtk_application_window_get_help_overlay (window);

  if (sheet != NULL)
    wrap (GTK_WIDGET (sheet), FALSE);
}
