/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <string.h>

#include "series-analysis.h"
#include "series-exports.h"
#include "session/words-settings.h"

typedef struct
{
  OndesOperand      *operands[2]; /* the second is NULL if there is only one */
  OndesScheduler    *computing;
  OndesSeriesResult *result;      /* NULL if none */
  OndesSeriesModel  *values, *series;
  int                place;       /* of the problem */
} OndesSeriesAnalysisPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (OndesSeriesAnalysis, ondes_series_analysis, ONDES_TYPE_ANALYSIS)

#define PRIVATE(self) \
  ((OndesSeriesAnalysisPrivate *) ondes_series_analysis_get_instance_private (ONDES_SERIES_ANALYSIS (self)))

static guint result_changed;

/* The result. */

static void
result_free (gpointer data)
{
  OndesSeriesResult *result = data;

  if (result->klass->clear != NULL)
    result->klass->clear (result);
  for (guint i = 0; i < 2; i++)
    {
      g_clear_pointer (&result->operands[i], ondes_operand_job_free);
      g_clear_pointer (&result->values[i], ondes_series_unref);
    }
  g_clear_pointer (&result->source, ondes_source_unref);
  g_clear_pointer (&result->series, ondes_series_unref);
  g_free (result->largest);
  g_free (result);
}

static gboolean
is_ready (OndesSeriesAnalysisPrivate *private)
{
  OndesOperand *second = private->operands[1];

  return ondes_operand_is_ready (private->operands[0])
         && (second == NULL || ondes_operand_get_kind (second) == ONDES_OPERAND_SAME || ondes_operand_is_ready (second));
}

static gpointer
prepare (gpointer owner,
         gboolean anew,
         OndesStageFlags *flags)
{
  OndesSeriesAnalysisPrivate *private = PRIVATE (owner);
  const OndesSeriesAnalysisClass *klass = ONDES_SERIES_ANALYSIS_GET_CLASS (owner);
  OndesSeriesResult *result;

  if (!is_ready (private))
    return NULL;
  *flags = ONDES_STAGE_BRIEF;
  result = g_malloc0 (klass->result_size);
  result->klass = klass;
  for (guint i = 0; i < klass->n_operands; i++)
    result->operands[i] = ondes_operand_take (private->operands[i]);
  result->request.precision = -1;
  klass->prepare (owner, result);
  return result;
}

static gboolean
work (OndesComputer *computer,
      gpointer data,
      const OndesWatch *watch,
      GError **error)
{
  OndesSeriesResult *result = data;
  g_auto (OndesSeriesJob) job = { 0 };
  OndesSeriesInput inputs[2] = { 0 };
  OndesSeriesRequest request;

  for (guint i = 0; i < 2 && result->operands[i] != NULL; i++)
    {
      result->place = (int) i;
      if (!ondes_operand_job_run (result->operands[i], &inputs[i], watch->cancellable, error))
        return FALSE;
      result->given[i] = inputs[i].count;
    }
  result->place = 2;
  if (result->klass->opened != NULL)
    result->klass->opened (result);
  request = result->request;
  memcpy (request.inputs, inputs, sizeof inputs);
  if (!ondes_series_job_init (&job, &request, error))
    return FALSE;
  result->source = ondes_source_ref (job.sources[0]);
  for (guint i = 0; i < job.n_sources; i++)
    {
      OndesSeriesLabels labels = ondes_operand_job_get_labels (result->operands[i], &request.derivation);

      result->values[i] = ondes_series_read (job.sources[i], &labels, watch->cancellable, error);
      if (result->values[i] == NULL)
        return FALSE;
    }
  result->series = ondes_series_job_run (&job, computer, watch, NULL, error);
  if (result->series == NULL)
    return FALSE;
  result->largest = ondes_series_largest (result->series, ONDES_LARGEST_MAX, &result->n_largest);
  if (result->klass->computed != NULL)
    result->klass->computed (result, &request, watch->cancellable);
  return TRUE;
}

