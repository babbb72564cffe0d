/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readings.h"

#include <math.h>

#include "base/memory.h"
#include "base/words.h"
#include "scalogram.h"
#include "signal/computed-source.h"
#include "signal/value.h"
#include "slice.h"
#include "transform/picture.h"

#define BLOCK (1u << 15) /* samples read at once */
#define NEAR  2          /* a peak's frequency is looked for among scales so many times as large or small */

/* Of 113 bits: clang has GCC's older name of it on x86-64, and long double elsewhere. */
#if !defined (__clang__)
typedef _Float128 Quad;
#elif defined (__x86_64__)
typedef __float128 Quad;
#else
typedef long double Quad;
#endif

/* The running figures of the values. */
typedef struct
{
  double  peak; /* −1 before the first */
  guint64 peak_row, peak_col;
  /* Of values; of |W|². In quadruple precision, so that the order in which threads deliver tiles changes no bit of a double. */
  Quad sum, squares;
  guint64 n;
} Totals;

typedef struct
{
  OndesSink  sink;
  OndesType  type;
  const gboolean *rows; /* which rows count; NULL for all */
  gboolean   power;     /* the values are |W|² */
  double     gain;      /* factor of the values */
  Totals     totals;
} MeasureSink;

static gboolean
measure_begin (OndesSink *sink,
               OndesType  type,
               guint64    rows,
               guint64    cols,
               GError   **error)
{
  MeasureSink *self = (MeasureSink *) sink;

  self->type = type;
  self->totals = (Totals) { .peak = -1 };
  return TRUE;
}

/* Ties go to the place that comes first, so that the order of tiles does not matter. */
static void
take_peak (Totals *totals,
           double  value,
           guint64 row,
           guint64 col)
{
  if (value < totals->peak
      || (value == totals->peak && (col > totals->peak_col || (col == totals->peak_col && row > totals->peak_row))))
    return;
  totals->peak = value;
  totals->peak_row = row;
  totals->peak_col = col;
}

/* Adds @n values of a row from column @col on, times @gain. */
static void
add_values (MeasureSink *self,
            const void  *values,
            guint64      row,
            guint64      col,
            guint64      n)
{
  Totals *totals = &self->totals;
  double sum = 0, squares = 0;
  guint64 finite = 0;

  for (guint64 i = 0; i < n; i++)
    {
      const double value = ondes_magnitude_at (self->type, values, i) * self->gain;

      if (!isfinite (value))
        continue;
      finite++;
      sum += value;
      squares += self->power ? value : value * value;
      if (value >= totals->peak)
        take_peak (totals, value, row, col + i);
    }
  totals->sum += sum;
  totals->squares += squares;
  totals->n += finite;
}

static gboolean
measure_put (OndesSink       *sink,
             const OndesRect *where,
             const void      *data,
             gsize            stride_bytes,
             gboolean         final,
             GError         **error)
{
  MeasureSink *self = (MeasureSink *) sink;

  if (!final)
    return TRUE;
  for (guint64 i = 0; i < where->rows; i++)
    if (self->rows == NULL || self->rows[where->row0 + i])
      add_values (self, (const char *) data + i * stride_bytes, where->row0 + i, where->col0, where->cols);
  return TRUE;
}

static void
measure_free (OndesSink *sink)
{
}

static const OndesSinkClass measure_sink = { .begin = measure_begin, .put = measure_put, .free = measure_free };

/* Chooses the rows in the band, or the one nearest to its middle; returns how many. */
static guint
choose_rows (const double *hz,
             guint         n,
             double        low,
             double        high,
             gboolean     *chosen)
{
  const double middle = (low + high) / 2;
  guint count = 0, nearest = 0;

  for (guint i = 0; i < n; i++)
    {
      chosen[i] = isnan (low) || (hz[i] >= low && hz[i] <= high);
      count += chosen[i] ? 1 : 0;
      if (fabs (hz[i] - middle) < fabs (hz[nearest] - middle))
        nearest = i;
    }
  if (count > 0 || n == 0)
    return count;
  chosen[nearest] = TRUE;
  return 1;
}

/* Returns the spec of the chosen rows alone; or of all rows, where they are computed at once. */
static OndesSpec *
make_spec (const OndesSpec *spec,
           const gboolean  *chosen,
           GError         **error)
{
  const guint all = ondes_picture_traits (spec).rows;
  g_autofree guint *rows = g_new (guint, all);
  OndesRowsWanted wanted = { rows, .how = ONDES_ROWS_AS_MEASURED };
  guint first;

  for (guint i = 0; i < all; i++)
    if (chosen[i])
      rows[wanted.n++] = i;
  return ondes_spec_picture (spec)->take (spec, &wanted, &first, error);
}

