/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "whitened-source.h"

#include "base/compare.h"
#include "base/memory.h"
#include "base/words.h"
#include "cpu/fft/fft.h"
#include "filtered-source.h"
#include "signal/continued-source.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FLOOR   1e-8  /* of the largest amplitude: a stop band is not amplified without limit */
#define ROUNDED 1e-12 /* of squares: a smaller sum is lost in their rounding */
#define STEP    512   /* medians that are found between two looks at the cancellable */

typedef struct
{
  OndesOperation operation;
  guint          segment;
} Whitening;

/* Sums of samples, real and imaginary part, and of their squares, in units of the largest amplitude. */
typedef struct
{
  double sums[2], squares;
} Spread;

typedef struct
{
  OndesMeasurement measurement; /* of segments, of medians, then of the level of segments, a step each */
  OndesSource     *continued;   /* the parent, F/2 samples longer at each end; NULL until the medians are known */
  OndesSource     *filtered;    /* that, filtered; NULL until all is known */
  double          *amplitudes;  /* segment by segment, so far */
  double          *medians;     /* of all bins, so far; NULL until the segments are measured */
  double          *taps;        /* without the factor of the level, F − 1; NULL until the medians are known */
  double          *response;    /* of the taps at 2 F frequencies, real */
  double           largest;     /* median; 1 if there is none */
  Spread      before, after; /* of the segments' samples, whitened and not, so far */
} State;

static guint
count_segments (guint64 n,
                guint   segment)
{
  return (guint) MIN ((n - segment) / (segment / 2) + 1, ONDES_WHITEN_SEGMENTS);
}

static guint64
segment_at (guint64 n,
            guint   segment,
            guint   i)
{
  const guint64 all = (n - segment) / (segment / 2) + 1;

  if (all <= ONDES_WHITEN_SEGMENTS)
    return (guint64) i * (segment / 2);
  return (guint64) ((double) i * (double) (n - segment) / (ONDES_WHITEN_SEGMENTS - 1));
}

/* Returns the number of distinct bins: of real samples the spectrum is symmetric. */
static guint
count_bins (const Whitening   *self,
            const OndesSource *parent)
{
  return ondes_type_is_complex (parent->type) ? self->segment : self->segment / 2 + 1;
}

static gboolean
whitened_shape (const OndesOperation *operation,
                OndesSource *const   *parents,
                OndesComputedShape   *shape,
                GError              **error)
{
  const guint segment = ((const Whitening *) operation)->segment;

  if (parents[0]->n >= segment)
    return ondes_operation_shape_of_parent (operation, parents, shape, error);
  return ondes_error_set (error, ONDES_ERROR_FILE,
                          _("%" PRIu64 " samples are too few to whiten with segments of %u"), parents[0]->n, segment);
}

static void
whitened_needs (const OndesOperation *operation,
                guint64               parent_n,
                gint64               *at,
                guint64              *n)
{
  *at = 0;
  *n = parent_n;
}

static gpointer
whitened_state_new (const OndesOperation *operation,
                    OndesSource *const   *parents)
{
  return ondes_measurement_new (sizeof (State));
}

static void
whitened_state_free (gpointer data)
{
  State *self = data;

  g_clear_pointer (&self->continued, ondes_source_unref);
  g_clear_pointer (&self->filtered, ondes_source_unref);
  g_free (self->amplitudes);
  g_free (self->medians);
  g_free (self->taps);
  g_free (self->response);
  ondes_measurement_free (self);
}

static const OndesFft *
get_fft (OndesFftKind kind,
         gsize        length,
         GError     **error)
{
  const OndesFft *fft = ondes_fft_get (kind, length, FALSE, TRUE);

  if (fft == NULL)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("there is not enough memory for an FFT of %zu values"), length);
  return fft;
}

