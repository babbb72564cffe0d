/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code shared by spectrum, convolve and autocorrelate: from the values to the file that is written. */
#pragma once

#include "export/series-request.h"
#include "input.h"

G_BEGIN_DECLS

extern const CliOption cli_series_output_options[]; /* -o, --format, --view, --scale, --range */
extern const CliOption cli_series_value_options[];  /* selection and conversion of the values */

/* Runs the command; @request must have its kind and, for a spectrum, its options. */
gboolean cli_series_run (const CliRun       *cli,
                         OndesSeriesRequest *request,
                         GError            **error);

G_END_DECLS
