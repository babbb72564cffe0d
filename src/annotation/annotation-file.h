/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of annotations, in Ondes's own format and in others'. Functions block: call them from a worker. Any thread.
 *
 * Numbers are written with a decimal point, in as many digits as give the same double again. Errors are ONDES_ERROR_FILE, or
 * ONDES_ERROR_REQUEST where no file could be right: one sentence, which begins with the path.
 */
#pragma once

#include "annotation-format.h"
#include "annotation-set.h"
#include "base/request-error.h"
#include "base/watch.h"
#include "signal/recording.h"

G_BEGIN_DECLS

/* Returns what is known of a format, never freed; NULL for ONDES_ANNOTATIONS_ANY. */
const OndesAnnotationFormatInfo *ondes_annotation_format_info (OndesAnnotationFormat format);
/* Returns the first writable format with the ending of @path; ONDES_ANNOTATIONS_ANY if none. Both Audacity and Raven have
 * ".txt", Audacity is first. */
OndesAnnotationFormat ondes_annotation_format_of_path (const char *path);

/* A text in memory; borrowed. */
typedef struct
{
  const char *name; /* stands for a path */
  const char *text;
  gsize       size; /* bytes */
} OndesAnnotationText;

/* Reads the file at @path. Returns the set and, if @format is not NULL, the format that was found; sets @notes, if not NULL, to
 * sentences about what was left out or assumed, NULL-terminated, transfer full (NULL on failure). */
OndesAnnotationSet *ondes_annotations_read  (const char                   *path,
                                             const OndesAnnotationReading *reading,
                                             const OndesWatch             *watch,
                                             OndesAnnotationFormat        *format,
                                             char                       ***notes,
                                             GError                      **error);
/* Does the same for a text in memory (no EDF+, no WAV). */
OndesAnnotationSet *ondes_annotations_parse (const OndesAnnotationText    *text,
                                             const OndesAnnotationReading *reading,
                                             OndesAnnotationFormat        *format,
                                             char                       ***notes,
                                             GError                      **error);
/* TRUE if the file at @path holds annotations by the content of its first 64 KiB; sets @format, if not NULL. FALSE of what may as
 * well be a recording: columns of numbers alone, an even series of them with words beside it, EDF+, SigMF and WAV, and whatever
 * has a key file beside it that says how it is read. Opens regular files alone; never fails. */
gboolean            ondes_annotations_recognise (const char                  *path,
                                                 OndesAnnotationFormat       *format);
/* TRUE if the file at @path holds annotations (ondes_annotations_recognise()) where a recording was to be opened by @read:
 * @recording is what was opened, NULL if that failed. FALSE if @read says how the file is read. */
gboolean            ondes_annotations_are_no_recording (const char             *path,
                                                        const OndesReadOptions *read,
                                                        OndesRecording         *recording,
                                                        OndesAnnotationFormat  *format);
/* Writes the set whole or not at all (io/out-file.h). @notes tell what the format cannot hold. */
gboolean            ondes_annotations_write (OndesAnnotationSet           *set,
                                             const char                   *path,
                                             const OndesAnnotationWriting *writing,
                                             char                       ***notes,
                                             GError                      **error);

/* Returns the path of the annotations of the recording at @path: with ONDES_ANNOTATIONS_SUFFIX after it; transfer full. */
char               *ondes_annotations_beside (const char *path);

G_END_DECLS
