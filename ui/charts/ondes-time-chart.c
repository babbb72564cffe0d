/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "ondes-annotation-layer.h"
#include "ondes-chart-cursors.h"
#include "ondes-chart-navigation.h"
#include "ondes-chart-selection.h"
#include "ondes-time-chart.h"
#include "session/words.h"

/* The playhead is a red line, 2 pixels wide, between two bright ones, which sets it apart from any colour map. */
#define PLAYHEAD_WIDTH 2

typedef struct
{
  OndesSession *session;
  double        playhead_x; /* as drawn last, in pixels of the widget; NaN if none */
} OndesTimeChartPrivate;

enum { PROP_0, PROP_SESSION, N_PROPS };
static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (OndesTimeChart, ondes_time_chart, ONDES_TYPE_CHART)

static const struct
{
  const char      *name;
  OndesChartChange change;
  gboolean         of_timeline;
} chart_signals[] = {
  { "recording-changed", ONDES_CHART_RECORDING, FALSE },
  { "overview-changed", ONDES_CHART_OVERVIEW, FALSE },
  { "view-changed", ONDES_CHART_VIEW, TRUE },
  { "pointer-changed", ONDES_CHART_POINTER, TRUE },
};

static OndesSession *
session_of (gpointer self)
{
  OndesTimeChartPrivate *priv = ondes_time_chart_get_instance_private (self);

  return priv->session;
}

OndesSession *
ondes_time_chart_get_session (OndesTimeChart *self)
{
  return session_of (self);
}

OndesTimeline *
ondes_time_chart_get_timeline (OndesTimeChart *self)
{
  return ondes_session_get_timeline (session_of (self));
}

guint64
ondes_time_chart_get_length (OndesTimeChart *self)
{
  return ondes_timeline_get_length (ondes_time_chart_get_timeline (self));
}

double
ondes_time_chart_get_start (OndesTimeChart *self)
{
  OndesRecording *recording = ondes_session_get_recording (session_of (self));

  return recording != NULL ? ondes_session_get_start (session_of (self)) : 0;
}

OndesAxis
ondes_time_chart_time_axis (OndesTimeChart *self)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  return ondes_session_time_axis (session_of (self), plot.size.width);
}

char *
ondes_time_chart_describe_time (OndesTimeChart *self,
                                double          sample)
{
  OndesSession *session = session_of (self);
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_session_get_recording (session));
  const OndesAxis axis = ondes_time_chart_time_axis (self);
  const double time = sample / ondes_session_get_source (session)->rate_hz;
  g_autofree char *unit = NULL;

  if (axis.mode == ONDES_AXIS_DATE)
    return ondes_words_time (&axis, time, fabs (axis.hi - axis.lo) / 1000);
  unit = ondes_words_time_unit (info->time_unit);
  return ondes_words_quantity (ondes_session_get_start (session) + time, unit, 4);
}

char *
ondes_time_chart_copy_time (OndesTimeChart *self,
                            double          sample)
{
  OndesSession *session = session_of (self);
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_session_get_recording (session));
  const OndesAxis axis = ondes_time_chart_time_axis (self);
  const double rate_hz = ondes_session_get_source (session)->rate_hz;
  char time[G_ASCII_DTOSTR_BUF_SIZE];

  if (axis.mode == ONDES_AXIS_DATE)
    return ondes_axis_print_time (&axis, sample / rate_hz, MIN (fabs (axis.hi - axis.lo) / 1000, 1 / rate_hz));
  g_ascii_formatd (time, sizeof time, "%.9g", ondes_session_get_start (session) + sample / rate_hz);
  return g_strdup_printf ("%s %s", time, info->time_unit);
}

double
ondes_time_chart_sample_to_x (OndesTimeChart *self,
                              double          sample)
{
  return ONDES_TIME_CHART_GET_CLASS (self)->sample_to_x (self, sample);
}

