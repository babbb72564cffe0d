/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-series-selection.h"
#include "series/words-spectra.h"
#include "shell/ondes-template.h"

#define MAX_ZOOM 1e6 /* the most that the value axis can be zoomed in */

struct _OndesSeriesView
{
  OndesChart        parent_instance;

  OndesSeriesModel *model;
  OndesTimeline    *timeline; /* NULL for none */
};

G_DEFINE_FINAL_TYPE (OndesSeriesView, ondes_series_view, ONDES_TYPE_CHART)

/* Returns the axis of the values and the overlay. @automatic ignores the zoomed range and fits all values in view. */
static OndesAxis
value_axis (OndesSeriesView *self,
            double           pixels,
            gboolean         automatic)
{
  OndesSeries *series = ondes_series_model_get_series (self->model), *over = ondes_series_model_get_over (self->model);
  OndesSeriesDisplay display = *ondes_series_model_get_display (self->model);
  OndesAxis up, other;
  double first, count;

  if (automatic)
    display.lo = display.hi = 0;
  ondes_series_model_get_view (self->model, &first, &count);
  up = ondes_series_value_axis (series, &display, first, count, pixels);
  if (over == NULL || display.lo < display.hi)
    return up;
  other = ondes_series_value_axis (over, &display, first, count, pixels);
  up.lo = MIN (up.lo, other.lo);
  up.hi = MAX (up.hi, other.hi);
  return up;
}

/* Converts @value to a level that is linear in pixels: the value, or its signed logarithm. */
static double
level_of (const OndesAxis *axis,
          double           value)
{
  return axis->mode == ONDES_AXIS_SIGNED_LOG ? ondes_signed_log (value, axis->threshold) : value;
}

/* Gets the span of the values, measured from the bottom of the automatic and the zoomed range together. */
static gboolean
get_value_span (OndesSeriesView *self,
                OndesChartSpan  *span)
{
  OndesAxis all = value_axis (self, 1, TRUE), now = value_axis (self, 1, FALSE);
  double bottom = level_of (&all, MIN (all.lo, now.lo)), top = level_of (&all, MAX (all.hi, now.hi));

  span->first = level_of (&now, now.lo) - bottom;
  span->count = level_of (&now, now.hi) - level_of (&now, now.lo);
  span->total = top - bottom;
  span->min = span->total / MAX_ZOOM;
  return span->total > 0;
}

static void
set_value_span (OndesSeriesView *self,
                double           first,
                double           count)
{
  OndesAxis all = value_axis (self, 1, TRUE), now = value_axis (self, 1, FALSE), full = all;
  double extent;

  full.lo = MIN (all.lo, now.lo);
  full.hi = MAX (all.hi, now.hi);
  extent = level_of (&full, full.hi) - level_of (&full, full.lo);
  /* The whole extent means the automatic range, which follows the view. */
  if (count >= extent * (1 - 1e-9))
    ondes_series_model_set_range (self->model, 0, 0);
  else
    ondes_series_model_set_range (self->model, ondes_axis_value (&full, first / extent),
                                  ondes_axis_value (&full, (first + count) / extent));
}

static gboolean
ondes_series_view_get_span (OndesChart     *chart,
                            GtkOrientation  direction,
                            OndesChartSpan *span)
{
  OndesSeriesView *self = ONDES_SERIES_VIEW (chart);
  OndesSeries *series = self->model != NULL ? ondes_series_model_get_series (self->model) : NULL;

  if (series == NULL)
    return FALSE;
  if (direction == GTK_ORIENTATION_VERTICAL)
    return get_value_span (self, span);
  ondes_series_model_get_view (self->model, &span->first, &span->count);
  span->total = (double) series->n;
  span->min = ondes_series_model_least_view (self->model);
  return TRUE;
}

static void
ondes_series_view_set_span (OndesChart    *chart,
                            GtkOrientation direction,
                            double         first,
                            double         count)
{
  if (direction == GTK_ORIENTATION_VERTICAL)
    set_value_span (ONDES_SERIES_VIEW (chart), first, count);
  else
    ondes_series_model_set_view (ONDES_SERIES_VIEW (chart)->model, first, count);
}

static void
ondes_series_view_get_crosshair (OndesChart *chart,
                                 double     *x,
                                 double     *y)
{
  *x = ondes_series_model_get_pointer (ONDES_SERIES_VIEW (chart)->model);
  *y = NAN;
}

static void
ondes_series_view_set_crosshair (OndesChart *chart,
                                 double      x,
                                 double      y)
{
  ondes_series_model_set_pointer (ONDES_SERIES_VIEW (chart)->model, x);
}

