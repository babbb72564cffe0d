/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables: a line of column names, then a line an annotation. Read here, written by table-write.c. */
#include "formats.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/words.h"
#include "io/csv-text.h"

/* Names of columns, without units in brackets, in small letters and with blanks for underscores; of each role the best first. */
static const struct
{
  const char     *name;
  OndesColumnRole role;
} names[] = {
  { "start", ONDES_COLUMN_START },         { "begin time", ONDES_COLUMN_START },  { "start time", ONDES_COLUMN_START },
  { "onset", ONDES_COLUMN_START },         { "begin", ONDES_COLUMN_START },       { "start s", ONDES_COLUMN_START },
  { "onset s", ONDES_COLUMN_START },       { "start seconds", ONDES_COLUMN_START }, { "min t", ONDES_COLUMN_START },
  { "tmin", ONDES_COLUMN_START },
  { "end", ONDES_COLUMN_END },             { "end time", ONDES_COLUMN_END },      { "stop", ONDES_COLUMN_END },
  { "stop time", ONDES_COLUMN_END },       { "offset", ONDES_COLUMN_END },        { "end s", ONDES_COLUMN_END },
  { "offset s", ONDES_COLUMN_END },        { "stop s", ONDES_COLUMN_END },        { "end seconds", ONDES_COLUMN_END },
  { "stop seconds", ONDES_COLUMN_END },    { "max t", ONDES_COLUMN_END },         { "tmax", ONDES_COLUMN_END },
  { "duration", ONDES_COLUMN_DURATION },   { "duration s", ONDES_COLUMN_DURATION },
  { "low", ONDES_COLUMN_LOW },             { "low freq", ONDES_COLUMN_LOW },      { "low frequency", ONDES_COLUMN_LOW },
  { "low hz", ONDES_COLUMN_LOW },          { "min freq", ONDES_COLUMN_LOW },      { "freq min", ONDES_COLUMN_LOW },
  { "min f", ONDES_COLUMN_LOW },           { "fmin", ONDES_COLUMN_LOW },
  { "high", ONDES_COLUMN_HIGH },           { "high freq", ONDES_COLUMN_HIGH },    { "high frequency", ONDES_COLUMN_HIGH },
  { "high hz", ONDES_COLUMN_HIGH },        { "max freq", ONDES_COLUMN_HIGH },     { "freq max", ONDES_COLUMN_HIGH },
  { "max f", ONDES_COLUMN_HIGH },          { "fmax", ONDES_COLUMN_HIGH },
  { "track", ONDES_COLUMN_TRACK },         { "tier", ONDES_COLUMN_TRACK },
};

typedef struct
{
  OndesAnnotationInput         *input;
  const OndesAnnotationDialect *dialect;
  GPtrArray                    *cells;  /* of a line, borrowed from the text */
  GPtrArray                    *titles; /* owned, of the columns; those of further fields are all different */
  OndesColumnRole              *roles;  /* [titles->len] */
  guint                         places[ONDES_N_COLUMN_ROLES]; /* of each role's column, + 1; 0 for none */
  OndesAnnotationField         *fields; /* [titles->len] */
  gboolean                      whole;  /* FALSE if the text ends within this line */
} Table;

/* Returns a column's name as the list of names has it; transfer full. */
static char *
normalise (const char *name)
{
  const char *bracket = strchr (name, '(');
  char *plain = g_ascii_strdown (name, bracket != NULL ? bracket - name : -1);

  return g_strstrip (g_strdelimit (plain, "_-.", ' '));
}

OndesColumnRole
ondes_annotation_column_role (const char *name)
{
  g_autofree char *plain = normalise (name);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (plain, names[i].name))
      return names[i].role;
  return ONDES_N_COLUMN_ROLES;
}

gboolean
ondes_annotation_is_offset (const char *name)
{
  g_autofree char *plain = normalise (name);

  return g_str_equal (plain, "offset");
}

