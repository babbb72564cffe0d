/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Truth tables written as bits, hexadecimal digits, whole numbers, and lists of named S-boxes. */
#include "truth-table-private.h"

#include "base/display-text.h"
#include "base/number.h"
#include "base/words.h"

#include <string.h>

#define BETWEEN " \t\r\n\f\v,;{}[]()"

gboolean
ondes_truth_text_refuse (const OndesTruthText *self,
                         GError              **error,
                         const char           *format,
                         ...)
{
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  return ondes_error_set (error, ONDES_ERROR_FILE, _("%s, line %u, column %u: %s"), self->display, self->line,
                          (guint) (self->p - self->line_start) + 1, what);
}

gboolean
ondes_truth_text_refuse_character (const OndesTruthText *self,
                                   const char           *what,
                                   GError              **error)
{
  guchar c = (guchar) *self->p;

  if (g_ascii_isprint (c))
    return ondes_truth_text_refuse (self, error, _("“%c” is %s"), c, what);
  return ondes_truth_text_refuse (self, error, _("the byte 0x%02x is %s"), c, what);
}

void
ondes_truth_text_advance (OndesTruthText *self)
{
  if (*self->p++ == '\n')
    {
      self->line++;
      self->line_start = self->p;
    }
}

void
ondes_truth_text_skip_line (OndesTruthText *self)
{
  const char *end = memchr (self->p, '\n', (gsize) (self->end - self->p));

  self->p = end ? end : self->end;
}

static gboolean
is_between (char c)
{
  return c != '\0' && strchr (BETWEEN, c) != NULL;
}

static gboolean
is_comment (const char *p,
            const char *end)
{
  return *p == '#' || (*p == '/' && end - p > 1 && (p[1] == '/' || p[1] == '*'));
}

/* Skips a C block comment, or a comment up to the end of the line. */
static void
skip_comment (OndesTruthText *text)
{
  if (*text->p != '/' || text->p[1] != '*')
    {
      ondes_truth_text_skip_line (text);
      return;
    }
  text->p += 2;
  while (text->p < text->end && !(*text->p == '*' && text->end - text->p > 1 && text->p[1] == '/'))
    ondes_truth_text_advance (text);
  text->p = MIN (text->p + 2, text->end);
}

/* Moves to the next significant character; FALSE at the end. */
static gboolean
find_digit (OndesTruthText *text)
{
  while (text->p < text->end && (is_between (*text->p) || is_comment (text->p, text->end)))
    if (is_between (*text->p))
      ondes_truth_text_advance (text);
    else
      skip_comment (text);
  return text->p < text->end;
}

static gboolean
ends_word (const OndesTruthText *text)
{
  return text->p == text->end || is_between (*text->p) || is_comment (text->p, text->end);
}

/* Skips C's suffixes u and l after a number, if nothing else follows. */
static void
skip_suffix (OndesTruthText *text)
{
  OndesTruthText ahead = *text;

  while (ahead.p < ahead.end && *ahead.p != '\0' && strchr ("uUlL", *ahead.p))
    ahead.p++;
  if (ends_word (&ahead))
    text->p = ahead.p;
}

/* Skips a declaration: any text before the first =. */
static void
skip_declaration (OndesTruthText *text)
{
  OndesTruthText ahead = *text;

  while (find_digit (&ahead) && *ahead.p != '=')
    ondes_truth_text_advance (&ahead);
  if (ahead.p == ahead.end)
    return;
  *text = ahead;
  text->p++;
}

static gboolean
refuse_length (const OndesTruthText *text,
               guint64               n,
               guint                 exponent,
               GError              **error)
{
  guint64 below = (guint64) 1 << exponent, nearest = n - below < 2 * below - n ? below : 2 * below;

  return ondes_truth_text_refuse (text, error,
                                  _("the table ends after %" PRIu64
                                    " values, which is no power of two from 2 on; the nearest is %" PRIu64),
                                  n, MAX (nearest, 2));
}

