/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compensation.h"

#include "base/counted.h"
#include "base/number.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

/* The mask whose noise stands for all: those of other scales differ by chance alone. */
#define NOISE_SCALE 64.0
#define NOISE_HALF  512
#define SEED G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

const char *const ondes_rounding_names[] = { "nearest", "up", "down", "zero", NULL };

struct _OndesCompensation
{
  OndesCompensationOptions options; /* its strings are owned */
  OndesErrorModel *models[ONDES_N_MODELS_OF];
  OndesOversampling *oversampling;
};

static void
ondes_compensation_clear (gpointer data)
{
  OndesCompensation *self = data;

  g_free ((char *) self->options.amplitude);
  g_free ((char *) self->options.timing);
  g_free ((char *) self->options.calibration);
  g_free ((char *) self->options.interpolation);
  for (guint i = 0; i < ONDES_N_MODELS_OF; i++)
    g_clear_pointer (&self->models[i], ondes_error_model_unref);
  g_clear_pointer (&self->oversampling, ondes_oversampling_unref);
}

ONDES_DEFINE_COUNTED (OndesCompensation, ondes_compensation)

gboolean
ondes_mask_bits_check (guint    bits,
                       GError **error)
{
  if (bits >= ONDES_MASK_BITS_MIN && bits <= ONDES_MASK_BITS_MAX)
    return TRUE;
  return ondes_request_error_set (error, ONDES_SETTING_MASK_BITS, NULL, _("%u is out of range; choose %d to %d"), bits,
                                  ONDES_MASK_BITS_MIN, ONDES_MASK_BITS_MAX);
}

static gboolean
check (const OndesCompensation *self,
       GError                 **error)
{
  const OndesCompensationOptions *o = &self->options;
  const OndesErrorModel *amplitude = self->models[ONDES_MODEL_OF_AMPLITUDE];
  char number[ONDES_NUMBER_SIZE];

  if (amplitude != NULL && amplitude->kind == ONDES_MODEL_CONSTANT && !(1 + amplitude->c > 0))
    return ondes_request_error_set (error, ONDES_SETTING_AMPLITUDE_ERROR, o->amplitude,
                                    _("an error of %g leaves a gain 1 + A of %g; it has to be above 0"), amplitude->c,
                                    1 + amplitude->c);
  if (!(o->aperture >= 0) || !isfinite (o->aperture))
    return ondes_request_error_set (error, ONDES_SETTING_APERTURE, ondes_number_print (number, o->aperture),
                                    _("%g is not a width; give 0 or more, in time units"), o->aperture);
  return o->quantisation.bits == 0 || ondes_mask_bits_check (o->quantisation.bits, error);
}

/* TRUE if @kept has the file or model of @text. */
static gboolean
has_text (const OndesCompensation *kept,
          const char              *of_kept,
          const char              *text)
{
  return kept != NULL && of_kept != NULL && g_str_equal (of_kept, text);
}

/* Takes a model of @which from @kept if that has @text, or else parses it. */
static gboolean
take_model (OndesCompensation       *self,
            const OndesCompensation *kept,
            OndesModelOf             which,
            GError                 **error)
{
  const gboolean timing = which == ONDES_MODEL_OF_TIMING;
  const char *text = timing ? self->options.timing : self->options.amplitude;

  if (text == NULL)
    return TRUE;
  if (kept != NULL && has_text (kept, timing ? kept->options.timing : kept->options.amplitude, text))
    self->models[which] = ondes_error_model_ref (kept->models[which]);
  else
    self->models[which]
      = ondes_error_model_parse (text, timing ? ONDES_SETTING_TIMING_ERROR : ONDES_SETTING_AMPLITUDE_ERROR, error);
  return self->models[which] != NULL;
}

static gboolean
take_sheet (OndesCompensation       *self,
            const OndesCompensation *kept,
            GError                 **error)
{
  OndesErrorModel **models = self->models;

  if (self->options.calibration == NULL)
    return TRUE;
  if (kept == NULL || !has_text (kept, kept->options.calibration, self->options.calibration))
    return ondes_calibration_read (self->options.calibration, &models[ONDES_MODEL_OF_SHEET_AMPLITUDE],
                                   &models[ONDES_MODEL_OF_SHEET_TIMING], error);
  for (guint i = ONDES_MODEL_OF_SHEET_AMPLITUDE; i <= ONDES_MODEL_OF_SHEET_TIMING; i++)
    models[i] = kept->models[i] != NULL ? ondes_error_model_ref (kept->models[i]) : NULL;
  return TRUE;
}

/* TRUE if @kept oversamples as @options ask. */
static gboolean
has_oversampling (const OndesCompensation        *kept,
                  const OndesCompensationOptions *options)
{
  return kept != NULL && kept->oversampling != NULL && kept->options.oversample == options->oversample
         && g_strcmp0 (kept->options.interpolation, options->interpolation) == 0;
}

