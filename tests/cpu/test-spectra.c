/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fast spectra against their matrices, summed as they are written, on fresh random values. */
#include "spectra.h"

#include <math.h>

static const OndesType types[] = { ONDES_U8, ONDES_I32, ONDES_I64, ONDES_F32, ONDES_F64, ONDES_BITS };

/* TRUE: the transform is there in this order and type. */
static gboolean
is_there (const OndesSpectrumOptions *o)
{
  g_autoptr (OndesSpec) spec = ondes_spectrum_new (o, NULL);

  return spec != NULL;
}

typedef void (*Each) (const OndesSpectrumOptions *options);

static void
for_each (Each each)
{
  OndesSpectrumOptions o = { 0 };

  for (o.kind = ONDES_SPECTRUM_WALSH; o.kind <= ONDES_SPECTRUM_ARITHMETIC; o.kind++)
    for (o.order = ONDES_ORDER_NATURAL; o.order <= ONDES_ORDER_PALEY; o.order++)
      for (o.algorithm = ONDES_ALGORITHM_AUTO; o.algorithm <= ONDES_ALGORITHM_CONSTANT_GEOMETRY; o.algorithm++)
        for (guint i = 0; i < G_N_ELEMENTS (types); i++)
          {
            o.type = types[i];
            if (is_there (&o))
              each (&o);
          }
}

/* The norm of a row, of the orthonormal Haar transform; else 1. */
static double
norm (const OndesSpectrumOptions *o,
      const gint64               *row,
      gsize                       n)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += (double) (row[i] * row[i]);
  return o->kind == ONDES_SPECTRUM_HAAR_ORTHONORMAL ? sqrt (sum) : 1;
}

static double
rounding (OndesType type)
{
  return type == ONDES_F32 ? 1e-6 : type == ONDES_F64 ? 1e-14 : 0;
}

/* The spectrum of one to three vectors of 2^n values. */
static void
check_definition (const OndesSpectrumOptions *options,
                  guint                       n)
{
  OndesSpectrumOptions o = *options;
  const gboolean binary = o.kind == ONDES_SPECTRUM_REED_MULLER;
  const gsize size = (gsize) 1 << n, rows = 1 + g_test_rand_int_range (0, 3);
  const gint64 range = binary ? 1 : 1000;
  g_autofree gint64 *x = g_new (gint64, rows * size);
  g_autofree gint64 *matrix = spectra_matrix (o.kind, o.order, n);
  g_autoptr (OndesSource) source = NULL;
  OndesArraySink *sink;

  for (gsize i = 0; i < rows * size; i++)
    x[i] = random_integer (binary ? 0 : -range, range);
  source = values_new (o.type, x, rows * size);
  o.row_length = rows > 1 ? size : 0;
  sink = spectra_run (&o, source, 1 + n % 3);
  g_assert_cmpint (sink->type, ==, o.type);
  g_assert_cmpuint (sink->rows, ==, rows);
  g_assert_cmpuint (sink->cols, ==, size);
  for (gsize r = 0; r < rows; r++)
    for (gsize k = 0; k < size; k++)
      {
        gint64 sum = 0;
        const double scale = norm (&o, matrix + k * size, size);

        for (gsize i = 0; i < size; i++)
          sum += matrix[k * size + i] * x[r * size + i];
        g_assert_cmpfloat (fabs (spectra_value (sink, r * size + k) - (double) (binary ? sum & 1 : sum) / scale), <=,
                           rounding (o.type) * (double) size * range);
      }
  ondes_sink_free (&sink->sink);
}

static void
each_definition (const OndesSpectrumOptions *o)
{
  for (guint n = 1; n <= 10; n++)
    check_definition (o, n);
}

static void
test_definition (void)
{
  for_each (each_definition);
}

