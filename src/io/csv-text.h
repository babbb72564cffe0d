/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells of CSV (RFC 4180).
 *
 * A spreadsheet takes a cell that begins with =, +, -, @, a tab or a line break for a formula, which can run commands. Such a text
 * gets an apostrophe before it, and plain numbers such as -3 stay. A text that begins with such an apostrophe itself gets one more,
 * so that each cell reads back as it was.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Appends @text, quoted and with an apostrophe before it if it has to be. */
void        ondes_csv_add_cell  (GString    *line,
                                 const char *text);
/* Returns the apostrophe to write before @text, or "". Static. */
const char *ondes_csv_guard     (const char *text);
/* Returns @cell, as it was read, without the apostrophe that ondes_csv_guard() put there. */
char       *ondes_csv_unguarded (char       *cell);

G_END_DECLS
