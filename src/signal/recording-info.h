/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The facts about a recording. Readers (reader.h) fill them in. recording.h opens files, and explains times and key files. */
#pragma once

#include "base/watch.h"
#include "signal/date.h"
#include "signal/tables/truth-table.h"
#include "read-options.h"

G_BEGIN_DECLS

/* What a file says of one of its data sets, for people and to choose by. Immutable. */
typedef struct
{
  char     *path;       /* as --dataset takes it: "/strain/Strain" */
  char     *shape;      /* "32 × 10000", "1" of a single number */
  char     *type;       /* "float64", "complex128", "text", … */
  char     *unit;       /* of the values, "" if the file does not say */
  char    **attributes; /* names and values in turn, NULL-terminated, as in the file */
  char     *problem;    /* why it cannot be opened, as the rest of a sentence: "is text"; NULL if it can */
  gboolean  fits;       /* the one that is preselected */
} OndesDataset;

/* How far time stamps lie from their even grid (formats/even-times.h); all 0 if they are even. */
typedef struct
{
  double  rms, largest; /* of the deviation, samples */
  double  jitter;       /* rms of what its least-squares parabola leaves, samples */
  double  drift;        /* change of the clock's step from the first stamp to the last by that parabola, as a part of the step */
  guint64 gaps, missing; /* gaps, and the samples missing in them */
} OndesTimingDeviation;

/* What the correction of time stamps changed; all 0 if there was none. */
typedef struct
{
  guint64 samples;           /* after it */
  guint64 moved_1, moved_10; /* samples more than 1 %, 10 % of an interval from the nearest stamp … */
  double  largest_shift;     /* … and the farthest, in intervals; without those filled in */
  guint64 gaps, filled, longest; /* gaps, the samples filled in there, by straight lines, and the most in one gap */
  guint64 left_out;          /* rows whose stamps were missing, repeated or went back */
  double  change;            /* rms of a value less the sample at the nearest stamp, as a part of the rms of the samples about their
                              * mean; of the channel where it is largest */
} OndesResampling;

/* What tells the date of the first sample, best first. */
typedef enum
{
  ONDES_START_UNKNOWN,
  ONDES_START_KEY_FILE,
  ONDES_START_TIME_STAMPS, /* of a text */
  ONDES_START_GUANO,       /* the Timestamp of a chunk "guan" */
  ONDES_START_AUDIOMOTH,   /* an AudioMoth's comment */
  ONDES_START_BWF,         /* a chunk "bext" of Broadcast Wave */
  ONDES_START_HEADER,      /* the header of EDF, miniSEED or SigMF, the attributes of an archive */
  ONDES_START_FILE_NAME,
} OndesStartSource;

extern const char *const ondes_start_sources[]; /* for people, in English: "unknown", "key file", …; NULL-terminated */

/* Facts about a recording; owned by the recording, immutable. */
typedef struct
{
  const char        *path;
  const char        *name;        /* for display: the sidecar's title, or the file's name */
  const char        *format;      /* for display: "WAV, 16 bit PCM", "text, 3 columns, comma" */
  guint              channels;    /* text: value columns */
  gboolean           has_columns; /* text in columns, which can be selected */
  gboolean           takes_column; /* OndesReadOptions.column chooses: a column, or among signals of several rates */
  gboolean           takes_time_axis; /* OndesReadOptions.time_axis chooses between the two dimensions of a .npy */
  const char *const *channel_names; /* text headers; entries may be NULL, the array never */
  guint64            frames;      /* frames that can be read, whatever the header claims */
  double             rate_hz;     /* in samples per time unit */
  gboolean           rate_known;  /* FALSE if nothing gave a rate, which is then 1 */
  double             time_expansion; /* applied in rate_hz; 1 if none */
  double             told_expansion; /* by the file, whether applied or not; 0 if none, or if the rate was given */
  const char        *time_unit;   /* "s" … */
  const char        *unit;        /* of the values, "" if unknown; PCM has a full scale of 1 */
  OndesType          type;        /* of the samples in the file: I32 for PCM of up to 32 bits, the array's own type for .npy */
  guint              pcm_bits;    /* 0 if not integer PCM */
  gboolean           complex_iq;
  guint              first_channel; /* 1-based; the channel that --column or the key file asks for, otherwise 1 */
  gboolean           keeps_channel; /* the key file has a channel */
  double             start;       /* time of the first sample, in time units: from the sidecar or its time stamp; otherwise 0 */
  gboolean           has_date;    /* start_source gives a date; start then counts from 1970-01-01 00:00 UTC */
  double             date_s;      /* if has_date, start in seconds since 1970-01-01 00:00 UTC */
  gint64             start_us;    /* if has_date, the same in whole microseconds */
  OndesStartSource   start_source; /* if has_date */
  OndesZone          start_zone;  /* if has_date */
  const char *const *metadata;    /* names and values in turn, NULL-terminated: the metadata of the file, for people */
  gboolean           time_unit_unsure; /* the times look like a unit other than the assumed one; a note says so */
  guint64            irregular;   /* number of time stamps more than 0.5 % of a sample off the regular grid */
  double             irregular_max_samples;
  OndesTimingDeviation     deviation;
  OndesResampling    resampling;  /* its samples are 0 if the times were not corrected */
  const char *const *notes;       /* sentences for the user (the header claims too much, no rate, irregular time stamps) */
  const char        *dataset;     /* path of the data set that this is; NULL if the file is no archive */
  guint              n_datasets;  /* of the file … */
  const OndesDataset *const *datasets; /* … and what it tells of them */
  const char *const *conditioning; /* steps applied to the file's samples, as --condition takes them; NULL if none */
} OndesRecordingInfo;

G_END_DECLS
