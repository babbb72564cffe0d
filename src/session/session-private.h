/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of OndesSession. */
#pragma once

#include "history.h"
#include "scheduler.h"
#include "session.h"

G_BEGIN_DECLS

typedef enum
{
  SESSION_RECORDING_CHANGED,
  SESSION_OVERVIEW_CHANGED,
  SESSION_STATE_CHANGED,
  SESSION_HISTORY_CHANGED,
  SESSION_CONDITIONING_CHANGED,
  SESSION_N_PLAIN, /* number of signals without arguments */
} OndesSessionSignal;

struct _OndesSession
{
  GObject           parent_instance;

  OndesEnginePreference *engine;
  OndesQueue       *files; /* opens recordings and reads samples */
  OndesTimeline    *timeline;

  OndesRecording   *original, *recording; /* as opened; the same, or conditioned */
  char            **steps; /* of the conditioning */
  gboolean          conditioned;
  char             *conditioning_problem; /* NULL if the steps fit */
  guint             conditioning_serial;  /* of the newest steps */
  guint64           conditioning; /* number of the request in flight; 0 if none */
  OndesSessionChange change;
  gboolean          begins; /* while "recording-changed" tells of a recording that has no state to restore */
  OndesReadOptions  read;  /* owns its strings */
  OndesSource      *source;
  OndesOverview    *overview;
  gboolean          is_derived;
  OndesOverview    *coming;    /* of a derived session: replaces overview once it has values; NULL if none */
  guint             channel, opened;
  double            fmin_hz, fmax_hz;

  guint64           opening; /* number of the request in flight; 0 if none */
  guint             opening_serial;
  double            opening_progress;
  char             *opening_path; /* of the newest request */
  const char       *failed_path; /* set only while "message" is emitted */
  OndesSetting      failed_setting;

  double           *samples;
  guint64           samples_first;
  guint             samples_count;
  OndesScheduler   *reading; /* reads the samples */

  GArray           *settings; /* of the parts that are settings and their owners, in the order they were added */
  OndesHistory     *history;
  guint             settling; /* above 0 while settings change that no person changed, or are restored */
  GArray           *parts;    /* of the other parts, likewise */
  GVariant         *pending;  /* state to restore again once the recording is conditioned as it was with it; NULL for none */
  guint             holds, hold; /* hold: number of the current button hold, 0 if none */
  guint             act;         /* number of the act under way, among the holds; 0 if none */
};

void ondes_session_emit         (OndesSession       *self,
                                 OndesSessionSignal  which);

/* session-open.c: takes ownership of @source. */
void ondes_session_take_source  (OndesSession       *self,
                                 OndesSource        *source,
                                 guint               channel);
/* Stores the channel in the key file of the recording, if that has one. */
void ondes_session_keep_channel (OndesSession       *self);
/* Emits "message" with the sentence of @error; @path is the file that did not open for it, or NULL. */
void ondes_session_say_error    (OndesSession       *self,
                                 const GError       *error,
                                 const char         *path);

/* session-history.c */
/* Applies settings and parts, which is no step. */
void ondes_session_apply_state     (OndesSession       *self,
                                    GVariant           *state);
/* Make and free what undo needs. */
void ondes_session_history_init    (OndesSession       *self);
void ondes_session_history_clear   (OndesSession       *self);
/* Restores the state that waits for the conditioned recording, or drops it if that failed. */
void ondes_session_restore_pending (OndesSession       *self);
void ondes_session_drop_pending    (OndesSession       *self);
/* session-conditioning.c: exchanges the recording if the steps of the one in use are not those wanted. */
void ondes_session_update_conditioning (OndesSession *self);

/* session-rulers.c */
extern const OndesSessionPart ondes_session_rulers_part;

/* session-samples.c */
extern const OndesSchedulerClass ondes_session_samples;
void ondes_session_drop_samples (OndesSession       *self);

G_END_DECLS
