/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in columns. All numbers are held in memory as doubles, as text has no frames to seek to. */
#include "signal/date.h"
#include "signal/reader.h"
#include "base/number.h"
#include "even-times.h"
#include "text-recognise.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

#define MAX_COLUMNS 65536

typedef struct
{
  OndesReader     reader;
  OndesTextTable *table;
  guint          *slots; /* [channels] column of the table per channel */
} TextReader;

/* Faults found while reading the lines. */
typedef struct
{
  guint64 lines_left_out, first_left_out;
  guint64 bad_cells, first_bad;
  guint64 short_lines, first_short;
  guint64 long_lines, first_long;
  gboolean dates; /* not a fault: TRUE if time stamps have a calendar date */
} Faults;

static gboolean
text_read_channel (OndesReader *reader,
                   guint        channel,
                   guint64      at,
                   gsize        n,
                   void        *dst,
                   GError     **error)
{
  TextReader *self = (TextReader *) reader;

  ondes_text_table_read (self->table, self->slots[channel - 1], at, n, dst);
  return TRUE;
}

static void
text_finalize (OndesReader *reader)
{
  TextReader *self = (TextReader *) reader;

  g_clear_pointer (&self->table, ondes_text_table_free);
  g_free (self->slots);
}

static void
met (guint64 *count,
     guint64 *first,
     guint64  line)
{
  if ((*count)++ == 0)
    *first = line;
}

/* State while the lines of a file are read. */
typedef struct
{
  OndesTextTable        *table;
  const OndesOpening    *opening;
  const OndesTextLayout *layout;
  guint64                most_rows;    /* that are read */
  int                   *slot_of;      /* [columns] each column's slot in the table; −1 if left out */
  guint                  slots;
  guint                  time_column;  /* from 1; 0 if none */
  guint                  clock_column; /* from 0: column of the time of day after a date; G_MAXUINT if none */
  GByteArray            *decimals;     /* decimals of the time stamps, one per row */
  double                 date_s;       /* of the first stamp; NaN if it has no date */
  Faults                 faults;
  GArray                *cells;        /* cells of the line */
  double                *row;          /* [slots] numbers of the line, NaN if missing */
  gint8                  digits;       /* decimals of the line's time stamp */
} Lines;

/* Parses the cells of the line into the row; counts its numbers, and the words where numbers should be. */
static void
parse_cells (Lines *self,
             guint *numbers,
             guint *texts)
{
  const OndesTextLayout *layout = self->layout;
  double clock = 0;

  self->digits = 0;
  for (guint s = 0; s < self->slots; s++)
    self->row[s] = NAN;
  for (guint c = 0; c < MIN (self->cells->len, layout->columns); c++)
    {
      const OndesCell cell = g_array_index (self->cells, OndesCell, c);
      double value;
      int places;
      OndesCellKind kind;

      if (self->slot_of[c] < 0 && c != self->clock_column)
        continue;
      kind = ondes_cell_parse (cell, layout->dialect.decimal, &value, &places);
      if (c == self->clock_column)
        {
          clock = value;
          self->digits = (gint8) places;
          continue;
        }
      *texts += kind == ONDES_CELL_TEXT || (kind == ONDES_CELL_DATE && layout->kinds[c] != ONDES_CELL_DATE);
      *numbers += kind == layout->kinds[c];
      if (kind == layout->kinds[c])
        self->row[self->slot_of[c]] = value;
      if (c + 1 == self->time_column)
        {
          self->digits = (gint8) CLAMP (places, -100, 100);
          self->faults.dates |= kind == ONDES_CELL_DATE && ondes_cell_has_date (cell);
        }
    }
  if (self->clock_column != G_MAXUINT && !(clock > 86401)) /* a time of day, not another date */
    self->row[self->slot_of[self->clock_column - 1]] += clock;
}

/* Parses a line; FALSE if it is left out. */
static gboolean
parse_line (Lines  *self,
            guint64 number)
{
  const guint columns = self->layout->columns, n = self->cells->len;
  Faults *faults = &self->faults;
  guint numbers = 0, texts = 0;

  parse_cells (self, &numbers, &texts);
  if (texts > 0 && numbers == 0)
    {
      met (&faults->lines_left_out, &faults->first_left_out, number);
      return FALSE;
    }
  if (texts > 0)
    met (&faults->bad_cells, &faults->first_bad, number);
  if (n < columns)
    met (&faults->short_lines, &faults->first_short, number);
  else if (n > columns && !(n == columns + 1 && g_array_index (self->cells, OndesCell, columns).length == 0))
    met (&faults->long_lines, &faults->first_long, number);
  return TRUE;
}

