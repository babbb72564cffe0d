/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of OndesSlices. */
#pragma once

#include "scalogram-analysis-private.h"
#include "slices.h"

G_BEGIN_DECLS

/* An entry with what its slices were asked with. */
typedef struct
{
  OndesSlicesEntry entry;
  struct
  {
    OndesSpec      *spec;    /* NULL if the slice is not exact, nor failed */
    guint64         source;  /* id of it */
    guint           columns; /* of an envelope */
    OndesSlicePlace place;
  } exact[ONDES_SLICE_KINDS];
} OndesSlicesHeld;

/* Of the crosshair's slice, and of all others. */
typedef enum { QUEUE_CROSSHAIR, QUEUE_OTHERS, N_QUEUES } OndesSlicesQueue;

struct _OndesSlices
{
  GObject                 parent_instance;

  OndesScalogramAnalysis *analysis; /* NULL once it is gone */
  OndesSlices            *leader;   /* NULL if the analysis follows none */
  gboolean                shown;
  GPtrArray              *entries;  /* of OndesSlicesHeld, in the order of ondes_slices_get() */
  guint                   last_id;
  guint                   opened;   /* number of the recording */
  double                  rate_hz;  /* that the places count samples at */
  OndesQueue             *queues[N_QUEUES]; /* NULL until slices are shown */
  OndesScheduler         *schedulers[N_QUEUES];
};

static inline OndesSlicesHeld *
ondes_slices_at (OndesSlices *self,
                 guint        i)
{
  return g_ptr_array_index (self->entries, i);
}

/* Returns the entry with @id and @role, NULL if there is none. */
static inline OndesSlicesHeld *
ondes_slices_find (OndesSlices    *self,
                   guint           id,
                   OndesSlicesRole role)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (ondes_slices_at (self, i)->entry.id == id && ondes_slices_at (self, i)->entry.role == role)
      return ondes_slices_at (self, i);
  return NULL;
}

/* Returns an envelope's place in what is in view. */
OndesSlicePlace ondes_slices_envelope_at (OndesSlices  *self,
                                   double               lo_hz,
                                   double               hi_hz);
/* Moves a place to a rate that is @factor times what it was, within @n samples. */
void     ondes_slices_rescale_place (OndesSlicePlace    *place,
                                   double                factor,
                                   guint64               n);

/* slices-saved.c: makes what is held a part of the session's state, until the parts of @analysis are removed. */
void     ondes_slices_add_part   (OndesScalogramAnalysis *analysis);

/* slices-compute.c */
gboolean ondes_slices_same_place (const OndesSlicePlace *a,
                                  const OndesSlicePlace *b);
/* TRUE if slices can be computed: the picture shown is of the samples and the rate that pictures are of now. */
gboolean ondes_slices_can_compute (OndesSlices          *self);
/* TRUE if the slice is exact as things are, or could not be computed so. */
gboolean ondes_slices_is_exact   (OndesSlices           *self,
                                  const OndesSlicesHeld *entry,
                                  OndesSliceKind         kind);
/* Shows what the picture tells of slices that are not exact, and wants those computed. */
void     ondes_slices_refresh    (OndesSlices           *self);
/* Drops what is being computed. */
void     ondes_slices_leave      (OndesSlices           *self);
void     ondes_slices_emit       (OndesSlices           *self);

G_END_DECLS
