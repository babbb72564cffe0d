/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "error-meter.h"

#include "base/compare.h"
#include "base/words.h"
#include "cwt-reference.h"
#include "engine/array-sink.h"

#include <math.h>

#define CANDIDATES 8             /* largest values that are searched around */
#define FINER      8
#define FINEST     2048          /* parts of the first step, which miss no more than 1e-8 of a peak */
#define NEAR_FIRST 0.9           /* of the largest power: what a coarse step may miss of a higher peak */
#define NEAR       0.99

struct _OndesErrorMeter
{
  OndesScalogram *picture;
  OndesSource    *source;
  OndesCwtReference *reference;
  guint64         step;
  guint          *rows;    /* [n_rows] those in view */
  guint           n_rows;
  double         *largest; /* [picture->rows] of each row in the picture; NaN until needed */
  GRand          *random;
  OndesMeasuredErrors errors; /* rms holds the sum of squares */
};

static gboolean
is_in_view (const OndesErrorMeterJob *job,
            guint                     row)
{
  const double *edges = job->picture->edges_hz + 2 * (gsize) row;

  return job->hi_hz <= 0 || (edges[1] >= job->lo_hz && edges[0] <= job->hi_hz);
}

OndesErrorMeter *
ondes_error_meter_new (const OndesErrorMeterJob *job,
                       GError                  **error)
{
  OndesErrorMeter *self;

  if (job->picture->view.preview)
    return ondes_error_set_null (error, ONDES_ERROR_REQUEST, _("a preview is not exact; wait for the exact picture"));
  self = g_new0 (OndesErrorMeter, 1);
  self->picture = ondes_scalogram_ref (job->picture);
  self->source = ondes_source_ref (job->source);
  self->reference = ondes_cwt_reference_new (job->picture->spec, job->source);
  self->step = job->step;
  self->random = g_rand_new_with_seed (job->seed);
  self->rows = g_new (guint, self->picture->rows);
  self->largest = g_new (double, self->picture->rows);
  for (guint row = 0; row < self->picture->rows; row++)
    {
      self->largest[row] = NAN;
      if (is_in_view (job, row))
        self->rows[self->n_rows++] = row;
    }
  return self;
}

void
ondes_error_meter_free (OndesErrorMeter *self)
{
  ondes_scalogram_unref (self->picture);
  ondes_source_unref (self->source);
  ondes_cwt_reference_free (self->reference);
  g_rand_free (self->random);
  g_free (self->rows);
  g_free (self->largest);
  g_free (self);
}

static int
compare_places (const void *a,
                const void *b)
{
  const OndesReferenceValue *x = a, *y = b;

  return ONDES_COMPARE (x->at, y->at);
}

static int
compare_powers (const void *a,
                const void *b)
{
  const OndesReferenceValue *x = a, *y = b;

  return ONDES_COMPARE (y->power, x->power);
}

/* Replaces @values, sums at every @stride samples of @span, by finer ones around the largest. */
static GArray *
refine (const GArray *values,
        OndesSpan     span,
        guint64       stride,
        guint64       finer,
        double        near)
{
  g_autoptr (GArray) peaks = g_array_new (FALSE, FALSE, sizeof (OndesReferenceValue));
  GArray *next = g_array_new (FALSE, FALSE, sizeof (OndesReferenceValue));
  const OndesReferenceValue *v = &g_array_index (values, OndesReferenceValue, 0);
  guint n = 0;

  for (guint i = 0; i < values->len; i++)
    if ((i == 0 || v[i].power >= v[i - 1].power) && (i + 1 == values->len || v[i].power >= v[i + 1].power))
      g_array_append_val (peaks, v[i]);
  g_array_sort (peaks, compare_powers);
  v = &g_array_index (peaks, OndesReferenceValue, 0);
  for (guint i = 0; i < MIN (peaks->len, CANDIDATES) && v[i].power >= near * v[0].power; i++)
    {
      const guint64 from = v[i].at - MIN (stride, v[i].at - span.first);
      const guint64 to = MIN (v[i].at + stride, span.first + span.count - 1);

      for (guint64 at = from; at <= to; at += finer)
        g_array_append_val (next, ((OndesReferenceValue) { .at = at }));
      g_array_append_val (next, v[i]);
    }
  g_array_sort (next, compare_places);
  for (guint i = 0; i < next->len; i++)
    if (i == 0 || g_array_index (next, OndesReferenceValue, i).at != g_array_index (next, OndesReferenceValue, n - 1).at)
      g_array_index (next, OndesReferenceValue, n++) = g_array_index (next, OndesReferenceValue, i);
  g_array_set_size (next, n);
  return next;
}

