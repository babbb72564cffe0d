/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "date.h"

#include "signal/formats/text-dates.h"

#include <math.h>
#include <string.h>

#define MAX_DIGITS 9
#define SLACK       1e-6 /* fraction of the last digit; a sample's time is a quotient and may come out slightly too small */

gboolean
ondes_date_parse (const char *text,
                  double     *date_s)
{
  const OndesCell cell = { text, strlen (text) };
  OndesStamp stamp;

  if (cell.length < 5 || strchr ("-/", text[4]) == NULL || !ondes_stamp_parse (cell, ONDES_DATE_ORDER_YMD, '.', &stamp)
      || !stamp.has_date)
    return FALSE;
  *date_s = stamp.value;
  return TRUE;
}

static int
digits_of (double step_s)
{
  return CLAMP ((int) ceil (-log10 (step_s) - 1e-9), 0, MAX_DIGITS);
}

char *
ondes_date_print (double date_s,
                  double after_s,
                  double step_s)
{
  const int digits = digits_of (step_s);
  const double min = step_s >= ONDES_DATE_DAY_S ? ONDES_DATE_DAY_S : step_s >= 60 ? 60 : pow (10, -digits);
  const double whole_s = floor (date_s), rest = date_s - whole_s + after_s, seconds = floor (rest + SLACK * min);
  const double unit = pow (10, digits);
  g_autoptr (GDateTime) date = NULL;
  int year, month, day, hour, minute, part;

  if (!(whole_s + seconds >= ONDES_DATE_FIRST_S && whole_s + seconds < ONDES_DATE_END_S))
    return g_strdup ("");
  date = g_date_time_new_from_unix_utc ((gint64) whole_s + (gint64) seconds);
  g_date_time_get_ymd (date, &year, &month, &day);
  hour = g_date_time_get_hour (date);
  minute = g_date_time_get_minute (date);
  if (step_s >= ONDES_DATE_DAY_S)
    return g_strdup_printf ("%04d-%02d-%02d", year, month, day);
  if (step_s >= 60)
    return g_strdup_printf ("%04d-%02d-%02d %02d:%02d", year, month, day, hour, minute);
  if (digits == 0)
    return g_strdup_printf ("%04d-%02d-%02d %02d:%02d:%02d", year, month, day, hour, minute, g_date_time_get_second (date));
  part = (int) CLAMP (floor ((rest - seconds) * unit + SLACK), 0, unit - 1);
  return g_strdup_printf ("%04d-%02d-%02d %02d:%02d:%02d.%0*d", year, month, day, hour, minute, g_date_time_get_second (date),
                          digits, part);
}

/* Returns the sign of the zone in @text, "…+01:00", or its Z; NULL if it has none. */
static const char *
find_zone (const char *text)
{
  const char *clock = strpbrk (text, "T ");

  return clock != NULL ? strpbrk (clock, "+-Z") : NULL;
}

gboolean
ondes_date_parse_zone (const char *text,
                       double     *date_s,
                       OndesZone  *zone)
{
  const char *at = find_zone (text);
  int hours = 0, minutes = 0;

  *zone = (OndesZone) { .unknown = at == NULL };
  if (!ondes_date_parse (text, date_s))
    return FALSE;
  if (at == NULL || *at == 'Z')
    return TRUE;
  hours = g_ascii_digit_value (at[1]) * 10 + g_ascii_digit_value (at[2]);
  at += strlen (at) > 3 ? at[3] == ':' ? 4 : 3 : 0;
  if (g_ascii_isdigit (*at))
    minutes = g_ascii_digit_value (at[0]) * 10 + g_ascii_digit_value (at[1]);
  zone->offset_s = (hours * 3600 + minutes * 60) * (*find_zone (text) == '-' ? -1 : 1);
  return TRUE;
}

/* Formats the offset: "+05:30"; transfer full. */
static char *
print_offset (int offset_s)
{
  const int minutes = ABS (offset_s) / 60;

  return g_strdup_printf ("%c%02d:%02d", offset_s < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

char *
ondes_zone_print (OndesZone zone)
{
  g_autofree char *offset = print_offset (zone.offset_s);

  if (zone.unknown)
    return g_strdup ("recorder\u2019s clock");
  if (zone.offset_s == 0)
    return g_strdup ("UTC");
  return g_strconcat ("UTC", zone.offset_s < 0 ? "\u2212" : "+", offset + 1, NULL);
}

char *
ondes_date_print_iso_in (double    date_s,
                         OndesZone zone)
{
  g_autofree char *text = ondes_date_print_iso (date_s + zone.offset_s), *offset = print_offset (zone.offset_s);
  const gsize length = strlen (text);

  if (length > 0)
    text[length - 1] = '\0';
  return length == 0 ? g_strdup ("") : g_strconcat (text, zone.unknown ? "" : zone.offset_s != 0 ? offset : "Z", NULL);
}

char *
ondes_date_print_iso (double date_s)
{
  /* Adds half a microsecond to round, as doubles of present-day dates are only a quarter of one apart. */
  g_autofree char *text = ondes_date_print (date_s, 0.5e-6, 1e-6);
  char *blank = strchr (text, ' ');
  char *end = text + strlen (text);

  if (blank == NULL)
    return g_steal_pointer (&text);
  *blank = 'T';
  while (end[-1] == '0')
    end--;
  if (end[-1] == '.')
    end--;
  *end = '\0';
  return g_strconcat (text, "Z", NULL);
}
