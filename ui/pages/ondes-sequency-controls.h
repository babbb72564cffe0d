/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The side bar of the Walshgram: window, hop, taper, order and display, and error messages about them. Main thread only. */
#pragma once

#include <adwaita.h>

#include "picture/walshgram-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SEQUENCY_CONTROLS (ondes_sequency_controls_get_type ())
G_DECLARE_FINAL_TYPE (OndesSequencyControls, ondes_sequency_controls, ONDES, SEQUENCY_CONTROLS, AdwBin)

GtkWidget *ondes_sequency_controls_new (OndesWalshgramAnalysis *analysis);

G_END_DECLS