/* Stores the amplitudes of the @parent's samples from @at on. */
static gboolean
measure_segment (const Whitening *self,
                 OndesSource     *parent,
                 guint64          at,
                 double          *amplitudes,
                 GError         **error)
{
  const gboolean is_complex = ondes_type_is_complex (parent->type);
  const guint length = self->segment, parts = is_complex ? 2 : 1;
  const OndesFft *fft = get_fft (is_complex ? ONDES_FFT_FORWARD : ONDES_FFT_FORWARD_REAL, length, error);
  double *x;

  if (fft == NULL)
    return FALSE;
  x = g_aligned_alloc0 (length + 2, 2 * sizeof *x, 64);
  if (!ondes_halo_read (parent, ONDES_BOUNDARY_ZERO, (gint64) at, length, is_complex ? ONDES_C128 : ONDES_F64, x, error))
    {
      g_aligned_free (x);
      return FALSE;
    }
  for (guint t = 0; t < length; t++)
    for (guint c = 0; c < parts; c++)
      x[parts * t + c] *= 0.5 - 0.5 * cos (2 * G_PI * t / length);
  ondes_fft_execute (fft, x, x);
  for (guint k = 0; k < count_bins (self, parent); k++)
    amplitudes[k] = hypot (x[2 * k], x[2 * k + 1]);
  g_aligned_free (x);
  return TRUE;
}

/* Finds the medians of STEP bins from @from on over @n segments. */
static void
find_medians (State *state,
              guint  n,
              guint  bins,
              guint  from)
{
  g_autofree double *values = g_new (double, n);

  for (guint k = from; k < MIN (from + STEP, bins); k++)
    {
      for (guint i = 0; i < n; i++)
        values[i] = state->amplitudes[(gsize) i * bins + k];
      qsort (values, n, sizeof *values, ondes_compare_doubles);
      state->medians[k] = values[(n - 1) / 2] / 2 + values[n / 2] / 2;
    }
}

/* Returns the F − 1 taps of the gain at F frequencies; free with g_free(). */
static double *
make_taps (const double *gain,
           guint         length,
           gboolean      is_complex,
           GError      **error)
{
  const OndesFft *fft = get_fft (ONDES_FFT_INVERSE, length, error);
  const guint parts = is_complex ? 2 : 1;
  const gint half = (gint) length / 2;
  double *taps, *x;

  if (fft == NULL)
    return NULL;
  x = g_aligned_alloc0 (length, 2 * sizeof *x, 64);
  for (guint k = 0; k < length; k++)
    x[2 * k] = gain[k];
  ondes_fft_execute (fft, x, x);
  taps = g_new (double, (length - 1) * parts);
  for (gint m = 1 - half; m < half; m++)
    {
      const double window = (0.5 + 0.5 * cos (2 * G_PI * m / length)) / length;
      const guint from = (guint) ((m + (gint) length) % (gint) length);

      for (guint c = 0; c < parts; c++)
        taps[(guint) (m + half - 1) * parts + c] = window * x[2 * from + c];
    }
  g_aligned_free (x);
  return taps;
}

/* Returns the real response of the @taps at 2 F frequencies: the taps of F are those of their own complex conjugate, reversed. */
static double *
make_response (const double *taps,
               guint         length,
               gboolean      is_complex,
               GError      **error)
{
  const OndesFft *fft = get_fft (ONDES_FFT_FORWARD, 2 * (gsize) length, error);
  const guint parts = is_complex ? 2 : 1;
  const gint half = (gint) length / 2;
  double *response, *x;

  if (fft == NULL)
    return NULL;
  x = g_aligned_alloc0 (2 * (gsize) length, 2 * sizeof *x, 64);
  for (gint m = 1 - half; m < half; m++)
    for (guint c = 0; c < parts; c++)
      x[2 * (gsize) (m < 0 ? m + 2 * (gint) length : m) + c] = taps[(guint) (m + half - 1) * parts + c];
  ondes_fft_execute (fft, x, x);
  response = g_new (double, 2 * (gsize) length);
  for (gsize k = 0; k < 2 * (gsize) length; k++)
    response[k] = x[2 * k] / (2.0 * length);
  g_aligned_free (x);
  return response;
}

