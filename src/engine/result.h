/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of results that are larger than the caches. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Zeros, on whole cache lines so that vectors do not lie across two, and on huge pages where the result is large: to touch it page
 * by page for the first time takes longer than to compute it. NULL where there is no memory; free with g_free(). */
void *ondes_result_new  (gsize       bytes);
/* memcpy() of a part into a result of @whole bytes. Past the caches where that is too large to stay there: lines that are
 * written whole are then not read first, which halves what goes over the memory bus. */
void  ondes_result_copy (gsize       whole,
                         void       *dst,
                         const void *src,
                         gsize       bytes);

G_END_DECLS
