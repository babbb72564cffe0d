/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "slices-export.h"

#include <glib/gi18n.h>

#include "scalogram-analysis-private.h"
#include "session/words.h"

#define CSV_BYTES 20 /* of a number, about */

static gboolean
has_slices (OndesScalogramAnalysis *analysis,
            OndesSliceKind          kind)
{
  g_autofree OndesSlicePlace *places = NULL;
  guint n = 0;

  if (analysis->slices != NULL && ondes_slices_get_shown (analysis->slices))
    places = ondes_slices_list (analysis->slices, kind, &n, NULL);
  return n > 0;
}

guint
ondes_slices_count_kinds (OndesScalogramAnalysis *analysis)
{
  if (!has_slices (analysis, ONDES_SLICE_SPECTRUM))
    return 0;
  return has_slices (analysis, ONDES_SLICE_ENVELOPE) ? 2 : 1;
}

const char *const *
ondes_slices_list_products (OndesScalogramAnalysis *analysis)
{
  static const char picture[] = N_("Picture"), spectra[] = N_("Spectra of the slices"), envelopes[] = N_("Envelopes of the slices");
  static const char *const with_spectra[] = { picture, spectra, NULL }, *const with_both[] = { picture, spectra, envelopes, NULL };

  static const char *const *const lists[] = { NULL, with_spectra, with_both };

  return lists[ondes_slices_count_kinds (analysis)];
}

gboolean
ondes_slices_is_product (OndesScalogramAnalysis *analysis,
                         OndesSliceKind         *kind)
{
  const guint product = ondes_slices_list_products (analysis) != NULL ? ondes_analysis_get_product (ONDES_ANALYSIS (analysis)) : 0;

  *kind = product == 2 ? ONDES_SLICE_ENVELOPE : ONDES_SLICE_SPECTRUM;
  return product > 0;
}

static gboolean
exporting_run (OndesExportJob   *job,
               OndesComputer    *computer,
               const OndesWatch *watch,
               GError          **error)
{
  OndesSliceExporting *exporting = (OndesSliceExporting *) job;

  exporting->export.export.path = job->path;
  exporting->export.export.surface = job->surface;
  return ondes_slice_export_run (&exporting->export, computer, watch, NULL, error);
}

static char *
exporting_command (OndesExportJob *job)
{
  OndesSliceExporting *exporting = (OndesSliceExporting *) job;

  exporting->export.export.path = job->path;
  return ondes_slice_export_command (&exporting->export);
}

static void
exporting_clear (OndesExportJob *job)
{
  OndesSliceExporting *exporting = (OndesSliceExporting *) job;

  ondes_spec_unref (exporting->export.export.spec);
  g_free ((char *) exporting->export.export.filter);
  g_free (exporting->places);
  g_free (exporting->colours);
}

/* Moves the places to the samples of an oversampled picture. */
static void
oversample (OndesSliceExporting *exporting,
            guint                oversampling)
{
  for (guint i = 0; i < exporting->export.n; i++)
    {
      OndesSlicePlace *place = &exporting->places[i];

      place->first *= oversampling;
      place->count *= place->kind == ONDES_SLICE_SPECTRUM && !ondes_slice_place_is_mean (place) ? 1 : oversampling;
    }
}

/* Returns the display with the levels that the window shows. */
static OndesDisplay
display_of (OndesScalogramAnalysis *analysis)
{
  const OndesDisplay colours = ondes_scalogram_analysis_get_colours (analysis);
  OndesDisplay display = analysis->display;

  display.reference = colours.reference;
  display.db_range = colours.db_range;
  return display;
}

OndesSliceExporting *
ondes_slices_make_export (OndesScalogramAnalysis *analysis,
                          OndesSliceKind          kind,
                          OndesExportFormat       format,
                          const OndesFigureSize  *size,
                          guint                   columns)
{
  static const OndesExportJobClass klass = { sizeof (OndesSliceExporting), exporting_run, exporting_command, exporting_clear };
  OndesSliceExporting *exporting;
  OndesExport *export;

  if (!has_slices (analysis, kind) || analysis->spec == NULL || analysis->source == NULL
      || ondes_analysis_get_problem (ONDES_ANALYSIS (analysis)) != NULL)
    return NULL;
  exporting = ondes_export_job_new (&klass, analysis->session);
  exporting->places = ondes_slices_list (analysis->slices, kind, &exporting->export.n, &exporting->colours);
  exporting->export.places = exporting->places;
  exporting->export.colours = exporting->colours;
  exporting->export.n_percents = ONDES_SLICE_PERCENTS_DEFAULT;
  for (guint i = 0; i < ONDES_SLICE_PERCENTS_DEFAULT; i++)
    exporting->export.percents[i] = ondes_slice_percents_default[i];
  export = &exporting->export.export;
  *export = (OndesExport) { .recording = exporting->parent.recording, .read = exporting->parent.read, .format = format,
                            .channel = exporting->parent.channel, .detrend = analysis->settings.detrend,
                            .detrend_window = analysis->settings.detrend_window, .spec = ondes_spec_ref (analysis->spec),
                            .display = display_of (analysis), .plain = exporting->parent.recording };
  export->size = size != NULL ? *size : ondes_figure_size_default;
  if (kind == ONDES_SLICE_ENVELOPE && columns != ONDES_EXPORT_COEFFICIENTS)
    export->columns = columns;
  ondes_timeline_get_export (analysis->timeline, &export->first, &export->count);
  oversample (exporting, ondes_scalogram_analysis_oversample_export (analysis, &exporting->parent, export));
  return exporting;
}

const char *
ondes_slices_name_export (OndesSliceKind kind)
{
  return kind == ONDES_SLICE_SPECTRUM ? "spectra" : "envelopes";
}

char *
ondes_slices_count_numbers (OndesScalogramAnalysis *analysis,
                            OndesSliceKind          kind,
                            OndesExportFormat       format,
                            guint                   columns)
{
  g_autofree OndesSlicePlace *places = NULL;
  g_autofree char *bytes = NULL, *number = NULL;
  guint64 first, lines;
  guint n, curves = 0;

  if (analysis->spec == NULL || !has_slices (analysis, kind))
    return g_strdup ("");
  places = ondes_slices_list (analysis->slices, kind, &n, NULL);
  for (guint i = 0; i < n; i++)
    curves += 1 + (ondes_slice_place_is_mean (&places[i]) ? ONDES_SLICE_PERCENTS_DEFAULT : 0);
  ondes_timeline_get_export (analysis->timeline, &first, &lines);
  if (columns > 0 && columns != ONDES_EXPORT_COEFFICIENTS)
    lines = MIN (lines, columns);
  if (kind == ONDES_SLICE_SPECTRUM)
    lines = ondes_picture_traits (analysis->spec).rows;
  bytes = g_format_size (curves * lines * (format == ONDES_EXPORT_CSV ? CSV_BYTES : sizeof (double)));
  number = ondes_words_count (lines);
  /* Translators: columns, rows, and the size of the file. */
  return g_strdup_printf (ngettext ("%u × %s value, about %s", "%u × %s values, about %s", (gulong) (curves * lines)), curves,
                          number, bytes);
}
