/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "halve.h"

#include "base/clones.h"

#include <string.h>

#define PAIRS   7 /* pairs of odd samples, at distances 1, 3 … 13 */
#define REACH   (2 * PAIRS - 1)
#define AT_ONCE 512

guint64
ondes_halving_reach (guint level)
{
  return REACH * ((G_GUINT64_CONSTANT (1) << level) - 1);
}

static gsize
buffer_length (guint level)
{
  return ((gsize) ONDES_HALVING_PIECE >> level) + 2 * REACH + 4;
}

gsize
ondes_halving_bytes (guint level,
                     guint parts)
{
  gsize samples = 0;

  for (guint i = 0; i < level; i++)
    samples += buffer_length (i);
  return samples * parts * sizeof (double);
}

void
ondes_halving_begin (OndesHalving *self,
                     guint         level,
                     guint         parts,
                     void         *work)
{
  double *at = work;

  self->level = level;
  self->parts = parts;
  for (guint i = 0; i < level; i++)
    {
      self->waiting[i] = at;
      self->n_waiting[i] = 0;
      at += buffer_length (i) * parts;
    }
}

double *
ondes_halving_next (OndesHalving *self)
{
  return self->waiting[0] + self->n_waiting[0] * self->parts;
}

/* Returns half the Lagrange weights of interpolation at the midpoint, starting with the sample at distance REACH. */
static const double *
filter (void)
{
  static double weights[PAIRS];
  static gsize once;

  if (g_once_init_enter (&once))
    {
      for (int k = 0; k < PAIRS; k++)
        {
          const double at = REACH - 2 * k;

          weights[k] = 0.25;
          for (int j = 0; j < PAIRS; j++)
            {
              const double distance = REACH - 2 * j;

              if (j != k)
                weights[k] *= distance * distance / (distance * distance - at * at);
            }
        }
      g_once_init_leave (&once, 1);
    }
  return weights;
}

/* Computes @n outputs at half the rate; @x starts REACH samples before that of output 0. */
CLONES static void
halve (const double *restrict x,
       gsize         n,
       gsize         parts,
       const double *restrict weights,
       double       *restrict out)
{
  double odd[2 * (AT_ONCE + REACH)];

  for (gsize done = 0; done < n; done += AT_ONCE)
    {
      const gsize m = MIN (AT_ONCE, n - done);
      const double *from = x + 2 * done * parts, *even = from + REACH * parts;
      double *to = out + done * parts;

      if (parts == 1)
        {
          for (gsize i = 0; i < m + REACH; i++)
            odd[i] = from[2 * i];
          for (gsize i = 0; i < m; i++)
            to[i] = even[2 * i] / 2;
        }
      else
        {
          for (gsize i = 0; i < m + REACH; i++)
            {
              odd[2 * i] = from[4 * i];
              odd[2 * i + 1] = from[4 * i + 1];
            }
          for (gsize i = 0; i < m; i++)
            {
              to[2 * i] = even[4 * i] / 2;
              to[2 * i + 1] = even[4 * i + 1] / 2;
            }
        }
      for (gsize i = 0; i < m * parts; i++)
        {
          double sum = 0;

          for (gsize k = 0; k < PAIRS; k++) /* smallest weights first */
            sum += weights[k] * (odd[i + k * parts] + odd[i + (REACH - k) * parts]);
          to[i] += sum;
        }
    }
}

gsize
ondes_halving_take (OndesHalving *self,
                    gsize         n,
                    double       *out)
{
  for (guint i = 0; i < self->level; i++)
    {
      double *x = self->waiting[i];
      const gsize have = self->n_waiting[i] += n;

      n = have > 2 * REACH ? (have - 2 * REACH - 1) / 2 + 1 : 0;
      halve (x, n, self->parts, filter (), i + 1 < self->level ? self->waiting[i + 1] + self->n_waiting[i + 1] * self->parts : out);
      self->n_waiting[i] = have - 2 * n;
      memmove (x, x + 2 * n * self->parts, self->n_waiting[i] * self->parts * sizeof *x);
    }
  return n;
}
