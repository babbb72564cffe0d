/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sheet of keys. Main thread only. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Gives @window its sheet, and the action "win.show-help-overlay" that shows it. Long titles break, and columns are as wide as
 * what they show, so that it fits a screen of 1280 pixels in every language. */
void ondes_key_sheet_add (GtkApplicationWindow *window);

G_END_DECLS
