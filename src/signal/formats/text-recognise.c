/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-recognise.h"

#include "base/display-text.h"
#include "base/words.h"
#include "signal/recording-private.h"
#include "signal/sidecar.h"
#include "text-lines.h"

#include <unistd.h>

#define MOST_ROWS 4096     /* of numbers that are read */
#define LONGEST_CELL 200   /* bytes of a cell that are shown */
#define LONGEST_LINE 65536 /* bytes of a line of which cells are shown */
#define HEADER_ROWS 40     /* most lines above the numbers that are shown, of ONDES_TEXT_PREVIEW_ROWS */

static void
preview_free (gpointer data)
{
  OndesTextPreview *row = data;

  g_strfreev (row->cells);
  g_free (row);
}

void
ondes_text_recognition_free (OndesTextRecognition *self)
{
  for (guint c = 0; c < self->n_columns; c++)
    {
      g_free (self->columns[c].name);
      g_free (self->columns[c].unit);
    }
  g_free (self->columns);
  g_free ((char *) self->format.columns);
  g_free (self->time_unit);
  g_free (self->unit);
  g_free (self->encoding);
  g_ptr_array_unref (self->rows);
  g_ptr_array_unref (self->notes);
  g_clear_error (&self->problem);
  g_free (self);
}

static OndesTextRecognition *
recognition_new (const OndesReadOptions *options)
{
  OndesTextRecognition *self = g_new0 (OndesTextRecognition, 1);

  self->format = options->text;
  self->format.columns = g_strdup (options->text.columns);
  self->resample = options->resample;
  for (guint i = 0; i < ONDES_N_TEXT_FIELDS; i++)
    if (ondes_param_is_given (&ondes_read_params, ondes_read_text_row (i), options))
      self->origins[i] = ONDES_TEXT_ASKED;
  self->rows = g_ptr_array_new_with_free_func (preview_free);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
ondes_text_recognition_take_layout (OndesTextRecognition  *self,
                                    const OndesOpening    *opening,
                                    const OndesTextLayout *layout)
{
  const OndesTextFacts *facts = &layout->facts;

  self->format.separator = layout->dialect.separator;
  self->format.decimal = layout->dialect.decimal;
  self->format.has_header_rows = TRUE;
  self->format.header_rows = (guint) MIN (layout->first_line - 1, G_MAXUINT);
  for (guint i = 0; i <= ONDES_TEXT_HEADER_ROWS; i++)
    self->origins[i] = MAX (self->origins[i], (i == ONDES_TEXT_SEPARATOR && facts->separator != 0)
                                                  || (i == ONDES_TEXT_DECIMAL && facts->decimal != 0)
                                                ? ONDES_TEXT_STATED
                                                : ONDES_TEXT_RECOGNISED);
  self->n_columns = layout->one_line ? 1 : layout->columns;
  self->columns = g_new0 (OndesTextColumnInfo, self->n_columns);
  for (guint c = 0; c < self->n_columns; c++)
    {
      self->columns[c].name = g_strdup (layout->names[c]);
      self->columns[c].unit = g_strdup (layout->units[c]);
      self->columns[c].role = layout->kinds[c] == ONDES_CELL_NUMBER ? ONDES_TEXT_CHANNEL : ONDES_TEXT_WORDS;
    }
}

void
ondes_text_recognition_take_columns (OndesTextRecognition   *self,
                                     const OndesTextColumns *columns,
                                     const OndesTextFormat  *asked)
{
  for (guint c = 0; c < self->n_columns; c++)
    self->columns[c].role = columns->roles[c];
  self->time_column = columns->time;
  if (asked->columns == NULL)
    self->origins[ONDES_TEXT_COLUMNS] = ONDES_TEXT_RECOGNISED;
}

static char **
show_cells (GArray *cells)
{
  const guint n = MIN (cells->len, ONDES_TEXT_PREVIEW_CELLS);
  char **shown = g_new0 (char *, n + 1);

  for (guint c = 0; c < n; c++)
    {
      const OndesCell cell = g_array_index (cells, OndesCell, c);
      g_autofree char *text = g_strndup (cell.text, MIN (cell.length, LONGEST_CELL));

      shown[c] = ondes_display_text (text);
    }
  return shown;
}

/* Adds the first lines, and the first of numbers if they lie below them. */
static gboolean
add_rows (OndesTextRecognition *self,
          const OndesOpening   *opening,
          GError              **error)
{
  const char separator = self->format.separator != 0 ? self->format.separator : ',';
  const guint64 first = self->n_columns > 0 ? self->format.header_rows + 1 : G_MAXUINT64;
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (OndesCell));
  g_auto (OndesLineReader) lines;
  GError *local = NULL;
  OndesCell line;

  ondes_line_reader_init (&lines, opening->fd, opening->display);
  self->encoding = g_strdup (ondes_text_encodings[lines.encoding]);
  while (self->rows->len < ONDES_TEXT_PREVIEW_ROWS && ondes_line_reader_next (&lines, &line, &local))
    {
      const gboolean is_header = lines.number < first || ondes_line_is_comment (line);
      OndesTextPreview *row;

      if (is_header && self->rows->len >= HEADER_ROWS && first != G_MAXUINT64)
        continue;
      row = g_new (OndesTextPreview, 1);
      line.length = MIN (line.length, LONGEST_LINE);
      ondes_line_split (line, separator, is_header, cells);
      *row = (OndesTextPreview) { lines.number, is_header, show_cells (cells) };
      g_ptr_array_add (self->rows, row);
    }
  return ondes_error_none (local, error);
}

