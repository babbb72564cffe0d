/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of the Reed–Muller transform on packed bits, 64 coefficients per word; pairs within a word by shift and mask. */
#include "spectral.h"

#include <string.h>

/* lower[step] masks the bits whose index has bit step clear. */
static const guint64 lower[] = {
  G_GUINT64_CONSTANT (0x5555555555555555), G_GUINT64_CONSTANT (0x3333333333333333), G_GUINT64_CONSTANT (0x0f0f0f0f0f0f0f0f),
  G_GUINT64_CONSTANT (0x00ff00ff00ff00ff), G_GUINT64_CONSTANT (0x0000ffff0000ffff), G_GUINT64_CONSTANT (0x00000000ffffffff),
};

static void
cooley_tukey_bits (OndesButterfly what,
                   void          *x,
                   guint          step,
                   gsize          t0,
                   gsize          t1)
{
  guint64 *words = x;

  if (step >= 6)
    ondes_spectral_i64.cooley_tukey (what, x, step - 6, t0 / 64, t1 / 64);
  else
    for (gsize w = t0 / 32; w < (t1 + 31) / 32; w++)
      words[w] ^= (words[w] & lower[step]) << (1 << step);
}

/* Swaps the two inner quarters of every 4 · 2^@step bits. */
static guint64
swap_quarters (guint64 x,
               guint   step)
{
  const guint64 quarter = lower[step + 1] & ~lower[step];
  const guint64 t = (x ^ x >> (1 << step)) & quarter;

  return x ^ t ^ t << (1 << step);
}

/* Threads [32 w, 32 w + 32) read word w and store two runs of 32 bits, or one word if these are less than 64 bits apart. */
static void
constant_geometry_bits (const OndesConstantStep *self,
                        const void              *from,
                        void                    *to)
{
  const guint step = self->step;

  for (gsize w = self->t0 / 32; w < (self->t1 + 31) / 32; w++)
    {
      guint64 x = ((const guint64 *) from)[w];

      x ^= (x & lower[0]) << 1;
      for (guint i = 0; i < 5; i++)
        x = swap_quarters (x, i);
      if (step > 5)
        {
          const gsize t = 32 * w, distance = (gsize) 1 << step, at = (t & (distance - 1)) + (t >> step << (step + 1));

          ((guint32 *) to)[at / 32] = (guint32) x;
          ((guint32 *) to)[(at + distance) / 32] = (guint32) (x >> 32);
        }
      else
        {
          for (guint i = 5; i-- > step;)
            x = swap_quarters (x, i);
          ((guint64 *) to)[w] = x;
        }
    }
}

/* Transposes a 64 × 64 bit matrix: bit j of word i becomes bit i of word j. */
static void
transpose (guint64 *words)
{
  for (guint step = 6; step-- > 0;)
    for (guint i = 0; i < 64; i++)
      if (!(i >> step & 1))
        {
          guint64 *a = words + i, *b = a + (1 << step);
          const guint64 t = (*a >> (1 << step) ^ *b) & lower[step];

          *b ^= t;
          *a ^= t << (1 << step);
        }
}

static guint
reversed_6 (guint i)
{
  return (guint) ondes_spectrum_natural_index (ONDES_ORDER_PALEY, 6, i);
}

/* The index is (a, middle, c), a and c of six bits each. The words a of one middle form a 64 × 64 bit tile, which is transposed
 * with a and c reversed and swapped with the tile of the reversed middle. */
static void
reverse_bits (void *data,
              guint n,
              gsize from,
              gsize to)
{
  guint64 *x = data, tiles[2][64];

  if (n < 12) /* one vector, or all vectors within a word */
    {
      const gsize bits = MAX (64, (gsize) 1 << n), mask = ((gsize) 1 << n) - 1;
      guint64 copy[64];

      memcpy (copy, x, bits / 8);
      memset (x, 0, bits / 8);
      for (gsize i = 0; i < bits; i++)
        {
          const gsize j = (i & ~mask) + ondes_spectrum_natural_index (ONDES_ORDER_PALEY, n, i & mask);

          x[i / 64] |= (copy[j / 64] >> j % 64 & 1) << i % 64;
        }
      return;
    }
  for (gsize middle = from; middle < to; middle++)
    {
      const gsize middles[] = { middle, ondes_spectrum_natural_index (ONDES_ORDER_PALEY, n - 12, middle) };

      if (middles[1] < middles[0])
        continue;
      for (guint i = 0; i < 2; i++)
        {
          for (guint a = 0; a < 64; a++)
            tiles[i][reversed_6 (a)] = x[((gsize) a << (n - 12)) + middles[i]];
          transpose (tiles[i]);
        }
      for (guint i = 0; i < 2; i++)
        for (guint a = 0; a < 64; a++)
          x[((gsize) a << (n - 12)) + middles[i]] = tiles[1 - i][reversed_6 (a)];
    }
}

const OndesSpectralType ondes_spectral_bits = {
  .cooley_tukey = cooley_tukey_bits,
  .constant_geometry = constant_geometry_bits,
  .reverse = reverse_bits,
  .reverse_bits = 6,
};
