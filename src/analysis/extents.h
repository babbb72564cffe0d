/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the waveform of a figure in one call; the window uses its overview instead. */
#pragma once

#include "signal/overview.h"

G_BEGIN_DECLS

/* Fills @extents[columns] for the samples of @span; column j starts at ⌊j count / columns⌋ and covers at least one sample.
 * Blocks. */
gboolean ondes_extents_read (OndesSource   *source,
                             OndesSpan      span,
                             guint          columns,
                             OndesExtent   *extents,
                             GCancellable  *cancellable,
                             GError       **error);

G_END_DECLS
