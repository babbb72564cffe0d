/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The about window, with the details that a problem report needs. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Queries the engines on a worker thread and presents the window when they have answered. */
void ondes_about_present (GtkWindow *parent);

G_END_DECLS
