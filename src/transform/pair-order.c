/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pair-order.h"

#include "base/memory.h"
#include "pair-factor.h"

#include <math.h>
#include <string.h>

#define BANKS      32
#define BANK_BYTES 4
#define PASS       (1 << 20) /* of a score: one pass counts more than any unevenness */

guint
ondes_pair_group (guint element_bytes)
{
  return BANKS * BANK_BYTES / element_bytes;
}

static guint
n_groups (const OndesPairTable *self,
          guint                 width)
{
  return (self->n / 2 + width - 1) / width;
}

/* Returns the largest number of the @n indices that are equal modulo @width. */
static guint
largest_load (const guint16 *indices,
              guint          n,
              guint          width)
{
  guint loads[BANKS] = { 0 }, largest = 0;

  for (guint i = 0; i < n; i++)
    {
      loads[indices[i] % width]++;
      largest = MAX (largest, loads[indices[i] % width]);
    }
  return largest;
}

guint
ondes_pair_passes (const OndesPairTable *self,
                   guint                 stage,
                   guint                 width)
{
  const guint half = self->n / 2;
  const guint16 *k = self->k + (gsize) stage * half, *l = self->l + (gsize) stage * half;
  guint passes = 0;

  for (guint at = 0; at < half; at += width)
    {
      const guint n = MIN (width, half - at);

      passes += largest_load (k + at, n, width) + largest_load (l + at, n, width);
    }
  return passes;
}

guint
ondes_pair_least_passes (const OndesPairTable *self,
                         guint                 width)
{
  return 2 * n_groups (self, width);
}

double
ondes_pair_random_passes (const OndesPairTable *self,
                          guint                 width)
{
  return (double) self->n / width * log (width) / log (log (width));
}

/* How the threads of a group spread over the banks, for one of the two values of a pair. */
typedef struct
{
  guint8 load[BANKS];
  guint8 with[BANKS + 2]; /* number of banks with that load */
  guint  largest;
} Side;

/* A swap of two pairs of different groups, or the reversal of one. */
typedef struct
{
  gint  saved;  /* score; none if ≤ 0 */
  guint i, j;   /* places; equal for a reversal */
} Move;

typedef struct
{
  guint    half, width, groups;
  gboolean reversal;
  guint8  *banks[2]; /* of k and of l, by place */
  guint   *order;    /* the pair at a place */
  guint8  *reversed;
  Side   (*sides)[2]; /* of each group */
  Move    *best;      /* for groups g ≥ h the best move at g × groups + h */
} Stage;

static void
side_change (Side *self,
             guint bank,
             gint  by)
{
  self->with[self->load[bank]]--;
  self->load[bank] = (guint8) (self->load[bank] + by);
  self->with[self->load[bank]]++;
  while (self->with[self->largest + 1] > 0)
    self->largest++;
  while (self->largest > 0 && self->with[self->largest] == 0)
    self->largest--;
}

/* Returns what is saved if a thread leaves bank @from for @to. */
static inline gint
side_saved (const Side *self,
            guint       from,
            guint       to)
{
  const gint less = self->load[from], more = self->load[to], largest = (gint) self->largest;
  gint saved;

  if (from == to)
    return 0;
  saved = 2 * (less - more) - 2;
  if (more + 1 > largest)
    return saved - PASS;
  return less == largest && self->with[largest] == 1 && more + 1 < largest ? saved + PASS : saved;
}

static gint
swap_saved (const Stage *self,
            guint        i,
            guint        j)
{
  const Side *g = self->sides[i / self->width], *h = self->sides[j / self->width];
  gint saved = 0;

  for (guint s = 0; s < 2; s++)
    saved += side_saved (&g[s], self->banks[s][i], self->banks[s][j])
             + side_saved (&h[s], self->banks[s][j], self->banks[s][i]);
  return saved;
}

static gint
reversal_saved (const Stage *self,
                guint        i)
{
  const Side *g = self->sides[i / self->width];
  const guint k = self->banks[0][i], l = self->banks[1][i];

  return side_saved (&g[0], k, l) + side_saved (&g[1], l, k);
}

/* Finds the best move of groups @g and @h; the first of several. */
static void
find_best (Stage *self,
           guint  g,
           guint  h)
{
  Move best = { 0, 0, 0 };
  const guint end_g = MIN ((g + 1) * self->width, self->half), end_h = MIN ((h + 1) * self->width, self->half);

  for (guint i = g * self->width; i < end_g; i++)
    if (g == h)
      {
        const gint saved = self->reversal ? reversal_saved (self, i) : 0;

        if (saved > best.saved)
          best = (Move) { saved, i, i };
      }
    else
      for (guint j = h * self->width; j < end_h; j++)
        {
          const gint saved = swap_saved (self, i, j);

          if (saved > best.saved)
            best = (Move) { saved, i, j };
        }
  self->best[g * self->groups + h] = best;
}

