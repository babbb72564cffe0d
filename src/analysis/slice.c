/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice.h"

#include <math.h>
#include <string.h>

#include "base/counted.h"
#include "base/memory.h"
#include "base/sum.h"
#include "slice-sink.h"

#define FEWEST_ROWS 16  /* a run: a span so long that fewer would fit in memory is reduced to histograms */
#define MOST_ROWS   256 /* of histograms at once */
#define LEAST_CHUNK 65536 /* samples of an envelope a run */

static void
ondes_slice_clear (gpointer data)
{
  OndesSlice *self = data;

  g_free (self->values);
  g_free (self->percentiles);
}

ONDES_DEFINE_COUNTED (OndesSlice, ondes_slice)

gboolean
ondes_slice_check_percents (const double *percents,
                            guint         n_percents)
{
  for (guint i = 0; i < n_percents; i++)
    if (!(percents[i] >= 0 && percents[i] <= 100) || (i > 0 && !(percents[i] > percents[i - 1])))
      return FALSE;
  return n_percents <= ONDES_SLICE_PERCENTS;
}

gboolean
ondes_slice_place_is_mean (const OndesSlicePlace *self)
{
  return self->kind == ONDES_SLICE_SPECTRUM ? self->mean || self->count > 1 : self->lo_hz < self->hi_hz;
}

/* Returns a slice of @n values, still to be set; with percentiles if the place is a mean. */
static OndesSlice *
slice_new (const OndesSlicePlace *place,
           gsize                  n,
           guint64                averaged,
           const double          *percents,
           guint                  n_percents,
           GError               **error)
{
  g_autoptr (OndesSlice) self = g_atomic_rc_box_new0 (OndesSlice);

  self->place = *place;
  self->n = n;
  self->averaged = averaged;
  self->frequency_hz = NAN;
  self->exact = TRUE;
  self->n_percents = ondes_slice_place_is_mean (place) ? MIN (n_percents, ONDES_SLICE_PERCENTS) : 0;
  if (self->n_percents > 0)
    memcpy (self->percents, percents, self->n_percents * sizeof *percents);
  self->values = ondes_memory_try (n <= G_MAXSIZE / sizeof (double) ? n * sizeof (double) : G_MAXSIZE, error);
  if (self->values == NULL)
    return NULL;
  if (self->n_percents > 0)
    self->percentiles = ondes_memory_try (n <= G_MAXSIZE / sizeof (double) / self->n_percents
                                            ? n * self->n_percents * sizeof (double) : G_MAXSIZE, error);
  if (self->n_percents > 0 && self->percentiles == NULL)
    return NULL;
  return g_steal_pointer (&self);
}

/* Sets value @at to the mean of @values, which it reorders, and its percentiles; NaN if there are none. */
static void
average (OndesSlice *self,
         gsize       at,
         double     *values,
         gsize       n)
{
  double found[ONDES_SLICE_PERCENTS];
  OndesSum sum = { 0 };

  for (gsize i = 0; i < n; i++)
    ondes_sum_add (&sum, values[i]);
  self->values[at] = n > 0 ? ondes_sum_get (&sum) / (double) n : NAN;
  ondes_percentiles_select (values, n, self->percents, self->n_percents, found);
  for (guint i = 0; i < self->n_percents; i++)
    self->percentiles[i * self->n + at] = found[i];
}

/* A slice being computed. */
typedef struct
{
  OndesComputer       *computer;
  const OndesSliceJob *job;
  OndesWatchPart       part; /* of the run at work */
  OndesReport         *report;
  guint                oversampling;
  guint64              kept;
  guint                row, rows;  /* of the run's spec: those wanted */
  gboolean             keep;       /* their values, for exact percentiles */
} Run;

/* Computes the wanted rows of @spec; returns the sink, or NULL. */
static OndesSliceSink *
run_rows (Run             *self,
          OndesSpec       *spec,
          const OndesView *view,
          GError         **error)
{
  const OndesWatch watch = ondes_watch_of_part (&self->part);
  g_autoptr (OndesRequest) request = ondes_request_new_of (spec, self->job->source, view, error);
  OndesSliceSink *sink;

  if (request == NULL)
    return NULL;
  sink = ondes_slice_sink_new (self->row, self->rows, ldexp (1, ondes_picture_traits (spec).gain));
  sink->keep = self->keep;
  sink->pool = ondes_picture_traits (spec).pool;
  sink->power = ondes_picture_traits (spec).is_power;
  if (self->job->place.kind == ONDES_SLICE_ENVELOPE)
    sink->columns = self->job->columns;
  if (ondes_compute (self->computer, request, &sink->sink, &watch, self->report, error))
    return sink;
  ondes_sink_free (&sink->sink);
  return NULL;
}

