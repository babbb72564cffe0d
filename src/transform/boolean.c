/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "boolean-private.h"

#include <string.h>

#include "base/clones.h"
#include "base/memory.h"
#include "base/words.h"

#define LEAF 13        /* a transform of 2^LEAF values stays in cache */
#define STEP ONDES_WORK_STEP

gboolean
ondes_work_step (OndesWork *self,
                 double     done,
                 GError   **error)
{
  self->done += done;
  if (self->done >= self->reported + self->all / 256)
    {
      self->reported = self->done;
      ondes_watch_tell (self->watch, MIN (self->done / self->all, 1));
    }
  return !g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (self->watch), error);
}

CLONES static void
butterflies (guint64 *lo,
             guint64 *hi,
             gsize    n)
{
  for (gsize i = 0; i < n; i++)
    {
      guint64 a = lo[i], b = hi[i];

      lo[i] = a + b;
      hi[i] = a - b;
    }
}

/* Does all steps of a transform of 2ⁿ values, two at a time, so each value is read half as often. */
CLONES static void
transform_leaf (guint64 *values,
                guint    n)
{
  const gsize size = (gsize) 1 << n;
  gsize h = 1;

  for (; 2 * h < size; h *= 4)
    for (gsize at = 0; at < size; at += 4 * h)
      {
        guint64 *p = values + at;

        for (gsize i = 0; i < h; i++)
          {
            guint64 a = p[i] + p[i + h], b = p[i] - p[i + h];
            guint64 c = p[i + 2 * h] + p[i + 3 * h], d = p[i + 2 * h] - p[i + 3 * h];

            p[i] = a + c;
            p[i + h] = b + d;
            p[i + 2 * h] = a - c;
            p[i + 3 * h] = b - d;
          }
      }
  for (gsize i = 0; h < size && i < h; i++)
    {
      guint64 a = values[i], b = values[i + h];

      values[i] = a + b;
      values[i + h] = a - b;
    }
}

/* Splits into halves first, so all but the first steps of a long transform stay in cache. */
gboolean
ondes_walsh_in_place (gint64    *values,
                      guint      n,
                      OndesWork *work,
                      GError   **error)
{
  const gsize half = (gsize) 1 << n >> 1;
  guint64 *bits = (guint64 *) values; /* unsigned, so sums may wrap around without undefined behaviour */

  if (n > LEAF)
    {
      for (gsize at = 0; at < half; at += STEP)
        {
          gsize m = MIN (half - at, STEP);

          butterflies (bits + at, bits + half + at, m);
          if (!ondes_work_step (work, 2.0 * (double) m, error))
            return FALSE;
        }
      return ondes_walsh_in_place (values, n - 1, work, error) && ondes_walsh_in_place (values + half, n - 1, work, error);
    }
  transform_leaf (bits, n);
  return ondes_work_step (work, (double) n * 2.0 * (double) half, error);
}

gboolean
ondes_moebius_in_place (guint64   *bits,
                        guint      n,
                        OndesWork *work,
                        GError   **error)
{
  static const guint64 lower[] = { 0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                   0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff };
  const gsize words = n < 6 ? 1 : (gsize) 1 << (n - 6);

  for (gsize w = 0; w < words; w++)
    {
      guint64 word = GUINT64_FROM_LE (bits[w]);

      for (guint b = 0; b < MIN (n, 6); b++)
        word ^= (word & lower[b]) << (1 << b);
      bits[w] = GUINT64_TO_LE (word);
    }
  for (gsize h = 1; h < words; h *= 2)
    {
      for (gsize at = 0; at < words; at += 2 * h)
        for (gsize i = 0; i < h; i++)
          bits[at + h + i] ^= bits[at + i];
      if (!ondes_work_step (work, 0, error))
        return FALSE;
    }
  return TRUE;
}

/* Entry k has a bit set for each 6-bit index of weight k: selects the terms of one weight within a word. */
static const guint64 weights[7] = { 0x0000000000000001, 0x0000000100010116, 0x0001011601161668, 0x0116166816686880,
                                    0x1668688068808000, 0x6880800080000000, 0x8000000000000000 };

guint
ondes_anf_degree (const guint64 *bits,
                  guint          n)
{
  const gsize words = n < 6 ? 1 : (gsize) 1 << (n - 6);
  guint degree = 0;

  for (gsize w = 0; w < words; w++)
    {
      guint64 word = GUINT64_FROM_LE (bits[w]);
      guint high = (guint) __builtin_popcountll (w);

      for (guint k = 7; k-- > 0 && high + k > degree;)
        if (word & weights[k])
          {
            degree = high + k;
            break;
          }
    }
  return degree;
}

