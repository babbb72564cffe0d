/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns: the largest magnitude or power of each span of samples, as samples come, tile by tile and from several threads. */
#pragma once

#include "kernels.h"

G_BEGIN_DECLS

typedef struct
{
  guint64  first, count, columns; /* the view; span j = [first + ⌊j count / columns⌋, first + ⌊(j + 1) count / columns⌋) */
  guint    rows;
  gboolean power;
  guint64  column, n;             /* the columns that are gathered now */
  float   *values;                /* rows × n */
} OndesPool;

OndesPool *ondes_pool_new    (guint64              first,
                              guint64              count,
                              guint64              columns,
                              guint                rows,
                              gboolean             power);
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

/* The same from samples @stride apart, W interpolated at places @grid apart, |W|² between these; both are powers of two, and
 * stride at most ONDES_PHASES grids. Node j stands at sample @origin + j stride. The @m nodes reach ONDES_CWT_NODES
 * beyond the samples on both sides, and there are others up to @room, or where that is @m they go on at the other end.
 * @work: room for ondes_pool_work() values. */
void       ondes_pool_add_strided (OndesPool          *self,
                                   guint               row,
                                   guint64             at,
                                   gsize               n,
                                   const OndesKernels *kernels,
                                   const void         *nodes,
                                   gboolean            complex,
                                   gsize               m,
                                   gsize               room,
                                   gint64              origin,
                                   guint               stride,
                                   guint               grid,
                                   double              gain,
                                   void               *work);
gsize      ondes_pool_work        (gsize               m);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesPool, ondes_pool_free)

G_END_DECLS
