/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesRunList: the recordings of a run as rows, those that pass a filter, in an order: a GListModel of OndesRunItem, made as they
 * are asked for. A worker filters and sorts, the newest request wins, and what is shown stays until its result is there. Main
 * thread only.
 *
 * Signals:
 *   "landed"   the rows are those asked for last; after "items-changed" if any came or went
 */
#pragma once

#include "run-model.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_RUN_THUMBNAIL, /* sorts like the name */
  ONDES_RUN_NAME,
  ONDES_RUN_START,
  ONDES_RUN_DURATION,
  ONDES_RUN_RATE,
  ONDES_RUN_LEVEL,
  ONDES_RUN_PEAK,
  ONDES_RUN_STATUS,
  ONDES_RUN_COLUMNS
} OndesRunColumn;

/* One row. Signal "changed": get() returns another one of the same recording. */
#define ONDES_TYPE_RUN_ITEM (ondes_run_item_get_type ())
G_DECLARE_FINAL_TYPE (OndesRunItem, ondes_run_item, ONDES, RUN_ITEM, GObject)

/* Returns the row, borrowed until the next "changed". */
OndesRunRow  *ondes_run_item_get        (OndesRunItem   *self);

#define ONDES_TYPE_RUN_LIST (ondes_run_list_get_type ())
G_DECLARE_FINAL_TYPE (OndesRunList, ondes_run_list, ONDES, RUN_LIST, GObject)

/* Creates the list of all recordings of @model, by name. */
OndesRunList *ondes_run_list_new        (OndesRunModel  *model);
/* Sorts by @column; equal rows follow each other in the order of the paths, and what is unknown comes last. */
void          ondes_run_list_set_sort   (OndesRunList   *self,
                                         OndesRunColumn  column,
                                         gboolean        descending);
/* Shows those whose path or sentence contains @text, whatever the case; NULL or "" for all. */
void          ondes_run_list_set_filter (OndesRunList   *self,
                                         const char     *text);
/* TRUE while a worker filters or sorts. */
gboolean      ondes_run_list_is_busy    (OndesRunList   *self);
/* Returns the row at @position, borrowed; NULL if there is none. */
OndesRunRow  *ondes_run_list_get        (OndesRunList   *self,
                                         guint           position);

G_END_DECLS
