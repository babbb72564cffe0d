/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "boolean-private.h"

#include "base/memory.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

#define LONG_INPUTS 16    /* with fewer inputs, everything takes only seconds */
#define PASSES_US   10000 /* measuring time for an estimate */

/* The values of an S-box, with buffers for its transforms. */
typedef struct
{
  guint    n, m;
  guint32 *values;     /* [2ⁿ] */
  gint64  *components; /* [2ⁿ], two components packed in each */
  guint32 *counts;     /* [2ᵐ] */
} Box;

static void
box_clear (Box *self)
{
  ondes_memory_give_back (&self->values);
  ondes_memory_give_back (&self->components);
  ondes_memory_give_back (&self->counts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Box, box_clear)

static gboolean
box_init (Box                   *self,
          const OndesTruthTable *table,
          OndesDontCare          dont_care,
          GError               **error)
{
  *self = (Box) { .n = ondes_truth_table_inputs (table), .m = ondes_truth_table_outputs (table) };
  if (self->n > ONDES_SBOX_MAX_INPUTS || self->n + self->m > ONDES_SBOX_MAX_BITS)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("%s: %u inputs and %u outputs are too many for an S-box; at most %u inputs, and %u with the outputs"),
                   ondes_truth_table_name (table), self->n, self->m, ONDES_SBOX_MAX_INPUTS, ONDES_SBOX_MAX_BITS);
      return FALSE;
    }
  self->values = ondes_boolean_memory (table, (guint64) 1 << self->n, sizeof *self->values, error);
  if (self->values)
    self->components = ondes_boolean_memory (table, (guint64) 1 << self->n, sizeof *self->components, error);
  if (self->components)
    self->counts = ondes_boolean_memory (table, (guint64) 1 << self->m, sizeof *self->counts, error);
  if (!self->counts)
    return FALSE;
  for (guint k = 1; k <= self->m; k++)
    {
      g_autofree guint64 *bits = ondes_boolean_bits (table, k, dont_care, error);

      if (!bits)
        return FALSE;
      for (guint64 x = 0; x < (guint64) 1 << self->n; x++)
        self->values[x] = self->values[x] << 1 | (((const guint8 *) bits)[x / 8] >> (x % 8) & 1);
    }
  return TRUE;
}

/* Computes the Walsh spectra of b · S and (b + 1) · S, b even, in one linear transform of lo + 2³² hi. */
static gboolean
box_components (Box       *self,
                guint64    b,
                OndesWork *work,
                GError   **error)
{
  const gint64 high = G_GINT64_CONSTANT (1) << 32;

  for (guint64 x = 0; x < (guint64) 1 << self->n; x++)
    {
      int lo = __builtin_parityll (self->values[x] & b), hi = lo ^ (int) (self->values[x] & 1);

      self->components[x] = (1 - 2 * lo) + high * (1 - 2 * hi);
    }
  return ondes_walsh_in_place (self->components, self->n, work, error);
}

/* Unpack the spectra of the even component (low half) and of the odd one (high half): |W| ≤ 2ⁿ < 2³¹. */
static gint32
low_component (gint64 both)
{
  return (gint32) (guint32) both;
}

static gint32
high_component (gint64 both)
{
  return (gint32) ((both - low_component (both)) >> 32);
}

