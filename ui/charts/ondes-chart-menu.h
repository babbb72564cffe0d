/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menu of a navigable chart: the second button, a long press, the Menu key or Shift+F10. Its actions are the chart's own
 * ("chart.…") and the window's ("win.…"), which are not there where a window lacks them. Main thread only.
 */
#pragma once

#include "ondes-chart.h"

G_BEGIN_DECLS

/* Adds actions and keys to a class, and the gestures to an instance; OndesChart calls these, and the last two when it is given a
 * size and when it goes. */
void ondes_chart_menu_install  (GtkWidgetClass *klass);
void ondes_chart_menu_attach   (OndesChart     *chart);
void ondes_chart_menu_allocate (OndesChart     *chart);
void ondes_chart_menu_dispose  (OndesChart     *chart);

G_END_DECLS
