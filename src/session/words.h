/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the library says in English, in the person's language: units, titles of rulers, names of palettes.
 *
 * For the screen alone, numbers by the locale. An exported figure says what ondes-cli says, in any language, by the point.
 */
#pragma once

#include "figure/axis.h"
#include "figure/display.h"
#include "analysis/scalogram.h"

G_BEGIN_DECLS

/* All strings are the caller's to free. */

/* "1.25 kHz", in German "1,25 kHz", as ondes_format_value(). */
char *ondes_words_quantity         (double        value,
                                    const char   *unit,
                                    guint         digits);
/* 16777216 as 16 777 216, with the person's own marks. */
char *ondes_words_count            (guint64       count);
/* "s", "days", "years": the unit after a number. */
char *ondes_words_time_unit        (const char   *time_unit);
/* "2.5 s", "1 day", "1.5 years": @number, which is printed, and its unit in the singular or plural. */
char *ondes_words_time_quantity    (const char   *number,
                                    const char   *time_unit);
/* "Hz", "cycles/year", as ondes_frequency_unit(). */
char *ondes_words_frequency_unit   (const char   *time_unit);
/* "time (years)", as ondes_time_title(). */
char *ondes_words_time_title       (const char      *time_unit,
                                    const OndesAxis *axis);
/* @value of a TIME or DATE axis, as ondes_axis_print_time(). */
char *ondes_words_time             (const OndesAxis *axis,
                                    double           value,
                                    double           step);
/* "amplitude (mV)"; @unit may be NULL or "". */
char *ondes_words_amplitude_title  (const char      *unit);
/* "magnitude, dB re 1.20 mV", as ondes_colour_bar_title(). */
char *ondes_words_colour_bar_title (const OndesScalogram *scalogram,
                                    const OndesDisplay   *display);
/* "64.81 s", "7:38:20", "12 d 04:00:00", "50 years". */
char *ondes_words_duration         (double        duration,
                                    const char   *time_unit);
/* A recording's name, that of one of Ondes' own samples in the user's language. Valid while @name is. */
const char *ondes_words_recording_name (const char *name);
/* "44100 Hz", "1 sample/day", "4 samples/year". */
char *ondes_words_rate             (double        rate,
                                    const char   *time_unit);
/* Of the palette @index: "Viridis". */
char *ondes_words_palette          (guint         index);

G_END_DECLS