static void
change (Stage *self,
        guint  place,
        gint   by)
{
  for (guint s = 0; s < 2; s++)
    side_change (&self->sides[place / self->width][s], self->banks[s][place], by);
}

#define SWAP(type, a, b) \
  do \
    { \
      const type swapped_ = (a); \
      (a) = (b); \
      (b) = swapped_; \
    } \
  while (0)

static void
apply (Stage *self,
       Move   move)
{
  const guint i = move.i, j = move.j;

  change (self, i, -1);
  if (i == j)
    {
      SWAP (guint8, self->banks[0][i], self->banks[1][i]);
      self->reversed[i] ^= 1;
    }
  else
    {
      change (self, j, -1);
      for (guint s = 0; s < 2; s++)
        SWAP (guint8, self->banks[s][i], self->banks[s][j]);
      SWAP (guint, self->order[i], self->order[j]);
      SWAP (guint8, self->reversed[i], self->reversed[j]);
      change (self, j, 1);
    }
  change (self, i, 1);
}

static void
begin_stage (Stage                *self,
             const OndesPairTable *table,
             guint                 stage,
             guint                *order,
             guint8               *reversed)
{
  const gsize first = (gsize) stage * self->half;

  self->order = order + first;
  self->reversed = reversed + first;
  memset (self->sides, 0, self->groups * sizeof *self->sides);
  for (guint g = 0; g < self->groups; g++)
    for (guint s = 0; s < 2; s++)
      self->sides[g][s].with[0] = (guint8) self->width;
  for (guint i = 0; i < self->half; i++)
    {
      self->order[i] = i;
      self->reversed[i] = 0;
      self->banks[0][i] = (guint8) (table->k[first + i] % self->width);
      self->banks[1][i] = (guint8) (table->l[first + i] % self->width);
      change (self, i, 1);
    }
}

/* Applies the best moves, one after the other. */
static gboolean
improve_stage (Stage        *self,
               GCancellable *cancellable,
               GError      **error)
{
  for (guint g = 0; g < self->groups; g++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (guint h = 0; h <= g; h++)
        find_best (self, g, h);
    }
  for (;;)
    {
      Move best = { 0, 0, 0 };

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (guint g = 0; g < self->groups; g++)
        for (guint h = 0; h <= g; h++)
          if (self->best[g * self->groups + h].saved > best.saved)
            best = self->best[g * self->groups + h];
      if (best.saved <= 0)
        return TRUE;
      apply (self, best);
      for (guint g = 0; g < self->groups; g++)
        for (guint h = 0; h <= g; h++)
          if (g == best.i / self->width || h == best.i / self->width || g == best.j / self->width || h == best.j / self->width)
            find_best (self, g, h);
    }
}

static gboolean
reorder_stage (Stage                *self,
               const OndesPairTable *table,
               guint                 stage,
               GCancellable         *cancellable,
               GError              **error)
{
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (ondes_pair_passes (table, stage, self->width) == ondes_pair_least_passes (table, self->width))
    return TRUE;
  if (!self->reversal || self->half % self->width != 0)
    return improve_stage (self, cancellable, error);
  ondes_pair_factor (self->banks[0], self->banks[1], self->half, self->width, self->order, self->reversed);
  return TRUE;
}

static void
stage_clear (Stage *self)
{
  g_free (self->banks[0]);
  g_free (self->banks[1]);
  g_free (self->sides);
  g_free (self->best);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stage, stage_clear)

OndesPairTable *
ondes_pair_reorder (const OndesPairTable *self,
                    guint                 element_bytes,
                    gboolean              reversal,
                    GCancellable         *cancellable,
                    GError              **error)
{
  const gsize half = self->n / 2, pairs = half * self->stages;
  g_auto (Stage) stage = { .half = self->n / 2, .width = ondes_pair_group (element_bytes), .reversal = reversal };
  g_autofree guint *order = ondes_memory_try (pairs * sizeof *order, error);
  g_autofree guint8 *reversed = order != NULL ? ondes_memory_try (pairs, error) : NULL;

  stage.groups = n_groups (self, stage.width);
  if (reversed == NULL || (stage.banks[0] = ondes_memory_try (half, error)) == NULL
      || (stage.banks[1] = ondes_memory_try (half, error)) == NULL
      || (stage.sides = ondes_memory_try (stage.groups * sizeof *stage.sides, error)) == NULL
      || (stage.best = ondes_memory_try ((gsize) stage.groups * stage.groups * sizeof *stage.best, error)) == NULL)
    return NULL;
  for (guint j = 0; j < self->stages; j++)
    {
      begin_stage (&stage, self, j, order, reversed);
      if (!reorder_stage (&stage, self, j, cancellable, error))
        return NULL;
    }
  return ondes_pair_table_permuted (self, order, reversed, error);
}
