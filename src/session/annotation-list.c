/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "annotation-list.h"

#include <math.h>

#include "annotations-private.h"
#include "base/compare.h"
#include "signals.h"

#define CHECK_EVERY 4096 /* annotations between two looks for a cancel */

struct _OndesAnnotationRow
{
  GObject          parent_instance;

  OndesAnnotation *annotation;
};

static guint row_changed;

G_DEFINE_FINAL_TYPE (OndesAnnotationRow, ondes_annotation_row, G_TYPE_OBJECT)

/* What is shown: annotations of a set in an order. Counted, because a worker compares it with what comes next. */
typedef struct
{
  OndesAnnotationSet *set;
  OndesAnnotation   **rows; /* borrowed from the set */
  guint               n;
} Rows;

struct _OndesAnnotationList
{
  GObject                parent_instance;

  OndesAnnotationsModel *model;
  OndesQueue            *queue;
  Rows                  *rows;
  GHashTable            *alive; /* OndesAnnotationRow by id (guint64 within), borrowed */
  OndesAnnotationColumn  column;
  gboolean               descending;
  char                  *filter; /* as it is compared; "" for none */
  gboolean               busy;
};

static guint landed_signal;

static void list_model_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (OndesAnnotationList, ondes_annotation_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
rows_clear (gpointer data)
{
  Rows *rows = data;

  ondes_annotation_set_unref (rows->set);
  g_free (rows->rows);
}

static void
rows_unref (Rows *rows)
{
  g_atomic_rc_box_release_full (rows, rows_clear);
}

/* A row. */

const OndesAnnotation *
ondes_annotation_row_get (OndesAnnotationRow *self)
{
  return self->annotation;
}

static void
ondes_annotation_row_finalize (GObject *object)
{
  OndesAnnotationRow *self = ONDES_ANNOTATION_ROW (object);

  g_clear_pointer (&self->annotation, ondes_annotation_unref);
  G_OBJECT_CLASS (ondes_annotation_row_parent_class)->finalize (object);
}

static void
ondes_annotation_row_class_init (OndesAnnotationRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ondes_annotation_row_finalize;
  row_changed = ondes_signal_new (klass, "changed");
}

static void
ondes_annotation_row_init (OndesAnnotationRow *self)
{
}

/* The work. */

typedef struct
{
  OndesAnnotationSet    *set;
  OndesAnnotationColumn  column;
  gboolean               descending;
  char                  *filter;
  Rows                  *before, *after;
  guint                  same_first, same_last; /* rows of the same ids at the beginning and at the end */
  GCancellable          *cancellable;
} Sorting;

static void
sorting_free (gpointer data)
{
  Sorting *sorting = data;

  ondes_annotation_set_unref (sorting->set);
  g_free (sorting->filter);
  rows_unref (sorting->before);
  g_clear_pointer (&sorting->after, rows_unref);
  g_free (sorting);
}

static gboolean
contains (const char *text,
          const char *filter)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return strstr (folded, filter) != NULL;
}

static gboolean
collect (OndesAnnotation *annotation,
         gpointer data)
{
  Sorting *sorting = data;

  if (*sorting->filter == 0 || contains (annotation->label, sorting->filter) || contains (annotation->track, sorting->filter))
    sorting->after->rows[sorting->after->n++] = annotation;
  return sorting->after->n % CHECK_EVERY != 0 || !g_cancellable_is_cancelled (sorting->cancellable);
}

/* NaN, the side that an annotation lacks, is less than any number. */
static int
compare_numbers (double a,
                 double b)
{
  return isnan (a) || isnan (b) ? !isnan (a) - !isnan (b) : ONDES_COMPARE (a, b);
}

static int
compare_rows (gconstpointer x,
              gconstpointer y,
              gpointer data)
{
  const OndesAnnotation *a = *(OndesAnnotation *const *) x, *b = *(OndesAnnotation *const *) y;
  const Sorting *sorting = data;
  int order = 0;

  switch (sorting->column)
    {
    case ONDES_ANNOTATION_END:
      order = ONDES_COMPARE (a->end, b->end);
      break;
    case ONDES_ANNOTATION_LOW:
      order = compare_numbers (a->low_hz, b->low_hz);
      break;
    case ONDES_ANNOTATION_HIGH:
      order = compare_numbers (a->high_hz, b->high_hz);
      break;
    case ONDES_ANNOTATION_LABEL:
      order = strcmp (a->label, b->label);
      break;
    case ONDES_ANNOTATION_TRACK:
      order = a->track == b->track ? 0 : strcmp (a->track, b->track);
      break;
    default:
      break;
    }
  return sorting->descending ? -order : order;
}

