/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells of CSV (RFC 4180). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Appends @text, quoted if it has to be. */
void ondes_csv_add_cell (GString    *line,
                         const char *text);

G_END_DECLS
