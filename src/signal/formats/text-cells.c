/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-cells.h"

#include "signal/reader.h"
#include "base/words.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define BUFFER ((gsize) 256 << 10)
#define LONGEST_LINE ((gsize) 16 << 20)

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

static OndesCell
trim (OndesCell cell)
{
  while (cell.length && is_blank (cell.text[0]))
    cell.text++, cell.length--;
  while (cell.length && is_blank (cell.text[cell.length - 1]))
    cell.length--;
  return cell;
}

static gboolean
is_word (OndesCell   cell,
         const char *word)
{
  return cell.length == strlen (word) && g_ascii_strncasecmp (cell.text, word, cell.length) == 0;
}

/* Parses the words that programs print for missing or non-finite numbers. */
static gboolean
parse_word (OndesCell cell,
            double   *value)
{
  static const char *const missing[] = { "nan",  "+nan", "-nan", "na",      "n/a",    "null",
                                         "none", "-",    "--",   "1.#qnan", "1.#ind", "-1.#ind" };
  static const char *const infinite[] = { "inf", "infinity", "1.#inf" };
  OndesCell rest = cell;
  double sign = 1;

  for (gsize i = 0; i < G_N_ELEMENTS (missing); i++)
    if (is_word (cell, missing[i]))
      {
        *value = NAN;
        return TRUE;
      }
  if (cell.length && (cell.text[0] == '-' || cell.text[0] == '+'))
    {
      sign = cell.text[0] == '-' ? -1 : 1;
      rest = (OndesCell) { cell.text + 1, cell.length - 1 };
    }
  for (gsize i = 0; i < G_N_ELEMENTS (infinite); i++)
    if (is_word (rest, infinite[i]))
      {
        *value = sign * INFINITY;
        return TRUE;
      }
  return FALSE;
}

/* Parses the number with strtod in the C locale. */
static double
read_slowly (OndesCell cell,
             char      decimal)
{
  char stack[128];
  g_autofree char *heap = cell.length < sizeof stack ? NULL : g_malloc (cell.length + 1);
  char *copy = heap ? heap : stack;

  for (gsize i = 0; i < cell.length; i++)
    {
      char c = cell.text[i];

      copy[i] = c == decimal ? '.' : c == 'd' || c == 'D' ? 'e' : c;
    }
  copy[cell.length] = '\0';
  return g_ascii_strtod (copy, NULL);
}

/* Parses decimal digits with an optional point and an exponent after e, E, d or D. A mantissa below 2^53 with a power of ten up
 * to 22 is exact in one multiplication or division; other numbers go to strtod in the C locale. */
static gboolean
parse_number (OndesCell cell,
              char      decimal,
              double   *value,
              int      *decimals)
{
  static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
  const char *p = cell.text, *end = cell.text + cell.length;
  gboolean negative = FALSE, exact = TRUE;
  guint64 mantissa = 0;
  int exponent = 0, behind = 0;
  guint digits = 0;

  if (p < end && (*p == '-' || *p == '+'))
    negative = *p++ == '-';
  for (gboolean fraction = FALSE; p < end; p++)
    if (g_ascii_isdigit (*p))
      {
        digits++;
        behind += fraction;
        if (mantissa < (G_GUINT64_CONSTANT (1) << 53) / 10 - 1)
          mantissa = mantissa * 10 + (guint64) (*p - '0');
        else
          exact = FALSE;
      }
    else if (*p == decimal && !fraction)
      fraction = TRUE;
    else
      break;
  if (digits == 0 || (decimal == ',' && p[-1] == ','))
    return FALSE;
  if (p < end && strchr ("eEdD", *p))
    {
      gboolean down;

      p++;
      down = p < end && *p == '-';
      if (p < end && (*p == '-' || *p == '+'))
        p++;
      if (p == end)
        return FALSE;
      for (; p < end && g_ascii_isdigit (*p); p++)
        exponent = MIN (exponent * 10 + (*p - '0'), 100000);
      exponent = down ? -exponent : exponent;
    }
  if (p != end)
    return FALSE;

  *decimals = behind - exponent;
  if (exact && *decimals >= -22 && *decimals <= 22)
    *value = *decimals >= 0 ? (double) mantissa / powers[*decimals] : (double) mantissa * powers[-*decimals];
  else
    {
      *value = read_slowly (cell, decimal);
      return TRUE;
    }
  if (negative)
    *value = -*value;
  return TRUE;
}

