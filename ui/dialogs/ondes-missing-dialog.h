/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for the files of a session that are not where they were: each can be located or left out. Main thread only. */
#pragma once

#include "session/saved-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Receives the windows with the files that were located, without the recordings that were left out; NULL if the session is not
 * to be opened. */
typedef void (*OndesMissingDone) (GVariant *windows,
                                  gpointer  user_data);

/* Calls @done once. */
void ondes_missing_dialog_present (GtkWindow          *parent,
                                   GVariant           *windows,
                                   const char *const  *missing,
                                   OndesMissingDone    done,
                                   gpointer            user_data);

G_END_DECLS
