/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drop-downs without a tooltip over their first item. Main thread only. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* While a popover below @root is open, the widgets around it show no tooltips: GTK would put theirs over its first item. For
 * those that are there now. */
void ondes_popovers_hush_tooltips (GtkWidget *root);

G_END_DECLS
