/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties against their definitions, counted out, and what is known of functions that have names. */
#include "transform/boolean.h"

#include <stdlib.h>
#include <string.h>

typedef guint (*Function) (guint x);

static OndesTruthTable *
table_new (const guint8 *values,
           guint         n,
           guint         outputs)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  OndesTruthTable *table;

  for (guint x = 0; x < 1u << n; x++)
    g_string_append_printf (text, outputs > 1 ? "%u," : "%u", values[x]);
  if (outputs > 1)
    {
      g_autofree char *head = g_strdup_printf ("box,%u,%u,", n, outputs);

      g_strdelimit (text->str, ",", ' ');
      g_string_prepend (text, head);
    }
  table = ondes_truth_table_parse (text->str, text->len, "table", NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ondes_truth_table_inputs (table), ==, n);
  g_assert_cmpuint (ondes_truth_table_outputs (table), ==, outputs);
  return table;
}

static OndesBoolean *
measure (const OndesTruthTable *table,
         guint                  k)
{
  g_autoptr (GError) error = NULL;
  OndesBoolean *boolean = ondes_boolean_measure (table, k, ONDES_DONT_CARE_REFUSE, NULL, &error);

  g_assert_no_error (error);
  return boolean;
}

static OndesBoolean *
measure_function (Function f,
                  guint    n)
{
  g_autofree guint8 *values = g_new (guint8, 1u << n);
  g_autoptr (OndesTruthTable) table = NULL;

  for (guint x = 0; x < 1u << n; x++)
    values[x] = f (x) & 1;
  table = table_new (values, n, 1);
  return measure (table, 1);
}

static int
walsh (const guint8 *f,
       guint         n,
       guint         u)
{
  int sum = 0;

  for (guint x = 0; x < 1u << n; x++)
    sum += (f[x] ^ __builtin_parity (u & x)) & 1 ? -1 : 1;
  return sum;
}

static int
autocorrelation (const guint8 *f,
                 guint         n,
                 guint         u)
{
  int sum = 0;

  for (guint x = 0; x < 1u << n; x++)
    sum += f[x] == f[x ^ u] ? 1 : -1;
  return sum;
}

/* The printed normal form, evaluated. */
static guint
evaluate (const char *anf,
          guint       n,
          guint       x)
{
  g_auto (GStrv) terms = g_strsplit (anf, " + ", 0);
  guint sum = 0;

  for (guint t = 0; terms[t]; t++)
    {
      g_auto (GStrv) factors = g_strsplit (terms[t], "*", 0);
      guint product = 1;

      for (guint i = 0; factors[i]; i++)
        if (factors[i][0] == 'x')
          {
            int variable = atoi (factors[i] + 1);

            g_assert_cmpint (variable, >=, 1);
            g_assert_cmpint (variable, <=, n);
            product &= x >> (n - (guint) variable) & 1;
          }
        else
          product &= (guint) atoi (factors[i]);
      sum ^= product;
    }
  return sum;
}

