/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples, and magnitude and phase under the pointer: asked for here, read and computed on the queue of files. */
#include "config.h"

#include <math.h>

#include "engine/array-sink.h"
#include "scalogram-analysis-private.h"

/* Samples of the view. */

typedef struct
{
  OndesSource *source;
  guint64      first;
  guint        count;
  double      *values;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  ondes_source_unref (reading->source);
  g_free (reading->values);
  g_free (reading);
}

static gboolean
reading_work (OndesComputer *computer,
              gpointer data,
              const OndesWatch *watch,
              GError **error)
{
  Reading *reading = data;
  double *pairs;

  if (!ondes_type_is_complex (reading->source->type))
    {
      reading->values = g_new (double, reading->count);
      return ondes_source_read_as (reading->source, reading->first, reading->count, ONDES_F64, reading->values, error);
    }
  pairs = reading->values = g_new (double, 2 * reading->count);
  if (!ondes_source_read_as (reading->source, reading->first, reading->count, ONDES_C128, pairs, error))
    return FALSE;
  for (guint i = 0; i < reading->count; i++)
    pairs[i] = hypot (pairs[2 * i], pairs[2 * i + 1]);
  return TRUE;
}

static void
on_reading (gpointer data,
            const GError *error,
            gpointer user_data)
{
  OndesScalogramAnalysis *self = user_data;
  Reading *reading = data;

  if (error != NULL)
    return;
  g_free (self->samples);
  self->samples = g_steal_pointer (&reading->values);
  self->samples_first = reading->first;
  self->samples_count = reading->count;
  ondes_scalogram_analysis_emit (self, SIGNAL_OVERVIEW_CHANGED);
}

/* The samples that the view needs: one more at each end, for the line that leaves the view. */
static void
needed_samples (OndesScalogramAnalysis *self,
                guint64 *at,
                guint64 *n)
{
  guint64 end;

  ondes_scalogram_analysis_get_span (self, at, n);
  end = MIN (*at + *n + 1, self->source->n);
  *at = *at > 0 ? *at - 1 : 0;
  *n = MIN (end - *at, ONDES_SAMPLES_MOST);
}

static gpointer
prepare_reading (gpointer owner,
                 gboolean anew,
                 OndesStageFlags *flags)
{
  OndesScalogramAnalysis *self = owner;
  Reading *reading = g_new0 (Reading, 1);
  guint64 at, n;

  needed_samples (self, &at, &n);
  reading->source = ondes_source_ref (self->source);
  /* Half a view more on each side, so that a drag does not read at every step. */
  reading->first = at > n / 2 ? at - n / 2 : 0;
  reading->count = (guint) MIN (MIN (at + n + n / 2, self->source->n) - reading->first, ONDES_SAMPLES_MOST);
  if (at + n > reading->first + reading->count)
    {
      reading->first = at;
      reading->count = (guint) n;
    }
  return reading;
}

static gboolean
is_reading_wanted (gpointer data,
                   gpointer owner)
{
  const Reading *reading = data;
  guint64 at, n;

  needed_samples (owner, &at, &n);
  return at >= reading->first && at + n <= reading->first + reading->count;
}

const OndesSchedulerClass ondes_scalogram_analysis_samples = {
  .key = "samples",
  .prepare = prepare_reading,
  .work = reading_work,
  .free = reading_free,
  .is_wanted = is_reading_wanted,
  .landed = on_reading,
};

void
ondes_scalogram_analysis_drop_samples (OndesScalogramAnalysis *self)
{
  g_clear_pointer (&self->samples, g_free);
  self->samples_count = 0;
  ondes_scheduler_leave (self->reading);
}

gboolean
ondes_scalogram_analysis_get_samples (OndesScalogramAnalysis *self,
                                      guint64 *first,
                                      guint *count,
                                      const double **values)
{
  guint64 at, n;

  if (self->source == NULL || self->count > ONDES_SAMPLES_MOST - 2)
    return FALSE;
  needed_samples (self, &at, &n);
  if (self->samples == NULL || at < self->samples_first || at + n > self->samples_first + self->samples_count)
    {
      ondes_scheduler_want (self->reading, ONDES_WANT_SOON);
      return FALSE;
    }
  *first = self->samples_first;
  *count = self->samples_count;
  *values = self->samples;
  return TRUE;
}

/* The coefficient under the pointer. */

typedef struct
{
  OndesSpec   *spec;
  OndesSource *source;
  guint64      sample;
  gboolean     power;
  double       magnitude, phase;
} Phase;

static void
phase_free (gpointer data)
{
  Phase *phase = data;

  ondes_spec_unref (phase->spec);
  ondes_source_unref (phase->source);
  g_free (phase);
}

