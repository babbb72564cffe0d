/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recordings of a run as an OndesSortedList. Main thread only. */
#pragma once

#include "run-model.h"
#include "session/sorted-list.h"

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

/* Creates the list of all recordings of @model (OndesRunRow), by name; equal rows follow each other in the order of the paths, and
 * what is unknown comes last. The filter looks at paths and sentences. */
OndesSortedList *ondes_run_list_new (OndesRunModel *model);

static inline OndesRunRow *
ondes_run_list_get (OndesSortedList *list,
                    guint            position)
{
  return ondes_sorted_list_get (list, position);
}

G_END_DECLS