static void
ondes_series_view_base (OndesChart             *chart,
                        const OndesChartCanvas *canvas)
{
  OndesSeriesView *self = ONDES_SERIES_VIEW (chart);
  OndesSeries *series = ondes_series_model_get_series (self->model), *over = ondes_series_model_get_over (self->model);
  const graphene_rect_t *plot = &canvas->plot;
  guint columns = MAX (1, ceil (plot->size.width) * gtk_widget_get_scale_factor (GTK_WIDGET (self)));
  g_autofree char *index_title = ondes_words_index_title (series);
  const OndesSeriesDisplay *display = ondes_series_model_get_display (self->model);
  g_autofree char *value_title = ondes_words_value_title (series, display->scale);
  g_autofree char *value = ondes_words_value (series, 0);
  /* Translators: the value at index 0, which is far larger than all others. */
  g_autofree char *label = g_strdup_printf (_("index 0: %s"), value);
  OndesTheme faded = *canvas->theme;
  OndesAxis across, up;
  OndesPlot drawn;
  double first, count;

  ondes_series_model_get_view (self->model, &first, &count);
  across = ondes_series_axis (first, count, plot->size.width);
  up = value_axis (self, plot->size.height, FALSE);
  ondes_chart_draw_background (canvas);
  drawn = (OndesPlot) { ondes_chart_area (plot), first, count, up.lo, up.hi, gtk_snapshot_append_cairo (canvas->snapshot, plot),
                        &faded };
  if (over != NULL)
    {
      /* Draw the values under the overlay in grey, so that they differ by more than their hue. */
      faded.wave = canvas->theme->dim;
      faded.wave.a *= 0.55;
    }
  ondes_draw_series (&drawn, series, display, columns);
  if (over != NULL)
    {
      faded.wave = canvas->theme->wave;
      faded.wave.a *= 0.8;
      ondes_draw_series (&drawn, over, display, columns);
    }
  ondes_draw_outlier (&drawn, series, display, label);
  cairo_destroy (drawn.cr);
  ondes_chart_draw_ruler (chart, canvas, &across, ONDES_SIDE_BOTTOM, index_title);
  ondes_chart_draw_ruler (chart, canvas, &up, ONDES_SIDE_LEFT, value_title);
}

static void
ondes_series_view_overlay (OndesChart             *chart,
                           const OndesChartCanvas *canvas)
{
  ondes_series_selection_draw (ONDES_SERIES_VIEW (chart), canvas);
  ONDES_CHART_CLASS (ondes_series_view_parent_class)->overlay (chart, canvas);
}

static char *
ondes_series_view_describe (OndesChart *chart)
{
  OndesSeriesView *self = ONDES_SERIES_VIEW (chart);
  OndesSeries *series = ondes_series_model_get_series (self->model);
  g_autofree char *what = ondes_words_series (series);
  double lo, hi;
  guint64 first, count;
  g_autofree char *from = NULL, *to = NULL, *min = NULL, *max = NULL;

  ondes_series_model_get_span (self->model, &first, &count);
  ondes_series_range (series, (double) first, (double) count, &lo, &hi);
  from = g_strdup_printf ("%" G_GUINT64_FORMAT, first);
  to = g_strdup_printf ("%" G_GUINT64_FORMAT, first + MAX (count, 1) - 1);
  min = ondes_words_quantity (lo, series->unit, 6);
  max = ondes_words_quantity (hi, series->unit, 6);
  /* Translators: what it is, from and to by index, the least and the largest value. */
  return g_strdup_printf (_("%s, indices %s to %s, between %s and %s"), what, from, to, min, max);
}

static char *
ondes_series_view_copy_value (OndesChart *chart)
{
  OndesSeriesModel *model = ONDES_SERIES_VIEW (chart)->model;
  guint64 index = ondes_series_model_get_index (model);
  OndesSeries *series = ondes_series_model_get_series (model);
  g_autofree char *value = NULL, *plain = NULL;
  g_auto (GStrv) minus = NULL;

  if (series == NULL || index == ONDES_INDEX_NONE)
    return NULL;
  value = ondes_series_print (series, index);
  minus = g_strsplit (value, "\u2212", 2);
  plain = g_strjoinv ("-", minus);
  return g_strdup_printf ("%" G_GUINT64_FORMAT ", %s%s%s", index, plain, series->unit != NULL && *series->unit != 0 ? " " : "",
                          series->unit != NULL ? series->unit : "");
}

static void
on_view (OndesSeriesView *self)
{
  ondes_chart_changed (ONDES_CHART (self));
  ondes_chart_moved (ONDES_CHART (self));
}

static void
ondes_series_view_class_init (OndesSeriesViewClass *klass)
{
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);

  chart_class->shape = (OndesChartShape) { .top = 8, .bottom = ONDES_CHART_MEASURED, .right = ONDES_CHART_HALF_LABEL,
                                           .min_height = 150, .natural_height = 220 };
  chart_class->get_span = ondes_series_view_get_span;
  chart_class->set_span = ondes_series_view_set_span;
  chart_class->get_crosshair = ondes_series_view_get_crosshair;
  chart_class->set_crosshair = ondes_series_view_set_crosshair;
  chart_class->base = ondes_series_view_base;
  chart_class->overlay = ondes_series_view_overlay;
  chart_class->describe = ondes_series_view_describe;
  chart_class->copy_value = ondes_series_view_copy_value;
  ondes_chart_class_set_navigable (chart_class);
  ondes_series_selection_install (chart_class);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "series");
}

static void
ondes_series_view_init (OndesSeriesView *self)
{
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
}

OndesSeriesModel *
ondes_series_view_get_model (OndesSeriesView *self)
{
  return self->model;
}

void
ondes_series_view_set_timeline (OndesSeriesView *self,
                                OndesTimeline   *timeline)
{
  self->timeline = ondes_widget_keep (self, timeline);
  g_signal_connect_object (timeline, "selection-changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

OndesTimeline *
ondes_series_view_get_timeline (OndesSeriesView *self)
{
  return self->timeline;
}

GtkWidget *
ondes_series_view_new (OndesSeriesModel *model,
                       const char       *label)
{
  OndesSeriesView *self = g_object_new (ONDES_TYPE_SERIES_VIEW, NULL);

  self->model = ondes_widget_keep (self, model);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect_object (model, "series-changed", G_CALLBACK (ondes_chart_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "view-changed", G_CALLBACK (on_view), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "pointer-changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
