/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesResponseView: a chart of the filter that an OndesFilterAnalysis designed: magnitude, group delay or phase over frequency, or
 * the impulse response.
 *
 * Over the magnitude stand the cut-offs as handles. They are dragged by the pointer; with the focus, ← and → move one by a twelfth
 * of an octave, with Shift by a hundred-and-twentieth, and ↑ and ↓ choose the other. Of a bank a click, or ← and →, choose the band
 * shown. Focusable; its accessible description summarises the curve. Main thread only.
 */
#pragma once

#include "figure/response-picture.h"
#include "ondes-chart.h"
#include "series/filter-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_RESPONSE_VIEW (ondes_response_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesResponseView, ondes_response_view, ONDES, RESPONSE_VIEW, OndesChart)

GtkWidget *ondes_response_view_new          (OndesFilterAnalysis   *filter,
                                             OndesResponseQuantity  quantity);
void       ondes_response_view_set_quantity (OndesResponseView     *self,
                                             OndesResponseQuantity  quantity);
/* Returns the x of a handle in the widget's units, NaN if there is no such handle. */
double     ondes_response_view_get_handle_x (OndesResponseView     *self,
                                             guint                  which);

G_END_DECLS
