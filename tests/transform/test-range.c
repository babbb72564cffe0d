/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of values, against one look at each; and what is refused of them. */
#include "transform/range.h"

#include <math.h>

#define MOST 300

static void
check_integers (OndesType     type,
                const gint64 *values,
                gsize         n,
                const void   *as)
{
  const OndesRange range = ondes_range_of (type, as, n, TRUE), without = ondes_range_of (type, as, n, FALSE);
  unsigned __int128 magnitude = 0;
  gint64 lo = values[0], hi = values[0];

  for (gsize i = 0; i < n; i++)
    {
      lo = MIN (lo, values[i]);
      hi = MAX (hi, values[i]);
      magnitude += (unsigned __int128) (values[i] < 0 ? -(__int128) values[i] : values[i]);
    }
  g_assert_cmpint (range.lo, ==, lo);
  g_assert_cmpint (range.hi, ==, hi);
  g_assert_true (range.magnitude == magnitude);
  g_assert_true (without.magnitude == 0);
  g_assert_true (range.bad == G_MAXSIZE);
  g_assert_true (ondes_range_largest (&range) == (hi > 0 ? MAX ((guint64) hi, lo < 0 ? -(guint64) lo : 0) : -(guint64) lo));
}

static gint64
random_int64 (void)
{
  return (gint64) ((guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int ());
}

static void
test_integers (void)
{
  for (guint round = 0; round < 100; round++)
    {
      const gsize n = (gsize) g_test_rand_int_range (1, MOST);
      gint64 wide[MOST], values[MOST] = { 0 };
      gint32 words[MOST];
      guint8 bytes[MOST];

      for (gsize i = 0; i < n; i++)
        wide[i] = round % 4 == 0 ? G_MININT64 + (gint64) (i % 3) : random_int64 ();
      check_integers (ONDES_I64, wide, n, wide);
      for (gsize i = 0; i < n; i++)
        values[i] = words[i] = (gint32) (round % 4 == 0 ? G_MININT32 : g_test_rand_int ());
      check_integers (ONDES_I32, values, n, words);
      for (gsize i = 0; i < n; i++)
        values[i] = bytes[i] = (guint8) g_test_rand_int ();
      check_integers (ONDES_U8, values, n, bytes);
    }
}

static void
test_reals (void)
{
  const double none[] = { NAN, INFINITY, -INFINITY };

  for (guint round = 0; round < 100; round++)
    {
      const gsize n = (gsize) g_test_rand_int_range (1, MOST), bad = (gsize) g_test_rand_int_range (0, (gint32) n);
      double x[MOST];
      float f[MOST];

      for (gsize i = 0; i < n; i++)
        f[i] = (float) (x[i] = g_test_rand_double_range (-1e30, 1e30));
      g_assert_true (ondes_range_of (ONDES_F64, x, n, TRUE).bad == G_MAXSIZE);
      g_assert_true (ondes_range_of (ONDES_F32, f, n, TRUE).bad == G_MAXSIZE);
      f[bad] = (float) (x[bad] = none[round % 3]);
      if (round % 2 == 0) /* the first counts */
        f[n - 1] = (float) (x[n - 1] = NAN);
      g_assert_true (ondes_range_of (ONDES_F64, x, n, TRUE).bad == bad);
      g_assert_true (ondes_range_of (ONDES_F32, f, n, TRUE).bad == bad);
    }
}

static void
test_check (void)
{
  const gint64 values[] = { 0, 1, 1, 0, 2, -3 };
  const double gap[] = { 0, INFINITY };
  OndesRange all = ONDES_RANGE_NONE, next;
  g_autoptr (GError) error = NULL;

  /* of bits nothing is known, and nothing has to be */
  g_assert_true (ondes_range_check (&all, 0, 6, TRUE, &error));
  for (gsize at = 0; at < 6; at += 2)
    {
      next = ondes_range_of (ONDES_I64, values + at, 2, TRUE);
      g_assert_cmpint (ondes_range_check (&next, 100 + at, 2, TRUE, &error), ==, at < 4);
      g_assert_true (ondes_range_check (&next, 100 + at, 2, FALSE, NULL));
      ondes_range_join (&all, &next);
    }
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_cmpstr (error->message, ==, "the Reed–Muller transform takes values of 0 and 1, and among samples 104 to 105 is a -3; "
                                       "make them Boolean with --binarise");
  check_integers (ONDES_I64, values, 6, values);
  g_assert_cmpint (all.lo, ==, -3);
  g_assert_cmpint (all.hi, ==, 2);
  g_assert_true (all.magnitude == 7);
  g_clear_error (&error);
  next = ondes_range_of (ONDES_F64, gap, 2, FALSE);
  g_assert_false (ondes_range_check (&next, 1000, 2, FALSE, &error));
  g_assert_cmpstr (error->message, ==, "sample 1001 is no finite number, and every coefficient would be none; "
                                       "take a span without it");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/range/integers-are-what-one-look-at-each-finds", test_integers);
  g_test_add_func ("/ondes/range/the-first-real-that-is-not-finite-is-found", test_reals);
  g_test_add_func ("/ondes/range/says-what-is-refused", test_check);
  return g_test_run ();
}
