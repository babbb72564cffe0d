/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "band-job.h"

gboolean
ondes_band_job_equal (const OndesBandJob *a,
                      const OndesBandJob *b)
{
  return a->bank == b->bank && a->source_id == b->source_id && !a->options.causal == !b->options.causal
         && a->options.post == b->options.post && a->first == b->first && a->count == b->count && a->every == b->every
         && a->above == b->above;
}

gboolean
ondes_band_job_run (const OndesBandJob *self,
                    OndesComputer      *computer,
                    OndesSink          *sink,
                    const OndesWatch   *watch,
                    GError            **error)
{
  const OndesView view = { .first = self->first, .count = self->count };
  g_autoptr (OndesSpec) spec = ondes_filter_new (&self->options, self->bank, error);
  g_autoptr (OndesRequest) request = spec != NULL ? ondes_request_new_of (spec, self->source, &view, error) : NULL;

  return request != NULL && ondes_compute (computer, request, sink, watch, NULL, error);
}

OndesBandJob
ondes_band_job_keep (const OndesBandJob *self)
{
  OndesBandJob kept = *self;

  kept.source = NULL;
  ondes_filter_bank_ref (kept.bank);
  return kept;
}
