/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boundaries: what a recording is taken to be outside its ends. Resolved here, once, for every engine. */
#pragma once

#include "signal/source.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_BOUNDARY_ZERO,
  ONDES_BOUNDARY_REFLECT,  /* the end not repeated: period 2n − 2; one sample alone is EDGE */
  ONDES_BOUNDARY_PERIODIC,
  ONDES_BOUNDARY_EDGE,     /* the first and the last sample held */
} OndesBoundary;

/* The sample of a recording of @n that stands at @t, which may lie anywhere; -1 for none (a zero). */
gint64   ondes_boundary_index (OndesBoundary boundary,
                               gint64        t,
                               guint64       n);

/* Reads [at, at + n), which may reach beyond both ends, converted to @as (F32, F64, C64, C128), with NaN and infinities
 * as 0. The memory it takes beside @dst is small and bounded. */
gboolean ondes_halo_read      (OndesSource  *source,
                               OndesBoundary boundary,
                               gint64        at,
                               gsize         n,
                               OndesType     as,
                               void         *dst,
                               GError      **error);

G_END_DECLS
