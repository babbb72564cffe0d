/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of a filter's response: magnitude, phase and group delay over frequency, and the taps; of a bank the magnitudes and group
 * delays of all its filters. */
#pragma once

#include "analysis/filter-response.h"
#include "figure.h"

G_BEGIN_DECLS

typedef struct
{
  const OndesFilterResponse *response;  /* with the phases of all filters */
  const OndesFilterBank     *bank;      /* its filters */
  gboolean                   causal;
  double                     ripple_db; /* attenuation asked for */
  const char                *time_unit; /* of the recording */
  const char                *filter;    /* "--bandpass 300:3000", for the caption */
} OndesResponseFigure;

/* Returns the number of points for a figure of this size, one a pixel. */
guint    ondes_response_figure_points  (const OndesFigureSize     *size);
/* Writes the figure like ondes_figure_write(). */
gboolean ondes_response_figure_write   (const OndesImageTarget    *to,
                                        const OndesFigureSize     *size,
                                        const OndesResponseFigure *self,
                                        GError                   **error);

G_END_DECLS
