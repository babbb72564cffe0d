/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of “ondes-cli filter” for the response of the filters. */
#pragma once

#include "command.h"
#include "export/export-response.h"

G_BEGIN_DECLS

extern const CliOption cli_filter_response_options[];

typedef struct
{
  const char       *path; /* NULL if no response is asked for */
  OndesExportFormat format;
} CliFilterResponse;

gboolean cli_filter_response_parse (const CliArguments *arguments,
                                    CliFilterResponse  *response,
                                    GError            **error);

G_END_DECLS
