/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pair updates of the CPU engine against their definition in double, and Walsh tables against the Walsh spectra bit by bit. */
#include "../transform/pair-reference.h"
#include "common.h"
#include "spectra.h"

#include "transform/pair-order.h"
#include "transform/pairs.h"

#include <math.h>
#include <string.h>

static OndesSpec *
pairs_spec (OndesPairTable *table,
            OndesType       type)
{
  GError *error = NULL;
  OndesSpec *spec = ondes_pairs_new (table, &(OndesPairsOptions) { .type = type }, &error);

  g_assert_no_error (error);
  return spec;
}

static OndesArraySink *
update (OndesPairTable *table,
        OndesType       type,
        OndesSource    *source,
        guint           threads,
        GError        **error)
{
  g_autoptr (OndesSpec) spec = pairs_spec (table, type);

  return spectra_try (spec, &source, 1, threads, error);
}

/* Values of @type: whole ones of integers. */
static OndesSource *
noise_source (OndesType       type,
              gsize           n,
              double complex *x)
{
  g_autofree char *data = g_malloc (ondes_type_bytes (type, n));

  for (gsize i = 0; i < n; i++)
    {
      x[i] = type == ONDES_I64 ? g_test_rand_int_range (-9, 10)
                               : (float) g_test_rand_double_range (-1, 1); /* the same in single and double */
      if (ondes_type_is_complex (type))
        x[i] += I * (float) g_test_rand_double_range (-1, 1);
      if (type == ONDES_I64)
        ((gint64 *) (void *) data)[i] = (gint64) creal (x[i]);
      else if (type == ONDES_F32)
        ((float *) (void *) data)[i] = (float) creal (x[i]);
      else if (type == ONDES_F64)
        ((double *) (void *) data)[i] = creal (x[i]);
      else if (type == ONDES_C64)
        ((float complex *) (void *) data)[i] = (float complex) x[i];
      else
        ((double complex *) (void *) data)[i] = x[i];
    }
  return ondes_array_source_new (type, data, n, 1);
}

static double complex
result_at (const OndesArraySink *sink,
           gsize                 i)
{
  return sink->type == ONDES_I64 ? (double) ((const gint64 *) sink->data)[i] : value_at (sink, i);
}

