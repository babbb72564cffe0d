/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt.h"
#include "cwt-settings.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/words.h"
#include "picture.h"

const char *const ondes_wavelet_names[] = { "complex-morlet", "morlet", "analytic-morlet", NULL };
const char *const ondes_normalisation_names[] = { "l1", "l2", NULL };
const char *const ondes_boundary_names[] = { "zero", "reflect", "periodic", "edge", NULL };
const char *const ondes_method_names[] = { "auto", "direct", "overlap-save", "fft", NULL };
const char *const ondes_precision_names[] = { "double", "single", "single2", NULL };
const char *const ondes_pool_names[] = { "largest", "rms", NULL };
const char *const ondes_quantity_names[] = { "coefficients", "magnitude", "power", "phase", NULL };

const OndesCwtOptions ondes_cwt_options_default = ONDES_CWT_OPTIONS_DEFAULT;

double
ondes_cwt_scale (const OndesCwt *self,
                 guint           row)
{
  return self->scales[row].numerator / self->scales[row].denominator;
}

guint64
ondes_cwt_half_length (double scale)
{
  return (guint64) floor (8 * scale);
}

double
ondes_cwt_amplitude (OndesNormalisation normalisation,
                     double             scale)
{
  return normalisation == ONDES_NORMALISATION_L1 ? sqrt (2 / G_PI) / scale : 1 / sqrt (scale);
}

double
ondes_cwt_frequency_hz (const OndesCwt *self,
                        guint           row,
                        double          rate_hz)
{
  return self->options.omega0 * rate_hz / (2 * G_PI * ondes_cwt_scale (self, row));
}

OndesMask
ondes_cwt_mask (const OndesCwt *self,
                guint           row)
{
  return self->masks != NULL ? self->masks[row] : (OndesMask) { .gain = 1 };
}

guint
ondes_cwt_oversampling (const OndesCwt *self)
{
  const OndesCompensation *compensation = self->options.compensation;

  return compensation != NULL ? MAX (ondes_compensation_get_options (compensation)->oversample, 1) : 1;
}

guint64
ondes_cwt_fft_length (const OndesCwtOptions *options,
                      guint64                n)
{
  guint64 length = options->fft_length;

  if (length == 0)
    for (length = 2; length < 2 * n;)
      length *= 2;
  return length;
}

void
ondes_cwt_default_frequencies (double  rate_hz,
                               double *fmin_hz,
                               double *fmax_hz)
{
  /* Multiplying first keeps round rates round: 17.64, not 17.640000000000001. */
  *fmin_hz = rate_hz * 4 / 10000;
  *fmax_hz = rate_hz * 4 / 10;
}

double
ondes_cwt_coi_samples (const OndesCwt *self,
                       guint           row)
{
  return G_SQRT2 * ondes_cwt_scale (self, row);
}

gboolean
ondes_cwt_is_aliased (const OndesCwt *self,
                      guint           row)
{
  return ondes_cwt_scale (self, row) < self->options.omega0 / G_PI;
}

gboolean
ondes_cwt_analytic_tails_fit (double         omega0,
                              double         scale,
                              OndesPrecision precision)
{
  /* Cut off at 0 and at π, the spectrum jumps there by exp (−x²/2) of its peak; the ringing past ⌊8 s⌋ is 7 times weaker. It
   * must stay well below the tolerance: 1e-12 in double precision, 3e-6 in single. */
  double jump = precision == ONDES_PRECISION_DOUBLE ? 1e-13 : 3e-7;
  double x = sqrt (-2 * log (jump));

  return omega0 >= x && scale * G_PI - omega0 >= x;
}

static char *
cwt_print (const OndesSpec *spec)
{
  const OndesCwt *self = ondes_spec_cwt (spec);
  GString *out = g_string_new (self->scale_options);

  ondes_params_print (&ondes_cwt_params, ONDES_PARAM_SPEC, ONDES_PARAM_STATED, &self->options, out);
  if (self->options.compensation != NULL)
    {
      g_autofree char *compensation = ondes_compensation_print (self->options.compensation);

      g_string_append (out, compensation);
    }
  ondes_params_print (&ondes_cwt_params, ONDES_PARAM_SPEC | ONDES_PARAM_STATED, 0, &self->options, out);
  return g_string_free (out, FALSE);
}

