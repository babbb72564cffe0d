/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings: open files of any format.
 *
 * One call opens them all: libsndfile's formats, text columns, .npy, truth tables, headerless raw, and archives
 * of many data sets (HDF5, netCDF, MAT), of which one is the recording. Recordings larger than
 * memory are never held whole: channels are sources that decode in blocks through a shared cache.
 *
 * Time. A recording counts time in its time unit T (the second, unless the file, its sidecar or the user says otherwise);
 * rate_hz is in samples per T and every frequency in cycles per T. With T = "a", NINO3 has a rate of 4 and its ruler reads
 * cycles per year. Nothing is converted: T only labels the axis. Dates are the exception: they are counted in the T asked for.
 *
 * Sidecar. FILE.ondes next to FILE is a key file with a group [recording] and any of the keys rate, time-unit, unit, start (the
 * time of the first sample, or its date), column, time-column, dataset, time-axis, time-expansion, raw, those of
 * ondes_text_fields (text-format.h), title, source, licence. The caller's options override the sidecar, which overrides the file's
 * own header.
 */
#pragma once

#include "base/watch.h"
#include "signal/date.h"
#include "signal/tables/truth-table.h"
#include "text-format.h"
#include "time-expansion.h"

G_BEGIN_DECLS

/* Sample formats of headerless files. */
typedef struct
{
  guint    bits;       /* 8, 16, 24, 32 or 64 */
  char     kind;       /* 's' signed, 'u' unsigned, 'f' floating point */
  gboolean big_endian;
  guint    channels;
  double   rate_hz;
} OndesRawFormat;

/* Limits of sampling rates, in samples per time unit. Within them, the times and frequencies of a recording of any length are
 * distinct numbers. */
#define ONDES_RATE_MIN 1e-18
#define ONDES_RATE_MAX   1e18
#define ondes_rate_valid(rate) ((rate) >= ONDES_RATE_MIN && (rate) <= ONDES_RATE_MAX)

/* Parses FORMAT:RATE:CHANNELS, such as s16le:16000:1; on bad input, fails with ONDES_ERROR_REQUEST (exit status 2). */
gboolean  ondes_raw_format_parse   (const char           *text,
                                    OndesRawFormat       *format,
                                    GError              **error);
char     *ondes_raw_format_print   (const OndesRawFormat *format);
/* Returns the bytes of one sample of one channel. */
guint     ondes_raw_format_bytes   (const OndesRawFormat *format);
/* TRUE if @text is one of "s" "ms" "min" "h" "d" "a". */
gboolean  ondes_time_unit_valid    (const char           *text);
/* Returns the length of time unit @text in seconds, or 0 if @text is not a time unit. A year "a" is the mean calendar year,
 * 365.2425 days. */
double    ondes_time_unit_seconds  (const char           *text);

/* The user's options for the file. A zeroed struct asks for nothing. */
typedef struct
{
  gboolean       raw;          /* read as headerless, in raw_format */
  OndesRawFormat raw_format;
  guint          column;       /* text: the value column, 1-based among all of the file's columns; 0 for the file's own. EDF,
                                * miniSEED: the signal, whose rate chooses the channels */
  guint          time_column;  /* text: the time column, 1-based; 0 to guess it */
  OndesTextFormat text;        /* text: the rest of how it is read */
  gboolean       text_alone;   /* text: the key file's columns, rate, units, resample and text fields do not count */
  double         rate_hz;      /* 0 for the file's own */
  double         time_expansion; /* sound files: time-expansion.h; 0 for the file's own. The rate goes before it */
  const char    *time_unit;    /* "s" "ms" "min" "h" "d" "a"; NULL for the file's own */
  const char    *unit;         /* of the values; NULL for the file's own */
  gboolean       resample;     /* correct irregular time stamps: interpolate the values at even times (formats/even-times.h) */
  const char    *dataset;      /* archives: path of the data set; NULL for the only one that fits */
  guint          time_axis;    /* archives, .npy: the dimension that is time, 1-based as its shape is shown; 0 for the file's own */
  const char    *table;        /* name of the S-box to take from a file of several; NULL for the first */
} OndesReadOptions;

typedef struct _OndesRecording OndesRecording;
typedef struct _OndesDataset OndesDataset; /* dataset.h */

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
  guint              first_channel; /* 1-based; the channel that --column asked for, otherwise 1 */
  double             start;       /* time of the first sample, in time units: from the sidecar or its time stamp; otherwise 0 */
  gboolean           has_date;    /* start_source gives a date; start then counts from 1970-01-01 00:00 UTC */
  double             date_s;      /* if has_date, start in seconds since 1970-01-01 00:00 UTC */
  gint64             start_us;    /* if has_date, the same in whole microseconds */
  OndesStartSource   start_source; /* if has_date */
  OndesZone          start_zone;  /* if has_date */
  const char *const *metadata;    /* names and values in turn, NULL-terminated: what a file tells of itself, for people */
  gboolean           time_unit_unsure; /* the times look like a unit other than the assumed one; a note says so */
  guint64            irregular;   /* number of time stamps more than 0.5 % of a sample off the regular grid */
  double             irregular_max_samples;
  OndesTimingDeviation     deviation;
  OndesResampling    resampling;  /* its samples are 0 if the times were not corrected */
  const char *const *notes;       /* sentences for the user (the header claims too much, no rate, irregular time stamps) */
  const char        *dataset;     /* path of the data set that this is; NULL if the file is no archive */
  guint              n_datasets;  /* of the file … */
  const OndesDataset *const *datasets; /* … and what it tells of them (dataset.h) */
  const char *const *conditioning; /* steps applied to the file's samples, as --condition takes them; NULL if none */
} OndesRecordingInfo;

