/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "ondes-time-chart.h"
#include "session/words.h"

#define LEAST_SAMPLES 16.0

typedef struct
{
  OndesScalogramAnalysis *analysis;
} OndesTimeChartPrivate;

enum { PROP_0, PROP_ANALYSIS, N_PROPS };
static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (OndesTimeChart, ondes_time_chart, ONDES_TYPE_CHART)

static const struct
{
  const char       *name;
  OndesChartChange  change;
} analysis_signals[] = {
  { "recording-changed", ONDES_CHART_RECORDING },
  { "settings-changed", ONDES_CHART_SETTINGS },
  { "display-changed", ONDES_CHART_DISPLAY },
  { "view-changed", ONDES_CHART_VIEW },
  { "picture-changed", ONDES_CHART_PICTURE },
  { "overview-changed", ONDES_CHART_OVERVIEW },
  { "state-changed", ONDES_CHART_STATE },
  { "pointer-changed", ONDES_CHART_POINTER },
};

static OndesScalogramAnalysis *
analysis_of (gpointer self)
{
  OndesTimeChartPrivate *priv = ondes_time_chart_get_instance_private (self);

  return priv->analysis;
}

OndesScalogramAnalysis *
ondes_time_chart_get_analysis (OndesTimeChart *self)
{
  return analysis_of (self);
}

guint64
ondes_time_chart_get_length (OndesTimeChart *self)
{
  OndesSource *source = ondes_scalogram_analysis_get_source (analysis_of (self));

  return source != NULL ? source->n : 0;
}

double
ondes_time_chart_get_start (OndesTimeChart *self)
{
  OndesRecording *recording = ondes_scalogram_analysis_get_recording (analysis_of (self));

  return recording != NULL ? ondes_recording_get_info (recording)->start : 0;
}

OndesAxis
ondes_time_chart_time_axis (OndesTimeChart *self)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  return ondes_scalogram_analysis_time_axis (analysis_of (self), plot.size.width);
}

char *
ondes_time_chart_describe_time (OndesTimeChart *self,
                                double          sample)
{
  OndesScalogramAnalysis *analysis = analysis_of (self);
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_scalogram_analysis_get_recording (analysis));
  const OndesAxis axis = ondes_time_chart_time_axis (self);
  const double time = sample / ondes_scalogram_analysis_get_source (analysis)->rate_hz;
  g_autofree char *unit = NULL;

  if (axis.mode == ONDES_AXIS_DATE)
    return ondes_words_time (&axis, time, fabs (axis.hi - axis.lo) / 1000);
  unit = ondes_words_time_unit (info->time_unit);
  return ondes_words_quantity (info->start + time, unit, 4);
}

