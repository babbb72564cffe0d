/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "error-model.h"

#include "base/compare.h"
#include "base/counted.h"
#include "base/display-text.h"
#include "base/number.h"
#include "base/read-file.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

#define COLUMNS 3

/* A line of numbers. */
typedef struct
{
  guint  line; /* counted from 1 */
  double values[COLUMNS];
} Row;

/* Numbers in columns, of a file or of the text of a model. */
typedef struct
{
  const char  *path;  /* NULL for points in the text */
  OndesSetting setting;
  char       **names; /* of the columns; NULL if the file has none */
  guint        n_columns;
  GArray      *rows;  /* of Row */
  char        *note;  /* a sentence if the rows had to be sorted */
} Sheet;

static gboolean
refuse (const Sheet *self,
        GError     **error,
        const char  *format,
        ...) G_GNUC_PRINTF (3, 4);

/* Returns what sentences call the table. Transfer full. */
static char *
name_sheet (const Sheet *self)
{
  return self->path != NULL ? ondes_display_path (self->path) : g_strdup (_("the list of points"));
}

/* Sets the error; returns FALSE. */
static gboolean
refuse (const Sheet *self,
        GError     **error,
        const char  *format,
        ...)
{
  g_autofree char *sentence = NULL, *valid = NULL, *name = name_sheet (self);
  va_list arguments;

  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  valid = ondes_display_text (sentence); /* it quotes the sheet, which may be in Latin-1 */
  return ondes_setting_error_set (error, ONDES_ERROR, self->path != NULL ? ONDES_ERROR_FILE : ONDES_ERROR_REQUEST, self->setting,
                                  "%s%s", name, valid);
}

static gboolean
read_text (const Sheet *self,
           char       **text,
           GError     **error)
{
  g_autofree char *problem = NULL;
  gsize n;

  *text = ondes_file_read_whole (self->path, ONDES_MODEL_BYTES_MAX, &n, &problem);
  if (*text == NULL)
    return refuse (self, error, "%s", problem);
  if (n > ONDES_MODEL_BYTES_MAX)
    return refuse (self, error, _(" is larger than %d MB, too large for a table; give fewer points"),
                   ONDES_MODEL_BYTES_MAX >> 20);
  if (memchr (*text, '\0', n) != NULL)
    return refuse (self, error, _(" is no text; give a table of numbers, a line for each frequency"));
  return TRUE;
}

/* Splits at semicolons, or else commas, tabs or blanks. Transfer full. */
static char **
split_cells (const char *line)
{
  const char *separator = strchr (line, ';') != NULL ? ";" : strchr (line, ',') != NULL ? "," : strchr (line, '\t') ? "\t" : NULL;
  char **cells = g_strsplit (line, separator != NULL ? separator : " ", 0);
  guint n = 0;

  for (guint i = 0; cells[i] != NULL; i++)
    {
      g_strstrip (cells[i]);
      if (separator == NULL && cells[i][0] == '\0')
        g_free (cells[i]);
      else
        cells[n++] = cells[i];
    }
  cells[n] = NULL;
  return cells;
}

/* Also reads "nan" and "inf", which have their own sentence. */
static gboolean
parse_cell (const char *text,
            double     *value)
{
  char *end;

  *value = g_ascii_strtod (text, &end);
  return end != text && *end == '\0';
}

static gboolean
add_row (Sheet       *self,
         char *const *cells,
         guint        line,
         GError     **error)
{
  const guint n = g_strv_length ((char **) cells);
  Row row = { .line = line };

  if (n != self->n_columns)
    return refuse (self, error, _(", line %u: %u columns where there should be %u"), line, n, self->n_columns);
  for (guint i = 0; i < n; i++)
    {
      if (!parse_cell (cells[i], &row.values[i]))
        return refuse (self, error, _(", line %u: “%s” is not a number"), line, cells[i]);
      if (!isfinite (row.values[i]))
        return refuse (self, error, _(", line %u: %s is not a finite number; leave the line out"), line, cells[i]);
    }
  g_array_append_val (self->rows, row);
  return TRUE;
}

/* The first line with words alone names the columns. */
static gboolean
add_line (Sheet   *self,
          char    *text,
          guint    line,
          GError **error)
{
  g_auto (GStrv) cells = NULL;
  double ignored;

  text[strcspn (text, "#")] = '\0';
  g_strstrip (text);
  if (text[0] == '\0')
    return TRUE;
  cells = split_cells (text);
  if (self->names == NULL && self->rows->len == 0)
    {
      const guint n = g_strv_length (cells);

      if (self->n_columns == 0)
        {
          if (n < 2 || n > COLUMNS)
            return refuse (self, error, _(", line %u: %u columns where there should be 2 or 3"), line, n);
          self->n_columns = n;
        }
      if (n > 0 && !parse_cell (cells[0], &ignored))
        {
          self->names = g_steal_pointer (&cells);
          return TRUE;
        }
    }
  return add_row (self, cells, line, error);
}

