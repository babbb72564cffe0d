/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-layout.h"
#include "text-dates.h"
#include "text-dialect.h"
#include "text-lines.h"

#include "base/display-text.h"
#include "signal/reader.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

#define SAMPLE_LINES 1000
#define SAMPLE_BYTES ((gsize) 1 << 20)
#define FEW_CELLS 4096
#define CELL_BYTES 48
#define HEADER_LINES 8 /* kept of a header whose length is given */

static void
line_clear (gpointer data)
{
  g_free (((OndesTextLine *) data)->text);
}

/* Returns the most cells a line can have, with any separator. */
static gsize
max_cells (OndesCell line)
{
  gsize counts[4] = { 1, 1, 1, 1 };

  for (gsize i = 0; i < line.length; i++)
    {
      const char c = line.text[i];

      counts[0] += c == ',';
      counts[1] += c == ';';
      counts[2] += c == '\t';
      counts[3] += (c == ' ' || c == '\t') && i > 0 && line.text[i - 1] != ' ' && line.text[i - 1] != '\t';
    }
  return MAX (MAX (counts[0], counts[1]), MAX (counts[2], counts[3]));
}

/* Checks that there is memory for the cells of a line; later allocations are small parts of that amount. */
static gboolean
check_memory (OndesCell   line,
              const char *display,
              guint64     number,
              GError    **error)
{
  const gsize cells = max_cells (line);
  g_autofree char *all = NULL;

  if (cells < FEW_CELLS && line.length < SAMPLE_BYTES)
    return TRUE;
  /* An array of cells grows to the next power of two; kinds, names, units, counts, values and places need memory too. */
  all = g_try_malloc (((gsize) 1 << g_bit_storage (cells)) * sizeof (OndesCell) + cells * CELL_BYTES + 2 * line.length);
  if (all)
    return TRUE;
  return ondes_error_set (error, ONDES_ERROR_FILE, _("%s has a line of %zu cells, line %" PRIu64
                            ", more than there is memory for; write one value a line"), display, cells, number);
}

/* Returns the first lines, but of each run of comments only the last, and of a header of @header_rows lines the last few. */
static GArray *
sample (int             fd,
        const char     *display,
        guint           header_rows,
        OndesTextFacts *facts,
        GError        **error)
{
  g_autofree char *above = g_strdup ("");
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (OndesTextLine));
  g_auto (OndesLineReader) reader;
  GError *local = NULL;
  gsize bytes = 0;
  guint data = 0;
  OndesCell cell;

  g_array_set_clear_func (lines, line_clear);
  ondes_line_reader_init (&reader, fd, display);
  while (data < SAMPLE_LINES && bytes < SAMPLE_BYTES && ondes_line_reader_next (&reader, &cell, &local))
    {
      OndesTextLine line = { .number = reader.number, .comment = ondes_line_is_comment (cell) };

      ondes_text_facts_take (facts, (OndesCell) { above, strlen (above) }, cell, reader.number);
      g_free (above);
      above = g_strndup (cell.text, cell.length);
      if (line.comment && lines->len > 0 && g_array_index (lines, OndesTextLine, lines->len - 1).comment)
        g_array_remove_index (lines, lines->len - 1); /* the last comment of a run may be a header */
      if (reader.number <= header_rows && lines->len >= HEADER_LINES)
        g_array_remove_index (lines, 0);
      if (!line.comment)
        {
          cell = ondes_line_strip (cell);
          bytes += reader.number > header_rows ? cell.length : 0;
          data += reader.number > header_rows;
        }
      if (!check_memory (cell, display, reader.number, &local))
        break;
      line.text = g_strndup (cell.text, cell.length);
      line.length = cell.length;
      g_array_append_val (lines, line);
    }
  if (local)
    {
      g_propagate_error (error, local);
      return NULL;
    }
  return g_steal_pointer (&lines);
}

/* Parses cell @c; numbers with marks between thousands are numbers. */
static OndesCellKind
parse_cell (const OndesTextLayout *self,
            GArray                *cells,
            guint                  c,
            double                *value,
            int                   *decimals)
{
  const OndesCellKind kind = ondes_cell_parse (g_array_index (cells, OndesCell, c), &self->dialect, value, decimals);

  return kind == ONDES_CELL_GROUPED ? ONDES_CELL_NUMBER : kind;
}

