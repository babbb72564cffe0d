/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of the transform: makes a spec from the side bar's settings, or the sentence that says why there is none. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "figure/denser-rows.h"
#include "analysis/frequency-range.h"
#include "scalogram-analysis-private.h"
#include "session/words-settings.h"

const OndesCwtSettings *
ondes_scalogram_analysis_get_settings (OndesScalogramAnalysis *self)
{
  return &self->settings;
}

const char *
ondes_default_scales (OndesRows rows,
                      double voices)
{
  if (rows == ONDES_ROWS_LIST)
    return "4, 8, 16, 32, 64, 128";
  return rows == ONDES_ROWS_SCALES && voices > 0 ? "2:200" : ondes_cwt_settings_default.scales;
}

/* Returns the rate that typed frequencies are fractions of: that of the file, or of the leader's. */
static double
get_file_rate (OndesScalogramAnalysis *self)
{
  if (self->leader != NULL && self->leader->recording != NULL)
    self = self->leader;
  return ondes_recording_get_info (ondes_recording_get_original (self->recording))->rate_hz;
}

void
ondes_scalogram_analysis_update_range (OndesScalogramAnalysis *self)
{
  const guint oversampling = ondes_scalogram_analysis_get_rows_oversampling (self);
  double rate, file_rate, lowest, highest, hi, unused;

  if (self->source == NULL)
    return;
  rate = self->source->rate_hz;
  file_rate = get_file_rate (self);
  ondes_session_get_range (self->session, &lowest, &highest);
  /* The range is that of the unconditioned recording, which has nothing beyond its half rate. */
  highest = MIN (highest, rate / 2);
  if (oversampling > 1)
    ondes_cwt_default_frequencies (rate * oversampling, &unused, &highest);
  lowest = MIN (lowest, highest / 2);
  hi = self->fmax_fraction > 0 ? self->fmax_fraction * file_rate : highest;
  /* A limit that was typed for an oversampled picture waits until it is oversampled again. */
  if (oversampling < self->compensating.oversample)
    hi = MIN (hi, rate * oversampling / 2);
  self->range_oversampling = oversampling;
  self->settings.fmax_hz = hi;
  self->settings.fmin_hz = self->fmin_fraction > 0 ? self->fmin_fraction * file_rate : lowest;
  /* A typed limit outside the visible content: take the other limit from the recording's full range. */
  if (!(self->settings.fmin_hz < hi))
    {
      OndesFrequencyRange all;

      ondes_frequency_range_of (self->source, &all);
      self->settings.fmax_hz = self->fmax_fraction > 0 ? hi : all.fmax_hz;
      self->settings.fmin_hz = self->fmin_fraction > 0 ? self->settings.fmin_hz : MIN (all.fmin_hz, hi / 2);
    }
}

void
ondes_scalogram_analysis_forget_numbers (OndesScalogramAnalysis *self)
{
  OndesCwtSettings *settings = &self->settings;

  self->fmin_fraction = self->fmax_fraction = 0;
  g_strlcpy (settings->scales, ondes_default_scales (settings->rows, settings->voices), sizeof settings->scales);
  settings->options.fft_length = 0;
  self->compensating.on = FALSE;
  self->display.reference = 0;
}

/* Turns scales in samples of a rate @from times the recording's into those of one @to times as high. */
static void
rescale (OndesScaleList *list,
         guint from,
         guint to)
{
  for (guint i = 0; i < list->scales->len && from != to; i++)
    {
      OndesScale *scale = &g_array_index (list->scales, OndesScale, i);

      scale->numerator *= to;
      scale->denominator *= from;
    }
}

OndesSpec *
ondes_scalogram_analysis_make_spec (OndesScalogramAnalysis *self,
                                    GError                **error)
{
  const OndesCwtSettings *settings = &self->settings;
  const guint rows_oversampling = ondes_scalogram_analysis_get_rows_oversampling (self);
  const guint oversampling = self->compensation != NULL ? rows_oversampling : 1;
  const double rate_hz = self->source->rate_hz;
  OndesCwtOptions options = settings->options;
  g_autoptr (OndesScaleList) scales = NULL;

  switch (settings->rows)
    {
    case ONDES_ROWS_FREQUENCIES:
      scales = ondes_scale_list_new_frequencies (settings->fmin_hz, settings->fmax_hz, settings->voices,
                                                 settings->options.omega0, rate_hz * rows_oversampling, error);
      break;
    case ONDES_ROWS_SCALES:
      scales = ondes_scale_list_parse (settings->scales, settings->voices, error);
      break;
    default:
      scales = ondes_scale_list_parse (settings->scales, 0, error);
    }
  if (scales == NULL)
    return NULL;
  rescale (scales, settings->rows == ONDES_ROWS_FREQUENCIES ? rows_oversampling : 1, oversampling);
  options.compensation = self->compensation;
  options.rate_hz = rate_hz * oversampling;
  return ondes_cwt_new (&options, scales, error);
}

