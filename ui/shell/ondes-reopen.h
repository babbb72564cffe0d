/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions of the application: its windows are kept (session/session-keeper.h) and reopened after a crash or when asked for,
 * saved by name as files and opened from them. Has the actions app.save-session, app.reopen-last and app.reopen-at-start. Main
 * thread only.
 */
#pragma once

#include "ondes-application.h"
#include "session/saved-session.h"

G_BEGIN_DECLS

/* Begins to keep the windows; @settings may be NULL. */
void ondes_reopen_start     (GApplication *application,
                             GSettings    *settings);
/* Looks for what earlier processes left, once. Unless @asked, which names files to open, windows of a crash are reopened, or
 * those of the last session if the person wants that. */
void ondes_reopen_find      (GApplication *application,
                             gboolean      asked);
/* Something of a window changed. */
void ondes_reopen_note      (gpointer      window);
/* @window is about to close, and may be the last one. */
void ondes_reopen_closing   (gpointer      window);
/* All windows are about to close; stay() if one of them does not. */
void ondes_reopen_quit      (GApplication *application);
void ondes_reopen_stay      (gpointer      window);
/* Opens the windows of the session file at @path. */
void ondes_reopen_open      (GApplication *application,
                             const char   *path);
/* Returns the windows of the last session, borrowed; NULL if there are none. */
GVariant *ondes_reopen_get_last (gpointer application);

G_END_DECLS
