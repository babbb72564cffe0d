/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of slices: spectra over frequency, or envelopes over time, with rulers, a legend and a caption. */
#pragma once

#include "draw-slice.h"
#include "figure.h"

G_BEGIN_DECLS

/* Slices of one kind, at least one; all borrowed. */
typedef struct
{
  const OndesScalogram *scalogram; /* of their rows; its view is not read, its levels count if the display has no reference */
  const OndesDisplay   *display;
  OndesSlice *const    *slices;
  const char *const    *labels;    /* "1.5 s", one each */
  const OndesColour    *colours;   /* one each */
  guint                 n;
  OndesSpan             shown;     /* samples of envelopes */
} OndesSliceFigure;

/* Returns the columns of an envelope in a figure of this size. */
guint    ondes_slice_figure_columns (const OndesFigureSize  *size);
/* Writes the figure like ondes_figure_write(). */
gboolean ondes_slice_figure_write   (const OndesImageTarget *to,
                                     const OndesFigureSize  *size,
                                     const OndesSliceFigure *self,
                                     GError                **error);

G_END_DECLS
