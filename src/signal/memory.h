/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much memory may be taken. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes that can be taken without swapping: what the system has available, or what is left to this control group where
 * that is less. G_MAXUINT64 where neither says. Any thread. */
guint64 ondes_memory_available (void);

G_END_DECLS
