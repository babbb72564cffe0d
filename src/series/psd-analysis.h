/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesPsdAnalysis: the model of the page of Fourier spectra: the spectrum of the selection, the view or the whole recording, and
 * spectra that are kept beside it. Computes nothing until it is active. Main thread only.
 *
 * Signals, besides the ones of OndesAnalysis:
 *   "curves-changed"   the spectrum, or what is kept
 *   "pointer-changed"  the frequency pointed at, or the harmonic cursor
 */
#pragma once

#include "analysis/psd.h"
#include "session/analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_PSD_ANALYSIS (ondes_psd_analysis_get_type ())
G_DECLARE_FINAL_TYPE (OndesPsdAnalysis, ondes_psd_analysis, ONDES, PSD_ANALYSIS, OndesAnalysis)

/* What the spectrum is of. */
typedef enum
{
  ONDES_PSD_OF_SELECTION, /* of the view where nothing is selected */
  ONDES_PSD_OF_VIEW,
  ONDES_PSD_OF_WHOLE,
} OndesPsdOf;

typedef struct
{
  OndesPsdOptions options;
  OndesPsdOf      of;
} OndesPsdSettings;

/* The parameter @of, of an OndesPsdSettings. */
extern const OndesParamTable ondes_psd_of_params;

#define ONDES_PSD_PEAKS_MOST 5

/* A spectrum that is drawn. */
typedef struct
{
  OndesPsd *psd;
  char     *label;  /* "Channel 1, 31.7–32.8 s" */
  guint     colour; /* of ondes_slice_colour() */
  OndesPsdPeak peaks[ONDES_PSD_PEAKS_MOST]; /* the largest, the largest first */
  guint     n_peaks;
} OndesPsdCurve;

OndesPsdAnalysis       *ondes_psd_analysis_new          (OndesSession           *session);
const OndesPsdSettings *ondes_psd_analysis_get_settings (OndesPsdAnalysis       *self);
void                    ondes_psd_analysis_set_settings (OndesPsdAnalysis       *self,
                                                         const OndesPsdSettings *settings);
/* Returns the spectrum, the first one, and then those kept of the same quantity: curves, borrowed until "curves-changed". The
 * array is freed by g_ptr_array_unref(); it is empty if there is no spectrum. */
GPtrArray              *ondes_psd_analysis_list_curves  (OndesPsdAnalysis       *self);
/* Keeps the spectrum, at most ONDES_PSD_KEPT_MOST of them: the oldest goes. */
#define ONDES_PSD_KEPT_MOST 6
void                    ondes_psd_analysis_keep         (OndesPsdAnalysis       *self);
void                    ondes_psd_analysis_drop_kept    (OndesPsdAnalysis       *self);
guint                   ondes_psd_analysis_count_kept   (OndesPsdAnalysis       *self);
/* The frequency pointed at, NaN if none. */
double                  ondes_psd_analysis_get_pointer  (OndesPsdAnalysis       *self);
void                    ondes_psd_analysis_set_pointer  (OndesPsdAnalysis       *self,
                                                         double                  hz);
/* The harmonic cursor marks the multiples of a frequency; NaN if it is not set. */
double                  ondes_psd_analysis_get_cursor   (OndesPsdAnalysis       *self);
void                    ondes_psd_analysis_set_cursor   (OndesPsdAnalysis       *self,
                                                         double                  hz);

G_END_DECLS