static char *
cwt_describe (const OndesSpec *spec)
{
  static const char *const wavelets[] = { "complex Morlet", "real Morlet", "analytic Morlet" };
  const OndesCwt *self = ondes_spec_cwt (spec);
  const OndesCwtOptions *o = &self->options;
  g_autofree char *compensation = o->compensation != NULL ? ondes_compensation_describe (o->compensation, o->omega0) : NULL;
  const gboolean changed = compensation != NULL && compensation[0] != '\0';
  const double own = ondes_cwt_oversampling (self); /* samples to each of the recording's own */
  double lo = INFINITY, hi = 0;
  char omega0[ONDES_NUMBER_SIZE], min[ONDES_NUMBER_SIZE], max[ONDES_NUMBER_SIZE];

  for (guint i = 0; i < self->n_scales; i++)
    {
      lo = MIN (lo, ondes_cwt_scale (self, i));
      hi = MAX (hi, ondes_cwt_scale (self, i));
    }
  /* Captions always use a decimal point, whatever the locale. */
  g_ascii_formatd (omega0, sizeof omega0, "%g", o->omega0);
  g_ascii_formatd (min, sizeof min, "%.4g", lo / own);
  g_ascii_formatd (max, sizeof max, "%.4g", hi / own);
  return g_strdup_printf ("%s, ω₀ = %s, %u %s, %s–%s samples, %s, %s, boundary %s, method %s, %s precision%s%s",
                          wavelets[o->wavelet], omega0, self->n_scales, self->n_scales == 1 ? "scale" : "scales", min, max,
                          ondes_normalisation_names[o->normalisation], ondes_quantity_names[o->quantity],
                          ondes_boundary_names[o->boundary], ondes_method_names[o->method], ondes_precision_names[o->precision],
                          changed ? ", compensated: " : "", changed ? compensation : "");
}

static OndesShape
cwt_shape (const OndesSpec *spec,
           OndesType        input,
           const OndesView *view)
{
  const OndesCwt *self = ondes_spec_cwt (spec);
  gboolean wide = self->options.precision == ONDES_PRECISION_DOUBLE;
  gboolean real = self->options.quantity != ONDES_QUANTITY_COEFFICIENTS
                  || (self->options.wavelet == ONDES_WAVELET_MORLET && !ondes_type_is_complex (input));
  OndesShape shape = { .rows = self->n_scales };

  if (view->columns > 0)
    {
      shape.type = ONDES_F32;
      shape.columns = MIN (view->columns, view->count);
    }
  else
    {
      shape.type = real ? (wide ? ONDES_F64 : ONDES_F32) : (wide ? ONDES_C128 : ONDES_C64);
      shape.columns = view->count;
    }
  return shape;
}

static void
cwt_finalize (OndesSpec *spec)
{
  OndesCwt *self = (OndesCwt *) spec;

  g_free ((void *) self->scales);
  g_free ((void *) self->masks);
  g_free ((void *) self->scale_options);
  g_clear_pointer (&self->options.compensation, ondes_compensation_unref);
  g_free (self);
}

static const OndesSpecClass cwt_class = { ONDES_TRANSFORM_CWT, cwt_print, cwt_describe, cwt_shape, cwt_finalize,
                                          &ondes_cwt_picture };

const OndesCwt *
ondes_spec_cwt (const OndesSpec *spec)
{
  g_return_val_if_fail (spec->klass == &cwt_class, NULL);
  return (const OndesCwt *) spec;
}

