/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesReadTrial: how a file is read, while a person chooses it: the options, what a text's reader recognises under them, and
 * the recording that they give. A worker reads the file after each change; a newer change overtakes. Main thread only.
 *
 * The options begin with those given and, of a text, those of its key file. From then on the key file counts no more, so that
 * each can be taken back.
 *
 * Signals:
 *   "changed"   something was found out, or reading began or ended
 */
#pragma once

#include "session.h"
#include "signal/text-recognition.h"

G_BEGIN_DECLS

#define ONDES_TYPE_READ_TRIAL (ondes_read_trial_get_type ())
G_DECLARE_FINAL_TYPE (OndesReadTrial, ondes_read_trial, ONDES, READ_TRIAL, GObject)

/* Begins to read @path; @options may be NULL. */
OndesReadTrial             *ondes_read_trial_new             (const char             *path,
                                                              const OndesReadOptions *options);
/* Returns the options as they are chosen, borrowed until they change. */
const OndesReadOptions     *ondes_read_trial_get_options     (OndesReadTrial         *self);
/* Chooses other options. Another separator drops columns that were chosen, because their numbers mean others then. */
void                        ondes_read_trial_set_options     (OndesReadTrial         *self,
                                                              const OndesReadOptions *options);
/* Parses a field of a text. Fails with a sentence about @text. */
gboolean                    ondes_read_trial_set_text        (OndesReadTrial         *self,
                                                              OndesTextField          field,
                                                              const char             *text,
                                                              GError                **error);
/* Leaves all about a text to its reader again. */
void                        ondes_read_trial_reset           (OndesReadTrial         *self);
/* TRUE if reset() would change something. */
gboolean                    ondes_read_trial_is_chosen       (OndesReadTrial         *self);

/* TRUE while the file is read under the newest options. */
gboolean                    ondes_read_trial_is_busy         (OndesReadTrial         *self);
/* Returns what was recognised last; NULL if the file is no text in columns, or not looked at yet. Borrowed until "changed". */
const OndesTextRecognition *ondes_read_trial_get_recognition (OndesReadTrial         *self);
/* Returns how often the file was looked at, to tell a new recognition from one that was shown. */
guint                       ondes_read_trial_get_looks       (OndesReadTrial         *self);
/* Return the recording, and the overview of its first channel; while it is read, those under older options. NULL if it cannot be
 * read, and of a file that is neither text nor raw, which is not tried. Borrowed until "changed". */
OndesRecording             *ondes_read_trial_get_recording   (OndesReadTrial         *self);
OndesOverview              *ondes_read_trial_get_overview    (OndesReadTrial         *self);
/* Returns one sentence, in the person's language, on why the file cannot be read so; NULL if it can. Borrowed. */
const char                 *ondes_read_trial_get_problem     (OndesReadTrial         *self);
/* TRUE if the key file beside a text can be written. */
gboolean                    ondes_read_trial_can_remember    (OndesReadTrial         *self);

/* Refuses a recording of text with one row of numbers, which has no rate and no waveform. Any thread. */
gboolean                    ondes_read_trial_check           (OndesRecording         *recording,
                                                              GError                **error);

G_END_DECLS
