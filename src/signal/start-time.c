/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "start-time.h"

#include <math.h>
#include <string.h>

#define DAY_S       86400
#define LONGEST_S   (15 * 3600) /* from UTC to any zone */

const char *const ondes_start_sources[]
  = { "unknown", "key file", "time stamps", "GUANO", "AudioMoth comment", "BWF", "header", "file name", NULL };

/* A date and time of day in its zone. */
typedef struct
{
  int    year, month, day, hour, minute;
  double second;
} Civil;

static gboolean
take (OndesStart      *start,
      OndesStartSource source,
      const Civil     *civil,
      OndesZone        zone)
{
  g_autoptr (GDateTime) date = NULL;

  if (!(civil->second >= 0 && civil->second < 60) || ABS (zone.offset_s) > LONGEST_S)
    return FALSE;
  date = g_date_time_new_utc (civil->year, civil->month, civil->day, civil->hour, civil->minute, 0);
  if (date == NULL)
    return FALSE;
  *start = (OndesStart) { source, (g_date_time_to_unix (date) - zone.offset_s) * G_USEC_PER_SEC + llround (civil->second * 1e6),
                          zone };
  return TRUE;
}

gboolean
ondes_start_from_guano (const char *timestamp,
                        OndesStart *start)
{
  OndesZone zone;
  double date_s;

  if (!ondes_date_parse_zone (timestamp, &date_s, &zone) || ABS (zone.offset_s) > LONGEST_S)
    return FALSE;
  *start = (OndesStart) { ONDES_START_GUANO, llround (date_s * 1e6), zone };
  return TRUE;
}

/* Parses exactly @n digits and moves on; FALSE if there are fewer. */
static gboolean
take_digits (const char **text,
             guint        n,
             int         *value)
{
  *value = 0;
  for (guint i = 0; i < n; i++, (*text)++)
    {
      if (!g_ascii_isdigit (**text))
        return FALSE;
      *value = *value * 10 + g_ascii_digit_value (**text);
    }
  return TRUE;
}

static gboolean
take_one (const char **text,
          const char  *any)
{
  if (**text == '\0' || strchr (any, **text) == NULL)
    return FALSE;
  (*text)++;
  return TRUE;
}

/* Parses ".5" after whole seconds. */
static void
take_fraction (const char **text,
               double      *second)
{
  double unit = 1;

  if (**text != '.' || !g_ascii_isdigit ((*text)[1]))
    return;
  for ((*text)++; g_ascii_isdigit (**text); (*text)++)
    if (unit > 1e-6)
      *second += g_ascii_digit_value (**text) * (unit /= 10);
}

/* Parses "UTC", "UTC+1", "UTC-10", "UTC+5:30". */
static gboolean
take_utc (const char **text,
          OndesZone   *zone)
{
  int hours, minutes = 0, sign;

  *zone = (OndesZone) { 0 };
  if (!g_str_has_prefix (*text, "UTC"))
    return FALSE;
  *text += 3;
  if (**text != '+' && **text != '-')
    return TRUE;
  sign = *(*text)++ == '-' ? -1 : 1;
  if (!take_digits (text, g_ascii_isdigit ((*text)[0]) && g_ascii_isdigit ((*text)[1]) ? 2 : 1, &hours)
      || (take_one (text, ":") && !take_digits (text, 2, &minutes)))
    return FALSE;
  zone->offset_s = sign * (hours * 3600 + minutes * 60);
  return TRUE;
}

gboolean
ondes_start_from_comment (const char *comment,
                          OndesStart *start)
{
  const char *text = strstr (comment, "Recorded at ");
  OndesZone zone;
  Civil civil;
  int second;

  if (text == NULL)
    return FALSE;
  text += strlen ("Recorded at ");
  if (!take_digits (&text, 2, &civil.hour) || !take_one (&text, ":") || !take_digits (&text, 2, &civil.minute)
      || !take_one (&text, ":") || !take_digits (&text, 2, &second))
    return FALSE;
  civil.second = second;
  take_fraction (&text, &civil.second);
  return take_one (&text, " ") && take_digits (&text, 2, &civil.day) && take_one (&text, "/")
         && take_digits (&text, 2, &civil.month) && take_one (&text, "/") && take_digits (&text, 4, &civil.year)
         && take_one (&text, " ") && take_one (&text, "(") && take_utc (&text, &zone) && take_one (&text, ")")
         && take (start, ONDES_START_AUDIOMOTH, &civil, zone);
}

