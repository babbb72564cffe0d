/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The levels of a bank's bands over the span in view, computed on a worker while their chart is shown. */
#include "config.h"

#include "filter-analysis-private.h"

typedef struct
{
  OndesBandLevelsJob  job;
  OndesBandLevels    *levels;
} Levelling;

static void
levelling_free (gpointer data)
{
  Levelling *levelling = data;

  ondes_source_unref (levelling->job.source);
  ondes_filter_bank_unref (levelling->job.bank);
  g_clear_pointer (&levelling->levels, ondes_band_levels_unref);
  g_free (levelling);
}

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

/* Fills the job for what is in view; source and bank are borrowed. */
static OndesBandLevelsJob
find_job (OndesFilterAnalysis *self)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_session_get_recording (self->session));
  OndesBandLevelsJob job = { .source = ondes_session_get_source (self->session), .bank = self->bank,
                             .options = ondes_filter_options_default };

  job.options.precision = ONDES_PRECISION_SINGLE;
  job.options.causal = self->settings.causal;
  ondes_timeline_get_span (ondes_session_get_timeline (self->session), &job.first, &job.count);
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
  Levelling *levelling;

  if (!self->levels_wanted || !ondes_filter_analysis_has_levels (self))
    return NULL;
  *flags = ONDES_STAGE_BRIEF;
  levelling = g_new0 (Levelling, 1);
  levelling->job = find_job (self);
  ondes_source_ref (levelling->job.source);
  ondes_filter_bank_ref (levelling->job.bank);
  return levelling;
}

static gboolean
work (OndesComputer *computer,
      gpointer data,
      const OndesWatch *watch,
      GError **error)
{
  Levelling *levelling = data;

  levelling->levels = ondes_band_levels_new (computer, &levelling->job, watch, error);
  return levelling->levels != NULL;
}

static void
landed (gpointer data,
        const GError *error,
        gpointer owner)
{
  OndesFilterAnalysis *self = owner;
  Levelling *levelling = data;

  if (error != NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        ondes_analysis_say_error (ONDES_ANALYSIS (self), error);
      return;
    }
  g_clear_pointer (&self->levels, ondes_band_levels_unref);
  self->levels = g_steal_pointer (&levelling->levels);
  ondes_filter_analysis_emit_levels (self);
}

/* TRUE if the levels shown are those of @job. */
static gboolean
has_levels_of (OndesFilterAnalysis *self,
               const OndesBandLevelsJob *job)
{
  const OndesBandLevels *levels = self->levels;

  return levels != NULL && levels->bank == job->bank && levels->source_id == job->source->id
         && !levels->causal == !job->options.causal && levels->first == job->first && levels->energy->count == job->count
         && levels->energy->every == job->every;
}

static gboolean
is_wanted (gpointer data,
           gpointer owner)
{
  const OndesBandLevelsJob *job = &((Levelling *) data)->job;
  const OndesBandLevelsJob now = find_job (owner);

  return job->bank == now.bank && job->source->id == now.source->id && !job->options.causal == !now.options.causal
         && job->first == now.first && job->count == now.count && job->every == now.every;
}

const OndesSchedulerClass ondes_filter_analysis_levelling = {
  .key = "levels",
  .prepare = prepare,
  .work = work,
  .free = levelling_free,
  .is_wanted = is_wanted,
  .landed = landed,
  .changed = ondes_analysis_changed,
};

void
ondes_filter_analysis_want_levels (OndesFilterAnalysis *self,
                                   OndesWant want)
{
  OndesBandLevelsJob job;

  if (!self->levels_wanted || !ondes_filter_analysis_has_levels (self) || !ondes_analysis_is_active (ONDES_ANALYSIS (self)))
    {
      ondes_scheduler_leave (self->levelling);
      return;
    }
  job = find_job (self);
  if (!has_levels_of (self, &job) || want == ONDES_WANT_ANEW)
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
