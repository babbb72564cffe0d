/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "scalogram.h"

G_BEGIN_DECLS

/* Takes ownership of @values: the rows of the job's spec × @columns, scaled by 2^−@exponent; exact unless the job's view is a
 * preview. */
OndesScalogram *ondes_scalogram_new (const OndesScalogramJob  *job,
                                     guint                     columns,
                                     float                    *values,
                                     int                       exponent);
/* Returns a copy of @n values, or uninitialised memory for them if @values is NULL; NULL and ONDES_ERROR_FILE if there is not
 * enough memory. Free with g_free(). */
float          *ondes_scalogram_copy_floats   (const float    *values,
                                               gsize           n,
                                               GError        **error);
/* Includes @largest, one per column, in the largest values of @self. */
void            ondes_scalogram_count_largest (OndesScalogram *self,
                                               const float    *largest);
/* Sets .largest from .column_largest or, if that has none, from .values. */
void            ondes_scalogram_find_largest  (OndesScalogram *self);

G_END_DECLS
