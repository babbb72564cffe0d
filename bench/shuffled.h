/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "transform/pair-table.h"

/* Returns @table with each stage in a random order. */
static inline OndesPairTable *
bench_shuffled (const OndesPairTable *table,
                GError              **error)
{
  const guint half = table->n / 2;
  g_autofree guint *order = g_new (guint, half * table->stages);

  for (guint at = 0; at < half * table->stages; at += half)
    for (guint i = 0; i < half; i++)
      {
        const guint j = (guint) g_random_int_range (0, (gint32) i + 1);

        order[at + i] = order[at + j];
        order[at + j] = i;
      }
  return ondes_pair_table_permuted (table, order, NULL, error);
}