/* Parses a table of one output, with @bits per character. */
static OndesTruthTable *
parse_digits (OndesTruthText *text,
              guint           bits,
              GError        **error)
{
  OndesTruthText ahead = *text, last = ahead;
  OndesTruthTable *table;
  guint64 n = 0, x = 0;
  guint exponent;

  for (; find_digit (&ahead); ahead.p++, last = ahead, n += bits)
    if (bits == 1 ? *ahead.p != '0' && *ahead.p != '1' : !g_ascii_isxdigit (*ahead.p))
      {
        ondes_truth_text_refuse_character (&ahead, bits == 1 ?
                                           _("no 0 or 1 of a truth table") : _("no hexadecimal digit"), error);
        return NULL;
      }
  if (!ondes_power_of_two (n, &exponent) || n < 2)
    {
      refuse_length (&last, n, exponent, error);
      return NULL;
    }
  table = ondes_truth_table_new (exponent, 1, text->display, NULL, error);
  if (!table)
    return NULL;
  for (; find_digit (text); text->p++)
    {
      guint digit = (guint) g_ascii_xdigit_value (*text->p);

      for (guint b = bits; b-- > 0; x++)
        ondes_truth_table_set (table, x, digit >> b & 1);
    }
  return ondes_truth_table_finish (table, bits == 1 ? _("bit text") : _("hexadecimal"), text->cancellable, error);
}

static gboolean
is_hex_prefix (const char *p,
               const char *end)
{
  return end - p > 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && g_ascii_isxdigit (p[2]);
}

/* Takes a number up to @max in @base, or in hexadecimal after 0x. */
static gboolean
take_value (OndesTruthText *text,
            guint           base,
            guint64         max,
            guint64        *value,
            GError        **error)
{
  OndesTruthText before = *text;

  *value = 0;
  if (is_hex_prefix (text->p, text->end))
    {
      base = 16;
      text->p += 2;
    }
  for (; !ends_word (text); text->p++)
    {
      int digit = base == 16 ? g_ascii_xdigit_value (*text->p) : g_ascii_digit_value (*text->p);

      if (digit < 0 && text->p > before.p)
        {
          skip_suffix (text);
          if (ends_word (text))
            return TRUE;
        }
      if (digit < 0)
        return ondes_truth_text_refuse_character (text, _("no digit of a whole number"), error);
      *value = *value * base + (guint64) digit;
      if (*value > max)
        return ondes_truth_text_refuse (&before, error, _("the value is above %" PRIu64 ", the most that it may be"), max);
    }
  return TRUE;
}

static OndesTruthTable *
table_of_values (const guint32        *values,
                 guint                 n,
                 guint                 outputs,
                 const OndesTruthText *text,
                 GError              **error)
{
  OndesTruthTable *table;
  guint exponent;

  if (!ondes_power_of_two (n, &exponent) || n < 2)
    {
      refuse_length (text, n, exponent, error);
      return NULL;
    }
  table = ondes_truth_table_new (exponent, outputs, text->display, NULL, error);
  if (!table)
    return NULL;
  table->sbox = TRUE;
  for (guint x = 0; x < n; x++)
    ondes_truth_table_set (table, x, values[x]);
  return table;
}

static OndesTruthTable *
parse_values (OndesTruthText *text,
              guint           base,
              GError        **error)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (guint32));
  OndesTruthText last = *text;
  OndesTruthTable *table;
  guint32 any = 0;

  while (find_digit (text))
    {
      guint64 value;
      guint32 small;

      if (!take_value (text, base, G_MAXUINT32, &value, error))
        return NULL;
      small = (guint32) value;
      any |= small;
      g_array_append_val (values, small);
      last = *text;
    }
  table = table_of_values ((const guint32 *) values->data, values->len, g_bit_storage (any), &last, error);
  if (!table)
    return NULL;
  return ondes_truth_table_finish (table, base == 16 ? _("hexadecimal numbers") : _("whole numbers"), text->cancellable, error);
}

