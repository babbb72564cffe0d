/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of annotations, in Ondes's own format and in others'. Functions block: call them from a worker. Any thread.
 *
 * Numbers are written with a decimal point, in as many digits as give the same double again. Errors are ONDES_ERROR_FILE, or
 * ONDES_ERROR_REQUEST where no file could be right: one sentence, which begins with the path.
 */
#pragma once

#include "annotation-set.h"
#include "base/request-error.h"
#include "base/watch.h"
#include "signal/recording.h"

G_BEGIN_DECLS

/* Ends the name of the annotations that belong to a recording: RECORDING.ondes-annotations. */
#define ONDES_ANNOTATIONS_SUFFIX ".ondes-annotations"

typedef enum
{
  ONDES_ANNOTATIONS_ANY,      /* found by content and name, or by the ending of the name */
  ONDES_ANNOTATIONS_OWN,      /* all that annotations have; formats/own.c has the format */
  ONDES_ANNOTATIONS_AUDACITY, /* labels: no tracks, no further fields */
  ONDES_ANNOTATIONS_RAVEN,    /* selection tables: all, in the column "Track" where there are tracks */
  ONDES_ANNOTATIONS_TEXTGRID, /* Praat: no frequencies, no further fields, no spans without a label */
  ONDES_ANNOTATIONS_CSV,      /* all */
  ONDES_ANNOTATIONS_EDF,      /* the annotations of a recording in EDF+ or BDF+; read only */
  ONDES_ANNOTATIONS_SIGMF,    /* those in the metadata of SigMF; read only */
  ONDES_ANNOTATIONS_WAV,      /* the cue points of a recording in WAV; read only */
  ONDES_N_ANNOTATION_FORMATS,
} OndesAnnotationFormat;

typedef struct
{
  const char *name;     /* of options: "ondes", "audacity", "raven", "textgrid", "csv", "edf", "sigmf", "wav" */
  const char *title;    /* to be translated: N_("Audacity labels") */
  const char *suffix;   /* ".txt" */
  gboolean    writable;
} OndesAnnotationFormatInfo;

/* Returns what is known of a format, never freed; NULL for ONDES_ANNOTATIONS_ANY. */
const OndesAnnotationFormatInfo *ondes_annotation_format_info (OndesAnnotationFormat format);
/* Returns the first writable format with the ending of @path; ONDES_ANNOTATIONS_ANY if none. Both Audacity and Raven have
 * ".txt", Audacity is first. */
OndesAnnotationFormat ondes_annotation_format_of_path (const char *path);

/* Initialise by member name; NULL in place of the struct for all defaults. */
typedef struct
{
  OndesAnnotationFormat format;
  const char           *label_column; /* Raven and CSV: the column that has the label; NULL: a known name */
  const char           *track;        /* track of annotations that have none in the file; NULL: none */
} OndesAnnotationReading;

typedef struct
{
  OndesAnnotationFormat format;
  const char           *label_column; /* Raven and CSV: the name of the column for labels; NULL: "Annotation", "label" */
  double                length;       /* of the recording, in time units; TextGrid lasts at least as long; 0 if not known */
} OndesAnnotationWriting;

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
