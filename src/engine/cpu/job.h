/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run as a sequence of passes, each split into pieces that the threads share, with progress, cancellation and the first
 * error. */
#pragma once

#include "base/threads.h"
#include "base/watch.h"

G_BEGIN_DECLS

/* Processes piece @i. Pieces are handed out in order, each to one worker; a piece handed out always completes. */
typedef void (*OndesJobPiece) (gpointer data,
                               guint    worker,
                               gsize    i);

typedef struct
{
  /* set by the owner */
  OndesThreads *threads;
  const OndesWatch *watch; /* never NULL; notified on the calling thread */
  double        work; /* total of all passes */
  guint         workers; /* threads that take pieces; 0 for all */

  /* private */
  double        done, reported;
  OndesJobPiece piece;
  gpointer      data;
  double        pass_work;
  gsize         n, next, finished;
  GError       *error;
} OndesJob;

/* Runs all @n pieces of a pass, which count @work of the total. FALSE after an error or cancellation; pieces may then be
 * skipped. */
gboolean ondes_job_pass    (OndesJob     *self,
                            double        work,
                            gsize         n,
                            OndesJobPiece piece,
                            gpointer      data);
/* Stops the job and takes ownership of @error; only the first error is kept. May be called from any thread. */
void     ondes_job_fail    (OndesJob     *self,
                            GError       *error);
gboolean ondes_job_stopped (OndesJob     *self);
/* Reports full progress, or returns FALSE with the error or cancellation. */
gboolean ondes_job_end     (OndesJob     *self,
                            GError      **error);

G_END_DECLS
