/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns: the largest magnitude or power of each span of samples, or the root of the mean power or that itself, as samples come,
 * tile by tile and from several threads. */
#pragma once

#include "kernels.h"

G_BEGIN_DECLS

typedef struct
{
  guint64  first, count, columns; /* the view; span j = [first + ⌊j count / columns⌋, first + ⌊(j + 1) count / columns⌋) */
  guint    rows;
  gboolean power;
  gboolean rms;                   /* of the mean, else the largest */
  guint64  column, n;             /* the columns that are gathered now */
  float   *values;                /* rows × n */
  double  *sums;                  /* the same of |W|², where it is the mean; NULL else */
} OndesPool;

OndesPool *ondes_pool_new    (guint64              first,
                              guint64              count,
                              guint64              columns,
                              guint                rows,
                              gboolean             power,
                              gboolean             rms);
void       ondes_pool_free   (OndesPool           *self);
/* Columns [column, column + n) from now on; FALSE where there is no memory. */
gboolean   ondes_pool_gather (OndesPool           *self,
                              guint64              column,
                              guint64              n);
/* First sample of span @column. */
guint64    ondes_pool_start  (const OndesPool     *self,
                              guint64              column);
/* The span in which @sample lies. */
guint64    ondes_pool_column (const OndesPool     *self,
                              guint64              sample);
/* Samples [at, at + n) of @row, times @gain. No two calls at the same time share samples of a row. */
void       ondes_pool_add    (OndesPool           *self,
                              guint                row,
                              guint64              at,
                              gsize                n,
                              const OndesKernels  *kernels,
                              const void          *z,
                              gboolean             complex,
                              double               gain);

#define ONDES_STRIDE_MOST 512  /* samples between two nodes of one rate */
#define ONDES_PHASES      8    /* places of an interval, at most */
#define ONDES_NODES       4    /* that are needed on each side */
#define ONDES_BAND_EDGE   1.4  /* radians a node, up to which a row may have what counts */

/* A row's samples @stride apart, a power of two that is not more than the shortest span. Node j stands at sample
 * @origin + j stride; there are @m, the first after the last, and ONDES_NODES beyond what is asked for on both sides. */
typedef struct
{
  const void *nodes;
  gboolean    complex;
  gsize       m;
  gint64      origin;
  guint       stride, phases; /* phases: into so many parts an interval is divided, 2 … ONDES_PHASES and not over stride */
} OndesStrided;

/* The same from these, interpolated. Each end of the samples is a node or the end of a span. @work: ondes_pool_work() bytes for
 * values of @size, of this thread alone, which keep from call to call where spans begin among nodes: cleared before the first
 * and where the pool is another. */
void       ondes_pool_add_strided (OndesPool          *self,
                                   guint               row,
                                   guint64             at,
                                   gsize               n,
                                   const OndesKernels *kernels,
                                   const OndesStrided *from,
                                   double              gain,
                                   void               *work);
gsize      ondes_pool_work        (gsize               size);
void       ondes_pool_work_clear  (void               *work);

/* What these two do for the mean; ondes_pool_finish(), once all samples came, makes values of sums. */
void       ondes_pool_add_squares         (OndesPool          *self,
                                           guint               row,
                                           guint64             at,
                                           gsize               n,
                                           const OndesKernels *kernels,
                                           const void         *z,
                                           gboolean            complex,
                                           double              gain);
void       ondes_pool_add_strided_squares (OndesPool          *self,
                                           guint               row,
                                           guint64             at,
                                           gsize               n,
                                           const OndesKernels *kernels,
                                           const OndesStrided *from,
                                           double              gain);
void       ondes_pool_finish              (OndesPool          *self);

/* The spans that samples [at, at + n) touch, one after the other while at < end. */
typedef struct
{
  guint64 column, at, next, end, carry, quotient, remainder;
} OndesPoolWalk;

OndesPoolWalk ondes_pool_walk    (const OndesPool *self,
                                  guint64          at,
                                  gsize            n);
void          ondes_pool_walk_on (const OndesPool *self,
                                  OndesPoolWalk   *walk);
float        *ondes_pool_value   (OndesPool       *self,
                                  guint            row,
                                  guint64          column);
/* Where others may be at work on a span of which this is but a part. */
void          ondes_pool_raise   (OndesPool       *self,
                                  guint            row,
                                  guint64          column,
                                  float            to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesPool, ondes_pool_free)

G_END_DECLS
