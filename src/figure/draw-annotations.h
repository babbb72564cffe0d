/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws annotations over a plot, alike on screen and in figures: boxes with their labels, spans and points as lines over the
 * whole height, in a colour a track; labels never lie on top of each other. */
#pragma once

#include "annotation/annotation-set.h"
#include "display.h"
#include "draw.h"

G_BEGIN_DECLS

/* A label that was drawn. */
typedef struct
{
  guint64           id; /* of the annotation */
  cairo_rectangle_t area;
} OndesAnnotationLabel;

/* Annotations over a plot; all pointers are borrowed. */
typedef struct
{
  OndesAnnotationSet   *set;
  const OndesTheme     *theme;
  cairo_rectangle_t     area;     /* of the plot */
  double                from, to; /* at its left and right edge, in time units from the recording's first sample */
  /* Of the frequencies, from bottom to top; all NULL if the plot has none, such as a waveform: boxes are then spans. */
  const OndesAxis      *axis;
  const OndesDisplay   *display;
  const OndesScalogram *scalogram;
  const OndesColour    *colours;  /* of the set's tracks; NULL: ondes_annotation_colour() */
  GArray               *labels;   /* of OndesAnnotationLabel: those drawn are appended, to be pointed at; NULL if not wanted */
  guint                 most;     /* drawn of those that start in one unit across; 0: 4 */
  guint64               selected; /* id of the one drawn thicker, with its handles; 0 for none */
  GHashTable           *chosen;   /* ids (guint64 *) of more that are drawn so; NULL for none */
} OndesAnnotationPlot;

/* Where an annotation lies on the plot, in user units; not clipped, but at most some units outside it. */
typedef struct
{
  cairo_rectangle_t area; /* width 0 for a point; as high as the plot without frequencies */
  gboolean          box;  /* TRUE if its frequencies are shown */
} OndesAnnotationPlace;

/* FALSE if nothing of it is in view. */
gboolean ondes_annotation_plot_place (const OndesAnnotationPlot *on,
                                      const OndesAnnotation     *annotation,
                                      OndesAnnotationPlace      *place);
/* Returns the annotation nearest to the point (@x, @y), borrowed from the set: one whose line or edge lies within @reach units,
 * otherwise the smallest box that contains the point; NULL if none. */
OndesAnnotation *ondes_annotation_plot_pick (const OndesAnnotationPlot *on,
                                             double                     x,
                                             double                     y,
                                             double                     reach);
/* Draws all in view, clipped to the area. */
void     ondes_draw_annotations      (cairo_t                   *cr,
                                      const OndesAnnotationPlot *on);
/* Returns the colour of the track at this place among the set's (-1: none), visible on light and dark. */
OndesColour ondes_annotation_colour  (int                        track);

G_END_DECLS
