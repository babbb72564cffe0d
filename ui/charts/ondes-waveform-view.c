/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-charts.h"
#include "session/words.h"
#include "shell/ondes-template.h"

#define BEHIND_ALPHA    0.45 /* of the wave behind */
#define MARK            4.0  /* half the width of a peak's mark, pixels */
#define KEEP_RANGE_FILL 0.4 /* keep the range while the values in view fill at least this fraction of it */

struct _OndesWaveformView
{
  OndesTimeChart parent_instance;

  OndesSession      *before; /* drawn behind; NULL if none */
  OndesBandPeaks    *peaks;  /* marked; NULL if none */
  double             lo, hi; /* the amplitude range shown, lo < hi; both 0 if not chosen yet */
};

G_DEFINE_FINAL_TYPE (OndesWaveformView, ondes_waveform_view, ONDES_TYPE_TIME_CHART)

/* The data in view: extents, and individual samples if they are wider than a pixel. */
typedef struct
{
  OndesExtent  *extents;
  guint         columns;
  guint64       first; /* index of the first sample */
  guint         count;
  const double *samples; /* borrowed; NULL if the extents suffice */
  double        min, max;
} Wave;

static void
wave_init (Wave              *wave,
           OndesWaveformView *self,
           OndesSession      *session,
           double             width)
{
  OndesOverview *overview = ondes_session_get_overview (session);
  double first, count;

  wave->columns = MAX (1, ceil (width) * gtk_widget_get_scale_factor (GTK_WIDGET (self)));
  wave->extents = g_new0 (OndesExtent, wave->columns);
  wave->samples = NULL;
  wave->min = G_MAXDOUBLE;
  wave->max = -G_MAXDOUBLE;
  ondes_timeline_get_view (ondes_session_get_timeline (session), &first, &count);
  if (overview != NULL && count / wave->columns < ondes_overview_stride (overview)
      && ondes_session_get_samples (session, &wave->first, &wave->count, &wave->samples))
    {
      ondes_chart_extents (&(OndesChartValues) { wave->samples, wave->first, wave->count }, first, count, wave->columns,
                           wave->extents);
      if (count > wave->columns)
        wave->samples = NULL;
    }
  else if (overview != NULL)
    ondes_overview_get (overview, first, count, wave->columns, wave->extents);
  else
    wave->extents[0] = (OndesExtent) { .min = 1, .max = -1 };

  for (guint j = 0; j < wave->columns; j++)
    if (wave->extents[j].min <= wave->extents[j].max)
      {
        wave->min = MIN (wave->min, wave->extents[j].min);
        wave->max = MAX (wave->max, wave->extents[j].max);
      }
}

/* Rounds up to 1, 1.5, 2, 3, 5 or 7 times a power of ten. */
static double
round_up (double value)
{
  static const double steps[] = { 1, 1.5, 2, 3, 5, 7, 10 };
  double decade = pow (10, floor (log10 (value)));

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (value <= steps[i] * decade * (1 + 1e-9))
      return steps[i] * decade;
  return value;
}

/* Chooses a range of round numbers around the values in view, and keeps it while they fit, so that panning does not shake the
 * picture. */
static void
choose_range (OndesWaveformView *self,
              const Wave        *wave)
{
  double min = wave->min, max = wave->max, step;

  if (min > max)
    {
      if (!(self->lo < self->hi))
        {
          self->lo = -1;
          self->hi = 1;
        }
      return;
    }
  if (self->lo < self->hi && min >= self->lo && max <= self->hi && max - min >= KEEP_RANGE_FILL * (self->hi - self->lo))
    return;
  if (!(max - min > 1e-12 * MAX (fabs (max), fabs (min))))
    {
      double margin = max != 0 ? fabs (max) * 0.5 : 1;

      min -= margin;
      max += margin;
    }
  if (min < 0 && max > 0 && MAX (max, -min) < 3 * MIN (max, -min))
    {
      self->hi = round_up (MAX (max, -min));
      self->lo = -self->hi;
      return;
    }
  step = round_up ((max - min) / 12);
  self->lo = floor (min / step) * step;
  self->hi = ceil (max / step) * step;
  /* Leave room at an end that the values would touch (as bits do), also for the label there. */
  if (min - self->lo < step / 4)
    self->lo -= step / 2;
  if (self->hi - max < step / 4)
    self->hi += step / 2;
  if (!(self->lo < self->hi))
    {
      self->lo = min;
      self->hi = max;
    }
}

static void
draw_samples (OndesWaveformView *self,
              const Wave        *wave,
              const OndesPlot   *plot)
{
  OndesSession *session = ondes_time_chart_get_session (ONDES_TIME_CHART (self));
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_session_get_recording (session));
  g_autofree double *positions = g_new (double, wave->count);

  for (guint i = 0; i < wave->count; i++)
    positions[i] = ondes_chart_to_x (ONDES_CHART (self), (double) (wave->first + i)) - plot->area.x;
  (ondes_is_index_unit (info->time_unit) ? ondes_draw_bars : ondes_draw_samples)
    (plot, positions, wave->samples, wave->count);
}

