/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How sets are kept and read; annotation-set-edit.c has the edits. */
#include "annotation-set-private.h"

#include <math.h>
#include <string.h>

#include "base/compare.h"
#include "base/counted.h"

#define MOST_BEFORE 64 /* columns' worth of annotations that start before a view */

int
ondes_annotation_order (const OndesAnnotation *a,
                        const OndesAnnotation *b)
{
  return a == b ? 0 : (ondes_annotation_compare (a, b) ?: ONDES_COMPARE (a->id, b->id));
}

OndesAnnotationChunk *
ondes_annotation_chunk_new (OndesAnnotation **items,
                            guint             n)
{
  OndesAnnotationChunk *self = g_atomic_rc_box_alloc (sizeof *self + n * (sizeof *items + 2 * sizeof (double)));

  *self = (OndesAnnotationChunk) { .n = n, .least_id = G_MAXUINT64, .end = -INFINITY };
  self->starts = (double *) (self + 1);
  self->ends = self->starts + n;
  self->items = (OndesAnnotation **) (self->ends + n);
  memcpy (self->items, items, n * sizeof *items);
  for (guint i = 0; i < n; i++)
    {
      self->starts[i] = items[i]->start;
      self->ends[i] = items[i]->end;
      self->end = MAX (self->end, items[i]->end);
      self->least_id = MIN (self->least_id, items[i]->id);
      self->most_id = MAX (self->most_id, items[i]->id);
    }
  return self;
}

static void
clear_chunk (gpointer data)
{
  OndesAnnotationChunk *self = data;

  for (guint i = 0; i < self->n; i++)
    ondes_annotation_unref (self->items[i]);
}

static void
chunk_unref (OndesAnnotationChunk *self)
{
  g_atomic_rc_box_release_full (self, clear_chunk);
}

OndesAnnotationTracks *
ondes_annotation_tracks_new (void)
{
  OndesAnnotationTracks *self = g_atomic_rc_box_new0 (OndesAnnotationTracks);

  self->names = g_ptr_array_new ();
  g_ptr_array_add (self->names, NULL);
  self->places = g_hash_table_new (NULL, NULL);
  return self;
}

static void
ondes_annotation_tracks_clear (gpointer data)
{
  OndesAnnotationTracks *self = data;

  for (guint i = 0; i + 1 < self->names->len; i++)
    g_ref_string_release (g_ptr_array_index (self->names, i));
  g_ptr_array_unref (self->names);
  g_hash_table_unref (self->places);
}

ONDES_DEFINE_COUNTED (OndesAnnotationTracks, ondes_annotation_tracks)

static void
ondes_annotation_set_clear (gpointer data)
{
  OndesAnnotationSet *self = data;

  for (guint i = 0; i < self->n_chunks; i++)
    chunk_unref (self->chunks[i]);
  g_free (self->chunks);
  g_free (self->before);
  g_free (self->ends);
  ondes_annotation_tracks_unref (self->tracks);
}

ONDES_DEFINE_COUNTED (OndesAnnotationSet, ondes_annotation_set)

OndesAnnotationSet *
ondes_annotation_set_take (GPtrArray             *chunks,
                           OndesAnnotationTracks *tracks)
{
  OndesAnnotationSet *self = g_atomic_rc_box_new0 (OndesAnnotationSet);

  self->n_chunks = chunks->len;
  self->before = g_new (guint64, self->n_chunks + 1);
  for (self->leaves = 1; self->leaves < self->n_chunks;)
    self->leaves *= 2;
  self->ends = g_new (double, 2 * self->leaves);
  self->chunks = (OndesAnnotationChunk **) g_ptr_array_steal (chunks, NULL);
  self->tracks = tracks;
  self->before[0] = 0;
  for (guint i = 0; i < self->leaves; i++)
    self->ends[self->leaves + i] = i < self->n_chunks ? self->chunks[i]->end : -INFINITY;
  for (guint i = 0; i < self->n_chunks; i++)
    self->before[i + 1] = self->before[i] + self->chunks[i]->n;
  for (guint i = self->leaves - 1; i > 0; i--)
    self->ends[i] = MAX (self->ends[2 * i], self->ends[2 * i + 1]);
  return self;
}

guint64
ondes_annotation_set_get_length (const OndesAnnotationSet *self)
{
  return self->before[self->n_chunks];
}

/* Returns the chunk of annotation @i, which must be there. */
static guint
find_chunk (const OndesAnnotationSet *self,
            guint64                   i)
{
  guint lo = 0, hi = self->n_chunks;

  while (hi - lo > 1)
    {
      const guint middle = lo + (hi - lo) / 2;

      if (self->before[middle] <= i)
        lo = middle;
      else
        hi = middle;
    }
  return lo;
}

