/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "figure/draw.h"
#include "figure/palette.h"
#include "words.h"
#include "base/display-text.h"
#include "base/number.h"

#define MARKS " _-:./" /* between the words of a channel's name */

/* Marks a singular and its plural for translation, a keyword of po/meson.build. */
#define NP_(one, many) { one, many }

/* A NULL member means the unit symbol itself, which is the same in all languages. */
typedef struct
{
  const char *unit, *after, *frequency, *sequency, *title;
  const char *counted[2], *rate[2]; /* singular, plural */
} UnitWords;

static const UnitWords units[] = {
  /* Translators: crossings: zero crossings, the unit of sequency. */
  { "s", NULL, NULL, N_("crossings/s"), N_("time (s)") },
  { "ms", NULL, NULL, N_("crossings/ms"), N_("time (ms)") },
  { "min", NULL, N_("cycles/min"), N_("crossings/min"), N_("time (min)"), { NULL }, NP_("sample/min", "samples/min") },
  { "h", NULL, N_("cycles/h"), N_("crossings/h"), N_("time (h)"), { NULL }, NP_("sample/h", "samples/h") },
  { "d", N_("days"), N_("cycles/day"), N_("crossings/day"), N_("time (days)"), NP_("day", "days"),
    NP_("sample/day", "samples/day") },
  { "a", N_("years"), N_("cycles/year"), N_("crossings/year"), N_("time (years)"), NP_("year", "years"),
    NP_("sample/year", "samples/year") },
  /* For truth tables, which have no time. */
  { "index", N_("index"), N_("cycles/index"), N_("crossings/index"), N_("index") },
};

static const struct
{
  const char *name, *shown;
} palettes[] = {
  { "viridis", N_("Viridis") }, { "magma", N_("Magma") },     { "inferno", N_("Inferno") },
  { "plasma", N_("Plasma") },   { "cividis", N_("Cividis") }, { "grey", N_("Grey") },
};

char *
ondes_words_quantity (double      value,
                      const char *unit,
                      guint       digits)
{
  g_autofree char *text = ondes_format_value (value, unit, digits);

  return ondes_number_to_locale (text);
}

char *
ondes_words_count (guint64 count)
{
  char *text = g_strdup_printf ("%'" G_GUINT64_FORMAT, count);

  if (g_utf8_validate (text, -1, NULL))
    return text;
  /* The locale's separators are in another encoding than UTF-8. */
  g_free (text);
  return g_strdup_printf ("%" G_GUINT64_FORMAT, count);
}

/* Returns the words for a unit; NULL if there are none. */
static const UnitWords *
find_unit (const char *time_unit)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_strcmp0 (time_unit, units[i].unit) == 0)
      return &units[i];
  return NULL;
}

char *
ondes_words_time_unit (const char *time_unit)
{
  const UnitWords *words = find_unit (time_unit);

  return g_strdup (words != NULL && words->after != NULL ? _(words->after) : time_unit);
}

/* Returns which plural a printed number takes: a fraction above 1 is plural in most languages, one below 1 is as 0. */
static gulong
plural_of (const char *number)
{
  char *end;
  guint64 whole = g_ascii_strtoull (number, &end, 10);

  return *end == 0 || whole == 0 ? (gulong) MIN (whole, G_MAXLONG) : (gulong) CLAMP (whole, 2, G_MAXLONG);
}

char *
ondes_words_time_quantity (const char *number,
                           const char *time_unit)
{
  const UnitWords *words = find_unit (time_unit);

  if (words != NULL && words->counted[0] != NULL)
    return g_strdup_printf ("%s %s", number, ngettext (words->counted[0], words->counted[1], plural_of (number)));
  return g_strdup_printf ("%s %s", number, words != NULL && words->after != NULL ? _(words->after) : time_unit);
}

char *
ondes_words_frequency_unit (const char *time_unit)
{
  const UnitWords *words = find_unit (time_unit);

  return words != NULL && words->frequency != NULL ? g_strdup (_(words->frequency)) : ondes_frequency_unit (time_unit);
}

char *
ondes_words_sequency_unit (const char *time_unit)
{
  const UnitWords *words = find_unit (time_unit);

  return words != NULL ? g_strdup (_(words->sequency)) : ondes_sequency_unit (time_unit);
}

char *
ondes_words_place (const OndesScalogram *scalogram,
                   double                frequency,
                   guint                 digits)
{
  const OndesPlace place = ondes_scalogram_get_place (scalogram);
  g_autofree char *unit = NULL;

  if (place == ONDES_PLACE_ROW)
    return g_strdup_printf (_("row %.0f"), frequency);
  unit = (place == ONDES_PLACE_SEQUENCY ? ondes_words_sequency_unit : ondes_words_frequency_unit) (scalogram->time_unit);
  return ondes_words_quantity (frequency, unit, digits);
}

