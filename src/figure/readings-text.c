/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readings-text.h"

#include <math.h>

#include "axis.h"
#include "base/number.h"

static void
add (OndesReading *readings,
     guint        *n,
     const char   *name,
     double        value,
     const char   *unit)
{
  OndesReading *reading = &readings[(*n)++];

  reading->name = name;
  reading->value = value;
  reading->date[0] = '\0';
  g_strlcpy (reading->unit, unit, sizeof reading->unit);
}

/* Adds a time, and its date if the recording has one; @time is counted from the first sample. */
static void
add_time (OndesReading             *readings,
          guint                    *n,
          const char *const         names[2],
          const OndesRecordingInfo *info,
          double                    time)
{
  g_autofree char *date = ondes_recording_info_print_date (info, time);

  add (readings, n, names[0], ondes_recording_info_origin (info) + time, info->time_unit);
  if (*date == '\0')
    return;
  add (readings, n, names[1], NAN, "");
  g_strlcpy (readings[*n - 1].date, date, sizeof readings[*n - 1].date);
}

char *
ondes_unit_squared (const char *unit)
{
  gboolean is_word = TRUE;

  if (unit == NULL || *unit == '\0')
    return g_strdup ("");
  for (const char *at = unit; *at != '\0'; at = g_utf8_next_char (at))
    is_word = is_word && (g_unichar_isalpha (g_utf8_get_char (at)) || g_utf8_get_char (at) == 0xb0); /* the sign of degrees */
  return g_strdup_printf (is_word ? "%s²" : "(%s)²", unit);
}

guint
ondes_readings_list (const OndesReadings      *m,
                     const OndesRecordingInfo *info,
                     OndesReading              list[ONDES_READINGS_MOST])
{
  static const char *const starts[] = { "start", "start-date" }, *const ends[] = { "end", "end-date" },
                           *const peaks[] = { "peak-time", "peak-date" };
  const double start = (double) m->first / m->rate_hz, duration = (double) m->count / m->rate_hz;
  const char *unit = info->unit != NULL ? info->unit : "", *time = info->time_unit;
  g_autofree char *square = ondes_unit_squared (unit);
  g_autofree char *energy = *unit != '\0' ? g_strconcat (square, " ", time, NULL) : g_strdup (time);
  g_autofree char *frequency = ondes_place_unit (m->place, time);
  guint n = 0;

  add_time (list, &n, starts, info, start);
  add_time (list, &n, ends, info, start + duration);
  add (list, &n, "duration", duration, time);
  if (!isnan (m->low_hz))
    {
      add (list, &n, "low", m->low_hz, frequency);
      add (list, &n, "high", m->high_hz, frequency);
      add (list, &n, "bandwidth", m->high_hz - m->low_hz, frequency);
    }
  if (isnan (m->peak))
    return n;
  add (list, &n, "peak", m->peak, m->power ? square : unit);
  add_time (list, &n, peaks, info, m->peak_at / m->rate_hz);
  if (!isnan (m->peak_hz))
    add (list, &n, "peak-frequency", m->peak_hz, frequency);
  if (!isnan (m->peak_hz) && m->place == ONDES_PLACE_FREQUENCY)
    add (list, &n, "peak-interpolated", m->peak_how == ONDES_PEAK_BETWEEN_ROWS, "");
  add (list, &n, "mean", m->mean, m->power ? square : unit);
  add (list, &n, "rms", m->rms, unit);
  add (list, &n, "energy", m->energy, energy);
  add (list, &n, "samples", (double) m->count, "");
  if (m->rows > 0)
    add (list, &n, "rows", m->rows, "");
  return n;
}

char *
ondes_readings_print (const OndesReadings      *m,
                      const OndesRecordingInfo *info)
{
  OndesReading readings[ONDES_READINGS_MOST];
  const guint n = ondes_readings_list (m, info, readings);
  GString *text = g_string_new (NULL);
  char number[ONDES_NUMBER_SIZE];

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s\t%s\t%s\n", readings[i].name,
                            *readings[i].date != '\0' ? readings[i].date
                                                      : g_ascii_formatd (number, sizeof number, "%.9g", readings[i].value),
                            readings[i].unit);
  return g_string_free (text, FALSE);
}
