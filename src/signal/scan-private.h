/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting what is in a source, shared by the scan and the overview. */
#pragma once

#include "recording.h"

#include <math.h>

G_BEGIN_DECLS

/* Element @i with its sign; complex: its magnitude, NaN where either part is, else infinite where either part is. */
static inline double
ondes_scan_magnitude (OndesType   type,
                      const void *data,
                      gsize       i)
{
  double re, im;

  switch (type)
    {
    case ONDES_U8:
      return ((const guint8 *) data)[i];
    case ONDES_I32:
      return ((const gint32 *) data)[i];
    case ONDES_I64:
      return (double) ((const gint64 *) data)[i];
    case ONDES_F32:
      return ((const float *) data)[i];
    case ONDES_F64:
      return ((const double *) data)[i];
    case ONDES_BITS:
      return ((const guint8 *) data)[i / 8] >> (i % 8) & 1;
    case ONDES_C64:
      re = ((const float *) data)[2 * i];
      im = ((const float *) data)[2 * i + 1];
      break;
    default:
      re = ((const double *) data)[2 * i];
      im = ((const double *) data)[2 * i + 1];
    }
  return isnan (re) || isnan (im) ? NAN : hypot (re, im);
}

void ondes_scan_add (OndesScan  *scan,
                     OndesType   type,
                     const void *data,
                     gsize       n);

G_END_DECLS
