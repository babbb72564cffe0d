/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Truth tables typed or pasted, and what is computed of small ones. */
#include "fuzz.h"

#include "transform/boolean.h"

#define MOST_INPUTS 9

static void
measure (OndesTruthTable *table)
{
  GError *error = NULL;
  OndesSbox sbox;

  for (guint k = 1; k <= MIN (ondes_truth_table_outputs (table), 3); k++)
    {
      g_autoptr (OndesBoolean) boolean = ondes_boolean_measure (table, k, ONDES_DONT_CARE_REFUSE, NULL, &error);

      fuzz_check_error (g_steal_pointer (&error));
      if (boolean)
        g_free (ondes_boolean_report (boolean));
    }
  if (ondes_truth_table_inputs (table) + ondes_truth_table_outputs (table) > 2 * MOST_INPUTS)
    return;
  if (ondes_sbox_measure (table, ONDES_DONT_CARE_0, &sbox, NULL, &error))
    g_free (ondes_sbox_report (&sbox));
  fuzz_check_error (g_steal_pointer (&error));
  g_free (ondes_sbox_table (table, ONDES_DONT_CARE_1, ONDES_SBOX_DIFFERENCE, NULL, &error));
  fuzz_check_error (error);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  GError *error = NULL;
  g_autoptr (OndesTruthTable) table = NULL;

  fuzz_small_machine ();
  table = ondes_truth_table_parse ((const char *) data, size, "typed", NULL, NULL, &error);
  fuzz_check_error (error);
  if (table && ondes_truth_table_inputs (table) <= MOST_INPUTS)
    measure (table);
  return 0;
}
