/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pair tables against the transforms they stand for, summed by definition in double; the counts of bank conflicts against
 * a count bank by bank; what reordering keeps; and what is refused. */
#include "pair-reference.h"

#include "transform/pair-order.h"

#include <math.h>
#include <string.h>

static double complex *
noise_new (guint n)
{
  double complex *x = g_new (double complex, n);

  for (guint i = 0; i < n; i++)
    x[i] = g_test_rand_double_range (-1, 1) + I * g_test_rand_double_range (-1, 1);
  return x;
}

static guint
reversed_bits (guint value,
               guint bits)
{
  guint reversed = 0;

  for (guint i = 0; i < bits; i++)
    if (value & 1u << i)
      reversed |= 1u << (bits - 1 - i);
  return reversed;
}

static void
test_dft (void)
{
  for (guint bits = 1; bits <= 12; bits += bits < 9 ? 1 : 3)
    for (guint reverse = 0; reverse < 2; reverse++)
      {
        const guint n = 1u << bits;
        g_autoptr (OndesPairTable) table = pairs_of (reverse ? "dft-reverse" : "dft", n);
        g_autofree double complex *x = noise_new (n), *y = g_new (double complex, n);
        const guint step = n <= 512 ? 1 : 37; /* of the results that are summed */
        double off = 0, all = 0;

        g_assert_cmpuint (table->stages, ==, bits);
        for (guint t = 0; t < n; t++)
          y[reverse ? reversed_bits (t, bits) : t] = x[t];
        apply_pairs (table, y);
        for (guint k = 0; k < n; k += step)
          {
            double complex want = 0;

            for (guint t = 0; t < n; t++)
              want += x[t] * cexp (-2 * G_PI * I * (double) (t * k % n) / n);
            off = fmax (off, cabs (y[reverse ? k : reversed_bits (k, bits)] - want));
            all = fmax (all, cabs (want));
          }
        g_assert_cmpfloat (off, <=, 2e-14 * all * bits);
      }
}

/* Entry (k, t) of the matrix that a table of this name is. */
static double
entry_of (const char *name,
          guint       k,
          guint       t)
{
  if (g_str_equal (name, "walsh"))
    return __builtin_popcount (k & t) % 2 ? -1 : 1;
  if (t & ~k)
    return 0;
  return g_str_equal (name, "arithmetic") && __builtin_popcount (k ^ t) % 2 ? -1 : 1;
}

static void
test_matrices (void)
{
  static const char *const names[] = { "walsh", "arithmetic", "reed-muller" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint n = 2; n <= 512; n *= 4)
      {
        g_autoptr (OndesPairTable) table = pairs_of (names[i], n);
        g_autofree double complex *x = g_new (double complex, n), *y = g_new (double complex, n);

        g_assert_cmpuint (table->modulus, ==, g_str_equal (names[i], "reed-muller") ? 2 : 0);
        for (guint t = 0; t < n; t++)
          y[t] = x[t] = g_test_rand_int_range (-1000, 1000);
        apply_pairs (table, y);
        for (guint k = 0; k < n; k++)
          {
            double complex want = 0;

            for (guint t = 0; t < n; t++)
              want += entry_of (names[i], k, t) * x[t];
            g_assert_true (y[k] == want);
          }
      }
}

/* The element at place @i of the field's order, as a polynomial whose bits are its coefficients; by long division. */
static guint
element_at (guint i,
            guint polynomial,
            guint degree)
{
  guint element = 1;

  for (guint power = 1; power < i; power++)
    {
      element *= 2;
      if (element >= 1u << degree)
        element ^= polynomial;
    }
  return i == 0 ? 0 : element;
}

