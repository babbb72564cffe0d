/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lru.h"

typedef struct
{
  GList   link; /* link in recent; its data is the value */
  guint64 bytes;
} Entry;

struct _OndesLru
{
  GHashTable    *entries; /* value → Entry */
  GQueue         recent;  /* most recently used first */
  GDestroyNotify destroy;
  guint64        bytes, capacity;
};

OndesLru *
ondes_lru_new (GHashFunc      hash,
               GEqualFunc     equal,
               GDestroyNotify destroy,
               guint64        capacity)
{
  OndesLru *self = g_new0 (OndesLru, 1);

  self->entries = g_hash_table_new_full (hash, equal, NULL, g_free);
  self->destroy = destroy;
  self->capacity = capacity;
  return self;
}

void
ondes_lru_free (OndesLru *self)
{
  g_return_if_fail (self != NULL);

  ondes_lru_clear (self);
  g_hash_table_unref (self->entries);
  g_free (self);
}

gpointer
ondes_lru_get (OndesLru     *self,
               gconstpointer key)
{
  Entry *entry;

  g_return_val_if_fail (self != NULL, NULL);

  entry = g_hash_table_lookup (self->entries, key);
  if (entry == NULL)
    return NULL;
  g_queue_unlink (&self->recent, &entry->link);
  g_queue_push_head_link (&self->recent, &entry->link);
  return entry->link.data;
}

gboolean
ondes_lru_remove (OndesLru     *self,
                  gconstpointer key)
{
  Entry *entry;
  gpointer value;

  g_return_val_if_fail (self != NULL, FALSE);

  entry = g_hash_table_lookup (self->entries, key);
  if (entry == NULL)
    return FALSE;
  value = entry->link.data;
  self->bytes -= entry->bytes;
  g_queue_unlink (&self->recent, &entry->link);
  g_hash_table_remove (self->entries, value);
  if (self->destroy != NULL)
    self->destroy (value);
  return TRUE;
}

void
ondes_lru_put (OndesLru *self,
               gpointer  value,
               guint64   cost_bytes)
{
  Entry *entry;

  g_return_if_fail (self != NULL && value != NULL);

  ondes_lru_remove (self, value);
  entry = g_new0 (Entry, 1);
  entry->link.data = value;
  entry->bytes = cost_bytes;
  g_hash_table_insert (self->entries, value, entry);
  g_queue_push_head_link (&self->recent, &entry->link);
  self->bytes += cost_bytes;
  while (self->bytes > self->capacity && self->recent.length > 1)
    ondes_lru_remove (self, self->recent.tail->data);
}

void
ondes_lru_remove_all (OndesLru     *self,
                      gboolean    (*matches) (gconstpointer value,
                                              gconstpointer data),
                      gconstpointer data)
{
  g_return_if_fail (self != NULL);

  for (GList *link = self->recent.head, *next; link != NULL; link = next)
    {
      next = link->next;
      if (matches (link->data, data))
        ondes_lru_remove (self, link->data);
    }
}

void
ondes_lru_clear (OndesLru *self)
{
  g_return_if_fail (self != NULL);

  while (self->recent.head != NULL)
    ondes_lru_remove (self, self->recent.head->data);
}

guint
ondes_lru_count (OndesLru *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->recent.length;
}

guint64
ondes_lru_bytes (OndesLru *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->bytes;
}
