/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of sets: new sets of chunks that are kept, joined or split. */
#include "annotation-set-private.h"

#include <string.h>

#define FEWEST (ONDES_ANNOTATION_CHUNK / 4) /* a chunk with fewer is joined with the next */

/* A set being made, in order. */
typedef struct
{
  GPtrArray             *chunks;
  OndesAnnotation       *pending[2 * ONDES_ANNOTATION_CHUNK]; /* owned, for the next chunks */
  guint                  n_pending;
  OndesAnnotationTracks *tracks;
  gboolean               own_tracks; /* TRUE if no set has them yet */
  const char            *last_track; /* known to be among them */
} Builder;

static void
builder_begin (Builder               *self,
               OndesAnnotationTracks *tracks)
{
  self->chunks = g_ptr_array_new ();
  self->n_pending = 0;
  self->tracks = ondes_annotation_tracks_ref (tracks);
  self->own_tracks = FALSE;
  self->last_track = NULL;
}

static void
append_track (OndesAnnotationTracks *tracks,
              const char            *name)
{
  char *owned = g_ref_string_acquire ((char *) name);

  tracks->names->pdata[tracks->names->len - 1] = owned;
  g_hash_table_insert (tracks->places, owned, GUINT_TO_POINTER (tracks->names->len));
  g_ptr_array_add (tracks->names, NULL);
}

/* Appends the names of @from that @tracks does not have. */
static void
append_tracks (OndesAnnotationTracks       *tracks,
               const OndesAnnotationTracks *from)
{
  for (guint i = 0; i + 1 < from->names->len; i++)
    if (!g_hash_table_contains (tracks->places, g_ptr_array_index (from->names, i)))
      append_track (tracks, g_ptr_array_index (from->names, i));
}

/* Adds the interned @name if it is missing. */
static void
builder_add_track (Builder    *self,
                   const char *name)
{
  OndesAnnotationTracks *own;

  if (name == self->last_track)
    return;
  self->last_track = name;
  if (g_hash_table_contains (self->tracks->places, name))
    return;
  if (!self->own_tracks)
    {
      own = ondes_annotation_tracks_new ();
      append_tracks (own, self->tracks);
      ondes_annotation_tracks_unref (self->tracks);
      self->tracks = own;
      self->own_tracks = TRUE;
    }
  append_track (self->tracks, name);
}

/* Makes @n of the pending annotations the next chunk. */
static void
builder_cut (Builder *self,
             guint    n)
{
  g_ptr_array_add (self->chunks, ondes_annotation_chunk_new (self->pending, n));
  self->n_pending -= n;
  memmove (self->pending, self->pending + n, self->n_pending * sizeof *self->pending);
}

/* Makes chunks of all that is pending, as equal as can be. */
static void
builder_flush (Builder *self)
{
  guint chunks = (self->n_pending + ONDES_ANNOTATION_CHUNK - 1) / ONDES_ANNOTATION_CHUNK;

  for (; chunks > 0; chunks--)
    builder_cut (self, self->n_pending / chunks);
}

/* Takes the next annotation. Its track is to be added apart. */
static void
builder_put (Builder         *self,
             OndesAnnotation *annotation)
{
  if (self->n_pending == G_N_ELEMENTS (self->pending))
    builder_cut (self, ONDES_ANNOTATION_CHUNK * 3 / 4);
  self->pending[self->n_pending++] = annotation;
}

/* TRUE if the next chunk can be taken as it is: not if too few annotations before it would make a chunk. */
static gboolean
builder_can_share (const Builder *self)
{
  return self->n_pending == 0 || self->n_pending >= FEWEST;
}

static void
builder_share (Builder              *self,
               OndesAnnotationChunk *chunk)
{
  builder_flush (self);
  g_ptr_array_add (self->chunks, g_atomic_rc_box_acquire (chunk));
}

static OndesAnnotationSet *
builder_end (Builder *self)
{
  OndesAnnotationSet *set;

  builder_flush (self);
  set = ondes_annotation_set_take (self->chunks, self->tracks);
  g_ptr_array_unref (self->chunks);
  return set;
}

OndesAnnotationSet *
ondes_annotation_set_new (void)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  return ondes_annotation_set_take (none, ondes_annotation_tracks_new ());
}

static int
compare_pointers (gconstpointer a,
                  gconstpointer b)
{
  return ondes_annotation_order (*(OndesAnnotation *const *) a, *(OndesAnnotation *const *) b);
}

