/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pair tables at random, and their stages by definition in double. */
#pragma once

#include "transform/pair-table.h"

#include <complex.h>

/* A table whose stages pair all indices at random, with roles; whole coefficients of −2 … 2 if @whole. */
OndesPairTable *random_pairs (OndesPairKind         kind,
                              gboolean              is_complex,
                              gboolean              whole,
                              guint                 n,
                              guint                 stages);
/* Applies all stages to the n values of @x. */
void            apply_pairs  (const OndesPairTable *table,
                              double complex       *x);
OndesPairTable *pairs_of     (const char           *text,
                              guint64               n);
