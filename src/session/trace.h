/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With ONDES_TRACE set, what happened and when, in milliseconds since the process started, on standard error. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* From any thread. */
void ondes_trace (const char *format,
                  ...) G_GNUC_PRINTF (1, 2);

gboolean ondes_trace_is_on (void);
/* From now on tells when the thread of the default context, which this is called on, was busy longer than @ms between two waits. */
void ondes_trace_busy (double ms);

G_END_DECLS
