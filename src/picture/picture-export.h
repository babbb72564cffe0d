/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports of the picture of a scalogram or Walshgram, as a product of a page. For the analyses. */
#pragma once

#include "export/export.h"
#include "scalogram-analysis.h"

G_BEGIN_DECLS

/* A job whose export has its own reference to the spec, and its own text of the filter. */
typedef struct
{
  OndesExportJob parent;
  OndesExport    export;
} OndesPictureExport;

/* Collects what an export of the view needs of the analysis as it is now, but for the spec; NULL if nothing is open or the settings
 * are invalid. */
OndesPictureExport *ondes_scalogram_analysis_new_export     (OndesScalogramAnalysis *self,
                                                             OndesExportFormat       format,
                                                             const OndesFigureSize  *size,
                                                             guint                   columns);
/* The same with the spec and all else that a picture of the page has. */
OndesPictureExport *ondes_scalogram_analysis_export_picture (OndesScalogramAnalysis *self,
                                                             OndesExportFormat       format,
                                                             const OndesFigureSize  *size,
                                                             guint                   columns);
/* Describes its numbers, as ondes_analysis_count_numbers() does. Transfer full. */
char               *ondes_scalogram_analysis_count_picture  (OndesScalogramAnalysis *self,
                                                             OndesExportFormat       format,
                                                             guint                   columns);

G_END_DECLS
