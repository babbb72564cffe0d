/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-layout.h"

#include "base/display-text.h"
#include "signal/reader.h"
#include "base/words.h"

#include <string.h>

#define SAMPLE_LINES 1000
#define SAMPLE_BYTES ((gsize) 1 << 20)
#define FEW_CELLS 4096
#define CELL_BYTES 48

typedef struct
{
  char    *text;
  gsize    length;
  guint64  number;
  gboolean comment;
} Line;

/* Dialects, in order of preference if several fit a file equally well. */
static const OndesTextDialect dialects[] = {
  { ',', '.' }, { ';', '.' }, { '\t', '.' }, { ' ', '.' }, { ';', ',' }, { '\t', ',' }, { ' ', ',' },
};

typedef struct
{
  guint  columns; /* most frequent number of columns among lines with a number */
  guint  empty;   /* empty columns, except the last */
  double score;   /* sum over the lines of the fraction of cells recognised */
} Fit;

static void
line_clear (gpointer data)
{
  g_free (((Line *) data)->text);
}

static OndesCell
line_cell (const Line *line)
{
  return (OndesCell) { line->text, line->length };
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
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               _("%s has a line of %zu cells, line %" PRIu64
                 ", more than there is memory for; write one value a line"), display, cells, number);
  return FALSE;
}

/* Returns the first lines, but of each run of comments only the last. */
static GArray *
sample (int              fd,
        const char      *display,
        OndesStatedRate *stated,
        GError         **error)
{
  g_autofree char *above = g_strdup ("");
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (Line));
  g_auto (OndesLineReader) reader;
  GError *local = NULL;
  gsize bytes = 0;
  guint data = 0;
  OndesCell cell;

  g_array_set_clear_func (lines, line_clear);
  ondes_line_reader_init (&reader, fd, display);
  while (data < SAMPLE_LINES && bytes < SAMPLE_BYTES && ondes_line_reader_next (&reader, &cell, &local))
    {
      Line line = { .number = reader.number, .comment = ondes_line_is_comment (cell) };

      ondes_stated_rate_parse (stated, (OndesCell) { above, strlen (above) }, cell, reader.number);
      g_free (above);
      above = g_strndup (cell.text, cell.length);
      if (line.comment && lines->len > 0 && g_array_index (lines, Line, lines->len - 1).comment)
        g_array_remove_index (lines, lines->len - 1); /* the last comment of a run may be a header */
      if (!line.comment)
        {
          cell = ondes_line_strip (cell);
          bytes += cell.length;
          data++;
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

static Fit
fit (GArray          *lines,
     OndesTextDialect dialect)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (OndesCell));
  g_autoptr (GHashTable) widths = g_hash_table_new (NULL, NULL);
  g_autofree guint8 *said = NULL;
  Fit result = { 0 };
  guint max = 0;

  for (int pass = 0; pass < 2; pass++)
    {
      for (guint i = 0; i < lines->len; i++)
        {
          const Line *line = &g_array_index (lines, Line, i);
          guint numbers = 0, known = 0;

          if (line->comment)
            continue;
          ondes_line_split (line_cell (line), dialect.separator, FALSE, cells);
          if (pass == 1 && cells->len != result.columns)
            continue;
          for (guint c = 0; c < cells->len; c++)
            {
              double value;
              int decimals;
              OndesCellKind kind = ondes_cell_parse (g_array_index (cells, OndesCell, c), dialect.decimal, &value, &decimals);

              numbers += kind == ONDES_CELL_NUMBER;
              known += kind != ONDES_CELL_TEXT;
              if (pass == 1 && kind != ONDES_CELL_EMPTY)
                said[c] = 1;
            }
          if (numbers == 0)
            continue;
          if (pass == 1)
            result.score += (double) known / cells->len;
          else
            {
              guint lines_so = GPOINTER_TO_UINT (g_hash_table_lookup (widths, GUINT_TO_POINTER (cells->len))) + 1;

              g_hash_table_insert (widths, GUINT_TO_POINTER (cells->len), GUINT_TO_POINTER (lines_so));
              if (lines_so > max)
                {
                  max = lines_so;
                  result.columns = cells->len;
                }
            }
        }
      if (pass == 0)
        said = g_malloc0 (result.columns + 1);
    }
  for (guint c = 0; c + 1 < result.columns; c++)
    result.empty += !said[c];
  return result;
}

