/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts above each other, with handles between that a person drags. Those that do not expand have a height of their own; in a low
 * window they give way to those that do. Main thread only.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lays out the children of @box so. */
void ondes_panes_install    (GtkBox     *box);
/* Appends a handle to @box for the height of @pane, the child before it. It is kept as the integer @key of @settings, which may be
 * NULL; 0 is the natural height, to which a double click returns. */
void ondes_panes_add_handle (GtkBox     *box,
                             GtkWidget  *pane,
                             GSettings  *settings,
                             const char *key);

G_END_DECLS
