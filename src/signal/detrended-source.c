/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "detrended-source.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/sum.h"
#include "base/words.h"
#include "moving-mean.h"
#include "recording-private.h"

#include <math.h>
#include <string.h>

#define PIECE 32768 /* samples per read */
#define BLOCK 128   /* samples per uncompensated sum */
#define RUNS  32    /* runs of samples per estimate */
#define RUN   4096

const char *const ondes_detrend_names[] = { "auto", "none", "mean", "linear", "span-mean", "moving", NULL };

/* Sums with u = (t − (n − 1)/2)/(n/2), which keeps squares small; [1] holds the imaginary parts. */
typedef struct
{
  OndesSum x[2], ux[2], u, uu;
  guint64 finite;
} Sums;

typedef struct
{
  OndesOperation operation;
  OndesDetrend   detrend;
  guint64        first, count; /* span that is measured; a count of 0 means all samples */
  gboolean       is_step;
} Detrending;

typedef struct
{
  OndesMeasurement measurement; /* of samples */
  OndesTrend       trend;       /* final once that is known */
  Sums             sums;
} State;

/* Adds @n samples, from @at on, of a source of @length samples; complex samples are pairs. */
static void
add_block (Sums         *self,
           const double *x,
           gboolean      is_complex,
           guint64       at,
           gsize         n,
           guint64       length)
{
  const double half = (double) length / 2, first = ((double) at - ((double) length - 1) / 2) / half;
  double sums[4] = { 0 }, u_sum = 0, uu_sum = 0;

  for (gsize i = 0; i < n; i++)
    {
      double re = x[is_complex ? 2 * i : i], im = is_complex ? x[2 * i + 1] : 0, u = first + (double) i / half;

      if (!isfinite (re) || !isfinite (im))
        continue;
      sums[0] += re;
      sums[1] += im;
      sums[2] += u * re;
      sums[3] += u * im;
      u_sum += u;
      uu_sum += u * u;
      self->finite++;
    }
  for (guint c = 0; c < 2; c++)
    {
      ondes_sum_add (&self->x[c], sums[c]);
      ondes_sum_add (&self->ux[c], sums[2 + c]);
    }
  ondes_sum_add (&self->u, u_sum);
  ondes_sum_add (&self->uu, uu_sum);
}

/* Adds the samples [at, at + n), at most PIECE; @piece has room for as many C128 samples. */
static gboolean
add_piece (Sums        *self,
           OndesSource *parent,
           guint64      at,
           gsize        n,
           double      *piece,
           GError     **error)
{
  const gboolean is_complex = ondes_type_is_complex (parent->type);

  if (!ondes_source_read_as (parent, at, n, is_complex ? ONDES_C128 : ONDES_F64, piece, error))
    return FALSE;
  for (gsize done = 0; done < n; done += BLOCK)
    add_block (self, piece + (is_complex ? 2 : 1) * done, is_complex, at + done, MIN (BLOCK, n - done), parent->n);
  return TRUE;
}

/* Fits level + slope u to the finite samples by least squares. */
static OndesTrend
find_trend (const Sums  *sums,
            OndesDetrend detrend,
            guint64      length)
{
  const double n = (double) sums->finite, u = ondes_sum_get (&sums->u), uu = ondes_sum_get (&sums->uu), spread = n * uu - u * u;
  OndesTrend trend = { 0 };

  if (sums->finite == 0)
    return trend;
  for (guint c = 0; c < 2; c++)
    {
      const double x = ondes_sum_get (&sums->x[c]), ux = ondes_sum_get (&sums->ux[c]);
      double slope = detrend == ONDES_DETREND_LINEAR && spread > 1e-12 * n * uu ? (n * ux - u * x) / spread : 0;
      double level = (x - slope * u) / n;

      if (!isfinite (slope) || !isfinite (level))
        return (OndesTrend) { 0 };
      trend.level[c] = level;
      trend.slope[c] = slope / ((double) length / 2);
    }
  return trend;
}

static gpointer
state_new (const OndesOperation *operation,
           OndesSource *const   *parents)
{
  return ondes_measurement_new (sizeof (State));
}

/* Returns the span that is measured. */
static void
get_span (const Detrending  *self,
          const OndesSource *parent,
          guint64           *first,
          guint64           *count)
{
  *first = MIN (self->first, parent->n);
  *count = self->count > 0 ? MIN (self->count, parent->n - *first) : parent->n - *first;
}

