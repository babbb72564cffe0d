/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values with their units, and the words of an axis. */
#include "axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MINUS "\u2212"

/* Units that are spoken with a prefix, and from where: nobody says kiloseconds. */
static const struct
{
  const char *name;
  gboolean    large;
} si_units[] = {
  { "Hz", TRUE }, { "V", TRUE },  { "A", TRUE },  { "W", TRUE },  { "Pa", TRUE },    { "m", TRUE }, { "s", FALSE },
  { "N", TRUE },  { "J", TRUE },  { "T", FALSE }, { "F", FALSE }, { "\u2126", TRUE }, { "\u03a9", TRUE },
};

static const char *const si_prefixes[] = { "f", "p", "n", "\u00b5", "m", "", "k", "M", "G", "T" };

/* By the point: the window has it by the locale through ondes_number_to_locale(). */
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
      /* What it rounds to decides: 999.96 Hz in four digits are 1.000 kHz. */
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
  const char *unit, *frequency, *title;
} time_units[] = {
  { "s", "Hz", "time (s)" },
  { "ms", "kHz", "time (ms)" },
  { "min", "cycles/min", "time (min)" },
  { "h", "cycles/h", "time (h)" },
  { "d", "cycles/day", "time (days)" },
  { "a", "cycles/year", "time (years)" },
  { "index", "cycles/index", "index" }, /* of truth tables, which have no time */
};

char *
ondes_frequency_unit (const char *time_unit)
{
  for (guint i = 0; i < G_N_ELEMENTS (time_units); i++)
    if (g_strcmp0 (time_unit, time_units[i].unit) == 0)
      return g_strdup (time_units[i].frequency);
  return g_strdup_printf ("cycles/%s", time_unit && *time_unit ? time_unit : "sample");
}

gboolean
ondes_is_index_unit (const char *time_unit)
{
  return g_strcmp0 (time_unit, "index") == 0;
}

char *
ondes_time_title (const char      *time_unit,
                  const OndesAxis *axis)
{
  if (axis->mode == ONDES_AXIS_TIME)
    return g_strdup (ondes_axis_has_hours (axis) ? "time (h:min:s)" : "time (min:s)");
  for (guint i = 0; i < G_N_ELEMENTS (time_units); i++)
    if (g_strcmp0 (time_unit, time_units[i].unit) == 0)
      return g_strdup (time_units[i].title);
  return time_unit && *time_unit ? g_strdup_printf ("time (%s)", time_unit) : g_strdup ("time (samples)");
}
