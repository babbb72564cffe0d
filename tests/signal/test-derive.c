/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of a spectrum: every way to derive them, against the rule written out here. */
#include "signal/derive.h"

#include <math.h>
#include <string.h>

#define N 300

static OndesSource *
derive (OndesSource           *source,
        const OndesDerivation *derivation,
        guint64                first,
        guint64                count)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;
  OndesSource *derived = ondes_derived_source_new (source, derivation, "data", (OndesSpan) { first, count }, &note, &error);

  g_assert_no_error (error);
  g_assert_nonnull (derived);
  return derived;
}

/* All of it in unequal pieces. */
static void *
read_all (OndesSource *source)
{
  char *values = g_malloc (ondes_type_bytes (source->type, source->n));

  for (guint64 at = 0, m; at < source->n; at += m)
    {
      g_autoptr (GError) error = NULL;

      m = g_test_rand_int_range (1, 200);
      m = MIN (m, source->n - at);
      ondes_source_read (source, at, m, values + ondes_type_bytes (source->type, at), &error);
      g_assert_no_error (error);
    }
  return values;
}

static void
test_lengths (void)
{
  static const struct
  {
    guint64 count, length;
    gboolean pad;
    guint64 size; /* 0: refused */
    gboolean note;
    int code;
  } cases[] = {
    { 1, 0, FALSE, 1, FALSE },        { 2, 0, FALSE, 2, FALSE },     { 1000, 0, FALSE, 512, TRUE },
    { 1024, 0, FALSE, 1024, FALSE },  { 1000, 0, TRUE, 1024, FALSE }, { 1024, 0, TRUE, 1024, FALSE },
    { 1000, 256, FALSE, 256, FALSE }, { 1000, 256, TRUE, 256, FALSE }, { 1000, 4096, TRUE, 4096, FALSE },
    { 1000, 1024, FALSE, 0, FALSE, ONDES_ERROR_FILE },
    { 1000, 768, FALSE, 0, FALSE, ONDES_ERROR_REQUEST },
    { 1000, 768, TRUE, 0, FALSE, ONDES_ERROR_REQUEST },
    { 0, 0, TRUE, 0, FALSE, ONDES_ERROR_FILE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      OndesDerivation derivation = { .length = cases[i].length, .pad = cases[i].pad };
      g_autoptr (GError) error = NULL;
      g_autofree char *note = NULL;
      guint64 size = 0;
      gboolean done = ondes_derivation_size (&derivation, "data", cases[i].count, &size, &note, &error);

      g_assert_cmpint (done, ==, cases[i].size > 0);
      if (done)
        g_assert_cmpuint (size, ==, cases[i].size);
      else
        g_assert_error (error, ONDES_ERROR, cases[i].code);
      g_assert_cmpint (note != NULL, ==, cases[i].note);
    }
}

static void
test_nearest (void)
{
  OndesDerivation derivation = { .length = 1000 };
  g_autoptr (GError) error = NULL, short_error = NULL;
  g_autofree char *note = NULL, *sentence = NULL, *short_sentence = NULL;
  guint64 size;

  g_assert_false (ondes_derivation_size (&derivation, "data", 5000, &size, &note, &error));
  sentence = ondes_error_sentence (error);
  g_assert_cmpstr (sentence, ==, "--length: 1000 is no power of two; the nearest are 512 and 1024");
  derivation.length = 8192;
  g_assert_false (ondes_derivation_size (&derivation, "data", 5000, &size, &note, &short_error));
  short_sentence = ondes_error_sentence (short_error);
  g_assert_cmpstr (short_sentence, ==,
                   "--length: data has 5000 values; take at most 4096 of them, or fill up with zeros by --pad");
}

static void
test_plain (void)
{
  static const OndesType types[] = { ONDES_U8, ONDES_I32, ONDES_I64, ONDES_F32, ONDES_F64 };

  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    {
      g_autofree guint8 *data = g_malloc (ondes_type_bytes (types[t], N)), *values = NULL;
      g_autoptr (OndesSource) base = NULL, derived = NULL;
      gsize element = ondes_type_bytes (types[t], 1);

      for (gsize i = 0; i < N * element; i++)
        data[i] = g_test_rand_int_range (0, 64); /* of real numbers finite ones */
      base = ondes_array_source_new (types[t], data, N, 8000);
      derived = derive (base, &(OndesDerivation) { .pad = TRUE }, 17, 200);
      g_assert_cmpuint (derived->n, ==, 256);
      g_assert_cmpint (derived->type, ==, types[t]);
      g_assert_cmpfloat (derived->rate_hz, ==, 8000);
      g_assert_cmpuint (derived->id, !=, base->id);
      values = read_all (derived);
      g_assert_cmpmem (values, 200 * element, data + 17 * element, 200 * element);
      for (gsize i = 200 * element; i < 256 * element; i++)
        g_assert_cmpuint (values[i], ==, 0);
    }
}

static void
check_bits (OndesSource         *base,
            const OndesBinarise *binarise,
            const guint8        *expected)
{
  for (guint pad = 0; pad < 2; pad++)
    for (guint is_signed = 0; is_signed < 2; is_signed++)
      {
        OndesDerivation derivation = { *binarise, 0, pad, is_signed };
        g_autoptr (OndesSource) derived = derive (base, &derivation, 31, 100);
        g_autofree void *values = read_all (derived);
        guint size = pad ? 128 : 64;

        g_assert_cmpuint (derived->n, ==, size);
        g_assert_cmpint (derived->type, ==, is_signed ? ONDES_I32 : ONDES_U8);
        for (guint i = 0; i < size; i++)
          {
            int bit = i < 100 ? expected[31 + i] : 0;

            if (is_signed)
              g_assert_cmpint (((gint32 *) values)[i], ==, bit ? -1 : 1);
            else
              g_assert_cmpuint (((guint8 *) values)[i], ==, bit);
          }
      }
}

static void
test_sign_and_threshold (void)
{
  double data[N];
  float single[N];
  guint8 sign[N], above[N];
  double threshold = g_test_rand_double_range (-0.5, 0.5);
  g_autoptr (OndesSource) base = NULL, small = NULL;

  for (guint i = 0; i < N; i++)
    {
      single[i] = i % 10 == 0 ? 0 : (float) g_test_rand_double_range (-1, 1);
      data[i] = i % 10 == 5 ? threshold : single[i];
      sign[i] = data[i] < 0;
      above[i] = data[i] >= threshold;
    }
  base = ondes_array_source_new (ONDES_F64, data, N, 1);
  check_bits (base, &(OndesBinarise) { ONDES_BINARISE_SIGN }, sign);
  check_bits (base, &(OndesBinarise) { ONDES_BINARISE_THRESHOLD, threshold }, above);
  small = ondes_array_source_new (ONDES_F32, single, N, 1);
  for (guint i = 0; i < N; i++)
    above[i] = single[i] >= threshold;
  check_bits (small, &(OndesBinarise) { ONDES_BINARISE_THRESHOLD, threshold }, above);
}

/* Next to a threshold of 2^62 a double tells no integers apart. */
static void
test_integers (void)
{
  gint64 data[N];
  guint8 bits[N], above[N], packed[N / 8 + 1] = { 0 }, plain[N];
  guint bit = g_test_rand_int_range (0, 64);
  g_autoptr (OndesSource) base = NULL, bit_source = NULL;

  for (guint i = 0; i < N; i++)
    {
      data[i] = (gint64) ((guint64) g_test_rand_int () << 32 | (guint32) g_test_rand_int ());
      if (i % 7 == 0)
        data[i] = (G_GINT64_CONSTANT (1) << 62) + g_test_rand_int_range (-2, 3);
      bits[i] = (guint64) data[i] >> bit & 1;
      above[i] = data[i] >= G_GINT64_CONSTANT (1) << 62;
      plain[i] = data[i] < 0;
      packed[i / 8] |= plain[i] << i % 8;
    }
  base = ondes_array_source_new (ONDES_I64, data, N, 1);
  check_bits (base, &(OndesBinarise) { ONDES_BINARISE_BIT, .bit = bit }, bits);
  check_bits (base, &(OndesBinarise) { ONDES_BINARISE_THRESHOLD, 0x1p62 }, above);
  bit_source = ondes_array_source_new (ONDES_BITS, packed, N, 1);
  check_bits (bit_source, &(OndesBinarise) { ONDES_BINARISE_NONE }, plain);
}

static void
assert_refused (OndesType            type,
                const void          *data,
                const OndesDerivation *derivation,
                gboolean             while_reading,
                const char          *message)
{
  g_autoptr (OndesSource) base = ondes_array_source_new (type, data, 4, 1), derived = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;
  double values[4];

  derived = ondes_derived_source_new (base, derivation, "data", (OndesSpan) { 0, 4 }, &note, &error);
  g_assert_cmpint (derived != NULL, ==, while_reading);
  if (derived)
    g_assert_false (ondes_source_read (derived, 0, 4, values, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_refusals (void)
{
  static const double gap[] = { 1, 0, NAN, -1 }, complex[8];
  static const guint8 two[] = { 1, 0, 0, 2 };

  assert_refused (ONDES_C128, complex, &(OndesDerivation) { 0 }, FALSE,
                  "data holds complex samples, and a spectrum is taken of real ones");
  assert_refused (ONDES_F64, gap, &(OndesDerivation) { .binarise.kind = ONDES_BINARISE_BIT, .binarise.bit = 3 }, FALSE,
                  "data holds no integers, so it has no bit 3; choose --binarise sign or threshold:V");
  assert_refused (ONDES_F64, gap, &(OndesDerivation) { .binarise.kind = ONDES_BINARISE_SIGN }, TRUE,
                  "data: sample 2 is NaN, which --binarise makes neither 0 nor 1; choose a span without it");
  assert_refused (ONDES_U8, two, &(OndesDerivation) { .is_signed = TRUE }, TRUE,
                  "data: sample 3 is 2, and --signed takes 0 and 1 alone; make them with --binarise");
  assert_refused (ONDES_F64, gap, &(OndesDerivation) { 0 }, TRUE,
                  "data: sample 2 is no finite number, and every coefficient would be none; take a span without it");
  assert_refused (ONDES_U8, two, &(OndesDerivation) { .is_binary = TRUE }, TRUE,
                  "data: sample 3 is 2, and the Reed–Muller transform takes 0 and 1; make them with --binarise");
  assert_refused (ONDES_F64, gap, &(OndesDerivation) { .is_signed = TRUE }, TRUE,
                  "data: sample 2 is nan, and --signed takes 0 and 1 alone; make them with --binarise");
}

/* Real values 0 and 1 keep their type. */
static void
test_signed_reals (void)
{
  static const float data[] = { 0, 1, 1, 0 };
  g_autoptr (OndesSource) base = ondes_array_source_new (ONDES_F32, data, 4, 1);
  g_autoptr (OndesSource) derived = derive (base, &(OndesDerivation) { .is_signed = TRUE }, 0, 4);
  g_autofree float *values = read_all (derived);

  g_assert_cmpint (derived->type, ==, ONDES_F32);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (values[i], ==, data[i] == 1 ? -1 : 1);
}

/* What --binarise takes, and a copied command has. */
static void
test_words (void)
{
  const OndesParam *row = ondes_params_find (ondes_derivation_params.rows, "binarise");
  OndesDerivation derivation = ondes_derivation_default;
  static const char *const good[] = { "sign", "threshold:0.25", "threshold:-1e-09", "bit:0", "bit:63" };
  static const char *const bad[] = { "", "Sign", "sign:", "threshold", "threshold:", "threshold:x", "threshold:nan",
                                     "threshold:1e999", "threshold:1 ", "bit", "bit:", "bit:64", "bit:-1", "bit:1.5" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *text = NULL;

      g_assert_true (ondes_param_parse (ondes_derivation_params.rows, row, good[i], &derivation, NULL));
      text = ondes_param_print (ondes_derivation_params.rows, row, &derivation);
      g_assert_cmpstr (text, ==, good[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (ondes_param_parse (ondes_derivation_params.rows, row, bad[i], &derivation, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
    }
  g_assert_false (ondes_param_is_given (&ondes_derivation_params, row, &ondes_derivation_default));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/derive/lengths-are-powers-of-two", test_lengths);
  g_test_add_func ("/ondes/derive/the-nearest-lengths-are-named", test_nearest);
  g_test_add_func ("/ondes/derive/values-pass-and-zeros-fill-up", test_plain);
  g_test_add_func ("/ondes/derive/sign-and-threshold-make-bits", test_sign_and_threshold);
  g_test_add_func ("/ondes/derive/bits-of-integers-are-exact", test_integers);
  g_test_add_func ("/ondes/derive/signed-reals-stay-reals", test_signed_reals);
  g_test_add_func ("/ondes/derive/what-is-no-bit-is-refused", test_refusals);
  g_test_add_func ("/ondes/derive/words-are-checked-and-printed", test_words);
  return g_test_run ();
}
