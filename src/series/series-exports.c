/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "series-exports.h"
#include "session/exports.h"
#include "words-spectra.h"

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
exporting_run (OndesExportJob *job,
               OndesComputer *computer,
               const OndesWatch *watch,
               GError **error)
{
  OndesSeriesExporting *exporting = (OndesSeriesExporting *) job;
  /* The page shows the same facts as the notes. */
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);

  if (!find_inputs (exporting, watch->cancellable, error))
    return FALSE;
  exporting->export.path = job->path;
  exporting->export.surface = job->surface;
  return ondes_series_export_run (&exporting->export, computer, notes, watch, NULL, error);
}

static char *
exporting_command (OndesExportJob *job)
{
  OndesSeriesExporting *exporting = (OndesSeriesExporting *) job;

  exporting->export.path = job->path;
  /* The operands have been found already: this opens no file. */
  if (!find_inputs (exporting, NULL, NULL) || exporting->export.request.inputs[0].recording == NULL
      || (exporting->operands[1] != NULL && exporting->export.request.inputs[1].recording == NULL))
    return NULL;
  return ondes_series_export_command (&exporting->export);
}

static void
exporting_clear (OndesExportJob *job)
{
  for (guint i = 0; i < 2; i++)
    g_clear_pointer (&((OndesSeriesExporting *) job)->operands[i], ondes_operand_job_free);
}

OndesSeriesExporting *
ondes_series_exporting_new (OndesSession *session,
                            OndesOperandJob *const *operands)
{
  static const OndesExportJobClass klass = { sizeof (OndesSeriesExporting), exporting_run, exporting_command, exporting_clear };
  OndesSeriesExporting *exporting = ondes_export_job_new (&klass, session);

  for (guint i = 0; i < 2 && operands[i] != NULL; i++)
    exporting->operands[i] = ondes_operand_job_copy (operands[i]);
  return exporting;
}

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