/* Turns the medians into taps, their factor left out. Zeros stay as they are. */
static gboolean
find_taps (const Whitening *self,
           State           *state,
           OndesSource     *parent,
           GError         **error)
{
  const gboolean is_complex = ondes_type_is_complex (parent->type);
  const guint length = self->segment;
  g_autofree double *gain = g_memdup2 (state->medians, length * sizeof *gain);
  double largest = 0;

  for (guint k = count_bins (self, parent); k < length; k++)
    gain[k] = gain[length - k];
  for (guint k = 0; k < length; k++)
    largest = MAX (largest, gain[k]);
  state->largest = largest > 0 && isfinite (largest) ? largest : 1;
  for (guint k = 0; k < length; k++)
    gain[k] = state->largest == largest ? 1 / MAX (gain[k] / largest, FLOOR) : 1;
  g_clear_pointer (&state->amplitudes, g_free);
  g_clear_pointer (&state->taps, g_free); /* of a try that failed */
  g_clear_pointer (&state->response, g_free);
  state->taps = make_taps (gain, length, is_complex, error);
  state->response = state->taps != NULL ? make_response (state->taps, length, is_complex, error) : NULL;
  state->continued = state->response != NULL ? ondes_continued_source_new (parent, length / 2, error) : NULL;
  return state->continued != NULL;
}

static void
spread_add (Spread       *self,
            const double *x,
            gsize         n,
            guint         parts,
            double        unit)
{
  for (gsize i = 0; i < n * parts; i++)
    {
      const double value = x[i] / unit;

      self->sums[i % parts] += value;
      self->squares += value * value;
    }
}

/* Returns the mean square about the mean of @n samples, times @n; of a constant one, what rounding leaves of its square. */
static double
spread_get (const Spread *self,
            double        n)
{
  const double mean = (self->sums[0] * self->sums[0] + self->sums[1] * self->sums[1]) / n;

  return MAX (self->squares - mean, self->squares * ROUNDED);
}

/* Adds the segment from @at on, before and after whitening, to the levels. */
static gboolean
measure_level (const Whitening *self,
               State           *state,
               guint64          at,
               GError         **error)
{
  const gboolean is_complex = ondes_type_is_complex (state->continued->type);
  const gsize length = 2 * (gsize) self->segment, half = self->segment / 2;
  const guint parts = is_complex ? 2 : 1;
  const OndesFft *forward = get_fft (is_complex ? ONDES_FFT_FORWARD : ONDES_FFT_FORWARD_REAL, length, error);
  const OndesFft *inverse = get_fft (is_complex ? ONDES_FFT_INVERSE : ONDES_FFT_INVERSE_REAL, length, error);
  double *x;

  if (forward == NULL || inverse == NULL)
    return FALSE;
  x = g_aligned_alloc0 (length + 2, 2 * sizeof *x, 64);
  if (!ondes_operation_read_padded (state->continued, (gint64) at, length, x, error))
    {
      g_aligned_free (x);
      return FALSE;
    }
  spread_add (&state->before, x + half * parts, self->segment, parts, state->largest);
  ondes_fft_execute (forward, x, x);
  for (gsize k = 0; k < (is_complex ? length : length / 2 + 1); k++)
    {
      x[2 * k] *= state->response[k];
      x[2 * k + 1] *= state->response[k];
    }
  ondes_fft_execute (inverse, x, x);
  spread_add (&state->after, x + half * parts, self->segment, parts, state->largest);
  g_aligned_free (x);
  return TRUE;
}

/* Creates the source of the recording that goes on beyond its ends, convolved with the taps. */
static OndesSource *
make_filtered (const Whitening *self,
               State           *state,
               GError         **error)
{
  OndesSource *continued = state->continued;
  const OndesFilterBand band = { .n = self->segment - 1, .is_complex = ondes_type_is_complex (continued->type),
                                 .taps = state->taps };
  g_autoptr (OndesFilterBank) bank = ondes_filter_bank_new (&band, 1, error);
  g_autoptr (OndesSpec) spec = bank != NULL ? ondes_filter_new (&ondes_filter_options_default, bank, error) : NULL;
  g_autoptr (OndesOperation) operation = spec != NULL ? ondes_filtered_new (spec) : NULL;

  return operation != NULL ? ondes_computed_source_new (operation, &continued, error) : NULL;
}

