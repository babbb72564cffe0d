/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "error-meter.h"

#include "base/dot.h"
#include "base/memory.h"
#include "base/sum.h"
#include "base/words.h"
#include "engine/array-sink.h"
#include "transform/boundary.h"

#include <math.h>

#define BLOCK      16384         /* taps at a time */
#define TAPS_MAX   (1 << 24)     /* about twice the half length of a scale of a million samples */
#define SPAN_MAX   (1 << 20)     /* samples of a column */
#define CANDIDATES 8             /* largest values that are searched around */
#define FINER      8
#define NEAR_FIRST 0.9           /* of the largest power: what a coarse step may miss of a higher peak */
#define NEAR       0.99

struct _OndesErrorMeter
{
  OndesScalogram *picture;
  OndesSource    *source;
  guint64         step;
  guint          *rows;    /* [n_rows] those in view */
  guint           n_rows;
  double         *largest; /* [picture->rows] of each row in the picture; NaN until needed */
  GRand          *random;
  OndesMeasuredErrors errors; /* rms holds the sum of squares */
};

/* A sample and |W|² there. */
typedef struct
{
  guint64 at;
  double  power;
} Value;

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
  const OndesCwt *cwt = ondes_spec_cwt (job->picture->spec);
  OndesErrorMeter *self;

  if (cwt->options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET || job->picture->view.preview)
    {
      g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_REQUEST,
                           job->picture->view.preview
                             ? _("a preview is no exact picture to measure; wait for that")
                             : _("the analytic wavelet is defined by its spectrum, not by a sum over samples to measure by; choose "
                                 "another wavelet"));
      return NULL;
    }
  self = g_new0 (OndesErrorMeter, 1);
  self->picture = ondes_scalogram_ref (job->picture);
  self->source = ondes_source_ref (job->source);
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
  g_rand_free (self->random);
  g_free (self->rows);
  g_free (self->largest);
  g_free (self);
}

/* One row's mask, block by block, and the samples that it meets. */
typedef struct
{
  const OndesCwt *cwt;
  OndesMask       mask;
  double          scale, full_scale;
  gint64          half;
  double         *taps[2];    /* [BLOCK] real and imaginary parts of m(k) */
  double         *samples[2]; /* [BLOCK + span] */
  double         *read;
} Sums;

static void
sums_clear (Sums *self)
{
  for (guint part = 0; part < 2; part++)
    {
      g_free (self->taps[part]);
      g_free (self->samples[part]);
    }
  g_free (self->read);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sums, sums_clear)

/* m(k) = g ψ*(k + d) + C of compensation.h, for k from @from on. */
static void
fill_taps (Sums   *self,
           gint64  from,
           gsize   n)
{
  const OndesCwtOptions *options = &self->cwt->options;
  const gboolean real = options->wavelet == ONDES_WAVELET_MORLET;

  for (gsize i = 0; i < n; i++)
    {
      const double u = ((double) (from + (gint64) i) + self->mask.delay) / self->scale;
      const double gaussian = self->mask.gain * self->full_scale * exp (-u * u / 2);

      self->taps[0][i] = gaussian * cos (options->omega0 * u) + self->mask.offset;
      self->taps[1][i] = real ? 0 : -gaussian * sin (options->omega0 * u);
    }
  for (guint part = 0; part < 2 && self->cwt->quantisation.bits > 0; part++)
    if (part == 0 || !real)
      ondes_mask_quantise (&self->cwt->quantisation, &(OndesMaskTaps) { self->full_scale, self->scale, part, from }, n,
                           self->taps[part]);
}

static gboolean
read_samples (Sums        *self,
              OndesSource *source,
              gint64       at,
              gsize        n,
              GError     **error)
{
  const OndesBoundary boundary = self->cwt->options.boundary;

  if (!ondes_type_is_complex (source->type))
    return ondes_halo_read (source, boundary, at, n, ONDES_F64, self->samples[0], error);
  if (!ondes_halo_read (source, boundary, at, n, ONDES_C128, self->read, error))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      self->samples[0][i] = self->read[2 * i];
      self->samples[1][i] = self->read[2 * i + 1];
    }
  return TRUE;
}

