/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inner loops of pair updates: several vectors at once, as many as fill a cache line, so that each pair is an operation on
 * whole lines wherever its two values are. */
#pragma once

#include "transform/pair-table.h"

G_BEGIN_DECLS

typedef struct
{
  gsize size; /* bytes of a number; a complex value is two */
  guint lanes; /* vectors at once */
  /* Sets x[i lanes + v] to number i of vector v, of @count ≤ lanes vectors of @numbers, and to 0 for other v. */
  void (*load)  (const void *vectors, guint count, gsize numbers, void *x);
  /* The converse, for @count vectors; @modulus 2: modulo 2. */
  void (*store) (const void *x, guint count, gsize numbers, guint modulus, void *vectors);
  /* Applies all stages to @x. Real values, or complex ones of two numbers each. Integers wrap around. */
  void (*real)       (const OndesPairTable *table, void *x);
  void (*of_complex) (const OndesPairTable *table, void *x); /* NULL for integers */
} OndesPairLoops;

extern const OndesPairLoops ondes_pair_loops_float, ondes_pair_loops_double, ondes_pair_loops_integer;

G_END_DECLS
