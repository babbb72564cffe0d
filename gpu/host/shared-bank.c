/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shared-bank.h"

#define BANKS_BYTES (64 << 20) /* device memory of the cache, enough for dragging a control back and forth */

GBytes *
ondes_cuda_bank_key (const double *head,
                     guint         n,
                     gconstpointer more,
                     gsize         bytes)
{
  GByteArray *key = g_byte_array_new ();

  g_byte_array_append (key, (const guint8 *) head, (guint) (n * sizeof *head));
  g_byte_array_append (key, more, (guint) bytes);
  return g_byte_array_free_to_bytes (key);
}

static guint
bank_hash (gconstpointer bank)
{
  return g_bytes_hash (((const OndesCudaSharedBank *) bank)->key);
}

static gboolean
bank_equal (gconstpointer a,
            gconstpointer b)
{
  return g_bytes_equal (((const OndesCudaSharedBank *) a)->key, ((const OndesCudaSharedBank *) b)->key);
}

void
ondes_cuda_shared_bank_unref (OndesCudaSharedBank *self)
{
  if (--self->users > 0)
    return;
  ondes_cuda_forget_last (self->engine); /* a graph may refer to the bank */
  self->engine->bank_bytes -= self->bytes;
  self->free (self->engine->cuda, self->bank);
  g_bytes_unref (self->key);
  g_free (self);
}

OndesLru *
ondes_cuda_banks_new (void)
{
  return ondes_lru_new (bank_hash, bank_equal, (GDestroyNotify) ondes_cuda_shared_bank_unref, BANKS_BYTES);
}

OndesCudaSharedBank *
ondes_cuda_shared_bank_get (OndesEngine *engine,
                            GBytes      *key)
{
  OndesCudaSharedBank *self = ondes_lru_get (engine->banks, &(OndesCudaSharedBank) { .key = key });

  if (self != NULL)
    self->users++;
  return self;
}

OndesCudaSharedBank *
ondes_cuda_shared_bank_new (OndesEngine *engine,
                            GBytes      *key,
                            gpointer     bank,
                            guint64      bytes,
                            void       (*free) (OndesCuda *cuda, gpointer bank))
{
  OndesCudaSharedBank *self = g_new (OndesCudaSharedBank, 1);

  *self = (OndesCudaSharedBank) { .key = g_bytes_ref (key), .bank = bank, .bytes = bytes, .free = free, .engine = engine,
                                  .users = 2 };
  engine->bank_bytes += bytes;
  ondes_lru_put (engine->banks, self, bytes);
  return self;
}
