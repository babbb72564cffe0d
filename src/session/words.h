/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Localised text for what the library says in English: units, ruler titles, palette names.
 *
 * For the screen only, with numbers by the locale. An exported figure has the words of ondes-cli and the decimal point in any
 * language.
 */
#pragma once

#include "figure/axis.h"
#include "figure/display.h"
#include "analysis/scalogram.h"
#include "session.h"

G_BEGIN_DECLS

/* All strings are transfer full unless stated otherwise. */

/* "1.25 kHz", in German "1,25 kHz"; arguments as for ondes_format_value(). */
char *ondes_words_quantity         (double        value,
                                    const char   *unit,
                                    guint         digits);
/* 16777216 as 16 777 216, with the locale's thousands separators. */
char *ondes_words_count            (guint64       count);
/* The unit after a number: "s", "days", "years". */
char *ondes_words_time_unit        (const char   *time_unit);
/* "2.5 s", "1 day", "1.5 years": the printed @number and its unit in the singular or plural. */
char *ondes_words_time_quantity    (const char   *number,
                                    const char   *time_unit);
/* "Hz", "cycles/year", like ondes_frequency_unit(). */
char *ondes_words_frequency_unit   (const char   *time_unit);
/* "crossings/s", like ondes_sequency_unit(). */
char *ondes_words_sequency_unit    (const char   *time_unit);
/* Where a row lies: "318 Hz", of a Walshgram "187 crossings/s" or, in other orders, "row 12". */
char *ondes_words_place            (const OndesScalogram *scalogram,
                                    double                frequency,
                                    guint                 digits);
/* Returns a sentence of the library with the name of the file at @path, NULL if it is about none, in place of its whole path. */
char *ondes_words_shorten          (const char *text,
                                    const char *path);
/* "2020-02-03 14:05:00 UTC+02:00 (time stamps)": when a recording with a date begins, and what tells it. */
char *ondes_words_start            (const OndesRecordingInfo *info);
/* "UTC+02:00", like ondes_zone_print(). */
char *ondes_words_zone             (OndesZone     zone);
/* "time (years)", like ondes_time_title(). */
char *ondes_words_time_title       (const char      *time_unit,
                                    const OndesAxis *axis);
/* @value on a TIME or DATE axis, like ondes_axis_print_time(). */
char *ondes_words_time             (const OndesAxis *axis,
                                    double           value,
                                    double           step);
/* @value with @decimals, a typographic minus and @unit right behind it: "−12.3 dB", "−∞ dB". */
char *ondes_words_fixed            (double        value,
                                    int           decimals,
                                    const char   *unit);
/* The time of @sample of the session's source, with enough decimals to tell neighbouring pixels of the view apart, the same number
 * throughout; of a long or dated recording as its ruler has it. */
char *ondes_words_pointer_time     (OndesSession *session,
                                    double        sample);
/* The time of @sample as an entry shows it, with the decimals that tell samples apart: "0.3", or on a date axis the date in full
 * by the recording's clock, "2022-09-28 06:30:00.8". */
char *ondes_words_time_entry       (OndesSession *session,
                                    double        sample);
/* Returns the sample of a typed time, a number or a date in any form that ondes_date_parse() takes; NaN if @text is neither, with
 * the sentence in @problem (transfer full), which may be NULL. */
double ondes_words_read_time       (OndesSession *session,
                                    const char   *text,
                                    char        **problem);
/* "amplitude (mV)"; @unit may be NULL or "". */
char *ondes_words_amplitude_title  (const char      *unit);
/* "noise of 8-bit masks −50 dB"; NULL if masks are not quantised. */
char *ondes_words_mask_noise       (const OndesScalogram *scalogram);
/* "magnitude, dB re 1.20 mV", like ondes_colour_bar_title(). */
char *ondes_words_colour_bar_title (const OndesScalogram *scalogram,
                                    const OndesDisplay   *display);
/* "64.81 s", "7:38:20", "12 d 04:00:00", "50 years". */
char *ondes_words_duration         (double        duration,
                                    const char   *time_unit);
/* Returns the localised name of one of Ondes' own samples, otherwise @name. Valid as long as @name. */
/* Returns "Channel 2: H1", "Mean of all channels", of a truth table "Output 1". Transfer full. */
char *ondes_words_channel          (OndesRecording *recording,
                                    guint         channel);
/* Returns the name alone, where there is not much room: without the words that all channels have in common, as "EEG " or "-Ref".
 * Transfer full. */
char *ondes_words_channel_short    (OndesRecording *recording,
                                    guint         channel);
const char *ondes_words_recording_name (const char *name);
/* "44100 Hz", "1 sample/day", "4 samples/year". */
char *ondes_words_rate             (double        rate,
                                    const char   *time_unit);
/* Returns the name of palette @index: "Viridis". */
char *ondes_words_palette          (guint         index);

G_END_DECLS
