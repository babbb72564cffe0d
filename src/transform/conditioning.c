/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "conditioning.h"

#include "base/counted.h"
#include "base/number.h"
#include "base/words.h"
#include "cwt.h"
#include "filter-text.h"
#include "signal/recording.h"

#include <math.h>
#include <string.h>

#define WHITEN_BINS 256 /* of the default smoothing: rate/256 */
#define NOTCH_WIDTH 1.2 /* of the transition, so that full attenuation is reached at the notch frequency */

struct _OndesConditioning
{
  guint     n;
  OndesStep steps[ONDES_CONDITIONING_STEPS_MAX];
};

const char *const ondes_step_names[] = { "mean",   "trend",  "highpass", "lowpass", "bandpass",
                                         "notch",  "whiten", "resample", "gain",    "filter", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (ondes_step_names) == ONDES_N_STEPS + 1);

/* Least and most numbers after each name. */
static const struct
{
  guint       least, most;
  const char *form;
} forms[ONDES_N_STEPS] = {
  { 0, 0, "mean" },      { 0, 0, "trend" },           { 1, 1, "highpass:HZ" }, { 1, 1, "lowpass:HZ" }, { 2, 2, "bandpass:A:B" },
  { 1, 2, "notch:HZ[:COUNT]" }, { 0, 1, "whiten[:HZ]" }, { 1, 1, "resample:HZ" }, { 1, 1, "gain:DB" },
  { 0, 0, "filter:OPTION,…" },
};

/* Sets the @n numbers of @step. */
static gboolean
set_numbers (OndesStep    *step,
             char *const  *numbers,
             guint         n)
{
  guint64 harmonics = 1;
  double values[2] = { 0 };

  for (guint i = 0; i < n; i++)
    if (step->kind == ONDES_STEP_NOTCH && i == 1)
      {
        if (!g_ascii_string_to_unsigned (numbers[i], 10, 1, ONDES_STEP_HARMONICS_MAX, &harmonics, NULL))
          return FALSE;
      }
    else if (!ondes_number_parse (numbers[i], &values[i]))
      return FALSE;
  if (step->kind == ONDES_STEP_GAIN)
    step->db = values[0];
  else
    step->hz = values[0];
  if (step->kind == ONDES_STEP_BANDPASS)
    step->hi_hz = values[1];
  if (step->kind == ONDES_STEP_NOTCH)
    step->harmonics = (guint) harmonics;
  return step->kind != ONDES_STEP_WHITEN || n == 0 || step->hz > 0; /* 0 would mean the default */
}

/* Checks what no recording could take. */
static gboolean
check_numbers (const OndesStep *step,
               const char      *text,
               GError         **error)
{
  const gboolean needs_hz = step->kind >= ONDES_STEP_HIGHPASS && step->kind <= ONDES_STEP_NOTCH;

  if (!isfinite (step->hz) || !isfinite (step->hi_hz) || !isfinite (step->db))
    return ondes_request_error_set (error, ONDES_SETTING_CONDITION, text, _("“%s” is not of the form %s"), text,
                                    forms[step->kind].form);
  if ((needs_hz && !(step->hz > 0)) || step->hz < 0)
    return ondes_request_error_set (error, ONDES_SETTING_CONDITION, text, _("“%s” has a frequency that is not above 0"), text);
  if (step->kind == ONDES_STEP_BANDPASS && !(step->hi_hz > step->hz))
    return ondes_request_error_set (error, ONDES_SETTING_CONDITION, text,
                                    _("“%s” has its cut-offs crossed; give the lower one first"), text);
  if (step->kind == ONDES_STEP_RESAMPLE && !ondes_rate_valid (step->hz))
    return ondes_request_error_set (error, ONDES_SETTING_CONDITION, text, _("“%s” is no rate; choose %g to %g"), text,
                                    ONDES_RATE_MIN, ONDES_RATE_MAX);
  if (fabs (step->db) > ONDES_STEP_GAIN_MAX_DB)
    return ondes_request_error_set (error, ONDES_SETTING_CONDITION, text, _("“%s” is out of range; choose %d to %d dB"), text,
                                    -ONDES_STEP_GAIN_MAX_DB, ONDES_STEP_GAIN_MAX_DB);
  if (step->kind == ONDES_STEP_NOTCH && (step->harmonics < 1 || step->harmonics > ONDES_STEP_HARMONICS_MAX))
    return ondes_request_error_set (error, ONDES_SETTING_CONDITION, text, _("“%s” is not of the form %s"), text,
                                    forms[step->kind].form);
  return TRUE;
}

