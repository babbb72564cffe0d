/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports of the spectra page: of the spectrum, the reconstruction, or the table in front. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "export/export-table.h"
#include "series-exports.h"
#include "spectrum-analysis-private.h"
#include "words-spectra.h"

/* Returns the table in front, which is then exported; NULL if none is. */
static OndesHeatMap *
shown_table (OndesSpectrumAnalysis *self)
{
  return self->shown_table >= 0 ? self->properties.tables[self->shown_table] : NULL;
}

static gboolean
is_kept (OndesSpectrumAnalysis *self)
{
  return self->keep > 0 && !ondes_spectrum_analysis_get_computed (self)->parent.request.spectrum.inverse;
}

static char *
name_result (OndesSeriesAnalysis *analysis)
{
  OndesSpectrumAnalysis *self = ONDES_SPECTRUM_ANALYSIS (analysis);
  const OndesSpectrumOptions *options = &ondes_series_analysis_get_computed (analysis)->request.spectrum;

  if (shown_table (self) != NULL)
    return g_strdup (self->shown_table == ONDES_SBOX_LINEAR ? "linear table" : "difference table");
  if (is_kept (self))
    return g_strdup_printf ("%s %s kept %" G_GUINT64_FORMAT, ondes_spectrum_names[options->kind],
                            ondes_order_names[options->order], self->keep);
  return g_strdup_printf ("%s %s", ondes_spectrum_names[options->kind], ondes_order_names[options->order]);
}

static OndesAnalysisClass *parent_class;

static char *
count_numbers (OndesAnalysis *model,
               OndesExportFormat format,
               guint columns)
{
  const OndesHeatMap *map = shown_table (ONDES_SPECTRUM_ANALYSIS (model));

  return map != NULL ? ondes_words_values (map->rows * map->columns) : parent_class->count_numbers (model, format, columns);
}

typedef struct
{
  OndesExportJob   parent;
  OndesTableExport export;
  OndesTruthTable *table;
  OndesOperandJob *operand;
  char            *name; /* name of a table that was typed in; NULL for its own */
} TableExporting;

static void
table_exporting_clear (OndesExportJob *job)
{
  TableExporting *exporting = (TableExporting *) job;

  ondes_truth_table_unref (exporting->table);
  ondes_operand_job_free (exporting->operand);
  g_free (exporting->name);
}

static gboolean
table_exporting_run (OndesExportJob *job,
                     OndesComputer *computer,
                     const OndesWatch *watch,
                     GError **error)
{
  TableExporting *exporting = (TableExporting *) job;

  exporting->export.path = job->path;
  exporting->export.surface = job->surface;
  return ondes_table_export_run (&exporting->export, exporting->table, watch, error);
}

static char *
table_exporting_command (OndesExportJob *job)
{
  TableExporting *exporting = (TableExporting *) job;
  OndesTableExport export = exporting->export;
  OndesSeriesInput input;

  export.path = job->path;
  if (!ondes_truth_table_has_open_values (exporting->table))
    export.dont_care = ONDES_DONT_CARE_REFUSE;
  if (!ondes_operand_job_run (exporting->operand, &input, NULL, NULL) || input.recording == NULL)
    return NULL;
  return ondes_table_export_command (&export, input.recording, &input.read);
}

static const OndesExportJobClass table_exporting_class = { sizeof (TableExporting), table_exporting_run, table_exporting_command,
                                                           table_exporting_clear };

/* Exports the rows and columns in view, those that are cut included; all if all are in view. */
static OndesExportJob *
table_exporting_new (OndesSpectrumAnalysis *self,
                     OndesExportFormat format,
                     const OndesFigureSize *size)
{
  const OndesSpectraResult *result = ondes_spectrum_analysis_get_computed (self);
  const OndesHeatMap *map = shown_table (self);
  const guint64 wholes[] = { map->columns, map->rows };
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self));
  TableExporting *exporting = ondes_export_job_new (&table_exporting_class, session);
  OndesTableExport *export = &exporting->export;
  OndesSeriesInput input;

  if (ondes_operand_job_run (result->parent.operands[0], &input, NULL, NULL) && input.table != NULL)
    export->name = exporting->name = g_strdup (input.name);
  exporting->operand = ondes_operand_job_copy (result->parent.operands[0]);
  exporting->table = ondes_truth_table_ref (result->function);
  export->which = (OndesSboxTable) self->shown_table;
  export->dont_care = result->parent.request.dont_care;
  export->format = format;
  export->size = *size;
  for (guint i = 0; i < 2; i++)
    if (self->shown.count[i] < (double) wholes[i])
      {
        export->first[i] = (guint64) MAX (self->shown.first[i], 0);
        export->count[i] = MIN ((guint64) ceil (self->shown.first[i] + self->shown.count[i]), wholes[i]) - export->first[i];
      }
  return &exporting->parent;
}

static OndesExportJob *
make_export (OndesAnalysis *analysis,
             OndesExportFormat format,
             const OndesFigureSize *size,
             guint columns)
{
  OndesSpectrumAnalysis *self = ONDES_SPECTRUM_ANALYSIS (analysis);
  OndesSeriesAnalysis *series = ONDES_SERIES_ANALYSIS (analysis);

  if (shown_table (self) != NULL)
    return table_exporting_new (self, format, size);
  if (ondes_series_analysis_get_computed (series) != NULL && is_kept (self))
    return ondes_series_analysis_export (series, ondes_series_analysis_get_values (series), self->keep, format, size);
  return parent_class->make_export (analysis, format, size, columns);
}

void
ondes_spectrum_analysis_export_init (OndesSeriesAnalysisClass *klass)
{
  OndesAnalysisClass *analysis_class = ONDES_ANALYSIS_CLASS (klass);

  parent_class = g_type_class_peek_parent (klass);
  analysis_class->count_numbers = count_numbers;
  analysis_class->make_export = make_export;
  klass->name_result = name_result;
}