static gboolean
refuse (GError **error)
{
  return ondes_error_set (error, ONDES_ERROR_FILE, _("nothing lies in the selection; select more"));
}

/* Computes the means of the sums of @totals. */
static gboolean
finish (const Totals  *totals,
        OndesReadings *m,
        GError       **error)
{
  if (totals->n == 0)
    return refuse (error);
  m->peak = totals->peak;
  m->mean = (double) totals->sum / (double) totals->n;
  m->rms = sqrt ((double) totals->squares / (double) totals->n);
  m->energy = (double) totals->squares / (double) totals->n * ((double) m->count / m->rate_hz);
  return TRUE;
}

/* Chooses the rows from @scale / NEAR to @scale * NEAR, and the next row on both sides. */
static void
choose_near (const OndesSpec *spec,
             double           scale,
             gboolean        *chosen)
{
  const OndesPictureClass *klass = ondes_spec_picture (spec);
  int below = -1, above = -1;

  for (guint i = 0; i < ondes_picture_traits (spec).rows; i++)
    {
      const double s = klass->scale (spec, i);

      chosen[i] = s >= scale / NEAR && s <= scale * NEAR;
      if (s < scale / NEAR && (below < 0 || s > klass->scale (spec, (guint) below)))
        below = (int) i;
      if (s > scale * NEAR && (above < 0 || s < klass->scale (spec, (guint) above)))
        above = (int) i;
    }
  if (below >= 0)
    chosen[below] = TRUE;
  if (above >= 0)
    chosen[above] = TRUE;
}

/* Where the peak is. */
typedef struct
{
  guint           row;     /* of the spec */
  guint64         at;      /* sample of the source */
  const gboolean *in_band; /* which rows of the spec were measured */
} Peak;

/* Finds the frequency of the peak @of. The rows around it are computed in double, also those outside the band. */
static gboolean
find_frequency (OndesComputer          *computer,
                const OndesReadingsJob *job,
                const Peak             *of,
                const OndesWatch       *watch,
                OndesReadings          *m,
                GError                **error)
{
  const OndesPictureClass *klass = ondes_spec_picture (job->spec);
  const guint all = ondes_picture_traits (job->spec).rows;
  const OndesWatch quiet = { .cancellable = ondes_watch_cancellable (watch) };
  g_autofree gboolean *chosen = g_new (gboolean, all);
  g_autofree guint *rows = g_new (guint, all);
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesSlice) slice = NULL;
  OndesPeakFrequency peak;
  guint n = 0, own = 0;

  choose_near (job->spec, klass->scale (job->spec, of->row), chosen);
  for (guint i = 0; i < all; i++)
    if (chosen[i])
      {
        own = i == of->row ? n : own;
        rows[n++] = i;
      }
  spec = make_spec (job->spec, chosen, error);
  slice = spec != NULL ? ondes_slice_compute (computer, &(OndesSliceJob) { .spec = spec, .source = job->source,
                                                                           .place = { ONDES_SLICE_SPECTRUM, of->at, 1, 0, 0 } },
                                              &quiet, NULL, error) : NULL;
  if (slice == NULL)
    return FALSE;
  peak = ondes_peak_frequency (spec, job->source->rate_hz, slice->values, own);
  if (peak.how == ONDES_PEAK_BETWEEN_ROWS && !of->in_band[rows[peak.row]]
      && !(peak.hz >= job->low_hz && peak.hz <= job->high_hz))
    peak = (OndesPeakFrequency) { klass->row_hz (job->spec, of->row, job->source->rate_hz), own, ONDES_PEAK_BEYOND_BAND };
  m->peak_hz = peak.hz;
  m->peak_how = peak.how;
  return TRUE;
}

/* Returns the number of the @n-th row that was chosen. */
static guint
nth_chosen (const gboolean *chosen,
            guint64         n)
{
  guint row = 0;

  while (!chosen[row] || n-- > 0)
    row++;
  return row;
}

/* Finds the places of all rows, and chooses the rows of the band. */
static void
find_rows (const OndesReadingsJob *job,
           OndesReadings          *m,
           double                 *hz,
           gboolean               *chosen)
{
  const OndesPictureClass *klass = ondes_spec_picture (job->spec);
  const guint n = ondes_picture_traits (job->spec).rows;

  for (guint i = 0; i < n; i++)
    hz[i] = klass->row_hz (job->spec, i, job->source->rate_hz);
  m->place = ondes_picture_traits (job->spec).place;
  m->power = ondes_picture_traits (job->spec).is_power;
  m->rows = choose_rows (hz, n, job->low_hz, job->high_hz, chosen);
}