/* TRUE if "3,14" alone on a line is one number: on some line a zero follows the comma, and no second column would begin with
 * one. */
static gboolean
is_decimal_comma (GArray *lines)
{
  gboolean zero = FALSE;

  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);
      const char *comma = memchr (line->text, ',', line->length);

      if (line->comment || !comma)
        continue;
      if (strpbrk (comma + 1, ",.+- \t"))
        return FALSE;
      zero |= comma[1] == '0' && comma[2] != '\0';
    }
  return zero;
}

static gboolean
matches (const OndesTextLayout *self,
         const Line            *line,
         GArray                *cells)
{
  guint numbers = 0;

  if (line->comment)
    return FALSE;
  ondes_line_split (line_cell (line), self->dialect.separator, FALSE, cells);
  if (cells->len != self->columns + self->trailing && !(self->trailing && cells->len == self->columns))
    return FALSE;
  for (guint c = 0; c < self->columns; c++)
    {
      double value;
      int decimals;
      OndesCellKind kind = ondes_cell_parse (g_array_index (cells, OndesCell, c), self->dialect.decimal, &value, &decimals);

      if (self->kinds[c] != ONDES_CELL_TEXT && kind != self->kinds[c] && kind != ONDES_CELL_EMPTY)
        return FALSE;
      numbers += kind == ONDES_CELL_NUMBER && self->kinds[c] == ONDES_CELL_NUMBER;
    }
  return numbers > 0;
}

/* Sets each column's kind to that of most of its cells. */
static void
find_kinds (OndesTextLayout *self,
            GArray          *lines)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (OndesCell));
  g_autofree guint (*counts)[4] = g_malloc0_n (self->columns, sizeof *counts);

  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);

      if (line->comment)
        continue;
      ondes_line_split (line_cell (line), self->dialect.separator, FALSE, cells);
      for (guint c = 0; cells->len == self->columns && c < cells->len; c++)
        {
          double value;
          int decimals;

          counts[c][ondes_cell_parse (g_array_index (cells, OndesCell, c), self->dialect.decimal, &value, &decimals)]++;
        }
    }
  self->kinds = g_new (OndesCellKind, self->columns);
  for (guint c = 0; c < self->columns; c++)
    {
      const guint *n = counts[c];

      self->kinds[c] = ONDES_CELL_NUMBER;
      if (n[ONDES_CELL_DATE] > n[ONDES_CELL_NUMBER] && n[ONDES_CELL_DATE] >= n[ONDES_CELL_TEXT])
        self->kinds[c] = ONDES_CELL_DATE;
      else if (n[ONDES_CELL_TEXT] > n[ONDES_CELL_NUMBER])
        self->kinds[c] = ONDES_CELL_TEXT;
    }
  if (self->columns > 1 && self->dialect.separator != ' ' && counts[self->columns - 1][ONDES_CELL_NUMBER] == 0
      && counts[self->columns - 1][ONDES_CELL_DATE] == 0 && counts[self->columns - 1][ONDES_CELL_TEXT] <= 1)
    {
      self->trailing = TRUE; /* the last column has at most a header */
      self->columns--;
    }
}

