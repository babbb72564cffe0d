/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "annotation-list.h"

#include <math.h>

#include "base/compare.h"

#define CHECK_EVERY 4096 /* annotations between two looks for a cancel */

static gpointer
get_set (gpointer model)
{
  return ondes_annotations_model_get_set (model);
}

static guint
hash (gconstpointer row)
{
  return g_int64_hash (&((const OndesAnnotation *) row)->id);
}

static gboolean
is_same (gconstpointer x,
         gconstpointer y)
{
  return ((const OndesAnnotation *) x)->id == ((const OndesAnnotation *) y)->id;
}

static gpointer
find (gpointer set,
      gconstpointer row)
{
  return ondes_annotation_set_find (set, ((const OndesAnnotation *) row)->id);
}

typedef struct
{
  const char       *filter;
  OndesAnnotation **rows;
  guint             n;
  GCancellable     *cancellable;
} Collected;

static gboolean
visit (OndesAnnotation *annotation,
       gpointer data)
{
  Collected *collected = data;

  if (ondes_sorted_list_contains (annotation->label, collected->filter)
      || ondes_sorted_list_contains (annotation->track, collected->filter))
    collected->rows[collected->n++] = annotation;
  return collected->n % CHECK_EVERY != 0 || !g_cancellable_is_cancelled (collected->cancellable);
}

static gpointer *
collect (gpointer set,
         const char *filter,
         guint *n,
         GCancellable *cancellable)
{
  const guint64 length = MIN (ondes_annotation_set_get_length (set), G_MAXINT);
  Collected collected = { .filter = filter, .rows = g_new (OndesAnnotation *, length + 1), .cancellable = cancellable };

  ondes_annotation_set_query (set, -INFINITY, INFINITY, visit, &collected);
  *n = collected.n;
  return (gpointer *) collected.rows;
}

/* NaN, the side that an annotation lacks, is less than any number. */
static int
compare_numbers (double a,
                 double b)
{
  return isnan (a) || isnan (b) ? !isnan (a) - !isnan (b) : ONDES_COMPARE (a, b);
}

static int
compare (gconstpointer x,
         gconstpointer y,
         guint column,
         gboolean descending)
{
  const OndesAnnotation *a = x, *b = y;
  int order = 0;

  switch (column)
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
  return descending ? -order : order;
}

guint
ondes_annotation_list_find (OndesSortedList *list,
                            guint64 id)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (list));

  for (guint i = 0; i < n; i++)
    if (ondes_annotation_list_get (list, i)->id == id)
      return i;
  return G_MAXUINT;
}

OndesSortedList *
ondes_annotation_list_new (OndesAnnotationsModel *model)
{
  static const OndesSortedListTraits traits = {
    get_set, (GBoxedCopyFunc) ondes_annotation_set_ref, (GDestroyNotify) ondes_annotation_set_unref,
    (GBoxedCopyFunc) ondes_annotation_ref, (GDestroyNotify) ondes_annotation_unref, hash, is_same, find, collect, compare,
    .collected = ONDES_ANNOTATION_START, .column = ONDES_ANNOTATION_START,
  };
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (model));

  return ondes_sorted_list_new (&traits, model, "changed", ondes_session_new_queue (session, FALSE, ONDES_PRIORITY_INTERACTIVE));
}
