/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run-list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/compare.h"

static gpointer
get_set (gpointer model)
{
  return ondes_run_model_get_rows (model);
}

static guint
hash (gconstpointer row)
{
  return g_str_hash (((const OndesRunRow *) row)->file.path);
}

static gboolean
is_same (gconstpointer x,
         gconstpointer y)
{
  return g_str_equal (((const OndesRunRow *) x)->file.path, ((const OndesRunRow *) y)->file.path);
}

static int
compare_paths (gconstpointer x,
               gconstpointer y)
{
  const OndesRunRow *a = x, *b = *(OndesRunRow *const *) y;

  return strcmp (a->file.path, b->file.path);
}

static gpointer
find (gpointer set,
      gconstpointer row)
{
  const OndesRunRows *rows = set;
  OndesRunRow **found = rows->n > 0 ? bsearch (row, rows->rows, rows->n, sizeof *rows->rows, compare_paths) : NULL;

  return found != NULL ? *found : NULL;
}

static gpointer *
collect (gpointer set,
         const char *filter,
         guint *n,
         GCancellable *cancellable)
{
  const OndesRunRows *rows = set;
  gpointer *collected = g_new (gpointer, rows->n + 1);

  for (guint i = 0; i < rows->n; i++)
    if (ondes_sorted_list_contains (rows->rows[i]->file.path, filter)
        || ondes_sorted_list_contains (rows->rows[i]->sentence, filter))
      collected[(*n)++] = rows->rows[i];
  return collected;
}

/* Returns the number that a column is sorted by, NAN if it is unknown or has none. */
static double
number_of (const OndesRunRow *row,
           OndesRunColumn     column)
{
  switch (column)
    {
    case ONDES_RUN_START:
      return row->file.date_s;
    case ONDES_RUN_DURATION:
      return row->file.rate_hz > 0 ? ondes_batch_file_seconds (&row->file) : NAN;
    case ONDES_RUN_RATE:
      return row->file.rate_hz > 0 ? row->file.rate_hz : NAN;
    case ONDES_RUN_LEVEL:
      return row->level_db;
    case ONDES_RUN_PEAK:
      return row->peak_db;
    case ONDES_RUN_STATUS:
      return row->state;
    default:
      return NAN;
    }
}

static int
compare (gconstpointer x,
         gconstpointer y,
         guint column,
         gboolean descending)
{
  const OndesRunRow *a = x, *b = y;
  int order;

  if (column <= ONDES_RUN_NAME)
    order = strcmp (a->name, b->name);
  else
    {
      const double one = number_of (a, column), other = number_of (b, column);

      /* What is unknown comes last both ways, and before it starts of an unknown zone, as no other start can be compared with. */
      if (isnan (one) || isnan (other))
        return isnan (one) - isnan (other);
      if (column == ONDES_RUN_START && a->file.by_clock != b->file.by_clock)
        return a->file.by_clock - b->file.by_clock;
      order = ONDES_COMPARE (one, other);
      if (order == 0 && column == ONDES_RUN_STATUS)
        order = g_strcmp0 (a->sentence, b->sentence);
    }
  return descending ? -order : order;
}

OndesSortedList *
ondes_run_list_new (OndesRunModel *model)
{
  static const OndesSortedListTraits traits = {
    get_set, (GBoxedCopyFunc) ondes_run_rows_ref, (GDestroyNotify) ondes_run_rows_unref, (GBoxedCopyFunc) ondes_run_row_ref,
    (GDestroyNotify) ondes_run_row_unref, hash, is_same, find, collect, compare, .collected = G_MAXUINT, .column = ONDES_RUN_NAME,
  };

  return ondes_sorted_list_new (&traits, model, "rows-changed", ondes_queue_new (ondes_computer_new ("cpu", 0, 1)));
}
