/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels for each x86-64 level. Included by kernels-float.c and kernels-double.c with T, SQRT, TABLE and SINGLE set. */
#include "kernels.h"

#include "base/clones.h"

#include <math.h>

typedef T V __attribute__ ((vector_size (64), aligned (sizeof (T)), may_alias));
#define LANES (64 / sizeof (T))
#if SINGLE
typedef gint32 Mask __attribute__ ((vector_size (64), may_alias));
#else
typedef gint64 Mask __attribute__ ((vector_size (64), may_alias));
#endif

typedef struct
{
  T before[8][ONDES_CHUNK], at[8][ONDES_CHUNK], cut[ONDES_CHUNK];
} Cuts;

#define NAME(x) x##_base
#include "kernels-template.h"
#undef NAME

#ifdef X86_LEVELS
LEVEL_3
#define NAME(x) x##_3
#include "kernels-template.h"
#undef NAME
LEVEL_END

LEVEL_4
#define NAME(x) x##_4
#include "kernels-template.h"
#undef NAME
LEVEL_END
#endif

const OndesKernels *
TABLE (void)
{
#ifdef X86_LEVELS
  const guint level = ondes_x86_level ();

  return level >= 4 ? &table_4 : level >= 3 ? &table_3 : &table_base;
#else
  return &table_base;
#endif
}
