/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cache whose least recently used values go first. A value is its own key, as in g_hash_table_add(): look up with one that has
 * the fields that @hash and @equal read. Has no lock: use it from one thread, or with a lock of the caller's. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _OndesLru OndesLru;

/* @capacity: the most that the costs of all values may add up to, in bytes; the value put last stays even where it alone costs
 * more. @destroy, which may be NULL, is called for each value that goes, after it has gone. */
OndesLru *ondes_lru_new    (GHashFunc       hash,
                            GEqualFunc      equal,
                            GDestroyNotify  destroy,
                            guint64         capacity);
void      ondes_lru_free   (OndesLru       *self);
/* The value equal to @key, borrowed, which becomes the most recently used; NULL: there is none. */
gpointer  ondes_lru_get    (OndesLru       *self,
                            gconstpointer   key);
/* Takes @value over, as the most recently used: in place of an equal one, and of as many of the least recently used as the capacity
 * asks for. */
void      ondes_lru_put    (OndesLru       *self,
                            gpointer        value,
                            guint64         cost_bytes);
/* FALSE: there was none. */
gboolean  ondes_lru_remove (OndesLru       *self,
                            gconstpointer   key);
/* Each value of which @matches is true. */
void      ondes_lru_remove_all (OndesLru   *self,
                                gboolean  (*matches) (gconstpointer value,
                                                      gconstpointer data),
                                gconstpointer data);
void      ondes_lru_clear  (OndesLru       *self);
guint     ondes_lru_count  (OndesLru       *self);
/* The sum of the values' costs. */
guint64   ondes_lru_bytes  (OndesLru       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesLru, ondes_lru_free)

G_END_DECLS
