/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fast transform of vectors in memory, in natural order. It is tiles and then blocks, or blocks and then tiles: what can be
 * done with a block while it is in the cache goes between. */
#pragma once

#include "spectral-kernels.h"

G_BEGIN_DECLS

typedef struct
{
  OndesEngine                *engine;
  const OndesSpectralKernels *kernels; /* NULL: the vectors are short */
  const OndesSpectralType    *type;
  OndesButterfly              what;
  gsize                       total;   /* values, or words of bits */
  guint                       n, block; /* log2 of those of a vector and of a block */
  gsize                       size;    /* bytes of one */
} OndesSpectralTransform;

/* @total values of @type in vectors of 2^@n. */
void     ondes_spectral_transform_init (OndesSpectralTransform       *self,
                                        OndesEngine                  *engine,
                                        OndesType                     type,
                                        OndesButterfly                what,
                                        gsize                         total,
                                        guint                         n);
/* All of it, in place; @work as in ondes_job_pass(). */
gboolean ondes_spectral_transform      (const OndesSpectralTransform *self,
                                        OndesJob                     *job,
                                        double                        work,
                                        void                         *x);
/* The levels between values that lie in different blocks; and those of block @i, whose length it returns. */
gboolean ondes_spectral_tiles          (const OndesSpectralTransform *self,
                                        OndesJob                     *job,
                                        double                        work,
                                        void                         *x);
gsize    ondes_spectral_blocks         (const OndesSpectralTransform *self);
gsize    ondes_spectral_block          (const OndesSpectralTransform *self,
                                        void                         *x,
                                        gsize                         i);

G_END_DECLS
