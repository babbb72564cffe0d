/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the recording's file tells of itself, in the side bar of the scalogram: when it began, and its metadata. Hidden if that is
 * nothing. Main thread only. */
#pragma once

#include <adwaita.h>

#include "session/session.h"

G_BEGIN_DECLS

#define ONDES_TYPE_RECORDING_PANEL (ondes_recording_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndesRecordingPanel, ondes_recording_panel, ONDES, RECORDING_PANEL, AdwBin)

GtkWidget *ondes_recording_panel_new (OndesSession *session);

G_END_DECLS
