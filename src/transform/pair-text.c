/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pair tables as text. */
#include "pair-table.h"

#include "base/display-text.h"
#include "base/number.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

#define LEAST_PAIR_BYTES 4 /* "0 1" and the end of the line */
#define MOST_CELLS       7
#define SHOWN_BYTES      24 /* of a cell in a sentence */

typedef struct
{
  const char     *at, *end; /* what is left of the text */
  const char     *name;
  guint           line;     /* counted from 1 */
  char            cells[MOST_CELLS][64]; /* of the current line */
  guint           n_cells;
  gboolean        has_imaginary;
  guint           n_numbers, n_roles; /* coefficients a pair: 0, 1 or 4; and roles, 0 or 1 */
} Reader;

static gboolean refuse (const Reader *self,
                        GError      **error,
                        const char   *format,
                        ...) G_GNUC_PRINTF (3, 4);

static gboolean
refuse (const Reader *self,
        GError      **error,
        const char   *format,
        ...)
{
  g_autofree char *sentence = NULL, *valid = NULL;
  va_list arguments;

  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  valid = ondes_display_text (sentence);
  return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_TABLE, "%s: %s", self->name, valid);
}

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == ',';
}

/* Splits the line [at, end) into cells. */
static gboolean
split_line (Reader     *self,
            const char *at,
            const char *end,
            GError    **error)
{
  self->n_cells = 0;
  while (at < end && *at != '#')
    {
      const char *start = at;
      gsize length;

      if (is_blank (*at))
        {
          at++;
          continue;
        }
      while (at < end && !is_blank (*at) && *at != '#')
        at++;
      length = (gsize) (at - start);
      if (self->n_cells == MOST_CELLS)
        return refuse (self, error, _("line %u has more than %d numbers; a pair has K L, K L W, or K L and four coefficients, "
                                      "with a role of 0 or 1 behind them"), self->line, MOST_CELLS);
      if (length >= sizeof self->cells[0])
        return refuse (self, error, _("line %u: “%.*s…” is no number"), self->line, SHOWN_BYTES, start);
      memcpy (self->cells[self->n_cells], start, length);
      self->cells[self->n_cells++][length] = '\0';
    }
  return TRUE;
}

