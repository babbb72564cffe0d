/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window asks of the spectra as of any analysis: exports of what is in view. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "export/export-table.h"
#include "series-exports.h"
#include "spectrum-analysis-private.h"
#include "words-spectra.h"

static void
zoom (OndesAnalysis *model,
      double factor)
{
  ondes_series_model_zoom (ONDES_SPECTRUM_ANALYSIS (model)->spectrum, factor);
  if (!(factor > 0))
    ondes_series_model_zoom (ONDES_SPECTRUM_ANALYSIS (model)->values, factor);
}

static guint
get_formats (OndesAnalysis *model)
{
  return ONDES_SPECTRUM_ANALYSIS (model)->result != NULL ? ONDES_SERIES_FORMATS : 0;
}

/* A table is in front, and exports are of it. */
static OndesHeatMap *
shown_table (OndesSpectrumAnalysis *self)
{
  return self->result != NULL && self->shown_table >= 0 ? self->properties.tables[self->shown_table] : NULL;
}

static gboolean
is_kept (OndesSpectrumAnalysis *self)
{
  return self->keep > 0 && !self->result->settings.spectrum.inverse;
}

static char *
name_export (OndesAnalysis *model,
             char **folder)
{
  OndesSpectrumAnalysis *self = ONDES_SPECTRUM_ANALYSIS (model);
  const OndesSpectrumOptions *options = &self->result->settings.spectrum;
  g_autoptr (GString) word = g_string_new (NULL);

  if (shown_table (self) != NULL)
    g_string_assign (word, self->shown_table == ONDES_SBOX_LINEAR ? "linear table" : "difference table");
  else
    g_string_printf (word, "%s %s", ondes_spectrum_names[options->kind], ondes_order_names[options->order]);
  if (shown_table (self) == NULL && is_kept (self))
    g_string_append_printf (word, " kept %" G_GUINT64_FORMAT, self->keep);
  return ondes_series_exports_name (self->result->operand, word->str, folder);
}

static char *
count_numbers (OndesAnalysis *model,
               OndesExportFormat format,
               guint columns)
{
  OndesSpectrumAnalysis *self = ONDES_SPECTRUM_ANALYSIS (model);
  const OndesHeatMap *map = shown_table (self);

  if (map != NULL)
    return ondes_words_values (map->rows * map->columns);
  return self->result != NULL ? ondes_series_exports_count (self->result->spectrum, format) : g_strdup ("");
}

typedef struct
{
  OndesTableExport export;
  OndesTruthTable *table;
  OndesOperandJob *operand;
  char            *name; /* of what was typed; NULL: its own */
} TableExporting;

static void
table_exporting_free (gpointer data)
{
  TableExporting *exporting = data;

  ondes_truth_table_unref (exporting->table);
  ondes_operand_job_free (exporting->operand);
  g_free (exporting->name);
  g_free (exporting);
}

static gboolean
table_exporting_run (gpointer job,
                     const char *path,
                     cairo_surface_t **surface,
                     OndesComputer *computer,
                     const OndesWatch *watch,
                     GError **error)
{
  TableExporting *exporting = job;

  exporting->export.path = path;
  exporting->export.surface = surface;
  return ondes_table_export_run (&exporting->export, exporting->table, watch, error);
}

static char *
table_exporting_command (gpointer job,
                         const char *path)
{
  TableExporting *exporting = job;
  OndesTableExport export = exporting->export;
  OndesSeriesInput input;

  export.path = path;
  if (!ondes_truth_table_has_open_values (exporting->table))
    export.dont_care = ONDES_DONT_CARE_REFUSE;
  if (!ondes_operand_job_run (exporting->operand, &input, NULL, NULL) || input.recording == NULL)
    return NULL;
  return ondes_table_export_command (&export, input.recording, &input.read);
}

static const OndesExportJobClass table_exporting_class = { table_exporting_run, table_exporting_command, table_exporting_free };

/* Whole rows and columns in view; all of them where all are. */
static TableExporting *
table_exporting_new (OndesSpectrumAnalysis *self,
                     OndesExportFormat format,
                     const OndesFigureSize *size)
{
  const OndesHeatMap *map = shown_table (self);
  const guint64 wholes[] = { map->columns, map->rows };
  TableExporting *exporting = g_new0 (TableExporting, 1);
  OndesTableExport *export = &exporting->export;
  OndesSeriesInput input;

  if (ondes_operand_job_run (self->result->operand, &input, NULL, NULL) && input.table != NULL)
    export->name = exporting->name = g_strdup (input.name);
  exporting->operand = ondes_operand_job_copy (self->result->operand);
  exporting->table = ondes_truth_table_ref (self->result->function);
  export->which = (OndesSboxTable) self->shown_table;
  export->dont_care = self->result->settings.dont_care;
  export->format = format;
  export->size = size != NULL ? *size : ondes_figure_size_default;
  for (guint i = 0; i < 2; i++)
    if (self->shown.count[i] < (double) wholes[i])
      {
        export->first[i] = (guint64) MAX (self->shown.first[i], 0);
        export->count[i] = MIN ((guint64) ceil (self->shown.first[i] + self->shown.count[i]), wholes[i]) - export->first[i];
      }
  return exporting;
}

static gpointer
make_export (OndesAnalysis *analysis,
             OndesExportFormat format,
             const OndesFigureSize *size,
             guint columns,
             const OndesExportJobClass **klass)
{
  OndesSpectrumAnalysis *self = ONDES_SPECTRUM_ANALYSIS (analysis);
  OndesSeriesExporting *exporting;
  OndesSeriesInput none = { 0 };
  OndesSeriesRequest request;
  OndesSeriesModel *shown;

  if (self->result == NULL)
    return NULL;
  if (shown_table (self) != NULL)
    {
      *klass = &table_exporting_class;
      return table_exporting_new (self, format, size);
    }
  *klass = &ondes_series_exporting;
  ondes_spectrum_analysis_request (&self->result->settings, &none, &request);
  request.keep = is_kept (self) ? self->keep : 0;
  exporting = ondes_series_exporting_new (&request, self->result->operand, NULL, format, size);
  shown = request.keep > 0 ? self->values : self->spectrum;
  ondes_series_model_get_span (shown, &exporting->export.first, &exporting->export.count);
  exporting->export.display = *ondes_series_model_get_display (shown);
  return exporting;
}

void
ondes_spectrum_analysis_methods_init (OndesAnalysisClass *klass)
{
  klass->zoom = zoom;
  klass->get_formats = get_formats;
  klass->name_export = name_export;
  klass->count_numbers = count_numbers;
  klass->make_export = make_export;
}
