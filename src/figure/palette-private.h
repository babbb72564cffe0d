/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colour tables of palette.h. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* 0xffRRGGBB, in the order of ondes_palette_names[]. */
extern const guint32 ondes_palette_data[][256];

G_END_DECLS
