/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "base/lru.h"
#include "picture-cache.h"

struct _OndesPictureCache
{
  OndesLru *entries; /* of Entry, keyed by source, spec and view */
  gsize     max_bytes;
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
entry_free (gpointer data)
{
  Entry *entry = data;

  ondes_scalogram_unref (entry->scalogram);
  g_free (entry->status);
  g_free (entry);
}

OndesPictureCache *
ondes_picture_cache_new (gsize bytes)
{
  OndesPictureCache *self = g_new0 (OndesPictureCache, 1);

  self->entries = ondes_lru_new (entry_hash, entry_equal, entry_free, bytes);
  self->max_bytes = bytes;
  return self;
}

void
ondes_picture_cache_clear (OndesPictureCache *self)
{
  ondes_lru_clear (self->entries);
}

void
ondes_picture_cache_free (OndesPictureCache *self)
{
  ondes_lru_free (self->entries);
  g_free (self);
}

/* Clamps the columns: a requested view may have more columns than samples. */
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

  if (bytes_of (scalogram) > self->max_bytes)
    {
      ondes_lru_remove (self->entries, &key);
      return;
    }
  entry = g_memdup2 (&key, sizeof key);
  entry->scalogram = ondes_scalogram_ref (scalogram);
  entry->status = g_strdup (status);
  ondes_lru_put (self->entries, entry, bytes_of (scalogram));
}

OndesScalogram *
ondes_picture_cache_find (OndesPictureCache *self,
                          const OndesSource *source,
                          const OndesSpec   *spec,
                          const OndesView   *view,
                          const char       **status)
{
  Entry key = key_of (source, spec, view), *entry = ondes_lru_get (self->entries, &key);

  if (entry == NULL)
    return NULL;
  if (status != NULL)
    *status = entry->status;
  return entry->scalogram;
}

gsize
ondes_picture_cache_bytes (OndesPictureCache *self)
{
  return ondes_lru_bytes (self->entries);
}