/* Takes @error as the problem. */
static void
take_error (OndesScalogramAnalysis *self,
            const GError *error)
{
  ondes_analysis_take_problem (ONDES_ANALYSIS (self), ondes_words_row_error (error), ondes_error_get_setting (error));
}

void
ondes_scalogram_analysis_update_spec (OndesScalogramAnalysis *self)
{
  g_autoptr (GError) error = NULL;
  OndesSpec *spec;

  ondes_analysis_take_problem (ONDES_ANALYSIS (self), NULL, ONDES_SETTING_NONE);
  if (self->compensation_error != NULL)
    take_error (self, self->compensation_error);
  if (self->source == NULL || self->compensation_error != NULL)
    return;
  spec = ONDES_SCALOGRAM_ANALYSIS_GET_CLASS (self)->make_spec (self, &error);
  if (spec == NULL)
    {
      take_error (self, error);
      return;
    }
  g_clear_pointer (&self->spec, ondes_spec_unref);
  self->spec = spec;
}

/* Subtracts from the file's samples, before conditioning and before a filter of the session's recording, which is shown as if it
 * were one more step; from a source that is neither as it is. */
static OndesSource *
make_detrended (OndesScalogramAnalysis *self,
                const OndesDetrending *detrending)
{
  g_autoptr (OndesSource) channel = ondes_recording_source (self->recording, self->source->channel, NULL);
  const OndesOperation *operation = ondes_computed_source_get_operation (self->source);
  const gboolean is_channel = channel != NULL && channel->id == self->source->id;
  const gboolean is_of_channel = channel != NULL && !is_channel && operation != NULL
                                 && ondes_computed_source_get_parent (self->source)->id == channel->id;
  g_autoptr (OndesSource) detrended = NULL;

  if (is_channel || is_of_channel)
    detrended = ondes_recording_detrended (self->recording, self->source->channel, detrending, NULL);
  if (detrended == NULL)
    return ondes_detrended_source_new (self->source, detrending);
  return is_channel ? g_steal_pointer (&detrended)
                    : ondes_computed_source_new ((OndesOperation *) operation, &detrended, NULL);
}

/* Returns @detrended, oversampled if the spec is; transfer full. */
static OndesSource *
make_picture_source (OndesScalogramAnalysis *self,
               OndesSource *detrended)
{
  OndesSource *picture_source = NULL;

  if (ondes_scalogram_analysis_get_oversampling (self) > 1)
    picture_source = ondes_source_oversample (detrended, ondes_compensation_get_oversampling (
                                                           ondes_spec_cwt (self->spec)->options.compensation), NULL);
  return picture_source != NULL ? picture_source : ondes_source_ref (detrended);
}

void
ondes_scalogram_analysis_update_detrended (OndesScalogramAnalysis *self)
{
  OndesDetrending detrending = {
    .kind = ondes_cwt_detrend (self->settings.detrend, TRUE, self->settings.options.boundary),
    .window = self->settings.detrend_window,
  };
  g_autoptr (OndesSource) source = NULL, picture_source = NULL;
  OndesSource **kept;

  if (self->source == NULL)
    return;
  ondes_timeline_get_span (self->timeline, &detrending.first, &detrending.count);
  source = make_detrended (self, &detrending);
  kept = &self->detrended[detrending.kind];
  if (*kept == NULL || (*kept)->id != source->id)
    {
      g_clear_pointer (kept, ondes_source_unref);
      *kept = g_steal_pointer (&source);
    }
  picture_source = make_picture_source (self, *kept);
  if (self->picture_source != NULL && self->picture_source->id == picture_source->id)
    return;
  g_clear_pointer (&self->picture_source, ondes_source_unref);
  self->picture_source = g_steal_pointer (&picture_source);
  ondes_scalogram_analysis_drop_pictures (self);
}

