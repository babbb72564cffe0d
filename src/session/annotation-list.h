/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The annotations of a session as an OndesSortedList. Main thread only. */
#pragma once

#include "annotations-model.h"
#include "sorted-list.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_ANNOTATION_LABEL,
  ONDES_ANNOTATION_START,
  ONDES_ANNOTATION_END,
  ONDES_ANNOTATION_LOW,
  ONDES_ANNOTATION_HIGH,
  ONDES_ANNOTATION_TRACK,
  ONDES_ANNOTATION_COLUMNS
} OndesAnnotationColumn;

/* Creates the list of all annotations of @model (OndesAnnotation), by start, which equal rows follow each other by too. A side that
 * an annotation lacks counts as less than any number; the filter looks at labels and tracks. An item stays the same as long as its
 * annotation has its id. */
OndesSortedList *ondes_annotation_list_new  (OndesAnnotationsModel *model);
/* Returns the place of the annotation with @id, G_MAXUINT if it is not shown. */
guint            ondes_annotation_list_find (OndesSortedList       *list,
                                             guint64                id);

static inline OndesAnnotation *
ondes_annotation_list_get (OndesSortedList *list,
                           guint            position)
{
  return ondes_sorted_list_get (list, position);
}

G_END_DECLS
