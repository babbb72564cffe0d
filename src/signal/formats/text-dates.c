/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-dates.h"

#include <math.h>
#include <string.h>

#define DAY_S 86400.0
#define MOST_DIGITS 15 /* of a fraction of a second */

typedef struct
{
  const char *p, *end;
} Cursor;

/* A date in the order it was written. */
typedef struct
{
  int year, month, day;
} Civil;

static gboolean
take (Cursor     *at,
      const char *any)
{
  return at->p < at->end && *at->p != '\0' && strchr (any, *at->p) != NULL && ++at->p;
}

static void
skip_blanks (Cursor *at)
{
  while (take (at, " \t"))
    ;
}

/* Parses @least to @most digits, and no digit behind them; returns how many there were, 0 if there are none such. */
static guint
take_digits (Cursor *at,
             guint   least,
             guint   most,
             int    *value)
{
  Cursor to = *at;
  guint n = 0;

  *value = 0;
  for (; to.p < to.end && g_ascii_isdigit (*to.p) && n <= most; n++, to.p++)
    *value = *value * 10 + (*to.p - '0');
  if (n < least || n > most)
    return 0;
  *at = to;
  return n;
}

/* Parses exactly @n digits, whatever is behind them. */
static gboolean
take_exactly (Cursor *at,
              guint   n,
              int    *value)
{
  *value = 0;
  if (at->end - at->p < (gssize) n)
    return FALSE;
  for (; n > 0; n--, at->p++)
    {
      if (!g_ascii_isdigit (*at->p))
        return FALSE;
      *value = *value * 10 + (*at->p - '0');
    }
  return TRUE;
}

static gboolean
take_word (Cursor     *at,
           const char *word)
{
  const gsize n = strlen (word);

  if ((gsize) (at->end - at->p) < n || g_ascii_strncasecmp (at->p, word, n) != 0)
    return FALSE;
  at->p += n;
  return TRUE;
}

