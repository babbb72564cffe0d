/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <complex.h>
#include <math.h>

#include "transform/boundary.h"

/* The definition, one step at a time: walk from the nearest end. */
static gint64
walk (OndesBoundary boundary,
      gint64        t,
      gint64        n)
{
  gint64 at = 0;
  int step = t < 0 ? -1 : 1;

  if (boundary == ONDES_BOUNDARY_ZERO)
    return t >= 0 && t < n ? t : -1;
  if (boundary == ONDES_BOUNDARY_EDGE || (boundary == ONDES_BOUNDARY_REFLECT && n == 1))
    return CLAMP (t, 0, n - 1);
  for (gint64 i = 0; i < ABS (t); i++)
    {
      if (boundary == ONDES_BOUNDARY_PERIODIC)
        at = (at + step + n) % n;
      else
        {
          if (at + step < 0 || at + step >= n)
            step = -step;
          at += step;
        }
    }
  return at;
}

static void
test_index (void)
{
  for (int boundary = ONDES_BOUNDARY_ZERO; boundary <= ONDES_BOUNDARY_EDGE; boundary++)
    for (gint64 n = 1; n < 9; n++)
      for (gint64 t = -40; t <= 40; t++)
        g_assert_cmpint (ondes_boundary_index (boundary, t, n), ==, walk (boundary, t, n));
}

static void
test_read (void)
{
  for (int round = 0; round < 400; round++)
    {
      OndesBoundary boundary = g_test_rand_int_range (0, 4);
      gsize n = g_test_rand_int_range (1, 40), count = g_test_rand_int_range (1, 300);
      gint64 at = g_test_rand_int_range (-200, 200);
      g_autofree double *x = g_new (double, n);
      g_autofree double *real = g_new (double, count);
      g_autofree float complex *analytic = g_new (float complex, count);
      g_autoptr (OndesSource) source = NULL;
      g_autoptr (GError) error = NULL;

      for (gsize i = 0; i < n; i++)
        x[i] = g_test_rand_int_range (0, 12) == 0 ? (i % 2 ? NAN : -INFINITY) : g_test_rand_double_range (-1, 1);
      source = ondes_array_source_new (ONDES_F64, x, n, 1);
      g_assert_true (ondes_halo_read (source, boundary, at, count, ONDES_F64, real, &error));
      g_assert_no_error (error);
      g_assert_true (ondes_halo_read (source, boundary, at, count, ONDES_C64, analytic, &error));
      g_assert_no_error (error);
      for (gsize i = 0; i < count; i++)
        {
          gint64 from = walk (boundary, at + (gint64) i, n);
          double expected = from < 0 || !isfinite (x[from]) ? 0 : x[from];

          g_assert_cmpfloat (real[i], ==, expected);
          g_assert_cmpfloat (crealf (analytic[i]), ==, (float) expected);
          g_assert_cmpfloat (cimagf (analytic[i]), ==, 0);
        }
    }
}

static void
test_far (void)
{
  const double x[] = { 1, 2, 3 };
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, 3, 1);
  double got[2];

  g_assert_true (ondes_halo_read (source, ONDES_BOUNDARY_EDGE, -G_GINT64_CONSTANT (4000000000), 2, ONDES_F64, got, NULL));
  g_assert_cmpfloat (got[0], ==, 1);
  g_assert_true (ondes_halo_read (source, ONDES_BOUNDARY_PERIODIC, G_GINT64_CONSTANT (3000000001), 2, ONDES_F64, got, NULL));
  g_assert_cmpfloat (got[0], ==, 2);
  g_assert_cmpfloat (got[1], ==, 3);
}

static void
test_span (void)
{
  const gint32 x[] = { 1, 2, 3 };
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_I32, x, 3, 1);
  g_autoptr (GError) error = NULL;
  float got[3];

  g_assert_true (ondes_source_read_as (source, 1, 2, ONDES_F32, got, &error));
  g_assert_cmpfloat (got[1], ==, 3);
  g_assert_false (ondes_source_read_as (source, 1, 3, ONDES_F32, got, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_clear_error (&error);
  g_assert_false (ondes_source_read (source, G_MAXUINT64, 2, got, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/boundary/index-is-the-definition", test_index);
  g_test_add_func ("/ondes/boundary/read-with-halo-and-gaps", test_read);
  g_test_add_func ("/ondes/boundary/read-far-outside", test_far);
  g_test_add_func ("/ondes/source/refuses-spans-outside", test_span);
  return g_test_run ();
}
