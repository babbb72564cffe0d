/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pooled result of which several processes compute a part each, and one puts all parts together.
 *
 * Part k of n has the windows of columns that an engine cuts of the whole (OndesSinkClass.wants) and that begin in the k-th of n
 * equal shares of the columns: so the parts together have the bits of the whole, whoever computes them. A part may be empty. It is
 * a file that takes its place once it is whole (out-file.h), stamped like every output: a head with the element type, the power of
 * two of the values, rows and columns; rectangles, each with its values; their number and a CRC-32. In the byte order of the
 * machine; a part of another one is refused. Use from one thread at a time.
 */
#pragma once

#include "engine/engine.h"

G_BEGIN_DECLS

/* Borrowed, for the call. */
typedef struct
{
  guint              k, n;  /* the part to compute, of n; k = n to put all together */
  const char *const *paths; /* of the n files */
} OndesResultParts;

/* TRUE if one part is to be computed; @self is NULL for a whole result. */
gboolean   ondes_result_parts_is_one (const OndesResultParts *self);
/* Creates a sink that writes the part. @scales: TRUE if the sink that takes all parts knows scaled(). */
OndesSink *ondes_result_parts_sink   (const OndesResultParts *self,
                                      gboolean                scales);
/* Puts all parts of the result of @request into @sink, from scaled() to finish(). Fails with ONDES_ERROR_FILE, before finish(), if
 * a part is missing or damaged, or if the parts are not those of one result, each of its values once. */
gboolean   ondes_result_parts_read   (const OndesResultParts *self,
                                      const OndesRequest     *request,
                                      OndesSink              *sink,
                                      GCancellable           *cancellable,
                                      GError                **error);

G_END_DECLS
