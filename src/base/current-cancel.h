/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Passes an export's cancellable to code without a cancellable parameter: drawing and sinks check
 * g_cancellable_get_current(). */
#pragma once

#include <gio/gio.h>

/* Makes @cancellable this thread's current one until popped; push and pop are no-ops for NULL. */
static inline void
ondes_current_cancel_push (GCancellable *cancellable)
{
  if (cancellable != NULL)
    g_cancellable_push_current (cancellable);
}

static inline void
ondes_current_cancel_pop (GCancellable *cancellable)
{
  if (cancellable != NULL)
    g_cancellable_pop_current (cancellable);
}
