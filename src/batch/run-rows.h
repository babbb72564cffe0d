/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recordings of a run as they are listed: what the manifest tells of each, what became of it, and its levels. Rows and tables
 * of them are immutable and counted; any thread. What reads files says so. */
#pragma once

#include "base/watch.h"
#include "batch-run.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_RUN_ROW_UNKNOWN, /* not looked at yet */
  ONDES_RUN_ROW_TO_DO,
  ONDES_RUN_ROW_DONE,
  ONDES_RUN_ROW_FAILED,
} OndesRunRowState;

typedef struct
{
  OndesBatchFile   file;
  char            *name;     /* of the file, for people: valid UTF-8 */
  char            *sentence; /* why it failed; NULL if it did not */
  OndesRunRowState state;
  guint            outputs;  /* 1 << OndesBatchProduct of each that is there */
  double           level_db; /* of all bands over all of the recording, dB re 1 of its unit; NAN if unknown, as of millidecades */
  double           peak_db;  /* the highest level of a band in a span; NAN if unknown */
} OndesRunRow;

OndesRunRow *ondes_run_row_ref   (OndesRunRow *self);
void         ondes_run_row_unref (OndesRunRow *self);

/* In the order of the manifest. */
typedef struct
{
  OndesRunRow **rows;
  guint         n;
  guint64       done, failed; /* of those that were looked at */
} OndesRunRows;

OndesRunRows *ondes_run_rows_new   (void);
OndesRunRows *ondes_run_rows_ref   (OndesRunRows *self);
void          ondes_run_rows_unref (OndesRunRows *self);
/* Reads the manifest. Takes from @before, which may be NULL, the rows whose lines are the same; others are unknown. Fails with
 * ONDES_ERROR_FILE. */
OndesRunRows *ondes_run_rows_read  (const OndesBatchRun *run,
                                    OndesRunRows        *before,
                                    GCancellable        *cancellable,
                                    GError             **error);
/* Looks at the outputs of the rows from *@at on that are not done, for about @seconds; *@at is then the row to go on with, n at the
 * end. With @anew at all of them. */
OndesRunRows *ondes_run_rows_look  (const OndesBatchRun *run,
                                    OndesRunRows        *before,
                                    gboolean             anew,
                                    guint               *at,
                                    double               seconds,
                                    GCancellable        *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesRunRow, ondes_run_row_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesRunRows, ondes_run_rows_unref)

G_END_DECLS
