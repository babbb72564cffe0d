/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scalogram-private.h"

#include <math.h>
#include <string.h>

#include "base/compare.h"
#include "engine/array-sink.h"
#include "levels.h"
#include "base/counted.h"
#include "base/words.h"

#define PART_US (100 * 1000)

typedef struct
{
  double frequency;
  guint  row;
} RowFrequency;

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  const RowFrequency *x = a, *y = b;

  return ONDES_COMPARE (x->frequency, y->frequency) ?: ONDES_COMPARE (x->row, y->row);
}

/* Rows of equal frequency share their edges; otherwise a row requested twice would have zero width. */
static void
find_edges (OndesScalogram *self)
{
  g_autofree RowFrequency *sorted = g_new (RowFrequency, self->rows);

  for (guint i = 0; i < self->rows; i++)
    sorted[i] = (RowFrequency) { self->frequencies_hz[i], i };
  qsort (sorted, self->rows, sizeof *sorted, compare_rows);

  for (guint i = 0, end; i < self->rows; i = end)
    {
      double f = sorted[i].frequency, lo, hi;

      for (end = i + 1; end < self->rows && sorted[end].frequency == f; end++)
        ;
      lo = i > 0 ? sqrt (sorted[i - 1].frequency * f) : 0;
      hi = end < self->rows ? sqrt (f * sorted[end].frequency) : 0;
      if (lo == 0 && hi == 0)
        lo = f * G_SQRT2 / 2, hi = f * G_SQRT2; /* a single frequency: one octave */
      else if (lo == 0)
        lo = f * (f / hi);
      else if (hi == 0)
        hi = f * (f / lo);
      for (guint j = i; j < end; j++)
        {
          self->edges_hz[2 * sorted[j].row] = lo;
          self->edges_hz[2 * sorted[j].row + 1] = hi;
        }
    }
}

/* The edges of rows that are equally far apart. */
static void
find_even_edges (OndesScalogram *self,
                 double          step)
{
  for (guint i = 0; i < self->rows; i++)
    {
      self->edges_hz[2 * i] = (i - 0.5) * step;
      self->edges_hz[2 * i + 1] = (i + 0.5) * step;
    }
}

/* Fills in the rows' frequencies and edges. */
static void
find_rows (OndesScalogram *self,
           double          rate_hz) /* of the transform's samples */
{
  const OndesPictureClass *klass = ondes_scalogram_get_class (self);

  self->frequencies_hz = g_new (double, self->rows);
  self->edges_hz = g_new (double, 2 * (gsize) self->rows);
  for (guint i = 0; i < self->rows; i++)
    self->frequencies_hz[i] = klass->row_hz (self->spec, i, rate_hz);
  if (klass->linear)
    find_even_edges (self, klass->row_hz (self->spec, 1, rate_hz));
  else
    find_edges (self);
}

/* Replaces the view of the job, in which the frames begin, by the one over which they are drawn. */
static void
show_frames (OndesScalogram *self)
{
  const OndesSpan frames = ondes_picture_frames_from (self->spec, self->n, self->view.first, self->view.count);
  const OndesSpan shown = ondes_picture_shown (self->spec, frames);

  self->view.first = shown.first;
  self->view.count = shown.count;
}

static char *
report_text (const OndesScalogram *self,
             const OndesReport    *report,
             gint64                us)
{
  g_autofree char *methods = ondes_report_methods (report);
  GString *text = g_string_new (report->engine);

  if (methods != NULL && methods[0] != '\0')
    g_string_append_printf (text, ", %s", methods);
  g_string_append_printf (text, ", %u × %" G_GUINT64_FORMAT ", ", self->rows, self->view.count);
  g_string_append_printf (text, us < 10000 ? "%.1f ms" : "%.0f ms", us / 1000.0);
  return g_string_free (text, FALSE);
}

