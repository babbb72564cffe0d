/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The side bar: every setting of a document, and what is wrong with it. Main thread only. */
#pragma once

#include <adwaita.h>

#include "session/document.h"

G_BEGIN_DECLS

#define ONDES_TYPE_CONTROLS (ondes_controls_get_type ())
G_DECLARE_FINAL_TYPE (OndesControls, ondes_controls, ONDES, CONTROLS, AdwBin)

GtkWidget *ondes_controls_new (OndesDocument *document);

G_END_DECLS
