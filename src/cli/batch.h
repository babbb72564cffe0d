/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of “ondes-cli batch”. */
#pragma once

#include "batch/batch-annotations.h"
#include "batch/batch-bands.h"
#include "batch/batch-merge.h"
#include "input.h"

G_BEGIN_DECLS

#define CLI_BATCH_THUMBNAIL "160" /* columns of a thumbnail */
/* The hidden action of a worker process. */
#define CLI_BATCH_WORK "work"

/* Computes the products of recordings, one after the other. */
typedef struct _CliBatchWorker CliBatchWorker;

/* How one process of several computes. */
typedef struct
{
  guint threads;
  int   device; /* of CUDA, which is then an order; -1 for the engine of the parameters */
  gboolean within; /* TRUE if the process works in the run's folder, so that what outputs tell of its files depends on no place */
} CliBatchShare;

/* @run is borrowed. Fails with ONDES_ERROR_REQUEST if its parameters are wrong whatever the recording. */
CliBatchWorker *cli_batch_worker_new  (OndesBatchRun        *run,
                                       const CliBatchShare  *share,
                                       const OndesWatch     *watch,
                                       GError              **error);
void            cli_batch_worker_free (CliBatchWorker       *self);
/* What is to be done to a recording. Initialise by member name. */
typedef struct
{
  int   k; /* the part of the products that have parts; n to join them; CLI_BATCH_OTHERS for the products that have none */
  guint n; /* parts; 0: all that is missing, at once */
} CliBatchTask;

#define CLI_BATCH_OTHERS -1

/* Computes what @task says and is missing of @file. Sets @stop to TRUE if an output cannot be written, which is no fault of the
 * recording. */
gboolean        cli_batch_worker_do   (CliBatchWorker       *self,
                                       const OndesBatchFile *file,
                                       const CliBatchTask   *task,
                                       gboolean             *stop,
                                       GError              **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliBatchWorker, cli_batch_worker_free)

/* Returns the products that workers compute in parts: on devices, or where the parameters' engine is none of the processor,
 * scalograms and thumbnails are whole. The same for a run and its workers. */
guint           cli_batch_parted      (const OndesBatchRun  *run,
                                       gboolean              on_devices);
/* Returns the words of @parameters, options and their values in turn, but for those that @is_left_out, NULL for none. Borrowed
 * strings in an array that is transfer full. */
GPtrArray      *cli_batch_words       (const GPtrArray      *parameters,
                                       gboolean            (*is_left_out) (const char *option));

/* The actions; their folder of a run is the operand behind the action. */
gboolean        cli_batch_run         (const CliRun         *cli,
                                       GError              **error);
gboolean        cli_batch_work        (const CliRun         *cli,
                                       GError              **error);
gboolean        cli_batch_status      (const CliRun         *cli,
                                       GError              **error);
gboolean        cli_batch_merge       (const CliRun         *cli,
                                       GError              **error);
gboolean        cli_batch_submit      (const CliRun         *cli,
                                       GError              **error);
/* Warns if the starts of some recordings are known in UTC, and of others by a clock of unknown zone. */
void            cli_batch_tell_clocks (guint64               utc,
                                       guint64               clocks);
/* Opens the run that the command names. */
OndesBatchRun  *cli_batch_open        (const CliRun         *cli,
                                       GError              **error);

G_END_DECLS
