/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Annotations on a chart of time: drawn between its contents and its crosshair, and, but on the overview, edited by pointer and
 * keys:
 *
 *   click               chooses one, with Ctrl one more; beside all of them, none
 *   drag                moves the chosen one, or by its handles an end or edge; all that are chosen move alike
 *   double click, Enter, F2   edits its label, track, times and frequencies
 *   Delete              removes the chosen ones
 *   Escape              chooses none
 *   Ctrl+Left, Right    move what is chosen by a pixel, with Shift its end; Ctrl+Page Up, Page Down the same in frequency
 *
 * The layer is the chart's and ends with it. Main thread only.
 */
#pragma once

#include "ondes-time-chart.h"
#include "session/annotations-model.h"

G_BEGIN_DECLS

/* Shows the annotations of @model on the chart; call once. */
void             ondes_annotation_layer_attach     (OndesTimeChart         *chart,
                                                    OndesAnnotationsModel  *model);
/* Opens the editor of an annotation that is in view; returns FALSE if it is not, or the chart is not mapped. */
gboolean         ondes_annotation_layer_edit       (OndesTimeChart         *chart,
                                                    OndesAnnotation        *annotation);

/* Chooses the annotation at a point, unless it is chosen; none if there is none. */
void             ondes_annotation_layer_choose_at  (OndesTimeChart         *chart,
                                                    double                  x,
                                                    double                  y);
/* For OndesTimeChart, of a chart with a layer or without. */
void             ondes_annotation_layer_snapshot   (OndesTimeChart         *chart,
                                                    const OndesChartCanvas *canvas);
/* Returns the cursor at a point, or NULL if no annotation can be grasped there. */
const char      *ondes_annotation_layer_get_cursor (OndesTimeChart         *chart,
                                                    double                  x,
                                                    double                  y);
void             ondes_annotation_layer_allocate   (OndesTimeChart         *chart);
void             ondes_annotation_layer_dispose    (OndesTimeChart         *chart);

G_END_DECLS
