/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesDocument: what one window shows. The model between the controls and the charts; knows no widget.
 *
 * Owns the recording, its overview, the settings of the transform and of the display, the span in view, the pictures computed so
 * far and the queues that compute them. Everything slow happens on the queues; all signals are emitted on the main
 * thread. Main thread only.
 */
#pragma once

#include "figure/axis.h"
#include "export/export.h"
#include "engine/queue.h"
#include "analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_DOCUMENT (ondes_document_get_type ())
G_DECLARE_FINAL_TYPE (OndesDocument, ondes_document, ONDES, DOCUMENT, OndesAnalysis)

/* The rows asked for, as the side bar has them. */
typedef enum { ONDES_ROWS_FREQUENCIES, ONDES_ROWS_SCALES, ONDES_ROWS_LIST } OndesRows;

typedef struct
{
  OndesCwtOptions options; /* quantity MAGNITUDE or POWER */
  OndesRows       rows;
  double          fmin_hz, fmax_hz; /* FREQUENCIES */
  double          voices;           /* FREQUENCIES, and SCALES when > 0 (logarithmic) */
  OndesDetrend    detrend;          /* of pictures, and where it is not AUTO of numbers that are exported */
  char            scales[256];      /* SCALES "1:200", "1/2:64:1/2"; LIST "1,2,4" */
} OndesCwtSettings;

/* An OndesAnalysis, with its signals, and:
 *   "recording-changed"  another recording (the view is then the whole) or another channel of it (the view stays)
 *   "settings-changed"   transform settings
 *   "display-changed"    palette, range, axis, frequency view, cone
 *   "view-changed"       the span in view
 *   "picture-changed"    a new scalogram, a preview or more of one landed (the old one stays until then)
 *   "overview-changed"   more of the overview is built
 *   "pointer-changed"    the crosshair moved, or its phase arrived
 *   "needs-raw" (char *path, char *text)        a file with no header was opened: ask how to read it
 */
OndesDocument        *ondes_document_new            (void);
/* Whether its page is in view, as it is to begin with; else its pictures come after those of the page that is. */
void                  ondes_document_set_active     (OndesDocument          *self,
                                                     gboolean                active);

/* Opens on a worker; the recording in view stays until the new one is open, and stays when it fails ("message" says why).
 * A newer call overtakes. @options may be NULL. Strings are copied. */
void                  ondes_document_open           (OndesDocument           *self,
                                                     const char              *path,
                                                     const OndesReadOptions  *options);
/* The file that the newest "message" of an error is about, NULL: none was being opened. For the time of the signal. */
const char           *ondes_document_get_failed_path (OndesDocument          *self);
/* What would mend it. */
OndesSetting          ondes_document_get_failed_setting (OndesDocument       *self);
OndesRecording       *ondes_document_get_recording  (OndesDocument           *self); /* NULL: none */
const OndesReadOptions *ondes_document_get_read_options (OndesDocument       *self);
OndesSource          *ondes_document_get_source     (OndesDocument           *self); /* NULL: none */
/* What pictures are computed of: the same less its mean or line, as the settings ask. NULL: none. */
OndesSource          *ondes_document_get_detrended  (OndesDocument           *self);
OndesOverview        *ondes_document_get_overview   (OndesDocument           *self);
guint                 ondes_document_get_channel    (OndesDocument           *self);
void                  ondes_document_set_channel    (OndesDocument           *self,
                                                     guint                    channel);

const OndesCwtSettings *ondes_document_get_settings (OndesDocument           *self);
/* Takes settings that make no valid spec too: the picture stays, and get_problem() has the sentence. */
void                  ondes_document_set_settings   (OndesDocument           *self,
                                                     const OndesCwtSettings  *settings);
