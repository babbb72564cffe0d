/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dyadic convolution C(τ) = Σ_x f(x) g(x ⊕ τ) = 2⁻ⁿ W(W f · W g) of two sources of 2ⁿ values, or the dyadic autocorrelation of
 * a single source.
 */
#pragma once

#include "range.h"
#include "spec.h"

G_BEGIN_DECLS

/* A validated spec; read-only. Begins with an OndesSpec. */
typedef struct
{
  OndesSpec spec;
  OndesType type; /* type of the arithmetic and of the result */
} OndesDyadic;

/* Creates a spec. @type is I64, F64 or F32; fails with ONDES_ERROR_REQUEST for other types. I64 requires integer sources and is
 * exact, or fails while running unless 2ⁿ max|C| < 2^63 (intermediate products may wrap around). Engines accept one source, or
 * two of equal length; the view spans both and its length is a power of two. */
OndesSpec         *ondes_dyadic_new  (OndesType        type,
                                      GError         **error);
const OndesDyadic *ondes_spec_dyadic (const OndesSpec *spec);
/* Checks one source, or two, over the span @view. Fails with ONDES_ERROR_FILE if the length is not a power of two or the span
 * exceeds the second source, and whenever ondes_range_check_type() does. */
gboolean           ondes_dyadic_check_sources (const OndesDyadic   *self,
                                               OndesSource *const  *sources,
                                               guint                n_sources,
                                               const OndesView     *view,
                                               GError             **error);
/* TRUE if 2ⁿ max|C| < 2^63 is guaranteed by max|C| ≤ max|f| Σ|g|; both ranges must include the magnitude. Intermediate
 * wrap-around then cancels: the result is correct modulo 2^64. */
gboolean           ondes_dyadic_fits (const OndesRange *f,
                                      const OndesRange *g,
                                      guint             n);

G_END_DECLS
