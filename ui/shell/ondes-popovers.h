/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps tooltips from covering the first item of a drop-down. Main thread only. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Disables the tooltips of the widgets around each popover below @root while it is open; GTK would show them over its first
 * item. Affects only the popovers that exist now. */
void ondes_popovers_hush_tooltips (GtkWidget *root);

G_END_DECLS
