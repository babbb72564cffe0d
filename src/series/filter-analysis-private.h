/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of OndesFilterAnalysis. */
#pragma once

#include "export/export-filter.h"
#include "filter-analysis.h"
#include "signal/computed-source.h"

G_BEGIN_DECLS

/* What the page exports besides the products of an OndesFilterExport: the result as other pages show it. */
enum
{
  ONDES_FILTER_PICTURE = ONDES_FILTER_PEAKS + 1,
  ONDES_FILTER_SPECTRA,
  ONDES_FILTER_ENVELOPES,
  ONDES_FILTER_N_EXPORTS
};

struct _OndesFilterAnalysis
{
  OndesAnalysis           parent_instance;

  OndesSession           *session;  /* borrowed from the parent class */
  guint                   opened;   /* number of the recording that the cut-offs are for */
  OndesFilterSettings     settings;
  guint                   points;
  OndesScheduler         *designing;

  /* What is shown; NULL if nothing is. */
  OndesFilterBank        *bank;
  OndesFilterBank        *single;   /* the filter shown alone */
  char                   *bank_key; /* of what the bank was made */
  OndesFilterResponse    *response;
  guint                   shown;    /* the filter shown */
  OndesOperation         *operation; /* what it does */

  gboolean                levels_wanted; /* their chart is in view */
  OndesScheduler         *levelling;
  OndesBandLevels        *levels;   /* NULL if none are shown */

  OndesScheduler         *finding;
  OndesBandPeaks         *peaks;    /* of the filter shown; NULL if none are asked for */
  char                   *peaks_problem; /* why there are none at this level; NULL if there is no problem */

  const char             *products[ONDES_FILTER_N_EXPORTS + 1]; /* the words of those that can be exported, NULL-terminated */
  guint                   kinds[ONDES_FILTER_N_EXPORTS];        /* which they are */

  OndesSecondPicture     *picture;  /* shows the recording filtered and unfiltered */
  OndesSession           *after;    /* of it, borrowed, as the scalogram below */
  OndesSource            *coming;   /* the newest filtered source, while an older one is being drawn; NULL if none */
  gboolean                drawing;  /* TRUE until a picture of the source last shown has landed */
  gint64                  shown_us; /* when that source was shown */
  OndesScalogramAnalysis *before, *scalogram; /* NULL until compared */
};

void ondes_filter_analysis_emit_response (OndesFilterAnalysis *self);

/* Returns the filter shown as a step of conditioning, which has @post; transfer full. There has to be a bank. */
char *ondes_filter_analysis_shown_step  (OndesFilterAnalysis *self,
                                         OndesPost            post);

/* filter-analysis-compute.c */
extern const OndesSchedulerClass ondes_filter_analysis_designing;
/* Returns the lowest frequency of the response. */
double ondes_filter_analysis_lowest     (OndesFilterAnalysis *self);

/* filter-analysis-shown.c: shows @source, taking ownership, at once or when the picture before it has landed. */
void ondes_filter_analysis_show         (OndesFilterAnalysis *self,
                                         OndesSource         *source);
/* Shows the session's present source through the filter that is there. */
void ondes_filter_analysis_show_again   (OndesFilterAnalysis *self);
/* Drops the filter that is there, but not what is shown of it. */
void ondes_filter_analysis_drop_filter  (OndesFilterAnalysis *self);
/* Drops the filter, and shows the recording itself until there is another one. */
void ondes_filter_analysis_show_none    (OndesFilterAnalysis *self);
void ondes_filter_analysis_shown_init   (OndesAnalysisClass  *klass);
void ondes_filter_analysis_drop_shown   (OndesFilterAnalysis *self);

/* filter-analysis-bands.c: what is measured of bands, over the span in view. */

/* Returns the job for what is in view now; borrows its source and bank. */
typedef OndesBandJob (*OndesBandFindJob) (OndesFilterAnalysis *self);

/* A stage of such a scheduler; owns references to the job's source and bank. */
typedef struct
{
  OndesBandJob     job;
  OndesBandFindJob find_job;
  gpointer         result; /* NULL until it is computed */
  GDestroyNotify   free_result;
} OndesBandStage;

/* Returns the job for what is in view of @bank, as --post @post gives it; every and above are 0. */
OndesBandJob ondes_filter_analysis_band_job (OndesFilterAnalysis *self,
                                             OndesFilterBank     *bank,
                                             OndesPost            post);
OndesBandStage *ondes_band_stage_new    (OndesFilterAnalysis *self,
                                         OndesBandFindJob     find_job,
                                         GDestroyNotify       free_result);
/* Methods of such schedulers. */
void ondes_band_stage_free              (gpointer             stage);
gboolean ondes_band_stage_is_wanted     (gpointer             stage,
                                         gpointer             owner);

/* filter-analysis-levels.c: computes the levels of the bands in view, unless they are there or not wanted. */
extern const OndesSchedulerClass ondes_filter_analysis_levelling;
void ondes_filter_analysis_want_levels  (OndesFilterAnalysis *self,
                                         OndesWant            want);
void ondes_filter_analysis_drop_levels  (OndesFilterAnalysis *self);
/* Emits "levels-changed". */
void ondes_filter_analysis_emit_levels  (OndesFilterAnalysis *self);

/* filter-analysis-peaks.c: finds the peaks in view, unless they are there or not asked for. */
extern const OndesSchedulerClass ondes_filter_analysis_finding;
void ondes_filter_analysis_want_peaks   (OndesFilterAnalysis *self,
                                         OndesWant            want);
void ondes_filter_analysis_drop_peaks   (OndesFilterAnalysis *self);
/* Emits "peaks-changed". */
void ondes_filter_analysis_emit_peaks   (OndesFilterAnalysis *self);

/* filter-analysis-export.c */
void ondes_filter_analysis_export_init  (OndesAnalysisClass  *klass);

G_END_DECLS
