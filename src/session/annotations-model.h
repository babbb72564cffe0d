/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesAnnotationsModel: the annotations of a session's recording, which of them are chosen, and how their tracks look. An
 * OndesAnalysis without a page, so that its edits are steps of the session's history like all else a person changes. Main thread
 * only; nothing waits.
 *
 * Annotations are read when a recording opens, from RECORDING.ondes-annotations beside it, and saved there by a worker at most
 * ONDES_ANNOTATIONS_SAVE_MS after a change; where that folder cannot be written, in the user's data folder. A file that another
 * program changed in the meantime is not overwritten: "conflict" asks.
 *
 * Signals, besides those of OndesAnalysis ("state-changed" also tells of reading and saving):
 *   "changed"          the annotations, those shown, or the look of a track
 *   "chosen-changed"   which are chosen
 *   "conflict" (char *text)   one sentence; answer with ondes_annotations_model_resolve()
 */
#pragma once

#include "analysis.h"
#include "annotation/annotation-file.h"

G_BEGIN_DECLS

#define ONDES_ANNOTATIONS_SAVE_MS 1000
/* The most that are changed at once within a frame. */
#define ONDES_ANNOTATIONS_TOGETHER 2000

#define ONDES_TYPE_ANNOTATIONS_MODEL (ondes_annotations_model_get_type ())
G_DECLARE_FINAL_TYPE (OndesAnnotationsModel, ondes_annotations_model, ONDES, ANNOTATIONS_MODEL, OndesAnalysis)

OndesAnnotationsModel *ondes_annotations_model_new          (OndesSession           *session);
/* TRUE if a recording is open and its annotations have been read, so that they can be edited. */
gboolean               ondes_annotations_model_is_ready     (OndesAnnotationsModel  *self);
/* Returns all annotations, borrowed; never NULL. */
OndesAnnotationSet    *ondes_annotations_model_get_set      (OndesAnnotationsModel  *self);
/* Returns those of the tracks that are shown, borrowed; never NULL. */
OndesAnnotationSet    *ondes_annotations_model_get_shown    (OndesAnnotationsModel  *self);

/* Edits, each a step of undo; ignored unless the model is ready. */

/* Adds one, in the current track if @values->track is NULL, and chooses it; the selection goes, in the same step, and so does the
 * step that made it just before. Returns it, borrowed; NULL if not ready. */
OndesAnnotation       *ondes_annotations_model_add          (OndesAnnotationsModel  *self,
                                                             const OndesAnnotation  *values);
/* Gives @annotation other @values, with its id. Changes of the same one within a second, or while a button is held, are one step.
 * Returns what it is now, borrowed; NULL if it is not in the set. */
OndesAnnotation       *ondes_annotations_model_change       (OndesAnnotationsModel  *self,
                                                             OndesAnnotation        *annotation,
                                                             const OndesAnnotation  *values);
/* The same. For an annotation that was just made this is the end of the act that made it, and the same step. */
OndesAnnotation       *ondes_annotations_model_complete     (OndesAnnotationsModel  *self,
                                                             OndesAnnotation        *annotation,
                                                             const OndesAnnotation  *values);
/* Gives all that are chosen other @values, in their order; otherwise as change(). At most ONDES_ANNOTATIONS_TOGETHER. */
void                   ondes_annotations_model_change_chosen (OndesAnnotationsModel *self,
                                                             const OndesAnnotation  *values);
/* Makes the next change a step of its own. */
void                   ondes_annotations_model_begin_step   (OndesAnnotationsModel  *self);
void                   ondes_annotations_model_remove_chosen (OndesAnnotationsModel *self);

/* The chosen annotations, all in the set. */

/* Returns them, borrowed OndesAnnotation, borrowed until "chosen-changed". */
GPtrArray             *ondes_annotations_model_get_chosen   (OndesAnnotationsModel  *self);
/* Returns the only one, or the first of several; NULL if none. */
OndesAnnotation       *ondes_annotations_model_get_first    (OndesAnnotationsModel  *self);
/* Chooses @n of them alone; those absent from the set are left out. */
void                   ondes_annotations_model_choose       (OndesAnnotationsModel  *self,
                                                             OndesAnnotation *const *annotations,
                                                             guint                   n);
