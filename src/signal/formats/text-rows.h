/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the rows of a text into a table. */
#pragma once

#include "text-columns.h"
#include "text-table.h"

G_BEGIN_DECLS

/* Faults found while reading the lines. */
typedef struct
{
  guint64 lines_left_out, first_left_out;
  guint64 bad_cells, first_bad;
  guint64 short_lines, first_short;
  guint64 long_lines, first_long;
  guint64 other_segments, first_other; /* lines of segments of another channel */
} OndesTextFaults;

typedef struct
{
  /* Set by the caller, which keeps what they point to. */
  const OndesOpening     *opening;
  const OndesTextLayout  *layout;
  const OndesTextColumns *columns;
  OndesTextDialect        dialect;   /* with the order of dates */
  OndesZone               zone;      /* of stamps that tell none */
  guint64                 most_rows; /* that are read */

  OndesTextTable *table;
  int            *slot_of;   /* [columns] each column's slot in the table; −1 if left out */
  guint           slots;
  int             time_slot; /* of the times; −1 if there are none */
  GByteArray     *decimals;  /* decimals of the time stamps, one per row */
  guint           n_segments;
  guint64         dates, clocks, zoned; /* stamps with a date, with a time of day, with a zone */
  OndesZone       first_zone;           /* of the first that has one */
  OndesTextFaults faults;

  /* State. */
  GArray          *cells;        /* cells of the line */
  double          *row;          /* [slots] numbers of the line, NaN if missing */
  gint8            digits;       /* decimals of the line's time stamp */
  OndesTextSegment segment;      /* that is being read … */
  double           segment_at_s; /* … what is added to its times … */
  guint64          segment_row;  /* … its row … */
  double           last_s;       /* … and the time of the row above; NaN if none */
} OndesTextRows;

/* Fills the table, decimals and faults. Fails with a sentence, or cancelled. */
gboolean ondes_text_rows_read  (OndesTextRows *self,
                                GError       **error);
/* Notes the faults. */
void     ondes_text_rows_note  (const OndesTextRows *self,
                                OndesReader         *reader);
/* Frees all but the table, which the caller takes. */
void     ondes_text_rows_clear (OndesTextRows *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesTextRows, ondes_text_rows_clear)

G_END_DECLS
