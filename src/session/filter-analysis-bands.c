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
ondes_band_stage_new (const OndesBandJob *job,
                      GDestroyNotify free_result)
{
  OndesBandStage *self = g_new (OndesBandStage, 1);

  *self = (OndesBandStage) { .job = *job, .free_result = free_result };
  ondes_source_ref (self->job.source);
  ondes_filter_bank_ref (self->job.bank);
  return self;
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