/* Returns rows [@row, @row + @rows) of the picture's transform in double. Where all rows are computed at once, sets @row to the
 * first one wanted of them, otherwise to 0. */
static OndesSpec *
spec_of_rows (const OndesSpec *spec,
              guint           *row,
              guint            rows,
              GError         **error)
{
  g_autofree guint *wanted = g_new (guint, rows);

  for (guint i = 0; i < rows; i++)
    wanted[i] = *row + i;
  return ondes_spec_picture (spec)->take (spec, &(OndesRowsWanted) { wanted, rows, ONDES_ROWS_IN_DOUBLE }, row, error);
}

/* Returns the frames that are drawn over the place, or the nearest one. */
static OndesSpan
find_frames (const Run *self)
{
  const OndesSliceJob *job = self->job;

  return ondes_picture_frames_near (job->spec, job->source->n / self->oversampling, job->place.first, job->place.count);
}

/* Returns the view of the place without columns, and sets how many values a row has in it. A recording without a frame has the
 * view that the request refuses. */
static OndesView
find_view (const Run *self,
           guint64   *values)
{
  const OndesSliceJob *job = self->job;
  const OndesSpan frames = find_frames (self);
  OndesView view = { .count = job->source->n };

  *values = 1;
  if (frames.count == 0)
    return view;
  view = ondes_picture_view (job->spec, frames, 0);
  if (job->place.kind == ONDES_SLICE_ENVELOPE || ondes_slice_place_is_mean (&job->place))
    {
      *values = frames.count * self->oversampling;
      view.count *= self->oversampling;
    }
  view.first *= self->oversampling;
  return view;
}

/* Sets the values of @n rows from @at on to what a run gave. */
static void
take_rows (OndesSlice     *slice,
           OndesSliceSink *sink,
           gsize           at,
           guint           n)
{
  for (guint i = 0; i < n; i++)
    {
      const OndesSum sum = { sink->kept == NULL ? sink->sums[i] : 0, sink->kept == NULL ? sink->lost[i] : 0 };

      if (sink->kept != NULL)
        {
          average (slice, at + i, sink->kept + i * sink->cols, sink->cols);
          continue;
        }
      slice->values[at + i] = ondes_sum_get (&sum) / (double) sink->cols;
      for (guint j = 0; j < slice->n_percents; j++)
        slice->percentiles[j * slice->n + at + i] = ondes_percentiles_get (sink->histograms[i], slice->percents[j]);
    }
}

static OndesSlice *
compute_spectrum (Run     *self,
                  GError **error)
{
  const OndesSliceJob *job = self->job;
  const guint rows = ondes_picture_traits (job->spec).rows;
  g_autoptr (OndesSlice) slice = NULL;
  gboolean keep;
  guint64 values;
  const OndesView view = find_view (self, &values);
  guint group;

  keep = values == 1 || values <= self->kept / MIN (FEWEST_ROWS, rows);
  group = keep ? (guint) CLAMP (self->kept / values, 1, rows) : MIN (MOST_ROWS, rows);
  slice = slice_new (&job->place, rows, values, job->percents, job->n_percents, error);
  if (slice == NULL)
    return NULL;
  slice->exact = keep;
  for (guint row = 0; row < rows; row += group)
    {
      const guint n = MIN (group, rows - row);
      g_autoptr (OndesSpec) spec = NULL;
      OndesSliceSink *sink;

      self->row = row;
      self->rows = n;
      self->keep = keep;
      spec = spec_of_rows (job->spec, &self->row, n, error);
      self->part.begin = (double) row / rows;
      self->part.length = (double) n / rows;
      sink = spec != NULL ? run_rows (self, spec, &view, error) : NULL;
      if (sink == NULL)
        return NULL;
      take_rows (slice, sink, row, n);
      ondes_sink_free (&sink->sink);
    }
  return g_steal_pointer (&slice);
}

/* Gets the rows whose frequencies lie from @lo to @hi or, if none does, the one nearest to their middle: along a logarithmic
 * axis, or a linear one. Rows of a band need not be neighbours; @wanted gets their numbers. */