/* What tells when a recording began: "file name", like ondes_start_sources[]. Not to be freed. */
static const char *
name_start_source (OndesStartSource source)
{
  static const char *const sources[] = { NULL, N_("key file"), N_("time stamps"), "GUANO", N_("AudioMoth comment"), "BWF",
                                         N_("header"), N_("file name") };

  return source < G_N_ELEMENTS (sources) && sources[source] != NULL ? _(sources[source]) : "";
}

char *
ondes_words_zone (OndesZone zone)
{
  /* Translators: the zone of a recorder's times of day, which its file does not tell; after a date in the title of a ruler. */
  return zone.unknown ? g_strdup (_("recorder’s clock")) : ondes_zone_print (zone);
}

char *
ondes_words_shorten (const char *text,
                     const char *path)
{
  g_autoptr (GString) result = g_string_new (text);
  g_autofree char *display = NULL, *base = NULL, *name = NULL;

  if (path == NULL)
    return g_strdup (text);
  display = ondes_display_path (path);
  base = g_path_get_basename (path);
  name = ondes_display_path (base);
  g_string_replace (result, display, name, 0);
  return g_strdup (result->str);
}

char *
ondes_words_start (const OndesRecordingInfo *info)
{
  g_autofree char *zone = ondes_words_zone (info->start_zone), *shown = NULL;
  g_autofree char *date = ondes_date_print (info->date_s + info->start_zone.offset_s, 0,
                                            info->start_us % G_USEC_PER_SEC != 0 ? 1e-3 : 1);

  shown = ondes_number_to_locale (date);
  /* Translators: when a recording began: its date, the zone of that, and what tells it, such as "file name". */
  return g_strdup_printf (_("%s %s (%s)"), shown, zone, name_start_source (info->start_source));
}

static char *
date_title (const OndesAxis *axis)
{
  gboolean clock;
  g_autofree char *context = ondes_axis_date_context (axis, &clock), *zone = ondes_words_zone (axis->zone);

  if (*context == '\0')
    return clock ? g_strdup_printf (_("time (%s)"), zone) : g_strdup (_("time"));
  /* Translators: the title of the time ruler where its labels are dates; in brackets the year or the day of all of them, and the
   * zone of their clock. */
  return clock ? g_strdup_printf (_("time (%s, %s)"), context, zone) : g_strdup_printf (_("time (%s)"), context);
}

char *
ondes_words_time_title (const char      *time_unit,
                        const OndesAxis *axis)
{
  static const char *const clocks[]
    = { N_("time (min:s)"), N_("time (h:min:s)"), N_("time (d h:min:s)"), N_("time (days)"), N_("time (years)") };

  if (axis->mode == ONDES_AXIS_DATE)
    return date_title (axis);
  if (axis->mode == ONDES_AXIS_TIME)
    return g_strdup (_(clocks[ondes_axis_clock (axis)]));
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_strcmp0 (time_unit, units[i].unit) == 0)
      return g_strdup (_(units[i].title));
  return ondes_time_title (time_unit, axis);
}

char *
ondes_words_time (const OndesAxis *axis,
                  double           value,
                  double           step)
{
  g_autofree char *text = NULL;

  if (axis->mode == ONDES_AXIS_TIME && ondes_axis_clock (axis) == ONDES_CLOCK_YEARS)
    return ondes_words_quantity (value / ONDES_CLOCK_YEAR_S, _("years"), 6);
  text = ondes_axis_print_time (axis, value, step);
  return ondes_number_to_locale (text);
}

char *
ondes_words_fixed (double value,
                   int decimals,
                   const char *unit)
{
  g_autofree char *digits = isinf (value) ? g_strdup ("∞") : g_strdup_printf ("%.*f", decimals, fabs (value));
  const gboolean is_zero = !isinf (value) && strpbrk (digits, "123456789") == NULL;

  return g_strconcat (value < 0 && !is_zero ? "\u2212" : "", digits, unit, NULL);
}

char *
ondes_words_pointer_time (OndesSession *session,
                          double sample)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_session_get_recording (session));
  const OndesAxis axis = ondes_session_time_axis (session, 1000);
  const double start = ondes_session_get_start (session);
  const double after = sample / ondes_session_get_source (session)->rate_hz;
  const double step = MAX (fabs (axis.hi - axis.lo) / 1000, 1e-9);
  g_autofree char *number = NULL;

  if (axis.mode == ONDES_AXIS_DATE)
    return ondes_words_time (&axis, after, step);
  if (axis.mode == ONDES_AXIS_TIME)
    return ondes_words_time (&axis, start + after, step);
  number = ondes_words_fixed (start + after, CLAMP ((int) ceil (-log10 (step)), 0, 9), "");
  return ondes_words_time_quantity (number, info->time_unit);
}

