/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The side bar of the convolution page. Main thread only. */
#pragma once

#include "series/dyadic-analysis.h"
#include "ondes-operand-controls.h"

G_BEGIN_DECLS

#define ONDES_TYPE_CONVOLUTION_CONTROLS (ondes_convolution_controls_get_type ())
G_DECLARE_FINAL_TYPE (OndesConvolutionControls, ondes_convolution_controls, ONDES, CONVOLUTION_CONTROLS, AdwBin)

GtkWidget            *ondes_convolution_controls_new         (OndesDyadicAnalysis         *convolution);
OndesOperandControls *ondes_convolution_controls_get_operand (OndesConvolutionControls *self,
                                                              guint                     which);

G_END_DECLS