static gboolean
append_row (Lines   *self,
            GError **error)
{
  if (!self->layout->one_line)
    return ondes_text_table_append (self->table, self->row, error);
  for (guint s = 0; s < self->slots; s++)
    if (!ondes_text_table_append (self->table, &self->row[s], error))
      return FALSE;
  return TRUE;
}

/* Fills the table, decimals and faults. */
static gboolean
read_lines (Lines   *self,
            GError **error)
{
  const OndesOpening *opening = self->opening;
  const OndesTextLayout *layout = self->layout;
  const guint at = self->time_column;
  g_autoptr (GArray) cells = self->cells = g_array_new (FALSE, FALSE, sizeof (OndesCell));
  g_autofree double *row = self->row = g_new (double, self->slots);
  g_auto (OndesLineReader) lines;
  GError *local = NULL;
  guint64 next_report = 0;
  OndesCell line;

  self->clock_column = at && at < layout->columns && layout->kinds[at - 1] == ONDES_CELL_DATE
                               && layout->kinds[at] == ONDES_CELL_DATE ? at : G_MAXUINT;
  ondes_line_reader_init (&lines, opening->fd, opening->display);
  while (ondes_text_table_rows (self->table) < self->most_rows && ondes_line_reader_next (&lines, &line, &local))
    {
      if (lines.offset >= next_report)
        {
          if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (opening->watch), error))
            return FALSE;
          ondes_watch_tell (opening->watch, (double) lines.offset / (double) opening->size);
          next_report = lines.offset + 1;
        }
      if (lines.number < layout->first_line || ondes_line_is_comment (line))
        continue;
      ondes_line_split (ondes_line_strip (line), layout->dialect.separator, FALSE, cells);
      if (!parse_line (self, lines.number))
        continue;
      if (!append_row (self, error))
        return FALSE;
      if (at)
        g_byte_array_append (self->decimals, (guint8 *) &self->digits, 1);
    }
  if (local)
    {
      g_propagate_error (error, local);
      return FALSE;
    }
  return TRUE;
}

static void
note_faults (OndesReader  *reader,
             const Faults *faults)
{
  const struct
  {
    guint64     count, first;
    const char *one, *many;
  } kinds[] = {
    { faults->bad_cells, faults->first_bad,
      _("Line %" PRIu64 " of %s holds a word where a number should be; it is a gap."),
      _("%" PRIu64 " lines of %s hold words where numbers should be; they are gaps (the first is line %" PRIu64 ").") },
    { faults->short_lines, faults->first_short,
      _("Line %" PRIu64 " of %s has fewer columns than the others; what is missing is a gap."),
      _("%" PRIu64 " lines of %s have fewer columns than the others; what is missing is a gap (the first is line "
        "%" PRIu64 ").") },
    { faults->long_lines, faults->first_long,
      _("Line %" PRIu64 " of %s has more columns than the others; the rest of it is left out."),
      _("%" PRIu64 " lines of %s have more columns than the others; the rest of them is left out (the first is line "
        "%" PRIu64 ").") },
    { faults->lines_left_out, faults->first_left_out,
      _("Line %" PRIu64 " of %s among the numbers holds none and is left out."),
      _("%" PRIu64 " lines of %s among the numbers hold none and are left out (the first is line %" PRIu64 ").") },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].count == 1)
      ondes_reader_note (reader, kinds[i].one, kinds[i].first, reader->display);
    else if (kinds[i].count > 1)
      ondes_reader_note (reader, kinds[i].many, kinds[i].count, reader->display, kinds[i].first);
}

/* Returns the time unit and factor of dates and times of day: the unit asked for, otherwise seconds until scale_dates() has
 * examined the dates. */
static void
date_unit (const OndesReadOptions *options,
           const char            **time_unit,
           double                 *factor)
{
  *time_unit = options->time_unit ? options->time_unit : "s";
  *factor = 1 / ondes_time_unit_seconds (*time_unit);
}

