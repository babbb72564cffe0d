/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Applies dark.css and high-contrast.css to the default display whenever the user's preferences call for them. Call once, after
 * GTK is initialised. */
void ondes_styles_start (void);

G_END_DECLS
