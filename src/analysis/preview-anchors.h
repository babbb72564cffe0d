/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Anchors: rows, three to one an octave, that are computed exactly beside a preview, whose short windows miss what lies between
 * them. What clicks, swells or hums is seen by its neighbours too, so that a row between two anchors is as loud as these. Of a
 * recording too long for that, some columns of the anchors are computed, and the preview's rows are made as loud as these tell. */
#pragma once

#include "scalogram.h"

G_BEGIN_DECLS

/* A preview's window sees all of a column that is no wider than so many scales. */
#define ONDES_ANCHORS_WIDE 2.0

typedef struct
{
  GArray         *rows;    /* guint: which of the preview's rows they are, in order */
  OndesScalogram *exact;   /* these rows, each column; NULL: the recording is too long, or there are none */
  GPtrArray      *columns; /* of OndesScalogram, where exact is NULL: one column of these rows each */
} OndesAnchors;

/* Anchors of the columns of @job's view, of rows whose scales grow or fall all the way. Blocks: for a worker. FALSE: failed. */
gboolean ondes_anchors_compute (OndesAnchors             *self,
                                OndesComputer            *computer,
                                const OndesScalogramJob  *job,
                                const OndesWatch         *watch,
                                GError                  **error);
/* Matches @values (the rows of @spec × @columns, over 2^@exponent) to the anchors. */
void     ondes_anchors_apply   (const OndesAnchors       *self,
                                OndesSpec                *spec,
                                float                    *values,
                                guint                     columns,
                                int                       exponent);
void     ondes_anchors_clear   (OndesAnchors             *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesAnchors, ondes_anchors_clear)

G_END_DECLS
