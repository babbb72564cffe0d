/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walshgram-loops.h"

#include <math.h>

#include "base/clones.h"

#define TOGETHER 16 /* columns turned at a time: a cache line of floats */

#define T           float
#define NAME(x)     x##_float
#define MAGNITUDE(x) fabsf (x)
#define TAPERS
#include "walshgram-loops-template.h"
#undef T
#undef NAME
#undef MAGNITUDE

#define T           double
#define NAME(x)     x##_double
#define MAGNITUDE(x) fabs (x)
#include "walshgram-loops-template.h"
#undef T
#undef NAME
#undef MAGNITUDE
#undef TAPERS

#define T           gint64
#define NAME(x)     x##_int64
#define MAGNITUDE(x) ABS (x)
#include "walshgram-loops-template.h"

const OndesWalshgramLoops *
ondes_walshgram_loops (OndesType type)
{
  return type == ONDES_F32 ? &loops_float : type == ONDES_F64 ? &loops_double : &loops_int64;
}
