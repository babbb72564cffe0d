/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-segment.h"

#include "text-dates.h"

#include <math.h>
#include <string.h>

#define LONGEST 1000 /* bytes of a header line */

/* Returns the seconds of a cell: of a date since 1970, of a time of day since midnight; NaN if it is neither. */
static double
seconds_of (const char *text,
            char        decimal)
{
  OndesStamp stamp;

  return ondes_stamp_parse ((OndesCell) { text, strlen (text) }, ONDES_DATE_ORDER_YMD, decimal, &stamp) ? stamp.value : NAN;
}

static double
number_of (const char *text,
           char        decimal)
{
  const OndesTextDialect dialect = { 0, decimal };
  double value;
  int decimals;

  return ondes_cell_parse ((OndesCell) { text, strlen (text) }, &dialect, &value, &decimals) == ONDES_CELL_NUMBER ? value : NAN;
}

/* Takes a key and its first value. */
static void
take_key (OndesTextSegment *self,
          const char       *key,
          const char       *value)
{
  const char decimal = self->decimal != 0 ? self->decimal : '.';

  if (g_str_equal (key, "Separator"))
    self->separator = g_str_equal (value, "Comma") ? ',' : g_str_equal (value, "Semicolon") ? ';' : '\t';
  else if (g_str_equal (key, "Decimal_Separator") && (value[0] == ',' || value[0] == '.'))
    self->decimal = value[0];
  else if (g_str_equal (key, "X_Columns"))
    self->no_times = g_str_equal (value, "No");
  else if (g_str_equal (key, "Delta_X"))
    self->step_s = number_of (value, decimal) > 0 ? number_of (value, decimal) : 0;
  else if (g_str_equal (key, "X0"))
    self->x0_s = isfinite (number_of (value, decimal)) ? number_of (value, decimal) : 0;
  else if (g_str_equal (key, "Date"))
    self->day_s = seconds_of (value, decimal);
  else if (g_str_equal (key, "Time") && isfinite (seconds_of (value, decimal)))
    self->date_s = self->day_s + seconds_of (value, decimal);
}

static gboolean
take_labview (OndesTextSegment *self,
              const char       *line)
{
  const char separator[] = { self->separator != 0 ? self->separator : '\t', '\0' };
  g_auto (GStrv) cells = g_strsplit (line, separator, 3);
  const char *key = cells[0] != NULL ? g_strstrip (cells[0]) : "";

  if (!g_ascii_isalpha (key[0]) && key[0] != '*')
    return FALSE;
  if (g_str_equal (key, "***End_of_Header***"))
    self->complete = ++self->ends >= 2;
  else if (cells[1] != NULL)
    take_key (self, key, g_strstrip (cells[1]));
  return TRUE;
}

static gboolean
take_slist (OndesTextSegment *self,
            const char       *line)
{
  g_auto (GStrv) cells = NULL;

  if (!g_str_has_prefix (line, "TIMESERIES "))
    return FALSE;
  cells = g_strsplit (line, ",", -1);
  if (g_strv_length (cells) < 6 || !g_str_equal (g_strstrip (cells[4]), "SLIST"))
    return FALSE;
  g_strlcpy (self->id, g_strstrip (cells[0]) + strlen ("TIMESERIES "), sizeof self->id);
  self->step_s = g_ascii_strtod (g_strstrip (cells[2]), NULL) > 0 ? 1 / g_ascii_strtod (cells[2], NULL) : 0;
  self->date_s = seconds_of (g_strstrip (cells[3]), '.');
  if (cells[6] != NULL)
    g_strlcpy (self->unit, g_strstrip (cells[6]), sizeof self->unit);
  self->no_times = self->complete = TRUE;
  return TRUE;
}

gboolean
ondes_text_segment_take (OndesTextSegment *self,
                         OndesCell         line)
{
  char text[LONGEST + 1];

  if (line.length == 0 || (!g_ascii_isalpha (line.text[0]) && line.text[0] != '*'))
    return FALSE;
  memcpy (text, line.text, MIN (line.length, LONGEST));
  text[MIN (line.length, LONGEST)] = '\0';
  return self->kind == ONDES_SEGMENT_LABVIEW ? take_labview (self, text) : take_slist (self, text);
}
