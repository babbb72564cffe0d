/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-peaks.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

const CliOption cli_filter_peaks_options[] = {
  { .help = "Peaks of bands" },
  { "--peaks", "OUT.csv",
    "a row for each time at which the magnitude of what a filter gives is largest and at or above --above; -o may be left out" },
  { "--above", "LEVEL", "of --peaks: a magnitude, as 0.05, or decibels re 1 of the recording's unit, as -26dB" },
  { NULL },
};

/* Parses "0.05" or "-26dB". */
static gboolean
parse_level (const char *text,
             gboolean    powers,
             double     *level)
{
  const gboolean is_db = g_str_has_suffix (text, "dB");
  g_autofree char *number = g_strndup (text, strlen (text) - (is_db ? strlen ("dB") : 0));

  if (!ondes_number_parse (g_strstrip (number), level))
    return FALSE;
  if (is_db)
    *level = pow (10, *level / (powers ? 10 : 20));
  return *level > 0 && isfinite (*level);
}

gboolean
cli_filter_peaks_parse (const CliArguments *arguments,
                        gboolean            powers,
                        CliFilterPeaks     *peaks,
                        GError            **error)
{
  const char *above = cli_text (arguments, "--above");

  *peaks = (CliFilterPeaks) { .path = cli_text (arguments, "--peaks") };
  if (peaks->path == NULL)
    return above == NULL || cli_refuse (error, "--above", "is the level of --peaks, which is missing; name its output");
  if (above == NULL)
    return cli_refuse (error, "--above", "missing; say from which magnitude on there are peaks, as --above -40dB");
  if (!g_str_has_suffix (peaks->path, ".csv"))
    return cli_refuse (error, "--peaks", "“%s” does not end in .csv; peaks are written as a table", peaks->path);
  return parse_level (above, powers, &peaks->above)
         || cli_refuse (error, "--above", "“%s” is neither a magnitude above 0, as 0.05, nor decibels, as -26dB", above);
}
