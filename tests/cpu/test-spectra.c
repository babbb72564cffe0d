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

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/cpu/spectra/each-is-its-matrix-in-every-order-type-and-algorithm", test_definition);
  g_test_add_func ("/ondes/cpu/spectra/inverse-returns-input", test_inverse);
  return g_test_run ();
}
