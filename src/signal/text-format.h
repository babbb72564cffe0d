/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a text in columns is read, where its reader shall not find out by itself. OndesReadOptions has the columns of values and of
 * times, the rate, the time unit and the unit.
 *
 * Each field has a name and a text, which are the same in the command's options, in the key file beside a recording and in stored
 * sessions. All functions: any thread.
 */
#pragma once

#include "zone.h"
#include "base/request-error.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_TEXT_GAPS_AUTO, /* rows that are missing from an even grid are gaps; other rows are taken as evenly spaced */
  ONDES_TEXT_GAPS_FILL, /* missing rows are gaps, even where the stamps lie off their grid */
  ONDES_TEXT_GAPS_KEEP, /* every row follows the one above */
} OndesTextGaps;

typedef enum
{
  ONDES_TEXT_TIMES_AUTO,
  ONDES_TEXT_TIMES_NONE, /* no column holds times, unless OndesReadOptions.time_column names one */
} OndesTextTimes;

/* A zeroed struct leaves everything to the reader. */
typedef struct
{
  char           separator;   /* ',' ';' '\t', or ' ' for any run of blanks; 0: automatic */
  char           decimal;     /* '.' or ','; 0: automatic */
  gboolean       has_header_rows;
  guint          header_rows; /* lines of the file above its numbers, blank ones and comments too */
  OndesDateOrder date_order;  /* of dates such as 03/02/2020 */
  gboolean       has_zone;
  OndesZone      zone;        /* of stamps that tell none themselves */
  OndesTextGaps  gaps;
  OndesTextTimes times;
  const char    *columns;     /* those that are channels, from 1, as "2,4-6"; NULL: all columns of numbers but the times */
} OndesTextFormat;

typedef enum
{
  ONDES_TEXT_SEPARATOR,
  ONDES_TEXT_DECIMAL,
  ONDES_TEXT_HEADER_ROWS,
  ONDES_TEXT_DATE_ORDER,
  ONDES_TEXT_ZONE,
  ONDES_TEXT_GAPS,
  ONDES_TEXT_TIMES,
  ONDES_TEXT_COLUMNS,
  ONDES_N_TEXT_FIELDS,
} OndesTextField;

typedef struct
{
  const char        *name;    /* of the key in a key file or session; with -- before it, of the option: "text-separator" */
  OndesSetting       setting;
  const char *const *words;   /* that the text may be, "auto" the first; NULL-terminated; NULL if it may be something else */
} OndesTextFieldInfo;

/* The words of five fields, "auto" the first, in the order of their values; NULL-terminated. */
extern const char *const ondes_text_separators[], *const ondes_text_decimals[], *const ondes_text_date_orders[],
  *const ondes_text_gaps[], *const ondes_text_times[];

extern const OndesTextFieldInfo ondes_text_fields[ONDES_N_TEXT_FIELDS];

/* Sets a field from its text; "auto" leaves it to the reader. @text is borrowed for ONDES_TEXT_COLUMNS. Fails with
 * ONDES_ERROR_REQUEST about the field's setting. */
gboolean  ondes_text_format_set   (OndesTextFormat       *self,
                                   OndesTextField         field,
                                   const char            *text,
                                   GError               **error);
/* Returns the end of the sentence "TEXT is not …"; never freed. */
const char *ondes_text_format_expected (OndesTextField   field);
/* Returns the field's text, transfer full; NULL if it is left to the reader. */
char     *ondes_text_format_get   (const OndesTextFormat *self,
                                   OndesTextField         field);
gboolean  ondes_text_format_equal (const OndesTextFormat *a,
                                   const OndesTextFormat *b);

/* TRUE if the list of columns, such as "2,4-6", has @column, from 1. */
gboolean  ondes_text_columns_have (const char            *columns,
                                   guint                  column);
/* Returns the largest column of a list that ondes_text_format_set() took. */
guint     ondes_text_columns_last (const char            *columns);

G_END_DECLS