/* There and back again. */
static void
check_inverse (const OndesSpectrumOptions *options,
               guint                       n)
{
  OndesSpectrumOptions o = *options;
  const gboolean binary = o.kind == ONDES_SPECTRUM_REED_MULLER;
  const gsize size = (gsize) 1 << n;
  g_autofree gint64 *x = g_new (gint64, size);
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesSource) spectrum = NULL;
  OndesArraySink *there, *back;

  for (gsize i = 0; i < size; i++)
    x[i] = random_integer (binary ? 0 : -9, binary ? 1 : 9);
  source = values_new (o.type, x, size);
  there = spectra_run (&o, source, 2);
  spectrum = ondes_array_source_new (there->type, there->data, size, 1);
  o.inverse = TRUE;
  back = spectra_run (&o, spectrum, 2);
  for (gsize i = 0; i < size; i++)
    if (o.kind == ONDES_SPECTRUM_HAAR_ORTHONORMAL)
      g_assert_cmpfloat (fabs (spectra_value (back, i) - (double) x[i]), <=, o.type == ONDES_F32 ? 1e-4 : 1e-13);
    else /* bit for bit: in floating point, too, for no sum is rounded */
      g_assert_cmpfloat (spectra_value (back, i), ==, (double) x[i]);
  ondes_sink_free (&there->sink);
  ondes_sink_free (&back->sink);
}

static void
each_inverse (const OndesSpectrumOptions *o)
{
  for (guint n = 1; n <= 12; n++)
    check_inverse (o, n);
}

static void
test_inverse (void)
{
  for_each (each_inverse);
}

/* Rows of a length that are reordered tile by tile, every value. */
static void
test_sequency (void)
{
  static const OndesType numbers[] = { ONDES_I32, ONDES_I64, ONDES_F32, ONDES_F64 };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      const guint n = (guint) g_test_rand_int_range (9, 15), rows = (guint) g_test_rand_int_range (1, 4);
      const gsize length = (gsize) 1 << n;
      OndesSpectrumOptions o = { .kind = ONDES_SPECTRUM_WALSH, .type = numbers[i], .row_length = length };
      g_autofree gint64 *x = g_new (gint64, rows * length);
      g_autoptr (OndesSource) source = NULL;
      OndesArraySink *natural, *sequency;

      for (gsize k = 0; k < rows * length; k++)
        x[k] = random_integer (-9, 9);
      source = values_new (numbers[i], x, rows * length);
      natural = spectra_run (&o, source, 2);
      o.order = ONDES_ORDER_SEQUENCY;
      sequency = spectra_run (&o, source, 2);
      for (gsize k = 0; k < rows * length; k++)
        {
          const gsize from = (k & ~(length - 1)) + ondes_spectrum_natural_index (o.order, n, k & (length - 1));

          g_assert_cmpfloat (spectra_value (sequency, k), ==, spectra_value (natural, from));
        }
      ondes_sink_free (&natural->sink);
      ondes_sink_free (&sequency->sink);
    }
}

/* A spectrum too large for the caches, every difference of every level. */
static void
test_haar_past_the_caches (void)
{
  const OndesSpectrumOptions o = { .kind = ONDES_SPECTRUM_HAAR, .order = ONDES_ORDER_SEQUENCY, .type = ONDES_I64 };
  const gsize size = (gsize) 1 << 24;
  g_autofree gint64 *x = g_new (gint64, size);
  g_autoptr (OndesSource) source = NULL;
  OndesArraySink *sink;
  const gint64 *spectrum;
  guint64 state = g_test_rand_int ();
  gsize wrong = 0;

  for (gsize i = 0; i < size; i++)
    {
      state = state * G_GUINT64_CONSTANT (6364136223846793005) + 1442695040888963407;
      x[i] = (gint64) (state >> 40) - (1 << 23);
    }
  source = ondes_array_source_new (ONDES_I64, x, size, 1);
  sink = spectra_run (&o, source, 2);
  spectrum = sink->data;
  for (gsize rows = size / 2; rows > 0; rows /= 2)
    for (gsize m = 0; m < rows; m++)
      {
        wrong += spectrum[rows + m] != x[2 * m] - x[2 * m + 1];
        x[m] = x[2 * m] + x[2 * m + 1];
      }
  g_assert_cmpuint (wrong, ==, 0);
  g_assert_cmpint (spectrum[0], ==, x[0]);
  ondes_sink_free (&sink->sink);
}

