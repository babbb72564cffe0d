/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys and command-line options of the application, also used to generate its manual page. Free of GTK. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *action;          /* with its target: "win.page::spectra" */
  const char *accelerators[3]; /* in the syntax of gtk_accelerator_parse(), NULL-terminated */
} OndesKeys;

extern const OndesKeys    ondes_keys[];    /* terminated by a NULL action */
extern const GOptionEntry ondes_options[]; /* terminated by a NULL name */

G_END_DECLS
