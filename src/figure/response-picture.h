/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The curves of a filter's response and its taps, drawn alike in the window and in figures. */
#pragma once

#include "analysis/filter-response.h"
#include "draw.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_RESPONSE_MAGNITUDE, /* dB */
  ONDES_RESPONSE_DELAY,     /* samples */
  ONDES_RESPONSE_PHASE,     /* degrees */
  ONDES_RESPONSE_IMPULSE,   /* the taps; of complex ones the real parts */
} OndesResponseQuantity;

/* Sets the values at bottom and top, lo < hi, of the filter shown: its taps are @band, and it was to attenuate by @ripple_db. */
void ondes_response_find_range (const OndesFilterResponse *response,
                                OndesResponseQuantity      quantity,
                                const OndesFilterBand     *band,
                                double                     ripple_db,
                                double                    *lo,
                                double                    *hi);
/* Draws a curve with the present width and colour over the plot, whose span is not read; NaN breaks it. No-op without values. */
void ondes_response_draw_curve (const OndesPlot           *plot,
                                const OndesAxis           *frequencies,
                                const OndesResponseCurve  *curve,
                                OndesResponseQuantity      quantity);
/* Draws the taps over the plot, @columns pixels across, in the theme's colour of waves. */
void ondes_response_draw_taps  (const OndesPlot           *plot,
                                const OndesFilterBand     *band,
                                guint                      columns);

G_END_DECLS
