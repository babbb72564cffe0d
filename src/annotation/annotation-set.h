/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of annotations: immutable, reference counted, any thread.
 *
 * A set is a list of chunks of at most ONDES_ANNOTATION_CHUNK annotations, ordered by ondes_annotation_compare() and then by id.
 * An edit returns a new set, which shares all chunks but those it touches: a copy for undo costs some 40 bytes a chunk. Orders
 * below count the n annotations of the set; work within one chunk counts as constant.
 */
#pragma once

#include "annotation.h"

G_BEGIN_DECLS

#define ONDES_ANNOTATION_CHUNK 256

typedef struct _OndesAnnotationSet OndesAnnotationSet;

/* An empty set, without tracks. */
OndesAnnotationSet *ondes_annotation_set_new   (void);
OndesAnnotationSet *ondes_annotation_set_ref   (OndesAnnotationSet *self);
void                ondes_annotation_set_unref (OndesAnnotationSet *self);

/* Contents. Annotations are borrowed from the set. */

guint64             ondes_annotation_set_get_length (const OndesAnnotationSet *self);
/* Returns annotation @i in the set's order, O(log n); NULL after the last. */
OndesAnnotation    *ondes_annotation_set_get        (const OndesAnnotationSet *self,
                                                     guint64                   i);
/* Returns the place of @annotation, found by its values and id, O(log n); the set's length if absent. */
guint64             ondes_annotation_set_index      (const OndesAnnotationSet *self,
                                                     const OndesAnnotation    *annotation);
/* Returns the annotation of @id; NULL if absent. O(n) at worst, much less while ids grow with time, as those of a file read
 * do. */
OndesAnnotation    *ondes_annotation_set_find       (const OndesAnnotationSet *self,
                                                     guint64                   id);
/* Returns the largest end; -INFINITY of an empty set. The smallest start is that of annotation 0. */
double              ondes_annotation_set_get_end    (const OndesAnnotationSet *self);
/* TRUE if both are one set, or have equal annotations (but for ids) and tracks. O(n). */
gboolean            ondes_annotation_set_equal      (const OndesAnnotationSet *a,
                                                     const OndesAnnotationSet *b);

/* Tracks: their names in the order in which they came. A track of an annotation is one of them, and stays after its last
 * annotation is gone. */

/* Returns the NULL-terminated names, borrowed from the set. */
const char *const  *ondes_annotation_set_get_tracks (const OndesAnnotationSet *self);
/* Returns the place of @name among them; -1 if absent. */
int                 ondes_annotation_set_get_track  (const OndesAnnotationSet *self,
                                                     const char               *name);

/* Edits: return a new set, transfer full. */

/* An edit of many annotations at once. Initialise by member name. */
typedef struct
{
  OndesAnnotation *const *removed; /* [n_removed]; those absent from the set are ignored */
  guint64                 n_removed;
  OndesAnnotation *const *added;   /* [n_added]; the set takes references; ids that are in the set must be removed as well */
  guint64                 n_added; /* one whose values and id are in the set already is ignored */
} OndesAnnotationEdit;

/* O(chunks + removed and added × log); so are the next three. */
OndesAnnotationSet *ondes_annotation_set_edit         (OndesAnnotationSet        *self,
                                                       const OndesAnnotationEdit *edit);
OndesAnnotationSet *ondes_annotation_set_add          (OndesAnnotationSet        *self,
                                                       OndesAnnotation           *annotation);
OndesAnnotationSet *ondes_annotation_set_remove       (OndesAnnotationSet        *self,
                                                       OndesAnnotation           *annotation);
/* @with usually has the id of @annotation. */
OndesAnnotationSet *ondes_annotation_set_replace      (OndesAnnotationSet        *self,
                                                       OndesAnnotation           *annotation,
                                                       OndesAnnotation           *with);
/* Returns the annotations and tracks of both. */
OndesAnnotationSet *ondes_annotation_set_merge        (OndesAnnotationSet        *self,
                                                       OndesAnnotationSet        *other);
/* Keeps one, the first by id, of those that ondes_annotation_compare() calls equal. O(n). */
OndesAnnotationSet *ondes_annotation_set_unique       (OndesAnnotationSet        *self);

/* Returns TRUE for an annotation that stays. */
typedef gboolean  (*OndesAnnotationMatch) (const OndesAnnotation *annotation,
                                           gpointer               data);
/* Returns the new form of @annotation, transfer full (it may be a reference to it); NULL drops it. */
typedef OndesAnnotation *(*OndesAnnotationChange) (OndesAnnotation *annotation,
                                                   gpointer         data);
/* Both visit every annotation, in order, and keep the chunks that do not change. The first keeps the tracks; the second keeps
 * those that an annotation has or that had none before. */
OndesAnnotationSet *ondes_annotation_set_filter       (OndesAnnotationSet        *self,
                                                       OndesAnnotationMatch       match,
                                                       gpointer                   data);
OndesAnnotationSet *ondes_annotation_set_change       (OndesAnnotationSet        *self,
                                                       OndesAnnotationChange      change,
                                                       gpointer                   data);

/* Adds @name after the other tracks; @self again if it is there. */
OndesAnnotationSet *ondes_annotation_set_add_track    (OndesAnnotationSet        *self,
                                                       const char                *name);
/* Renames a track, which keeps its place, with its annotations; if @name is there already, the annotations join it. */
OndesAnnotationSet *ondes_annotation_set_rename_track (OndesAnnotationSet        *self,
                                                       const char                *track,
                                                       const char                *name);
/* Removes a track with its annotations. */
OndesAnnotationSet *ondes_annotation_set_remove_track (OndesAnnotationSet        *self,
                                                       const char                *track);

/* Queries of the half-open span [from, to): points with from <= start < to, spans and boxes with start < to and end > from. */

/* Called in the set's order; returns FALSE to stop. */
typedef gboolean  (*OndesAnnotationVisit) (OndesAnnotation *annotation,
                                           gpointer         data);
/* Visits what lies in [from, to), O(log n + found). */
void                ondes_annotation_set_query        (const OndesAnnotationSet  *self,
                                                       double                     from,
                                                       double                     to,
                                                       OndesAnnotationVisit       visit,
                                                       gpointer                   data);

/* What to draw of [from, to) on @columns columns of equal width, at most @most annotations a column. Initialise by name. */
typedef struct
{
  double from, to;
  guint  columns;
  guint  most; /* from 1 on */
} OndesAnnotationView;

/* Something to draw. */
typedef struct
{
  OndesAnnotation *annotation; /* borrowed from the set */
  guint            column;     /* of its start; 0 for those that start before the view */
  guint64          hidden;     /* of the last one of a column: how many more start there, not listed; otherwise 0 */
} OndesAnnotationShown;

/* Lists what to draw, in order. Of a column in which more than @most annotations start, these are the first ones and the one that
 * ends last; of those that start before the view and reach into it, the first @most × 64. O(columns × (most + log n)), however
 * many annotations lie in the view. Returns an array of OndesAnnotationShown, transfer full. */
GArray             *ondes_annotation_set_list_shown   (const OndesAnnotationSet  *self,
                                                       const OndesAnnotationView *view);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesAnnotationSet, ondes_annotation_set_unref)

G_END_DECLS
