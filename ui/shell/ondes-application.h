/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The application: windows, one a recording, and what they share. Main thread only. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define ONDES_TYPE_APPLICATION (ondes_application_get_type ())
G_DECLARE_FINAL_TYPE (OndesApplication, ondes_application, ONDES, APPLICATION, AdwApplication)

OndesApplication *ondes_application_new          (void);
/* NULL where the schema is not installed; borrowed. */
GSettings        *ondes_application_get_settings (OndesApplication *self);
/* The folder of the samples, or NULL; borrowed. */
const char       *ondes_application_get_samples  (OndesApplication *self);
/* Versions of the libraries, "NAME RUNNING (built with COMPILED)", a line each. Transfer full. */
char             *ondes_application_versions     (void);

G_END_DECLS
