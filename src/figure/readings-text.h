/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readings of a selection (analysis/readings.h) by name, with their units, for text and tables. Any thread. */
#pragma once

#include "analysis/readings.h"
#include "signal/recording.h"

G_BEGIN_DECLS

/* A reading by name, for text and tables. */
typedef struct
{
  const char *name;     /* "start", "peak-time" and so on: static */
  double      value;
  char        date[48]; /* instead of the value; "" for numbers */
  char        unit[48]; /* "" if none */
} OndesReading;

#define ONDES_READINGS_MOST 20

/* Returns the square of a unit, "V²" or "(m/s²)²"; "" for NULL and "". Transfer full. */
char *ondes_unit_squared (const char *unit);

/* Fills @list with the readings, of a recording as @info says, and returns how many: start, end, duration, peak-time and so on;
 * low, high, bandwidth, peak-frequency if there are rows. Only the edges if @readings has a NaN for its peak. Times are those of
 * the time ruler, in time units: from the first sample if the recording has a date, and then start-date, end-date and peak-date
 * are the dates in full, with the zone if it is known. peak-interpolated is 0 where the peak frequency is its row's own,
 * otherwise 1. */
guint ondes_readings_list (const OndesReadings      *readings,
                           const OndesRecordingInfo *info,
                           OndesReading              list[ONDES_READINGS_MOST]);
/* Returns them as lines "name<tab>value<tab>unit", with a decimal point. Transfer full. */
char *ondes_readings_print (const OndesReadings      *readings,
                            const OndesRecordingInfo *info);

G_END_DECLS
