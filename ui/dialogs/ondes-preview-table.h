/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first rows of a text in columns. Above each column stand its name and its part. A check mark tells whether it is a
 * channel, and changes that. Main thread only. */
#pragma once

#include <adwaita.h>

#include "session/read-trial.h"

G_BEGIN_DECLS

#define ONDES_TYPE_PREVIEW_TABLE (ondes_preview_table_get_type ())
G_DECLARE_FINAL_TYPE (OndesPreviewTable, ondes_preview_table, ONDES, PREVIEW_TABLE, AdwBin)

GtkWidget *ondes_preview_table_new (OndesReadTrial *trial);

G_END_DECLS
