/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys and options of the window, which its manual page is made from too. Without GTK. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *action;          /* with its target: "win.page::spectra" */
  const char *accelerators[3]; /* as gtk_accelerator_parse() reads them, ended by NULL */
} OndesKeys;

extern const OndesKeys    ondes_keys[];    /* ended by an action of NULL */
extern const GOptionEntry ondes_options[]; /* ended by a name of NULL */

G_END_DECLS
