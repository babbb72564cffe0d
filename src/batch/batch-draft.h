/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesBatchDraft: a run that is being put together: which recordings, which products, with which parameters, where to. A worker
 * counts the recordings and measures one of them whenever something changes, the newest change wins; another writes the folder
 * of the run, the same as “ondes-cli batch plan --preset” does. Main thread only.
 *
 * Signals:
 *   "changed"   counts, estimate or problem
 *   "written"   the run is in its folder; or it cannot be written, which the problem says
 */
#pragma once

#include "batch-draft-work.h"
#include "batch-screen.h"

G_BEGIN_DECLS

#define ONDES_TYPE_BATCH_DRAFT (ondes_batch_draft_get_type ())
G_DECLARE_FINAL_TYPE (OndesBatchDraft, ondes_batch_draft, ONDES, BATCH_DRAFT, GObject)

typedef struct
{
  gboolean counted;   /* the next seven are known; the first also while it is counted */
  guint64  files, unreadable;
  guint64  utc, clocks; /* whose start is known in UTC, or by a clock of unknown zone */
  guint64  labels;    /* files of annotations, which are left out */
  double   seconds;   /* of all recordings */
  guint64  bytes;     /* of their files */
  gboolean estimated; /* the next two are known */
  double   out_bytes; /* of the outputs of each recording */
  double   out_s;     /* time on all processors of this machine */
  guint64  failing;   /* recordings that cannot be read, or that a run would fail at */
} OndesDraftEstimate;

/* @parameters are copied. */
OndesBatchDraft *ondes_batch_draft_new         (const OndesBatchParameters *parameters);
/* NULL or "" for none. */
void             ondes_batch_draft_set_folder  (OndesBatchDraft *self,
                                                const char      *folder);
/* Names as “*.wav; *.flac”; "" for sound files of any kind. */
void             ondes_batch_draft_set_patterns (OndesBatchDraft *self,
                                                const char      *patterns);
void             ondes_batch_draft_set_flat    (OndesBatchDraft *self,
                                                gboolean         flat);
/* 1 << OndesBatchProduct of each. */
void             ondes_batch_draft_set_products (OndesBatchDraft *self,
                                                guint            products);
/* Sets an option of the products, such as "--detect", or one of the screen, such as "--channel", in its place; NULL or "" leaves
 * it out, or as it is on the screen. */
void             ondes_batch_draft_set_option  (OndesBatchDraft *self,
                                                const char      *option,
                                                const char      *value);
/* Sets the folder of the run. */
void             ondes_batch_draft_set_output  (OndesBatchDraft *self,
                                                const char      *folder);
const char      *ondes_batch_draft_get_folder  (OndesBatchDraft *self); /* borrowed; NULL if none */
const char      *ondes_batch_draft_get_output  (OndesBatchDraft *self);
/* Returns the value of an option, borrowed; NULL if it is not given. */
const char      *ondes_batch_draft_get_option  (OndesBatchDraft *self,
                                                const char      *option);

const OndesDraftEstimate *ondes_batch_draft_get_estimate (OndesBatchDraft *self);
/* TRUE while recordings are counted, one is measured or the run is written. */
gboolean         ondes_batch_draft_is_busy     (OndesBatchDraft *self);
gboolean         ondes_batch_draft_is_writing  (OndesBatchDraft *self);
/* Returns one sentence on why there can be no such run, and its @place, which may be NULL; NULL if there can. */
const char      *ondes_batch_draft_get_problem (OndesBatchDraft *self,
                                                OndesDraftPlace *place);
/* Returns what a run would fail at, a sentence a line, and why; NULL if nothing is known. */
const char      *ondes_batch_draft_get_warning (OndesBatchDraft *self);
/* TRUE if all that is needed is there and nothing is known to be wrong. */
gboolean         ondes_batch_draft_is_ready    (OndesBatchDraft *self);
/* Writes the run folder; "written" follows. An old run of the same parameters gets the new recordings. Ignored unless ready. */
void             ondes_batch_draft_write       (OndesBatchDraft *self);
/* Returns the command that sends the run to Slurm, quoted for a shell. Transfer full. */
char            *ondes_batch_draft_submit_line (OndesBatchDraft *self,
                                                guint            shards);

G_END_DECLS
