/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesChart: the base class of all charts, whatever their axes measure. A plot with margins in a widget that follows the
 * style, drawn in two layers: the base, cached as a render node until ondes_chart_redraw() drops it, and the overlay, drawn
 * every frame, so that a crosshair that follows the pointer costs two lines.
 *
 * A chart has a span in each direction in which it can be zoomed and panned. ondes_chart_class_set_navigable() lets pointer,
 * touch and keys zoom, pan and point, as described in ondes-chart-navigation.h. The horizontal axis runs from left to right
 * whatever the text direction. Main thread only.
 */
#pragma once

#include <adwaita.h>

#include "figure/draw.h"

G_BEGIN_DECLS

/* For a class's @bottom: room for a ruler; for its @right: room for a colour bar. Measured from the font. */
#define ONDES_CHART_MEASURED  -1
/* For a class's @bottom or @right: room for the half of a label at the end of the ruler along the other edge. */
#define ONDES_CHART_HALF_LABEL -2
/* Gap between the plot and the colour bar, and the bar's width, in pixels. */
#define ONDES_CHART_BAR_GAP   10
#define ONDES_CHART_BAR_WIDTH 12

/* Width of the narrowest chart with a second ruler, in pixels at the usual font. */
#define ONDES_CHART_SECOND_WIDTH 840

/* Margins shared by all charts of one font, so that the axes of stacked charts line up: for rulers with their titles on the
 * left and below, for the colour bar with its ruler on the right, and for the half of a label above, below, and to the right of the
 * plot. @zoom is the font size relative to the usual one. */
typedef struct
{
  int    left, right, below, half_above, half_below, half_right;
  int    second; /* for a second ruler between plot and colour bar */
  double zoom;
} OndesChartMargins;

/* Returns the room for a second ruler in charts @width wide: @second, or 0 in narrow ones. */
static inline int
ondes_chart_margins_second (const OndesChartMargins *margins,
                            int                      width)
{
  return width >= ONDES_CHART_SECOND_WIDTH * margins->zoom ? margins->second : 0;
}

/* The part in view of one direction: [first, first + count) of [0, total), measured from the left or from the bottom in a unit
 * that is linear in pixels (samples, indices, the logarithm of a frequency). Zooming in stops at @min. */
typedef struct
{
  double first, count, total, min;
} OndesChartSpan;

/* What a layer of a chart is drawn on: the plot lies within the widget's snapshot. */
typedef struct
{
  GtkWidget        *widget;
  GtkSnapshot      *snapshot;
  const OndesTheme *theme;
  graphene_rect_t   plot;
} OndesChartCanvas;

/* Returns @plot as a Cairo rectangle. */
static inline cairo_rectangle_t
ondes_chart_area (const graphene_rect_t *plot)
{
  return (cairo_rectangle_t) { plot->origin.x, plot->origin.y, plot->size.width, plot->size.height };
}

#define ONDES_TYPE_CHART (ondes_chart_get_type ())
G_DECLARE_DERIVABLE_TYPE (OndesChart, ondes_chart, ONDES, CHART, GtkWidget)

/* Sizes in pixels at the usual font, initialised by member name: the widget's minimum and natural height, and the distance of the
 * plot from the edges. */
typedef struct
{
  int min_height, natural_height;
  /* if @bottom is one of the constants above, there is an axis on the left, and @top becomes at least half the height of a label,
   * so that the uppermost is not cut off */
  int top, bottom;
  int left, right;   /* 0 for ONDES_CHART_MEASURED: room for a ruler with its title */
  int natural_width; /* of the plot; 0 for that of a page */
} OndesChartShape;

struct _OndesChartClass
{
  GtkWidgetClass parent_class;

  OndesChartShape shape;

  /* Draw a layer. The plot has a non-zero size and the chart is not empty. By default the overlay is the crosshair if the chart
   * is navigable. */
  void     (*base)          (OndesChart             *self,
                             const OndesChartCanvas *canvas);
  void     (*overlay)       (OndesChart             *self,
                             const OndesChartCanvas *canvas);
  /* Called when size, colours, font or scale factor change. Chain up to redraw. */
  void     (*restyled)      (OndesChart            *self);
  /* Returns FALSE if there is nothing to show, or if the chart does not zoom and pan in that direction. A chart without a
   * horizontal span is empty. */
  gboolean (*get_span)      (OndesChart            *self,
                             GtkOrientation         direction,
                             OndesChartSpan        *span);
  /* Sets the span. [first, first + count) lies within the span's whole and is at least its least. */
  void     (*set_span)      (OndesChart            *self,
                             GtkOrientation         direction,
                             double                 first,
                             double                 count);
  /* Get and set the crosshair in the units of the spans; NaN if there is none, or none in that direction. */
  void     (*get_crosshair) (OndesChart            *self,
                             double                *x,
                             double                *y);
  void     (*set_crosshair) (OndesChart            *self,
                             double                 x,
                             double                 y);
  /* Called after a click on the plot that is no drag, in the units of the spans; @y is NaN without a vertical one. NULL if
   * clicks do nothing. */
  void     (*clicked)       (OndesChart            *self,
                             double                 x,
                             double                 y);
  /* A drag has begun at (@x, @y) of the widget, with @keys held. Returns FALSE, or is NULL, if it is to pan. One that was
   * taken goes on to points within the plot, the last of them with @done. */
  gboolean (*take_drag)     (OndesChart            *self,
                             double                 x,
                             double                 y,
                             GdkModifierType        keys);
  void     (*drag_to)       (OndesChart            *self,
                             double                 x,
                             double                 y,
                             gboolean               done);
  /* Leaves what stands on the chart, at Escape. Returns FALSE, or is NULL, if there is nothing to leave. */
  gboolean (*leave)         (OndesChart            *self);
  /* Returns the value under the crosshair for the clipboard, with a decimal point; transfer full, or NULL if there is none. */
  char    *(*copy_value)    (OndesChart            *self);
  /* TRUE if there is a second ruler right of plots whose @right is MEASURED, where there is room; NULL if never. */
  gboolean (*has_second)    (OndesChart             *self);
  /* Returns the description for a screen reader; transfer full, or NULL if none. Called only if the chart is not empty. */
  char    *(*describe)      (OndesChart            *self);
  /* Returns the menu at a point beside the plot; transfer full, or NULL, or is NULL, for that of the axis. */
  GMenuModel *(*menu_at)    (OndesChart            *self,
                             double                 x,
                             double                 y);
  /* Returns the cursor at a point of a navigable chart, or NULL for the default, which is a crosshair in the plot. */
  const char *(*get_cursor) (OndesChart            *self,
                             double                 x,
                             double                 y);

