/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of the waveforms of many channels, one strip below the other on one time axis. */
#pragma once

#include "figure.h"

G_BEGIN_DECLS

/* Plain data; everything is borrowed. */
typedef struct
{
  const OndesRecordingInfo *info;
  OndesSpan                 span;
  guint                     n;       /* strips */
  const guint              *channels; /* of each; 0 for the mean of all */
  const OndesExtent        *extents; /* n × ondes_figure_columns() */
  gboolean                  common;  /* TRUE if all have one range of values, FALSE if each fills its strip */
} OndesStripsFigure;

/* Gets the range of the values of a strip, of @columns @extents, with some room: around 0 if there are none. */
void     ondes_strip_range          (const OndesExtent        *extents,
                                     guint                     columns,
                                     double                   *lo,
                                     double                   *hi);
/* Writes the figure like ondes_figure_write(). */
gboolean ondes_strips_figure_write  (const OndesImageTarget   *to,
                                     const OndesFigureSize    *size,
                                     const OndesStripsFigure  *self,
                                     GError                  **error);

G_END_DECLS