/* Takes what the rows tell. */
static void
take_reader (OndesTextRecognition   *self,
             const OndesReadOptions *options,
             OndesReader            *reader)
{
  const double rate = options->rate_hz > 0 ? options->rate_hz : reader->rate;

  self->rate_hz = rate;
  if (options->rate_hz > 0)
    self->rate_origin = ONDES_TEXT_ASKED;
  self->time_unit = g_strdup (options->time_unit ? options->time_unit : reader->time_unit ? reader->time_unit : "s");
  self->time_unit_origin = options->time_unit   ? ONDES_TEXT_ASKED
                           : reader->time_unit ? ONDES_TEXT_STATED
                                               : ONDES_TEXT_UNKNOWN;
  self->unit = g_strdup (options->unit ? options->unit : reader->unit ? reader->unit : "");
  self->unit_origin = options->unit   ? ONDES_TEXT_ASKED
                      : reader->unit ? ONDES_TEXT_STATED
                                     : ONDES_TEXT_UNKNOWN;
  for (guint i = 0; i < reader->notes->len; i++)
    g_ptr_array_add (self->notes, g_strdup (g_ptr_array_index (reader->notes, i)));
  if (rate == 0)
    g_ptr_array_add (self->notes, g_strdup_printf (_("%s does not say its sampling rate, so 1 Hz is taken; give it with %s."),
                                                   reader->display, ondes_setting_name (ONDES_SETTING_RATE, NULL)));
}

OndesTextRecognition *
ondes_text_recognise (const char             *path,
                      const OndesReadOptions *options,
                      const OndesWatch       *watch,
                      GError                **error)
{
  g_autofree char *display = ondes_display_path (path);
  g_auto (OndesSidecar) sidecar = { 0 };
  g_autoptr (OndesTextRecognition) self = NULL;
  g_autoptr (OndesReader) reader = NULL;
  OndesOpening opening = { path, display, -1, 0, &sidecar.options, watch };
  gboolean done;

  opening.fd = ondes_file_open (path, display, &opening.size, error);
  if (opening.fd < 0)
    return NULL;
  if (!ondes_sidecar_read (&sidecar, path, options, error))
    {
      close (opening.fd);
      return NULL;
    }
  if (!ondes_recording_is_text (&opening))
    {
      close (opening.fd);
      return ondes_error_set_null (error, ONDES_ERROR_FILE, _("%s is no text in columns"), display);
    }
  self = recognition_new (&sidecar.options);
  reader = ondes_text_open_rows (&opening, MOST_ROWS, self, &self->problem);
  if (reader != NULL)
    take_reader (self, &sidecar.options, reader);
  done = !g_error_matches (self->problem, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  if (!done)
    g_propagate_error (error, g_steal_pointer (&self->problem));
  done = done && add_rows (self, &opening, error);
  close (opening.fd);
  return done ? g_steal_pointer (&self) : NULL;
}
