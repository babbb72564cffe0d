/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The side bar of the page of Fourier spectra. Main thread only. */
#pragma once

#include <adwaita.h>

#include "series/psd-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_PSD_CONTROLS (ondes_psd_controls_get_type ())
G_DECLARE_FINAL_TYPE (OndesPsdControls, ondes_psd_controls, ONDES, PSD_CONTROLS, AdwBin)

GtkWidget *ondes_psd_controls_new (OndesPsdAnalysis *psd);

G_END_DECLS
