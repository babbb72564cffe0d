/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "oversampled-source.h"

#include "base/counted.h"
#include "base/memory.h"
#include "base/request-error.h"
#include "base/words.h"
#include "resampled-source.h"

#include <math.h>
#include <string.h>

const char *const ondes_interpolation_names[] = { "hold", "linear", "cubic", "sinc", "taps:", NULL };

typedef enum { HOLD, LINEAR, CUBIC, SINC, TAPS } Interpolation;

/* Output K n + j is Σ_i weights[j width + i] x[n − back + i]. */
typedef struct
{
  OndesOperation operation;
  guint          times;
  gboolean       edge;  /* beyond the ends the end's value, otherwise zero */
  gint64         back;
  guint          width;
  double        *weights;
} Oversampling;

static gboolean
oversampled_shape (const OndesOperation *operation,
                   OndesSource *const   *parents,
                   OndesComputedShape   *shape,
                   GError              **error)
{
  const guint times = ((const Oversampling *) operation)->times;

  *shape = (OndesComputedShape) { ondes_type_is_complex (parents[0]->type) ? ONDES_C128 : ONDES_F64, parents[0]->n * times,
                                  parents[0]->rate_hz * times, 0 };
  return TRUE;
}

static void
oversampled_needs (const OndesOperation *operation,
                   guint64               parent_n,
                   gint64               *at,
                   guint64              *n)
{
  const Oversampling *self = (const Oversampling *) operation;
  const gint64 first = *at / self->times, last = (*at + (gint64) *n - 1) / self->times;

  *at = first - self->back;
  *n = (guint64) (last - first) + self->width;
}

/* Copies the ends of a parent of @parent_n samples into what lies beyond them. */
static void
extend_ends (double *in,
             gint64  at,
             guint64 n,
             guint64 parent_n,
             guint   width)
{
  for (gint64 i = 0; i < (gint64) n; i++)
    {
      const gint64 inside = CLAMP (at + i, 0, (gint64) parent_n - 1) - at;

      if (inside != i)
        memcpy (in + i * width, in + inside * width, width * sizeof *in);
    }
}

static gboolean
oversampled_compute (const OndesOperationCall *call,
                     void                     *out,
                     GError                  **error)
{
  const Oversampling *self = (const Oversampling *) call->operation;
  OndesSource *parent = call->parents[0];
  const guint width = ondes_type_is_complex (parent->type) ? 2 : 1;
  gint64 at = (gint64) call->at;
  guint64 n = call->n;
  g_autofree double *in = NULL;
  double *y = out;

  oversampled_needs (call->operation, parent->n, &at, &n);
  in = ondes_memory_try ((gsize) n * width * sizeof *in, error);
  if (in == NULL || !ondes_operation_read_padded (parent, at, n, in, error))
    return FALSE;
  if (self->edge)
    extend_ends (in, at, n, parent->n, width);
  for (guint64 k = 0; k < call->n; k++)
    {
      const guint64 output = call->at + k;
      const double *weights = self->weights + output % self->times * self->width;
      const double *x = in + ((gint64) (output / self->times) - self->back - at) * width;

      for (guint part = 0; part < width; part++)
        {
          double sum = 0;

          for (guint i = 0; i < self->width; i++)
            sum += weights[i] * x[i * width + part];
          y[k * width + part] = sum;
        }
    }
  return TRUE;
}

static void
oversampled_finalize (OndesOperation *operation)
{
  g_free (((Oversampling *) operation)->weights);
}

/* Allocates weights for inputs n − @back … n + @ahead. */
static void
set_reach (Oversampling *self,
           gint64        back,
           gint64        ahead)
{
  self->back = back;
  self->width = (guint) (back + ahead + 1);
  self->weights = g_new0 (double, self->times * self->width);
}

static void
set_polynomials (Oversampling *self,
                 Interpolation interpolation)
{
  set_reach (self, interpolation == CUBIC, interpolation == CUBIC ? 2 : interpolation == LINEAR);
  self->edge = TRUE;
  for (guint j = 0; j < self->times; j++)
    {
      const double u = (double) j / self->times;
      double *w = self->weights + j * self->width;

      if (interpolation == HOLD)
        w[0] = 1;
      else if (interpolation == LINEAR)
        {
          w[0] = 1 - u;
          w[1] = u;
        }
      else
        {
          w[0] = u * (u * (2 - u) - 1) / 2;
          w[1] = (u * u * (3 * u - 5) + 2) / 2;
          w[2] = u * (u * (4 - 3 * u) + 1) / 2;
          w[3] = u * u * (u - 1) / 2;
        }
    }
}

/* Tap m meets sample n + q for output j where m = j + d − K q. */
static void
set_taps (Oversampling *self,
          const double *taps,
          guint         n)
{
  const gint64 times = self->times, d = ((gint64) n - 1) / 2;

  set_reach (self, ((gint64) n - 1 - d) / times, (times - 1 + d) / times);
  for (gint64 j = 0; j < times; j++)
    for (gint64 q = -self->back; q < (gint64) self->width - self->back; q++)
      {
        const gint64 m = j + d - times * q;

        if (m >= 0 && m < (gint64) n)
          self->weights[j * self->width + q + self->back] = taps[m];
      }
}

