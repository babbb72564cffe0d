/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesAnnotationTable: the annotations of a model as rows: start, end, low, high, label, track. A click on a title sorts. Rows
 * chosen are those chosen in the model; choosing one alone brings it into view, Enter shows it as large as fits, F2 and double
 * clicks edit, Delete removes. Signal "sorted": by another column, or the other way round. Main thread
 * only. */
#pragma once

#include <adwaita.h>

#include "session/annotation-list.h"

G_BEGIN_DECLS

#define ONDES_TYPE_ANNOTATION_TABLE (ondes_annotation_table_get_type ())
G_DECLARE_FINAL_TYPE (OndesAnnotationTable, ondes_annotation_table, ONDES, ANNOTATION_TABLE, AdwBin)

GtkWidget           *ondes_annotation_table_new      (OndesAnnotationsModel *model);
/* Returns its rows, borrowed. */
OndesSortedList     *ondes_annotation_table_get_list (OndesAnnotationTable  *self);
/* The column that sorts, and which way. */
OndesAnnotationColumn ondes_annotation_table_get_sort (OndesAnnotationTable *self,
                                                      gboolean              *descending);
void                 ondes_annotation_table_set_sort (OndesAnnotationTable  *self,
                                                      OndesAnnotationColumn  column,
                                                      gboolean               descending);
/* Edits the label of the first row chosen; FALSE if that is not on the screen. */
gboolean             ondes_annotation_table_edit     (OndesAnnotationTable  *self);

G_END_DECLS