/* Chooses one more, or one less if it is chosen. */
void                   ondes_annotations_model_toggle       (OndesAnnotationsModel  *self,
                                                             OndesAnnotation        *annotation);
/* Chooses the next (@by 1) or previous one (−1) of those shown, from the chosen one or from @time. FALSE if there is none. */
gboolean               ondes_annotations_model_step         (OndesAnnotationsModel  *self,
                                                             int                     by,
                                                             double                  time);

/* Moves the view so that @annotation is in it; with @zoom, so that a span or box fills a third of it. */
void                   ondes_annotations_model_reveal       (OndesAnnotationsModel  *self,
                                                             OndesAnnotation        *annotation,
                                                             gboolean                zoom);

/* Tracks, by name; "" is that of annotations without one. Their looks are settings of the session. */

/* Returns the track of new annotations, borrowed. */
const char            *ondes_annotations_model_get_track    (OndesAnnotationsModel  *self);
void                   ondes_annotations_model_set_track    (OndesAnnotationsModel  *self,
                                                             const char             *name);
gboolean               ondes_annotations_model_is_track_shown (OndesAnnotationsModel *self,
                                                             const char             *name);
void                   ondes_annotations_model_show_track   (OndesAnnotationsModel  *self,
                                                             const char             *name,
                                                             gboolean                shown);
OndesColour            ondes_annotations_model_get_colour   (OndesAnnotationsModel  *self,
                                                             const char             *name);
void                   ondes_annotations_model_set_colour   (OndesAnnotationsModel  *self,
                                                             const char             *name,
                                                             const OndesColour      *colour);
/* Adds an empty track, which becomes that of new annotations. */
void                   ondes_annotations_model_add_track    (OndesAnnotationsModel  *self,
                                                             const char             *name);
/* A worker renames a track with its annotations; they join another of the new name. */
void                   ondes_annotations_model_rename_track (OndesAnnotationsModel  *self,
                                                             const char             *name,
                                                             const char             *fresh);
/* A worker removes a track with its annotations. */
void                   ondes_annotations_model_remove_track (OndesAnnotationsModel  *self,
                                                             const char             *name);

/* Files. */

/* TRUE if a change is not in its file yet. */
gboolean               ondes_annotations_model_is_unsaved   (OndesAnnotationsModel  *self);
/* Saves at once if anything is unsaved; "state-changed" follows, or "conflict" or "message" if it cannot. */
void                   ondes_annotations_model_save         (OndesAnnotationsModel  *self);
/* TRUE while the file is written; TRUE from "conflict" until the answer. */
gboolean               ondes_annotations_model_is_saving    (OndesAnnotationsModel  *self);
gboolean               ondes_annotations_model_is_in_conflict (OndesAnnotationsModel *self);
typedef enum
{
  ONDES_ANNOTATIONS_LATER,     /* the next change asks again */
  ONDES_ANNOTATIONS_OVERWRITE,
  ONDES_ANNOTATIONS_READ,      /* takes what is in the file, a step that can be undone */
} OndesAnnotationsAnswer;
/* Answers a conflict. */
void                   ondes_annotations_model_resolve      (OndesAnnotationsModel  *self,
                                                             OndesAnnotationsAnswer  answer);
/* Returns the path that annotations are saved at, borrowed; NULL if no recording is open. */
const char            *ondes_annotations_model_get_path     (OndesAnnotationsModel  *self);
/* Called once if the file holds no annotations. */
typedef void         (*OndesAnnotationsOther)               (const char             *path,
                                                             gpointer                user_data);
/* A worker reads the file, whatever its format, and adds its annotations; "message" says how many, what was left out, or why it
 * cannot. If @other is not NULL, a file whose content might as well be a recording is left to it. */
void                   ondes_annotations_model_import       (OndesAnnotationsModel  *self,
                                                             const char             *path,
                                                             OndesAnnotationsOther   other,
                                                             gpointer                user_data);
/* A worker writes all annotations; "message" says so, or why it cannot. */
void                   ondes_annotations_model_export       (OndesAnnotationsModel  *self,
                                                             const char             *path,
                                                             OndesAnnotationFormat   format);
/* TRUE while a file is imported or exported or tracks are changed. */
gboolean               ondes_annotations_model_is_working   (OndesAnnotationsModel  *self);

G_END_DECLS