/* Probabilities of a sum of two elements of the field, by their definition, and by the product of the transforms. */
static void
test_field (void)
{
  static const struct
  {
    const char *text;
    guint       polynomial, degree;
  } fields[] = { { "field", 0x11D, 8 }, { "field:0x11D", 0x11D, 8 }, { "field:11", 11, 3 }, { "field:0x13", 0x13, 4 },
                 { "field:3", 3, 1 }, { "field:0x169", 0x169, 8 } };

  for (guint f = 0; f < G_N_ELEMENTS (fields); f++)
    {
      const guint n = 1u << fields[f].degree;
      g_autoptr (OndesPairTable) table = pairs_of (fields[f].text, 0);
      g_autofree double complex *a = g_new (double complex, n), *b = g_new (double complex, n), *fa = NULL, *fb = NULL;
      g_autofree guint *elements = g_new (guint, n), *places = g_new (guint, n);
      g_autofree double *want = g_new0 (double, n);

      g_assert_cmpuint (table->n, ==, n);
      for (guint i = 0; i < n; i++)
        {
          elements[i] = element_at (i, fields[f].polynomial, fields[f].degree);
          places[elements[i]] = i;
          a[i] = g_test_rand_double_range (0, 2. / n);
          b[i] = g_test_rand_double_range (0, 2. / n);
        }
      for (guint i = 0; i < n; i++)
        for (guint j = 0; j < n; j++)
          want[places[elements[i] ^ elements[j]]] += creal (a[i]) * creal (b[j]); /* characteristic 2 adds bit by bit */
      fa = g_memdup2 (a, n * sizeof *a);
      fb = g_memdup2 (b, n * sizeof *b);
      apply_pairs (table, fa);
      apply_pairs (table, fb);
      for (guint i = 0; i < n; i++)
        fa[i] *= fb[i];
      apply_pairs (table, fa); /* its own inverse but for 1/n */
      for (guint i = 0; i < n; i++)
        g_assert_cmpfloat (cabs (fa[i] / n - want[i]), <, 1e-15);
    }
}

/* There are φ(2^v − 1)/v primitive polynomials of degree v. */
static void
test_primitive (void)
{
  static const guint numbers[] = { 1, 1, 2, 2, 6, 6, 18, 16, 48, 60, 176, 144 };

  for (guint degree = 1; degree <= 12; degree++)
    {
      guint n = 0;

      for (guint64 polynomial = 1u << degree; polynomial < 2u << degree; polynomial++)
        n += ondes_is_primitive (polynomial);
      g_assert_cmpuint (n, ==, numbers[degree - 1]);
    }
  g_assert_true (ondes_is_primitive (0x11D));
  g_assert_false (ondes_is_primitive (0x11B)); /* irreducible, but x has order 51 */
  g_assert_false (ondes_is_primitive (0));
  g_assert_false (ondes_is_primitive (1));
  g_assert_false (ondes_is_primitive (G_MAXUINT64));
}

/* Passes that a stage takes, each bank of 4 bytes by itself: threads that a memory of 128 bytes at a time serves together. */
static guint
count_passes (const OndesPairTable *table,
              guint                 stage,
              guint                 bytes)
{
  guint passes = 0;

  for (guint side = 0; side < 2; side++)
    for (guint first = 0; first < table->n / 2; first += 128 / bytes)
      {
        guint words[32] = { 0 }, most = 0;

        for (guint i = first; i < table->n / 2 && i < first + 128 / bytes; i++)
          for (guint at = 0; at < bytes; at += 4)
            {
              const guint index = (side == 0 ? table->k : table->l)[stage * table->n / 2 + i];
              const guint bank = (index * bytes + at) / 4 % 32;

              words[bank]++;
              most = MAX (most, words[bank]);
            }
        passes += most;
      }
  return passes;
}

static guint
check_counts (const OndesPairTable *table,
              guint                 bytes)
{
  guint sum = 0;

  for (guint stage = 0; stage < table->stages; stage++)
    {
      const guint passes = ondes_pair_passes (table, stage, ondes_pair_group (bytes));

      g_assert_cmpuint (passes, ==, count_passes (table, stage, bytes));
      g_assert_cmpuint (passes, >=, ondes_pair_least_passes (table, ondes_pair_group (bytes)));
      sum += passes;
    }
  return sum;
}