/* Statistics that tell numbers, bits and hexadecimal digits apart. */
typedef struct
{
  guint64  words, prefixes; /* prefixes: words after 0x */
  guint64  bits, digits;    /* bits: digits 0 and 1; digits: all hexadecimal digits */
  gsize    min, max;        /* fewest and most digits in a word without 0x */
  guint    letter_line;     /* line of the last a … f in such words; 0 if none */
  gboolean padded;          /* a word without 0x begins with 0 and has more digits */
  gboolean other;           /* a character that belongs to no number */
} Shape;

/* Measures one word; FALSE if it runs to the end of the text, which may have been truncated. */
static gboolean
measure_word (OndesTruthText *text,
              Shape          *shape)
{
  gboolean prefix = is_hex_prefix (text->p, text->end);
  const char *begin;
  gsize length = 0;

  text->p += prefix ? 2 : 0;
  begin = text->p;
  for (; !ends_word (text); text->p++)
    {
      if (g_ascii_isxdigit (*text->p))
        {
          length++;
          shape->bits += *text->p == '0' || *text->p == '1';
          if (!prefix && g_ascii_isalpha (*text->p))
            shape->letter_line = text->line;
          continue;
        }
      if (text->p > begin)
        skip_suffix (text);
      if (ends_word (text))
        break;
      shape->other = TRUE;
    }
  shape->words++;
  shape->digits += length;
  if (prefix)
    shape->prefixes++;
  else if (text->p < text->end || shape->max == 0)
    {
      shape->padded |= length > 1 && *begin == '0';
      shape->min = shape->max == 0 ? length : MIN (shape->min, length);
      shape->max = MAX (shape->max, length);
    }
  return text->p < text->end;
}

static Shape
measure_text (OndesTruthText text)
{
  Shape shape = { 0 };

  while (find_digit (&text) && measure_word (&text, &shape))
    ;
  return shape;
}

/* TRUE for hexadecimal numbers without 0x: see truth-table.h. */
static gboolean
is_bare_hex (const Shape *shape)
{
  gboolean pairs = shape->min == 2 && shape->max == 2;

  if (shape->prefixes > 0 || shape->words < 2 || shape->other || shape->bits == shape->digits)
    return FALSE;
  if (shape->letter_line > 0)
    return shape->max <= 2 || (shape->max <= 8 && 2 * shape->bits <= shape->digits);
  return pairs && shape->padded;
}

/* Chooses the format of a text; see truth-table.h. */
OndesTruthTable *
ondes_digits_parse (OndesTruthText *text,
                    GError        **error)
{
  Shape shape;

  skip_declaration (text);
  shape = measure_text (*text);
  find_digit (text);
  if (shape.prefixes == 1 && is_hex_prefix (text->p, text->end))
    {
      text->p += 2;
      return parse_digits (text, 4, error);
    }
  if (is_bare_hex (&shape))
    return parse_values (text, 16, error);
  if (shape.prefixes == 0 && 2 * shape.bits > shape.digits
      && (shape.words == 1 || shape.bits == shape.digits || shape.other || shape.padded || shape.letter_line > 0))
    return parse_digits (text, 1, error);
  if (shape.words == 0)
    {
      ondes_truth_text_refuse (text, error, _("there is no truth table before the end"));
      return NULL;
    }
  return shape.prefixes == 0 && shape.words == 1 ? parse_digits (text, 4, error) : parse_values (text, 10, error);
}

/* TRUE if only blanks follow the first line. */
static gboolean
is_one_line (const OndesTruthText *text)
{
  const char *p = memchr (text->p, '\n', (gsize) (text->end - text->p));

  while (p != NULL && p < text->end && g_ascii_isspace (*p))
    p++;
  return p == NULL || p == text->end;
}

