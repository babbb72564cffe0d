/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "base/number.h"
#include "preset-files.h"
#include "transform/filter-text.h"
#include "words-conditioning.h"
#include "words.h"

static const char *const names[ONDES_N_STEPS] = {
  /* Translators: a step that subtracts the mean of a recording. */
  N_("Subtract mean"),
  /* Translators: a step that subtracts the line of least squares of a recording. */
  N_("Subtract trend"),
  N_("High-pass"),
  N_("Low-pass"),
  N_("Band-pass"),
  N_("Notch"),
  /* Translators: a step that divides a recording by its own spectrum. */
  N_("Whiten"),
  N_("Resample"),
  N_("Gain"),
  N_("Filter"),
};

const char *
ondes_words_step_name (OndesStepKind kind)
{
  return _(names[kind]);
}

static char *
print_number (double value)
{
  char text[ONDES_NUMBER_SIZE];

  return ondes_number_to_locale (g_ascii_formatd (text, sizeof text, "%.6g", value));
}

/* Returns "Band-pass 35–350 Hz", "Notch 50 Hz × 3" and the like. @hi_hz: 0 if there is one frequency; @harmonics: 1 if without. */
static char *
print_frequencies (const char *name,
                   double      hz,
                   double      hi_hz,
                   guint       harmonics,
                   const char *unit)
{
  g_autofree char *first = print_number (hz), *second = print_number (hi_hz);

  if (hi_hz > 0)
    /* Translators: the name of a step, its lower and its upper frequency, and their unit. */
    return g_strdup_printf (_("%s %s–%s %s"), name, first, second, unit);
  if (harmonics > 1)
    /* Translators: the name of a step, a frequency, its unit, and how many harmonics there are. */
    return g_strdup_printf (_("%s %s %s × %u"), name, first, unit, harmonics);
  /* Translators: the name of a step, a frequency, and its unit. */
  return g_strdup_printf (_("%s %s %s"), name, first, unit);
}

/* Returns a filter's kind and its frequencies. */
static char *
print_kind (const OndesFilterSettings *choice,
            const char                *unit)
{
  const OndesFilterKind kind = choice->kind;
  const char *name = ondes_filter_settings_title (choice);
  g_autofree char *own = NULL, *file = NULL;

  switch (kind)
    {
    case ONDES_FILTER_TAPS:
      own = ondes_kept_file_name (choice->taps);
      file = g_filename_display_name (own);
      /* Translators: taps of a filter, and the name of their file. */
      return g_strdup_printf (_("Taps of %s"), file);
    case ONDES_FILTER_LOWPASS:
    case ONDES_FILTER_HIGHPASS:
      return print_frequencies (name, kind == ONDES_FILTER_LOWPASS ? choice->hi_hz : choice->lo_hz, 0, 1, unit);
    case ONDES_FILTER_BANDPASS:
    case ONDES_FILTER_BANDSTOP:
    case ONDES_FILTER_MORLET:
    case ONDES_FILTER_GAMMATONE:
      return print_frequencies (name, choice->lo_hz, choice->hi_hz, 1, unit);
    case ONDES_FILTER_NOTCH:
      return print_frequencies (name, choice->notch_hz, 0, choice->harmonics, unit);
    case ONDES_FILTER_BANK:
      return choice->fraction > 1 ? g_strdup_printf ("%s 1/%u", name, choice->fraction) : g_strdup (name);
    case ONDES_FILTER_DIFFERENTIATOR:
    case ONDES_FILTER_HILBERT:
    case ONDES_FILTER_NONE:
    default:
      return g_strdup (name);
    }
}

/* Adds what is not the default of a design. */
static void
add_shape (GString                   *text,
           const OndesFilterSettings *choice,
           const char                *unit)
{
  const OndesParam *window = ondes_params_find (ondes_filter_params.rows, "window");
  g_autofree char *word = ondes_param_print (ondes_filter_params.rows, window, choice), *ripple = NULL, *transition = NULL;
  OndesFirDesign design;

  ondes_filter_settings_design (choice, &design);
  ripple = print_number (design.ripple_db);
  transition = print_number (design.transition_hz);
  if (design.ripple_db != ondes_fir_design_default.ripple_db)
    g_string_append_printf (text, ", %s dB", ripple);
  if (design.transition_hz > 0)
    {
      g_string_append (text, ", ");
      /* Translators: how wide the transition at a cut-off is, and its unit. */
      g_string_append_printf (text, _("transition %s %s"), transition, unit);
    }
  if (design.length == 0)
    return;
  g_string_append (text, ", ");
  g_string_append_printf (text, ngettext ("%u tap", "%u taps", design.length), design.length);
  if (ondes_param_is_given (&ondes_filter_params, window, choice))
    g_string_append_printf (text, ", %s", word);
}

char *
ondes_words_step_filter (const OndesStep *step,
                         const char      *time_unit)
{
  static const char *const posts[] = { NULL, N_("power"), N_("derivative"), N_("interpolation") };
  GString *text;
  g_autofree char *unit = ondes_words_frequency_unit (time_unit), *kind = NULL;
  OndesFilterSettings choice;

  ondes_step_filter (step, &choice);
  kind = print_kind (&choice, unit);
  text = g_string_new (kind);
  if (ondes_filter_settings_is_design (&choice))
    add_shape (text, &choice, unit);
  if (choice.only > 0)
    {
      g_string_append (text, ", ");
      /* Translators: the number of a band of a bank of filters. */
      g_string_append_printf (text, _("band %u"), choice.only);
    }
  if (choice.resample_taps)
    g_string_append_printf (text, ", %s", _("resampled"));
  if (choice.causal)
    g_string_append_printf (text, ", %s", _("causal"));
  if (choice.post != ONDES_POST_NONE)
    g_string_append_printf (text, ", %s", _(posts[choice.post]));
  return g_string_free (text, FALSE);
}

char *
ondes_words_step (const OndesStep *step,
                  const char *time_unit)
{
  const char *name = ondes_words_step_name (step->kind);
  g_autofree char *unit = ondes_words_frequency_unit (time_unit);
  g_autofree char *gain = print_number (step->db);

  if (step->kind == ONDES_STEP_FILTER)
    return ondes_words_step_filter (step, time_unit);
  if (step->kind == ONDES_STEP_GAIN)
    /* Translators: the name of a step, and decibels. */
    return g_strdup_printf (_("%s %s dB"), name, gain);
  if (step->hz == 0)
    return g_strdup (name);
  return print_frequencies (name, step->hz, step->kind == ONDES_STEP_BANDPASS ? step->hi_hz : 0,
                            step->kind == ONDES_STEP_NOTCH ? step->harmonics : 1, unit);
}