double
ondes_time_chart_x_to_sample (OndesTimeChart *self,
                              double          x)
{
  const double n = (double) ondes_time_chart_get_length (self);
  const double from = ondes_time_chart_sample_to_x (self, 0), to = ondes_time_chart_sample_to_x (self, n);

  return n > 0 ? CLAMP ((x - from) / (to - from) * n, 0, n) : NAN;
}

/* Gets the vertical span of frequencies and the plot. FALSE if there is none. */
static gboolean
get_up (OndesTimeChart  *self,
        OndesChartSpan  *span,
        graphene_rect_t *plot)
{
  ondes_chart_get_plot (ONDES_CHART (self), plot);
  return ONDES_TIME_CHART_GET_CLASS (self)->hz_at != NULL && plot->size.height > 0
         && ondes_chart_get_span (ONDES_CHART (self), GTK_ORIENTATION_VERTICAL, span);
}

gboolean
ondes_time_chart_has_frequencies (OndesTimeChart *self)
{
  graphene_rect_t plot;
  OndesChartSpan span;

  return get_up (self, &span, &plot);
}

double
ondes_time_chart_hz_to_y (OndesTimeChart *self,
                          double          hz)
{
  graphene_rect_t plot;
  OndesChartSpan span;
  double up;

  if (isnan (hz) || !get_up (self, &span, &plot))
    return NAN;
  if (!ONDES_TIME_CHART_GET_CLASS (self)->find_hz (self, hz, &up))
    up = 0;
  return plot.origin.y + plot.size.height * (1 - (up - span.first) / span.count);
}

double
ondes_time_chart_y_to_hz (OndesTimeChart *self,
                          double          y)
{
  graphene_rect_t plot;
  OndesChartSpan span;

  if (!get_up (self, &span, &plot))
    return NAN;
  return ONDES_TIME_CHART_GET_CLASS (self)->hz_at (self, span.first
                                                         + span.count * (1 - (y - plot.origin.y) / plot.size.height));
}

gboolean
ondes_time_chart_get_point (OndesTimeChart *self,
                            double         *sample,
                            double         *hz)
{
  double x, y;

  if (!ondes_chart_navigation_get_point (ONDES_CHART (self), &x, &y))
    return FALSE;
  *sample = ondes_time_chart_x_to_sample (self, x);
  *hz = ondes_time_chart_y_to_hz (self, y);
  return TRUE;
}

static gboolean
ondes_time_chart_get_span (OndesChart     *chart,
                           GtkOrientation  direction,
                           OndesChartSpan *span)
{
  OndesTimeChart *self = ONDES_TIME_CHART (chart);

  if (direction != GTK_ORIENTATION_HORIZONTAL)
    return FALSE;
  ondes_timeline_get_view (ondes_time_chart_get_timeline (self), &span->first, &span->count);
  span->total = ondes_time_chart_get_length (self);
  span->min = ONDES_TIMELINE_MIN;
  /* A derived session may have no source yet on a timeline that has. */
  return span->total > 0 && span->count > 0 && ondes_session_get_source (session_of (self)) != NULL;
}

static void
ondes_time_chart_set_span (OndesChart    *chart,
                           GtkOrientation direction,
                           double         first,
                           double         count)
{
  if (direction == GTK_ORIENTATION_HORIZONTAL)
    ondes_timeline_set_view (ondes_time_chart_get_timeline (ONDES_TIME_CHART (chart)), first, count);
}

static void
ondes_time_chart_get_crosshair (OndesChart *chart,
                                double     *x,
                                double     *y)
{
  *x = ondes_timeline_get_pointer (ondes_time_chart_get_timeline (ONDES_TIME_CHART (chart)));
  *y = NAN;
}

static void
ondes_time_chart_set_crosshair (OndesChart *chart,
                                double      x,
                                double      y)
{
  ondes_timeline_set_pointer (ondes_time_chart_get_timeline (ONDES_TIME_CHART (chart)), x);
}

static void
ondes_time_chart_clicked (OndesChart *chart,
                          double      x,
                          double      y)
{
  ondes_timeline_seek (ondes_time_chart_get_timeline (ONDES_TIME_CHART (chart)), x);
}

