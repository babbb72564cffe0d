/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings on the time axis of another, to be compared with it sample by sample.
 *
 * The second recording is resampled to the first one's rate (resampled-source.h), if it has another, then moved by whole samples:
 * sample t of the result is sample t − shift of the second, and 0 where that has none, so that the result has the first one's
 * rate, length, start, date and time unit. Everything else is the second's: name, channels, unit. A detrending of the result
 * (detrended-source.h) is that of the second's own samples, so no step appears at its ends. Any thread.
 */
#pragma once

#include "computed-source.h"

G_BEGIN_DECLS

/* What lies at the same time. */
typedef enum
{
  ONDES_ALIGN_FIRST_SAMPLES, /* the first samples */
  ONDES_ALIGN_CLOCK,         /* equal dates, where both recordings have one; else the first samples */
} OndesAlign;

extern const char *const ondes_align_names[]; /* first-samples clock NULL */

/* Zeros align the first samples. */
typedef struct
{
  OndesAlign align;
  double     offset; /* time units of the first recording that the second begins later than that */
} OndesAlignment;

/* TRUE if both recordings have a date to be aligned by. */
gboolean        ondes_alignment_has_clock (const OndesRecordingInfo *first,
                                           const OndesRecordingInfo *second);
/* Returns the sample of @first, before its beginning or past its end too, where the first sample of @second lies: the nearest
 * one, at most 2⁶¹ away. */
gint64          ondes_alignment_shift     (const OndesAlignment     *self,
                                           const OndesRecordingInfo *first,
                                           const OndesRecordingInfo *second);
/* Returns the samples of @first that @second covers; count 0 if none. */
OndesSpan       ondes_alignment_cover     (const OndesAlignment     *self,
                                           const OndesRecordingInfo *first,
                                           const OndesRecordingInfo *second);
/* Returns how much of @second lies before the first one's beginning or past its end, in samples of @first. */
double          ondes_alignment_outside   (const OndesAlignment     *self,
                                           const OndesRecordingInfo *first,
                                           const OndesRecordingInfo *second);
/* Returns @second on the time axis of @first; both may be conditioned. Reads nothing. Fails with ONDES_ERROR_FILE if either is a
 * truth table, or if their rates are too far from each other to be resampled. */
OndesRecording *ondes_recording_align     (OndesRecording           *second,
                                           OndesRecording           *first,
                                           const OndesAlignment     *alignment,
                                           GError                  **error);

G_END_DECLS