void
ondes_scalogram_analysis_drop_detrended (OndesScalogramAnalysis *self)
{
  g_clear_pointer (&self->picture_source, ondes_source_unref);
  for (guint i = 0; i < G_N_ELEMENTS (self->detrended); i++)
    g_clear_pointer (&self->detrended[i], ondes_source_unref);
}

OndesSource *
ondes_scalogram_analysis_get_detrended (OndesScalogramAnalysis *self)
{
  return self->picture_source;
}

gboolean
ondes_scalogram_analysis_update_rows (OndesScalogramAnalysis *self)
{
  g_autoptr (OndesSpec) spec = NULL;

  if (self->spec == NULL || self->source == NULL)
    return FALSE;
  spec = ondes_denser_rows (self->spec, &self->display, self->source->rate_hz * ondes_scalogram_analysis_get_oversampling (self),
                            self->lines);
  if (self->picture_spec != NULL && ondes_spec_equal (spec, self->picture_spec))
    return FALSE;
  g_clear_pointer (&self->picture_spec, ondes_spec_unref);
  self->picture_spec = g_steal_pointer (&spec);
  return TRUE;
}

void
ondes_scalogram_analysis_take_settings (OndesScalogramAnalysis *self)
{
  const gboolean is_ready = ondes_scalogram_analysis_update_compensation (self);
  OndesDisplay display;

  if (is_ready && ondes_scalogram_analysis_get_rows_oversampling (self) != self->range_oversampling)
    ondes_scalogram_analysis_update_range (self);
  if (is_ready)
    ondes_scalogram_analysis_update_spec (self);
  ondes_session_begin_step (self->session);
  ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
  ondes_analysis_changed (self);
  if (is_ready && ondes_analysis_get_problem (ONDES_ANALYSIS (self)) == NULL)
    {
      /* Clamp the frequencies in view to the new rows, in the same step. */
      display = self->display;
      ondes_scalogram_analysis_set_display (self, &display);
      ondes_scalogram_analysis_update_detrended (self);
      ondes_scalogram_analysis_want_picture (self, ONDES_WANT_SOON);
    }
  ondes_session_end_step (self->session);
}

void
ondes_cwt_settings_mend (OndesCwtSettings *fresh,
                         const OndesCwtSettings *old)
{
  /* A picture never shows phases or coefficients. */
  if (fresh->options.quantity != ONDES_QUANTITY_POWER)
    fresh->options.quantity = ONDES_QUANTITY_MAGNITUDE;
  fresh->options.compensation = NULL;
  fresh->scales[sizeof fresh->scales - 1] = 0;
  if (fresh->detrend >= ONDES_N_DETRENDS)
    fresh->detrend = ONDES_DETREND_AUTO;
  if (!(fresh->detrend_window > 0 && isfinite (fresh->detrend_window)))
    fresh->detrend_window = old->detrend_window;
}

void
ondes_scalogram_analysis_set_settings (OndesScalogramAnalysis *self,
                                       const OndesCwtSettings *settings)
{
  OndesCwtSettings fresh = *settings;
  OndesCwtSettings *old = &self->settings;

  ondes_cwt_settings_mend (&fresh, old);
  if (ondes_params_equal (ondes_cwt_params.rows, 0, &fresh, old))
    return;
  if (self->source != NULL)
    {
      if (fresh.fmin_hz != old->fmin_hz)
        self->fmin_fraction = fresh.fmin_hz / get_file_rate (self);
      if (fresh.fmax_hz != old->fmax_hz)
        self->fmax_fraction = fresh.fmax_hz / get_file_rate (self);
    }
  *old = fresh;
  ondes_scalogram_analysis_take_settings (self);
}

void
ondes_scalogram_analysis_set_automatic_range (OndesScalogramAnalysis *self)
{
  self->fmin_fraction = self->fmax_fraction = 0;
  ondes_scalogram_analysis_update_range (self);
  ondes_scalogram_analysis_take_settings (self);
}

double
ondes_scalogram_analysis_row_hz (OndesScalogramAnalysis *self,
                                 guint row)
{
  return ondes_spec_picture (self->spec)->row_hz (self->spec, row,
                                                  self->source->rate_hz * ondes_scalogram_analysis_get_oversampling (self));
}
