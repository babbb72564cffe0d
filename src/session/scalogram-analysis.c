/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "figure/palette.h"
#include "scalogram-analysis-private.h"

#define CACHE_BYTES ((gsize) 256 << 20)

G_DEFINE_FINAL_TYPE (OndesScalogramAnalysis, ondes_scalogram_analysis, ONDES_TYPE_ANALYSIS)

static guint signals[N_SIGNALS];

void
ondes_scalogram_analysis_emit (OndesScalogramAnalysis *self,
                               OndesScalogramAnalysisSignal which)
{
  g_signal_emit (self, signals[which], 0);
}

static void
ondes_scalogram_analysis_dispose (GObject *object)
{
  OndesScalogramAnalysis *self = ONDES_SCALOGRAM_ANALYSIS (object);

  /* The queues first: no callback comes once they are gone. */
  g_clear_pointer (&self->pictures, ondes_queue_free);
  g_clear_pointer (&self->files, ondes_queue_free);
  g_clear_pointer (&self->measuring, ondes_scheduler_free);
  g_clear_pointer (&self->reading, ondes_scheduler_free);
  g_clear_pointer (&self->pointing, ondes_scheduler_free);
  g_clear_pointer (&self->overview, ondes_overview_free);
  g_clear_pointer (&self->scalogram, ondes_scalogram_unref);
  ondes_scalogram_analysis_drop_levels (self);
  g_clear_pointer (&self->kept, ondes_scalogram_unref);
  g_clear_pointer (&self->cache, ondes_picture_cache_free);
  ondes_scalogram_analysis_drop_detrended (self);
  g_clear_pointer (&self->source, ondes_source_unref);
  g_clear_pointer (&self->recording, ondes_recording_unref);
  g_clear_pointer (&self->spec, ondes_spec_unref);
  g_clear_pointer (&self->picture_spec, ondes_spec_unref);
  g_clear_pointer (&self->samples, g_free);
  ondes_read_options_clear (&self->read);
  G_OBJECT_CLASS (ondes_scalogram_analysis_parent_class)->dispose (object);
}