static void
check_reordered (OndesPairTable *table,
                 guint           bytes,
                 gboolean        reversal)
{
  GError *error = NULL;
  g_autoptr (OndesPairTable) better = ondes_pair_reorder (table, bytes, reversal, NULL, &error);
  g_autofree double complex *x = noise_new (table->n), *y = g_memdup2 (x, table->n * sizeof *x);

  g_assert_no_error (error);
  check_counts (table, bytes);
  check_counts (better, bytes);
  for (guint stage = 0; stage < table->stages; stage++)
    g_assert_cmpuint (ondes_pair_passes (better, stage, ondes_pair_group (bytes)), <=,
                      ondes_pair_passes (table, stage, ondes_pair_group (bytes)));
  for (guint i = 0; i < table->n / 2 && !reversal; i++) /* swaps leave each pair as it is */
    for (guint j = 0; j < table->n / 2; j++)
      if (table->k[j] == better->k[i])
        {
          g_assert_cmpuint (table->l[j], ==, better->l[i]);
          g_assert_cmpuint (table->roles[j], ==, better->roles[i]);
        }
  if (reversal && table->n % (256 / bytes) == 0) /* 2 W */
    g_assert_cmpuint (check_counts (better, bytes), ==,
                      table->stages * ondes_pair_least_passes (table, ondes_pair_group (bytes)));
  apply_pairs (table, x);
  apply_pairs (better, y);
  g_assert_cmpmem (x, table->n * sizeof *x, y, table->n * sizeof *y);
}

static void
test_reorder (void)
{
  static const guint lengths[] = { 2, 6, 34, 64, 100, 192, 256, 510 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    for (guint bytes = 4; bytes <= 16; bytes *= 2)
      for (guint reversal = 0; reversal < 2; reversal++)
        {
          g_autoptr (OndesPairTable) sums = random_pairs (ONDES_PAIRS_SUM, FALSE, FALSE, lengths[i], 2);
          g_autoptr (OndesPairTable) matrices = random_pairs (ONDES_PAIRS_MATRIX, i % 2, FALSE, lengths[i], 2);

          check_reordered (sums, bytes, (gboolean) reversal);
          check_reordered (matrices, bytes, (gboolean) reversal);
        }
}

/* @table with each stage in a random order. */
static OndesPairTable *
shuffled (const OndesPairTable *table,
          GError              **error)
{
  const guint half = table->n / 2;
  g_autofree guint *order = g_new (guint, half * table->stages);

  for (guint at = 0; at < half * table->stages; at += half)
    for (guint i = 0; i < half; i++)
      {
        const guint j = (guint) g_test_rand_int_range (0, (gint32) i + 1);

        order[at + i] = order[at + j];
        order[at + j] = i;
      }
  return ondes_pair_table_permuted (table, order, NULL, error);
}

/* The sums of the paper's Algorithm 2 as corrected: 24 to 28 passes a stage at random, 18 to 23 after swaps. */
static void
test_paper (void)
{
  g_autoptr (OndesPairTable) field = pairs_of ("field", 256);
  GError *error = NULL;
  guint before = 0, after = 0;

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (OndesPairTable) random = shuffled (field, &error);
      g_autoptr (OndesPairTable) swapped = ondes_pair_reorder (random, 4, FALSE, NULL, &error);

      g_assert_no_error (error);
      before += check_counts (random, 4);
      after += check_counts (swapped, 4);
    }
  g_test_message ("passes a stage: %.1f at random, %.1f after swaps", before / 32., after / 32.);
  g_assert_cmpfloat (before / 32., >, 24);
  g_assert_cmpfloat (before / 32., <, 28);
  g_assert_cmpfloat (after / 32., <, 22);
}

