/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the reader of text finds out about a file from its first lines, for a page on which a person corrects it. */
#pragma once

#include "recording.h"

G_BEGIN_DECLS

/* How a value was found, the surest last. */
typedef enum
{
  ONDES_TEXT_UNKNOWN,    /* nothing tells; the value is what is taken then */
  ONDES_TEXT_GUESSED,    /* the file can be read otherwise too */
  ONDES_TEXT_RECOGNISED, /* follows from the lines */
  ONDES_TEXT_STATED,     /* the file says so in words */
  ONDES_TEXT_ASKED,      /* by the options or the key file */
} OndesTextOrigin;

typedef enum
{
  ONDES_TEXT_CHANNEL,
  ONDES_TEXT_TIME,       /* the column of times, or its date … */
  ONDES_TEXT_CLOCK,      /* … and the time of day beside a date */
  ONDES_TEXT_COUNTER,    /* numbers of the rows, left out */
  ONDES_TEXT_WORDS,      /* words, or more dates, left out */
  ONDES_TEXT_NOT_ASKED,  /* numbers, left out by OndesTextFormat.columns */
} OndesTextRole;

typedef struct
{
  char         *name; /* NULL if it has none */
  char         *unit; /* NULL if it has none */
  OndesTextRole role;
} OndesTextColumnInfo;

/* A line of the file, for a table of the first lines. */
typedef struct
{
  guint64  line;      /* as the file counts, from 1 */
  gboolean is_header; /* it lies above the numbers, or is a comment */
  char   **cells;     /* safe to display, at most ONDES_TEXT_PREVIEW_CELLS; NULL-terminated */
} OndesTextPreview;

#define ONDES_TEXT_PREVIEW_ROWS 60
#define ONDES_TEXT_PREVIEW_CELLS 64

typedef struct
{
  OndesTextFormat      format;      /* the one that is used; owns its strings; each field is set, but columns, NULL for all, and
                                     * the date order and zone of a text without dates */
  OndesTextOrigin      origins[ONDES_N_TEXT_FIELDS];
  guint                column, time_column; /* as in OndesReadOptions; 0 if there is none */
  OndesTextOrigin      time_column_origin;
  double               rate_hz;     /* of the first lines; 0 if nothing gives one */
  OndesTextOrigin      rate_origin; /* RECOGNISED from time stamps */
  char                *time_unit;   /* "s" … */
  OndesTextOrigin      time_unit_origin;
  char                *unit;        /* "" if unknown */
  OndesTextOrigin      unit_origin;
  gboolean             resample;    /* irregular times are corrected, as the options or the key file ask */
  char                *encoding;    /* "UTF-8", "UTF-16LE", "UTF-16BE" */
  guint                n_columns;   /* of the file; 0 if no numbers were found */
  OndesTextColumnInfo *columns;     /* [n_columns] */
  GPtrArray           *rows;        /* of OndesTextPreview, the first lines of the file, then the first of numbers */
  GPtrArray           *notes;       /* sentences: columns left out, ambiguous dates, … */
  GError              *problem;     /* why the file cannot be opened so; NULL if it can. The rows are there all the same */
} OndesTextRecognition;

/* Reads the first lines of @path under @options (NULL for none) and its key file. Blocks, but reads at most some MiB: not for the
 * widget thread. NULL, with a sentence, if the file cannot be read or is no text in columns but another format. */
OndesTextRecognition *ondes_text_recognise       (const char             *path,
                                                  const OndesReadOptions *options,
                                                  const OndesWatch       *watch,
                                                  GError                **error);
void                  ondes_text_recognition_free (OndesTextRecognition  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesTextRecognition, ondes_text_recognition_free)

G_END_DECLS
