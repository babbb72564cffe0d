/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesScalogramAnalysis: the scalogram of a session's view, as a model between controls and charts; it uses no widgets.
 * OndesWalshgramAnalysis (walshgram-analysis.h) derives from it: its rows are those of Walsh spectra and it has settings of its
 * own; display, pictures, levels and the crosshair are those of a scalogram.
 *
 * Owns the settings of the transform and of the display, the pictures computed so far and the queues that compute them. All
 * slow work runs on the queues; all signals are emitted on the main thread. Main thread only.
 */
#pragma once

#include "export/export.h"
#include "engine/queue.h"
#include "transform/cwt-settings.h"
#include "session/analysis.h"
#include "transform/compensation-settings.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SCALOGRAM_ANALYSIS (ondes_scalogram_analysis_get_type ())
#define ONDES_SCALOGRAM_ANALYSIS(object) \
  (G_TYPE_CHECK_INSTANCE_CAST ((object), ONDES_TYPE_SCALOGRAM_ANALYSIS, OndesScalogramAnalysis))
#define ONDES_IS_SCALOGRAM_ANALYSIS(object) (G_TYPE_CHECK_INSTANCE_TYPE ((object), ONDES_TYPE_SCALOGRAM_ANALYSIS))
#define ONDES_SCALOGRAM_ANALYSIS_CLASS(klass) \
  (G_TYPE_CHECK_CLASS_CAST ((klass), ONDES_TYPE_SCALOGRAM_ANALYSIS, OndesScalogramAnalysisClass))
#define ONDES_SCALOGRAM_ANALYSIS_GET_CLASS(object) \
  (G_TYPE_INSTANCE_GET_CLASS ((object), ONDES_TYPE_SCALOGRAM_ANALYSIS, OndesScalogramAnalysisClass))
typedef struct _OndesScalogramAnalysis      OndesScalogramAnalysis;
typedef struct _OndesScalogramAnalysisClass OndesScalogramAnalysisClass;
GType ondes_scalogram_analysis_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesScalogramAnalysis, g_object_unref)

/* Names a kind of picture for people: msgids. NULL for the words of the display's table and of the dialog. */
typedef struct
{
  const char *name;
  const char *axes[2];                   /* logarithmic, linear */
  const char *axis_tip;
  const char *equalise, *equalise_tip;
  const char *samples[2];                /* of exports: every one, pooled */
  const char *chart_tip, *bar_tip;
  const char *point;                     /* in the readout while the pointer is elsewhere */
} OndesPictureWords;

/* For subclasses, which see the instance in scalogram-analysis-private.h. */
struct _OndesScalogramAnalysisClass
{
  OndesAnalysisClass parent_class;

  const OndesPictureClass *picture; /* of the specs that make_spec() returns */
  const OndesPictureWords *words;

  /* Returns the spec of the pictures that the settings ask for; a recording is open. */
  OndesSpec *(*make_spec) (OndesScalogramAnalysis *self,
                           GError                **error);
};

/* An OndesAnalysis with its signals and:
 *   "settings-changed"   transform settings
 *   "display-changed"    palette, range, axis, frequency view, cone
 *   "picture-changed"    a new scalogram, a preview or more of one landed (the old one stays until then)
 *   "pointer-changed"    the crosshair moved, or its phase arrived
 */
/* Begins active, and computes also while it is not. */
OndesScalogramAnalysis *ondes_scalogram_analysis_new                 (OndesSession           *session);
/* Makes the second picture beside @leader, which follows the settings, display and pointer of @leader, begins inactive, and
 * computes only while it is active. It takes its source from @derived, a session derived from the leader's. @owner, the analysis
 * that shows it, reports its state and messages too. */
OndesScalogramAnalysis *ondes_scalogram_analysis_new_second          (OndesScalogramAnalysis *leader,
                                                                      OndesSession           *derived,
                                                                      OndesAnalysis          *owner);

/* Returns the class of the pictures, and its words. */
const OndesPictureClass *ondes_scalogram_analysis_get_class         (OndesScalogramAnalysis *self);
const OndesPictureWords *ondes_scalogram_analysis_get_words         (OndesScalogramAnalysis *self);

/* Returns the source of the pictures: the channel, detrended as the settings ask, then oversampled; NULL if none. */
OndesSource            *ondes_scalogram_analysis_get_detrended       (OndesScalogramAnalysis *self);

const OndesCwtSettings *ondes_scalogram_analysis_get_settings        (OndesScalogramAnalysis *self);
/* Accepts settings that make no valid spec too: the picture then stays, and get_problem() returns the reason. */
void                    ondes_scalogram_analysis_set_settings        (OndesScalogramAnalysis *self,
                                                                      const OndesCwtSettings *settings);
/* The compensation that is wanted; borrowed. Off to begin with, and once another recording is opened, which another sensor may
 * have made. */
const OndesCompensationSettings *ondes_scalogram_analysis_get_compensation (OndesScalogramAnalysis *self);
/* Accepts settings that are wrong too. "settings-changed", and with it an undo step, comes at once. Files that were not read
 * yet are read on a worker (is_busy()), the newest call wins; until then, and after a failure, which get_problem() tells, the
 * picture stays as it was. */
void                    ondes_scalogram_analysis_set_compensation    (OndesScalogramAnalysis          *self,
                                                                      const OndesCompensationSettings *settings);