  /*< private >*/
  gboolean navigable;
};

/* Called in class_init: makes the chart respond to pointer, touch and keys. Requires the span and crosshair functions above. */
void     ondes_chart_class_set_navigable (OndesChartClass       *klass);

/* Gets the rectangle of the plot, empty if the widget is too small for one. */
void     ondes_chart_get_plot            (OndesChart            *self,
                                          graphene_rect_t       *plot);
gboolean ondes_chart_get_span            (OndesChart            *self,
                                          GtkOrientation         direction,
                                          OndesChartSpan        *span);
gboolean ondes_chart_is_empty            (OndesChart            *self);
/* Returns what a part of the program keeps with a chart under @key, at first a copy of the @size bytes of @initial. */
gpointer ondes_chart_state               (gpointer               self,
                                          const char            *key,
                                          gconstpointer          initial,
                                          gsize                  size);
/* Convert between the widget's x and the unit of the horizontal span; NaN if the chart is empty. */
double   ondes_chart_from_x              (OndesChart            *self,
                                          double                 x);
double   ondes_chart_to_x                (OndesChart            *self,
                                          double                 value);

/* Drops the base layer and queues a redraw. */
void     ondes_chart_redraw              (OndesChart            *self);
/* Keeps the crosshair under the pointer after a span has changed. */
void     ondes_chart_moved               (OndesChart            *self);
/* Updates the accessible description when idle; call after the contents have changed. */
void     ondes_chart_describe_soon       (OndesChart            *self);
/* Redraws it and describes it anew: its contents have changed. */
void     ondes_chart_changed             (OndesChart            *self);

/* Measures the margins for the widget's current font. */
void       ondes_chart_measure_margins  (GtkWidget             *widget,
                                          OndesChartMargins     *margins);
/* Returns the widget's current theme: light, dark or high contrast. Its font name is never freed. */
OndesTheme ondes_chart_theme             (GtkWidget             *widget);
/* Fills the plot with the theme's background. */
void     ondes_chart_draw_background     (const OndesChartCanvas *canvas);
/* Redraws all, after a change of what takes room in the widget. */
void     ondes_chart_restyle             (OndesChart             *self);
/* Returns the width of the room for a second ruler right of the plot; 0 if there is none. */
int      ondes_chart_get_second_room     (OndesChart             *self);
/* Draws a ruler below, left or, in the room for a second one, right of the plot, with @title (or NULL) at its far side. */
void     ondes_chart_draw_ruler          (OndesChart             *self,
                                          const OndesChartCanvas *canvas,
                                          const OndesAxis        *axis,
                                          OndesSide               side,
                                          const char             *title);
/* A line of text on a box. */
typedef struct
{
  graphene_point_t at;           /* a point of the box: its upper left corner at 0, 0, its lower right one at 1, 1 */
  float            across, down;
  float            margin[2];    /* left and right; above and below */
  float            radius;       /* of the box's corners; 0 for none */
  GdkRGBA          ink, ground;
} OndesChartLabel;

void     ondes_chart_draw_label          (OndesChart             *self,
                                          const OndesChartCanvas *canvas,
                                          const char             *text,
                                          const OndesChartLabel  *label);
/* Draws a line of text on a ground that dims what is below, from (@x, @y) to the right or, if @to_left, up to there. */
void     ondes_chart_draw_note           (OndesChart             *self,
                                          const OndesChartCanvas *canvas,
                                          const char             *text,
                                          double                  x,
                                          double                  y,
                                          gboolean                to_left);
/* Values of a series or recording, the first with index at. */
typedef struct
{
  const double *values;
  guint64       at;
  guint         n;
} OndesChartValues;

/* Fills @extents[columns] with the extents of the values [first, first + count). */
void     ondes_chart_extents             (const OndesChartValues *values,
                                          double                 first,
                                          double                 count,
                                          guint                  columns,
                                          OndesExtent           *extents);

G_END_DECLS
