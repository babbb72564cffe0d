/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesDyadicAnalysis: what the page of dyadic convolutions shows. The model between its controls and charts; knows no widget.
 *
 * Of two operands, or of one with itself. Of the recording the first has the output and the table that are chosen for the window,
 * the second has its own. Everything slow happens on its queue; all signals are emitted on the main thread. Main
 * thread only. An OndesAnalysis, with its signals, and:
 *   "settings-changed"  operands, or what is made of the values
 *   "result-changed"    another result, or none
 */
#pragma once

#include "operand.h"
#include "analysis.h"
#include "series-model.h"

G_BEGIN_DECLS

#define ONDES_TYPE_DYADIC_ANALYSIS (ondes_dyadic_analysis_get_type ())
G_DECLARE_FINAL_TYPE (OndesDyadicAnalysis, ondes_dyadic_analysis, ONDES, DYADIC_ANALYSIS, OndesAnalysis)

/* Computes nothing until it is shown. */
OndesDyadicAnalysis   *ondes_dyadic_analysis_new               (OndesSession          *session);
/* While the page is in view what is wanted is computed. */
void                   ondes_dyadic_analysis_set_active        (OndesDyadicAnalysis   *self,
                                                                gboolean               active);
/* The first (0) and the second (1), which may be the same. */
OndesOperand          *ondes_dyadic_analysis_get_operand       (OndesDyadicAnalysis   *self,
                                                                guint                  which);
/* What is made of the values of both. */
const OndesDerivation *ondes_dyadic_analysis_get_derivation    (OndesDyadicAnalysis   *self);
OndesDontCare          ondes_dyadic_analysis_get_dont_care     (OndesDyadicAnalysis   *self);
void                   ondes_dyadic_analysis_set_values        (OndesDyadicAnalysis   *self,
                                                                const OndesDerivation *derivation,
                                                                OndesDontCare          dont_care);

/* The values of the first, with those of the second over them, and the result. Empty without. */
OndesSeriesModel      *ondes_dyadic_analysis_get_values        (OndesDyadicAnalysis   *self);
OndesSeriesModel      *ondes_dyadic_analysis_get_result        (OndesDyadicAnalysis   *self);
/* Of what is shown: the second operand is the first; how the values were made. */
gboolean               ondes_dyadic_analysis_is_auto           (OndesDyadicAnalysis   *self);
const OndesDerivation *ondes_dyadic_analysis_get_shown         (OndesDyadicAnalysis   *self);
/* Values of an operand before a power of two was made of them. */
guint64                ondes_dyadic_analysis_get_given         (OndesDyadicAnalysis   *self,
                                                                guint                  which);
/* Indices of the largest values. */
const guint64         *ondes_dyadic_analysis_get_largest       (OndesDyadicAnalysis   *self,
                                                                guint                 *n);
/* The operand that a problem is about: 0 or 1; 2: the values; −1: there is no problem. */
int                    ondes_dyadic_analysis_get_problem_place (OndesDyadicAnalysis   *self);

G_END_DECLS