/* Parses exactly @n digits at *@p. */
static gboolean
take_digits (const char **p,
             const char  *end,
             guint        n,
             int         *value)
{
  *value = 0;
  for (; n; n--, (*p)++)
    {
      if (*p == end || !g_ascii_isdigit (**p))
        return FALSE;
      *value = *value * 10 + (**p - '0');
    }
  return TRUE;
}

static gboolean
take (const char **p,
      const char  *end,
      const char  *any)
{
  return *p < end && strchr (any, **p) && **p && ++*p;
}

/* Parses hh:mm[:ss[.fraction]]. */
static gboolean
take_clock (const char **p,
            const char  *end,
            char         decimal,
            double      *seconds,
            int         *decimals)
{
  const char points[] = { '.', decimal, '\0' };
  int hour, minute, second = 0;
  double unit = 1;

  if (!take_digits (p, end, 2, &hour) || !take (p, end, ":") || !take_digits (p, end, 2, &minute) || hour > 24 || minute > 59)
    return FALSE;
  if (take (p, end, ":") && (!take_digits (p, end, 2, &second) || second > 60))
    return FALSE;
  *seconds = hour * 3600 + minute * 60 + second;
  if (take (p, end, points))
    {
      guint64 fraction = 0;

      for (; *p < end && g_ascii_isdigit (**p); (*p)++)
        if (*decimals < 15)
          {
            fraction = fraction * 10 + (guint64) (**p - '0');
            unit *= 10;
            ++*decimals;
          }
      *seconds += (double) fraction / unit;
    }
  return TRUE;
}

/* Parses ISO 8601 dates, also with slashes or a blank before the time. The default zone is UTC, and a month alone means its
 * first day. */
