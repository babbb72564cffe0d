/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks how to read a headerless file (format, rate and channels) and previews the resulting waveform. Main thread only. */
#pragma once

#include <adwaita.h>

#include "session/session.h"

G_BEGIN_DECLS

#define ONDES_TYPE_RAW_DIALOG (ondes_raw_dialog_get_type ())
G_DECLARE_FINAL_TYPE (OndesRawDialog, ondes_raw_dialog, ONDES, RAW_DIALOG, AdwWindow)

/* Opens @path in @session if the user confirms. */
void ondes_raw_dialog_present (GtkWindow    *parent,
                               OndesSession *session,
                               const char   *path);

G_END_DECLS
