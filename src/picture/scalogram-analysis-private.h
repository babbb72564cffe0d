/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of OndesScalogramAnalysis. */
#pragma once

#include "scalogram-analysis.h"
#include "picture-cache.h"
#include "slices.h"

G_BEGIN_DECLS

#define ONDES_COST_FIRST 1.0 /* ns, assumed until a picture has been timed */
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

  OndesSession     *session;  /* borrowed from the parent class, as is its timeline */
  OndesTimeline    *timeline;
  guint             opened;   /* number of the recording taken over from the session; recording and source are borrowed */
  OndesRecording   *recording;
  OndesSource      *source;
  double            rate_hz;  /* of the source, as the settings are for it */
  gboolean          is_complex; /* of the source, as the spec is for it */
  OndesSource      *detrended[ONDES_N_DETRENDS]; /* made on demand and kept, so their cached pictures stay valid */
  OndesSource      *picture_source; /* the source of the pictures: detrended, then oversampled; NULL if none */

  OndesCwtSettings  settings;
  double            fmin_fraction, fmax_fraction; /* of the file's rate, whatever steps change it; as typed; 0 means automatic */
  guint             range_oversampling; /* rows_oversampling() of the frequencies in the settings */

  OndesCompensationSettings compensating; /* as wanted */
  OndesCompensation *files;        /* what was read last; NULL if nothing */
  OndesCompensation *compensation; /* applied to specs; NULL for none */
  GError           *compensation_error; /* why the settings cannot be applied; NULL if they can */
  OndesScheduler   *reading;       /* reads the files */
  gboolean          reading_anew;  /* TRUE until files that are read again are there */
  gboolean          plain;         /* TRUE if it never compensates */
  OndesSpec        *spec;     /* the last valid spec */
  OndesSpec        *picture_spec; /* the same, or with more rows in view */
  OndesDisplay      display;
  gpointer          comparison;    /* an OndesComparison that its exports show too, borrowed; NULL for none */
  guint             columns, lines; /* device pixels of the chart; lines is 0 if not known yet */

  OndesScalogram   *scalogram;
  /* Levels of the colours: of the newest picture of the whole recording, or of parts if there is none yet. */
  OndesSpec        *levels_spec; /* NULL if no levels are known */
  gboolean          levels_whole, levels_preview;
  OndesLevels       levels, equalised;
  double           *medians;     /* of the rows of levels_spec, reference counted; NULL if unknown */
  OndesScheduler   *measuring;   /* measures the medians */
  OndesScalogram   *kept;     /* the last exact picture of this source, reused by previews; NULL if none */
  OndesPictureCache *cache;
  OndesScheduler   *picture;
  guint             serial;       /* of the newest picture job */
  gint64            shown_asked;  /* µs: when the change was made that the shown picture answers */
  double            cost;     /* ns per row and sample, as measured with the last exact picture */
  guint             skip;     /* coarseness of previews, an index into skips */

  OndesPointer      pointer;
  gboolean          following; /* TRUE if it follows another, which may be gone */
  OndesScalogramAnalysis *leader; /* weak; NULL if it follows none */
  GVariant         *held;      /* settings in the place of the leader's; NULL for none */
  gboolean          lazy;      /* TRUE if it computes only while it is active */
  gboolean          aiming;   /* TRUE while set_pointer() sets the timeline's pointer */
  OndesScheduler   *pointing;     /* computes magnitude and phase under the pointer */
  OndesSlices      *slices;       /* NULL until asked for */
};

void            ondes_scalogram_analysis_emit             (OndesScalogramAnalysis      *self,
                                                           OndesScalogramAnalysisSignal which);

/* scalogram-analysis-picture.c */
extern const OndesSchedulerClass ondes_scalogram_analysis_picture;
void            ondes_scalogram_analysis_want_picture     (OndesScalogramAnalysis *self,
                                                           OndesWant               want);
