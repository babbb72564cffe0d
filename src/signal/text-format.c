/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-format.h"

#include "date.h"
#include "base/words.h"

#include <string.h>

#define MOST_ROWS 1000000
#define LONGEST_LIST 1000 /* bytes, as each column of a wide file is looked up in it */

/* Words of each field, in the order of its values. */
const char *const ondes_text_separators[] = { "auto", "comma", "semicolon", "tab", "blank", NULL };
static const char separator_marks[] = { 0, ',', ';', '\t', ' ' };
const char *const ondes_text_decimals[] = { "auto", "point", "comma", NULL };
static const char decimal_marks[] = { 0, '.', ',' };
const char *const ondes_text_date_orders[] = { "auto", "ymd", "dmy", "mdy", NULL };
const char *const ondes_text_gaps[] = { "auto", "fill", "keep", NULL };
const char *const ondes_text_times[] = { "auto", "none", NULL };

const OndesTextFieldInfo ondes_text_fields[ONDES_N_TEXT_FIELDS] = {
  [ONDES_TEXT_SEPARATOR] = { "text-separator", ONDES_SETTING_TEXT_SEPARATOR, ondes_text_separators },
  [ONDES_TEXT_DECIMAL] = { "decimal-mark", ONDES_SETTING_DECIMAL_MARK, ondes_text_decimals },
  [ONDES_TEXT_HEADER_ROWS] = { "header-rows", ONDES_SETTING_HEADER_ROWS, NULL },
  [ONDES_TEXT_DATE_ORDER] = { "date-order", ONDES_SETTING_DATE_ORDER, ondes_text_date_orders },
  [ONDES_TEXT_ZONE] = { "zone", ONDES_SETTING_ZONE, NULL },
  [ONDES_TEXT_GAPS] = { "text-gaps", ONDES_SETTING_TEXT_GAPS, ondes_text_gaps },
  [ONDES_TEXT_TIMES] = { "text-times", ONDES_SETTING_TEXT_TIMES, ondes_text_times },
  [ONDES_TEXT_COLUMNS] = { "text-columns", ONDES_SETTING_TEXT_COLUMNS, NULL },
};

/* Parses the next range of a list, "4" or "4-6", and advances past it and its comma. */
static gboolean
take_range (const char **p,
            guint       *first,
            guint       *last)
{
  guint *const ends[] = { first, last };

  for (guint i = 0; i < 2; i++)
    {
      char *end;
      guint64 value;

      if (!g_ascii_isdigit (**p))
        return FALSE;
      value = g_ascii_strtoull (*p, &end, 10);
      if (value < 1 || value > G_MAXINT)
        return FALSE;
      *ends[i] = (guint) value;
      *p = end;
      if (i == 0 && **p != '-')
        {
          *last = *first;
          break;
        }
      *p += i == 0;
    }
  if (**p == ',' && (*p)[1] != '\0')
    ++*p;
  else if (**p != '\0')
    return FALSE;
  return *first <= *last;
}

static gboolean
is_list (const char *text)
{
  guint first, last;

  if (strlen (text) > LONGEST_LIST)
    return FALSE;
  do
    if (!take_range (&text, &first, &last))
      return FALSE;
  while (*text != '\0');
  return TRUE;
}

gboolean
ondes_text_columns_have (const char *columns,
                         guint       column)
{
  guint first, last;

  while (*columns != '\0' && take_range (&columns, &first, &last))
    if (column >= first && column <= last)
      return TRUE;
  return FALSE;
}

guint
ondes_text_columns_last (const char *columns)
{
  guint first, last, largest = 0;

  while (*columns != '\0' && take_range (&columns, &first, &last))
    largest = MAX (largest, last);
  return largest;
}

/* Parses "UTC", "Z", "+01:00", "-0730" or "unknown". */
static gboolean
parse_zone (const char *text,
            OndesZone  *zone)
{
  g_autofree char *date = NULL;
  double at_s;

  *zone = (OndesZone) { 0 };
  if (g_ascii_strcasecmp (text, "UTC") == 0 || g_ascii_strcasecmp (text, "Z") == 0)
    return TRUE;
  zone->unknown = g_str_equal (text, "unknown");
  if (zone->unknown)
    return TRUE;
  date = g_strconcat ("2000-01-01T00:00", text, NULL);
  return (text[0] == '+' || text[0] == '-') && ondes_date_parse_zone (date, &at_s, zone);
}

