/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports of the page of filters: the samples in view filtered, a channel per filter; the response; the levels of a bank. */
#include "config.h"

#include <glib/gi18n.h>

#include "export/export-filter.h"
#include "exports.h"
#include "filter-analysis-private.h"
#include "words.h"

typedef struct
{
  OndesFilterExport export;
  OndesReadOptions  read;
  OndesRecording   *recording;
  OndesSource      *source;
  char             *taps;
  guint64           clipped;
} Exporting;

static void
exporting_free (gpointer data)
{
  Exporting *exporting = data;

  ondes_read_options_clear (&exporting->read);
  ondes_recording_unref (exporting->recording);
  ondes_source_unref (exporting->source);
  g_free (exporting->taps);
  g_free (exporting);
}

static gboolean
exporting_run (gpointer job,
               const char *path,
               cairo_surface_t **surface,
               OndesComputer *computer,
               const OndesWatch *watch,
               GError **error)
{
  Exporting *exporting = job;

  exporting->export.path = path;
  exporting->export.surface = surface;
  return ondes_filter_export_run (&exporting->export, computer, watch, &exporting->clipped, error);
}

static char *
exporting_command (gpointer job,
                   const char *path)
{
  OndesFilterExport export = ((Exporting *) job)->export;

  export.path = path;
  return ondes_filter_export_command (&export);
}

static char *
exporting_note (gpointer job)
{
  const guint64 clipped = ((Exporting *) job)->clipped;
  g_autofree char *count = ondes_words_count (clipped);

  if (clipped == 0)
    return NULL;
  /* Translators: a number of values. */
  return g_strdup_printf (ngettext ("%s value past full scale was clipped; WAV keeps it",
                                    "%s values past full scale were clipped; WAV keeps them", clipped),
                          count);
}

/* In the order of OndesFilterProduct. */
static const char *const *
list_products (OndesAnalysis *analysis)
{
  static const char *const of_one[] = { N_("Filtered recording"), N_("Response"), NULL };
  static const char *const of_bank[] = { N_("Filtered recording"), N_("Response"), N_("Levels of the bands"), NULL };

  return ondes_filter_analysis_has_levels (ONDES_FILTER_ANALYSIS (analysis)) ? of_bank : of_one;
}

static guint
get_formats (OndesAnalysis *analysis)
{
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (analysis);

  if (self->bank == NULL)
    return 0;
  return ondes_filter_export_formats ((OndesFilterProduct) ondes_analysis_get_product (analysis),
                                      ondes_session_get_recording (self->session),
                                      ondes_filter_bank_is_complex (self->bank)
                                        || ondes_type_is_complex (ondes_session_get_source (self->session)->type));
}

static gpointer
make_export (OndesAnalysis *analysis,
             OndesExportFormat format,
             const OndesFigureSize *size,
             guint columns,
             const OndesExportJobClass **klass)
{
  static const OndesExportJobClass exporting_class = { exporting_run, exporting_command, exporting_free, exporting_note };
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (analysis);
  Exporting *exporting;

  if (self->bank == NULL || ondes_analysis_get_problem (analysis) != NULL || (get_formats (analysis) & 1u << format) == 0)
    return NULL;
  *klass = &exporting_class;
  exporting = g_new0 (Exporting, 1);
  exporting->recording = ondes_recording_ref (ondes_session_get_recording (self->session));
  exporting->source = ondes_source_ref (ondes_session_get_source (self->session));
  ondes_read_options_copy (&exporting->read, ondes_session_get_read_options (self->session));
  ondes_filter_analysis_choose (self, &exporting->export.choice);
  if (exporting->export.choice.taps != NULL)
    exporting->export.choice.taps = exporting->taps = g_strdup (exporting->export.choice.taps);
  exporting->export.recording = exporting->recording;
  exporting->export.source = exporting->source;
  exporting->export.read = exporting->read;
  exporting->export.channel = ondes_session_get_channel (self->session);
  exporting->export.causal = self->settings.causal;
  exporting->export.product = (OndesFilterProduct) ondes_analysis_get_product (analysis);
  exporting->export.size = size != NULL ? *size : ondes_figure_size_default;
  exporting->export.palette = ondes_filter_analysis_get_palette (self);
  exporting->export.format = format;
  ondes_timeline_get_span (ondes_session_get_timeline (self->session), &exporting->export.first, &exporting->export.count);
  return exporting;
}

/* Returns "low-pass", the last words of a file's name. */
static const char *
name_kind (OndesFilterKind kind)
{
  static const char *const words[] = { "low-pass", "high-pass", "band-pass", "band-stop", "notch", "derivative", "Hilbert",
                                       "bank", "Morlet bank", "filtered" };

  return words[kind];
}

static char *
name_export (OndesAnalysis *analysis,
             char **folder)
{
  static const char *const words[] = { "", " response", " levels" };
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (analysis);
  g_autofree char *base = ondes_exports_base_name (ondes_session_get_recording (self->session), folder);

  return g_strdup_printf ("%s %s%s", base, name_kind (self->settings.kind), words[ondes_analysis_get_product (analysis)]);
}

/* Counts the numbers of the response, or of the levels. */
static char *
count_bands (OndesFilterAnalysis *self,
             guint n)
{
  if (ondes_analysis_get_product (ONDES_ANALYSIS (self)) == ONDES_FILTER_LEVELS)
    return g_strdup_printf (ngettext ("%u band", "%u bands", n), n);
  return g_strdup_printf (ngettext ("The response and the taps of %u filter", "The response and the taps of %u filters", n), n);
}

static char *
count_numbers (OndesAnalysis *analysis,
               OndesExportFormat format,
               guint columns)
{
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (analysis);
  guint64 first, count;
  g_autofree char *samples = NULL, *bytes = NULL;
  guint n;

  if (self->bank == NULL)
    return g_strdup ("");
  ondes_filter_bank_get (self->bank, &n);
  if (ondes_analysis_get_product (analysis) != ONDES_FILTER_RECORDING)
    return count_bands (self, n);
  ondes_timeline_get_span (ondes_session_get_timeline (self->session), &first, &count);
  samples = ondes_words_count (count);
  bytes = g_format_size (n * count * (format == ONDES_EXPORT_NPY ? 8 : format == ONDES_EXPORT_FLAC ? 3 : 4)
                         * (ondes_filter_bank_is_complex (self->bank) ? 2 : 1));
  /* Translators: the number of channels, the samples of each, and the size of the file. */
  return g_strdup_printf (ngettext ("%u channel of %s samples, about %s", "%u channels of %s samples, about %s", n), n, samples,
                          bytes);
}

void
ondes_filter_analysis_export_init (OndesAnalysisClass *klass)
{
  klass->list_products = list_products;
  klass->get_formats = get_formats;
  klass->name_export = name_export;
  klass->count_numbers = count_numbers;
  klass->make_export = make_export;
}