char *
ondes_channel_text (guint                     channel,
                    const OndesRecordingInfo *info)
{
  const char *name;

  if (info->channels < 2 || channel > info->channels)
    return NULL;
  if (channel == 0)
    return g_strdup_printf ("the mean of %u channels", info->channels);
  name = info->channel_names != NULL ? info->channel_names[channel - 1] : NULL;
  return name != NULL ? g_strdup_printf ("channel %u of %u (%s)", channel, info->channels, name)
                      : g_strdup_printf ("channel %u of %u", channel, info->channels);
}

OndesScalogram *
ondes_scalogram_new (const OndesScalogramJob *job,
                     guint                    columns,
                     float                   *values,
                     int                      exponent)
{
  const OndesRecordingInfo *info = job->info;
  OndesSource *source = job->source;
  OndesScalogram *self = g_atomic_rc_box_new0 (OndesScalogram);

  self->spec = ondes_spec_ref (job->spec);
  self->oversampling = MAX (job->oversampling, 1);
  self->view = job->view;
  self->view.first /= self->oversampling;
  self->view.count /= self->oversampling;
  self->rows = ondes_picture_traits (job->spec).rows;
  self->columns = self->view.columns = columns;
  self->exact = self->view.preview ? 0 : columns;
  self->values = values;
  self->exponent = exponent;
  self->n = source->n / self->oversampling;
  self->rate_hz = source->rate_hz / self->oversampling;
  self->start = info->start;
  self->date_s = info->has_date ? info->date_s : NAN;
  self->zone = info->start_zone;
  self->date_noted = ondes_recording_info_notes_date (info);
  self->time_unit = g_strdup (info->time_unit);
  self->unit = g_strdup (ondes_type_is_integer (source->type) ? "" : info->unit);
  self->name = g_strdup (info->name);
  self->channel = ondes_channel_text (source->channel, info);
  self->conditioning = info->conditioning != NULL ? g_strjoinv (" ", (char **) info->conditioning) : NULL;
  self->even_times = info->resampling.samples > 0;
  self->half_band = ondes_scalogram_get_place (self) == ONDES_PLACE_FREQUENCY && ondes_type_is_complex (source->type);
  self->detrend = ondes_source_get_detrend (source, &self->trend);
  find_rows (self, source->rate_hz);
  show_frames (self);
  self->column_largest = g_new0 (float, columns);
  for (guint i = 0; i < self->rows; i++)
    {
      const float *row = values + (gsize) i * columns;
      guint from, to;

      ondes_scalogram_cone (self, i, &from, &to);
      for (guint j = from; j < to; j++)
        if (row[j] > self->column_largest[j] && row[j] <= G_MAXFLOAT)
          self->column_largest[j] = row[j];
    }
  ondes_scalogram_find_largest (self);
  ondes_scalogram_set_medians (self, ondes_scalogram_is_whole (self) ? ondes_levels_medians (self) : NULL);
  return self;
}

void
ondes_scalogram_find_largest (OndesScalogram *self)
{
  self->largest = 0;
  for (guint j = 0; j < self->columns; j++)
    self->largest = MAX (self->largest, self->column_largest[j]);
  if (self->largest > 0)
    return;
  for (gsize i = 0; i < (gsize) self->rows * self->columns; i++)
    if (self->values[i] > self->largest && self->values[i] <= G_MAXFLOAT)
      self->largest = self->values[i];
}

void
ondes_scalogram_set_medians (OndesScalogram *self,
                             double         *medians)
{
  g_clear_pointer (&self->medians, g_atomic_rc_box_release);
  self->medians = medians;
  self->levels = ondes_levels_measure (self, NULL, NULL);
  self->equalised = medians != NULL ? ondes_levels_measure (self, medians, NULL) : (OndesLevels) { 0 };
}

void
ondes_scalogram_count_largest (OndesScalogram *self,
                               const float    *largest)
{
  for (guint j = 0; j < self->columns; j++)
    self->column_largest[j] = MAX (self->column_largest[j], largest[j]);
  ondes_scalogram_find_largest (self);
}

