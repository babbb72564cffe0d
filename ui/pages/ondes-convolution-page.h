/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of dyadic convolutions: the values of both operands, the result, the readout and the largest values. Main thread
 * only. */
#pragma once

#include "ondes-convolution-controls.h"

G_BEGIN_DECLS

#define ONDES_TYPE_CONVOLUTION_PAGE (ondes_convolution_page_get_type ())
G_DECLARE_FINAL_TYPE (OndesConvolutionPage, ondes_convolution_page, ONDES, CONVOLUTION_PAGE, AdwBin)

/* Creates the page. @controls is its side bar, to which the empty page directs the user. */
GtkWidget *ondes_convolution_page_new (OndesDyadicAnalysis         *convolution,
                                       OndesConvolutionControls *controls);

G_END_DECLS
