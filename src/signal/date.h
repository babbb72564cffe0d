/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calendar dates and times (Gregorian, UTC, ISO 8601) as seconds since 1970-01-01 00:00. */
#pragma once

#include "zone.h"

G_BEGIN_DECLS

/* Half-open range of the years 1 to 9999, which ISO 8601 writes with four digits. */
#define ONDES_DATE_FIRST_S -62135596800.0
#define ONDES_DATE_END_S   253402300800.0
#define ONDES_DATE_DAY_S   86400

/* Parses "1998-03-17", "1998-03", "1998-03-17 14:05:30.25" or "1998-03-17T14:05:30+01:00", also with slashes. The default zone
 * is UTC; a month means its first day. FALSE if @text as a whole is not a date, or only a time of day. */
gboolean ondes_date_parse (const char *text,
                           double     *date_s);

/* Formats the time @after_s after @date_s, truncated to a precision no finer than @step_s: "1998-03-17", "1998-03-17 14:05",
 * "1998-03-17 14:05:30.25". Two arguments, because their sum as a double could not tell samples apart. Always uses the decimal
 * point. "" outside the years above. Transfer full. */
char    *ondes_date_print (double date_s,
                           double after_s,
                           double step_s);
/* Formats @date_s to the microsecond as files store it: "1998-03-17T14:05:30.25Z". */
char    *ondes_date_print_iso (double date_s);

/* Parses a date as ondes_date_parse() does, and its zone: unknown if @text has none. */
gboolean ondes_date_parse_zone (const char *text,
                                double     *date_s,
                                OndesZone  *zone);
/* Formats @date_s in @zone: "1998-03-17T14:05:30.25+01:00", with "Z" for UTC and nothing for an unknown zone. Transfer full. */
char    *ondes_date_print_iso_in (double    date_s,
                                  OndesZone zone);
/* Returns "UTC", "UTC+05:30", "UTC−07:00" or "recorder’s clock" if the zone is unknown; transfer full. */
char    *ondes_zone_print     (OndesZone zone);

G_END_DECLS
