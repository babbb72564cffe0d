/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-header.h"

#include "base/display-text.h"
#include "signal/recording.h"

#include <math.h>
#include <string.h>

#define LONGEST 400 /* bytes of the longest line that is examined */
#define MOST_LINES 200 /* of a header that names a program */

/* Lower-case names of a rate, longer ones first. interval is TRUE for names of the time between samples. */
static const struct
{
  const char *name;
  gboolean    interval;
} keys[] = {
  { "sampling frequency", FALSE }, { "sampling_frequency", FALSE }, { "sampling-frequency", FALSE },
  { "samplingfrequency", FALSE }, { "sample frequency", FALSE }, { "sampling freq", FALSE }, { "sample freq", FALSE },
  { "samples per second", FALSE }, { "delta_x", TRUE }, { "xincr", TRUE }, { "x increment", TRUE },
  { "sampling interval", TRUE }, { "sampling_interval", TRUE }, { "samplinginterval", TRUE },
  { "sample interval", TRUE }, { "sampling period", TRUE }, { "sample period", TRUE }, { "sampling rate", FALSE },
  { "sampling_rate", FALSE }, { "sampling-rate", FALSE }, { "samplingrate", FALSE }, { "sample rate", FALSE },
  { "sample_rate", FALSE }, { "sample-rate", FALSE }, { "samplerate", FALSE }, { "time step", TRUE },
  { "time_step", TRUE }, { "timestep", TRUE }, { "delta_t", TRUE }, { "delta t", TRUE }, { "rate", FALSE },
  { "fs", FALSE }, { "sr", FALSE }, { "dt", TRUE },
};

/* Units, which stand after a number or in brackets after a name; factor converts a rate or an interval to @unit. */
static const struct
{
  const char *name, *unit;
  gboolean    interval;
  double      factor;
} units[] = {
  { "hz", "s", FALSE, 1 }, { "khz", "s", FALSE, 1e3 }, { "mhz", "s", FALSE, 1e6 }, { "sps", "s", FALSE, 1 },
  { "1/s", "s", FALSE, 1 }, { "samples/s", "s", FALSE, 1 }, { "samples/sec", "s", FALSE, 1 },
  { "sa/s", "s", FALSE, 1 }, { "ksps", "s", FALSE, 1e3 }, { "ksa/s", "s", FALSE, 1e3 }, { "msa/s", "s", FALSE, 1e6 },
  { "s", "s", TRUE, 1 }, { "sec", "s", TRUE, 1 }, { "second", "s", TRUE, 1 }, { "seconds", "s", TRUE, 1 },
  { "ms", "s", TRUE, 1e-3 }, { "msec", "s", TRUE, 1e-3 }, { "us", "s", TRUE, 1e-6 }, { "µs", "s", TRUE, 1e-6 },
  { "ns", "s", TRUE, 1e-9 }, { "min", "min", TRUE, 1 }, { "minutes", "min", TRUE, 1 }, { "h", "h", TRUE, 1 },
  { "hours", "h", TRUE, 1 }, { "d", "d", TRUE, 1 }, { "days", "d", TRUE, 1 }, { "a", "a", TRUE, 1 },
  { "y", "a", TRUE, 1 }, { "yr", "a", TRUE, 1 }, { "year", "a", TRUE, 1 }, { "years", "a", TRUE, 1 },
};

static const char marks[] = "#%/;*!\"' \t";

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
  gboolean    zero;   /* the number is 0 */
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

/* TRUE if the comma at @p is a decimal mark: digits follow, and behind them the line's end, a tab, or a unit. */
static gboolean
is_decimal_comma (const char *p,
                  gboolean    interval)
{
  const char *unit;
  double factor;

  p = skip (p + 1, "0123456789");
  if (!g_ascii_isdigit (p[-1]))
    return FALSE;
  if (*p == 'e' && (g_ascii_isdigit (p[1]) || strchr ("+-", p[1]) != NULL))
    p = skip (p + 2, "0123456789");
  if (*p == '\0' || *p == '\t' || *p == ';')
    return TRUE;
  p = skip (p, " ");
  return take_unit (&p, interval, &unit, &factor);
}

