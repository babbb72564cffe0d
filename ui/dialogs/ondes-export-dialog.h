/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What to export, and how large. Main thread only. */
#pragma once

#include <adwaita.h>

#include "session/analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_EXPORT_DIALOG (ondes_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (OndesExportDialog, ondes_export_dialog, ONDES, EXPORT_DIALOG, AdwWindow)

/* @settings may be NULL; they remember what was chosen. Nothing happens where @model has nothing to export. */
void ondes_export_dialog_present (GtkWindow      *parent,
                                  OndesAnalysis *model,
                                  GSettings      *settings);

typedef void (*OndesImageCopied) (GtkWidget *widget);

/* Copies the figure of @model, in the size that @settings remember, to the clipboard of @widget, a window. @copied follows where
 * it worked, though the window may be closed by then. */
void ondes_export_copy_image     (GtkWidget       *widget,
                                  OndesAnalysis  *model,
                                  GSettings       *settings,
                                  OndesImageCopied copied);

G_END_DECLS
