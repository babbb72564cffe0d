/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formatting of values with units, and of axis titles. */
#include "axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "signal/date.h"

#define MINUS        "\u2212"
#define CLOCK_MAX_S 9e9 /* with nine decimals, the range of a 64-bit integer */

/* Units that take SI prefixes; large is FALSE if only prefixes below 1 are usual: nobody says kiloseconds. */
static const struct
{
  const char *name;
  gboolean    large;
} si_units[] = {
  { "Hz", TRUE }, { "V", TRUE },  { "A", TRUE },  { "W", TRUE },  { "Pa", TRUE },    { "m", TRUE }, { "s", FALSE },
  { "N", TRUE },  { "J", TRUE },  { "T", FALSE }, { "F", FALSE }, { "\u2126", TRUE }, { "\u03a9", TRUE },
};

static const char *const si_prefixes[] = { "f", "p", "n", "\u00b5", "m", "", "k", "M", "G", "T" };

/* Always prints a decimal point; the window converts it with ondes_number_to_locale(). */
static char *
print_double (char       *text,
              gsize       size,
              int         decimals,
              char        conversion,
              double      value)
{
  char format[16];

  g_snprintf (format, sizeof format, "%%.%d%c", MIN (decimals, 40), conversion);
  return g_ascii_formatd (text, size, format, value);
}

static char *
format_digits (double value,
               int    digits)
{
  char        text[96], *e;
  const char *minus = value < 0 ? MINUS : "";
  int         exponent;

  if (value == 0)
    return g_strdup ("0");
  if (!isfinite (value))
    return isnan (value) ? g_strdup ("NaN") : g_strdup_printf ("%s\u221e", minus);

  print_double (text, sizeof text, digits - 1, 'e', fabs (value));
  e = strchr (text, 'e');
  exponent = atoi (e + 1);
  *e = 0;
  if (exponent < -4 || exponent >= MAX (digits, 6))
    return g_strdup_printf ("%s%se%s%d", minus, text, exponent < 0 ? MINUS : "", ABS (exponent));
  print_double (text, sizeof text, MAX (digits - 1 - exponent, 0), 'f', fabs (value));
  return g_strdup_printf ("%s%s", minus, text);
}

char *
ondes_format_value (double      value,
                    const char *unit,
                    guint       digits)
{
  g_autofree char *number = NULL;

  digits = CLAMP (digits, 1, 17);
  for (guint i = 0; unit && value != 0 && isfinite (value) && i < G_N_ELEMENTS (si_units); i++)
    {
      char text[64];
      int  exponent, prefix;

      if (strcmp (unit, si_units[i].name))
        continue;
      /* Choose the prefix after rounding: 999.96 Hz in four digits is 1.000 kHz. */
      print_double (text, sizeof text, digits - 1, 'e', fabs (value));
      exponent = atoi (strchr (text, 'e') + 1);
      prefix = (exponent + 300) / 3 - 100;
      if (prefix < -5 || prefix > 4 || (prefix > 0 && !si_units[i].large))
        break;
      number = format_digits (value / pow (10, 3 * prefix), digits);
      return g_strdup_printf ("%s %s%s", number, si_prefixes[prefix + 5], unit);
    }

  number = format_digits (value, digits);
  return unit && *unit ? g_strdup_printf ("%s %s", number, unit) : g_steal_pointer (&number);
}

static const struct
{
  const char *unit, *frequency, *sequency, *title;
} time_units[] = {
  { "s", "Hz", "crossings/s", "time (s)" },
  { "ms", "kHz", "crossings/ms", "time (ms)" },
  { "min", "cycles/min", "crossings/min", "time (min)" },
  { "h", "cycles/h", "crossings/h", "time (h)" },
  { "d", "cycles/day", "crossings/day", "time (days)" },
  { "a", "cycles/year", "crossings/year", "time (years)" },
  { "index", "cycles/index", "crossings/index", "index" }, /* for truth tables, which have no time */
};

char *
ondes_frequency_unit (const char *time_unit)
{
  for (guint i = 0; i < G_N_ELEMENTS (time_units); i++)
    if (g_strcmp0 (time_unit, time_units[i].unit) == 0)
      return g_strdup (time_units[i].frequency);
  return g_strdup_printf ("cycles/%s", time_unit && *time_unit ? time_unit : "sample");
}

char *
ondes_sequency_unit (const char *time_unit)
{
  for (guint i = 0; i < G_N_ELEMENTS (time_units); i++)
    if (g_strcmp0 (time_unit, time_units[i].unit) == 0)
      return g_strdup (time_units[i].sequency);
  return g_strdup_printf ("crossings/%s", time_unit && *time_unit ? time_unit : "sample");
}

