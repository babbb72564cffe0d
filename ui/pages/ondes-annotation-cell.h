/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesAnnotationCell: one value of an annotation in a table, which is edited in place: by a double click or
 * ondes_annotation_cell_edit(); Enter takes what was typed, Tab goes on to the next value, Escape leaves it. Main thread only.
 *
 * Signal:
 *   "next" (int by)   Tab or Shift+Tab was pressed: edit the value that many columns on
 */
#pragma once

#include <adwaita.h>

#include "session/annotation-list.h"

G_BEGIN_DECLS

#define ONDES_TYPE_ANNOTATION_CELL (ondes_annotation_cell_get_type ())
G_DECLARE_FINAL_TYPE (OndesAnnotationCell, ondes_annotation_cell, ONDES, ANNOTATION_CELL, AdwBin)

GtkWidget          *ondes_annotation_cell_new     (OndesAnnotationsModel *model,
                                                   OndesAnnotationColumn  column);
/* Shows the value of @row, and follows it; NULL for none. */
void                ondes_annotation_cell_set_row (OndesAnnotationCell   *self,
                                                   OndesSortedItem       *row);
/* Returns the row, borrowed; NULL if none. */
OndesSortedItem    *ondes_annotation_cell_get_row (OndesAnnotationCell   *self);
OndesAnnotationColumn ondes_annotation_cell_get_column (OndesAnnotationCell *self);
void                ondes_annotation_cell_edit    (OndesAnnotationCell   *self);

G_END_DECLS
