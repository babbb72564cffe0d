/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second of two pictures in one figure: computed, named, told in the caption and in the command line. */
#pragma once

#include "export.h"

G_BEGIN_DECLS

/* Computes the second picture, or puts its parts together, for the span and the columns that @view tells of the first, whose spec
 * is @first: that of export->second or, if there is none, the first without its compensation. Blocks. */
OndesScalogram *ondes_export_second_compute (const OndesExport    *export,
                                             OndesSpec            *first,
                                             const OndesView      *view,
                                             OndesComputer        *computer,
                                             const OndesWatch     *watch,
                                             GError              **error);
/* Computes the part of it that second_parts tells, and writes its file. */
gboolean        ondes_export_second_compute_part (const OndesExport *export,
                                                  OndesSpec         *first,
                                                  const OndesView   *view,
                                                  OndesComputer     *computer,
                                                  const OndesWatch  *watch,
                                                  GError           **error);
/* Writes the figure of both. */
gboolean        ondes_export_second_write   (const OndesExport    *export,
                                             const OndesImageTarget *to,
                                             const OndesScalogram *first,
                                             OndesScalogram       *second,
                                             const OndesExtent    *extents,
                                             GError              **error);
/* Returns the names of the two, which tell them apart; transfer full. */
char           *ondes_export_second_name    (const OndesExport    *export,
                                             gboolean              second);
/* Adds the options of the second to the command line. */
void            ondes_export_second_add     (GString              *line,
                                             const OndesExport    *export);

G_END_DECLS
