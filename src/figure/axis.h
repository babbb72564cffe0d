/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes: conversion between values and pixels, and tick labels of rulers. Pure arithmetic. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_AXIS_LINEAR,
  ONDES_AXIS_LOG,
  ONDES_AXIS_TIME, /* linear in seconds, for long recordings; labelled as ondes_axis_clock() says */
  ONDES_AXIS_INDEX, /* linear, labelled only at whole numbers, in steps of powers of two */
  ONDES_AXIS_SIGNED_LOG, /* log (1 + |value| / threshold) with the sign of value: linear near 0, decades far from it */
  ONDES_AXIS_DATE, /* linear, labelled with years, months, days and times of day (UTC) */
} OndesAxisMode;

/* An axis from @lo at pixel 0 to @hi at pixel @pixels. lo > hi, and a vertical axis with @lo at the bottom, are both fine:
 * pixels just count along the axis. LOG needs both above 0. */
typedef struct
{
  OndesAxisMode mode;
  double        lo, hi;
  double        pixels;
  double        threshold; /* SIGNED_LOG: above 0 */
  double        date_s;    /* DATE: date of value 0, in seconds since 1970-01-01 00:00 */
  double        unit_s;    /* DATE: seconds per unit of value */
  double        min_s;     /* DATE: finest unit in labels, if enough coarser ones fit: 86400 for samples days apart */
} OndesAxis;

/* The time scale of a recording. */
typedef struct
{
  const char *unit;    /* "s", for example */
  double      rate_hz; /* samples per unit */
  guint64     n;       /* number of samples */
  double      start;   /* time of sample 0, in units */
  double      date_s;  /* date of sample 0, in seconds since 1970-01-01 00:00 UTC; NaN if it has none */
} OndesTimeBase;

/* Returns the natural logarithm of 1 + |@value| / @threshold, with the sign of @value. */
double ondes_signed_log (double           value,
                         double           threshold);
double ondes_axis_pixel (const OndesAxis *axis,
                         double           value);
double ondes_axis_value (const OndesAxis *axis,
                         double           pixel);
/* Returns @axis zoomed by @factor (> 1: in) about @pixel. */
OndesAxis ondes_axis_zoom (const OndesAxis *axis,
                           double           pixel,
                           double           factor);
/* Returns the axis of @count samples from @first on: a date axis if the recording has dates, in the years 1 to 9999, with
 * values counted from sample 0; otherwise a time axis, with times that include the start. */
OndesAxis ondes_time_axis (const OndesTimeBase *base,
                           double               first,
                           double               count,
                           double               pixels);
/* Returns the mode of a time axis for a recording without dates that lasts @length time units: TIME for at least ten minutes
 * measured in seconds. */
OndesAxisMode ondes_time_axis_mode (const char *time_unit,
                                    double      length);

typedef struct
{
  double   value, pixel;
  gboolean major;      /* TRUE if it has a label */
  char     label[40];  /* "1500", "2.5e−19", "3:25:00": enough digits to tell neighbours apart; minus is U+2212. Parses back to
                        * exactly value (TIME: in base 60; DATE: ondes_axis_date_context() and the label together are an ISO
                        * 8601 date). Plain notation from 0.0001 to 99999, and beyond unless an exponent makes it shorter. */
} OndesTick;

/* Returns the ticks inside the axis, sorted by pixel, with labels at least @spacing pixels apart and all different. There are
 * at least two labels at any zoom (INDEX: if two whole numbers lie inside); on an axis shorter than twice @spacing, half its
 * length is the spacing. Empty for an axis that is not finite, has no length, or is too narrow for doubles. Free with
 * g_array_unref(). */
GArray *ondes_axis_ticks (const OndesAxis *axis,
                          double           spacing);

/* Formats @value with @digits significant digits and a decimal point: "1.25 kHz", "3.20e−19", "0.0125 a"; units that take SI
 * prefixes get one. @unit may be NULL or "". Transfer full. */
char   *ondes_format_value (double      value,
                            const char *unit,
                            guint       digits);
/* Returns the frequency unit for a time unit: "Hz" for "s", "kHz" for "ms", or "cycles/year", "cycles/min" …; transfer full. */
char   *ondes_frequency_unit (const char *time_unit);
/* TRUE for the time unit of truth tables, whose "time" is an index. */
gboolean ondes_is_index_unit (const char *time_unit);
/* Label formats of a TIME axis: "59:59", "99:59:59", "12 d 04:00:00", days, years of 365.2425 days. */
typedef enum { ONDES_CLOCK_MINUTES, ONDES_CLOCK_HOURS, ONDES_CLOCK_DAYS_AND_HOURS, ONDES_CLOCK_DAYS, ONDES_CLOCK_YEARS } OndesClock;

OndesClock ondes_axis_clock  (const OndesAxis *axis);
#define ONDES_CLOCK_DAY_S  86400.0
#define ONDES_CLOCK_YEAR_S (365.2425 * ONDES_CLOCK_DAY_S)

/* Returns the date part common to all labels of a DATE axis, which its title states once: "1998-03-17", "1998", or "" if there
 * is none or the labels contain it; transfer full. Sets @utc to TRUE if the labels may give times of day. */
char    *ondes_axis_date_context (const OndesAxis *axis,
                                  gboolean        *utc);
/* Formats @value of a TIME or DATE axis in full, with a decimal point and no finer than @step resolves: "1:02:03.45", "12 d
 * 04:00:00", "33.25 years", "1998-03-17 14:05"; transfer full. */
char    *ondes_axis_print_time   (const OndesAxis *axis,
                                  double           value,
                                  double           step);
/* Returns the title of a time axis: "time (s)", "time (years)"; for clock labels "time (h:min:s)" or "time (min:s)"; for dates
 * "time (1998-03-17, UTC)". Transfer full. */
char   *ondes_time_title     (const char      *time_unit,
                              const OndesAxis *axis);

G_END_DECLS
