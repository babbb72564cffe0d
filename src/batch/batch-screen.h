/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a window shows as the parameters of a run, the options that “ondes-cli batch plan” takes, and a run's parameters as settings
 * of a window. */
#pragma once

#include "batch-run.h"
#include "picture/analysis-preset.h"
#include "series/filter-analysis.h"

G_BEGIN_DECLS

/* Borrowed for the call. */
typedef struct
{
  OndesSession           *session;   /* with a recording */
  OndesScalogramAnalysis *scalogram; /* of that session */
  OndesFilterAnalysis    *filter;    /* if its page is in view; otherwise NULL */
  const OndesFigureSize  *size;      /* of pictures; NULL for the default */
} OndesBatchScreen;

/* What a window shows. */
typedef struct
{
  GVariant  *preset; /* a preset of the analysis (analysis-preset.h); a filter of the page of filters is its last step */
  GPtrArray *words;  /* options and their values in turn, "" for a flag, of what a preset leaves out: the channel, how files are
                      * read, the compensation, what pictures have beside its colours, and --bands of the page of filters */
} OndesBatchParameters;

/* Returns them. Transfer full; main thread. */
OndesBatchParameters *ondes_batch_screen_take     (const OndesBatchScreen     *screen);
OndesBatchParameters *ondes_batch_parameters_copy (const OndesBatchParameters *self);
void                  ondes_batch_parameters_free (OndesBatchParameters       *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesBatchParameters, ondes_batch_parameters_free)

/* A parameter as people read it. */
typedef struct
{
  const char *title; /* static */
  char       *value;
} OndesBatchLine;

/* Returns a line of each, OndesBatchLine, freed with the array; any thread. */
GPtrArray *ondes_batch_parameters_lines (const OndesBatchParameters *self);

/* The settings of a window that shows a recording as a run made it. */
typedef struct
{
  OndesAnalysisPreset      *preset;
  OndesReadOptions          read;    /* its strings are those of the words below */
  guint                     channel; /* 0: the mean of all; G_MAXUINT: that of the file */
  OndesCompensationSettings compensation;
  GPtrArray                *words;   /* of the run, with the paths of the files that it keeps */
} OndesBatchSettings;

/* Finds them. Fails if @run has values that no window takes. Reads files if the run is of a named preset: not on the main
 * thread. */
gboolean   ondes_batch_settings_find  (OndesBatchSettings  *self,
                                       const OndesBatchRun *run,
                                       GError             **error);
void       ondes_batch_settings_clear (OndesBatchSettings  *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesBatchSettings, ondes_batch_settings_clear)

G_END_DECLS
