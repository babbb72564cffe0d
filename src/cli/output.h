/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options that every command with a file for its result takes. */
#pragma once

#include "command.h"
#include "export/export.h"

G_BEGIN_DECLS

extern const CliOption cli_size_options[]; /* of pictures */

/* -o and --format; @formats: bits 1 << OndesExportFormat of what the command writes. */
gboolean cli_output_parse (const CliArguments *arguments,
                           guint               formats,
                           const char        **path,
                           OndesExportFormat  *format,
                           GError            **error);
/* "A:B" or "A:", whole numbers, A < B; a @count of 0: no end. */
gboolean cli_range_parse  (const char         *text,
                           guint64            *first,
                           guint64            *count);
gboolean cli_size_parse   (const CliArguments *arguments,
                           OndesFigureSize    *size,
                           GError            **error);

G_END_DECLS
