/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ondes-picture-cache.h"

struct _OndesPictureCache
{
  GQueue entries; /* of Entry, the most recently used first */
  gsize  bytes, most;
};

typedef struct
{
  guint64         id, revision;
  guint           channel;
  OndesScalogram *scalogram;
  char           *status;
} Entry;

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
  g_free (self);
}

static GList *
find (OndesPictureCache *self,
      const OndesSource *source,
      const OndesSpec   *spec,
      const OndesView   *view)
{
  for (GList *l = self->entries.head; l != NULL; l = l->next)
    {
      const Entry *entry = l->data;
      const OndesView *kept = &entry->scalogram->view;

      if (entry->id == source->id && entry->revision == source->revision && entry->channel == source->channel
          && kept->first == view->first && kept->count == view->count && kept->columns == MIN (view->columns, view->count)
          && ondes_spec_equal (entry->scalogram->spec, spec))
        return l;
    }
  return NULL;
}

void
ondes_picture_cache_add (OndesPictureCache *self,
                         const OndesSource *source,
                         OndesScalogram    *scalogram,
                         const char        *status)
{
  GList *old = find (self, source, scalogram->spec, &scalogram->view);
  Entry *entry;

  if (old != NULL)
    drop (self, old);
  if (bytes_of (scalogram) > self->most)
    return;
  entry = g_new (Entry, 1);
  *entry = (Entry) { source->id, source->revision, source->channel, ondes_scalogram_ref (scalogram), g_strdup (status) };
  g_queue_push_head (&self->entries, entry);
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
  GList *link = find (self, source, spec, view);
  Entry *entry;

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
