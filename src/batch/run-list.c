/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run-list.h"

#include <math.h>
#include <string.h>

#include "base/compare.h"
#include "engine/queue.h"
#include "session/signals.h"

struct _OndesRunItem
{
  GObject      parent_instance;

  OndesRunRow *row;
  guint        index; /* of the rows of the run */
};

static guint item_changed;

G_DEFINE_FINAL_TYPE (OndesRunItem, ondes_run_item, G_TYPE_OBJECT)

/* What is shown, in its order. Counted, because a worker compares it with what comes next. */
typedef struct
{
  OndesRunRows *rows;
  guint        *order; /* indices of rows */
  guint         n;
} Shown;

struct _OndesRunList
{
  GObject        parent_instance;

  OndesRunModel *model;
  OndesQueue    *queue;
  Shown         *shown;
  GHashTable    *alive;  /* OndesRunItem by index, borrowed */
  OndesRunColumn column;
  gboolean       descending;
  char          *filter; /* as it is compared; "" for none */
  gboolean       busy;
};

static guint landed_signal;

static void list_model_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (OndesRunList, ondes_run_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
shown_clear (gpointer data)
{
  Shown *shown = data;

  ondes_run_rows_unref (shown->rows);
  g_free (shown->order);
}

static void
shown_unref (Shown *shown)
{
  g_atomic_rc_box_release_full (shown, shown_clear);
}

/* An item. */

OndesRunRow *
ondes_run_item_get (OndesRunItem *self)
{
  return self->row;
}

static void
ondes_run_item_finalize (GObject *object)
{
  g_clear_pointer (&ONDES_RUN_ITEM (object)->row, ondes_run_row_unref);
  G_OBJECT_CLASS (ondes_run_item_parent_class)->finalize (object);
}

static void
ondes_run_item_class_init (OndesRunItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ondes_run_item_finalize;
  item_changed = ondes_signal_new (klass, "changed");
}

static void
ondes_run_item_init (OndesRunItem *self)
{
}

/* The work. */

typedef struct
{
  OndesRunRows  *rows;
  OndesRunColumn column;
  gboolean       descending;
  char          *filter;
  Shown         *before, *after;
  guint          same_first, same_last; /* rows of the same places at the beginning and at the end */
} Sorting;

static void
sorting_free (gpointer data)
{
  Sorting *sorting = data;

  ondes_run_rows_unref (sorting->rows);
  g_free (sorting->filter);
  shown_unref (sorting->before);
  g_clear_pointer (&sorting->after, shown_unref);
  g_free (sorting);
}

static gboolean
contains (const char *text,
          const char *filter)
{
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;
  g_autofree char *folded = valid != NULL ? g_utf8_casefold (valid, -1) : NULL;

  return folded != NULL && strstr (folded, filter) != NULL;
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
         gpointer data)
{
  const Sorting *sorting = data;
  const guint i = *(const guint *) x, k = *(const guint *) y;
  const OndesRunRow *a = sorting->rows->rows[i], *b = sorting->rows->rows[k];
  int order;

  if (sorting->column <= ONDES_RUN_NAME)
    order = strcmp (a->name, b->name);
  else
    {
      const double one = number_of (a, sorting->column), other = number_of (b, sorting->column);

      /* What is unknown comes last both ways. */
      if (isnan (one) || isnan (other))
        return isnan (one) != isnan (other) ? (isnan (one) ? 1 : -1) : ONDES_COMPARE (i, k);
      order = ONDES_COMPARE (one, other);
      if (order == 0 && sorting->column == ONDES_RUN_STATUS)
        order = g_strcmp0 (a->sentence, b->sentence);
    }
  order = sorting->descending ? -order : order;
  return order != 0 ? order : ONDES_COMPARE (i, k);
}

/* Finds what came and went, so that the list stays where it is. */
static void
compare_before (Sorting *sorting)
{
  const Shown *before = sorting->before, *after = sorting->after;
  const guint n = MIN (before->n, after->n);

  while (sorting->same_first < n && before->order[sorting->same_first] == after->order[sorting->same_first])
    sorting->same_first++;
  while (sorting->same_last < n - sorting->same_first
         && before->order[before->n - 1 - sorting->same_last] == after->order[after->n - 1 - sorting->same_last])
    sorting->same_last++;
}

static gboolean
sorting_work (OndesComputer *computer,
              gpointer data,
              const OndesWatch *watch,
              GError **error)
{
  Sorting *sorting = data;
  Shown *after = sorting->after = g_atomic_rc_box_new0 (Shown);

  after->rows = ondes_run_rows_ref (sorting->rows);
  after->order = g_new (guint, sorting->rows->n + 1);
  for (guint i = 0; i < sorting->rows->n; i++)
    {
      const OndesRunRow *row = sorting->rows->rows[i];

      if (*sorting->filter == '\0' || contains (row->file.path, sorting->filter) || contains (row->sentence, sorting->filter))
        after->order[after->n++] = i;
    }
  if (g_cancellable_set_error_if_cancelled (watch->cancellable, error))
    return FALSE;
  g_qsort_with_data (after->order, (int) after->n, sizeof *after->order, compare, sorting);
  compare_before (sorting);
  return TRUE;
}

/* The list. */

/* Gives the items that are alive what their rows are now. */
static void
update_alive (OndesRunList *self)
{
  g_autoptr (GList) items = g_hash_table_get_values (self->alive);

  for (GList *l = items; l != NULL; l = l->next)
    {
      OndesRunItem *item = l->data;
      OndesRunRow *now = item->index < self->shown->rows->n ? self->shown->rows->rows[item->index] : NULL;

      if (now == NULL || now == item->row)
        continue;
      ondes_run_row_unref (item->row);
      item->row = ondes_run_row_ref (now);
      g_signal_emit (item, item_changed, 0);
    }
}

static void request (OndesRunList *self);

static void
on_sorted (gpointer data,
           const GError *error,
           gpointer user_data)
{
  Sorting *sorting = data;
  OndesRunList *self = user_data;
  const guint before = sorting->before->n;

  if (error != NULL)
    return; /* a newer request is under way */
  if (sorting->before != self->shown)
    {
      request (self);
      return;
    }
  self->busy = FALSE;
  shown_unref (self->shown);
  self->shown = g_steal_pointer (&sorting->after);
  update_alive (self);
  if (sorting->same_first < before || sorting->same_first < self->shown->n)
    g_list_model_items_changed (G_LIST_MODEL (self), sorting->same_first, before - sorting->same_first - sorting->same_last,
                                self->shown->n - sorting->same_first - sorting->same_last);
  g_signal_emit (self, landed_signal, 0);
}

static void
request (OndesRunList *self)
{
  Sorting *sorting = g_new0 (Sorting, 1);

  sorting->rows = ondes_run_rows_ref (ondes_run_model_get_rows (self->model));
  sorting->column = self->column;
  sorting->descending = self->descending;
  sorting->filter = g_strdup (self->filter);
  sorting->before = g_atomic_rc_box_acquire (self->shown);
  self->busy = TRUE;
  ondes_queue_submit (self->queue, &(OndesTask) { .key = "rows", .work = sorting_work, .data = sorting, .destroy = sorting_free,
                                                  .done = on_sorted, .user_data = self });
}

void
ondes_run_list_set_sort (OndesRunList *self,
                         OndesRunColumn column,
                         gboolean descending)
{
  g_return_if_fail (ONDES_IS_RUN_LIST (self) && column < ONDES_RUN_COLUMNS);
  if (self->column == column && !self->descending == !descending)
    return;
  self->column = column;
  self->descending = descending;
  request (self);
}

void
ondes_run_list_set_filter (OndesRunList *self,
                           const char *text)
{
  g_autofree char *filter = g_utf8_casefold (text != NULL ? text : "", -1);

  g_return_if_fail (ONDES_IS_RUN_LIST (self));
  if (g_str_equal (filter, self->filter))
    return;
  g_free (self->filter);
  self->filter = g_steal_pointer (&filter);
  request (self);
}

gboolean
ondes_run_list_is_busy (OndesRunList *self)
{
  return self->busy;
}

OndesRunRow *
ondes_run_list_get (OndesRunList *self,
                    guint position)
{
  return position < self->shown->n ? self->shown->rows->rows[self->shown->order[position]] : NULL;
}

static GType
get_item_type (GListModel *list)
{
  return ONDES_TYPE_RUN_ITEM;
}

static guint
get_n_items (GListModel *list)
{
  return ONDES_RUN_LIST (list)->shown->n;
}

static void
on_item_gone (gpointer user_data,
              GObject *item)
{
  OndesRunList *self = user_data;
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->alive);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (value == item)
      g_hash_table_iter_remove (&iter);
}