static gboolean
take_oversampling (OndesCompensation       *self,
                   const OndesCompensation *kept,
                   GCancellable            *cancellable,
                   GError                 **error)
{
  const OndesCompensationOptions *o = &self->options;

  if (o->oversample <= 1)
    return TRUE;
  self->oversampling = has_oversampling (kept, o) ? ondes_oversampling_ref (kept->oversampling)
                                                  : ondes_oversampling_new (o->oversample, o->interpolation, cancellable, error);
  return self->oversampling != NULL;
}

OndesCompensation *
ondes_compensation_renew (OndesCompensation              *kept,
                          const OndesCompensationOptions *options,
                          GCancellable                   *cancellable,
                          GError                        **error)
{
  g_autoptr (OndesCompensation) self = g_atomic_rc_box_new0 (OndesCompensation);

  self->options = *options;
  self->options.amplitude = g_strdup (options->amplitude);
  self->options.timing = g_strdup (options->timing);
  self->options.calibration = g_strdup (options->calibration);
  self->options.interpolation = g_strdup (options->interpolation);
  if (!take_model (self, kept, ONDES_MODEL_OF_AMPLITUDE, error) || !take_model (self, kept, ONDES_MODEL_OF_TIMING, error)
      || !take_sheet (self, kept, error) || !take_oversampling (self, kept, cancellable, error) || !check (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

OndesCompensation *
ondes_compensation_new (const OndesCompensationOptions *options,
                        GError                        **error)
{
  return ondes_compensation_renew (NULL, options, NULL, error);
}

gboolean
ondes_compensation_reads (const OndesCompensation        *kept,
                          const OndesCompensationOptions *options)
{
  static const OndesCompensationOptions none = { 0 };
  const OndesCompensationOptions *of_kept = kept != NULL ? &kept->options : &none;

  if (options->amplitude != NULL && ondes_error_model_is_file (options->amplitude)
      && !has_text (kept, of_kept->amplitude, options->amplitude))
    return TRUE;
  if (options->timing != NULL && ondes_error_model_is_file (options->timing)
      && !has_text (kept, of_kept->timing, options->timing))
    return TRUE;
  if (options->calibration != NULL && !has_text (kept, of_kept->calibration, options->calibration))
    return TRUE;
  return options->oversample > 1 && ondes_interpolation_is_file (options->interpolation) && !has_oversampling (kept, options);
}

const OndesCompensationOptions *
ondes_compensation_get_options (const OndesCompensation *self)
{
  return &self->options;
}

OndesOversampling *
ondes_compensation_get_oversampling (const OndesCompensation *self)
{
  return self->oversampling;
}

const OndesErrorModel *
ondes_compensation_get_model (const OndesCompensation *self,
                              OndesModelOf             which)
{
  g_return_val_if_fail (which < ONDES_N_MODELS_OF, NULL);
  return self->models[which];
}

/* Appends an option; quotes what a shell would change. */
static void
add_text (GString    *out,
          const char *option,
          const char *value)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./%@";
  g_autofree char *quoted = NULL;

  if (value == NULL)
    return;
  quoted = value[0] != '\0' && strspn (value, plain) == strlen (value) ? g_strdup (value) : g_shell_quote (value);
  g_string_append_printf (out, " %s %s", option, quoted);
}

char *
ondes_compensation_print (const OndesCompensation *self)
{
  const OndesCompensationOptions *o = &self->options;
  const OndesQuantisation *q = &o->quantisation;
  GString *out = g_string_new (NULL);
  char number[ONDES_NUMBER_SIZE];

  add_text (out, "--amplitude-error", o->amplitude);
  add_text (out, "--timing-error", o->timing);
  add_text (out, "--calibration", o->calibration);
  if (o->aperture > 0)
    add_text (out, "--aperture", ondes_number_print (number, o->aperture));
  if (q->bits > 0)
    g_string_append_printf (out, " --mask-bits %u", q->bits);
  if (q->bits > 0 && q->rounding != ONDES_ROUND_NEAREST)
    add_text (out, "--mask-rounding", ondes_rounding_names[q->rounding]);
  if (q->bits > 0 && q->dither)
    g_string_append (out, " --dither");
  if (o->oversample > 1)
    {
      g_string_append_printf (out, " --oversample %u", o->oversample);
      add_text (out, "--interpolation", o->interpolation);
    }
  return g_string_free (out, FALSE);
}

/* Appends a phrase, a comma before it if others stand there. */
static void
add_phrase (GString    *out,
            const char *format,
            ...) G_GNUC_PRINTF (2, 3);

static void
add_phrase (GString    *out,
            const char *format,
            ...)
{
  va_list arguments;

  if (out->len > 0)
    g_string_append (out, ", ");
  va_start (arguments, format);
  g_string_append_vprintf (out, format, arguments);
  va_end (arguments);
}

static void
describe_quantisation (GString                 *out,
                       const OndesQuantisation *q,
                       double                   omega0)
{
  static const char *const ways[] = { "to nearest", "up", "down", "towards zero" };
  char number[ONDES_NUMBER_SIZE];

  g_ascii_formatd (number, sizeof number, "%.0f", -ondes_quantisation_noise_db (q, omega0));
  add_phrase (out, "masks of %u bit%s rounded %s%s, their noise %s dB below", q->bits, ondes_plural (q->bits), ways[q->rounding],
              q->dither ? " with dither" : "", number);
}

char *
ondes_compensation_describe (const OndesCompensation *self,
                             double                   omega0)
{
  const OndesCompensationOptions *o = &self->options;
  const OndesQuantisation *q = &o->quantisation;
  g_autofree char *sheet = o->calibration != NULL ? g_path_get_basename (o->calibration) : NULL;
  GString *out = g_string_new (NULL);
  char number[ONDES_NUMBER_SIZE];

  if (o->amplitude != NULL)
    add_phrase (out, "amplitude error %s", o->amplitude);
  if (o->timing != NULL)
    add_phrase (out, "timing error %s", o->timing);
  if (sheet != NULL)
    add_phrase (out, "calibrated by %s", sheet);
  if (o->aperture > 0)
    add_phrase (out, "aperture %s", ondes_number_print (number, o->aperture));
  if (q->bits > 0)
    describe_quantisation (out, q, omega0);
  if (o->oversample > 1)
    add_phrase (out, "oversampled %u times (%s)", o->oversample, o->interpolation != NULL ? o->interpolation : "sinc");
  return g_string_free (out, FALSE);
}

/* Returns what a note calls the table of @which. Transfer full. */
static char *
name_table (const OndesCompensation *self,
            OndesModelOf             which)
{
  const char *text = which == ONDES_MODEL_OF_AMPLITUDE ? self->options.amplitude
                     : which == ONDES_MODEL_OF_TIMING  ? self->options.timing
                                                       : self->options.calibration;

  if (which >= ONDES_MODEL_OF_SHEET_AMPLITUDE)
    return g_filename_display_name (text);
  if (ondes_error_model_is_file (text))
    return g_filename_display_name (text + strlen ("table:"));
  return g_strdup (_("the list of points"));
}

char **
ondes_compensation_notes (const OndesCompensation *self,
                          double                   lo_hz,
                          double                   hi_hz)
{
  GStrvBuilder *notes = g_strv_builder_new ();
  char **all;

  for (guint i = 0; i < ONDES_N_MODELS_OF; i++)
    if (self->models[i] != NULL && self->models[i]->note != NULL)
      g_strv_builder_add (notes, self->models[i]->note);
  for (guint i = 0; i < ONDES_N_MODELS_OF; i++)
    {
      const OndesErrorModel *model = self->models[i];
      g_autofree char *name = NULL, *note = NULL;

      /* Both models of a sheet have its frequencies. */
      if (model == NULL || (i == ONDES_MODEL_OF_SHEET_TIMING && self->models[ONDES_MODEL_OF_SHEET_AMPLITUDE] != NULL)
          || !(ondes_error_model_holds (model, lo_hz) || ondes_error_model_holds (model, hi_hz)))
        continue;
      name = name_table (self, i);
      note = g_strdup_printf (_("%s reaches from %g to %g, the rows from %g to %g; its end values are held beyond"), name,
                              model->points[0].hz, model->points[model->n_points - 1].hz, lo_hz, hi_hz);
      g_strv_builder_add (notes, note);
    }
  all = g_strv_builder_end (notes);
  g_strv_builder_unref (notes);
  return all;
}

static double
value_at (const OndesErrorModel *model,
          double                 hz)
{
  return model != NULL ? ondes_error_model_at (model, hz) : 0;
}

/* Sets an error about the model that makes @gain at @hz. */
static void
refuse_gain (const OndesCompensation *self,
             double                   hz,
             double                   aperture,
             double                   gain,
             GError                 **error)
{
  if (!(aperture > 0))
    ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_APERTURE,
                             _("an average over %g leaves nothing of %g cycles a time unit; choose a width below 1/f, or lower "
                               "frequencies"), self->options.aperture, hz);
  else
    ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE,
                             self->models[ONDES_MODEL_OF_AMPLITUDE] != NULL ? ONDES_SETTING_AMPLITUDE_ERROR
                                                                            : ONDES_SETTING_CALIBRATION,
                             _("at %g cycles a time unit the gain 1 + A would be %g; it has to be above 0 at every row, so "
                               "change the model or the rows"), hz, gain);
}

