/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Menus from tables, and tooltips that do not cover the first item of a drop-down. Main thread only. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Disables the tooltips of the widgets around each popover below @root while it is open; GTK would show them over its first
 * item. Affects only the popovers that exist now. */
void ondes_popovers_hush_tooltips (GtkWidget *root);

/* An item of a menu. Without a label it begins a new section; an action of NULL, too, ends a table. */
typedef struct
{
  const char *label, *action;
  gboolean    comes;  /* it is there only while its action can be done */
  guint       target; /* 1 more than the number that the action takes; 0 if it takes none */
} OndesMenuItem;

/* Returns the menu of a table; transfer full. */
GMenuModel *ondes_popovers_menu (const OndesMenuItem *items);

G_END_DECLS
