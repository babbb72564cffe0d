/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of --conflicts: bank conflicts of a table, as given and reordered. */
#pragma once

#include "command.h"

#include "transform/pair-table.h"

G_BEGIN_DECLS

/* How a table is reordered; cli_reorder_names has the words, NULL-terminated. */
typedef enum { CLI_REORDER_NONE, CLI_REORDER_SWAPS, CLI_REORDER_REVERSALS, CLI_N_REORDERS } CliReorder;
extern const char *const cli_reorder_names[];

/* Returns @table reordered for elements of @element_bytes; a reference of it if @how is none. */
OndesPairTable *cli_pairs_reorder (OndesPairTable *table,
                                   CliReorder      how,
                                   guint           element_bytes,
                                   GCancellable   *cancellable,
                                   GError        **error);
/* Prints the counts of @table for elements of @element_bytes, as text or JSON. */
gboolean        cli_pairs_conflicts (OndesPairTable *table,
                                     guint           element_bytes,
                                     gboolean        json,
                                     GCancellable   *cancellable,
                                     GError        **error);

G_END_DECLS