static gboolean
measure_next (const OndesOperationCall *call,
              GError                  **error)
{
  const Detrending *self = (const Detrending *) call->operation;
  OndesSource *parent = call->parents[0];
  State *state = call->state;
  g_autofree double *piece = ondes_memory_try (2 * PIECE * sizeof (double), error);
  guint64 *done = &state->measurement.done, first, count, gap, n;

  get_span (self, parent, &first, &count);
  gap = ondes_source_gap (parent, first + *done);
  n = MIN (MAX (gap, PIECE), count - *done);
  if (piece == NULL || (n > gap && !add_piece (&state->sums, parent, first + *done, (gsize) n, piece, error)))
    return FALSE;
  *done += n;
  if (*done < count)
    return TRUE;
  state->trend = find_trend (&state->sums, self->detrend, parent->n);
  g_atomic_int_set (&state->measurement.is_known, TRUE);
  return TRUE;
}

static gboolean
measure (const OndesOperationCall *call,
         const OndesWatch         *watch,
         GError                  **error)
{
  guint64 first, count;

  get_span ((const Detrending *) call->operation, call->parents[0], &first, &count);
  return ondes_measurement_run (call, count, measure_next, watch, error);
}

/* Estimates the trend from about 100 000 samples, in runs spread over the measured span. */
static gboolean
estimate (const OndesOperationCall *call,
          gpointer                 *made,
          GCancellable             *cancellable,
          GError                  **error)
{
  const Detrending *self = (const Detrending *) call->operation;
  OndesSource *parent = call->parents[0];
  g_autofree double *piece = NULL;
  State *state;
  Sums sums = { 0 };
  guint64 runs, first, count;

  *made = NULL;
  if (call->state != NULL && g_atomic_int_get (&((OndesMeasurement *) call->state)->is_known))
    return TRUE;
  get_span (self, parent, &first, &count);
  runs = count / RUN < RUNS ? (count + RUN - 1) / RUN : RUNS;
  piece = ondes_memory_try (2 * RUN * sizeof (double), error);
  if (piece == NULL)
    return FALSE;
  for (guint64 i = 0; i < runs; i++)
    {
      /* The runs include the first and last samples, which matter most to a line. */
      guint64 at = runs > 1 && count > RUN ? (guint64) ((double) i / (double) (runs - 1) * (double) (count - RUN)) : 0;

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !add_piece (&sums, parent, first + at, (gsize) MIN (RUN, count - at), piece, error))
        return FALSE;
    }
  state = state_new (call->operation, call->parents);
  state->trend = find_trend (&sums, self->detrend, parent->n);
  state->measurement.is_known = TRUE;
  *made = state;
  return TRUE;
}

static void
needs (const OndesOperation *operation,
       guint64               parent_n,
       gint64               *at,
       guint64              *n)
{
  const Detrending *self = (const Detrending *) operation;
  const gint64 first = MIN (*at, (gint64) self->first);
  const gint64 end = MAX (*at + (gint64) *n, (gint64) (self->count > 0 ? self->first + self->count : parent_n));

  *at = first;
  *n = (guint64) (end - first);
}

static gboolean
subtract (const OndesOperationCall *call,
          void                     *out,
          GError                  **error)
{
  const OndesWatch watch = { .cancellable = g_cancellable_get_current () };
  const OndesSource *parent = call->parents[0];
  const gboolean is_complex = ondes_type_is_complex (parent->type);
  const double middle = ((double) parent->n - 1) / 2;
  const OndesTrend *trend = &((State *) call->state)->trend;
  double *x = out;

  if (!measure (call, &watch, error) || !ondes_operation_read_parent (call, out, error))
    return FALSE;
  for (gsize i = 0; i < call->n; i++)
    {
      const double t = (double) (call->at + i) - middle;

      if (is_complex)
        {
          x[2 * i] -= trend->level[0] + trend->slope[0] * t;
          x[2 * i + 1] -= trend->level[1] + trend->slope[1] * t;
        }
      else
        x[i] -= trend->level[0] + trend->slope[0] * t;
    }
  return TRUE;
}

