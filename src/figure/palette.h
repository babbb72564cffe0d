/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Palettes: perceptually uniform maps from 0 … 1 to a colour. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "viridis" (the default) "magma" "inferno" "cividis" "grey" …, NULL-terminated. */
extern const char *const ondes_palette_names[];

#define ONDES_PALETTE_COLOURS   256
#define ONDES_DIVERGING_COLOURS 257

/* Returns the 256 opaque colours, 0xffRRGGBB, of palette @index (clamped to the last), from dark to light. */
const guint32 *ondes_palette_colours (guint index);

/* Returns ONDES_DIVERGING_COLOURS opaque colours for values of either sign, 0 in the middle: from blue to orange, which dichromats
 * tell apart too, through white or, if @dark, through near black. Both sides are equally light. */
const guint32 *ondes_palette_diverging (gboolean dark);

G_END_DECLS
