/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesChart: what the charts have in common. A plot with margins in a widget that follows a document and the style.
 *
 * Draws in two layers: the base, kept as a render node until something that it shows changes, and the overlay above it, drawn
 * for every frame, so that a crosshair that follows the pointer costs two lines. Time runs from left to right whatever
 * the direction of the text. Main thread only.
 */
#pragma once

#include <adwaita.h>

#include "ondes-document.h"
#include "figure/draw.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_CHART_RECORDING,
  ONDES_CHART_SETTINGS,
  ONDES_CHART_DISPLAY,
  ONDES_CHART_VIEW,
  ONDES_CHART_PICTURE,
  ONDES_CHART_OVERVIEW,
  ONDES_CHART_STATE,
  ONDES_CHART_POINTER,
  ONDES_CHART_STYLE, /* colours, font or scale factor */
  ONDES_CHART_SIZE,
} OndesChartChange;

#define ONDES_TYPE_CHART (ondes_chart_get_type ())
G_DECLARE_DERIVABLE_TYPE (OndesChart, ondes_chart, ONDES, CHART, GtkWidget)

struct _OndesChartClass
{
  GtkWidgetClass parent_class;

  /* The plot in the widget, in its units: the width less the rulers' by default. */
  void     (*plot)           (OndesChart            *self,
                              graphene_rect_t       *plot);
  /* Draws a layer; the plot has a width and a height, and there is a recording. */
  void     (*base)           (OndesChart            *self,
                              GtkSnapshot           *snapshot,
                              const OndesTheme      *theme,
                              const graphene_rect_t *plot);
  void     (*overlay)        (OndesChart            *self,
                              GtkSnapshot           *snapshot,
                              const OndesTheme      *theme,
                              const graphene_rect_t *plot);
  /* Something changed. Chain up: draws anew what shows it. */
  void     (*changed)        (OndesChart            *self,
                              OndesChartChange       change);
  /* The vertical axis where it counts frequencies: as in view, and as a whole. NULL or FALSE: there is none. */
  gboolean (*frequency_axis) (OndesChart            *self,
                              OndesAxis             *axis,
                              OndesAxis             *whole);
};

OndesDocument *ondes_chart_get_document (OndesChart            *self);
/* The place of the plot now; empty while the widget is too small for one. */
void           ondes_chart_get_plot     (OndesChart            *self,
                                         graphene_rect_t       *plot);
/* Samples in the recording; 0: none. */
guint64        ondes_chart_get_length   (OndesChart            *self);
/* From the widget's x to a sample of the view and back. */
double         ondes_chart_sample_at    (OndesChart            *self,
                                         double                 x);
double         ondes_chart_x_of         (OndesChart            *self,
                                         double                 sample);
/* The first time stamp of the recording, in its time units: what sample 0 stands at. */
double         ondes_chart_get_start    (OndesChart            *self);
/* The time axis of the view over the plot. */
OndesAxis      ondes_chart_time_axis    (OndesChart            *self);
/* The vertical line of the crosshair, where it is in view. */
void           ondes_chart_draw_cursor  (OndesChart            *self,
                                         GtkSnapshot           *snapshot,
                                         const graphene_rect_t *plot);
/* Fills @extents[columns] for the samples [first, first + count) from @values[n], the first of which is sample @at. */
void           ondes_chart_extents      (const double          *values,
                                         guint64                at,
                                         guint                  n,
                                         double                 first,
                                         double                 count,
                                         guint                  columns,
                                         OndesExtent           *extents);
/* Drops the base layer and draws anew. */
void           ondes_chart_redraw       (OndesChart            *self);
/* A line that is seen on any colour: a bright one between two dark ones. */
void           ondes_chart_hairline     (GtkSnapshot           *snapshot,
                                         float                  x,
                                         float                  y,
                                         float                  width,
                                         float                  height);

G_END_DECLS
