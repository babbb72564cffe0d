/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder of small recordings, and runs over them. */
#pragma once

#include "cli-run.h"

G_BEGIN_DECLS

#define BATCH_RATE 4000

/* Like cli_folder_tear_down(), with the folders in it. */
void  batch_tear_down   (CliFolder    *self,
                         gconstpointer data);
/* Writes @n samples of noise as rec/@name, making folders. */
void  batch_write_noise (CliFolder    *self,
                         const char   *name,
                         guint         n);
/* Recordings of different lengths in rec and rec/sub, and two that cannot be read. */
void  batch_make_folder (CliFolder    *self);
/* Plans rec into @run with bands in octaves and small pictures. */
void  batch_plan        (CliFolder    *self,
                         const char   *run);
/* Plans rec into @run with all products. */
void  batch_plan_all    (CliFolder    *self,
                         const char   *run);
/* Runs @run with an option and its value, or none for NULL. */
void  batch_run         (CliFolder    *self,
                         const char   *run,
                         const char   *option,
                         const char   *value);
/* Asserts that “batch run” did all: its status is 0, or tells that recordings failed. */
void  batch_assert_ran  (const CliResult *result);
/* Starts “batch run” of a shard, which works on its own. */
GSubprocess *batch_start (CliFolder *self,
                          const char *run,
                          const char *shard);
/* Merges and returns bands.csv and failed.tsv, one behind the other. Transfer full. */
char *batch_merged      (CliFolder    *self,
                         const char   *run);
/* Returns the names of all files in @run and a checksum of each, temporary files included. Transfer full. */
char *batch_contents    (CliFolder    *self,
                         const char   *run);
/* Returns the same without the files whose names begin with @prefix. */
char *batch_contents_but (CliFolder   *self,
                          const char  *run,
                          const char  *prefix);

G_END_DECLS
