/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a window shows before anything is open: the samples, and how to open a recording. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define ONDES_TYPE_WELCOME (ondes_welcome_get_type ())
G_DECLARE_FINAL_TYPE (OndesWelcome, ondes_welcome, ONDES, WELCOME, AdwBin)

/* @samples: a folder of recordings with sidecars, or NULL. Its rows and its button act through win.open and win.open-uri. */
GtkWidget *ondes_welcome_new (const char *samples);

G_END_DECLS
