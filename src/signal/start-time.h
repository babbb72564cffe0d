/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The date of a recording's first sample, as recorders note it in files and their names. Pure functions, any thread; each returns
 * FALSE and leaves @start as it is where its text tells no date.
 *
 * Sources: EBU Tech 3285 (Broadcast Wave, chunk "bext"), the GUANO specification 1.0, the comments of AudioMoth's firmware, and the
 * file names of AudioMoth, Song Meter, SoundTrap and others.
 */
#pragma once

#include "recording-info.h"

G_BEGIN_DECLS

typedef struct
{
  OndesStartSource source;
  gint64           utc_us; /* microseconds since 1970-01-01 00:00 UTC */
  OndesZone        zone;
} OndesStart;

/* Parses GUANO's Timestamp, ISO 8601 with a zone or without. */
gboolean ondes_start_from_guano   (const char *timestamp,
                                   OndesStart *start);
/* Parses "Recorded at 19:17:30 06/12/2018 (UTC+1) by AudioMoth …", with tenths to thousandths of a second or without, the zone in
 * hours or as "UTC-3:30". */
gboolean ondes_start_from_comment (const char *comment,
                                   OndesStart *start);

/* The times of a chunk "bext"; the texts need no final zero. */
typedef struct
{
  const char *date;      /* yyyy-mm-dd, 10 bytes, with any separators */
  const char *time;      /* hh:mm:ss, 8 bytes */
  guint64     reference; /* samples from midnight to the first */
  double      rate_hz;
} OndesBroadcastTime;

/* The first sample lies @reference samples after midnight, or at the time told if that is 0 or a day or more. */
gboolean ondes_start_from_bext    (const OndesBroadcastTime *bext,
                                   OndesStart               *start);
/* Parses the last date with a time of day in a file's name: "20240131_235900.WAV", "SITE_20240131T235900Z.wav",
 * "2024-01-31_23-59-00+0100.flac", SoundTrap's "5123.240131235900.wav". Years 1970 to 2099. */
gboolean ondes_start_from_name    (const char *path,
                                   OndesStart *start);

G_END_DECLS
