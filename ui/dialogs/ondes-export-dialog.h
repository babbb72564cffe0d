/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The export dialog: what to export, and at what size. Main thread only. */
#pragma once

#include <adwaita.h>

#include "session/analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_EXPORT_DIALOG (ondes_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (OndesExportDialog, ondes_export_dialog, ONDES, EXPORT_DIALOG, AdwWindow)

/* Presents the dialog. @settings, which may be NULL, store the user's choices. No-op if @model has nothing to export. */
void ondes_export_dialog_present (GtkWindow      *parent,
                                  OndesAnalysis *model,
                                  GSettings      *settings);

typedef void (*OndesImageCopied) (GtkWidget *widget);

/* Copies the figure of @model, at the size stored in @settings, to the clipboard of @widget, a window. Calls @copied on
 * success, even if the window has been closed meanwhile. */
void ondes_export_copy_image     (GtkWidget       *widget,
                                  OndesAnalysis  *model,
                                  GSettings       *settings,
                                  OndesImageCopied copied);

G_END_DECLS
