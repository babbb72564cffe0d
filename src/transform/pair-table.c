/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pair-table.h"

#include "base/counted.h"
#include "base/memory.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

static void
ondes_pair_table_clear (gpointer data)
{
  OndesPairTable *self = data;

  g_free (self->k);
  g_free (self->l);
  g_free (self->roles);
  g_free (self->coefficients);
  g_free (self->name);
}

ONDES_DEFINE_COUNTED (OndesPairTable, ondes_pair_table)

guint
ondes_pair_coefficients (OndesPairKind kind,
                         gboolean      is_complex)
{
  static const guint numbers[] = { [ONDES_PAIRS_SUM] = 0, [ONDES_PAIRS_BUTTERFLY] = 1, [ONDES_PAIRS_MATRIX] = 4 };

  return numbers[kind] * (is_complex ? 2 : 1);
}

static gboolean
check_sizes (guint64     n,
             guint64     stages,
             const char *name,
             GError    **error)
{
  if (n < 2 || n > ONDES_PAIRS_MOST_VALUES || n % 2 != 0)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_TABLE,
                                    _("%s: vectors of length %" PRIu64 " cannot be paired here; take an even number from 2 to %d"),
                                    name, n, ONDES_PAIRS_MOST_VALUES);
  if (stages < 1 || stages > ONDES_PAIRS_MOST_STAGES)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_TABLE,
                                    _("%s: the number of stages, %" PRIu64 ", is not between 1 and %d"), name, stages,
                                    ONDES_PAIRS_MOST_STAGES);
  return TRUE;
}

OndesPairTable *
ondes_pair_table_new (OndesPairKind kind,
                      gboolean      is_complex,
                      guint64       n,
                      guint64       stages,
                      const char   *name,
                      GError      **error)
{
  g_autoptr (OndesPairTable) self = NULL;
  const gsize pairs = (gsize) (n / 2 * stages), numbers = ondes_pair_coefficients (kind, is_complex);

  if (!check_sizes (n, stages, name, error))
    return NULL;
  self = g_atomic_rc_box_new0 (OndesPairTable);
  self->kind = kind;
  self->is_complex = is_complex;
  self->n = (guint) n;
  self->stages = (guint) stages;
  self->name = g_strdup (name);
  if ((self->k = ondes_memory_try (pairs * sizeof *self->k, error)) == NULL
      || (self->l = ondes_memory_try (pairs * sizeof *self->l, error)) == NULL
      || (self->roles = ondes_memory_try (pairs, error)) == NULL
      || (numbers > 0 && (self->coefficients = ondes_memory_try (pairs * numbers * sizeof (double), error)) == NULL))
    return NULL;
  memset (self->roles, 0, pairs);
  return g_steal_pointer (&self);
}

static gboolean
refuse_pair (const OndesPairTable *self,
             guint                 stage,
             guint                 pair,
             GError              **error,
             const char           *sentence)
{
  return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_TABLE, _("%s: stage %u, pair %u: %s"),
                                  self->name, stage + 1, pair + 1, sentence);
}

/* Checks the indices of @stage: n/2 pairs without a repetition leave none out. @owners: of each index, its pair + 1. */
static gboolean
check_stage (const OndesPairTable *self,
             guint                 stage,
             guint                *owners,
             GError              **error)
{
  const guint half = self->n / 2;

  memset (owners, 0, self->n * sizeof *owners);
  for (guint i = 0; i < half; i++)
    for (guint end = 0; end < 2; end++)
      {
        const guint index = (end == 0 ? self->k : self->l)[(gsize) stage * half + i];
        g_autofree char *sentence = NULL;

        if (index >= self->n)
          sentence = g_strdup_printf (_("index %u is beyond the last, %u; count from 0"), index, self->n - 1);
        else if (owners[index] > 0)
          sentence = g_strdup_printf (_("index %u is in pair %u already, and another is left out; take each once a stage"),
                                      index, owners[index]);
        if (sentence != NULL)
          return refuse_pair (self, stage, i, error, sentence);
        owners[index] = i + 1;
      }
  return TRUE;
}

static void
digest_table (OndesPairTable *self)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  const guint32 head[] = { self->kind, self->is_complex != FALSE, self->modulus, self->n, self->stages };
  const gsize pairs = (gsize) self->n / 2 * self->stages;
  const gsize bytes = pairs * ondes_pair_coefficients (self->kind, self->is_complex) * sizeof (double);
  gsize length = sizeof self->digest;

  g_checksum_update (sum, (const guchar *) head, sizeof head);
  g_checksum_update (sum, (const guchar *) self->k, (gssize) (pairs * sizeof *self->k));
  g_checksum_update (sum, (const guchar *) self->l, (gssize) (pairs * sizeof *self->l));
  g_checksum_update (sum, self->roles, (gssize) pairs);
  if (bytes > 0)
    g_checksum_update (sum, (const guchar *) self->coefficients, (gssize) bytes);
  g_checksum_get_digest (sum, self->digest, &length);
}

gboolean
ondes_pair_table_check (OndesPairTable *self,
                        GError        **error)
{
  const guint half = self->n / 2, numbers = ondes_pair_coefficients (self->kind, self->is_complex);
  g_autofree guint *owners = g_new (guint, self->n);

  for (guint stage = 0; stage < self->stages; stage++)
    {
      if (!check_stage (self, stage, owners, error))
        return FALSE;
      for (gsize i = 0; i < (gsize) half * numbers; i++)
        if (!isfinite (self->coefficients[(gsize) stage * half * numbers + i]))
          return refuse_pair (self, stage, (guint) (i / numbers), error,
                              _("a coefficient is not a finite number; give a number"));
    }
  digest_table (self);
  return TRUE;
}

OndesPairTable *
ondes_pair_table_permuted (const OndesPairTable *self,
                           const guint          *order,
                           const guint8         *reversed,
                           GError              **error)
{
  g_autoptr (OndesPairTable) copy = ondes_pair_table_new (self->kind, self->is_complex, self->n, self->stages, self->name,
                                                          error);
  const gsize half = self->n / 2, numbers = ondes_pair_coefficients (self->kind, self->is_complex);

  if (copy == NULL)
    return NULL;
  copy->modulus = self->modulus;
  for (gsize i = 0; i < half * self->stages; i++)
    {
      const gsize from = i / half * half + order[i];
      const guint8 reverse = reversed != NULL && reversed[i];

      copy->k[i] = (reverse ? self->l : self->k)[from];
      copy->l[i] = (reverse ? self->k : self->l)[from];
      copy->roles[i] = (guint8) (self->roles[from] ^ reverse);
      if (numbers > 0)
        memcpy (copy->coefficients + i * numbers, self->coefficients + from * numbers, numbers * sizeof (double));
    }
  return ondes_pair_table_check (copy, error) ? g_steal_pointer (&copy) : NULL;
}
