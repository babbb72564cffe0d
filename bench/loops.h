/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The usual loops of Gajić and Stanković 2011, single-threaded and compiled like all other code: within a step, loop A has a
 * strided inner loop, loop B a local one. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Transforms 2^n values in place. */
typedef void (*BenchLoop) (void *x,
                           guint n);

typedef struct
{
  const char *name;      /* name in the paper */
  BenchLoop   a, b;      /* a is NULL if there is only one loop */
} BenchLoops;

/* Indexed by OndesSpectrumKind, without orthonormal Haar. 32-bit integers; bytes for Reed–Muller. */
extern const BenchLoops bench_loops[];
/* Computes the dyadic convolution of f and g in f, with loop B on 64-bit integers. */
void bench_loop_convolve (gint64 *f,
                          gint64 *g,
                          guint   n);

G_END_DECLS
