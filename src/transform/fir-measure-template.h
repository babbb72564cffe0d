/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Amplitudes of taps in the type REAL. Functions are named by NAME(), and COS is the cosine of REAL.
 *
 * A (f) of M = 2 K + 1 taps is wanted at N = S L frequencies, L ≥ M a power of two. For s = 0 … S − 1, those at S k + s are an FFT
 * of length L of the taps times exp (−2πi s m/N). The taps are symmetric, so each of these spectra is real: one FFT gives two.
 */

/* Returns the cosines of the first quarter of the L-th roots of unity, L/4 + 1 of them; the sine of root i is cosine L/4 − i. */
static REAL *
NAME (make_roots) (guint    length,
                   GError **error)
{
  REAL *roots = ondes_memory_try ((length / 4 + (gsize) 1) * sizeof *roots, error);

  for (guint i = 0; roots != NULL && i <= length / 4; i++)
    roots[i] = COS (2 * (REAL) M_PIl * i / length);
  return roots;
}

/* Sets @step to cosine and sine of an angle of @cycles turns, less the whole ones. */
static void
NAME (turn) (double cycles,
             double lost, /* of their rounding */
             REAL   at[2])
{
  const REAL angle = 2 * (REAL) M_PIl * ((REAL) (cycles - rint (cycles)) + lost);

  at[0] = COS (angle);
  at[1] = COS (angle - (REAL) M_PI_2l);
}

/* Takes @at from m − 1 to m times @cycles turns, of which @step is one. The recurrence begins anew before its rounding shows. */
static inline void
NAME (advance) (double     cycles,
                guint      m,
                const REAL step[2],
                REAL       at[2])
{
  const REAL before = at[0];

  if (m % TURNS_KEPT == 0)
    {
      NAME (turn) (cycles * m, fma (cycles, m, -(cycles * m)), at);
      return;
    }
  at[0] = at[0] * step[0] - at[1] * step[1];
  at[1] = at[1] * step[0] + before * step[1];
}

/* Transforms @length complex values in place, which stand in the order of reversed bits. */
static void
NAME (transform) (REAL       *z,
                  guint       length,
                  const REAL *roots)
{
  const guint quarter = length / 4;

  for (gsize b = 0; b < 2 * (gsize) length; b += 4)
    for (guint c = 0; c < 2; c++)
      {
        const REAL x = z[b + c], y = z[b + c + 2];

        z[b + c] = x + y;
        z[b + c + 2] = x - y;
      }
  for (guint half = 2; half < length; half *= 2)
    for (gsize b = 0; b < length; b += 2 * half)
      for (guint j = 0; j < half / 2; j++)
        {
          const guint at = j * (length / 2 / half);
          const REAL c = roots[at], s = roots[quarter - at];
          REAL *p = z + 2 * (b + j), *q = p + half, *u = p + 2 * (gsize) half, *v = q + 2 * (gsize) half;
          const REAL ur = c * u[0] + s * u[1], ui = c * u[1] - s * u[0]; /* times exp (−iα) */
          const REAL vr = c * v[1] - s * v[0], vi = -c * v[0] - s * v[1]; /* times −i exp (−iα) */

          u[0] = p[0] - ur;
          u[1] = p[1] - ui;
          p[0] += ur;
          p[1] += ui;
          v[0] = q[0] - vr;
          v[1] = q[1] - vi;
          q[0] += vr;
          q[1] += vi;
        }
}

/* Stores the taps, turned for the frequencies S k + s and S k + s + 1, in the order of reversed bits. */
static void
NAME (load) (const Measured *self,
             guint           s,
             REAL           *z)
{
  const guint length = self->length, half = self->half;
  const double cycles[] = { (double) s / self->steps / length, (s + 1.0) / self->steps / length };
  REAL step[2][2], a[2] = { 1, 0 }, b[2] = { 1, 0 };

  memset (z, 0, 2 * (gsize) length * sizeof *z);
  for (guint i = 0; i < 2; i++)
    NAME (turn) (cycles[i], 0, step[i]);
  for (guint m = 0; m <= half; m++)
    {
      const REAL tap = self->taps[half + m];
      REAL *right = z + 2 * (gsize) reverse_bits (m, length), *left = z + 2 * (gsize) reverse_bits ((length - m) % length, length);

      if (m > 0)
        {
          NAME (advance) (cycles[0], m, step[0], a);
          NAME (advance) (cycles[1], m, step[1], b);
        }
      /* (A + i B) times the taps; times i too if they are antisymmetric, which makes the spectra real */
      left[0] = tap * (self->is_odd ? b[0] + a[1] : a[0] - b[1]);
      left[1] = tap * (self->is_odd ? b[1] - a[0] : b[0] + a[1]);
      right[0] = tap * (self->is_odd ? a[1] - b[0] : a[0] + b[1]);
      right[1] = tap * (self->is_odd ? a[0] + b[1] : b[0] - a[1]);
    }
}

/* Returns the amplitude at @cycles a sample. */
static REAL
NAME (amplitude_at) (const Measured *self,
                     double          cycles)
{
  REAL sum = self->is_odd ? 0 : (REAL) self->taps[self->half] / 2, step[2], at[2] = { 1, 0 };

  NAME (turn) (cycles, 0, step);
  for (guint m = 1; m <= self->half; m++)
    {
      NAME (advance) (cycles, m, step, at);
      sum += self->taps[self->half + m] * at[self->is_odd];
    }
  return 2 * sum;
}

/* Updates the worst deviation by those at the N frequencies. */
static gboolean
NAME (measure_all) (Measured *self,
                    GError  **error)
{
  g_autofree REAL *roots = NAME (make_roots) (self->length, error);
  g_autofree REAL *z = roots != NULL ? ondes_memory_try (2 * (gsize) self->length * sizeof *z, error) : NULL;

  for (guint s = 0; z != NULL && s < self->steps; s += 2)
    {
      if (g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error))
        return FALSE;
      NAME (load) (self, s, z);
      NAME (transform) (z, self->length, roots);
      for (gsize k = 0; k < self->length / 2; k++)
        for (guint c = 0; c < 2; c++)
          see (self, ((double) k + (double) (s + c) / self->steps) / self->length, (long double) z[2 * k + c], self->factor);
    }
  return z != NULL;
}

/* Updates the worst deviation by that at an edge of a transition. */
static void
NAME (measure_edge) (Measured *self,
                     double    cycles)
{
  see (self, cycles, (long double) NAME (amplitude_at) (self, cycles), 1);
}
