/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-rows.h"

#include "base/words.h"
#include "text-dates.h"
#include "text-lines.h"

#include <math.h>
#include <string.h>

#define SEGMENT_DIGITS 12 /* decimals of times that are counted from a header */

static void
met (guint64 *count,
     guint64 *first,
     guint64  line)
{
  if ((*count)++ == 0)
    *first = line;
}

/* Parses a cell of dates; counts what it tells. */
static OndesCellKind
parse_stamp (OndesTextRows *self,
             OndesCell      cell,
             double        *value,
             int           *places)
{
  OndesStamp stamp;

  *value = NAN;
  *places = 0;
  if (cell.length == 0)
    return ONDES_CELL_EMPTY;
  if (!ondes_stamp_parse (cell, self->dialect.order, self->dialect.decimal, &stamp))
    return ondes_cell_parse (cell, &self->dialect, value, places);
  self->dates += stamp.has_date;
  self->clocks += stamp.has_clock;
  if (stamp.has_zone && self->zoned++ == 0)
    self->first_zone = (OndesZone) { .offset_s = stamp.zone_s };
  *value = stamp.value - (stamp.has_date && !stamp.has_zone ? self->zone.offset_s : 0);
  *places = stamp.decimals;
  return ONDES_CELL_DATE;
}

/* Parses the time of day beside a date, and adds it to the date. */
static void
add_clock (OndesTextRows *self)
{
  const guint c = self->columns->clock - 1;
  double clock;
  int places;

  if (c >= self->cells->len)
    return;
  if (parse_stamp (self, g_array_index (self->cells, OndesCell, c), &clock, &places) != ONDES_CELL_DATE
      || !(clock <= 86401)) /* a time of day, not another date */
    return;
  self->row[self->time_slot] += clock;
  self->digits = (gint8) places;
}

static void
add_millis (OndesTextRows *self)
{
  const guint c = self->columns->millis - 1;
  double value;
  int places;

  if (c >= self->cells->len
      || ondes_cell_parse (g_array_index (self->cells, OndesCell, c), &self->dialect, &value, &places) != ONDES_CELL_NUMBER)
    return;
  self->row[self->time_slot] += value / 1000;
  self->digits = (gint8) CLAMP (places + 3, -100, 100);
}

/* Parses the cells of the line into the row; counts its numbers, and the words where numbers should be. */
static void
parse_cells (OndesTextRows *self,
             guint         *numbers,
             guint         *texts)
{
  const OndesTextLayout *layout = self->layout;

  self->digits = 0;
  for (guint s = 0; s < self->slots; s++)
    self->row[s] = NAN;
  for (guint c = 0; c < MIN (self->cells->len, layout->columns); c++)
    {
      const OndesCell cell = g_array_index (self->cells, OndesCell, c);
      const gboolean dates = layout->kinds[c] == ONDES_CELL_DATE;
      double value;
      int places;
      OndesCellKind kind;

      if (self->slot_of[c] < 0)
        continue;
      kind = dates ? parse_stamp (self, cell, &value, &places) : ondes_cell_parse (cell, &self->dialect, &value, &places);
      if (kind == ONDES_CELL_GROUPED)
        kind = ONDES_CELL_NUMBER;
      *texts += kind == ONDES_CELL_TEXT || (kind == ONDES_CELL_DATE && !dates);
      if (kind == (dates ? ONDES_CELL_DATE : ONDES_CELL_NUMBER))
        {
          ++*numbers;
          self->row[self->slot_of[c]] = value;
        }
      if (c + 1 == self->columns->time)
        self->digits = (gint8) CLAMP (places, -100, 100);
    }
  if (self->columns->clock > 0)
    add_clock (self);
  if (self->columns->millis > 0)
    add_millis (self);
}