/* TRUE for S-box numbers that cannot be a recording: in brackets, after 0x, or with letters that are not a heading's. */
static gboolean
values_detect (OndesTruthText text)
{
  OndesTruthText inside;
  gboolean bracket;
  Shape shape;

  skip_declaration (&text);
  inside = text;
  if (!find_digit (&inside))
    return FALSE;
  shape = measure_text (inside);
  if (shape.words < 2 || shape.other)
    return FALSE;
  bracket = memchr (text.p, '{', (gsize) (inside.p - text.p)) || memchr (text.p, '[', (gsize) (inside.p - text.p));
  if (bracket)
    return shape.letter_line == 0 || is_bare_hex (&shape);
  if (shape.prefixes > 0)
    return shape.prefixes == shape.words;
  /* Commas separate the columns of a recording, one of which may hold letters. */
  if (memchr (inside.p, ',', (gsize) (inside.end - inside.p)) || memchr (inside.p, ';', (gsize) (inside.end - inside.p)))
    return FALSE;
  return shape.letter_line > 0 && shape.words >= 4 && is_bare_hex (&shape) && (shape.max <= 2 || shape.min == shape.max)
         && (shape.letter_line > inside.line || is_one_line (&inside));
}

/* TRUE if the text has only 0 and 1 (hexadecimal digits after 0x) and blanks, and is not a column of numbers, which has no
 * leading zeros. */
static gboolean
bits_detect (const char *text,
             gsize       length)
{
  const char *p = text, *end = text + length;
  gboolean padded = FALSE, hex;
  gsize words = 0;

  while (p < end && g_ascii_isspace (*p))
    p++;
  hex = is_hex_prefix (p, end);
  if (hex)
    p += 2;
  while (p < end)
    {
      const char *begin = p;

      while (p < end && (hex ? g_ascii_isxdigit (*p) : *p == '0' || *p == '1'))
        p++;
      if (p < end && !g_ascii_isspace (*p))
        return FALSE;
      words++;
      padded |= p - begin > 1 && *begin == '0';
      while (p < end && g_ascii_isspace (*p))
        p++;
    }
  return hex || padded || (words == 1 && length > 2);
}

gboolean
ondes_digits_detect (const char *text,
                     gsize       length)
{
  return bits_detect (text, length)
         || values_detect ((OndesTruthText) { .p = text, .end = text + length, .line_start = text, .line = 1 });
}

/* Takes a cell up to a comma or the end of the line, without outer blanks, and skips the comma. */
static char *
take_cell (OndesTruthText *text)
{
  const char *begin = text->p;
  g_autofree char *cell = NULL;

  while (text->p < text->end && *text->p != ',' && *text->p != '\n')
    text->p++;
  cell = g_strndup (begin, (gsize) (text->p - begin));
  if (text->p < text->end && *text->p == ',')
    text->p++;
  return ondes_display_text (g_strstrip (cell));
}

static gboolean
is_number (const char *cell)
{
  return cell[0] != '\0' && strspn (cell, "0123456789") == strlen (cell);
}

static gboolean
take_size (OndesTruthText *text,
           guint           max,
           guint          *size,
           GError        **error)
{
  OndesTruthText before = *text;
  g_autofree char *cell = take_cell (text);
  guint64 value;

  if (!is_number (cell) || !g_ascii_string_to_unsigned (cell, 10, 1, max, &value, NULL))
    return ondes_truth_text_refuse (&before, error, _("“%s” is not a number of inputs or outputs from 1 to %u"), cell, max);
  *size = (guint) value;
  return TRUE;
}

/* Parses the rest of a line NAME,INPUTS,OUTPUTS,VALUES, whose name has been taken. */
static OndesTruthTable *
parse_sbox (OndesTruthText *text,
            const char     *name,
            GError        **error)
{
  g_autofree guint32 *values = NULL;
  OndesTruthTable *table;
  OndesTruthText line;
  guint inputs, outputs, n = 0;

  if (!take_size (text, 24, &inputs, error) || !take_size (text, 32, &outputs, error))
    return NULL;
  line = *text;
  ondes_truth_text_skip_line (&line);
  line.end = line.p;
  line.p = text->p;
  values = g_new (guint32, (gsize) 1 << inputs);
  for (; find_digit (&line); n++)
    {
      guint64 value;

      if (n == 1u << inputs)
        {
          ondes_truth_text_refuse (&line, error,
                                   g_dngettext (GETTEXT_PACKAGE,
                                                "more than the %u values of %u input",
                                                "more than the %u values of %u inputs", (gulong) inputs),
                                   n, inputs);
          return NULL;
        }
      if (!take_value (&line, 10, ((guint64) 1 << outputs) - 1, &value, error))
        return NULL;
      values[n] = (guint32) value;
    }
  if (n < 1u << inputs)
    {
      ondes_truth_text_refuse (&line, error,
                               g_dngettext (GETTEXT_PACKAGE,
                                            "%s has %u of the %u values of %u input",
                                            "%s has %u of the %u values of %u inputs", (gulong) inputs),
                               name, n, 1u << inputs, inputs);
      return NULL;
    }
  table = table_of_values (values, n, outputs, text, error);
  if (table)
    table->name = g_strdup (name);
  return table;
}