/* Parses "filter:…". */
static gboolean
parse_filter (const char *text,
              OndesStep  *step,
              GError    **error)
{
  g_autoptr (GError) local = NULL;
  g_autofree char *canonical = NULL, *sentence = NULL;
  OndesFilterSettings choice;

  *step = (OndesStep) { .kind = ONDES_STEP_FILTER };
  /* Settings hold text alone. */
  if (!g_utf8_validate (text, -1, NULL))
    return ondes_request_error_set (error, ONDES_SETTING_CONDITION, NULL,
                                    _("the name of a file of taps is not in UTF-8; rename the file"));
  if (ondes_filter_step_parse (text, &choice, &local))
    {
      canonical = ondes_filter_step_print (&choice);
      step->text = g_ref_string_new (canonical);
      return TRUE;
    }
  sentence = ondes_error_sentence (local);
  /* Translators: a step of conditioning, and what is wrong with it. */
  return ondes_request_error_set (error, ONDES_SETTING_CONDITION, text, _("“%s”: %s"), text, sentence);
}

gboolean
ondes_step_parse (const char *text,
                  OndesStep  *step,
                  GError    **error)
{
  g_auto (GStrv) parts = NULL;
  guint n;
  int kind;

  if (g_str_has_prefix (text, ONDES_FILTER_STEP))
    return parse_filter (text, step, error);
  parts = g_strsplit (text, ":", 4);
  n = g_strv_length (parts);
  kind = n > 0 ? ondes_name_index (ondes_step_names, parts[0]) : -1;

  if (kind < 0 || kind == ONDES_STEP_FILTER)
    return ondes_request_error_set (error, ONDES_SETTING_CONDITION, text,
                                    _("“%s” is no step; choose mean, trend, highpass:HZ, lowpass:HZ, bandpass:A:B, "
                                      "notch:HZ[:COUNT], whiten[:HZ], resample:HZ, gain:DB or filter:OPTION,…"),
                                    text);
  *step = (OndesStep) { .kind = (OndesStepKind) kind };
  if (n - 1 < forms[kind].least || n - 1 > forms[kind].most || !set_numbers (step, parts + 1, n - 1))
    return ondes_request_error_set (error, ONDES_SETTING_CONDITION, text, _("“%s” is not of the form %s"), text,
                                    forms[kind].form);
  return check_numbers (step, text, error);
}

void
ondes_step_clear (OndesStep *step)
{
  g_clear_pointer (&step->text, g_ref_string_release);
}

char *
ondes_step_print (const OndesStep *step)
{
  GString *text = g_string_new (step->kind == ONDES_STEP_FILTER ? step->text : ondes_step_names[step->kind]);
  char number[ONDES_NUMBER_SIZE];

  if (step->kind == ONDES_STEP_FILTER)
    return g_string_free (text, FALSE);
  if (step->kind == ONDES_STEP_GAIN)
    g_string_append_printf (text, ":%s", ondes_number_print (number, step->db));
  else if (forms[step->kind].least > 0 || step->hz > 0)
    g_string_append_printf (text, ":%s", ondes_number_print (number, step->hz));
  if (step->kind == ONDES_STEP_BANDPASS)
    g_string_append_printf (text, ":%s", ondes_number_print (number, step->hi_hz));
  if (step->kind == ONDES_STEP_NOTCH && step->harmonics > 1)
    g_string_append_printf (text, ":%u", step->harmonics);
  return g_string_free (text, FALSE);
}