/* Says in the status line that what is shown is not what was asked for last. */
void            ondes_scalogram_analysis_say_cancelled    (OndesScalogramAnalysis *self);
/* Drops the job, picture and levels of the old source, for another recording, channel or detrending. */
void            ondes_scalogram_analysis_drop_pictures    (OndesScalogramAnalysis *self);

/* scalogram-analysis-levels.c */
/* Takes the levels of @fresh for the colours, unless those of more of the recording are known. */
void            ondes_scalogram_analysis_take_levels      (OndesScalogramAnalysis *self,
                                                           const OndesScalogram   *fresh);
void            ondes_scalogram_analysis_drop_levels      (OndesScalogramAnalysis *self);
/* Returns the medians for pictures of @spec, borrowed, or NULL if unknown. */
double         *ondes_scalogram_analysis_get_medians      (OndesScalogramAnalysis *self,
                                                           const OndesSpec        *spec);
extern const OndesSchedulerClass ondes_scalogram_analysis_medians;
/* Requests the medians if the display needs them and they are unknown. */
void            ondes_scalogram_analysis_want_medians     (OndesScalogramAnalysis *self);

/* scalogram-analysis-tiles.c */
/* The columns of a picture and how they are divided into tiles. */
typedef struct
{
  OndesView view;
  guint64   step; /* samples per column; the recording's last column may have fewer; 0 if the picture has no tiles */
  guint64   wide; /* samples per column from which a preview saves work */
  guint     tile; /* columns per tile */
} OndesGrid;

/* The samples that pictures can show, the smallest step, the samples per column from which a preview saves work, and about how
 * many columns a picture has. */
typedef struct
{
  guint64  first, count, step, wide;
  guint    columns;
  gboolean in_steps; /* TRUE if columns have whole steps, also of the whole recording */
} OndesGridBounds;

/* Finds the grid of the picture that the view needs. */
void            ondes_scalogram_analysis_get_grid         (OndesScalogramAnalysis *self,
                                                           OndesGrid              *grid);
/* Returns what is cached of the picture, transfer full, or NULL if nothing is. Other columns hold what was shown when the
 * picture was left (then @seen is TRUE), otherwise NaN. @missing gets the part left to compute, with 0 columns if none, and
 * @status the status line of the cached part, borrowed. */
OndesScalogram *ondes_scalogram_analysis_find_tiles       (OndesScalogramAnalysis *self,
                                                           const OndesGrid        *grid,
                                                           OndesView              *missing,
                                                           gboolean               *seen,
                                                           const char            **status);
/* TRUE if the whole picture is cached. */
gboolean        ondes_scalogram_analysis_is_computed      (OndesScalogramAnalysis *self);
/* Caches an exact picture, of which @fresh was computed just now. */
void            ondes_scalogram_analysis_keep_tiles       (OndesScalogramAnalysis *self,
                                                           OndesScalogram         *scalogram,
                                                           const OndesGrid        *grid,
                                                           const OndesView        *fresh);
/* Caches an unfinished picture of @source, a preview, that is left: of @fresh, which was in flight, @done columns are exact. */
void            ondes_scalogram_analysis_keep_left        (OndesScalogramAnalysis *self,
                                                           OndesSource            *source,
                                                           OndesScalogram         *scalogram,
                                                           const OndesGrid        *grid,
                                                           const OndesView        *fresh,
                                                           guint                   done);

/* scalogram-analysis-compensation.c */
extern const OndesSchedulerClass ondes_scalogram_analysis_reading;
/* Applies the settings of the compensation, or sets why they cannot be; FALSE if files are being read first. */
gboolean        ondes_scalogram_analysis_update_compensation (OndesScalogramAnalysis *self);
/* Returns how many samples of the spec's transform there are to each of the recording's, and how many that the rows are for,
 * which are more in one that follows an oversampled one. */
