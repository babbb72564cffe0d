/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inner loops of the fast transforms, for each type and butterfly and for several x86-64 levels. Packed bits are handled as
 * words, including the pairs within a word. */
#pragma once

#include "spectral.h"

G_BEGIN_DECLS

/* log2 of the number of @size-byte values transformed within L1 */
#define ONDES_SPECTRAL_BASE(size) (14 - ONDES_LOG2 (size))
#define ONDES_LOG2(x)             ((guint) (8 * sizeof (int) - 1 - __builtin_clz (x)))
#define ONDES_SPECTRAL_SHORT 5 /* log2 of the shortest vector that the kernels accept */
/* Row stride of a tile's copy, in values: one cache line of padding avoids cache conflicts between rows. */
#define ONDES_SPECTRAL_STRIDE(columns, size) ((columns) + 64 / (size))

/* Rows to transform from src to dst, which may be the same; strides are in values. */
typedef struct
{
  const void *src;
  gsize       src_stride;
  void       *dst;
  gsize       dst_stride;
  gsize       columns; /* values per row, a multiple of 64 bytes */
} OndesSpectralRows;

typedef struct
{
  /* Transforms @total contiguous values as vectors of 2^@n values that fit in L1; n ≥ ONDES_SPECTRAL_SHORT. */
  void (*low)  (void *x, gsize total, guint n);
  /* Applies the levels across 2^@n rows. @local holds 2^@n rows of ONDES_SPECTRAL_STRIDE() values and may be dst; unused for up
   * to 3 levels. */
  void (*tile) (const OndesSpectralRows *rows, guint n, void *local);
  /* Applies these levels to @f and @g, multiplies them and applies the levels to the product, all into @f; @g may be @f. @local
   * holds two tiles. NULL except for Walsh butterflies of the types of dyadic convolution. */
  void (*product) (void *f, const void *g, gsize stride, guint n_rows, gsize columns, void *local);
} OndesSpectralKernels;

const OndesSpectralKernels *ondes_spectral_kernels (OndesType      type,
                                                    OndesButterfly what);

G_END_DECLS