char *
ondes_place_unit (OndesPlace  place,
                  const char *time_unit)
{
  if (place == ONDES_PLACE_ROW)
    return g_strdup ("");
  return place == ONDES_PLACE_SEQUENCY ? ondes_sequency_unit (time_unit) : ondes_frequency_unit (time_unit);
}

gboolean
ondes_is_index_unit (const char *time_unit)
{
  return g_strcmp0 (time_unit, "index") == 0;
}

OndesAxisMode
ondes_time_axis_mode (const char *time_unit,
                      double      length)
{
  return g_strcmp0 (time_unit, "s") == 0 && length >= 600 ? ONDES_AXIS_TIME : ONDES_AXIS_LINEAR;
}

OndesClock
ondes_axis_clock (const OndesAxis *axis)
{
  const double max = MAX (fabs (axis->lo), fabs (axis->hi)), span = fabs (axis->hi - axis->lo);

  if (max < 3600)
    return ONDES_CLOCK_MINUTES;
  if (max < 100 * 3600)
    return ONDES_CLOCK_HOURS;
  return span < 10 * ONDES_CLOCK_DAY_S   ? ONDES_CLOCK_DAYS_AND_HOURS
         : span < 10 * ONDES_CLOCK_YEAR_S ? ONDES_CLOCK_DAYS
                                          : ONDES_CLOCK_YEARS;
}

/* Formats seconds as 1:02:03.45 or 12 d 04:00:00. */
static char *
print_clock (double     seconds,
             int        decimals,
             OndesClock clock)
{
  const gint64 unit = llround (pow (10, decimals)), all = llround (fabs (seconds) * unit), whole = all / unit;
  const char *sign = seconds < 0 && all > 0 ? MINUS : "";
  g_autofree char *fraction = decimals > 0 ? g_strdup_printf (".%0*" G_GINT64_FORMAT, decimals, all % unit) : g_strdup ("");
  const int minute = whole / 60 % 60, second = whole % 60;

  if (clock <= ONDES_CLOCK_HOURS)
    return g_strdup_printf ("%s%" G_GINT64_FORMAT ":%02d:%02d%s", sign, whole / 3600, minute, second, fraction);
  return g_strdup_printf ("%s%" G_GINT64_FORMAT " d %02d:%02d:%02d%s", sign, whole / 86400, (int) (whole / 3600 % 24), minute,
                          second, fraction);
}

char *
ondes_axis_print_time (const OndesAxis *axis,
                       double           value,
                       double           step)
{
  const OndesClock clock = ondes_axis_clock (axis);
  char             number[64];

  if (axis->mode == ONDES_AXIS_DATE)
    return ondes_date_print (axis->date_s, value * axis->unit_s, MAX (step * axis->unit_s, axis->min_s));
  if (clock != ONDES_CLOCK_YEARS && fabs (value) < CLOCK_MAX_S)
    return print_clock (value, CLAMP ((int) ceil (-log10 (step)), 0, 9), clock);
  value /= ONDES_CLOCK_YEAR_S;
  print_double (number, sizeof number, CLAMP ((int) ceil (-log10 (step / ONDES_CLOCK_YEAR_S)), 0, 9), 'f', fabs (value));
  return g_strdup_printf ("%s%s years", value < 0 ? MINUS : "", number);
}

static char *
date_title (const OndesAxis *axis)
{
  gboolean         clock;
  g_autofree char *context = ondes_axis_date_context (axis, &clock), *zone = ondes_zone_print (axis->zone);

  if (*context == '\0')
    return clock ? g_strdup_printf ("time (%s)", zone) : g_strdup ("time");
  return clock ? g_strdup_printf ("time (%s, %s)", context, zone) : g_strdup_printf ("time (%s)", context);
}

char *
ondes_time_title (const char      *time_unit,
                  const OndesAxis *axis)
{
  static const char *const clocks[] = { "time (min:s)", "time (h:min:s)", "time (d h:min:s)", "time (days)", "time (years)" };

  if (axis->mode == ONDES_AXIS_DATE)
    return date_title (axis);
  if (axis->mode == ONDES_AXIS_TIME)
    return g_strdup (clocks[ondes_axis_clock (axis)]);
  for (guint i = 0; i < G_N_ELEMENTS (time_units); i++)
    if (g_strcmp0 (time_unit, time_units[i].unit) == 0)
      return g_strdup (time_units[i].title);
  return time_unit && *time_unit ? g_strdup_printf ("time (%s)", time_unit) : g_strdup ("time (samples)");
}
