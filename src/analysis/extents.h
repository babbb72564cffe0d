/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The waveform of a figure, read at once. The window has its overview instead. */
#pragma once

#include "signal/overview.h"

G_BEGIN_DECLS

/* Fills @extents[columns] for the samples [first, first + count), column j from ⌊j count / columns⌋, at least one sample each.
 * Blocks. */
gboolean ondes_extents_read (OndesSource   *source,
                             guint64        first,
                             guint64        count,
                             guint          columns,
                             OndesExtent   *extents,
                             GCancellable  *cancellable,
                             GError       **error);

G_END_DECLS
