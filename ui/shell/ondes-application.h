/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The application: its windows, one per recording, and what they share. Main thread only. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define ONDES_TYPE_APPLICATION (ondes_application_get_type ())
G_DECLARE_FINAL_TYPE (OndesApplication, ondes_application, ONDES, APPLICATION, AdwApplication)

OndesApplication *ondes_application_new          (void);
/* Returns the settings, borrowed, or NULL if the schema is not installed. */
GSettings        *ondes_application_get_settings (OndesApplication *self);
/* Returns the folder of the samples, borrowed, or NULL if not found. */
const char       *ondes_application_get_samples  (OndesApplication *self);
/* Returns the versions of the libraries, one line each: "NAME RUNNING (built with COMPILED)". Transfer full. */
char             *ondes_application_versions     (void);

G_END_DECLS
