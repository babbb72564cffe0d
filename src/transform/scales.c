/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/words.h"

static OndesScaleList *
list_new (char *options)
{
  OndesScaleList *self = g_new (OndesScaleList, 1);

  self->scales = g_array_new (FALSE, FALSE, sizeof (OndesScale));
  self->options = options;
  self->voices = 0;
  return self;
}

void
ondes_scale_list_free (OndesScaleList *self)
{
  g_array_unref (self->scales);
  g_free (self->options);
  g_free (self);
}

static gboolean
parse_finite (const char *text,
              double     *value)
{
  char *end;

  if (strpbrk (text, "xXnN") != NULL) /* rejects hexadecimal, NaN and infinity */
    return FALSE;
  *value = g_ascii_strtod (text, &end);
  return end != text && *end == '\0' && isfinite (*value);
}

/* Parses P or P/Q. */
static gboolean
parse_scale (const char *text,
             OndesScale *scale,
             GError    **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "/", 3);
  guint n = g_strv_length (parts);

  scale->denominator = 1;
  if (n < 1 || n > 2 || !parse_finite (g_strstrip (parts[0]), &scale->numerator)
      || (n == 2 && (!parse_finite (g_strstrip (parts[1]), &scale->denominator) || scale->denominator == 0)))
    return ondes_request_error_set (error, ONDES_SETTING_SCALES, text,
                                    _("“%s” is not a number; a scale is written P or P/Q, in samples"), text);
  if (scale->denominator < 0)
    *scale = (OndesScale) { -scale->numerator, -scale->denominator };
  return TRUE;
}

static gboolean
check_scale (OndesScale scale,
             GError   **error)
{
  double s = scale.numerator / scale.denominator;
  char number[ONDES_NUMBER_SIZE];

  if (s >= ONDES_SCALE_MIN && s <= ONDES_SCALE_MAX)
    return TRUE;
  return ondes_request_error_set (error, ONDES_SETTING_SCALES, ondes_number_print (number, s),
                                  _("a scale of %g samples is %s; scales lie from %g to %g"), s,
                                  s > 1   ? _("too large") : s > 0 ? _("too small") : _("not above 0"), ONDES_SCALE_MIN,
                                  ONDES_SCALE_MAX);
}

/* Adds the scales A + i STEP, which are exact if the products of numerators and denominators are. */
static gboolean
fill_linear (GArray    *scales,
             OndesScale a,
             OndesScale b,
             OndesScale step,
             GError   **error)
{
  double from = a.numerator / a.denominator, to = b.numerator / b.denominator, by = step.numerator / step.denominator;
  double count = floor ((to - from) / by + 1e-9) + 1;

  if (by == 0 || !(count >= 1))
    return ondes_request_error_set (error, ONDES_SETTING_SCALES, NULL, _("from %g to %g by %g there are no scales"), from, to,
                                    by);
  if (count > ONDES_SCALES_MAX)
    return ondes_request_error_set (error, ONDES_SETTING_SCALES, NULL,
                                    _("from %g to %g by %g there are %.0f scales; at most %d fit one transform"), from, to,
                                    by, count, ONDES_SCALES_MAX);
  for (guint i = 0; i < (guint) count; i++)
    {
      OndesScale s = a;

      if (a.denominator == step.denominator)
        s.numerator = a.numerator + i * step.numerator;
      else
        s = (OndesScale) { a.numerator * step.denominator + i * step.numerator * a.denominator,
                           a.denominator * step.denominator };
      g_array_append_val (scales, s);
    }
  return TRUE;
}

static gboolean
check_voices (double   voices,
              GError **error)
{
  char number[ONDES_NUMBER_SIZE];

  if (voices >= 0.1 && voices <= 1000)
    return TRUE;
  return ondes_request_error_set (error, ONDES_SETTING_VOICES, ondes_number_print (number, voices),
                                  _("%g voices per octave are not possible; choose 0.1 to 1000"), voices);
}

static gboolean
fill_logarithmic (GArray    *scales,
                  OndesScale a,
                  OndesScale b,
                  double     voices,
                  GError   **error)
{
  double from = a.numerator / a.denominator, to = b.numerator / b.denominator;
  double count = floor (voices * log2 (to / from) + 1e-9) + 1;

  if (!check_voices (voices, error))
    return FALSE;
  if (!(count >= 1))
    return ondes_request_error_set (error, ONDES_SETTING_SCALES, NULL,
                                    _("from %g up to %g there are no scales; the smaller comes first"), from, to);
  if (count > ONDES_SCALES_MAX)
    return ondes_request_error_set (error, ONDES_SETTING_SCALES, NULL,
                                    _("from %g to %g with %g voices there are %.0f scales; at most %d fit one transform"),
                                    from, to, voices, count, ONDES_SCALES_MAX);
  for (guint i = 0; i < (guint) count; i++)
    {
      OndesScale s = { a.numerator * exp2 (i / voices), a.denominator };

      g_array_append_val (scales, s);
    }
  return TRUE;
}

