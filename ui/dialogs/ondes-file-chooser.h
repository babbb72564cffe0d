/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file chooser that belongs to a widget until it is answered. Main thread only. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @file has a local path; the window says so where one that was chosen has none. */
typedef void (*OndesFileChosen) (gpointer owner,
                                 GFile   *file);

/* Creates a chooser, modal for the window of @owner, a widget; its earlier one is dropped. Add a folder and filters, then call
 * gtk_native_dialog_show(). Calls @chosen unless the user cancels. Borrowed. */
GtkFileChooser *ondes_file_chooser_new (gpointer             owner,
                                        const char          *title,
                                        GtkFileChooserAction action,
                                        const char          *accept_label,
                                        OndesFileChosen      chosen);

G_END_DECLS
