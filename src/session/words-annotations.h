/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Annotations as the window shows them and as they are typed there: by the locale. Times are those of the recording's ruler, of a
 * recording with dates from its first sample on; in the recording's time unit. Main thread only. */
#pragma once

#include "annotation-list.h"

G_BEGIN_DECLS

/* Returns the title of a column, with its unit: "start (s)"; transfer full. */
char            *ondes_words_annotation_title (OndesSession          *session,
                                               OndesAnnotationColumn  column);
/* Returns a value for editing, "" if the annotation has none; transfer full. */
char            *ondes_words_annotation       (OndesSession          *session,
                                               const OndesAnnotation *annotation,
                                               OndesAnnotationColumn  column);
/* Returns @annotation with the value typed as @text, of the same id, transfer full. Returns NULL if it is not one, and sets
 * @problem to a sentence. A value that reads as it is shown leaves all digits as they are. */
OndesAnnotation *ondes_words_annotation_read  (OndesSession          *session,
                                               const OndesAnnotation *annotation,
                                               OndesAnnotationColumn  column,
                                               const char            *text,
                                               char                 **problem);
/* Returns the sentence about the file at @path that holds annotations, where no recording is open that they could join; transfer
 * full. Any thread. */
char            *ondes_words_annotations_alone (const char           *path);

G_END_DECLS