/* Each property as boolean.h defines it, by sums over all points. */
static void
assert_by_definition (const guint8       *f,
                      guint               n,
                      const OndesBoolean *self)
{
  const guint size = 1u << n;
  guint weight = 0, radius = 0, indicator = 0, least_walsh = n + 1, least_auto = n + 1, degree = 0, terms = 0, distance = size;
  gboolean flat = TRUE;

  for (guint u = 0; u < size; u++)
    {
      int w = walsh (f, n, u), r = autocorrelation (f, n, u);
      guint coefficient = 0, agree = 0;

      weight += f[u];
      radius = MAX (radius, (guint) abs (w));
      flat &= (guint64) w * (guint64) w == size;
      if (u > 0 && w != 0)
        least_walsh = MIN (least_walsh, (guint) __builtin_popcount (u));
      if (u > 0 && r != 0)
        least_auto = MIN (least_auto, (guint) __builtin_popcount (u));
      if (u > 0)
        indicator = MAX (indicator, (guint) abs (r));
      for (guint x = 0; x < size; x++)
        {
          coefficient ^= (x & ~u) == 0 ? f[x] : 0;
          agree += f[x] == __builtin_parity (u & x);
        }
      distance = MIN (distance, MIN (agree, size - agree));
      terms += coefficient;
      if (coefficient)
        degree = MAX (degree, (guint) __builtin_popcount (u));
    }
  g_assert_cmpuint (self->variables, ==, n);
  g_assert_cmpuint (self->weight, ==, weight);
  g_assert_cmpint (self->balanced, ==, 2 * weight == size);
  g_assert_cmpuint (self->degree, ==, degree);
  g_assert_cmpuint (self->nonlinearity, ==, distance);
  g_assert_cmpuint (self->spectral_radius, ==, radius);
  g_assert_cmpuint (self->correlation_immunity, ==, least_walsh - 1);
  g_assert_cmpint (self->resiliency, ==, self->balanced ? (int) least_walsh - 1 : -1);
  g_assert_cmpuint (self->absolute_indicator, ==, indicator);
  g_assert_cmpuint (self->propagation, ==, least_auto - 1);
  g_assert_cmpint (self->bent, ==, flat);
  g_assert_cmpuint (self->anf_terms, ==, terms);
  if (terms <= ONDES_ANF_MAX_TERMS)
    for (guint x = 0; x < size; x++)
      g_assert_cmpuint (evaluate (self->anf, n, x), ==, f[x]);
  else
    {
      g_auto (GStrv) parts = g_strsplit (self->anf, " + ", 0);

      g_assert_cmpuint (g_strv_length (parts), ==, ONDES_ANF_MAX_TERMS + 1);
      g_assert_cmpstr (parts[ONDES_ANF_MAX_TERMS], ==, "…");
    }
}

static void
random_functions (void)
{
  for (guint round = 0; round < 120; round++)
    {
      guint n = 1 + round % 10, ones = (guint) g_test_rand_int_range (0, 5);
      g_autofree guint8 *f = g_new (guint8, 1u << n);
      g_autoptr (OndesTruthTable) table = NULL;
      g_autoptr (OndesBoolean) self = NULL;

      /* Constants and sparse functions too. */
      for (guint x = 0; x < 1u << n; x++)
        f[x] = (guint) g_test_rand_int_range (0, 4) < ones;
      table = table_new (f, n, 1);
      self = measure (table, 1);
      assert_by_definition (f, n, self);
    }
}

static guint
majority (guint x)
{
  return __builtin_popcount (x) >= 4;
}

static guint
inner_product (guint x)
{
  return (guint) __builtin_parity (x >> 9 & x & 0x1ff);
}

static guint
parity (guint x)
{
  return (guint) __builtin_parity (x);
}

static guint
constant (guint x)
{
  return 1;
}

/* x1*x2 + x3 + x4 + x5 + x6: a sum with variables that occur nowhere else. */
static guint
resilient (guint x)
{
  guint a = x >> 5 & 1, b = x >> 4 & 1;

  return (a & b) ^ (guint) __builtin_parity (x & 15);
}

static void
functions_with_names (void)
{
  g_autoptr (OndesBoolean) bent = measure_function (inner_product, 18), linear = measure_function (parity, 16);
  g_autoptr (OndesBoolean) one = measure_function (constant, 7), sum = measure_function (resilient, 6);
  g_autoptr (OndesBoolean) seven = measure_function (majority, 7);

  /* x1 x10 + x2 x11 + … is bent. */
  g_assert_true (bent->bent);
  g_assert_cmpuint (bent->spectral_radius, ==, 512);
  g_assert_cmpuint (bent->nonlinearity, ==, (1 << 17) - 256);
  g_assert_cmpuint (bent->absolute_indicator, ==, 0);
  g_assert_cmpuint (bent->propagation, ==, 18);
  g_assert_cmpuint (bent->degree, ==, 2);
  g_assert_cmpuint (bent->anf_terms, ==, 9);
  g_assert_true (g_str_has_prefix (bent->anf, "x1*x10 + x2*x11 + "));

  g_assert_cmpuint (linear->nonlinearity, ==, 0);
  g_assert_cmpuint (linear->correlation_immunity, ==, 15);
  g_assert_cmpint (linear->resiliency, ==, 15);
  g_assert_cmpuint (linear->absolute_indicator, ==, 1 << 16);
  g_assert_cmpuint (linear->degree, ==, 1);

  g_assert_cmpstr (one->anf, ==, "1");
  g_assert_cmpuint (one->weight, ==, 128);
  g_assert_cmpuint (one->degree, ==, 0);
  g_assert_cmpint (one->resiliency, ==, -1);
  g_assert_cmpuint (one->correlation_immunity, ==, 7);

  /* Four variables alone: W(u) = 0 unless u has them all. */
  g_assert_cmpint (sum->resiliency, ==, 3);
  g_assert_cmpuint (sum->degree, ==, 2);

  g_assert_true (seven->balanced);
  g_assert_cmpuint (seven->nonlinearity, ==, 64 - 20); /* 2^6 − C(6, 3): Dalai, Maitra, Sarkar, 2006 */
  g_assert_cmpuint (seven->degree, ==, 4);
}

