/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Magnitude and phase under the pointer: requested here, computed on the asides queue. */
#include "config.h"

#include <math.h>

#include "engine/array-sink.h"
#include "scalogram-analysis-private.h"

/* The coefficient under the pointer. */

typedef struct
{
  OndesSpec   *spec;
  OndesSource *source;
  guint64      sample; /* or the first one of a frame */
  guint        row;    /* of the spec */
  double       gain;
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
  g_autoptr (OndesSource) source = ondes_computed_source_estimate (phase->source, phase->sample, 1, watch->cancellable, error);
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
      const double *value = (double *) sink->data + phase->row, im = sink->type == ONDES_C128 ? value[1] : 0;

      phase->magnitude = hypot (value[0], im) * phase->gain;
      if ((sink->type == ONDES_C128 || ondes_spec_picture (phase->spec)->real) && phase->magnitude > 0)
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

/* Returns the sample under the pointer, or the first one of the frame shown there. */
static guint64
find_sample (OndesScalogramAnalysis *self,
             guint                   oversampling)
{
  const guint64 n = self->source->n, sample = (guint64) CLAMP (floor (self->pointer.sample), 0, (double) (n - 1));
  const OndesSpan frames = ondes_picture_frames_near (self->scalogram->spec, n, sample, 1);

  return frames.first * ondes_picture_traits (self->scalogram->spec).frames.hop * oversampling;
}

static gpointer
prepare_phase (gpointer owner,
               gboolean anew,
               OndesStageFlags *flags)
{
  OndesScalogramAnalysis *self = owner;
  OndesPointer *pointer = &self->pointer;
  const guint oversampling = self->scalogram->oversampling;
  const OndesSpec *of = self->scalogram->spec;
  OndesSpec *spec;
  Phase *phase;
  guint row;

  /* The picture of another rate is about to be replaced. */
  if (oversampling != ondes_scalogram_analysis_get_oversampling (self))
    return NULL;
  spec = ondes_spec_picture (of)->take (of, &(OndesRowsWanted) { &pointer->row, 1, ONDES_ROWS_OF_COEFFICIENTS }, &row, NULL);
  if (spec == NULL)
    return NULL;
  phase = g_new0 (Phase, 1);
  phase->spec = spec;
  phase->source = ondes_source_ref (self->picture_source);
  phase->sample = find_sample (self, oversampling);
  phase->row = row;
  phase->gain = ldexp (1, ondes_picture_traits (spec).gain);
  phase->power = ondes_scalogram_is_power (self->scalogram);
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

/* Returns the scale of a row in samples of the recording; NaN if it has none. */
static double
scale_of (const OndesScalogram *scalogram,
          guint                 row)
{
  const OndesPictureClass *klass = ondes_scalogram_get_class (scalogram);

  return klass->scale != NULL ? klass->scale (scalogram->spec, row) / scalogram->oversampling : NAN;
}

/* Finds what is under the pointer in the picture shown, and requests its phase. */
void
ondes_scalogram_analysis_place_pointer (OndesScalogramAnalysis *self)
{
  OndesPointer *pointer = &self->pointer;
  OndesScalogram *scalogram = self->scalogram;
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
  coi = ondes_scalogram_coi_samples (scalogram, (guint) row);
  pointer->valid = TRUE;
  pointer->row = (guint) row;
  pointer->row_frequency_hz = scalogram->frequencies_hz[row];
  pointer->scale = scale_of (scalogram, (guint) row);
  pointer->shown = ondes_scalogram_value (scalogram, scalogram->values[(gsize) row * scalogram->columns + column]);
  pointer->column_samples = (double) scalogram->view.count / scalogram->columns;
  pointer->column_samples /= (double) ondes_picture_traits (scalogram->spec).frames.hop;
  pointer->inside_cone = pointer->sample >= coi && pointer->sample <= (double) (self->source->n - 1) - coi;
  ondes_scheduler_want (self->pointing, ONDES_WANT_SOON);
}

void
ondes_scalogram_analysis_set_pointer (OndesScalogramAnalysis *self,
                                      double sample,
                                      double frequency_hz)
{
  if (sample == self->pointer.sample && frequency_hz == self->pointer.frequency_hz)
    return;
  self->pointer.frequency_hz = frequency_hz;
  self->aiming = TRUE;
  ondes_timeline_set_pointer (self->timeline, sample);
  self->aiming = FALSE;
}

double
ondes_pointer_signed (const OndesPointer   *self,
                      const OndesScalogram *scalogram)
{
  return ondes_scalogram_get_class (scalogram)->real && self->phase > 0 ? -self->magnitude : self->magnitude;
}
