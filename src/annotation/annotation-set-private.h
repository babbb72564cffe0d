/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How sets of annotations are kept, for the files that read and edit them. */
#pragma once

#include "annotation-set.h"

G_BEGIN_DECLS

/* Annotations in order, at least one. Immutable, counted. */
typedef struct
{
  guint             n;
  guint64           least_id, most_id;
  double            end;    /* the largest */
  OndesAnnotation **items;  /* [n], owned; the arrays follow the struct */
  double           *starts; /* [n], which are read much faster than through items */
  double           *ends;   /* [n] */
} OndesAnnotationChunk;

/* Names of tracks. Immutable, counted. */
typedef struct
{
  GPtrArray  *names;  /* interned ref strings, NULL-terminated */
  GHashTable *places; /* name (its pointer) to place + 1 */
} OndesAnnotationTracks;

struct _OndesAnnotationSet
{
  guint                  n_chunks;
  OndesAnnotationChunk **chunks; /* [n_chunks] */
  guint64               *before; /* [n_chunks + 1]: annotations before each chunk, and all of them */
  guint                  leaves; /* of the tree: a power of two, at least n_chunks */
  double                *ends;   /* [2 leaves]: node i has the largest end of nodes 2i and 2i + 1; -INFINITY past the chunks */
  OndesAnnotationTracks *tracks;
};

/* The set's order: by values, then by id. */
int                    ondes_annotation_order        (const OndesAnnotation *a,
                                                      const OndesAnnotation *b);

/* Takes the references of @n annotations in order, 1 … 2 × ONDES_ANNOTATION_CHUNK. */
OndesAnnotationChunk  *ondes_annotation_chunk_new    (OndesAnnotation      **items,
                                                      guint                  n);
/* Takes ownership of the chunks of @chunks, which it empties, and of @tracks. */
OndesAnnotationSet    *ondes_annotation_set_take     (GPtrArray             *chunks,
                                                      OndesAnnotationTracks *tracks);

/* Returns a set of @items (OndesAnnotation, in any order) and of the tracks @names, in order before those that items bring. */
OndesAnnotationSet    *ondes_annotation_set_make     (const GPtrArray       *items,
                                                      const GPtrArray       *names);

OndesAnnotationTracks *ondes_annotation_tracks_new   (void);
OndesAnnotationTracks *ondes_annotation_tracks_ref   (OndesAnnotationTracks *self);
void                   ondes_annotation_tracks_unref (OndesAnnotationTracks *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesAnnotationTracks, ondes_annotation_tracks_unref)

G_END_DECLS
