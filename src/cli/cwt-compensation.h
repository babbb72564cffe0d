/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of cwt that compensate a sampler's errors. */
#pragma once

#include "command.h"
#include "transform/compensation.h"

G_BEGIN_DECLS

extern const CliOption cli_compensation_options[];

/* Sets @compensation, transfer full; NULL if no option asks for it. Reads the tables. */
gboolean cli_compensation_parse (const CliArguments  *arguments,
                                 OndesCompensation  **compensation,
                                 GError             **error);

G_END_DECLS