/* Draws the extents and, if they are wider than a pixel, the samples. */
static void
draw_wave (OndesWaveformView *self,
           const Wave        *wave,
           const OndesPlot   *plot)
{
  /* Under individual samples, the extents show only the gaps. */
  for (guint j = 0; wave->samples != NULL && j < wave->columns; j++)
    {
      wave->extents[j].min = 1;
      wave->extents[j].max = -1;
    }
  ondes_draw_waveform_pixels (plot, wave->extents, wave->columns);
  if (wave->samples != NULL)
    draw_samples (self, wave, plot);
}

/* Marks each peak in view at the upper edge, one a pixel, and draws a line at the least magnitude on either side of 0. */
static void
draw_peaks (OndesWaveformView *self,
            const OndesPlot   *plot)
{
  const cairo_rectangle_t *area = &plot->area;
  const double lines[] = { self->peaks->job.above, -self->peaks->job.above }, dashes[] = { 4, 3 };
  cairo_t *cr = plot->cr;
  double last = -INFINITY;

  ondes_draw_colour (cr, &plot->theme->accent, 1);
  for (guint i = 0; i < self->peaks->n; i++)
    {
      const double x = round (ondes_chart_to_x (ONDES_CHART (self), ondes_band_peaks_at (self->peaks, i)));

      if (x - last < 1 || x < area->x || x > area->x + area->width)
        continue;
      last = x;
      cairo_move_to (cr, x - MARK, area->y);
      cairo_line_to (cr, x + MARK, area->y);
      cairo_line_to (cr, x, area->y + 2 * MARK);
      cairo_close_path (cr);
    }
  cairo_fill (cr);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      const double y = round (area->y + (plot->hi - lines[i]) / (plot->hi - plot->lo) * area->height) + 0.5;

      if (y < area->y || y > area->y + area->height)
        continue;
      cairo_move_to (cr, area->x, y);
      cairo_line_to (cr, area->x + area->width, y);
    }
  cairo_stroke (cr);
}

static void
ondes_waveform_view_base (OndesChart             *chart,
                          const OndesChartCanvas *canvas)
{
  OndesWaveformView *self = ONDES_WAVEFORM_VIEW (chart);
  OndesSession *session = ondes_time_chart_get_session (ONDES_TIME_CHART (chart));
  OndesRecording *recording = ondes_session_get_recording (session);
  g_autofree char *title = ondes_words_amplitude_title (ondes_recording_get_info (recording)->unit);
  const graphene_rect_t *plot = &canvas->plot;
  OndesAxis axis;
  OndesPlot drawn;
  OndesTheme dimmed = *canvas->theme;
  Wave wave, behind = { 0 }, both = { 0 };

  ondes_chart_draw_background (canvas);
  wave_init (&wave, self, session, plot->size.width);
  if (self->before != NULL)
    {
      wave_init (&behind, self, self->before, plot->size.width);
      both.min = MIN (wave.min, behind.min);
      both.max = MAX (wave.max, behind.max);
    }
  choose_range (self, self->before != NULL ? &both : &wave);
  axis = (OndesAxis) { ONDES_AXIS_LINEAR, self->lo, self->hi, plot->size.height };

  drawn = (OndesPlot) { .area = ondes_chart_area (plot), .lo = self->lo, .hi = self->hi, .theme = &dimmed,
                        .cr = gtk_snapshot_append_cairo (canvas->snapshot, plot) };
  if (self->before != NULL)
    {
      dimmed.wave = dimmed.dim;
      dimmed.wave.a *= BEHIND_ALPHA;
      draw_wave (self, &behind, &drawn);
    }
  drawn.theme = canvas->theme;
  draw_wave (self, &wave, &drawn);
  if (self->peaks != NULL)
    draw_peaks (self, &drawn);
  cairo_destroy (drawn.cr);

  ondes_chart_draw_ruler (chart, canvas, &axis, ONDES_SIDE_LEFT, title);
  g_free (wave.extents);
  g_free (behind.extents);
}

static char *
ondes_waveform_view_describe (OndesChart *chart)
{
  OndesTimeChart *self = ONDES_TIME_CHART (chart);
  OndesRecording *recording = ondes_session_get_recording (ondes_time_chart_get_session (self));
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  const char *name = ondes_words_recording_name (info->name);
  g_autofree char *from = NULL, *to = NULL, *lo = NULL, *hi = NULL;
  graphene_rect_t plot;
  double first, count;
  char *text;
  Wave wave;

  ondes_chart_get_plot (chart, &plot);
  if (plot.size.width <= 0)
    return NULL;
  ondes_timeline_get_view (ondes_time_chart_get_timeline (self), &first, &count);
  wave_init (&wave, ONDES_WAVEFORM_VIEW (chart), ondes_time_chart_get_session (self), plot.size.width);
  from = ondes_time_chart_describe_time (self, first);
  to = ondes_time_chart_describe_time (self, first + count);
  if (wave.min <= wave.max)
    {
      lo = ondes_words_quantity (wave.min, info->unit, 3);
      hi = ondes_words_quantity (wave.max, info->unit, 3);
      /* Translators: name, from and to in time, the least and the largest sample. */
      text = g_strdup_printf (_("%s, from %s to %s, between %s and %s"), name, from, to, lo, hi);
    }
  else
    text = g_strdup_printf (_("%s, from %s to %s, no samples yet"), name, from, to);
  g_free (wave.extents);
  return text;
}

