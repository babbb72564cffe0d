/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines and cells of text files: plain functions, no state but the line reader's own. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_CELL_EMPTY,
  ONDES_CELL_NUMBER, /* NaN and its other names too */
  ONDES_CELL_DATE,   /* a date, with or without time of day, or a time of day: seconds (since 1970, UTC, or since midnight) */
  ONDES_CELL_TEXT,
} OndesCellKind;

typedef struct
{
  const char *text;
  gsize       length;
} OndesCell;

typedef struct
{
  char separator; /* ',' ';' '\t', or ' ' for any run of blanks */
  char decimal;   /* '.' or ',' */
} OndesTextDialect;

/* What a cell says. @value is the double nearest to the number written, whatever the locale; NaN for what is no number.
 * @decimals is how many digits stand behind the point, its exponent taken off; it may be negative. */
OndesCellKind ondes_cell_parse (OndesCell  cell,
                                char       decimal,
                                double    *value,
                                int       *decimals);
/* TRUE where an ONDES_CELL_DATE has a day of the calendar; FALSE for a time of day alone. */
gboolean      ondes_cell_has_date (OndesCell cell);
/* Splits a line; outer blanks and double quotes are taken off the cells. In a header, what stands in brackets is not split. */
void          ondes_line_split (OndesCell  line,
                                char       separator,
                                gboolean   header,
                                GArray    *cells);
/* The line without what follows a # behind a blank. */
OndesCell     ondes_line_strip (OndesCell  line);
gboolean      ondes_line_is_comment (OndesCell line);

/* Reads a file line by line through a buffer of its own; CR, LF and CR LF end a line; empty lines are left out. */
typedef struct
{
  int         fd;
  const char *display;
  char       *buffer;
  gsize       begin, end, capacity;
  gboolean    eof, after_cr;
  guint64     offset; /* bytes read from the file */
  guint64     number; /* of the last line given, from 1 */
} OndesLineReader;

void          ondes_line_reader_init  (OndesLineReader *self,
                                       int              fd,
                                       const char      *display);
void          ondes_line_reader_clear (OndesLineReader *self);
/* The next line, valid until the next call; FALSE at the end of the file, or with @error set. */
gboolean      ondes_line_reader_next  (OndesLineReader *self,
                                       OndesCell       *line,
                                       GError         **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesLineReader, ondes_line_reader_clear)

G_END_DECLS