static void
dont_cares_are_as_asked (void)
{
  static const char text[] = ".i 2\n.o 1\n11 1\n00 -\n.e\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesTruthTable) table = ondes_truth_table_parse (text, strlen (text), "text", NULL, NULL, &error);
  g_autoptr (OndesBoolean) zero = ondes_boolean_measure (table, 1, ONDES_DONT_CARE_0, NULL, &error);
  g_autoptr (OndesBoolean) one = ondes_boolean_measure (table, 1, ONDES_DONT_CARE_1, NULL, &error), none = NULL;

  g_assert_cmpstr (zero->anf, ==, "x1*x2");
  g_assert_cmpstr (one->anf, ==, "1 + x1 + x2");
  none = ondes_boolean_measure (table, 1, ONDES_DONT_CARE_REFUSE, NULL, &error);
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_clear_error (&error);
  none = ondes_boolean_measure (table, 2, ONDES_DONT_CARE_0, NULL, &error);
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
}

static void
random_sboxes (void)
{
  for (guint round = 0; round < 40; round++)
    {
      guint n = (guint) g_test_rand_int_range (1, 7), m = (guint) g_test_rand_int_range (2, 7);
      const guint rows = 1u << n, columns = 1u << m;
      g_autofree guint8 *s = g_new (guint8, rows);
      g_autoptr (OndesTruthTable) table = NULL;
      g_autofree gint32 *linear = NULL, *difference = NULL;
      g_autoptr (GError) error = NULL;
      guint most = 0, uniformity = 0, degree = 0;
      guint seen[64] = { 0 };
      gboolean balanced = TRUE;
      OndesSbox sbox;

      for (guint x = 0; x < rows; x++)
        s[x] = round % 2 ? (x * 5 + 3) & (columns - 1) : (guint8) g_test_rand_int_range (0, (int) columns);
      table = table_new (s, n, m);
      g_assert_true (ondes_sbox_measure (table, ONDES_DONT_CARE_REFUSE, &sbox, NULL, &error));
      linear = ondes_sbox_table (table, ONDES_DONT_CARE_REFUSE, ONDES_SBOX_LINEAR, NULL, &error);
      difference = ondes_sbox_table (table, ONDES_DONT_CARE_REFUSE, ONDES_SBOX_DIFFERENCE, NULL, &error);
      g_assert_no_error (error);
      for (guint a = 0; a < rows; a++)
        for (guint b = 0; b < columns; b++)
          {
            int agree = 0, pairs = 0;

            for (guint x = 0; x < rows; x++)
              {
                agree += __builtin_parity (a & x) == __builtin_parity (b & s[x]);
                pairs += (guint) (s[x] ^ s[x ^ a]) == b;
              }
            g_assert_cmpint (linear[a * columns + b], ==, agree - (int) rows / 2);
            g_assert_cmpint (difference[a * columns + b], ==, pairs);
            if (b > 0)
              most = MAX (most, (guint) abs (2 * agree - (int) rows));
            if (a > 0)
              uniformity = MAX (uniformity, (guint) pairs);
          }
      for (guint x = 0; x < rows; x++)
        seen[s[x]]++;
      for (guint b = 0; b < columns; b++)
        {
          balanced &= seen[b] * columns == rows;
          if (b > 0)
            {
              g_autofree guint8 *component = g_new (guint8, rows);
              g_autoptr (OndesTruthTable) alone = NULL;
              g_autoptr (OndesBoolean) boolean = NULL;

              for (guint x = 0; x < rows; x++)
                component[x] = (guint8) __builtin_parity (b & s[x]);
              alone = table_new (component, n, 1);
              boolean = measure (alone, 1);
              degree = MAX (degree, boolean->degree);
            }
        }
      g_assert_cmpuint (sbox.inputs, ==, n);
      g_assert_cmpuint (sbox.outputs, ==, m);
      g_assert_cmpuint (sbox.max_walsh, ==, most);
      g_assert_cmpuint (sbox.nonlinearity, ==, (rows - most) / 2);
      g_assert_cmpuint (sbox.differential_uniformity, ==, uniformity);
      g_assert_cmpuint (sbox.degree, ==, degree);
      g_assert_cmpint (sbox.balanced, ==, balanced);
    }
}

