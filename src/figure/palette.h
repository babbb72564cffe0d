/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Palettes: perceptual maps from 0 … 1 to a colour. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "viridis" (the default) "magma" "inferno" "cividis" "grey" …, ended by NULL. */
extern const char *const ondes_palette_names[];

/* 256 opaque colours, 0xffRRGGBB, of palette @index (the last one for what is past it), from dark to light. */
const guint32 *ondes_palette_colours (guint index);

G_END_DECLS
