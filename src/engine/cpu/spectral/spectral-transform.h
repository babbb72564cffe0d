/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fast transform of vectors in memory, in natural order: the levels within parts that fit in L1, the levels between the parts
 * of a block that fits in L2, and passes of tiles for the levels between blocks. Parts are done in sequence as values are read
 * or written. Either blocks or passes may come first; a convolution multiplies between two passes of tiles, or of blocks if
 * there are no tiles. */
#pragma once

#include "spectral-io.h"
#include "spectral-kernels.h"

G_BEGIN_DECLS

typedef struct _OndesSpectralTransform
{
  OndesEngine                *engine;
  const OndesSpectralKernels *kernels; /* NULL if the vectors are too short */
  const OndesSpectralType    *type;
  OndesButterfly              what;
  gsize                       total;   /* values, or words of packed bits */
  guint                       n, block, part; /* log2 of the values (or words) per vector, block and part */
  guint                       unit, piece; /* log2 of the values per block and part; counts packed bits singly */
  guint                       passes;  /* passes of tiles */
  gsize                       size;    /* bytes per value (or word) */
} OndesSpectralTransform;

/* 2^rows rows of @columns values, starting at value @at, @stride values apart. */
typedef struct
{
  guint rows;
  gsize at, stride, columns;
} OndesSpectralTile;

typedef void (*OndesSpectralTilePiece) (gpointer                 data,
                                        guint                    worker,
                                        const OndesSpectralTile *tile);

/* Plans the transform of @total values of @type, in vectors of 2^@n. */
void     ondes_spectral_transform_init (OndesSpectralTransform       *self,
                                        OndesEngine                  *engine,
                                        OndesType                     type,
                                        OndesButterfly                what,
                                        gsize                         total,
                                        guint                         n);
/* Plans the transform of the values of @run, which is the first member of what its other hooks get, and has them transformed block
 * by block while they are read. */
void     ondes_spectral_transform_begin (OndesSpectralTransform      *self,
                                        OndesSpectralRun             *run,
                                        OndesType                     type,
                                        OndesButterfly                what);
/* Applies the levels within part @i of the values at @x. */
void     ondes_spectral_part           (const OndesSpectralTransform *self,
                                        void                         *x,
                                        gsize                         i);
/* Applies the levels between the parts of block @i. */
void     ondes_spectral_parts          (const OndesSpectralTransform *self,
                                        void                         *x,
                                        gsize                         i);
/* Applies all levels within block @i: its parts, then the levels between them. */
void     ondes_spectral_block          (const OndesSpectralTransform *self,
                                        void                         *x,
                                        gsize                         i);
/* Calls @piece for every tile of pass @pass; @work as in ondes_job_pass(). */
gboolean ondes_spectral_tiles          (const OndesSpectralTransform *self,
                                        OndesJob                     *job,
                                        double                        work,
                                        guint                         pass,
                                        OndesSpectralTilePiece        piece,
                                        gpointer                      data);
/* Applies the levels of @tile to the values at @x, in place. */
void     ondes_spectral_tile           (const OndesSpectralTransform *self,
                                        OndesJob                     *job,
                                        guint                         worker,
                                        void                         *x,
                                        const OndesSpectralTile      *tile);
/* Returns a worker's buffer for contiguous copies of @count tiles; NULL if out of memory: the job has failed. */
void    *ondes_spectral_local          (const OndesSpectralTransform *self,
                                        OndesJob                     *job,
                                        guint                         worker,
                                        const OndesSpectralTile      *tile,
                                        guint                         count);

/* Returns the row stride of a tile's copy, in values. */
static inline gsize
ondes_spectral_local_stride (const OndesSpectralTransform *self,
                             const OndesSpectralTile      *tile)
{
  return ONDES_SPECTRAL_STRIDE (tile->columns, self->size);
}

G_END_DECLS
