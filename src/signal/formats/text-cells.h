/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines and cells of text files: pure functions. */
#pragma once

#include "text-dates.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_CELL_EMPTY,
  ONDES_CELL_NUMBER, /* including NaN and its other names */
  ONDES_CELL_DATE,   /* a date with or without a time of day, in seconds since 1970 UTC; or a time of day, in seconds since
                      * midnight */
  ONDES_CELL_TEXT,
  ONDES_CELL_GROUPED, /* a number with one mark between thousands, which may be a decimal mark: "1,234" */
  ONDES_N_CELL_KINDS,
} OndesCellKind;

typedef struct
{
  char separator; /* ',' ';' '\t', or ' ' for any run of blanks */
  char decimal;   /* '.' or ',' */
  OndesDateOrder order; /* of dates such as 03/02/2020 */
} OndesTextDialect;

/* Parses a cell. @value is the double nearest to the number written, whatever the locale; NaN if the cell is not a number.
 * @decimals is the number of digits after the point minus the exponent, and may be negative. */
OndesCellKind ondes_cell_parse (OndesCell               cell,
                                const OndesTextDialect *dialect,
                                double                 *value,
                                int                    *decimals);
/* Splits a line into cells, stripped of outer blanks and double quotes. In a header, text in brackets is not split. */
void          ondes_line_split (OndesCell  line,
                                char       separator,
                                gboolean   header,
                                GArray    *cells);
/* Returns the line without a comment that begins with # after a blank. */
OndesCell     ondes_line_strip (OndesCell  line);
gboolean      ondes_line_is_comment (OndesCell line);

G_END_DECLS