/* Returns the column that may hold time, from 1, or 0 if none. @certain is TRUE if the file or the user says so. */
static guint
find_time_column (const OndesTextLayout  *layout,
                  const OndesReadOptions *options,
                  const char            **time_unit,
                  double                 *factor,
                  gboolean               *certain)
{
  const char *unit;
  double by;

  *time_unit = NULL;
  *factor = 1;
  *certain = TRUE;
  if (options->time_column)
    {
      guint c = options->time_column - 1;

      if (!layout->one_line && layout->kinds[c] == ONDES_CELL_DATE)
        date_unit (options, time_unit, factor);
      else
        ondes_name_is_time (layout->names[c], layout->units[c], time_unit, factor);
      return options->time_column;
    }
  if (layout->columns == 1 || layout->one_line || options->text.times == ONDES_TEXT_TIMES_NONE)
    return 0;
  for (guint c = 0; c < layout->columns; c++)
    if (layout->kinds[c] == ONDES_CELL_DATE && c + 1 != options->column)
      {
        date_unit (options, time_unit, factor);
        return c + 1;
      }
  for (guint c = 0; c < layout->columns; c++)
    if (layout->kinds[c] == ONDES_CELL_NUMBER && c + 1 != options->column
        && ondes_name_is_time (layout->names[c], layout->units[c], &unit, &by))
      {
        *time_unit = unit;
        *factor = by;
        return c + 1;
      }
  *certain = FALSE;
  return layout->kinds[0] == ONDES_CELL_NUMBER && options->column != 1 ? 1 : 0;
}

static gboolean
check_columns (const OndesOpening    *opening,
               const OndesTextLayout *layout,
               GError               **error)
{
  const OndesReadOptions *options = opening->options;
  const guint asked[] = { options->column, options->time_column };
  const OndesSetting settings[] = { ONDES_SETTING_COLUMN, ONDES_SETTING_TIME_COLUMN };

  if (layout->columns > MAX_COLUMNS && !layout->one_line)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s has %u columns, which would be as many channels; transpose it"),
                   opening->display, layout->columns);
      return FALSE;
    }
  if (options->column && options->column == options->time_column)
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_TIME_COLUMN,
                                   _("%s and %s are both column %u; name two different columns"),
                                   ondes_setting_name (ONDES_SETTING_COLUMN, NULL),
                                   ondes_setting_name (ONDES_SETTING_TIME_COLUMN, NULL), options->column);
  for (gsize i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      guint n = layout->one_line ? 1 : layout->columns;

      if (asked[i] > n)
        return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, settings[i],
                                       g_dngettext (GETTEXT_PACKAGE, "%s has %u column, so %s %u is not in it",
                                                    "%s has %u columns, so %s %u is not in it", (gulong) n),
                                       opening->display, n, ondes_setting_name (settings[i], NULL), asked[i]);
      if (asked[i] && !layout->one_line
          && (layout->kinds[asked[i] - 1] == ONDES_CELL_TEXT || (i == 0 && layout->kinds[asked[i] - 1] == ONDES_CELL_DATE)))
        return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, settings[i],
                                       _("%s has words, not numbers, in column %u; choose another with %s"), opening->display,
                                       asked[i], ondes_setting_name (settings[i], NULL));
    }
  return TRUE;
}

static void
note_stamps (OndesReader       *reader,
             const OndesStamps *stamps,
             guint64            rows)
{
  if (stamps->backward)
    ondes_reader_note (reader, _("%" PRIu64 " of %" PRIu64 " time stamps of %s lie before the one above."),
                       stamps->backward, rows, reader->display);
  if (stamps->repeated)
    ondes_reader_note (reader, _("%" PRIu64 " of %" PRIu64 " time stamps of %s repeat the one above."),
                       stamps->repeated, rows, reader->display);
  if (stamps->missing)
    ondes_reader_note (reader, _("%" PRIu64 " of %" PRIu64 " time stamps of %s are missing."), stamps->missing,
                       rows, reader->display);
}

