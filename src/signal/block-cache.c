/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block-cache.h"

#include "spill.h"
#include "base/lru.h"
#include "base/words.h"

#include <string.h>

#define BLOCK_BYTES ((gsize) 256 << 10)
#define PASSED 32 /* most blocks that a forward-only reader caches on its way to the requested one */

typedef struct
{
  guint64         index; /* the key */
  gatomicrefcount ref_count;
  gsize           frames, bytes;
  max_align_t     data[];
} Block;

struct _OndesBlockCache
{
  OndesReader *reader;
  gsize        frames;
  GMutex       decode; /* guards the reader and the spill; taken before table */
  OndesSpill  *spill;  /* for a slow reader larger than the limit; NULL if none */
  GMutex       table;  /* guards the members below */
  OndesLru    *blocks;
  guint64      decoded;
};

static void
block_unref (gpointer data)
{
  Block *block = data;

  if (g_atomic_ref_count_dec (&block->ref_count))
    g_free (block);
}

OndesBlockCache *
ondes_block_cache_new (OndesReader *reader,
                       gsize        limit)
{
  OndesBlockCache *self = g_new0 (OndesBlockCache, 1);
  gsize frame_bytes = ondes_type_bytes (reader->type, reader->channels);

  self->reader = reader;
  for (self->frames = 1; self->frames * 2 * frame_bytes <= BLOCK_BYTES; self->frames *= 2)
    ;
  if (reader->slow_seeks && (double) reader->frames * (double) frame_bytes > (double) limit)
    self->spill = ondes_spill_new ((reader->frames - 1) / self->frames + 1, self->frames * frame_bytes);
  g_mutex_init (&self->decode);
  g_mutex_init (&self->table);
  self->blocks = ondes_lru_new (g_int64_hash, g_int64_equal, block_unref, limit);
  return self;
}

void
ondes_block_cache_free (OndesBlockCache *self)
{
  ondes_lru_free (self->blocks);
  g_clear_pointer (&self->spill, ondes_spill_free);
  g_mutex_clear (&self->decode);
  g_mutex_clear (&self->table);
  ondes_reader_free (self->reader);
  g_free (self);
}

/* Returns the block, with a reference for the caller, or NULL. */
static Block *
look_up (OndesBlockCache *self,
         guint64          index)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->table);
  Block *block = ondes_lru_get (self->blocks, &index);

  if (block)
    g_atomic_ref_count_inc (&block->ref_count);
  return block;
}

static void
insert (OndesBlockCache *self,
        Block           *block,
        gboolean         decoded)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->table);

  self->decoded += decoded;
  g_atomic_ref_count_inc (&block->ref_count);
  ondes_lru_put (self->blocks, block, block->bytes);
}

/* Caller holds the decode lock. */
static Block *
decode_one (OndesBlockCache *self,
            guint64          index,
            GError         **error)
{
  OndesReader *reader = self->reader;
  guint64 at = index * self->frames;
  gsize n = (gsize) MIN (self->frames, reader->frames - at);
  gsize bytes = ondes_type_bytes (reader->type, n * reader->channels);
  Block *block = look_up (self, index);
  gboolean spilled;

  if (block)
    return block;
  block = g_try_malloc (sizeof *block + bytes);
  if (!block)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s needs %zu bytes for one block, more than is free"),
                   reader->display, bytes);
      ondes_error_name_file (error, reader->display);
      return NULL;
    }
  *block = (Block) { .index = index, .frames = n, .bytes = bytes };
  g_atomic_ref_count_init (&block->ref_count);
  spilled = self->spill && ondes_spill_get (self->spill, index, block->data, bytes);
  if (!spilled && !reader->klass->read (reader, at, n, block->data, error))
    {
      g_free (block);
      ondes_error_name_file (error, reader->display);
      return NULL;
    }
  if (!spilled && self->spill)
    ondes_spill_put (self->spill, index, block->data, bytes);
  insert (self, block, !spilled);
  return block;
}

static Block *
decode (OndesBlockCache *self,
        guint64          index,
        GError         **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->decode);
  OndesReader *reader = self->reader;
  Block *block = look_up (self, index);

  if (block)
    return block;
  if (reader->klass->next_frame && !(self->spill && ondes_spill_has (self->spill, index)))
    {
      guint64 from = (reader->klass->next_frame (reader, index * self->frames) + self->frames - 1) / self->frames;

      /* Blocks on the way are cached too: threads that read a file in parallel ask for them slightly out of order. Blocks
       * already on disk are never decoded again. */
      for (from = self->spill ? from : MAX (from, index - MIN (index, PASSED)); from < index; from++)
        if (!(self->spill && ondes_spill_has (self->spill, from)) && (block = decode_one (self, from, NULL)))
          block_unref (block);
    }
  return decode_one (self, index, error);
}

gboolean
ondes_block_cache_read (OndesBlockCache *self,
                        guint            channel,
                        guint64          at,
                        gsize            n,
                        void            *dst,
                        GError         **error)
{
  OndesReader *reader = self->reader;
  gsize element = ondes_type_bytes (reader->type, 1);

  if (reader->klass->read_channel)
    return reader->klass->read_channel (reader, channel, at, n, dst, error) || ondes_error_name_file (error, reader->display);

  for (gsize done = 0; done < n;)
    {
      guint64 index = (at + done) / self->frames;
      gsize from = (gsize) ((at + done) % self->frames);
      Block *block = look_up (self, index);
      gsize m;

      if (!block && !(block = decode (self, index, error)))
        return FALSE;
      m = MIN (n - done, block->frames - from);
      memcpy ((char *) dst + done * element, (const char *) block->data + ((channel - 1) * block->frames + from) * element,
              m * element);
      block_unref (block);
      done += m;
    }
  return TRUE;
}

gsize
ondes_block_cache_frames (OndesBlockCache *self)
{
  return self->frames;
}

void
ondes_block_cache_statistics (OndesBlockCache *self,
                              gsize           *bytes,
                              guint64         *decoded)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->table);

  *bytes = ondes_lru_bytes (self->blocks);
  *decoded = self->decoded;
}
