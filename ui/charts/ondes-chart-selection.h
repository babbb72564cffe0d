/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The selection of a timeline on its charts: drawn, made and changed by pointer and keys. A chart with frequencies selects
 * boxes, any other spans.
 *
 *   drag           by the tool pans, selects, or selects and annotates; selects with Pan, too, where there is nothing to pan
 *   drag           at an edge or corner moves it; inside, unless it pans, the whole
 *   Shift + drag   selects, Ctrl + drag annotates, and Space + drag pans with any tool
 *   M              marks one corner at the crosshair, then the opposite one
 *   Ctrl + A       selects what is in view
 *   Shift + ← → ↑ ↓   moves the edges of the active corner by a hundredth of what is in view
 *   X              makes the opposite corner the active one
 *   Escape         leaves the selection
 *
 * Main thread only.
 */
#pragma once

#include "ondes-time-chart.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_TOOL_PAN,
  ONDES_TOOL_SELECT,
  ONDES_TOOL_ANNOTATE, /* selects, and annotates what was selected */
  ONDES_N_TOOLS
} OndesTool;

/* Adds the functions of drags, or the keys, to a class of time charts. */
void        ondes_chart_selection_install    (OndesChartClass *klass);
void        ondes_chart_selection_add_keys   (GtkWidgetClass  *klass);
/* Draws it over the chart. */
void        ondes_chart_selection_draw       (OndesTimeChart  *chart,
                                              GtkSnapshot     *snapshot);
/* Returns the cursor at a point of the chart; NULL if nothing is grabbed there. */
const char *ondes_chart_selection_get_cursor (OndesChart      *chart,
                                              double           x,
                                              double           y);
/* TRUE if a drag from a point of the chart is one of the selection. */
gboolean    ondes_chart_selection_take_drag  (OndesChart      *chart,
                                              double           x,
                                              double           y,
                                              GdkModifierType  keys);
void        ondes_chart_selection_drag_to    (OndesChart      *chart,
                                              double           x,
                                              double           y,
                                              gboolean         done);
/* TRUE once a key has marked a corner, before the opposite one. */
gboolean    ondes_chart_selection_is_marking (OndesChart      *chart);
/* TRUE while a drag selects, during which nothing that appears should move the charts. */
gboolean    ondes_chart_selection_is_dragging (OndesTimeline  *timeline);
/* The tool of all charts of a timeline. Changes emit "selection-changed". */
OndesTool   ondes_chart_selection_get_tool   (OndesTimeline   *timeline);
void        ondes_chart_selection_set_tool   (OndesTimeline   *timeline,
                                              OndesTool        tool);
/* While Space is held, drags pan. */
gboolean    ondes_chart_selection_is_panning  (OndesTimeline   *timeline);
void        ondes_chart_selection_set_panning (OndesTimeline   *timeline,
                                              gboolean         panning);
/* Returns what a drag on the chart does with @keys held. */
OndesTool   ondes_chart_selection_get_drag   (OndesChart      *chart,
                                              OndesTimeline   *timeline,
                                              GdkModifierType  keys);

G_END_DECLS
