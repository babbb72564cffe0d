/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports of the linear or difference table of an S-box, shared by the window and ondes-cli. */
#pragma once

#include "export.h"
#include "figure/heat-map.h"

G_BEGIN_DECLS

/* One export; borrowed for the call. */
typedef struct
{
  OndesSboxTable    which;
  OndesDontCare     dont_care;
  const char       *name;               /* table name in the title of figures; NULL for its own */
  guint64           first[2], count[2]; /* figures: columns b, then rows a, to show; a count of 0 shows all from the first */
  OndesFigureSize   size;               /* for figures */
  OndesExportFormat format;             /* any but .npz */
  const char       *path;
  cairo_surface_t **surface;            /* PNG: receives the pixels, transfer full, instead of a file at path; or NULL */
} OndesTableExport;

extern const char *const ondes_table_export_options[]; /* indexed by OndesSboxTable: --lat --ddt */

/* Data formats get rows of integers, int32 in .npy. An unwritable path is refused before anything is computed. */
gboolean ondes_table_export_run     (const OndesTableExport *export,
                                     OndesTruthTable        *table,
                                     const OndesWatch       *watch,
                                     GError                **error);
/* Returns the ondes-cli command that does the same with the table of @recording, quoted for a shell. Transfer full. */
char    *ondes_table_export_command (const OndesTableExport *export,
                                     OndesRecording         *recording,
                                     const OndesReadOptions *read);

G_END_DECLS
