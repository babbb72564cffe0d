/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of Fourier spectra: the chart, what it reads, and the spectra that are kept. Main thread only. */
#pragma once

#include <adwaita.h>

#include "series/psd-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_PSD_PAGE (ondes_psd_page_get_type ())
G_DECLARE_FINAL_TYPE (OndesPsdPage, ondes_psd_page, ONDES, PSD_PAGE, AdwBin)

GtkWidget *ondes_psd_page_new (OndesPsdAnalysis *psd);

G_END_DECLS
