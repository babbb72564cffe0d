/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesAnnotationList: the annotations of a session as rows, those that pass a filter, in an order: a GListModel of
 * OndesAnnotationRow, whose rows are made as they are asked for. A worker filters and sorts, the newest request wins, and the rows
 * shown stay until its result is there. An annotation takes 8 bytes here. Main thread only.
 *
 * Signals:
 *   "landed"   the rows are those asked for last; after "items-changed" if any came or went
 */
#pragma once

#include "annotations-model.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_ANNOTATION_START,
  ONDES_ANNOTATION_END,
  ONDES_ANNOTATION_LOW,
  ONDES_ANNOTATION_HIGH,
  ONDES_ANNOTATION_LABEL,
  ONDES_ANNOTATION_TRACK,
  ONDES_ANNOTATION_COLUMNS
} OndesAnnotationColumn;

/* One row. Signal "changed": its annotation was edited; the row stays the same as long as its annotation has its id and place. */
#define ONDES_TYPE_ANNOTATION_ROW (ondes_annotation_row_get_type ())
G_DECLARE_FINAL_TYPE (OndesAnnotationRow, ondes_annotation_row, ONDES, ANNOTATION_ROW, GObject)

/* Returns the annotation, borrowed until the next "changed". */
const OndesAnnotation *ondes_annotation_row_get (OndesAnnotationRow *self);

#define ONDES_TYPE_ANNOTATION_LIST (ondes_annotation_list_get_type ())
G_DECLARE_FINAL_TYPE (OndesAnnotationList, ondes_annotation_list, ONDES, ANNOTATION_LIST, GObject)

/* Creates the list of all annotations of @model, by start. */
OndesAnnotationList *ondes_annotation_list_new        (OndesAnnotationsModel *model);
/* Sorts by @column; equal rows follow each other by start. A side that an annotation lacks counts as less than any number. */
void                 ondes_annotation_list_set_sort   (OndesAnnotationList   *self,
                                                       OndesAnnotationColumn  column,
                                                       gboolean               descending);
/* Shows those whose label or track contains @text, whatever the case; NULL or "" for all. */
void                 ondes_annotation_list_set_filter (OndesAnnotationList   *self,
                                                       const char            *text);
/* TRUE while a worker filters or sorts. */
gboolean             ondes_annotation_list_is_busy    (OndesAnnotationList   *self);
/* Returns the annotation at @position, borrowed; NULL if there is none. */
OndesAnnotation     *ondes_annotation_list_get        (OndesAnnotationList   *self,
                                                       guint                  position);
/* Returns the row of the annotation with @id, G_MAXUINT if it is not shown. */
guint                ondes_annotation_list_find       (OndesAnnotationList   *self,
                                                       guint64                id);

G_END_DECLS
