/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Planning: which recordings a run has. Reads the heads of the files alone, and keeps none of them in memory. */
#pragma once

#include "base/watch.h"
#include "batch-find.h"
#include "batch-run.h"
#include "signal/recording.h"

G_BEGIN_DECLS

/* Initialise by member name; borrowed for the call. */
typedef struct
{
  OndesBatchSearch       search;
  const OndesReadOptions *read;
  gboolean               dry;   /* writes nothing */
  guint                 *seen;  /* counts the files as they are taken, atomically, for another thread to show; NULL if not wanted */
} OndesBatchPlan;

#define ONDES_BATCH_KINDS 8

/* Recordings of one rate and number of channels: a run does with all what it does with one. */
typedef struct
{
  double  rate_hz;
  guint   channels;
  guint64 files;
  double  seconds;    /* of all of them */
  char   *sample;     /* the path of one to measure with, the shortest of at least 10 s if there is one */
  double  sample_s;   /* its length */
} OndesBatchKind;

typedef struct
{
  guint64 files;      /* in the manifest */
  guint64 added, changed; /* new ones, and those that are others than before */
  guint64 unreadable; /* that cannot be opened, which the run will tell of each */
  guint64 utc, clocks; /* whose start is known in UTC, or by a clock of unknown zone */
  guint64 labels;     /* files that are left out, which hold annotations of recordings */
  guint64 bytes;      /* of all files */
  double  seconds;    /* of all recordings */
  char   *why;        /* the sentence about the first that cannot be opened; NULL if none */
  char   *sample;     /* the path of a recording to measure with, the shortest of at least 10 s if there is one; NULL if none */
  double  sample_s;   /* its length */
  OndesBatchKind kinds[ONDES_BATCH_KINDS]; /* the first ones; recordings of other kinds are not among them */
  guint   n_kinds;
  OndesBatchFound found;
} OndesBatchCounts;

void     ondes_batch_counts_clear (OndesBatchCounts     *self);
/* Writes the manifest of @run, which is saved: the recordings that were in it, those among them that were found and have changed
 * since marked so, and the new ones. Files of annotations are left out, unless the read options say how they are read. Fails with
 * ONDES_ERROR_FILE, and with G_IO_ERROR_CANCELLED. */
gboolean ondes_batch_plan         (const OndesBatchRun  *run,
                                   const OndesBatchPlan *plan,
                                   const OndesWatch     *watch,
                                   OndesBatchCounts     *counts,
                                   GError              **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesBatchCounts, ondes_batch_counts_clear)

G_END_DECLS
