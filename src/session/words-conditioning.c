/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

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

/* Adds a design's kind and its frequencies. */
static void
add_design (GString              *text,
            const OndesFirDesign *design,
            const char           *unit)
{
  static const char *const kinds[] = { N_("Low-pass"), N_("High-pass"), N_("Band-pass"), N_("Band-stop"), N_("Notch"),
                                       N_("Differentiator"), N_("Hilbert transform") };
  const gboolean has_two = design->kind == ONDES_FIR_BANDPASS || design->kind == ONDES_FIR_BANDSTOP;
  const char *name = _(kinds[design->kind]);
  g_autofree char *first = print_number (design->kind == ONDES_FIR_LOWPASS ? design->hi_hz : design->lo_hz);
  g_autofree char *second = print_number (design->hi_hz);

  if (design->kind == ONDES_FIR_DIFFERENTIATOR || design->kind == ONDES_FIR_HILBERT)
    g_string_append (text, name);
  else if (has_two)
    g_string_append_printf (text, _("%s %s–%s %s"), name, first, second, unit);
  else if (design->kind == ONDES_FIR_NOTCH && design->harmonics > 1)
    g_string_append_printf (text, _("%s %s %s × %u"), name, first, unit, design->harmonics);
  else
    g_string_append_printf (text, _("%s %s %s"), name, first, unit);
}

/* Adds what is not the default of a design. */
static void
add_shape (GString              *text,
           const OndesFirDesign *design,
           const char           *unit)
{
  g_autofree char *ripple = print_number (design->ripple_db), *transition = print_number (design->transition_hz);
  g_autofree char *window = ondes_window_print (&design->window);

  if (design->length == 0 && design->ripple_db != ondes_fir_design_default.ripple_db)
    g_string_append_printf (text, ", %s dB", ripple);
  if (design->transition_hz > 0 && (design->length == 0 || design->kind == ONDES_FIR_NOTCH))
    {
      g_string_append (text, ", ");
      /* Translators: how wide the transition at a cut-off is, and its unit. */
      g_string_append_printf (text, _("transition %s %s"), transition, unit);
    }
  if (design->length == 0)
    return;
  g_string_append (text, ", ");
  g_string_append_printf (text, ngettext ("%u tap", "%u taps", design->length), design->length);
  if (design->window.kind != ONDES_WINDOW_KAISER || design->window.beta != ONDES_FILTER_BETA)
    g_string_append_printf (text, ", %s", window);
}

/* Adds a bank of which a step takes a band. */
static void
add_bank (GString                 *text,
          const OndesFilterChoice *choice,
          const char              *unit)
{
  g_autofree char *lowest = print_number (choice->fmin_hz), *highest = print_number (choice->fmax_hz);

  if (choice->voices == 0)
    {
      g_string_append (text, _("Octave bank"));
      if (choice->fraction > 1)
        g_string_append_printf (text, " 1/%u", choice->fraction);
    }
  else
    g_string_append_printf (text, _("%s %s–%s %s"), choice->gammatone ? _("Gammatone bank") : _("Morlet bank"), lowest, highest,
                            unit);
}

char *
ondes_words_step_filter (const OndesStep *step,
                         const char      *time_unit)
{
  static const char *const posts[] = { NULL, N_("power"), N_("derivative"), N_("interpolation") };
  GString *text = g_string_new (NULL);
  g_autofree char *unit = ondes_words_frequency_unit (time_unit);
  OndesFilterChoice choice;

  ondes_step_filter (step, &choice);
  if (choice.taps != NULL)
    {
      g_autofree char *name = g_filename_display_basename (choice.taps);

      /* Translators: taps of a filter, and the name of their file. */
      g_string_append_printf (text, _("Taps of %s"), name);
    }
  else if (choice.fraction > 0 || choice.voices > 0)
    add_bank (text, &choice, unit);
  else
    {
      add_design (text, &choice.design, unit);
      add_shape (text, &choice.design, unit);
    }
  if (choice.band > 0)
    {
      g_string_append (text, ", ");
      /* Translators: the number of a band of a bank of filters. */
      g_string_append_printf (text, _("band %u"), choice.band);
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
  g_autofree char *first = print_number (step->kind == ONDES_STEP_GAIN ? step->db : step->hz);
  g_autofree char *second = print_number (step->hi_hz);

  if (step->kind == ONDES_STEP_FILTER)
    return ondes_words_step_filter (step, time_unit);
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
