/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesWalshgramAnalysis: the Walshgram of a session's view (transform/walshgram.h), the Walsh spectra of a sliding window against
 * time. It is an OndesScalogramAnalysis with its signals, display, pictures and crosshair, whose settings are those of a Walshgram;
 * "frequencies" are zero crossings per time unit, or the row where rows are not in order of sequency. Main thread only.
 *
 * Inactive to begin with; computes only while it is active.
 */
#pragma once

#include "param/param.h"
#include "scalogram-analysis.h"
#include "transform/walshgram.h"

G_BEGIN_DECLS

#define ONDES_TYPE_WALSHGRAM_ANALYSIS (ondes_walshgram_analysis_get_type ())
G_DECLARE_FINAL_TYPE (OndesWalshgramAnalysis, ondes_walshgram_analysis, ONDES, WALSHGRAM_ANALYSIS, OndesScalogramAnalysis)

OndesWalshgramAnalysis      *ondes_walshgram_analysis_new         (OndesSession                *session);

const OndesWalshgramOptions *ondes_walshgram_analysis_get_options (OndesWalshgramAnalysis      *self);
/* Accepts options that make no valid spec too: the picture then stays, and get_problem() returns the reason. The type is ignored:
 * pictures are computed in single precision. */
void                         ondes_walshgram_analysis_set_options (OndesWalshgramAnalysis      *self,
                                                                   const OndesWalshgramOptions *options);

/* The table of an OndesWalshgramOptions, ended by a row without a key. */
extern const OndesParam ondes_walshgram_params[];

G_END_DECLS
