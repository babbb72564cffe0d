/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSession: the state of one window without its widgets: the open recording, how it is read and its chosen channel, its
 * overview, and the timeline. Analyses are made for a session and follow it. A worker opens and reads; all signals are emitted
 * on the main thread. Main thread only.
 *
 * Signals:
 *   "recording-changed"  another recording, the same file read with other options (the view is reset to the whole), another
 *                        channel (the view stays) or other conditioning (the view stays in time); analyses get it before the
 *                        widgets, because they connect first
 *   "conditioning-changed" the steps, whether they are applied, or their problem
 *   "overview-changed"   more of the overview is built, or the samples of get_samples() have been read
 *   "state-changed"      opening or conditioning began, progressed or ended
 *   "history-changed"    what can be undone or redone
 *   "message" (char *text, gboolean is_error)   one sentence for a toast
 *   "needs-raw" (char *path, char *text)        a file with no header was opened: ask how to read it
 *   "needs-text" (char *path, char *text)       a text was opened that has no rows of numbers as it stands: ask how to read it
 *   "needs-dataset" (char *path)                a file of several data sets was opened: ask which
 */
#pragma once

#include "param/param.h"
#include "base/request-error.h"
#include "engine/queue.h"
#include "engine-preference.h"
#include "figure/axis.h"
#include "signal/overview.h"
#include "signal/recording.h"
#include "timeline.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SESSION (ondes_session_get_type ())
G_DECLARE_FINAL_TYPE (OndesSession, ondes_session, ONDES, SESSION, GObject)

/* What a "recording-changed" is about. */
typedef enum
{
  ONDES_CHANGE_RECORDING,    /* another recording, or the same file read with other options */
  ONDES_CHANGE_CHANNEL,
  ONDES_CHANGE_CONDITIONING, /* the same channel conditioned otherwise; rate and length may differ */
} OndesSessionChange;

#define ONDES_VIEW_PREFIX "view"

/* What is undone and stored beside the settings, such as the view or annotations: entries of a dictionary (a{sv}) under its
 * name. */
typedef struct
{
  const char *name;   /* the changes of all whose names begin with ONDES_VIEW_PREFIX are merged as if they were one */
  const char *page;   /* the analysis whose page shows it, static; NULL for any */
  gboolean    stored; /* TRUE if it means the same in another run of the program; FALSE for undo alone, at any sample rate */
  /* Adds its entries, always in the same order. */
  void      (*save)    (gpointer         owner,
                        GVariantBuilder *entries);
  /* Adopts the valid entries of @saved, which may come from anywhere. */
  void      (*restore) (gpointer         owner,
                        GVariant        *saved);
} OndesSessionPart;

/* The most samples that get_samples() reads. */
#define ONDES_SESSION_SAMPLES_MAX 65536

/* With an engine preference of its own, automatic to begin with. */
OndesSession           *ondes_session_new                (void);
/* Shares @preference with other sessions. */
OndesSession           *ondes_session_new_with_engine    (OndesEnginePreference  *preference);
/* Makes a session that shares the timeline and engine of @from, and opens nothing itself. It is empty until derive(). */
OndesSession           *ondes_session_new_derived        (OndesSession           *from);
gboolean                ondes_session_is_derived         (OndesSession           *self);
/* Shows @source, made of @channel of @recording: that of @from, or one on its time axis (signal/aligned-source.h). Emits
 * "recording-changed"; waveforms of the same recording stay until the new ones are there. */
void                    ondes_session_derive             (OndesSession           *self,
                                                          OndesSession           *from,
                                                          OndesRecording         *recording,
                                                          guint                   channel,
                                                          OndesSource            *source);
/* Returns the preference that everything computed for the session follows; borrowed. */
OndesEnginePreference  *ondes_session_get_engine         (OndesSession           *self);

/* Opens @path on a worker. The recording in view stays until the new one is open, and also if opening fails ("message" says
 * why). A newer call overtakes an older one. @options may be NULL. Strings are copied. */
void                    ondes_session_open               (OndesSession           *self,
                                                          const char             *path,
                                                          const OndesReadOptions *options);
/* Does the same and then restores @state (ondes_session_save_state()), with which a new history begins; NULL for none. */
void                    ondes_session_reopen             (OndesSession           *self,
                                                          const char             *path,
                                                          const OndesReadOptions *options,
                                                          GVariant               *state);
/* @progress is 0 … 1 and may be NULL. */
gboolean                ondes_session_is_opening         (OndesSession           *self,
                                                          double                 *progress);
