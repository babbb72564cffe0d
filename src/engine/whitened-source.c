/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "whitened-source.h"

#include "base/compare.h"
#include "base/memory.h"
#include "base/words.h"
#include "cpu/fft/fft.h"
#include "filtered-source.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FLOOR 1e-8 /* of the largest amplitude: a stop band is not amplified without limit */
#define STEP  512  /* medians that are found between two looks at the cancellable */

typedef struct
{
  OndesOperation operation;
  guint          segment;
} Whitening;

typedef struct
{
  OndesMeasurement measurement; /* of segments, then of medians, a step each */
  OndesSource     *filtered;    /* the parent, F/2 samples longer at each end, filtered; NULL until that is known */
  double          *amplitudes;  /* segment by segment, so far */
  double          *medians;     /* of all bins, so far; NULL until the segments are measured */
} State;

/* The parent with @halo samples more at each end, by point reflection. */
typedef struct
{
  OndesOperation operation;
  guint          halo;
} Extension;

static gboolean
extended_shape (const OndesOperation *operation,
                OndesSource *const   *parents,
                OndesComputedShape   *shape,
                GError              **error)
{
  ondes_operation_shape_of_parent (operation, parents, shape, error);
  shape->n += 2 * (guint64) ((const Extension *) operation)->halo;
  return TRUE;
}

static void
extended_needs (const OndesOperation *operation,
                guint64               parent_n,
                gint64               *at,
                guint64              *n)
{
  const guint halo = ((const Extension *) operation)->halo;

  *at -= 2 * (gint64) halo;
  *n += 2 * halo;
}

/* Reads the parent from @at on, reflected evenly beyond its ends. */
static gboolean
read_reflected (OndesSource *parent,
                gint64       at,
                gsize        n,
                double      *x,
                GError     **error)
{
  return ondes_halo_read (parent, ONDES_BOUNDARY_REFLECT, at, n, ondes_type_is_complex (parent->type) ? ONDES_C128 : ONDES_F64,
                          x, error);
}

static gboolean
extended_compute (const OndesOperationCall *call,
                  void                     *out,
                  GError                  **error)
{
  OndesSource *parent = call->parents[0];
  const gint64 at = (gint64) call->at - ((const Extension *) call->operation)->halo, last = (gint64) parent->n - 1;
  const guint parts = ondes_type_is_complex (parent->type) ? 2 : 1;
  double ends[2][2] = { { 0 } }, *x = out;

  if (!read_reflected (parent, at, (gsize) call->n, x, error) || !read_reflected (parent, 0, 1, ends[0], error)
      || !read_reflected (parent, last, 1, ends[1], error))
    return FALSE;
  for (guint64 i = 0; i < call->n; i++)
    {
      const gint64 t = at + (gint64) i;

      for (guint c = 0; c < parts && (t < 0 || t > last); c++)
        x[parts * i + c] = 2 * ends[t > 0][c] - x[parts * i + c];
    }
  return TRUE;
}

static OndesOperation *
extended_new (guint halo)
{
  /* As cheap as what is pointwise. */
  static const OndesOperationClass klass = {
    .n_parents = 1, .is_pointwise = TRUE, .shape = extended_shape, .needs = extended_needs, .compute = extended_compute,
  };
  Extension *self = g_new0 (Extension, 1);

  self->halo = halo;
  ondes_operation_init (&self->operation, &klass, g_strdup_printf ("reflected about %u samples beyond the ends", halo));
  return &self->operation;
}

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
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               _("%" PRIu64 " samples are too few to whiten with segments of %u"), parents[0]->n, segment);
  return FALSE;
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

  g_clear_pointer (&self->filtered, ondes_source_unref);
  g_free (self->amplitudes);
  g_free (self->medians);
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

/* Turns the amplitudes @a, relative to the largest, into the response before its window, level included. */
static void
find_response (double *a,
               guint   length)
{
  g_autofree double *gain = g_new (double, length);
  double power = 0, whitened = 0, level;

  for (guint k = 0; k < length; k++)
    gain[k] = 1 / MAX (a[k], FLOOR);
  for (guint k = 0; k < length; k++)
    {
      /* A Hann window on the taps is this average over neighbouring bins. */
      const double h = gain[k] / 2 + (gain[(k + 1) % length] + gain[(k + length - 1) % length]) / 4;

      power += a[k] * a[k];
      whitened += a[k] * a[k] * h * h;
    }
  level = sqrt (power / whitened);
  for (guint k = 0; k < length; k++)
    a[k] = level * gain[k];
}

