/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner loops of the fast transforms, for each type and butterfly and for several levels of x86-64. Packed bits count as
 * words, the pairs within a word among them. */
#pragma once

#include "spectral.h"

G_BEGIN_DECLS

/* log2 of the values of @size bytes that are transformed in the first cache */
#define ONDES_SPECTRAL_BASE(size) (14 - ONDES_LOG2 (size))
#define ONDES_LOG2(x)             ((guint) (8 * sizeof (int) - 1 - __builtin_clz (x)))
#define ONDES_SPECTRAL_SHORT 5 /* log2 */
/* Values by which rows of a tile's copy stand apart: a line more than they are long, so that they do not meet in the cache. */
#define ONDES_SPECTRAL_STRIDE(columns, size) ((columns) + 64 / (size))

typedef struct
{
  /* Vectors of 2^@n values that the first cache holds, n at least ONDES_SPECTRAL_SHORT, @total values one behind another. */
  void (*low)  (void *x, gsize total, guint n);
  /* The levels between 2^@n_rows rows of @columns, a multiple of 64 bytes, that stand @src_stride values apart, to rows @dst_stride
   * apart; @dst may be @src. @local holds 2^@n_rows rows of ONDES_SPECTRAL_STRIDE values, and may be @dst; unused up to 3
   * levels. */
  void (*tile) (const void *src, gsize src_stride, void *dst, gsize dst_stride, guint n_rows, gsize columns, void *local);
  /* The same levels of @f and of @g, which may be @f, their product and the levels of that, into @f; @local holds two tiles. NULL
   * but for Walsh in the types of dyadic convolution. */
  void (*product) (void *f, const void *g, gsize stride, guint n_rows, gsize columns, void *local);
} OndesSpectralKernels;

const OndesSpectralKernels *ondes_spectral_kernels (OndesType      type,
                                                    OndesButterfly what);

G_END_DECLS
