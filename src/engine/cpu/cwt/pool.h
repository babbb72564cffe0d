/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pools samples into columns: the largest magnitude or power of each span, or its RMS or mean power, as samples arrive tile by
 * tile from several threads. */
#pragma once

#include "kernels.h"

G_BEGIN_DECLS

typedef struct
{
  guint64  first, count, columns; /* the view; span j = [first + ⌊j count / columns⌋, first + ⌊(j + 1) count / columns⌋) */
  guint    rows;
  gboolean power;
  gboolean rms;                   /* mean power instead of the maximum */
  guint64  column, n;             /* columns being gathered now */
  float   *values;                /* rows × n */
  double  *sums;                  /* rows × n of Σ |W|² if rms, otherwise NULL */
} OndesPool;

OndesPool *ondes_pool_new    (guint64              first,
                              guint64              count,
                              guint64              columns,
                              guint                rows,
                              gboolean             power,
                              gboolean             rms);
void       ondes_pool_free   (OndesPool           *self);
/* Starts gathering columns [column, column + n); FALSE if out of memory. */
gboolean   ondes_pool_gather (OndesPool           *self,
                              guint64              column,
                              guint64              n);
/* Returns the first sample of span @column. */
guint64    ondes_pool_start  (const OndesPool     *self,
                              guint64              column);
/* Returns the span that contains @sample. */
guint64    ondes_pool_column (const OndesPool     *self,
                              guint64              sample);

/* Samples [at, at + n) of a row, times a gain. */
typedef struct
{
  guint               row;
  guint64             at;
  gsize               n;
  const OndesKernels *kernels; /* of the samples' type */
  double              gain;
} OndesPoolPart;

/* Adds the samples, the first one at @z. Concurrent calls must not share samples of a row. */
void       ondes_pool_add    (OndesPool           *self,
                              const OndesPoolPart *part,
                              const void          *z,
                              gboolean             complex);

#define ONDES_STRIDE_MAX 512   /* most samples between adjacent nodes at one rate */
#define ONDES_PHASES      8    /* most places per interval */
#define ONDES_NODES       4    /* nodes needed on each side */
#define ONDES_BAND_EDGE   1.4  /* radians per node; edge of a row's significant band */

/* A row's samples @stride apart (nodes), a power of two no longer than the shortest span. Node j is at sample
 * @origin + j stride; the @m nodes are cyclic, and ONDES_NODES must be valid beyond each end of the requested samples. */
typedef struct
{
  const void *nodes;
  gboolean    complex;
  gsize       m;
  gint64      origin;
  guint       stride, phases; /* phases: parts of an interval, 2 … ONDES_PHASES, at most stride */
} OndesStrided;

/* As ondes_pool_add(), interpolating between nodes. Each end of the samples must be a node or the end of a span. @work:
 * ondes_pool_work() bytes for values of @size, private to this thread. It caches where spans begin among the nodes, so it must
 * be cleared before the first call and for another pool. */
void       ondes_pool_add_strided (OndesPool           *self,
                                   const OndesPoolPart *part,
                                   const OndesStrided  *from,
                                   void                *work);
gsize      ondes_pool_work        (gsize                size);
void       ondes_pool_work_clear  (void                *work);

/* Counterparts of these two for the mean. ondes_pool_finish() turns sums into values once all samples are added. */
void       ondes_pool_add_squares         (OndesPool           *self,
                                           const OndesPoolPart *part,
                                           const void          *z,
                                           gboolean             complex);
void       ondes_pool_add_strided_squares (OndesPool           *self,
                                           const OndesPoolPart *part,
                                           const OndesStrided  *from);
void       ondes_pool_finish              (OndesPool           *self);

/* Iterates over the spans that samples [at, at + n) touch, while at < end. */
typedef struct
{
  guint64 column, at, next, end, carry, quotient, remainder;
} OndesPoolIter;

OndesPoolIter ondes_pool_iter      (const OndesPool *self,
                                    guint64          at,
                                    gsize            n);
void          ondes_pool_iter_next (const OndesPool *self,
                                    OndesPoolIter   *iter);
float        *ondes_pool_value     (OndesPool       *self,
                                    guint            row,
                                    guint64          column);
/* Raises a column's value to @to atomically, as other threads may hold further parts of the same span. */
void          ondes_pool_raise     (OndesPool       *self,
                                    guint            row,
                                    guint64          column,
                                    float            to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesPool, ondes_pool_free)

G_END_DECLS
