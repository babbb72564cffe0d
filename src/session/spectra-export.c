/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the page model of the spectra is: their state, and exports of what is in view. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "export/export-table.h"
#include "series-exports.h"
#include "spectra-private.h"
#include "words-spectra.h"

static gboolean
is_busy (OndesPageModel *model,
         double *progress)
{
  OndesSpectra *self = ONDES_SPECTRA (model);

  if (ondes_scheduler_is_busy (self->spectra, progress))
    return TRUE;
  return ondes_scheduler_is_busy (self->keeping, progress) || ondes_scheduler_is_busy (self->measuring, progress);
}

static const char *
get_status (OndesPageModel *model)
{
  OndesSpectra *self = ONDES_SPECTRA (model);

  return self->status != NULL ? self->status : "";
}

static const char *
get_problem (OndesPageModel *model)
{
  return ONDES_SPECTRA (model)->problem;
}

static void
cancel (OndesPageModel *model)
{
  OndesSpectra *self = ONDES_SPECTRA (model);

  ondes_scheduler_cancel (self->spectra);
  ondes_scheduler_cancel (self->keeping);
  ondes_scheduler_cancel (self->measuring);
}

static void
recompute (OndesPageModel *model)
{
  ondes_scheduler_want (ONDES_SPECTRA (model)->spectra, ONDES_WANT_SOON);
}

static void
zoom (OndesPageModel *model,
      double factor)
{
  ondes_series_model_zoom (ONDES_SPECTRA (model)->spectrum, factor);
  if (!(factor > 0))
    ondes_series_model_zoom (ONDES_SPECTRA (model)->values, factor);
}

static guint
get_formats (OndesPageModel *model)
{
  return ONDES_SPECTRA (model)->result != NULL ? ONDES_SERIES_FORMATS : 0;
}

/* A table is in front, and exports are of it. */
static OndesHeatMap *
shown_table (OndesSpectra *self)
{
  return self->result != NULL && self->shown_table >= 0 ? self->properties.tables[self->shown_table] : NULL;
}

static gboolean
is_kept (OndesSpectra *self)
{
  return self->keep > 0 && !self->result->settings.spectrum.inverse;
}

static char *
name_export (OndesPageModel *model,
             char **folder)
{
  OndesSpectra *self = ONDES_SPECTRA (model);
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
count_numbers (OndesPageModel *model,
               OndesExportFormat format,
               guint columns)
{
  OndesSpectra *self = ONDES_SPECTRA (model);
  const OndesHeatMap *map = shown_table (self);

  if (map != NULL)
    return ondes_words_values (map->rows * map->columns);
  return self->result != NULL ? ondes_series_exports_count (self->result->spectrum, format) : g_strdup ("");
}

static gboolean
is_exporting (OndesPageModel *model,
              double *progress)
{
  return ondes_exports_is_busy (ONDES_SPECTRA (model)->exports, progress);
}

static void
cancel_export (OndesPageModel *model)
{
  ondes_exports_cancel (ONDES_SPECTRA (model)->exports);
}

typedef struct
{
  OndesTableExport export;
  OndesTruthTable *table;
  char            *name; /* of what was typed; NULL: its own */
} TableExporting;

static void
table_exporting_free (gpointer data)
{
  TableExporting *exporting = data;

  ondes_truth_table_unref (exporting->table);
  g_free (exporting->name);
  g_free (exporting);
}

static gboolean
table_exporting_run (gpointer job,
                     const char *path,
                     cairo_surface_t **surface,
                     OndesComputer *computer,
                     OndesProgress progress,
                     gpointer progress_data,
                     GCancellable *cancellable,
                     GError **error)
{
  TableExporting *exporting = job;

  exporting->export.path = path;
  exporting->export.surface = surface;
  return ondes_table_export_run (&exporting->export, exporting->table, progress, progress_data, cancellable, error);
}

/* Whole rows and columns in view; all of them where all are. */
static TableExporting *
table_exporting_new (OndesSpectra *self,
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

static char *
table_command (OndesSpectra *self,
               const char *path,
               OndesExportFormat format,
               const OndesFigureSize *size)
{
  TableExporting *exporting = table_exporting_new (self, format, size);
  OndesSeriesInput input;
  char *command = NULL;

  exporting->export.path = path;
  if (!ondes_truth_table_has_open_values (exporting->table))
    exporting->export.dont_care = ONDES_DONT_CARE_REFUSE;
  if (ondes_operand_job_run (self->result->operand, &input, NULL, NULL) && input.recording != NULL)
    command = ondes_table_export_command (&exporting->export, input.recording, &input.read);
  table_exporting_free (exporting);
  return command;
}

/* NULL: there is no spectrum. */
static OndesSeriesExporting *
exporting_new (OndesSpectra *self,
               OndesExportFormat format,
               const OndesFigureSize *size)
{
  OndesSeriesExporting *exporting;
  OndesSeriesInput none = { 0 };
  OndesSeriesRequest request;
  OndesSeriesModel *shown;

  if (self->result == NULL)
    return NULL;
  ondes_spectra_request (&self->result->settings, &none, &request);
  request.keep = is_kept (self) ? self->keep : 0;
  exporting = ondes_series_exporting_new (&request, self->result->operand, NULL, format, size);
  shown = request.keep > 0 ? self->values : self->spectrum;
  ondes_series_model_get_span (shown, &exporting->export.first, &exporting->export.count);
  exporting->export.display = *ondes_series_model_get_display (shown);
  return exporting;
}

static void
export (OndesPageModel *model,
        const char *path,
        OndesExportFormat format,
        const OndesFigureSize *size,
        guint columns)
{
  OndesSpectra *self = ONDES_SPECTRA (model);

  if (shown_table (self) != NULL)
    ondes_exports_write (self->exports, path, table_exporting_run, table_exporting_new (self, format, size), table_exporting_free);
  else
    ondes_series_exports_write (self->exports, exporting_new (self, format, size), path);
}

static char *
command (OndesPageModel *model,
         const char *path,
         OndesExportFormat format,
         const OndesFigureSize *size,
         guint columns)
{
  OndesSpectra *self = ONDES_SPECTRA (model);

  if (shown_table (self) != NULL)
    return table_command (self, path, format, size);
  return ondes_series_exporting_command (exporting_new (self, format, size), path);
}

static void
copy_image (OndesPageModel *model,
            const OndesFigureSize *size,
            OndesImageDone done,
            gpointer user_data)
{
  OndesSpectra *self = ONDES_SPECTRA (model);

  if (shown_table (self) != NULL)
    ondes_exports_copy (self->exports, table_exporting_run, table_exporting_new (self, ONDES_EXPORT_PNG, size),
                        table_exporting_free, done, user_data);
  else
    ondes_series_exports_copy (self->exports, exporting_new (self, ONDES_EXPORT_PNG, size), done, user_data);
}

void
ondes_spectra_page_model_init (OndesPageModelInterface *iface)
{
  iface->is_busy = is_busy;
  iface->get_status = get_status;
  iface->get_problem = get_problem;
  iface->cancel = cancel;
  iface->recompute = recompute;
  iface->zoom = zoom;
  iface->get_formats = get_formats;
  iface->name_export = name_export;
  iface->count_numbers = count_numbers;
  iface->is_exporting = is_exporting;
  iface->cancel_export = cancel_export;
  iface->export = export;
  iface->command = command;
  iface->copy_image = copy_image;
}
