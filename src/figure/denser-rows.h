/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds rows when the frequency axis is zoomed: the requested voices are a minimum. */
#pragma once

#include "display.h"
#include "transform/cwt.h"

G_BEGIN_DECLS

#define ONDES_ROW_PIXELS 3 /* maximum height of a row in view */

/* Returns the spec to compute for a frequency axis @pixels high. If @display shows only some of the rows and @spec has a number
 * of voices, the result has all rows of @spec and, in view, enough rows in between that none is taller than ONDES_ROW_PIXELS:
 * each gap is divided by the smallest sufficient power of two. It prints like @spec, and stays the same for nearby views.
 * Otherwise returns @spec. Transfer full. */
OndesSpec *ondes_denser_rows (OndesSpec          *spec,
                              const OndesDisplay *display,
                              double              rate_hz,
                              double              pixels);

G_END_DECLS
