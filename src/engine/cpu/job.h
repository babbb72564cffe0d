/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run as a sequence of passes: each cut into pieces that the threads share, with progress, cancel and the first error. */
#pragma once

#include "base/threads.h"
#include "base/watch.h"

G_BEGIN_DECLS

/* Does piece @i. Pieces are handed out in order, each to one of the workers; what was handed out is always done. */
typedef void (*OndesJobPiece) (gpointer data,
                               guint    worker,
                               gsize    i);

typedef struct
{
  /* set by the owner */
  OndesThreads *threads;
  const OndesWatch *watch; /* never NULL; told on the calling thread */
  double        work; /* of all passes together */

  /* private */
  double        done, shown;
  OndesJobPiece piece;
  gpointer      data;
  double        pass_work;
  gsize         n, next, finished;
  GError       *error;
} OndesJob;

/* Does all pieces, which are @work of the whole; FALSE after an error or a cancel, when pieces may be left out. */
gboolean ondes_job_pass    (OndesJob     *self,
                            double        work,
                            gsize         n,
                            OndesJobPiece piece,
                            gpointer      data);
/* Stops the job for @error, which is taken over; the first one counts. Any thread. */
void     ondes_job_fail    (OndesJob     *self,
                            GError       *error);
gboolean ondes_job_stopped (OndesJob     *self);
/* Shows that all is done, or hands over why it is not. */
gboolean ondes_job_end     (OndesJob     *self,
                            GError      **error);

G_END_DECLS
