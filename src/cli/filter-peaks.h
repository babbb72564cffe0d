/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of “ondes-cli filter” for the peaks of bands above a level. */
#pragma once

#include "command.h"

G_BEGIN_DECLS

extern const CliOption cli_filter_peaks_options[];

typedef struct
{
  const char *path;  /* NULL if no peaks are asked for */
  double      above; /* of |y|, or of the power if the filter gives that */
} CliFilterPeaks;

/* Parses --peaks and --above; @powers: TRUE if the filter gives powers, whose decibels count half. */
gboolean cli_filter_peaks_parse (const CliArguments *arguments,
                                 gboolean            powers,
                                 CliFilterPeaks     *peaks,
                                 GError            **error);

G_END_DECLS