/* The automatic frequencies: a highest of 0.4 of the rate and a lowest of 0.0004 or, in short recordings, one and a half cycles of
 * the whole, to three digits. They hold until set_settings() changes them. Frequencies, scales, FFT length and reference are
 * numbers of one recording: the next one that is opened begins with the automatic ones; choices, and voices, stay. */
void                  ondes_document_set_automatic_range (OndesDocument      *self);
/* The scales that a way to ask for them begins with. */
const char           *ondes_default_scales          (OndesRows                rows,
                                                     double                   voices);
const OndesDisplay   *ondes_document_get_display    (OndesDocument           *self);
void                  ondes_document_set_display    (OndesDocument           *self,
                                                     const OndesDisplay      *display);
/* The display with the reference and the range that are in force, where it leaves them to the picture: those of the whole recording
 * when it was last seen, or until then of its parts, so that colours stay in zooms and pans. A figure of a part has the same.
 * Without a picture the display as it is. */
OndesDisplay          ondes_document_get_colours    (OndesDocument           *self);
/* The value at 0 dB of that; 0: there is no picture. Where rows are equalised, a ratio. */
double                ondes_document_get_reference  (OndesDocument           *self);
/* The value at 0 dB of the colour bar for a row of the picture: the reference or, where rows are equalised, its median. */
double                ondes_document_get_zero_db    (OndesDocument           *self,
                                                     guint                    row);
/* Sets reference and range by what is in view. It is measured on the queue. */
void                  ondes_document_fit_colours    (OndesDocument           *self);
/* The value at the top and the decibels from there to the bottom; both 0: by the picture again. */
void                  ondes_document_set_colours    (OndesDocument           *self,
                                                     double                   reference,
                                                     double                   db_range);

/* The span in view, in samples, not whole while zooming; set clamps to the recording and to at least 16 samples. */
void                  ondes_document_get_view       (OndesDocument           *self,
                                                     double                  *first,
                                                     double                  *count);
void                  ondes_document_set_view       (OndesDocument           *self,
                                                     double                   first,
                                                     double                   count);
/* The time axis of that span over @pixels, which are not 0; there is a source. */
OndesAxis             ondes_document_time_axis      (OndesDocument           *self,
                                                     double                   pixels);
/* The frequencies in view are of the display; this sets them alone, clamped to the rows (and to all when wider). */
void                  ondes_document_set_frequencies (OndesDocument          *self,
                                                     double                   lo_hz,
                                                     double                   hi_hz);
void                  ondes_document_view_all       (OndesDocument           *self);
/* Device pixels of the chart: the columns of the next picture, and the lines that its rows are for. Voices are a least: where a
 * part of the frequencies is in view, there are so many rows more that none is taller than ONDES_ROW_PIXELS. */
void                  ondes_document_set_columns    (OndesDocument           *self,
                                                     guint                    columns);
void                  ondes_document_set_lines      (OndesDocument           *self,
                                                     guint                    lines);

/* The newest picture, perhaps of another span or older settings, or while the exact one is computed a preview (its
 * view.preview is TRUE), in which exact columns take their place as they come; NULL: none yet. Borrowed. */
OndesScalogram       *ondes_document_get_scalogram  (OndesDocument           *self);
/* When the change was made that the newest picture shows, on the monotonic clock (µs). */
gint64                ondes_document_get_asked      (OndesDocument           *self);

/* Samples of the view for a zoomed-in waveform: TRUE and the exact span once they are read (at most 65536), else FALSE
 * and they are on their way ("overview-changed" when here). Borrowed until the next signal. */
gboolean              ondes_document_get_samples    (OndesDocument           *self,
                                                     guint64                 *first,
                                                     guint                   *count,
                                                     const double           **values);

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

void                  ondes_document_set_pointer    (OndesDocument           *self,
                                                     double                   sample,
                                                     double                   frequency_hz);
const OndesPointer   *ondes_document_get_pointer    (OndesDocument           *self);

gboolean              ondes_document_is_opening     (OndesDocument           *self);

G_END_DECLS