gboolean
ondes_start_from_bext (const OndesBroadcastTime *bext,
                       OndesStart               *start)
{
  const double after_s = (double) bext->reference / bext->rate_hz;
  g_autofree char *day = g_strndup (bext->date, 10), *clock = g_strndup (bext->time, 8);
  const char *date = day, *time = clock;
  Civil civil = { 0 };
  int second;

  if (!take_digits (&date, 4, &civil.year) || !take_one (&date, "-_:. /") || !take_digits (&date, 2, &civil.month)
      || !take_one (&date, "-_:. /") || !take_digits (&date, 2, &civil.day))
    return FALSE;
  if (bext->reference > 0 && after_s < DAY_S)
    {
      if (!take (start, ONDES_START_BWF, &civil, (OndesZone) { .unknown = TRUE }))
        return FALSE;
      start->utc_us += llround (after_s * 1e6);
      return TRUE;
    }
  if (!take_digits (&time, 2, &civil.hour) || !take_one (&time, "-_:. /") || !take_digits (&time, 2, &civil.minute)
      || !take_one (&time, "-_:. /") || !take_digits (&time, 2, &second))
    return FALSE;
  civil.second = second;
  return take (start, ONDES_START_BWF, &civil, (OndesZone) { .unknown = TRUE });
}

/* Parses the zone behind a time in a name, "Z" or "+0100"; anything else belongs to the rest of the name. */
static OndesZone
zone_in_name (const char *text)
{
  const int sign = *text == '-' ? -1 : 1;
  int hours, minutes;

  if (*text == 'Z' && !g_ascii_isalnum (text[1]))
    return (OndesZone) { 0 };
  if (!take_one (&text, "+-") || !take_digits (&text, 2, &hours))
    return (OndesZone) { .unknown = TRUE };
  take_one (&text, ":");
  if (!take_digits (&text, 2, &minutes) || g_ascii_isdigit (*text) || hours > 14 || minutes > 59)
    return (OndesZone) { .unknown = TRUE };
  return (OndesZone) { .offset_s = sign * (hours * 3600 + minutes * 60) };
}

/* Parses "20240131_235900" or "2024-01-31T23:59:00", with a year of @years digits and the same sort of separators in date and time;
 * "240131235900" if of two. */
static gboolean
parse_name_at (const char *text,
               guint       years,
               OndesStart *start)
{
  const char *date_separators = years == 4 ? "-_." : "", *time_separators = years == 4 ? "-_.:" : "";
  gboolean separated;
  Civil civil;
  int second;

  if (!take_digits (&text, years, &civil.year))
    return FALSE;
  separated = take_one (&text, date_separators);
  if (!take_digits (&text, 2, &civil.month) || take_one (&text, date_separators) != separated
      || !take_digits (&text, 2, &civil.day))
    return FALSE;
  take_one (&text, "_-Tt$ ");
  if (!take_digits (&text, 2, &civil.hour))
    return FALSE;
  separated = take_one (&text, time_separators);
  if (!take_digits (&text, 2, &civil.minute) || take_one (&text, time_separators) != separated || !take_digits (&text, 2, &second)
      || g_ascii_isdigit (*text))
    return FALSE;
  civil.year += years == 2 ? 2000 : 0;
  civil.second = second;
  return civil.year >= 1970 && civil.year <= 2099 && take (start, ONDES_START_FILE_NAME, &civil, zone_in_name (text));
}

gboolean
ondes_start_from_name (const char *path,
                       OndesStart *start)
{
  g_autofree char *name = g_path_get_basename (path);

  for (gssize i = (gssize) strlen (name) - 1; i >= 0; i--)
    if (g_ascii_isdigit (name[i]) && (i == 0 || !g_ascii_isdigit (name[i - 1]))
        && (parse_name_at (name + i, 4, start) || parse_name_at (name + i, 2, start)))
      return TRUE;
  return FALSE;
}
