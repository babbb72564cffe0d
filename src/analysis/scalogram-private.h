/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "scalogram.h"

G_BEGIN_DECLS

/* Takes @values over, which are over 2^@exponent, the rows of the job's spec × @columns; all of them exact unless its view is of a
 * preview. */
OndesScalogram *ondes_scalogram_new (const OndesScalogramJob  *job,
                                     guint                     columns,
                                     float                    *values,
                                     int                       exponent);
/* @largest, one a column, counts in the largest values of @self. */
void            ondes_scalogram_count_largest (OndesScalogram *self,
                                               const float    *largest);
/* Sets .largest from .column_largest and, where that has none, .values. */
void            ondes_scalogram_find_largest  (OndesScalogram *self);
/* "channel 2 of 3 (H1)" or "the mean of 3 channels"; NULL: the recording has one. @channel 0: the mean. Transfer full. */
char           *ondes_channel_text  (guint                     channel,
                                     const OndesRecordingInfo *info);

G_END_DECLS
