/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Palettes: perceptually uniform maps from 0 … 1 to a colour. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "viridis" (the default) "magma" "inferno" "cividis" "grey" …, NULL-terminated. */
extern const char *const ondes_palette_names[];

/* Returns the 256 opaque colours, 0xffRRGGBB, of palette @index (clamped to the last), from dark to light. */
const guint32 *ondes_palette_colours (guint index);

G_END_DECLS