static gboolean
measure_picture (OndesComputer          *computer,
                 const OndesReadingsJob *job,
                 const OndesWatch       *watch,
                 OndesReadings          *m,
                 GError                **error)
{
  const guint n = ondes_picture_traits (job->spec).rows, oversampling = MAX (job->oversampling, 1);
  const OndesFrames of = ondes_picture_traits (job->spec).frames;
  const OndesSpan frames = ondes_picture_frames_over (job->spec, job->source->n / oversampling, job->first, job->count);
  g_autofree double *hz = g_new (double, n);
  g_autofree gboolean *chosen = g_new0 (gboolean, n);
  MeasureSink sink = { .sink = { &measure_sink }, .gain = ldexp (1, ondes_picture_traits (job->spec).gain) };
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesRequest) request = NULL;
  OndesView view;
  Peak peak;

  if (frames.count == 0)
    return refuse (error);
  find_rows (job, m, hz, chosen);
  spec = make_spec (job->spec, chosen, error);
  if (spec == NULL)
    return FALSE;
  view = ondes_picture_view (spec, frames, 0);
  view.first *= oversampling;
  view.count *= oversampling;
  if (ondes_picture_traits (spec).rows == n)
    sink.rows = chosen;
  sink.power = m->power;
  request = ondes_request_new_of (spec, job->source, &view, error);
  if (request == NULL || !ondes_compute (computer, request, &sink.sink, watch, NULL, error) || !finish (&sink.totals, m, error))
    return FALSE;
  peak = (Peak) { (guint) sink.totals.peak_row, view.first + sink.totals.peak_col * of.hop, chosen };
  if (sink.rows == NULL)
    peak.row = nth_chosen (chosen, sink.totals.peak_row);
  m->peak_at = (double) (peak.at + of.window / 2) / oversampling;
  m->peak_hz = hz[peak.row];
  m->peak_how = ONDES_PEAK_OF_WALSH;
  return ondes_spec_picture (spec)->row_factor == NULL || find_frequency (computer, job, &peak, watch, m, error);
}

static gboolean
measure_samples (const OndesReadingsJob *job,
                 const OndesWatch       *watch,
                 OndesReadings          *m,
                 GError                **error)
{
  const gboolean is_complex = ondes_type_is_complex (job->source->type);
  const OndesType type = is_complex ? ONDES_C128 : ONDES_F64;
  MeasureSink sink = { .sink = { &measure_sink }, .type = type, .gain = 1, .totals = { .peak = -1 } };
  g_autofree double *values = ondes_memory_try (ondes_type_bytes (type, BLOCK), error);
  double sum = 0;

  for (guint64 done = 0; values != NULL && done < job->count; )
    {
      const guint64 gap = ondes_source_gap (job->source, job->first + done);
      const gsize n = MIN (job->count - done, BLOCK);

      if (gap > 0)
        {
          done += MIN (job->count - done, gap);
          continue;
        }
      if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (watch), error)
          || !ondes_source_read_as (job->source, job->first + done, n, type, values, error))
        return FALSE;
      add_values (&sink, values, 0, done, n);
      for (gsize i = 0; i < n && !is_complex; i++)
        sum += isfinite (values[i]) ? values[i] : 0;
      done += n;
      ondes_watch_tell (watch, (double) done / (double) job->count);
    }
  if (values == NULL || !finish (&sink.totals, m, error))
    return FALSE;
  /* A mean of magnitudes says nothing of an offset, which real samples have. */
  if (!is_complex)
    m->mean = sum / (double) sink.totals.n;
  m->peak_at = (double) (job->first + sink.totals.peak_col);
  return TRUE;
}

gboolean
ondes_readings_measure (OndesComputer          *computer,
                        const OndesReadingsJob *job,
                        const OndesWatch       *watch,
                        OndesReadings          *readings,
                        GError                **error)
{
  *readings = (OndesReadings) { .first = job->first, .count = job->count, .low_hz = job->low_hz, .high_hz = job->high_hz,
                                      .peak_hz = NAN, .rate_hz = job->source->rate_hz / MAX (job->oversampling, 1) };
  if (job->spec == NULL)
    return measure_samples (job, watch, readings, error);
  return measure_picture (computer, job, watch, readings, error);
}
