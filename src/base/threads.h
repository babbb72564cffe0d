/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pool of threads that work together on one task. The caller is worker 0 and works too. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _OndesThreads OndesThreads;

/* Does the next piece of work; returns FALSE once none is left. Called from all workers at once. */
typedef gboolean (*OndesPiece) (gpointer data,
                                guint    worker);

/* Nesting depth of engine runs on the calling thread; 0 outside any run. A run waits only for deeper runs: the run that
 * computes a source waits for those that compute its parents, so none waits for itself. Pool workers take the depth of the
 * thread that runs the pool. */
guint         ondes_threads_get_depth (void);
void          ondes_threads_set_depth (guint  depth);

/* Creates a pool of @n threads, the caller included; 0 means one per processor. */
OndesThreads *ondes_threads_new   (guint         n);
void          ondes_threads_free  (OndesThreads *self);
guint         ondes_threads_count (OndesThreads *self);
/* Sets how long idle workers poll before they sleep; at first 50 µs. For rounds that follow each other with short gaps. Not during
 * a run. */
void          ondes_threads_set_patience (OndesThreads *self,
                                          guint         patience_us);
/* Makes runs pause from now on: while @wanted, called on any thread before every piece, returns TRUE, no new piece starts. Once
 * the pieces in flight are done, @pause is called on the caller's thread; other work may use the pool there. NULL @wanted means
 * no pause. */
void          ondes_threads_set_pause (OndesThreads *self,
                                       gboolean    (*wanted) (gpointer data),
                                       void        (*pause) (gpointer data),
                                       gpointer      data);
/* Calls @piece on every worker until it has returned FALSE on each, and starts again after a pause. @between, which may be
 * NULL, is called on the calling thread after each of its pieces and about thirty times a second while it waits. */
void          ondes_threads_run   (OndesThreads *self,
                                   OndesPiece    piece,
                                   void        (*between) (gpointer data),
                                   gpointer      data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesThreads, ondes_threads_free)

G_END_DECLS
