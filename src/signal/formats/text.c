/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in columns. All numbers are held in memory as doubles, as text has no frames to seek to. */
#include "signal/date.h"
#include "signal/reader.h"
#include "base/display-text.h"
#include "base/number.h"
#include "even-times.h"
#include "text-clock.h"
#include "text-dates.h"
#include "text-recognise.h"
#include "text-rows.h"
#include "text-order.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

typedef struct
{
  OndesReader     reader;
  OndesTextTable *table;
  guint          *slots; /* [channels] column of the table per channel */
  GArray         *runs;  /* of OndesRowRun, the rows of an even grid with gaps; NULL if each row is a frame */
} TextReader;

/* Returns the last run that begins at @frame or before; 0 if none does. */
static guint
find_run (const GArray *runs,
          guint64       frame)
{
  guint lo = 0, hi = runs->len;

  while (hi - lo > 1)
    {
      const guint middle = lo + (hi - lo) / 2;

      if (g_array_index (runs, OndesRowRun, middle).frame <= frame)
        lo = middle;
      else
        hi = middle;
    }
  return lo;
}

static gboolean
text_read_channel (OndesReader *reader,
                   guint        channel,
                   guint64      at,
                   gsize        n,
                   void        *dst,
                   GError     **error)
{
  TextReader *self = (TextReader *) reader;
  const guint slot = self->slots[channel - 1];

  if (self->runs == NULL)
    {
      ondes_text_table_read (self->table, slot, at, n, dst);
      return TRUE;
    }
  ondes_reader_fill_gap (reader, n, dst, 0);
  for (guint i = find_run (self->runs, at); i < self->runs->len; i++)
    {
      const OndesRowRun run = g_array_index (self->runs, OndesRowRun, i);
      const guint64 from = MAX (run.frame, at), to = MIN (run.frame + run.n, at + n);

      if (run.frame >= at + n)
        break;
      if (from < to)
        ondes_text_table_read (self->table, slot, run.row + (from - run.frame), (gsize) (to - from), (double *) dst + (from - at));
    }
  return TRUE;
}

static void
text_finalize (OndesReader *reader)
{
  TextReader *self = (TextReader *) reader;

  g_clear_pointer (&self->table, ondes_text_table_free);
  g_clear_pointer (&self->runs, g_array_unref);
  g_free (self->slots);
}

/* The opening of a text. */
typedef struct
{
  TextReader          *text;
  OndesReader         *reader; /* the same */
  const OndesOpening  *opening;
  OndesTextLayout      layout;
  OndesTextColumns     columns;
  OndesTextRows        rows;
  OndesTextOrder       order;
  gboolean             zone_told;  /* in the name of the column of times */
  gboolean             times_given; /* the rate is that of the time stamps */
  const char          *time_unit;  /* NULL if not told */
  double               date_s;     /* of the first stamp; NaN if it has no date */
} Open;

static void
open_clear (Open *self)
{
  ondes_text_layout_clear (&self->layout);
  ondes_text_columns_clear (&self->columns);
  ondes_text_rows_clear (&self->rows);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Open, open_clear)

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

/* Takes rate, start and gaps from stamps that were analysed. */
static gboolean
use_rate (Open              *self,
          const OndesStamps *stamps,
          GError           **error)
{
  const OndesOpening *opening = self->opening;
  const guint64 rows = ondes_text_table_rows (self->text->table);
  OndesReader *reader = self->reader;

  reader->rate = stamps->rate;
  reader->start = stamps->start;
  if (stamps->rate > 0)
    reader->date_s = self->date_s;
  reader->irregular = stamps->irregular;
  reader->irregular_max = stamps->irregular_max;
  note_stamps (reader, stamps, rows);
  if (stamps->rate != 0
      && !ondes_even_times_take (reader, &self->text->table, (guint) self->rows.time_slot, stamps, opening, &self->text->runs,
                                 error))
    return FALSE;
  if (reader->irregular && !opening->options->resample)
    ondes_reader_note (reader,
                       _("%" PRIu64 " of %" PRIu64 " time stamps of %s are irregular, by up to %.3g samples; the samples are "
                         "taken as evenly spaced unless a correction is asked for."),
                       reader->irregular, rows, opening->display, reader->irregular_max);
  return TRUE;
}

