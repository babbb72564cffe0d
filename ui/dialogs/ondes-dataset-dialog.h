/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks which data set of an archive is the recording: those that can be opened, with shape, type, unit and attributes, searchable
 * by words of all of these; the one that fits is selected. A worker lists them. Main thread only. */
#pragma once

#include <adwaita.h>

#include "ondes-read-question.h"

G_BEGIN_DECLS

#define ONDES_TYPE_DATASET_DIALOG (ondes_dataset_dialog_get_type ())
G_DECLARE_FINAL_TYPE (OndesDatasetDialog, ondes_dataset_dialog, ONDES, DATASET_DIALOG, AdwWindow)

void ondes_dataset_dialog_present (GtkWindow               *parent,
                                   const OndesReadQuestion *question);

G_END_DECLS
