/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSlices: the slices (analysis/slice.h) beside the picture of an OndesScalogramAnalysis: at the crosshair, over the
 * selection, and those that a person holds. Each is a spectrum at its time and an envelope at its frequency.
 *
 * A slice is a preview, of the picture's columns, until the exact one is computed: that at the crosshair on one queue, the
 * others on another, the newest first. Values are of the picture's transform, rows and samples; spectra have a value for each
 * row of the picture that is shown. While slices are not shown nothing is computed. The crosshair's stays where it was when the
 * pointer leaves the chart. What is held is undone and stored with the session.
 *
 * Signal: "changed": the entries, their values or progress, or whether they are shown. Main thread only.
 */
#pragma once

#include "analysis/slice.h"
#include "scalogram-analysis.h"

G_BEGIN_DECLS

#define ONDES_SLICES_HELD 12 /* at most */

typedef enum { ONDES_SLICES_CROSSHAIR, ONDES_SLICES_SELECTION, ONDES_SLICES_HOLDING } OndesSlicesRole;

#define ONDES_SLICE_KINDS 2 /* indexed by OndesSliceKind */

/* Read-only. */
typedef struct
{
  guint           id;      /* of those held; 0 for the others */
  OndesSlicesRole role;
  guint           colour;  /* as ondes_slice_colour() takes it; of one that is held it stays while others come and go */
  OndesSlicePlace places[ONDES_SLICE_KINDS]; /* count 0: it has none of this kind */
  OndesSlice     *slices[ONDES_SLICE_KINDS]; /* NULL if not known yet */
  double          progress; /* 0 … 1 of what is being computed, NaN if nothing is */
} OndesSlicesEntry;

#define ONDES_TYPE_SLICES (ondes_slices_get_type ())
G_DECLARE_FINAL_TYPE (OndesSlices, ondes_slices, ONDES, SLICES, GObject)

/* For the analysis; @analysis must outlive it, or be finalized with it. Those of an analysis that follows another are at the
 * places of the other's, and are shown as they are while it is active. */
OndesSlices            *ondes_slices_new       (OndesScalogramAnalysis *analysis);
gboolean                ondes_slices_get_shown (OndesSlices            *self);
/* Is a setting of the analysis: saved, and an undo step. */
void                    ondes_slices_set_shown (OndesSlices            *self,
                                                gboolean                shown);
/* Returns the number of entries: the crosshair's and the selection's, if there are any, then those held in order. */
guint                   ondes_slices_get_n     (OndesSlices            *self);
const OndesSlicesEntry *ondes_slices_get       (OndesSlices            *self,
                                                guint                   i);
/* Takes over the places of the analysis that is followed, if any; it is done at each change of these too. */
void                    ondes_slices_follow    (OndesSlices            *self);
/* Holds the slice of the selection or, without one, of the crosshair. FALSE if there is none, it is held already, or
 * ONDES_SLICES_HELD are. */
gboolean                ondes_slices_hold      (OndesSlices            *self);
/* Removes the one held with @id, or all of them if it is 0. */
void                    ondes_slices_remove    (OndesSlices            *self,
                                                guint                   id);
/* Returns the places of all entries that have @kind, and in @colours (or NULL) their colours; both transfer full. */
OndesSlicePlace        *ondes_slices_list      (OndesSlices            *self,
                                                OndesSliceKind          kind,
                                                guint                  *n,
                                                guint                 **colours);
/* TRUE if every slice is exact. */
gboolean                ondes_slices_is_settled (OndesSlices           *self);

/* Returns the slices of @analysis, borrowed, made on the first call. */
OndesSlices            *ondes_scalogram_analysis_get_slices (OndesScalogramAnalysis *analysis);

G_END_DECLS
