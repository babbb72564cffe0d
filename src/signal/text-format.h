/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a text in columns is read, where its reader shall not find out by itself. OndesReadOptions has the columns of values and of
 * times, the rate, the time unit and the unit, and the table of all. All functions: any thread. */
#pragma once

#include "zone.h"

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

/* The fields, in the order of the table's rows. */
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

/* Returns TRUE if @text is a list of columns from 1, such as "2,4-6". */
gboolean  ondes_text_columns_valid (const char           *text);
/* TRUE if the list of columns, such as "2,4-6", has @column, from 1. */
gboolean  ondes_text_columns_have (const char            *columns,
                                   guint                  column);
/* Returns the largest column of a valid list. */
guint     ondes_text_columns_last (const char            *columns);

G_END_DECLS
