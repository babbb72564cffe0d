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

/* The same from samples @stride apart, interpolated: node j stands at sample @origin + j stride. @power is the nodes' |W|².
 * Nodes reach ONDES_CWT_NODES beyond the samples on both sides, or where @round is TRUE go on at the other end. @chunks: room
 * for m / ONDES_CHUNK + 1 values. */
void       ondes_pool_add_strided (OndesPool          *self,
                                   guint               row,
                                   guint64             at,
                                   gsize               n,
                                   const OndesKernels *kernels,
                                   const void         *nodes,
                                   gboolean            complex,
                                   const void         *power,
                                   gsize               m,
                                   gint64              origin,
                                   guint               stride,
                                   gboolean            round,
                                   double              gain,
                                   void               *chunks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesPool, ondes_pool_free)

G_END_DECLS
