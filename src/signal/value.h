/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single elements of data whose type is known at run time. */
#pragma once

#include <math.h>

#include "source.h"

G_BEGIN_DECLS

/* Returns element @i of @data, whose @type is real, BITS included; ONDES_I64 beyond 2^53 is rounded. */
static inline double
ondes_value_at (OndesType   type,
                const void *data,
                gsize       i)
{
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
    default:
      g_return_val_if_reached (0);
    }
}

/* Returns the magnitude of element @i, of any type. */
static inline double
ondes_magnitude_at (OndesType   type,
                    const void *data,
                    gsize       i)
{
  switch (type)
    {
    case ONDES_C64:
      return hypot (((const float *) data)[2 * i], ((const float *) data)[2 * i + 1]);
    case ONDES_C128:
      return hypot (((const double *) data)[2 * i], ((const double *) data)[2 * i + 1]);
    default:
      return fabs (ondes_value_at (type, data, i));
    }
}

G_END_DECLS
