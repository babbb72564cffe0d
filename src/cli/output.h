/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options common to all commands that write a result file. */
#pragma once

#include "command.h"
#include "export/export.h"

G_BEGIN_DECLS

extern const CliOption cli_size_options[]; /* size options of pictures */

/* Parses -o and --format. @formats has a bit 1 << OndesExportFormat for each format that the command can write. */
gboolean cli_output_parse (const CliArguments *arguments,
                           guint               formats,
                           const char        **path,
                           OndesExportFormat  *format,
                           GError            **error);
/* Fails since the output @path would replace a file that is read; returns FALSE. */
gboolean cli_refuse_input (const char         *path,
                           GError            **error);
/* Parses "A:B" or "A:", integers with A < B; sets @count to 0 if there is no end, and both to 0 without the option. */
gboolean cli_indices      (const CliArguments *arguments,
                           const char         *option,
                           guint64            *first,
                           guint64            *count,
                           GError            **error);
gboolean cli_size_parse   (const CliArguments *arguments,
                           OndesFigureSize    *size,
                           GError            **error);

G_END_DECLS