/* Takes the rate from the stamps in the time column. FALSE with @error unset if the column holds values instead. */
static gboolean
use_stamps (TextReader  *self,
            const Lines *lines,
            gboolean     certain,
            GError     **error)
{
  const OndesOpening *opening = lines->opening;
  const guint slot = (guint) lines->slot_of[lines->time_column - 1];
  OndesReader *reader = &self->reader;
  guint64 rows = ondes_text_table_rows (self->table);
  OndesStamps stamps;

  if (!ondes_stamps_analyse (&stamps, self->table, slot, (const gint8 *) lines->decimals->data,
                             ondes_watch_cancellable (opening->watch), error))
    return FALSE;
  if (!certain && !stamps.near_regular)
    return FALSE;
  if (stamps.rate != 0 && !ondes_rate_valid (stamps.rate))
    {
      ondes_reader_note (reader,
                         _("The time stamps of %s are %g apart, which gives no rate that can be used."), opening->display,
                         1 / stamps.rate);
      stamps.rate = stamps.start = 0;
    }
  else if (stamps.rate == 0 && rows > 1)
    {
      if (opening->options->time_column)
        return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_TIME_COLUMN,
                                       _("%s has time stamps in column %u that do not increase from the first to the last; "
                                         "choose another column with %s"), opening->display, opening->options->time_column,
                                       ondes_setting_name (ONDES_SETTING_TIME_COLUMN, NULL));
      ondes_reader_note (reader, _("The time stamps of %s do not increase from the first to the last, so they give no rate."),
                         opening->display);
    }
  reader->rate = stamps.rate;
  reader->start = stamps.start;
  if (stamps.rate > 0)
    reader->date_s = lines->date_s;
  reader->irregular = stamps.irregular;
  reader->irregular_max = stamps.irregular_max;
  note_stamps (reader, &stamps, rows);
  if (stamps.irregular && !opening->options->resample)
    ondes_reader_note (reader,
                       _("%" PRIu64 " of %" PRIu64 " time stamps of %s are irregular, by up to %.3g samples; the samples are "
                         "taken as evenly spaced unless a correction is asked for."),
                       stamps.irregular, rows, opening->display, stamps.irregular_max);
  return stamps.rate == 0 || ondes_even_times_take (reader, &self->table, slot, &stamps, opening, error);
}

static void
use_stated_rate (OndesReader           *reader,
                 const OndesStatedRate *stated)
{
  char rate[ONDES_NUMBER_SIZE];

  reader->rate = stated->rate;
  if (stated->time_unit && !reader->time_unit)
    reader->time_unit = g_strdup (stated->time_unit);
  ondes_reader_note (reader,
                     _("The rate of %s is taken from its line %" PRIu64
                       " (“%s”): %s samples a time unit; if that is not meant, give it with %s."),
                     reader->display, stated->line, stated->words,
                     ondes_number_print (rate, stated->rate), ondes_setting_name (ONDES_SETTING_RATE, NULL));
}

/* Makes the table's columns, except time, the channels. */
static void
set_channels (TextReader            *self,
              const OndesOpening    *opening,
              const OndesTextLayout *layout,
              const int             *slot_of,
              guint                  time_column)
{
  static const struct
  {
    char        separator;
    const char *name;
  } separators[] = { { ',', N_("comma") }, { ';', N_("semicolon") }, { '\t', N_("tab") }, { ' ', N_("blanks") } };
  OndesReader *reader = &self->reader;
  guint unit_column = G_MAXUINT;
  const char *separator = "";

  reader->channels = 0;
  reader->names = g_new0 (char *, layout->columns);
  self->slots = g_new (guint, layout->columns);
  for (guint c = 0; c < (layout->one_line ? 1 : layout->columns); c++)
    if (slot_of[c] >= 0 && c + 1 != time_column)
      {
        if (opening->options->column == c + 1)
          reader->first_channel = reader->channels + 1;
        if (opening->options->column == c + 1 || unit_column == G_MAXUINT)
          unit_column = c;
        self->slots[reader->channels] = (guint) slot_of[c];
        reader->names[reader->channels++] = g_strdup (layout->names[c]);
      }
  if (unit_column != G_MAXUINT)
    reader->unit = g_strdup (layout->units[unit_column]);
  for (gsize i = 0; i < G_N_ELEMENTS (separators); i++)
    if (layout->dialect.separator == separators[i].separator)
      separator = _(separators[i].name);
  if (layout->columns == 1)
    reader->format = g_strdup (layout->dialect.decimal == ',' ? _("text, 1 column, decimal comma") : _("text, 1 column"));
  else if (layout->one_line)
    reader->format = g_strdup_printf (_("text, 1 line, %s%s"), separator,
                                      layout->dialect.decimal == ',' ? _(", decimal comma") : "");
  else
    reader->format = g_strdup_printf (_("text, %u columns, %s%s"), layout->columns, separator,
                                      layout->dialect.decimal == ',' ? _(", decimal comma") : "");
}