OndesScaleList *
ondes_scale_list_parse (const char *text,
                        double      voices,
                        GError    **error)
{
  g_autofree char *options = g_strdup_printf ("--scales %s", text);
  g_autoptr (OndesScaleList) self = NULL;
  gboolean range = strchr (text, ':') != NULL;
  g_auto (GStrv) parts = g_strsplit (text, range ? ":" : ",", 0);
  guint n = g_strv_length (parts);
  g_autofree OndesScale *values = g_new (OndesScale, n + 1);

  for (guint i = 0; i < n; i++)
    if (!parse_scale (parts[i], &values[i], error) || ((i < 2 || !range) && !check_scale (values[i], error)))
      return NULL;
  if (n == 0 || (range && n > 3) || (voices != 0 && (!range || n != 2)))
    {
      if (voices != 0)
        ondes_request_error_set (error, ONDES_SETTING_VOICES, NULL, _("goes with %s or %s, not with “%s”"),
                                 ondes_setting_name (ONDES_SETTING_SCALES, "A:B"),
                                 ondes_setting_name (ONDES_SETTING_FREQUENCIES, "FMIN:FMAX"), text);
      else
        ondes_request_error_set (error, ONDES_SETTING_SCALES, text,
                                 _("“%s” is neither A:B, A:B:STEP nor a list S1,S2,…"), text);
      return NULL;
    }

  if (voices != 0)
    {
      char number[ONDES_NUMBER_SIZE];
      g_autofree char *plain = g_steal_pointer (&options);

      options = g_strdup_printf ("%s --voices %s", plain, ondes_number_print (number, voices));
    }
  self = list_new (g_steal_pointer (&options));
  self->voices = voices;

  if (!range && n > ONDES_SCALES_MAX)
    {
      ondes_request_error_set (error, ONDES_SETTING_SCALES, NULL,
                               _("%u scales are too many; at most %d fit one transform"), n, ONDES_SCALES_MAX);
      return NULL;
    }
  if (!range)
    g_array_append_vals (self->scales, values, n);
  else if (voices != 0 ? !fill_logarithmic (self->scales, values[0], values[1], voices, error)
                       : !fill_linear (self->scales, values[0], values[1], n == 3 ? values[2] : (OndesScale) { 1, 1 }, error))
    return NULL;
  return g_steal_pointer (&self);
}

OndesScaleList *
ondes_scale_list_new_frequencies (double   fmin_hz,
                                  double   fmax_hz,
                                  double   voices,
                                  double   omega0,
                                  double   rate_hz,
                                  GError **error)
{
  g_autoptr (OndesScaleList) self = NULL;
  char lo[ONDES_NUMBER_SIZE], hi[ONDES_NUMBER_SIZE], per[ONDES_NUMBER_SIZE];
  double count;

  if (!(fmin_hz > 0) || !isfinite (fmin_hz) || !(fmax_hz > 0) || !isfinite (fmax_hz))
    {
      ondes_request_error_set (error, ONDES_SETTING_FREQUENCIES, NULL,
                               _("%g to %g is not a range of frequencies above 0"), fmin_hz, fmax_hz);
      return NULL;
    }
  if (fmin_hz > fmax_hz)
    {
      ondes_request_error_set (error, ONDES_SETTING_FREQUENCIES, NULL,
                               _("the lowest, %g, is above the highest, %g; exchange them"), fmin_hz, fmax_hz);
      return NULL;
    }
  if (!check_voices (voices, error))
    return NULL;
  if (fmax_hz > rate_hz / 2)
    {
      ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_FREQUENCIES,
                               _("the highest, %g, is above half the sampling rate, %g; choose FMAX up to that"), fmax_hz,
                               rate_hz / 2);
      return NULL;
    }
  if (omega0 * rate_hz / (2 * G_PI * fmin_hz) > ONDES_SCALE_MAX)
    {
      ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_FREQUENCIES,
                               _("the lowest, %g, needs a scale above %g samples at a rate of %g; choose a higher FMIN"),
                               fmin_hz, ONDES_SCALE_MAX, rate_hz);
      return NULL;
    }
  count = floor (voices * log2 (fmax_hz / fmin_hz) + 1e-9) + 1;
  if (count > ONDES_SCALES_MAX)
    {
      ondes_request_error_set (error, ONDES_SETTING_FREQUENCIES, NULL,
                               _("from %g to %g with %g voices there are %.0f rows; at most %d fit one transform"), fmin_hz,
                               fmax_hz, voices, count, ONDES_SCALES_MAX);
      return NULL;
    }

  self = list_new (g_strdup_printf ("--frequencies %s:%s --voices %s", ondes_number_print (lo, fmin_hz),
                                    ondes_number_print (hi, fmax_hz), ondes_number_print (per, voices)));
  self->voices = voices;
  for (guint i = 0; i < (guint) count; i++)
    {
      OndesScale s = { omega0 * rate_hz, 2 * G_PI * (fmax_hz * exp2 (-(double) i / voices)) };

      g_array_append_val (self->scales, s);
    }
  return g_steal_pointer (&self);
}
