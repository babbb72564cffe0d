/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dyadic convolution C(τ) = Σ_x f(x) g(x ⊕ τ) = 2⁻ⁿ W(W f · W g) of two sources of 2ⁿ values, or with one source its dyadic
 * autocorrelation.
 */
#pragma once

#include "range.h"
#include "spec.h"

G_BEGIN_DECLS

/* A checked spec; read-only. Begins as an OndesSpec. */
typedef struct
{
  OndesSpec spec;
  OndesType type; /* of the arithmetic and the result */
} OndesDyadic;

/* @type: I64 is exact, or refused while running (2ⁿ max|C| < 2^63; products may wrap on the way) and asks for sources of
 * integers; F64, F32. Fails with ONDES_ERROR_REQUEST for other types. Engines take one source or two of one length; the view
 * is the span of both, a power of two. */
OndesSpec         *ondes_dyadic_new  (OndesType        type,
                                      GError         **error);
const OndesDyadic *ondes_spec_dyadic (const OndesSpec *spec);
/* One source or two whose span is @view. Fails with ONDES_ERROR_FILE where it is no power of two or goes beyond the second, and
 * as ondes_range_check_type(). */
gboolean           ondes_dyadic_check_sources (const OndesDyadic   *self,
                                               OndesSource *const  *sources,
                                               guint                n_sources,
                                               const OndesView     *view,
                                               GError             **error);
/* 2ⁿ max|C| < 2^63 for sure, for max|C| ≤ max|f| Σ|g|; the magnitudes are needed. What wraps on the way then comes back: the
 * result is right modulo 2^64. */
gboolean           ondes_dyadic_fits (const OndesRange *f,
                                      const OndesRange *g,
                                      guint             n);

G_END_DECLS