gboolean
ondes_compensation_mask (const OndesCompensation *self,
                         double                   hz,
                         double                   rate_hz,
                         OndesMask               *mask,
                         GError                 **error)
{
  OndesErrorModel *const *models = self->models;
  const OndesErrorModel *amplitude = models[ONDES_MODEL_OF_AMPLITUDE];
  const gboolean is_offset = amplitude != NULL && amplitude->kind == ONDES_MODEL_OFFSET;
  const double x = G_PI * hz * self->options.aperture, sinc = x > 0 ? sin (x) / x : 1, aperture = x < G_PI ? sinc : 0;
  const double error_gain = 1 + (is_offset ? 0 : value_at (amplitude, hz));
  const double sheet = 1 + value_at (models[ONDES_MODEL_OF_SHEET_AMPLITUDE], hz);
  const double delay_s = value_at (models[ONDES_MODEL_OF_TIMING], hz) + value_at (models[ONDES_MODEL_OF_SHEET_TIMING], hz);

  *mask = (OndesMask) { .gain = error_gain * sheet / aperture, .delay = delay_s * rate_hz,
                        .offset = is_offset ? amplitude->c : 0 };
  if (error_gain > 0 && sheet > 0 && aperture > 0 && isfinite (mask->gain))
    return TRUE;
  refuse_gain (self, hz, aperture, error_gain > 0 ? sheet : error_gain, error);
  return FALSE;
}

