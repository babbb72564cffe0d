/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports of the slices of a scalogram or Walshgram, as products of its page besides the picture. For the analyses. */
#pragma once

#include "export/export-slice.h"
#include "slices.h"

G_BEGIN_DECLS

/* A job with its own places and colours, and a reference to the spec. */
typedef struct
{
  OndesExportJob   parent;
  OndesSliceExport export;
  OndesSlicePlace *places;
  guint           *colours;
} OndesSliceExporting;

/* Returns what a page can export; NULL if it is the picture alone. */
const char *const   *ondes_slices_list_products (OndesScalogramAnalysis *analysis);
/* TRUE if the product that is chosen is a slice, of @kind. */
gboolean             ondes_slices_is_product    (OndesScalogramAnalysis *analysis,
                                                 OndesSliceKind         *kind);
/* Returns 0, 1 if there are slices that show spectra, 2 if some show envelopes too: products come in that order. */
guint                ondes_slices_count_kinds   (OndesScalogramAnalysis *analysis);
/* Collects what an export of all slices of @kind needs; NULL if there are none or the settings have a problem. */
OndesSliceExporting *ondes_slices_make_export   (OndesScalogramAnalysis *analysis,
                                                 OndesSliceKind          kind,
                                                 OndesExportFormat       format,
                                                 const OndesFigureSize  *size,
                                                 guint                   columns);
/* Returns "spectra" or "envelopes", the last word of a file's name. */
const char          *ondes_slices_name_export   (OndesSliceKind          kind);
/* Describes the numbers, as ondes_analysis_count_numbers() does. Transfer full. */
char                *ondes_slices_count_numbers (OndesScalogramAnalysis *analysis,
                                                 OndesSliceKind          kind,
                                                 OndesExportFormat       format,
                                                 guint                   columns);

G_END_DECLS