/* Entry of the matrix in natural order, or for Haar in that of the recursion, without the matrix. */
static int
entry (OndesSpectrumKind kind,
       guint             n,
       guint64           row,
       guint64           col)
{
  guint level;

  switch (kind)
    {
    case ONDES_SPECTRUM_WALSH:
      return __builtin_popcountll (row & col) % 2 ? -1 : 1;
    case ONDES_SPECTRUM_REED_MULLER:
      return (col & ~row) == 0;
    case ONDES_SPECTRUM_ARITHMETIC:
      return (col & ~row) != 0 ? 0 : __builtin_popcountll (row & ~col) % 2 ? -1 : 1;
    default:
      if (row == 0)
        return 1;
      level = g_bit_storage (row) - 1;
      if (col >> (n - level) != row - (G_GUINT64_CONSTANT (1) << level))
        return 0;
      return col >> (n - 1 - level) & 1 ? -1 : 1;
    }
}

/* Some coefficients of a long vector, summed. */
static void
each_long (const OndesSpectrumOptions *options)
{
  OndesSpectrumOptions o = *options;
  const gboolean binary = o.kind == ONDES_SPECTRUM_REED_MULLER;
  const guint n = (guint) g_test_rand_int_range (13, 20);
  const gsize size = (gsize) 1 << n;
  g_autofree gint64 *x = g_new (gint64, size);
  g_autoptr (OndesSource) source = NULL;
  OndesArraySink *sink;

  for (gsize i = 0; i < size; i++)
    x[i] = random_integer (binary ? 0 : -100, binary ? 1 : 100);
  source = values_new (o.type, x, size);
  sink = spectra_run (&o, source, 2);
  for (guint i = 0; i < 12; i++)
    {
      const guint64 k = i == 0 ? 0 : i == 1 ? size - 1 : (guint64) random_integer (0, (gint64) size - 1);
      guint64 row = k;
      double squares = 0, scale = 1;
      gint64 sum = 0;

      if (o.kind != ONDES_SPECTRUM_HAAR && o.kind != ONDES_SPECTRUM_HAAR_ORTHONORMAL)
        row = ondes_spectrum_natural_index (o.order, n, k);
      else if (o.order == ONDES_ORDER_NATURAL && k > 0)
        {
          const guint t = (guint) __builtin_ctzll (k);

          row = (G_GUINT64_CONSTANT (1) << (n - 1 - t)) + (k >> (t + 1));
        }
      for (gsize t = 0; t < size; t++)
        {
          const int e = entry (o.kind, n, row, t);

          sum += e * x[t];
          squares += e * e;
        }
      if (o.kind == ONDES_SPECTRUM_HAAR_ORTHONORMAL)
        scale = sqrt (squares);
      g_assert_cmpfloat (fabs (spectra_value (sink, k) - (double) (binary ? sum & 1 : sum) / scale), <=,
                         rounding (o.type) * (double) size * 100);
    }
  ondes_sink_free (&sink->sink);
}

static void
test_long (void)
{
  for_each (each_long);
}

/* There and back again where all passes are taken. */
static void
each_long_inverse (const OndesSpectrumOptions *o)
{
  if (o->algorithm == ONDES_ALGORITHM_AUTO)
    check_inverse (o, (guint) g_test_rand_int_range (13, 20));
}

static void
test_long_inverse (void)
{
  for_each (each_long_inverse);
}

static void
test_examples (void)
{
  static const gint64 vectors[][2][4] = { { { 1, 0, 1, 1 }, { 3, 1, -1, 1 } }, { { 0, 1, 0, 1 }, { 2, -2, 0, 0 } } };
  const OndesSpectrumOptions o = { .type = ONDES_I64 };

  for (guint i = 0; i < G_N_ELEMENTS (vectors); i++)
    {
      g_autoptr (OndesSource) source = values_new (ONDES_I64, vectors[i][0], 4);
      OndesArraySink *sink = spectra_run (&o, source, 1);

      for (gsize k = 0; k < 4; k++)
        g_assert_cmpint (spectra_integer (sink, k), ==, vectors[i][1][k]);
      ondes_sink_free (&sink->sink);
    }
}