/* Multiplies the time stamps in table column @slot by @factor and adjusts their decimals. */
static void
scale_stamps (OndesTextTable *table,
              guint           slot,
              GByteArray     *decimals,
              double          factor)
{
  for (guint64 i = 0; i < ondes_text_table_rows (table); i++)
    {
      ondes_text_table_set (table, i, slot, ondes_text_table_get (table, i, slot) / (1 / factor));
      decimals->data[i] = (guint8) (gint8) MIN ((gint8) decimals->data[i] + (int) lround (-log10 (factor)), 100);
    }
}

/* Spaces first days of months evenly, counted in years or the unit asked for. Counts other dates in days if they are a day or
 * more apart and no unit was asked for. */
static void
scale_dates (Lines       *lines,
             guint        slot,
             const char **time_unit,
             double      *factor)
{
  const char *asked = lines->opening->options->time_unit;
  const guint64 rows = ondes_text_table_rows (lines->table);
  guint64 first = 0, last = rows;
  double step_s = 0;

  while (first < rows && !isfinite (ondes_text_table_get (lines->table, first, slot)))
    first++;
  while (last > first && !isfinite (ondes_text_table_get (lines->table, last - 1, slot)))
    last--;
  if (first >= last)
    return;
  lines->date_s = ondes_text_table_get (lines->table, first, slot);
  if (last - first > 1)
    step_s = (ondes_text_table_get (lines->table, last - 1, slot) - lines->date_s) / (double) (last - first - 1);
  if (ondes_stamps_months (lines->table, slot))
    {
      memset (lines->decimals->data, 12, lines->decimals->len);
      *time_unit = asked ? asked : "a";
      *factor = ondes_time_unit_seconds ("a") / ondes_time_unit_seconds (*time_unit);
    }
  else if (asked == NULL && step_s >= ONDES_DATE_DAY_S)
    {
      *time_unit = "d";
      *factor = 1.0 / ONDES_DATE_DAY_S;
    }
}

/* Reads the file into the table; time stamps are multiplied by @factor, or by the factor that suits their dates. */
static gboolean
fill_table (TextReader  *self,
            Lines       *lines,
            const char **time_unit,
            double       factor,
            GError     **error)
{
  const gboolean one_line = lines->layout->one_line;

  lines->table = self->table = ondes_text_table_new (one_line ? 1 : lines->slots, lines->opening->display);
  if (!read_lines (lines, error))
    return FALSE;
  if (one_line)
    lines->slot_of[0] = 0;
  if (lines->faults.dates)
    scale_dates (lines, (guint) lines->slot_of[lines->time_column - 1], time_unit, &factor);
  if (factor != 1)
    scale_stamps (self->table, (guint) lines->slot_of[lines->time_column - 1], lines->decimals, factor);
  return TRUE;
}

/* Takes rate and unit from the time stamps. Sets time_column to 0 if that column turns out not to hold time. */
static gboolean
take_times (TextReader  *self,
            Lines       *lines,
            gboolean     certain,
            const char **time_unit,
            GError     **error)
{
  const OndesTextLayout *layout = lines->layout;
  GError *local = NULL;

  if (lines->time_column && lines->slots == 1 && !lines->opening->options->time_column)
    lines->time_column = 0; /* the only column of numbers holds values */
  if (lines->time_column
      && !use_stamps (self, lines, certain, &local))
    {
      if (local)
        {
          g_propagate_error (error, local);
          return FALSE;
        }
      lines->time_column = 0;
      *time_unit = NULL;
    }
  if (lines->time_column && !certain && ondes_name_is_index (layout->names[lines->time_column - 1]))
    self->reader.rate = self->reader.start = 0;
  self->reader.time_unit = g_strdup (*time_unit);
  return TRUE;
}

