/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of OndesCurveEditor. */
#pragma once

#include "ondes-curve-editor.h"
#include "ondes-handles.h"

G_BEGIN_DECLS

struct _OndesCurveEditor
{
  OndesChart       parent_instance;

  OndesCurveScale  scale;    /* its strings are interned */
  double           lo_hz, hi_hz;
  const char      *unit;     /* of frequencies, interned */
  OndesErrorModel *shape;    /* the curve, unless its points are; NULL if they are or if there is none */
  GArray          *points;   /* of OndesModelPoint; empty if there is no curve */
  double           lo, hi;   /* values at the bottom and at the top */
  OndesHandles     handles;  /* the points */
  GArray          *before;   /* the points at the beginning of the drag */
  double           grip[2];  /* from the pointer to the point then, pixels */
};

static inline OndesModelPoint *
ondes_curve_point (OndesCurveEditor *self,
                   guint             i)
{
  return &g_array_index (self->points, OndesModelPoint, i);
}

/* Returns the curve's value; there must be one. */
double   ondes_curve_at          (OndesCurveEditor      *self,
                                  double                 hz);
/* Convert between values and the widget's y. */
double   ondes_curve_to_y        (OndesCurveEditor      *self,
                                  double                 value);
double   ondes_curve_from_y      (OndesCurveEditor      *self,
                                  double                 y);
double   ondes_curve_from_x      (OndesCurveEditor      *self,
                                  double                 x);

/* Fits the ruler to the curve, unless a point is dragged, and draws all anew. */
void     ondes_curve_refresh     (OndesCurveEditor      *self);
/* Makes the points the curve, and says that they changed. */
void     ondes_curve_emit_changed (OndesCurveEditor     *self);
/* Puts point @i at a frequency and a value that are in view, between its neighbours; @hz 0 keeps its frequency. */
void     ondes_curve_move_point  (OndesCurveEditor      *self,
                                  guint                  i,
                                  double                 hz,
                                  double                 value);
/* Adds a point, chosen. FALSE if there is no room for one more. */
gboolean ondes_curve_add_point   (OndesCurveEditor      *self,
                                  double                 hz,
                                  double                 value);
/* Adds one on the curve after the active point, halfway to the next or to the end. */
void     ondes_curve_add_after_active (OndesCurveEditor *self);
/* The last one stays. */
void     ondes_curve_remove_point (OndesCurveEditor     *self,
                                  guint                  i);

/* ondes-curve-input.c: pointer, menu and keys, of the class and of an instance. */
void     ondes_curve_install_input (GtkWidgetClass      *klass);
void     ondes_curve_attach_input (OndesCurveEditor     *self);

/* ondes-curve-drawing.c: the layers of the chart. */
void     ondes_curve_base        (OndesChart             *chart,
                                  const OndesChartCanvas *canvas);
void     ondes_curve_overlay     (OndesChart             *chart,
                                  const OndesChartCanvas *canvas);
/* Prints "100 Hz: 0.05 (+0.42 dB)". Transfer full. */
char    *ondes_curve_print       (OndesCurveEditor       *self,
                                  double                  hz,
                                  double                  value);

G_END_DECLS
