/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pair-loops.h"

#include "base/clones.h"

#include <string.h>

#define LINE 64 /* bytes */

#define HAS_COMPLEX
#define REDUCED(x, modulus) (x)
#define COEFFICIENT(c) ((T) (c))

#define T       float
#define LANES   (LINE / sizeof (float))
#define NAME(x) x##_float
#include "pair-loops-template.h"
#undef T
#undef LANES
#undef NAME

#define T       double
#define LANES   (LINE / sizeof (double))
#define NAME(x) x##_double
#include "pair-loops-template.h"
#undef T
#undef NAME
#undef REDUCED
#undef COEFFICIENT
#undef HAS_COMPLEX

/* Unsigned, which wraps around. */
#define REDUCED(x, modulus) ((modulus) == 2 ? (x) & 1 : (x))
#define COEFFICIENT(c) ((T) (gint64) (c))
#define T       guint64
#define NAME(x) x##_integer
#include "pair-loops-template.h"

const OndesPairLoops ondes_pair_loops_float = { sizeof (float), LINE / sizeof (float), load_float, store_float, real_float,
                                                of_complex_float };
const OndesPairLoops ondes_pair_loops_double = { sizeof (double), LINE / sizeof (double), load_double, store_double,
                                                 real_double, of_complex_double };
const OndesPairLoops ondes_pair_loops_integer = { sizeof (guint64), LINE / sizeof (guint64), load_integer, store_integer,
                                                  real_integer, NULL };