/* Takes the rest of a quoted cell, after its first quote, which may go on over lines; *@to gets its text. Returns what follows the
 * last quote, or NULL if there is none. */
static char *
unquote (char *from,
         char *end,
         char *to)
{
  while (from < end)
    {
      if (*from == '"' && from[1] != '"')
        {
          *to = '\0';
          return from + 1;
        }
      if (*from == '"')
        from++;
      *to++ = *from++;
    }
  return NULL;
}

static guint64
count_lines (const char *text,
             const char *end)
{
  guint64 n = 0;

  for (; (text = memchr (text, '\n', (gsize) (end - text))) != NULL; text++)
    n++;
  return n;
}

/* Takes a line of quoted cells. */
static gboolean
take_quoted (Table   *self,
             GError **error)
{
  OndesAnnotationInput *input = self->input;
  gboolean more = TRUE;

  while (more)
    {
      char *cell = input->p, *after = cell, *begin = cell;

      if (*cell == '"')
        {
          after = unquote (cell + 1, input->end, cell);
          if (after == NULL)
            return ondes_annotation_refuse (input, error, _("a quote without its end; is the file broken off?"));
          input->line += count_lines (begin, after);
        }
      if (after > cell && after < input->end && strchr ("\r\n", *after) == NULL && *after != self->dialect->delimiter)
        return ondes_annotation_refuse (input, error, _("text after a quoted cell; double the quotes within a cell"));
      after += strcspn (after, (const char[]) { self->dialect->delimiter, '\r', '\n', '\0' });
      more = after < input->end && *after == self->dialect->delimiter;
      self->whole = after < input->end;
      input->p = after;
      if (after < input->end)
        {
          input->p += *after == '\r' && after[1] == '\n' ? 2 : 1;
          *after = '\0';
        }
      g_ptr_array_add (self->cells, ondes_csv_unguarded (cell));
    }
  return TRUE;
}

/* Takes the cells of the next line; none at the end of the text. */
static gboolean
take_cells (Table   *self,
            GError **error)
{
  OndesAnnotationInput *input = self->input;
  GError *problem = NULL;
  char *line;

  g_ptr_array_set_size (self->cells, 0);
  if (self->dialect->cells == ONDES_CELLS_QUOTED)
    {
      while (input->p < input->end && strchr ("\r\n", *input->p) != NULL)
        input->line += *input->p++ == '\n';
      input->line++;
      if (input->line % 1024 == 0 && !ondes_annotation_go_on (input, error))
        return FALSE;
      return input->p == input->end || take_quoted (self, error);
    }
  line = ondes_annotation_take_line (input, &self->whole, &problem);
  if (!ondes_error_none (problem, error))
    return FALSE;
  for (char *cell = line, *next; cell != NULL; cell = next)
    {
      next = strchr (cell, self->dialect->delimiter);
      if (next != NULL)
        *next++ = '\0';
      if (self->dialect->cells == ONDES_CELLS_ESCAPED)
        ondes_annotation_unescape (cell);
      g_ptr_array_add (self->cells, cell);
    }
  return TRUE;
}

/* Returns the place of the first column called @name, + 1; 0 if there is none. */
static guint
find_exactly (const Table *self,
              const char  *name)
{
  guint place;

  return name != NULL && g_ptr_array_find_with_equal_func (self->titles, name, g_str_equal, &place) ? place + 1 : 0;
}

/* Does the same for a normalised name. */
static guint
find_alike (const Table *self,
            const char  *name)
{
  for (guint i = 0; i < self->titles->len; i++)
    {
      g_autofree char *plain = normalise (self->titles->pdata[i]);

      if (g_str_equal (plain, name))
        return i + 1;
    }
  return 0;
}

