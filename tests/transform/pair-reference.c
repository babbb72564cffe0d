/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pair-reference.h"

OndesPairTable *
pairs_of (const char *text,
          guint64     n)
{
  GError *error = NULL;
  OndesPairTable *table = ondes_pair_table_parse (text, n, &error);

  g_assert_no_error (error);
  return table;
}

OndesPairTable *
random_pairs (OndesPairKind kind,
              gboolean      is_complex,
              gboolean      whole,
              guint         n,
              guint         stages)
{
  GError *error = NULL;
  OndesPairTable *table = ondes_pair_table_new (kind, is_complex, n, stages, "random", &error);
  const guint numbers = ondes_pair_coefficients (kind, is_complex);
  g_autofree guint16 *indices = g_new (guint16, n);

  g_assert_no_error (error);
  for (guint stage = 0; stage < stages; stage++)
    {
      for (guint i = 0; i < n; i++)
        {
          const guint j = (guint) g_test_rand_int_range (0, (gint32) i + 1);

          indices[i] = indices[j];
          indices[j] = (guint16) i;
        }
      for (guint i = 0; i < n / 2; i++)
        {
          table->k[stage * n / 2 + i] = indices[2 * i];
          table->l[stage * n / 2 + i] = indices[2 * i + 1];
          table->roles[stage * n / 2 + i] = (guint8) g_test_rand_bit ();
        }
    }
  for (gsize i = 0; i < (gsize) n / 2 * stages * numbers; i++)
    table->coefficients[i] = whole ? g_test_rand_int_range (-2, 3) : g_test_rand_double_range (-1, 1);
  g_assert_true (ondes_pair_table_check (table, &error));
  g_assert_no_error (error);
  return table;
}

static double complex
coefficient (const OndesPairTable *table,
             gsize                 i)
{
  return table->is_complex ? table->coefficients[2 * i] + I * table->coefficients[2 * i + 1] : table->coefficients[i];
}

void
apply_pairs (const OndesPairTable *table,
             double complex       *x)
{
  for (gsize i = 0; i < (gsize) table->n / 2 * table->stages; i++)
    {
      const guint p = table->roles[i] ? table->l[i] : table->k[i], q = table->roles[i] ? table->k[i] : table->l[i];
      const double complex a = x[p], b = x[q];

      if (table->kind == ONDES_PAIRS_MATRIX)
        {
          x[p] = coefficient (table, 4 * i) * a + coefficient (table, 4 * i + 1) * b;
          x[q] = coefficient (table, 4 * i + 2) * a + coefficient (table, 4 * i + 3) * b;
        }
      else
        {
          const double complex w = table->kind == ONDES_PAIRS_SUM ? 1 : coefficient (table, i);

          x[p] = a + w * b;
          x[q] = a - w * b;
        }
    }
}