static gboolean
matches (const OndesTextLayout *self,
         const OndesTextLine            *line,
         GArray                *cells)
{
  guint numbers = 0;

  if (line->comment)
    return FALSE;
  ondes_line_split (ondes_text_line_cell (line), self->dialect.separator, FALSE, cells);
  if (cells->len != self->columns + self->trailing && !(self->trailing && cells->len == self->columns))
    return FALSE;
  for (guint c = 0; c < self->columns; c++)
    {
      double value;
      int decimals;
      OndesCellKind kind = parse_cell (self, cells, c, &value, &decimals);

      if (self->kinds[c] != ONDES_CELL_TEXT && kind != self->kinds[c] && kind != ONDES_CELL_EMPTY)
        return FALSE;
      numbers += kind == ONDES_CELL_NUMBER && self->kinds[c] == ONDES_CELL_NUMBER;
    }
  return numbers > 0;
}

/* What the sampled cells of a column are. */
typedef struct
{
  guint kinds[ONDES_N_CELL_KINDS];
  guint steps, ones;   /* from number to number; of them, those of 1 */
  double first, last;  /* numbers */
  guint dates, clocks; /* stamps with a date, with a time of day */
} Count;

static void
add_number (Count  *count,
            double  value)
{
  if (count->kinds[ONDES_CELL_NUMBER] == 1)
    count->first = value;
  else
    {
      count->steps++;
      count->ones += value - count->last == 1;
    }
  count->last = value;
}

static Count *
count_cells (const OndesTextLayout *self,
             GArray                *lines,
             guint64                header_rows)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (OndesCell));
  Count *counts = g_new0 (Count, self->columns);

  for (guint i = 0; i < lines->len; i++)
    {
      const OndesTextLine *line = &g_array_index (lines, OndesTextLine, i);

      if (line->comment || line->number <= header_rows)
        continue;
      ondes_line_split (ondes_text_line_cell (line), self->dialect.separator, FALSE, cells);
      for (guint c = 0; cells->len == self->columns && c < cells->len; c++)
        {
          double value;
          int decimals;
          const OndesCellKind kind = parse_cell (self, cells, c, &value, &decimals);
          OndesStamp stamp;

          counts[c].kinds[kind]++;
          if (kind == ONDES_CELL_NUMBER)
            add_number (&counts[c], value);
          if (kind == ONDES_CELL_DATE
              && ondes_stamp_parse (g_array_index (cells, OndesCell, c), self->dialect.order, self->dialect.decimal, &stamp))
            {
              counts[c].dates += stamp.has_date;
              counts[c].clocks += stamp.has_clock;
            }
        }
    }
  return counts;
}

/* TRUE if a column has almost no cells that are not empty: a header, or a remark. */
static gboolean
is_empty (const Count *count)
{
  const guint *n = count->kinds, filled = n[ONDES_CELL_NUMBER] + n[ONDES_CELL_DATE] + n[ONDES_CELL_TEXT];

  return (filled == n[ONDES_CELL_TEXT] && filled <= 1) || (filled <= 3 && n[ONDES_CELL_EMPTY] >= 20);
}

/* Sets each column's kind to that of most of its cells. */
static void
find_kinds (OndesTextLayout *self,
            GArray          *lines,
            guint64          header_rows)
{
  g_autofree Count *counts = count_cells (self, lines, header_rows);

  self->kinds = g_new (OndesCellKind, self->columns);
  self->stamps = g_new0 (OndesTextStamps, self->columns);
  self->counting = g_new0 (gboolean, self->columns);
  for (guint c = 0; c < self->columns; c++)
    {
      const guint *n = counts[c].kinds;

      self->kinds[c] = ONDES_CELL_NUMBER;
      self->counting[c] = counts[c].steps > 0 && 10 * counts[c].ones >= 9 * counts[c].steps
                          && counts[c].first == floor (counts[c].first)
                          && !(counts[c].first >= 1000 && counts[c].first <= 2200);
      if (n[ONDES_CELL_DATE] > n[ONDES_CELL_NUMBER] && n[ONDES_CELL_DATE] >= n[ONDES_CELL_TEXT])
        {
          self->kinds[c] = ONDES_CELL_DATE;
          self->stamps[c] = (2 * counts[c].dates > n[ONDES_CELL_DATE] ? ONDES_TEXT_HAS_DATE : 0)
                            | (2 * counts[c].clocks > n[ONDES_CELL_DATE] ? ONDES_TEXT_HAS_CLOCK : 0);
        }
      else if (n[ONDES_CELL_TEXT] > n[ONDES_CELL_NUMBER])
        self->kinds[c] = ONDES_CELL_TEXT;
      if (self->columns > 1 && self->dialect.separator != ' ' && is_empty (&counts[c]))
        self->kinds[c] = ONDES_CELL_EMPTY;
    }
  if (self->columns > 1 && self->kinds[self->columns - 1] == ONDES_CELL_EMPTY)
    {
      self->trailing = TRUE; /* the last column has at most a header */
      self->columns--;
    }
}