/* Of 2^20 values: W (a x + b y) = a W x + b W y, W of x (i ⊕ s) is (−1)^⟨k, s⟩ W x, and Σ (W x)² = N Σ x². */
static void
test_laws (void)
{
  const OndesSpectrumOptions o = { .type = ONDES_I64 };
  const guint n = 20;
  const gsize size = (gsize) 1 << n;
  const guint64 s = (guint64) random_integer (0, (gint64) size - 1);
  g_autofree gint64 *x = g_new (gint64, size), *y = g_new (gint64, size), *sum = g_new (gint64, size);
  g_autofree gint64 *moved = g_new (gint64, size);
  gint64 *inputs[4];
  OndesArraySink *sinks[4];
  __int128 energy = 0, spectral = 0;

  for (gsize i = 0; i < size; i++)
    {
      x[i] = random_integer (-3000, 3000);
      y[i] = random_integer (-3000, 3000);
      sum[i] = 7 * x[i] - 3 * y[i];
      energy += x[i] * x[i];
    }
  for (gsize i = 0; i < size; i++)
    moved[i] = x[i ^ s];
  inputs[0] = x;
  inputs[1] = y;
  inputs[2] = sum;
  inputs[3] = moved;
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (OndesSource) source = values_new (ONDES_I64, inputs[i], size);

      sinks[i] = spectra_run (&o, source, 2);
    }
  for (gsize k = 0; k < size; k++)
    {
      const gint64 value = spectra_integer (sinks[0], k);

      spectral += (__int128) value * value;
      g_assert_cmpint (spectra_integer (sinks[2], k), ==, 7 * value - 3 * spectra_integer (sinks[1], k));
      g_assert_cmpint (spectra_integer (sinks[3], k), ==, __builtin_popcountll (k & s) % 2 ? -value : value);
    }
  g_assert_true (spectral == energy * (gint64) size);
  for (guint i = 0; i < 4; i++)
    ondes_sink_free (&sinks[i]->sink);
}

/* One thread or five, the same bits: of floats too. */
static void
each_threads (const OndesSpectrumOptions *o)
{
  const gsize size = 1 << 17;
  g_autofree double *x = g_new (double, size);
  g_autoptr (OndesSource) source = NULL;
  OndesArraySink *one, *five;

  if (o->type != ONDES_F32 && o->type != ONDES_F64)
    return;
  for (gsize i = 0; i < size; i++)
    x[i] = g_test_rand_double_range (-1, 1);
  source = ondes_array_source_new (ONDES_F64, x, size, 1);
  one = spectra_run (o, source, 1);
  five = spectra_run (o, source, 5);
  g_assert_cmpmem (one->data, ondes_type_bytes (one->type, size), five->data, ondes_type_bytes (one->type, size));
  ondes_sink_free (&one->sink);
  ondes_sink_free (&five->sink);
}

static void
test_threads (void)
{
  for_each (each_threads);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/cpu/spectra/each-is-its-matrix-in-every-order-type-and-algorithm", test_definition);
  g_test_add_func ("/ondes/cpu/spectra/inverse-returns-input", test_inverse);
  g_test_add_func ("/ondes/cpu/spectra/long-vectors-are-their-sums", test_long);
  g_test_add_func ("/ondes/cpu/spectra/inverse-returns-long-input", test_long_inverse);
  g_test_add_func ("/ondes/cpu/spectra/sequency-is-natural-order-reordered", test_sequency);
  g_test_add_func ("/ondes/cpu/spectra/haar-past-the-caches-is-its-pyramid", test_haar_past_the_caches);
  g_test_add_func ("/ondes/cpu/spectra/examples-of-the-paper", test_examples);
  g_test_add_func ("/ondes/cpu/spectra/linear-shifted-and-of-the-same-energy", test_laws);
  g_test_add_func ("/ondes/cpu/spectra/same-bits-from-any-number-of-threads", test_threads);
  return g_test_run ();
}
