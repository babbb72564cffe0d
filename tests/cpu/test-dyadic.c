/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dyadic convolution against the sum that defines it, and what fits int64 to the last unit. */
#include "engine/cpu/spectral/spectral-kernels.h"
#include "spectra.h"
#include "transform/dyadic.h"

#include <math.h>

static OndesSpec *
dyadic_new (OndesType type)
{
  GError *error = NULL;
  OndesSpec *spec = ondes_dyadic_new (type, &error);

  g_assert_no_error (error);
  return spec;
}

/* C(τ) = Σ_x f(x) g(x ⊕ τ), exact as long as it fits 128 bits. */
static __int128
direct (const gint64 *f,
        const gint64 *g,
        gsize         n,
        gsize         tau)
{
  __int128 sum = 0;

  for (gsize x = 0; x < n; x++)
    sum += (__int128) f[x] * g[x ^ tau];
  return sum;
}

static OndesArraySink *
convolve (OndesType     type,
          const gint64 *f,
          const gint64 *g,
          gsize         n,
          guint         threads,
          GError      **error)
{
  g_autoptr (OndesSpec) spec = dyadic_new (type);
  g_autoptr (OndesSource) a = values_new (type, f, n);
  g_autoptr (OndesSource) b = g ? values_new (type, g, n) : NULL;
  OndesSource *const sources[] = { a, b };

  return spectra_try (spec, sources, g ? 2 : 1, threads, error);
}

static void
test_example (void)
{
  static const gint64 f[] = { 1, 0, 1, 1 }, g[] = { 0, 1, 0, 1 }, expected[] = { 1, 2, 1, 2 };
  GError *error = NULL;
  OndesArraySink *sink = convolve (ONDES_I64, f, g, 4, 2, &error);

  g_assert_no_error (error);
  for (gsize i = 0; i < 4; i++)
    g_assert_cmpint (spectra_integer (sink, i), ==, expected[i]);
  ondes_sink_free (&sink->sink);
}

static void
test_definition (void)
{
  static const OndesType types[] = { ONDES_I64, ONDES_F64, ONDES_F32 };

  for (guint n = 0; n <= 11; n++)
    for (guint i = 0; i < G_N_ELEMENTS (types); i++)
      for (guint two = 0; two < 2; two++)
        {
          const gsize size = (gsize) 1 << n;
          g_autofree gint64 *f = g_new (gint64, size), *g = g_new (gint64, size);
          GError *error = NULL;
          OndesArraySink *sink;

          for (gsize k = 0; k < size; k++)
            {
              f[k] = random_integer (-500, 500);
              g[k] = two ? random_integer (-500, 500) : f[k];
            }
          sink = convolve (types[i], f, two ? g : NULL, size, 1 + n % 3, &error);
          g_assert_no_error (error);
          for (gsize tau = 0; tau < size; tau++)
            {
              const double expected = (double) direct (f, g, size, tau);

              if (types[i] == ONDES_F32)
                g_assert_cmpfloat (fabs (spectra_value (sink, tau) - expected), <=, 2e-6 * 250000 * sqrt (size) * (n + 2));
              else if (types[i] == ONDES_F64)
                g_assert_cmpfloat (fabs (spectra_value (sink, tau) - expected), <=, 2e-15 * 250000 * size * (n + 2));
              else
                g_assert_cmpint (spectra_integer (sink, tau), ==, (gint64) expected);
            }
          ondes_sink_free (&sink->sink);
        }
}

/* At lengths that take all the passes: f of a few points makes the sum short. */
static void
test_long (void)
{
  enum { POINTS = 5 };

  for (guint n = 13; n <= 21; n += 2)
    {
      const gsize size = (gsize) 1 << n;
      g_autofree gint64 *f = g_new0 (gint64, size), *g = g_new (gint64, size);
      gsize at[POINTS];
      GError *error = NULL;
      OndesArraySink *sink;

      for (gsize k = 0; k < size; k++)
        g[k] = random_integer (-1000000, 1000000);
      for (guint i = 0; i < POINTS; i++)
        {
          at[i] = (gsize) random_integer (0, (gint64) size - 1);
          f[at[i]] = random_integer (-1000, 1000);
        }
      sink = convolve (ONDES_I64, f, g, size, 2, &error);
      g_assert_no_error (error);
      for (gsize tau = 0; tau < size; tau++)
        {
          gint64 sum = 0;

          for (guint i = 0; i < POINTS; i++)
            {
              gboolean seen = FALSE;

              for (guint j = 0; j < i; j++)
                seen |= at[j] == at[i];
              sum += seen ? 0 : f[at[i]] * g[at[i] ^ tau];
            }
          g_assert_cmpint (spectra_integer (sink, tau), ==, sum);
        }
      ondes_sink_free (&sink->sink);
    }
}

static void
put_value (OndesType type,
           void     *values,
           gsize     i,
           gint64    value)
{
  if (type == ONDES_I64)
    ((gint64 *) values)[i] = value;
  else if (type == ONDES_F64)
    ((double *) values)[i] = (double) value;
  else
    ((float *) values)[i] = (float) value;
}