/* Returns a name for display. What is no UTF-8 is taken as Windows-1252, of which instruments write "°C" and "µs". */
static char *
header_text (OndesCell name)
{
  g_autofree char *text = g_utf8_validate_len (name.text, name.length, NULL)
                            ? g_strndup (name.text, name.length)
                            : g_convert (name.text, (gssize) name.length, "UTF-8", "WINDOWS-1252", NULL, NULL, NULL);

  if (text == NULL)
    text = g_strndup (name.text, name.length);
  return ondes_display_text (text);
}

/* TRUE if a header line may name what it has more than columns: a remark, as in LabVIEW, or empty cells. */
static gboolean
may_be_longer (const OndesTextLayout *self,
               const OndesTextLine            *line,
               GArray                *cells)
{
  guint named = 0;

  for (guint c = self->columns; c < cells->len; c++)
    named += g_array_index (cells, OndesCell, c).length > 0;
  if (cells->len <= self->columns + self->trailing)
    return TRUE;
  return self->columns > 1 && self->dialect.separator != ' ' && !line->comment && named <= 2;
}

/* Returns the cells of a header line, or NULL if it does not have one for each column. */
static char **
header_cells (const OndesTextLayout *self,
              const OndesTextLine            *line)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (OndesCell));
  OndesCell cell = ondes_text_line_cell (line);
  gboolean words = FALSE;
  char **names;

  if (line->comment && self->columns == 1)
    return NULL;
  while (line->comment && cell.length && strchr ("#%/ \t", cell.text[0]))
    cell.text++, cell.length--;
  ondes_line_split (cell, self->dialect.separator, TRUE, cells);
  if (cells->len < self->columns || !may_be_longer (self, line, cells))
    return NULL;
  names = g_new0 (char *, self->columns + 1);
  for (guint c = 0; c < self->columns; c++)
    {
      OndesCell name = g_array_index (cells, OndesCell, c);
      double value;
      int decimals;

      words |= ondes_cell_parse (name, &self->dialect, &value, &decimals) == ONDES_CELL_TEXT;
      if (name.length > 0 && name.length <= 200)
        names[c] = header_text (name);
    }
  if (!words)
    {
      for (guint c = 0; c < self->columns; c++)
        g_free (names[c]);
      g_clear_pointer (&names, g_free);
    }
  return names;
}

/* Returns "mbar" for "p (mbar)" or "p [mbar]"; NULL if there is no unit. */
static char *
unit_of (const char *name)
{
  const char *open = strpbrk (name, "[("), *close;

  if (!open || open == name)
    return NULL;
  close = strpbrk (open, ",;])");
  if (!close || close == open + 1 || close - open > 17 || memchr (open + 1, ' ', (gsize) (close - open - 1)))
    return NULL;
  return g_strndup (open + 1, (gsize) (close - open - 1));
}

static void
find_names (OndesTextLayout *self,
            GArray          *lines,
            guint            first)
{
  char **upper = NULL;

  self->units = g_new0 (char *, self->columns);
  if (first > 0)
    self->names = header_cells (self, &g_array_index (lines, OndesTextLine, first - 1));
  if (self->names && first > 1 && self->columns > 1
      && g_array_index (lines, OndesTextLine, first - 1).comment == g_array_index (lines, OndesTextLine, first - 2).comment)
    upper = header_cells (self, &g_array_index (lines, OndesTextLine, first - 2));
  for (guint c = 0; upper && c < self->columns; c++)
    if (!upper[c]) /* a line without a name for each column is something else */
      {
        for (c = 0; c < self->columns; c++)
          g_free (upper[c]);
        g_clear_pointer (&upper, g_free);
      }
  if (upper) /* a line of names above a line of units */
    {
      for (guint c = 0; c < self->columns; c++)
        {
          char *bare = self->names[c] ? g_strstrip (g_strdelimit (self->names[c], "[]()", ' ')) : NULL;

          if (bare && bare[0] && strlen (bare) <= 16 && g_ascii_strcasecmp (bare, "value") != 0)
            self->units[c] = g_strdup (bare);
          g_free (self->names[c]);
        }
      g_free (self->names);
      self->names = upper;
    }
  if (!self->names)
    self->names = g_new0 (char *, self->columns + 1);
  for (guint c = 0; c < self->columns; c++)
    if (!self->units[c] && self->names[c])
      self->units[c] = unit_of (self->names[c]);
}

