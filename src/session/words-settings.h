/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window's names for the settings that errors are about. */
#pragma once

#include "base/request-error.h"

G_BEGIN_DECLS

/* Returns the localised name of its row, button or menu; the option if only the command has it. Valid for the life of the
 * process. */
const char     *ondes_words_setting       (OndesSetting  setting);
/* Returns the sentence of @error, preceded by its setting's name if needed. Transfer full. */
char           *ondes_words_error         (const GError *error);
/* Returns the sentence of @error, capitalised, for display below its setting's row. Transfer full. */
char           *ondes_words_row_error     (const GError *error);
/* Returns the localised name of what a step changes, by the paths of ondes_history_get_undo_changes(): the title of its setting, or
 * else of its part. Valid for the life of the process. */
const char     *ondes_words_change        (const char   *paths);
/* Makes the library's sentences use the window's names for settings. Call it before other threads start. */
void            ondes_words_name_settings (void);

G_END_DECLS
