/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-response.h"

const CliOption cli_filter_response_options[] = {
  { .help = "Response of the filters" },
  { "--response", "OUT",
    "magnitude, phase, group delay and taps as the recording's rate makes them: .png, .svg, .pdf or .csv; -o may be left out" },
  { NULL },
};

gboolean
cli_filter_response_parse (const CliArguments *arguments,
                           CliFilterResponse  *response,
                           GError            **error)
{
  g_autoptr (GError) unknown = NULL;

  *response = (CliFilterResponse) { .path = cli_text (arguments, "--response") };
  if (response->path == NULL
      || (ondes_export_format_from_path (response->path, &response->format, &unknown)
          && (ondes_export_is_figure (response->format) || response->format == ONDES_EXPORT_CSV)))
    return TRUE;
  return cli_refuse (error, "--response", "“%s” ends in none of .png, .svg, .pdf and .csv; choose one of these", response->path);
}
