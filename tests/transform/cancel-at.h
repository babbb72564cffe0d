/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cancellable that is cancelled while it is looked at, whatever the machine's speed: in place of GLib's
 * g_cancellable_set_error_if_cancelled(). */
#pragma once

#include <gio/gio.h>

/* Cancels @cancellable, borrowed until it is, at the @looks-th look from now. */
void     cancel_at        (GCancellable *cancellable,
                           guint         looks);
/* TRUE once it has been. */
gboolean cancel_at_was_met (void);
