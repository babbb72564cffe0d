/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSeriesPage: what the pages of series share: what is shown in one line, the values above, the result below, the readout, a
 * panel with the largest of the result and others, and what to do while there is nothing. Main thread only.
 */
#pragma once

#include "ondes-operand-controls.h"
#include "session/series-model.h"
#include "charts/ondes-series-readout.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SERIES_PAGE (ondes_series_page_get_type ())
G_DECLARE_FINAL_TYPE (OndesSeriesPage, ondes_series_page, ONDES, SERIES_PAGE, AdwBin)

GtkWidget        *ondes_series_page_new        (const char           *icon_name,
                                                OndesSeriesModel     *values,
                                                const char           *values_name,
                                                OndesSeriesOver       over,
                                                OndesSeriesModel     *result,
                                                const char           *result_name);
/* @what is shown; @convention: its sign and bit order; @taken: of how many values. @largest are indices of the result. NULLs where
 * there is none. */
void              ondes_series_page_set_result (OndesSeriesPage      *self,
                                                const char           *what,
                                                const char           *convention,
                                                const char           *taken,
                                                const guint64        *largest,
                                                guint                 n_largest);
/* @operand is what may be missing, @controls its controls, @problem what is wrong or NULL. */
void              ondes_series_page_update     (OndesSeriesPage      *self,
                                                OndesOperand         *operand,
                                                OndesOperandControls *controls,
                                                const char           *problem);
AdwViewStackPage *ondes_series_page_add_panel  (OndesSeriesPage      *self,
                                                GtkWidget            *child,
                                                const char           *name,
                                                const char           *title,
                                                const char           *icon_name);
/* The stack of the panels: which is in front. */
AdwViewStack     *ondes_series_page_get_panel  (OndesSeriesPage      *self);
/* Shows or hides one; where the one in view goes, the list takes its place. */
void              ondes_series_page_show_panel (OndesSeriesPage      *self,
                                                AdwViewStackPage     *panel,
                                                gboolean              visible);

G_END_DECLS
