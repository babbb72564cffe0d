/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of OndesScalogramAnalysis share. */
#pragma once

#include "scalogram-analysis.h"
#include "picture-cache.h"

G_BEGIN_DECLS

#define ONDES_COST_FIRST 1.0 /* ns, before a picture was measured */
#define ONDES_SKIP_FIRST 2

typedef enum
{
  SIGNAL_DISPLAY_CHANGED,
  SIGNAL_PICTURE_CHANGED,
  SIGNAL_POINTER_CHANGED,
  N_SIGNALS
} OndesScalogramAnalysisSignal;

struct _OndesScalogramAnalysis
{
  OndesAnalysis     parent_instance;

  OndesSession     *session;  /* borrowed of the class, as is its timeline */
  OndesTimeline    *timeline;
  guint             opened;   /* what of the session is taken over: recording and source are borrowed of it */
  OndesRecording   *recording;
  OndesSource      *source;
  OndesSource      *detrended[ONDES_N_DETRENDS]; /* of the source, as asked for so far: they keep their pictures */
  OndesSource      *pictured;     /* the one of these that pictures are of; borrowed */

  OndesCwtSettings  settings;
  double            fmin_fraction, fmax_fraction; /* of the rate, as typed; 0: automatic */
  OndesSpec        *spec;     /* the last valid one */
  OndesSpec        *picture_spec; /* the same, or with more rows in view */
  OndesDisplay      display;
  guint             columns, lines; /* device pixels of the chart; lines 0: not known yet */

  OndesScalogram   *scalogram;
  /* What the colours are by: of the newest picture of the whole, or of parts until there was one. */
  OndesSpec        *levels_spec; /* NULL: nothing is known */
  gboolean          levels_whole, levels_preview;
  OndesLevels       levels, equalised;
  double           *medians;     /* of the rows of levels_spec, counted; NULL: not known */
  OndesScheduler   *measuring;   /* of medians */
  OndesScalogram   *kept;     /* the last exact one of this source: previews take from it; NULL: none */
  OndesPictureCache *cache;
  OndesScheduler   *picture;
  guint             serial;       /* of the newest job of it */
  gint64            shown_asked;  /* µs: when what is shown was changed */
  double            cost;     /* ns a row and sample of the last exact picture */
  guint             skip;     /* how coarse a preview is; an index */

  OndesPointer      pointer;
  gboolean          aiming;   /* the timeline is told of it */
  OndesScheduler   *pointing;     /* of magnitude and phase under it */
};

void            ondes_scalogram_analysis_emit             (OndesScalogramAnalysis      *self,
                                                           OndesScalogramAnalysisSignal which);

/* scalogram-analysis-picture.c */
extern const OndesSchedulerClass ondes_scalogram_analysis_picture;
void            ondes_scalogram_analysis_want_picture     (OndesScalogramAnalysis *self,
                                                           OndesWant               want);
/* Another recording or channel: what was computed is of no use to it. */
void            ondes_scalogram_analysis_drop_pictures    (OndesScalogramAnalysis *self);

/* scalogram-analysis-levels.c */
/* The picture goes by what it shows, unless more is known. */
void            ondes_scalogram_analysis_take_levels      (OndesScalogramAnalysis *self,
                                                           const OndesScalogram   *fresh);
void            ondes_scalogram_analysis_drop_levels      (OndesScalogramAnalysis *self);
/* The medians for pictures of @spec, borrowed; NULL: not known. */
double         *ondes_scalogram_analysis_get_medians      (OndesScalogramAnalysis *self,
                                                           const OndesSpec        *spec);
extern const OndesSchedulerClass ondes_scalogram_analysis_medians;
/* Has the medians computed where the display needs them and they are not known. */
void            ondes_scalogram_analysis_want_medians     (OndesScalogramAnalysis *self);

/* scalogram-analysis-tiles.c */
/* A picture made of tiles. */
typedef struct
{
  OndesView view;
  guint64   step; /* samples a column, of which the last of the recording may have fewer; 0: the whole at once */
  guint     tile; /* columns */
} OndesGrid;

/* What is to be computed for the view. */
void            ondes_scalogram_analysis_get_grid         (OndesScalogramAnalysis *self,
                                                           OndesGrid              *grid);
/* What was computed of it, transfer full, over what was seen of it when it was left (@seen: TRUE), or else NaN; NULL: nothing.
 * @missing, columns 0: none, is what is left to compute, and @status, borrowed, told of what is there. */
OndesScalogram *ondes_scalogram_analysis_find_tiles       (OndesScalogramAnalysis *self,
                                                           const OndesGrid        *grid,
                                                           OndesView              *missing,
                                                           gboolean               *seen,
                                                           const char            **status);
/* TRUE where all of it was computed. */
gboolean        ondes_scalogram_analysis_is_computed      (OndesScalogramAnalysis *self);
/* Keeps an exact picture, of which @fresh was computed now. */
void            ondes_scalogram_analysis_keep_tiles       (OndesScalogramAnalysis *self,
                                                           OndesScalogram         *scalogram,
                                                           const OndesGrid        *grid,
                                                           const OndesView        *fresh);
/* Keeps what there is of a picture of @source, a preview, that is left: of @fresh, which was under way, @done columns are exact. */
void            ondes_scalogram_analysis_keep_left        (OndesScalogramAnalysis *self,
                                                           OndesSource            *source,
                                                           OndesScalogram         *scalogram,
                                                           const OndesGrid        *grid,
                                                           const OndesView        *fresh,
                                                           guint                   done);

/* scalogram-analysis-compute.c */
extern const OndesSchedulerClass ondes_scalogram_analysis_phase;
void            ondes_scalogram_analysis_place_pointer    (OndesScalogramAnalysis *self);

/* scalogram-analysis-saved.c */
void            ondes_scalogram_analysis_settings_init    (OndesAnalysisClass *klass);

/* scalogram-analysis-export.c */
void            ondes_scalogram_analysis_methods_init     (OndesAnalysisClass *klass);

/* scalogram-analysis-settings.c: what the settings take of the source for pictures; pictures of what it was are of no use. */
void            ondes_scalogram_analysis_update_detrended (OndesScalogramAnalysis *self);
void            ondes_scalogram_analysis_drop_detrended   (OndesScalogramAnalysis *self);
/* scalogram-analysis-settings.c: derives the frequencies of the recording and makes the spec, or the problem. */
void            ondes_scalogram_analysis_update_range     (OndesScalogramAnalysis *self);
/* Another recording: what was typed for the last one goes. */
void            ondes_scalogram_analysis_forget_numbers   (OndesScalogramAnalysis *self);
void            ondes_scalogram_analysis_update_spec      (OndesScalogramAnalysis *self);
/* What makes no sense in @fresh becomes what it is in @old. */
void            ondes_cwt_settings_mend                   (OndesCwtSettings       *fresh,
                                                           const OndesCwtSettings *old);
/* Whatever of the settings changed: the spec, and a picture of it. */
void            ondes_scalogram_analysis_take_settings    (OndesScalogramAnalysis *self);
/* Derives the rows of the picture from the spec and the frequencies in view; TRUE where they are others than before. */
gboolean        ondes_scalogram_analysis_update_rows      (OndesScalogramAnalysis *self);
/* Lowest and highest frequency of the rows; FALSE where there are none. */
gboolean        ondes_scalogram_analysis_row_limits       (OndesScalogramAnalysis *self,
                                                           double                 *lo,
                                                           double                 *hi);

G_END_DECLS
