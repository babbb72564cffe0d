/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sheet of keys, help-overlay.ui. Main thread only. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lets the sheet's long titles break and its columns be as wide as what they show, so that it fits a screen of 1280 pixels in every
 * language. */
void ondes_key_sheet_wrap (GtkApplicationWindow *window);

G_END_DECLS
