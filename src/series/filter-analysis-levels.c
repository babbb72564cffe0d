/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The levels of a bank's bands over the span in view, computed on a worker while their chart is shown. */
#include "config.h"

#include "export/export-filter.h"
#include "filter-analysis-private.h"

gboolean
ondes_filter_analysis_has_levels (OndesFilterAnalysis *self)
{
  guint n = 0;

  if (self->bank != NULL)
    ondes_filter_bank_get (self->bank, &n);
  return n > 1;
}

guint
ondes_filter_analysis_get_palette (OndesFilterAnalysis *self)
{
  return self->before != NULL ? ondes_scalogram_analysis_get_display (self->before)->palette : ondes_display_default.palette;
}

static OndesBandJob
find_job (OndesFilterAnalysis *self)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_session_get_recording (self->session));
  OndesBandJob job
    = ondes_filter_analysis_band_job (self, self->bank, ondes_filter_export_post (ONDES_FILTER_LEVELS, self->settings.post));

  job.every = self->settings.every > 0 ? MAX (self->settings.every, 1 / info->rate_hz)
                                       : ondes_energy_default_every (job.count, info->rate_hz, info->time_unit);
  return job;
}

static gpointer
prepare (gpointer owner,
         gboolean anew,
         OndesStageFlags *flags)
{
  OndesFilterAnalysis *self = owner;

  if (!self->levels_wanted || !ondes_filter_analysis_has_levels (self))
    return NULL;
  *flags = ONDES_STAGE_BRIEF;
  return ondes_band_stage_new (self, find_job, (GDestroyNotify) ondes_band_levels_unref);
}

static gboolean
work (OndesComputer *computer,
      gpointer data,
      const OndesWatch *watch,
      GError **error)
{
  OndesBandStage *stage = data;

  stage->result = ondes_band_levels_new (computer, &stage->job, watch, error);
  return stage->result != NULL;
}

static void
landed (gpointer data,
        const GError *error,
        gpointer owner)
{
  OndesFilterAnalysis *self = owner;
  OndesBandStage *stage = data;

  if (error != NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        ondes_analysis_say_error (ONDES_ANALYSIS (self), error);
      return;
    }
  g_clear_pointer (&self->levels, ondes_band_levels_unref);
  self->levels = g_steal_pointer (&stage->result);
  ondes_filter_analysis_emit_levels (self);
}

const OndesSchedulerClass ondes_filter_analysis_levelling = {
  .key = "levels",
  .prepare = prepare,
  .work = work,
  .free = ondes_band_stage_free,
  .is_wanted = ondes_band_stage_is_wanted,
  .landed = landed,
  .changed = ondes_analysis_changed,
};

void
ondes_filter_analysis_want_levels (OndesFilterAnalysis *self,
                                   OndesWant want)
{
  OndesBandJob job;

  if (!self->levels_wanted || !ondes_filter_analysis_has_levels (self) || !ondes_analysis_is_active (ONDES_ANALYSIS (self)))
    {
      ondes_scheduler_leave (self->levelling);
      return;
    }
  job = find_job (self);
  if (self->levels == NULL || !ondes_band_job_equal (&self->levels->job, &job) || want == ONDES_WANT_ANEW)
    ondes_scheduler_want (self->levelling, want);
  else
    ondes_scheduler_leave (self->levelling);
}

void
ondes_filter_analysis_drop_levels (OndesFilterAnalysis *self)
{
  ondes_scheduler_leave (self->levelling);
  if (self->levels == NULL)
    return;
  g_clear_pointer (&self->levels, ondes_band_levels_unref);
  ondes_filter_analysis_emit_levels (self);
}

void
ondes_filter_analysis_show_levels (OndesFilterAnalysis *self,
                                   gboolean shown)
{
  g_return_if_fail (ONDES_IS_FILTER_ANALYSIS (self));
  if (!self->levels_wanted == !shown)
    return;
  self->levels_wanted = shown;
  ondes_filter_analysis_want_levels (self, ONDES_WANT_NOW);
}

const OndesBandLevels *
ondes_filter_analysis_get_levels (OndesFilterAnalysis *self)
{
  return self->levels;
}
