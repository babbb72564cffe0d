/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A combo row of palettes, each shown with its name and a strip of its colours. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Fills @row with all palettes, in the order of ondes_palette_names. */
void ondes_palette_rows_fill (AdwComboRow *row);

G_END_DECLS
