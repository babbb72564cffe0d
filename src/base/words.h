/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences that people read: _(), N_() and g_dngettext (GETTEXT_PACKAGE, …) give them in the language of the process. The window
 * calls setlocale(); the command never does, so its messages stay English. Integers of 64 bits are printed by PRIu64 there, which
 * catalogues know, where they do not know G_GUINT64_FORMAT. Captions of figures and command lines are not translated. */
#pragma once

#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
