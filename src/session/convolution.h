/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesConvolution: what the page of dyadic convolutions shows. The model between its controls and charts; knows no widget.
 *
 * Of two operands, or of one with itself. Of the recording the first has the output and the table that are chosen for the window,
 * the second has its own. Everything slow happens on its queue; all signals are emitted on the main thread. Main
 * thread only. An OndesPageModel, with its signals, and:
 *   "settings-changed"  operands, or what is made of the values
 *   "result-changed"    another result, or none
 */
#pragma once

#include "operand.h"
#include "page-model.h"
#include "series-model.h"

G_BEGIN_DECLS

#define ONDES_TYPE_CONVOLUTION (ondes_convolution_get_type ())
G_DECLARE_FINAL_TYPE (OndesConvolution, ondes_convolution, ONDES, CONVOLUTION, GObject)

/* Computes nothing until it is shown. */
OndesConvolution      *ondes_convolution_new            (OndesDocument         *document);
/* While the page is in view what is wanted is computed. */
void                   ondes_convolution_set_active     (OndesConvolution      *self,
                                                         gboolean               active);
/* The first (0) and the second (1), which may be the same. */
OndesOperand          *ondes_convolution_get_operand    (OndesConvolution      *self,
                                                         guint                  which);
/* What is made of the values of both. */
const OndesDerivation *ondes_convolution_get_derivation (OndesConvolution      *self);
OndesDontCare          ondes_convolution_get_dont_care  (OndesConvolution      *self);
void                   ondes_convolution_set_values     (OndesConvolution      *self,
                                                         const OndesDerivation *derivation,
                                                         OndesDontCare          dont_care);

/* The values of the first, with those of the second over them, and the result. Empty without. */
OndesSeriesModel      *ondes_convolution_get_values     (OndesConvolution      *self);
OndesSeriesModel      *ondes_convolution_get_result     (OndesConvolution      *self);
/* Of what is shown: the second operand is the first; how the values were made. */
gboolean               ondes_convolution_is_auto        (OndesConvolution      *self);
const OndesDerivation *ondes_convolution_get_shown      (OndesConvolution      *self);
/* Values of an operand before a power of two was made of them. */
guint64                ondes_convolution_get_given      (OndesConvolution      *self,
                                                         guint                  which);
/* Indices of the largest values. */
const guint64         *ondes_convolution_get_largest    (OndesConvolution      *self,
                                                         guint                 *n);
/* The operand that a problem is about: 0 or 1; 2: the values; −1: there is no problem. */
int                    ondes_convolution_get_problem_place (OndesConvolution   *self);

G_END_DECLS