/* Takes over the contents of @result, which the queue frees; NULL for no result. */
static void
show (OndesSeriesAnalysis *self,
      OndesSeriesResult *result)
{
  OndesSeriesAnalysisPrivate *private = PRIVATE (self);

  g_clear_pointer (&private->result, result_free);
  if (result != NULL)
    {
      const OndesSeriesAnalysisClass *klass = result->klass;

      private->result = g_memdup2 (result, klass->result_size);
      memset (result, 0, klass->result_size);
      result->klass = klass;
    }
  result = private->result;
  ondes_analysis_take_status (ONDES_ANALYSIS (self), result != NULL ? g_strdup (result->series->report) : NULL);
  ondes_series_model_set_origin (private->values, result != NULL ? ondes_operand_job_get_origin (result->operands[0]) : NAN);
  ondes_series_model_set_series (private->values, result != NULL ? result->values[0] : NULL);
  ondes_series_model_set_over (private->values, result != NULL ? result->values[1] : NULL);
  ondes_series_model_set_series (private->series, result != NULL ? result->series : NULL);
  g_signal_emit (self, result_changed, 0);
}

static void
landed (gpointer job,
        const GError *error,
        gpointer owner)
{
  OndesAnalysis *self = owner;
  OndesSeriesAnalysisPrivate *private = PRIVATE (self);
  OndesSeriesResult *result = job;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  for (guint i = 0; i < 2; i++)
    if (result->operands[i] != NULL)
      ondes_operand_found (private->operands[i], result->operands[i]);
  if (result->klass->landed != NULL)
    result->klass->landed (owner, result);
  private->place = result->place;
  ondes_analysis_take_error (self, error);
  if (error == NULL)
    show (owner, result);
  ondes_analysis_settings_changed (self);
}

static const OndesSchedulerClass computing = {
  .key = "series",
  .prepare = prepare,
  .work = work,
  .landed = landed,
  .free = result_free,
  .changed = ondes_analysis_changed,
};

/* The analysis. */

static void
want (OndesAnalysis *analysis)
{
  OndesSeriesAnalysisPrivate *private = PRIVATE (analysis);

  ondes_analysis_settings_changed (analysis);
  if (is_ready (private))
    {
      ondes_analysis_compute (analysis);
      return;
    }
  ondes_scheduler_cancel (private->computing);
  ondes_analysis_take_problem (analysis, NULL, ONDES_SETTING_NONE);
  if (private->result != NULL)
    show (ONDES_SERIES_ANALYSIS (analysis), NULL);
  ondes_analysis_changed (analysis);
}

static void
zoom (OndesAnalysis *analysis,
      double factor)
{
  OndesSeriesAnalysisPrivate *private = PRIVATE (analysis);

  ondes_series_model_zoom (private->series, factor);
  if (!(factor > 0))
    ondes_series_model_zoom (private->values, factor);
}

static guint
get_formats (OndesAnalysis *analysis)
{
  return PRIVATE (analysis)->result != NULL ? ONDES_SERIES_FORMATS : 0;
}

static char *
name_export (OndesAnalysis *analysis,
             char **folder)
{
  g_autofree char *word = ONDES_SERIES_ANALYSIS_GET_CLASS (analysis)->name_result (ONDES_SERIES_ANALYSIS (analysis));

  return ondes_series_exports_name (PRIVATE (analysis)->result->operands[0], word, folder);
}

static char *
count_numbers (OndesAnalysis *analysis,
               OndesExportFormat format,
               guint columns)
{
  const OndesSeriesResult *result = PRIVATE (analysis)->result;

  return result != NULL ? ondes_series_exports_count (result->series, format) : g_strdup ("");
}

static OndesExportJob *
make_export (OndesAnalysis *analysis,
             OndesExportFormat format,
             const OndesFigureSize *size,
             guint columns)
{
  return ondes_series_analysis_export (ONDES_SERIES_ANALYSIS (analysis), PRIVATE (analysis)->series, 0, format, size);
}

