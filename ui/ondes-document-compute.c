/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures, samples and the phase under the pointer: asked for here, computed on the queues. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "engine/array-sink.h"
#include "engine/cpu/cpu.h"
#include "ondes-document-private.h"
#include "ondes-trace.h"

/* While changes keep coming, as in a drag, the picture under way is let land, so that the drag is seen; when they pause, what is
 * under way is overtaken unless it is about to land. */
#define PAUSE_MS 150
#define SOON_US  (200 * 1000)

typedef struct
{
  guint           serial;
  OndesRecording *recording;
  OndesSpec      *spec;
  OndesSource    *source;
  OndesView       view;
  OndesScalogram *scalogram;
  OndesReport     report;
  gint64          took; /* µs */
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  ondes_report_clear (&picture->report);
  g_clear_pointer (&picture->scalogram, ondes_scalogram_unref);
  ondes_spec_unref (picture->spec);
  ondes_source_unref (picture->source);
  ondes_recording_unref (picture->recording);
  g_free (picture);
}

static gboolean
picture_work (OndesComputer *computer,
              gpointer data,
              OndesProgress progress,
              gpointer progress_data,
              GCancellable *cancellable,
              GError **error)
{
  Picture *picture = data;
  gint64 start = g_get_monotonic_time ();

  picture->scalogram
    = ondes_scalogram_compute (computer, picture->spec, picture->source, &picture->view,
                               ondes_recording_get_info (picture->recording), progress, progress_data, cancellable,
                               &picture->report, error);
  picture->took = g_get_monotonic_time () - start;
  ondes_trace ("picture %u of %u columns computed in %.0f ms", picture->serial, picture->view.columns, picture->took / 1000.0);
  return picture->scalogram != NULL;
}

static void
on_picture_progress (double fraction,
                     gpointer user_data)
{
  OndesDocument *self = user_data;

  self->progress = fraction;
  ondes_document_emit (self, SIGNAL_STATE_CHANGED);
}

static void
set_status (OndesDocument *self,
            Picture *picture)
{
  g_autofree char *methods = ondes_report_methods (&picture->report);
  g_autofree char *samples = g_strdup_printf ("%'" G_GUINT64_FORMAT, picture->view.count); /* gettext knows no macros */
  g_autofree char *line = NULL;

  /* Translators: engine, method (or how many rows had which), rows × samples, milliseconds. */
  line = g_strdup_printf (_("%s · %s · %u × %s · %.0f ms"), picture->report.engine != NULL ? picture->report.engine : "—",
                          methods != NULL && *methods != 0 ? methods : "—", picture->scalogram->rows, samples,
                          picture->took / 1000.0);
  /* Why another engine did not do it stands behind. */
  g_free (self->status);
  self->status = picture->report.fallback != NULL ? g_strdup_printf ("%s · %s", line, picture->report.fallback)
                                                  : g_steal_pointer (&line);
}

static void
on_picture (gpointer data,
            const GError *error,
            gpointer user_data)
{
  static gsize measuring;
  OndesDocument *self = user_data;
  Picture *picture = data;

  if (picture->report.lost && !self->lost_said)
    {
      self->lost_said = TRUE;
      ondes_document_say (self, TRUE, _("The graphics card is gone; the processor computes until Ondes is started again"));
    }
  if (picture->serial != self->serial)
    return; /* overtaken */
  self->picture = 0;
  self->progress = 0;
  if (error == NULL && picture->source->id == self->source->id && picture->source->channel == self->source->channel)
    {
      g_clear_pointer (&self->scalogram, ondes_scalogram_unref);
      self->scalogram = g_steal_pointer (&picture->scalogram);
      self->picture_took = picture->took;
      picture->scalogram = ondes_scalogram_ref (self->scalogram);
      set_status (self, picture);
      self->stale = self->again;
      ondes_document_place_pointer (self);
      ondes_document_emit (self, SIGNAL_PICTURE_CHANGED);
      if (g_once_init_enter (&measuring))
        {
          ondes_cpu_measure_in_background ();
          g_once_init_leave (&measuring, 1);
        }
    }
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_free (self->status);
      self->status = g_strdup (_("Cancelled: this picture is of earlier settings; F5 computes anew"));
    }
  else if (error != NULL)
    {
      g_free (self->status);
      self->status = g_strdup (error->message);
      ondes_document_say (self, TRUE, error->message);
    }
  if (self->again)
    ondes_document_want_picture (self, ONDES_WANT_SOON);
  else
    ondes_document_emit (self, SIGNAL_STATE_CHANGED);
}

