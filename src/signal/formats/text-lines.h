/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a text file. */
#pragma once

#include "text-cells.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_TEXT_UTF8,    /* or another in which ASCII is ASCII */
  ONDES_TEXT_UTF16LE,
  ONDES_TEXT_UTF16BE,
} OndesTextEncoding;

extern const char *const ondes_text_encodings[]; /* "UTF-8" … */

/* Finds UTF-16 by its byte order mark, or by the zeros of ASCII in it. */
OndesTextEncoding ondes_text_encoding_find (const guint8 *head,
                                            gsize         n);

/* Reads a file line by line through its own buffer, in UTF-8 whatever its encoding. CR, LF and CR LF end a line; empty lines are
 * skipped. */
typedef struct
{
  int         fd;
  const char *display;
  char       *buffer;
  gsize       begin, end, capacity;
  gboolean    eof, after_cr;
  guint64     offset; /* bytes read from the file */
  guint64     number; /* of the last line returned, from 1 */
  OndesTextEncoding encoding;
  guint8     *units;   /* bytes of UTF-16 not yet decoded … */
  gsize       n_units; /* … how many */
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
