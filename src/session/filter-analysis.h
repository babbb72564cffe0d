/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesFilterAnalysis: the page of filters: designs or loads a filter or a bank, tells its response, and filters the session's
 * recording with it. Computes nothing until it is active. Main thread only.
 *
 * Signals in addition to those of OndesAnalysis:
 *   "response-changed"  another filter was designed, or none is left
 *   "levels-changed"    the levels of the bands were computed, or are gone
 */
#pragma once

#include "analysis/band-levels.h"
#include "analysis/filter-choice.h"
#include "analysis/filter-response.h"
#include "scalogram-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_FILTER_ANALYSIS (ondes_filter_analysis_get_type ())
G_DECLARE_FINAL_TYPE (OndesFilterAnalysis, ondes_filter_analysis, ONDES, FILTER_ANALYSIS, OndesAnalysis)

typedef enum
{
  ONDES_FILTER_LOWPASS,
  ONDES_FILTER_HIGHPASS,
  ONDES_FILTER_BANDPASS,
  ONDES_FILTER_BANDSTOP,
  ONDES_FILTER_NOTCH,
  ONDES_FILTER_DIFFERENTIATOR,
  ONDES_FILTER_HILBERT,
  ONDES_FILTER_BANK,   /* of octaves or fractions */
  ONDES_FILTER_MORLET, /* complex wavelets */
  ONDES_FILTER_GAMMATONE,
  ONDES_FILTER_TAPS,
} OndesFilterKind;

/* Most bands per octave, and most harmonics, that the page offers. */
#define ONDES_FILTER_FRACTION_MAX  24
#define ONDES_FILTER_HARMONICS_MAX 1000
/* The band nearest the middle of the visible frequencies. */
#define ONDES_FILTER_BAND_AUTO G_MAXUINT

/* Frequencies are in cycles per time unit of the recording. */
typedef struct
{
  OndesFilterKind kind;
  double          lo_hz, hi_hz;  /* cut-offs: lo of high-pass, hi of low-pass, both of bands; lowest and highest band */
  double          notch_hz;
  guint           harmonics;     /* of the notch, itself included */
  gboolean        by_length;     /* length and window are given instead of attenuation and transition */
  double          ripple_db;     /* attenuation */
  double          transition_hz; /* 0: automatic */
  guint           length;        /* taps */
  OndesFirWindow     window;
  guint           fraction;      /* of banks: bands per octave, or per bandwidth of gammatones */
  guint           band;          /* the filter of a bank or file whose output is shown, from 0; or ONDES_FILTER_BAND_AUTO */
  gboolean        causal;
  double          every;         /* of levels: length of a span, time units; 0: automatic, as for --energy */
  char            taps[4096];    /* path of the file with the taps; "" if none */
} OndesFilterSettings;

OndesFilterAnalysis       *ondes_filter_analysis_new          (OndesSession              *session);
const OndesFilterSettings *ondes_filter_analysis_get_settings (OndesFilterAnalysis       *self);
/* Accepts settings that make no filter too: the last one stays, and get_problem() returns the reason. Cut-offs and taps belong to
 * one recording: opening another one resets them. */
void                       ondes_filter_analysis_set_settings (OndesFilterAnalysis       *self,
                                                               const OndesFilterSettings *settings);
/* Moves a cut-off, 0 the lower and 1 the upper one of bands, kept between its neighbours and within the response's range; rounded
 * to four digits. */
void                       ondes_filter_analysis_move_cutoff  (OndesFilterAnalysis       *self,
                                                               guint                      which,
                                                               double                     f_hz);
/* Stores the cut-offs of the kind in @cutoffs_hz, and returns their number. A notch has one, its frequency. */
guint                      ondes_filter_analysis_get_cutoffs  (OndesFilterAnalysis       *self,
                                                               double                     cutoffs_hz[2]);
/* Shows the output of another band of a bank, @step further up; clamped. */
void                       ondes_filter_analysis_step_band    (OndesFilterAnalysis       *self,
                                                               int                        step);
/* TRUE if the session's recording can be filtered: one is open, and it is not a truth table. */
gboolean                   ondes_filter_analysis_is_possible  (OndesFilterAnalysis       *self);

/* Points of the response: device pixels of its chart. */
void                       ondes_filter_analysis_set_points   (OndesFilterAnalysis       *self,
                                                               guint                      points);
/* Return the newest filters and their response, borrowed until "response-changed"; NULL if there are none. */
OndesFilterBank           *ondes_filter_analysis_get_bank     (OndesFilterAnalysis       *self);
const OndesFilterResponse *ondes_filter_analysis_get_response (OndesFilterAnalysis       *self);
/* Returns the filter whose output is shown; NULL if there is none. */
const OndesFilterBand     *ondes_filter_analysis_get_band     (OndesFilterAnalysis       *self);

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
/* Returns the scalogram of the filtered recording, borrowed, which follows the settings of @before, that of the recording. The
 * first call makes it. */
OndesScalogramAnalysis    *ondes_filter_analysis_compare      (OndesFilterAnalysis       *self,
                                                               OndesScalogramAnalysis    *before);

G_END_DECLS
