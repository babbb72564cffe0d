/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSpectrumAnalysis: what the page of spectra shows. The model between its controls and charts; knows no widget.
 *
 * Owns where values come from, what is made of them, the transform, the spectrum computed last, what the largest coefficients
 * give back, and the properties of a Boolean source. Everything slow happens on its queues; all signals are emitted on the main
 * thread. Main thread only. An OndesAnalysis, with its signals, and:
 *   "settings-changed"    transform, what is made of the values, or how many coefficients are kept
 *   "result-changed"      another spectrum, or none
 *   "kept-changed"        what the coefficients kept give back
 *   "properties-changed"  those of the function, S-box or its tables
 */
#pragma once

#include "operand.h"
#include "analysis.h"
#include "series-model.h"
#include "figure/heat-map.h"
#include "transform/boolean.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SPECTRUM_ANALYSIS (ondes_spectrum_analysis_get_type ())
G_DECLARE_FINAL_TYPE (OndesSpectrumAnalysis, ondes_spectrum_analysis, ONDES, SPECTRUM_ANALYSIS, OndesAnalysis)

/* Coefficients in the list. */
#define ONDES_LARGEST_MOST 256

typedef struct
{
  OndesSpectrumOptions spectrum; /* its type is found from the values */
  OndesDerivation      derivation;
  OndesDontCare        dont_care;
  OndesSeriesScale     scale;    /* of the chart of the spectrum */
} OndesSpectraSettings;

/* Of the settings those that recordings and truth tables have each their own of. */
typedef struct
{
  OndesOrder       order;
  gboolean         is_signed; /* of recordings not stored: their values are no bits before they are made so */
  OndesSeriesScale scale;
} OndesSpectraChoice;

/* The group of controls that a problem is about. */
typedef enum
{
  ONDES_SPECTRA_PLACE_NONE,
  ONDES_SPECTRA_PLACE_SOURCE,
  ONDES_SPECTRA_PLACE_VALUES,
  ONDES_SPECTRA_PLACE_TRANSFORM,
} OndesSpectraPlace;

/* Computes nothing until it is shown. */
OndesSpectrumAnalysis      *ondes_spectrum_analysis_new                    (OndesSession               *session);
/* While the page is in view what is wanted is computed. */
void                        ondes_spectrum_analysis_set_active             (OndesSpectrumAnalysis      *self,
                                                                            gboolean                    active);
OndesOperand               *ondes_spectrum_analysis_get_operand            (OndesSpectrumAnalysis      *self);
const OndesSpectraSettings *ondes_spectrum_analysis_get_settings           (OndesSpectrumAnalysis      *self);
/* An order that the transform has not becomes its default. */
void                        ondes_spectrum_analysis_set_settings           (OndesSpectrumAnalysis      *self,
                                                                            const OndesSpectraSettings *settings);

const OndesSpectraChoice   *ondes_spectrum_analysis_get_choice             (OndesSpectrumAnalysis      *self,
                                                                            gboolean                    of_table);
void                        ondes_spectrum_analysis_set_choice             (OndesSpectrumAnalysis      *self,
                                                                            gboolean                    of_table,
                                                                            const OndesSpectraChoice   *choice);
/* What the newest values come from is a truth table. */
gboolean                    ondes_spectrum_analysis_is_of_table            (OndesSpectrumAnalysis      *self);
/* What a transform of such values begins with. */
OndesOrder                  ondes_spectrum_analysis_default_order          (OndesSpectrumKind           kind,
                                                                            gboolean                    of_table);
gboolean                    ondes_spectrum_analysis_has_order              (OndesSpectrumKind           kind,
                                                                            OndesOrder                  order);
OndesSpectraPlace           ondes_spectrum_analysis_get_problem_place      (OndesSpectrumAnalysis      *self);

/* The values that were transformed, with what the largest coefficients give back over them; and the spectrum. Empty without. */
OndesSeriesModel           *ondes_spectrum_analysis_get_values             (OndesSpectrumAnalysis      *self);
OndesSeriesModel           *ondes_spectrum_analysis_get_spectrum           (OndesSpectrumAnalysis      *self);
/* FALSE: what is shown is not of the settings as they are: a newer one is under way, or they make none. */
gboolean                    ondes_spectrum_analysis_is_current             (OndesSpectrumAnalysis      *self);
/* The derivation of what is shown, and how many values there were. */
const OndesDerivation      *ondes_spectrum_analysis_get_derivation         (OndesSpectrumAnalysis      *self);
guint64                     ondes_spectrum_analysis_get_given              (OndesSpectrumAnalysis      *self);
/* Indices of the coefficients of largest magnitude, at most ONDES_LARGEST_MOST; borrowed until the result changes. */
const guint64              *ondes_spectrum_analysis_get_largest            (OndesSpectrumAnalysis      *self,
                                                                            guint                      *n);

/* How many of the largest coefficients are kept; 0: all, and nothing lies over the values. */
guint64                     ondes_spectrum_analysis_get_keep               (OndesSpectrumAnalysis      *self);
void                        ondes_spectrum_analysis_set_keep               (OndesSpectrumAnalysis      *self,
                                                                            guint64                     keep);
/* How far that is off the values; FALSE: not known (yet). */
gboolean                    ondes_spectrum_analysis_get_deviation          (OndesSpectrumAnalysis      *self,
                                                                            OndesDeviation             *deviation);

/* Where the values are those of a Boolean function, its properties; of a table of several outputs also those of the S-box with
 * its tables. NULL: none, or not known yet. Borrowed until they change. */
const OndesBoolean         *ondes_spectrum_analysis_get_boolean            (OndesSpectrumAnalysis      *self);
const OndesSbox            *ondes_spectrum_analysis_get_sbox               (OndesSpectrumAnalysis      *self);
OndesHeatMap               *ondes_spectrum_analysis_get_table              (OndesSpectrumAnalysis      *self,
                                                                            OndesSboxTable              which);
/* The table that exports are of, with what is in view of it, where the panel shows one; −1: of the spectrum, or of what the
 * coefficients kept give back. */
void                        ondes_spectrum_analysis_show_table             (OndesSpectrumAnalysis      *self,
                                                                            int                         which,
                                                                            const OndesHeatMapView     *view);
/* The output that the spectrum is of, and of how many; 0 where there is one alone. */
guint                       ondes_spectrum_analysis_get_output             (OndesSpectrumAnalysis      *self,
                                                                            guint                      *n);
/* One sentence where they could not be found; NULL: nothing is wrong. */
const char                 *ondes_spectrum_analysis_get_properties_problem (OndesSpectrumAnalysis      *self);
/* All of them as lines to read; NULL: none. Transfer full. */
char                       *ondes_spectrum_analysis_report                 (OndesSpectrumAnalysis      *self);

G_END_DECLS
