/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts beside and above each other, with handles between that a person drags. The size of a pane is kept as an integer of the
 * settings; 0 is the natural one, to which a double click on the handle returns. Main thread only.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_PANE_ABOVE, /* the pane lies above its handle */
  ONDES_PANE_BELOW,
  ONDES_PANE_RIGHT,
} OndesPanePlace;

/* Creates a handle that sets the size of @pane, shown with it. @settings may be NULL. Floating. */
GtkWidget *ondes_panes_new_handle (GtkWidget     *pane,
                                   OndesPanePlace place,
                                   GSettings     *settings,
                                   const char    *key);
/* Returns the size that a person gave the pane, in pixels; 0 for the natural one. */
int        ondes_panes_get_size   (GtkWidget     *pane);
/* Lays out the children of @box above each other. Those that do not expand have a height of their own; in a low window they give
 * way to those that do. */
void       ondes_panes_install    (GtkBox        *box);

G_END_DECLS