/* Opens @path. Blocks while it parses text or checks a false header: not for the widget thread. Fails with
 * ONDES_ERROR_NEEDS_RAW if the format cannot be determined and with ONDES_ERROR_NEEDS_DATASET if one of several data sets has to
 * be chosen, so that a window can ask for it; with G_IO_ERROR_CANCELLED if
 * cancelled. */
OndesRecording           *ondes_recording_open     (const char              *path,
                                                    const OndesReadOptions  *options,
                                                    const OndesWatch        *watch,
                                                    GError                 **error);
OndesRecording           *ondes_recording_ref      (OndesRecording          *self);
void                      ondes_recording_unref    (OndesRecording          *self);
const OndesRecordingInfo *ondes_recording_get_info (OndesRecording          *self);

/* TRUE if the date is not part of the data, but noted in the file's metadata or name. */
static inline gboolean
ondes_recording_info_notes_date (const OndesRecordingInfo *info)
{
  return info->has_date && info->start_source >= ONDES_START_GUANO;
}

/* Returns the time of the first sample, in time units, as people read and type it: 0 if the recording has a date, which is
 * shown in full and not as a count from 1970; otherwise info->start. */
static inline double
ondes_recording_info_origin (const OndesRecordingInfo *info)
{
  return info->has_date ? 0 : info->start;
}

/* Returns the date of @time, in time units from the first sample, by the clock of the recording, to the microsecond:
 * "2022-09-28T06:30:00.8+05:30"; "" if it has no date. Transfer full. */
char    *ondes_recording_info_print_date (const OndesRecordingInfo *info,
                                          double                    time);
/* Converts a date (date.h) to @time, in time units from the first sample, negative before it: a whole number of samples where the
 * date cannot tell the difference. @zone is unknown if the text has none; the date is then by the clock of the recording. Fails
 * with ONDES_ERROR_FILE if the recording has no date, or if only @zone is known. */
gboolean ondes_recording_info_find_date  (const OndesRecordingInfo *info,
                                          double                    date_s,
                                          OndesZone                 zone,
                                          double                   *time,
                                          GError                  **error);

/* How a conditioned recording is made from a recording. */
typedef struct
{
  const char *const *steps;   /* texts for OndesRecordingInfo.conditioning; copied */
  guint64            frames;  /* length and rate of the sources that @apply makes */
  double             rate_hz;
  /* Returns the conditioned source of @source, a channel of the recording; any thread. */
  OndesSource     *(*apply) (gpointer      data,
                             OndesSource  *source,
                             GError      **error);
  gpointer           data;
  GDestroyNotify     free;    /* of @data, which the recording owns */
  /* For recordings on the time axis of another: its facts, of which start, date and time unit are taken, NULL for the parent's; and
   * the sample where that of the parent begins. @data owns the strings. */
  const OndesRecordingInfo *time;
  gint64             shift;
} OndesConditioner;

/* Creates a recording whose channels are those of @parent, which it references, conditioned (engine/conditioned.h). All other facts
 * are the file's: the first sample keeps its time, and values of integers keep their units. */
OndesRecording           *ondes_recording_new_conditioned (OndesRecording          *parent,
                                                           const OndesConditioner  *conditioner);
/* Returns the recording as it is in its file, borrowed: @self if it is not conditioned. */
OndesRecording           *ondes_recording_get_original    (OndesRecording          *self);
/* Returns the samples of the original that lie in the time of @span. */
OndesSpan                 ondes_recording_original_span   (OndesRecording          *self,
                                                           OndesSpan                span);

/* Returns the truth table (truth-table.h) of the file, owned by the recording; NULL if the file is not one. A truth table also
 * opens as a recording: each output is a channel of 2ⁿ samples 0 and 1 in index order, at a rate of 1, with don't-cares as 0
 * and a note. */
OndesTruthTable          *ondes_recording_get_truth_table (OndesRecording    *self);

/* Returns channel @channel (1-based; 0 is the mean of all) as floating point or complex: PCM scaled to a full scale of ±1,
 * other numbers unscaled, F32 if lossless and F64 otherwise. Sources of one recording share its id. The source keeps the
 * recording alive. Fails if there is no such channel. */
OndesSource              *ondes_recording_source   (OndesRecording          *self,
                                                    guint                    channel,
                                                    GError                 **error);
/* Returns the channel with the file's integers kept, for exact transforms; fails if the file has none. PCM is centred on zero
 * (unsigned 8 bit: −128 … 127); a text column has integers if every value is 0 or 1. */
OndesSource              *ondes_recording_integers (OndesRecording          *self,
                                                    guint                    channel,
                                                    GError                 **error);

/* Returns the file's own numbers, for spectra and dyadic convolution: its integers if it has them; the mean of several integer
 * channels in the same units, as F64; otherwise as ondes_recording_source(). The scale is the same for every channel. */
OndesSource              *ondes_recording_values   (OndesRecording          *self,
                                                    guint                    channel,
                                                    GError                 **error);

/* Statistics of one source. ondes_sources_scan() reads each source once from end to end, all interleaved, and fills one entry
 * of @scans per source. */
typedef struct
{
  guint64 frames;    /* read before the end or the first error */
  double  peak;      /* largest magnitude of the finite samples */
  guint64 nan, inf;
} OndesScan;

gboolean                  ondes_sources_scan       (OndesSource *const      *sources,
                                                    guint                    n_sources,
                                                    OndesScan               *scans,
                                                    const OndesWatch        *watch,
                                                    GError                 **error);
gboolean                  ondes_source_scan        (OndesSource             *source,
                                                    OndesScan               *scan,
                                                    const OndesWatch        *watch,
                                                    GError                 **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesRecording, ondes_recording_unref)

G_END_DECLS