/* Takes the rate from the stamps in the time column. FALSE with @error unset if the column holds values instead. */
static gboolean
use_stamps (Open    *self,
            GError **error)
{
  const OndesOpening *opening = self->opening;
  OndesReader *reader = self->reader;
  const guint64 rows = ondes_text_table_rows (self->text->table);
  OndesStamps stamps;

  if (!ondes_stamps_analyse (&stamps, self->text->table, (guint) self->rows.time_slot, (const gint8 *) self->rows.decimals->data,
                             ondes_watch_cancellable (opening->watch), error))
    return FALSE;
  if (!self->columns.certain && self->columns.time > 0 && !stamps.near_regular)
    return FALSE;
  if (self->columns.place)
    return TRUE;
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
  return use_rate (self, &stamps, error);
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
scale_dates (Open   *self,
             double *factor)
{
  const char *asked = self->opening->options->time_unit;
  const guint slot = (guint) self->rows.time_slot;
  const guint64 rows = ondes_text_table_rows (self->text->table);
  guint64 first = 0, last = rows;
  double step_s = 0;

  while (first < rows && !isfinite (ondes_text_table_get (self->text->table, first, slot)))
    first++;
  while (last > first && !isfinite (ondes_text_table_get (self->text->table, last - 1, slot)))
    last--;
  if (first >= last)
    return;
  self->date_s = ondes_text_table_get (self->text->table, first, slot);
  if (last - first > 1)
    ondes_stamps_usual_step (self->text->table, slot, NULL, rows, &step_s);
  if (ondes_stamps_months (self->text->table, slot))
    {
      memset (self->rows.decimals->data, 12, self->rows.decimals->len);
      self->time_unit = asked ? asked : "a";
      *factor = ondes_time_unit_seconds ("a") / ondes_time_unit_seconds (self->time_unit);
    }
  else if (asked == NULL && step_s >= ONDES_DATE_DAY_S)
    {
      self->time_unit = "d";
      *factor = 1.0 / ONDES_DATE_DAY_S;
    }
}

/* Straightens the clock of the stamps, which are dates or times of day, and tells where it was changed. */
static gboolean
straighten (Open    *self,
            GError **error)
{
  const OndesTextRows *rows = &self->rows;
  OndesClockChanges changes;
  g_autofree char *date = NULL;

  if (rows->time_slot < 0 || rows->dates + rows->clocks == 0 || rows->zoned > 0)
    return TRUE;
  if (!ondes_clock_straighten (self->text->table, (guint) rows->time_slot, rows->dates > 0, &changes,
                               ondes_watch_cancellable (self->opening->watch), error))
    return FALSE;
  if (changes.changes == 0)
    return TRUE;
  date = ondes_date_print (changes.first_change + rows->zone.offset_s, 0, 1);
  ondes_reader_note (self->reader,
                     g_dngettext (GETTEXT_PACKAGE,
                                  "The clock of %s seems to be changed by an hour at %s; the rows are taken to go on evenly there.",
                                  "The clock of %s seems to be changed by an hour, first at %s; the rows are taken to go on evenly "
                                  "there.", (gulong) changes.changes),
                     self->reader->display, date);
  return TRUE;
}

/* Tells the order of dates that could be read in another. */
static void
note_order (Open *self)
{
  if (self->order.open == 0 || self->order.sure)
    return;
  if (self->rows.dialect.order == ONDES_DATE_ORDER_MDY)
    ondes_reader_note (self->reader,
                       _("The dates of %s, such as %s, are read with the month first, which is guessed; if the day is first, say "
                         "so with %s."),
                       self->reader->display, self->order.example, ondes_setting_name (ONDES_SETTING_DATE_ORDER, "dmy"));
  else
    ondes_reader_note (self->reader,
                       _("The dates of %s, such as %s, are read with the day first, which is guessed; if the month is first, say "
                         "so with %s."),
                       self->reader->display, self->order.example, ondes_setting_name (ONDES_SETTING_DATE_ORDER, "mdy"));
}

/* Reads the file into the table; its stamps are then in the time unit. */
static gboolean
fill_table (Open    *self,
            GError **error)
{
  OndesTextRows *rows = &self->rows;
  const OndesTextFormat *format = &self->opening->options->text;
  const guint time = self->columns.time;
  double factor = self->columns.factor;
  gboolean done;

  rows->dialect = self->layout.dialect;
  if (time > 0 && !self->layout.one_line && self->layout.kinds[time - 1] == ONDES_CELL_DATE)
    {
      if (format->date_order == ONDES_DATE_ORDER_AUTO
          && !ondes_text_order_find (&self->order, self->opening, &self->layout, time - 1, rows->most_rows, error))
        return FALSE;
      if (format->date_order == ONDES_DATE_ORDER_AUTO)
        rows->dialect.order = self->order.order;
      self->zone_told = ondes_zone_find (self->layout.names[time - 1], &rows->zone);
      if (format->has_zone)
        rows->zone = format->zone;
    }
  done = ondes_text_rows_read (rows, error);
  self->text->table = rows->table;
  self->time_unit = self->columns.time_unit;
  if (!done || !straighten (self, error))
    return FALSE;
  if (rows->dates > 0)
    scale_dates (self, &factor);
  if (factor != 1 && rows->time_slot >= 0 && time > 0)
    scale_stamps (self->text->table, (guint) rows->time_slot, rows->decimals, factor);
  return TRUE;
}

/* Sets the zone and, where the stamps tell none, the date of a header. */
static void
take_date (Open *self)
{
  const OndesTextRows *rows = &self->rows;
  const OndesTextSegment *segment = &self->layout.facts.segment;
  const OndesTextFormat *format = &self->opening->options->text;
  OndesReader *reader = self->reader;

  if (rows->zoned > 0)
    reader->zone = rows->first_zone;
  else if (format->has_zone || self->zone_told)
    reader->zone = rows->zone;
  else
    reader->zone.unknown = rows->clocks > 0;
  if (segment->kind == ONDES_SEGMENT_NONE || !(fabs (segment->date_s + reader->start) < ONDES_DATE_END_S))
    return;
  reader->noted = (OndesStart) { ONDES_START_HEADER, llround ((segment->date_s + reader->start) * 1e6),
                                 { .unknown = segment->kind == ONDES_SEGMENT_LABVIEW } };
}

/* Takes rate and unit from the time stamps. Gives up the time column if it turns out not to hold time. */
static gboolean
take_times (Open    *self,
            GError **error)
{
  OndesTextColumns *columns = &self->columns;
  OndesReader *reader = self->reader;
  GError *local = NULL;

  if (columns->time > 0 && self->rows.slots == 1 && !self->opening->options->time_column)
    {
      columns->roles[columns->time - 1] = ONDES_TEXT_CHANNEL; /* the only column of numbers holds values */
      columns->time = 0;
      self->rows.time_slot = -1;
    }
  if (self->rows.time_slot >= 0 && !use_stamps (self, &local))
    {
      if (local)
        {
          g_propagate_error (error, local);
          return FALSE;
        }
      columns->roles[columns->time - 1] = ONDES_TEXT_CHANNEL;
      columns->time = 0;
      self->rows.time_slot = -1;
      self->time_unit = NULL;
    }
  if (columns->time > 0 && columns->place)
    {
      ondes_reader_note (reader, _("Column %u of %s (“%s”) rises evenly, but is not called a time; it is left out."), columns->time,
                         reader->display, self->layout.names[columns->time - 1]);
      columns->roles[columns->time - 1] = ONDES_TEXT_COUNTER;
      columns->time = 0;
      self->time_unit = NULL;
    }
  else if (columns->time > 0 && !columns->certain && self->time_unit == NULL && reader->rate > 0)
    ondes_reader_note (reader,
                       _("Column %u of %s rises evenly and is taken for the times, in %s; if it is a channel, say so with %s."),
                       columns->time, reader->display, self->opening->options->time_unit ? self->opening->options->time_unit : "s",
                       ondes_setting_name (ONDES_SETTING_TEXT_COLUMNS, NULL));
  reader->time_unit = g_strdup (self->time_unit);
  self->times_given = self->rows.time_slot >= 0 && reader->rate > 0;
  take_date (self);
  return TRUE;
}

/* Returns the format for people: "text, 3 columns, comma". */
static char *
describe (const OndesTextLayout *layout)
{
  static const struct
  {
    char        separator;
    const char *name;
  } separators[] = { { ',', N_("comma") }, { ';', N_("semicolon") }, { '\t', N_("tab") }, { ' ', N_("blanks") } };
  const char *comma = layout->dialect.decimal == ',' ? _(", decimal comma") : "", *separator = "";

  for (gsize i = 0; i < G_N_ELEMENTS (separators); i++)
    if (layout->dialect.separator == separators[i].separator)
      separator = _(separators[i].name);
  if (layout->columns == 1)
    return g_strdup (layout->dialect.decimal == ',' ? _("text, 1 column, decimal comma") : _("text, 1 column"));
  if (layout->facts.wrapped)
    return g_strdup_printf (_("text, %u numbers a line, %s%s"), layout->columns, separator, comma);
  if (layout->one_line)
    return g_strdup_printf (_("text, 1 line, %s%s"), separator, comma);
  return g_strdup_printf (_("text, %u columns, %s%s"), layout->columns, separator, comma);
}

/* Makes the table's columns, except time, the channels. */
static void
set_channels (Open *self)
{
  const OndesTextLayout *layout = &self->layout;
  const guint asked = self->opening->options->column;
  OndesReader *reader = self->reader;
  guint unit_column = G_MAXUINT;

  reader->channels = 0;
  reader->names = g_new0 (char *, layout->columns);
  self->text->slots = g_new (guint, layout->columns);
  for (guint c = 0; c < (layout->one_line ? 1 : layout->columns); c++)
    if (self->rows.slot_of[c] >= 0 && (layout->one_line || self->columns.roles[c] == ONDES_TEXT_CHANNEL))
      {
        if (asked == c + 1)
          reader->first_channel = reader->channels + 1;
        if (asked == c + 1 || unit_column == G_MAXUINT)
          unit_column = c;
        self->text->slots[reader->channels] = (guint) self->rows.slot_of[c];
        reader->names[reader->channels++] = g_strdup (layout->one_line ? NULL : layout->names[c]);
      }
  if (unit_column != G_MAXUINT)
    reader->unit = g_strdup (layout->units[unit_column]);
  if (layout->facts.wrapped && layout->facts.segment.unit[0] != '\0')
    reader->unit = ondes_display_text (layout->facts.segment.unit);
  reader->format = describe (layout);
}

static void
note_header (Open *self)
{
  const guint lone = self->layout.lone;

  if (lone)
    ondes_reader_note (self->reader,
                       g_dngettext (GETTEXT_PACKAGE,
                                    "%u number between the words above the samples of %s is taken for its header.",
                                    "%u numbers between the words above the samples of %s are taken for its header.",
                                    (gulong) lone),
                       lone, self->reader->display);
  if (self->layout.facts.zero_line > 0)
    ondes_reader_note (self->reader, _("The header of %s states a rate of 0, which is not taken; give the rate with %s."),
                       self->reader->display, ondes_setting_name (ONDES_SETTING_RATE, NULL));
}

/* Times such as 1871.04, 1871.12 … are hardly seconds, but nothing is converted without being asked for. */
static void
note_years (Open *self)
{
  const guint time = self->columns.time;
  OndesReader *reader = self->reader;
  const char *name = time > 0 ? self->layout.names[time - 1] : NULL;

  if (time == 0 || self->time_unit || self->opening->options->time_unit || !(reader->start >= 1000 && reader->start <= 2200)
      || !(reader->rate > 0 && reader->rate <= 400))
    return;
  reader->time_unit_unsure = name == NULL || g_ascii_strcasecmp (name, "date") != 0;
  if (!reader->time_unit_unsure)
    reader->time_unit = g_strdup ("a");
  else
    ondes_reader_note (reader, _("The times of %s look like years and are read as seconds; read them as years with %s."),
                       reader->display, ondes_setting_name (ONDES_SETTING_TIME_UNIT, "a"));
}

static void
note_rows (Open *self)
{
  ondes_text_columns_note (&self->columns, self->reader, &self->layout);
  ondes_text_rows_note (&self->rows, self->reader);
  note_years (self);
  if (self->reader->frames == 1)
    ondes_reader_note (self->reader, _("%s has one row of numbers alone, which is one sample of each channel."),
                       self->reader->display);
}

/* Takes the rate that the header states, where the stamps give none. */
static void
take_stated_rate (Open *self)
{
  const OndesTextFacts *facts = &self->layout.facts;

  if (self->reader->rate != 0 || !(facts->stated.rate > 0) || self->opening->options->rate_hz > 0)
    return;
  use_stated_rate (self->reader, &facts->stated);
  if (isfinite (facts->start))
    self->reader->start = facts->start;
}

/* Tells @found what was read, and how it was found. */
static void
tell (const Open           *self,
      OndesTextRecognition *found)
{
  const OndesReader *reader = self->reader;
  const OndesTextColumns *columns = &self->columns;

  ondes_text_recognition_take_columns (found, columns, &self->opening->options->text);
  found->time_column_origin = columns->time == 0                   ? ONDES_TEXT_UNKNOWN
                              : self->opening->options->time_column ? ONDES_TEXT_ASKED
                              : columns->certain                    ? ONDES_TEXT_RECOGNISED
                                                                    : ONDES_TEXT_GUESSED;
  found->rate_origin = reader->rate == 0 ? ONDES_TEXT_UNKNOWN : !self->times_given ? ONDES_TEXT_STATED
                       : columns->certain ? ONDES_TEXT_RECOGNISED : ONDES_TEXT_GUESSED;
  if (found->origins[ONDES_TEXT_GAPS] != ONDES_TEXT_ASKED)
    {
      found->format.gaps = self->text->runs != NULL ? ONDES_TEXT_GAPS_FILL : ONDES_TEXT_GAPS_KEEP;
      found->origins[ONDES_TEXT_GAPS] = ONDES_TEXT_RECOGNISED;
    }
  if (self->rows.dates > 0 && self->rows.dialect.order != ONDES_DATE_ORDER_AUTO)
    {
      found->format.date_order = self->rows.dialect.order;
      found->origins[ONDES_TEXT_DATE_ORDER] = MAX (found->origins[ONDES_TEXT_DATE_ORDER],
                                                   self->order.sure ? ONDES_TEXT_RECOGNISED : ONDES_TEXT_GUESSED);
    }
  if (self->rows.dates == 0 || found->origins[ONDES_TEXT_ZONE] == ONDES_TEXT_ASKED)
    return;
  found->format.has_zone = TRUE;
  found->format.zone = reader->zone;
  found->origins[ONDES_TEXT_ZONE] = reader->zone.unknown ? ONDES_TEXT_UNKNOWN : ONDES_TEXT_STATED;
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
  g_auto (Open) self = { .text = (TextReader *) reader, .reader = reader, .opening = opening, .date_s = NAN };

  if (!reader || !ondes_text_layout_guess (&self.layout, opening->fd, opening->display, &opening->options->text, error))
    return NULL;
  if (found != NULL)
    ondes_text_recognition_take_layout (found, opening, &self.layout);
  if (!ondes_text_columns_find (&self.columns, opening, &self.layout, error))
    return NULL;
  self.order.sure = TRUE;
  self.rows = (OndesTextRows) { .opening = opening, .layout = &self.layout, .columns = &self.columns, .most_rows = most_rows };
  if (!fill_table (&self, error) || !take_times (&self, error))
    return NULL;
  note_header (&self);
  note_order (&self);
  take_stated_rate (&self);
  reader->type = ONDES_F64;
  reader->bits_text = TRUE;
  if (self.text->runs == NULL)
    reader->frames = ondes_text_table_rows (self.text->table);
  set_channels (&self);
  note_rows (&self);
  if (reader->channels == 0 || reader->frames == 0)
    return ondes_error_set_null (error, ONDES_ERROR_FILE, _("%s has no column of numbers beside its time stamps"),
                                 opening->display);
  if (found != NULL)
    tell (&self, found);
  return g_steal_pointer (&reader);
}