/* Parses a number and a unit, up to the end, a comma or a tab. @comma: commas separate cells here, and are no decimal marks. */
static gboolean
take_number (const char *p,
             gboolean    comma,
             Stated     *stated,
             double     *rate)
{
  static const OndesTextDialect dialects[] = { { 0, '.' }, { 0, ',' } };
  OndesCell cell = { p, strspn (p, "0123456789+-.e") };
  gboolean decimal_comma = FALSE;
  const char *unit;
  double value;
  int decimals;

  if (!comma && p[cell.length] == ',' && is_decimal_comma (p + cell.length, stated->interval))
    {
      decimal_comma = TRUE;
      cell.length += 1 + strspn (p + cell.length + 1, "0123456789+-e");
    }
  while (cell.length > 0 && strchr ("e.", p[cell.length - 1])) /* a full stop that ends the sentence */
    cell.length--;
  if (ondes_cell_parse (cell, &dialects[decimal_comma], &value, &decimals) != ONDES_CELL_NUMBER)
    return FALSE;
  stated->zero |= value == 0;
  if (!(value > 0))
    return FALSE;
  p += cell.length;
  unit = skip (p, " \t");
  if (*unit && take_unit (&unit, stated->interval, &stated->unit, &stated->factor))
    p = unit;
  else if (*skip (p, " ") && !strchr (",;.\"'\t", *skip (p, " ")))
    return FALSE;
  p = skip (p, " \"'.");
  if (*p && *p != ',' && *p != ';' && *p != '\t')
    return FALSE;
  *rate = (stated->interval ? rate_of (value, decimals) : value) * (stated->interval ? 1 / stated->factor : stated->factor);
  return ondes_rate_valid (*rate);
}

/* Parses "40 sps" at @p, whose unit alone says that it is a rate. */
static gboolean
take_bare (const char *p,
           Stated     *stated,
           double     *rate)
{
  static const char *const rates[] = { "sps", "ksps", "samples/s", "samples/sec", "sa/s", "ksa/s", "msa/s" };
  const char *unit = skip (skip (p, "0123456789.,"), " ");
  gsize n = strcspn (unit, " \t)],;");

  *stated = (Stated) { .factor = 1 };
  if (!g_ascii_isdigit (*p))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (rates); i++)
    if (strlen (rates[i]) == n && strncmp (rates[i], unit, n) == 0)
      return take_number (p, FALSE, stated, rate);
  return FALSE;
}

static char *
small_letters (OndesCell cell)
{
  g_autofree char *text = g_utf8_make_valid (cell.text, (gssize) cell.length);

  return g_utf8_strdown (text, -1);
}

/* Looks for a rate in @line, or for its name in @above and its number in @line. Sets @zero if a rate of 0 is stated. */
static gboolean
find_rate (const char *above,
           const char *line,
           Stated     *stated,
           double     *rate,
           gboolean   *zero)
{
  const char *p = skip (line, marks), *q;

  /* the name may be at the beginning of the line or after a comma */
  for (; *p; p = skip (p + strcspn (p, ",;"), ",; \t"))
    {
      const char *number;

      q = p;
      if (take_bare (p, stated, rate))
        return TRUE;
      if (!take_key (&q, stated) || !*q || !(strchr (" \t=:,;", *q) || g_ascii_isdigit (*q)))
        continue;
      number = skip (q, " \t=:,;");
      if (take_number (number, memchr (q, ',', (gsize) (number - q)) != NULL, stated, rate))
        return TRUE;
      *zero |= stated->zero;
    }
  p = skip (line, marks);
  q = skip (above, marks);
  return g_ascii_isdigit (*p) && take_key (&q, stated) && !*skip (q, " \t=:") && take_number (p, FALSE, stated, rate);
}

