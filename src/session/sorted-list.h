/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSortedList: rows of a model that pass a filter, in an order: a GListModel of OndesSortedItem, made as they are asked for. A
 * worker filters and sorts, the newest request wins, and the rows shown stay until its result is there. A row takes 8 bytes here.
 * Main thread only.
 *
 * Signals:
 *   "landed"   the rows are those asked for last; after "items-changed" if any came or went
 */
#pragma once

#include "engine/queue.h"

G_BEGIN_DECLS

/* One row. Signal "changed": get() returns another one that is equal to it; the item stays as long as its row has an equal one. */
#define ONDES_TYPE_SORTED_ITEM (ondes_sorted_item_get_type ())
G_DECLARE_FINAL_TYPE (OndesSortedItem, ondes_sorted_item, ONDES, SORTED_ITEM, GObject)

/* Returns the row, borrowed until the next "changed". */
gpointer         ondes_sorted_item_get (OndesSortedItem *self);
/* Creates an item of no OndesSortedList; @row must outlive it. */
OndesSortedItem *ondes_sorted_item_new (gpointer         row);

/* What the rows are. A set of rows is immutable and counted, as each of its rows is. Workers call collect() and compare(). */
typedef struct
{
  gpointer     (*get_set) (gpointer model); /* borrowed */
  GBoxedCopyFunc ref_set;
  GDestroyNotify unref_set;
  GBoxedCopyFunc ref; /* of a row */
  GDestroyNotify unref;
  GHashFunc      hash;
  GEqualFunc     equal; /* TRUE if two rows are of the same thing */
  /* Returns the row of @set that is equal to @row; NULL if none. */
  gpointer     (*find)    (gpointer       set,
                           gconstpointer  row);
  /* Returns the rows that contain @filter (ondes_sorted_list_contains()), borrowed, and adds their number to @n; stops early if
   * cancelled. */
  gpointer    *(*collect) (gpointer       set,
                           const char    *filter,
                           guint         *n,
                           GCancellable  *cancellable);
  /* Compares by @column; equal rows stay in the order of collect(). */
  int          (*compare) (gconstpointer  a,
                           gconstpointer  b,
                           guint          column,
                           gboolean       descending);
  guint          collected; /* the column that collect() sorts by; G_MAXUINT if none */
  guint          column;    /* the first one */
} OndesSortedListTraits;

#define ONDES_TYPE_SORTED_LIST (ondes_sorted_list_get_type ())
G_DECLARE_FINAL_TYPE (OndesSortedList, ondes_sorted_list, ONDES, SORTED_LIST, GObject)

/* Creates the list of all rows of @model, which it follows by @signal; takes @queue. @traits is static. */
OndesSortedList *ondes_sorted_list_new        (const OndesSortedListTraits *traits,
                                               gpointer                     model,
                                               const char                  *signal,
                                               OndesQueue                  *queue);
void             ondes_sorted_list_set_sort   (OndesSortedList *self,
                                               guint            column,
                                               gboolean         descending);
/* Shows those that contain @text, whatever the case; NULL or "" for all. */
void             ondes_sorted_list_set_filter (OndesSortedList *self,
                                               const char      *text);
/* TRUE while a worker filters or sorts. */
gboolean         ondes_sorted_list_is_busy    (OndesSortedList *self);
/* Returns the row at @position, borrowed; NULL if there is none. */
gpointer         ondes_sorted_list_get        (OndesSortedList *self,
                                               guint            position);
/* TRUE if @text, NULL for none, contains @filter, or that is empty. */
gboolean         ondes_sorted_list_contains   (const char      *text,
                                               const char      *filter);

G_END_DECLS