/* Reads the cells of the next line that has any; none at the end. */
static gboolean
next_line (Reader  *self,
           GError **error)
{
  self->n_cells = 0;
  while (self->at < self->end && self->n_cells == 0)
    {
      const char *start = self->at, *stop = start;

      while (stop < self->end && *stop != '\n' && *stop != '\r')
        stop++;
      self->at = stop;
      if (self->at < self->end)
        self->at += *stop == '\r' && stop + 1 < self->end && stop[1] == '\n' ? 2 : 1;
      self->line++;
      if (memchr (start, '\0', (gsize) (stop - start)) != NULL)
        return refuse (self, error, _("is no text; give a table of pairs, a line for each"));
      if (!split_line (self, start, stop, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
parse_integer (const char *text,
               guint64    *value)
{
  char *end;

  *value = g_ascii_strtoull (text, &end, 10);
  return g_ascii_isdigit (text[0]) && *end == '\0';
}

/* Parses "a", "bj" or "a+bj". */
static gboolean
parse_number (const char *text,
              double      value[2])
{
  char *end;
  const double first = g_ascii_strtod (text, &end);

  value[0] = first;
  value[1] = 0;
  if (end == text || !isfinite (first))
    return FALSE;
  if (*end == '+' || *end == '-')
    {
      const char *second = end;

      value[1] = g_ascii_strtod (second, &end);
      if (end == second || *end != 'j' || !isfinite (value[1]))
        return FALSE;
    }
  else if (*end == 'j')
    {
      value[0] = 0;
      value[1] = first;
    }
  return *end == '\0' || (*end == 'j' && end[1] == '\0');
}

/* Takes the form of all pairs from the first one. */
static gboolean
take_form (Reader  *self,
           GError **error)
{
  static const gint8 numbers[] = { -1, -1, 0, 1, 1, -1, 4, 4 };

  if (numbers[self->n_cells] < 0)
    return refuse (self, error, _("line %u: stage 1, pair 1 should be K L, K L W, or K L and four coefficients, with a role of 0 "
                                  "or 1 behind them; it has %u in all"), self->line, self->n_cells);
  self->n_numbers = (guint) numbers[self->n_cells];
  self->n_roles = self->n_cells == 4 || self->n_cells == 7;
  return TRUE;
}

/* Stores the current line as pair @i of all. Coefficients are complex here. */
static gboolean
take_pair (Reader         *self,
           OndesPairTable *table,
           gsize           i,
           GError        **error)
{
  const guint stage = (guint) (i / (table->n / 2)) + 1, pair = (guint) (i % (table->n / 2)) + 1;
  guint64 ends[2], role = 0;

  if (self->n_cells != 2 + self->n_numbers + self->n_roles)
    return refuse (self, error, _("line %u: stage %u, pair %u: %u in the line where the first pair has %u; give all one form"),
                   self->line, stage, pair, self->n_cells, 2 + self->n_numbers + self->n_roles);
  for (guint end = 0; end < 2; end++)
    if (!parse_integer (self->cells[end], &ends[end]) || ends[end] >= table->n)
      return refuse (self, error, _("line %u: stage %u, pair %u: “%.*s” is no index from 0 to %u"), self->line, stage, pair,
                     SHOWN_BYTES, self->cells[end], table->n - 1);
  for (guint c = 0; c < self->n_numbers; c++)
    {
      double *value = table->coefficients + 2 * (i * self->n_numbers + c);

      if (!parse_number (self->cells[2 + c], value))
        return refuse (self, error, _("line %u: stage %u, pair %u: “%.*s” is no finite number"), self->line, stage, pair,
                       SHOWN_BYTES, self->cells[2 + c]);
      self->has_imaginary = self->has_imaginary || value[1] != 0;
    }
  if (self->n_roles > 0 && (!parse_integer (self->cells[self->n_cells - 1], &role) || role > 1))
    return refuse (self, error, _("line %u: stage %u, pair %u: the role is “%.*s”, neither 0 nor 1"), self->line, stage, pair,
                   SHOWN_BYTES, self->cells[self->n_cells - 1]);
  table->k[i] = (guint16) ends[0];
  table->l[i] = (guint16) ends[1];
  table->roles[i] = (guint8) role;
  return TRUE;
}

/* Leaves the real parts alone if there is nothing else, and sums if all factors are 1. */
static void
simplify (OndesPairTable *table,
          const Reader   *reader)
{
  const gsize pairs = (gsize) table->n / 2 * table->stages;
  gboolean sums = table->kind == ONDES_PAIRS_BUTTERFLY && !reader->has_imaginary;

  if (reader->has_imaginary || table->coefficients == NULL)
    return;
  table->is_complex = FALSE;
  for (gsize i = 0; i < pairs * reader->n_numbers; i++)
    {
      table->coefficients[i] = table->coefficients[2 * i];
      sums = sums && table->coefficients[i] == 1;
    }
  if (!sums)
    return;
  table->kind = ONDES_PAIRS_SUM;
  g_clear_pointer (&table->coefficients, g_free);
}

/* Reads the line of sizes and compares it with the length of what follows. */
static gboolean
read_head (Reader  *self,
           guint64 *n,
           guint64 *stages,
           guint   *modulus,
           GError **error)
{
  guint64 two = 0;

  if (!next_line (self, error))
    return FALSE;
  if (self->n_cells == 0)
    return refuse (self, error, _("is empty; give a line “N STAGES” and then one for each pair"));
  if ((self->n_cells != 2 && self->n_cells != 4) || !parse_integer (self->cells[0], n)
      || !parse_integer (self->cells[1], stages)
      || (self->n_cells == 4
          && (strcmp (self->cells[2], "modulo") != 0 || !parse_integer (self->cells[3], &two) || two != 2)))
    return refuse (self, error, _("line %u should say how many values and stages there are: “N STAGES”, or “N STAGES modulo "
                                  "2”"), self->line);
  *modulus = (guint) two;
  if (*n > ONDES_PAIRS_MOST_VALUES || *stages > ONDES_PAIRS_MOST_STAGES)
    return TRUE; /* refused with its reason when the table is made */
  if (*n / 2 * *stages * LEAST_PAIR_BYTES > (guint64) (self->end - self->at) + 1)
    return refuse (self, error, _("line %u announces %" PRIu64 " × %" PRIu64 " pairs, more than fit into the %zu bytes "
                                  "after it; complete the table"), self->line, *stages, *n / 2, (gsize) (self->end - self->at));
  return TRUE;
}

static OndesPairTable *
new_table (Reader    *self,
           guint64    n,
           guint64    stages,
           GError   **error)
{
  static const OndesPairKind kinds[] = { [0] = ONDES_PAIRS_SUM, [1] = ONDES_PAIRS_BUTTERFLY, [4] = ONDES_PAIRS_MATRIX };

  return ondes_pair_table_new (kinds[self->n_numbers], TRUE, n, stages, self->name, error);
}

OndesPairTable *
ondes_pair_table_read (const char *text,
                       gsize       length,
                       const char *name,
                       GError    **error)
{
  Reader reader = { .at = text, .end = text + length, .name = name };
  g_autoptr (OndesPairTable) table = NULL;
  guint64 n = 0, stages = 0;
  guint modulus = 0;
  gsize pairs;

  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    reader.at += 3;
  if (!read_head (&reader, &n, &stages, &modulus, error) || !next_line (&reader, error)
      || (reader.n_cells > 0 && !take_form (&reader, error)) || !(table = new_table (&reader, n, stages, error)))
    return NULL;
  table->modulus = modulus;
  pairs = (gsize) (n / 2 * stages);
  for (gsize i = 0; i < pairs; i++)
    {
      if (reader.n_cells == 0)
        {
          refuse (&reader, error, _("ends before stage %u, pair %u of %u; complete the table"), (guint) (i / (n / 2)) + 1,
                  (guint) (i % (n / 2)) + 1, table->n / 2);
          return NULL;
        }
      if (!take_pair (&reader, table, i, error) || !next_line (&reader, error))
        return NULL;
    }
  if (reader.n_cells > 0)
    {
      refuse (&reader, error, _("line %u comes after the last pair, stage %u, pair %u; leave it out, or announce more stages"),
              reader.line, table->stages, table->n / 2);
      return NULL;
    }
  simplify (table, &reader);
  if (table->coefficients == NULL)
    table->is_complex = FALSE;
  return ondes_pair_table_check (table, error) ? g_steal_pointer (&table) : NULL;
}

static void
print_number (GString      *text,
              const double *value,
              gboolean      is_complex)
{
  char re[ONDES_NUMBER_SIZE], im[ONDES_NUMBER_SIZE];

  g_string_append_printf (text, " %s", ondes_number_print (re, value[0]));
  if (is_complex)
    g_string_append_printf (text, "%s%sj", signbit (value[1]) ? "" : "+", ondes_number_print (im, value[1]));
}

char *
ondes_pair_table_print (const OndesPairTable *self)
{
  const guint half = self->n / 2, parts = self->is_complex ? 2 : 1;
  const guint numbers = ondes_pair_coefficients (self->kind, self->is_complex);
  g_autofree char *name = ondes_display_text (self->name); /* a path may have line breaks */
  GString *text = g_string_new (NULL);
  gboolean roles = FALSE;

  for (gsize i = 0; i < (gsize) half * self->stages; i++)
    roles = roles || self->roles[i] != 0;
  g_string_append_printf (text, "# %s\n%u %u%s\n", name, self->n, self->stages, self->modulus == 2 ? " modulo 2" : "");
  for (gsize i = 0; i < (gsize) half * self->stages; i++)
    {
      if (i % half == 0)
        g_string_append_printf (text, "# stage %u\n", (guint) (i / half) + 1);
      g_string_append_printf (text, "%u %u", self->k[i], self->l[i]);
      for (guint c = 0; c < numbers; c += parts)
        print_number (text, self->coefficients + i * numbers + c, self->is_complex);
      if (roles)
        g_string_append_printf (text, "%s %u", numbers == 0 ? " 1" : "", self->roles[i]);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}
