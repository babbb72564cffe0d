/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesFilterControls: the side bar of the page of filters. Main thread only.
 *
 * Signal "second-changed": the user chose the other curve, group delay or phase.
 */
#pragma once

#include <adwaita.h>

#include "series/filter-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_FILTER_CONTROLS (ondes_filter_controls_get_type ())
G_DECLARE_FINAL_TYPE (OndesFilterControls, ondes_filter_controls, ONDES, FILTER_CONTROLS, AdwBin)

GtkWidget *ondes_filter_controls_new         (OndesFilterAnalysis *filter);
/* TRUE if the phase is to be shown instead of the group delay. */
gboolean   ondes_filter_controls_wants_phase (OndesFilterControls *self);
/* Asks for a file of taps. */
void       ondes_filter_controls_choose_taps (OndesFilterControls *self);

G_END_DECLS
