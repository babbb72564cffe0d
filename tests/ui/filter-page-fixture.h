/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of filters of the window that is driven. */
#pragma once

#include "charts/ondes-charts.h"
#include "charts/ondes-response-view.h"
#include "series/filter-analysis.h"

G_BEGIN_DECLS

GtkWidget           *filter_page           (void);
OndesFilterAnalysis *filter_page_analysis  (void);
OndesResponseView   *filter_page_response  (void);
OndesScalogramView  *filter_page_scalogram (void);
/* Condition: the filter is designed, and both pictures are on the screen. */
gboolean             filter_page_is_settled (gpointer    unused);
/* Waits for that. */
void                 filter_page_settle    (void);
/* Scrolls to a control of the side bar, and presses it. */
void                 filter_page_press     (const char *id);
/* Opens a sample there. */
void                 filter_page_open      (const char *sample);

G_END_DECLS
