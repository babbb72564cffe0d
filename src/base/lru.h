/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A least-recently-used cache. A value is its own key, as in g_hash_table_add(): look up with a key that has the fields @hash
 * and @equal read. Not locked: use it from one thread, or under the caller's lock. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _OndesLru OndesLru;

/* Creates an empty cache. @capacity limits the total cost of all values, in bytes; the last value put stays even if it alone
 * exceeds that. @destroy, which may be NULL, is called for each value after its removal. */
OndesLru *ondes_lru_new    (GHashFunc       hash,
                            GEqualFunc      equal,
                            GDestroyNotify  destroy,
                            guint64         capacity);
void      ondes_lru_free   (OndesLru       *self);
/* Returns the value equal to @key, borrowed, and makes it the most recently used; NULL if there is none. */
gpointer  ondes_lru_get    (OndesLru       *self,
                            gconstpointer   key);
/* Takes ownership of @value as the most recently used; replaces an equal value and evicts the least recently used ones to stay
 * within capacity. */
void      ondes_lru_put    (OndesLru       *self,
                            gpointer        value,
                            guint64         cost_bytes);
/* Removes the value equal to @key; FALSE if there is none. */
gboolean  ondes_lru_remove (OndesLru       *self,
                            gconstpointer   key);
/* Removes each value for which @matches returns TRUE. */
void      ondes_lru_remove_all (OndesLru   *self,
                                gboolean  (*matches) (gconstpointer value,
                                                      gconstpointer data),
                                gconstpointer data);
void      ondes_lru_clear  (OndesLru       *self);
guint     ondes_lru_count  (OndesLru       *self);
/* Returns the total cost of all values. */
guint64   ondes_lru_bytes  (OndesLru       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesLru, ondes_lru_free)

G_END_DECLS
