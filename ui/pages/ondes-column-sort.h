/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables whose rows are an OndesSortedList: by which column and which way the heads of a view ask to sort it, and a bar that
 * filters it. Main thread only. */
#pragma once

#include <gtk/gtk.h>

#include "session/sorted-list.h"

G_BEGIN_DECLS

typedef struct
{
  const char *title; /* NULL for none yet */
  GCallback   setup, bind, unbind, teardown; /* of its factory, swapped; @teardown may be NULL */
  gboolean    sorts; /* and can be resized */
  gboolean    expands;
} OndesColumn;

/* Appends column @which to @view, whose signals go to @owner. Returns the column, borrowed. */
GtkColumnViewColumn *ondes_column_add (GtkWidget         *view,
                                       guint              which,
                                       const OndesColumn *how,
                                       gpointer           owner);
/* Returns the number of the column that @factory makes. */
guint    ondes_column_of        (GtkListItemFactory  *factory);
/* Sets the column that was clicked last and the way; FALSE if there is none. */
gboolean ondes_column_sort_find (GtkWidget           *view,
                                 guint               *which,
                                 gboolean            *descending);

/* Both owned by the bar. */
typedef struct
{
  GtkWidget *entry;
  GtkLabel  *count; /* beside it */
} OndesListFilter;

/* Creates a bar whose entry filters @list; Return there goes to the rows in @table. @name is for assistive technologies. */
GtkWidget *ondes_list_filter_new   (OndesListFilter       *self,
                                    OndesSortedList       *list,
                                    gpointer               table,
                                    const char            *placeholder,
                                    const char            *name);
/* Shows how many of @all rows are in @list. */
void       ondes_list_filter_count (const OndesListFilter *self,
                                    OndesSortedList       *list,
                                    guint64                all);

G_END_DECLS
