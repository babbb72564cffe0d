/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The context menu of a chart, opened with the secondary button, a long press, the Menu key or Shift+F10. Its actions
 * are the chart's own ("chart.…") and the window's ("win.…"), if it has them. Main thread only.
 */
#pragma once

#include "ondes-chart.h"

G_BEGIN_DECLS

/* install() adds actions and keys to a class; attach() adds the gestures to an instance. OndesChart calls all four functions,
 * allocate() on each size allocation and dispose() when it is disposed. A time chart that is not navigable calls install_keys() and
 * attach() itself. */
void ondes_chart_menu_install  (GtkWidgetClass *klass);
void ondes_chart_menu_install_keys (GtkWidgetClass *klass);
void ondes_chart_menu_attach   (OndesChart     *chart);
void ondes_chart_menu_allocate (OndesChart     *chart);
void ondes_chart_menu_dispose  (OndesChart     *chart);

/* Makes the menu of a chart with actions of its own, which opens it itself; borrowed. */
GtkWidget *ondes_chart_menu_new (OndesChart     *chart,
                                 GMenuModel     *model);
/* Returns the menu, borrowed; NULL if none was made yet. */
GtkWidget *ondes_chart_menu_get (OndesChart     *chart);

/* Returns the menu of what can be done with a selection; transfer full. */
GMenuModel *ondes_selection_menu_new (void);

G_END_DECLS
