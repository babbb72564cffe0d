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
  OndesExportJob    parent;
  OndesFilterExport export;
  OndesSource      *source;
  char             *taps;
  guint64           clipped;
} Exporting;

static void
exporting_clear (OndesExportJob *job)
{
  ondes_source_unref (((Exporting *) job)->source);
  g_free (((Exporting *) job)->taps);
}

static gboolean
exporting_run (OndesExportJob *job,
               OndesComputer *computer,
               const OndesWatch *watch,
               GError **error)
{
  Exporting *exporting = (Exporting *) job;

  exporting->export.path = job->path;
  exporting->export.surface = job->surface;
  return ondes_filter_export_run (&exporting->export, computer, watch, &exporting->clipped, error);
}

static char *
exporting_command (OndesExportJob *job)
{
  Exporting *exporting = (Exporting *) job;

  exporting->export.path = job->path;
  return ondes_filter_export_command (&exporting->export);
}

static char *
exporting_note (OndesExportJob *job)
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

static OndesExportJob *
make_export (OndesAnalysis *analysis,
             OndesExportFormat format,
             const OndesFigureSize *size,
             guint columns)
{
  static const OndesExportJobClass klass = { sizeof (Exporting), exporting_run, exporting_command, exporting_clear,
                                             exporting_note };
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (analysis);
  Exporting *exporting;
  OndesFilterExport *export;

  if (self->bank == NULL || ondes_analysis_get_problem (analysis) != NULL || (get_formats (analysis) & 1u << format) == 0)
    return NULL;
  exporting = ondes_export_job_new (&klass, self->session);
  exporting->source = ondes_source_ref (ondes_session_get_source (self->session));
  export = &exporting->export;
  *export = (OndesFilterExport) { .product = (OndesFilterProduct) ondes_analysis_get_product (analysis),
                                  .recording = exporting->parent.recording, .read = exporting->parent.read,
                                  .channel = exporting->parent.channel, .source = exporting->source,
                                  .causal = self->settings.causal, .every = self->settings.every, .format = format,
                                  .size = size != NULL ? *size : ondes_figure_size_default,
                                  .palette = ondes_filter_analysis_get_palette (self) };
  ondes_filter_analysis_choose (self, &export->choice);
  if (export->choice.taps != NULL)
    export->choice.taps = exporting->taps = g_strdup (export->choice.taps);
  ondes_timeline_get_span (ondes_session_get_timeline (self->session), &export->first, &export->count);
  return &exporting->parent;
}

/* Returns "low-pass", the last words of a file's name. */
static const char *
name_kind (OndesFilterKind kind)
{
  static const char *const words[] = { "low-pass", "high-pass", "band-pass", "band-stop", "notch", "derivative", "Hilbert",
                                       "bank", "Morlet bank", "gammatone bank", "filtered" };

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
