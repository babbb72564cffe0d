/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readings.h"

#include <math.h>

#include "base/memory.h"
#include "base/words.h"
#include "scalogram.h"
#include "signal/computed-source.h"
#include "signal/value.h"
#include "slice.h"
#include "transform/cwt.h"
#include "transform/walshgram.h"
#include "walshgram.h"

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

/* Returns the spec of the chosen rows alone. */
static OndesSpec *
make_spec (const OndesCwt *cwt,
           const gboolean *chosen,
           GError        **error)
{
  g_autofree OndesScale *scales = g_new (OndesScale, cwt->n_scales);
  OndesCwtOptions options = cwt->options;
  guint n = 0;

  if (options.quantity != ONDES_QUANTITY_POWER)
    options.quantity = ONDES_QUANTITY_MAGNITUDE;
  for (guint i = 0; i < cwt->n_scales; i++)
    if (chosen[i])
      scales[n++] = cwt->scales[i];
  return ondes_cwt_new_scales (&options, scales, n, error);
}

static gboolean
refuse (GError **error)
{
  g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE, _("nothing lies in the selection; select more"));
  return FALSE;
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
choose_near (const OndesCwt *cwt,
             double          scale,
             gboolean       *chosen)
{
  int below = -1, above = -1;

  for (guint i = 0; i < cwt->n_scales; i++)
    {
      const double s = ondes_cwt_scale (cwt, i);

      chosen[i] = s >= scale / NEAR && s <= scale * NEAR;
      if (s < scale / NEAR && (below < 0 || s > ondes_cwt_scale (cwt, (guint) below)))
        below = (int) i;
      if (s > scale * NEAR && (above < 0 || s < ondes_cwt_scale (cwt, (guint) above)))
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
  const OndesCwt *cwt = ondes_spec_cwt (job->spec);
  const OndesWatch quiet = { .cancellable = ondes_watch_cancellable (watch) };
  g_autofree gboolean *chosen = g_new (gboolean, cwt->n_scales);
  g_autofree guint *rows = g_new (guint, cwt->n_scales);
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesSlice) slice = NULL;
  OndesPeakFrequency peak;
  guint n = 0, own = 0;

  choose_near (cwt, ondes_cwt_scale (cwt, of->row), chosen);
  for (guint i = 0; i < cwt->n_scales; i++)
    if (chosen[i])
      {
        own = i == of->row ? n : own;
        rows[n++] = i;
      }
  spec = make_spec (cwt, chosen, error);
  slice = spec != NULL ? ondes_slice_compute (computer, &(OndesSliceJob) { .spec = spec, .source = job->source,
                                                                           .place = { ONDES_SLICE_SPECTRUM, of->at, 1, 0, 0 } },
                                              &quiet, NULL, error) : NULL;
  if (slice == NULL)
    return FALSE;
  peak = ondes_peak_frequency (ondes_spec_cwt (spec), job->source->rate_hz, slice->values, own);
  if (peak.how == ONDES_PEAK_BETWEEN_ROWS && !of->in_band[rows[peak.row]]
      && !(peak.hz >= job->low_hz && peak.hz <= job->high_hz))
    peak = (OndesPeakFrequency) { ondes_cwt_frequency_hz (cwt, of->row, job->source->rate_hz), own, ONDES_PEAK_BEYOND_BAND };
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

static gboolean
measure_cwt (OndesComputer          *computer,
             const OndesReadingsJob *job,
             const OndesWatch       *watch,
             OndesReadings          *m,
             GError                **error)
{
  const guint oversampling = MAX (job->oversampling, 1);
  const OndesCwt *cwt = ondes_spec_cwt (job->spec);
  g_autofree double *hz = g_new (double, cwt->n_scales);
  g_autofree gboolean *chosen = g_new0 (gboolean, cwt->n_scales);
  const OndesView view = { .first = job->first * oversampling, .count = job->count * oversampling };
  MeasureSink sink = { .sink = { &measure_sink }, .gain = 1 };
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesRequest) request = NULL;

  for (guint i = 0; i < cwt->n_scales; i++)
    hz[i] = ondes_cwt_frequency_hz (cwt, i, job->source->rate_hz);
  m->rows = choose_rows (hz, cwt->n_scales, job->low_hz, job->high_hz, chosen);
  spec = make_spec (cwt, chosen, error);
  request = spec != NULL ? ondes_request_new_of (spec, job->source, &view, error) : NULL;
  if (request == NULL)
    return FALSE;
  m->power = sink.power = cwt->options.quantity == ONDES_QUANTITY_POWER;
  if (!ondes_compute (computer, request, &sink.sink, watch, NULL, error) || !finish (&sink.totals, m, error))
    return FALSE;
  m->peak_at = (double) (view.first + sink.totals.peak_col) / oversampling;
  return find_frequency (computer, job, &(Peak) { nth_chosen (chosen, sink.totals.peak_row), view.first + sink.totals.peak_col,
                                                  chosen }, watch, m, error);
}

static gboolean
measure_walshgram (OndesComputer          *computer,
                   const OndesReadingsJob *job,
                   const OndesWatch       *watch,
                   OndesReadings          *m,
                   GError                **error)
{
  const OndesWalshgram *walshgram = ondes_spec_walshgram (job->spec);
  const guint n = (guint) walshgram->options.window;
  const gboolean sequency = walshgram->options.order == ONDES_ORDER_SEQUENCY;
  const OndesSpan frames = ondes_walshgram_frames_over (walshgram, job->source->n, job->first, job->count);
  g_autofree double *hz = g_new (double, n);
  g_autofree gboolean *chosen = g_new0 (gboolean, n);
  MeasureSink sink = { .sink = { &measure_sink }, .rows = chosen, .gain = ldexp (1, ondes_scalogram_get_gain (job->spec)) };
  g_autoptr (OndesRequest) request = NULL;
  OndesView view;

  if (frames.count == 0)
    return refuse (error);
  for (guint i = 0; i < n; i++)
    hz[i] = sequency ? (double) ondes_walshgram_crossings (walshgram, i) * job->source->rate_hz / n : i;
  m->place = sequency ? ONDES_PLACE_SEQUENCY : ONDES_PLACE_ROW;
  m->rows = choose_rows (hz, n, job->low_hz, job->high_hz, chosen);
  view = ondes_walshgram_view (walshgram, frames, 0);
  request = ondes_request_new_of (job->spec, job->source, &view, error);
  if (request == NULL || !ondes_compute (computer, request, &sink.sink, watch, NULL, error) || !finish (&sink.totals, m, error))
    return FALSE;
  m->peak_at = (double) ((frames.first + sink.totals.peak_col) * walshgram->options.hop) + (double) n / 2;
  m->peak_hz = hz[sink.totals.peak_row];
  m->peak_how = ONDES_PEAK_OF_WALSH;
  return TRUE;
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
  return (ondes_spec_is_walshgram (job->spec) ? measure_walshgram : measure_cwt) (computer, job, watch, readings, error);
}
