/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What became of a run: its counts, and its outputs in one. All in the order of the manifest, so that the bytes do not depend on
 * who worked on it. */
#pragma once

#include "base/watch.h"
#include "batch-run.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 files, done, failed;     /* the others are to do */
  double  seconds, done_s, failed_s; /* of their recordings */
  guint64 utc, clocks;             /* of those done: whose start is known in UTC, or by a clock of unknown zone */
} OndesBatchTally;

/* Looks at the outputs of every recording. */
gboolean ondes_batch_tally        (const OndesBatchRun *run,
                                   const OndesWatch    *watch,
                                   OndesBatchTally     *tally,
                                   GError             **error);
/* Writes failed.tsv: path and sentence of each recording that failed. */
gboolean ondes_batch_write_failed (const OndesBatchRun *run,
                                   const OndesWatch    *watch,
                                   GError             **error);
/* Writes failed.tsv and the merged files, of what is done. bands.csv has the columns of all tables: bands in order of their
 * centres, empty where a recording has none. Unless @partial, fails with ONDES_ERROR_FILE if anything is to do. A file that cannot
 * be made is left as it is, and the others are made: it fails with the sentence of the first; those of further ones are added to
 * @others (char *, owned by it), which may be NULL. */
gboolean ondes_batch_merge        (const OndesBatchRun *run,
                                   gboolean             partial,
                                   const OndesWatch    *watch,
                                   OndesBatchTally     *tally,
                                   GPtrArray           *others,
                                   GError             **error);

G_END_DECLS
