/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings: a file opened, whatever its format.
 *
 * One call opens them all: libsndfile's formats, text columns, .npy, truth tables, headerless raw. Nothing larger than memory is
 * ever whole in memory: channels are sources that decode by blocks through a shared cache.
 *
 * Time. A recording counts time in its time unit T (the second unless the file, its sidecar or the user says
 * otherwise); rate_hz is samples a T and every frequency is cycles a T. With T = "a" NINO3 has a rate of 4 and its ruler
 * says cycles a year. Nothing converts: T is what the axis says. Dates alone are counted in the T that was asked for.
 *
 * Sidecar. FILE.ondes beside FILE is a key file with a group [recording] and any of the keys rate, time-unit, unit,
 * start (the time of the first sample, or its date), column, time-column, raw, title, source, licence. What the caller asks
 * for goes before the sidecar, and that before the file's own header.
 */
#pragma once

#include "base/watch.h"
#include "signal/tables/truth-table.h"

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

/* Rates in samples a time unit that a recording may have: whatever its length, its times and frequencies are numbers that can be
 * told apart. */
#define ONDES_RATE_LEAST 1e-18
#define ONDES_RATE_MOST  1e18
#define ondes_rate_valid(rate) ((rate) >= ONDES_RATE_LEAST && (rate) <= ONDES_RATE_MOST)

/* FORMAT:RATE:CHANNELS, as s16le:16000:1; status 2 sentence when wrong. */
gboolean  ondes_raw_format_parse   (const char           *text,
                                    OndesRawFormat       *format,
                                    GError              **error);
char     *ondes_raw_format_print   (const OndesRawFormat *format);
/* Bytes of one sample of one channel. */
guint     ondes_raw_format_bytes   (const OndesRawFormat *format);
/* Whether @text is one of "s" "ms" "min" "h" "d" "a". */
gboolean  ondes_time_unit_valid    (const char           *text);
/* The seconds of one; a year "a" is the mean one of the calendar, 365.2425 days. 0: @text is none. */
double    ondes_time_unit_seconds  (const char           *text);

/* What the user says about the file. A struct of zeroes asks for nothing. */
typedef struct
{
  gboolean       raw;          /* read as headerless, as raw_format tells */
  OndesRawFormat raw_format;
  guint          column;       /* text: the value column, 1-based over all of the file's columns; 0: the file's own */
  guint          time_column;  /* text: the time column, 1-based; 0: guessed */
  double         rate_hz;      /* 0: the file's own */
  const char    *time_unit;    /* "s" "ms" "min" "h" "d" "a"; NULL: the file's own */
  const char    *unit;         /* of the values; NULL: the file's own */
  gboolean       resample;     /* irregular time stamps: interpolate (linearly) on the mean rate */
  const char    *table;        /* of several S-boxes in a file, by name; NULL: the first */
} OndesReadOptions;

typedef struct _OndesRecording OndesRecording;

/* Facts; owned by the recording, immutable. */
typedef struct
{
  const char        *path;
  const char        *name;        /* shown: the sidecar's title, or the file's name */
  const char        *format;      /* shown: "WAV, 16 bit PCM", "text, 3 columns, comma" */
  guint              channels;    /* text: value columns */
  gboolean           has_columns; /* text in columns, of which some may be chosen */
  const char *const *channel_names; /* text headers; entries may be NULL, the array never */
  guint64            frames;      /* readable, not as the header claims */
  double             rate_hz;     /* samples a time unit */
  gboolean           rate_known;  /* FALSE: nothing gave a rate, it is 1 */
  const char        *time_unit;   /* "s" … */
  const char        *unit;        /* of the values; "" where nobody said; a full scale of 1 for PCM */
  OndesType          type;        /* of the samples as the file has them: PCM up to 32 bit is I32, .npy its own */
  guint              pcm_bits;    /* 0: not integer PCM */
  gboolean           complex_iq;
  guint              first_channel; /* 1-based: what --column asked for, else 1 */
  double             start;       /* the time of the first sample, in time units: the sidecar's, or its time stamp; else 0 */
  gboolean           has_date;    /* the sidecar or the time stamps tell a date: start counts from 1970-01-01 00:00 UTC, */
  double             date_s;      /* and this is the same in seconds */
  gboolean           time_unit_unsure; /* the times look like another unit than the one taken; a note says so */
  guint64            irregular;   /* time stamps off their regular place by more than half a per cent of a sample */
  double             irregular_max_samples;
  const char *const *notes;       /* sentences that the user should see (the header claims more, no rate, irregular) */
} OndesRecordingInfo;

/* Opens @path. Blocks (a text is parsed, a lying header is checked): not for the widget thread. Fails with
 * ONDES_ERROR_NEEDS_RAW where the file says nothing of its format, so that a window can ask for it; with G_IO_ERROR_CANCELLED
 * when cancelled. */
OndesRecording           *ondes_recording_open     (const char              *path,
                                                    const OndesReadOptions  *options,
                                                    OndesProgress            progress,
                                                    gpointer                 user_data,
                                                    GCancellable            *cancellable,
                                                    GError                 **error);
OndesRecording           *ondes_recording_ref      (OndesRecording          *self);
void                      ondes_recording_unref    (OndesRecording          *self);
const OndesRecordingInfo *ondes_recording_get_info (OndesRecording          *self);

/* A file that is a truth table (see truth-table.h) opens as a recording too: each output is a channel of 2ⁿ samples 0 and 1 in the
 * order of the index, at a rate of 1, don't-cares as 0 with a note. This is the table itself, owned by the recording; NULL where
 * the file is none. */
OndesTruthTable          *ondes_recording_get_truth_table (OndesRecording    *self);

/* Channel @channel (1-based; 0 is the mean of all) as floating point or complex: PCM as ±1 of full scale, other numbers
 * as they stand, F32 where that loses nothing and F64 otherwise. Sources of one recording share its id. The source keeps
 * what it needs of the recording alive. Fails where there is no such channel. */
OndesSource              *ondes_recording_source   (OndesRecording          *self,
                                                    guint                    channel,
                                                    GError                 **error);
/* The same with the file's integers kept, for exact transforms; fails where the file has none. PCM counts from its middle
 * (unsigned 8 bit: −128 … 127); a column of text has integers where all of it is 0 or 1. */
OndesSource              *ondes_recording_integers (OndesRecording          *self,
                                                    guint                    channel,
                                                    GError                 **error);

/* The file's own numbers, for spectra and dyadic convolution: its integers where it has them; of several channels of integers their
 * mean in the same units, as F64; else as ondes_recording_source(). One scale, whichever channel is taken. */
OndesSource              *ondes_recording_values   (OndesRecording          *self,
                                                    guint                    channel,
                                                    GError                 **error);

/* Reads each source once from end to end, all side by side; @scans has one a source. */
typedef struct
{
  guint64 frames;    /* read before the end or the first error */
  double  peak;      /* largest magnitude of the finite samples */
  guint64 nan, inf;
} OndesScan;

gboolean                  ondes_sources_scan       (OndesSource *const      *sources,
                                                    guint                    n_sources,
                                                    OndesScan               *scans,
                                                    OndesProgress            progress,
                                                    gpointer                 user_data,
                                                    GCancellable            *cancellable,
                                                    GError                 **error);
gboolean                  ondes_source_scan        (OndesSource             *source,
                                                    OndesScan               *scan,
                                                    OndesProgress            progress,
                                                    gpointer                 user_data,
                                                    GCancellable            *cancellable,
                                                    GError                 **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesRecording, ondes_recording_unref)

G_END_DECLS