/* Multiplicative inverses in GF(2⁸) mod x⁸ + x⁴ + x³ + x + 1, and the AES S-box over them: FIPS 197. */
static void
aes (void)
{
  guint8 values[256];
  g_autoptr (OndesTruthTable) table = NULL;
  g_autoptr (GError) error = NULL;
  OndesSbox sbox;

  for (guint x = 0; x < 256; x++)
    {
      guint inverse = 0, bits;

      for (guint y = 1; y < 256 && x > 0; y++)
        {
          guint product = 0;

          for (guint i = 0; i < 8; i++)
            product ^= y >> i & 1 ? x << i : 0;
          for (guint i = 15; i-- > 8;)
            product ^= product >> i & 1 ? 0x11bu << (i - 8) : 0;
          if (product == 1)
            inverse = y;
        }
      bits = inverse * 0x101;
      values[x] = (guint8) (0x63 ^ inverse ^ bits >> 7 ^ bits >> 6 ^ bits >> 5 ^ bits >> 4);
    }
  g_assert_cmpuint (values[0x53], ==, 0xed);
  table = table_new (values, 8, 8);
  g_assert_true (ondes_sbox_measure (table, ONDES_DONT_CARE_REFUSE, &sbox, NULL, &error));
  g_assert_cmpuint (sbox.max_walsh, ==, 32);
  g_assert_cmpuint (sbox.nonlinearity, ==, 112);
  g_assert_cmpuint (sbox.degree, ==, 7);
  g_assert_cmpuint (sbox.differential_uniformity, ==, 4);
  g_assert_true (sbox.balanced);
}

static void
published_sboxes (void)
{
  const char *data = g_getenv ("ONDES_TEST_DATA");
  g_autofree char *facts = NULL, *path = NULL, *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  if (!data)
    {
      g_test_skip ("ONDES_TEST_DATA names no folder");
      return;
    }
  facts = g_build_filename (data, "known-answer", "sbox_facts.csv", NULL);
  path = g_build_filename (data, "boolean", "sboxes.csv", NULL);
  g_assert_true (g_file_get_contents (facts, &text, NULL, &error));
  lines = g_strsplit (text, "\n", 0);
  for (guint i = 1; lines[i] && lines[i][0]; i++, n++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], ",", 0);
      g_autoptr (OndesTruthTable) table = ondes_truth_table_open (path, cells[0], NULL, &error);
      OndesSbox sbox;

      g_assert_no_error (error);
      g_assert_true (ondes_sbox_measure (table, ONDES_DONT_CARE_REFUSE, &sbox, NULL, &error));
      g_assert_cmpint (sbox.inputs, ==, atoi (cells[1]));
      g_assert_cmpint (sbox.outputs, ==, atoi (cells[2]));
      g_assert_cmpint (sbox.max_walsh, ==, atoi (cells[3]));
      g_assert_cmpint (sbox.nonlinearity, ==, atoi (cells[4]));
      g_assert_cmpint (sbox.degree, ==, atoi (cells[5]));
      g_assert_cmpint (sbox.differential_uniformity, ==, atoi (cells[6]));
    }
  g_assert_cmpuint (n, ==, 12);
}

static void
benchmarks (void)
{
  static const char *const names[] = { "5xp1", "9sym", "con1", "mlp4", "rd53", "rd73", "rd84", "squar5", "xor5" };
  const char *data = g_getenv ("ONDES_TEST_DATA");

  if (!data)
    {
      g_test_skip ("ONDES_TEST_DATA names no folder");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strconcat (names[i], ".pla", NULL), *path = g_build_filename (data, "boolean", name, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesTruthTable) table = ondes_truth_table_open (path, NULL, NULL, &error);
      guint n;

      g_assert_no_error (error);
      n = ondes_truth_table_inputs (table);
      for (guint k = 1; k <= ondes_truth_table_outputs (table); k++)
        {
          g_autoptr (OndesSource) source = ondes_truth_table_source (table, k, ONDES_DONT_CARE_0, &error);
          g_autofree guint8 *f = g_new (guint8, 1u << n);
          g_autoptr (OndesBoolean) self = NULL;

          g_assert_no_error (error);
          g_assert_true (ondes_source_read (source, 0, 1u << n, f, &error));
          self = ondes_boolean_measure (table, k, ONDES_DONT_CARE_0, NULL, &error);
          assert_by_definition (f, n, self);
        }
    }
}

