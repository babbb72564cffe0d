/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes: from values to pixels and back, and the numbers on a ruler. Pure arithmetic. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_AXIS_LINEAR,
  ONDES_AXIS_LOG,
  ONDES_AXIS_TIME, /* linear in seconds, labelled h:min:s, for long recordings */
  ONDES_AXIS_INDEX, /* linear, with whole numbers alone on it, at steps of powers of two */
  ONDES_AXIS_SIGNED_LOG, /* both signs of log (1 + |value| / threshold): even near 0, decades far from it */
} OndesAxisMode;

/* @lo stands at pixel 0, @hi at pixel @pixels; lo > hi and a vertical axis with @lo at the bottom are both fine: pixels only
 * count along the axis. LOG needs both above 0. */
typedef struct
{
  OndesAxisMode mode;
  double        lo, hi;
  double        pixels;
  double        threshold; /* SIGNED_LOG: above 0 */
} OndesAxis;

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
/* The mode for a time axis of a recording that lasts @length time units: TIME for ten minutes and more of seconds. */
OndesAxisMode ondes_time_axis_mode (const char *time_unit,
                                    double      length);

typedef struct
{
  double   value, pixel;
  gboolean major;      /* has a label */
  char     label[40];  /* "1500", "2.5e−19", "3:25:00": enough digits that neighbours differ; minus is U+2212. Read back it is
                        * exactly value (TIME: 60-based). Plain from 0.0001 to 99999, and beyond where an exponent would not
                        * make it shorter. */
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
/* TRUE where the labels of a TIME axis count hours, as one of them is not before the first hour. */
gboolean ondes_axis_has_hours (const OndesAxis *axis);
/* The title of a time axis: "time (s)", "time (years)", and by what its labels count "time (h:min:s)" or "time (min:s)"; transfer
 * full. */
char   *ondes_time_title     (const char      *time_unit,
                              const OndesAxis *axis);

G_END_DECLS
