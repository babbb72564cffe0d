/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "oversampled-source.h"

#include "base/counted.h"
#include "base/dot.h"
#include "base/memory.h"
#include "base/request-error.h"
#include "base/words.h"
#include "resampler.h"

#include <math.h>
#include <string.h>

const char *const ondes_interpolation_names[] = { "hold", "linear", "cubic", "sinc", "taps:", NULL };

typedef enum { HOLD, LINEAR, CUBIC, SINC, TAPS } Interpolation;

typedef struct
{
  OndesOperation    operation;
  OndesPolyphase how;
  gboolean          edge;    /* beyond the ends the end's value, otherwise zero */
  double           *weights; /* those of @how */
} Oversampling;

static gboolean
oversampled_shape (const OndesOperation *operation,
                   OndesSource *const   *parents,
                   OndesComputedShape   *shape,
                   GError              **error)
{
  const guint factor = ((const Oversampling *) operation)->how.factor;

  *shape = (OndesComputedShape) { ondes_type_is_complex (parents[0]->type) ? ONDES_C128 : ONDES_F64, parents[0]->n * factor,
                                  parents[0]->rate_hz * factor, 0 };
  return TRUE;
}

static void
oversampled_needs (const OndesOperation *operation,
                   guint64               parent_n,
                   gint64               *at,
                   guint64              *n)
{
  const OndesPolyphase *how = &((const Oversampling *) operation)->how;
  const gint64 first = *at / how->factor, last = (*at + (gint64) *n - 1) / how->factor;

  *at = first - how->back;
  *n = (guint64) (last - first) + how->width;
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
read_inputs (const Oversampling *self,
             OndesSource        *parent,
             gint64              at,
             guint64             n,
             double             *in,
             GError            **error)
{
  if (!ondes_operation_read_padded (parent, at, n, in, error))
    return FALSE;
  if (self->edge)
    extend_ends (in, at, n, parent->n, ondes_type_is_complex (parent->type) ? 2 : 1);
  return TRUE;
}

static gboolean
oversampled_compute (const OndesOperationCall *call,
                     void                     *out,
                     GError                  **error)
{
  const Oversampling *self = (const Oversampling *) call->operation;
  const OndesPolyphase *how = &self->how;
  OndesSource *parent = call->parents[0];
  const guint width = ondes_type_is_complex (parent->type) ? 2 : 1;
  gint64 at = (gint64) call->at;
  guint64 n = call->n;
  g_autofree double *in = NULL;
  double *y = out;

  oversampled_needs (call->operation, parent->n, &at, &n);
  in = ondes_memory_try ((gsize) n * width * sizeof *in, error);
  if (in == NULL || !read_inputs (self, parent, at, n, in, error))
    return FALSE;
  for (guint64 k = 0; k < call->n; k++)
    {
      const guint64 output = call->at + k;
      const double *weights = how->weights + output % how->factor * how->width;
      const double *x = in + ((gint64) (output / how->factor) - how->back - at) * width;

      if (width == 1)
        y[k] = ondes_dot (weights, x, how->width);
      for (guint part = 0; width > 1 && part < width; part++)
        {
          double sum = 0;

          for (guint i = 0; i < how->width; i++)
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
  self->how.back = back;
  self->how.width = (guint) (back + ahead + 1);
  self->how.weights = self->weights = g_new0 (double, self->how.factor * self->how.width);
}

static void
set_polynomials (Oversampling *self,
                 Interpolation interpolation)
{
  set_reach (self, interpolation == CUBIC, interpolation == CUBIC ? 2 : interpolation == LINEAR);
  self->edge = TRUE;
  for (guint j = 0; j < self->how.factor; j++)
    {
      const double u = (double) j / self->how.factor;
      double *w = self->weights + j * self->how.width;

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
  const gint64 factor = self->how.factor, d = ((gint64) n - 1) / 2;

  set_reach (self, ((gint64) n - 1 - d) / factor, (factor - 1 + d) / factor);
  for (gint64 j = 0; j < factor; j++)
    for (gint64 q = -self->how.back; q < (gint64) self->how.width - self->how.back; q++)
      {
        const gint64 m = j + d - factor * q;

        if (m >= 0 && m < (gint64) n)
          self->weights[j * self->how.width + q + self->how.back] = taps[m];
      }
}

/* Sets the taps of the resampler, each the answer to a sample of 1. */
static gboolean
set_sinc (Oversampling *self,
          GError      **error)
{
  g_autoptr (OndesResampler) resampler = ondes_resampler_new (1.0 / self->how.factor);
  const gint64 half = ondes_resampler_halo (resampler);
  g_autofree double *one = g_new0 (double, 2 * half);

  set_reach (self, half - 1, half);
  for (guint j = 0; j < self->how.factor; j++)
    for (gint64 i = 0; i < 2 * half; i++)
      {
        one[i] = 1;
        if (!ondes_resampler_run (resampler, (OndesSpan) { j, 1 }, 1, one, &self->weights[j * 2 * half + i], error))
          return FALSE;
        one[i] = 0;
      }
  return TRUE;
}

/* Returns NULL if there is no memory for the resampler's table. */
static OndesOperation *
oversampled_new (guint         factor,
                 Interpolation interpolation,
                 const double *taps,
                 guint         n_taps,
                 GError      **error)
{
  static const OndesOperationClass klass = {
    .n_parents = 1, .shape = oversampled_shape, .needs = oversampled_needs, .compute = oversampled_compute,
    .finalize = oversampled_finalize,
  };
  Oversampling *self = g_new0 (Oversampling, 1);
  g_autofree char *checksum = NULL;

  self->how.factor = factor;
  if (interpolation == SINC && !set_sinc (self, error))
    {
      g_free (self->weights);
      g_free (self);
      return NULL;
    }
  if (interpolation == TAPS)
    set_taps (self, taps, n_taps);
  else if (interpolation != SINC)
    set_polynomials (self, interpolation);
  checksum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) self->weights,
                                          factor * self->how.width * sizeof *self->weights);
  ondes_operation_init (&self->operation, &klass,
                        g_strdup_printf ("oversampled, %u, %s %s", factor, self->edge ? "edge" : "zero", checksum));
  return &self->operation;
}

/* Returns the operation of @source if it oversamples, otherwise NULL. */
static const Oversampling *
oversampling_of (OndesSource *source)
{
  const OndesOperation *operation = ondes_computed_source_get_operation (source);

  return operation != NULL && operation->klass->compute == oversampled_compute ? (const Oversampling *) operation : NULL;
}

gboolean
ondes_source_polyphase (OndesSource       *source,
                       OndesPolyphase *self)
{
  const Oversampling *found = oversampling_of (source);

  if (found != NULL)
    *self = found->how;
  return found != NULL;
}

gboolean
ondes_source_polyphase_read (OndesSource *source,
                         gint64       at,
                         guint64      n,
                         double      *in,
                         GError     **error)
{
  return read_inputs (oversampling_of (source), ondes_computed_source_get_parent (source), at, n, in, error);
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
ondes_interpolation_check (const char *interpolation,
                           GError    **error)
{
  Interpolation ignored;

  return parse (interpolation, &ignored, error);
}

gboolean
ondes_interpolation_is_file (const char *interpolation)
{
  return interpolation != NULL && g_str_has_prefix (interpolation, "taps:");
}

/* Reads the taps of @path; NULL with an error. */
static double *
read_taps (const char   *path,
           guint        *n,
           GCancellable *cancellable,
           GError      **error)
{
  const OndesWatch watch = { .cancellable = cancellable };
  g_autoptr (OndesRecording) recording = ondes_recording_open (path, &(OndesReadOptions) { 0 }, &watch, error);
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
  guint           factor;
  OndesOperation *operation;
};

static void
ondes_oversampling_clear (gpointer data)
{
  g_clear_pointer (&((OndesOversampling *) data)->operation, ondes_operation_unref);
}

ONDES_DEFINE_COUNTED (OndesOversampling, ondes_oversampling)

OndesOversampling *
ondes_oversampling_new (guint         factor,
                        const char   *interpolation,
                        GCancellable *cancellable,
                        GError      **error)
{
  OndesOversampling *self;
  OndesOperation *operation;
  Interpolation kind;
  g_autofree double *taps = NULL;
  guint n_taps = 0;

  if (factor != 2 && factor != 4)
    {
      ondes_request_error_set (error, ONDES_SETTING_OVERSAMPLE, NULL, _("%u is out of range; choose 1, 2 or 4"), factor);
      return NULL;
    }
  if (!parse (interpolation, &kind, error)
      || (kind == TAPS && (taps = read_taps (interpolation + strlen ("taps:"), &n_taps, cancellable, error)) == NULL)
      || (operation = oversampled_new (factor, kind, taps, n_taps, error)) == NULL)
    return NULL;
  self = g_atomic_rc_box_new0 (OndesOversampling);
  self->factor = factor;
  self->operation = operation;
  return self;
}

OndesSource *
ondes_source_oversample (OndesSource       *source,
                         OndesOversampling *oversampling,
                         GError           **error)
{
  return ondes_computed_source_new (oversampling->operation, &source, error);
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
  const guint factor = oversampling->factor;

  return ondes_recording_new_conditioned (recording, &(OndesConditioner) {
    .steps = no_steps, .frames = info->frames * factor, .rate_hz = info->rate_hz * factor, .apply = apply,
    .data = ondes_oversampling_ref (oversampling), .free = (GDestroyNotify) ondes_oversampling_unref,
  });
}
