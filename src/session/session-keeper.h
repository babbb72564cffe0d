/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesKeeper: keeps what the windows of a process show in a file, so that they reopen after a crash or, when asked for, after
 * a normal end. A worker writes at most ONDES_KEEPER_DELAY_MS after a change, whole or not at all.
 *
 * The files lie in "ondes" of the user's state folder. Each process has its own, ID.ondes-session, beside ID.lock, which it
 * holds: so two processes never write the same file, and one that finds a lock free knows that its owner is gone. A process
 * that ends takes its file away and leaves last.ondes-session instead, the newest one's. Main thread only, but for
 * ondes_keeper_find().
 */
#pragma once

#include "saved-session.h"

G_BEGIN_DECLS

#define ONDES_KEEPER_DELAY_MS 1000
/* Times that windows are reopened by themselves after crashes in a row: a file may be what Ondes crashes with. */
#define ONDES_KEEPER_ATTEMPTS 2

typedef struct _OndesKeeper OndesKeeper;

/* Returns the windows as they are now, ONDES_SAVED_WINDOWS, transfer full; NULL for none. */
typedef GVariant *(*OndesKeeperCollect) (gpointer user_data);

/* Keeps files in @folder, NULL for that of the user's state. @collect is called on the main thread. */
OndesKeeper *ondes_keeper_new      (const char         *folder,
                                    OndesKeeperCollect  collect,
                                    gpointer            user_data);
/* Writes @ms after a change rather than ONDES_KEEPER_DELAY_MS, for tests. */
void         ondes_keeper_set_delay (OndesKeeper        *self,
                                    guint               ms);
/* Something changed. */
void         ondes_keeper_note     (OndesKeeper        *self);
/* Waits until what changed is written. For tests, and before the process ends. */
void         ondes_keeper_flush    (OndesKeeper        *self);
/* Takes @windows as those of the session that ends, to be reopened another time; NULL for what they are now. A later call
 * replaces them. */
void         ondes_keeper_end      (OndesKeeper        *self,
                                    GVariant           *windows);
/* The process goes on: the next note() keeps what is then. */
void         ondes_keeper_go_on    (OndesKeeper        *self);
/* Writes what ondes_keeper_end() took as the last session, takes the own file away, and frees @self. Blocks. */
void         ondes_keeper_free     (OndesKeeper        *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesKeeper, ondes_keeper_free)

/* What processes before left; free with ondes_kept_free(). */
typedef struct
{
  GVariant  *crashed;  /* windows of those that did not end well; NULL if none */
  guint      attempts; /* how often these were reopened and did not last */
  GVariant  *last;     /* the windows of the last session that ended; NULL if none */
  GPtrArray *claims;   /* of the crashed ones' files, which no other process takes meanwhile */
} OndesKept;

/* Looks for them; damaged files are passed over. Any thread; blocks. */
OndesKept   *ondes_keeper_find     (OndesKeeper        *self);
/* Takes over the crashed windows of @kept, reopened now if @reopened: their files go once the own one is written. Takes
 * ownership of @kept. */
void         ondes_keeper_adopt    (OndesKeeper        *self,
                                    OndesKept          *kept,
                                    gboolean            reopened);
void         ondes_kept_free       (OndesKept          *kept);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesKept, ondes_kept_free)
/* Tells that the windows that were reopened last, so that a crash from now on is the first. */
void         ondes_keeper_settle   (OndesKeeper        *self);

G_END_DECLS