static gboolean
find_labels (Table   *self,
             GError **error)
{
  const char *wanted = self->dialect->cells != ONDES_CELLS_ESCAPED ? self->input->reading->label_column : NULL;
  guint *place = &self->places[ONDES_COLUMN_LABEL];

  *place = find_exactly (self, wanted != NULL ? wanted : self->dialect->names[ONDES_COLUMN_LABEL]);
  if (wanted != NULL && *place == 0)
    return ondes_annotation_refuse (self->input, error, _("there is no column “%s” for the labels"), wanted);
  for (const char *const *label = self->dialect->labels; *place == 0 && *label != NULL; label++)
    *place = find_alike (self, *label);
  return TRUE;
}

/* Takes an offset beside a duration, as Kaleidoscope writes them, for the start. */
static void
take_offset (Table *self)
{
  guint *start = &self->places[ONDES_COLUMN_START], *end = &self->places[ONDES_COLUMN_END];

  if (*start > 0 || *end == 0 || self->places[ONDES_COLUMN_DURATION] == 0
      || !ondes_annotation_is_offset (self->titles->pdata[*end - 1]))
    return;
  *start = *end;
  *end = 0;
}

/* Finds the column of each role: the one with the name that is written, or else the best of the others. */
static gboolean
find_roles (Table   *self,
            GError **error)
{
  for (guint role = 0; role < ONDES_COLUMN_LABEL; role++)
    self->places[role] = find_exactly (self, self->dialect->names[role]);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (self->places[names[i].role] == 0)
      self->places[names[i].role] = find_alike (self, names[i].name);
  take_offset (self);
  if (self->places[ONDES_COLUMN_END] > 0)
    self->places[ONDES_COLUMN_DURATION] = 0;
  if (!find_labels (self, error))
    return FALSE;
  if (self->places[ONDES_COLUMN_START] == 0)
    return ondes_annotation_refuse (self->input, error, _("no column tells where an annotation begins; name one “start”"));
  self->roles = g_new (OndesColumnRole, self->titles->len);
  for (guint i = 0; i < self->titles->len; i++)
    self->roles[i] = ONDES_N_COLUMN_ROLES;
  for (guint role = 0; role < ONDES_N_COLUMN_ROLES; role++)
    if (self->places[role] > 0)
      self->roles[self->places[role] - 1] = role;
  return TRUE;
}

/* Puts numbers after the names of further fields that come again. */
static void
part_names (Table *self)
{
  g_autoptr (GHashTable) times = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->titles->len; i++)
    {
      g_autofree char *title = self->titles->pdata[i];
      guint n;

      self->titles->pdata[i] = g_strdup (title);
      if (self->roles[i] != ONDES_N_COLUMN_ROLES)
        continue;
      for (n = GPOINTER_TO_UINT (g_hash_table_lookup (times, title)); g_hash_table_contains (times, self->titles->pdata[i]);)
        {
          g_free (self->titles->pdata[i]);
          self->titles->pdata[i] = g_strdup_printf ("%s%s(%u)", title, *title != '\0' ? " " : "", ++n);
        }
      g_hash_table_insert (times, g_strdup (self->titles->pdata[i]), GUINT_TO_POINTER (1));
      if (n > 1)
        g_hash_table_insert (times, g_strdup (title), GUINT_TO_POINTER (n));
    }
}

static gboolean
read_titles (Table   *self,
             GError **error)
{
  if (!take_cells (self, error))
    return FALSE;
  if (self->cells->len == 0)
    return ondes_annotation_refuse (self->input, error, _("a table begins with a line of column names, but there is none"));
  if (self->cells->len > ONDES_ANNOTATION_COLUMNS_MOST)
    return ondes_annotation_refuse (self->input, error, _("the table has %u columns, more than %d; keep those that are needed"),
                                    self->cells->len, ONDES_ANNOTATION_COLUMNS_MOST);
  for (guint i = 0; i < self->cells->len; i++)
    g_ptr_array_add (self->titles, g_strdup (g_strstrip ((char *) self->cells->pdata[i])));
  self->fields = g_new (OndesAnnotationField, self->titles->len);
  if (!find_roles (self, error))
    return FALSE;
  part_names (self);
  return TRUE;
}