/* Collects the result and builds parts of the picture in progress. */
typedef struct
{
  OndesSink                sink;
  OndesArraySink          *array;
  const OndesScalogramJob *job;
  int                      exponent;
  guint64                  exact; /* number of exact columns, from the left */
  gint64                   reported;
} PartSink;

static gboolean
part_begin (OndesSink *sink,
            OndesType  type,
            guint64    rows,
            guint64    cols,
            GError   **error)
{
  PartSink *self = (PartSink *) sink;
  const OndesScalogram *base = self->job->base;
  float *values;

  if (!self->array->sink.klass->begin (&self->array->sink, type, rows, cols, error))
    return FALSE;
  self->exact = 0;
  values = self->array->data;
  if (type != ONDES_F32)
    return TRUE;
  if (base != NULL && base->rows == rows && base->columns == cols && base->exponent == self->exponent)
    memcpy (values, base->values, rows * cols * sizeof (float));
  else
    for (gsize i = 0; i < rows * cols; i++)
      values[i] = NAN;
  return TRUE;
}

static gboolean
part_put (OndesSink       *sink,
          const OndesRect *where,
          const void      *data,
          gsize            stride_bytes,
          gboolean         final,
          GError         **error)
{
  PartSink *self = (PartSink *) sink;
  OndesArraySink *array = self->array;
  const OndesScalogram *base = self->job->base;
  const gint64 now = g_get_monotonic_time ();
  OndesScalogram *part;
  float *values;

  if (!array->sink.klass->put (&array->sink, where, data, stride_bytes, final, error))
    return FALSE;
  if (final && where->rows == array->rows && where->col0 == self->exact)
    self->exact += where->cols;
  if (self->exact == array->cols || now - self->reported < PART_US)
    return TRUE;
  self->reported = now;
  /* Where memory is tight the picture is shown once it is whole. */
  values = ondes_scalogram_copy_floats (array->data, array->rows * array->cols, NULL);
  if (values == NULL)
    return TRUE;
  part = ondes_scalogram_new (self->job, (guint) array->cols, values, self->exponent);
  part->view.preview = TRUE;
  part->exact = (guint) self->exact;
  if (base != NULL && base->columns == array->cols && base->exponent == self->exponent)
    ondes_scalogram_count_largest (part, base->column_largest);
  self->job->part (part, self->job->part_data);
  return TRUE;
}

static void
part_scaled (OndesSink *sink,
             int        exponent)
{
  PartSink *self = (PartSink *) sink;

  self->exponent = ondes_picture_traits (self->job->spec).gain + exponent;
}

/* For a picture delivered only when complete. */
static gboolean
full_begin (OndesSink *sink,
            OndesType  type,
            guint64    rows,
            guint64    cols,
            GError   **error)
{
  OndesSink *array = &((PartSink *) sink)->array->sink;

  return array->klass->begin (array, type, rows, cols, error);
}

static gboolean
full_put (OndesSink       *sink,
          const OndesRect *where,
          const void      *data,
          gsize            stride_bytes,
          gboolean         final,
          GError         **error)
{
  OndesSink *array = &((PartSink *) sink)->array->sink;

  return array->klass->put (array, where, data, stride_bytes, final, error);
}

static void *
full_map (OndesSink *sink,
          gsize     *stride_bytes)
{
  OndesSink *array = &((PartSink *) sink)->array->sink;

  return array->klass->map (array, stride_bytes);
}

static void
part_free (OndesSink *sink)
{
  ondes_sink_free (&((PartSink *) sink)->array->sink);
}