/* Reads the files again and computes anew, as ondes_analysis_recompute() does: for files that have changed. */
void                    ondes_scalogram_analysis_reload_compensation (OndesScalogramAnalysis *self);
/* Returns what is applied, borrowed; NULL if nothing is: off, without effect, or not read yet. */
OndesCompensation      *ondes_scalogram_analysis_get_applied         (OndesScalogramAnalysis *self);
/* Returns sentences about its files: that they were sorted, or that an end value is held for some rows; empty if there are
 * none. Transfer full. */
char                  **ondes_scalogram_analysis_get_compensation_notes (OndesScalogramAnalysis *self);
/* Returns the words of the caption, "amplitude error constant:0.1, oversampled 4 times (sinc)"; NULL if nothing is applied.
 * Transfer full. */
char                   *ondes_scalogram_analysis_describe_compensation (OndesScalogramAnalysis *self);
/* Returns to the automatic frequencies, those of ondes_session_get_range() or, if oversampled, up to 0.4 of the higher rate,
 * until set_settings() changes them. Frequencies, scales, FFT length and reference fit one recording only: opening another one
 * resets them; choices and voices stay. */
void                    ondes_scalogram_analysis_set_automatic_range (OndesScalogramAnalysis *self);
/* Returns the default text of scales for @rows. */
const char             *ondes_default_scales                         (OndesRows rows,
                                                                      double    voices);
const OndesDisplay     *ondes_scalogram_analysis_get_display         (OndesScalogramAnalysis *self);
void                    ondes_scalogram_analysis_set_display         (OndesScalogramAnalysis *self,
                                                                      const OndesDisplay     *display);
/* Returns the display with its automatic reference and range filled in: those of the whole recording when it was last seen, or
 * of its parts until then, so that colours stay the same in zooms and pans. A figure of a part has the same. Without a picture,
 * returns the display unchanged. */
OndesDisplay            ondes_scalogram_analysis_get_colours         (OndesScalogramAnalysis *self);
/* The same with the automatic value at 0 dB, whatever was chosen. */
OndesDisplay            ondes_scalogram_analysis_get_own_colours     (OndesScalogramAnalysis *self);
/* Returns the value at 0 dB of these colours, a ratio if rows are equalised; 0 without a picture. */
double                  ondes_scalogram_analysis_get_reference       (OndesScalogramAnalysis *self);
/* Returns the value at 0 dB of the colour bar for a row of the picture: the reference or, if rows are equalised, the row's
 * median. */
double                  ondes_scalogram_analysis_get_zero_db         (OndesScalogramAnalysis *self,
                                                                      guint                   row);
/* Sets reference and range from what is in view, measured on the queue. */
void                    ondes_scalogram_analysis_fit_colours         (OndesScalogramAnalysis *self);
/* Sets the value at the top and the decibels from there to the bottom; both 0 means automatic. */
void                    ondes_scalogram_analysis_set_colours         (OndesScalogramAnalysis *self,
                                                                      double                  reference,
                                                                      double                  db_range);

/* Sets only the display's frequencies in view, clamped to the rows; a wider range means all rows. */
void                    ondes_scalogram_analysis_set_frequencies     (OndesScalogramAnalysis *self,
                                                                      double                  lo_hz,
                                                                      double                  hi_hz);
void                    ondes_scalogram_analysis_view_all            (OndesScalogramAnalysis *self);
/* Device pixels of the chart: the columns of the next picture, and the lines that its rows fill. The voices are a minimum: if
 * only some frequencies are in view, rows are added so that none is taller than ONDES_ROW_PIXELS. */
void                    ondes_scalogram_analysis_set_columns         (OndesScalogramAnalysis *self,
                                                                      guint                   columns);
void                    ondes_scalogram_analysis_set_lines           (OndesScalogramAnalysis *self,
                                                                      guint                   lines);

/* Returns the newest picture, borrowed, or NULL if none yet. It may show another span or older settings, or be a preview
 * (view.preview is TRUE), whose columns are replaced by exact ones as they are computed. */
OndesScalogram         *ondes_scalogram_analysis_get_scalogram       (OndesScalogramAnalysis *self);
/* Returns when the change was made that the newest picture shows, in µs on the monotonic clock. */
gint64                  ondes_scalogram_analysis_get_asked           (OndesScalogramAnalysis *self);


/* The crosshair: a sample and a frequency, NaN for none. The queue computes magnitude and phase at that point. */
typedef struct
{
  double   sample, frequency_hz; /* as pointed at; NaN if none */
  gboolean valid;                /* TRUE if they lie in a row and a column */
  guint    row;
  double   row_frequency_hz, scale; /* cycles per time unit, samples */
  double   magnitude;            /* magnitude or power at that sample; of a Walshgram, in the frame shown there; NaN if not known
                                  * (yet) */
  double   shown;                /* value of the picture there: its column's maximum or root mean square */
  double   column_samples;       /* samples per column, of a Walshgram frames per column */
  double   phase;                /* radians at the sample; NaN if not known (yet); 0 or π in a Walshgram, whose values are real */
  gboolean inside_cone;          /* TRUE if free of edge effects */
} OndesPointer;

/* Returns the magnitude, of a Walshgram with the value's sign. */
double                  ondes_pointer_signed                         (const OndesPointer     *self,
                                                                      const OndesScalogram   *scalogram);
void                    ondes_scalogram_analysis_set_pointer         (OndesScalogramAnalysis *self,
                                                                      double                  sample,
                                                                      double                  frequency_hz);
const OndesPointer     *ondes_scalogram_analysis_get_pointer         (OndesScalogramAnalysis *self);

G_END_DECLS
