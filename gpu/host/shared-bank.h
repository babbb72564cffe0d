/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters on the device, shared and cached. */
#pragma once

#include "engine-private.h"

G_BEGIN_DECLS

/* Filters on the device, shared by all plans that need equal ones, and cached for later plans. */
typedef struct
{
  GBytes      *key;   /* all that the filters depend on, beginning with a word of their transform */
  gpointer     bank;
  guint64      bytes; /* of device memory */
  void       (*free) (OndesCuda *cuda, gpointer bank);
  OndesEngine *engine;
  guint        users; /* reference count: plans and the cache */
} OndesCudaSharedBank;

OndesLru            *ondes_cuda_banks_new         (void);
/* Returns the key of a bank that depends on @n numbers and @bytes of @more. Transfer full. */
GBytes              *ondes_cuda_bank_key          (const double *head,
                                                   guint         n,
                                                   gconstpointer more,
                                                   gsize         bytes);
/* Returns the cached bank of @key with a new reference, or NULL if there is none. */
OndesCudaSharedBank *ondes_cuda_shared_bank_get   (OndesEngine *engine,
                                                   GBytes      *key);
/* Caches @bank, which @free frees, and returns it with a reference of the caller's own. */
OndesCudaSharedBank *ondes_cuda_shared_bank_new   (OndesEngine         *engine,
                                                   GBytes              *key,
                                                   gpointer             bank,
                                                   guint64              bytes,
                                                   void               (*free) (OndesCuda *cuda, gpointer bank));
void                 ondes_cuda_shared_bank_unref (OndesCudaSharedBank *self);

G_END_DECLS
