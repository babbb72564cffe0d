/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesTable: the linear or the difference table of an S-box, with what its picture needs. Immutable and counted; any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  gint32 *values;        /* row a, column b at a·columns + b */
  guint8 *levels;        /* of each its magnitude, 255 at @most or above */
  guint64 rows, columns;
  gint32  most;          /* largest magnitude where neither a nor b is 0, at least 1 */
  gatomicrefcount count;
} OndesTable;

/* Takes @values over: 2^inputs rows × 2^outputs columns. */
OndesTable *ondes_table_new   (gint32     *values,
                               guint       inputs,
                               guint       outputs);
OndesTable *ondes_table_ref   (OndesTable *self);
void        ondes_table_unref (OndesTable *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesTable, ondes_table_unref)

G_END_DECLS