/* Returns the F − 1 taps of the response; free with g_free(). */
static double *
make_taps (const double *response,
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
    x[2 * k] = response[k];
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

/* Creates the source of @parent, @halo samples longer at each end, convolved with the taps. */
static OndesSource *
make_filtered (OndesSource *parent,
               guint        halo,
               double      *taps,
               guint        n,
               GError     **error)
{
  g_autoptr (OndesOperation) extension = extended_new (halo);
  g_autoptr (OndesSource) extended = ondes_computed_source_new (extension, &parent, error);
  const OndesFilterBand band = { .n = n, .is_complex = ondes_type_is_complex (parent->type), .taps = taps };
  g_autoptr (OndesFilterBank) bank = ondes_filter_bank_new (&band, 1, error);
  g_autoptr (OndesSpec) spec = bank != NULL ? ondes_filter_new (&ondes_filter_options_default, bank, error) : NULL;
  g_autoptr (OndesOperation) operation = spec != NULL ? ondes_filtered_new (spec) : NULL;

  return operation != NULL && extended != NULL ? ondes_computed_source_new (operation, &extended, error) : NULL;
}

/* Turns the medians into the filtered source. */
static gboolean
finish (const Whitening *self,
        State           *state,
        OndesSource     *parent,
        GError         **error)
{
  double impulse[] = { 1, 0 };
  const guint length = self->segment;
  g_autofree double *a = g_memdup2 (state->medians, length * sizeof *a), *taps = NULL;
  double largest = 0;

  for (guint k = count_bins (self, parent); k < length; k++)
    a[k] = a[length - k];

  for (guint k = 0; k < length; k++)
    largest = MAX (largest, a[k]);
  if (largest > 0 && isfinite (largest))
    {
      for (guint k = 0; k < length; k++)
        a[k] /= largest;
      find_response (a, length);
      taps = make_taps (a, length, ondes_type_is_complex (parent->type), error);
      if (taps == NULL)
        return FALSE;
    }
  state->filtered = make_filtered (parent, length / 2, taps != NULL ? taps : impulse, taps != NULL ? length - 1 : 1, error);
  if (state->filtered == NULL)
    return FALSE;
  g_clear_pointer (&state->amplitudes, g_free);
  g_clear_pointer (&state->medians, g_free);
  g_atomic_int_set (&state->measurement.is_known, TRUE);
  return TRUE;
}

/* Returns the number of steps of the measurement. */
static guint
count_steps (const OndesOperationCall *call)
{
  const Whitening *self = (const Whitening *) call->operation;

  return count_segments (call->parents[0]->n, self->segment) + (count_bins (self, call->parents[0]) + STEP - 1) / STEP;
}

static gboolean
measure_next (const OndesOperationCall *call,
              GError                  **error)
{
  const Whitening *self = (const Whitening *) call->operation;
  OndesSource *parent = call->parents[0];
  State *state = call->state;
  guint64 *done = &state->measurement.done;
  const guint n = count_segments (parent->n, self->segment), bins = count_bins (self, parent);

  if (state->amplitudes == NULL)
    state->amplitudes = ondes_memory_try ((gsize) n * bins * sizeof (double), error);
  if (state->amplitudes == NULL)
    return FALSE;
  if (*done < n && !measure_segment (self, parent, segment_at (parent->n, self->segment, (guint) *done),
                                     state->amplitudes + (gsize) *done * bins, error))
    return FALSE;
  if (*done >= n && state->medians == NULL)
    state->medians = g_new (double, self->segment);
  if (*done >= n && *done < count_steps (call))
    find_medians (state, n, bins, (guint) (*done - n) * STEP);
  *done = MIN (*done + 1, count_steps (call)); /* all are done already if the last step failed before */
  return *done < count_steps (call) || finish (self, state, parent, error);
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