/* What a point shows by the definition. */
typedef struct
{
  gboolean            too_long;
  OndesReferenceValue largest;
  double              mean; /* of |W|² */
} Expected;

/* The steps at which the largest |W|² of a row is searched. */
typedef struct
{
  guint64 first, last;
} Steps;

static Steps
steps_of (const OndesCwt *cwt,
          guint           row,
          guint64         span)
{
  const OndesCwtOptions *options = &cwt->options;
  const double part = options->wavelet == ONDES_WAVELET_MORLET ? MIN (0.125, 0.25 / options->omega0) : 0.125;
  const double first = part * ondes_cwt_scale (cwt, row);

  if (options->pool == ONDES_POOL_RMS || cwt->quantisation.bits > 0 || ondes_cwt_mask (cwt, row).offset != 0)
    return (Steps) { 1, 1 };
  return (Steps) { (guint64) CLAMP (floor (first), 1, (double) span), (guint64) MAX (floor (first / FINEST), 1) };
}

/* Returns about how many products a search in @span takes. */
static double
search_cost (OndesErrorMeter *self,
             guint            row,
             guint64          span,
             Steps            steps)
{
  double cost = ondes_cwt_reference_cost (self->reference, row, span, span / steps.first + 2);

  for (guint64 step = steps.first; step > steps.last; step = MAX (step / FINER, steps.last))
    cost += ondes_cwt_reference_cost (self->reference, row, span, 2 * FINER + 2);
  return cost;
}

/* Fills @values with the samples at every @step of @span, and its last. */
static void
fill_samples (GArray   *values,
              OndesSpan span,
              guint64   step)
{
  const guint64 last = span.first + span.count - 1;

  for (guint64 at = span.first; at < last; at += step)
    g_array_append_val (values, ((OndesReferenceValue) { .at = at }));
  g_array_append_val (values, ((OndesReferenceValue) { .at = last }));
}

static gboolean
find_expected (OndesErrorMeter *self,
               guint            row,
               OndesSpan        span,
               Expected        *expected,
               GCancellable    *cancellable,
               GError         **error)
{
  Steps steps = steps_of (ondes_spec_cwt (self->picture->spec), row, span.count);
  g_autoptr (GArray) values = NULL;
  double near = NEAR_FIRST;

  *expected = (Expected) { .too_long = !(search_cost (self, row, span.count, steps) <= ONDES_ERROR_METER_PRODUCTS) };
  if (expected->too_long)
    return TRUE;
  values = g_array_new (FALSE, FALSE, sizeof (OndesReferenceValue));
  fill_samples (values, span, steps.first);
  for (;; near = NEAR)
    {
      const guint64 step = steps.first;
      GArray *finer;

      if (!ondes_cwt_reference_values (self->reference, row, (OndesReferenceValue *) (void *) values->data, values->len,
                                       cancellable, error))
        return FALSE;
      if (step <= steps.last)
        break;
      steps.first = MAX (step / FINER, steps.last);
      finer = refine (values, span, step, steps.first, near);
      g_array_unref (values);
      values = finer;
    }
  expected->largest = g_array_index (values, OndesReferenceValue, 0);
  for (guint i = 0; i < values->len; i++)
    {
      const OndesReferenceValue value = g_array_index (values, OndesReferenceValue, i);

      expected->mean += value.power / values->len;
      if (value.power > expected->largest.power)
        expected->largest = value;
    }
  return TRUE;
}

/* Gets the samples of the transform that column @column may show, @all, and those that it shows wherever its edges were placed,
 * @certain. */
static void
column_spans (const OndesErrorMeter *self,
              guint                  column,
              OndesSpan             *all,
              OndesSpan             *certain)
{
  const OndesView *view = &self->picture->view;
  const guint64 oversampling = self->picture->oversampling;
  const guint64 first = view->first * oversampling, count = view->count * oversampling;
  guint64 edges[2][2];

  for (guint e = 0; e < 2; e++)
    {
      edges[0][e] = (guint64) ((unsigned __int128) (column + e) * count / view->columns);
      edges[1][e] = self->step > 0 ? MIN ((column + e) * self->step * oversampling, count) : edges[0][e];
    }
  all->first = first + MIN (edges[0][0], edges[1][0]);
  all->count = first + MAX (edges[0][1], edges[1][1]) - all->first;
  certain->first = first + MAX (edges[0][0], edges[1][0]);
  certain->count = first + MIN (edges[0][1], edges[1][1]);
  certain->count -= MIN (certain->count, certain->first);
}