static gboolean
set_word (OndesTextFormat *self,
          OndesTextField   field,
          const char      *text)
{
  const char *const *words = ondes_text_fields[field].words;

  for (guint i = 0; words[i] != NULL; i++)
    if (g_str_equal (words[i], text))
      {
        if (field == ONDES_TEXT_SEPARATOR)
          self->separator = separator_marks[i];
        else if (field == ONDES_TEXT_DECIMAL)
          self->decimal = decimal_marks[i];
        else if (field == ONDES_TEXT_DATE_ORDER)
          self->date_order = (OndesDateOrder) i;
        else if (field == ONDES_TEXT_GAPS)
          self->gaps = (OndesTextGaps) i;
        else
          self->times = (OndesTextTimes) i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
set_field (OndesTextFormat *self,
           OndesTextField   field,
           const char      *text)
{
  const gboolean is_auto = g_str_equal (text, "auto");
  guint64 rows;

  switch (field)
    {
    case ONDES_TEXT_HEADER_ROWS:
      self->has_header_rows = g_ascii_string_to_unsigned (text, 10, 0, MOST_ROWS, &rows, NULL);
      self->header_rows = self->has_header_rows ? (guint) rows : 0;
      return is_auto || self->has_header_rows;
    case ONDES_TEXT_ZONE:
      self->has_zone = parse_zone (text, &self->zone);
      if (!self->has_zone)
        self->zone = (OndesZone) { 0 };
      return is_auto || self->has_zone;
    case ONDES_TEXT_COLUMNS:
      self->columns = !is_auto && is_list (text) ? text : NULL;
      return is_auto || self->columns != NULL;
    default:
      return set_word (self, field, text);
    }
}

const char *
ondes_text_format_expected (OndesTextField field)
{
  static const char *const expected[ONDES_N_TEXT_FIELDS] = {
    [ONDES_TEXT_SEPARATOR] = N_("one of auto, comma, semicolon, tab, blank"),
    [ONDES_TEXT_DECIMAL] = N_("one of auto, point, comma"),
    [ONDES_TEXT_HEADER_ROWS] = N_("a number of lines, from 0 to 1000000"),
    [ONDES_TEXT_DATE_ORDER] = N_("one of auto, ymd, dmy, mdy"),
    [ONDES_TEXT_ZONE] = N_("UTC, unknown, or a difference from UTC such as +01:00"),
    [ONDES_TEXT_GAPS] = N_("one of auto, fill, keep"),
    [ONDES_TEXT_TIMES] = N_("one of auto, none"),
    [ONDES_TEXT_COLUMNS] = N_("a list of columns, such as 2 or 2,4-6"),
  };

  return _(expected[field]);
}

gboolean
ondes_text_format_set (OndesTextFormat *self,
                       OndesTextField   field,
                       const char      *text,
                       GError         **error)
{
  return set_field (self, field, text)
         || ondes_request_error_set (error, ondes_text_fields[field].setting, text, _("“%s” is not %s"), text,
                                     ondes_text_format_expected (field));
}

/* Returns the difference from UTC as "+01:00"; transfer full. */
static char *
print_zone (OndesZone zone)
{
  g_autofree char *date = ondes_date_print_iso_in (-zone.offset_s, zone);

  if (zone.unknown)
    return g_strdup ("unknown");
  return g_strdup (zone.offset_s == 0 ? "UTC" : date + strlen (date) - strlen ("+01:00"));
}

char *
ondes_text_format_get (const OndesTextFormat *self,
                       OndesTextField         field)
{
  const char *mark;

  switch (field)
    {
    case ONDES_TEXT_SEPARATOR:
      mark = self->separator != 0 ? memchr (separator_marks, self->separator, sizeof separator_marks) : NULL;
      return mark != NULL ? g_strdup (ondes_text_separators[mark - separator_marks]) : NULL;
    case ONDES_TEXT_DECIMAL:
      mark = self->decimal != 0 ? memchr (decimal_marks, self->decimal, sizeof decimal_marks) : NULL;
      return mark != NULL ? g_strdup (ondes_text_decimals[mark - decimal_marks]) : NULL;
    case ONDES_TEXT_HEADER_ROWS:
      return self->has_header_rows ? g_strdup_printf ("%u", self->header_rows) : NULL;
    case ONDES_TEXT_DATE_ORDER:
      return self->date_order != ONDES_DATE_ORDER_AUTO ? g_strdup (ondes_text_date_orders[self->date_order]) : NULL;
    case ONDES_TEXT_ZONE:
      return self->has_zone ? print_zone (self->zone) : NULL;
    case ONDES_TEXT_GAPS:
      return self->gaps != ONDES_TEXT_GAPS_AUTO ? g_strdup (ondes_text_gaps[self->gaps]) : NULL;
    case ONDES_TEXT_TIMES:
      return self->times != ONDES_TEXT_TIMES_AUTO ? g_strdup (ondes_text_times[self->times]) : NULL;
    default:
      return g_strdup (self->columns);
    }
}

gboolean
ondes_text_format_equal (const OndesTextFormat *a,
                         const OndesTextFormat *b)
{
  for (guint i = 0; i < ONDES_N_TEXT_FIELDS; i++)
    {
      g_autofree char *one = ondes_text_format_get (a, i), *other = ondes_text_format_get (b, i);

      if (g_strcmp0 (one, other) != 0)
        return FALSE;
    }
  return TRUE;
}
