/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pool of threads that work on one thing together. The caller is worker 0 and works too. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _OndesThreads OndesThreads;

/* Does the next piece of the work; FALSE when nothing is left to take. Called from all workers at once. */
typedef gboolean (*OndesPiece) (gpointer data,
                                guint    worker);

/* How deep within runs of engines the calling thread works, 0: in none. Runs wait for those of greater depth alone, the run that
 * computes a source for those that compute its parents, so that none waits for itself. The workers of a pool have the depth of
 * whoever runs it. */
guint         ondes_threads_get_depth (void);
void          ondes_threads_set_depth (guint  depth);

/* @n: 0 as many as the machine has. */
OndesThreads *ondes_threads_new   (guint         n);
void          ondes_threads_free  (OndesThreads *self);
guint         ondes_threads_count (OndesThreads *self);
/* From now on, while @wanted (any thread, for every piece) is TRUE, no piece is begun, and once those that were are done,
 * @pause is called on the caller's thread; others may run works of theirs in it. NULL: never. */
void          ondes_threads_set_pause (OndesThreads *self,
                                       gboolean    (*wanted) (gpointer data),
                                       void        (*pause) (gpointer data),
                                       gpointer      data);
/* Calls @piece on every worker until it returned FALSE on each, and after a pause once more. @between is called on the calling
 * thread after each of its pieces and some thirty times a second while it waits for the others; it may be NULL. */
void          ondes_threads_run   (OndesThreads *self,
                                   OndesPiece    piece,
                                   void        (*between) (gpointer data),
                                   gpointer      data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesThreads, ondes_threads_free)

G_END_DECLS
