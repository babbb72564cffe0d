/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fast transform of vectors in memory, in natural order: the levels within parts that the first cache holds, those between the
 * parts of a block that the second holds, and passes of tiles over the levels between blocks. Parts follow one another as values
 * are read or put. Blocks or passes may come first; the product of a convolution stands between two passes of tiles, or of blocks
 * where there are no others. */
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
  guint                       n, block, part; /* log2 of those of a vector, of a block and of a part of it */
  guint                       unit, piece; /* log2 of the values of a block and of a part, in bits where they are packed */
  guint                       passes;  /* of tiles */
  gsize                       size;    /* bytes of one */
} OndesSpectralTransform;

/* 2^rows rows of @columns from value @at on, @stride apart. */
typedef struct
{
  guint rows;
  gsize at, stride, columns;
} OndesSpectralTile;

typedef void (*OndesSpectralTilePiece) (gpointer                 data,
                                        guint                    worker,
                                        const OndesSpectralTile *tile);

/* @total values of @type in vectors of 2^@n. */
void     ondes_spectral_transform_init (OndesSpectralTransform       *self,
                                        OndesEngine                  *engine,
                                        OndesType                     type,
                                        OndesButterfly                what,
                                        gsize                         total,
                                        guint                         n);
/* The levels within part @i of the values at @x. */
void     ondes_spectral_part           (const OndesSpectralTransform *self,
                                        void                         *x,
                                        gsize                         i);
/* The levels between the parts of block @i. */
void     ondes_spectral_parts          (const OndesSpectralTransform *self,
                                        void                         *x,
                                        gsize                         i);
/* Both. */
void     ondes_spectral_block          (const OndesSpectralTransform *self,
                                        void                         *x,
                                        gsize                         i);
/* Hands all tiles of pass @pass to @piece; @work as in ondes_job_pass(). */
gboolean ondes_spectral_tiles          (const OndesSpectralTransform *self,
                                        OndesJob                     *job,
                                        double                        work,
                                        guint                         pass,
                                        OndesSpectralTilePiece        piece,
                                        gpointer                      data);
/* The levels of a tile of the values at @x, in place. */
void     ondes_spectral_tile           (const OndesSpectralTransform *self,
                                        OndesJob                     *job,
                                        guint                         worker,
                                        void                         *x,
                                        const OndesSpectralTile      *tile);
/* A worker's memory for the copies of @count tiles, one behind another; NULL where there is none, and the job has failed. */
void    *ondes_spectral_local          (const OndesSpectralTransform *self,
                                        OndesJob                     *job,
                                        guint                         worker,
                                        const OndesSpectralTile      *tile,
                                        guint                         count);

/* Values by which rows of a tile's copy stand apart. */
static inline gsize
ondes_spectral_local_stride (const OndesSpectralTransform *self,
                             const OndesSpectralTile      *tile)
{
  return ONDES_SPECTRAL_STRIDE (tile->columns, self->size);
}

G_END_DECLS
