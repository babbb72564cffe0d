/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops of Gajić and Stanković 2011 that programs usually have, on one thread and compiled as everything else is: A walks
 * through a step with the inner loop strided, B with the inner loop local. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* 2^n values in place. */
typedef void (*BenchLoop) (void *x,
                           guint n);

typedef struct
{
  const char *name;      /* as the paper calls it */
  BenchLoop   a, b;      /* a: NULL where there is one loop only */
} BenchLoops;

/* By OndesSpectrumKind; of orthonormal Haar there are none. Integers of 32 bits, of Reed–Muller bytes. */
extern const BenchLoops bench_loops[];
/* Dyadic convolution of f and g into f, by loop B on integers of 64 bits. */
void bench_loop_convolve (gint64 *f,
                          gint64 *g,
                          guint   n);

G_END_DECLS
