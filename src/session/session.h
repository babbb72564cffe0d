/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSession: what one window works on, without the window. The recording that is open, how it is read and which of its channels
 * is chosen, its overview, and the timeline. Analyses are made for a session and follow it. A worker opens and reads; all signals
 * are emitted on the main thread. Main thread only.
 *
 * Signals:
 *   "recording-changed"  another recording, the same read otherwise (the view is then the whole), or another channel of it (the
 *                        view stays); the analyses hear of it first, for they are made before what shows them
 *   "overview-changed"   more of the overview is built, or the samples of get_samples() are here
 *   "state-changed"      opening began, got on or ended
 *   "history-changed"    what can be undone or done again
 *   "message" (char *text, gboolean is_error)   one sentence for a toast
 *   "needs-raw" (char *path, char *text)        a file with no header was opened: ask how to read it
 */
#pragma once

#include "base/request-error.h"
#include "engine-preference.h"
#include "figure/axis.h"
#include "signal/overview.h"
#include "signal/recording.h"
#include "timeline.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SESSION (ondes_session_get_type ())
G_DECLARE_FINAL_TYPE (OndesSession, ondes_session, ONDES, SESSION, GObject)

/* Samples that get_samples() reads at the most. */
#define ONDES_SESSION_SAMPLES_MOST 65536

/* With an engine preference of its own, automatic to begin with. */
OndesSession           *ondes_session_new                (void);
/* Shares @preference with other sessions. */
OndesSession           *ondes_session_new_with_engine    (OndesEnginePreference  *preference);
/* Returns the preference that everything computed for the session follows; borrowed. */
OndesEnginePreference  *ondes_session_get_engine         (OndesSession           *self);

/* Opens on a worker; the recording in view stays until the new one is open, and stays when it fails ("message" says why).
 * A newer call overtakes. @options may be NULL. Strings are copied. */
void                    ondes_session_open               (OndesSession           *self,
                                                          const char             *path,
                                                          const OndesReadOptions *options);
/* @progress is 0 … 1 and may be NULL. */
gboolean                ondes_session_is_opening         (OndesSession           *self,
                                                          double                 *progress);
void                    ondes_session_cancel_opening     (OndesSession           *self);
/* The file that the newest "message" of an error is about, NULL: none was being opened. For the time of the signal. */
const char             *ondes_session_get_failed_path    (OndesSession           *self);
/* What would mend it. */
OndesSetting            ondes_session_get_failed_setting (OndesSession           *self);

/* How many recordings were opened; the same one read otherwise is not counted, and neither is another channel. */
guint                   ondes_session_get_opened         (OndesSession           *self);
OndesRecording         *ondes_session_get_recording      (OndesSession           *self); /* NULL: none */
const OndesReadOptions *ondes_session_get_read_options   (OndesSession           *self);
OndesSource            *ondes_session_get_source         (OndesSession           *self); /* of the channel; NULL: none */
OndesOverview          *ondes_session_get_overview       (OndesSession           *self); /* NULL: none */
/* 0: the mean of all. */
guint                   ondes_session_get_channel        (OndesSession           *self);
void                    ondes_session_set_channel        (OndesSession           *self,
                                                          guint                   channel);
/* Lowest and highest frequency where there is anything to be seen (analysis/frequency-range.h), in cycles a time unit, as found in
 * the channel that the recording was opened with; 0, 0 without a recording. */
void                    ondes_session_get_range          (OndesSession           *self,
                                                          double                 *fmin_hz,
                                                          double                 *fmax_hz);

OndesTimeline          *ondes_session_get_timeline       (OndesSession           *self);
/* The time axis of the span in view over @pixels, which are not 0; there is a recording. */
OndesAxis               ondes_session_time_axis          (OndesSession           *self,
                                                          double                  pixels);
/* Samples of the view for a zoomed-in waveform: TRUE and the exact span once they are read (at most
 * ONDES_SESSION_SAMPLES_MOST), else FALSE and they are on their way ("overview-changed" when here). Borrowed until the next
 * signal. */
gboolean                ondes_session_get_samples        (OndesSession           *self,
                                                          guint64                *first,
                                                          guint                  *count,
                                                          const double          **values);

/* All that a person can set: the channel, and under the name of each analysis its settings and those of its display, numbers of the
 * recording among them; neither how the file is read nor what is in view. A dictionary (a{sv}) of words and numbers that says the
 * same in any session: compare it with g_variant_equal(), store it with g_variant_print(). Transfer full. */
GVariant               *ondes_session_get_settings       (OndesSession           *self);
/* Takes what @settings has, which may come from anywhere: what makes no sense stays as it is. One step that can be undone. */
void                    ondes_session_set_settings       (OndesSession           *self,
                                                          GVariant               *settings);

/* Settings are undone and done again in steps (history.h). They are noted from here on, or from the first recording on; another
 * recording begins anew, and the same one read otherwise goes on. */
void                    ondes_session_begin_history      (OndesSession           *self);
/* A pointer's button is down: all that changes until it is not is one step. */
void                    ondes_session_set_held           (OndesSession           *self,
                                                          gboolean                held);
gboolean                ondes_session_can_undo           (OndesSession           *self);
gboolean                ondes_session_can_redo           (OndesSession           *self);
/* The name of the analysis whose settings that changes, to show its page; NULL: none's. Borrowed for good. */
const char             *ondes_session_undo               (OndesSession           *self);
const char             *ondes_session_redo               (OndesSession           *self);

/* The strings of @options are copied; @from may be NULL. */
void                    ondes_read_options_copy          (OndesReadOptions       *to,
                                                          const OndesReadOptions *from);
void                    ondes_read_options_clear         (OndesReadOptions       *self);

G_END_DECLS
