/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Zoom, pan and the crosshair by pointer, touch and keys, for charts that are navigable (ondes-chart.h).
 *
 *            along                     up (where the chart has such a span)     both
 *   wheel    about the pointer         Ctrl                                     Ctrl + Shift
 *   pan      Shift + wheel, sideways   -                                        drag
 *   pinch                                                                       about the fingers
 *   keys     + −  about the crosshair  Ctrl with + −                            -
 *   pan      ← →  Page Up Page Down    ↑ ↓                                      -
 * Double click, Home and 0: the whole. Alt with arrows moves the crosshair, with Shift ten times as far; Escape takes it away.
 */
#pragma once

#include "ondes-chart.h"

G_BEGIN_DECLS

/* Adds the keys to a class, and the gestures to an instance; OndesChart calls both. */
void ondes_chart_navigation_install (GtkWidgetClass *klass);
void ondes_chart_navigation_attach  (OndesChart     *chart);
/* A span changed: the crosshair follows the pointer. */
void ondes_chart_navigation_moved   (OndesChart     *chart);

/* Puts the crosshair at a point of the widget and holds it there until the pointer moves; FALSE: that is outside the plot. */
gboolean ondes_chart_navigation_hold      (OndesChart *chart, double x, double y);
/* While a menu is open nothing moves. */
void     ondes_chart_navigation_set_held  (OndesChart *chart, gboolean held);
/* Where the crosshair is in the widget, or else the middle of the plot; FALSE: there is nothing to point at. */
gboolean ondes_chart_navigation_get_point (OndesChart *chart, double *x, double *y);
/* In every direction by @factor (> 1: in) about the crosshair; 0: the whole. */
void     ondes_chart_navigation_zoom      (OndesChart *chart, double factor);

/* The span [*first, *first + *count) of [0, whole): zoomed by @factor (> 1: in) so that the point at the fraction @at of the span
 * stays, down to @least; or moved by @by. Never leaves the whole. */
void ondes_span_zoom (double *first, double *count, double whole, double least, double at, double factor);
void ondes_span_move (double *first, double *count, double whole, double by);

G_END_DECLS
