/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "computed-blocks.h"

#include "base/lru.h"
#include "base/memory.h"

#include <stddef.h>

#define LIMIT_BYTES (G_GUINT64_CONSTANT (128) << 20)
#define POLL_US     (20 * G_TIME_SPAN_MILLISECOND) /* between looks for a cancel while another thread computes */

typedef struct
{
  guint64         id, index; /* the key */
  gatomicrefcount ref_count;
  gsize           bytes;
  max_align_t     data[];
} Block;

static GMutex mutex; /* guards the variables below */
static GCond settled; /* signals that a pending block is cached or has failed */
static OndesLru *kept;
static GHashTable *pending; /* set of Block keys, without data, being computed by a thread */
static guint64 limit_bytes = LIMIT_BYTES, computed_count;

static guint
block_hash (gconstpointer data)
{
  const Block *block = data;

  return (guint) ((block->id * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + block->index) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
                  >> 32);
}

static gboolean
block_equal (gconstpointer a,
             gconstpointer b)
{
  const Block *x = a, *y = b;

  return x->id == y->id && x->index == y->index;
}

static void
block_unref (gpointer data)
{
  Block *block = data;

  if (g_atomic_ref_count_dec (&block->ref_count))
    g_free (block);
}

void
ondes_computed_block_unref (const void *block)
{
  block_unref ((char *) block - offsetof (Block, data));
}

static Block *
compute_block (const Block       *key,
               OndesComputeBlock  compute,
               gpointer           data,
               GError           **error)
{
  Block *block = ondes_memory_try (sizeof *block + key->bytes, error);

  if (block == NULL)
    return NULL;
  *block = *key;
  g_atomic_ref_count_init (&block->ref_count);
  if (compute (data, key->index, block->data, error))
    return block;
  g_free (block);
  return NULL;
}

const void *
ondes_computed_block_get (guint64            id,
                          guint64            index,
                          gsize              bytes,
                          OndesComputeBlock  compute,
                          gpointer           data,
                          GError           **error)
{
  Block key = { .id = id, .index = index, .bytes = bytes }, *block = NULL;
  GCancellable *cancellable = g_cancellable_get_current ();
  gboolean cancelled = FALSE;

  g_mutex_lock (&mutex);
  if (kept == NULL)
    kept = ondes_lru_new (block_hash, block_equal, block_unref, limit_bytes);
  if (pending == NULL)
    pending = g_hash_table_new (block_hash, block_equal);
  while ((block = ondes_lru_get (kept, &key)) == NULL && g_hash_table_contains (pending, &key)
         && !(cancelled = g_cancellable_set_error_if_cancelled (cancellable, error)))
    g_cond_wait_until (&settled, &mutex, g_get_monotonic_time () + POLL_US);
  if (block == NULL && !cancelled)
    {
      g_hash_table_add (pending, &key);
      g_mutex_unlock (&mutex);
      block = compute_block (&key, compute, data, error);
      g_mutex_lock (&mutex);
      g_hash_table_remove (pending, &key);
      if (block != NULL)
        ondes_lru_put (kept, block, block->bytes);
      computed_count += block != NULL;
      g_cond_broadcast (&settled);
    }
  if (block != NULL)
    g_atomic_ref_count_inc (&block->ref_count);
  g_mutex_unlock (&mutex);
  return block != NULL ? block->data : NULL;
}

static gboolean
is_of_source (gconstpointer block,
              gconstpointer id)
{
  return ((const Block *) block)->id == *(const guint64 *) id;
}

void
ondes_computed_blocks_forget (guint64 id)
{
  g_mutex_lock (&mutex);
  if (kept != NULL)
    ondes_lru_remove_all (kept, is_of_source, &id);
  g_mutex_unlock (&mutex);
}

void
ondes_computed_blocks_set_limit (guint64 bytes)
{
  g_mutex_lock (&mutex);
  g_clear_pointer (&kept, ondes_lru_free);
  limit_bytes = bytes > 0 ? bytes : LIMIT_BYTES;
  g_mutex_unlock (&mutex);
}

void
ondes_computed_blocks_statistics (guint64 *bytes,
                                  guint64 *computed)
{
  g_mutex_lock (&mutex);
  *bytes = kept != NULL ? ondes_lru_bytes (kept) : 0;
  *computed = computed_count;
  g_mutex_unlock (&mutex);
}