OndesAnnotation *
ondes_annotation_set_get (const OndesAnnotationSet *self,
                          guint64                   i)
{
  guint c;

  if (i >= ondes_annotation_set_get_length (self))
    return NULL;
  c = find_chunk (self, i);
  return self->chunks[c]->items[i - self->before[c]];
}

guint64
ondes_annotation_set_index (const OndesAnnotationSet *self,
                            const OndesAnnotation    *annotation)
{
  const guint64 n = ondes_annotation_set_get_length (self);
  guint64 lo = 0, hi = n;

  while (lo < hi)
    {
      const guint64 middle = lo + (hi - lo) / 2;

      if (ondes_annotation_order (ondes_annotation_set_get (self, middle), annotation) < 0)
        lo = middle + 1;
      else
        hi = middle;
    }
  return lo < n && ondes_annotation_order (ondes_annotation_set_get (self, lo), annotation) == 0 ? lo : n;
}

OndesAnnotation *
ondes_annotation_set_find (const OndesAnnotationSet *self,
                           guint64                   id)
{
  for (guint c = 0; c < self->n_chunks; c++)
    {
      const OndesAnnotationChunk *chunk = self->chunks[c];

      if (id >= chunk->least_id && id <= chunk->most_id)
        for (guint i = 0; i < chunk->n; i++)
          if (chunk->items[i]->id == id)
            return chunk->items[i];
    }
  return NULL;
}

double
ondes_annotation_set_get_end (const OndesAnnotationSet *self)
{
  return self->ends[1];
}

const char *const *
ondes_annotation_set_get_tracks (const OndesAnnotationSet *self)
{
  return (const char *const *) self->tracks->names->pdata;
}

int
ondes_annotation_set_get_track (const OndesAnnotationSet *self,
                                const char               *name)
{
  char *interned = g_ref_string_new_intern (name);
  const int place = GPOINTER_TO_INT (g_hash_table_lookup (self->tracks->places, interned)) - 1;

  g_ref_string_release (interned);
  return place;
}

gboolean
ondes_annotation_set_equal (const OndesAnnotationSet *a,
                            const OndesAnnotationSet *b)
{
  const guint64 n = ondes_annotation_set_get_length (a);

  if (a == b)
    return TRUE;
  if (n != ondes_annotation_set_get_length (b)
      || !g_strv_equal (ondes_annotation_set_get_tracks (a), ondes_annotation_set_get_tracks (b)))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    if (!ondes_annotation_equal (ondes_annotation_set_get (a, i), ondes_annotation_set_get (b, i)))
      return FALSE;
  return TRUE;
}

/* Queries */

/* Returns the first chunk from @i on that has an end of at least @end; n_chunks or more if none. */
static guint
next_chunk (const OndesAnnotationSet *self,
            guint                     i,
            double                    end)
{
  guint node = self->leaves + i;

  if (i >= self->leaves)
    return self->leaves;
  while (!(self->ends[node] >= end))
    {
      /* On to the next node that begins after this one: up while it is a right child, then across. */
      while (node & 1)
        node /= 2;
      if (node == 0)
        return self->leaves;
      node++;
    }
  while (node < self->leaves)
    node = self->ends[2 * node] >= end ? 2 * node : 2 * node + 1;
  return node - self->leaves;
}

void
ondes_annotation_set_query (const OndesAnnotationSet *self,
                            double                    from,
                            double                    to,
                            OndesAnnotationVisit      visit,
                            gpointer                  data)
{
  for (guint c = next_chunk (self, 0, from); c < self->n_chunks; c = next_chunk (self, c + 1, from))
    {
      const OndesAnnotationChunk *chunk = self->chunks[c];

      for (guint i = 0; i < chunk->n; i++)
        {
          if (!(chunk->starts[i] < to))
            return;
          if ((chunk->ends[i] > from || chunk->starts[i] >= from) && !visit (chunk->items[i], data))
            return;
        }
    }
}

/* TRUE if a start is in front of the place that is searched. */
typedef gboolean (*Precedes) (double        start,
                              gconstpointer data);

/* Returns the number of annotations whose starts precede the place. */
static guint64
search (const OndesAnnotationSet *self,
        Precedes                  precedes,
        gconstpointer             data)
{
  guint lo = 0, hi = self->n_chunks, first = 0, last;

  /* The last chunk whose first start precedes has the place in it or at its end. */
  while (lo < hi)
    {
      const guint middle = lo + (hi - lo) / 2;

      if (precedes (self->chunks[middle]->starts[0], data))
        lo = middle + 1;
      else
        hi = middle;
    }
  if (lo == 0)
    return 0;
  last = self->chunks[lo - 1]->n;
  while (first < last)
    {
      const guint middle = first + (last - first) / 2;

      if (precedes (self->chunks[lo - 1]->starts[middle], data))
        first = middle + 1;
      else
        last = middle;
    }
  return self->before[lo - 1] + first;
}