/* Returns the file that is being opened, borrowed until the state changes; NULL if none is. */
const char             *ondes_session_get_opening        (OndesSession           *self);
/* TRUE while a recording is opened or conditioned. @progress as above. */
gboolean                ondes_session_is_busy            (OndesSession           *self,
                                                          double                 *progress);
/* Cancels opening and conditioning: the recording in use stays. */
void                    ondes_session_cancel_opening     (OndesSession           *self);
/* Returns the file that the "message" being emitted is about, NULL if it is not about opening a file. Valid during the
 * signal. */
const char             *ondes_session_get_failed_path    (OndesSession           *self);
/* Returns the setting that would fix that error. */
OndesSetting            ondes_session_get_failed_setting (OndesSession           *self);

/* Returns the number of recordings opened; reading the same file with other options, or another channel, does not count. */
guint                   ondes_session_get_opened         (OndesSession           *self);
OndesRecording         *ondes_session_get_recording      (OndesSession           *self); /* as conditioned; NULL if none */
/* TRUE if a recording is open that has a time axis: no truth table. */
gboolean                ondes_session_has_time           (OndesSession           *self);
/* Returns what the "recording-changed" being emitted is about. Valid during the signal. */
OndesSessionChange      ondes_session_get_change         (OndesSession           *self);
/* TRUE if it is about a recording that begins with the defaults: another one, opened with no state to restore. Valid during the
 * signal. */
gboolean                ondes_session_begins             (OndesSession           *self);
const OndesReadOptions *ondes_session_get_read_options   (OndesSession           *self);
OndesSource            *ondes_session_get_source         (OndesSession           *self); /* of the channel; NULL if none */
OndesOverview          *ondes_session_get_overview       (OndesSession           *self); /* NULL if none */
/* 0 means the mean of all channels. */
guint                   ondes_session_get_channel        (OndesSession           *self);
void                    ondes_session_set_channel        (OndesSession           *self,
                                                          guint                   channel);
/* Returns the steps that condition every recording before anything is computed of it, as --condition takes them; never NULL,
 * borrowed until they change. */
const char *const      *ondes_session_get_conditioning   (OndesSession           *self);
/* TRUE if the steps are applied; FALSE to compare without them. Another recording has none. A truth table is never conditioned. */
gboolean                ondes_session_is_conditioned     (OndesSession           *self);
/* Sets both. Ignored if a step is invalid whatever the recording. A worker prepares the recording, which follows with
 * "recording-changed". */
void                    ondes_session_set_conditioning   (OndesSession           *self,
                                                          const char *const      *steps,
                                                          gboolean                conditioned);
/* Returns one sentence on why the steps do not fit the recording, which then stays as it is; NULL if they fit. */
const char             *ondes_session_get_conditioning_problem (OndesSession     *self);
/* Returns the frequency range with visible content (analysis/frequency-range.h), in cycles per time unit, as found in the
 * channel that the recording was opened with, unconditioned; 0, 0 without a recording. */
void                    ondes_session_get_range          (OndesSession           *self,
                                                          double                 *fmin_hz,
                                                          double                 *fmax_hz);

OndesTimeline          *ondes_session_get_timeline       (OndesSession           *self);
/* Returns the time axis of the span in view over @pixels, which must not be 0; needs a recording. */
OndesAxis               ondes_session_time_axis          (OndesSession           *self,
                                                          double                  pixels);
/* Returns the time of sample 0 on an axis without dates, as ondes_recording_info_origin(). Needs a recording. */
double                  ondes_session_get_start          (OndesSession           *self);
/* The table of an OndesRulers. */
extern const OndesParamTable ondes_rulers_params;
/* Sets what the rulers of the timeline show, as a setting that is undone like others. */
void                    ondes_session_set_rulers         (OndesSession           *self,
                                                          const OndesRulers      *rulers);
/* Returns TRUE and the exact samples of a span that covers the view (at most ONDES_SESSION_SAMPLES_MAX), for a zoomed-in
 * waveform. Otherwise FALSE; if the view is narrow enough, the samples are being read, and "overview-changed" follows. Borrowed
 * until the next signal. */
gboolean                ondes_session_get_samples        (OndesSession           *self,
                                                          guint64                *first,
                                                          guint                  *count,
                                                          const double          **values);

/* Returns all that a person can set: the channel, the conditioning, and under the name of each analysis its settings and
 * display, including numbers that fit only this recording, but neither how the file is read nor what is in view. The dictionary
 * (a{sv}) of words and numbers means the same in any session: compare it with g_variant_equal(), store it with
 * g_variant_print(). Transfer full. */
GVariant               *ondes_session_get_settings       (OndesSession           *self);
/* Restores valid entries of @settings, which may come from anywhere; other settings stay unchanged. This is one undo step. */
void                    ondes_session_set_settings       (OndesSession           *self,
                                                          GVariant               *settings);

