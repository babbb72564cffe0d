/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for the rate, units and columns of a recording, which override those in its file. Main thread only. */
#pragma once

#include <adwaita.h>

#include "session/session.h"

G_BEGIN_DECLS

#define ONDES_TYPE_READ_DIALOG (ondes_read_dialog_get_type ())
G_DECLARE_FINAL_TYPE (OndesReadDialog, ondes_read_dialog, ONDES, READ_DIALOG, AdwWindow)

/* Opens @path if the user confirms. NULL reopens the current file; no-op if none is open. */
void ondes_read_dialog_present (GtkWindow    *parent,
                                OndesSession *session,
                                const char   *path);

G_END_DECLS