/* Computes |Σ_k x[t + k] m(k)|² at the @n samples of @values, which ascend. */
static gboolean
sum_values (OndesErrorMeter *self,
            Sums            *sums,
            Value           *values,
            gsize            n,
            GCancellable    *cancellable,
            GError         **error)
{
  const gboolean complex = ondes_type_is_complex (self->source->type);
  const gsize span = (gsize) (values[n - 1].at - values[0].at);
  g_autofree OndesSum *totals = g_new0 (OndesSum, 2 * n);

  for (gint64 k = -sums->half; k <= sums->half; k += BLOCK)
    {
      const gsize taps = (gsize) MIN (BLOCK, sums->half - k + 1);

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !read_samples (sums, self->source, (gint64) values[0].at + k, span + taps, error))
        return FALSE;
      fill_taps (sums, k, taps);
      for (gsize i = 0; i < n; i++)
        {
          const gsize at = (gsize) (values[i].at - values[0].at);

          for (guint part = 0; part < 2; part++)
            {
              ondes_sum_add (&totals[2 * i + part], ondes_dot (sums->taps[part], sums->samples[0] + at, taps));
              if (complex)
                ondes_sum_add (&totals[2 * i + part],
                               (part == 0 ? -1 : 1) * ondes_dot (sums->taps[1 - part], sums->samples[1] + at, taps));
            }
        }
    }
  for (gsize i = 0; i < n; i++)
    {
      const double re = ondes_sum_get (&totals[2 * i]), im = ondes_sum_get (&totals[2 * i + 1]);

      values[i].power = re * re + im * im;
    }
  return TRUE;
}

static int
compare_places (const void *a,
                const void *b)
{
  const Value *x = a, *y = b;

  return (x->at > y->at) - (x->at < y->at);
}

static int
compare_powers (const void *a,
                const void *b)
{
  const Value *x = a, *y = b;

  return (x->power < y->power) - (x->power > y->power);
}

/* Replaces @values, sums at every @stride samples of @span, by finer ones around the largest. */
static GArray *
refine (const GArray *values,
        OndesSpan     span,
        guint64       stride,
        guint64       finer,
        double        near)
{
  g_autoptr (GArray) peaks = g_array_new (FALSE, FALSE, sizeof (Value));
  GArray *next = g_array_new (FALSE, FALSE, sizeof (Value));
  const Value *v = &g_array_index (values, Value, 0);
  guint n = 0;

  for (guint i = 0; i < values->len; i++)
    if ((i == 0 || v[i].power >= v[i - 1].power) && (i + 1 == values->len || v[i].power >= v[i + 1].power))
      g_array_append_val (peaks, v[i]);
  g_array_sort (peaks, compare_powers);
  v = &g_array_index (peaks, Value, 0);
  for (guint i = 0; i < MIN (peaks->len, CANDIDATES) && v[i].power >= near * v[0].power; i++)
    {
      const guint64 from = v[i].at - MIN (stride, v[i].at - span.first);
      const guint64 to = MIN (v[i].at + stride, span.first + span.count - 1);

      for (guint64 at = from; at <= to; at += finer)
        g_array_append_val (next, ((Value) { .at = at }));
      g_array_append_val (next, v[i]);
    }
  g_array_sort (next, compare_places);
  for (guint i = 0; i < next->len; i++)
    if (i == 0 || g_array_index (next, Value, i).at != g_array_index (next, Value, n - 1).at)
      g_array_index (next, Value, n++) = g_array_index (next, Value, i);
  g_array_set_size (next, n);
  return next;
}

/* What a point shows if all is right. */
typedef struct
{
  gboolean too_long;
  Value    largest;
  double   mean;  /* of |W|² */
} Right;

static gboolean
sums_init (Sums     *sums,
           gsize     span,
           gboolean  complex,
           GError  **error)
{
  const gsize n = BLOCK + span;

  for (guint part = 0; part < 2; part++)
    if ((sums->taps[part] = ondes_memory_try (BLOCK * sizeof (double), error)) == NULL
        || ((part == 0 || complex) && (sums->samples[part] = ondes_memory_try (n * sizeof (double), error)) == NULL))
      return FALSE;
  return !complex || (sums->read = ondes_memory_try (2 * n * sizeof (double), error)) != NULL;
}

/* TRUE if @count samples of the row, @stride apart, take too many products, or reading them too much. */
static gboolean
is_too_long (const Sums *sums,
             guint64     count,
             guint64     stride)
{
  const double taps = 2 * (double) sums->half + 1, blocks = floor (taps / BLOCK) + 1;

  return taps > TAPS_MAX || count > SPAN_MAX || blocks * ((double) count + BLOCK) > ONDES_ERROR_METER_PRODUCTS
         || ((double) count / (double) stride + 2) * taps > ONDES_ERROR_METER_PRODUCTS;
}

/* Returns the step at which the largest |W|² of a row is searched first. */
static guint64
first_stride (const Sums *sums)
{
  const OndesCwtOptions *options = &sums->cwt->options;
  const double part = options->wavelet == ONDES_WAVELET_MORLET ? MIN (0.125, 0.25 / options->omega0) : 0.125;

  if (options->pool == ONDES_POOL_RMS || sums->cwt->quantisation.bits > 0 || sums->mask.offset != 0)
    return 1;
  return (guint64) MAX (floor (part * sums->scale), 1);
}

