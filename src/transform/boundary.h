/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boundary handling: the values assumed outside a recording. Resolved here, once, for every engine. */
#pragma once

#include "signal/source.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_BOUNDARY_ZERO,
  ONDES_BOUNDARY_REFLECT,  /* end samples not repeated: period 2n − 2; a single sample behaves as EDGE */
  ONDES_BOUNDARY_PERIODIC,
  ONDES_BOUNDARY_EDGE,     /* the first and last samples extended */
} OndesBoundary;

/* Returns the index of the sample used at position @t of a recording of @n samples, or -1 for a zero. @t may be any number. */
gint64   ondes_boundary_index (OndesBoundary boundary,
                               gint64        t,
                               guint64       n);

/* Reads [at, at + n), which may extend past both ends, converted to @as (F32, F64, C64, C128); NaN and infinities become 0.
 * Apart from @dst it uses a small, bounded amount of memory. */
gboolean ondes_halo_read      (OndesSource  *source,
                               OndesBoundary boundary,
                               gint64        at,
                               gsize         n,
                               OndesType     as,
                               void         *dst,
                               GError      **error);

G_END_DECLS