/* About how long the picture under way still takes. */
static gint64
remaining (OndesDocument *self)
{
  gint64 age = g_get_monotonic_time () - self->picture_started;

  if (self->progress > 0.05)
    return (gint64) ((double) age * (1 - self->progress) / self->progress);
  return self->scalogram != NULL && age < self->picture_took ? self->picture_took - age : G_MAXINT64;
}

static gboolean
on_pause (gpointer user_data)
{
  OndesDocument *self = user_data;

  self->pause_source = 0;
  if (self->again && remaining (self) > SOON_US)
    ondes_document_want_picture (self, ONDES_WANT_NOW);
  return G_SOURCE_REMOVE;
}

void
ondes_document_want_picture (OndesDocument *self,
                             OndesWant want)
{
  Picture *picture;

  if (self->source == NULL || self->spec == NULL)
    return;
  self->stale = TRUE;
  g_clear_handle_id (&self->pause_source, g_source_remove);
  if (self->picture != 0 && want != ONDES_WANT_NOW)
    {
      self->again = TRUE;
      /* Another width is no reason to lose the first picture. */
      if (want != ONDES_WANT_AFTER || self->scalogram != NULL)
        self->pause_source = g_timeout_add (PAUSE_MS, on_pause, self);
      ondes_document_emit (self, SIGNAL_STATE_CHANGED);
      return;
    }
  self->again = FALSE;
  picture = g_new0 (Picture, 1);
  picture->serial = ++self->serial;
  picture->recording = ondes_recording_ref (self->recording);
  picture->spec = ondes_spec_ref (self->spec);
  picture->source = ondes_source_ref (self->source);
  picture->view.columns = self->columns;
  ondes_document_get_span (self, &picture->view.first, &picture->view.count);
  self->progress = 0;
  self->picture_started = g_get_monotonic_time ();
  self->picture = ondes_queue_submit (self->pictures, "picture", picture_work, picture, picture_free, on_picture_progress,
                                      on_picture, self);
  ondes_document_emit (self, SIGNAL_STATE_CHANGED);
}

/* Samples of the view. */

typedef struct
{
  guint        serial;
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
              OndesProgress progress,
              gpointer progress_data,
              GCancellable *cancellable,
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
  OndesDocument *self = user_data;
  Reading *reading = data;

  if (reading->serial != self->samples_serial)
    return;
  self->wanted_count = 0;
  if (error != NULL)
    return;
  g_free (self->samples);
  self->samples = g_steal_pointer (&reading->values);
  self->samples_first = reading->first;
  self->samples_count = reading->count;
  ondes_document_emit (self, SIGNAL_OVERVIEW_CHANGED);
}

void
ondes_document_drop_samples (OndesDocument *self)
{
  g_clear_pointer (&self->samples, g_free);
  self->samples_count = self->wanted_count = 0;
  self->samples_serial++;
}

gboolean
ondes_document_get_samples (OndesDocument *self,
                            guint64 *first,
                            guint *count,
                            const double **values)
{
  guint64 at, n, end;
  Reading *reading;

  if (self->source == NULL || self->count > ONDES_SAMPLES_MOST - 2)
    return FALSE;
  ondes_document_get_span (self, &at, &n);
  /* One more at each end, for the line that leaves the view. */
  end = MIN (at + n + 1, self->source->n);
  at = at > 0 ? at - 1 : 0;
  n = MIN (end - at, ONDES_SAMPLES_MOST);
  if (self->samples != NULL && at >= self->samples_first && at + n <= self->samples_first + self->samples_count)
    {
      *first = self->samples_first;
      *count = self->samples_count;
      *values = self->samples;
      return TRUE;
    }
  if (self->wanted_count > 0 && at >= self->wanted_first && at + n <= self->wanted_first + self->wanted_count)
    return FALSE;
  reading = g_new0 (Reading, 1);
  reading->serial = ++self->samples_serial;
  reading->source = ondes_source_ref (self->source);
  /* Half a view more on each side, so that a drag does not read at every step. */
  reading->first = at > n / 2 ? at - n / 2 : 0;
  reading->count = (guint) MIN (MIN (at + n + n / 2, self->source->n) - reading->first, ONDES_SAMPLES_MOST);
  if (at + n > reading->first + reading->count)
    {
      reading->first = at;
      reading->count = (guint) n;
    }
  self->wanted_first = reading->first;
  self->wanted_count = reading->count;
  ondes_queue_submit (self->files, "samples", reading_work, reading, reading_free, NULL, on_reading, self);
  return FALSE;
}