/* With reversals the 256-point DFT of values in natural order has no conflicts, without it some. */
static void
test_reversal (void)
{
  static const char *const names[] = { "dft", "walsh", "dft-reverse" };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint bytes = 4; bytes <= 16; bytes *= 2)
      {
        g_autoptr (OndesPairTable) table = pairs_of (names[i], 256);
        g_autoptr (OndesPairTable) swaps = ondes_pair_reorder (table, bytes, FALSE, NULL, &error), reversals = NULL;
        const guint least = table->stages * ondes_pair_least_passes (table, ondes_pair_group (bytes));

        reversals = ondes_pair_reorder (table, bytes, TRUE, NULL, &error);
        g_assert_no_error (error);
        g_assert_cmpuint (check_counts (swaps, bytes), >, least);
        g_assert_cmpuint (check_counts (reversals, bytes), ==, least);
      }
}

static void
test_cancel (void)
{
  g_autoptr (OndesPairTable) table = pairs_of ("walsh", 64);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ondes_pair_reorder (table, 4, TRUE, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
}

static void
test_text (void)
{
  for (guint i = 0; i < 12; i++)
    {
      const OndesPairKind kind = i % 3;
      g_autoptr (OndesPairTable) table = random_pairs (kind, kind != ONDES_PAIRS_SUM && i % 2, i % 4 == 0, 2 * (1 + i), 3);
      g_autoptr (OndesPairTable) again = NULL;
      g_autofree char *text = NULL;
      GError *error = NULL;

      table->modulus = kind == ONDES_PAIRS_MATRIX && !table->is_complex ? 2 : 0;
      g_assert_true (ondes_pair_table_check (table, &error));
      text = ondes_pair_table_print (table);
      again = ondes_pair_table_read (text, strlen (text), "again", &error);
      g_assert_no_error (error);
      g_assert_cmpmem (again->digest, sizeof again->digest, table->digest, sizeof table->digest);
    }
}

static void
assert_refused (OndesPairTable *table,
                GError         *error,
                int             code,
                const char     *said,
                const char     *what)
{
  g_assert_null (table);
  g_assert_error (error, ONDES_ERROR, code);
  if (strstr (error->message, said) == NULL)
    g_error ("%s: no “%s” in “%s”", what, said, error->message);
  g_error_free (error);
}

static void
test_refused_text (void)
{
  static const char *const texts[][2] = {
    { "", "is empty" },
    { "256\n", "line 1" },
    { "4 1 modulo 3\n0 1\n2 3\n", "line 1" },
    { "4 2\n0 1\n2 3\n0 1\n2 2\n", "stage 2, pair 2: index 2 is in pair 2 already" },
    { "4 2\n0 1\n2 3\n0 1\n1 3\n", "stage 2, pair 2: index 1 is in pair 1 already" },
    { "4 1\n0 1\n2 4\n", "stage 1, pair 2: “4” is no index from 0 to 3" },
    { "4 1\n0 1\n2 -3\n", "stage 1, pair 2: “-3”" },
    { "4 2\n0 1\n2 3\n0 1\n# not long enough\n", "ends before stage 2, pair 2" },
    { "4 1\n0 1\n2 3\n0 1\n", "line 4 comes after the last pair" },
    { "4 1\n0 1\n2 3 0.5\n", "line 3: stage 1, pair 2: 3 in the line where the first pair has 2" },
    { "4 1\n0 1 x\n2 3 1\n", "stage 1, pair 1: “x”" },
    { "4 1\n0 1 1+2\n2 3 1\n", "“1+2”" },
    { "4 1\n0 1 inf\n2 3 1\n", "“inf”" },
    { "4 1\n0 1 1 2\n2 3 1 0\n", "role" },
    { "4 1\n0 1 1 2 3\n2 3 1 0 3\n", "has 5 in all" },
    { "4 1\n0 1 1 2 3 4 5 6\n", "line 2 has more than 7" },
    { "5 1\n0 1\n2 3\n", "length 5 " },
    { "0 1\n", "length 0 " },
    { "8192 1\n0 1\n", "length 8192" },
    { "4 0\n0 1\n", "stages, 0," },
    { "4096 256\n0 1\n", "fit into the 4 bytes" },
    { "18446744073709551615 18446744073709551615\n0 1\n", "length 18446744073709551615" },
    { "2 257\n0 1\n", "stages, 257," },
  };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      OndesPairTable *table = ondes_pair_table_read (texts[i][0], strlen (texts[i][0]), "t.txt", &error);

      assert_refused (table, g_steal_pointer (&error), ONDES_ERROR_FILE, texts[i][1], texts[i][0]);
    }
  g_assert_null (ondes_pair_table_read ("4 1\n0 1\0\n2 3", 12, "t.txt", &error));
  assert_refused (NULL, error, ONDES_ERROR_FILE, "is no text", "a NUL");
}

