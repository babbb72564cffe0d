/* SPDX-License-Identifier: GPL-3.0-or-later */
/* “Process Folder…”: puts a run over many recordings together, counts and estimates it meanwhile, and writes its folder. Main
 * thread only. */
#pragma once

#include <adwaita.h>

#include "batch/batch-draft.h"

G_BEGIN_DECLS

#define ONDES_TYPE_BATCH_DIALOG (ondes_batch_dialog_get_type ())
G_DECLARE_FINAL_TYPE (OndesBatchDialog, ondes_batch_dialog, ONDES, BATCH_DIALOG, AdwWindow)

/* Called with the folder of the run once it is written, with @start if it is to be run here. */
typedef void (*OndesBatchWritten) (gpointer    parent,
                                   const char *folder,
                                   gboolean    start);
/* @parameters are those of the screen, @folder has the recordings that are proposed; both are copied. */
void             ondes_batch_dialog_present   (GtkWindow                  *parent,
                                               const OndesBatchParameters *parameters,
                                               const char                 *folder,
                                               OndesBatchWritten           written);
OndesBatchDraft *ondes_batch_dialog_get_draft (OndesBatchDialog *self);

G_END_DECLS