static gboolean
find_right (OndesErrorMeter *self,
            guint            row,
            OndesSpan        span,
            Right           *right,
            GCancellable    *cancellable,
            GError         **error)
{
  const OndesCwt *cwt = ondes_spec_cwt (self->picture->spec);
  const double scale = ondes_cwt_scale (cwt, row);
  g_auto (Sums) sums = { .cwt = cwt, .mask = ondes_cwt_mask (cwt, row), .scale = scale,
                         .full_scale = ondes_cwt_amplitude (cwt->options.normalisation, scale),
                         .half = (gint64) ondes_cwt_half_length (scale) };
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (Value));
  guint64 stride = first_stride (&sums);
  double near = NEAR_FIRST;

  *right = (Right) { .too_long = is_too_long (&sums, span.count, stride) };
  if (right->too_long)
    return TRUE;
  if (!sums_init (&sums, (gsize) span.count, ondes_type_is_complex (self->source->type), error))
    return FALSE;
  for (guint64 at = span.first; at < span.first + span.count; at += stride)
    g_array_append_val (values, ((Value) { .at = at }));
  if (g_array_index (values, Value, values->len - 1).at != span.first + span.count - 1)
    g_array_append_val (values, ((Value) { .at = span.first + span.count - 1 }));
  for (;;)
    {
      GArray *finer;

      if (!sum_values (self, &sums, (Value *) values->data, values->len, cancellable, error))
        return FALSE;
      if (stride == 1)
        break;
      finer = refine (values, span, stride, MAX (stride / FINER, 1), near);
      g_array_unref (values);
      values = finer;
      stride = MAX (stride / FINER, 1);
      near = NEAR;
    }
  right->largest = g_array_index (values, Value, 0);
  for (guint i = 0; i < values->len; i++)
    {
      const Value value = g_array_index (values, Value, i);

      right->mean += value.power / values->len;
      if (value.power > right->largest.power)
        right->largest = value;
    }
  return TRUE;
}

/* Gets the samples of the transform that column @column may show, @all, and those that it shows wherever its edges were placed,
 * @surely. */
static void
column_spans (const OndesErrorMeter *self,
              guint                  column,
              OndesSpan             *all,
              OndesSpan             *surely)
{
  const OndesView *view = &self->picture->view;
  const guint64 times = self->picture->times, first = view->first * times, count = view->count * times;
  guint64 edges[2][2];

  for (guint e = 0; e < 2; e++)
    {
      edges[0][e] = (guint64) ((unsigned __int128) (column + e) * count / view->columns);
      edges[1][e] = self->step > 0 ? MIN ((column + e) * self->step * times, count) : edges[0][e];
    }
  all->first = first + MIN (edges[0][0], edges[1][0]);
  all->count = first + MAX (edges[0][1], edges[1][1]) - all->first;
  surely->first = first + MAX (edges[0][0], edges[1][0]);
  surely->count = first + MIN (edges[0][1], edges[1][1]);
  surely->count -= MIN (surely->count, surely->first);
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
  g_autoptr (GArray) scales = g_array_new (FALSE, FALSE, sizeof (OndesScale));
  OndesScaleList list = { .scales = scales, .options = (char *) "--scales" };
  OndesCwtOptions options = cwt->options;

  options.precision = precision;
  g_array_append_val (scales, cwt->scales[row]);
  return ondes_cwt_new (&options, &list, error);
}

/* Compares what the engine computes at @sample in each precision with @right. */
static gboolean
compare_precisions (OndesErrorMeter *self,
                    OndesComputer   *computer,
                    guint            row,
                    const Value     *right,
                    GCancellable    *cancellable,
                    GError         **error)
{
  const OndesCwt *cwt = ondes_spec_cwt (self->picture->spec);
  const double power = right->power, want = cwt->options.quantity == ONDES_QUANTITY_POWER ? power : sqrt (power);
  const OndesView view = { .first = right->at, .count = 1 };
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
  OndesSpan all, surely;
  double shown, want;
  guint row, column;
  Right right;

  if (self->n_rows == 0)
    {
      self->errors.left_out++;
      return !g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  row = self->rows[g_rand_int_range (self->random, 0, (gint32) self->n_rows)];
  column = (guint) g_rand_int_range (self->random, 0, (gint32) picture->columns);
  shown = ondes_scalogram_value (picture, picture->values[(gsize) row * picture->columns + column]);
  column_spans (self, column, &all, &surely);
  right.too_long = !isfinite (shown) || all.count == 0;
  if (!right.too_long && !find_right (self, row, all, &right, cancellable, error))
    return FALSE;
  if (right.too_long || right.largest.at < surely.first
      || right.largest.at >= surely.first + surely.count || (rms && surely.count != all.count))
    {
      self->errors.left_out++;
      return TRUE;
    }
  if (computer != NULL && !compare_precisions (self, computer, row, &right.largest, cancellable, error))
    return FALSE;
  want = rms ? right.mean : right.largest.power;
  want = options->quantity == ONDES_QUANTITY_POWER ? want : sqrt (want);
  self->errors.points++;
  if (take (&self->errors.picture, shown - want, MAX (largest_of (self, row), want)))
    {
      self->errors.row = row;
      self->errors.sample = right.largest.at / picture->times;
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
