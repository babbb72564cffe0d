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

/* Returns a design's kind and its frequencies. */
static char *
print_design (const OndesFirDesign *design,
              const char           *unit)
{
  static const char *const kinds[] = { N_("Low-pass"), N_("High-pass"), N_("Band-pass"), N_("Band-stop"), N_("Notch"),
                                       N_("Differentiator"), N_("Hilbert transform") };
  const gboolean has_two = design->kind == ONDES_FIR_BANDPASS || design->kind == ONDES_FIR_BANDSTOP;
  const char *name = _(kinds[design->kind]);

  if (design->kind == ONDES_FIR_DIFFERENTIATOR || design->kind == ONDES_FIR_HILBERT)
    return g_strdup (name);
  return print_frequencies (name, design->kind == ONDES_FIR_LOWPASS ? design->hi_hz : design->lo_hz, has_two ? design->hi_hz : 0,
                            design->kind == ONDES_FIR_NOTCH ? design->harmonics : 1, unit);
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

/* Returns the name of a bank, of which a step takes a band. */
static char *
print_bank (const OndesFilterChoice *choice,
            const char              *unit)
{
  if (choice->voices > 0)
    return print_frequencies (choice->gammatone ? _("Gammatone bank") : _("Morlet bank"), choice->fmin_hz, choice->fmax_hz, 1,
                              unit);
  return choice->fraction > 1 ? g_strdup_printf ("%s 1/%u", _("Octave bank"), choice->fraction) : g_strdup (_("Octave bank"));
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
      g_autofree char *own = ondes_kept_file_name (choice.taps), *name = g_filename_display_name (own);

      /* Translators: taps of a filter, and the name of their file. */
      g_string_append_printf (text, _("Taps of %s"), name);
    }
  else if (choice.fraction > 0 || choice.voices > 0)
    {
      g_autofree char *bank = print_bank (&choice, unit);

      g_string_append (text, bank);
    }
  else
    {
      g_autofree char *design = print_design (&choice.design, unit);

      g_string_append (text, design);
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
