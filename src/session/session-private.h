/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of OndesSession share. */
#pragma once

#include "analysis.h"
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
  SESSION_N_PLAIN, /* signals with no arguments */
} OndesSessionSignal;

struct _OndesSession
{
  GObject           parent_instance;

  OndesEnginePreference *engine;
  OndesQueue       *files; /* opening and samples */
  OndesTimeline    *timeline;

  OndesRecording   *recording;
  OndesReadOptions  read;  /* owns its strings */
  OndesSource      *source;
  OndesOverview    *overview;
  guint             channel, opened;
  double            fmin_hz, fmax_hz;

  guint64           opening; /* the request under way, 0: none */
  guint             opening_serial;
  double            opening_progress;
  const char       *failed_path; /* while that is said */
  OndesSetting      failed_setting;

  double           *samples;
  guint64           samples_first;
  guint             samples_count;
  OndesScheduler   *reading; /* of samples */

  GPtrArray        *analyses; /* borrowed, as they were made */
  OndesHistory     *history;
  gboolean          settling; /* settings change by themselves, or are put back */
  guint             holds, hold; /* hold: the number of the one under way, 0: none */
};

void ondes_session_emit         (OndesSession       *self,
                                 OndesSessionSignal  which);

/* Creates a queue on the preferred engine if @preferred, otherwise on one thread of the CPU. */
OndesQueue *ondes_session_new_queue (OndesSession  *self,
                                     gboolean       preferred,
                                     OndesPriority  priority);

/* session-open.c: takes @source over. */
void ondes_session_take_source  (OndesSession       *self,
                                 OndesSource        *source,
                                 guint               channel);
/* Says the sentence of @error, which @path, NULL: none, did not open for. */
void ondes_session_say_error    (OndesSession       *self,
                                 const GError       *error,
                                 const char         *path);

/* session-history.c */
void ondes_session_add_analysis    (OndesSession       *self,
                                    OndesAnalysis      *analysis);
void ondes_session_remove_analysis (OndesSession       *self,
                                    OndesAnalysis      *analysis);
/* A person may have changed settings. */
void ondes_session_note_settings   (OndesSession       *self);
/* While another recording, or another reading of it, is taken over. */
void ondes_session_begin_settling  (OndesSession       *self);
void ondes_session_end_settling    (OndesSession       *self,
                                    gboolean            anew);

/* session-samples.c */
extern const OndesSchedulerClass ondes_session_samples;
void ondes_session_drop_samples (OndesSession       *self);

G_END_DECLS
