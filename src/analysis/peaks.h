/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Peaks of a filter's outputs: where |y|, or the power if the filter gives that, is at or above a threshold and largest among its
 * neighbours in time. Of a run of equal values the first is the peak if both values beside the run are smaller; before and after
 * the result there is nothing larger.
 */
#pragma once

#include "engine/engine.h"

G_BEGIN_DECLS

#define ONDES_PEAKS_MAX (1u << 20) /* 24 MiB */

typedef struct
{
  guint64 row, column;
  double  value;
} OndesPeak;

/* Creates a sink that finds peaks of at least @above > 0 in whole rows as they come in order, and passes the values on to @to,
 * which it takes ownership of (NULL for none). It fails with ONDES_ERROR_FILE about ONDES_SETTING_ABOVE past ONDES_PEAKS_MAX. */
OndesSink       *ondes_peaks_sink_new (OndesSink *to,
                                       double     above);
/* Returns the @n peaks of a finished run, by row and then by column; borrowed from the sink. */
const OndesPeak *ondes_peaks_sink_get (OndesSink *sink,
                                       guint     *n);

G_END_DECLS
