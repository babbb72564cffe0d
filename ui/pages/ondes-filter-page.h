/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesFilterPage: the response of a filter, and the recording before and after it: its waveform, and its scalogram with a switch
 * and a line between both, or their difference. Key B switches between before and after. Main thread only.
 *
 * Signal: "shown-changed", before, after, both or their difference were chosen. */
#pragma once

#include <adwaita.h>

#include "charts/ondes-compare-bar.h"
#include "ondes-filter-controls.h"
#include "series/filter-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_FILTER_PAGE (ondes_filter_page_get_type ())
G_DECLARE_FINAL_TYPE (OndesFilterPage, ondes_filter_page, ONDES, FILTER_PAGE, AdwBin)

/* @before is the scalogram of the recording, @controls the side bar's; both outlive the page. */
GtkWidget *ondes_filter_page_new          (OndesFilterAnalysis    *filter,
                                           OndesScalogramAnalysis *before,
                                           OndesFilterControls    *controls);
/* Returns the session that is shown in front: the filtered one, unless A was chosen; borrowed. */
OndesSession *ondes_filter_page_get_shown (OndesFilterPage        *self);
/* Returns what the page shows of both recordings and which chart, a floating dictionary; restore() takes its valid entries. */
GVariant  *ondes_filter_page_save         (OndesFilterPage        *self);
void       ondes_filter_page_restore      (OndesFilterPage        *self,
                                           GVariant               *saved);
/* Returns the chart that takes the focus, and that of the scalogram. */
GtkWidget *ondes_filter_page_get_response (OndesFilterPage        *self);
GtkWidget *ondes_filter_page_get_picture  (OndesFilterPage        *self);

G_END_DECLS
