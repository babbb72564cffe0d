/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moments of the calendar (Gregorian, UTC, ISO 8601), as seconds since 1970-01-01 00:00. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The years 1 to 9999, which ISO 8601 writes with four digits: from the first of these to before the second. */
#define ONDES_DATE_FIRST_S -62135596800.0
#define ONDES_DATE_END_S   253402300800.0
#define ONDES_DATE_DAY_S   86400

/* "1998-03-17", "1998-03", "1998-03-17 14:05:30.25", "1998-03-17T14:05:30+01:00": with slashes too, and without a zone as UTC; a
 * month is its first day. FALSE: @text as a whole is no date, or a time of day alone. */
gboolean ondes_date_parse (const char *text,
                           double     *date_s);

/* The moment @after_s later than @date_s, cut to what is no finer than @step_s: "1998-03-17", "1998-03-17 14:05",
 * "1998-03-17 14:05:30.25". In two parts, for the sum in double would lose what tells samples apart. Transfer full; by the point;
 * "" outside the years above. */
char    *ondes_date_print (double date_s,
                           double after_s,
                           double step_s);
/* The same to the microsecond as files have it: "1998-03-17T14:05:30.25Z". */
char    *ondes_date_print_iso (double date_s);

G_END_DECLS