OndesTruthTable *
ondes_sbox_list_parse (OndesTruthText *text,
                       GError        **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) lines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL); /* line by lower-case name */
  OndesTruthTable *table = NULL;
  gboolean heading = TRUE;

  for (; find_digit (text); ondes_truth_text_skip_line (text))
    {
      const OndesTruthText start = *text;
      g_autofree char *name = take_cell (text), *inputs = NULL, *key = NULL;
      OndesTruthText ahead = *text;
      guint before;

      inputs = take_cell (&ahead);
      if (heading && !is_number (inputs))
        {
          heading = FALSE;
          continue;
        }
      heading = FALSE;
      key = g_ascii_strdown (name, -1);
      before = GPOINTER_TO_UINT (g_hash_table_lookup (lines, key));
      if (before > 0 && *name != '\0')
        {
          ondes_truth_text_refuse (&start, error,
                                   _("“%s” is the name of the S-box of line %u too; give each its own"), name, before);
          g_clear_pointer (&table, ondes_truth_table_unref);
          return NULL;
        }
      g_hash_table_insert (lines, g_steal_pointer (&key), GUINT_TO_POINTER (start.line));
      if (!table && (!text->table || g_ascii_strcasecmp (name, text->table) == 0))
        {
          table = parse_sbox (text, name, error);
          if (!table)
            return NULL;
        }
      g_ptr_array_add (names, g_steal_pointer (&name));
    }
  g_ptr_array_add (names, NULL);
  if (!table)
    {
      g_autofree char *all = g_strjoinv (", ", (char **) names->pdata);

      if (text->table)
        g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                     _("%s has no table “%s”; choose one of %s"), text->display, text->table,
                     all);
      else
        ondes_truth_text_refuse (text, error, _("there is no S-box before the end"));
      return NULL;
    }
  if (names->len > 2 && !text->table)
    ondes_truth_table_note (table, _("%s has %u tables; %s is the first."), text->display, names->len - 1, table->name);
  g_strfreev (table->tables);
  table->tables = (char **) g_ptr_array_steal (names, NULL);
  return ondes_truth_table_finish (table, _("list of S-boxes"), text->cancellable, error);
}

/* TRUE if the first line, or the one after a heading, has four cells, with small numbers in the second and third and several
 * numbers in the last. */
gboolean
ondes_sbox_list_detect (const char *text,
                        gsize       length)
{
  OndesTruthText at = { .p = text, .end = text + length, .line_start = text, .line = 1 };

  for (guint lines = 0; lines < 2 && find_digit (&at); lines++)
    {
      g_autofree char *name = take_cell (&at), *inputs = take_cell (&at), *outputs = take_cell (&at);

      if (is_number (inputs) && strlen (inputs) < 3 && is_number (outputs) && strlen (outputs) < 3 && at.p < at.end)
        {
          gboolean several = FALSE;

          for (; at.p < at.end && (g_ascii_isdigit (*at.p) || *at.p == ' '); at.p++)
            several |= *at.p == ' ';
          /* Text of a declaration or an array is not a name. */
          return !is_number (name) && strpbrk (name, "=[]{}") == NULL && !is_hex_prefix (name, name + strlen (name)) && several;
        }
      ondes_truth_text_skip_line (&at);
    }
  return FALSE;
}