/* Returns the cells of a header line, or NULL if it does not have one for each column. */
static char **
header_cells (const OndesTextLayout *self,
              const Line            *line)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (OndesCell));
  OndesCell cell = line_cell (line);
  gboolean words = FALSE;
  char **names;

  if (line->comment && self->columns == 1)
    return NULL;
  while (line->comment && cell.length && strchr ("#%/ \t", cell.text[0]))
    cell.text++, cell.length--;
  ondes_line_split (cell, self->dialect.separator, TRUE, cells);
  if (cells->len != self->columns && !(self->trailing && cells->len == self->columns + 1))
    return NULL;
  names = g_new0 (char *, self->columns + 1);
  for (guint c = 0; c < self->columns; c++)
    {
      OndesCell name = g_array_index (cells, OndesCell, c);
      double value;
      int decimals;

      words |= ondes_cell_parse (name, self->dialect.decimal, &value, &decimals) == ONDES_CELL_TEXT;
      if (name.length > 0 && name.length <= 200)
        {
          g_autofree char *text = g_strndup (name.text, name.length);

          names[c] = ondes_display_text (text);
        }
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
    self->names = header_cells (self, &g_array_index (lines, Line, first - 1));
  if (self->names && first > 1 && self->columns > 1
      && g_array_index (lines, Line, first - 1).comment == g_array_index (lines, Line, first - 2).comment)
    upper = header_cells (self, &g_array_index (lines, Line, first - 2));
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

          self->units[c] = bare && strlen (bare) <= 16 && bare[0] ? g_strdup (bare) : NULL;
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
          const Line            *line,
          GArray                *cells)
{
  gboolean words = FALSE;

  ondes_line_split (line_cell (line), self->dialect.separator, FALSE, cells);
  for (guint c = 0; c < cells->len; c++)
    {
      double value;
      int decimals;
      OndesCellKind kind = ondes_cell_parse (g_array_index (cells, OndesCell, c), self->dialect.decimal, &value, &decimals);

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
  while (i < lines->len
         && (g_array_index (lines, Line, i).comment || (past_words && is_words (self, &g_array_index (lines, Line, i), cells))))
    i++;
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

  while (above > 0 && g_array_index (lines, Line, above - 1).comment)
    above--;
  if (above == 0 || !is_words (self, &g_array_index (lines, Line, above - 1), cells))
    return first;
  for (;;)
    {
      guint next = next_line (self, lines, at + 1, FALSE, cells), after;

      if (next < lines->len && !is_words (self, &g_array_index (lines, Line, next), cells))
        break; /* two successive numbers */
      after = next_line (self, lines, next, TRUE, cells);
      if (after >= lines->len)
        return first; /* every number follows words: a list, not a header */
      at = after;
      lone++;
    }
  /* The last of these numbers may be directly above the samples; words that state a rate are not the name of a column. */
  if (lone > 0 && self->stated.line == g_array_index (lines, Line, at).number)
    {
      guint next = next_line (self, lines, at + 1, FALSE, cells);

      lone += next < lines->len;
      at = next < lines->len ? next : at;
    }
  self->lone = lone;
  return at;
}

/* Finds the dialect that fits the lines best, stores it in @self and returns its fit. */
static Fit
find_dialect (OndesTextLayout *self,
              GArray          *lines)
{
  Fit best = { 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (dialects); i++)
    {
      Fit this = fit (lines, dialects[i]);

      /* Decimal commas without another separator would turn every pair of numbers into one. */
      if (dialects[i].decimal == ',' && this.columns == 1)
        continue;
      if (this.score > best.score
          || (this.score == best.score && this.score > 0
              && (this.empty < best.empty || (this.empty == best.empty && this.columns > best.columns))))
        {
          best = this;
          self->dialect = dialects[i];
        }
    }
  if (best.score > 0 && self->dialect.separator == ',' && best.columns == 2 && is_decimal_comma (lines))
    {
      self->dialect = (OndesTextDialect) { ' ', ',' };
      best = fit (lines, self->dialect);
    }
  return best;
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
    if (!g_array_index (lines, Line, j).comment)
      {
        seen++;
        near += matches (self, &g_array_index (lines, Line, j), cells);
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
      const Line *line = &g_array_index (lines, Line, i);

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

gboolean
ondes_text_layout_guess (OndesTextLayout *self,
                         int              fd,
                         const char      *display,
                         GError         **error)
{
  OndesStatedRate stated = { 0 };
  g_autoptr (GArray) lines = sample (fd, display, &stated, error);
  guint first = G_MAXUINT;
  Fit best;

  *self = (OndesTextLayout) { .stated = stated };
  if (!lines)
    return FALSE;
  best = find_dialect (self, lines);
  self->columns = best.columns;
  if (best.score > 0)
    {
      find_kinds (self, lines);
      first = find_first (self, lines);
    }
  if (first == G_MAXUINT)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("%s is text without columns of numbers, so there is nothing to show in it"), display);
      return FALSE;
    }
  if (self->columns == 1)
    first = skip_lone_numbers (self, lines, first);
  self->first_line = g_array_index (lines, Line, first).number;
  if (self->stated.line >= self->first_line)
    ondes_stated_rate_clear (&self->stated);
  find_names (self, lines, first);
  self->one_line = self->columns > 1 && first + 1 == lines->len && first == 0;
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
  ondes_stated_rate_clear (&self->stated);
  g_clear_pointer (&self->names, g_free);
  g_clear_pointer (&self->units, g_free);
  g_clear_pointer (&self->kinds, g_free);
}

static const struct
{
  const char *word, *unit;
  double      factor;
} time_words[] = {
  { "s", "s", 1 },
  { "sec", "s", 1 },
  { "secs", "s", 1 },
  { "second", "s", 1 },
  { "seconds", "s", 1 },
  { "ms", "ms", 1 },
  { "msec", "ms", 1 },
  { "millisecond", "ms", 1 },
  { "milliseconds", "ms", 1 },
  { "us", "s", 1e6 },
  { "µs", "s", 1e6 },
  { "microseconds", "s", 1e6 },
  { "ns", "s", 1e9 },
  { "nanoseconds", "s", 1e9 },
  { "min", "min", 1 },
  { "minute", "min", 1 },
  { "minutes", "min", 1 },
  { "h", "h", 1 },
  { "hr", "h", 1 },
  { "hour", "h", 1 },
  { "hours", "h", 1 },
  { "d", "d", 1 },
  { "day", "d", 1 },
  { "days", "d", 1 },
  { "a", "a", 1 },
  { "y", "a", 1 },
  { "yr", "a", 1 },
  { "yrs", "a", 1 },
  { "year", "a", 1 },
  { "years", "a", 1 },
};

/* Words that name a time column by themselves; short units such as "min" or "a" are too ambiguous. */
static const char *const time_names[] = {
  "t", "time", "times", "timestamp", "timestamps", "date", "datetime", "elapsed", "epoch", "zeit", "temps", "sec", "secs",
  "second", "seconds", "ms", "msec", "millisecond", "milliseconds", "us", "µs", "microseconds", "minutes", "hours", "hour",
  "day", "days", "year", "years", "yr", NULL
};

gboolean
ondes_name_is_time (const char  *name,
                    const char  *unit,
                    const char **time_unit,
                    double      *factor)
{
  g_autofree char *lower = name ? g_utf8_strdown (name, -1) : NULL;
  g_auto (GStrv) words = NULL;
  gboolean is_time = FALSE;

  *time_unit = NULL;
  *factor = 1;
  if (!lower)
    return FALSE;
  words = g_strsplit_set (lower, " _-()[],;:/.", -1);
  for (guint i = 0, n = 0; words[i]; i++)
    {
      if (!words[i][0])
        continue;
      is_time |= n++ == 0 && g_strv_contains ((const char *const *) time_names, words[i]);
      for (gsize j = 0; is_time && !*time_unit && j < G_N_ELEMENTS (time_words); j++)
        if (g_str_equal (time_words[j].word, words[i]))
          {
            *time_unit = time_words[j].unit;
            *factor = 1 / time_words[j].factor;
          }
    }
  for (gsize j = 0; is_time && unit && !*time_unit && j < G_N_ELEMENTS (time_words); j++)
    if (g_str_equal (time_words[j].word, unit))
      {
        *time_unit = time_words[j].unit;
        *factor = 1 / time_words[j].factor;
      }
  return is_time;
}

gboolean
ondes_name_is_index (const char *name)
{
  static const char *const names[] = { "index", "sample", "samples", "frame", "i",          "n",
                                       "nr",    "no",     "no.",     "row",   "unnamed: 0", NULL };
  g_autofree char *lower = name ? g_utf8_strdown (name, -1) : NULL;

  return lower && g_strv_contains (names, lower);
}