static gboolean
check_analytic (const OndesCwtOptions *options,
                const OndesScale      *scales,
                guint                  n_scales,
                GError               **error)
{
  if (options->boundary != ONDES_BOUNDARY_ZERO)
    return ondes_request_error_set (error, ONDES_SETTING_BOUNDARY, ondes_boundary_names[options->boundary],
                                    _("the analytic Morlet is defined on a recording padded with zeros; choose %s"),
                                    ondes_setting_name (ONDES_SETTING_BOUNDARY, "zero"));
  if (options->method == ONDES_METHOD_DIRECT)
    return ondes_request_error_set (error, ONDES_SETTING_METHOD, ondes_method_names[options->method],
                                    _("the analytic Morlet is defined by its spectrum and has no mask; use fft or auto, not "
                                      "direct"));
  for (guint i = 0; i < n_scales && options->method == ONDES_METHOD_OVERLAP_SAVE; i++)
    {
      double s = scales[i].numerator / scales[i].denominator;

      if (!ondes_cwt_analytic_tails_fit (options->omega0, s, options->precision))
        return ondes_request_error_set (error, ONDES_SETTING_METHOD, ondes_method_names[options->method],
                                        _("overlap-save would cut off more of the analytic Morlet of scale %g, ω₀ = %g, than "
                                          "the precision allows; use fft or auto"), s, options->omega0);
    }
  return TRUE;
}

static gboolean
check (const OndesCwtOptions *options,
       const OndesScale      *scales,
       guint                  n_scales,
       GError               **error)
{
  char number[ONDES_NUMBER_SIZE];

  if (!ondes_params_check (ondes_cwt_params.rows, ONDES_PARAM_SPEC, options, error))
    return FALSE;
  if (n_scales == 0 || n_scales > ONDES_SCALES_MAX)
    return ondes_request_error_set (error, ONDES_SETTING_SCALES, NULL, _("%u scales; a transform has 1 to %d"), n_scales,
                                    ONDES_SCALES_MAX);
  for (guint i = 0; i < n_scales; i++)
    {
      double s = scales[i].numerator / scales[i].denominator;

      if (!(s >= ONDES_SCALE_MIN && s <= ONDES_SCALE_MAX))
        return ondes_request_error_set (error, ONDES_SETTING_SCALES, ondes_number_print (number, s),
                                        _("a scale of %g samples is out of range; scales lie from %g to %g"), s,
                                        ONDES_SCALE_MIN, ONDES_SCALE_MAX);
    }
  if (options->fft_length != 0 && options->wavelet != ONDES_WAVELET_ANALYTIC_MORLET)
    return ondes_request_error_set (error, ONDES_SETTING_FFT_LENGTH, NULL,
                                    _("only the analytic Morlet depends on it; use %s, or leave it out"),
                                    ondes_setting_name (ONDES_SETTING_WAVELET, "analytic-morlet"));
  return options->wavelet != ONDES_WAVELET_ANALYTIC_MORLET || check_analytic (options, scales, n_scales, error);
}

/* Computes the mask of @scale, which a compensation shifts by no more than its half length. */
static gboolean
make_mask (const OndesCwtOptions *options,
           double                 scale,
           OndesMask             *mask,
           GError               **error)
{
  const OndesCompensationOptions *o = ondes_compensation_get_options (options->compensation);
  const double hz = options->omega0 * options->rate_hz / (2 * G_PI * scale);

  if (!ondes_compensation_mask (options->compensation, hz, options->rate_hz, mask, error))
    return FALSE;
  if (!(fabs (mask->delay) <= 8 * scale))
    {
      ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE,
                               o->timing != NULL ? ONDES_SETTING_TIMING_ERROR : ONDES_SETTING_CALIBRATION,
                               _("at %g cycles a time unit samples would be %g late, more than the %g of half a mask; change the "
                                 "model or leave out the highest frequencies"), hz, mask->delay / options->rate_hz,
                               8 * scale / options->rate_hz);
      return FALSE;
    }
  if (o->oversample > 1 && options->normalisation == ONDES_NORMALISATION_L2)
    mask->gain /= sqrt (o->oversample);
  if (mask->offset == 0 || options->wavelet != ONDES_WAVELET_ANALYTIC_MORLET)
    return TRUE;
  ondes_request_error_set (error, ONDES_SETTING_AMPLITUDE_ERROR, o->amplitude,
                           _("the analytic Morlet is defined by its spectrum and has no mask to offset; use %s"),
                           ondes_setting_name (ONDES_SETTING_WAVELET, "complex-morlet"));
  return FALSE;
}