static int
by_frequency (gconstpointer a,
              gconstpointer b)
{
  const Row *p = a, *q = b;

  return ONDES_COMPARE (p->values[0], q->values[0]) ?: ONDES_COMPARE (p->line, q->line);
}

/* Sorts the rows, and checks their frequencies. */
static gboolean
sort_rows (Sheet   *self,
           GError **error)
{
  const Row *rows = (const Row *) (void *) self->rows->data;
  gboolean sorted = TRUE;

  if (self->rows->len == 0)
    return refuse (self, error, _(" holds no points; give a line for each frequency"));
  for (guint i = 0; i < self->rows->len; i++)
    {
      if (!(rows[i].values[0] > 0))
        return refuse (self, error, _(", line %u: a frequency of %g is not above 0"), rows[i].line, rows[i].values[0]);
      sorted = sorted && (i == 0 || rows[i].values[0] >= rows[i - 1].values[0]);
    }
  if (!sorted)
    g_array_sort (self->rows, by_frequency);
  rows = (const Row *) (void *) self->rows->data;
  for (guint i = 1; i < self->rows->len; i++)
    if (rows[i].values[0] == rows[i - 1].values[0])
      return refuse (self, error, _(", line %u: the frequency %g stands in line %u already; leave one out"), rows[i].line,
                     rows[i].values[0], rows[i - 1].line);
  if (!sorted)
    {
      g_autofree char *name = name_sheet (self);

      self->note = g_strdup_printf (_("%s: its frequencies are not in order; they were sorted"), name);
    }
  return TRUE;
}

static void
sheet_clear (Sheet *self)
{
  g_clear_pointer (&self->names, g_strfreev);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->note, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sheet, sheet_clear)

/* Adds the lines of @text, which it changes. */
static gboolean
add_lines (Sheet   *self,
           char    *text,
           GError **error)
{
  char *next = g_str_has_prefix (text, "\xef\xbb\xbf") ? text + 3 : text;
  guint line = 1;

  for (char *at; next != NULL; line++)
    {
      at = next;
      next = strpbrk (at, "\r\n");
      if (next != NULL)
        {
          if (next[0] == '\r' && next[1] == '\n')
            *next++ = '\0';
          *next++ = '\0';
        }
      if (!add_line (self, at, line, error))
        return FALSE;
    }
  return TRUE;
}

/* Reads @self->path; @self->n_columns 0 means two or three. */
static gboolean
sheet_read (Sheet   *self,
            GError **error)
{
  g_autofree char *text = NULL;

  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  return read_text (self, &text, error) && add_lines (self, text, error);
}

static void
ondes_error_model_clear (gpointer data)
{
  OndesErrorModel *self = data;

  g_free (self->points);
  g_free (self->note);
}

ONDES_DEFINE_COUNTED (OndesErrorModel, ondes_error_model)

static OndesErrorModel *
table_new (guint n)
{
  OndesErrorModel *self = g_atomic_rc_box_new0 (OndesErrorModel);

  self->kind = ONDES_MODEL_TABLE;
  self->points = g_new (OndesModelPoint, n);
  self->n_points = n;
  return self;
}

/* Makes a table of rows of two columns, which it sorts. */
static OndesErrorModel *
make_table (Sheet   *sheet,
            GError **error)
{
  OndesErrorModel *self;

  if (!sort_rows (sheet, error))
    return NULL;
  self = table_new (sheet->rows->len);
  self->note = g_steal_pointer (&sheet->note);
  for (guint i = 0; i < self->n_points; i++)
    {
      const Row *row = &g_array_index (sheet->rows, Row, i);

      self->points[i] = (OndesModelPoint) { row->values[0], row->values[1] };
    }
  return self;
}

static OndesErrorModel *
read_table (const char  *path,
            OndesSetting setting,
            GError     **error)
{
  g_auto (Sheet) sheet = { .path = path, .setting = setting, .n_columns = 2 };

  return sheet_read (&sheet, error) ? make_table (&sheet, error) : NULL;
}