static double
get_value (OndesType   type,
           const void *values,
           gsize       i)
{
  return type == ONDES_I64 ? (double) ((const gint64 *) values)[i]
                           : type == ONDES_F64 ? ((const double *) values)[i] : ((const float *) values)[i];
}

/* Each column of a tile is 2^rows times the convolution of its columns, and what lies beside the tile stays. */
static void
test_tile (void)
{
  static const OndesType types[] = { ONDES_I64, ONDES_F64, ONDES_F32 };
  enum { COLUMNS = 16, STRIDE = 48, BESIDE = 77 };

  for (guint rows = 1; rows <= 8; rows++)
    for (guint i = 0; i < G_N_ELEMENTS (types); i++)
      for (guint two = 0; two < 2; two++)
        {
          const OndesType type = types[i];
          const gsize n = (gsize) 1 << rows, bytes = ondes_type_bytes (type, n * STRIDE);
          g_autofree void *f = g_malloc (bytes), *g = g_malloc (bytes), *local = g_malloc (2 * bytes);
          gint64 columns[2][COLUMNS][256];

          for (gsize k = 0; k < n * STRIDE; k++)
            {
              const gboolean inside = k % STRIDE < COLUMNS;
              const gint64 a = inside ? random_integer (-9, 9) : BESIDE, b = inside ? random_integer (-9, 9) : BESIDE;

              put_value (type, f, k, a);
              put_value (type, g, k, b);
              if (inside)
                {
                  columns[0][k % STRIDE][k / STRIDE] = a;
                  columns[1][k % STRIDE][k / STRIDE] = two ? b : a;
                }
            }
          ondes_spectral_kernels (type, ONDES_BUTTERFLY_WALSH)->product (f, two ? g : f, STRIDE, rows, COLUMNS, local);
          for (gsize k = 0; k < n * STRIDE; k++)
            {
              const gsize column = k % STRIDE;
              const double expected = column < COLUMNS ? (double) direct (columns[0][column], columns[1][column], n, k / STRIDE)
                                                         * (double) n : BESIDE;

              g_assert_cmpfloat (fabs (get_value (type, f, k) - expected), <=, type == ONDES_F32 ? 1e-6 * 81 * n * n * rows : 0);
            }
        }
}

/* 2ⁿ max|C| < 2^63 is right to the last unit, and one more is refused; with all addends of one sign, where sums of magnitudes
 * tell, and with addends that cancel, where they do not. */
static void
test_edge (void)
{
  for (guint n = 1; n <= 9; n++)
    for (guint past = 0; past < 2; past++)
      for (guint cancels = 0; cancels < 2; cancels++)
        for (int sign = -1; sign <= 1; sign += 2)
          {
            const gsize size = (gsize) 1 << n;
            const gint64 edge = (gint64) (G_GUINT64_CONSTANT (1) << (63 - n)) - 1 + past;
            g_autofree gint64 *f = g_new0 (gint64, size), *g = g_new0 (gint64, size);
            GError *error = NULL;
            OndesArraySink *sink;

            f[0] = 1;
            g[0] = edge * sign;
            if (cancels)
              {
                /* C(0) = f0 g0 + f1 g1 with f1 g1 = −(f0 − 1) g0: as large as the edge, and its addends larger */
                f[0] = 5;
                f[1] = -4;
                g[1] = g[0];
              }
            sink = convolve (ONDES_I64, f, g, size, 2, &error);
            if (past)
              {
                g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
                g_assert_null (sink);
                g_clear_error (&error);
                continue;
              }
            g_assert_no_error (error);
            for (gsize tau = 0; tau < size; tau++)
              g_assert_true (spectra_integer (sink, tau) == direct (f, g, size, tau));
            ondes_sink_free (&sink->sink);
          }
}

static void
test_refusals (void)
{
  static const gint64 x[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  g_autoptr (OndesSource) eight = values_new (ONDES_I64, x, 8);
  g_autoptr (OndesSource) four = values_new (ONDES_I64, x, 4);
  g_autoptr (OndesSource) six = values_new (ONDES_I64, x, 6);
  g_autoptr (OndesSource) real = values_new (ONDES_F64, x, 8);
  g_autoptr (OndesSpec) exact = dyadic_new (ONDES_I64);
  OndesSource *const lengths[] = { eight, four }, *const types[] = { eight, real }, *const odd[] = { six, six };
  GError *error = NULL;

  g_assert_null (spectra_try (exact, lengths, 2, 1, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_clear_error (&error);
  g_assert_null (spectra_try (exact, types, 2, 1, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);
  g_assert_null (spectra_try (exact, odd, 2, 1, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_clear_error (&error);
  g_assert_null (ondes_dyadic_new (ONDES_I32, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/cpu/dyadic/example-of-the-definition", test_example);
  g_test_add_func ("/ondes/cpu/dyadic/is-the-double-loop", test_definition);
  g_test_add_func ("/ondes/cpu/dyadic/is-the-sum-at-long-lengths", test_long);
  g_test_add_func ("/ondes/cpu/dyadic/tile-is-the-convolution-of-its-columns", test_tile);
  g_test_add_func ("/ondes/cpu/dyadic/is-exact-at-the-edge-and-refused-past-it", test_edge);
  g_test_add_func ("/ondes/cpu/dyadic/refuses-what-does-not-match", test_refusals);
  return g_test_run ();
}
