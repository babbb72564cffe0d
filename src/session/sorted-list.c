/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sorted-list.h"

#include <string.h>

#include "signals.h"

struct _OndesSortedItem
{
  GObject                      parent_instance;

  const OndesSortedListTraits *traits; /* NULL if it does not own its row */
  gpointer                     row;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (OndesSortedItem, ondes_sorted_item, G_TYPE_OBJECT)

/* What is shown, in its order. Counted, because a worker compares it with what comes next. */
typedef struct
{
  const OndesSortedListTraits *traits;
  gpointer                     set;
  gpointer                    *rows; /* borrowed from the set */
  guint                        n;
} Shown;

struct _OndesSortedList
{
  GObject                      parent_instance;

  const OndesSortedListTraits *traits;
  GObject                     *model;
  OndesQueue                  *queue;
  Shown                       *shown;
  GHashTable                  *alive; /* OndesSortedItem by row, borrowed */
  guint                        column;
  gboolean                     descending;
  char                        *filter; /* as it is compared; "" for none */
  gboolean                     busy;
};

static guint landed_signal;

static void list_model_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (OndesSortedList, ondes_sorted_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static Shown *
shown_new (const OndesSortedListTraits *traits,
           gpointer set)
{
  Shown *shown = g_atomic_rc_box_new0 (Shown);

  shown->traits = traits;
  shown->set = traits->ref_set (set);
  return shown;
}

static void
shown_clear (gpointer data)
{
  Shown *shown = data;

  shown->traits->unref_set (shown->set);
  g_free (shown->rows);
}

static void
shown_unref (Shown *shown)
{
  g_atomic_rc_box_release_full (shown, shown_clear);
}

/* An item. */

gpointer
ondes_sorted_item_get (OndesSortedItem *self)
{
  return self->row;
}

OndesSortedItem *
ondes_sorted_item_new (gpointer row)
{
  OndesSortedItem *self = g_object_new (ONDES_TYPE_SORTED_ITEM, NULL);

  self->row = row;
  return self;
}

static void
ondes_sorted_item_finalize (GObject *object)
{
  OndesSortedItem *self = ONDES_SORTED_ITEM (object);

  if (self->traits != NULL)
    self->traits->unref (self->row);
  G_OBJECT_CLASS (ondes_sorted_item_parent_class)->finalize (object);
}

static void
ondes_sorted_item_class_init (OndesSortedItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ondes_sorted_item_finalize;
  changed_signal = ondes_signal_new (klass, "changed");
}

static void
ondes_sorted_item_init (OndesSortedItem *self)
{
}

/* The work. */

typedef struct
{
  const OndesSortedListTraits *traits;
  guint                        column;
  gboolean                     descending;
  char                        *filter;
  Shown                       *before, *after;
  guint                        same_first, same_last; /* equal rows at the beginning and at the end */
} Sorting;

static void
sorting_free (gpointer data)
{
  Sorting *sorting = data;

  g_free (sorting->filter);
  shown_unref (sorting->before);
  g_clear_pointer (&sorting->after, shown_unref);
  g_free (sorting);
}

gboolean
ondes_sorted_list_contains (const char *text,
                            const char *filter)
{
  g_autofree char *valid = *filter != '\0' && text != NULL ? g_utf8_make_valid (text, -1) : NULL;
  g_autofree char *folded = valid != NULL ? g_utf8_casefold (valid, -1) : NULL;

  return *filter == '\0' || (folded != NULL && strstr (folded, filter) != NULL);
}

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer data)
{
  const Sorting *sorting = data;

  return sorting->traits->compare (*(gconstpointer const *) a, *(gconstpointer const *) b, sorting->column, sorting->descending);
}

static void
sort (Sorting *sorting)
{
  Shown *after = sorting->after;

  if (sorting->column != sorting->traits->collected)
    g_qsort_with_data (after->rows, (int) after->n, sizeof *after->rows, compare, sorting); /* stable */
  else if (sorting->descending)
    for (guint i = 0; i < after->n / 2; i++)
      {
        gpointer first = after->rows[i];

        after->rows[i] = after->rows[after->n - 1 - i];
        after->rows[after->n - 1 - i] = first;
      }
}

/* Finds what came and went, so that the list stays where it is. */
static void
compare_before (Sorting *sorting)
{
  const Shown *before = sorting->before, *after = sorting->after;
  const GEqualFunc equal = sorting->traits->equal;
  const guint n = MIN (before->n, after->n);

  while (sorting->same_first < n && equal (before->rows[sorting->same_first], after->rows[sorting->same_first]))
    sorting->same_first++;
  while (sorting->same_last < n - sorting->same_first
         && equal (before->rows[before->n - 1 - sorting->same_last], after->rows[after->n - 1 - sorting->same_last]))
    sorting->same_last++;
}

static gboolean
sorting_work (OndesComputer *computer,
              gpointer data,
              const OndesWatch *watch,
              GError **error)
{
  Sorting *sorting = data;
  Shown *after = sorting->after;

  after->rows = sorting->traits->collect (after->set, sorting->filter, &after->n, watch->cancellable);
  if (g_cancellable_set_error_if_cancelled (watch->cancellable, error))
    return FALSE;
  sort (sorting);
  compare_before (sorting);
  return TRUE;
}

/* The list. */

/* Gives the items that are alive what their rows are now. */
static void
update_alive (OndesSortedList *self)
{
  g_autoptr (GList) items = g_hash_table_get_values (self->alive);

  for (GList *l = items; l != NULL; l = l->next)
    {
      OndesSortedItem *item = l->data;
      gpointer now = self->traits->find (self->shown->set, item->row);

      if (now == NULL || now == item->row)
        continue;
      /* The key lies within the row. */
      g_hash_table_remove (self->alive, item->row);
      self->traits->unref (item->row);
      item->row = self->traits->ref (now);
      g_hash_table_insert (self->alive, item->row, item);
      g_signal_emit (item, changed_signal, 0);
    }
}

static void request (OndesSortedList *self);

static void
on_sorted (gpointer data,
           const GError *error,
           gpointer user_data)
{
  Sorting *sorting = data;
  OndesSortedList *self = user_data;
  const guint before = sorting->before->n;

  if (error != NULL)
    return; /* a newer request is under way */
  /* An older one had ended, and landed when this one was under way: what came and went is another. */
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
request (OndesSortedList *self)
{
  Sorting *sorting = g_new0 (Sorting, 1);

  sorting->traits = self->traits;
  sorting->column = self->column;
  sorting->descending = self->descending;
  sorting->filter = g_strdup (self->filter);
  sorting->before = g_atomic_rc_box_acquire (self->shown);
  sorting->after = shown_new (self->traits, self->traits->get_set (self->model));
  self->busy = TRUE;
  ondes_queue_submit (self->queue, &(OndesTask) { .key = "rows", .work = sorting_work, .data = sorting, .destroy = sorting_free,
                                                  .done = on_sorted, .user_data = self });
}

void
ondes_sorted_list_set_sort (OndesSortedList *self,
                            guint column,
                            gboolean descending)
{
  g_return_if_fail (ONDES_IS_SORTED_LIST (self));
  if (self->column == column && !self->descending == !descending)
    return;
  self->column = column;
  self->descending = descending;
  request (self);
}

void
ondes_sorted_list_set_filter (OndesSortedList *self,
                              const char *text)
{
  g_autofree char *filter = g_utf8_casefold (text != NULL ? text : "", -1);

  g_return_if_fail (ONDES_IS_SORTED_LIST (self));
  if (g_str_equal (filter, self->filter))
    return;
  g_free (self->filter);
  self->filter = g_steal_pointer (&filter);
  request (self);
}

gboolean
ondes_sorted_list_is_busy (OndesSortedList *self)
{
  return self->busy;
}

gpointer
ondes_sorted_list_get (OndesSortedList *self,
                       guint position)
{
  return position < self->shown->n ? self->shown->rows[position] : NULL;
}

static void
on_changed (OndesSortedList *self)
{
  if (self->traits->get_set (self->model) != self->shown->set || self->busy)
    request (self);
}

static GType
get_item_type (GListModel *list)
{
  return ONDES_TYPE_SORTED_ITEM;
}

static guint
get_n_items (GListModel *list)
{
  return ONDES_SORTED_LIST (list)->shown->n;
}

static void
on_item_gone (gpointer user_data,
              GObject *item)
{
  OndesSortedList *self = user_data;
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
  OndesSortedList *self = ONDES_SORTED_LIST (list);
  gpointer row = ondes_sorted_list_get (self, position);
  OndesSortedItem *item = row != NULL ? g_hash_table_lookup (self->alive, row) : NULL;

  if (row == NULL || item != NULL)
    return item != NULL ? g_object_ref (item) : NULL;
  item = ondes_sorted_item_new (self->traits->ref (row));
  item->traits = self->traits;
  g_hash_table_insert (self->alive, item->row, item);
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
ondes_sorted_list_dispose (GObject *object)
{
  OndesSortedList *self = ONDES_SORTED_LIST (object);
  GHashTableIter iter;
  gpointer item;

  g_clear_pointer (&self->queue, ondes_queue_free);
  g_hash_table_iter_init (&iter, self->alive);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    g_object_weak_unref (item, on_item_gone, self);
  g_hash_table_remove_all (self->alive);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (ondes_sorted_list_parent_class)->dispose (object);
}

static void
ondes_sorted_list_finalize (GObject *object)
{
  OndesSortedList *self = ONDES_SORTED_LIST (object);

  shown_unref (self->shown);
  g_hash_table_unref (self->alive);
  g_free (self->filter);
  G_OBJECT_CLASS (ondes_sorted_list_parent_class)->finalize (object);
}

static void
ondes_sorted_list_class_init (OndesSortedListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_sorted_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_sorted_list_finalize;
  landed_signal = ondes_signal_new (klass, "landed");
}

static void
ondes_sorted_list_init (OndesSortedList *self)
{
  self->filter = g_strdup ("");
}

OndesSortedList *
ondes_sorted_list_new (const OndesSortedListTraits *traits,
                       gpointer model,
                       const char *signal,
                       OndesQueue *queue)
{
  OndesSortedList *self = g_object_new (ONDES_TYPE_SORTED_LIST, NULL);

  self->traits = traits;
  self->model = g_object_ref (model);
  self->queue = queue;
  self->shown = shown_new (traits, traits->get_set (model));
  self->alive = g_hash_table_new (traits->hash, traits->equal);
  self->column = traits->column;
  g_signal_connect_object (model, signal, G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  request (self);
  return self;
}
