/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "palette.h"

#include "palette-private.h"

const char *const ondes_palette_names[] = { "viridis", "magma", "inferno", "plasma", "cividis", "grey", NULL };

const guint32 *
ondes_palette_colours (guint index)
{
  return ondes_palette_data[MIN (index, G_N_ELEMENTS (ondes_palette_names) - 2)];
}