gboolean
ondes_step_design (const OndesStep *step,
                   OndesFirDesign  *design)
{
  *design = ondes_fir_design_default;
  switch (step->kind)
    {
    case ONDES_STEP_HIGHPASS:
      design->kind = ONDES_FIR_HIGHPASS;
      design->lo_hz = step->hz;
      return TRUE;
    case ONDES_STEP_LOWPASS:
      design->hi_hz = step->hz;
      return TRUE;
    case ONDES_STEP_BANDPASS:
      design->kind = ONDES_FIR_BANDPASS;
      design->lo_hz = step->hz;
      design->hi_hz = step->hi_hz;
      return TRUE;
    case ONDES_STEP_NOTCH:
      design->kind = ONDES_FIR_NOTCH;
      design->lo_hz = step->hz;
      design->harmonics = step->harmonics;
      design->transition_hz = step->hz / 10;
      design->hi_hz = NOTCH_WIDTH * design->transition_hz;
      return TRUE;
    case ONDES_STEP_MEAN:
    case ONDES_STEP_TREND:
    case ONDES_STEP_WHITEN:
    case ONDES_STEP_RESAMPLE:
    case ONDES_STEP_GAIN:
    case ONDES_STEP_FILTER:
    case ONDES_N_STEPS:
    default:
      return FALSE;
    }
}

void
ondes_step_filter (const OndesStep     *step,
                   OndesFilterSettings *choice)
{
  g_return_if_fail (step->kind == ONDES_STEP_FILTER);
  ondes_filter_step_parse (step->text, choice, NULL);
}

double
ondes_step_rate (const OndesStep *step,
                 double           rate_hz)
{
  OndesFilterSettings choice;

  if (step->kind == ONDES_STEP_RESAMPLE)
    return step->hz;
  if (step->kind != ONDES_STEP_FILTER)
    return rate_hz;
  ondes_step_filter (step, &choice);
  return choice.post == ONDES_POST_INTERPOLATION ? 2 * rate_hz : rate_hz;
}

guint
ondes_step_segment (const OndesStep *step,
                    double           rate_hz)
{
  const double length = step->hz > 0 ? 2 * round (rate_hz / step->hz / 2) : WHITEN_BINS;

  return (guint) MIN (length, (double) G_MAXUINT - 1);
}

/* Checks a filter against the rate: its cut-offs, and the number of its taps. */
static gboolean
check_filter (const OndesStep      *step,
              const OndesFirDesign *design,
              const char           *text,
              double                rate_hz,
              GError              **error)
{
  const double cutoff_hz = step->kind == ONDES_STEP_NOTCH    ? step->harmonics * step->hz + design->hi_hz / 2
                      : step->kind == ONDES_STEP_BANDPASS ? step->hi_hz
                                                          : step->hz;

  if (!(cutoff_hz < rate_hz / 2))
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_CONDITION,
                                    _("“%s” reaches %g Hz, which is not below half the rate, %g Hz"), text, cutoff_hz,
                                    rate_hz / 2);
  if (ondes_fir_design_length (design, rate_hz) > ONDES_FIR_TAPS_MAX)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_CONDITION,
                                    _("“%s” needs a filter of more than %u taps at a rate of %g Hz; choose a higher frequency"),
                                    text, ONDES_FIR_TAPS_MAX, rate_hz);
  return TRUE;
}

/* Checks the design of a FILTER step against the rate; taps and banks are checked once they are made. */
static gboolean
check_choice (const OndesStep *step,
              double           rate_hz,
              GError         **error)
{
  g_autoptr (GError) local = NULL;
  g_autofree char *sentence = NULL;
  OndesFilterSettings choice;
  OndesFirDesign design;

  ondes_step_filter (step, &choice);
  ondes_filter_settings_design (&choice, &design);
  if (!ondes_filter_settings_is_design (&choice) || ondes_fir_design_check (&design, rate_hz, &local))
    return TRUE;
  sentence = ondes_error_sentence (local);
  return ondes_setting_error_set (error, local->domain, local->code, ONDES_SETTING_CONDITION, _("“%s”: %s"), step->text,
                                  sentence);
}

