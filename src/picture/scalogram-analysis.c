/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "figure/palette.h"
#include "scalogram-analysis-private.h"
#include "session/signals.h"

#define CACHE_BYTES ((gsize) 256 << 20)

#define ROUNDING 1e-12 /* relative, of the limits of frequencies */

G_DEFINE_TYPE (OndesScalogramAnalysis, ondes_scalogram_analysis, ONDES_TYPE_ANALYSIS)

static guint signals[N_SIGNALS];

void
ondes_scalogram_analysis_emit (OndesScalogramAnalysis *self,
                               OndesScalogramAnalysisSignal which)
{
  g_signal_emit (self, signals[which], 0);
}

static void
ondes_scalogram_analysis_finalize (GObject *object)
{
  OndesScalogramAnalysis *self = ONDES_SCALOGRAM_ANALYSIS (object);

  g_clear_weak_pointer (&self->leader);
  g_clear_pointer (&self->held, g_variant_unref);
  g_clear_object (&self->slices);
  g_clear_pointer (&self->scalogram, ondes_scalogram_unref);
  ondes_scalogram_analysis_drop_levels (self);
  g_clear_pointer (&self->kept, ondes_scalogram_unref);
  ondes_picture_cache_free (self->cache);
  ondes_scalogram_analysis_drop_detrended (self);
  g_clear_pointer (&self->spec, ondes_spec_unref);
  g_clear_pointer (&self->picture_spec, ondes_spec_unref);
  g_clear_pointer (&self->files, ondes_compensation_unref);
  g_clear_pointer (&self->compensation, ondes_compensation_unref);
  g_clear_error (&self->compensation_error);
  G_OBJECT_CLASS (ondes_scalogram_analysis_parent_class)->finalize (object);
}

/* The same file read with other options keeps the numbers typed for it. */
static void
take_recording (OndesScalogramAnalysis *self)
{
  const guint opened = ondes_session_get_opened (self->session);

  if (self->opened > 0 && opened != self->opened)
    ondes_scalogram_analysis_forget_numbers (self);
  self->opened = opened;
  g_clear_pointer (&self->scalogram, ondes_scalogram_unref);
  g_clear_pointer (&self->spec, ondes_spec_unref);
  g_clear_pointer (&self->picture_spec, ondes_spec_unref);
  ondes_analysis_take_status (ONDES_ANALYSIS (self), NULL);
  ondes_picture_cache_clear (self->cache);
  self->display.view_lo = self->display.view_hi = 0;
  self->pointer.sample = self->pointer.frequency_hz = NAN;
  ondes_scalogram_analysis_place_pointer (self);
  ondes_scalogram_analysis_update_compensation (self);
  ondes_scalogram_analysis_update_range (self);
  ondes_scalogram_analysis_update_spec (self);
  ondes_scalogram_analysis_update_detrended (self);
}

/* After a resampling frequencies in Hz stay what they were. */
static void
take_rate (OndesScalogramAnalysis *self)
{
  self->rate_hz = self->source->rate_hz;
  ondes_scalogram_analysis_update_range (self);
  ondes_scalogram_analysis_take_settings (self);
}

/* Complex samples may have no such pictures, where real ones have. */
static void
take_type (OndesScalogramAnalysis *self)
{
  self->is_complex = ondes_type_is_complex (self->source->type);
  ondes_scalogram_analysis_update_spec (self);
  if (ondes_analysis_get_problem (ONDES_ANALYSIS (self)) == NULL)
    return;
  g_clear_pointer (&self->scalogram, ondes_scalogram_unref);
  g_clear_pointer (&self->spec, ondes_spec_unref);
  g_clear_pointer (&self->picture_spec, ondes_spec_unref);
  ondes_scalogram_analysis_place_pointer (self);
  ondes_scalogram_analysis_emit (self, SIGNAL_PICTURE_CHANGED);
}

static void
on_recording (OndesScalogramAnalysis *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const gboolean another
    = recording != self->recording && ondes_session_get_change (self->session) == ONDES_CHANGE_RECORDING;

  ondes_scalogram_analysis_drop_pictures (self);
  ondes_scalogram_analysis_drop_detrended (self);
  self->recording = recording;
  self->source = ondes_session_get_source (self->session);
  if (!another && ondes_type_is_complex (self->source->type) != self->is_complex)
    take_type (self);
  if (!another)
    ondes_scalogram_analysis_update_detrended (self);
  if (!another && self->source->rate_hz != self->rate_hz)
    take_rate (self);
  if (!another)
    return;
  self->rate_hz = self->source->rate_hz;
  self->is_complex = ondes_type_is_complex (self->source->type);
  take_recording (self);
  /* Start with the picture, which takes the longest. */
  ondes_scalogram_analysis_want_picture (self, ONDES_WANT_NOW);
  ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
  ondes_scalogram_analysis_emit (self, SIGNAL_DISPLAY_CHANGED);
  ondes_scalogram_analysis_emit (self, SIGNAL_POINTER_CHANGED);
  ondes_scalogram_analysis_emit (self, SIGNAL_PICTURE_CHANGED);
}

