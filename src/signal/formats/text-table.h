/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A growing table of rows of doubles; memory is checked before it is allocated. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _OndesTextTable OndesTextTable;

OndesTextTable *ondes_text_table_new    (guint                 columns,
                                         const char           *display);
void            ondes_text_table_free   (OndesTextTable       *self);
/* Appends a row; fails with an error sentence if out of memory. */
gboolean        ondes_text_table_append (OndesTextTable       *self,
                                         const double         *row,
                                         GError              **error);
guint           ondes_text_table_columns (const OndesTextTable *self);
guint64         ondes_text_table_rows   (const OndesTextTable *self);
double          ondes_text_table_get    (const OndesTextTable *self,
                                         guint64               row,
                                         guint                 column);
void            ondes_text_table_set    (OndesTextTable       *self,
                                         guint64               row,
                                         guint                 column,
                                         double                value);
/* Copies rows [at, at + n) of one column. Any thread, once the table is complete. */
void            ondes_text_table_read   (const OndesTextTable *self,
                                         guint                 column,
                                         guint64               at,
                                         gsize                 n,
                                         double               *dst);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesTextTable, ondes_text_table_free)

G_END_DECLS
