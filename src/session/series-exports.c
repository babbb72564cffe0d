/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "exports.h"
#include "series-exports.h"
#include "words-spectra.h"

OndesSeriesExporting *
ondes_series_exporting_new (const OndesSeriesRequest *request,
                            OndesOperandJob *first,
                            OndesOperandJob *second,
                            OndesExportFormat format,
                            const OndesFigureSize *size)
{
  OndesSeriesExporting *exporting = g_new0 (OndesSeriesExporting, 1);

  exporting->operands[0] = ondes_operand_job_copy (first);
  exporting->operands[1] = second != NULL ? ondes_operand_job_copy (second) : NULL;
  exporting->export.request = *request;
  exporting->export.format = format;
  exporting->export.size = size != NULL ? *size : ondes_figure_size_default;
  return exporting;
}

static void
exporting_free (gpointer data)
{
  OndesSeriesExporting *exporting = data;

  ondes_operand_job_free (exporting->operands[0]);
  g_clear_pointer (&exporting->operands[1], ondes_operand_job_free);
  g_free (exporting);
}

static gboolean
find_inputs (OndesSeriesExporting *exporting,
             GCancellable *cancellable,
             GError **error)
{
  for (guint i = 0; i < 2; i++)
    if (exporting->operands[i] != NULL
        && !ondes_operand_job_run (exporting->operands[i], &exporting->export.request.inputs[i], cancellable, error))
      return FALSE;
  return TRUE;
}

static gboolean
exporting_run (gpointer job,
               const char *path,
               cairo_surface_t **surface,
               OndesComputer *computer,
               const OndesWatch *watch,
               GError **error)
{
  OndesSeriesExporting *exporting = job;
  /* The page shows the same facts as the notes. */
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);

  if (!find_inputs (exporting, watch->cancellable, error))
    return FALSE;
  exporting->export.path = path;
  exporting->export.surface = surface;
  return ondes_series_export_run (&exporting->export, computer, notes, watch, NULL, error);
}

static char *
exporting_command (gpointer job,
                   const char *path)
{
  OndesSeriesExporting *exporting = job;

  exporting->export.path = path;
  /* The operands have been found already: this opens no file. */
  if (!find_inputs (exporting, NULL, NULL) || exporting->export.request.inputs[0].recording == NULL
      || (exporting->operands[1] != NULL && exporting->export.request.inputs[1].recording == NULL))
    return NULL;
  return ondes_series_export_command (&exporting->export);
}

const OndesExportJobClass ondes_series_exporting = { exporting_run, exporting_command, exporting_free };

char *
ondes_series_exports_name (OndesOperandJob *operand,
                           const char *word,
                           char **folder)
{
  OndesSeriesInput input;
  g_autofree char *base = NULL;

  *folder = NULL;
  if (!ondes_operand_job_run (operand, &input, NULL, NULL) || input.recording == NULL)
    return g_strdup (word);
  base = ondes_exports_base_name (input.recording, folder);
  return g_strconcat (base, " ", word, NULL);
}

char *
ondes_series_exports_count (const OndesSeries *series,
                            OndesExportFormat format)
{
  g_autofree char *count = ondes_words_count (series->n);
  g_autofree char *bytes = g_format_size (format == ONDES_EXPORT_CSV ? 16 * series->n : ondes_type_bytes (series->type, series->n));

  /* Translators: how many, and the size of the file. */
  return g_strdup_printf (ngettext ("%s value, about %s", "%s values, about %s", series->n), count, bytes);
}