/* Runs after the charts have released another channel's picture; a cached picture of this channel shows at once. */
static void
on_recording_shown (OndesScalogramAnalysis *self)
{
  if (ondes_scheduler_get_job (self->picture) == NULL)
    ondes_scalogram_analysis_want_picture (self, ONDES_WANT_NOW);
  ondes_analysis_changed (self);
}

static void
on_view (OndesScalogramAnalysis *self)
{
  if (self->settings.detrend == ONDES_DETREND_SPAN_MEAN)
    ondes_scalogram_analysis_update_detrended (self);
  ondes_scalogram_analysis_want_picture (self, ONDES_WANT_SOON);
}

static void
on_pointer (OndesScalogramAnalysis *self)
{
  if (self->following)
    return; /* it follows the leader's */
  self->pointer.sample = ondes_timeline_get_pointer (self->timeline);
  if (!self->aiming)
    self->pointer.frequency_hz = NAN; /* set by another chart, which knows only the time */
  ondes_scalogram_analysis_place_pointer (self);
  ondes_scalogram_analysis_emit (self, SIGNAL_POINTER_CHANGED);
}

static void
ondes_scalogram_analysis_constructed (GObject *object)
{
  OndesScalogramAnalysis *self = ONDES_SCALOGRAM_ANALYSIS (object);
  OndesSession *session;

  G_OBJECT_CLASS (ondes_scalogram_analysis_parent_class)->constructed (object);
  self->session = session = ondes_analysis_get_session (ONDES_ANALYSIS (self));
  self->timeline = ondes_session_get_timeline (session);
  self->picture = ondes_analysis_add_scheduler (ONDES_ANALYSIS (self), &ondes_scalogram_analysis_picture);
  self->measuring = ondes_analysis_add_scheduler (ONDES_ANALYSIS (self), &ondes_scalogram_analysis_medians);
  self->pointing = ondes_analysis_add_aside (ONDES_ANALYSIS (self), &ondes_scalogram_analysis_phase);
  self->reading = ondes_analysis_add_aside (ONDES_ANALYSIS (self), &ondes_scalogram_analysis_reading);
  if (!self->lazy)
    ondes_analysis_set_active (ONDES_ANALYSIS (self), TRUE);
  ondes_scalogram_analysis_add_part (self);
  g_signal_connect_object (session, "recording-changed", G_CALLBACK (on_recording), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "recording-changed", G_CALLBACK (on_recording_shown), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  /* The charts move first. */
  g_signal_connect_object (self->timeline, "view-changed", G_CALLBACK (on_view), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->timeline, "pointer-changed", G_CALLBACK (on_pointer), self, G_CONNECT_SWAPPED);
  if (ondes_session_get_recording (session) != NULL)
    on_recording (self);
}

static void
ondes_scalogram_analysis_dispose (GObject *object)
{
  OndesScalogramAnalysis *self = ONDES_SCALOGRAM_ANALYSIS (object);

  ondes_session_remove_part (self->session, self);
  G_OBJECT_CLASS (ondes_scalogram_analysis_parent_class)->dispose (object);
}

const OndesPictureClass *
ondes_scalogram_analysis_get_class (OndesScalogramAnalysis *self)
{
  return ONDES_SCALOGRAM_ANALYSIS_GET_CLASS (self)->picture;
}

const OndesPictureWords *
ondes_scalogram_analysis_get_words (OndesScalogramAnalysis *self)
{
  return ONDES_SCALOGRAM_ANALYSIS_GET_CLASS (self)->words;
}

static const OndesPictureWords scalogram_words = {
  .name = N_("Scalogram"),
  .chart_tip = N_("Wheel: zoom in time. Ctrl and wheel: zoom in frequency. Shift and wheel: pan in time.\n"
                 "Drag: pan. Pinch: zoom both axes. Double-click or Home: show the whole recording.\n"
                 "Shift and drag, or the key M at two corners: select.\n"
                 "+ and −: zoom in time, with Ctrl in frequency. Arrow keys: pan. Alt and arrow keys: move the "
                 "crosshair."),
  .bar_tip = N_("Drag the upper half to move the upper limit, the lower half to move the lower limit; double-click for "
               "automatic. Ctrl with Up or Down moves the upper limit, Ctrl with Shift the lower. Ctrl+F fits the "
               "range to the current view.\n"
               "A column shows the largest of its samples, so that a click is seen at any zoom, and noise gets darker "
               "as you zoom in. As RMS magnitude or mean power (Value, in the side bar) it keeps its level."),
  .point = N_("Point at the scalogram to read values, or move the crosshair with Alt and the arrow keys"),
};

static void
ondes_scalogram_analysis_class_init (OndesScalogramAnalysisClass *klass)
{
  static const char *const names[N_SIGNALS] = { "display-changed", "picture-changed", "pointer-changed" };

  G_OBJECT_CLASS (klass)->constructed = ondes_scalogram_analysis_constructed;
  G_OBJECT_CLASS (klass)->dispose = ondes_scalogram_analysis_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_scalogram_analysis_finalize;
  klass->picture = &ondes_cwt_picture;
  klass->words = &scalogram_words;
  klass->make_spec = ondes_scalogram_analysis_make_spec;
  ondes_scalogram_analysis_methods_init (ONDES_ANALYSIS_CLASS (klass));
  ondes_scalogram_analysis_settings_init (ONDES_ANALYSIS_CLASS (klass));
  ondes_signals_new (klass, names, N_SIGNALS, signals);
}

static void
ondes_scalogram_analysis_init (OndesScalogramAnalysis *self)
{
  self->cache = ondes_picture_cache_new (CACHE_BYTES);
  self->cost = ONDES_COST_FIRST;
  self->skip = ONDES_SKIP_FIRST;
  self->settings = ondes_cwt_settings_default;
  self->compensating = ondes_compensation_settings_default;
  self->range_oversampling = 1;
  self->display = ondes_display_default;
  self->pointer.sample = self->pointer.frequency_hz = self->pointer.phase = NAN;
  /* Assumed until a chart reports its width, so that the first picture starts before the window is laid out. */
  self->columns = 1024;
}

OndesScalogramAnalysis *
ondes_scalogram_analysis_new (OndesSession *session)
{
  return g_object_new (ONDES_TYPE_SCALOGRAM_ANALYSIS, "session", session, NULL);
}

const OndesDisplay *
ondes_scalogram_analysis_get_display (OndesScalogramAnalysis *self)
{
  return &self->display;
}

/* Clamps the frequencies in view to the rows; all rows are stored as 0, 0, which still means all when the rows change. */
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
  least = (hi - lo) * 1e-6;
  /* Rows that changed may have left what was in view. The same limits at another rate round to others, within which a view that was
   * stored stays as it is. */
  if ((display->view_lo <= lo * (1 + ROUNDING) && display->view_hi >= hi * (1 - ROUNDING))
      || MIN (display->view_hi, hi) - MAX (display->view_lo, lo) < least)
    {
      display->view_lo = display->view_hi = 0;
      return;
    }
  if (display->view_lo < lo * (1 - ROUNDING) || display->view_lo > hi - least)
    display->view_lo = CLAMP (display->view_lo, lo, hi - least);
  if (display->view_hi > hi * (1 + ROUNDING) || display->view_hi < display->view_lo + least)
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
  if (!(fresh.a4_hz >= ONDES_A4_MIN_HZ && fresh.a4_hz <= ONDES_A4_MAX_HZ))
    fresh.a4_hz = ONDES_A4_HZ;
  clamp_frequencies (self, &fresh);
  if (fresh.palette == self->display.palette && fresh.decibel == self->display.decibel
      && fresh.db_range == self->display.db_range && fresh.reference == self->display.reference
      && fresh.equalise == self->display.equalise && fresh.show == self->display.show && fresh.view_lo == self->display.view_lo
      && fresh.view_hi == self->display.view_hi && fresh.cone == self->display.cone && fresh.smooth == self->display.smooth
      && fresh.notes == self->display.notes && fresh.a4_hz == self->display.a4_hz)
    return;
  self->display = fresh;
  ondes_scalogram_analysis_want_medians (self);
  ondes_scalogram_analysis_emit (self, SIGNAL_DISPLAY_CHANGED);
  ondes_session_note_change (self->session);
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

void
ondes_scalogram_analysis_view_all (OndesScalogramAnalysis *self)
{
  if (self->source == NULL)
    return;
  ondes_session_begin_step (self->session);
  ondes_scalogram_analysis_set_frequencies (self, 0, 0);
  ondes_timeline_show_all (self->timeline);
  ondes_session_end_step (self->session);
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