static void
note_header (OndesReader           *reader,
             const OndesTextLayout *layout)
{
  if (layout->lone)
    ondes_reader_note (reader,
                       g_dngettext (GETTEXT_PACKAGE,
                                    "%u number between the words above the samples of %s is taken for its header.",
                                    "%u numbers between the words above the samples of %s are taken for its header.",
                                    (gulong) layout->lone),
                       layout->lone, reader->display);
}

OndesReader *
ondes_text_open (const OndesOpening *opening,
                 GError            **error)
{
  return ondes_text_open_rows (opening, G_MAXUINT64, NULL, error);
}

OndesReader *
ondes_text_open_rows (const OndesOpening   *opening,
                      guint64               most_rows,
                      OndesTextRecognition *found,
                      GError              **error)
{
  static const OndesReaderClass klass = { NULL, text_read_channel, NULL, text_finalize };
  g_autoptr (OndesReader) reader = ondes_reader_new (sizeof (TextReader), &klass, opening, error);
  TextReader *self = (TextReader *) reader;
  g_autoptr (GByteArray) decimals = g_byte_array_new ();
  g_autofree int *slot_of = NULL;
  g_auto (OndesTextLayout) layout = { 0 };
  Lines lines;
  const char *time_unit;
  guint time_column, slots = 0;
  double factor;
  gboolean certain;

  if (!reader || !ondes_text_layout_guess (&layout, opening->fd, opening->display, error))
    return NULL;
  if (found != NULL)
    ondes_text_recognition_take_layout (found, opening, &layout);
  if (!check_columns (opening, &layout, error))
    return NULL;
  time_column = find_time_column (&layout, opening->options, &time_unit, &factor, &certain);
  slot_of = g_new (int, layout.columns);
  for (guint c = 0; c < layout.columns; c++)
    slot_of[c] = layout.kinds[c] == ONDES_CELL_NUMBER || c + 1 == time_column ? (int) slots++ : -1;
  lines = (Lines) { .opening = opening, .layout = &layout, .slot_of = slot_of, .slots = slots, .time_column = time_column,
                    .most_rows = most_rows, .decimals = decimals, .date_s = NAN };
  if (!fill_table (self, &lines, &time_unit, factor, error))
    return NULL;
  if (!take_times (self, &lines, certain, &time_unit, error))
    return NULL;
  time_column = lines.time_column;
  note_header (reader, &layout);
  if (reader->rate == 0 && layout.stated.rate > 0 && !(opening->options->rate_hz > 0))
    use_stated_rate (reader, &layout.stated);
  reader->type = ONDES_F64;
  reader->bits_text = TRUE;
  reader->frames = ondes_text_table_rows (self->table);
  set_channels (self, opening, &layout, slot_of, time_column);
  note_faults (reader, &lines.faults);
  /* Times such as 1871.04, 1871.12 … are hardly seconds, but nothing is converted without being asked for. */
  if (time_column && !time_unit && !opening->options->time_unit && reader->start >= 1000 && reader->start <= 2200
      && reader->rate > 0 && reader->rate <= 400)
    {
      const char *name = layout.names[time_column - 1];

      reader->time_unit_unsure = name == NULL || g_ascii_strcasecmp (name, "date") != 0;
      if (!reader->time_unit_unsure)
        reader->time_unit = g_strdup ("a");
      else
        ondes_reader_note (reader, _("The times of %s look like years and are read as seconds; read them as years with %s."),
                           opening->display, ondes_setting_name (ONDES_SETTING_TIME_UNIT, "a"));
    }
  if (reader->channels == 0 || reader->frames == 0)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s has no column of numbers beside its time stamps"),
                   opening->display);
      return NULL;
    }
  if (found != NULL)
    {
      found->time_column = time_column;
      found->time_column_origin = opening->options->time_column ? ONDES_TEXT_ASKED
                                  : certain                    ? ONDES_TEXT_RECOGNISED
                                                               : ONDES_TEXT_GUESSED;
      found->rate_origin = reader->rate == 0 ? ONDES_TEXT_UNKNOWN : time_column ? ONDES_TEXT_RECOGNISED : ONDES_TEXT_STATED;
      if (time_column)
        found->columns[time_column - 1].role = ONDES_TEXT_TIME;
    }
  return g_steal_pointer (&reader);
}
