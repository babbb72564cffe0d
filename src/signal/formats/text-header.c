/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-header.h"

#include "base/display-text.h"
#include "signal/recording.h"

#include <math.h>
#include <string.h>

#define LONGEST 400 /* bytes of the longest line that is examined */

/* Lower-case names of a rate, longer ones first. interval is TRUE for names of the time between samples. */
static const struct
{
  const char *name;
  gboolean    interval;
} keys[] = {
  { "sampling frequency", FALSE }, { "sampling_frequency", FALSE }, { "sampling-frequency", FALSE }, { "samplingfrequency", FALSE },
  { "sample frequency", FALSE },   { "sampling interval", TRUE },   { "sampling_interval", TRUE },   { "samplinginterval", TRUE },
  { "sample interval", TRUE },     { "sampling period", TRUE },     { "sample period", TRUE },       { "sampling rate", FALSE },
  { "sampling_rate", FALSE },      { "sampling-rate", FALSE },      { "samplingrate", FALSE },       { "sample rate", FALSE },
  { "sample_rate", FALSE },        { "sample-rate", FALSE },        { "samplerate", FALSE },         { "time step", TRUE },
  { "time_step", TRUE },           { "timestep", TRUE },            { "delta_t", TRUE },             { "delta t", TRUE },
  { "rate", FALSE },               { "fs", FALSE },                 { "sr", FALSE },                 { "dt", TRUE },
};

/* Units, which stand after a number or in brackets after a name; factor converts a rate or an interval to @unit. */
static const struct
{
  const char *name, *unit;
  gboolean    interval;
  double      factor;
} units[] = {
  { "hz", "s", FALSE, 1 },     { "khz", "s", FALSE, 1e3 },    { "mhz", "s", FALSE, 1e6 }, { "sps", "s", FALSE, 1 },
  { "1/s", "s", FALSE, 1 },    { "samples/s", "s", FALSE, 1 }, { "s", "s", TRUE, 1 },      { "sec", "s", TRUE, 1 },
  { "second", "s", TRUE, 1 },  { "seconds", "s", TRUE, 1 },   { "ms", "s", TRUE, 1e-3 },  { "msec", "s", TRUE, 1e-3 },
  { "us", "s", TRUE, 1e-6 },   { "µs", "s", TRUE, 1e-6 },     { "ns", "s", TRUE, 1e-9 },  { "min", "min", TRUE, 1 },
  { "minutes", "min", TRUE, 1 }, { "h", "h", TRUE, 1 },       { "hours", "h", TRUE, 1 },  { "d", "d", TRUE, 1 },
  { "days", "d", TRUE, 1 },    { "a", "a", TRUE, 1 },         { "y", "a", TRUE, 1 },      { "yr", "a", TRUE, 1 },
  { "year", "a", TRUE, 1 },    { "years", "a", TRUE, 1 },
};

static const char *
skip (const char *p,
      const char *set)
{
  return p + strspn (p, set);
}

/* Parses the unit at *@p and advances past it; FALSE if it is not a unit of @interval's kind. */
static gboolean
take_unit (const char **p,
           gboolean     interval,
           const char **unit,
           double      *factor)
{
  gsize n = strcspn (*p, " \t)],;");

  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (units[i].interval == interval && strlen (units[i].name) == n && strncmp (units[i].name, *p, n) == 0)
      {
        *unit = units[i].unit;
        *factor = units[i].factor;
        *p += n;
        return TRUE;
      }
  return FALSE;
}

typedef struct
{
  gboolean    interval;
  const char *unit;
  double      factor;
} Stated;

/* Parses a name of a rate at *@p, with a unit in brackets if there is one. */
static gboolean
take_key (const char **p,
          Stated      *stated)
{
  *stated = (Stated) { .factor = 1 };
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gsize n = strlen (keys[i].name);
      const char *q;

      if (strncmp (*p, keys[i].name, n) != 0 || g_ascii_isalnum ((*p)[n]) || (*p)[n] == '_')
        continue;
      stated->interval = keys[i].interval;
      q = skip (*p + n, " \t");
      if (*q == '(' || *q == '[')
        {
          q++;
          if (!take_unit (&q, stated->interval, &stated->unit, &stated->factor) || (*q != ')' && *q != ']'))
            return FALSE;
          q++;
        }
      else
        q = *p + n;
      *p = q;
      return TRUE;
    }
  return FALSE;
}

/* Converts an interval to a rate. 0.0833 is a twelfth to four decimals: a whole number of samples is assumed if the precision
 * allows it and the interval has about three digits or more. */
static double
rate_of (double interval,
         int    decimals)
{
  const double error = pow (10, -decimals) / 2, whole = round (1 / interval);

  return whole > 0 && error <= interval / 200 && fabs (whole * interval - 1) <= error / interval ? whole : 1 / interval;
}

/* Parses a number and a unit, up to the end or a comma. */
static gboolean
take_number (const char *p,
             Stated     *stated,
             double     *rate)
{
  OndesCell cell = { p, strspn (p, "0123456789+-.e") };
  double value;
  int decimals;

  while (cell.length > 0 && strchr ("e.", p[cell.length - 1])) /* a full stop that ends the sentence */
    cell.length--;
  if (ondes_cell_parse (cell, '.', &value, &decimals) != ONDES_CELL_NUMBER || !(value > 0))
    return FALSE;
  p = skip (p + cell.length, " \t");
  if (*p && !strchr (",;.\"'", *p) && !take_unit (&p, stated->interval, &stated->unit, &stated->factor))
    return FALSE;
  p = skip (p, " \t\"'.");
  if (*p && *p != ',' && *p != ';')
    return FALSE;
  *rate = (stated->interval ? rate_of (value, decimals) : value) * (stated->interval ? 1 / stated->factor : stated->factor);
  return ondes_rate_valid (*rate);
}

static char *
small_letters (OndesCell cell)
{
  g_autofree char *text = g_utf8_make_valid (cell.text, (gssize) cell.length);

  return g_utf8_strdown (text, -1);
}

void
ondes_stated_rate_parse (OndesStatedRate *self,
                         OndesCell        above,
                         OndesCell        line,
                         guint64          number)
{
  static const char marks[] = "#%/;*!\"' \t";
  g_autofree char *text = NULL, *upper = NULL;
  OndesCell words = line;
  const char *p;
  Stated stated;
  double rate;

  if (self->rate > 0 || line.length > LONGEST)
    return;
  text = small_letters (line);
  /* the name may be at the beginning of the line or after a comma */
  for (p = skip (text, marks); *p; p = skip (p + strcspn (p, ",;"), ",; \t"))
    {
      const char *q = p;

      if (take_key (&q, &stated) && *q && strchr (" \t=:,;", *q) && take_number (skip (q, " \t=:,;"), &stated, &rate))
        goto found;
    }
  p = skip (text, marks);
  if (above.length == 0 || above.length > LONGEST || !g_ascii_isdigit (*p))
    return;
  upper = small_letters (above);
  words = above;
  {
    const char *q = skip (upper, marks);

    if (!take_key (&q, &stated) || *skip (q, " \t=:") || !take_number (p, &stated, &rate))
      return;
  }

found:
  {
    g_autofree char *shown = g_strndup (words.text, words.length);

    self->rate = rate;
    self->time_unit = stated.unit;
    self->words = ondes_display_text (g_strstrip (shown));
    self->line = number;
  }
}

void
ondes_stated_rate_clear (OndesStatedRate *self)
{
  g_clear_pointer (&self->words, g_free);
  self->rate = 0;
}