/* Returns a number that looks random, of the bits of @x (the finaliser of Steele, Lea and Flood's SplitMix, 2014). */
static guint64
mix (guint64 x)
{
  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ (x >> 31);
}

static double
rounded (double        x,
         OndesRounding rounding)
{
  switch (rounding)
    {
    case ONDES_ROUND_NEAREST:
      return rint (x);
    case ONDES_ROUND_UP:
      return ceil (x);
    case ONDES_ROUND_DOWN:
      return floor (x);
    case ONDES_ROUND_ZERO:
      return trunc (x);
    }
  g_return_val_if_reached (x);
}

void
ondes_mask_quantise (const OndesQuantisation *quantisation,
                     const OndesMaskTaps     *taps,
                     gsize                    n,
                     double                  *values)
{
  const double step = ldexp (taps->full_scale, 1 - (int) quantisation->bits);
  guint64 of_scale;

  memcpy (&of_scale, &taps->scale, sizeof of_scale);
  of_scale = mix (of_scale + SEED * (taps->part + 1));
  for (gsize i = 0; i < n; i++)
    {
      double x = values[i] / step;

      if (quantisation->dither)
        {
          const guint64 a = mix (of_scale + SEED * (guint64) (taps->from + (gint64) i)), b = mix (a + SEED);

          x += ldexp ((double) (a >> 11), -53) - ldexp ((double) (b >> 11), -53);
        }
      values[i] = step * rounded (x, quantisation->rounding);
    }
}

double
ondes_quantisation_reach (const OndesQuantisation *self,
                          const OndesMask         *mask,
                          double                   full_scale)
{
  const double most = self->rounding == ONDES_ROUND_NEAREST ? 0.5 : self->rounding == ONDES_ROUND_ZERO ? 1 : 0; /* steps */
  const double room = (1 - 1e-9) * ldexp (most, 1 - (int) self->bits) - fabs (mask->offset) / full_scale;

  if (self->bits == 0 || self->dither || !(room > 0))
    return INFINITY;
  return sqrt (2 * log (MAX (mask->gain / room, 1)));
}

double
ondes_quantisation_noise_db (const OndesQuantisation *self,
                             double                   omega0)
{
  double parts[2][2 * NOISE_HALF + 1], exact = 0, noise = 0;

  for (gint k = -NOISE_HALF; k <= NOISE_HALF; k++)
    {
      const double u = k / NOISE_SCALE, g = exp (-u * u / 2);

      parts[0][k + NOISE_HALF] = g * cos (omega0 * u);
      parts[1][k + NOISE_HALF] = -g * sin (omega0 * u);
    }
  for (guint part = 0; part < 2; part++)
    {
      double quantised[2 * NOISE_HALF + 1];

      memcpy (quantised, parts[part], sizeof quantised);
      ondes_mask_quantise (self, &(OndesMaskTaps) { 1, NOISE_SCALE, part, -NOISE_HALF }, G_N_ELEMENTS (quantised), quantised);
      for (guint i = 0; i < G_N_ELEMENTS (quantised); i++)
        {
          const double off = quantised[i] - parts[part][i];

          exact += parts[part][i] * parts[part][i];
          noise += off * off;
        }
    }
  return 10 * log10 (noise / exact);
}
