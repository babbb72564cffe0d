/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ondes-accessible.h"

void
ondes_accessible_name_buttons (GtkWidget *root)
{
  /* Only with a mnemonic does GTK let the label child name the button; its own label would be read too. */
  if (GTK_IS_BUTTON (root) && GTK_IS_LABEL (gtk_button_get_child (GTK_BUTTON (root))))
    {
      gtk_accessible_reset_property (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_PROPERTY_LABEL);
      gtk_accessible_update_relation (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                      gtk_button_get_child (GTK_BUTTON (root)), NULL, -1);
    }
  if (GTK_IS_CHECK_BUTTON (root) && gtk_check_button_get_label (GTK_CHECK_BUTTON (root)) != NULL)
    gtk_accessible_reset_property (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_PROPERTY_LABEL);
  /* Newer GTK names a drop-down by its selected item, which replaces its own name. */
  if (GTK_IS_DROP_DOWN (root))
    gtk_accessible_reset_relation (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    ondes_accessible_name_buttons (child);
}

GtkWidget *
ondes_accessible_new_button (const char *icon_name,
                             const char *tooltip)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon_name);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip, -1);
  return button;
}
