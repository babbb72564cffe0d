/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of OndesAnnotationsModel. */
#pragma once

#include "annotations-model.h"

G_BEGIN_DECLS

/* The file of a recording's annotations; counted, its state belongs to the queue of the asides. */
typedef struct _OndesAnnotationsFile OndesAnnotationsFile;

struct _OndesAnnotationsModel
{
  OndesAnalysis       parent_instance;

  OndesQueue         *jobs;     /* imports, exports, changes of tracks; files in use go through the asides, in order */
  OndesAnnotationSet *set, *shown;
  guint64             revision; /* of the set; numbers of other processes mean nothing here */
  guint64             newest;
  GHashTable         *kept;     /* sets by revision (guint64), as far as the history needs them */
  GPtrArray          *chosen;   /* OndesAnnotation */
  guint64             step;     /* id of the annotation whose further changes join the last step; 0 for none */
  guint64             made;     /* id of the annotation that waits for its label; 0 for none */
  guint               act;      /* of the session, which made it */

  char               *track;    /* of new annotations */
  GHashTable         *looks;    /* OndesTrackLook by name, of tracks that do not look as by default */

  guint               opened;   /* the recording of the set, as the session counts them */
  guint               serial;   /* of the reading of its annotations */
  gboolean            ready;
  OndesAnnotationsFile *file;   /* NULL without a recording */
  char               *path;     /* of that file, as read or written last; NULL without a recording */
  guint64             saved;    /* revision in the file */
  guint               save_source;
  gboolean            saving, in_conflict;
  gboolean            asked;    /* what is newer than the save under way is saved right after it */
  gboolean            said_other, said_problem;
  guint               working;  /* jobs under way */
};

typedef struct
{
  gboolean    hidden, has_colour;
  OndesColour colour;
} OndesTrackLook;

/* Replaces the set by @set, transfer full. @shown (transfer full) are those of shown tracks, NULL to find them. The change is a
 * step of the history, unless it is no @edit, and it joins the last one if that was of @step, an id, too. */
void ondes_annotations_model_take    (OndesAnnotationsModel *self,
                                      OndesAnnotationSet    *set,
                                      OndesAnnotationSet    *shown,
                                      gboolean               edit,
                                      guint64                step);
/* Finds those shown anew, on a worker if any are hidden, and emits "changed". */
void ondes_annotations_model_update_shown (OndesAnnotationsModel *self);
void ondes_annotations_model_changed (OndesAnnotationsModel *self);
/* Emits "message". */
void ondes_annotations_model_say_notes (OndesAnnotationsModel *self,
                                      const char            *text,
                                      char                 **notes);

/* annotations-tracks.c */
gboolean ondes_annotations_model_is_all_shown (OndesAnnotationsModel *self);
/* Returns the hidden ones of a set's tracks, for ondes_annotations_hide(); transfer full. */
GHashTable *ondes_annotations_model_get_hidden (OndesAnnotationsModel *self);
/* Returns @set without the annotations whose track is in @hidden. Any thread. */
OndesAnnotationSet *ondes_annotations_hide (OndesAnnotationSet *set,
                                            GHashTable         *hidden);
void ondes_annotations_model_save_looks    (OndesAnnotationsModel *self,
                                            GVariantBuilder       *settings);
void ondes_annotations_model_restore_looks (OndesAnnotationsModel *self,
                                            GVariant              *settings);

/* annotations-saving.c: follows the session's recording: reads its annotations, and saves those of the last one. */
void ondes_annotations_model_follow    (OndesAnnotationsModel *self);
/* Saves after a short while, unless that is under way. */
void ondes_annotations_model_save_soon (OndesAnnotationsModel *self);
void ondes_annotations_file_unref      (OndesAnnotationsFile  *self);

G_END_DECLS