static void
test_refused_words (void)
{
  static const struct
  {
    const char *text;
    guint64     n;
    int         code;
    const char *said;
  } words[] = {
    { "fourier", 0, ONDES_ERROR_REQUEST, "“fourier” is no table" },
    { "file:", 0, ONDES_ERROR_REQUEST, "is no table" },
    { "field:0x11B", 0, ONDES_ERROR_REQUEST, "0x11B is not primitive" },
    { "field:0x11C", 0, ONDES_ERROR_REQUEST, "not primitive" },
    { "field:1", 0, ONDES_ERROR_REQUEST, "degree" },
    { "field:0x4053", 0, ONDES_ERROR_REQUEST, "degree" },
    { "field:0x", 0, ONDES_ERROR_REQUEST, "is no polynomial" },
    { "field:x8", 0, ONDES_ERROR_REQUEST, "is no polynomial" },
    { "field:99999999999999999999999", 0, ONDES_ERROR_REQUEST, "is no polynomial" },
    { "field", 128, ONDES_ERROR_REQUEST, "256 elements, not 128" },
    { "walsh", 96, ONDES_ERROR_REQUEST, "96 is no power of two" },
    { "dft", 1, ONDES_ERROR_REQUEST, "1 is no power of two" },
    { "walsh", 8192, ONDES_ERROR_REQUEST, "8192 is no power of two" },
    { "walsh", G_MAXUINT64, ONDES_ERROR_REQUEST, "no power of two" },
    { "file:/nowhere/table.txt", 0, ONDES_ERROR_FILE, "/nowhere/table.txt" },
    { "file:/", 0, ONDES_ERROR_FILE, "/" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      GError *error = NULL;
      OndesPairTable *table = ondes_pair_table_parse (words[i].text, words[i].n, &error);

      assert_refused (table, error, words[i].code, words[i].said, words[i].text);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/pairs/dft-is-the-sum-of-its-definition", test_dft);
  g_test_add_func ("/ondes/pairs/walsh-arithmetic-and-reed-muller-are-their-matrices", test_matrices);
  g_test_add_func ("/ondes/pairs/field-order-convolves-probabilities", test_field);
  g_test_add_func ("/ondes/pairs/primitive-polynomials-are-as-many-as-there-are", test_primitive);
  g_test_add_func ("/ondes/pairs/reordering-keeps-results-and-raises-no-count", test_reorder);
  g_test_add_func ("/ondes/pairs/counts-are-those-of-the-paper", test_paper);
  g_test_add_func ("/ondes/pairs/reversals-leave-a-dft-no-conflicts", test_reversal);
  g_test_add_func ("/ondes/pairs/reordering-is-cancelled", test_cancel);
  g_test_add_func ("/ondes/pairs/text-reads-back", test_text);
  g_test_add_func ("/ondes/pairs/damaged-text-is-refused", test_refused_text);
  g_test_add_func ("/ondes/pairs/wrong-words-are-refused", test_refused_words);
  return g_test_run ();
}
