/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory for results larger than the caches. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Allocates zeros, aligned to cache lines so that vectors do not straddle two, and on huge pages if the result is large: its
 * first-touch page faults would take longer than its computation. NULL if out of memory; free with g_free(). */
void *ondes_result_new  (gsize       bytes);
/* memcpy() of a part into a result of @total bytes. Bypasses the caches if the result is too large to stay there: whole lines
 * are then written without being read first, which halves memory traffic. */
void  ondes_result_copy (gsize       total,
                         void       *dst,
                         const void *src,
                         gsize       bytes);

G_END_DECLS