/* Turns taps and levels into the filtered source. */
static gboolean
finish (const Whitening *self,
        State           *state,
        guint            segments,
        GError         **error)
{
  const gsize values = (gsize) (self->segment - 1) * (ondes_type_is_complex (state->continued->type) ? 2 : 1);
  const double n = (double) segments * self->segment;
  const double before = spread_get (&state->before, n), after = spread_get (&state->after, n);
  const double factor = before > 0 && after > 0 ? sqrt (before / after) : 1;

  for (gsize i = 0; i < values; i++)
    state->taps[i] *= factor;
  state->filtered = make_filtered (self, state, error);
  if (state->filtered == NULL)
    return FALSE;
  g_clear_pointer (&state->medians, g_free);
  g_clear_pointer (&state->taps, g_free);
  g_clear_pointer (&state->response, g_free);
  g_atomic_int_set (&state->measurement.is_known, TRUE);
  return TRUE;
}

/* Returns the number of steps that find medians. */
static guint
count_medians (const OndesOperationCall *call)
{
  return (count_bins ((const Whitening *) call->operation, call->parents[0]) + STEP - 1) / STEP;
}

/* Returns the number of steps of the measurement, the last of which makes the filter. */
static guint
count_steps (const OndesOperationCall *call)
{
  return 2 * count_segments (call->parents[0]->n, ((const Whitening *) call->operation)->segment) + count_medians (call) + 1;
}

/* Measures amplitudes, then medians, then levels. A step that fails is taken again. */
static gboolean
measure_next (const OndesOperationCall *call,
              GError                  **error)
{
  const Whitening *self = (const Whitening *) call->operation;
  OndesSource *parent = call->parents[0];
  State *state = call->state;
  const guint n = count_segments (parent->n, self->segment), bins = count_bins (self, parent), medians = count_medians (call);
  const guint step = (guint) state->measurement.done;

  if (step < n)
    {
      if (state->amplitudes == NULL)
        state->amplitudes = ondes_memory_try ((gsize) n * bins * sizeof (double), error);
      if (state->amplitudes == NULL
          || !measure_segment (self, parent, segment_at (parent->n, self->segment, step),
                               state->amplitudes + (gsize) step * bins, error))
        return FALSE;
    }
  else if (step < n + medians)
    {
      if (state->medians == NULL)
        state->medians = g_new (double, self->segment);
      find_medians (state, n, bins, (step - n) * STEP);
    }
  else if (step < 2 * n + medians)
    {
      if ((state->continued == NULL && !find_taps (self, state, parent, error))
          || !measure_level (self, state, segment_at (parent->n, self->segment, step - n - medians), error))
        return FALSE;
    }
  else if (!finish (self, state, n, error))
    return FALSE;
  state->measurement.done++;
  return TRUE;
}

static gboolean
measure (const OndesOperationCall *call,
         const OndesWatch         *watch,
         GError                  **error)
{
  return ondes_measurement_run (call, count_steps (call), measure_next, watch, error);
}

static gboolean
whitened_compute (const OndesOperationCall *call,
                  void                     *out,
                  GError                  **error)
{
  const OndesWatch watch = { .cancellable = g_cancellable_get_current () };
  const guint halo = ((const Whitening *) call->operation)->segment / 2;
  const State *state = call->state;

  return measure (call, &watch, error) && ondes_source_read (state->filtered, call->at + halo, (gsize) call->n, out, error);
}

OndesOperation *
ondes_whitened_new (guint segment)
{
  /* Pointwise in the filtered source, which keeps the blocks. */
  static const OndesOperationClass klass = {
    .n_parents = 1, .n_inner = 2, .is_pointwise = TRUE,
    .shape = whitened_shape, .needs = whitened_needs, .state_new = whitened_state_new,
    .state_free = whitened_state_free, .prepare = measure, .compute = whitened_compute,
  };
  Whitening *self;

  g_return_val_if_fail (segment >= 4 && segment % 2 == 0, NULL);
  self = g_new0 (Whitening, 1);
  self->segment = segment;
  ondes_operation_init (&self->operation, &klass, g_strdup_printf ("whitened, segments of %u samples", segment));
  return &self->operation;
}
