/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "filter-analysis-private.h"

OndesBandJob
ondes_filter_analysis_band_job (OndesFilterAnalysis *self,
                                OndesFilterBank *bank,
                                OndesPost post)
{
  OndesSource *source = ondes_session_get_source (self->session);
  OndesBandJob job = { .source = source, .source_id = source->id, .bank = bank, .options = ondes_filter_options_default };

  job.options.precision = ONDES_PRECISION_SINGLE;
  job.options.causal = self->settings.causal;
  job.options.post = post;
  ondes_timeline_get_span (ondes_session_get_timeline (self->session), &job.first, &job.count);
  return job;
}

OndesBandStage *
ondes_band_stage_new (OndesFilterAnalysis *self,
                      OndesBandFindJob find_job,
                      GDestroyNotify free_result)
{
  OndesBandStage *stage = g_new (OndesBandStage, 1);

  *stage = (OndesBandStage) { .job = find_job (self), .find_job = find_job, .free_result = free_result };
  ondes_source_ref (stage->job.source);
  ondes_filter_bank_ref (stage->job.bank);
  return stage;
}

void
ondes_band_stage_free (gpointer stage)
{
  OndesBandStage *self = stage;

  ondes_source_unref (self->job.source);
  ondes_filter_bank_unref (self->job.bank);
  g_clear_pointer (&self->result, self->free_result);
  g_free (self);
}

gboolean
ondes_band_stage_is_wanted (gpointer stage,
                            gpointer owner)
{
  const OndesBandStage *self = stage;
  const OndesBandJob now = self->find_job (owner);

  return ondes_band_job_equal (&self->job, &now);
}