static gboolean
check_whitening (const OndesStep *step,
                 const char      *text,
                 double           rate_hz,
                 guint64          n,
                 GError         **error)
{
  const guint segment = ondes_step_segment (step, rate_hz);

  if (segment < ONDES_WHITEN_MIN)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_CONDITION,
                                    _("“%s” smooths the whole spectrum away; choose up to %g Hz"), text,
                                    rate_hz / ONDES_WHITEN_MIN);
  if (segment > ONDES_WHITEN_MAX)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_CONDITION,
                                    _("“%s” is too fine; choose at least %g Hz"), text, rate_hz / ONDES_WHITEN_MAX);
  if (segment > n)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_CONDITION,
                                    _("“%s” needs %u samples, and there are %" PRIu64 "; choose at least %g Hz"), text, segment,
                                    n, rate_hz / (double) n);
  return TRUE;
}

gboolean
ondes_step_check (const OndesStep *step,
                  double           rate_hz,
                  guint64          n,
                  GError         **error)
{
  OndesFirDesign design;
  g_autofree char *text = NULL;

  g_return_val_if_fail (step->kind < ONDES_N_STEPS, FALSE);
  text = ondes_step_print (step);
  if (!check_numbers (step, text, error))
    return FALSE;
  if (rate_hz == 0)
    return TRUE;
  if (ondes_step_design (step, &design))
    return check_filter (step, &design, text, rate_hz, error);
  if (step->kind == ONDES_STEP_FILTER)
    return check_choice (step, rate_hz, error);
  if (step->kind == ONDES_STEP_WHITEN)
    return check_whitening (step, text, rate_hz, n, error);
  return TRUE;
}

/* Chains. */

static void
ondes_conditioning_clear (gpointer data)
{
  OndesConditioning *self = data;

  for (guint i = 0; i < self->n; i++)
    ondes_step_clear (&self->steps[i]);
}

ONDES_DEFINE_COUNTED (OndesConditioning, ondes_conditioning)

OndesConditioning *
ondes_conditioning_parse (const char *const *texts,
                          GError           **error)
{
  g_autoptr (OndesConditioning) self = g_atomic_rc_box_new0 (OndesConditioning);

  for (; *texts != NULL; texts++, self->n++)
    {
      if (self->n == ONDES_CONDITIONING_STEPS_MAX)
        {
          ondes_request_error_set (error, ONDES_SETTING_CONDITION, *texts, _("more than %d steps; leave “%s” out"),
                                   ONDES_CONDITIONING_STEPS_MAX, *texts);
          return NULL;
        }
      if (!ondes_step_parse (*texts, &self->steps[self->n], error))
        return NULL;
    }
  return self->n > 0 ? g_steal_pointer (&self) : NULL;
}

const OndesStep *
ondes_conditioning_get (const OndesConditioning *self,
                        guint                   *n)
{
  *n = self->n;
  return self->steps;
}

char **
ondes_conditioning_print (const OndesConditioning *self)
{
  char **texts = g_new0 (char *, self->n + 1);

  for (guint i = 0; i < self->n; i++)
    texts[i] = ondes_step_print (&self->steps[i]);
  return texts;
}

gboolean
ondes_conditioning_check (const OndesConditioning *self,
                          double                   rate_hz,
                          guint64                  n,
                          GError                 **error)
{
  for (guint i = 0; i < self->n; i++)
    {
      const OndesStep *step = &self->steps[i];

      if (!ondes_step_check (step, rate_hz, n, error))
        return FALSE;
      if (step->kind == ONDES_STEP_RESAMPLE)
        n = (guint64) MAX (ceil ((double) n * step->hz / rate_hz - 1e-6), 1);
      else if (ondes_step_rate (step, rate_hz) != rate_hz)
        n *= 2;
      rate_hz = ondes_step_rate (step, rate_hz);
    }
  return TRUE;
}
