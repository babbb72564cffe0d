/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With ONDES_TRACE set, what happened and when, in milliseconds since the process started, on standard error. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* From any thread. */
void ondes_trace (const char *format,
                  ...) G_GNUC_PRINTF (1, 2);

G_END_DECLS