static void
sort (Sorting *sorting)
{
  Rows *after = sorting->after;

  /* The set is in the order of starts, and the sort keeps the order of what is equal. */
  if (sorting->column != ONDES_ANNOTATION_START)
    g_qsort_with_data (after->rows, (int) after->n, sizeof *after->rows, compare_rows, sorting);
  else if (sorting->descending)
    for (guint i = 0; i < after->n / 2; i++)
      {
        OndesAnnotation *first = after->rows[i];

        after->rows[i] = after->rows[after->n - 1 - i];
        after->rows[after->n - 1 - i] = first;
      }
}

static gboolean
is_same (const OndesAnnotation *a,
         const OndesAnnotation *b)
{
  return a == b || a->id == b->id;
}

/* Finds what came and went, so that the list stays where it is. */
static void
compare_before (Sorting *sorting)
{
  const Rows *before = sorting->before, *after = sorting->after;
  const guint n = MIN (before->n, after->n);

  while (sorting->same_first < n && is_same (before->rows[sorting->same_first], after->rows[sorting->same_first]))
    sorting->same_first++;
  while (sorting->same_last < n - sorting->same_first
         && is_same (before->rows[before->n - 1 - sorting->same_last], after->rows[after->n - 1 - sorting->same_last]))
    sorting->same_last++;
}

static gboolean
sorting_work (OndesComputer *computer,
              gpointer data,
              const OndesWatch *watch,
              GError **error)
{
  Sorting *sorting = data;
  const guint64 length = MIN (ondes_annotation_set_get_length (sorting->set), G_MAXINT);
  Rows *after = sorting->after = g_atomic_rc_box_new0 (Rows);

  after->set = ondes_annotation_set_ref (sorting->set);
  after->rows = g_new (OndesAnnotation *, length + 1);
  sorting->cancellable = watch->cancellable;
  ondes_annotation_set_query (sorting->set, -INFINITY, INFINITY, collect, sorting);
  if (g_cancellable_set_error_if_cancelled (watch->cancellable, error))
    return FALSE;
  sort (sorting);
  compare_before (sorting);
  return TRUE;
}

/* The list. */

/* Gives the rows that are alive what their annotations are now. */
static void
update_alive (OndesAnnotationList *self)
{
  g_autoptr (GList) rows = g_hash_table_get_values (self->alive);

  for (GList *l = rows; l != NULL; l = l->next)
    {
      OndesAnnotationRow *row = l->data;
      OndesAnnotation *now = ondes_annotation_set_find (self->rows->set, row->annotation->id);

      if (now == NULL || now == row->annotation)
        continue;
      /* The key lies within the annotation. */
      g_hash_table_remove (self->alive, &row->annotation->id);
      ondes_annotation_unref (row->annotation);
      row->annotation = ondes_annotation_ref (now);
      g_hash_table_insert (self->alive, &row->annotation->id, row);
      g_signal_emit (row, row_changed, 0);
    }
}

static void request (OndesAnnotationList *self);

static void
on_sorted (gpointer data,
           const GError *error,
           gpointer user_data)
{
  Sorting *sorting = data;
  OndesAnnotationList *self = user_data;
  const guint before = sorting->before->n;

  if (error != NULL)
    return; /* a newer request is under way */
  /* An older one had ended, and landed when this one was under way: what came and went is another. */
  if (sorting->before != self->rows)
    {
      request (self);
      return;
    }
  self->busy = FALSE;
  rows_unref (self->rows);
  self->rows = g_steal_pointer (&sorting->after);
  update_alive (self);
  if (sorting->same_first < before || sorting->same_first < self->rows->n)
    g_list_model_items_changed (G_LIST_MODEL (self), sorting->same_first, before - sorting->same_first - sorting->same_last,
                                self->rows->n - sorting->same_first - sorting->same_last);
  g_signal_emit (self, landed_signal, 0);
}

static void
request (OndesAnnotationList *self)
{
  Sorting *sorting = g_new0 (Sorting, 1);

  sorting->set = ondes_annotation_set_ref (ondes_annotations_model_get_set (self->model));
  sorting->column = self->column;
  sorting->descending = self->descending;
  sorting->filter = g_strdup (self->filter);
  sorting->before = g_atomic_rc_box_acquire (self->rows);
  self->busy = TRUE;
  ondes_queue_submit (self->queue, &(OndesTask) { .key = "rows", .work = sorting_work, .data = sorting, .destroy = sorting_free,
                                                  .done = on_sorted, .user_data = self });
}

