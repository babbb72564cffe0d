/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesAnnotationPane: the list of annotations, with a filter, the tracks and the actions of annotations; a
 * sentence on how to make one while there are none. Rows chosen are those chosen in the model; choosing one alone brings it into
 * view, Return shows it as large as fits, F2 and double clicks edit, Delete removes. Its buttons activate actions of the window.
 * Main thread only. */
#pragma once

#include "rows/ondes-list-table.h"
#include "session/annotation-list.h"

G_BEGIN_DECLS

#define ONDES_TYPE_ANNOTATION_PANE (ondes_annotation_pane_get_type ())
G_DECLARE_FINAL_TYPE (OndesAnnotationPane, ondes_annotation_pane, ONDES, ANNOTATION_PANE, AdwBin)

GtkWidget      *ondes_annotation_pane_new       (OndesAnnotationsModel *model);
/* Returns its table, borrowed; columns are OndesAnnotationColumn. */
OndesListTable *ondes_annotation_pane_get_table (OndesAnnotationPane   *self);
/* Returns how the list is sorted and filtered, a floating dictionary; restore() takes its valid entries. The signal "changed" tells
 * of another. */
GVariant       *ondes_annotation_pane_save      (OndesAnnotationPane   *self);
void            ondes_annotation_pane_restore   (OndesAnnotationPane   *self,
                                                 GVariant              *saved);
/* Focuses the list, or the filter if the list is empty. */
void            ondes_annotation_pane_focus     (OndesAnnotationPane   *self);

/* Appends an item to @menu for each format that annotations can be exported in. */
void            ondes_annotation_pane_list_exports (GMenu *menu);

G_END_DECLS
