/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesListTable: the rows of a list, each an OndesSortedItem, in columns that a table describes. A click on a title sorts an
 * OndesSortedList. A double click or ondes_list_table_edit() edits a cell in its place: Return takes the text, Tab goes on to the
 * next column, Escape leaves it. Main thread only.
 *
 * Signal "sorted": by another column, or the other way round.
 */
#pragma once

#include <adwaita.h>

#include "session/sorted-list.h"
#include "shell/ondes-popovers.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_COLUMN_EXPANDS = 1 << 0,
  ONDES_COLUMN_NUMERIC = 1 << 1, /* its digits have one width */
  ONDES_COLUMN_RIGHT = 1 << 2,   /* its text ends at the right */
} OndesColumnFlags;

/* A column of labels that can be resized and, of an OndesSortedList, sorts. */
typedef struct
{
  const char        *title;     /* N_(); NULL if the owner sets it */
  int                chars;     /* the least width, so that columns keep theirs while the list scrolls; 0 for the text's own */
  OndesColumnFlags   flags;
  PangoEllipsizeMode ellipsize;
  int                lines;     /* the most, if the text wraps; 0 if it does not */
  GtkWidget       *(*make) (void); /* another widget, whose column does neither; NULL for a label */
} OndesListColumn;

/* @owner is the argument of ondes_list_table_new(); @row comes from ondes_sorted_item_get(). */
typedef struct
{
  const char            *name;  /* N_(), for assistive technologies */
  const OndesListColumn *columns;
  guint                  n_columns;
  guint                  first; /* the column that sorts at first */

  /* Returns the text of a cell; transfer full, NULL for none. */
  char    *(*print) (gpointer    owner,
                     gpointer    row,
                     guint       column);
  /* Shows in the cell's @widget what its text does not say; NULL if there is nothing. */
  void     (*show)  (gpointer    owner,
                     gpointer    row,
                     guint       column,
                     GtkWidget  *widget);
  /* The row of a cell is on the screen no longer; may be NULL. */
  void     (*hide)  (gpointer    owner,
                     gpointer    row,
                     guint       column);
  /* Takes the text that a person typed; FALSE if it is no value. NULL if cells are not edited. */
  gboolean (*take)  (gpointer    owner,
                     gpointer    row,
                     guint       column,
                     const char *text);
  const OndesMenuItem *menu; /* of the rows that are selected, by the secondary button; NULL for none */
} OndesListKind;

#define ONDES_TYPE_LIST_TABLE (ondes_list_table_get_type ())
G_DECLARE_FINAL_TYPE (OndesListTable, ondes_list_table, ONDES, LIST_TABLE, AdwBin)

/* Creates the table of @list; takes @selection, which is one of @list. @kind is static, @owner must outlive the table. */
GtkWidget           *ondes_list_table_new           (const OndesListKind *kind,
                                                     gpointer             owner,
                                                     gpointer             list,
                                                     gpointer             selection);
gpointer             ondes_list_table_get_list      (OndesListTable      *self);
/* Returns the view, whose signal "activate" tells of a double click or Return. */
GtkColumnView       *ondes_list_table_get_view      (OndesListTable      *self);
GtkColumnViewColumn *ondes_list_table_get_column    (OndesListTable      *self,
                                                     guint                column);
/* Returns the column that sorts, and which way. */
guint                ondes_list_table_get_sort      (OndesListTable      *self,
                                                     gboolean            *descending);
void                 ondes_list_table_set_sort      (OndesListTable      *self,
                                                     guint                column,
                                                     gboolean             descending);
void                 ondes_list_table_scroll_to     (OndesListTable      *self,
                                                     guint                position);
/* Shows the cells of a column anew. */
void                 ondes_list_table_update_column (OndesListTable      *self,
                                                     guint                column);
/* Edits a cell; FALSE if it is not on the screen. */
gboolean             ondes_list_table_edit          (OndesListTable      *self,
                                                     guint                position,
                                                     guint                column);

/* Creates a bar whose entry filters an OndesSortedList; Return there goes to the rows. @name is for assistive technologies. */
GtkWidget           *ondes_list_table_new_filter    (OndesListTable      *self,
                                                     const char          *placeholder,
                                                     const char          *name);
/* Returns the entry of the bar; NULL if there is none. */
GtkEditable         *ondes_list_table_get_filter    (OndesListTable      *self);
/* Shows in the bar how many of @all rows are in the list. */
void                 ondes_list_table_set_count     (OndesListTable      *self,
                                                     guint64              all);

G_END_DECLS
