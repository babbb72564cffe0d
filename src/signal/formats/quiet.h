/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread with standard error on /dev/null, for libraries that print there. It has its own descriptor table; other threads are
 * unaffected. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _OndesQuiet OndesQuiet;
typedef void (*OndesQuietWork) (gpointer data);

/* Creates a thread that has a copy of @fd, and no other descriptor that is open now. NULL if the system refuses. */
OndesQuiet *ondes_quiet_new  (int             fd);
/* Runs @work in the thread and waits for it; if @self is NULL, runs it in this thread, where its output is visible. One caller
 * at a time. */
void        ondes_quiet_run  (OndesQuiet     *self,
                              OndesQuietWork  work,
                              gpointer        data);
void        ondes_quiet_free (OndesQuiet     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesQuiet, ondes_quiet_free)

G_END_DECLS
