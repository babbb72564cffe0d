/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The side bar of the spectra page. Main thread only. */
#pragma once

#include "ondes-operand-controls.h"
#include "series/spectrum-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SPECTRA_CONTROLS (ondes_spectra_controls_get_type ())
G_DECLARE_FINAL_TYPE (OndesSpectraControls, ondes_spectra_controls, ONDES, SPECTRA_CONTROLS, AdwBin)

GtkWidget            *ondes_spectra_controls_new         (OndesSpectrumAnalysis         *spectra);
OndesOperandControls *ondes_spectra_controls_get_operand (OndesSpectraControls *self);

G_END_DECLS
