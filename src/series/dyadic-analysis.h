/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesDyadicAnalysis: the model of the convolution page: the dyadic convolution of two operands, or the autocorrelation of one.
 *
 * For the recording in view, the first operand uses the output and the table chosen for the window; the second has its own. An
 * OndesSeriesAnalysis with its signals. Main thread only.
 */
#pragma once

#include "series-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_DYADIC_ANALYSIS (ondes_dyadic_analysis_get_type ())
G_DECLARE_FINAL_TYPE (OndesDyadicAnalysis, ondes_dyadic_analysis, ONDES, DYADIC_ANALYSIS, OndesSeriesAnalysis)

OndesDyadicAnalysis   *ondes_dyadic_analysis_new            (OndesSession          *session);
/* How the values of both operands are derived. */
const OndesDerivation *ondes_dyadic_analysis_get_derivation (OndesDyadicAnalysis   *self);
OndesDontCare          ondes_dyadic_analysis_get_dont_care  (OndesDyadicAnalysis   *self);
void                   ondes_dyadic_analysis_set_values     (OndesDyadicAnalysis   *self,
                                                             const OndesDerivation *derivation,
                                                             OndesDontCare          dont_care);
/* TRUE if an autocorrelation is shown. */
gboolean               ondes_dyadic_analysis_is_auto        (OndesDyadicAnalysis   *self);

G_END_DECLS