/* TRUE if the line has words and no number. */
static gboolean
is_words (const OndesTextLayout *self,
          const OndesTextLine            *line,
          GArray                *cells)
{
  gboolean words = FALSE;

  ondes_line_split (ondes_text_line_cell (line), self->dialect.separator, FALSE, cells);
  for (guint c = 0; c < cells->len; c++)
    {
      double value;
      int decimals;
      OndesCellKind kind = parse_cell (self, cells, c, &value, &decimals);

      if (kind == ONDES_CELL_NUMBER)
        return FALSE;
      words |= kind == ONDES_CELL_TEXT;
    }
  return words;
}

/* Returns the next line from @i on that is not a comment and, if @past_words, not words. */
static guint
next_line (const OndesTextLayout *self,
           GArray                *lines,
           guint                  i,
           gboolean               past_words,
           GArray                *cells)
{
  for (; i < lines->len; i++)
    {
      const OndesTextLine *line = &g_array_index (lines, OndesTextLine, i);

      if (!line->comment && !(past_words && is_words (self, line, cells)))
        break;
    }
  return i;
}

/* Skips isolated numbers between lines of words at the top of a one-column file ("t0", 1958.0, "dt", 0.0833), which belong to
 * the header. */
static guint
skip_lone_numbers (OndesTextLayout *self,
                   GArray          *lines,
                   guint            first)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (OndesCell));
  guint at = first, lone = 0, above = first;

  while (above > 0 && g_array_index (lines, OndesTextLine, above - 1).comment)
    above--;
  if (above == 0 || !is_words (self, &g_array_index (lines, OndesTextLine, above - 1), cells))
    return first;
  for (;;)
    {
      guint next = next_line (self, lines, at + 1, FALSE, cells), after;

      if (next < lines->len && !is_words (self, &g_array_index (lines, OndesTextLine, next), cells))
        break; /* two successive numbers */
      after = next_line (self, lines, next, TRUE, cells);
      if (after >= lines->len)
        return first; /* every number follows words: a list, not a header */
      at = after;
      lone++;
    }
  /* The last of these numbers may be directly above the samples; words that state a rate are not the name of a column. */
  if (lone > 0 && self->facts.stated.line == g_array_index (lines, OndesTextLine, at).number)
    {
      guint next = next_line (self, lines, at + 1, FALSE, cells);

      lone += next < lines->len;
      at = next < lines->len ? next : at;
    }
  self->lone = lone;
  return at;
}

/* TRUE if at least half of the next @max lines from @i on, comments aside, match the layout. */
static gboolean
numbers_follow (const OndesTextLayout *self,
                GArray                *lines,
                guint                  i,
                guint                  max,
                GArray                *cells)
{
  guint near = 0, seen = 0;

  for (guint j = i; j < lines->len && seen < max; j++)
    if (!g_array_index (lines, OndesTextLine, j).comment)
      {
        seen++;
        near += matches (self, &g_array_index (lines, OndesTextLine, j), cells);
      }
  return 2 * near >= seen;
}

/* Finds the first line of numbers: most of the lines after it match the layout, which rules out a number in a preface.
 * G_MAXUINT if the lines are prose. */
static guint
find_first (const OndesTextLayout *self,
            GArray                *lines)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (OndesCell));
  guint first = G_MAXUINT, good = 0, rest = 0;
  gboolean words = FALSE;

  for (guint i = lines->len; i-- > 0;)
    {
      const OndesTextLine *line = &g_array_index (lines, OndesTextLine, i);

      if (line->comment)
        continue;
      rest++;
      if (!matches (self, line, cells))
        continue;
      good++;
      if (2 * good >= rest && numbers_follow (self, lines, i, MIN (rest, 10), cells))
        first = i;
    }
  for (guint c = 0; c < self->columns; c++)
    words |= self->kinds[c] == ONDES_CELL_TEXT;
  /* Words separated by blanks are prose with stray numbers, unless almost all lines match. */
  return words && self->dialect.separator == ' ' && (good < 4 || 10 * good < 9 * rest) ? G_MAXUINT : first;
}

