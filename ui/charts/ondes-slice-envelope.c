/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-slice-private.h"
#include "shell/ondes-template.h"

struct _OndesSliceEnvelopeView
{
  OndesTimeChart          parent_instance;

  OndesSlicesShown *shown;
};

G_DEFINE_FINAL_TYPE (OndesSliceEnvelopeView, ondes_slice_envelope_view, ONDES_TYPE_TIME_CHART)

static void
base (OndesChart             *chart,
      const OndesChartCanvas *canvas)
{
  ondes_slice_plot_draw (chart, canvas, ONDES_SLICE_ENVELOPE_VIEW (chart)->shown, ONDES_SLICE_ENVELOPE);
}

/* Points at the time, at the frequency that the first envelope is of. */
static void
set_crosshair (OndesChart *chart,
               double      x,
               double      y)
{
  OndesSliceEnvelopeView *self = ONDES_SLICE_ENVELOPE_VIEW (chart);
  const OndesSlice *slice = ondes_slice_plot_first (self->shown, ONDES_SLICE_ENVELOPE);

  ondes_scalogram_analysis_set_pointer (self->shown->analysis, x, isnan (x) || slice == NULL ? NAN : slice->frequency_hz);
}

static char *
describe (OndesChart *chart)
{
  return ondes_slice_plot_describe (ONDES_SLICE_ENVELOPE_VIEW (chart)->shown, ONDES_SLICE_ENVELOPE);
}

/* Returns the time and the value at the crosshair. */
static char *
copy_value (OndesChart *chart)
{
  OndesSliceEnvelopeView *self = ONDES_SLICE_ENVELOPE_VIEW (chart);
  const OndesSlice *slice = ondes_slice_plot_first (self->shown, ONDES_SLICE_ENVELOPE);
  const double sample = ondes_timeline_get_pointer (ondes_time_chart_get_timeline (ONDES_TIME_CHART (chart)));
  const double at = slice != NULL ? (sample - (double) slice->place.first) / (double) slice->place.count : NAN;
  char value[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *time = NULL;

  if (!(at >= 0 && at < 1))
    return NULL;
  time = ondes_time_chart_copy_time (ONDES_TIME_CHART (chart), sample);
  return g_strdup_printf ("%s, %s", time,
                          g_ascii_formatd (value, sizeof value, "%.9g", slice->values[(gsize) (at * (double) slice->n)]));
}

static void
ondes_slice_envelope_view_class_init (OndesSliceEnvelopeViewClass *klass)
{
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);

  chart_class->shape = (OndesChartShape) { .bottom = ONDES_CHART_HALF_LABEL, .min_height = 72, .natural_height = 120 };
  chart_class->base = base;
  chart_class->set_crosshair = set_crosshair;
  chart_class->describe = describe;
  chart_class->copy_value = copy_value;
  ondes_chart_class_set_navigable (chart_class);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "slice-envelope");
}

static void
ondes_slice_envelope_view_init (OndesSliceEnvelopeView *self)
{
  gtk_widget_set_vexpand (GTK_WIDGET (self), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Envelopes of the slices"), -1);
}

GtkWidget *
ondes_slice_envelope_view_new (OndesSlicesShown *shown)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (shown->analysis));
  OndesSliceEnvelopeView *self = g_object_new (ONDES_TYPE_SLICE_ENVELOPE_VIEW, "session", session, NULL);

  self->shown = ondes_widget_own (self, "shown", ondes_slices_shown_ref (shown), (GDestroyNotify) ondes_slices_shown_unref);
  return GTK_WIDGET (self);
}
