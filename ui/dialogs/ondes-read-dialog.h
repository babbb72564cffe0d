/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks how a file is read: headerless samples, the columns of a text, rate and units, signals. What a person chooses overrides
 * the file. The waveform, the rate and the first rows of a text follow each change. Main thread only. */
#pragma once

#include <adwaita.h>

#include "ondes-read-question.h"

G_BEGIN_DECLS

#define ONDES_TYPE_READ_DIALOG (ondes_read_dialog_get_type ())
G_DECLARE_FINAL_TYPE (OndesReadDialog, ondes_read_dialog, ONDES, READ_DIALOG, AdwWindow)

void ondes_read_dialog_present (GtkWindow               *parent,
                                const OndesReadQuestion *question);

G_END_DECLS
