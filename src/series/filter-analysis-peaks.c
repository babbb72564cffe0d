/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The peaks of the band shown over the span in view, found on a worker while they are asked for. */
#include "config.h"

#include "export/export-filter.h"
#include "filter-analysis-private.h"
#include "session/words-settings.h"

/* TRUE if peaks are asked for, and there is a filter to find them of. */
static gboolean
are_wanted (OndesFilterAnalysis *self)
{
  return self->settings.peaks && self->single != NULL && ondes_analysis_is_active (ONDES_ANALYSIS (self));
}

static OndesBandJob
find_job (OndesFilterAnalysis *self)
{
  OndesBandJob job = ondes_filter_analysis_band_job (self, self->single, self->settings.post);

  job.above = ondes_filter_above (self->settings.above_db, self->settings.post);
  return job;
}

static gpointer
prepare (gpointer owner,
         gboolean anew,
         OndesStageFlags *flags)
{
  if (!are_wanted (owner))
    return NULL;
  *flags = ONDES_STAGE_BRIEF;
  return ondes_band_stage_new (owner, find_job, (GDestroyNotify) ondes_band_peaks_unref);
}

static gboolean
work (OndesComputer *computer,
      gpointer data,
      const OndesWatch *watch,
      GError **error)
{
  OndesBandStage *stage = data;

  stage->result = ondes_band_peaks_new (computer, &stage->job, watch, error);
  return stage->result != NULL;
}

static void
take (OndesFilterAnalysis *self,
      OndesBandPeaks *peaks,
      char *problem)
{
  g_clear_pointer (&self->peaks, ondes_band_peaks_unref);
  g_clear_pointer (&self->peaks_problem, g_free);
  self->peaks = peaks;
  self->peaks_problem = problem;
  ondes_filter_analysis_emit_peaks (self);
}

static void
landed (gpointer data,
        const GError *error,
        gpointer owner)
{
  OndesBandStage *stage = data;

  if (error == NULL)
    take (owner, g_steal_pointer (&stage->result), NULL);
  else if (ondes_error_get_setting (error) == ONDES_SETTING_ABOVE)
    take (owner, NULL, ondes_words_row_error (error));
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ondes_analysis_say_error (ONDES_ANALYSIS (owner), error);
}

const OndesSchedulerClass ondes_filter_analysis_finding = {
  .key = "peaks",
  .prepare = prepare,
  .work = work,
  .free = ondes_band_stage_free,
  .is_wanted = ondes_band_stage_is_wanted,
  .landed = landed,
  .changed = ondes_analysis_changed,
};

void
ondes_filter_analysis_want_peaks (OndesFilterAnalysis *self,
                                  OndesWant want)
{
  OndesBandJob job;

  if (!are_wanted (self))
    {
      ondes_scheduler_leave (self->finding);
      if (!self->settings.peaks || self->single == NULL)
        ondes_filter_analysis_drop_peaks (self);
      return;
    }
  job = find_job (self);
  if (want == ONDES_WANT_ANEW || self->peaks == NULL || !ondes_band_job_equal (&self->peaks->job, &job))
    ondes_scheduler_want (self->finding, want);
  else
    ondes_scheduler_leave (self->finding);
}

void
ondes_filter_analysis_drop_peaks (OndesFilterAnalysis *self)
{
  ondes_scheduler_leave (self->finding);
  if (self->peaks != NULL || self->peaks_problem != NULL)
    take (self, NULL, NULL);
}

OndesBandPeaks *
ondes_filter_analysis_get_peaks (OndesFilterAnalysis *self)
{
  return self->peaks;
}

const char *
ondes_filter_analysis_get_peaks_problem (OndesFilterAnalysis *self)
{
  return self->peaks_problem;
}