/* Makes a table of "F,V;F,V;…". */
static OndesErrorModel *
parse_points (const char  *text,
              OndesSetting setting,
              GError     **error)
{
  g_auto (Sheet) sheet = { .setting = setting, .n_columns = 2, .rows = g_array_new (FALSE, FALSE, sizeof (Row)) };
  g_autofree char *lines = g_strdelimit (g_strdup (text), ";", '\n');

  sheet.names = g_new0 (char *, 1); /* none: the first point is one too */
  return add_lines (&sheet, lines, error) ? make_table (&sheet, error) : NULL;
}

/* Parses @n finite numbers parted by commas. */
static gboolean
parse_numbers (const char *text,
               guint       n,
               double     *values)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", 0);

  if (g_strv_length (parts) != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!parse_cell (g_strstrip (parts[i]), &values[i]) || !isfinite (values[i]))
      return FALSE;
  return TRUE;
}

/* Parses what is no table; FALSE if it is none of these. */
static gboolean
parse_formula (const char      *text,
               OndesErrorModel *model)
{
  double values[3];

  if (g_str_has_prefix (text, "constant:") && parse_numbers (text + 9, 1, values))
    *model = (OndesErrorModel) { .kind = ONDES_MODEL_CONSTANT, .c = values[0] };
  else if (g_str_has_prefix (text, "offset:") && parse_numbers (text + 7, 1, values))
    *model = (OndesErrorModel) { .kind = ONDES_MODEL_OFFSET, .c = values[0] };
  else if (g_str_has_prefix (text, "power:") && parse_numbers (text + 6, 3, values))
    *model = (OndesErrorModel) { .kind = ONDES_MODEL_POWER, .a = values[0], .k = values[1], .c = values[2] };
  else
    return FALSE;
  return TRUE;
}

gboolean
ondes_error_model_is_file (const char *text)
{
  return g_str_has_prefix (text, "table:") && text[6] != '\0';
}

OndesErrorModel *
ondes_error_model_parse (const char   *text,
                         OndesSetting  setting,
                         GError      **error)
{
  OndesErrorModel model = { 0 }, *self;

  if (ondes_error_model_is_file (text))
    return read_table (text + 6, setting, error);
  if (g_str_has_prefix (text, "points:") && text[7] != '\0')
    return parse_points (text + 7, setting, error);
  if (!parse_formula (text, &model))
    {
      ondes_request_error_set (error, setting, text,
                               _("“%s” is not a model; write constant:C, power:A,K,C, offset:C, table:FILE or points:F,V;F,V"),
                               text);
      return NULL;
    }
  self = g_atomic_rc_box_new (OndesErrorModel);
  *self = model;
  return self;
}

char *
ondes_error_model_print_points (const OndesModelPoint *points,
                                guint                  n)
{
  GString *text = g_string_new ("points:");
  char numbers[2][ONDES_NUMBER_SIZE];

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s,%s", i > 0 ? ";" : "", ondes_number_print (numbers[0], points[i].hz),
                            ondes_number_print (numbers[1], points[i].value));
  return g_string_free (text, FALSE);
}

static double
table_at (const OndesErrorModel *self,
          double                 hz)
{
  const OndesModelPoint *p = self->points;
  guint lo = 0, hi = self->n_points - 1;
  long double part;

  if (hz <= p[lo].hz)
    return p[lo].value;
  if (hz >= p[hi].hz)
    return p[hi].value;
  while (hi - lo > 1)
    {
      const guint middle = (lo + hi) / 2;

      if (p[middle].hz <= hz)
        lo = middle;
      else
        hi = middle;
    }
  /* In a wider type, as quotients and differences of what a table may have overflow. */
  part = logl ((long double) hz / p[lo].hz) / logl ((long double) p[hi].hz / p[lo].hz);
  return (double) (p[lo].value + ((long double) p[hi].value - p[lo].value) * part);
}

double
ondes_error_model_at (const OndesErrorModel *self,
                      double                 hz)
{
  if (self->kind == ONDES_MODEL_TABLE)
    return table_at (self, hz);
  return self->kind == ONDES_MODEL_POWER ? self->a * pow (hz, self->k) + self->c : self->c;
}

gboolean
ondes_error_model_holds (const OndesErrorModel *self,
                         double                 hz)
{
  return self->kind == ONDES_MODEL_TABLE && (hz < self->points[0].hz || hz > self->points[self->n_points - 1].hz);
}

/* The columns of a sheet by a word of their names; the longer of two that begin alike first. */
typedef enum { FREQUENCY, RESPONSE, PHASE, DELAY } Quantity;

