/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesRunModel: a run (batch-run.h) as a window shows it: its recordings and what became of each, the process that works on it,
 * its progress, and merging. What is done is on the disk: a run that is stopped, or whose window is closed, goes on where it was
 * when it is started again. Workers read all files. Main thread only.
 *
 * Signals:
 *   "changed"        state, progress or problem
 *   "rows-changed"   other rows, or what became of some
 */
#pragma once

#include "batch-screen.h"
#include "run-rows.h"

G_BEGIN_DECLS

#define ONDES_TYPE_RUN_MODEL (ondes_run_model_get_type ())
G_DECLARE_FINAL_TYPE (OndesRunModel, ondes_run_model, ONDES, RUN_MODEL, GObject)

typedef enum
{
  ONDES_RUN_OPENING,
  ONDES_RUN_REFUSED,  /* it is no run, or cannot be read: get_problem() */
  ONDES_RUN_IDLE,
  ONDES_RUN_RUNNING,
  ONDES_RUN_STOPPING,
  ONDES_RUN_MERGING,  /* after the last recording */
} OndesRunState;

typedef struct
{
  guint64 files, done, failed;
  double  rate;   /* seconds of recordings a second, of this start; NAN if unknown */
  double  left_s; /* time left; NAN if unknown */
} OndesRunProgress;

/* Opens the run in @folder, or that of the manifest or preset that @folder names, on a worker. */
OndesRunModel         *ondes_run_model_new          (const char           *folder);
const char            *ondes_run_model_get_folder   (OndesRunModel        *self); /* borrowed */
OndesRunState          ondes_run_model_get_state    (OndesRunModel        *self);
const OndesRunProgress *ondes_run_model_get_progress (OndesRunModel       *self);
/* Returns one sentence on why it was not opened, or why its last start or merging ended early; NULL if nothing is wrong. */
const char            *ondes_run_model_get_problem  (OndesRunModel        *self);
/* Returns the run, NULL until it is open, and its rows; borrowed. */
const OndesBatchRun   *ondes_run_model_get_run      (OndesRunModel        *self);
OndesRunRows          *ondes_run_model_get_rows     (OndesRunModel        *self);
/* Returns how a window shows its recordings, borrowed; NULL if no window can. */
const OndesBatchSettings *ondes_run_model_get_settings (OndesRunModel     *self);
/* TRUE until what became of every recording is known. */
gboolean               ondes_run_model_is_looking   (OndesRunModel        *self);
/* Starts what is left to do, and with @retry what failed too, then merges. Ignored unless it is idle. */
void                   ondes_run_model_start        (OndesRunModel        *self,
                                                     gboolean              retry);
/* Stops what start() began; the recordings at work are begun anew with the next start. */
void                   ondes_run_model_stop         (OndesRunModel        *self);
/* Looks at all recordings again, as other processes may work on them. */
void                   ondes_run_model_look         (OndesRunModel        *self);

G_END_DECLS