static guint
find_band (const double *frequencies_hz,
           guint         rows,
           gboolean      linear,
           double        lo,
           double        hi,
           guint        *wanted)
{
  const double middle = linear ? (lo + hi) / 2 : sqrt (lo) * sqrt (hi);
  double nearest = INFINITY;
  guint n = 0, best = 0;

  for (guint i = 0; i < rows; i++)
    {
      const double f = frequencies_hz[i], distance = linear ? fabs (f - middle) : fabs (log (f / middle));

      if (lo < hi && f >= lo && f <= hi)
        wanted[n++] = i;
      if (distance < nearest)
        {
          nearest = distance;
          best = i;
        }
    }
  if (n == 0)
    wanted[n++] = best;
  return n;
}

/* Returns the transform of the envelope's rows, and sets those wanted of it and the frequency of a single one. */
static OndesSpec *
spec_of_envelope (const OndesSliceJob *job,
                  guint               *row,
                  guint               *rows,
                  double              *frequency_hz,
                  GError             **error)
{
  const OndesSlicePlace *place = &job->place;
  const OndesPictureClass *klass = ondes_spec_picture (job->spec);
  const guint all = ondes_picture_traits (job->spec).rows;
  g_autofree double *frequencies_hz = g_new (double, all);
  g_autofree guint *wanted = g_new (guint, all);
  OndesRowsWanted of = { wanted, .how = ONDES_ROWS_IN_DOUBLE, .rate_hz = job->source->rate_hz };

  for (guint i = 0; i < all; i++)
    frequencies_hz[i] = klass->row_hz (job->spec, i, job->source->rate_hz);
  of.n = *rows = find_band (frequencies_hz, all, klass->linear, place->lo_hz, place->hi_hz, wanted);
  *frequency_hz = *rows == 1 ? frequencies_hz[wanted[0]] : NAN;
  /* A single frequency has a row of its own, which is the picture's if it has one. */
  if (klass->scale_hz != NULL && place->lo_hz == place->hi_hz && place->lo_hz != *frequency_hz)
    of.hz = *frequency_hz = place->lo_hz;
  return klass->take (job->spec, &of, row, error);
}

/* Averages the columns of the rows that a run gave. */
static void
take_columns (OndesSlice     *slice,
              OndesSliceSink *sink,
              gsize           at)
{
  g_autofree double *column = g_new (double, sink->rows);

  for (guint64 j = 0; j < sink->cols && at + j < slice->n; j++)
    {
      for (guint64 i = 0; i < sink->rows; i++)
        column[i] = sink->kept[i * sink->cols + j];
      average (slice, at + j, column, sink->rows);
    }
}

static OndesSlice *
compute_envelope (Run     *self,
                  GError **error)
{
  const OndesSliceJob *job = self->job;
  g_autoptr (OndesSlice) slice = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  OndesSlicePlace place = job->place;
  const OndesSpan shown = ondes_picture_shown (job->spec, find_frames (self));
  const guint64 hop = ondes_picture_traits (job->spec).frames.hop;
  guint64 values, n, chunk;
  const OndesView view = find_view (self, &values);
  double frequency_hz;

  self->keep = TRUE;
  if ((spec = spec_of_envelope (job, &self->row, &self->rows, &frequency_hz, error)) == NULL)
    return NULL;
  place.first = shown.first;
  place.count = shown.count;
  n = job->columns > 0 ? MIN (job->columns, values) : values;
  chunk = job->columns > 0 ? values : MIN (MAX (self->kept / self->rows, LEAST_CHUNK), values);
  slice = slice_new (&place, n, self->rows, job->percents, job->n_percents, error);
  if (slice == NULL)
    return NULL;
  slice->frequency_hz = frequency_hz;
  for (guint64 at = 0; at < values; at += chunk)
    {
      const guint64 count = MIN (chunk, values - at);
      const OndesView part = { view.first + at * hop, (count - 1) * hop + 1, 0, FALSE };
      OndesSliceSink *sink;

      self->part.begin = (double) at / (double) values;
      self->part.length = (double) count / (double) values;
      sink = run_rows (self, spec, &part, error);
      if (sink == NULL)
        return NULL;
      take_columns (slice, sink, at);
      ondes_sink_free (&sink->sink);
    }
  return g_steal_pointer (&slice);
}

