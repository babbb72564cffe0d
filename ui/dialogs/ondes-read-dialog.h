/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rate, units and columns of the recording that is open, over what its file says. Main thread only. */
#pragma once

#include <adwaita.h>

#include "session/session.h"

G_BEGIN_DECLS

#define ONDES_TYPE_READ_DIALOG (ondes_read_dialog_get_type ())
G_DECLARE_FINAL_TYPE (OndesReadDialog, ondes_read_dialog, ONDES, READ_DIALOG, AdwWindow)

/* Opens @path, or for NULL the file that is open (nothing happens where none is) once more, when the user says so. */
void ondes_read_dialog_present (GtkWindow    *parent,
                                OndesSession *session,
                                const char   *path);

G_END_DECLS