static double
largest_of (OndesErrorMeter *self,
            guint            row)
{
  const OndesScalogram *picture = self->picture;

  if (!isnan (self->largest[row]))
    return self->largest[row];
  self->largest[row] = 0;
  for (guint c = 0; c < picture->columns; c++)
    {
      const double value = ondes_scalogram_value (picture, picture->values[(gsize) row * picture->columns + c]);

      if (value > self->largest[row])
        self->largest[row] = value;
    }
  return self->largest[row];
}

static gboolean
take (OndesErrorFigure *figure,
      double            off,
      double            whole)
{
  const double error = whole > 0 ? fabs (off) / whole : 0;
  const gboolean worse = error > figure->worst;

  figure->worst = worse ? error : figure->worst;
  figure->rms += error * error;
  return worse;
}

/* Returns a spec of the one row in @precision. */
static OndesSpec *
row_spec (const OndesCwt *cwt,
          guint           row,
          OndesPrecision  precision,
          GError        **error)
{
  OndesCwtOptions options = cwt->options;

  options.precision = precision;
  return ondes_cwt_new_scales (&options, &cwt->scales[row], 1, error);
}

/* Compares what the engine computes at @sample in each precision with @expected. */
static gboolean
compare_precisions (OndesErrorMeter *self,
                    OndesComputer   *computer,
                    guint            row,
                    const OndesReferenceValue *expected,
                    GCancellable    *cancellable,
                    GError         **error)
{
  const OndesCwt *cwt = ondes_spec_cwt (self->picture->spec);
  const double power = expected->power, want = cwt->options.quantity == ONDES_QUANTITY_POWER ? power : sqrt (power);
  const OndesView view = { .first = expected->at, .count = 1 };
  double values[3] = { 0 };

  for (guint p = 0; p < 3; p++)
    {
      g_autoptr (OndesSpec) spec = row_spec (cwt, row, (OndesPrecision) p, error);
      g_autoptr (OndesRequest) request = spec != NULL ? ondes_request_new_of (spec, self->source, &view, error) : NULL;
      OndesArraySink *sink;
      gboolean done;

      if (request == NULL)
        return FALSE;
      sink = ondes_array_sink_new ();
      done = ondes_compute (computer, request, &sink->sink, &(OndesWatch) { .cancellable = cancellable }, NULL, error);
      if (done)
        values[p] = sink->type == ONDES_F32 ? ((const float *) sink->data)[0] : ((const double *) sink->data)[0];
      ondes_sink_free (&sink->sink);
      if (!done)
        return FALSE;
    }
  for (guint p = 0; p < 3; p++)
    take (&self->errors.precisions[p], values[p] - want, MAX (largest_of (self, row), want));
  return TRUE;
}

gboolean
ondes_error_meter_add (OndesErrorMeter *self,
                       OndesComputer   *computer,
                       GCancellable    *cancellable,
                       GError         **error)
{
  const OndesScalogram *picture = self->picture;
  const OndesCwtOptions *options = &ondes_spec_cwt (picture->spec)->options;
  const gboolean rms = options->pool == ONDES_POOL_RMS;
  OndesSpan all, certain;
  double shown, want;
  guint row, column;
  Expected expected;

  if (self->n_rows == 0)
    {
      self->errors.left_out++;
      return !g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  row = self->rows[g_rand_int_range (self->random, 0, (gint32) self->n_rows)];
  column = (guint) g_rand_int_range (self->random, 0, (gint32) picture->columns);
  shown = ondes_scalogram_value (picture, picture->values[(gsize) row * picture->columns + column]);
  column_spans (self, column, &all, &certain);
  expected.too_long = !isfinite (shown) || all.count == 0;
  if (!expected.too_long && !find_expected (self, row, all, &expected, cancellable, error))
    return FALSE;
  if (expected.too_long || expected.largest.at < certain.first
      || expected.largest.at >= certain.first + certain.count || (rms && certain.count != all.count))
    {
      self->errors.left_out++;
      return TRUE;
    }
  if (computer != NULL && !compare_precisions (self, computer, row, &expected.largest, cancellable, error))
    return FALSE;
  want = rms ? expected.mean : expected.largest.power;
  want = options->quantity == ONDES_QUANTITY_POWER ? want : sqrt (want);
  self->errors.points++;
  if (take (&self->errors.picture, shown - want, MAX (largest_of (self, row), want)))
    {
      self->errors.row = row;
      self->errors.sample = expected.largest.at / picture->oversampling;
    }
  return TRUE;
}

void
ondes_error_meter_get (OndesErrorMeter     *self,
                       OndesMeasuredErrors *errors)
{
  const double n = MAX (self->errors.points, 1);

  *errors = self->errors;
  errors->picture.rms = sqrt (errors->picture.rms / n);
  for (guint p = 0; p < 3; p++)
    errors->precisions[p].rms = sqrt (errors->precisions[p].rms / n);
}
