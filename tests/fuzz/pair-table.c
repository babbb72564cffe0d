/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of pair tables: what is read, printed and read again is the same table, and reordered it has no more conflicts. */
#include "fuzz.h"

#include "transform/pair-order.h"

#include <string.h>

#define MOST_PAIRS 512

static void
check (OndesPairTable *table)
{
  GError *error = NULL;
  g_autofree char *text = ondes_pair_table_print (table);
  g_autoptr (OndesPairTable) again = ondes_pair_table_read (text, strlen (text), "again", &error), better = NULL;

  if (again == NULL || memcmp (again->digest, table->digest, sizeof table->digest) != 0)
    g_error ("the table \"%s\" is not read back: %s", text, error != NULL ? error->message : "it differs");
  better = ondes_pair_reorder (table, 4, TRUE, NULL, &error);
  g_assert_no_error (error);
  for (guint stage = 0; stage < table->stages; stage++)
    if (ondes_pair_passes (better, stage, 32) > ondes_pair_passes (table, stage, 32))
      g_error ("reordering stage %u of \"%s\" made it worse", stage, text);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  GError *error = NULL;
  g_autoptr (OndesPairTable) table = NULL;

  fuzz_small_machine ();
  table = ondes_pair_table_read ((const char *) data, size, "typed", &error);
  fuzz_check_error (error);
  if (table != NULL && table->n / 2 * table->stages <= MOST_PAIRS)
    check (table);
  return 0;
}
