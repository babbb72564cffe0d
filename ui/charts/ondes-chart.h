/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesChart: what the charts have in common, whatever their axes count. A plot with margins in a widget that follows the style,
 * drawn in two layers: the base, kept as a render node until ondes_chart_redraw() drops it, and the overlay above it, drawn for
 * every frame, so that a crosshair that follows the pointer costs two lines.
 *
 * A direction that can be moved in tells its span; a class that calls ondes_chart_class_set_navigable() is then zoomed, panned
 * and pointed at by pointer, touch and keys, as ondes-chart-navigation.h tells. The horizontal axis runs from left to right
 * whatever the direction of the text. Main thread only.
 */
#pragma once

#include <adwaita.h>

#include "figure/draw.h"

G_BEGIN_DECLS

/* In a class's @bottom: room for a ruler; in its @right: for a colour bar. As large as the font makes them. */
#define ONDES_CHART_MEASURED  -1
/* Between the plot and the colour bar, and its width. */
#define ONDES_CHART_BAR_GAP   10
#define ONDES_CHART_BAR_WIDTH 12

/* Widths that charts of one font share, so that their axes stand above each other: rulers with their titles, left and below, and
 * the colour bar with its own on the right; the least distance of a plot from the top, for a label that stands at its edge; and how
 * much larger the font is than the usual one. */
typedef struct
{
  int    left, right, below, above;
  double zoom;
} OndesChartMargins;

/* What is in view of one direction: [first, first + count) of [0, whole), counted from the left or from the bottom in a unit
 * in which pixels are even (samples, indices, the logarithm of a frequency); zoomed in down to @least. */
typedef struct
{
  double first, count, whole, least;
} OndesChartSpan;

/* As Cairo has it. */
static inline cairo_rectangle_t
ondes_chart_place (const graphene_rect_t *plot)
{
  return (cairo_rectangle_t) { plot->origin.x, plot->origin.y, plot->size.width, plot->size.height };
}

#define ONDES_TYPE_CHART (ondes_chart_get_type ())
G_DECLARE_DERIVABLE_TYPE (OndesChart, ondes_chart, ONDES, CHART, GtkWidget)

struct _OndesChartClass
{
  GtkWidgetClass parent_class;

  /* Of the widget, in its units at the usual font: least and natural height, and the plot's distance from the top, the bottom and
   * the right edge, or ONDES_CHART_MEASURED (@right's default). */
  int      least_height, natural_height, top, bottom, right;

  /* Draws a layer; the plot has a width and a height, and the chart is not empty. The overlay's default is the crosshair of a
   * navigable chart. */
  void     (*base)          (OndesChart            *self,
                             GtkSnapshot           *snapshot,
                             const OndesTheme      *theme,
                             const graphene_rect_t *plot);
  void     (*overlay)       (OndesChart            *self,
                             GtkSnapshot           *snapshot,
                             const OndesTheme      *theme,
                             const graphene_rect_t *plot);
  /* Size, colours, font or scale factor changed. Chain up: draws anew. */
  void     (*restyled)      (OndesChart            *self);
  /* FALSE where there is nothing to show, or nothing to move in that direction. A chart with no horizontal span is empty. */
  gboolean (*get_span)      (OndesChart            *self,
                             GtkOrientation         direction,
                             OndesChartSpan        *span);
  /* [first, first + count) lies within the span's whole and is no less than its least. */
  void     (*set_span)      (OndesChart            *self,
                             GtkOrientation         direction,
                             double                 first,
                             double                 count);
  /* The crosshair in the units of the spans; NaN: none, or not in that direction. */
  void     (*get_crosshair) (OndesChart            *self,
                             double                *x,
                             double                *y);
  void     (*set_crosshair) (OndesChart            *self,
                             double                 x,
                             double                 y);
  /* What the crosshair points at, to be pasted elsewhere: numbers with a point, transfer full. NULL: nothing. */
  char    *(*copy_value)    (OndesChart            *self);
  /* What a screen reader says of it, transfer full; it is not empty then. NULL: nothing. */
  char    *(*describe)      (OndesChart            *self);
  /* The pointer's shape outside the plot of a navigable chart; NULL: the usual one. */
  const char *(*get_cursor) (OndesChart            *self,
                             double                 x,
                             double                 y);

  /*< private >*/
  gboolean navigable;
};

/* For class_init: pointer, touch and keys move it. Needs the spans and the crosshair above. */
void     ondes_chart_class_set_navigable (OndesChartClass       *klass);

/* The place of the plot now; empty while the widget is too small for one. */
void     ondes_chart_get_plot            (OndesChart            *self,
                                          graphene_rect_t       *plot);
gboolean ondes_chart_get_span            (OndesChart            *self,
                                          GtkOrientation         direction,
                                          OndesChartSpan        *span);
gboolean ondes_chart_is_empty            (OndesChart            *self);
/* Between the widget's x and the unit of the horizontal span. */
double   ondes_chart_from_x              (OndesChart            *self,
                                          double                 x);
double   ondes_chart_to_x                (OndesChart            *self,
                                          double                 value);

/* Drops the base layer and draws anew. */
void     ondes_chart_redraw              (OndesChart            *self);
/* A span changed: the crosshair stays under the pointer. */
void     ondes_chart_moved               (OndesChart            *self);
/* What it shows changed: it is described anew, once it is idle. */
void     ondes_chart_describe_soon       (OndesChart            *self);

/* By the font of a widget as it is now. */
void       ondes_chart_measure_margins  (GtkWidget             *widget,
                                          OndesChartMargins     *margins);
/* The theme of a widget as it is now: light, dark or high contrast. Its font lives as long as the process. */
OndesTheme ondes_chart_theme             (GtkWidget             *widget);
/* The lines of the crosshair where they are in view. */
void     ondes_chart_draw_crosshair      (OndesChart            *self,
                                          GtkSnapshot           *snapshot,
                                          const graphene_rect_t *plot);
/* A ruler below or left of the plot, with its @title (or NULL) at the edge of the widget. */
void     ondes_chart_draw_ruler          (OndesChart            *self,
                                          GtkSnapshot           *snapshot,
                                          const OndesTheme      *theme,
                                          const graphene_rect_t *plot,
                                          const OndesAxis       *axis,
                                          OndesSide              side,
                                          const char            *title);
/* Fills @extents[columns] for the values [first, first + count) from @values[n], the first of which is value @at. */
void     ondes_chart_extents             (const double          *values,
                                          guint64                at,
                                          guint                  n,
                                          double                 first,
                                          double                 count,
                                          guint                  columns,
                                          OndesExtent           *extents);

G_END_DECLS
