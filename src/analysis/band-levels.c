/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "band-levels.h"

#include "base/counted.h"

#include <math.h>

static void
ondes_band_levels_clear (gpointer data)
{
  OndesBandLevels *self = data;

  g_clear_pointer (&self->job.bank, ondes_filter_bank_unref);
  g_clear_pointer (&self->sink, ondes_sink_free);
}

ONDES_DEFINE_COUNTED (OndesBandLevels, ondes_band_levels)

/* Returns levels without values. */
static OndesBandLevels *
begin (const OndesBandJob *job)
{
  OndesBandLevels *self = g_atomic_rc_box_new0 (OndesBandLevels);

  self->job = ondes_band_job_keep (job);
  self->sink = ondes_energy_sink_new (NULL, job->source->rate_hz, job->every, job->options.post == ONDES_POST_POWER);
  self->energy = ondes_energy_sink_get (self->sink);
  return self;
}

OndesBandLevels *
ondes_band_levels_new (OndesComputer      *computer,
                       const OndesBandJob *job,
                       const OndesWatch   *watch,
                       GError            **error)
{
  g_autoptr (OndesBandLevels) self = begin (job);

  return ondes_band_job_run (job, computer, self->sink, watch, error) ? g_steal_pointer (&self) : NULL;
}

OndesBandLevels *
ondes_band_levels_new_blank (const OndesBandJob *job,
                             GError            **error)
{
  g_autoptr (OndesBandLevels) self = begin (job);
  guint n;

  ondes_filter_bank_get (self->job.bank, &n);
  return self->sink->klass->begin (self->sink, ONDES_F64, n, job->count, error) ? g_steal_pointer (&self) : NULL;
}

void
ondes_band_levels_set (OndesBandLevels *self,
                       guint64          first,
                       guint64          n,
                       const double    *mean_squares)
{
  ondes_energy_sink_set (self->sink, first, n, mean_squares);
}

double
ondes_band_levels_at (const OndesBandLevels *self,
                      guint                  band,
                      double                 sample)
{
  const double at = sample - (double) self->job.first;

  if (!(at >= 0 && at < (double) self->energy->count) || band >= self->energy->rows)
    return NAN;
  return ondes_energy_level_db (self->energy, band, ondes_energy_span_of (self->energy, (guint64) at));
}
