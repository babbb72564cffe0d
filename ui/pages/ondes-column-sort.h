/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting of tables whose rows a worker sorts: by which column and which way the heads of a view ask for it. Main thread only. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes @view be sorted by @column, whose number is @which. */
void     ondes_column_sort_add  (GtkWidget           *view,
                                 GtkColumnViewColumn *column,
                                 guint                which);
/* Sets the column that was clicked last and the way; FALSE if there is none. */
gboolean ondes_column_sort_find (GtkWidget           *view,
                                 guint               *which,
                                 gboolean            *descending);

G_END_DECLS
