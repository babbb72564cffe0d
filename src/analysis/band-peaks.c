/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "band-peaks.h"

#include "base/counted.h"

static void
ondes_band_peaks_clear (gpointer data)
{
  OndesBandPeaks *self = data;

  g_clear_pointer (&self->job.bank, ondes_filter_bank_unref);
  g_clear_pointer (&self->sink, ondes_sink_free);
}

ONDES_DEFINE_COUNTED (OndesBandPeaks, ondes_band_peaks)

OndesBandPeaks *
ondes_band_peaks_new (OndesComputer      *computer,
                      const OndesBandJob *job,
                      const OndesWatch   *watch,
                      GError            **error)
{
  g_autoptr (OndesBandPeaks) self = g_atomic_rc_box_new0 (OndesBandPeaks);

  self->job = ondes_band_job_keep (job);
  self->sink = ondes_peaks_sink_new (NULL, job->above);
  if (!ondes_band_job_run (job, computer, self->sink, watch, error))
    return NULL;
  self->peaks = ondes_peaks_sink_get (self->sink, &self->n);
  return g_steal_pointer (&self);
}

double
ondes_band_peaks_at (const OndesBandPeaks *self,
                     guint                 i)
{
  return (double) self->job.first + (double) self->peaks[i].column / ondes_filter_times (&self->job.options);
}
