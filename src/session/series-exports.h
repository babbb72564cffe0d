/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports of a series. Made and freed on the main thread. */
#pragma once

#include "exports.h"
#include "operand.h"

G_BEGIN_DECLS

/* All but .npz. */
#define ONDES_SERIES_FORMATS (((2u << ONDES_EXPORT_CSV) - 1) & ~(1u << ONDES_EXPORT_NPZ))

typedef struct
{
  OndesSeriesExport export;
  OndesOperandJob  *operands[2]; /* the second may be NULL */
} OndesSeriesExporting;

/* Of what @operands found, in the place of the request's inputs; the second may be NULL. @size may be NULL. */
OndesSeriesExporting *ondes_series_exporting_new     (const OndesSeriesRequest *request,
                                                      OndesOperandJob          *first,
                                                      OndesOperandJob          *second,
                                                      OndesExportFormat         format,
                                                      const OndesFigureSize    *size);
/* What is done with it. There is no command where an input is text that was typed. */
extern const OndesExportJobClass ondes_series_exporting;

/* Name and folder to propose for what comes of @operand: "aes walsh natural"; transfer full. */
char                 *ondes_series_exports_name      (OndesOperandJob          *operand,
                                                      const char               *word,
                                                      char                    **folder);
char                 *ondes_series_exports_count     (const OndesSeries        *series,
                                                      OndesExportFormat         format);

G_END_DECLS
