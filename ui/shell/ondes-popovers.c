/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-popovers.h"

GMenuModel *
ondes_popovers_menu (const OndesMenuItem *items)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  for (; items->label != NULL || items->action != NULL; items++)
    {
      g_autoptr (GMenuItem) item = NULL;

      if (items->label == NULL)
        {
          g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
          g_object_unref (section);
          section = g_menu_new ();
          continue;
        }
      item = g_menu_item_new (_(items->label), items->action);
      if (items->target > 0)
        g_menu_item_set_action_and_target (item, items->action, "u", items->target - 1);
      if (items->comes)
        g_menu_item_set_attribute (item, "hidden-when", "s", "action-disabled");
      g_menu_append_item (section, item);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  return G_MENU_MODEL (menu);
}

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