char *
ondes_time_chart_copy_time (OndesTimeChart *self,
                            double          sample)
{
  OndesScalogramAnalysis *analysis = analysis_of (self);
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_scalogram_analysis_get_recording (analysis));
  const OndesAxis axis = ondes_time_chart_time_axis (self);
  const double rate_hz = ondes_scalogram_analysis_get_source (analysis)->rate_hz;
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
  OndesTimeChartClass *klass = ONDES_TIME_CHART_GET_CLASS (chart);

  return klass->frequency_axis != NULL && klass->frequency_axis (ONDES_TIME_CHART (chart), axis, whole);
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
ondes_time_chart_get_span (OndesChart     *chart,
                           GtkOrientation  direction,
                           OndesChartSpan *span)
{
  OndesScalogramAnalysis *analysis = analysis_of (chart);
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (analysis);
  OndesAxis axis, whole;

  if (direction == GTK_ORIENTATION_HORIZONTAL)
    {
      ondes_scalogram_analysis_get_view (analysis, &span->first, &span->count);
      span->whole = ondes_time_chart_get_length (ONDES_TIME_CHART (chart));
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
ondes_time_chart_set_span (OndesChart    *chart,
                           GtkOrientation direction,
                           double         first,
                           double         count)
{
  OndesScalogramAnalysis *analysis = analysis_of (chart);
  const OndesDisplay *display = ondes_scalogram_analysis_get_display (analysis);
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (analysis);
  OndesAxis axis, whole;
  double all, a, b;

  if (direction == GTK_ORIENTATION_HORIZONTAL)
    {
      ondes_scalogram_analysis_set_view (analysis, first, count);
      return;
    }
  if (!frequency_axis (chart, &axis, &whole))
    return;
  all = along (&whole, whole.hi);
  if (first <= all * 1e-9 && count >= all * (1 - 1e-9))
    {
      ondes_scalogram_analysis_set_frequencies (analysis, 0, 0);
      return;
    }
  a = ondes_display_to_frequency (display, scalogram, value_at (&whole, first));
  b = ondes_display_to_frequency (display, scalogram, value_at (&whole, first + count));
  ondes_scalogram_analysis_set_frequencies (analysis, MIN (a, b), MAX (a, b));
}

static void
ondes_time_chart_get_crosshair (OndesChart *chart,
                                double     *x,
                                double     *y)
{
  OndesScalogramAnalysis *analysis = analysis_of (chart);
  const OndesPointer *pointer = ondes_scalogram_analysis_get_pointer (analysis);
  OndesAxis axis, whole;
  double value;

  *x = pointer->sample;
  *y = NAN;
  if (isnan (pointer->frequency_hz) || !frequency_axis (chart, &axis, &whole))
    return;
  value = ondes_display_from_frequency (ondes_scalogram_analysis_get_display (analysis),
                                        ondes_scalogram_analysis_get_scalogram (analysis), pointer->frequency_hz);
  /* Below the lowest row it would come out above. */
  if (whole.hi < whole.lo ? value <= whole.lo : value >= whole.lo)
    *y = along (&whole, value);
}

static void
ondes_time_chart_set_crosshair (OndesChart *chart,
                                double      x,
                                double      y)
{
  OndesScalogramAnalysis *analysis = analysis_of (chart);
  OndesAxis axis, whole;
  double frequency_hz = NAN;

  if (!isnan (y) && frequency_axis (chart, &axis, &whole))
    frequency_hz = ondes_display_to_frequency (ondes_scalogram_analysis_get_display (analysis),
                                               ondes_scalogram_analysis_get_scalogram (analysis), value_at (&whole, y));
  ondes_scalogram_analysis_set_pointer (analysis, x, frequency_hz);
}

static void
ondes_time_chart_real_changed (OndesTimeChart  *self,
                               OndesChartChange change)
{
  if (change == ONDES_CHART_POINTER)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  else if (change != ONDES_CHART_STATE && change != ONDES_CHART_SETTINGS)
    ondes_chart_redraw (ONDES_CHART (self));
}

static void
on_analysis (OndesTimeChart         *self,
             OndesScalogramAnalysis *analysis)
{
  const char *name = g_signal_name (g_signal_get_invocation_hint (analysis)->signal_id);

  for (guint i = 0; i < G_N_ELEMENTS (analysis_signals); i++)
    if (g_str_equal (name, analysis_signals[i].name))
      {
        ONDES_TIME_CHART_GET_CLASS (self)->changed (self, analysis_signals[i].change);
        if (analysis_signals[i].change == ONDES_CHART_VIEW || analysis_signals[i].change == ONDES_CHART_DISPLAY)
          ondes_chart_moved (ONDES_CHART (self));
      }
}

static void
ondes_time_chart_set_analysis (OndesTimeChart         *self,
                               OndesScalogramAnalysis *analysis)
{
  OndesTimeChartPrivate *priv = ondes_time_chart_get_instance_private (self);

  g_set_object (&priv->analysis, analysis);
  for (guint i = 0; i < G_N_ELEMENTS (analysis_signals); i++)
    g_signal_connect_object (analysis, analysis_signals[i].name, G_CALLBACK (on_analysis), self, G_CONNECT_SWAPPED);
}

static void
ondes_time_chart_get_property (GObject    *object,
                               guint       id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  if (id == PROP_ANALYSIS)
    g_value_set_object (value, analysis_of (object));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ondes_time_chart_set_property (GObject      *object,
                               guint         id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  if (id == PROP_ANALYSIS)
    ondes_time_chart_set_analysis (ONDES_TIME_CHART (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ondes_time_chart_finalize (GObject *object)
{
  OndesTimeChartPrivate *priv = ondes_time_chart_get_instance_private (ONDES_TIME_CHART (object));

  g_clear_object (&priv->analysis);
  G_OBJECT_CLASS (ondes_time_chart_parent_class)->finalize (object);
}

static void
ondes_time_chart_class_init (OndesTimeChartClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);

  object_class->get_property = ondes_time_chart_get_property;
  object_class->set_property = ondes_time_chart_set_property;
  object_class->finalize = ondes_time_chart_finalize;
  chart_class->get_span = ondes_time_chart_get_span;
  chart_class->set_span = ondes_time_chart_set_span;
  chart_class->get_crosshair = ondes_time_chart_get_crosshair;
  chart_class->set_crosshair = ondes_time_chart_set_crosshair;
  klass->changed = ondes_time_chart_real_changed;

  properties[PROP_ANALYSIS] = g_param_spec_object ("analysis", NULL, NULL, ONDES_TYPE_SCALOGRAM_ANALYSIS,
                                                   G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
ondes_time_chart_init (OndesTimeChart *self)
{
}