/* Annotations in order, and how many of them were dealt with. */
typedef struct
{
  GPtrArray *items; /* borrowed */
  guint      next;
} Sorted;

static Sorted
sort_items (OndesAnnotation *const *items,
            guint64                 n)
{
  Sorted self = { .items = g_ptr_array_sized_new ((guint) n) };
  gboolean sorted = TRUE;

  for (guint64 i = 0; i < n; i++)
    {
      sorted = sorted && (i == 0 || ondes_annotation_order (items[i - 1], items[i]) <= 0);
      g_ptr_array_add (self.items, items[i]);
    }
  if (!sorted)
    g_ptr_array_sort (self.items, compare_pointers);
  return self;
}

/* TRUE if the next item is in front of @limit (NULL: the end of the set). */
static gboolean
has_before (const Sorted          *self,
            const OndesAnnotation *limit)
{
  return self->next < self->items->len
         && (limit == NULL || ondes_annotation_order (g_ptr_array_index (self->items, self->next), limit) < 0);
}

/* Puts the added items in front of @limit, each once. */
static void
put_before (Builder               *builder,
            Sorted                *added,
            const OndesAnnotation *limit)
{
  while (has_before (added, limit))
    {
      OndesAnnotation *item = g_ptr_array_index (added->items, added->next++);

      if (added->next > 1 && ondes_annotation_order (g_ptr_array_index (added->items, added->next - 2), item) == 0)
        continue;
      builder_add_track (builder, item->track);
      builder_put (builder, ondes_annotation_ref (item));
    }
}

/* Puts the annotations of @chunk with what is added among them, without those that are removed. */
static void
put_chunk (Builder                    *builder,
           const OndesAnnotationChunk *chunk,
           Sorted                     *removed,
           Sorted                     *added)
{
  for (guint i = 0; i < chunk->n; i++)
    {
      OndesAnnotation *item = chunk->items[i];
      gboolean gone = FALSE;

      while (has_before (removed, item))
        removed->next++;
      while (removed->next < removed->items->len
             && ondes_annotation_order (g_ptr_array_index (removed->items, removed->next), item) == 0)
        {
          gone = TRUE;
          removed->next++;
        }
      put_before (builder, added, item);
      if (gone)
        continue;
      while (added->next < added->items->len
             && ondes_annotation_order (g_ptr_array_index (added->items, added->next), item) == 0)
        added->next++;
      builder_put (builder, ondes_annotation_ref (item));
    }
}

/* Returns @self edited, with the tracks of @tracks (NULL for none) before those that annotations bring. */
static OndesAnnotationSet *
edit_set (OndesAnnotationSet          *self,
          const OndesAnnotationEdit   *edit,
          const OndesAnnotationTracks *tracks)
{
  Builder builder;
  Sorted removed = sort_items (edit->removed, edit->n_removed), added = sort_items (edit->added, edit->n_added);

  builder_begin (&builder, self->tracks);
  for (guint i = 0; tracks != NULL && i + 1 < tracks->names->len; i++)
    builder_add_track (&builder, g_ptr_array_index (tracks->names, i));
  for (guint c = 0; c < self->n_chunks; c++)
    {
      const OndesAnnotation *next = c + 1 < self->n_chunks ? self->chunks[c + 1]->items[0] : NULL;

      if (builder_can_share (&builder) && !has_before (&removed, next) && !has_before (&added, next))
        builder_share (&builder, self->chunks[c]);
      else
        put_chunk (&builder, self->chunks[c], &removed, &added);
      put_before (&builder, &added, next);
    }
  put_before (&builder, &added, NULL);
  g_ptr_array_unref (removed.items);
  g_ptr_array_unref (added.items);
  return builder_end (&builder);
}

OndesAnnotationSet *
ondes_annotation_set_make (const GPtrArray *items,
                           const GPtrArray *names)
{
  g_autoptr (OndesAnnotationSet) none = ondes_annotation_set_new ();
  g_autoptr (OndesAnnotationTracks) tracks = ondes_annotation_tracks_new ();

  for (guint i = 0; i < names->len; i++)
    {
      char *interned = g_ref_string_new_intern (names->pdata[i]);

      if (!g_hash_table_contains (tracks->places, interned))
        append_track (tracks, interned);
      g_ref_string_release (interned);
    }
  return edit_set (none, &(OndesAnnotationEdit) { .added = (OndesAnnotation **) items->pdata, .n_added = items->len }, tracks);
}

