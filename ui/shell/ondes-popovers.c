/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ondes-popovers.h"

static void
on_visible (GtkWidget  *popover,
            GParamSpec *pspec,
            GtkWidget  *owner)
{
  gtk_widget_set_has_tooltip (owner, !gtk_widget_get_visible (popover));
}

void
ondes_popovers_hush_tooltips (GtkWidget *root)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    ondes_popovers_hush_tooltips (child);
  if (!GTK_IS_POPOVER (root))
    return;
  for (GtkWidget *owner = gtk_widget_get_parent (root); owner != NULL; owner = gtk_widget_get_parent (owner))
    if (gtk_widget_get_has_tooltip (owner))
      g_signal_connect_object (root, "notify::visible", G_CALLBACK (on_visible), owner, 0);
}
