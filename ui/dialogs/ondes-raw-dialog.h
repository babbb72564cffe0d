/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks how to read a headerless file (format, rate and channels) and previews the resulting waveform. Main thread only. */
#pragma once

#include <adwaita.h>

#include "ondes-read-dialog.h"

G_BEGIN_DECLS

#define ONDES_TYPE_RAW_DIALOG (ondes_raw_dialog_get_type ())
G_DECLARE_FINAL_TYPE (OndesRawDialog, ondes_raw_dialog, ONDES, RAW_DIALOG, AdwWindow)

/* @recording and @options of the question may be NULL: the format begins with the usual one. */
void ondes_raw_dialog_present (GtkWindow               *parent,
                               const OndesReadQuestion *question);

G_END_DECLS
