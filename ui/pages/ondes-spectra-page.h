/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spectra page: the values with their reconstruction from the largest coefficients, the spectrum, the readout, and a panel
 * with the largest coefficients and the properties of a Boolean source. Main thread only.
 */
#pragma once

#include "ondes-operand-controls.h"
#include "series/spectrum-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SPECTRA_PAGE (ondes_spectra_page_get_type ())
G_DECLARE_FINAL_TYPE (OndesSpectraPage, ondes_spectra_page, ONDES, SPECTRA_PAGE, AdwBin)

/* Creates the page. @controls are in its side bar; the empty page directs the user to them. */
GtkWidget *ondes_spectra_page_new (OndesSpectrumAnalysis         *spectra,
                                   OndesOperandControls *controls);

G_END_DECLS
