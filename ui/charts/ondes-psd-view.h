/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesPsdView: the chart of Fourier spectra over frequency, with what is kept, the harmonic cursor and the peak that the pointer
 * is at. A click sets the cursor at a frequency, or at a peak nearby, and Escape takes it away. Main thread only. */
#pragma once

#include "ondes-chart.h"
#include "series/psd-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_PSD_VIEW (ondes_psd_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesPsdView, ondes_psd_view, ONDES, PSD_VIEW, OndesChart)

GtkWidget *ondes_psd_view_new      (OndesPsdAnalysis *psd);
/* Returns the frequency pointed at, the value there and the peak uphill from it, for people; "" if nothing is pointed at. Transfer
 * full. */
char      *ondes_psd_view_read     (OndesPsdView     *self);
/* Prints a frequency, and a value with its unit or in decibels, of the spectrum shown. Transfer full. */
char      *ondes_psd_print_hz      (OndesPsdAnalysis *psd,
                                    double            hz);
char      *ondes_psd_print_value   (OndesPsdAnalysis *psd,
                                    double            value);

G_END_DECLS
