/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cancel of an export, for what it calls that takes none: drawing and sinks look at g_cancellable_get_current(). */
#pragma once

#include <gio/gio.h>

/* For this thread, until pop with the same; NULL: none. */
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