static const struct
{
  const char *word;
  Quantity    quantity;
  double      factor; /* to Hz, dB, radians and seconds */
} units[] = {
  { "khz", FREQUENCY, 1e3 },  { "hz", FREQUENCY, 1 },       { "db", RESPONSE, 1 },  { "degrees", PHASE, G_PI / 180 },
  { "deg", PHASE, G_PI / 180 }, { "°", PHASE, G_PI / 180 }, { "radians", PHASE, 1 }, { "rad", PHASE, 1 },
  { "ms", DELAY, 1e-3 },      { "s", DELAY, 1 },
};

/* Returns the index in units of a whole word of @name, −1 if there is none: "phase (deg)" has deg. */
static int
find_unit (const char *name)
{
  g_autofree char *lower = g_utf8_validate (name, -1, NULL) ? g_utf8_strdown (name, -1) : g_ascii_strdown (name, -1);
  g_auto (GStrv) words = g_strsplit_set (lower, " ()[]/_\"'-:", 0);

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_strv_contains ((const char *const *) words, units[i].word))
      return (int) i;
  return -1;
}

/* Sets the unit of each column; refuses columns that are missing, unknown, or there twice. */
static gboolean
find_units (const Sheet *self,
            int         *unit_of,
            GError     **error)
{
  gboolean has[4] = { FALSE };

  for (guint i = 0; self->names != NULL && i < self->n_columns; i++)
    {
      unit_of[i] = find_unit (self->names[i]);
      if (unit_of[i] < 0 || has[units[unit_of[i]].quantity])
        return refuse (self, error, _(": its column “%s” is none of Hz, dB, degrees, radians and s, or there twice"),
                       self->names[i]);
      has[units[unit_of[i]].quantity] = TRUE;
    }
  if (!has[FREQUENCY] || units[unit_of[0]].quantity != FREQUENCY || !(has[RESPONSE] || has[PHASE] || has[DELAY])
      || (has[PHASE] && has[DELAY]))
    return refuse (self, error, _(": its first line has to name the columns: Hz, dB, and degrees, radians or s (of group delay)"));
  return TRUE;
}

/* Returns the model of column @column, whose values are in decibels, radians or seconds; NULL where a point of it is not finite. */
static OndesErrorModel *
column_model (const Sheet *self,
              guint        column,
              Quantity     quantity,
              GError     **error)
{
  g_autoptr (OndesErrorModel) model = table_new (self->rows->len);
  double turned = 0;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const double *values = g_array_index (self->rows, Row, i).values;
      const double value = values[column], before = i > 0 ? g_array_index (self->rows, Row, i - 1).values[column] : value;
      OndesModelPoint *point = &model->points[i];

      point->hz = values[0];
      turned -= 2 * G_PI * rint ((value - before) / (2 * G_PI)); /* unwraps a phase */
      if (quantity == RESPONSE)
        point->value = pow (10, -value / 20) - 1;
      else if (quantity == PHASE)
        point->value = (value + turned) / (2 * G_PI * point->hz);
      else
        point->value = -value;
      if (!isfinite (point->hz) || !isfinite (point->value))
        {
          refuse (self, error, _(", line %u: its values are too large or too small for a correction; leave the line out"),
                  g_array_index (self->rows, Row, i).line);
          return NULL;
        }
    }
  return g_steal_pointer (&model);
}

gboolean
ondes_calibration_read (const char       *path,
                        OndesErrorModel **amplitude,
                        OndesErrorModel **timing,
                        GError          **error)
{
  g_auto (Sheet) sheet = { .path = path, .setting = ONDES_SETTING_CALIBRATION };
  int unit_of[COLUMNS] = { 0 };

  *amplitude = *timing = NULL;
  if (!sheet_read (&sheet, error) || (sheet.rows->len > 0 && !find_units (&sheet, unit_of, error)))
    return FALSE;
  for (guint i = 0; i < sheet.rows->len; i++)
    for (guint column = 0; column < sheet.n_columns; column++)
      g_array_index (sheet.rows, Row, i).values[column] *= units[unit_of[column]].factor;
  if (!sort_rows (&sheet, error))
    return FALSE;
  for (guint column = 1; column < sheet.n_columns; column++)
    {
      const Quantity quantity = units[unit_of[column]].quantity;
      OndesErrorModel *model = column_model (&sheet, column, quantity, error);

      if (model == NULL)
        {
          g_clear_pointer (amplitude, ondes_error_model_unref);
          g_clear_pointer (timing, ondes_error_model_unref);
          return FALSE;
        }
      *(quantity == RESPONSE ? amplitude : timing) = model;
    }
  (*amplitude != NULL ? *amplitude : *timing)->note = g_steal_pointer (&sheet.note);
  return TRUE;
}