/* Strips trailing zeros: "8.000 s" becomes "8 s", "14:05:30.500" "14:05:30.5". */
static void
strip_zeros (char *text)
{
  char *point = strchr (text, '.');
  char *end = point != NULL ? point + 1 + strspn (point + 1, "0123456789") : NULL, *last = end;

  if (point == NULL)
    return;
  while (last[-1] == '0')
    last--;
  if (last[-1] == '.')
    last--;
  memmove (last, end, strlen (end) + 1);
}

char *
ondes_words_time_entry (OndesSession *session,
                        double sample)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_session_get_recording (session));
  const OndesAxis axis = ondes_session_time_axis (session, 1000);
  const double rate_hz = ondes_session_get_source (session)->rate_hz;
  char format[8], number[ONDES_NUMBER_SIZE];
  g_autofree char *date = NULL;

  if (axis.mode == ONDES_AXIS_DATE)
    {
      const double local_s = axis.date_s + sample / rate_hz * axis.unit_s;

      date = ondes_date_print_iso_in (local_s, (OndesZone) { .unknown = TRUE });
      g_strdelimit (date, "T", ' ');
      return ondes_number_to_locale (date);
    }
  g_snprintf (format, sizeof format, "%%.%df", (int) CLAMP (ceil (log10 (rate_hz)) + 1, 0, 12));
  g_ascii_formatd (number, sizeof number, format, ondes_recording_info_origin (info) + sample / rate_hz);
  strip_zeros (number);
  return ondes_number_to_locale (number);
}

double
ondes_words_read_time (OndesSession *session,
                       const char *text,
                       char **problem)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_session_get_recording (session));
  const double rate_hz = ondes_session_get_source (session)->rate_hz;
  g_autofree char *plain = ondes_number_to_point (text);
  g_autoptr (GError) error = NULL;
  double time, date_s;
  OndesZone zone;

  if (!ondes_date_parse_zone (plain, &date_s, &zone))
    time = ondes_number_read (plain) - ondes_recording_info_origin (info);
  else if (!ondes_recording_info_find_date (info, date_s, zone, &time, &error))
    time = NAN;
  if (isfinite (time))
    return time * rate_hz;
  if (problem != NULL)
    *problem = error != NULL ? g_strdup (error->message)
                             : g_strdup_printf (_("“%s” is not a time: type a number, or the date if the recording has one"), text);
  return NAN;
}

char *
ondes_words_amplitude_title (const char *unit)
{
  if (unit == NULL || *unit == 0)
    return g_strdup (_("amplitude"));
  /* Translators: the title of the ruler of a waveform; the unit is in brackets. */
  return g_strdup_printf (_("amplitude (%s)"), unit);
}

const char *
ondes_words_recording_name (const char *name)
{
  /* The titles in data/samples. */
  static const char *const samples[]
      = { NC_("sample", "Electrocardiogram, lead II"), NC_("sample", "Gravitational wave GW150914, Hanford and Livingston"),
          NC_("sample", "Humpback whale song, Glacier Bay"),
          NC_("sample", "NINO3 sea surface temperature, seasons from 1871 to 1996"),
          NC_("sample", "rd84: how many of eight bits are one") };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    if (g_str_equal (name, samples[i]))
      return g_dpgettext2 (NULL, "sample", samples[i]);
  return name;
}

char *
ondes_words_colour_bar_title (const OndesScalogram *scalogram,
                              const OndesDisplay   *display)
{
  /* Translators: the title of the colour bar: "magnitude, dB re 1.20 mV", decibels above a reference, or where rows are equalised
   * "magnitude, dB re row median". */
  g_autofree char *title
    = ondes_colour_bar_title_worded (scalogram, display, _("magnitude"), _("power"), _("dB re"), _("row median"));
  g_autofree char *shown = ondes_number_to_locale (title), *noise = ondes_words_mask_noise (scalogram);

  return noise != NULL ? g_strdup_printf ("%s; %s", shown, noise) : g_steal_pointer (&shown);
}

char *
ondes_words_mask_noise (const OndesScalogram *scalogram)
{
  const OndesPictureTraits traits = ondes_picture_traits (scalogram->spec);
  g_autofree char *level = NULL;

  if (isnan (traits.noise_db))
    return NULL;
  level = ondes_words_fixed (traits.noise_db, 0, " dB");
  /* Translators: the noise that masks (sampled wavelets) of so many bits add, and its level, in the title of the colour bar. */
  return g_strdup_printf (_("noise of %u-bit masks %s"), traits.mask_bits, level);
}

/* TRUE if the unit is a word in the user's language, not a symbol, which may take an SI prefix. */
static gboolean
has_word (const char *time_unit)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_strcmp0 (time_unit, units[i].unit) == 0)
      return units[i].after != NULL;
  return FALSE;
}

