/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSeriesAnalysis: an analysis of one or two operands whose values and result are series; the base of spectra and of dyadic
 * convolutions. Computes nothing until it is active. Abstract; main thread only.
 *
 * Signals in addition to those of OndesAnalysis:
 *   "result-changed"  another result, or none
 */
#pragma once

#include "operand.h"
#include "series-model.h"
#include "session/analysis.h"

G_BEGIN_DECLS

/* The most indices in the list of the largest values. */
#define ONDES_LARGEST_MAX 256

#define ONDES_TYPE_SERIES_ANALYSIS (ondes_series_analysis_get_type ())
G_DECLARE_DERIVABLE_TYPE (OndesSeriesAnalysis, ondes_series_analysis, ONDES, SERIES_ANALYSIS, OndesAnalysis)

/* A result with its inputs; the first member of a subclass's own result. */
typedef struct
{
  const OndesSeriesAnalysisClass *klass;
  OndesSeriesRequest request;      /* without its inputs */
  OndesOperandJob   *operands[2];  /* the second is NULL if there is none, or if it is the first one again */
  guint64            given[2];     /* numbers of values before their length was made a power of two */
  OndesSource       *source;       /* the first operand's values as they were transformed */
  OndesSeries       *values[2];    /* NULL if the operand is */
  OndesSeries       *series;
  guint64           *largest;      /* indices of the values of largest magnitude, n_largest of them */
  guint64            n_largest;
  int                place;        /* of an error, as in ondes_series_analysis_get_problem_place() */
} OndesSeriesResult;

struct _OndesSeriesAnalysisClass
{
  OndesAnalysisClass parent_class;

  guint    n_operands;  /* 1 or 2 */
  gsize    result_size; /* bytes of the subclass's result */

  /* Fills the request, and what the subclass's result takes from the settings. */
  void   (*prepare)        (OndesSeriesAnalysis       *self,
                            OndesSeriesResult         *result);
  /* The next two run on the queue's thread and may be NULL: once the operands are open, and once the series is computed. */
  void   (*opened)         (OndesSeriesResult         *result);
  void   (*computed)       (OndesSeriesResult         *result,
                            const OndesSeriesRequest  *request,
                            GCancellable              *cancellable);
  /* Releases what the subclass's result owns; may be NULL. */
  void   (*clear)          (OndesSeriesResult         *result);
  /* Called when a result lands, even with an error, before it is shown; may be NULL. */
  void   (*landed)         (OndesSeriesAnalysis       *self,
                            const OndesSeriesResult   *result);
  /* The default handler of "result-changed", which runs first; may be NULL. */
  void   (*result_changed) (OndesSeriesAnalysis       *self);
  /* Returns the last words of an export's name, "walsh natural"; transfer full. */
  char  *(*name_result)    (OndesSeriesAnalysis       *self);
};

/* @which is 0 or 1. */
OndesOperand            *ondes_series_analysis_get_operand       (OndesSeriesAnalysis *self,
                                                                  guint                which);
/* The charts: the first operand's values, and the result. They are empty if there is no result. */
OndesSeriesModel        *ondes_series_analysis_get_values        (OndesSeriesAnalysis *self);
OndesSeriesModel        *ondes_series_analysis_get_result        (OndesSeriesAnalysis *self);
/* Returns what is shown, borrowed until "result-changed"; NULL if nothing is. */
const OndesSeriesResult *ondes_series_analysis_get_computed      (OndesSeriesAnalysis *self);
/* Returns the operand that the problem is about, 2 for anything else, −1 if there is no problem. */
int                      ondes_series_analysis_get_problem_place (OndesSeriesAnalysis *self);

/* For subclasses: makes the export of @shown, values and result being two charts; @keep as in OndesSeriesRequest. */
OndesExportJob          *ondes_series_analysis_export            (OndesSeriesAnalysis *self,
                                                                  OndesSeriesModel    *shown,
                                                                  guint64              keep,
                                                                  OndesExportFormat    format,
                                                                  const OndesFigureSize *size);

G_END_DECLS
