/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of a Walshgram's transform, for all commands that make one. */
#pragma once

#include "command.h"
#include "transform/walshgram.h"

G_BEGIN_DECLS

extern const CliOption cli_walshgram_options[];

/* Sets @options, which need not be valid together; their type is that of pictures. */
gboolean cli_walshgram_options_parse (const CliArguments    *arguments,
                                      OndesWalshgramOptions *options,
                                      GError               **error);

G_END_DECLS