static double
ondes_time_chart_real_sample_to_x (OndesTimeChart *self,
                                   double          sample)
{
  return ondes_chart_to_x (ONDES_CHART (self), sample);
}

/* Returns the left edge of the playhead in the widget, on a whole pixel; NaN if it is not in view. */
static double
playhead_x (OndesTimeChart *self)
{
  const double playhead = ondes_timeline_get_playhead (ondes_time_chart_get_timeline (self));
  graphene_rect_t plot;
  double x;

  if (isnan (playhead) || ondes_time_chart_get_length (self) == 0)
    return NAN;
  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  x = ONDES_TIME_CHART_GET_CLASS (self)->sample_to_x (self, playhead);
  return x >= plot.origin.x && x <= plot.origin.x + plot.size.width ? round (x) - PLAYHEAD_WIDTH / 2 : NAN;
}

/* Redraws only if the playhead moved by a pixel; the base layer stays. */
static void
on_playhead (OndesTimeChart *self)
{
  OndesTimeChartPrivate *priv = ondes_time_chart_get_instance_private (self);
  const double x = playhead_x (self);

  if (x != priv->playhead_x && !(isnan (x) && isnan (priv->playhead_x)))
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ondes_time_chart_snapshot (GtkWidget   *widget,
                           GtkSnapshot *snapshot)
{
  static const GdkRGBA red = { 0.88, 0.11, 0.14, 1 }, bright = { 1, 1, 1, 0.75 };
  OndesTimeChart *self = ONDES_TIME_CHART (widget);
  OndesTimeChartPrivate *priv = ondes_time_chart_get_instance_private (self);
  graphene_rect_t plot;

  GTK_WIDGET_CLASS (ondes_time_chart_parent_class)->snapshot (widget, snapshot);
  ondes_chart_selection_draw (self, snapshot);
  ondes_chart_cursors_draw (self, snapshot);
  priv->playhead_x = playhead_x (self);
  if (isnan (priv->playhead_x))
    return;
  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  gtk_snapshot_append_color (snapshot, &bright, &GRAPHENE_RECT_INIT (priv->playhead_x - 1, plot.origin.y, PLAYHEAD_WIDTH + 2,
                                                                     plot.size.height));
  gtk_snapshot_append_color (snapshot, &red, &GRAPHENE_RECT_INIT (priv->playhead_x, plot.origin.y, PLAYHEAD_WIDTH,
                                                                  plot.size.height));
}

static void
ondes_time_chart_overlay (OndesChart             *chart,
                          const OndesChartCanvas *canvas)
{
  ondes_annotation_layer_snapshot (ONDES_TIME_CHART (chart), canvas);
  ONDES_CHART_CLASS (ondes_time_chart_parent_class)->overlay (chart, canvas);
}

const char *
ondes_time_chart_get_cursor (OndesChart *chart,
                             double      x,
                             double      y)
{
  const char *cursor = ondes_annotation_layer_get_cursor (ONDES_TIME_CHART (chart), x, y);

  return cursor != NULL ? cursor : ondes_chart_selection_get_cursor (chart, x, y);
}

static void
ondes_time_chart_size_allocate (GtkWidget *widget,
                                int        width,
                                int        height,
                                int        baseline)
{
  GTK_WIDGET_CLASS (ondes_time_chart_parent_class)->size_allocate (widget, width, height, baseline);
  ondes_annotation_layer_allocate (ONDES_TIME_CHART (widget));
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
on_signal (OndesTimeChart *self,
           gpointer        emitter)
{
  const char *name = g_signal_name (g_signal_get_invocation_hint (emitter)->signal_id);

  for (guint i = 0; i < G_N_ELEMENTS (chart_signals); i++)
    if (g_str_equal (name, chart_signals[i].name))
      {
        ONDES_TIME_CHART_GET_CLASS (self)->changed (self, chart_signals[i].change);
        if (chart_signals[i].change == ONDES_CHART_VIEW)
          ondes_chart_moved (ONDES_CHART (self));
      }
}

static void
on_rulers (OndesTimeChart *self)
{
  ondes_chart_restyle (ONDES_CHART (self));
  ONDES_TIME_CHART_GET_CLASS (self)->changed (self, ONDES_CHART_VIEW); /* described anew */
}

static gboolean
ondes_time_chart_has_second (OndesChart *chart)
{
  return ondes_timeline_get_rulers (ondes_time_chart_get_timeline (ONDES_TIME_CHART (chart)))->second_axis;
}

static void
ondes_time_chart_set_session (OndesTimeChart *self,
                              OndesSession   *session)
{
  static const char *const marks[] = { "selection-changed", "cursors-changed" };
  OndesTimeChartPrivate *priv = ondes_time_chart_get_instance_private (self);

  g_set_object (&priv->session, session);
  g_signal_connect_object (ondes_session_get_timeline (session), "playhead-changed", G_CALLBACK (on_playhead), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    g_signal_connect_object (ondes_session_get_timeline (session), marks[i], G_CALLBACK (gtk_widget_queue_draw), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (ondes_session_get_timeline (session), "rulers-changed", G_CALLBACK (on_rulers), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (chart_signals); i++)
    g_signal_connect_object (chart_signals[i].of_timeline ? (gpointer) ondes_session_get_timeline (session) : session,
                             chart_signals[i].name, G_CALLBACK (on_signal), self, G_CONNECT_SWAPPED);
}

static void
ondes_time_chart_set_property (GObject      *object,
                               guint         id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  if (id == PROP_SESSION)
    ondes_time_chart_set_session (ONDES_TIME_CHART (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ondes_time_chart_dispose (GObject *object)
{
  ondes_annotation_layer_dispose (ONDES_TIME_CHART (object));
  G_OBJECT_CLASS (ondes_time_chart_parent_class)->dispose (object);
}

static void
ondes_time_chart_finalize (GObject *object)
{
  OndesTimeChartPrivate *priv = ondes_time_chart_get_instance_private (ONDES_TIME_CHART (object));

  g_clear_object (&priv->session);
  G_OBJECT_CLASS (ondes_time_chart_parent_class)->finalize (object);
}

static void
ondes_time_chart_class_init (OndesTimeChartClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);

  object_class->set_property = ondes_time_chart_set_property;
  object_class->dispose = ondes_time_chart_dispose;
  object_class->finalize = ondes_time_chart_finalize;
  GTK_WIDGET_CLASS (klass)->snapshot = ondes_time_chart_snapshot;
  GTK_WIDGET_CLASS (klass)->size_allocate = ondes_time_chart_size_allocate;
  chart_class->overlay = ondes_time_chart_overlay;
  chart_class->clicked = ondes_time_chart_clicked;
  chart_class->has_second = ondes_time_chart_has_second;
  chart_class->get_span = ondes_time_chart_get_span;
  chart_class->set_span = ondes_time_chart_set_span;
  chart_class->get_crosshair = ondes_time_chart_get_crosshair;
  chart_class->set_crosshair = ondes_time_chart_set_crosshair;
  klass->changed = ondes_time_chart_real_changed;
  klass->sample_to_x = ondes_time_chart_real_sample_to_x;

  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, ONDES_TYPE_SESSION,
                                                  G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

void
ondes_time_chart_class_set_selectable (OndesTimeChartClass *klass)
{
  ondes_chart_selection_install (ONDES_CHART_CLASS (klass));
  ONDES_CHART_CLASS (klass)->get_cursor = ondes_time_chart_get_cursor;
  ondes_chart_selection_add_keys (GTK_WIDGET_CLASS (klass));
  ondes_chart_cursors_add_keys (GTK_WIDGET_CLASS (klass));
}

static void
ondes_time_chart_init (OndesTimeChart *self)
{
  OndesTimeChartPrivate *priv = ondes_time_chart_get_instance_private (self);

  priv->playhead_x = NAN;
}