static gpointer
get_item (GListModel *list,
          guint position)
{
  OndesRunList *self = ONDES_RUN_LIST (list);
  OndesRunItem *item;
  guint index;

  if (position >= self->shown->n)
    return NULL;
  index = self->shown->order[position];
  item = g_hash_table_lookup (self->alive, GUINT_TO_POINTER (index));
  if (item != NULL)
    return g_object_ref (item);
  item = g_object_new (ONDES_TYPE_RUN_ITEM, NULL);
  item->row = ondes_run_row_ref (self->shown->rows->rows[index]);
  item->index = index;
  g_hash_table_insert (self->alive, GUINT_TO_POINTER (index), item);
  g_object_weak_ref (G_OBJECT (item), on_item_gone, self);
  return item;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

static void
ondes_run_list_dispose (GObject *object)
{
  OndesRunList *self = ONDES_RUN_LIST (object);
  GHashTableIter iter;
  gpointer item;

  g_clear_pointer (&self->queue, ondes_queue_free);
  g_hash_table_iter_init (&iter, self->alive);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    g_object_weak_unref (item, on_item_gone, self);
  g_hash_table_remove_all (self->alive);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (ondes_run_list_parent_class)->dispose (object);
}

static void
ondes_run_list_finalize (GObject *object)
{
  OndesRunList *self = ONDES_RUN_LIST (object);

  shown_unref (self->shown);
  g_hash_table_unref (self->alive);
  g_free (self->filter);
  G_OBJECT_CLASS (ondes_run_list_parent_class)->finalize (object);
}

static void
ondes_run_list_class_init (OndesRunListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_run_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_run_list_finalize;
  landed_signal = ondes_signal_new (klass, "landed");
}

static void
ondes_run_list_init (OndesRunList *self)
{
  self->queue = ondes_queue_new (ondes_computer_new ("cpu", 0, 1));
  self->shown = g_atomic_rc_box_new0 (Shown);
  self->shown->rows = ondes_run_rows_new ();
  self->alive = g_hash_table_new (g_direct_hash, g_direct_equal);
  self->filter = g_strdup ("");
  self->column = ONDES_RUN_NAME;
}

OndesRunList *
ondes_run_list_new (OndesRunModel *model)
{
  OndesRunList *self = g_object_new (ONDES_TYPE_RUN_LIST, NULL);

  self->model = g_object_ref (model);
  g_signal_connect_object (model, "rows-changed", G_CALLBACK (request), self, G_CONNECT_SWAPPED);
  request (self);
  return self;
}
