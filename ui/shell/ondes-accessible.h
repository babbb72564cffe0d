/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accessible names. GTK 4 reads out a widget's own label and then the widgets that label it. Rows, and the switches and spin
 * buttons in them, are named by their titles and have no label in their .ui files; buttons are fixed here. Main thread only. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Names @root and its descendants: a button by its visible text, read once and without the mnemonic underscore, and a drop-down
 * by the label given to it. Call again after a button's text has changed. */
void       ondes_accessible_name_buttons (GtkWidget  *root);
/* Makes a flat button with an icon, which its tooltip names. Floating. */
GtkWidget *ondes_accessible_new_button   (const char *icon_name,
                                          const char *tooltip);

G_END_DECLS
