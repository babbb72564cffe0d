/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a worker does for a draft (batch-draft.h): it counts recordings, writes the run, and tries one recording of each kind. */
#pragma once

#include "batch-plan.h"
#include "batch-screen.h"
#include "engine/queue.h"

G_BEGIN_DECLS

#define ONDES_DRAFT_PRESET "screen.ondes-preset" /* the name of the preset that a run keeps */

/* What a problem is about. */
typedef enum
{
  ONDES_DRAFT_RECORDINGS,
  ONDES_DRAFT_PRODUCTS,
  ONDES_DRAFT_BANDS,
  ONDES_DRAFT_ANNOTATIONS,
  ONDES_DRAFT_SETTINGS,
  ONDES_DRAFT_FOLDER,
} OndesDraftPlace;

/* What a worker needs of a draft. */
typedef struct
{
  OndesBatchRun     *run;      /* with the preset once keep_files() has put it there */
  GVariant          *preset;
  GHashTable        *files;    /* of the parameters (batch-files.h) */
  OndesBatchSettings settings; /* how files are read */
  char              *folders[2];
  char             **patterns;
  gboolean           flat, dry;
  guint             *seen;     /* of the draft, which outlives the worker */
  OndesBatchCounts   counts;
  OndesDraftPlace    place;    /* of the error */
  double             out_bytes, out_s;
  GString           *failures; /* of a sample of each kind, a line each */
  guint64            failing;  /* recordings of these kinds */
} OndesDraftWork;

void     ondes_draft_work_free          (gpointer          work);
/* Counts the recordings, and writes the run unless it is a dry one: the work of a task. */
gboolean ondes_draft_work_plan          (OndesComputer    *computer,
                                         gpointer          work,
                                         const OndesWatch *watch,
                                         GError          **error);
/* Tries a sample of each kind of recordings: the work of a task. */
gboolean ondes_draft_work_measure       (OndesComputer    *computer,
                                         gpointer          work,
                                         const OndesWatch *watch,
                                         GError          **error);
/* Finds recordings that fail by their heads alone: that cannot be read, or lack the channel. Their kinds are not measured. */
void     ondes_draft_work_find_failures (OndesDraftWork   *work);

G_END_DECLS