gpointer
ondes_boolean_memory (const OndesTruthTable *table,
                      guint64                n,
                      gsize                  size,
                      GError               **error)
{
  gpointer memory = ondes_memory_take (n * size, ondes_memory_zeros);

  if (!memory)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 _("%s: its properties take %" PRIu64 " bytes of memory, more than the %" PRIu64 " there are"),
                 ondes_truth_table_name (table), n * size, ondes_memory_available ());
  return memory;
}

guint64 *
ondes_boolean_bits (const OndesTruthTable *table,
                    guint                  k,
                    OndesDontCare          dont_care,
                    GError               **error)
{
  guint n = ondes_truth_table_inputs (table);
  gsize words = n < 6 ? 1 : (gsize) 1 << (n - 6);
  const guint64 *open;
  guint64 *bits;

  if (!ondes_truth_table_check (table, k, dont_care, error))
    return NULL;
  bits = ondes_boolean_memory (table, words, sizeof *bits, error);
  if (!bits)
    return NULL;
  memcpy (bits, ondes_truth_table_on (table, k), words * sizeof *bits);
  open = dont_care == ONDES_DONT_CARE_1 ? (const guint64 *) ondes_truth_table_dont_care (table, k) : NULL;
  for (gsize w = 0; open && w < words; w++)
    bits[w] |= open[w];
  ondes_memory_settle (bits);
  return bits;
}

static gboolean
get_bit (const guint64 *bits,
         guint64        x)
{
  return ((const guint8 *) bits)[x / 8] >> (x % 8) & 1;
}

/* The largest |value|, and the smallest weight of an index u > 0 with a nonzero value (n + 1 if none). */
typedef struct
{
  guint64 largest;
  guint   min_weight;
} Extremes;

/* @with_first: the value of index 0 counts too. */
static gboolean
find_extremes (const gint64 *values,
               guint         n,
               gboolean      with_first,
               Extremes     *extremes,
               OndesWork    *work,
               GError      **error)
{
  *extremes = (Extremes) { .largest = with_first ? (guint64) ABS (values[0]) : 0, .min_weight = n + 1 };
  for (guint64 u = 1; u < (guint64) 1 << n; u++)
    {
      if (values[u] != 0)
        {
          extremes->largest = MAX (extremes->largest, (guint64) ABS (values[u]));
          extremes->min_weight = MIN (extremes->min_weight, (guint) __builtin_popcountll (u));
        }
      if (u % STEP == 0 && !ondes_work_step (work, 0, error))
        return FALSE;
    }
  return TRUE;
}

static void
append_term (GString *text,
             guint    n,
             guint64  index)
{
  const char *before = text->len > 0 ? " + " : "";

  if (index == 0)
    g_string_append (text, "1");
  for (guint i = 1; i <= n; i++)
    if (index >> (n - i) & 1)
      {
        g_string_append_printf (text, "%sx%u", before, i);
        before = "*";
      }
}

static char *
print_anf (const guint64 *bits,
           guint          n,
           guint          degree,
           guint64        terms)
{
  const gsize words = n < 6 ? 1 : (gsize) 1 << (n - 6);
  GString *text = g_string_new (NULL);
  guint shown = 0;

  /* Within one degree x1 comes first, as it is the highest bit of the index. */
  for (guint k = 0; k <= degree && shown < ONDES_ANF_MAX_TERMS; k++)
    for (gsize w = words; w-- > 0 && shown < ONDES_ANF_MAX_TERMS;)
      {
        guint high = (guint) __builtin_popcountll (w);
        guint64 of_degree = k >= high && k - high <= 6 ? GUINT64_FROM_LE (bits[w]) & weights[k - high] : 0;

        for (; of_degree && shown < ONDES_ANF_MAX_TERMS; shown++)
          {
            guint b = 63 - (guint) __builtin_clzll (of_degree);

            append_term (text, n, (guint64) w << 6 | b);
            of_degree &= ~((guint64) 1 << b);
          }
      }
  if (shown == 0)
    g_string_append_c (text, '0');
  else if (shown < terms)
    g_string_append (text, " + …");
  return g_string_free (text, FALSE);
}

