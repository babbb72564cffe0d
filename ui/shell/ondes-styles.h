/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* From now on the default display has what dark.css and high-contrast.css say while the person wants these. Once, after GTK. */
void ondes_styles_start (void);

G_END_DECLS
