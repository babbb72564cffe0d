/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of “ondes-cli filter” that choose the filters. */
#pragma once

#include "command.h"
#include "transform/filter-choice.h"

G_BEGIN_DECLS

extern const CliOption cli_filter_options[];       /* which filter */
extern const CliOption cli_filter_shape_options[]; /* how it is designed */

/* Fails with ONDES_ERROR_REQUEST unless exactly one filter or bank is asked for that suits some recording, or none if
 * the kind of @design is NONE before. */
gboolean cli_filter_design_parse (const CliArguments  *arguments,
                                  OndesFilterSettings *design,
                                  GError             **error);

/* Returns the options that levels depend on, "--condition mean --bank octave", for captions; transfer full. */
char    *cli_filter_design_print (const CliArguments *arguments);

G_END_DECLS
