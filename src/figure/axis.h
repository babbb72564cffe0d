/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes: from values to pixels and back, and the numbers on a ruler. Pure arithmetic. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_AXIS_LINEAR,
  ONDES_AXIS_LOG,
  ONDES_AXIS_TIME, /* linear in seconds, for long recordings: labelled as ondes_axis_clock() says */
  ONDES_AXIS_INDEX, /* linear, with whole numbers alone on it, at steps of powers of two */
  ONDES_AXIS_SIGNED_LOG, /* both signs of log (1 + |value| / threshold): even near 0, decades far from it */
  ONDES_AXIS_DATE, /* linear, with years, months, days and times of day (UTC) on it */
} OndesAxisMode;

/* @lo stands at pixel 0, @hi at pixel @pixels; lo > hi and a vertical axis with @lo at the bottom are both fine: pixels only
 * count along the axis. LOG needs both above 0. */
typedef struct
{
  OndesAxisMode mode;
  double        lo, hi;
  double        pixels;
  double        threshold; /* SIGNED_LOG: above 0 */
  double        date_s;    /* DATE: the moment of value 0, in seconds since 1970-01-01 00:00 */
  double        unit_s;    /* DATE: the seconds of a value of 1 */
  double        least_s;   /* DATE: no label tells less, where a wider one is to be had: 86400 of samples that are days apart */
} OndesAxis;

/* How a recording counts time. */
typedef struct
{
  const char *unit;    /* "s" … */
  double      rate_hz; /* samples a unit */
  guint64     n;       /* samples */
  double      start;   /* time of sample 0, in units */
  double      date_s;  /* its moment, in seconds since 1970-01-01 00:00 UTC; NaN: it has none */
} OndesTimeBase;

/* The natural logarithm of 1 + |@value| / @threshold, with the sign of @value. */
double ondes_signed_log (double           value,
                         double           threshold);
double ondes_axis_pixel (const OndesAxis *axis,
                         double           value);
double ondes_axis_value (const OndesAxis *axis,
                         double           pixel);
/* Zoomed by @factor (> 1: in) about @pixel. */
OndesAxis ondes_axis_zoom (const OndesAxis *axis,
                           double           pixel,
                           double           factor);
/* The axis of @count samples from @first on: of dates where the recording has them, in the years 1 to 9999, with values that count
 * from sample 0; else of times, from the start on. */
OndesAxis ondes_time_axis (const OndesTimeBase *base,
                           double               first,
                           double               count,
                           double               pixels);
/* The mode for a time axis of a recording without dates that lasts @length time units: TIME for ten minutes and more of seconds. */
OndesAxisMode ondes_time_axis_mode (const char *time_unit,
                                    double      length);

typedef struct
{
  double   value, pixel;
  gboolean major;      /* has a label */
  char     label[40];  /* "1500", "2.5e−19", "3:25:00": enough digits that neighbours differ; minus is U+2212. Read back it is
                        * exactly value (TIME: 60-based; DATE: what the title says before it, as ondes_axis_date_context() has
                        * it, and the label are a date of ISO 8601). Plain from 0.0001 to 99999, and beyond where an exponent
                        * would not make it shorter. */
} OndesTick;

/* Ticks inside the axis in order of their pixels, labels at least @spacing pixels apart and never twice the same. At least two
 * labels at any zoom (INDEX: where two whole numbers lie inside); where the axis is shorter than twice @spacing, half its
 * length is the spacing. None for an axis that is not finite, is empty, or is narrower than a double can tell apart. Free with
 * g_array_unref. */
GArray *ondes_axis_ticks (const OndesAxis *axis,
                          double           spacing);

/* "1.25 kHz", "3.20e−19", "0.0125 a": @value with @digits significant digits, by the point, and, for units that take them, an
 * SI prefix. @unit may be NULL or "". Transfer full. */
char   *ondes_format_value (double      value,
                            const char *unit,
                            guint       digits);
/* "Hz" for "s", "kHz" for "ms", else "cycles/year", "cycles/min" …: the unit of frequencies for a time unit; transfer full. */
char   *ondes_frequency_unit (const char *time_unit);
/* That of truth tables: their "time" is an index. */
gboolean ondes_is_index_unit (const char *time_unit);
/* What the labels of a TIME axis are: "59:59", "99:59:59", "12 d 04:00:00", days, years of 365.2425 days. */
typedef enum { ONDES_CLOCK_MINUTES, ONDES_CLOCK_HOURS, ONDES_CLOCK_DAYS_AND_HOURS, ONDES_CLOCK_DAYS, ONDES_CLOCK_YEARS } OndesClock;

OndesClock ondes_axis_clock  (const OndesAxis *axis);
#define ONDES_CLOCK_DAY_S  86400.0
#define ONDES_CLOCK_YEAR_S (365.2425 * ONDES_CLOCK_DAY_S)

/* What all labels of a DATE axis share and its title says once: "1998-03-17", "1998", or "" where they share nothing or say it
 * themselves; transfer full. @utc: they may tell times of day. */
char    *ondes_axis_date_context (const OndesAxis *axis,
                                  gboolean        *utc);
/* @value of a TIME or DATE axis in full, by the point and no finer than @step tells apart: "1:02:03.45", "12 d 04:00:00",
 * "33.25 years", "1998-03-17 14:05"; transfer full. */
char    *ondes_axis_print_time   (const OndesAxis *axis,
                                  double           value,
                                  double           step);
/* The title of a time axis: "time (s)", "time (years)", by what its labels count "time (h:min:s)" or "time (min:s)", and of dates
 * "time (1998-03-17, UTC)"; transfer full. */
char   *ondes_time_title     (const char      *time_unit,
                              const OndesAxis *axis);

G_END_DECLS
