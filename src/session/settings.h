/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is remembered between runs. Whatever stands in the store, loading gives settings that work. */
#pragma once

#include "dyadic-analysis.h"
#include "scalogram-analysis.h"
#include "spectrum-analysis.h"

G_BEGIN_DECLS

/* NULL where the schema is not installed: then nothing is remembered. Transfer full. */
GSettings *ondes_settings_new   (void);

/* @settings may be NULL: nothing happens. The choices of the transform and of the display; neither the
 * recording nor numbers that are its own: frequencies, scales, FFT length, reference. */
void       ondes_settings_load  (GSettings              *settings,
                                 OndesScalogramAnalysis *scalogram);
void       ondes_settings_store (GSettings              *settings,
                                 OndesScalogramAnalysis *scalogram);

/* Transform, order and algorithm, don't-cares, how many coefficients are kept, the span, and the text that was typed: to be chosen
 * again, not to come before a recording that is opened. What is made of the values is of a source, and no other one might take it:
 * signs need bits. */
void       ondes_settings_load_spectra  (GSettings    *settings,
                                         OndesSpectrumAnalysis *spectra);
void       ondes_settings_store_spectra (GSettings    *settings,
                                         OndesSpectrumAnalysis *spectra);

/* Likewise its spans, texts and don't-cares. */
void       ondes_settings_load_convolution  (GSettings        *settings,
                                             OndesDyadicAnalysis *convolution);
void       ondes_settings_store_convolution (GSettings        *settings,
                                             OndesDyadicAnalysis *convolution);

/* The figure of the last export. */
void       ondes_settings_load_size (GSettings       *settings,
                                     OndesFigureSize *size);

G_END_DECLS
