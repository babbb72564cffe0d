/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of a run over many recordings: its progress, with buttons that stop it and go on, and its recordings as a list. Main
 * thread only. */
#pragma once

#include "batch/run-model.h"
#include "ondes-window.h"

G_BEGIN_DECLS

#define ONDES_TYPE_RUN_WINDOW (ondes_run_window_get_type ())
G_DECLARE_FINAL_TYPE (OndesRunWindow, ondes_run_window, ONDES, RUN_WINDOW, AdwApplicationWindow)

/* Shows the run in @folder, or of the manifest that @folder names, in its window if it has one. @from, which may be NULL, is where
 * its recordings are opened. With @start what is left to do begins. */
OndesRunWindow *ondes_run_window_present   (OndesApplication *application,
                                            const char       *folder,
                                            OndesWindow      *from,
                                            gboolean          start);
OndesRunModel  *ondes_run_window_get_model (OndesRunWindow   *self);

G_END_DECLS
