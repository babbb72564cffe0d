/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "ondes-scalogram-axis.h"
#include "ondes-scalogram-band.h"

#define EDGE 1.0 /* width of the line at an edge, in pixels */

typedef struct
{
  double hz[2];  /* both 0 if there is none */
  double first, count; /* samples; 0 if always */
  gboolean sounding;
  double edge;   /* set by a key, the other one to come; NaN if none */
} Band;

static guint drawn; /* the signal */

static Band *
band_of (gpointer view)
{
  static const Band initial = { .edge = NAN };

  return ondes_chart_state (view, "ondes-scalogram-band", &initial, sizeof initial);
}

static gboolean
takes_bands (gpointer view)
{
  return g_signal_has_handler_pending (view, drawn, 0, FALSE);
}

void
ondes_scalogram_view_set_band (OndesScalogramView *view,
                               double              lo_hz,
                               double              hi_hz,
                               double              first,
                               double              count,
                               gboolean            sounding)
{
  Band *self = band_of (view);

  if (self->hz[0] == lo_hz && self->hz[1] == hi_hz && self->first == first && self->count == count && self->sounding == sounding
      && isnan (self->edge))
    return;
  *self = (Band) { { lo_hz, hi_hz }, first, count, sounding, NAN };
  gtk_widget_queue_draw (GTK_WIDGET (view));
}

/* Shows the band between two frequencies, always, and tells it. */
static void
take (OndesScalogramView *view,
      double              a_hz,
      double              b_hz)
{
  const double lo = MIN (a_hz, b_hz), hi = MAX (a_hz, b_hz);

  if (!(lo > 0 && hi > lo))
    return;
  ondes_scalogram_view_set_band (view, lo, hi, 0, 0, band_of (view)->sounding);
  g_signal_emit (view, drawn, 0, lo, hi);
}

static gboolean
on_key (GtkWidget *widget,
        GVariant  *args,
        gpointer   user_data)
{
  OndesScalogramView *view = ONDES_SCALOGRAM_VIEW (widget);
  Band *self = band_of (view);
  const double hz = ondes_scalogram_analysis_get_pointer (ondes_scalogram_view_get_analysis (view))->frequency_hz;

  if (!takes_bands (view))
    return GDK_EVENT_PROPAGATE;
  if (!isnan (self->edge))
    take (view, self->edge, hz);
  else if (hz > 0)
    {
      self->edge = hz;
      gtk_widget_queue_draw (widget);
    }
  return GDK_EVENT_STOP;
}

/* Returns the y of a frequency on the plot, within it. */
static double
find_y (OndesScalogramView    *view,
        const graphene_rect_t *plot,
        double                 hz)
{
  OndesChartSpan span;
  double along;

  if (!ondes_chart_get_span (ONDES_CHART (view), GTK_ORIENTATION_VERTICAL, &span) || !ondes_scalogram_axis_find (view, hz, &along))
    return plot->origin.y + plot->size.height;
  return plot->origin.y + plot->size.height * (1 - CLAMP ((along - span.first) / span.count, 0, 1));
}

/* Returns the x of a sample on the plot, within it. */
static double
find_x (OndesScalogramView    *view,
        const graphene_rect_t *plot,
        double                 sample)
{
  OndesChartSpan span;

  if (!ondes_chart_get_span (ONDES_CHART (view), GTK_ORIENTATION_HORIZONTAL, &span))
    return plot->origin.x;
  return plot->origin.x + plot->size.width * CLAMP ((sample - span.first) / span.count, 0, 1);
}

/* Fills the rectangle between two corners. */
static void
fill (const OndesChartCanvas *canvas,
      const GdkRGBA          *colour,
      graphene_point_t        from,
      graphene_point_t        to)
{
  if (to.x > from.x && to.y > from.y)
    gtk_snapshot_append_color (canvas->snapshot, colour, &GRAPHENE_RECT_INIT (from.x, from.y, to.x - from.x, to.y - from.y));
}

#define POINT(x, y) GRAPHENE_POINT_INIT ((float) (x), (float) (y))

/* Dims what is not heard. */
static void
draw_dimmed (const OndesChartCanvas *canvas,
             const graphene_rect_t  *heard)
{
  static const GdkRGBA dim = { 0, 0, 0, 0.5 };
  const graphene_rect_t *plot = &canvas->plot;
  const double end_x = plot->origin.x + plot->size.width, end_y = plot->origin.y + plot->size.height;
  const double left = heard->origin.x, top = heard->origin.y, right = left + heard->size.width, bottom = top + heard->size.height;

  fill (canvas, &dim, POINT (plot->origin.x, plot->origin.y), POINT (end_x, top));
  fill (canvas, &dim, POINT (plot->origin.x, bottom), POINT (end_x, end_y));
  fill (canvas, &dim, POINT (plot->origin.x, top), POINT (left, bottom));
  fill (canvas, &dim, POINT (right, top), POINT (end_x, bottom));
}

static void
draw_band (OndesScalogramView     *view,
           const OndesChartCanvas *canvas,
           const Band             *self)
{
  static const GdkRGBA bright = { 1, 1, 1, 0.9 };
  const graphene_rect_t *plot = &canvas->plot;
  const double a = find_y (view, plot, self->hz[0]), b = find_y (view, plot, self->hz[1]), top = MIN (a, b), bottom = MAX (a, b);
  const double end_x = plot->origin.x + plot->size.width;
  const double left = self->count > 0 ? find_x (view, plot, self->first) : plot->origin.x;
  const double right = self->count > 0 ? find_x (view, plot, self->first + self->count) : end_x;

  if (self->sounding)
    draw_dimmed (canvas, &GRAPHENE_RECT_INIT ((float) left, (float) top, (float) (right - left), (float) (bottom - top)));
  fill (canvas, &bright, POINT (left, top), POINT (right, top + EDGE));
  fill (canvas, &bright, POINT (left, bottom - EDGE), POINT (right, bottom));
  /* Edges in time stand only where they are in view. */
  if (left > plot->origin.x && left < end_x)
    fill (canvas, &bright, POINT (left, top), POINT (left + EDGE, bottom));
  if (right > plot->origin.x && right < end_x)
    fill (canvas, &bright, POINT (right - EDGE, top), POINT (right, bottom));
}

static void
overlay (OndesChart             *chart,
         const OndesChartCanvas *canvas)
{
  static const GdkRGBA bright = { 1, 1, 1, 0.9 };
  OndesScalogramView *view = ONDES_SCALOGRAM_VIEW (chart);
  const Band *self = band_of (view);
  const graphene_rect_t *plot = &canvas->plot;

  if (self->hz[1] > 0)
    draw_band (view, canvas, self);
  if (!isnan (self->edge))
    {
      const double y = find_y (view, plot, self->edge);

      fill (canvas, &bright, POINT (plot->origin.x, y), POINT (plot->origin.x + plot->size.width, y + EDGE));
    }
  ONDES_CHART_CLASS (g_type_class_peek (ONDES_TYPE_TIME_CHART))->overlay (chart, canvas);
}

void
ondes_scalogram_band_install (OndesChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  klass->overlay = overlay;
  drawn = g_signal_new ("band-drawn", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                        G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_b, 0, on_key, NULL);
}
