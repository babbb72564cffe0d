/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a spectrum's spec accepts, says of itself, and how its orders stand to one another. */
#include "transform/dyadic.h"
#include "transform/spectrum.h"

#include <string.h>

static void
test_orders (void)
{
  static const gboolean there[][3] = {
    /* natural sequency paley */
    [ONDES_SPECTRUM_WALSH] = { TRUE, TRUE, TRUE },        [ONDES_SPECTRUM_HAAR] = { TRUE, TRUE, FALSE },
    [ONDES_SPECTRUM_HAAR_ORTHONORMAL] = { TRUE, TRUE, FALSE }, [ONDES_SPECTRUM_REED_MULLER] = { TRUE, FALSE, TRUE },
    [ONDES_SPECTRUM_ARITHMETIC] = { TRUE, FALSE, TRUE },
  };
  OndesSpectrumOptions o = { 0 };

  for (o.kind = ONDES_SPECTRUM_WALSH; o.kind <= ONDES_SPECTRUM_ARITHMETIC; o.kind++)
    for (o.order = ONDES_ORDER_NATURAL; o.order <= ONDES_ORDER_PALEY; o.order++)
      {
        GError *error = NULL;
        OndesSpec *spec;

        o.type = ondes_spectrum_default_type (o.kind, ONDES_F32);
        spec = ondes_spectrum_new (&o, &error);
        g_assert_cmpint (spec != NULL, ==, there[o.kind][o.order]);
        if (spec)
          ondes_spec_unref (spec);
        else
          g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
        g_clear_error (&error);
      }
}

static void
test_types (void)
{
  OndesSpectrumOptions o = { .kind = ONDES_SPECTRUM_HAAR_ORTHONORMAL, .order = ONDES_ORDER_SEQUENCY, .type = ONDES_I64 };
  GError *error = NULL;

  g_assert_null (ondes_spectrum_new (&o, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);
  o = (OndesSpectrumOptions) { .kind = ONDES_SPECTRUM_REED_MULLER, .type = ONDES_F64 };
  g_assert_null (ondes_spectrum_new (&o, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);
  o = (OndesSpectrumOptions) { .type = ONDES_I64, .row_length = 12 };
  g_assert_null (ondes_spectrum_new (&o, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_clear_error (&error);
  g_assert_cmpint (ondes_spectrum_default_type (ONDES_SPECTRUM_WALSH, ONDES_I32), ==, ONDES_I64);
  g_assert_cmpint (ondes_spectrum_default_type (ONDES_SPECTRUM_WALSH, ONDES_F32), ==, ONDES_F64);
  g_assert_cmpint (ondes_spectrum_default_type (ONDES_SPECTRUM_REED_MULLER, ONDES_I32), ==, ONDES_U8);
  g_assert_cmpint (ondes_spectrum_default_type (ONDES_SPECTRUM_HAAR_ORTHONORMAL, ONDES_I32), ==, ONDES_F64);
}

static void
test_identity (void)
{
  OndesSpectrumOptions o = { .type = ONDES_I64 };
  g_autoptr (OndesSpec) a = ondes_spectrum_new (&o, NULL), b = ondes_spectrum_new (&o, NULL), c = NULL, d = NULL, e = NULL;
  g_autofree char *plain = ondes_spec_print (a), *all = NULL;
  OndesShape shape;

  o.row_length = 8;
  c = ondes_spectrum_new (&o, NULL);
  o = (OndesSpectrumOptions) { ONDES_SPECTRUM_WALSH, ONDES_ORDER_PALEY, ONDES_ALGORITHM_COOLEY_TUKEY, TRUE, ONDES_F64, 0 };
  d = ondes_spectrum_new (&o, NULL);
  e = ondes_dyadic_new (ONDES_I64, NULL);
  all = ondes_spec_print (d);
  g_assert_true (ondes_spec_equal (a, b));
  g_assert_false (ondes_spec_equal (a, c));
  g_assert_false (ondes_spec_equal (a, d));
  g_assert_false (ondes_spec_equal (a, e));
  g_assert_cmpstr (plain, ==, "--transform walsh");
  g_assert_cmpstr (all, ==, "--transform walsh --order paley --algorithm cooley-tukey --inverse");
  shape = ondes_spec_shape (c, ONDES_I32, &(OndesView) { .count = 64 });
  g_assert_cmpint (shape.type, ==, ONDES_I64);
  g_assert_cmpuint (shape.rows, ==, 8);
  g_assert_cmpuint (shape.columns, ==, 8);
}

static void
test_lengths (void)
{
  OndesSpectrumOptions o = { .type = ONDES_I64 };
  g_autoptr (OndesSpec) whole = ondes_spectrum_new (&o, NULL), rows = NULL;
  GError *error = NULL;

  o.row_length = 8;
  rows = ondes_spectrum_new (&o, NULL);
  for (guint64 n = 1; n < 70; n++)
    {
      const gboolean power = __builtin_popcountll (n) == 1;

      g_assert_cmpint (ondes_spectrum_check_length (ondes_spec_spectrum (whole), n, power ? NULL : &error), ==, power);
      if (!power)
        {
          guint64 below = 1;
          g_autofree char *nearest = NULL;

          while (2 * below < n)
            below *= 2;
          nearest = g_strdup_printf ("--length %" G_GUINT64_FORMAT ", or fill up to %" G_GUINT64_FORMAT, below, 2 * below);
          g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
          g_assert_nonnull (strstr (error->message, nearest));
          g_clear_error (&error);
        }
      g_assert_cmpint (ondes_spectrum_check_length (ondes_spec_spectrum (rows), n, NULL), ==, n % 8 == 0);
    }
  g_assert_false (ondes_spectrum_check_length (ondes_spec_spectrum (whole), 0, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_clear_error (&error);
}

/* The natural row that stands at each index has as many sign changes as is said, counted; in sequency order the index is it. */
static void
test_sequency (void)
{
  for (guint n = 1; n <= 9; n++)
    for (OndesOrder order = ONDES_ORDER_NATURAL; order <= ONDES_ORDER_PALEY; order++)
      {
        const guint64 size = G_GUINT64_CONSTANT (1) << n;
        g_autofree gboolean *seen = g_new0 (gboolean, size);

        for (guint64 k = 0; k < size; k++)
          {
            const guint64 row = ondes_spectrum_natural_index (order, n, k);
            guint64 changes = 0;

            g_assert_cmpuint (row, <, size);
            g_assert_false (seen[row]);
            seen[row] = TRUE;
            for (guint64 i = 1; i < size; i++)
              changes += __builtin_popcountll (row & i) % 2 != __builtin_popcountll (row & (i - 1)) % 2;
            g_assert_cmpuint (ondes_walsh_sequency (order, n, k), ==, changes);
            if (order == ONDES_ORDER_SEQUENCY)
              g_assert_cmpuint (changes, ==, k);
          }
      }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/spectrum/orders-that-a-transform-has-not-are-refused", test_orders);
  g_test_add_func ("/ondes/spectrum/types-that-cannot-hold-it-are-refused", test_types);
  g_test_add_func ("/ondes/spectrum/equal-bytes-are-equal-specs", test_identity);
  g_test_add_func ("/ondes/spectrum/a-wrong-length-says-the-nearest", test_lengths);
  g_test_add_func ("/ondes/spectrum/sequency-counts-sign-changes", test_sequency);
  return g_test_run ();
}