OndesSlice *
ondes_slice_compute (OndesComputer       *computer,
                     const OndesSliceJob *job,
                     const OndesWatch    *watch,
                     OndesReport         *report,
                     GError             **error)
{
  const guint oversampling = MAX (job->oversampling, 1);
  Run run = { computer, job, { .whole = watch }, report, oversampling, job->kept > 0 ? job->kept : ONDES_SLICE_KEPT };
  const OndesSlicePlace *place = &job->place;
  const OndesWatch measuring = { .cancellable = ondes_watch_cancellable (watch) };

  g_return_val_if_fail (ondes_slice_check_percents (job->percents, job->n_percents), NULL);
  if (!ondes_computed_source_prepare (job->source, place->first * oversampling, place->count * oversampling, &measuring, error))
    return NULL;
  return place->kind == ONDES_SLICE_SPECTRUM ? compute_spectrum (&run, error) : compute_envelope (&run, error);
}

/* Gets the columns of @picture that have samples of the place; FALSE if there are none. */
static gboolean
find_columns (const OndesScalogram  *picture,
              const OndesSlicePlace *place,
              guint                 *from,
              guint                 *to)
{
  const guint64 end = place->first + place->count, last = picture->view.first + picture->view.count;
  int first_column, last_column;

  if (place->count == 0 || place->first >= last || end <= picture->view.first)
    return FALSE;
  first_column = ondes_scalogram_column (picture, (double) MAX (place->first, picture->view.first));
  last_column = ondes_scalogram_column (picture, (double) (MIN (end, last) - 1));
  *from = (guint) MAX (first_column, 0);
  *to = (guint) MAX (last_column, (int) *from) + 1;
  return first_column >= 0 && last_column >= 0;
}

/* Gathers values of a picture: @n of them, @step apart. */
static gsize
gather (const OndesScalogram *picture,
        const float          *values,
        gsize                 n,
        double               *out)
{
  gsize found = 0;

  for (gsize i = 0; i < n; i++)
    if (isfinite (values[i]))
      out[found++] = ondes_scalogram_value (picture, values[i]);
  return found;
}

static OndesSlice *
spectrum_from_picture (const OndesScalogram  *picture,
                       const OndesSlicePlace *place,
                       const double          *percents,
                       guint                  n_percents)
{
  g_autofree double *values = NULL;
  OndesSlice *slice;
  guint from, to;

  if (!find_columns (picture, place, &from, &to))
    return NULL;
  slice = slice_new (place, picture->rows, ondes_slice_place_is_mean (place) ? to - from : 1, percents, n_percents, NULL);
  if (slice == NULL)
    return NULL;
  values = g_new (double, to - from);
  for (guint i = 0; i < picture->rows; i++)
    average (slice, i, values, gather (picture, picture->values + (gsize) i * picture->columns + from, to - from, values));
  return slice;
}

static OndesSlice *
envelope_from_picture (const OndesScalogram  *picture,
                       const OndesSlicePlace *place,
                       const double          *percents,
                       guint                  n_percents)
{
  g_autofree guint *wanted = g_new (guint, picture->rows);
  const guint rows = find_band (picture->frequencies_hz, picture->rows, ondes_scalogram_get_class (picture)->linear, place->lo_hz,
                                place->hi_hz, wanted);
  g_autofree double *column = g_new (double, rows);
  OndesSlice *slice = slice_new (place, picture->columns, rows, percents, n_percents, NULL);

  if (slice == NULL)
    return NULL;
  slice->place.first = picture->view.first;
  slice->place.count = picture->view.count;
  slice->frequency_hz = rows == 1 ? picture->frequencies_hz[wanted[0]] : NAN;
  for (guint j = 0; j < picture->columns; j++)
    {
      gsize n = 0;

      for (guint i = 0; i < rows; i++)
        n += gather (picture, picture->values + (gsize) wanted[i] * picture->columns + j, 1, column + n);
      average (slice, j, column, n);
    }
  return slice;
}

OndesSlice *
ondes_slice_from_picture (const OndesScalogram  *picture,
                          const OndesSlicePlace *place,
                          const double          *percents,
                          guint                  n_percents)
{
  OndesSlice *slice = place->kind == ONDES_SLICE_SPECTRUM ? spectrum_from_picture (picture, place, percents, n_percents)
                                                          : envelope_from_picture (picture, place, percents, n_percents);

  if (slice != NULL)
    slice->preview = TRUE;
  return slice;
}
