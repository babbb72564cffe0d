/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSeriesPage: the common layout of the series pages: a heading line, the chart of the values, the chart of the result, the
 * readout, a panel with tabs, the first of which lists the largest results, and a placeholder while there is no result. Main
 * thread only.
 */
#pragma once

#include "ondes-operand-controls.h"
#include "series/series-analysis.h"
#include "charts/ondes-series-readout.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SERIES_PAGE (ondes_series_page_get_type ())
G_DECLARE_FINAL_TYPE (OndesSeriesPage, ondes_series_page, ONDES, SERIES_PAGE, AdwBin)

GtkWidget        *ondes_series_page_new        (OndesSeriesAnalysis  *analysis,
                                                const char           *icon_name,
                                                OndesSeriesOver       over,
                                                const char           *result_name);
/* Shows the result: @what names it, @taken says how many values were used. Both are NULL if there is none. */
void              ondes_series_page_set_result (OndesSeriesPage      *self,
                                                const char           *what,
                                                const char           *taken);
/* Shows the result or, if there is none, the placeholder. @which is the operand that may be missing, @controls are its
 * controls. */
void              ondes_series_page_update     (OndesSeriesPage      *self,
                                                guint                 which,
                                                OndesOperandControls *controls);
/* Adds a panel. @title stands in its tab. @tooltip may be NULL. Where the panel in front is hidden, the first one comes. */
GtkStackPage     *ondes_series_page_add_panel  (OndesSeriesPage      *self,
                                                GtkWidget            *child,
                                                const char           *name,
                                                const char           *title,
                                                const char           *tooltip);
/* Returns the stack of panels, whose visible child is the panel in front. */
GtkStack         *ondes_series_page_get_panel  (OndesSeriesPage      *self);

G_END_DECLS
