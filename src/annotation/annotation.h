/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Annotations: labelled points, spans and boxes of a recording. Immutable, reference counted, any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A further field: a column of an annotation file that means nothing here and is written back as it was read. */
typedef struct
{
  const char *name, *text;
} OndesAnnotationField;

/* Read-only except to the code that fills a template for ondes_annotation_new(). */
typedef struct
{
  guint64     id;         /* unique in this process; 0 in a template asks for a new one */
  double      start, end; /* time units from the recording's first sample, finite; a point if equal, never reversed */
  double      low_hz;     /* cycles per time unit, from 0; NaN without frequencies: a point or span over all of them */
  double      high_hz;    /* from low_hz on, INFINITY if open above; NaN exactly where low_hz is */
  const char *label;      /* UTF-8; "" if none, never NULL; may have line breaks */
  const char *track;      /* UTF-8; "" if none, never NULL; equal tracks of annotations are one pointer */
  const OndesAnnotationField *fields; /* [n_fields], of different names, which are one pointer if equal */
  guint       n_fields;
} OndesAnnotation;

/* Copies @values, whose texts may be NULL for "". Ends before their starts are exchanged. Of frequencies, one alone (the other
 * NaN) leaves the box open below (0) or above. Invalid UTF-8 is replaced. To edit an annotation, copy the struct, change members
 * and keep the id. */
OndesAnnotation *ondes_annotation_new   (const OndesAnnotation *values);
OndesAnnotation *ondes_annotation_ref   (OndesAnnotation       *self);
void             ondes_annotation_unref (OndesAnnotation       *self);

/* TRUE if start and end are equal. */
gboolean    ondes_annotation_is_point  (const OndesAnnotation *self);
/* TRUE if it has frequencies. */
gboolean    ondes_annotation_is_box    (const OndesAnnotation *self);
/* Returns the text of the further field @name, borrowed; NULL if it has none. */
const char *ondes_annotation_get_field (const OndesAnnotation *self,
                                        const char            *name);
/* Orders by start, end, low, high, track and label; 0 if all are equal, whatever the further fields and ids. */
int         ondes_annotation_compare   (const OndesAnnotation *a,
                                        const OndesAnnotation *b);
/* TRUE if everything but the ids is equal, the further fields in whatever order; one that is empty equals one that is absent. */
gboolean    ondes_annotation_equal     (const OndesAnnotation *a,
                                        const OndesAnnotation *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesAnnotation, ondes_annotation_unref)

G_END_DECLS
