/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of compute engine: automatic, a graphics card by name, or the CPU. Main thread only. */
#pragma once

#include "session/session.h"
#include "ondes-application.h"

G_BEGIN_DECLS

/* Adds the action "app.engine" ("auto", "cpu", "cuda:0"), follows the settings (NULL if none) and looks for devices on a worker
 * thread, adding them to the menus when found. Calls @changed after every later choice, not for the initial one. */
void ondes_engines_start       (GApplication *application,
                                GSettings    *settings,
                                void        (*changed) (GApplication *application));
/* Adds the choices as a submenu of @menu, before its last section. */
void ondes_engines_add_to_menu (GApplication *application,
                                GMenu        *menu);
/* Creates a session that computes on the engine chosen by "app.engine", also once another is chosen. Transfer full. */
OndesSession *ondes_engines_new_session (GApplication *application);

G_END_DECLS
