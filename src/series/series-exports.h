/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports a series. Objects are made and freed on the main thread. */
#pragma once

#include "operand.h"
#include "session/exports.h"

G_BEGIN_DECLS

/* All formats but .npz. */
#define ONDES_SERIES_FORMATS (((2u << ONDES_EXPORT_CSV) - 1) & ~(1u << ONDES_EXPORT_NPZ))

typedef struct
{
  OndesExportJob    parent;
  OndesSeriesExport export;
  OndesOperandJob  *operands[2]; /* the second is NULL if there is none */
} OndesSeriesExporting;

/* Creates a job with copies of @operands, which find the request's inputs; the caller fills the rest of its export. There is no
 * command if an input is typed text. */
OndesSeriesExporting *ondes_series_exporting_new     (OndesSession             *session,
                                                      OndesOperandJob *const   *operands);

/* Returns the name to propose for a result of @operand, such as "aes walsh natural", and its folder, NULL if none; both
 * transfer full. */
char                 *ondes_series_exports_name      (OndesOperandJob          *operand,
                                                      const char               *word,
                                                      char                    **folder);
char                 *ondes_series_exports_count     (const OndesSeries        *series,
                                                      OndesExportFormat         format);

G_END_DECLS
