/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "loops.h"

#include "transform/spectrum.h"

#define BUTTERFLY(T, FIRST, SECOND) \
  { \
    const T u = x[i], v = x[i + step]; \
    x[i] = (T) (FIRST); \
    x[i + step] = (T) (SECOND); \
  }

#define LOOP_A(name, T, FIRST, SECOND) \
  static void name##_a (void *data, guint n) \
  { \
    T *x = data; \
    for (gsize step = (gsize) 1 << n >> 1; step > 0; step /= 2) \
      for (gsize j = 0; j < step; j++) \
        for (gsize i = j; i < (gsize) 1 << n; i += 2 * step) \
          BUTTERFLY (T, FIRST, SECOND) \
  }

#define LOOP_B(name, T, FIRST, SECOND) \
  static void name##_b (void *data, guint n) \
  { \
    T *x = data; \
    for (gsize step = (gsize) 1 << n >> 1; step > 0; step /= 2) \
      for (gsize j = 0; j < (gsize) 1 << n; j += 2 * step) \
        for (gsize i = j; i < j + step; i++) \
          BUTTERFLY (T, FIRST, SECOND) \
  }

LOOP_A (walsh, guint32, u + v, u - v)
LOOP_B (walsh, guint32, u + v, u - v)
LOOP_A (reed_muller, guint8, u, v ^ u)
LOOP_B (reed_muller, guint8, u, v ^ u)
LOOP_A (arithmetic, guint32, u, v - u)
LOOP_B (arithmetic, guint32, u, v - u)
LOOP_B (walsh_64, guint64, u + v, u - v)

static void
haar (void *data,
      guint n)
{
  guint32 *x = data;

  for (gsize step = 1; step < (gsize) 1 << n; step *= 2)
    for (gsize i = 0; i < (gsize) 1 << n; i += 2 * step)
      BUTTERFLY (guint32, u + v, u - v)
}

const BenchLoops bench_loops[] = {
  [ONDES_SPECTRUM_WALSH] = { "FWT", walsh_a, walsh_b },
  [ONDES_SPECTRUM_HAAR] = { "FHT", NULL, haar },
  [ONDES_SPECTRUM_REED_MULLER] = { "FRMT", reed_muller_a, reed_muller_b },
  [ONDES_SPECTRUM_ARITHMETIC] = { "FAT", arithmetic_a, arithmetic_b },
};

void
bench_loop_convolve (gint64 *f,
                     gint64 *g,
                     guint   n)
{
  walsh_64_b (f, n);
  walsh_64_b (g, n);
  for (gsize i = 0; i < (gsize) 1 << n; i++)
    f[i] *= g[i];
  walsh_64_b (f, n);
  for (gsize i = 0; i < (gsize) 1 << n; i++)
    f[i] >>= n;
}
