/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesComparison: what a scalogram is compared with, the second: another recording, another channel of the same file, the same
 * recording with settings that were held, or the same picture without instrument correction. An OndesAnalysis without a page, named
 * "compare". The session's settings hold the choice, by names and values that make sense in any session. It is undone like the
 * other settings.
 *
 * The second lies on the time axis of the first (signal/aligned-source.h), as an OndesSecondPicture, which follows the first one's
 * settings, or has those held; display, view and crosshair are always the first one's. A file is opened, and filters are designed,
 * on a worker; the newest choice wins, and until it is there the last one stays. Another recording of the session keeps a file that
 * it is compared with, and drops the rest. Held scales and frequencies keep their numbers, which count the first one's samples.
 * Main thread only.
 *
 * Signals:
 *   "second-changed"  the second came, went, or is another one
 *   "needs-raw" (char *path)   a file with no header was chosen: ask how to read it; the problem says so, too
 */
#pragma once

#include "second-picture.h"
#include "signal/aligned-source.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_SECOND_NONE,
  ONDES_SECOND_FILE,     /* another recording, conditioned like the first */
  ONDES_SECOND_CHANNEL,  /* another channel of the same */
  ONDES_SECOND_SETTINGS, /* the same recording with the channel, conditioning and transform that were held: a snapshot */
  ONDES_SECOND_UNCOMPENSATED, /* the same picture without compensation */
} OndesSecond;

#define ONDES_TYPE_COMPARISON (ondes_comparison_get_type ())
G_DECLARE_FINAL_TYPE (OndesComparison, ondes_comparison, ONDES, COMPARISON, OndesAnalysis)

/* Makes one of the session of @first, of nothing to begin with. Exports of @first then have what is shown of both. */
OndesComparison        *ondes_comparison_new           (OndesScalogramAnalysis *first);

OndesSecond             ondes_comparison_get_second    (OndesComparison        *self);
/* Choose the second; each is one undo step. @read may be NULL: how the file says, or if it needs to be told, as the first is read.
 * The same file read otherwise keeps channel and alignment.
 * Failures are told by "message" and the problem, and leave the choice as it is. */
void                    ondes_comparison_choose_file   (OndesComparison        *self,
                                                        const char             *path,
                                                        const OndesReadOptions *read);
void                    ondes_comparison_choose_channel (OndesComparison       *self,
                                                        guint                   channel); /* 0 for the mean of all */
void                    ondes_comparison_choose_uncompensated (OndesComparison *self);
/* Keeps the settings as they are now. */
void                    ondes_comparison_hold          (OndesComparison        *self);
void                    ondes_comparison_remove        (OndesComparison        *self);
/* Returns the file that was chosen; NULL if none was. */
const char             *ondes_comparison_get_path      (OndesComparison        *self);
/* Returns how that file is read, borrowed, and the file as it was opened; NULL if it is not open. */
const OndesReadOptions *ondes_comparison_get_read_options (OndesComparison     *self);
OndesRecording         *ondes_comparison_get_file      (OndesComparison        *self);
/* The channel of the second, of a file too; 0 for the mean. */
guint                   ondes_comparison_get_channel   (OndesComparison        *self);
void                    ondes_comparison_set_channel   (OndesComparison        *self,
                                                        guint                   channel);
const OndesAlignment   *ondes_comparison_get_alignment (OndesComparison        *self);
void                    ondes_comparison_set_alignment (OndesComparison        *self,
                                                        const OndesAlignment   *alignment);
/* TRUE if the first has instrument correction. */
gboolean                ondes_comparison_is_corrected  (OndesComparison        *self);
/* TRUE if both recordings have dates. */
gboolean                ondes_comparison_has_clock     (OndesComparison        *self);

/* TRUE if a second is there, whether or not a newer one is under way. */
gboolean                ondes_comparison_is_ready      (OndesComparison        *self);
/* Returns the two as they are shown, and the scalogram of the second; borrowed, the same for life. What is shown, and the range of
 * the second's colours, are settings; the line and the range of the difference are not. */
OndesSecondPicture     *ondes_comparison_get_picture   (OndesComparison        *self);
OndesScalogramAnalysis *ondes_comparison_get_scalogram (OndesComparison        *self);
/* Returns the recording of the second on the time axis of the first, borrowed, and the samples there that it covers; NULL if there
 * is none. */
OndesRecording         *ondes_comparison_get_recording (OndesComparison        *self,
                                                        OndesSpan              *cover);
/* Returns what the two are called, so that they are told apart: "A: a.wav", "B: Channel 2", "A: now", "B: snapshot". Transfer
 * full; NULL if there is no second. */
char                   *ondes_comparison_name          (OndesComparison        *self,
                                                        gboolean                second);
/* Returns one line on what differs, by name and value, in the language of the window; NULL if there is no second. Transfer full. */
char                   *ondes_comparison_describe      (OndesComparison        *self);

G_END_DECLS
