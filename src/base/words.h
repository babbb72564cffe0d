/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Translated messages: _(), N_() and g_dngettext (GETTEXT_PACKAGE, …) use the language of the process. The window calls
 * setlocale(); the command never does, so its messages stay English. Messages print 64-bit integers with PRIu64, which gettext
 * catalogues understand, unlike G_GUINT64_FORMAT. Figure captions and command lines are not translated. */
#pragma once

#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