/* Parses the name of a month, in English, German or French, whole or cut. */
static gboolean
take_month (Cursor *at,
            int    *month)
{
  static const struct
  {
    const char *name;
    int         month;
  } names[] = {
    { "jan", 1 },  { "feb", 2 },  { "fév", 2 },  { "fev", 2 }, { "mar", 3 },  { "mär", 3 }, { "mrz", 3 },
    { "apr", 4 },  { "avr", 4 },  { "may", 5 },  { "mai", 5 }, { "juin", 6 }, { "jun", 6 }, { "juil", 7 },
    { "jul", 7 },  { "aug", 8 },  { "aoû", 8 },  { "aou", 8 }, { "sep", 9 },  { "oct", 10 }, { "okt", 10 },
    { "nov", 11 }, { "dec", 12 }, { "déc", 12 }, { "dez", 12 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (take_word (at, names[i].name))
      {
        while (at->p < at->end && (g_ascii_isalpha (*at->p) || (guchar) *at->p >= 0x80))
          at->p++;
        take (at, ".");
        *month = names[i].month;
        return TRUE;
      }
  return FALSE;
}

static int
whole_year (int   year,
            guint digits)
{
  return digits == 4 ? year : year < 70 ? 2000 + year : 1900 + year;
}

/* Returns days since 1970-01-01 by Howard Hinnant's method: years begin in March. */
static gint64
days_of (Civil date)
{
  const int year = date.year - (date.month <= 2);

  return (gint64) year * 365 + year / 4 - year / 100 + year / 400 + (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5
         + date.day - 1 - 719468;
}

static gboolean
is_date (Civil date)
{
  return date.year > 0 && g_date_valid_dmy ((GDateDay) date.day, (GDateMonth) date.month, (GDateYear) date.year);
}

/* Parses a date that begins with its year of four digits. */
static gboolean
take_year_first (Cursor *at,
                 Civil  *date)
{
  Cursor to = *at;
  char mark;
  guint digits;

  if (!take_digits (&to, 4, 4, &date->year) || to.p == to.end)
    return FALSE;
  mark = *to.p;
  if (!take (&to, "-/."))
    return FALSE;
  digits = take_digits (&to, 1, 3, &date->month);
  date->day = 1;
  if (digits == 3) /* the day of the year */
    {
      GDate day;

      if (date->month < 1 || date->month > 365 + g_date_is_leap_year ((GDateYear) MAX (date->year, 1)) || date->year == 0)
        return FALSE;
      g_date_clear (&day, 1);
      g_date_set_dmy (&day, 1, G_DATE_JANUARY, (GDateYear) date->year);
      g_date_add_days (&day, (guint) date->month - 1);
      date->month = (int) g_date_get_month (&day);
      date->day = g_date_get_day (&day);
    }
  else if (digits == 0 && !take_month (&to, &date->month))
    return FALSE;
  else if (to.p < to.end && (*to.p == mark || mark != '.'))
    {
      if (!take (&to, "-/.") || !take_digits (&to, 1, 2, &date->day))
        return FALSE;
    }
  else if (mark == '.' || digits == 1)
    return FALSE;
  *at = to;
  return is_date (*date);
}

/* Parses 20211128, of which 220000 follows behind a blank, a T or a dash. */
static gboolean
take_compact (Cursor *at,
              Civil  *date)
{
  Cursor to = *at;

  if (!take_exactly (&to, 4, &date->year) || !take_exactly (&to, 2, &date->month) || !take_exactly (&to, 2, &date->day)
      || to.p == to.end || strchr ("T _-", *to.p) == NULL || *to.p == '\0')
    return FALSE;
  *at = to;
  return is_date (*date);
}

/* Parses a date whose month has a name. */
static gboolean
take_named (Cursor *at,
            Civil  *date)
{
  Cursor to = *at;
  gboolean month_first = take_month (&to, &date->month);
  guint digits;
  int year;

  take (&to, "-/");
  skip_blanks (&to);
  if (!take_digits (&to, 1, 2, &date->day))
    return FALSE;
  take (&to, "-/.,");
  skip_blanks (&to);
  if (!month_first && !take_month (&to, &date->month))
    return FALSE;
  take (&to, "-/,");
  skip_blanks (&to);
  digits = take_digits (&to, 2, 4, &year);
  if (digits != 2 && digits != 4)
    return FALSE;
  date->year = whole_year (year, digits);
  *at = to;
  return is_date (*date);
}

/* Parses 28.11.2021 and the like, in @order. */
static gboolean
take_open (Cursor        *at,
           OndesDateOrder order,
           Civil         *date,
           OndesStamp    *stamp)
{
  Cursor to = *at;
  int a, b, c;
  guint digits;

  if (!take_digits (&to, 1, 2, &a) || to.p == to.end)
    return FALSE;
  stamp->mark = *to.p;
  if (!take (&to, "-/.") || !take_digits (&to, 1, 2, &b) || to.p == to.end || *to.p++ != stamp->mark)
    return FALSE;
  digits = take_digits (&to, 2, 4, &c);
  if (digits != 2 && digits != 4)
    return FALSE;
  *at = to;
  if (order == ONDES_DATE_ORDER_YMD || (order == ONDES_DATE_ORDER_AUTO && digits == 2 && a > 31))
    {
      *date = (Civil) { whole_year (a, 2), b, c };
      return digits == 2 && is_date (*date);
    }
  stamp->first = (guint) a;
  stamp->second = (guint) b;
  *date = (Civil) { whole_year (c, digits), b, a };
  if (order == ONDES_DATE_ORDER_MDY || (order == ONDES_DATE_ORDER_AUTO && !is_date (*date)))
    *date = (Civil) { date->year, a, b };
  return is_date (*date);
}

static void
take_fraction (Cursor     *at,
               OndesStamp *stamp,
               double     *seconds)
{
  guint64 fraction = 0;
  double unit = 1;

  for (; at->p < at->end && (g_ascii_isdigit (*at->p) || (*at->p == '.' && stamp->decimals > 0)); at->p++)
    if (stamp->decimals < MOST_DIGITS && *at->p != '.')
      {
        fraction = fraction * 10 + (guint64) (*at->p - '0');
        unit *= 10;
        stamp->decimals++;
      }
  *seconds += (double) fraction / unit;
}

/* Parses AM or PM behind an hour. */
static gboolean
take_half (Cursor     *at,
           OndesStamp *stamp,
           int        *hour)
{
  Cursor to = *at;
  gboolean after;

  skip_blanks (&to);
  after = take (&to, "pP");
  if (!after && !take (&to, "aA"))
    return TRUE;
  take (&to, ".");
  if (!take (&to, "mM"))
    return TRUE;
  take (&to, ".");
  if (*hour < 1 || *hour > 12)
    return FALSE;
  *hour = *hour % 12 + (after ? 12 : 0);
  stamp->half_day = TRUE;
  *at = to;
  return TRUE;
}

/* Parses hh:mm[:ss[.fraction]], or hhmm[ss[.fraction]] if @compact. */
static gboolean
take_clock (Cursor     *at,
            char        decimal,
            gboolean    compact,
            OndesStamp *stamp,
            double     *seconds)
{
  const char points[] = { '.', decimal, '\0' };
  int hour, minute, second = 0;
  gboolean seconds_given;

  if (!take_digits (at, 1, 2, &hour) || !take (at, ":"))
    {
      if (!compact || !take_exactly (at, 2, &hour) || !take_exactly (at, 2, &minute))
        return FALSE;
      seconds_given = take_exactly (at, 2, &second);
    }
  else
    {
      if (!take_exactly (at, 2, &minute))
        return FALSE;
      seconds_given = take (at, ":");
      if (seconds_given && !take_exactly (at, 2, &second))
        return FALSE;
    }
  if (minute > 59 || second > 60)
    return FALSE;
  *seconds = second;
  if (take (at, points) || (seconds_given && take (at, ":"))) /* some write 22:00:00:250 */
    take_fraction (at, stamp, seconds);
  if (!take_half (at, stamp, &hour) || hour > 24)
    return FALSE;
  *seconds += hour * 3600 + minute * 60;
  stamp->has_clock = TRUE;
  return TRUE;
}

/* Parses Z, UTC, GMT, +01:00, UTC+1, or nothing. */
static gboolean
take_zone (Cursor    *at,
           gboolean  *has_zone,
           int       *zone_s)
{
  Cursor to = *at;
  gboolean named;
  int sign, hours, minutes = 0;

  skip_blanks (&to);
  if (to.p == to.end)
    {
      *at = to;
      return TRUE;
    }
  named = take_word (&to, "UTC") || take_word (&to, "GMT") || take (&to, "Zz");
  *has_zone = TRUE;
  *zone_s = 0;
  if (to.p < to.end && strchr ("+-", *to.p) != NULL && *to.p != '\0')
    {
      sign = *to.p++ == '-' ? -1 : 1;
      if (!take_exactly (&to, 2, &hours) && !(named && take_digits (&to, 1, 1, &hours)))
        return FALSE;
      take (&to, ":");
      if (to.p < to.end && g_ascii_isdigit (*to.p) && !take_exactly (&to, 2, &minutes))
        return FALSE;
      *zone_s = sign * (hours * 3600 + minutes * 60);
      named = hours <= 24 && minutes <= 59;
    }
  *at = to;
  return named;
}

/* Parses what is between a date and a time of day; FALSE if no time of day follows. */
static gboolean
take_between (Cursor *at)
{
  Cursor to = *at;
  guint colons = 0;

  for (const char *p = to.p; p < to.end; p++)
    colons += *p == ':';
  if (!take (&to, "T ,_") && !(colons > 1 && take (&to, "-")) && !take (&to, "\t"))
    return FALSE;
  skip_blanks (&to);
  if (to.p == to.end || !g_ascii_isdigit (*to.p))
    return FALSE;
  *at = to;
  return TRUE;
}

gboolean
ondes_stamp_parse (OndesCell      cell,
                   OndesDateOrder order,
                   char           decimal,
                   OndesStamp    *stamp)
{
  Cursor at = { cell.text, cell.text + cell.length }, clock = at;
  gboolean compact = FALSE;
  double seconds = 0;
  Civil date;

  *stamp = (OndesStamp) { .value = NAN };
  if (cell.length < 4 || cell.length > 64)
    return FALSE;
  if (take_clock (&clock, decimal, FALSE, stamp, &stamp->value) && clock.p == clock.end)
    return TRUE;
  *stamp = (OndesStamp) { .value = NAN, .has_date = TRUE };
  if (!take_year_first (&at, &date) && !(compact = take_compact (&at, &date)) && !take_named (&at, &date)
      && !take_open (&at, order, &date, stamp))
    return FALSE;
  compact = compact || (at.p < at.end && *at.p == 'T');
  if (take_between (&at) && !take_clock (&at, decimal, compact, stamp, &seconds))
    return FALSE;
  if (!take_zone (&at, &stamp->has_zone, &stamp->zone_s) || at.p != at.end)
    return FALSE;
  stamp->value = (double) days_of (date) * DAY_S + seconds - stamp->zone_s;
  return TRUE;
}

gboolean
ondes_zone_find (const char *name,
                 OndesZone  *zone)
{
  const char *const words[] = { "UTC", "GMT" };

  for (gsize i = 0; name != NULL && i < G_N_ELEMENTS (words); i++)
    {
      const char *found = strstr (name, words[i]);
      Cursor at = { found, found != NULL ? found + strlen (found) : NULL };
      gboolean has_zone;

      *zone = (OndesZone) { 0 };
      if (found != NULL && (found == name || !g_ascii_isalpha (found[-1])) && take_zone (&at, &has_zone, &zone->offset_s)
          && !(at.p < at.end && g_ascii_isalnum (*at.p)))
        return TRUE;
    }
  return FALSE;
}

void
ondes_date_votes_add (OndesDateVotes *self,
                      OndesCell       cell,
                      char            decimal)
{
  static const OndesDateOrder orders[] = { ONDES_DATE_ORDER_DMY, ONDES_DATE_ORDER_MDY };
  OndesStamp stamp;

  if (!ondes_stamp_parse (cell, ONDES_DATE_ORDER_AUTO, decimal, &stamp) || stamp.first == 0)
    return;
  self->not_month[0] += stamp.first > 12;
  self->not_month[1] += stamp.second > 12;
  self->mark = stamp.mark;
  self->half_day |= stamp.half_day;
  for (guint i = 0; i < 2; i++)
    {
      double step;

      if (!ondes_stamp_parse (cell, orders[i], decimal, &stamp))
        continue;
      step = stamp.value - self->last[i];
      self->last[i] = stamp.value;
      if (self->open == 0)
        continue;
      self->backward[i] += step < 0;
      self->least[i] = self->steps == 0 ? step : MIN (self->least[i], step);
      self->most[i] = self->steps == 0 ? step : MAX (self->most[i], step);
    }
  self->steps += self->open > 0;
  self->open++;
}

gboolean
ondes_date_votes_done (const OndesDateVotes *self)
{
  return self->not_month[0] + self->not_month[1] > 0;
}

OndesDateOrder
ondes_date_votes_decide (const OndesDateVotes *self,
                         char                  decimal,
                         gboolean             *sure)
{
  gboolean even[2];

  *sure = TRUE;
  if (self->open == 0)
    return ONDES_DATE_ORDER_AUTO;
  if (self->not_month[0] != self->not_month[1])
    return self->not_month[0] > self->not_month[1] ? ONDES_DATE_ORDER_DMY : ONDES_DATE_ORDER_MDY;
  if (self->mark == '.') /* no country writes the month first with points */
    return ONDES_DATE_ORDER_DMY;
  for (guint i = 0; i < 2; i++)
    even[i] = self->steps > 1 && self->least[i] > 0 && self->most[i] - self->least[i] <= 1e-3 * self->most[i];
  if (even[0] != even[1])
    return even[0] ? ONDES_DATE_ORDER_DMY : ONDES_DATE_ORDER_MDY;
  if ((self->backward[0] == 0) != (self->backward[1] == 0))
    return self->backward[0] == 0 ? ONDES_DATE_ORDER_DMY : ONDES_DATE_ORDER_MDY;
  *sure = FALSE;
  if (self->most[0] != self->most[1])
    return self->most[0] < self->most[1] ? ONDES_DATE_ORDER_DMY : ONDES_DATE_ORDER_MDY;
  return self->mark == '/' && (decimal != ',' || self->half_day) ? ONDES_DATE_ORDER_MDY : ONDES_DATE_ORDER_DMY;
}