static gboolean
parse_date (OndesCell cell,
            char      decimal,
            double   *value,
            int      *decimals)
{
  const char *p = cell.text, *end = cell.text + cell.length;
  int year, month, day = 1, hours, minutes = 0;
  double clock = 0;
  gint64 days;

  *decimals = 0;
  if (cell.length < 5)
    return FALSE;
  if (cell.text[2] == ':')
    return take_clock (&p, end, decimal, value, decimals) && p == end;
  if (!take_digits (&p, end, 4, &year) || !take (&p, end, "-/") || !take_digits (&p, end, 2, &month)
      || (p < end && (!take (&p, end, "-/") || !take_digits (&p, end, 2, &day)))
      || !g_date_valid_dmy ((GDateDay) day, (GDateMonth) month, (GDateYear) year))
    return FALSE;
  if (p < end && (!take (&p, end, "T ") || !take_clock (&p, end, decimal, &clock, decimals)))
    return FALSE;
  if (!take (&p, end, "Z") && p < end)
    {
      double sign = *p == '-' ? -1 : 1;

      if (!take (&p, end, "+-") || !take_digits (&p, end, 2, &hours))
        return FALSE;
      take (&p, end, ":");
      if (p < end && !take_digits (&p, end, 2, &minutes))
        return FALSE;
      clock -= sign * (hours * 3600 + minutes * 60);
    }
  /* Days from the civil date by Howard Hinnant's method: years begin in March. */
  year -= month <= 2;
  days = (gint64) year * 365 + year / 4 - year / 100 + year / 400 + (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
         - 719468;
  *value = (double) days * 86400 + clock;
  return p == end;
}

OndesCellKind
ondes_cell_parse (OndesCell cell,
                  char      decimal,
                  double   *value,
                  int      *decimals)
{
  *decimals = 0;
  *value = NAN;
  if (cell.length == 0)
    return ONDES_CELL_EMPTY;
  if (parse_number (cell, decimal, value, decimals) || parse_word (cell, value))
    return ONDES_CELL_NUMBER;
  *decimals = 0;
  if (parse_date (cell, decimal, value, decimals))
    return ONDES_CELL_DATE;
  *value = NAN;
  return ONDES_CELL_TEXT;
}

gboolean
ondes_cell_has_date (OndesCell cell)
{
  return cell.length > 4 && strchr ("-/", cell.text[4]) != NULL;
}

void
ondes_line_split (OndesCell line,
                  char      separator,
                  gboolean  header,
                  GArray   *cells)
{
  const char *p, *end;

  g_array_set_size (cells, 0);
  if (separator == ' ')
    line = trim (line);
  p = line.text;
  end = p + line.length;
  for (;;)
    {
      OndesCell cell = { p, 0 };
      guint depth = 0;
      gboolean quoted = FALSE;

      for (; p < end; p++)
        {
          if (*p == '"')
            quoted = !quoted;
          else if (header && strchr ("([", *p) && *p)
            depth++;
          else if (header && strchr (")]", *p) && *p && depth)
            depth--;
          else if (!quoted && !depth && (separator == ' ' ? is_blank (*p) : *p == separator))
            break;
        }
      cell.length = (gsize) (p - cell.text);
      cell = trim (cell);
      if (cell.length >= 2 && cell.text[0] == '"' && cell.text[cell.length - 1] == '"')
        cell = trim ((OndesCell) { cell.text + 1, cell.length - 2 });
      g_array_append_val (cells, cell);
      if (p == end)
        return;
      p++;
      if (separator == ' ')
        while (p < end && is_blank (*p))
          p++;
    }
}

OndesCell
ondes_line_strip (OndesCell line)
{
  const char *p = line.text, *end = line.text + line.length;

  while ((p = memchr (p, '#', (gsize) (end - p))))
    {
      if (p > line.text && is_blank (p[-1]))
        return (OndesCell) { line.text, (gsize) (p - line.text) };
      p++;
    }
  return line;
}

gboolean
ondes_line_is_comment (OndesCell line)
{
  line = trim (line);
  return line.length
         && (line.text[0] == '#' || line.text[0] == '%' || (line.length > 1 && line.text[0] == '/' && line.text[1] == '/'));
}

void
ondes_line_reader_init (OndesLineReader *self,
                        int              fd,
                        const char      *display)
{
  *self = (OndesLineReader) { .fd = fd, .display = display, .buffer = g_malloc (BUFFER), .capacity = BUFFER };
}

void
ondes_line_reader_clear (OndesLineReader *self)
{
  g_clear_pointer (&self->buffer, g_free);
}

/* Reads more bytes after those not yet consumed. */
static gboolean
fill (OndesLineReader *self,
      GError         **error)
{
  char *larger;
  gssize got;

  memmove (self->buffer, self->buffer + self->begin, self->end - self->begin);
  self->end -= self->begin;
  self->begin = 0;
  if (self->end == self->capacity)
    {
      if (self->capacity >= LONGEST_LINE)
        {
          g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                       _("%s has a line of more than %zu bytes after line %" PRIu64 ", so it is not text in columns"),
                       self->display, LONGEST_LINE, self->number);
          return FALSE;
        }
      larger = g_try_realloc (self->buffer, 2 * self->capacity);
      if (!larger)
        {
          g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                       _("%s has a line of more than %zu bytes after line %" PRIu64 ", more than there is memory for"),
                       self->display, self->capacity,
                       self->number);
          return FALSE;
        }
      self->buffer = larger;
      self->capacity *= 2;
    }
  do
    got = pread (self->fd, self->buffer + self->end, self->capacity - self->end, (off_t) self->offset);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s cannot be read at byte %" PRIu64 ": %s"), self->display,
                   self->offset, g_strerror (errno));
      return FALSE;
    }
  self->eof = got == 0;
  if (self->offset == 0 && got >= 3 && memcmp (self->buffer, "\xef\xbb\xbf", 3) == 0)
    self->begin = 3;
  self->end += (gsize) got;
  self->offset += (guint64) got;
  return TRUE;
}

gboolean
ondes_line_reader_next (OndesLineReader *self,
                        OndesCell       *line,
                        GError         **error)
{
  gsize seen = 0;

  for (;;)
    {
      const char *from = self->buffer + self->begin, *end = self->buffer + self->end, *p = from + seen;

      while (p < end && *p != '\n' && *p != '\r')
        p++;
      if (p == end && !self->eof)
        {
          seen = (gsize) (p - from);
          if (!fill (self, error))
            return FALSE;
          continue;
        }
      if (p == end && p == from)
        return FALSE;
      *line = (OndesCell) { from, (gsize) (p - from) };
      self->begin += line->length + (p < end);
      seen = 0;
      if (line->length == 0 && p < end && *p == '\n' && self->after_cr)
        {
          self->after_cr = FALSE;
          continue;
        }
      self->after_cr = p < end && *p == '\r';
      self->number++;
      if (memchr (line->text, '\0', line->length))
        return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_RAW,
                                       _("%s holds bytes that are not text in line %" PRIu64 "; if it is a headerless "
                                         "recording, say its format with %s"),
                                       self->display, self->number,
                                       ondes_setting_name (ONDES_SETTING_RAW, "FORMAT:RATE:CHANNELS"));
      if (trim (*line).length)
        return TRUE;
    }
}
