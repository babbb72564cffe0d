/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesCurveEditor: an error model over log frequency as a curve with points. Points are dragged, added by a double click or
 * Insert, and removed by Delete, by dragging them off, or from the menu; keys move them too. Signal "changed": a person changed
 * the points, at every step of a drag. Other models (a constant, a power law, a long table) show points on their curve, and become
 * a table of these points once one is changed. Main thread only.
 */
#pragma once

#include "ondes-chart.h"
#include "transform/error-model.h"

G_BEGIN_DECLS

/* Most points that can be edited; a longer table is drawn, and begins with fewer points. */
#define ONDES_CURVE_POINTS_MAX 64

/* What the values are. */
typedef struct
{
  const char *title;   /* of the ruler, translated: "error", "µs" */
  const char *unit;    /* after a number, translated; "" if none */
  double      factor;  /* of a model's values to the ruler's numbers */
  double      span;    /* the ruler shows at least ± this, in the model's values */
  double      least;   /* no value is moved below this; −INFINITY if there is no least */
  gboolean    is_gain; /* the decibels of 1 + value are told too */
} OndesCurveScale;

#define ONDES_TYPE_CURVE_EDITOR (ondes_curve_editor_get_type ())
G_DECLARE_FINAL_TYPE (OndesCurveEditor, ondes_curve_editor, ONDES, CURVE_EDITOR, OndesChart)

/* @label names the chart for a screen reader. */
GtkWidget             *ondes_curve_editor_new             (const char            *label);
/* Copies @scale and its strings. */
void                   ondes_curve_editor_set_scale       (OndesCurveEditor      *self,
                                                           const OndesCurveScale *scale);
/* Sets the frequencies of the ruler; @unit is after a number, translated. */
void                   ondes_curve_editor_set_frequencies (OndesCurveEditor      *self,
                                                           double                 lo_hz,
                                                           double                 hi_hz,
                                                           const char            *unit);
/* Adds a reference to @model; NULL empties the chart. */
void                   ondes_curve_editor_set_model       (OndesCurveEditor      *self,
                                                           OndesErrorModel       *model);
/* Returns the points, borrowed, in rising order of frequency. */
const OndesModelPoint *ondes_curve_editor_get_points      (OndesCurveEditor      *self,
                                                           guint                 *n);
/* Gets where a point is drawn, in the widget's units. FALSE if it is not in view. For tests. */
gboolean               ondes_curve_editor_get_position    (OndesCurveEditor      *self,
                                                           guint                  i,
                                                           double                *x,
                                                           double                *y);

G_END_DECLS
