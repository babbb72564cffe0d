/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the source files of OndesSpectrumAnalysis. */
#pragma once

#include "spectrum-analysis.h"

G_BEGIN_DECLS

typedef struct
{
  OndesSeriesResult    parent;
  OndesSpectraChoice   choices[2];
  gboolean             of_table;
  OndesTruthTable     *function; /* the values as a Boolean function; NULL if they are none */
  guint                output;   /* the output of the function, from 1 */
  gboolean             whole;    /* the function's other outputs belong to the source too */
} OndesSpectraResult;

typedef struct
{
  OndesBoolean *boolean;
  OndesSbox    *sbox;
  OndesHeatMap *tables[2];
  char         *problem;
} OndesSpectraProperties;

enum { SPECTRA_KEPT_CHANGED, SPECTRA_PROPERTIES_CHANGED, SPECTRA_N_SIGNALS };

struct _OndesSpectrumAnalysis
{
  OndesSeriesAnalysis    parent_instance;

  OndesSpectraSettings   settings;
  OndesSpectraChoice     choices[2];  /* for recordings, for truth tables */
  gboolean               of_table;    /* the settings are those for truth tables */
  int                    shown_table; /* the table in front; −1 if none */
  OndesHeatMapView       shown;
  guint64                keep;

  OndesScheduler        *keeping, *measuring;
  OndesSpectraProperties properties;
  OndesDeviation         deviation;
  gboolean               deviation_known;
};

/* Returns the spectrum that is shown, borrowed; NULL if none. */
const OndesSpectraResult *ondes_spectrum_analysis_get_computed (OndesSpectrumAnalysis *self);
void ondes_spectrum_analysis_emit             (OndesSpectrumAnalysis      *self,
                                               guint                       which);

/* Switches to the settings for recordings, or to those for truth tables. */
void ondes_spectrum_analysis_take_choice      (OndesSpectrumAnalysis      *self,
                                               gboolean                    of_table);
/* Puts @choice into @settings, as far as the transform supports it. */
void ondes_spectrum_analysis_apply_choice     (OndesSpectraSettings       *settings,
                                               const OndesSpectraChoice   *choice,
                                               gboolean                    of_table);

/* spectrum-analysis-compute.c */
extern const OndesSchedulerClass ondes_spectrum_analysis_keeping, ondes_spectrum_analysis_measuring;
void ondes_spectrum_analysis_clear_properties (OndesSpectrumAnalysis      *self);
void ondes_spectrum_analysis_compute_init     (OndesSeriesAnalysisClass   *klass);

/* spectrum-analysis-settings.c */
void ondes_spectrum_analysis_settings_init    (OndesAnalysisClass         *klass);

/* spectrum-analysis-export.c */
void ondes_spectrum_analysis_export_init      (OndesSeriesAnalysisClass   *klass);

G_END_DECLS
