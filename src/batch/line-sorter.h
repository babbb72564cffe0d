/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorts any number of lines in constant memory: sorted runs in unnamed temporary files, then merged. The order is that of the
 * bytes. Use from one thread at a time. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define ONDES_LINE_SORTER_BYTES ((gsize) 4 << 20) /* memory of the lines that are not yet in a file, by default */

typedef struct _OndesLineSorter OndesLineSorter;

/* @bytes 0 is the default. */
OndesLineSorter *ondes_line_sorter_new    (gsize              bytes);
void             ondes_line_sorter_free   (OndesLineSorter   *self);
/* Adds a line, which holds no newline. Fails with ONDES_ERROR_FILE if a temporary file cannot be written. */
gboolean         ondes_line_sorter_add    (OndesLineSorter   *self,
                                           const char        *line,
                                           GError           **error);
/* Ends the adding; call it once, before next(). */
gboolean         ondes_line_sorter_finish (OndesLineSorter   *self,
                                           GError           **error);
/* Returns the next line in order, borrowed until the next call; NULL at the end, or with an error. */
const char      *ondes_line_sorter_next   (OndesLineSorter   *self,
                                           GError           **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesLineSorter, ondes_line_sorter_free)

G_END_DECLS
