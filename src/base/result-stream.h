/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Standard output carries the result of a command and nothing else, whatever libraries print: some tell there what they find in a
 * damaged file. */
#pragma once

#include <stdio.h>

#include <glib.h>

G_BEGIN_DECLS

/* Keeps standard output for results: from now on descriptor 1 leads to /dev/null, for libraries and for processes that inherit it.
 * Call it once, before there are threads. */
void  ondes_result_stream_claim (void);
/* Returns the stream of results: stdout unless it was claimed. */
FILE *ondes_result_stream       (void);
/* Returns its descriptor. */
int   ondes_result_fd           (void);

G_END_DECLS
