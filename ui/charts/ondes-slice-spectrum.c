/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-slice-private.h"
#include "shell/ondes-template.h"

#define EDGE  14  /* pixels left and right of the plot: half of a label */
#define WIDTH 150 /* pixels of the plot */

struct _OndesSliceSpectrumView
{
  OndesChart              parent_instance;

  OndesScalogramView     *view;
  OndesSlicesShown *shown;
};

G_DEFINE_FINAL_TYPE (OndesSliceSpectrumView, ondes_slice_spectrum_view, ONDES_TYPE_CHART)

static void
base (OndesChart             *chart,
      const OndesChartCanvas *canvas)
{
  ondes_slice_plot_draw (chart, canvas, ONDES_SLICE_SPECTRUM_VIEW (chart)->shown, ONDES_SLICE_SPECTRUM);
}

/* The vertical span is the scalogram's; levels are all in view. */
static gboolean
get_span (OndesChart     *chart,
          GtkOrientation  direction,
          OndesChartSpan *span)
{
  OndesChart *view = ONDES_CHART (ONDES_SLICE_SPECTRUM_VIEW (chart)->view);
  OndesChartSpan vertical;

  if (direction == GTK_ORIENTATION_VERTICAL)
    return ondes_chart_get_span (view, direction, span);
  *span = (OndesChartSpan) { 0, 1, 1, 1 };
  return ondes_chart_get_span (view, GTK_ORIENTATION_VERTICAL, &vertical);
}

static void
set_span (OndesChart    *chart,
          GtkOrientation direction,
          double         first,
          double         count)
{
  OndesChart *view = ONDES_CHART (ONDES_SLICE_SPECTRUM_VIEW (chart)->view);

  if (direction == GTK_ORIENTATION_VERTICAL)
    ONDES_CHART_GET_CLASS (view)->set_span (view, direction, first, count);
}

static void
get_crosshair (OndesChart *chart,
               double     *x,
               double     *y)
{
  OndesChart *view = ONDES_CHART (ONDES_SLICE_SPECTRUM_VIEW (chart)->view);

  ONDES_CHART_GET_CLASS (view)->get_crosshair (view, x, y);
  *x = NAN;
}

/* Points at the frequency, at the time that was pointed at. */
static void
set_crosshair (OndesChart *chart,
               double      x,
               double      y)
{
  OndesSliceSpectrumView *self = ONDES_SLICE_SPECTRUM_VIEW (chart);
  OndesChart *view = ONDES_CHART (self->view);
  const OndesSlice *slice = ondes_slice_plot_first (self->shown, ONDES_SLICE_SPECTRUM);

  ONDES_CHART_GET_CLASS (view)->set_crosshair (view, isnan (y) || slice == NULL ? NAN : (double) slice->place.first, y);
}

static char *
describe (OndesChart *chart)
{
  return ondes_slice_plot_describe (ONDES_SLICE_SPECTRUM_VIEW (chart)->shown, ONDES_SLICE_SPECTRUM);
}

/* Returns the frequency and the value at the crosshair. */
static char *
copy_value (OndesChart *chart)
{
  OndesSliceSpectrumView *self = ONDES_SLICE_SPECTRUM_VIEW (chart);
  const OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (self->shown->analysis);
  const OndesPointer *pointer = ondes_scalogram_analysis_get_pointer (self->shown->analysis);
  const OndesSlice *slice = ondes_slice_plot_first (self->shown, ONDES_SLICE_SPECTRUM);
  char frequency[G_ASCII_DTOSTR_BUF_SIZE], value[G_ASCII_DTOSTR_BUF_SIZE];

  if (slice == NULL || scalogram == NULL || !pointer->valid || pointer->row >= slice->n || slice->n != scalogram->rows)
    return NULL;
  return g_strdup_printf ("%s, %s",
                          g_ascii_formatd (frequency, sizeof frequency, "%.9g", scalogram->frequencies_hz[pointer->row]),
                          g_ascii_formatd (value, sizeof value, "%.9g", slice->values[pointer->row]));
}

static void
on_display (OndesSliceSpectrumView *self)
{
  ondes_chart_moved (ONDES_CHART (self));
}

static void
on_pointer (OndesSliceSpectrumView *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ondes_slice_spectrum_view_class_init (OndesSliceSpectrumViewClass *klass)
{
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);

  /* As the scalogram's, so that the frequencies are at the same height. */
  chart_class->shape = (OndesChartShape) { .top = 4, .bottom = ONDES_CHART_MEASURED, .left = EDGE, .right = EDGE,
                                           .min_height = 124, .natural_height = 124, .natural_width = WIDTH };
  chart_class->base = base;
  chart_class->get_span = get_span;
  chart_class->set_span = set_span;
  chart_class->get_crosshair = get_crosshair;
  chart_class->set_crosshair = set_crosshair;
  chart_class->describe = describe;
  chart_class->copy_value = copy_value;
  ondes_chart_class_set_navigable (chart_class);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "slice-spectrum");
}

static void
ondes_slice_spectrum_view_init (OndesSliceSpectrumView *self)
{
  gtk_widget_set_hexpand (GTK_WIDGET (self), FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Spectra of the slices"), -1);
}

GtkWidget *
ondes_slice_spectrum_view_new (OndesScalogramView *view,
                               OndesSlicesShown   *shown)
{
  OndesSliceSpectrumView *self = g_object_new (ONDES_TYPE_SLICE_SPECTRUM_VIEW, NULL);

  self->view = ondes_widget_keep (self, view);
  self->shown = ondes_widget_own (self, "shown", ondes_slices_shown_ref (shown), (GDestroyNotify) ondes_slices_shown_unref);
  g_signal_connect_object (shown->analysis, "display-changed", G_CALLBACK (on_display), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (shown->analysis, "pointer-changed", G_CALLBACK (on_pointer), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
