/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The about window, with what a report of a problem needs. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Engines are asked on a worker; the window comes when they have answered. */
void ondes_about_present (GtkWindow *parent);

G_END_DECLS
