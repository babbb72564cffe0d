/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "command.h"

G_BEGIN_DECLS

/* Prints the table of formats (signal/formats/file-formats.h), as JSON if --json was given. */
gboolean cli_info_formats (const CliRun *cli,
                           GError      **error);

G_END_DECLS