OndesAnnotationSet *
ondes_annotation_set_edit (OndesAnnotationSet        *self,
                           const OndesAnnotationEdit *edit)
{
  return edit_set (self, edit, NULL);
}

OndesAnnotationSet *
ondes_annotation_set_add (OndesAnnotationSet *self,
                          OndesAnnotation    *annotation)
{
  return edit_set (self, &(OndesAnnotationEdit) { .added = &annotation, .n_added = 1 }, NULL);
}

OndesAnnotationSet *
ondes_annotation_set_remove (OndesAnnotationSet *self,
                             OndesAnnotation    *annotation)
{
  return edit_set (self, &(OndesAnnotationEdit) { .removed = &annotation, .n_removed = 1 }, NULL);
}

OndesAnnotationSet *
ondes_annotation_set_replace (OndesAnnotationSet *self,
                              OndesAnnotation    *annotation,
                              OndesAnnotation    *with)
{
  return edit_set (self, &(OndesAnnotationEdit) { &annotation, 1, &with, 1 }, NULL);
}

OndesAnnotationSet *
ondes_annotation_set_merge (OndesAnnotationSet *self,
                            OndesAnnotationSet *other)
{
  g_autoptr (GPtrArray) items = g_ptr_array_sized_new ((guint) ondes_annotation_set_get_length (other));

  for (guint c = 0; c < other->n_chunks; c++)
    for (guint i = 0; i < other->chunks[c]->n; i++)
      g_ptr_array_add (items, other->chunks[c]->items[i]);
  return edit_set (self, &(OndesAnnotationEdit) { .added = (OndesAnnotation **) items->pdata, .n_added = items->len },
                   other->tracks);
}

OndesAnnotationSet *
ondes_annotation_set_filter (OndesAnnotationSet   *self,
                             OndesAnnotationMatch  match,
                             gpointer              data)
{
  Builder builder;

  builder_begin (&builder, self->tracks);
  for (guint c = 0; c < self->n_chunks; c++)
    {
      OndesAnnotationChunk *chunk = self->chunks[c];
      gboolean stays[ONDES_ANNOTATION_CHUNK];
      guint n = 0;

      for (guint i = 0; i < chunk->n; i++)
        n += stays[i] = match (chunk->items[i], data) != FALSE;
      if (n == chunk->n && builder_can_share (&builder))
        builder_share (&builder, chunk);
      else
        for (guint i = 0; i < chunk->n; i++)
          if (stays[i])
            builder_put (&builder, ondes_annotation_ref (chunk->items[i]));
    }
  return builder_end (&builder);
}

static gboolean
is_new (const OndesAnnotation *annotation,
        gpointer               data)
{
  const OndesAnnotation **last = data;
  const gboolean new = *last == NULL || ondes_annotation_compare (*last, annotation) != 0;

  *last = annotation;
  return new;
}

OndesAnnotationSet *
ondes_annotation_set_unique (OndesAnnotationSet *self)
{
  const OndesAnnotation *last = NULL;

  return ondes_annotation_set_filter (self, is_new, &last);
}

/* Returns @set with other tracks; takes ownership of both. */
static OndesAnnotationSet *
with_tracks (OndesAnnotationSet    *set,
             OndesAnnotationTracks *tracks)
{
  g_autoptr (GPtrArray) chunks = g_ptr_array_sized_new (set->n_chunks);

  for (guint c = 0; c < set->n_chunks; c++)
    g_ptr_array_add (chunks, g_atomic_rc_box_acquire (set->chunks[c]));
  ondes_annotation_set_unref (set);
  return ondes_annotation_set_take (chunks, tracks);
}

/* Adds the tracks of all annotations of @self to @used, by pointer. */
static void
collect_tracks (const OndesAnnotationSet *self,
                GHashTable               *used)
{
  const char *last = NULL;

  for (guint c = 0; c < self->n_chunks; c++)
    for (guint i = 0; i < self->chunks[c]->n; i++)
      if (self->chunks[c]->items[i]->track != last)
        g_hash_table_add (used, (gpointer) (last = self->chunks[c]->items[i]->track));
}

