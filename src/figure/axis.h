/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes: from values to pixels and back, and the numbers on a ruler. Pure arithmetic. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_AXIS_LINEAR,
  ONDES_AXIS_LOG,
} OndesAxisMode;

/* @lo stands at pixel 0, @hi at pixel @pixels; lo > hi and a vertical axis with @lo at the bottom are both fine: pixels only
 * count along the axis. LOG needs both above 0. */
typedef struct
{
  OndesAxisMode mode;
  double        lo, hi;
  double        pixels;
} OndesAxis;

double ondes_axis_pixel (const OndesAxis *axis,
                         double           value);
double ondes_axis_value (const OndesAxis *axis,
                         double           pixel);
/* Zoomed by @factor (> 1: in) about @pixel. */
OndesAxis ondes_axis_zoom (const OndesAxis *axis,
                           double           pixel,
                           double           factor);

typedef struct
{
  double   value, pixel;
  gboolean major;      /* has a label */
  char     label[40];  /* "1.5k", "2.0e-19", "12:30.5": enough digits that neighbours differ; minus is U+2212 */
} OndesTick;

/* Ticks inside the axis, labels at least @spacing pixels apart, at least two labels at any zoom. Free with g_array_unref. */
GArray *ondes_axis_ticks (const OndesAxis *axis,
                          double           spacing);

/* "1.25 kHz", "3.2e-19": @value with @digits significant digits and, for units that take them, an SI prefix.
 * Transfer full. */
char   *ondes_format_value (double      value,
                            const char *unit,
                            guint       digits);
/* "Hz" for "s", else "cycles/a" …: the unit of frequencies for a time unit; transfer full. */
char   *ondes_frequency_unit (const char *time_unit);

G_END_DECLS
