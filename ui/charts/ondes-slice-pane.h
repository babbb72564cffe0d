/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slices beside a scalogram or Walshgram: its spectra on the right, on the same frequency axis, its envelopes below, on the
 * same time axis, and the list of slices, which are held and removed there. Shown or not with the OndesSlices of its
 * analysis. Main thread only.
 */
#pragma once

#include "ondes-charts.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SLICE_PANE (ondes_slice_pane_get_type ())
G_DECLARE_FINAL_TYPE (OndesSlicePane, ondes_slice_pane, ONDES, SLICE_PANE, AdwBin)

/* Puts @view, which has no parent yet, and the slices' charts into a pane. */
GtkWidget *ondes_slice_pane_new        (OndesScalogramView *view);
/* Shows the slices of @result, which follows the analysis of the view, over pale ones of that; NULL for none. */
void       ondes_slice_pane_set_result (OndesSlicePane         *self,
                                        OndesScalogramAnalysis *result);
/* Leaves room right of @chart, of the same page, while slices are shown, so that its time axis stays that of the scalogram. */
void       ondes_slice_pane_align      (OndesSlicePane     *self,
                                        GtkWidget          *chart);
/* Adds handles for the width of the spectra and the height of the envelopes, which are kept in @settings; NULL for none. */
void       ondes_slice_pane_add_handles (OndesSlicePane *self,
                                         GSettings      *settings);
/* Returns a new button that shows and hides the slices. */
GtkWidget *ondes_slice_pane_new_button (OndesSlicePane     *self);

G_END_DECLS
