/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the spectra's model share. */
#pragma once

#include "scheduler.h"
#include "spectrum-analysis.h"

G_BEGIN_DECLS

/* A spectrum with all that was found on the way to it. */
typedef struct
{
  OndesOperandJob     *operand;
  OndesSpectraSettings settings;
  OndesSpectraChoice   choices[2];
  gboolean             of_table;
  OndesSource         *source;   /* of the values */
  OndesSeries         *values, *spectrum;
  guint64             *largest;
  guint64              n_largest;
  guint64              given;    /* values before a power of two was made of them */
  OndesTruthTable     *function; /* NULL: no Boolean function */
  guint                output;   /* of it */
  gboolean             whole;    /* the function is an output of a table whose others count too */
} OndesSpectraResult;

typedef struct
{
  OndesBoolean *boolean;
  OndesSbox    *sbox;
  OndesHeatMap *tables[2];
  char         *problem;
} OndesSpectraProperties;

enum { SPECTRA_RESULT_CHANGED, SPECTRA_KEPT_CHANGED, SPECTRA_PROPERTIES_CHANGED, SPECTRA_N_SIGNALS };

struct _OndesSpectrumAnalysis
{
  OndesAnalysis          parent_instance;

  OndesOperand             *operand;
  OndesSpectraSettings      settings;
  OndesSpectraChoice        choices[2]; /* of recordings, of truth tables */
  gboolean                  of_table;   /* the settings are those of truth tables */
  int                       shown_table; /* −1: none */
  OndesHeatMapView          shown;
  guint64                   keep;
  gboolean                  active, dirty; /* dirty: something is wanted once it is in view */

  OndesQueue            *queue;  /* on the best engine */
  OndesQueue            *asides; /* properties, on the CPU: never before a spectrum */
  OndesScheduler        *spectra, *keeping, *measuring;

  OndesSpectraResult    *result; /* NULL: none */
  OndesSpectraProperties properties;
  OndesSeriesModel      *values, *spectrum;
  OndesDeviation         deviation;
  gboolean               deviation_known, current;
  OndesSpectraPlace      place; /* of the problem */
};

void ondes_spectrum_analysis_emit             (OndesSpectrumAnalysis      *self,
                                               guint                       which);

/* The settings of recordings, or those of truth tables. */
void ondes_spectrum_analysis_take_choice      (OndesSpectrumAnalysis      *self,
                                               gboolean                    of_table);
/* @settings with what @choice says, where the transform has it. */
void ondes_spectrum_analysis_apply_choice     (OndesSpectraSettings       *settings,
                                               const OndesSpectraChoice   *choice,
                                               gboolean                    of_table);

/* spectrum-analysis-compute.c */
extern const OndesSchedulerClass ondes_spectrum_analysis_computing, ondes_spectrum_analysis_keeping,
  ondes_spectrum_analysis_measuring;
void ondes_spectrum_analysis_result_free      (gpointer                    result);
void ondes_spectrum_analysis_clear_properties (OndesSpectrumAnalysis      *self);
/* What computes @settings of what @operand found in @input. */
void ondes_spectrum_analysis_request          (const OndesSpectraSettings *settings,
                                               const OndesSeriesInput     *input,
                                               OndesSeriesRequest         *request);

/* spectrum-analysis-settings.c */
void ondes_spectrum_analysis_settings_init    (OndesAnalysisClass         *klass);

/* spectrum-analysis-export.c */
void ondes_spectrum_analysis_methods_init    (OndesAnalysisClass         *klass);

G_END_DECLS
