/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Zoom, pan and the crosshair by pointer, touch and keys, for navigable charts (ondes-chart.h).
 *
 *            horizontal                vertical (if the chart has that span)    both
 *   wheel    about the pointer         Ctrl                                     Ctrl + Shift
 *   pan      Shift + wheel, sideways   -                                        drag
 *   pinch                                                                       about the fingers
 *   keys     + −  about the crosshair  Ctrl with + −                            -
 *   pan      ← →  Page Up Page Down    ↑ ↓                                      -
 * A double click, Home or 0 shows the whole; a click is the class's, such as to set the playhead. Alt with the arrow keys moves the
 * crosshair, ten times as far with Shift; Escape removes it. A class may take drags (take_drag()), as selections and cursors do.
 */
#pragma once

#include "ondes-chart.h"

G_BEGIN_DECLS

/* install() adds the keys to a class; attach() adds the gestures to an instance. OndesChart calls both. */
void ondes_chart_navigation_install (GtkWidgetClass *klass);
void ondes_chart_navigation_attach  (OndesChart     *chart);
/* Keeps the crosshair under the pointer after a span has changed. */
void ondes_chart_navigation_moved   (OndesChart     *chart);

/* Puts the crosshair at a point of the widget and keeps it there until the pointer moves. FALSE if the point is outside the
 * plot. */
gboolean ondes_chart_navigation_hold      (OndesChart *chart, double x, double y);
/* Ignores the pointer while @held, that is, while a menu is open. */
void     ondes_chart_navigation_set_held  (OndesChart *chart, gboolean held);
/* Gets the crosshair's position in the widget, or the middle of the plot if there is no crosshair. FALSE if the chart is
 * empty. */
gboolean ondes_chart_navigation_get_point (OndesChart *chart, double *x, double *y);
/* Zooms both directions by @factor (> 1 zooms in) about the crosshair; 0 shows the whole. */
void     ondes_chart_navigation_zoom      (OndesChart *chart, double factor);

/* Zoom or move the span [*first, *first + *count) within [0, total). zoom() scales it by @factor (> 1 zooms in) down to @min
 * and keeps the point at the fraction @at of the span in place; move() shifts it by @by. The span never leaves the whole. */
void ondes_span_zoom (double *first, double *count, double total, double min, double at, double factor);
void ondes_span_move (double *first, double *count, double total, double by);

/* Zooms one axis about the crosshair; 0 for all of it. */
void     ondes_chart_navigation_zoom_axis (OndesChart    *chart,
                                           GtkOrientation direction,
                                           double         factor);
/* TRUE if all of it is in view, so that there is nothing to pan. */
gboolean ondes_chart_navigation_is_whole (OndesChart *chart);

G_END_DECLS
