/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the formats of annotation files share. */
#pragma once

#include "annotation/annotation-format.h"
#include "annotation/annotation-set.h"
#include "base/request-error.h"
#include "base/watch.h"
#include "io/out-file.h"

G_BEGIN_DECLS

#define ONDES_CSV_DELIMITERS ",;\t" /* the reader accepts any of them */

/* A file being read. */
typedef struct
{
  char                         *p, *end; /* the text that is left, UTF-8, which is changed on the way; *end is 0 */
  const char                   *begin;
  guint64                       line;    /* of what was read last, from 1 */
  const char                   *display; /* the file's name in messages */
  const OndesAnnotationReading *reading; /* never NULL */
  const OndesWatch             *watch;
  GPtrArray                    *items;   /* owned annotations, in any order */
  GPtrArray                    *tracks;  /* owned names, in order; what annotations name comes after them */
  GPtrArray                    *notes;   /* owned sentences */
} OndesAnnotationInput;

/* A file being written. A problem is kept in @error; nothing is written after it. */
typedef struct
{
  OndesOutFile                 *file;
  GString                      *buffer;
  GError                       *error;
  OndesAnnotationSet           *set;
  const OndesAnnotationWriting *writing; /* never NULL */
  GPtrArray                    *notes;
} OndesAnnotationOutput;

typedef struct
{
  OndesAnnotationFormatInfo info;
  /* TRUE if a text that begins so, perhaps cut off at @end, is of this format; NULL if it is no text. */
  gboolean (*detect) (const char *text,
                      const char *end);
  gboolean (*parse)  (OndesAnnotationInput *input,
                      GError              **error);
  void     (*write)  (OndesAnnotationOutput *output); /* NULL if read only */
} OndesAnnotationFormatClass;

extern const OndesAnnotationFormatClass ondes_annotations_own, ondes_annotations_audacity, ondes_annotations_raven,
  ondes_annotations_textgrid, ondes_annotations_csv, ondes_annotations_sigmf;

/* EDF+ and BDF+: TRUE if a file begins so. */
gboolean ondes_annotations_edf_detect (const char           *head,
                                       gsize                 size);
/* Reads from the descriptor of a file of @size bytes; the input has no text. */
gboolean ondes_annotations_edf_read   (OndesAnnotationInput *input,
                                       int                   fd,
                                       guint64               size,
                                       GError              **error);

/* WAV, RF64 and BW64: TRUE if a file begins so. */
gboolean ondes_annotations_wav_detect (const char           *head,
                                       gsize                 size);
/* Does the same as ondes_annotations_edf_read(). Takes the sampling rate from the recording at @path. */
gboolean ondes_annotations_wav_read   (OndesAnnotationInput *input,
                                       const char           *path,
                                       int                   fd,
                                       guint64               size,
                                       GError              **error);

/* Reading */

/* Sets the error "NAME, line L: …" about the line read last; returns FALSE. */
gboolean ondes_annotation_refuse (const OndesAnnotationInput *input,
                                  GError                    **error,
                                  const char                 *format,
                                  ...) G_GNUC_PRINTF (3, 4);
void     ondes_annotation_note   (GPtrArray  *notes,
                                  const char *format,
                                  ...) G_GNUC_PRINTF (2, 3);
/* Takes the next line that is not blank, without its end, changed to a string; NULL at the end of the text. Tells progress, and
 * sets G_IO_ERROR_CANCELLED in @error if cancelled. @whole, or NULL, is FALSE if the text ends within the line. */
char    *ondes_annotation_take_line (OndesAnnotationInput *input,
                                     gboolean             *whole,
                                     GError              **error);
/* Tells progress and sees cancels, every thousandth call or so. */
gboolean ondes_annotation_go_on  (OndesAnnotationInput *input,
                                  GError              **error);
/* Adds an annotation, in the reading's track if it has none. */
void     ondes_annotation_found  (OndesAnnotationInput  *input,
                                  const OndesAnnotation *values);

/* Parses seconds, with a decimal point or comma, or hours, minutes and seconds with colons between them. */
gboolean ondes_annotation_time_parse (const char *text,
                                      double     *value);

/* Writing */

void     ondes_annotation_put        (OndesAnnotationOutput *output,
                                      const char            *text);
/* Puts a number; nothing if it is not finite. */
void     ondes_annotation_put_number (OndesAnnotationOutput *output,
                                      double                 value);
/* Puts @text with \t, \n, \r and \\ for tabs, line breaks and backslashes, which the other function undoes in place. */
void     ondes_annotation_put_escaped (OndesAnnotationOutput *output,
                                       const char            *text);
void     ondes_annotation_unescape    (char                  *text);
/* Puts @text with blanks for tabs and line breaks; TRUE if there were any. */
gboolean ondes_annotation_put_line   (OndesAnnotationOutput *output,
                                      const char            *text);

/* Tables: a line of column names, and a line an annotation. */

typedef enum
{
  ONDES_COLUMN_START,
  ONDES_COLUMN_END,
  ONDES_COLUMN_LOW,
  ONDES_COLUMN_HIGH,
  ONDES_COLUMN_TRACK,
  ONDES_COLUMN_LABEL,
  ONDES_COLUMN_DURATION, /* read where there is no end */
  ONDES_N_COLUMN_ROLES,  /* the role of further fields */
} OndesColumnRole;

#define ONDES_ANNOTATION_COLUMNS_MOST 4096

typedef enum
{
  ONDES_CELLS_PLAIN,   /* no delimiter or line break within a cell */
  ONDES_CELLS_QUOTED,  /* RFC 4180 */
  ONDES_CELLS_ESCAPED, /* \t, \n, \r and \\ */
} OndesCells;

typedef struct
{
  char               delimiter;
  OndesCells         cells;
  const char *const *labels; /* names of the column with the label, the best first, in small letters */
  const char        *names[ONDES_COLUMN_LABEL + 1]; /* for writing */
  gboolean           spare_track; /* TRUE to write no column of tracks if no annotation has one */
  const char *const *required; /* further fields that are always written, in front of all columns; NULL for none */
} OndesAnnotationDialect;

/* Reads the line of names and all that follow. */
gboolean ondes_annotation_read_table  (OndesAnnotationInput         *input,
                                       const OndesAnnotationDialect *dialect,
                                       GError                      **error);
/* Returns the role that a column of this name may have; ONDES_N_COLUMN_ROLES if none. */
OndesColumnRole ondes_annotation_column_role (const char *name);
/* TRUE of the name of an offset, which is an end beside an onset, and a start beside a duration. */
gboolean        ondes_annotation_is_offset   (const char *name);

/* Changes the text of a required field before it is written; returns a text that lives until the next call. */
typedef const char *(*OndesRequiredField) (const OndesAnnotation *annotation,
                                           guint                  field,
                                           guint64                place,
                                           gpointer               data);
void     ondes_annotation_write_table (OndesAnnotationOutput        *output,
                                       const OndesAnnotationDialect *dialect,
                                       OndesRequiredField            required,
                                       gpointer                      data);

G_END_DECLS
