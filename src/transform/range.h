/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of the values that a fast spectrum or a dyadic convolution reads, and what of them is refused: for every engine
 * by the same test and in the same words. Any thread.
 */
#pragma once

#include "signal/source.h"

G_BEGIN_DECLS

typedef struct
{
  gint64            lo, hi;    /* of integers; lo > hi: none was seen */
  unsigned __int128 magnitude; /* Σ|x| of integers, where it was asked for */
  gsize             bad;       /* index of the first real that is not finite; G_MAXSIZE: none */
} OndesRange;

#define ONDES_RANGE_NONE ((OndesRange) { .lo = G_MAXINT64, .hi = G_MININT64, .bad = G_MAXSIZE })

/* @n ≥ 1 values of a type that is not complex; bits are what they are. */
OndesRange ondes_range_of          (OndesType          type,
                                    const void        *values,
                                    gsize              n,
                                    gboolean           magnitude);
/* @self becomes the range of the values of both. */
void       ondes_range_join        (OndesRange        *self,
                                    const OndesRange  *other);
/* The largest |x|. */
guint64    ondes_range_largest     (const OndesRange  *self);
/* @self is of samples [@first, @first + @n). Fails with ONDES_ERROR_FILE where one is not finite, or (@binary) not 0 or 1. */
gboolean   ondes_range_check       (const OndesRange  *self,
                                    guint64            first,
                                    gsize              n,
                                    gboolean           binary,
                                    GError           **error);
/* Fails with ONDES_ERROR_REQUEST where arithmetic in @type does not take samples of the type of @source. */
gboolean   ondes_range_check_type  (const OndesSource *source,
                                    OndesType          type,
                                    GError           **error);

G_END_DECLS
