/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "ondes-document-chart.h"
#include "session/words.h"

#define LEAST_SAMPLES 16.0

typedef struct
{
  OndesDocument *document;
} OndesDocumentChartPrivate;

enum { PROP_0, PROP_DOCUMENT, N_PROPS };
static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (OndesDocumentChart, ondes_document_chart, ONDES_TYPE_CHART)

static const struct
{
  const char       *name;
  OndesChartChange  change;
} document_signals[] = {
  { "recording-changed", ONDES_CHART_RECORDING },
  { "settings-changed", ONDES_CHART_SETTINGS },
  { "display-changed", ONDES_CHART_DISPLAY },
  { "view-changed", ONDES_CHART_VIEW },
  { "picture-changed", ONDES_CHART_PICTURE },
  { "overview-changed", ONDES_CHART_OVERVIEW },
  { "state-changed", ONDES_CHART_STATE },
  { "pointer-changed", ONDES_CHART_POINTER },
};

static OndesDocument *
document_of (gpointer self)
{
  OndesDocumentChartPrivate *priv = ondes_document_chart_get_instance_private (self);

  return priv->document;
}

OndesDocument *
ondes_document_chart_get_document (OndesDocumentChart *self)
{
  return document_of (self);
}

guint64
ondes_document_chart_get_length (OndesDocumentChart *self)
{
  OndesSource *source = ondes_document_get_source (document_of (self));

  return source != NULL ? source->n : 0;
}

double
ondes_document_chart_get_start (OndesDocumentChart *self)
{
  OndesRecording *recording = ondes_document_get_recording (document_of (self));

  return recording != NULL ? ondes_recording_get_info (recording)->start : 0;
}

OndesAxis
ondes_document_chart_time_axis (OndesDocumentChart *self)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  return ondes_document_time_axis (document_of (self), plot.size.width);
}

char *
ondes_document_chart_describe_time (OndesDocumentChart *self,
                                    double              sample)
{
  OndesDocument *document = document_of (self);
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_document_get_recording (document));
  const OndesAxis axis = ondes_document_chart_time_axis (self);
  const double time = sample / ondes_document_get_source (document)->rate_hz;
  g_autofree char *unit = NULL;

  if (axis.mode == ONDES_AXIS_DATE)
    return ondes_words_time (&axis, time, fabs (axis.hi - axis.lo) / 1000);
  unit = ondes_words_time_unit (info->time_unit);
  return ondes_words_quantity (info->start + time, unit, 4);
}

char *
ondes_document_chart_copy_time (OndesDocumentChart *self,
                                double              sample)
{
  OndesDocument *document = document_of (self);
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_document_get_recording (document));
  const OndesAxis axis = ondes_document_chart_time_axis (self);
  const double rate_hz = ondes_document_get_source (document)->rate_hz;
  char time[G_ASCII_DTOSTR_BUF_SIZE];

  if (axis.mode == ONDES_AXIS_DATE)
    return ondes_axis_print_time (&axis, sample / rate_hz, MIN (fabs (axis.hi - axis.lo) / 1000, 1 / rate_hz));
  return g_strdup_printf ("%s %s", g_ascii_formatd (time, sizeof time, "%.9g", info->start + sample / rate_hz), info->time_unit);
}

static gboolean
frequency_axis (OndesChart *chart,
                OndesAxis  *axis,
                OndesAxis  *whole)
{
  OndesDocumentChartClass *klass = ONDES_DOCUMENT_CHART_GET_CLASS (chart);

  return klass->frequency_axis != NULL && klass->frequency_axis (ONDES_DOCUMENT_CHART (chart), axis, whole);
}

/* Along the axis, not along its values: one of scales runs downwards. */
static double
along (const OndesAxis *whole,
       double           value)
{
  return whole->mode == ONDES_AXIS_LOG ? fabs (log (value / whole->lo)) : fabs (value - whole->lo);
}

static double
value_at (const OndesAxis *whole,
          double           at)
{
  if (whole->hi < whole->lo)
    at = -at;
  return whole->mode == ONDES_AXIS_LOG ? whole->lo * exp (at) : whole->lo + at;
}

static gboolean
ondes_document_chart_get_span (OndesChart     *chart,
                               GtkOrientation  direction,
                               OndesChartSpan *span)
{
  OndesDocument *document = document_of (chart);
  OndesScalogram *scalogram = ondes_document_get_scalogram (document);
  OndesAxis axis, whole;

  if (direction == GTK_ORIENTATION_HORIZONTAL)
    {
      ondes_document_get_view (document, &span->first, &span->count);
      span->whole = ondes_document_chart_get_length (ONDES_DOCUMENT_CHART (chart));
      span->least = LEAST_SAMPLES;
      return span->whole > 0 && span->count > 0;
    }
  if (!frequency_axis (chart, &axis, &whole))
    return FALSE;
  span->whole = along (&whole, whole.hi);
  span->first = along (&whole, axis.lo);
  span->count = fabs (along (&whole, axis.hi) - span->first);
  span->least = scalogram->rows > 2 ? span->whole * 2 / scalogram->rows : span->whole;
  return span->count > 0;
}

