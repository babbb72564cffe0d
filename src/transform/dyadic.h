/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dyadic convolution C(τ) = Σ_x f(x) g(x ⊕ τ) = 2⁻ⁿ W(W f · W g) of two sources of 2ⁿ values, or with one source its dyadic
 * autocorrelation.
 */
#pragma once

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

G_END_DECLS
