/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page "Sequency": the overview, the waveform and the Walshgram on one time axis, which is the session's, and the readout; or
 * why there is none. Main thread only. */
#pragma once

#include <adwaita.h>

#include "picture/walshgram-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SEQUENCY_PAGE (ondes_sequency_page_get_type ())
G_DECLARE_FINAL_TYPE (OndesSequencyPage, ondes_sequency_page, ONDES, SEQUENCY_PAGE, AdwBin)

GtkWidget *ondes_sequency_page_new       (OndesWalshgramAnalysis *analysis);
/* Returns the chart of the Walshgram; borrowed. */
GtkWidget *ondes_sequency_page_get_chart (OndesSequencyPage      *self);

G_END_DECLS