/* Sets the masks of a compensated spec; leaves them NULL if they change nothing. */
static gboolean
make_masks (OndesCwt *self,
            GError  **error)
{
  const OndesCwtOptions *options = &self->options;
  g_autofree OndesMask *masks = g_new0 (OndesMask, self->n_scales);
  gboolean changed;

  self->quantisation = ondes_compensation_get_options (options->compensation)->quantisation;
  changed = self->quantisation.bits > 0;
  if (changed && options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET)
    return ondes_request_error_set (error, ONDES_SETTING_MASK_BITS, NULL,
                                    _("the analytic Morlet is defined by its spectrum and has no mask to quantise; use %s"),
                                    ondes_setting_name (ONDES_SETTING_WAVELET, "complex-morlet"));
  for (guint i = 0; i < self->n_scales; i++)
    {
      if (!make_mask (options, ondes_cwt_scale (self, i), &masks[i], error))
        return FALSE;
      changed = changed || masks[i].gain != 1 || masks[i].delay != 0 || masks[i].offset != 0;
    }
  if (self->quantisation.bits > 0)
    self->noise_db = ondes_quantisation_noise_db (&self->quantisation, options->omega0);
  if (changed)
    self->masks = g_steal_pointer (&masks);
  return TRUE;
}

/* Returns the bytes that identify the transform. */
static GBytes *
canonical_bytes (const OndesCwt *self)
{
  const OndesQuantisation *q = &self->quantisation;
  GByteArray *canonical = ondes_spec_identify (ONDES_TRANSFORM_CWT, ondes_cwt_params.rows, &self->options);
  const gint32 rounding[] = { (gint32) q->bits, (gint32) q->rounding, q->dither };

  for (guint i = 0; i < self->n_scales; i++)
    {
      double s = ondes_cwt_scale (self, i);

      g_byte_array_append (canonical, (const guint8 *) &s, sizeof s);
    }
  if (self->masks != NULL)
    {
      g_byte_array_append (canonical, (const guint8 *) self->masks, (guint) (self->n_scales * sizeof *self->masks));
      g_byte_array_append (canonical, (const guint8 *) rounding, sizeof rounding);
    }
  return g_byte_array_free_to_bytes (canonical);
}

OndesSpec *
ondes_cwt_new (const OndesCwtOptions *options,
               const OndesScaleList  *list,
               GError               **error)
{
  const OndesScale *scales = (const OndesScale *) list->scales->data;
  guint n_scales = list->scales->len;
  OndesCwt *self;

  g_return_val_if_fail (options->compensation == NULL || options->rate_hz > 0, NULL);
  if (!check (options, scales, n_scales, error))
    return NULL;
  self = g_new0 (OndesCwt, 1);
  self->options = *options;
  self->n_scales = n_scales;
  self->scales = g_memdup2 (scales, n_scales * sizeof *scales);
  self->scale_options = g_strdup (list->options);
  self->voices = list->voices;
  self->noise_db = NAN;
  if (options->compensation != NULL)
    ondes_compensation_ref (options->compensation);
  if (options->compensation != NULL && !make_masks (self, error))
    {
      cwt_finalize (&self->spec);
      return NULL;
    }
  ondes_spec_init (&self->spec, &cwt_class, canonical_bytes (self));
  return &self->spec;
}

OndesSpec *
ondes_cwt_new_scales (const OndesCwtOptions *options,
                      const OndesScale      *scales,
                      guint                  n,
                      GError               **error)
{
  g_autoptr (GArray) array = g_array_sized_new (FALSE, FALSE, sizeof *scales, n);
  const OndesScaleList list = { .scales = array, .options = (char *) "--scales" };

  g_array_append_vals (array, scales, n);
  return ondes_cwt_new (options, &list, error);
}
