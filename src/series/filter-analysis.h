/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesFilterAnalysis: the page of filters: designs or loads a filter or a bank, tells its response, and filters the session's
 * recording with it. Computes nothing until it is active. Main thread only.
 *
 * Signals in addition to those of OndesAnalysis:
 *   "response-changed"  another filter was designed, or none is left
 *   "levels-changed"    the levels of the bands were computed, or are gone
 *   "peaks-changed"     the peaks of the filter shown were found, are too many, or are gone
 */
#pragma once

#include "analysis/band-levels.h"
#include "analysis/band-peaks.h"
#include "analysis/filter-response.h"
#include "picture/second-picture.h"
#include "transform/filter-choice.h"

G_BEGIN_DECLS

#define ONDES_TYPE_FILTER_ANALYSIS (ondes_filter_analysis_get_type ())
G_DECLARE_FINAL_TYPE (OndesFilterAnalysis, ondes_filter_analysis, ONDES, FILTER_ANALYSIS, OndesAnalysis)

/* Most bands per octave, and most harmonics, that the page offers. */
#define ONDES_FILTER_FRACTION_MAX  24
#define ONDES_FILTER_HARMONICS_MAX 1000

OndesFilterAnalysis       *ondes_filter_analysis_new          (OndesSession              *session);
const OndesFilterSettings *ondes_filter_analysis_get_settings (OndesFilterAnalysis       *self);
/* Accepts settings that make no filter too: the last one stays, and get_problem() returns the reason. Cut-offs and taps
 * belong to one recording: opening another one resets them. */
void                       ondes_filter_analysis_set_settings (OndesFilterAnalysis       *self,
                                                               const OndesFilterSettings *settings);
/* Moves a cut-off, 0 the lower and 1 the upper one of bands, kept between its neighbours and within the response's range;
 * rounded to four digits. */
void                       ondes_filter_analysis_move_cutoff  (OndesFilterAnalysis       *self,
                                                               guint                      which,
                                                               double                     f_hz);
/* Stores the cut-offs of the kind in @cutoffs_hz, and returns their number. A notch has one, its frequency. */
guint                      ondes_filter_analysis_get_cutoffs  (OndesFilterAnalysis       *self,
                                                               double                     cutoffs_hz[2]);
/* Shows the output of another band of a bank, @step further up; clamped. */
void                       ondes_filter_analysis_step_band    (OndesFilterAnalysis       *self,
                                                               int                        step);

/* Points of the response: device pixels of its chart. */
void                       ondes_filter_analysis_set_points   (OndesFilterAnalysis       *self,
                                                               guint                      points);
/* Return the newest filters and their response, borrowed until "response-changed"; NULL if there are none. */
OndesFilterBank           *ondes_filter_analysis_get_bank     (OndesFilterAnalysis       *self);
const OndesFilterResponse *ondes_filter_analysis_get_response (OndesFilterAnalysis       *self);
/* Returns the filter whose output is shown; NULL if there is none. */
const OndesFilterBand     *ondes_filter_analysis_get_band     (OndesFilterAnalysis       *self);

/* Filters with the taps of the file at @path, which is read anew. A path that cannot be kept is the problem. */
void                       ondes_filter_analysis_load_taps    (OndesFilterAnalysis       *self,
                                                               const char                *path);
/* Appends the filter shown to the session's conditioning, as a step, and applies all steps: every page then shows, plays and
 * exports the filtered recording, and this page filters it again. FALSE if there is no filter, or no room for another step. */
gboolean                   ondes_filter_analysis_add_step     (OndesFilterAnalysis       *self);
/* TRUE if a step can be added now. */
gboolean                   ondes_filter_analysis_can_add_step (OndesFilterAnalysis       *self);

/* Returns the bank as --bank of “ondes-cli filter” takes it, such as "1/6"; NULL if one filter is chosen. Transfer full. */
char                      *ondes_filter_analysis_print_bank   (OndesFilterAnalysis       *self);
/* Returns the chosen filter as the step of conditioning that add_step() would add; NULL if there is a bank, or no filter. Transfer
 * full. */
char                      *ondes_filter_analysis_print_step   (OndesFilterAnalysis       *self);

/* Returns the newest peaks, borrowed until "peaks-changed", perhaps of another span or level; NULL if there are none. */
OndesBandPeaks            *ondes_filter_analysis_get_peaks    (OndesFilterAnalysis       *self);
/* Returns one sentence on why there are none, such as too many; NULL if there is no problem. Borrowed. */
const char                *ondes_filter_analysis_get_peaks_problem (OndesFilterAnalysis  *self);
/* Returns the level of the largest output known so far, in dB as above_db counts them; 0 if none is. */
double                     ondes_filter_analysis_get_loudest  (OndesFilterAnalysis       *self);

/* TRUE if there are several bands, whose levels can be shown. */
gboolean                   ondes_filter_analysis_has_levels   (OndesFilterAnalysis       *self);
/* Says whether the levels are in view: they are computed then alone, for the span in view. */
void                       ondes_filter_analysis_show_levels  (OndesFilterAnalysis       *self,
                                                               gboolean                   shown);
/* Returns the newest levels, borrowed until "levels-changed", perhaps of another span or bank; NULL if there are none. */
const OndesBandLevels     *ondes_filter_analysis_get_levels   (OndesFilterAnalysis       *self);
/* Returns the palette of pictures: that of the scalogram that is compared. */
guint                      ondes_filter_analysis_get_palette  (OndesFilterAnalysis       *self);

/* Returns the session that shows the filtered recording on the same timeline: its source is the computed one. It is empty until
 * the analysis has been active. */
OndesSession              *ondes_filter_analysis_get_after    (OndesFilterAnalysis       *self);
/* Returns the recording (A) and the filtered one (B) as they are shown, borrowed. */
OndesSecondPicture        *ondes_filter_analysis_get_picture  (OndesFilterAnalysis       *self);
/* Returns the scalogram of the filtered recording, borrowed, which follows the settings of @before, that of the recording. The
 * first call makes it. */
OndesScalogramAnalysis    *ondes_filter_analysis_compare      (OndesFilterAnalysis       *self,
                                                               OndesScalogramAnalysis    *before);

G_END_DECLS