/* Returns the request of the job, or NULL if it is of no picture. */
static OndesRequest *
request_of (const OndesScalogramJob *job,
            GError                 **error)
{
  if (job->view.columns > 0 && ondes_spec_shape (job->spec, job->source->type, &job->view).type == ONDES_F32)
    return ondes_request_new_of (job->spec, job->source, &job->view, error);
  ondes_request_error_set (error, ONDES_SETTING_QUANTITY, NULL,
                           _("a picture shows magnitude or power; coefficients and phase go to .npy, .npz or .csv"));
  return NULL;
}

gboolean
ondes_scalogram_compute_part (OndesComputer           *computer,
                              const OndesScalogramJob *job,
                              const OndesWatch        *watch,
                              GError                 **error)
{
  g_autoptr (OndesRequest) request = request_of (job, error);
  g_autoptr (OndesSink) sink = request != NULL ? ondes_result_parts_sink (job->parts, TRUE) : NULL;

  return sink != NULL && ondes_compute (computer, request, sink, watch, NULL, error);
}

OndesScalogram *
ondes_scalogram_compute (OndesComputer           *computer,
                         const OndesScalogramJob *job,
                         const OndesWatch        *watch,
                         OndesReport             *report,
                         GError                 **error)
{
  static const OndesSinkClass in_parts = { .begin = part_begin, .put = part_put, .free = part_free, .scaled = part_scaled };
  static const OndesSinkClass full = { .begin = full_begin, .put = full_put, .free = part_free, .map = full_map,
                                       .scaled = part_scaled };
  PartSink parts = { .sink = { job->part != NULL ? &in_parts : &full }, .job = job,
                     .exponent = ondes_picture_traits (job->spec).gain };
  g_autoptr (OndesRequest) request = NULL;
  g_auto (OndesReport) own_report = { 0 };
  OndesScalogram *self = NULL;
  gint64 start_us = g_get_monotonic_time ();

  if (report == NULL)
    report = &own_report;
  request = request_of (job, error);
  if (request == NULL)
    return NULL;
  parts.array = ondes_array_sink_new ();
  if (job->parts != NULL ? ondes_result_parts_read (job->parts, request, &parts.sink, ondes_watch_cancellable (watch), error)
                         : ondes_compute (computer, request, &parts.sink, watch, report, error))
    {
      guint columns = (guint) parts.array->cols;

      self = ondes_scalogram_new (job, columns, ondes_array_sink_steal (parts.array), parts.exponent);
      self->report = report_text (self, report, g_get_monotonic_time () - start_us);
    }
  ondes_sink_free (&parts.array->sink);
  return self;
}

const OndesPictureClass *
ondes_scalogram_get_class (const OndesScalogram *self)
{
  return ondes_spec_picture (self->spec);
}

OndesPlace
ondes_scalogram_get_place (const OndesScalogram *self)
{
  return ondes_picture_traits (self->spec).place;
}

double
ondes_scalogram_get_own_rate (const OndesScalogram *self)
{
  return self->rate_hz * self->oversampling / ondes_picture_traits (self->spec).oversampling;
}

double
ondes_scalogram_get_old_half_rate (const OndesScalogram *self)
{
  return ondes_picture_traits (self->spec).oversampling > 1 ? ondes_scalogram_get_own_rate (self) / 2 : 0;
}

gboolean
ondes_scalogram_is_power (const OndesScalogram *self)
{
  return ondes_picture_traits (self->spec).is_power;
}

double
ondes_scalogram_decade_db (const OndesScalogram *self)
{
  return ondes_scalogram_is_power (self) ? 10 : 20;
}

gboolean
ondes_scalogram_is_mean (const OndesScalogram *self)
{
  return ondes_picture_traits (self->spec).pool == ONDES_POOL_RMS;
}

gboolean
ondes_scalogram_is_whole (const OndesScalogram *self)
{
  const OndesSpan shown = ondes_picture_shown_whole (self->spec, self->n);

  return self->view.first == shown.first && self->view.count >= shown.count;
}

