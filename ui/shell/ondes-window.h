/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of one session. Main thread only. */
#pragma once

#include "ondes-application.h"
#include "picture/scalogram-analysis.h"
#include "sound/sound-sink.h"

G_BEGIN_DECLS

#define ONDES_TYPE_WINDOW (ondes_window_get_type ())
G_DECLARE_FINAL_TYPE (OndesWindow, ondes_window, ONDES, WINDOW, AdwApplicationWindow)

/* Creates the analyses of @session with the stored settings. */
/* For tests: makes the sink that a new window plays into; by default the desktop's sound device. */
extern OndesSoundSink *(*ondes_window_new_sink) (void);

GtkWidget              *ondes_window_new           (OndesApplication *application,
                                                    OndesSession     *session);
OndesSession           *ondes_window_get_session   (OndesWindow      *self);
OndesScalogramAnalysis *ondes_window_get_scalogram (OndesWindow      *self);
/* TRUE if nothing is open and nothing is being opened. */
gboolean                ondes_window_is_empty      (OndesWindow      *self);
void                    ondes_window_open          (OndesWindow      *self,
                                                    GFile            *file);
/* Adds the annotations of @file to those of the recording that is open or is being opened; says so if there is none. */
void                    ondes_window_take_annotations (OndesWindow   *self,
                                                       GFile         *file);
/* TRUE if a file of this name may hold annotations, or a recording. Any thread. */
gboolean                ondes_window_may_hold_annotations (const char *path);

G_END_DECLS