static void
ondes_scalogram_analysis_class_init (OndesScalogramAnalysisClass *klass)
{
  static const char *const names[] = { "recording-changed", "settings-changed", "display-changed", "view-changed",
                                       "picture-changed",   "overview-changed", "pointer-changed" };

  G_OBJECT_CLASS (klass)->dispose = ondes_scalogram_analysis_dispose;
  ondes_scalogram_analysis_methods_init (ONDES_ANALYSIS_CLASS (klass));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    signals[i] = g_signal_new (names[i], ONDES_TYPE_SCALOGRAM_ANALYSIS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_STATE_CHANGED] = g_signal_lookup ("state-changed", ONDES_TYPE_ANALYSIS);
  signals[SIGNAL_NEEDS_RAW] = g_signal_new ("needs-raw", ONDES_TYPE_SCALOGRAM_ANALYSIS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                            G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
ondes_scalogram_analysis_init (OndesScalogramAnalysis *self)
{
  const OndesClient client = { .priority = ONDES_PRIORITY_INTERACTIVE, .owner = self };

  self->pictures = ondes_queue_new (ondes_computer_new_at (NULL, 0, 0, &client));
  self->files = ondes_queue_new (ondes_computer_new_at ("cpu", 0, 1, &client));
  ondes_analysis_add_exports (ONDES_ANALYSIS (self), self);
  self->picture = ondes_analysis_add_scheduler (ONDES_ANALYSIS (self), &ondes_scalogram_analysis_picture, self->pictures);
  self->measuring = ondes_scheduler_new (&ondes_scalogram_analysis_medians, self->pictures, self);
  self->reading = ondes_scheduler_new (&ondes_scalogram_analysis_samples, self->files, self);
  self->pointing = ondes_scheduler_new (&ondes_scalogram_analysis_phase, self->files, self);
  self->cache = ondes_picture_cache_new (CACHE_BYTES);
  self->cost = ONDES_COST_FIRST;
  self->skip = ONDES_SKIP_FIRST;
  self->settings.options = ondes_cwt_options_default;
  self->settings.rows = ONDES_ROWS_FREQUENCIES;
  self->settings.voices = 24;
  self->settings.detrend_window = 1;
  g_strlcpy (self->settings.scales, ondes_default_scales (ONDES_ROWS_SCALES, 0), sizeof self->settings.scales);
  self->display = ondes_display_default;
  self->pointer.sample = self->pointer.frequency_hz = self->pointer.phase = NAN;
  /* Until a chart says how wide it is, so that the first picture starts before the window stands. */
  self->columns = 1024;
  self->channel = 1;
}

OndesScalogramAnalysis *
ondes_scalogram_analysis_new (void)
{
  return g_object_new (ONDES_TYPE_SCALOGRAM_ANALYSIS, NULL);
}

void
ondes_scalogram_analysis_set_active (OndesScalogramAnalysis *self,
                                     gboolean active)
{
  ondes_queue_set_priority (self->pictures, active ? ONDES_PRIORITY_INTERACTIVE : ONDES_PRIORITY_HIDDEN);
}

const char *
ondes_scalogram_analysis_get_failed_path (OndesScalogramAnalysis *self)
{
  return self->failed_path;
}

OndesSetting
ondes_scalogram_analysis_get_failed_setting (OndesScalogramAnalysis *self)
{
  return self->failed_setting;
}

OndesRecording *
ondes_scalogram_analysis_get_recording (OndesScalogramAnalysis *self)
{
  return self->recording;
}

const OndesReadOptions *
ondes_scalogram_analysis_get_read_options (OndesScalogramAnalysis *self)
{
  return &self->read;
}

OndesSource *
ondes_scalogram_analysis_get_source (OndesScalogramAnalysis *self)
{
  return self->source;
}

OndesOverview *
ondes_scalogram_analysis_get_overview (OndesScalogramAnalysis *self)
{
  return self->overview;
}

guint
ondes_scalogram_analysis_get_channel (OndesScalogramAnalysis *self)
{
  return self->channel;
}

const OndesDisplay *
ondes_scalogram_analysis_get_display (OndesScalogramAnalysis *self)
{
  return &self->display;
}

/* Frequencies in view inside the rows; all rows are 0, 0, so that they stay all when the rows change. */
static void
clamp_frequencies (OndesScalogramAnalysis *self,
                   OndesDisplay *display)
{
  double lo, hi, least;

  if (!isfinite (display->view_lo) || !isfinite (display->view_hi) || display->view_hi <= display->view_lo
      || !ondes_scalogram_analysis_row_limits (self, &lo, &hi))
    {
      display->view_lo = display->view_hi = 0;
      return;
    }
  if (display->view_lo <= lo && display->view_hi >= hi)
    {
      display->view_lo = display->view_hi = 0;
      return;
    }
  least = (hi - lo) * 1e-6;
  display->view_lo = CLAMP (display->view_lo, lo, hi - least);
  display->view_hi = CLAMP (display->view_hi, display->view_lo + least, hi);
}

void
ondes_scalogram_analysis_set_display (OndesScalogramAnalysis *self,
                                      const OndesDisplay *display)
{
  OndesDisplay fresh = *display;
  guint n = 0;

  while (ondes_palette_names[n] != NULL)
    n++;
  if (fresh.palette >= n)
    fresh.palette = 0;
  if (!(fresh.db_range > 0 && isfinite (fresh.db_range)))
    fresh.db_range = 0;
  if (!(fresh.reference >= 0 && isfinite (fresh.reference)))
    fresh.reference = 0;
  if (fresh.show > ONDES_SHOW_AUTO)
    fresh.show = ONDES_SHOW_AUTO;
  clamp_frequencies (self, &fresh);
  if (fresh.palette == self->display.palette && fresh.decibel == self->display.decibel
      && fresh.db_range == self->display.db_range && fresh.reference == self->display.reference
      && fresh.equalise == self->display.equalise && fresh.show == self->display.show && fresh.view_lo == self->display.view_lo
      && fresh.view_hi == self->display.view_hi && fresh.cone == self->display.cone)
    return;
  self->display = fresh;
  ondes_scalogram_analysis_want_medians (self);
  ondes_scalogram_analysis_emit (self, SIGNAL_DISPLAY_CHANGED);
  if (ondes_scalogram_analysis_update_rows (self))
    ondes_scalogram_analysis_want_picture (self, ONDES_WANT_SOON);
}

void
ondes_scalogram_analysis_set_frequencies (OndesScalogramAnalysis *self,
                                          double lo_hz,
                                          double hi_hz)
{
  OndesDisplay display = self->display;

  display.view_lo = lo_hz;
  display.view_hi = hi_hz;
  ondes_scalogram_analysis_set_display (self, &display);
}

OndesAxis
ondes_scalogram_analysis_time_axis (OndesScalogramAnalysis *self,
                                    double                  pixels)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (self->recording);
  const OndesTimeline timeline = { info->time_unit, self->source->rate_hz, self->source->n, info->start,
                                   info->has_date ? info->date_s : NAN };

  return ondes_time_axis (&timeline, self->first, self->count, pixels);
}

void
ondes_scalogram_analysis_get_view (OndesScalogramAnalysis *self,
                                   double *first,
                                   double *count)
{
  if (first != NULL)
    *first = self->first;
  if (count != NULL)
    *count = self->count;
}

void
ondes_scalogram_analysis_set_view (OndesScalogramAnalysis *self,
                                   double first,
                                   double count)
{
  double n;

  if (self->source == NULL || !isfinite (first) || !isfinite (count))
    return;
  n = (double) self->source->n;
  count = CLAMP (count, MIN (ONDES_VIEW_LEAST, n), n);
  first = CLAMP (first, 0, n - count);
  if (first == self->first && count == self->count)
    return;
  self->first = first;
  self->count = count;
  ondes_scalogram_analysis_emit (self, SIGNAL_VIEW_CHANGED);
  if (self->settings.detrend == ONDES_DETREND_SPAN_MEAN)
    ondes_scalogram_analysis_update_detrended (self);
  ondes_scalogram_analysis_want_picture (self, ONDES_WANT_SOON);
}

void
ondes_scalogram_analysis_view_all (OndesScalogramAnalysis *self)
{
  if (self->source == NULL)
    return;
  ondes_scalogram_analysis_set_frequencies (self, 0, 0);
  ondes_scalogram_analysis_set_view (self, 0, (double) self->source->n);
}

void
ondes_scalogram_analysis_get_span (OndesScalogramAnalysis *self,
                                   guint64 *first,
                                   guint64 *count)
{
  guint64 n = self->source->n;
  guint64 end = (guint64) MIN (ceil (self->first + self->count), (double) n);

  *first = MIN ((guint64) floor (self->first), n - 1);
  *count = MAX (end, *first + 1) - *first;
}

void
ondes_scalogram_analysis_set_columns (OndesScalogramAnalysis *self,
                                      guint columns)
{
  columns = CLAMP (columns, 1, 32768);
  if (columns == self->columns)
    return;
  self->columns = columns;
  ondes_scalogram_analysis_want_picture (self, ONDES_WANT_SOON);
}

void
ondes_scalogram_analysis_set_lines (OndesScalogramAnalysis *self,
                                    guint lines)
{
  self->lines = MIN (lines, 32768);
  if (ondes_scalogram_analysis_update_rows (self))
    ondes_scalogram_analysis_want_picture (self, ONDES_WANT_SOON);
}

OndesScalogram *
ondes_scalogram_analysis_get_scalogram (OndesScalogramAnalysis *self)
{
  return self->scalogram;
}

gint64
ondes_scalogram_analysis_get_asked (OndesScalogramAnalysis *self)
{
  return self->shown_asked;
}

const OndesPointer *
ondes_scalogram_analysis_get_pointer (OndesScalogramAnalysis *self)
{
  return &self->pointer;
}

gboolean
ondes_scalogram_analysis_is_opening (OndesScalogramAnalysis *self)
{
  return self->opening != 0;
}