void
ondes_annotation_list_set_sort (OndesAnnotationList *self,
                                OndesAnnotationColumn column,
                                gboolean descending)
{
  g_return_if_fail (ONDES_IS_ANNOTATION_LIST (self) && column < ONDES_ANNOTATION_COLUMNS);
  if (self->column == column && self->descending == descending)
    return;
  self->column = column;
  self->descending = descending;
  request (self);
}

void
ondes_annotation_list_set_filter (OndesAnnotationList *self,
                                  const char *text)
{
  g_autofree char *filter = g_utf8_casefold (text != NULL ? text : "", -1);

  g_return_if_fail (ONDES_IS_ANNOTATION_LIST (self));
  if (g_str_equal (filter, self->filter))
    return;
  g_free (self->filter);
  self->filter = g_steal_pointer (&filter);
  request (self);
}

gboolean
ondes_annotation_list_is_busy (OndesAnnotationList *self)
{
  return self->busy;
}

OndesAnnotation *
ondes_annotation_list_get (OndesAnnotationList *self,
                           guint position)
{
  return position < self->rows->n ? self->rows->rows[position] : NULL;
}

guint
ondes_annotation_list_find (OndesAnnotationList *self,
                            guint64 id)
{
  for (guint i = 0; i < self->rows->n; i++)
    if (self->rows->rows[i]->id == id)
      return i;
  return G_MAXUINT;
}

static void
on_changed (OndesAnnotationList *self)
{
  if (ondes_annotations_model_get_set (self->model) != self->rows->set || self->busy)
    request (self);
}

static GType
get_item_type (GListModel *list)
{
  return ONDES_TYPE_ANNOTATION_ROW;
}

static guint
get_n_items (GListModel *list)
{
  return ONDES_ANNOTATION_LIST (list)->rows->n;
}

static void
on_row_gone (gpointer user_data,
             GObject *row)
{
  OndesAnnotationList *self = user_data;
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->alive);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (value == row)
      g_hash_table_iter_remove (&iter);
}

static gpointer
get_item (GListModel *list,
          guint position)
{
  OndesAnnotationList *self = ONDES_ANNOTATION_LIST (list);
  OndesAnnotation *annotation = ondes_annotation_list_get (self, position);
  OndesAnnotationRow *row;

  if (annotation == NULL)
    return NULL;
  row = g_hash_table_lookup (self->alive, &annotation->id);
  if (row != NULL)
    return g_object_ref (row);
  row = g_object_new (ONDES_TYPE_ANNOTATION_ROW, NULL);
  row->annotation = ondes_annotation_ref (annotation);
  g_hash_table_insert (self->alive, &row->annotation->id, row);
  g_object_weak_ref (G_OBJECT (row), on_row_gone, self);
  return row;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

static void
forget_alive (OndesAnnotationList *self)
{
  GHashTableIter iter;
  gpointer row;

  g_hash_table_iter_init (&iter, self->alive);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    g_object_weak_unref (row, on_row_gone, self);
  g_hash_table_remove_all (self->alive);
}

static void
ondes_annotation_list_dispose (GObject *object)
{
  OndesAnnotationList *self = ONDES_ANNOTATION_LIST (object);

  g_clear_pointer (&self->queue, ondes_queue_free);
  forget_alive (self);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (ondes_annotation_list_parent_class)->dispose (object);
}

static void
ondes_annotation_list_finalize (GObject *object)
{
  OndesAnnotationList *self = ONDES_ANNOTATION_LIST (object);

  rows_unref (self->rows);
  g_hash_table_unref (self->alive);
  g_free (self->filter);
  G_OBJECT_CLASS (ondes_annotation_list_parent_class)->finalize (object);
}

static void
ondes_annotation_list_class_init (OndesAnnotationListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_annotation_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_annotation_list_finalize;
  landed_signal = ondes_signal_new (klass, "landed");
}

static void
ondes_annotation_list_init (OndesAnnotationList *self)
{
  self->rows = g_atomic_rc_box_new0 (Rows);
  self->rows->set = ondes_annotation_set_new ();
  self->alive = g_hash_table_new (g_int64_hash, g_int64_equal);
  self->filter = g_strdup ("");
}

OndesAnnotationList *
ondes_annotation_list_new (OndesAnnotationsModel *model)
{
  OndesAnnotationList *self = g_object_new (ONDES_TYPE_ANNOTATION_LIST, NULL);

  self->model = g_object_ref (model);
  self->queue = ondes_session_new_queue (ondes_analysis_get_session (ONDES_ANALYSIS (model)), FALSE, ONDES_PRIORITY_INTERACTIVE);
  g_signal_connect_object (model, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  request (self);
  return self;
}
