/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Anchors: rows, three per octave, computed exactly alongside a preview, whose short windows miss whatever lies between them. A
 * click, swell or hum also shows in neighbouring rows, so the preview's rows between two anchors are matched to their levels.
 * A view that is too long for that in the time of a preview has no anchors. */
#pragma once

#include "scalogram.h"

G_BEGIN_DECLS

/* A preview window covers an entire column up to this many scales wide. */
#define ONDES_ANCHORS_WIDE 2.0

typedef struct
{
  GArray         *rows;  /* guint: indices of the anchors among the preview's rows, in order */
  OndesScalogram *exact; /* the anchor rows in every column; NULL if there are none */
  double          waited_s; /* for other users of the engine */
} OndesAnchors;

/* Computes the anchors for the columns of @job's view; scales must be strictly increasing or decreasing. Blocks: call from a
 * worker thread. FALSE on failure. */
gboolean ondes_anchors_compute (OndesAnchors             *self,
                                OndesComputer            *computer,
                                const OndesScalogramJob  *job,
                                const OndesWatch         *watch,
                                GError                  **error);
/* Matches @values (the rows of @spec × @columns, scaled by 2^−@exponent) to the anchors. */
void     ondes_anchors_apply   (const OndesAnchors       *self,
                                OndesSpec                *spec,
                                float                    *values,
                                guint                     columns,
                                int                       exponent);
void     ondes_anchors_clear   (OndesAnchors             *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesAnchors, ondes_anchors_clear)

G_END_DECLS
