/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSpectrumAnalysis: the model of the spectra page: the spectrum of its operand, the values that its largest coefficients
 * reconstruct, and the properties of a Boolean operand. An OndesSeriesAnalysis. Main thread only.
 *
 * Signals in addition to those of OndesSeriesAnalysis:
 *   "kept-changed"        the reconstruction
 *   "properties-changed"  properties of the function or the S-box, or its tables
 */
#pragma once

#include "series-analysis.h"
#include "figure/heat-map.h"
#include "transform/boolean.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SPECTRUM_ANALYSIS (ondes_spectrum_analysis_get_type ())
G_DECLARE_FINAL_TYPE (OndesSpectrumAnalysis, ondes_spectrum_analysis, ONDES, SPECTRUM_ANALYSIS, OndesSeriesAnalysis)

typedef struct
{
  OndesSpectrumOptions spectrum; /* the type is chosen from the values */
  OndesDerivation      derivation;
  OndesDontCare        dont_care;
  OndesSeriesScale     scale;    /* scale of the spectrum's chart */
} OndesSpectraSettings;

/* Settings kept separately for recordings and for truth tables. */
typedef struct
{
  OndesOrder       order;
  gboolean         is_signed; /* not stored for recordings, whose values must be made bits first */
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

OndesSpectrumAnalysis      *ondes_spectrum_analysis_new                    (OndesSession               *session);
const OndesSpectraSettings *ondes_spectrum_analysis_get_settings           (OndesSpectrumAnalysis      *self);
/* If the transform does not have the order, takes its default order. */
void                        ondes_spectrum_analysis_set_settings           (OndesSpectrumAnalysis      *self,
                                                                            const OndesSpectraSettings *settings);

const OndesSpectraChoice   *ondes_spectrum_analysis_get_choice             (OndesSpectrumAnalysis      *self,
                                                                            gboolean                    of_table);
void                        ondes_spectrum_analysis_set_choice             (OndesSpectrumAnalysis      *self,
                                                                            gboolean                    of_table,
                                                                            const OndesSpectraChoice   *choice);
/* TRUE if the newest values come from a truth table. */
gboolean                    ondes_spectrum_analysis_is_of_table            (OndesSpectrumAnalysis      *self);
/* Returns the default order of a transform of recordings, or of truth tables. */
OndesOrder                  ondes_spectrum_analysis_default_order          (OndesSpectrumKind           kind,
                                                                            gboolean                    of_table);
gboolean                    ondes_spectrum_analysis_has_order              (OndesSpectrumKind           kind,
                                                                            OndesOrder                  order);
OndesSpectraPlace           ondes_spectrum_analysis_get_problem_place      (OndesSpectrumAnalysis      *self);

/* How many of the largest coefficients are kept for the reconstruction drawn over the values; 0 for all, without it. */
guint64                     ondes_spectrum_analysis_get_keep               (OndesSpectrumAnalysis      *self);
void                        ondes_spectrum_analysis_set_keep               (OndesSpectrumAnalysis      *self,
                                                                            guint64                     keep);
/* The deviation of the reconstruction from the values; FALSE if not known (yet). */
gboolean                    ondes_spectrum_analysis_get_deviation          (OndesSpectrumAnalysis      *self,
                                                                            OndesDeviation             *deviation);

/* Properties of a Boolean function; if its table has several outputs, also those of the S-box and its tables. NULL if there are
 * none, or not yet. Borrowed until "properties-changed". */
const OndesBoolean         *ondes_spectrum_analysis_get_boolean            (OndesSpectrumAnalysis      *self);
const OndesSbox            *ondes_spectrum_analysis_get_sbox               (OndesSpectrumAnalysis      *self);
OndesHeatMap               *ondes_spectrum_analysis_get_table              (OndesSpectrumAnalysis      *self,
                                                                            OndesSboxTable              which);
/* Sets the table in front, which exports then show as far as it is in @view; −1 for none: exports show the spectrum or the
 * reconstruction. */
void                        ondes_spectrum_analysis_show_table             (OndesSpectrumAnalysis      *self,
                                                                            int                         which,
                                                                            const OndesHeatMapView     *view);
/* Returns the output that was transformed and sets @n to the number of outputs; 0 if there is only one. */
guint                       ondes_spectrum_analysis_get_output             (OndesSpectrumAnalysis      *self,
                                                                            guint                      *n);
/* Returns one sentence on why there are no properties or tables; NULL if nothing is wrong. */
const char                 *ondes_spectrum_analysis_get_properties_problem (OndesSpectrumAnalysis      *self);
/* Returns all properties as lines of text; NULL if there are none. Transfer full. */
char                       *ondes_spectrum_analysis_report                 (OndesSpectrumAnalysis      *self);

G_END_DECLS
