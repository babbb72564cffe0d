/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "picture-cache.h"

struct _OndesPictureCache
{
  GHashTable *table;   /* of Entry, by what it shows, to its link in entries */
  GQueue      entries; /* the most recently used first */
  gsize       bytes, most;
};

typedef struct
{
  guint64         id, revision;
  guint           channel;
  const OndesSpec *spec;
  guint64         first, count;
  guint           columns;
  gboolean        preview;
  OndesScalogram *scalogram;
  char           *status;
} Entry;

static guint
entry_hash (gconstpointer data)
{
  const Entry *entry = data;

  return ondes_spec_hash (entry->spec) ^ g_int64_hash (&entry->first) * 31 ^ g_int64_hash (&entry->count) ^ entry->columns * 7919;
}

static gboolean
entry_equal (gconstpointer a,
             gconstpointer b)
{
  const Entry *x = a, *y = b;

  return x->id == y->id && x->revision == y->revision && x->channel == y->channel && x->first == y->first && x->count == y->count
         && x->columns == y->columns && !x->preview == !y->preview && ondes_spec_equal (x->spec, y->spec);
}

static gsize
bytes_of (const OndesScalogram *scalogram)
{
  return (gsize) scalogram->rows * scalogram->columns * sizeof (float);
}

static void
drop (OndesPictureCache *self,
      GList             *link)
{
  Entry *entry = link->data;

  g_hash_table_remove (self->table, entry);
  self->bytes -= bytes_of (entry->scalogram);
  ondes_scalogram_unref (entry->scalogram);
  g_free (entry->status);
  g_free (entry);
  g_queue_delete_link (&self->entries, link);
}

OndesPictureCache *
ondes_picture_cache_new (gsize bytes)
{
  OndesPictureCache *self = g_new0 (OndesPictureCache, 1);

  self->table = g_hash_table_new (entry_hash, entry_equal);
  g_queue_init (&self->entries);
  self->most = bytes;
  return self;
}

void
ondes_picture_cache_clear (OndesPictureCache *self)
{
  while (self->entries.head != NULL)
    drop (self, self->entries.head);
}

void
ondes_picture_cache_free (OndesPictureCache *self)
{
  ondes_picture_cache_clear (self);
  g_hash_table_unref (self->table);
  g_free (self);
}

/* Asked for as a view that may have more columns than samples. */
static Entry
key_of (const OndesSource *source,
        const OndesSpec   *spec,
        const OndesView   *view)
{
  return (Entry) { source->id, source->revision, source->channel, spec, view->first, view->count,
                   (guint) MIN (view->columns, view->count), view->preview, NULL, NULL };
}

void
ondes_picture_cache_add (OndesPictureCache *self,
                         const OndesSource *source,
                         OndesScalogram    *scalogram,
                         const char        *status)
{
  Entry key = key_of (source, scalogram->spec, &scalogram->view), *entry;
  GList *old = g_hash_table_lookup (self->table, &key);

  if (old != NULL)
    drop (self, old);
  if (bytes_of (scalogram) > self->most)
    return;
  entry = g_memdup2 (&key, sizeof key);
  entry->scalogram = ondes_scalogram_ref (scalogram);
  entry->status = g_strdup (status);
  g_queue_push_head (&self->entries, entry);
  g_hash_table_insert (self->table, entry, self->entries.head);
  self->bytes += bytes_of (scalogram);
  while (self->bytes > self->most)
    drop (self, self->entries.tail);
}

OndesScalogram *
ondes_picture_cache_find (OndesPictureCache *self,
                          const OndesSource *source,
                          const OndesSpec   *spec,
                          const OndesView   *view,
                          const char       **status)
{
  Entry key = key_of (source, spec, view), *entry;
  GList *link = g_hash_table_lookup (self->table, &key);

  if (link == NULL)
    return NULL;
  entry = link->data;
  g_queue_unlink (&self->entries, link);
  g_queue_push_head_link (&self->entries, link);
  if (status != NULL)
    *status = entry->status;
  return entry->scalogram;
}

gsize
ondes_picture_cache_bytes (OndesPictureCache *self)
{
  return self->bytes;
}
