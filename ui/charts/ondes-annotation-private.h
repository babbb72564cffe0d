/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of the annotation layer. */
#pragma once

#include "figure/draw-annotations.h"
#include "ondes-annotation-layer.h"
#include "ondes-annotation-picture.h"

G_BEGIN_DECLS

typedef struct
{
  OndesTimeChart        *chart; /* borrowed: the layer is its own */
  OndesAnnotationsModel *model;
  GtkWidget             *editor; /* a popover; NULL before the first edit */
  gboolean               is_overview;

  OndesAnnotationPicture *picture; /* of so many that a worker draws them; NULL if they are few */

  /* The last drawing of few, and what it was made of. */
  GskRenderNode         *node;
  OndesAnnotationSet    *set;
  OndesAnnotationPlot    plot;
  OndesAxis              axis;
  GHashTable            *chosen; /* ids of several that are chosen; NULL if not known */

  /* A drag, of @grip; @from has the chosen annotations as they were when it began, the grasped one at @grasped. */
  guint                  grip, grasped;
  GPtrArray             *from;
  gboolean               dragged, doubled; /* it has moved; its press was the second of a double click */
  guint32                pressed_ms; /* of the last press on an annotation */
  double                 pressed_x, pressed_y;
} OndesAnnotationLayer;

/* Returns the layer of the chart, NULL if it has none. */
OndesAnnotationLayer *ondes_annotation_layer_of   (OndesTimeChart       *chart);
/* Fills the plot in widget units, with @axis and @display for its frequencies; FALSE if nothing can be drawn. */
gboolean ondes_annotation_layer_get_plot          (OndesAnnotationLayer *self,
                                                   OndesAnnotationPlot  *plot,
                                                   OndesAxis            *axis,
                                                   OndesDisplay         *display);
/* Returns the frequency at the widget's @y; NaN if the chart has none. */
double   ondes_annotation_layer_hz_at             (OndesAnnotationLayer *self,
                                                   double                y);
/* TRUE if the annotation is among those chosen. */
gboolean ondes_annotation_layer_is_chosen         (OndesAnnotationLayer  *self,
                                                   const OndesAnnotation *annotation);
/* Returns the length of the recording, in time units. */
double   ondes_annotation_layer_get_length        (OndesAnnotationLayer *self);

/* ondes-annotation-input.c */
void     ondes_annotation_input_attach            (OndesAnnotationLayer *self);

/* ondes-annotation-editor.c: opens the editor of @annotation, which is drawn at @place. */
void     ondes_annotation_editor_open             (OndesAnnotationLayer        *self,
                                                   OndesAnnotation             *annotation,
                                                   const OndesAnnotationPlace  *place);

G_END_DECLS
