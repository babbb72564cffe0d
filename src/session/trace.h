/* SPDX-License-Identifier: GPL-3.0-or-later */
/* If ONDES_TRACE is set, prints events with their time, in milliseconds since the process started, on standard error. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Prints one event. Any thread may call it. */
void ondes_trace (const char *format,
                  ...) G_GNUC_PRINTF (1, 2);

gboolean ondes_trace_is_on (void);
/* From now on reports each time the calling thread, which must run the default context, was busy for longer than @ms between
 * two polls. */
void ondes_trace_busy (double ms);

G_END_DECLS