char *
ondes_words_duration (double      duration,
                      const char *time_unit)
{
  g_autofree char *text = NULL, *number = NULL;
  const OndesAxis axis = { ONDES_AXIS_TIME, 0, duration }, of_days = { ONDES_AXIS_TIME, 0, duration * ONDES_CLOCK_DAY_S };
  const OndesClock clock = ondes_axis_clock (&axis);

  if (g_strcmp0 (time_unit, "d") == 0 && ondes_axis_clock (&of_days) == ONDES_CLOCK_YEARS)
    return ondes_words_duration (of_days.hi, "s");
  if (ondes_time_axis_mode (time_unit, duration) == ONDES_AXIS_TIME && clock <= ONDES_CLOCK_DAYS_AND_HOURS)
    return ondes_axis_print_time (&axis, duration, 1);
  if (ondes_time_axis_mode (time_unit, duration) == ONDES_AXIS_TIME)
    {
      time_unit = clock == ONDES_CLOCK_DAYS ? "d" : "a";
      duration /= clock == ONDES_CLOCK_DAYS ? ONDES_CLOCK_DAY_S : ONDES_CLOCK_YEAR_S;
    }
  text = ondes_format_value (duration, has_word (time_unit) ? NULL : time_unit, 4);
  strip_zeros (text);
  number = ondes_number_to_locale (text);
  return has_word (time_unit) ? ondes_words_time_quantity (number, time_unit) : g_steal_pointer (&number);
}

char *
ondes_words_rate (double      rate,
                  const char *time_unit)
{
  g_autofree char *number = g_strdup_printf ("%.7g", rate);

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_strcmp0 (time_unit, units[i].unit) == 0 && units[i].rate[0] != NULL)
      return g_strdup_printf ("%s %s", number, ngettext (units[i].rate[0], units[i].rate[1], plural_of (number)));
  return g_strdup_printf ("%s %s", number, g_strcmp0 (time_unit, "ms") == 0 ? "kHz" : "Hz");
}

char *
ondes_words_palette (guint index)
{
  for (guint i = 0; i < G_N_ELEMENTS (palettes); i++)
    if (g_str_equal (palettes[i].name, ondes_palette_names[index]))
      return g_strdup (_(palettes[i].shown));
  return g_strdup (ondes_palette_names[index]);
}

/* Returns the bytes that all names have alike at their beginning, or at their end, up to a mark between words. */
static gsize
count_common (const OndesRecordingInfo *info,
              gboolean                  at_end)
{
  const char *first = info->channel_names[0];
  gsize common = 0;

  for (gsize n = 1; n < strlen (first); n++)
    {
      const char *mark = at_end ? first + strlen (first) - n : first + n - 1;

      for (guint i = 1; i < info->channels; i++)
        {
          const char *name = info->channel_names[i];

          if (strlen (name) <= n || memcmp (at_end ? name + strlen (name) - n : name, at_end ? mark : first, n) != 0)
            return common;
        }
      if (strchr (MARKS, *mark) != NULL)
        common = n;
    }
  return common;
}

/* TRUE if a name without its first and last bytes says more than a number does. */
static gboolean
has_letter (const char *name,
            gsize       begin,
            gsize       end)
{
  const gsize length = strlen (name);

  for (gsize i = begin; i + end < length; i++)
    if (g_ascii_isalpha (name[i]) || (name[i] & 0x80) != 0)
      return TRUE;
  return FALSE;
}

char *
ondes_words_channel_short (OndesRecording *recording,
                           guint           channel)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  const char *name = channel > 0 ? info->channel_names[channel - 1] : NULL;
  gsize begin, end;

  if (name == NULL || *name == '\0')
    return ondes_words_channel (recording, channel);
  for (guint i = 0; i < info->channels; i++)
    if (info->channel_names[i] == NULL)
      return g_strdup (name);
  begin = info->channels > 1 ? count_common (info, FALSE) : 0;
  end = info->channels > 1 ? count_common (info, TRUE) : 0;
  for (guint i = 0; i < info->channels; i++)
    if (!has_letter (info->channel_names[i], begin, end))
      return g_strdup (name);
  return g_strndup (name + begin, strlen (name) - begin - end);
}

char *
ondes_words_channel (OndesRecording *recording,
                     guint           channel)
{
  const gboolean logic = ondes_recording_get_truth_table (recording) != NULL;
  const char *name;

  if (channel == 0)
    return g_strdup (logic ? _("Mean of all outputs") : _("Mean of all channels"));
  name = ondes_recording_get_info (recording)->channel_names[channel - 1];
  if (name != NULL && *name != '\0')
    return g_strdup_printf (logic ? _("Output %u: %s") : _("Channel %u: %s"), channel, name);
  return g_strdup_printf (logic ? _("Output %u") : _("Channel %u"), channel);
}