static const OndesOperationClass detrending_class = {
  .n_parents = 1, .is_pointwise = TRUE, .keeps_gaps = TRUE,
  .shape = ondes_operation_shape_of_parent, .needs = needs, .state_new = state_new, .state_free = ondes_measurement_free,
  .prepare = measure, .estimate = estimate, .compute = subtract,
};

static OndesOperation *
operation_new (const OndesDetrending *detrending,
               double                 rate_hz)
{
  const gboolean of_span = detrending->kind == ONDES_DETREND_SPAN_MEAN;
  Detrending *self;

  if (detrending->kind == ONDES_DETREND_MOVING)
    return ondes_moving_mean_new (ondes_moving_mean_samples (detrending->window, rate_hz));
  self = g_new0 (Detrending, 1);
  self->detrend = detrending->kind;
  self->first = of_span ? detrending->first : 0;
  self->count = of_span ? detrending->count : 0;
  self->is_step = detrending->is_step;
  ondes_operation_init (&self->operation, &detrending_class,
                        of_span ? g_strdup_printf ("detrended, mean of %" PRIu64 " samples from %" PRIu64, self->count, self->first)
                                : g_strdup_printf ("%s, %s", self->is_step ? "conditioned" : "detrended",
                                                   ondes_detrend_names[self->detrend]));
  return &self->operation;
}

OndesSource *
ondes_detrended_source_new (OndesSource           *parent,
                            const OndesDetrending *detrending)
{
  g_autoptr (OndesOperation) operation = NULL;

  g_return_val_if_fail (detrending->kind < ONDES_N_DETRENDS, NULL);
  if (detrending->kind <= ONDES_DETREND_NONE)
    return ondes_source_ref (parent);
  operation = operation_new (detrending, parent->rate_hz);
  return ondes_computed_source_new (operation, &parent, NULL);
}

OndesSource *
ondes_recording_detrended (OndesRecording        *recording,
                           guint                  channel,
                           const OndesDetrending *detrending,
                           GError               **error)
{
  OndesRecording *parent = ondes_recording_get_parent (recording);
  OndesDetrending of_parent = *detrending;
  g_autoptr (OndesSource) source = NULL;
  OndesSpan span;

  if (parent == NULL)
    {
      source = ondes_recording_source (recording, channel, error);
      return source != NULL ? ondes_detrended_source_new (source, detrending) : NULL;
    }
  span = ondes_recording_parent_span (recording, (OndesSpan) { detrending->first, detrending->count });
  of_parent.first = span.first;
  of_parent.count = span.count;
  source = ondes_recording_detrended (parent, channel, &of_parent, error);
  return source != NULL ? ondes_recording_apply (recording, source, error) : NULL;
}

/* Returns the nearest detrending below @source that is no step of conditioning, or a source that is not computed. */
static OndesSource *
find_detrended (OndesSource *source)
{
  const OndesOperation *operation;

  while ((operation = ondes_computed_source_get_operation (source)) != NULL)
    {
      if (ondes_moving_mean_window (operation) > 0
          || (operation->klass == &detrending_class && !((const Detrending *) operation)->is_step))
        break;
      source = ondes_computed_source_get_parent (source);
    }
  return source;
}

OndesDetrend
ondes_source_get_detrend (OndesSource *source,
                          OndesTrend  *trend)
{
  OndesSource *detrended = find_detrended (source);
  const OndesOperation *operation = ondes_computed_source_get_operation (detrended);
  const State *state;

  if (trend != NULL)
    *trend = (OndesTrend) { .window = ondes_moving_mean_window (operation) };
  if (ondes_moving_mean_window (operation) > 0)
    return ONDES_DETREND_MOVING;
  if (operation == NULL)
    return ONDES_DETREND_NONE;
  state = ondes_computed_source_get_state (detrended);
  if (trend != NULL && g_atomic_int_get (&state->measurement.is_known))
    *trend = state->trend;
  return ((const Detrending *) operation)->detrend;
}

char *
ondes_detrending_print (const OndesDetrending *detrending)
{
  char number[ONDES_NUMBER_SIZE];

  g_return_val_if_fail (detrending->kind < ONDES_N_DETRENDS, NULL);
  if (detrending->kind != ONDES_DETREND_MOVING)
    return g_strdup (ondes_detrend_names[detrending->kind]);
  return g_strdup_printf ("moving:%s", ondes_number_print (number, detrending->window));
}
