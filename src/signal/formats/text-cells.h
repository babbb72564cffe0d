/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines and cells of text files: pure functions, with no state but the line reader's. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_CELL_EMPTY,
  ONDES_CELL_NUMBER, /* including NaN and its other names */
  ONDES_CELL_DATE,   /* a date with or without a time of day, in seconds since 1970 UTC; or a time of day, in seconds since
                      * midnight */
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

/* Parses a cell. @value is the double nearest to the number written, whatever the locale; NaN if the cell is not a number.
 * @decimals is the number of digits after the point minus the exponent, and may be negative. */
OndesCellKind ondes_cell_parse (OndesCell  cell,
                                char       decimal,
                                double    *value,
                                int       *decimals);
/* TRUE if an ONDES_CELL_DATE has a calendar date; FALSE if it is only a time of day. */
gboolean      ondes_cell_has_date (OndesCell cell);
/* Splits a line into cells, stripped of outer blanks and double quotes. In a header, text in brackets is not split. */
void          ondes_line_split (OndesCell  line,
                                char       separator,
                                gboolean   header,
                                GArray    *cells);
/* Returns the line without a comment that begins with # after a blank. */
OndesCell     ondes_line_strip (OndesCell  line);
gboolean      ondes_line_is_comment (OndesCell line);

/* Reads a file line by line through its own buffer. CR, LF and CR LF end a line; empty lines are skipped. */
typedef struct
{
  int         fd;
  const char *display;
  char       *buffer;
  gsize       begin, end, capacity;
  gboolean    eof, after_cr;
  guint64     offset; /* bytes read from the file */
  guint64     number; /* of the last line returned, from 1 */
} OndesLineReader;

void          ondes_line_reader_init  (OndesLineReader *self,
                                       int              fd,
                                       const char      *display);
void          ondes_line_reader_clear (OndesLineReader *self);
/* Returns the next line, valid until the next call; FALSE at the end of the file, or with @error set. */
gboolean      ondes_line_reader_next  (OndesLineReader *self,
                                       OndesCell       *line,
                                       GError         **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesLineReader, ondes_line_reader_clear)

G_END_DECLS