/* Sets @value to the number in the cell of @role, NaN if it is empty. */
static gboolean
take_number (Table          *self,
             OndesColumnRole role,
             double         *value,
             GError        **error)
{
  const guint place = self->places[role];
  char *cell = place > 0 && place <= self->cells->len ? self->cells->pdata[place - 1] : NULL;

  *value = NAN;
  if (cell == NULL || *g_strstrip (cell) == '\0' || g_ascii_strcasecmp (cell, "nan") == 0 || g_str_equal (cell, "NA"))
    return TRUE;
  if (ondes_number_parse (cell, value))
    return TRUE;
  return ondes_annotation_refuse (self->input, error, _("“%s” in column “%s” is not a number; numbers have a decimal point"),
                                  cell, (char *) self->titles->pdata[place - 1]);
}

static const char *
text_of (const Table    *self,
         OndesColumnRole role)
{
  const guint place = self->places[role];

  return place > 0 && place <= self->cells->len ? self->cells->pdata[place - 1] : NULL;
}

/* TRUE if all cells are, such as those of a spreadsheet's last lines. */
static gboolean
is_blank (const Table *self)
{
  for (guint i = 0; i < self->cells->len; i++)
    {
      const char *cell = self->cells->pdata[i];

      if (cell[strspn (cell, " \t")] != '\0')
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_row (Table   *self,
          GError **error)
{
  OndesAnnotation row = { .fields = self->fields };
  double duration;

  if (is_blank (self))
    return TRUE;
  if (self->cells->len > self->titles->len)
    return ondes_annotation_refuse (self->input, error, _("%u cells, where the first line names %u columns"), self->cells->len,
                                    self->titles->len);
  if (self->cells->len < self->titles->len && !self->whole)
    return ondes_annotation_refuse (self->input, error, _("%u cells, where the first line names %u columns; is the file broken "
                                                          "off?"), self->cells->len, self->titles->len);
  if (!take_number (self, ONDES_COLUMN_START, &row.start, error) || !take_number (self, ONDES_COLUMN_END, &row.end, error)
      || !take_number (self, ONDES_COLUMN_DURATION, &duration, error)
      || !take_number (self, ONDES_COLUMN_LOW, &row.low_hz, error) || !take_number (self, ONDES_COLUMN_HIGH, &row.high_hz, error))
    return FALSE;
  if (isnan (row.start))
    return ondes_annotation_refuse (self->input, error, _("the annotation has no start; give one or remove the line"));
  if (isnan (row.end))
    row.end = row.start + (duration > 0 && isfinite (row.start + duration) ? duration : 0);
  row.track = text_of (self, ONDES_COLUMN_TRACK);
  row.label = text_of (self, ONDES_COLUMN_LABEL);
  for (guint i = 0; i < self->cells->len; i++)
    if (self->roles[i] == ONDES_N_COLUMN_ROLES)
      self->fields[row.n_fields++] = (OndesAnnotationField) { self->titles->pdata[i], self->cells->pdata[i] };
  ondes_annotation_found (self->input, &row);
  return TRUE;
}

gboolean
ondes_annotation_read_table (OndesAnnotationInput         *input,
                             const OndesAnnotationDialect *dialect,
                             GError                      **error)
{
  Table self = { .input = input, .dialect = dialect, .cells = g_ptr_array_new (),
                 .titles = g_ptr_array_new_with_free_func (g_free) };
  gboolean done = read_titles (&self, error);

  while (done && (done = take_cells (&self, error)) && self.cells->len > 0)
    if (!take_row (&self, error))
      done = FALSE;
  g_ptr_array_unref (self.cells);
  g_ptr_array_unref (self.titles);
  g_free (self.roles);
  g_free (self.fields);
  return done;
}