/* Adds 1 to counts[S(x) ⊕ S(x ⊕ a)] for each x; the counts must be 0 on entry. */
static gboolean
box_differences (Box       *self,
                 guint64    a,
                 OndesWork *work,
                 GError   **error)
{
  const guint64 size = (guint64) 1 << self->n;

  for (guint64 at = 0, end; at < size; at = end)
    {
      end = MIN (size, at + ONDES_WORK_STEP);
      for (guint64 x = at; x < end; x++)
        self->counts[self->values[x] ^ self->values[x ^ a]]++;
      if (!ondes_work_step (work, (double) (end - at), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
box_degree (const OndesTruthTable *table,
            OndesDontCare          dont_care,
            guint                 *degree,
            OndesWork             *work,
            GError               **error)
{
  /* A sum of outputs has no larger terms than the outputs themselves. */
  *degree = 0;
  for (guint k = 1; k <= ondes_truth_table_outputs (table); k++)
    {
      g_autofree guint64 *bits = ondes_boolean_bits (table, k, dont_care, error);

      if (!bits || !ondes_moebius_in_place (bits, ondes_truth_table_inputs (table), work, error))
        return FALSE;
      *degree = MAX (*degree, ondes_anf_degree (bits, ondes_truth_table_inputs (table)));
    }
  return TRUE;
}

/* Measures the seconds of a pass over the inputs: the spectra of two components, or the differences for one a; FALSE if
 * cancelled. */
static gboolean
box_pass (Box          *self,
          gboolean      differences,
          GCancellable *cancellable,
          double       *seconds,
          GError      **error)
{
  OndesWork work = { &(OndesWatch) { .cancellable = cancellable }, .all = 1 };
  const guint64 middle = ((guint64) 1 << self->n) / 2 + 1; /* x ^ a is far from x, as in most passes */
  const gint64 start = g_get_monotonic_time ();
  gint64 spent = 0;
  guint passes = 0;

  for (; spent < PASSES_US; passes++, spent = g_get_monotonic_time () - start)
    {
      if (!(differences ? box_differences (self, middle, &work, error) : box_components (self, 0, &work, error)))
        return FALSE;
      if (differences)
        memset (self->counts, 0, sizeof *self->counts << self->m);
    }
  *seconds = (double) spent / 1e6 / passes;
  return TRUE;
}

gboolean
ondes_sbox_estimate (const OndesTruthTable *table,
                     OndesDontCare          dont_care,
                     OndesSboxPasses        passes,
                     double                *seconds,
                     GCancellable          *cancellable,
                     GError               **error)
{
  g_auto (Box) box = { 0 };
  double spectrum = 0, difference = 0;

  *seconds = 0;
  if (ondes_truth_table_inputs (table) < LONG_INPUTS)
    return TRUE;
  if (!box_init (&box, table, dont_care, error) || !box_pass (&box, FALSE, cancellable, &spectrum, error)
      || !box_pass (&box, TRUE, cancellable, &difference, error))
    return FALSE;
  *seconds = passes.spectra * spectrum * ldexp (0.5, (int) box.m) + passes.differences * difference * ldexp (1, (int) box.n);
  return TRUE;
}

gboolean
ondes_sbox_measure (const OndesTruthTable *table,
                    OndesDontCare          dont_care,
                    OndesSbox             *sbox,
                    const OndesWatch      *watch,
                    GError               **error)
{
  OndesWork work = { watch };
  g_auto (Box) box = { 0 };
  guint64 rows, columns;

  if (!box_init (&box, table, dont_care, error))
    return FALSE;
  rows = (guint64) 1 << box.n;
  columns = (guint64) 1 << box.m;
  *sbox = (OndesSbox) { .inputs = box.n, .outputs = box.m, .balanced = TRUE };
  work.all = (double) rows * ((double) columns / 2 * box.n + (double) rows);
  if (!box_degree (table, dont_care, &sbox->degree, &work, error))
    return FALSE;

  for (guint64 b = 0; b < columns; b += 2)
    {
      gint32 max = 0;

      if (!box_components (&box, b, &work, error))
        return FALSE;
      /* All components are balanced if and only if every value occurs equally often. Component 0 does not count. */
      sbox->balanced &= high_component (box.components[0]) == 0 && (b == 0 || low_component (box.components[0]) == 0);
      for (guint64 a = 0; a < rows; a++)
        {
          gint32 lo = b > 0 ? low_component (box.components[a]) : 0, hi = high_component (box.components[a]);

          max = MAX (max, MAX (ABS (lo), ABS (hi)));
        }
      sbox->max_walsh = MAX (sbox->max_walsh, (guint64) max);
    }
  sbox->nonlinearity = (rows - sbox->max_walsh) / 2;

  for (guint64 a = 1; a < rows; a++)
    {
      if (!box_differences (&box, a, &work, error))
        return FALSE;
      for (guint64 b = 0; b < columns; b++)
        {
          sbox->differential_uniformity = MAX (sbox->differential_uniformity, box.counts[b]);
          box.counts[b] = 0;
        }
    }
  return TRUE;
}

gint32 *
ondes_sbox_table (const OndesTruthTable *table,
                  OndesDontCare          dont_care,
                  OndesSboxTable         which,
                  const OndesWatch      *watch,
                  GError               **error)
{
  OndesWork work = { watch };
  g_auto (Box) box = { 0 };
  ONDES_AUTO_MEMORY gint32 *entries = NULL;
  guint64 rows, columns;

  if (!box_init (&box, table, dont_care, error))
    return NULL;
  rows = (guint64) 1 << box.n;
  columns = (guint64) 1 << box.m;
  entries = ondes_boolean_memory (table, rows * columns, sizeof *entries, error);
  if (!entries)
    return NULL;
  work.all = (double) rows * (which == ONDES_SBOX_LINEAR ? (double) columns / 2 * box.n : (double) rows);
  for (guint64 b = 0; which == ONDES_SBOX_LINEAR && b < columns; b += 2)
    {
      if (!box_components (&box, b, &work, error))
        return NULL;
      for (guint64 a = 0; a < rows; a++)
        {
          entries[a * columns + b] = low_component (box.components[a]) / 2;
          entries[a * columns + b + 1] = high_component (box.components[a]) / 2;
        }
    }
  for (guint64 a = 0; which == ONDES_SBOX_DIFFERENCE && a < rows; a++)
    {
      if (!box_differences (&box, a, &work, error))
        return NULL;
      for (guint64 b = 0; b < columns; b++)
        {
          entries[a * columns + b] = (gint32) box.counts[b];
          box.counts[b] = 0;
        }
    }
  ondes_memory_settle (entries);
  return g_steal_pointer (&entries);
}