/* Returns the tracks of @after without those that only @before had annotations of. */
static OndesAnnotationTracks *
drop_emptied (const OndesAnnotationSet *before,
              const OndesAnnotationSet *after)
{
  g_autoptr (GHashTable) had = g_hash_table_new (NULL, NULL), has = g_hash_table_new (NULL, NULL);
  OndesAnnotationTracks *tracks = ondes_annotation_tracks_new ();
  const GPtrArray *names = after->tracks->names;

  collect_tracks (before, had);
  collect_tracks (after, has);
  for (guint i = 0; i + 1 < names->len; i++)
    if (g_hash_table_contains (has, names->pdata[i]) || !g_hash_table_contains (had, names->pdata[i]))
      append_track (tracks, names->pdata[i]);
  return tracks;
}

/* Returns @self with every annotation passed through @change; its tracks and new ones. */
static OndesAnnotationSet *
change_all (OndesAnnotationSet    *self,
            OndesAnnotationChange  change,
            gpointer               data)
{
  g_autoptr (GPtrArray) removed = g_ptr_array_new (), added = g_ptr_array_new_with_free_func ((GDestroyNotify)
                                                                                              ondes_annotation_unref);

  for (guint c = 0; c < self->n_chunks; c++)
    for (guint i = 0; i < self->chunks[c]->n; i++)
      {
        OndesAnnotation *old = self->chunks[c]->items[i], *new = change (old, data);

        if (new == old)
          ondes_annotation_unref (new);
        else
          {
            g_ptr_array_add (removed, old);
            if (new != NULL)
              g_ptr_array_add (added, new);
          }
      }
  return edit_set (self, &(OndesAnnotationEdit) { (OndesAnnotation **) removed->pdata, removed->len,
                                                  (OndesAnnotation **) added->pdata, added->len }, NULL);
}

OndesAnnotationSet *
ondes_annotation_set_change (OndesAnnotationSet    *self,
                             OndesAnnotationChange  change,
                             gpointer               data)
{
  OndesAnnotationSet *changed = change_all (self, change, data);

  return with_tracks (changed, drop_emptied (self, changed));
}

OndesAnnotationSet *
ondes_annotation_set_add_track (OndesAnnotationSet *self,
                                const char         *name)
{
  char *interned = g_ref_string_new_intern (name);
  OndesAnnotationTracks *tracks;
  OndesAnnotationSet *set = ondes_annotation_set_ref (self);

  if (!g_hash_table_contains (self->tracks->places, interned))
    {
      tracks = ondes_annotation_tracks_new ();
      append_tracks (tracks, self->tracks);
      append_track (tracks, interned);
      set = with_tracks (set, tracks);
    }
  g_ref_string_release (interned);
  return set;
}

typedef struct
{
  const char *track, *name; /* interned; no name drops the track's annotations */
} Renaming;

static OndesAnnotation *
rename_one (OndesAnnotation *annotation,
            gpointer         data)
{
  const Renaming *renaming = data;
  OndesAnnotation values = *annotation;

  if (annotation->track != renaming->track)
    return ondes_annotation_ref (annotation);
  values.track = renaming->name;
  return renaming->name != NULL ? ondes_annotation_new (&values) : NULL;
}

/* Replaces a track by @name, or drops it if that is NULL. */
static OndesAnnotationSet *
rename_track (OndesAnnotationSet *self,
              const char         *track,
              const char         *name)
{
  char *old = g_ref_string_new_intern (track), *new = name != NULL ? g_ref_string_new_intern (name) : NULL;
  OndesAnnotationTracks *tracks = ondes_annotation_tracks_new ();
  const GPtrArray *names = self->tracks->names;
  OndesAnnotationSet *set;

  for (guint i = 0; i + 1 < names->len; i++)
    if (names->pdata[i] != old)
      append_track (tracks, names->pdata[i]);
    else if (new != NULL && (new == old || !g_hash_table_contains (self->tracks->places, new)))
      append_track (tracks, new);
  set = old == new ? ondes_annotation_set_ref (self) : change_all (self, rename_one, &(Renaming) { old, new });
  set = with_tracks (set, tracks);
  g_ref_string_release (old);
  g_clear_pointer (&new, g_ref_string_release);
  return set;
}

OndesAnnotationSet *
ondes_annotation_set_rename_track (OndesAnnotationSet *self,
                                   const char         *track,
                                   const char         *name)
{
  return rename_track (self, track, name);
}

OndesAnnotationSet *
ondes_annotation_set_remove_track (OndesAnnotationSet *self,
                                   const char         *track)
{
  return rename_track (self, track, NULL);
}
