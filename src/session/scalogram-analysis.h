/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesScalogramAnalysis: the scalogram of what is in view of a session. The model between its controls and charts; knows no
 * widget.
 *
 * Owns the settings of the transform and of the display, the pictures computed so far and the queues that compute them. Everything
 * slow happens on the queues; all signals are emitted on the main thread. Main thread only.
 */
#pragma once

#include "export/export.h"
#include "engine/queue.h"
#include "analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SCALOGRAM_ANALYSIS (ondes_scalogram_analysis_get_type ())
G_DECLARE_FINAL_TYPE (OndesScalogramAnalysis, ondes_scalogram_analysis, ONDES, SCALOGRAM_ANALYSIS, OndesAnalysis)

/* The rows asked for, as the side bar has them. */
typedef enum { ONDES_ROWS_FREQUENCIES, ONDES_ROWS_SCALES, ONDES_ROWS_LIST } OndesRows;

typedef struct
{
  OndesCwtOptions options; /* quantity MAGNITUDE or POWER */
  OndesRows       rows;
  double          fmin_hz, fmax_hz; /* FREQUENCIES */
  double          voices;           /* FREQUENCIES, and SCALES when > 0 (logarithmic) */
  OndesDetrend    detrend;          /* of pictures, and where it is not AUTO of numbers that are exported; of a span: of the view */
  double          detrend_window;   /* MOVING: time units */
  char            scales[256];      /* SCALES "1:200", "1/2:64:1/2"; LIST "1,2,4" */
} OndesCwtSettings;

/* An OndesAnalysis, with its signals, and:
 *   "settings-changed"   transform settings
 *   "display-changed"    palette, range, axis, frequency view, cone
 *   "picture-changed"    a new scalogram, a preview or more of one landed (the old one stays until then)
 *   "pointer-changed"    the crosshair moved, or its phase arrived
 */
/* Begins active, and computes also while it is not. */
OndesScalogramAnalysis *ondes_scalogram_analysis_new                 (OndesSession           *session);

/* What pictures are computed of: the same less its mean or line, as the settings ask. NULL: none. */
OndesSource            *ondes_scalogram_analysis_get_detrended       (OndesScalogramAnalysis *self);

const OndesCwtSettings *ondes_scalogram_analysis_get_settings        (OndesScalogramAnalysis *self);
/* Takes settings that make no valid spec too: the picture stays, and get_problem() has the sentence. */
void                    ondes_scalogram_analysis_set_settings        (OndesScalogramAnalysis *self,
                                                                      const OndesCwtSettings *settings);
/* The automatic frequencies: a highest of 0.4 of the rate and a lowest of 0.0004 or, in short recordings, one and a half cycles of
 * the whole, to three digits. They hold until set_settings() changes them. Frequencies, scales, FFT length and reference are
 * numbers of one recording: the next one that is opened begins with the automatic ones; choices, and voices, stay. */
void                    ondes_scalogram_analysis_set_automatic_range (OndesScalogramAnalysis *self);
/* The scales that a way to ask for them begins with. */
const char             *ondes_default_scales                         (OndesRows rows,
                                                                      double    voices);
const OndesDisplay     *ondes_scalogram_analysis_get_display         (OndesScalogramAnalysis *self);
void                    ondes_scalogram_analysis_set_display         (OndesScalogramAnalysis *self,
                                                                      const OndesDisplay     *display);
/* The display with the reference and the range that are in force, where it leaves them to the picture: those of the whole recording
 * when it was last seen, or until then of its parts, so that colours stay in zooms and pans. A figure of a part has the same.
 * Without a picture the display as it is. */
OndesDisplay            ondes_scalogram_analysis_get_colours         (OndesScalogramAnalysis *self);
/* The value at 0 dB of that; 0: there is no picture. Where rows are equalised, a ratio. */
double                  ondes_scalogram_analysis_get_reference       (OndesScalogramAnalysis *self);
/* The value at 0 dB of the colour bar for a row of the picture: the reference or, where rows are equalised, its median. */
double                  ondes_scalogram_analysis_get_zero_db         (OndesScalogramAnalysis *self,
                                                                      guint                   row);
/* Sets reference and range by what is in view. It is measured on the queue. */
void                    ondes_scalogram_analysis_fit_colours         (OndesScalogramAnalysis *self);
/* The value at the top and the decibels from there to the bottom; both 0: by the picture again. */
void                    ondes_scalogram_analysis_set_colours         (OndesScalogramAnalysis *self,
                                                                      double                  reference,
                                                                      double                  db_range);

/* The frequencies in view are of the display; this sets them alone, clamped to the rows (and to all when wider). */
void                    ondes_scalogram_analysis_set_frequencies     (OndesScalogramAnalysis *self,
                                                                      double                  lo_hz,
                                                                      double                  hi_hz);
void                    ondes_scalogram_analysis_view_all            (OndesScalogramAnalysis *self);
/* Device pixels of the chart: the columns of the next picture, and the lines that its rows are for. Voices are a least: where a
 * part of the frequencies is in view, there are so many rows more that none is taller than ONDES_ROW_PIXELS. */
void                    ondes_scalogram_analysis_set_columns         (OndesScalogramAnalysis *self,
                                                                      guint                   columns);
void                    ondes_scalogram_analysis_set_lines           (OndesScalogramAnalysis *self,
                                                                      guint                   lines);

/* The newest picture, perhaps of another span or older settings, or while the exact one is computed a preview (its
 * view.preview is TRUE), in which exact columns take their place as they come; NULL: none yet. Borrowed. */
OndesScalogram         *ondes_scalogram_analysis_get_scalogram       (OndesScalogramAnalysis *self);
/* When the change was made that the newest picture shows, on the monotonic clock (µs). */
gint64                  ondes_scalogram_analysis_get_asked           (OndesScalogramAnalysis *self);


/* The crosshair: a sample and a frequency; NaN for none. Magnitude and phase of that point are computed on the queue. */
typedef struct
{
  double   sample, frequency_hz; /* as pointed at; NaN: none */
  gboolean valid;                /* a row and a column lie there */
  guint    row;
  double   time, row_frequency_hz, scale; /* time units, cycles a time unit, samples */
  double   magnitude;            /* of the sample there, or its power; NaN: not known (yet) */
  double   shown;                /* of the picture there: its column's largest, or root mean square */
  double   column_samples;       /* that share that column */
  double   phase;                /* radians at the sample; NaN: not known (yet) */
  gboolean inside_cone;          /* TRUE: free of edge effects */
} OndesPointer;

void                    ondes_scalogram_analysis_set_pointer         (OndesScalogramAnalysis *self,
                                                                      double                  sample,
                                                                      double                  frequency_hz);
const OndesPointer     *ondes_scalogram_analysis_get_pointer         (OndesScalogramAnalysis *self);


G_END_DECLS
