/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesConditioningPanel: the steps that condition the session's recording, above the controls of every page: added from a menu,
 * their numbers edited, moved, removed, and switched off to compare. Main thread only. */
#pragma once

#include <adwaita.h>

#include "session/session.h"

G_BEGIN_DECLS

#define ONDES_TYPE_CONDITIONING_PANEL (ondes_conditioning_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndesConditioningPanel, ondes_conditioning_panel, ONDES, CONDITIONING_PANEL, AdwBin)

GtkWidget *ondes_conditioning_panel_new (OndesSession *session);

G_END_DECLS
