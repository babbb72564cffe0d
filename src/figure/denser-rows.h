/* SPDX-License-Identifier: GPL-3.0-or-later */
/* More rows where the frequencies shown are zoomed: voices are a least. */
#pragma once

#include "display.h"
#include "transform/cwt.h"

G_BEGIN_DECLS

#define ONDES_ROW_PIXELS 3 /* no row in view is taller */

/* The rows to compute for a picture whose frequency axis is @pixels high. Where @display shows a part of the rows and those of
 * @spec are so many an octave, it is a spec of all of these and, in view, of as many in between as make none taller than
 * ONDES_ROW_PIXELS: each gap is divided into the least power of two. It prints as @spec does, and stays the same for views that
 * are close. Elsewhere it is @spec. Transfer full. */
OndesSpec *ondes_denser_rows (OndesSpec          *spec,
                              const OndesDisplay *display,
                              double              rate_hz,
                              double              pixels);

G_END_DECLS