/* The phase under the pointer. */

typedef struct
{
  guint        serial;
  OndesSpec   *spec;
  OndesSource *source;
  guint64      sample;
  double       phase;
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
            OndesProgress progress,
            gpointer progress_data,
            GCancellable *cancellable,
            GError **error)
{
  Phase *phase = data;
  OndesView view = { .first = phase->sample, .count = 1 };
  OndesArraySink *sink = ondes_array_sink_new ();
  gboolean done;

  done = ondes_compute (computer, phase->spec, &phase->source, 1, &view, &sink->sink, NULL, NULL, cancellable, NULL, error);
  if (done && sink->type == ONDES_C128 && (((double *) sink->data)[0] != 0 || ((double *) sink->data)[1] != 0))
    phase->phase = atan2 (((double *) sink->data)[1], ((double *) sink->data)[0]);
  ondes_sink_free (&sink->sink);
  return done;
}

static void
on_phase (gpointer data,
          const GError *error,
          gpointer user_data)
{
  OndesDocument *self = user_data;
  Phase *phase = data;

  if (phase->serial != self->phase_serial || error != NULL)
    return;
  self->pointer.phase = phase->phase;
  ondes_document_emit (self, SIGNAL_POINTER_CHANGED);
}

/* One row, one sample; none where coefficients are real. */
static OndesSpec *
phase_spec (const OndesCwt *cwt,
            guint row)
{
  OndesCwtOptions options = cwt->options;
  OndesScaleList list = { .scales = g_array_new (FALSE, FALSE, sizeof (OndesScale)), .options = (char *) "--scales" };
  OndesSpec *spec = NULL;

  options.quantity = ONDES_QUANTITY_COEFFICIENTS;
  options.precision = ONDES_PRECISION_DOUBLE;
  options.method = ONDES_METHOD_AUTO;
  g_array_append_val (list.scales, cwt->scales[row]);
  if (options.wavelet != ONDES_WAVELET_MORLET)
    spec = ondes_cwt_new (&options, &list, NULL);
  g_array_unref (list.scales);
  return spec;
}

static void
want_phase (OndesDocument *self)
{
  OndesPointer *pointer = &self->pointer;
  OndesSpec *spec = phase_spec (ondes_spec_cwt (self->scalogram->spec), pointer->row);
  Phase *phase;

  if (spec == NULL)
    return;
  phase = g_new0 (Phase, 1);
  phase->serial = self->phase_serial;
  phase->spec = spec;
  phase->source = ondes_source_ref (self->source);
  phase->sample = (guint64) CLAMP (floor (pointer->sample), 0, (double) (self->source->n - 1));
  phase->phase = NAN;
  ondes_queue_submit (self->files, "phase", phase_work, phase, phase_free, NULL, on_phase, self);
}

/* What lies under the pointer, from the picture that is shown. */
void
ondes_document_place_pointer (OndesDocument *self)
{
  OndesPointer *pointer = &self->pointer;
  OndesScalogram *scalogram = self->scalogram;
  const OndesCwt *cwt;
  double coi;
  int row, column;

  self->phase_serial++;
  pointer->valid = FALSE;
  pointer->phase = NAN;
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
  pointer->magnitude = scalogram->values[(gsize) row * scalogram->columns + column];
  pointer->inside_cone = pointer->sample >= coi && pointer->sample <= (double) (self->source->n - 1) - coi;
  want_phase (self);
}

void
ondes_document_set_pointer (OndesDocument *self,
                            double sample,
                            double frequency_hz)
{
  if (isnan (sample) && isnan (self->pointer.sample))
    return;
  if (sample == self->pointer.sample && frequency_hz == self->pointer.frequency_hz)
    return;
  self->pointer.sample = sample;
  self->pointer.frequency_hz = frequency_hz;
  ondes_document_place_pointer (self);
  ondes_document_emit (self, SIGNAL_POINTER_CHANGED);
}