/* Computes the Walsh spectrum, then the autocorrelation in the same memory. */
static gboolean
measure_spectra (OndesBoolean  *self,
                 const guint64 *bits,
                 gint64        *values,
                 OndesWork     *work,
                 GError       **error)
{
  const guint n = self->variables;
  const guint64 size = (guint64) 1 << n;
  Extremes extremes;

  for (guint64 x = 0; x < size; x++)
    {
      values[x] = get_bit (bits, x) ? -1 : 1;
      if (x % STEP == 0 && !ondes_work_step (work, 0, error))
        return FALSE;
    }
  if (!ondes_walsh_in_place (values, n, work, error)
      || !find_extremes (values, n, TRUE, &extremes, work, error))
    return FALSE;
  self->spectral_radius = extremes.largest;
  self->nonlinearity = (size - self->spectral_radius) / 2;
  self->correlation_immunity = extremes.min_weight - 1;
  self->resiliency = self->balanced ? (int) self->correlation_immunity : -1;
  self->bent = n % 2 == 0 && self->spectral_radius == (guint64) 1 << (n / 2);

  /* W(u) is even, and the squares of its halves sum to 2^(2n − 2): 2ⁿ r(u) / 4 fits up to n = 32. */
  for (guint64 u = 0; u < size; u++)
    {
      values[u] = values[u] / 2 * (values[u] / 2);
      if (u % STEP == 0 && !ondes_work_step (work, 0, error))
        return FALSE;
    }
  if (!ondes_walsh_in_place (values, n, work, error) || !find_extremes (values, n, FALSE, &extremes, work, error))
    return FALSE;
  self->absolute_indicator = n >= 2 ? extremes.largest >> (n - 2) : extremes.largest << (2 - n);
  self->propagation = extremes.min_weight - 1;
  return TRUE;
}

OndesBoolean *
ondes_boolean_measure (const OndesTruthTable *table,
                       guint                  k,
                       OndesDontCare          dont_care,
                       const OndesWatch      *watch,
                       GError               **error)
{
  const guint n = ondes_truth_table_inputs (table);
  const guint64 size = (guint64) 1 << n;
  OndesWork work = { watch, .all = 2.0 * n * (double) size };
  g_autoptr (OndesBoolean) self = g_new0 (OndesBoolean, 1);
  g_autofree guint64 *bits = ondes_boolean_bits (table, k, dont_care, error);
  ONDES_AUTO_MEMORY gint64 *values = bits ? ondes_boolean_memory (table, size, sizeof *values, error) : NULL;

  if (!values)
    return NULL;
  self->variables = n;
  for (gsize w = 0; w < (n < 6 ? 1 : (gsize) 1 << (n - 6)); w++)
    self->weight += (guint64) __builtin_popcountll (bits[w]);
  self->balanced = self->weight == size / 2;
  if (!measure_spectra (self, bits, values, &work, error) || !ondes_moebius_in_place (bits, n, &work, error))
    return NULL;
  for (gsize w = 0; w < (n < 6 ? 1 : (gsize) 1 << (n - 6)); w++)
    self->anf_terms += (guint64) __builtin_popcountll (bits[w]);
  self->degree = ondes_anf_degree (bits, n);
  self->anf = print_anf (bits, n, self->degree, self->anf_terms);
  return g_steal_pointer (&self);
}

void
ondes_boolean_free (OndesBoolean *self)
{
  g_free (self->anf);
  g_free (self);
}

static const char *
yes_no (gboolean value)
{
  return value ? "yes" : "no";
}

char *
ondes_boolean_report (const OndesBoolean *self)
{
  g_autofree char *more = self->anf_terms > ONDES_ANF_MAX_TERMS
                            ? g_strdup_printf (" (%" G_GUINT64_FORMAT " terms, %u shown)", self->anf_terms, ONDES_ANF_MAX_TERMS)
                            : g_strdup ("");

  return g_strdup_printf ("variables              %u\n"
                          "weight                 %" G_GUINT64_FORMAT "\n"
                          "balanced               %s\n"
                          "degree                 %u\n"
                          "nonlinearity           %" G_GUINT64_FORMAT "\n"
                          "spectral radius        %" G_GUINT64_FORMAT "\n"
                          "correlation immunity   %u\n"
                          "resiliency             %d%s\n"
                          "absolute indicator     %" G_GUINT64_FORMAT "\n"
                          "propagation criterion  PC(%u)\n"
                          "bent                   %s\n"
                          "algebraic normal form  %s%s\n",
                          self->variables, self->weight, yes_no (self->balanced), self->degree, self->nonlinearity,
                          self->spectral_radius, self->correlation_immunity, self->resiliency,
                          self->balanced ? "" : " (not balanced)", self->absolute_indicator, self->propagation, yes_no (self->bent),
                          self->anf, more);
}

char *
ondes_sbox_report (const OndesSbox *self)
{
  return g_strdup_printf ("inputs                   %u\n"
                          "outputs                  %u\n"
                          "balanced                 %s%s\n"
                          "largest |Walsh|          %" G_GUINT64_FORMAT "\n"
                          "nonlinearity             %" G_GUINT64_FORMAT "\n"
                          "degree                   %u\n"
                          "differential uniformity  %" G_GUINT64_FORMAT "\n",
                          self->inputs, self->outputs, yes_no (self->balanced),
                          self->balanced && self->inputs == self->outputs ? ", a permutation" : "", self->max_walsh,
                          self->nonlinearity, self->degree, self->differential_uniformity);
}