/* Returns the settings and, under the name of each part, what is in view, selected and so on: all that is undone, or if
 * @stored, what is worth storing. restore_state() restores the valid entries and begins a new history, for a recording that is
 * open. Transfer full. */
GVariant               *ondes_session_save_state         (OndesSession           *self,
                                                          gboolean                stored);
void                    ondes_session_restore_state      (OndesSession           *self,
                                                          GVariant               *state);
/* Adds a part to what is undone, after the analyses and the parts before it; @part is static. @owner calls note_change() after
 * each change by a person, and removes the part before it is freed. Of several with a name, the first one counts. */
void                    ondes_session_add_part           (OndesSession           *self,
                                                          const OndesSessionPart *part,
                                                          gpointer                owner);
void                    ondes_session_remove_part        (OndesSession           *self,
                                                          gpointer                owner);
/* Records an undo step if anything differs from the newest one. */
void                    ondes_session_note_change        (OndesSession           *self);
/* Bracket changes that are one step together. They can be nested. */
void                    ondes_session_begin_step         (OndesSession           *self);
void                    ondes_session_end_step           (OndesSession           *self);
/* Names the newest step, in the person's language, for a message once it is undone, as "Preset “Birds”". Its next change is
 * another step. */
void                    ondes_session_name_step          (OndesSession           *self,
                                                          const char             *name);

/* Bracket the changes of one act of a person that takes several events, such as a selection, its annotation and the label. @act is
 * 0 for a new act, which a selection just before it belongs to, or the number that an earlier bracket of the act returned. All
 * are one step, which end_act() names, unless another change came between. Not nested. */
guint                   ondes_session_begin_act          (OndesSession           *self,
                                                          guint                   act);
void                    ondes_session_end_act            (OndesSession           *self,
                                                          const char             *name);

/* Undo and redo work in steps (history.h). Recording of steps starts with this call or with the first recording; another
 * recording starts a new history, the same file read with other options keeps it. */
void                    ondes_session_begin_history      (OndesSession           *self);
/* While a pointer button is held, all changes are one step. */
void                    ondes_session_set_held           (OndesSession           *self,
                                                          gboolean                held);
/* Sets the clock of the changes of all sessions, in us, for tests. */
void                    ondes_session_set_history_clock  (gint64                (*now) (void));
gboolean                ondes_session_can_undo           (OndesSession           *self);
gboolean                ondes_session_can_redo           (OndesSession           *self);
/* Return the name of the step that would be undone or redone, borrowed; NULL if it has none. */
const char             *ondes_session_get_undo_name      (OndesSession           *self);
const char             *ondes_session_get_redo_name      (OndesSession           *self);
/* Return that name, or else the name of the setting or part that changes, for a menu; NULL if there is no step. Transfer full. */
char                   *ondes_session_describe_undo      (OndesSession           *self);
char                   *ondes_session_describe_redo      (OndesSession           *self);
/* Return the name of the analysis whose settings or view changed, to show its page, or NULL if none did. The string is static.
 */
const char             *ondes_session_undo               (OndesSession           *self);
const char             *ondes_session_redo               (OndesSession           *self);

/* For the models of the window. */

/* Creates a queue on the preferred engine if @preferred, otherwise on one thread of the CPU. */
OndesQueue             *ondes_session_new_queue          (OndesSession           *self,
                                                          gboolean                preferred,
                                                          OndesPriority           priority);
/* Adds settings: an entry of get_settings() that is undone and stored, with the name of @part, which has to stay valid. @owner
 * calls note_change() after each change by a person, and removes them before it is freed. Of several with a name, the first ones
 * count. */
void                    ondes_session_add_settings       (OndesSession           *self,
                                                          const OndesSessionPart *part,
                                                          gpointer                owner);
void                    ondes_session_remove_settings    (OndesSession           *self,
                                                          gpointer                owner);
/* Bracket changes that no person made, such as the switch to another recording or to another reading of the same file. If
 * @anew, a new history begins. They can be nested. */
void                    ondes_session_begin_settling     (OndesSession           *self);
void                    ondes_session_end_settling       (OndesSession           *self,
                                                          gboolean                anew);
/* Makes the next change a step of its own, unless an act is under way. */
void                    ondes_session_part_steps         (OndesSession           *self);
/* Calls @func with the settings in use, then with the settings of each step (GVariant, borrowed). */
void                    ondes_session_foreach_step       (OndesSession           *self,
                                                          GFunc                   func,
                                                          gpointer                user_data);

G_END_DECLS
