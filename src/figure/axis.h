/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes: conversion between values and pixels, and tick labels of rulers. Pure arithmetic. */
#pragma once

#include "signal/date.h"
#include "transform/picture.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_AXIS_LINEAR,
  ONDES_AXIS_LOG,
  ONDES_AXIS_TIME, /* linear in seconds, for long recordings; labelled as ondes_axis_clock() says */
  ONDES_AXIS_INDEX, /* linear, labelled only at whole numbers, in steps of powers of two */
  ONDES_AXIS_SIGNED_LOG, /* log (1 + |value| / threshold) with the sign of value: linear near 0, decades far from it */
  ONDES_AXIS_DATE, /* linear, labelled with years, months, days and times of day in the axis' zone */
  ONDES_AXIS_RECIPROCAL, /* linear in 1 / value, labelled with values: the periods along a linear axis of frequencies */
} OndesAxisMode;

/* An axis from @lo at pixel 0 to @hi at pixel @pixels. lo > hi, and a vertical axis with @lo at the bottom, are both fine:
 * pixels just count along the axis. LOG needs both above 0. Of RECIPROCAL they are 1 / value, 0 at least. */
typedef struct
{
  OndesAxisMode mode;
  double        lo, hi;
  double        pixels;
  double        threshold; /* SIGNED_LOG: above 0 */
  double        date_s;    /* DATE: date of value 0 by the clock of the zone, in seconds since 1970-01-01 00:00 */
  double        unit_s;    /* DATE: seconds per unit of value */
  double        min_s;     /* DATE: finest unit in labels, if enough coarser ones fit: 86400 for samples days apart */
  OndesZone     zone;      /* DATE */
  double        a4;        /* LOG, LINEAR: the value of the note A4, to label notes; 0 to label numbers */
} OndesAxis;

/* What time rulers count. */
typedef enum
{
  ONDES_TIME_RULER_AUTO,  /* the clock where time stamps or the key file tell it, or for ten minutes and more */
  ONDES_TIME_RULER_START, /* time from the recording's start */
  ONDES_TIME_RULER_CLOCK, /* date and time of day, if known */
} OndesTimeRuler;

extern const char *const ondes_time_ruler_names[]; /* auto start clock, NULL-terminated */

/* The time scale of a recording. */
typedef struct
{
  const char *unit;    /* "s", for example */
  double      rate_hz; /* samples per unit */
  guint64     n;       /* number of samples */
  double      start;   /* time of sample 0, in units */
  double      date_s;  /* date of sample 0, in seconds since 1970-01-01 00:00 UTC; NaN if it has none */
  OndesZone   zone;    /* of the date */
  gboolean    noted;   /* the date is only noted in the file's metadata or name, not part of its data */
  OndesTimeRuler ruler;
} OndesTimeBase;

/* Returns the natural logarithm of 1 + |@value| / @threshold, with the sign of @value. */
double ondes_signed_log (double           value,
                         double           threshold);
double ondes_axis_pixel (const OndesAxis *axis,
                         double           value);
double ondes_axis_value (const OndesAxis *axis,
                         double           pixel);
/* TRUE if both have the same labels at the same pixels. */
gboolean ondes_axis_equal (const OndesAxis *a,
                           const OndesAxis *b);
/* Returns @axis zoomed by @factor (> 1: in) about @pixel. */
OndesAxis ondes_axis_zoom (const OndesAxis *axis,
                           double           pixel,
                           double           factor);
/* Returns the axis of @count samples from @first on: a date axis if the recording has dates, in the years 1 to 9999, and the ruler
 * shows them, with values counted from sample 0; otherwise a time axis, whose times include the time of sample 0. */
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
                        * 8601 date; of notes "A4", "F♯3 −20¢"). Plain notation from 0.0001 to 99999, and beyond
                        * unless an exponent makes it shorter. */
} OndesTick;

/* Returns the ticks inside the axis, sorted by pixel, with labels at least @spacing pixels apart and all different. There are
 * at least two labels at any zoom (INDEX: if two whole numbers lie inside); on an axis shorter than twice @spacing, half its
 * length is the spacing. Empty for an axis that is not finite, has no length, or is too narrow for doubles. Free with
 * g_array_unref(). */
GArray *ondes_axis_ticks (const OndesAxis *axis,
                          double           spacing);

/* Returns the note at frequency @value and its distance in whole cents, by 12 log2 (value / a4): "A4", "A4 +20¢", "C♯−1 −12¢".
 * Transfer full. */
char   *ondes_note_print   (double      value,
                            double      a4);

/* Formats @value with @digits significant digits and a decimal point: "1.25 kHz", "3.20e−19", "0.0125 a"; units that take SI
 * prefixes get one. @unit may be NULL or "". Transfer full. */
char   *ondes_format_value (double      value,
                            const char *unit,
                            guint       digits);
/* Returns the frequency unit for a time unit: "Hz" for "s", "kHz" for "ms", or "cycles/year", "cycles/min" …; transfer full. */
char   *ondes_frequency_unit (const char *time_unit);
/* Returns the unit of sequencies for a time unit: "crossings/s", "crossings/year", …; transfer full. */
char   *ondes_sequency_unit (const char *time_unit);
/* Returns the unit of rows' places for a time unit; "" for numbers of rows. Transfer full. */
char   *ondes_place_unit (OndesPlace  place,
                          const char *time_unit);
/* TRUE for the time unit of truth tables, whose "time" is an index. */
gboolean ondes_is_index_unit (const char *time_unit);
/* Label formats of a TIME axis: "59:59", "99:59:59", "12 d 04:00:00", days, years of 365.2425 days. */
typedef enum { ONDES_CLOCK_MINUTES, ONDES_CLOCK_HOURS, ONDES_CLOCK_DAYS_AND_HOURS, ONDES_CLOCK_DAYS, ONDES_CLOCK_YEARS } OndesClock;

OndesClock ondes_axis_clock  (const OndesAxis *axis);
#define ONDES_CLOCK_DAY_S  86400.0
#define ONDES_CLOCK_YEAR_S (365.2425 * ONDES_CLOCK_DAY_S)

/* Returns the date part common to all labels of a DATE axis, which its title states once: "1998-03-17", "1998", or "" if there
 * is none or the labels contain it; transfer full. Sets @clock to TRUE if the labels may give times of day, whose zone the title
 * names. */
char    *ondes_axis_date_context (const OndesAxis *axis,
                                  gboolean        *clock);
/* Formats @value of a TIME or DATE axis in full, with a decimal point and no finer than @step resolves: "1:02:03.45", "12 d
 * 04:00:00", "33.25 years", "1998-03-17 14:05"; transfer full. */
char    *ondes_axis_print_time   (const OndesAxis *axis,
                                  double           value,
                                  double           step);
/* Returns the title of a time axis: "time (s)", "time (years)"; for clock labels "time (h:min:s)" or "time (min:s)"; for dates
 * "time (1998-03-17, UTC+02:00)". Transfer full. */
char   *ondes_time_title     (const char      *time_unit,
                              const OndesAxis *axis);

G_END_DECLS
