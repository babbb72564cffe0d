/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recording at a lower rate: what is slow stays as it is, what would come to lie there does not come. */
#include "engine/cpu/cwt/halve.h"

#include <complex.h>
#include <math.h>

#define TURN (1 << 26)

/* e^{iωt}, ω = 2π @steps / TURN, without rounding of ωt; its real part unless @iq. */
static double complex
tone (gint64   steps,
      gint64   t,
      gboolean iq)
{
  const double angle = 2 * G_PI * (double) (steps * t % TURN) / TURN;

  return cos (angle) + (iq ? I * sin (angle) : 0);
}

/* @n outputs of it, which are at t = 0, 2^level …, given in pieces of any length. */
static double complex *
outputs_new (gint64   steps,
             guint    level,
             gsize    n,
             gboolean iq)
{
  const guint parts = iq ? 2 : 1;
  const gint64 reach = (gint64) ondes_halving_reach (level), end = (((gint64) n - 1) << level) + reach + 1;
  g_autofree double *work = g_malloc (ondes_halving_bytes (level, parts));
  g_autofree double *made = g_new (double, n * parts);
  double complex *out = g_new (double complex, n);
  OndesHalving halving;
  gsize done = 0;

  ondes_halving_begin (&halving, level, parts, work);
  for (gint64 t = -reach; t < end;)
    {
      const gint64 piece = g_test_rand_int_range (1, g_test_rand_bit () ? 9 : ONDES_HALVING_PIECE + 1);
      const gsize m = (gsize) MIN (end - t, piece);
      double *to = ondes_halving_next (&halving);

      for (gsize i = 0; i < m; i++, t++)
        {
          to[i * parts] = creal (tone (steps, t, iq));
          if (iq)
            to[2 * i + 1] = cimag (tone (steps, t, iq));
        }
      done += ondes_halving_take (&halving, m, made + done * parts);
      g_assert_cmpuint (done, <=, n);
    }
  g_assert_cmpuint (done, ==, n);
  for (gsize i = 0; i < n; i++)
    out[i] = iq ? made[2 * i] + I * made[2 * i + 1] : made[i];
  return out;
}

/* As far as ONDES_HALVED_EDGE on either side, at the rate of @level. */
static gint64
slow_steps (guint level)
{
  const gint32 most = (gint32) (ONDES_HALVED_EDGE / (2 * G_PI) * (TURN >> level));

  return g_test_rand_int_range (-most, most + 1);
}

static void
test_slow (void)
{
  for (guint level = 1; level <= 12; level++)
    {
      const gsize n = (gsize) g_test_rand_int_range (1, 200);
      const gint64 steps = slow_steps (level);
      const gboolean iq = g_test_rand_bit ();
      g_autofree double complex *got = outputs_new (steps, level, n, iq);

      for (gsize i = 0; i < n; i++)
        g_assert_cmpfloat (cabs (got[i] - tone (steps, (gint64) (i << level), iq)), <=, 5e-15);
    }
}

/* Frequencies that look like slow ones where samples are 2^level apart. */
static void
test_aliases (void)
{
  for (guint level = 1; level <= 12; level++)
    {
      const gsize n = (gsize) g_test_rand_int_range (1, 200);
      const gint64 whole = (gint64) g_test_rand_int_range (1, 1 << level) * (TURN >> level);
      g_autofree double complex *got = outputs_new (slow_steps (level) + whole, level, n, g_test_rand_bit ());

      for (gsize i = 0; i < n; i++)
        g_assert_cmpfloat (cabs (got[i]), <=, 5e-15);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/cpu/halve/what-is-slow-stays", test_slow);
  g_test_add_func ("/ondes/cpu/halve/what-would-look-slow-goes", test_aliases);
  return g_test_run ();
}