/* Parses a line; FALSE if it is left out. */
static gboolean
parse_line (OndesTextRows *self,
            guint64        number)
{
  const guint columns = self->layout->columns, n = self->cells->len;
  OndesTextFaults *faults = &self->faults;
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

/* Sets the time of the row: what its segment's header tells, and what the row itself does. */
static void
take_segment_time (OndesTextRows *self)
{
  OndesTextSegment *segment = &self->segment;
  const OndesTextSegment *first = &self->layout->facts.segment;
  double t = segment->no_times ? segment->x0_s + (double) self->segment_row * segment->step_s : self->row[self->time_slot];

  if (self->segment_row == 0 && isfinite (self->last_s))
    {
      const double later_s = segment->date_s - first->date_s;

      /* The times of a segment go on from those above, or begin anew at its header's date. */
      self->segment_at_s = 0;
      if (segment->no_times ? isfinite (later_s) && later_s != 0 : !(t > self->last_s))
        self->segment_at_s = later_s;
      if (!(t + self->segment_at_s > self->last_s))
        self->segment_at_s = self->last_s + segment->step_s - t;
    }
  self->segment_row++;
  t += self->segment_at_s;
  if (isfinite (t))
    self->last_s = t;
  self->row[self->time_slot] = t;
  if (segment->no_times)
    self->digits = SEGMENT_DIGITS;
}

/* TRUE if the line belongs to the header of a segment. */
static gboolean
take_header (OndesTextRows *self,
             OndesCell      line)
{
  OndesTextSegment next = self->segment;

  if (next.kind == ONDES_SEGMENT_NONE)
    return FALSE;
  if (self->segment_row > 0)
    {
      next.complete = FALSE;
      next.ends = 1;
      next.x0_s = 0;
    }
  if (!ondes_text_segment_take (&next, line))
    return FALSE;
  if (self->segment_row > 0)
    self->n_segments++;
  self->segment = next;
  self->segment_row = 0;
  return TRUE;
}

static gboolean
append_one (OndesTextRows *self,
            GError       **error)
{
  if (self->time_slot >= 0 && self->segment.kind != ONDES_SEGMENT_NONE)
    take_segment_time (self);
  if (self->time_slot >= 0)
    g_byte_array_append (self->decimals, (guint8 *) &self->digits, 1);
  return ondes_text_table_append (self->table, self->row, error);
}

/* Appends the row, or each of its cells where they are all of one channel. */
static gboolean
append_row (OndesTextRows *self,
            GError       **error)
{
  if (!self->layout->one_line)
    return append_one (self, error);
  for (guint c = 0; c < self->cells->len; c++)
    {
      const OndesCell cell = g_array_index (self->cells, OndesCell, c);
      double value;
      int places;

      if (cell.length == 0 && c + 1 == self->cells->len)
        continue;
      ondes_cell_parse (cell, &self->dialect, &value, &places);
      self->row[0] = value;
      if (!append_one (self, error))
        return FALSE;
    }
  return TRUE;
}

/* Takes a line below the header. */
static gboolean
take_line (OndesTextRows *self,
           OndesCell      line,
           guint64        number,
           GError       **error)
{
  if (take_header (self, line))
    return TRUE;
  if (self->segment.kind == ONDES_SEGMENT_SLIST && !g_str_equal (self->segment.id, self->layout->facts.segment.id))
    {
      met (&self->faults.other_segments, &self->faults.first_other, number);
      return TRUE;
    }
  ondes_line_split (ondes_line_strip (line), self->dialect.separator, FALSE, self->cells);
  if (!self->layout->one_line && !parse_line (self, number))
    return TRUE;
  return append_row (self, error);
}

/* Gives each column that is read its slot in the table. */
static void
find_slots (OndesTextRows *self)
{
  const OndesTextLayout *layout = self->layout;
  const OndesTextSegment *segment = &layout->facts.segment;
  const guint time = self->columns->time;

  self->slot_of = g_new (int, layout->columns);
  self->time_slot = -1;
  for (guint c = 0; c < layout->columns; c++)
    {
      const gboolean read = self->columns->roles[c] == ONDES_TEXT_CHANNEL || c + 1 == time;

      self->slot_of[c] = layout->one_line ? (c == 0 ? 0 : -1) : read ? (int) self->slots : -1;
      self->slots += self->slot_of[c] == (int) self->slots;
    }
  if (time > 0 && !layout->one_line)
    self->time_slot = self->slot_of[time - 1];
  else if (segment->kind != ONDES_SEGMENT_NONE && segment->no_times && segment->step_s > 0)
    self->time_slot = (int) self->slots++;
}

gboolean
ondes_text_rows_read (OndesTextRows *self,
                      GError       **error)
{
  const OndesOpening *opening = self->opening;
  g_auto (OndesLineReader) lines;
  GError *local = NULL;
  guint64 next_report = 0;
  OndesCell line;

  find_slots (self);
  self->table = ondes_text_table_new (self->slots, opening->display);
  self->decimals = g_byte_array_new ();
  self->cells = g_array_new (FALSE, FALSE, sizeof (OndesCell));
  self->row = g_new (double, self->slots);
  self->segment = self->layout->facts.segment;
  self->n_segments = 1;
  self->last_s = NAN;
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
      if (lines.number >= self->layout->first_line && !ondes_line_is_comment (line)
          && !take_line (self, line, lines.number, error))
        return FALSE;
    }
  return ondes_error_none (local, error);
}

void
ondes_text_rows_note (const OndesTextRows *self,
                      OndesReader         *reader)
{
  const OndesTextFaults *faults = &self->faults;
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
    { faults->other_segments, faults->first_other,
      _("Line %" PRIu64 " of %s belongs to another channel and is left out."),
      _("%" PRIu64 " lines of %s belong to another channel and are left out (the first is line %" PRIu64 ").") },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].count == 1)
      ondes_reader_note (reader, kinds[i].one, kinds[i].first, reader->display);
    else if (kinds[i].count > 1)
      ondes_reader_note (reader, kinds[i].many, kinds[i].count, reader->display, kinds[i].first);
}


void
ondes_text_rows_clear (OndesTextRows *self)
{
  g_clear_pointer (&self->slot_of, g_free);
  g_clear_pointer (&self->row, g_free);
  g_clear_pointer (&self->decimals, g_byte_array_unref);
  if (self->cells != NULL)
    g_array_unref (self->cells);
  self->cells = NULL;
}
