/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Range of the values that a fast spectrum or a dyadic convolution reads, and the checks that refuse unsuitable values, so that
 * every engine applies the same tests with the same messages. Callable from any thread.
 */
#pragma once

#include "signal/source.h"

G_BEGIN_DECLS

typedef struct
{
  gint64            lo, hi;    /* of integers; lo > hi if none was seen */
  unsigned __int128 magnitude; /* Σ|x| of integers, if requested */
  gsize             bad;       /* index of the first real value that is not finite; G_MAXSIZE if none */
} OndesRange;

#define ONDES_RANGE_NONE ((OndesRange) { .lo = G_MAXINT64, .hi = G_MININT64, .bad = G_MAXSIZE })

/* Returns the range of @n ≥ 1 values; of complex ones, bad alone. Always ONDES_RANGE_NONE for bits. */
OndesRange ondes_range_of          (OndesType          type,
                                    const void        *values,
                                    gsize              n,
                                    gboolean           magnitude);
/* Merges the range @other into @self. */
void       ondes_range_join        (OndesRange        *self,
                                    const OndesRange  *other);
/* Returns the largest |x|. */
guint64    ondes_range_largest     (const OndesRange  *self);
/* Checks the range @self of samples [@first, @first + @n). Fails with ONDES_ERROR_FILE if one is not finite, or if @binary and
 * one is not 0 or 1. */
gboolean   ondes_range_check       (const OndesRange  *self,
                                    guint64            first,
                                    gsize              n,
                                    gboolean           binary,
                                    GError           **error);
/* Fails with ONDES_ERROR_REQUEST if arithmetic in @type does not accept the sample type of @source. */
gboolean   ondes_range_check_type  (const OndesSource *source,
                                    OndesType          type,
                                    GError           **error);

G_END_DECLS
