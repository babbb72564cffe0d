/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-cells.h"

#include <math.h>
#include <string.h>

#define LONGEST_LOOSE 48 /* bytes of a number with marks between thousands */

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

/* Returns the bytes of a mark between thousands at @p, 0 if there is none. */
static guint
thousands_mark (const char *p,
                const char *end,
                char        decimal)
{
  static const char *const marks[] = { "\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x89", "\xe2\x80\x99", "'", " ", ".", "," };

  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      const gsize n = strlen (marks[i]);

      if ((gsize) (end - p) > n && memcmp (p, marks[i], n) == 0 && !(n == 1 && p[0] == decimal))
        return (guint) n;
    }
  return 0;
}

/* A number without its marks between thousands. */
typedef struct
{
  char  text[LONGEST_LOOSE + 2];
  gsize length;
} Plain;

static void
append (Plain      *self,
        const char *text,
        gsize       n)
{
  memcpy (self->text + self->length, text, n);
  self->length += n;
}

/* Takes the digits at *@p in groups of three behind the first, without their marks. Returns the groups behind the first. */
static guint
take_groups (const char **p,
             const char  *end,
             char         decimal,
             Plain       *plain)
{
  const char *start = *p, *mark = NULL;
  guint groups = 0, n;

  while (*p < end && g_ascii_isdigit (**p))
    ++*p;
  append (plain, start, (gsize) (*p - start));
  if (*p - start < 1 || *p - start > 3 || *start == '0')
    return 0;
  while ((n = thousands_mark (*p, end, decimal)) > 0 && (mark == NULL || memcmp (mark, *p, n) == 0)
         && end - *p >= (gssize) n + 3)
    {
      const char *q = *p + n;

      if (!g_ascii_isdigit (q[0]) || !g_ascii_isdigit (q[1]) || !g_ascii_isdigit (q[2]) || (q + 3 < end && g_ascii_isdigit (q[3])))
        break;
      append (plain, q, 3);
      mark = *p;
      *p = q + 3;
      groups++;
    }
  return groups;
}

/* Parses numbers that programs write for people: "101.825,00", "1 234.5", "+ 0.081", "−3", "∞". @grouped is TRUE if it has one mark
 * between thousands that could be a decimal mark. */
static gboolean
parse_loosely (OndesCell cell,
               char      decimal,
               double   *value,
               int      *decimals,
               gboolean *grouped)
{
  const char *p = cell.text, *end = p + cell.length;
  Plain plain = { .length = 0 };
  gboolean negative = FALSE;
  guint groups;

  *grouped = FALSE;
  if (cell.length > LONGEST_LOOSE)
    return FALSE;
  if (end - p >= 3 && memcmp (p, "\xe2\x88\x92", 3) == 0) /* minus sign */
    {
      negative = TRUE;
      p += 3;
    }
  else if (p < end && (*p == '+' || *p == '-'))
    negative = *p++ == '-';
  while (p < end && is_blank (*p))
    p++;
  if (end - p == 3 && memcmp (p, "\xe2\x88\x9e", 3) == 0)
    {
      *value = negative ? -INFINITY : INFINITY;
      return TRUE;
    }
  if (p == end || !(g_ascii_isdigit (*p) || *p == decimal))
    return FALSE;
  if (negative)
    append (&plain, "-", 1);
  groups = take_groups (&p, end, decimal, &plain);
  *grouped = groups == 1 && p == end;
  append (&plain, p, (gsize) (end - p));
  return parse_number ((OndesCell) { plain.text, plain.length }, decimal, value, decimals);
}

OndesCellKind
ondes_cell_parse (OndesCell               cell,
                  const OndesTextDialect *dialect,
                  double                 *value,
                  int                    *decimals)
{
  OndesStamp stamp;
  gboolean grouped;

  *decimals = 0;
  *value = NAN;
  if (cell.length == 0)
    return ONDES_CELL_EMPTY;
  if (parse_number (cell, dialect->decimal, value, decimals) || parse_word (cell, value))
    return ONDES_CELL_NUMBER;
  if (parse_loosely (cell, dialect->decimal, value, decimals, &grouped))
    return grouped ? ONDES_CELL_GROUPED : ONDES_CELL_NUMBER;
  *decimals = 0;
  *value = NAN;
  if (!ondes_stamp_parse (cell, dialect->order, dialect->decimal, &stamp))
    return ONDES_CELL_TEXT;
  *value = stamp.value;
  *decimals = stamp.decimals;
  return ONDES_CELL_DATE;
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
