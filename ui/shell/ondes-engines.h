/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of what computes: automatic, a graphics card by its name, the CPU. Main thread only. */
#pragma once

#include "ondes-application.h"

G_BEGIN_DECLS

/* Adds the action "app.engine" ("auto", "cpu", "cuda:0"), follows the settings (NULL: none) and looks for devices on a worker;
 * they come into the menus once they are known. @changed is called after each other choice, not for the first. */
void ondes_engines_start       (GApplication *application,
                                GSettings    *settings,
                                void        (*changed) (GApplication *application));
/* The choices as a submenu of @menu, before its last section. */
void ondes_engines_add_to_menu (GApplication *application,
                                GMenu        *menu);

G_END_DECLS