static OndesOperation *
oversampled_new (guint         times,
                 Interpolation interpolation,
                 const double *taps,
                 guint         n_taps)
{
  static const OndesOperationClass klass = {
    .n_parents = 1, .shape = oversampled_shape, .needs = oversampled_needs, .compute = oversampled_compute,
    .finalize = oversampled_finalize,
  };
  Oversampling *self = g_new0 (Oversampling, 1);
  g_autofree char *checksum = NULL;

  self->times = times;
  if (interpolation == TAPS)
    set_taps (self, taps, n_taps);
  else
    set_polynomials (self, interpolation);
  checksum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) self->weights,
                                          times * self->width * sizeof *self->weights);
  ondes_operation_init (&self->operation, &klass,
                        g_strdup_printf ("oversampled, %u, %s %s", times, self->edge ? "edge" : "zero", checksum));
  return &self->operation;
}

static gboolean
parse (const char    *text,
       Interpolation *interpolation,
       GError       **error)
{
  *interpolation = SINC;
  if (text == NULL)
    return TRUE;
  for (*interpolation = HOLD; *interpolation < TAPS; (*interpolation)++)
    if (g_str_equal (text, ondes_interpolation_names[*interpolation]))
      return TRUE;
  if (g_str_has_prefix (text, "taps:") && text[5] != '\0')
    return TRUE;
  ondes_request_error_set (error, ONDES_SETTING_INTERPOLATION, text,
                           _("“%s” is no interpolation; choose hold, linear, cubic, sinc or taps:FILE"), text);
  return FALSE;
}

gboolean
ondes_interpolation_is_file (const char *interpolation)
{
  return interpolation != NULL && g_str_has_prefix (interpolation, "taps:");
}

gboolean
ondes_interpolation_check (const char *interpolation,
                           GError    **error)
{
  Interpolation ignored;

  return parse (interpolation, &ignored, error);
}

/* Reads the taps of @path; NULL with an error. */
static double *
read_taps (const char   *path,
           guint        *n,
           GCancellable *cancellable,
           GError      **error)
{
  const OndesReadOptions options = { 0 };
  g_autoptr (OndesRecording) recording = ondes_recording_open (path, &options, NULL, NULL, cancellable, error);
  g_autoptr (OndesSource) source = recording != NULL ? ondes_recording_source (recording, 1, error) : NULL;
  g_autofree double *taps = NULL;

  if (source == NULL)
    return NULL;
  if (ondes_type_is_complex (source->type) || source->n > ONDES_OVERSAMPLE_TAPS_MAX)
    {
      ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_INTERPOLATION,
                               _("%s holds complex numbers or more than %u; interpolation takes real taps, at most that many"),
                               path, ONDES_OVERSAMPLE_TAPS_MAX);
      return NULL;
    }
  *n = (guint) source->n;
  taps = g_new (double, *n);
  if (!ondes_source_read_as (source, 0, *n, ONDES_F64, taps, error))
    return NULL;
  for (guint i = 0; i < *n; i++)
    if (!isfinite (taps[i]))
      {
        ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_INTERPOLATION,
                                 _("%s: tap %u is not a finite number"), path, i + 1);
        return NULL;
      }
  return g_steal_pointer (&taps);
}

struct _OndesOversampling
{
  guint           times;
  OndesOperation *operation; /* NULL for sinc, which depends on the rate */
};

static void
ondes_oversampling_clear (gpointer data)
{
  g_clear_pointer (&((OndesOversampling *) data)->operation, ondes_operation_unref);
}

ONDES_DEFINE_COUNTED (OndesOversampling, ondes_oversampling)

OndesOversampling *
ondes_oversampling_new (guint         times,
                        const char   *interpolation,
                        GCancellable *cancellable,
                        GError      **error)
{
  OndesOversampling *self;
  Interpolation kind;
  g_autofree double *taps = NULL;
  guint n_taps = 0;

  if (times != 2 && times != 4)
    {
      ondes_request_error_set (error, ONDES_SETTING_OVERSAMPLE, NULL, _("%u is out of range; choose 1, 2 or 4"), times);
      return NULL;
    }
  if (!parse (interpolation, &kind, error)
      || (kind == TAPS && (taps = read_taps (interpolation + strlen ("taps:"), &n_taps, cancellable, error)) == NULL))
    return NULL;
  self = g_atomic_rc_box_new0 (OndesOversampling);
  self->times = times;
  self->operation = kind == SINC ? NULL : oversampled_new (times, kind, taps, n_taps);
  return self;
}

OndesSource *
ondes_source_oversample (OndesSource       *source,
                         OndesOversampling *oversampling,
                         GError           **error)
{
  g_autoptr (OndesOperation) operation = oversampling->operation != NULL
                                           ? ondes_operation_ref (oversampling->operation)
                                           : ondes_resampled_new (source->rate_hz * oversampling->times);

  return ondes_computed_source_new (operation, &source, error);
}

static OndesSource *
apply (gpointer      oversampling,
       OndesSource  *source,
       GError      **error)
{
  return ondes_source_oversample (source, oversampling, error);
}

OndesRecording *
ondes_recording_oversample (OndesRecording    *recording,
                            OndesOversampling *oversampling)
{
  static const char *const no_steps[] = { NULL };
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  const guint times = oversampling->times;

  return ondes_recording_new_conditioned (recording, &(OndesConditioner) {
    .steps = no_steps, .frames = info->frames * times, .rate_hz = info->rate_hz * times, .apply = apply,
    .data = ondes_oversampling_ref (oversampling), .free = (GDestroyNotify) ondes_oversampling_unref,
  });
}