guint           ondes_scalogram_analysis_get_oversampling      (OndesScalogramAnalysis *self);
guint           ondes_scalogram_analysis_get_rows_oversampling (OndesScalogramAnalysis *self);

/* scalogram-analysis-compute.c */
extern const OndesSchedulerClass ondes_scalogram_analysis_phase;
void            ondes_scalogram_analysis_place_pointer    (OndesScalogramAnalysis *self);

/* scalogram-analysis-transform.c */
/* Gets those of pictures of @spec; FALSE if they show nothing of the recording. */
gboolean        ondes_scalogram_analysis_get_bounds       (OndesScalogramAnalysis *self,
                                                           const OndesSpec        *spec,
                                                           OndesGridBounds        *bounds);
/* Gets the lowest and highest frequency of the rows; FALSE if there are none. */
gboolean        ondes_scalogram_analysis_row_limits       (OndesScalogramAnalysis *self,
                                                           double                 *lo,
                                                           double                 *hi);

/* scalogram-analysis-saved.c */
void            ondes_scalogram_analysis_settings_init    (OndesAnalysisClass *klass);
/* Adds what is in view to what the session undoes. */
void            ondes_scalogram_analysis_add_part         (OndesScalogramAnalysis *self);
/* Save and restore the settings of the display. */
void            ondes_scalogram_analysis_save_display     (OndesScalogramAnalysis *self,
                                                           GVariantBuilder        *settings);
void            ondes_scalogram_analysis_restore_display  (OndesScalogramAnalysis *self,
                                                           GVariant               *settings);

/* scalogram-analysis-export.c */
void            ondes_scalogram_analysis_methods_init     (OndesAnalysisClass *klass);
/* @comparison, an OndesComparison, must outlive @self or set NULL before. */
void            ondes_scalogram_analysis_set_comparison   (OndesScalogramAnalysis *self,
                                                           gpointer                comparison);
/* Exports of an oversampled picture are of the recording at that rate, as those of the command are: gives @job and @export that
 * recording, and returns how often it is oversampled. */
guint           ondes_scalogram_analysis_oversample_export (OndesScalogramAnalysis *self,
                                                           OndesExportJob         *job,
                                                           OndesExport            *export);

/* scalogram-analysis-settings.c: sets the source of pictures to what the settings subtract; if it changes, drops the old
 * pictures. */
void            ondes_scalogram_analysis_update_detrended (OndesScalogramAnalysis *self);
void            ondes_scalogram_analysis_drop_detrended   (OndesScalogramAnalysis *self);
/* scalogram-analysis-settings.c: derives the frequencies from the recording; makes the spec, or sets the problem. */
void            ondes_scalogram_analysis_update_range     (OndesScalogramAnalysis *self);
/* Resets the numbers typed for the last recording. */
void            ondes_scalogram_analysis_forget_numbers   (OndesScalogramAnalysis *self);
void            ondes_scalogram_analysis_update_spec      (OndesScalogramAnalysis *self);
/* Replaces invalid values of @fresh by defaults or by those of @old. */
void            ondes_cwt_settings_mend                   (OndesCwtSettings       *fresh,
                                                           const OndesCwtSettings *old);
/* Applies any change of the settings: updates the spec and requests a picture. */
void            ondes_scalogram_analysis_take_settings    (OndesScalogramAnalysis *self);
/* Returns the frequency of @row of the spec, which must be there. */
double          ondes_scalogram_analysis_row_hz           (OndesScalogramAnalysis *self,
                                                           guint                   row);
/* Derives the rows of the picture from the spec and the frequencies in view; TRUE if they changed. */
gboolean        ondes_scalogram_analysis_update_rows      (OndesScalogramAnalysis *self);
/* The spec of a Morlet transform, as the settings are. */
OndesSpec      *ondes_scalogram_analysis_make_spec        (OndesScalogramAnalysis *self,
                                                           GError                **error);

G_END_DECLS