OndesExportJob *
ondes_series_analysis_export (OndesSeriesAnalysis *self,
                              OndesSeriesModel *shown,
                              guint64 keep,
                              OndesExportFormat format,
                              const OndesFigureSize *size)
{
  const OndesSeriesResult *result = PRIVATE (self)->result;
  OndesSeriesExporting *exporting;
  OndesSeriesExport *export;

  if (result == NULL)
    return NULL;
  exporting = ondes_series_exporting_new (ondes_analysis_get_session (ONDES_ANALYSIS (self)), result->operands);
  export = &exporting->export;
  *export = (OndesSeriesExport) { .request = result->request, .display = *ondes_series_model_get_display (shown), .size = *size,
                                  .format = format };
  export->request.keep = keep;
  ondes_series_model_get_span (shown, &export->first, &export->count);
  return &exporting->parent;
}

/* The object. */

static void
ondes_series_analysis_constructed (GObject *object)
{
  OndesAnalysis *self = ONDES_ANALYSIS (object);
  OndesSeriesAnalysisPrivate *private = PRIVATE (self);

  G_OBJECT_CLASS (ondes_series_analysis_parent_class)->constructed (object);
  private->computing = ondes_analysis_add_scheduler (self, &computing);
  for (guint i = 0; i < ONDES_SERIES_ANALYSIS_GET_CLASS (self)->n_operands; i++)
    {
      private->operands[i] = ondes_operand_new (ondes_analysis_get_session (self), i == 1);
      if (i == 1)
        ondes_operand_set_kind (private->operands[i], ONDES_OPERAND_SAME);
      g_signal_connect_object (private->operands[i], "changed", G_CALLBACK (ondes_analysis_want), self, G_CONNECT_SWAPPED);
    }
}

static void
ondes_series_analysis_finalize (GObject *object)
{
  OndesSeriesAnalysisPrivate *private = PRIVATE (object);

  g_clear_pointer (&private->result, result_free);
  g_object_unref (private->values);
  g_object_unref (private->series);
  for (guint i = 0; i < 2; i++)
    g_clear_object (&private->operands[i]);
  G_OBJECT_CLASS (ondes_series_analysis_parent_class)->finalize (object);
}

static void
ondes_series_analysis_class_init (OndesSeriesAnalysisClass *klass)
{
  OndesAnalysisClass *analysis_class = ONDES_ANALYSIS_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = ondes_series_analysis_constructed;
  G_OBJECT_CLASS (klass)->finalize = ondes_series_analysis_finalize;
  analysis_class->want = want;
  analysis_class->zoom = zoom;
  analysis_class->get_formats = get_formats;
  analysis_class->name_export = name_export;
  analysis_class->count_numbers = count_numbers;
  analysis_class->make_export = make_export;
  klass->result_size = sizeof (OndesSeriesResult);
  result_changed = g_signal_new ("result-changed", ONDES_TYPE_SERIES_ANALYSIS, G_SIGNAL_RUN_FIRST,
                                 G_STRUCT_OFFSET (OndesSeriesAnalysisClass, result_changed), NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ondes_series_analysis_init (OndesSeriesAnalysis *self)
{
  OndesSeriesAnalysisPrivate *private = PRIVATE (self);

  private->values = ondes_series_model_new ();
  private->series = ondes_series_model_new ();
}

OndesOperand *
ondes_series_analysis_get_operand (OndesSeriesAnalysis *self,
                                   guint which)
{
  g_return_val_if_fail (ONDES_IS_SERIES_ANALYSIS (self) && which < 2, NULL);
  return PRIVATE (self)->operands[which];
}

OndesSeriesModel *
ondes_series_analysis_get_values (OndesSeriesAnalysis *self)
{
  return PRIVATE (self)->values;
}

OndesSeriesModel *
ondes_series_analysis_get_result (OndesSeriesAnalysis *self)
{
  return PRIVATE (self)->series;
}

const OndesSeriesResult *
ondes_series_analysis_get_computed (OndesSeriesAnalysis *self)
{
  return PRIVATE (self)->result;
}

int
ondes_series_analysis_get_problem_place (OndesSeriesAnalysis *self)
{
  return ondes_analysis_get_problem (ONDES_ANALYSIS (self)) != NULL ? PRIVATE (self)->place : -1;
}
