/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names for a screen reader. GTK 4 reads out a widget's own label and then what labels it: rows, and the switches and spin buttons
 * in them, go by their titles and are given no label in their .ui files; buttons are put right here. Main thread only. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* For @root and all below it: a button goes by the text that it shows, once and without the mark of its mnemonic, and a drop-down
 * by the label that it was given. Call again where a button got another text. */
void ondes_accessible_name_buttons (GtkWidget *root);

G_END_DECLS