static void
ondes_document_chart_set_span (OndesChart    *chart,
                               GtkOrientation direction,
                               double         first,
                               double         count)
{
  OndesDocument *document = document_of (chart);
  const OndesDisplay *display = ondes_document_get_display (document);
  OndesScalogram *scalogram = ondes_document_get_scalogram (document);
  OndesAxis axis, whole;
  double all, a, b;

  if (direction == GTK_ORIENTATION_HORIZONTAL)
    {
      ondes_document_set_view (document, first, count);
      return;
    }
  if (!frequency_axis (chart, &axis, &whole))
    return;
  all = along (&whole, whole.hi);
  if (first <= all * 1e-9 && count >= all * (1 - 1e-9))
    {
      ondes_document_set_frequencies (document, 0, 0);
      return;
    }
  a = ondes_display_to_frequency (display, scalogram, value_at (&whole, first));
  b = ondes_display_to_frequency (display, scalogram, value_at (&whole, first + count));
  ondes_document_set_frequencies (document, MIN (a, b), MAX (a, b));
}

static void
ondes_document_chart_get_crosshair (OndesChart *chart,
                                    double     *x,
                                    double     *y)
{
  OndesDocument *document = document_of (chart);
  const OndesPointer *pointer = ondes_document_get_pointer (document);
  OndesAxis axis, whole;
  double value;

  *x = pointer->sample;
  *y = NAN;
  if (isnan (pointer->frequency_hz) || !frequency_axis (chart, &axis, &whole))
    return;
  value = ondes_display_from_frequency (ondes_document_get_display (document), ondes_document_get_scalogram (document),
                                        pointer->frequency_hz);
  /* Below the lowest row it would come out above. */
  if (whole.hi < whole.lo ? value <= whole.lo : value >= whole.lo)
    *y = along (&whole, value);
}

static void
ondes_document_chart_set_crosshair (OndesChart *chart,
                                    double      x,
                                    double      y)
{
  OndesDocument *document = document_of (chart);
  OndesAxis axis, whole;
  double frequency_hz = NAN;

  if (!isnan (y) && frequency_axis (chart, &axis, &whole))
    frequency_hz = ondes_display_to_frequency (ondes_document_get_display (document), ondes_document_get_scalogram (document),
                                               value_at (&whole, y));
  ondes_document_set_pointer (document, x, frequency_hz);
}

static void
ondes_document_chart_real_changed (OndesDocumentChart *self,
                                   OndesChartChange    change)
{
  if (change == ONDES_CHART_POINTER)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  else if (change != ONDES_CHART_STATE && change != ONDES_CHART_SETTINGS)
    ondes_chart_redraw (ONDES_CHART (self));
}

static void
on_document (OndesDocumentChart *self,
             OndesDocument      *document)
{
  const char *name = g_signal_name (g_signal_get_invocation_hint (document)->signal_id);

  for (guint i = 0; i < G_N_ELEMENTS (document_signals); i++)
    if (g_str_equal (name, document_signals[i].name))
      {
        ONDES_DOCUMENT_CHART_GET_CLASS (self)->changed (self, document_signals[i].change);
        if (document_signals[i].change == ONDES_CHART_VIEW || document_signals[i].change == ONDES_CHART_DISPLAY)
          ondes_chart_moved (ONDES_CHART (self));
      }
}

static void
ondes_document_chart_set_document (OndesDocumentChart *self,
                                   OndesDocument      *document)
{
  OndesDocumentChartPrivate *priv = ondes_document_chart_get_instance_private (self);

  g_set_object (&priv->document, document);
  for (guint i = 0; i < G_N_ELEMENTS (document_signals); i++)
    g_signal_connect_object (document, document_signals[i].name, G_CALLBACK (on_document), self, G_CONNECT_SWAPPED);
}

static void
ondes_document_chart_get_property (GObject    *object,
                                   guint       id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  if (id == PROP_DOCUMENT)
    g_value_set_object (value, document_of (object));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ondes_document_chart_set_property (GObject      *object,
                                   guint         id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  if (id == PROP_DOCUMENT)
    ondes_document_chart_set_document (ONDES_DOCUMENT_CHART (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ondes_document_chart_finalize (GObject *object)
{
  OndesDocumentChartPrivate *priv = ondes_document_chart_get_instance_private (ONDES_DOCUMENT_CHART (object));

  g_clear_object (&priv->document);
  G_OBJECT_CLASS (ondes_document_chart_parent_class)->finalize (object);
}

static void
ondes_document_chart_class_init (OndesDocumentChartClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);

  object_class->get_property = ondes_document_chart_get_property;
  object_class->set_property = ondes_document_chart_set_property;
  object_class->finalize = ondes_document_chart_finalize;
  chart_class->get_span = ondes_document_chart_get_span;
  chart_class->set_span = ondes_document_chart_set_span;
  chart_class->get_crosshair = ondes_document_chart_get_crosshair;
  chart_class->set_crosshair = ondes_document_chart_set_crosshair;
  klass->changed = ondes_document_chart_real_changed;

  properties[PROP_DOCUMENT] = g_param_spec_object ("document", NULL, NULL, ONDES_TYPE_DOCUMENT,
                                                   G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
ondes_document_chart_init (OndesDocumentChart *self)
{
}