/* Refuses commas that are both separator and decimal mark: a line of names above has a cell less than most lines of numbers, and
 * the others have as many as it. */
static gboolean
check_commas (const OndesTextLayout *self,
              GArray                *lines,
              guint                  first,
              const char            *display,
              GError               **error)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (OndesCell));
  const guint columns = self->columns + self->trailing;
  guint names, as_names = 0, more = 0, at = first;

  if (self->dialect.separator != ',' || self->dialect.decimal != '.' || columns < 3)
    return TRUE;
  while (at > 0 && !is_words (self, &g_array_index (lines, OndesTextLine, at - 1), cells))
    at--;
  names = cells->len;
  if (at == 0 || g_array_index (lines, OndesTextLine, at - 1).comment)
    return TRUE;
  for (guint i = at; i < lines->len; i++)
    {
      ondes_line_split (ondes_text_line_cell (&g_array_index (lines, OndesTextLine, i)), ',', FALSE, cells);
      as_names += cells->len == names;
      more += cells->len == names + 1;
    }
  if (names < 2 || as_names == 0 || more <= as_names || columns != names + 1)
    return TRUE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               _("%s has %u names above its columns, but %u cells in most of its lines: commas seem to be both its decimal marks "
                 "and its separators; write it with points, or with semicolons between the columns"),
               display, names, columns);
  return FALSE;
}

/* Returns the first line below a header of @header_rows lines; G_MAXUINT if there is none. */
static guint
first_below (GArray *lines,
             guint64 header_rows)
{
  for (guint i = 0; i < lines->len; i++)
    if (g_array_index (lines, OndesTextLine, i).number > header_rows && !g_array_index (lines, OndesTextLine, i).comment)
      return i;
  return G_MAXUINT;
}

/* Returns the format that was asked for, or that the file states. */
static OndesTextFormat
asked_format (const OndesTextFormat *format,
              const OndesTextFacts  *facts)
{
  OndesTextFormat asked = *format;

  if (asked.separator == 0)
    asked.separator = facts->separator;
  if (asked.decimal == 0)
    asked.decimal = facts->decimal;
  return asked;
}

gboolean
ondes_text_layout_guess (OndesTextLayout       *self,
                         int                    fd,
                         const char            *display,
                         const OndesTextFormat *format,
                         GError               **error)
{
  OndesTextFacts facts = { .start = NAN, .segment = { .date_s = NAN } };
  g_autoptr (GArray) lines = sample (fd, display, format->header_rows, &facts, error);
  guint first = G_MAXUINT;
  OndesTextFormat asked;
  OndesDialectFit best;

  *self = (OndesTextLayout) { .facts = facts };
  if (!lines)
    return FALSE;
  asked = asked_format (format, &facts);
  best = ondes_dialect_find (lines, &asked, &self->dialect);
  self->columns = best.columns;
  if (best.score > 0)
    {
      find_kinds (self, lines, asked.header_rows);
      first = asked.has_header_rows ? first_below (lines, asked.header_rows) : find_first (self, lines);
    }
  if (first == G_MAXUINT)
    return ondes_error_set (error, ONDES_ERROR_FILE,
                            _("%s is text without columns of numbers, so there is nothing to show in it"), display);
  if (self->columns == 1 && !asked.has_header_rows)
    first = skip_lone_numbers (self, lines, first);
  self->first_line = g_array_index (lines, OndesTextLine, first).number;
  ondes_text_facts_limit (&self->facts, self->first_line);
  if (format->separator == 0 && format->decimal == 0 && !check_commas (self, lines, first, display, error))
    return FALSE;
  find_names (self, lines, first);
  self->one_line = (self->columns > 1 && first + 1 == lines->len && first == 0) || self->facts.wrapped;
  return TRUE;
}

void
ondes_text_layout_clear (OndesTextLayout *self)
{
  for (guint c = 0; c < self->columns; c++)
    {
      if (self->names)
        g_free (self->names[c]);
      if (self->units)
        g_free (self->units[c]);
    }
  ondes_text_facts_clear (&self->facts);
  g_clear_pointer (&self->names, g_free);
  g_clear_pointer (&self->units, g_free);
  g_clear_pointer (&self->kinds, g_free);
  g_clear_pointer (&self->stamps, g_free);
  g_clear_pointer (&self->counting, g_free);
}
