/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aligned-source.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/words.h"
#include "resampled-source.h"
#include "resampler.h"

#define FARTHEST 0x1p61

const char *const ondes_align_names[] = { "first-samples", "clock", NULL };

/* Moves a source by whole samples. */
typedef struct
{
  OndesOperation operation;
  gint64         shift;
  guint64        n;
  double         rate_hz;
} Shifted;

static gboolean
shifted_shape (const OndesOperation *operation,
               OndesSource *const   *parents,
               OndesComputedShape   *shape,
               GError              **error)
{
  const Shifted *self = (const Shifted *) operation;

  *shape = (OndesComputedShape) { ondes_type_is_complex (parents[0]->type) ? ONDES_C128 : ONDES_F64, self->n, self->rate_hz, 0 };
  return TRUE;
}

static void
shifted_needs (const OndesOperation *operation,
               guint64               parent_n,
               gint64               *at,
               guint64              *n)
{
  *at -= ((const Shifted *) operation)->shift;
}

static gboolean
shifted_compute (const OndesOperationCall *call,
                 void                     *out,
                 GError                  **error)
{
  OndesSource *parent = call->parents[0];
  const OndesType type = ondes_type_is_complex (parent->type) ? ONDES_C128 : ONDES_F64;
  const gsize width = ondes_type_bytes (type, 1);
  const gint64 at = (gint64) call->at - ((const Shifted *) call->operation)->shift;
  const gint64 first = CLAMP (at, 0, (gint64) parent->n), end = CLAMP (at + (gint64) call->n, 0, (gint64) parent->n);

  memset (out, 0, call->n * width);
  return end <= first
         || ondes_source_read_as (parent, (guint64) first, (gsize) (end - first), type, (char *) out + (gsize) (first - at) * width,
                                  error);
}

static OndesOperation *
shifted_new (gint64  shift,
             guint64 n,
             double  rate_hz)
{
  static const OndesOperationClass klass = { .n_parents = 1, .shape = shifted_shape, .needs = shifted_needs,
                                             .compute = shifted_compute };
  Shifted *self = g_new0 (Shifted, 1);

  self->shift = shift;
  self->n = n;
  self->rate_hz = rate_hz;
  ondes_operation_init (&self->operation, &klass, g_strdup_printf ("shifted, %" PRIi64 " of %" PRIu64 " at %a", shift, n, rate_hz));
  return &self->operation;
}

/* The operations of an aligned recording. */
typedef struct
{
  OndesRecording *first;     /* owns the strings of the time axis */
  OndesOperation *resampled; /* NULL if both rates are equal */
  OndesOperation *shifted;
  gboolean        is_same;   /* TRUE if the second lies as it is */
} Aligned;

static void
aligned_free (gpointer data)
{
  Aligned *self = data;

  ondes_recording_unref (self->first);
  g_clear_pointer (&self->resampled, ondes_operation_unref);
  ondes_operation_unref (self->shifted);
  g_free (self);
}

static OndesSource *
apply (gpointer     data,
       OndesSource *source,
       GError     **error)
{
  const Aligned *self = data;
  g_autoptr (OndesSource) resampled = NULL;

  if (self->is_same)
    return ondes_source_ref (source);
  resampled = self->resampled != NULL ? ondes_computed_source_new (self->resampled, &source, error) : ondes_source_ref (source);
  return resampled != NULL ? ondes_computed_source_new (self->shifted, &resampled, error) : NULL;
}

/* Returns how many time units of @second one of @first is. */
static double
units_of (const OndesRecordingInfo *first,
          const OndesRecordingInfo *second)
{
  const double a = ondes_time_unit_seconds (first->time_unit), b = ondes_time_unit_seconds (second->time_unit);

  return a > 0 && b > 0 && a != b ? a / b : 1;
}

gboolean
ondes_alignment_has_clock (const OndesRecordingInfo *first,
                           const OndesRecordingInfo *second)
{
  return first->has_date && second->has_date;
}

gint64
ondes_alignment_shift (const OndesAlignment     *self,
                       const OndesRecordingInfo *first,
                       const OndesRecordingInfo *second)
{
  double later = isfinite (self->offset) ? self->offset : 0;

  if (self->align == ONDES_ALIGN_CLOCK && ondes_alignment_has_clock (first, second))
    later += (second->date_s - first->date_s) / ondes_time_unit_seconds (first->time_unit);
  return (gint64) round (CLAMP (later * first->rate_hz, -FARTHEST, FARTHEST));
}

/* Returns the length of @second in samples of @first. */
static double
length_in (const OndesRecordingInfo *first,
           const OndesRecordingInfo *second)
{
  return ceil ((double) second->frames * first->rate_hz / (second->rate_hz * units_of (first, second)));
}

OndesSpan
ondes_alignment_cover (const OndesAlignment     *self,
                       const OndesRecordingInfo *first,
                       const OndesRecordingInfo *second)
{
  const gint64 shift = ondes_alignment_shift (self, first, second), n = (gint64) first->frames;
  const gint64 from = CLAMP (shift, 0, n), to = CLAMP (shift + (gint64) MIN (length_in (first, second), FARTHEST), 0, n);

  return (OndesSpan) { (guint64) from, (guint64) MAX (to - from, 0) };
}

double
ondes_alignment_outside (const OndesAlignment     *self,
                         const OndesRecordingInfo *first,
                         const OndesRecordingInfo *second)
{
  return length_in (first, second) - (double) ondes_alignment_cover (self, first, second).count;
}

static gboolean
check_kind (OndesRecording *recording,
            GError        **error)
{
  if (ondes_recording_get_truth_table (recording) == NULL)
    return TRUE;
  return ondes_error_set (error, ONDES_ERROR_FILE,
                          _("%s is a truth table, which has no time axis to compare on; choose a recording"),
                          ondes_recording_get_info (recording)->path);
}

OndesRecording *
ondes_recording_align (OndesRecording       *second,
                       OndesRecording       *first,
                       const OndesAlignment *alignment,
                       GError              **error)
{
  static const char *const no_steps[] = { NULL };
  const OndesRecordingInfo *to = ondes_recording_get_info (first), *of = ondes_recording_get_info (second);
  const double rate_hz = to->rate_hz / units_of (to, of); /* in time units of the second */
  const gint64 shift = ondes_alignment_shift (alignment, to, of);
  Aligned *self;

  if (!check_kind (first, error) || !check_kind (second, error))
    return NULL;
  if (!(of->rate_hz / rate_hz >= ONDES_RESAMPLER_STEP_MIN && of->rate_hz / rate_hz <= ONDES_RESAMPLER_STEP_MAX))
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("%s has a rate of %g Hz, too far from %g Hz of the first to be compared; choose one of at most %g "
                     "times more or less"),
                   of->path, of->rate_hz, rate_hz, ONDES_RESAMPLER_STEP_MAX);
      return NULL;
    }
  self = g_new0 (Aligned, 1);
  self->first = ondes_recording_ref (first);
  self->resampled = fabs (of->rate_hz / rate_hz - 1) > 1e-12 ? ondes_resampled_new (rate_hz) : NULL;
  self->shifted = shifted_new (shift, to->frames, to->rate_hz);
  self->is_same = self->resampled == NULL && shift == 0 && to->frames == of->frames && to->rate_hz == of->rate_hz;
  return ondes_recording_new_conditioned (second, &(OndesConditioner) {
    .steps = no_steps, .frames = to->frames, .rate_hz = to->rate_hz, .apply = apply, .data = self, .free = aligned_free,
    .time = to, .shift = shift,
  });
}
