/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports of the linear or the difference table of an S-box: the window's and ondes-cli's one way. */
#pragma once

#include "export.h"
#include "figure/heat-map.h"

G_BEGIN_DECLS

/* One export. Borrowed for the call. */
typedef struct
{
  OndesSboxTable    which;
  OndesDontCare     dont_care;
  const char       *name;               /* of the table in the title of figures; NULL: its own */
  guint64           first[2], count[2]; /* figures: columns b, then rows a, that are shown; a count of 0: all from the first */
  OndesFigureSize   size;               /* figures */
  OndesExportFormat format;             /* not .npz */
  const char       *path;
  cairo_surface_t **surface;            /* PNG: gets its pixels, transfer full, in place of a file at path; NULL: the file */
} OndesTableExport;

extern const char *const ondes_table_export_options[]; /* by OndesSboxTable: --lat --ddt */

/* Numbers are rows of whole numbers, int32 in .npy. A path that cannot be written is refused before anything is computed. */
gboolean ondes_table_export_run     (const OndesTableExport *export,
                                     OndesTruthTable        *table,
                                     const OndesWatch       *watch,
                                     GError                **error);
/* The line of ondes-cli that does the same with the table of @recording, quoted for a shell. Transfer full. */
char    *ondes_table_export_command (const OndesTableExport *export,
                                     OndesRecording         *recording,
                                     const OndesReadOptions *read);

G_END_DECLS