static void
take_rate (OndesTextFacts *self,
           OndesCell       above,
           OndesCell       line,
           guint64         number)
{
  g_autofree char *text = NULL, *upper = NULL, *shown = NULL;
  Stated stated, alone;
  gboolean zero = FALSE;
  double rate, same;

  if (self->stated.rate > 0 || line.length > LONGEST)
    return;
  text = small_letters (line);
  upper = above.length <= LONGEST ? small_letters (above) : g_strdup ("");
  if (!find_rate (upper, text, &stated, &rate, &zero))
    {
      self->zero_line = zero && self->zero_line == 0 ? number : self->zero_line;
      return;
    }
  shown = find_rate ("", text, &alone, &same, &zero) ? g_strndup (line.text, line.length) : g_strndup (above.text, above.length);
  self->stated = (OndesStatedRate) { rate, stated.unit, ondes_display_text (g_strstrip (g_strdelimit (shown, "\t", ' '))),
                                      number };
}

/* Takes Rigol's start and increment: cells of these names above their numbers. */
static void
take_increment (OndesTextFacts *self,
                OndesCell       above,
                OndesCell       line,
                guint64         number)
{
  static const OndesTextDialect dialect = { ',', '.' };
  g_autofree char *upper = NULL, *lower = NULL;
  g_auto (GStrv) names = NULL, cells = NULL;
  double values[2] = { NAN, NAN }; /* start and increment */
  int decimals = 0;

  if (self->stated.rate > 0 || line.length > LONGEST || above.length > LONGEST)
    return;
  upper = small_letters (above);
  if (strstr (upper, "increment") == NULL)
    return;
  lower = small_letters (line);
  names = g_strsplit (upper, ",", -1);
  cells = g_strsplit (lower, ",", -1);
  for (guint i = 0; names[i] != NULL && i < g_strv_length (cells); i++)
    {
      const char *name = g_strstrip (names[i]), *cell = g_strstrip (cells[i]);

      if (g_str_equal (name, "start") || g_str_equal (name, "increment"))
        ondes_cell_parse ((OndesCell) { cell, strlen (cell) }, &dialect, &values[name[0] == 'i'], &decimals);
    }
  if (!(values[1] > 0) || !ondes_rate_valid (1 / values[1]))
    return;
  self->stated = (OndesStatedRate) { rate_of (values[1], decimals), "s", g_strdup ("Increment"), number };
  self->start = values[0];
}

/* Knows the files of programs that write more than columns. */
static void
take_program (OndesTextFacts *self,
              OndesCell       line,
              guint64         number)
{
  static const char labview[] = "LabVIEW Measurement", knet[] = "Sampling Freq(Hz)", memo[] = "Memo.";

  if (number == 1 && line.length >= strlen (labview) && memcmp (line.text, labview, strlen (labview)) == 0)
    self->segment.kind = ONDES_SEGMENT_LABVIEW;
  else if (number == 1 && ondes_text_segment_take (&(OndesTextSegment) { ONDES_SEGMENT_SLIST }, line))
    {
      self->segment.kind = ONDES_SEGMENT_SLIST;
      self->wrapped = TRUE;
    }
  self->knet |= line.length > strlen (knet) && memcmp (line.text, knet, strlen (knet)) == 0;
  self->wrapped |= self->knet && line.length >= strlen (memo) && memcmp (line.text, memo, strlen (memo)) == 0;
  if (self->segment.kind != ONDES_SEGMENT_NONE && !self->segment.complete)
    ondes_text_segment_take (&self->segment, line);
  if (self->segment.kind != ONDES_SEGMENT_LABVIEW)
    return;
  if (self->segment.separator != 0)
    self->separator = self->segment.separator;
  if (self->segment.decimal != 0)
    self->decimal = self->segment.decimal;
}

void
ondes_text_facts_take (OndesTextFacts *self,
                       OndesCell       above,
                       OndesCell       line,
                       guint64         number)
{
  if (number <= MOST_LINES)
    take_program (self, line, number);
  take_increment (self, above, line, number);
  take_rate (self, above, line, number);
}

void
ondes_text_facts_limit (OndesTextFacts *self,
                        guint64         first_line)
{
  if (self->zero_line >= first_line)
    self->zero_line = 0;
  if (self->stated.line >= first_line)
    {
      g_clear_pointer (&self->stated.words, g_free);
      self->stated.rate = 0;
      self->start = NAN;
    }
}

void
ondes_text_facts_clear (OndesTextFacts *self)
{
  g_clear_pointer (&self->stated.words, g_free);
}