static void
check (OndesPairKind kind,
       gboolean      complex_table,
       OndesType     type,
       guint         n,
       guint         rows)
{
  g_autoptr (OndesPairTable) table = random_pairs (kind, complex_table, type == ONDES_I64, n, 3);
  g_autofree double complex *x = g_new (double complex, n * rows);
  g_autoptr (OndesSource) source = noise_source (type, n * rows, x);
  const double most = type == ONDES_I64 ? 0 : type == ONDES_F32 || type == ONDES_C64 ? 1e-5 : 1e-14;
  GError *error = NULL;
  OndesArraySink *sink = update (table, type, source, 1 + n % 3, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (sink->rows, ==, rows);
  g_assert_cmpuint (sink->cols, ==, n);
  g_assert_cmpint (sink->type, ==, type);
  for (guint row = 0; row < rows; row++)
    {
      apply_pairs (table, x + row * n);
      for (guint i = 0; i < n; i++)
        g_assert_cmpfloat (cabs (result_at (sink, row * n + i) - x[row * n + i]), <=, most);
    }
  ondes_sink_free (&sink->sink);
}

static void
test_definition (void)
{
  static const guint lengths[] = { 2, 6, 64, 250, 4096 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    for (OndesPairKind kind = ONDES_PAIRS_SUM; kind <= ONDES_PAIRS_MATRIX; kind++)
      for (OndesType type = ONDES_I64; type <= ONDES_C128; type++)
        for (gboolean is_complex = FALSE; is_complex <= (kind != ONDES_PAIRS_SUM && ondes_type_is_complex (type)); is_complex++)
          {
            check (kind, is_complex, type, lengths[i], 1);
            check (kind, is_complex, type, lengths[i], lengths[i] > 1000 ? 19 : 133);
          }
}

/* More vectors than a batch, on every number of threads, into memory that is mapped and not. */
static void
test_many (void)
{
  g_autoptr (OndesPairTable) table = pairs_of ("dft", 16);
  const gsize n = 600001 / 16 * 16;
  g_autofree double complex *x = g_new (double complex, n);
  g_autoptr (OndesSource) source = noise_source (ONDES_C128, n, x);
  OndesArraySink *first = NULL;

  for (guint threads = 1; threads <= 3; threads++)
    {
      GError *error = NULL;
      OndesArraySink *sink = update (table, ONDES_C128, source, threads, &error);

      g_assert_no_error (error);
      if (first != NULL)
        {
          g_assert_true (memcmp (first->data, sink->data, n * sizeof *x) == 0);
          ondes_sink_free (&sink->sink);
          continue;
        }
      first = sink;
      for (gsize row = 0; row < n / 16; row += 97)
        {
          apply_pairs (table, x + row * 16);
          for (gsize i = 0; i < 16; i++)
            g_assert_cmpfloat (cabs (result_at (sink, row * 16 + i) - x[row * 16 + i]), <, 1e-13);
        }
    }
  ondes_sink_free (&first->sink);
}

static void
test_walsh (void)
{
  static const struct
  {
    const char       *name;
    OndesSpectrumKind kind;
    OndesType         type, as;
  } cases[] = {
    { "walsh", ONDES_SPECTRUM_WALSH, ONDES_I64, ONDES_I64 },
    { "walsh", ONDES_SPECTRUM_WALSH, ONDES_F32, ONDES_F32 },
    { "walsh", ONDES_SPECTRUM_WALSH, ONDES_F64, ONDES_F64 },
    { "arithmetic", ONDES_SPECTRUM_ARITHMETIC, ONDES_I64, ONDES_I64 },
    { "arithmetic", ONDES_SPECTRUM_ARITHMETIC, ONDES_F64, ONDES_F64 },
    { "reed-muller", ONDES_SPECTRUM_REED_MULLER, ONDES_U8, ONDES_I64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint n = 2; n <= 4096; n *= 8)
      {
        g_autoptr (OndesPairTable) table = pairs_of (cases[i].name, n);
        g_autofree gint64 *x = g_new (gint64, 5 * n);
        g_autofree double complex *reals = g_new (double complex, 5 * n);
        const OndesSpectrumOptions o = { .kind = cases[i].kind, .algorithm = ONDES_ALGORITHM_COOLEY_TUKEY,
                                         .type = cases[i].type, .row_length = n };
        g_autoptr (OndesSource) source = NULL;
        OndesArraySink *want, *have;
        GError *error = NULL;

        for (guint k = 0; k < 5 * n; k++)
          x[k] = cases[i].kind == ONDES_SPECTRUM_REED_MULLER ? g_test_rand_bit () : random_integer (-(1ll << 50), 1ll << 50);
        source = cases[i].as == ONDES_I64 ? values_new (cases[i].type, x, 5 * n) : noise_source (cases[i].type, 5 * n, reals);
        want = spectra_run (&o, source, 2);
        have = update (table, cases[i].as, source, 2, &error);
        g_assert_no_error (error);
        for (guint k = 0; k < 5 * n; k++)
          g_assert_true (cases[i].as == ONDES_I64 ? spectra_integer (have, k) == spectra_integer (want, k)
                                                  : spectra_value (have, k) == spectra_value (want, k));
        ondes_sink_free (&want->sink);
        ondes_sink_free (&have->sink);
      }
}

/* No order of a table, nor any reversal, changes a bit. */
static void
test_orders (void)
{
  for (OndesPairKind kind = ONDES_PAIRS_SUM; kind <= ONDES_PAIRS_MATRIX; kind++)
    for (OndesType type = ONDES_F32; type <= ONDES_C128; type++)
      {
        GError *error = NULL;
        g_autoptr (OndesPairTable) table = random_pairs (kind, FALSE, FALSE, 256, 4);
        g_autoptr (OndesPairTable) better = ondes_pair_reorder (table, (guint) ondes_type_bytes (type, 1), TRUE, NULL, &error);
        g_autofree double complex *x = g_new (double complex, 256 * 40);
        g_autoptr (OndesSource) source = noise_source (type, 256 * 40, x);
        OndesArraySink *a = update (table, type, source, 2, &error), *b = update (better, type, source, 2, &error);

        g_assert_no_error (error);
        g_assert_cmpmem (a->data, ondes_type_bytes (type, 256 * 40), b->data, ondes_type_bytes (type, 256 * 40));
        ondes_sink_free (&a->sink);
        ondes_sink_free (&b->sink);
      }
}

/* Eight stages of sums grow a value by 256 at most: 2^55 − 1 is the last whose sums stay in int64. */
static void
test_edge (void)
{
  g_autoptr (OndesPairTable) table = pairs_of ("walsh", 256);
  g_autofree gint64 *x = g_new (gint64, 256);

  for (guint past = 0; past < 2; past++)
    {
      g_autoptr (OndesSource) source = NULL;
      GError *error = NULL;
      OndesArraySink *sink;

      for (guint i = 0; i < 256; i++)
        x[i] = (G_GINT64_CONSTANT (1) << (past ? 55 : 54)) - (past ? 0 : 1);
      source = values_new (ONDES_I64, x, 256);
      sink = update (table, ONDES_I64, source, 1, &error);
      if (past)
        {
          g_assert_null (sink);
          g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
          g_clear_error (&error);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpint (spectra_integer (sink, 0), ==, 256 * x[0]);
      ondes_sink_free (&sink->sink);
    }
}

static void
assert_refused (OndesPairTable *table,
                OndesType       type,
                OndesSource    *source,
                int             code)
{
  GError *error = NULL;
  OndesArraySink *sink = update (table, type, source, 1, &error);

  g_assert_null (sink);
  g_assert_error (error, ONDES_ERROR, code);
  g_error_free (error);
}

static void
test_refused (void)
{
  static const gint64 x[16] = { 1 };
  static const double bad[4] = { 1, 2, NAN, 4 };
  g_autoptr (OndesPairTable) walsh = pairs_of ("walsh", 4), dft = pairs_of ("dft", 4), muller = pairs_of ("reed-muller", 4);
  g_autoptr (OndesPairTable) fractions = random_pairs (ONDES_PAIRS_BUTTERFLY, FALSE, FALSE, 4, 1);
  g_autoptr (OndesSource) reals = values_new (ONDES_F64, x, 16), six = values_new (ONDES_F64, x, 6);
  g_autoptr (OndesSource) gaps = ondes_array_source_new (ONDES_F64, bad, 4, 1);
  g_autofree double complex *z = g_new (double complex, 4);
  g_autoptr (OndesSource) iq = noise_source (ONDES_C128, 4, z);
  GError *error = NULL;

  assert_refused (walsh, ONDES_F64, six, ONDES_ERROR_FILE);
  assert_refused (walsh, ONDES_F64, gaps, ONDES_ERROR_FILE);
  assert_refused (walsh, ONDES_I64, reals, ONDES_ERROR_REQUEST);
  assert_refused (walsh, ONDES_F64, iq, ONDES_ERROR_REQUEST);
  g_assert_null (ondes_pairs_new (dft, &(OndesPairsOptions) { .type = ONDES_F64 }, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);
  g_assert_null (ondes_pairs_new (muller, &(OndesPairsOptions) { .type = ONDES_F64 }, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);
  g_assert_null (ondes_pairs_new (fractions, &(OndesPairsOptions) { .type = ONDES_I64 }, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);
  g_assert_null (ondes_pairs_new (walsh, &(OndesPairsOptions) { .type = ONDES_BITS }, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);
  g_assert_null (ondes_pairs_new (walsh, &(OndesPairsOptions) { .type = ONDES_F64, .layout.threads = 2048 }, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);
}

static void
test_types (void)
{
  g_autoptr (OndesPairTable) walsh = pairs_of ("walsh", 4), dft = pairs_of ("dft", 4), muller = pairs_of ("reed-muller", 4);

  g_assert_cmpint (ondes_pairs_default_type (walsh, ONDES_U8, FALSE), ==, ONDES_I64);
  g_assert_cmpint (ondes_pairs_default_type (walsh, ONDES_I32, TRUE), ==, ONDES_F32);
  g_assert_cmpint (ondes_pairs_default_type (walsh, ONDES_F32, FALSE), ==, ONDES_F64);
  g_assert_cmpint (ondes_pairs_default_type (walsh, ONDES_C64, TRUE), ==, ONDES_C64);
  g_assert_cmpint (ondes_pairs_default_type (dft, ONDES_I32, FALSE), ==, ONDES_C128);
  g_assert_cmpint (ondes_pairs_default_type (muller, ONDES_U8, TRUE), ==, ONDES_I64);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/cpu/pairs/are-their-definition", test_definition);
  g_test_add_func ("/ondes/cpu/pairs/any-number-of-vectors-on-any-threads", test_many);
  g_test_add_func ("/ondes/cpu/pairs/walsh-is-the-walsh-spectrum-bit-by-bit", test_walsh);
  g_test_add_func ("/ondes/cpu/pairs/no-order-changes-a-bit", test_orders);
  g_test_add_func ("/ondes/cpu/pairs/is-exact-at-the-edge-and-refused-past-it", test_edge);
  g_test_add_func ("/ondes/cpu/pairs/refuses-what-does-not-match", test_refused);
  g_test_add_func ("/ondes/cpu/pairs/types", test_types);
  return g_test_run ();
}
