/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/number.h"
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

char *
ondes_words_step_filter (const OndesStep *step)
{
  GString *text = g_string_new (step->text + strlen (ONDES_FILTER_STEP));
  OndesFilterChoice choice;

  ondes_step_filter (step, &choice);
  if (choice.taps != NULL)
    {
      g_autofree char *name = g_filename_display_basename (choice.taps);

      g_string_truncate (text, text->len - strlen (choice.taps));
      g_string_replace (text, ",", ", ", 0);
      g_string_append (text, name);
      return g_string_free (text, FALSE);
    }
  g_string_replace (text, ",", ", ", 0);
  return g_string_free (text, FALSE);
}

char *
ondes_words_step (const OndesStep *step,
                  const char *time_unit)
{
  const char *name = ondes_words_step_name (step->kind);
  g_autofree char *unit = ondes_words_frequency_unit (time_unit);
  g_autofree char *first = print_number (step->kind == ONDES_STEP_GAIN ? step->db : step->hz);
  g_autofree char *second = print_number (step->hi_hz);

  if (step->kind == ONDES_STEP_FILTER)
    {
      g_autofree char *what = ondes_words_step_filter (step);

      /* Translators: "Filter", and its options as ondes-cli takes them. */
      return g_strdup_printf (_("%s %s"), name, what);
    }
  if (step->kind == ONDES_STEP_GAIN)
    /* Translators: the name of a step, and decibels. */
    return g_strdup_printf (_("%s %s dB"), name, first);
  if (step->hz == 0)
    return g_strdup (name);
  if (step->kind == ONDES_STEP_BANDPASS)
    /* Translators: the name of a step, its lower and its upper frequency, and their unit. */
    return g_strdup_printf (_("%s %s–%s %s"), name, first, second, unit);
  if (step->kind == ONDES_STEP_NOTCH && step->harmonics > 1)
    /* Translators: the name of a step, a frequency, its unit, and how many harmonics there are. */
    return g_strdup_printf (_("%s %s %s × %u"), name, first, unit, step->harmonics);
  /* Translators: the name of a step, a frequency, and its unit. */
  return g_strdup_printf (_("%s %s %s"), name, first, unit);
}