static gboolean
phase_work (OndesComputer *computer,
            gpointer data,
            const OndesWatch *watch,
            GError **error)
{
  Phase *phase = data;
  g_autoptr (OndesRequest) request = NULL;
  g_autoptr (OndesSource) source = ondes_detrended_source_estimate (phase->source, watch->cancellable, error);
  OndesArraySink *sink;
  gboolean done;

  if (source == NULL)
    return FALSE;
  request = ondes_request_new_of (phase->spec, source, &(OndesView) { .first = phase->sample, .count = 1 }, error);
  if (request == NULL)
    return FALSE;
  sink = ondes_array_sink_new ();
  done = ondes_compute (computer, request, &sink->sink, watch, NULL, error);
  if (done)
    {
      const double *value = sink->data, im = sink->type == ONDES_C128 ? value[1] : 0;

      phase->magnitude = hypot (value[0], im);
      if (sink->type == ONDES_C128 && phase->magnitude > 0)
        phase->phase = atan2 (im, value[0]);
    }
  ondes_sink_free (&sink->sink);
  return done;
}

static void
on_phase (gpointer data,
          const GError *error,
          gpointer user_data)
{
  OndesScalogramAnalysis *self = user_data;
  Phase *phase = data;

  if (error != NULL)
    return;
  self->pointer.phase = phase->phase;
  self->pointer.magnitude = phase->power ? phase->magnitude * phase->magnitude : phase->magnitude;
  ondes_scalogram_analysis_emit (self, SIGNAL_POINTER_CHANGED);
}

/* One row. */
static OndesSpec *
phase_spec (const OndesCwt *cwt,
            guint row)
{
  OndesCwtOptions options = cwt->options;
  OndesScaleList list = { .scales = g_array_new (FALSE, FALSE, sizeof (OndesScale)), .options = (char *) "--scales" };
  OndesSpec *spec;

  options.quantity = ONDES_QUANTITY_COEFFICIENTS;
  options.precision = ONDES_PRECISION_DOUBLE;
  options.method = ONDES_METHOD_AUTO;
  g_array_append_val (list.scales, cwt->scales[row]);
  spec = ondes_cwt_new (&options, &list, NULL);
  g_array_unref (list.scales);
  return spec;
}

static gpointer
prepare_phase (gpointer owner,
               gboolean anew,
               OndesStageFlags *flags)
{
  OndesScalogramAnalysis *self = owner;
  OndesPointer *pointer = &self->pointer;
  OndesSpec *spec = phase_spec (ondes_spec_cwt (self->scalogram->spec), pointer->row);
  Phase *phase;

  if (spec == NULL)
    return NULL;
  phase = g_new0 (Phase, 1);
  phase->spec = spec;
  phase->source = ondes_source_ref (self->pictured);
  phase->sample = (guint64) CLAMP (floor (pointer->sample), 0, (double) (self->source->n - 1));
  phase->power = ondes_spec_cwt (self->scalogram->spec)->options.quantity == ONDES_QUANTITY_POWER;
  phase->magnitude = phase->phase = NAN;
  return phase;
}

const OndesSchedulerClass ondes_scalogram_analysis_phase = {
  .key = "phase",
  .prepare = prepare_phase,
  .work = phase_work,
  .free = phase_free,
  .landed = on_phase,
};

/* What lies under the pointer, from the picture that is shown. */
void
ondes_scalogram_analysis_place_pointer (OndesScalogramAnalysis *self)
{
  OndesPointer *pointer = &self->pointer;
  OndesScalogram *scalogram = self->scalogram;
  const OndesCwt *cwt;
  double coi;
  int row, column;

  ondes_scheduler_leave (self->pointing);
  pointer->valid = FALSE;
  pointer->phase = pointer->magnitude = NAN;
  if (scalogram == NULL || self->source == NULL || !isfinite (pointer->sample) || !isfinite (pointer->frequency_hz))
    return;
  row = ondes_scalogram_row (scalogram, pointer->frequency_hz);
  column = ondes_scalogram_column (scalogram, pointer->sample);
  if (row < 0 || column < 0)
    return;
  cwt = ondes_spec_cwt (scalogram->spec);
  coi = ondes_cwt_coi_samples (cwt, (guint) row);
  pointer->valid = TRUE;
  pointer->row = (guint) row;
  pointer->time = ondes_recording_get_info (self->recording)->start + pointer->sample / self->source->rate_hz;
  pointer->row_frequency_hz = scalogram->frequencies_hz[row];
  pointer->scale = ondes_cwt_scale (cwt, (guint) row);
  pointer->shown = ondes_scalogram_value (scalogram, scalogram->values[(gsize) row * scalogram->columns + column]);
  pointer->column_samples = (double) scalogram->view.count / scalogram->columns;
  pointer->inside_cone = pointer->sample >= coi && pointer->sample <= (double) (self->source->n - 1) - coi;
  ondes_scheduler_want (self->pointing, ONDES_WANT_SOON);
}

void
ondes_scalogram_analysis_set_pointer (OndesScalogramAnalysis *self,
                                      double sample,
                                      double frequency_hz)
{
  if (isnan (sample) && isnan (self->pointer.sample))
    return;
  if (sample == self->pointer.sample && frequency_hz == self->pointer.frequency_hz)
    return;
  self->pointer.sample = sample;
  self->pointer.frequency_hz = frequency_hz;
  ondes_scalogram_analysis_place_pointer (self);
  ondes_scalogram_analysis_emit (self, SIGNAL_POINTER_CHANGED);
}