gboolean
ondes_scalogram_is_aliased (const OndesScalogram *self,
                            guint                 row)
{
  return ondes_scalogram_get_place (self) == ONDES_PLACE_FREQUENCY
         && self->frequencies_hz[row] > self->rate_hz * self->oversampling / 2;
}

double
ondes_scalogram_coi_samples (const OndesScalogram *self,
                             guint                 row)
{
  const OndesPictureClass *klass = ondes_scalogram_get_class (self);

  return klass->cone > 0 ? klass->cone * klass->scale (self->spec, row) / self->oversampling : 0;
}

double
ondes_scalogram_value (const OndesScalogram *self,
                       float                 value)
{
  return ldexp (value, self->exponent);
}

static void
ondes_scalogram_clear (gpointer data)
{
  OndesScalogram *self = data;

  ondes_spec_unref (self->spec);
  g_free (self->values);
  g_free (self->time_unit);
  g_free (self->unit);
  g_free (self->name);
  g_free (self->channel);
  g_free (self->conditioning);
  g_free (self->report);
  g_free (self->frequencies_hz);
  g_free (self->edges_hz);
  g_free (self->column_largest);
  g_clear_pointer (&self->medians, g_atomic_rc_box_release);
}

ONDES_DEFINE_COUNTED (OndesScalogram, ondes_scalogram)

int
ondes_scalogram_row (const OndesScalogram *self,
                     double                frequency_hz)
{
  double narrowest = INFINITY;
  int row = -1;

  for (guint i = 0; i < self->rows; i++)
    {
      double lo = self->edges_hz[2 * i], hi = self->edges_hz[2 * i + 1];

      if (lo <= frequency_hz && frequency_hz <= hi && hi - lo < narrowest)
        {
          narrowest = hi - lo;
          row = i;
        }
    }
  return row;
}

int
ondes_scalogram_column (const OndesScalogram *self,
                        double                sample)
{
  const guint64 count = self->view.count * self->oversampling; /* samples of the transform */
  guint64 at;

  if (!(sample >= self->view.first) || !(sample < (double) self->view.first + (double) self->view.count))
    return -1;
  at = (guint64) ((sample - (double) self->view.first) * self->oversampling);
  if (at >= count)
    return -1;
  /* Find the last span j that begins at or before at: ⌊j count / columns⌋ ≤ at. */
  return ((unsigned __int128) (at + 1) * self->columns - 1) / count;
}

void
ondes_scalogram_cone (const OndesScalogram *self,
                      guint                 row,
                      guint                *from,
                      guint                *to)
{
  g_return_if_fail (self != NULL && row < self->rows);

  const double coi = ondes_scalogram_coi_samples (self, row), end = (double) (self->n - 1) - coi;
  const double width = (double) self->view.count / self->columns, first = (double) self->view.first;

  if (ondes_scalogram_get_class (self)->cone == 0) /* whose last frame may be drawn past the recording's end */
    {
      *from = 0;
      *to = self->columns;
      return;
    }
  *from = (guint) CLAMP (floor ((coi - first) / width), 0, self->columns);
  *to = (guint) CLAMP (ceil ((end - first) / width) + 1, 0, self->columns);
  while (*from < *to && first + floor (*from * width) < coi)
    (*from)++;
  while (*to > *from && first + floor (*to * width) - 1 > end)
    (*to)--;
}

float
ondes_scalogram_join_columns (const OndesScalogram *self,
                              const float          *values,
                              guint                 from,
                              guint                 to)
{
  const gboolean magnitude = !ondes_scalogram_is_power (self);
  float largest = -1;
  double power = 0;
  guint n = 0;

  for (guint j = from; j < to; j++)
    if (values[j] >= 0)
      {
        largest = MAX (largest, values[j]);
        power += magnitude ? (double) values[j] * values[j] : values[j];
        n++;
      }
  if (n == 0)
    return NAN;
  if (!ondes_scalogram_is_mean (self))
    return largest;
  return (float) (magnitude ? sqrt (power / n) : power / n);
}
