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
 * Sidecar. FILE.ondes next to FILE is a key file with a group [recording]. Its keys are the keys of ondes_read_params but "table",
 * and start (the time of the first sample, or its date), title, source, licence. The caller's options override the sidecar, which
 * overrides the file's own header.
 */
#pragma once

#include "recording-info.h"

G_BEGIN_DECLS

typedef struct _OndesRecording OndesRecording;

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