/* Returns the sample pointed at or, if the samples are not loaded, the minimum and maximum of the pixel. */
static char *
ondes_waveform_view_copy_value (OndesChart *chart)
{
  OndesTimeChart *self = ONDES_TIME_CHART (chart);
  OndesSession *session = ondes_time_chart_get_session (self);
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_session_get_recording (session));
  double at = floor (ondes_timeline_get_pointer (ondes_time_chart_get_timeline (self))), view, length;
  char min[G_ASCII_DTOSTR_BUF_SIZE], max[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *time = NULL;
  const char *unit = info->unit != NULL ? info->unit : "";
  const double *samples;
  OndesExtent extent = { .min = 1, .max = -1 };
  guint64 first;
  guint count;

  if (isnan (at))
    return NULL;
  if (ondes_session_get_samples (session, &first, &count, &samples) && at >= first && at < first + count)
    ondes_chart_extents (&(OndesChartValues) { samples, first, count }, at, 1, 1, &extent);
  else if (ondes_session_get_overview (session) != NULL)
    {
      graphene_rect_t plot;

      ondes_chart_get_plot (chart, &plot);
      ondes_timeline_get_view (ondes_session_get_timeline (session), &view, &length);
      ondes_overview_get (ondes_session_get_overview (session), at, MAX (length / MAX (plot.size.width, 1), 1), 1, &extent);
    }
  if (extent.min > extent.max)
    return NULL;
  time = ondes_time_chart_copy_time (self, at);
  g_ascii_formatd (min, sizeof min, "%.6g", extent.min);
  g_ascii_formatd (max, sizeof max, "%.6g", extent.max);
  return g_strdup_printf ("%s, %s%s%s%s%s", time, min, extent.min < extent.max ? " to " : "",
                          extent.min < extent.max ? max : "", *unit != 0 ? " " : "", unit);
}

static void
ondes_waveform_view_changed (OndesTimeChart  *chart,
                             OndesChartChange change)
{
  OndesWaveformView *self = ONDES_WAVEFORM_VIEW (chart);

  if (change == ONDES_CHART_RECORDING)
    self->lo = self->hi = 0;
  if (change == ONDES_CHART_RECORDING || change == ONDES_CHART_VIEW || change == ONDES_CHART_OVERVIEW)
    ondes_chart_describe_soon (ONDES_CHART (self));
  ONDES_TIME_CHART_CLASS (ondes_waveform_view_parent_class)->changed (chart, change);
}

static void
on_before (OndesWaveformView *self)
{
  ondes_chart_redraw (ONDES_CHART (self));
}

void
ondes_waveform_view_set_before (OndesWaveformView *self,
                                OndesSession      *before)
{
  g_return_if_fail (self->before == NULL);
  self->before = ondes_widget_keep (self, before);
  g_signal_connect_object (before, "overview-changed", G_CALLBACK (on_before), self, G_CONNECT_SWAPPED);
}

void
ondes_waveform_view_set_peaks (OndesWaveformView *self,
                               OndesBandPeaks    *peaks)
{
  g_clear_pointer (&self->peaks, ondes_band_peaks_unref);
  self->peaks = peaks != NULL ? ondes_band_peaks_ref (peaks) : NULL;
  ondes_chart_redraw (ONDES_CHART (self));
}

static void
ondes_waveform_view_finalize (GObject *object)
{
  g_clear_pointer (&ONDES_WAVEFORM_VIEW (object)->peaks, ondes_band_peaks_unref);
  G_OBJECT_CLASS (ondes_waveform_view_parent_class)->finalize (object);
}

static void
ondes_waveform_view_class_init (OndesWaveformViewClass *klass)
{
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ondes_waveform_view_finalize;
  chart_class->shape = (OndesChartShape) { .bottom = ONDES_CHART_HALF_LABEL, .min_height = 64, .natural_height = 110 };
  chart_class->base = ondes_waveform_view_base;
  chart_class->describe = ondes_waveform_view_describe;
  chart_class->copy_value = ondes_waveform_view_copy_value;
  ONDES_TIME_CHART_CLASS (klass)->changed = ondes_waveform_view_changed;
  ondes_chart_class_set_navigable (chart_class);
  ondes_time_chart_class_set_selectable (ONDES_TIME_CHART_CLASS (klass));
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "waveform");
}

static void
ondes_waveform_view_init (OndesWaveformView *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Waveform"), -1);
}

GtkWidget *
ondes_waveform_view_new (OndesSession *session)
{
  return g_object_new (ONDES_TYPE_WAVEFORM_VIEW, "session", session, NULL);
}