static gboolean
precedes_time (double        start,
               gconstpointer data)
{
  return start < *(const double *) data;
}

typedef struct
{
  const OndesAnnotationView *view;
  guint                      column;
} ColumnEnd;

/* Never decreases with @start, so a column's annotations follow each other whatever the rounding. */
static guint
column_of (const OndesAnnotationView *view,
           double                     start)
{
  const double column = (start - view->from) / (view->to - view->from) * view->columns;

  return column < view->columns ? (guint) column : view->columns - 1;
}

static gboolean
precedes_column_end (double        start,
                     gconstpointer data)
{
  const ColumnEnd *end = data;

  return start < end->view->from || (start < end->view->to && column_of (end->view, start) <= end->column);
}

/* Sets @end and @at to the largest end of the annotations @i … @j − 1 of chunk @c, and the first place that has it, if it is larger
 * than @end. */
static void
latest_of_chunk (const OndesAnnotationSet *self,
                 guint                     c,
                 guint64                   i,
                 guint64                   j,
                 double                   *end,
                 guint64                  *at)
{
  const OndesAnnotationChunk *chunk = self->chunks[c];
  const guint64 before = self->before[c];

  for (guint k = (guint) (MAX (i, before) - before); k < chunk->n && before + k < j; k++)
    if (chunk->ends[k] > *end)
      {
        *end = chunk->ends[k];
        *at = before + k;
      }
}

/* Returns the first of the annotations @i … @j − 1 with the largest end of them. */
static guint64
find_latest (const OndesAnnotationSet *self,
             guint64                   i,
             guint64                   j)
{
  const guint first = find_chunk (self, i), last = find_chunk (self, j - 1);
  double end = -INFINITY, within = -INFINITY;
  guint64 at = i;

  latest_of_chunk (self, first, i, j, &end, &at);
  /* The nodes that together are the chunks between these two. */
  for (guint lo = self->leaves + first + 1, hi = self->leaves + last; lo < hi; lo = (lo + 1) / 2, hi /= 2)
    {
      if (lo & 1)
        within = MAX (within, self->ends[lo]);
      if (hi & 1)
        within = MAX (within, self->ends[hi - 1]);
    }
  if (within > end)
    latest_of_chunk (self, next_chunk (self, first + 1, within), i, j, &end, &at);
  if (last > first)
    latest_of_chunk (self, last, i, j, &end, &at);
  return at;
}

typedef struct
{
  GArray *shown;
  double  from;
  guint64 most;
} Before;

static gboolean
add_before (OndesAnnotation *annotation,
            gpointer         data)
{
  Before *self = data;

  if (annotation->start >= self->from || self->shown->len == self->most)
    return FALSE;
  g_array_append_val (self->shown, ((OndesAnnotationShown) { .annotation = annotation }));
  return TRUE;
}

/* Adds what to draw of the annotations @i … @j − 1, which start in @column. */
static void
add_column (const OndesAnnotationSet *self,
            guint64                   i,
            guint64                   j,
            guint                     column,
            guint                     most,
            GArray                   *shown)
{
  const guint64 listed = MIN (j - i, most);
  guint64 latest = i + listed - 1;

  if (j - i > most)
    {
      const guint64 last = find_latest (self, i, j);

      latest = MAX (latest, last);
    }
  for (guint64 k = 0; k < listed; k++)
    {
      OndesAnnotation *annotation = ondes_annotation_set_get (self, k + 1 < listed ? i + k : latest);

      g_array_append_val (shown, ((OndesAnnotationShown) { annotation, column, k + 1 < listed ? 0 : j - i - listed }));
    }
}

GArray *
ondes_annotation_set_list_shown (const OndesAnnotationSet  *self,
                                 const OndesAnnotationView *view)
{
  GArray *shown = g_array_new (FALSE, FALSE, sizeof (OndesAnnotationShown));
  Before before = { .shown = shown, .from = view->from, .most = (guint64) view->most * MOST_BEFORE };
  const guint64 end = search (self, precedes_time, &view->to);

  if (!(view->from < view->to) || view->columns == 0 || view->most == 0)
    return shown;
  ondes_annotation_set_query (self, view->from, view->to, add_before, &before);
  for (guint64 i = search (self, precedes_time, &view->from); i < end;)
    {
      const guint column = column_of (view, ondes_annotation_set_get (self, i)->start);
      const guint64 next = search (self, precedes_column_end, &(ColumnEnd) { view, column });

      add_column (self, i, next, column, view->most, shown);
      i = next;
    }
  return shown;
}