static void
cancel_at_once (double   fraction,
                gpointer user_data)
{
  g_assert_cmpfloat (fraction, >=, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  g_cancellable_cancel (user_data);
}

static void
cancelled_midway (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const OndesWatch cancelled = { .cancellable = cancellable };
  g_autofree guint8 *f = g_new (guint8, 1 << 18);
  g_autoptr (OndesTruthTable) table = NULL, box = NULL;
  g_autoptr (GError) error = NULL;
  OndesSbox sbox;

  for (guint x = 0; x < 1 << 18; x++)
    f[x] = (guint8) g_test_rand_int_range (0, 2);
  table = table_new (f, 18, 1);
  box = table_new (f, 8, 4);
  g_assert_null (ondes_boolean_measure (table, 1, ONDES_DONT_CARE_0, &(OndesWatch) { cancel_at_once, cancellable, cancellable },
                                        &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_false (ondes_sbox_measure (box, ONDES_DONT_CARE_0, &sbox, &cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (ondes_sbox_table (box, ONDES_DONT_CARE_0, ONDES_SBOX_LINEAR, &cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
time_is_estimated (void)
{
  static const char *const texts[] = { ".i 23\n.o 2\n.type f\n11--------------------- 11\n.e\n", ".i 9\n.o 2\n11------- 11\n.e\n" };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesTruthTable) table = ondes_truth_table_parse (texts[i], strlen (texts[i]), "text", NULL, NULL, &error);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      double seconds = -1, twice = -1;

      g_assert_no_error (error);
      g_assert_true (ondes_sbox_estimate (table, ONDES_DONT_CARE_REFUSE, (OndesSboxPasses) { 1, 1 }, &seconds, NULL, &error));
      g_assert_true (ondes_sbox_estimate (table, ONDES_DONT_CARE_REFUSE, (OndesSboxPasses) { 0, 0 }, &twice, NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpfloat (twice, ==, 0);
      if (i == 1)
        {
          g_assert_cmpfloat (seconds, ==, 0);
          continue;
        }
      g_assert_cmpfloat (seconds, >, 600); /* of 2^46 steps */
      g_cancellable_cancel (cancellable);
      g_assert_false (ondes_sbox_estimate (table, ONDES_DONT_CARE_REFUSE, (OndesSboxPasses) { 1, 1 }, &seconds, cancellable,
                                           &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

static void
too_large_is_refused (void)
{
  static const char text[] = ".i 28\n.o 5\n.e\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesTruthTable) table = ondes_truth_table_parse (text, strlen (text), "text", NULL, NULL, &error);
  OndesSbox sbox;

  g_assert_no_error (error);
  g_assert_false (ondes_sbox_measure (table, ONDES_DONT_CARE_0, &sbox, NULL, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "28 inputs and 5 outputs"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/boolean/random-functions-by-definition", random_functions);
  g_test_add_func ("/ondes/boolean/functions-with-names", functions_with_names);
  g_test_add_func ("/ondes/boolean/dont-cares-are-as-asked", dont_cares_are_as_asked);
  g_test_add_func ("/ondes/boolean/random-sboxes-by-definition", random_sboxes);
  g_test_add_func ("/ondes/boolean/aes", aes);
  g_test_add_func ("/ondes/boolean/published-sboxes", published_sboxes);
  g_test_add_func ("/ondes/boolean/benchmarks-by-definition", benchmarks);
  g_test_add_func ("/ondes/boolean/is-cancelled-midway", cancelled_midway);
  g_test_add_func ("/ondes/boolean/too-large-is-refused", too_large_is_refused);
  g_test_add_func ("/ondes/boolean/time-is-estimated", time_is_estimated);
  return g_test_run ();
}
