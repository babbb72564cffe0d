/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What differs, in the words of the window. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/number.h"
#include "comparison-private.h"
#include "session/words.h"
#include "session/words-settings.h"

/* Returns the title of the control of @name, an entry of the settings; @name itself if it has none. */
static char *
name_setting (const char *name)
{
  g_autofree char *option = g_strconcat ("--", name, NULL);
  const OndesSetting setting = ondes_setting_find (option);

  if (g_str_equal (name, "rows"))
    return g_strdup (_("Specify by"));
  if (g_str_equal (name, "fmin"))
    return g_strdup (_("Lowest"));
  if (g_str_equal (name, "fmax"))
    return g_strdup (_("Highest"));
  return g_strdup (setting != ONDES_SETTING_NONE ? ondes_words_setting (setting) : name);
}

/* Prints a value of the settings as a person reads it; fractions of the rate in the recording's units. */
static char *
print_value (OndesComparison *self,
             const char *name,
             GVariant *value)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  char number[ONDES_NUMBER_SIZE];
  double shown;

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return g_strdup (g_variant_get_string (value, NULL));
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    return g_strdup (g_variant_get_boolean (value) ? _("on") : _("off"));
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    return g_variant_print (value, FALSE);
  shown = g_variant_get_double (value);
  if (g_str_equal (name, "fmin") || g_str_equal (name, "fmax"))
    {
      const OndesRecordingInfo *info = ondes_recording_get_info (recording);
      g_autofree char *unit = ondes_words_frequency_unit (info->time_unit);

      return shown > 0 ? g_strdup_printf ("%.4g %s", shown * info->rate_hz, unit) : g_strdup (_("automatic"));
    }
  return ondes_number_to_locale (ondes_number_print (number, shown));
}

/* Adds "ω₀ 5 → 8". */
static void
add_change (OndesComparison *self,
            GPtrArray *parts,
            const char *name,
            GVariant *before,
            GVariant *after)
{
  g_autofree char *title = name_setting (name), *a = print_value (self, name, before), *b = print_value (self, name, after);

  /* Translators: the title of a setting, its value in the first of two pictures, and that in the second. */
  g_ptr_array_add (parts, g_strdup_printf (_("%s %s → %s"), title, a, b));
}

/* Adds the entries in which the dictionary @after differs, but for those of the display, which is common. */
static void
add_changes (OndesComparison *self,
             GPtrArray *parts,
             GVariant *before,
             GVariant *after)
{
  static const char *const common[] = { "palette", "decibel", "db-range", "reference", "equalise", "axis", "cone", "smooth",
                                         "notes", "a4", "slices", NULL };
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_iter_init (&iter, after);
  while (g_variant_iter_next (&iter, "{&sv}", &name, &value))
    {
      g_autoptr (GVariant) b = value, a = g_variant_lookup_value (before, name, NULL);

      if (a != NULL && !g_variant_equal (a, b) && !g_strv_contains (common, name))
        add_change (self, parts, name, a, b);
    }
}

static void
add_held (OndesComparison *self,
          GPtrArray *parts)
{
  g_autoptr (GVariant) now = ondes_session_get_settings (self->session);
  g_autoptr (GVariant) before = g_variant_lookup_value (now, "scalogram", G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) after = g_variant_lookup_value (self->held, "scalogram", G_VARIANT_TYPE_VARDICT);
  const char *const *a = ondes_recording_get_info (ondes_session_get_recording (self->session))->conditioning;
  const char *const *b = ondes_recording_get_info (self->recording)->conditioning;
  g_autofree char *one = a != NULL ? g_strjoinv (" ", (char **) a) : g_strdup (_("off"));
  g_autofree char *other = b != NULL ? g_strjoinv (" ", (char **) b) : g_strdup (_("off"));

  if (before != NULL && after != NULL)
    add_changes (self, parts, before, after);
  if (!g_str_equal (one, other))
    g_ptr_array_add (parts, g_strdup_printf (_("%s %s → %s"), _("Conditioning"), one, other));
}

/* Adds when the second begins, how it was resampled, and how much of it the time axis does not show. */
static void
add_time (OndesComparison *self,
          GPtrArray *parts)
{
  const OndesRecordingInfo *a = ondes_recording_get_info (ondes_session_get_recording (self->session));
  const OndesRecordingInfo *b = ondes_recording_get_info (self->recording);
  const double later = (double) ondes_alignment_shift (&self->alignment, a, b) / a->rate_hz;
  const double outside = ondes_alignment_outside (&self->alignment, a, b);
  g_autofree char *rate = ondes_words_rate (b->rate_hz, b->time_unit), *time = ondes_words_duration (fabs (later), a->time_unit);
  g_autofree char *rest = ondes_words_duration (outside / a->rate_hz, a->time_unit);

  if (a->rate_hz != b->rate_hz)
    /* Translators: a sampling rate with its unit. */
    g_ptr_array_add (parts, g_strdup_printf (_("resampled from %s"), rate));
  if (later != 0)
    /* Translators: a time with its unit. */
    g_ptr_array_add (parts, g_strdup_printf (later > 0 ? _("begins %s later") : _("begins %s earlier"), time));
  if (outside > 1)
    /* Translators: a time with its unit, of the second of two recordings, which lasts longer than the time axis. */
    g_ptr_array_add (parts, g_strdup_printf (_("%s of it lie beyond the first"), rest));
}

char *
ondes_comparison_describe (OndesComparison *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  const OndesRecordingInfo *info;
  guint channel;

  if (self->aligned == NULL)
    return NULL;
  info = ondes_recording_get_info (self->recording);
  channel = ondes_comparison_get_channel (self);
  if (self->second == ONDES_SECOND_FILE)
    g_ptr_array_add (parts, g_strdup (info->name));
  if (info->channels > 1 && (self->second < ONDES_SECOND_SETTINGS || channel != ondes_session_get_channel (self->session)))
    g_ptr_array_add (parts, ondes_words_channel (self->recording, channel));
  if (self->second == ONDES_SECOND_SETTINGS)
    add_held (self, parts);
  if (self->second == ONDES_SECOND_UNCOMPENSATED && ondes_comparison_is_corrected (self))
    g_ptr_array_add (parts, g_strdup_printf (_("%s %s → %s"), _("Instrument correction"), _("on"), _("off")));
  add_time (self, parts);
  if (parts->len == 0)
    g_ptr_array_add (parts, g_strdup (_("nothing differs")));
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **) parts->pdata);
}
