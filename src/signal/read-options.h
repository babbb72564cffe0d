/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options that a file is read with, and their table. The command's options, copied commands, the key file beside a recording,
 * sessions and runs over many recordings read the table. All functions: any thread. */
#pragma once

#include "param/param.h"
#include "text-format.h"

G_BEGIN_DECLS

/* Sample formats of headerless files. */
typedef struct
{
  guint    bits;       /* 8, 16, 24, 32 or 64 */
  char     kind;       /* 's' signed, 'u' unsigned, 'f' floating point */
  gboolean big_endian;
  guint    channels;
  double   rate_hz;
} OndesRawFormat;

/* The parts of a raw format but the rate, for rows of their own. */
extern const OndesParamTable ondes_raw_params;

/* Limits of sampling rates, in samples per time unit. Within them, the times and frequencies of a recording of any length are
 * distinct numbers. */
#define ONDES_RATE_MIN 1e-18
#define ONDES_RATE_MAX   1e18
#define ondes_rate_valid(rate) ((rate) >= ONDES_RATE_MIN && (rate) <= ONDES_RATE_MAX)

/* Of a time expansion: how many times as fast a recording was made as its header plays it, as with some bat detectors. Far above
 * the factor of any detector. */
#define ONDES_TIME_EXPANSION_MAX 1000

/* Parses FORMAT:RATE:CHANNELS, such as s16le:16000:1; on bad input, fails with ONDES_ERROR_REQUEST (exit status 2). */
gboolean  ondes_raw_format_parse   (const char           *text,
                                    OndesRawFormat       *format,
                                    GError              **error);
char     *ondes_raw_format_print   (const OndesRawFormat *format);
/* Returns the bytes of one sample of one channel. */
guint     ondes_raw_format_bytes   (const OndesRawFormat *format);

/* "s" "ms" "min" "h" "d" "a", NULL-terminated. */
extern const char *const ondes_time_units[];
/* TRUE if @text is one of these. */
gboolean  ondes_time_unit_valid    (const char           *text);
/* Returns the length of time unit @text in seconds, or 0 if @text is not a time unit. A year "a" is the mean calendar year,
 * 365.2425 days. */
double    ondes_time_unit_seconds  (const char           *text);

/* The user's options for the file. A zeroed struct asks for nothing. */
typedef struct
{
  gboolean       raw;          /* read as headerless, in raw_format */
  OndesRawFormat raw_format;
  guint          column;       /* text: the value column, 1-based among all of the file's columns; 0 for the file's own. EDF,
                                * miniSEED: the signal, whose rate chooses the channels */
  guint          time_column;  /* text: the time column, 1-based; 0 to guess it */
  OndesTextFormat text;        /* text: the rest of how it is read */
  gboolean       text_alone;   /* the marked parameters of the key file do not count; no parameter itself */
  double         rate_hz;      /* 0 for the file's own */
  double         time_expansion; /* sound files; 0 for the file's own, 1 to read the file as it plays. The rate goes before it */
  const char    *time_unit;    /* "s" "ms" "min" "h" "d" "a"; NULL for the file's own */
  const char    *unit;         /* of the values; NULL for the file's own */
  gboolean       resample;     /* correct irregular time stamps: interpolate the values at even times (formats/even-times.h) */
  const char    *dataset;      /* archives: path of the data set; NULL for the only one that fits */
  guint          time_axis;    /* archives, .npy: the dimension that is time, 1-based as its shape is shown; 0 for the file's own */
  const char    *table;        /* name of the S-box to take from a file of several; NULL for the first */
} OndesReadOptions;

/* The table. ONDES_PARAM_MARKED are all about a text in columns: its key file keeps them together. ONDES_PARAM_SPEC change the
 * samples themselves, but a raw format, whose rate does not. */
extern const OndesParamTable ondes_read_params;

/* Returns the row of a field of texts. */
const OndesParam *ondes_read_text_row      (OndesTextField          field);

/* The strings of @from, which may be NULL, are copied. */
void              ondes_read_options_copy  (OndesReadOptions       *to,
                                            const OndesReadOptions *from);
/* Frees the strings, and zeroes the rest. */
void              ondes_read_options_clear (OndesReadOptions       *self);
/* TRUE if both read a file alike. */
gboolean          ondes_read_options_equal (const OndesReadOptions *a,
                                            const OndesReadOptions *b);

G_END_DECLS
