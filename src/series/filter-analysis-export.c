/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports of the page of filters: the samples in view filtered, a channel per filter; the response; the levels of a bank; and
 * of the result its scalogram and slices. */
#include "config.h"

#include <glib/gi18n.h>

#include "filter-analysis-private.h"
#include "picture/picture-export.h"
#include "picture/slices-export.h"
#include "session/exports.h"
#include "session/filter-export-job.h"
#include "session/words.h"

static gboolean
exporting_run (OndesExportJob *job,
               OndesComputer *computer,
               const OndesWatch *watch,
               GError **error)
{
  OndesFilterExportJob *exporting = (OndesFilterExportJob *) job;

  exporting->export.path = job->path;
  exporting->export.surface = job->surface;
  return ondes_filter_export_run (&exporting->export, computer, watch, &exporting->clipped, error);
}

static char *
exporting_note (OndesExportJob *job)
{
  const guint64 clipped = ((OndesFilterExportJob *) job)->clipped;
  g_autofree char *count = ondes_words_count (clipped);

  if (clipped == 0)
    return NULL;
  /* Translators: a number of values. */
  return g_strdup_printf (ngettext ("%s value past full scale was clipped; WAV keeps it",
                                    "%s values past full scale were clipped; WAV keeps them", clipped),
                          count);
}

static const char *const *
list_products (OndesAnalysis *analysis)
{
  static const char *const names[ONDES_FILTER_N_EXPORTS] = { N_("Filtered recording"), N_("Response"), N_("Levels of the bands"),
                                                             N_("Peaks"), N_("Scalogram of the result"),
                                                             N_("Spectra of the slices"), N_("Envelopes of the slices") };
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (analysis);
  const gboolean picture = self->scalogram != NULL && self->bank != NULL;
  const guint slices = picture ? ondes_slices_count_kinds (self->scalogram) : 0;
  const gboolean there[ONDES_FILTER_N_EXPORTS] = { TRUE, TRUE, ondes_filter_analysis_has_levels (self), self->settings.peaks,
                                                   picture, slices > 0, slices > 1 };
  guint n = 0;

  for (guint i = 0; i < ONDES_FILTER_N_EXPORTS; i++)
    if (there[i])
      {
        self->kinds[n] = i;
        self->products[n++] = names[i];
      }
  self->products[n] = NULL;
  return self->products;
}

/* Returns the product chosen, an OndesFilterProduct or one of the result. */
static guint
get_product (OndesFilterAnalysis *self)
{
  const guint product = ondes_analysis_get_product (ONDES_ANALYSIS (self)); /* which lists them anew */

  return self->kinds[product];
}

/* TRUE if @product is of the result as other pages show it. */
static gboolean
is_of_result (guint product)
{
  return product >= ONDES_FILTER_PICTURE;
}

static OndesSliceKind
get_kind (guint product)
{
  return product == ONDES_FILTER_ENVELOPES ? ONDES_SLICE_ENVELOPE : ONDES_SLICE_SPECTRUM;
}

/* TRUE if the outputs are complex; powers are not. */
static gboolean
is_complex (OndesFilterAnalysis *self)
{
  return self->settings.post != ONDES_POST_POWER
         && (ondes_filter_bank_is_complex (self->bank)
             || ondes_type_is_complex (ondes_session_get_source (self->session)->type));
}

static guint
get_formats (OndesAnalysis *analysis)
{
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (analysis);

  const guint product = get_product (self);

  if (self->bank == NULL)
    return 0;
  if (is_of_result (product))
    return ONDES_ANALYSIS_GET_CLASS (self->scalogram)->get_formats (ONDES_ANALYSIS (self->scalogram));
  return ondes_filter_export_formats ((OndesFilterProduct) product, ondes_session_get_recording (self->session), is_complex (self));
}

/* Completes an export of the scalogram that shows the result: its recording is filtered, and has the colours of the page, which
 * are the recording's. */
static void
fill_result (OndesFilterAnalysis *self,
             OndesExport *export)
{
  const OndesDisplay colours = ondes_scalogram_analysis_get_colours (self->before);
  const OndesPost post = self->settings.post;

  /* What is shown shares the recording's samples. */
  export->filter = ondes_filter_analysis_shown_step (self, post == ONDES_POST_INTERPOLATION ? ONDES_POST_NONE : post);
  export->display.reference = colours.reference;
  export->display.db_range = colours.db_range;
}

static OndesExportJob *
make_result_export (OndesFilterAnalysis *self,
                    OndesExportFormat format,
                    const OndesFigureSize *size,
                    guint columns)
{
  const guint product = get_product (self);
  OndesSliceExporting *slices;
  OndesPictureExport *picture;

  if (product == ONDES_FILTER_PICTURE)
    {
      picture = ondes_scalogram_analysis_export_picture (self->scalogram, format, size, columns);
      if (picture == NULL)
        return NULL;
      fill_result (self, &picture->export);
      return &picture->parent;
    }
  slices = ondes_slices_make_export (self->scalogram, get_kind (product), format, size, columns);
  if (slices == NULL)
    return NULL;
  fill_result (self, &slices->export.export);
  return &slices->parent;
}

static OndesExportJob *
make_export (OndesAnalysis *analysis,
             OndesExportFormat format,
             const OndesFigureSize *size,
             guint columns)
{
  static const OndesExportJobClass klass = { sizeof (OndesFilterExportJob), exporting_run, ondes_filter_export_job_command,
                                             ondes_filter_export_job_clear, exporting_note };
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (analysis);
  OndesFilterExportJob *exporting;

  if (self->bank == NULL || ondes_analysis_get_problem (analysis) != NULL || (get_formats (analysis) & 1u << format) == 0)
    return NULL;
  if (is_of_result (get_product (self)))
    return make_result_export (self, format, size != NULL ? size : &ondes_figure_size_default, columns);
  exporting = ondes_filter_export_job_new (&klass, self->session, format, &self->settings);
  exporting->export.product = (OndesFilterProduct) get_product (self);
  exporting->export.every = self->settings.every;
  exporting->export.above_db = self->settings.above_db;
  exporting->export.size = size != NULL ? *size : ondes_figure_size_default;
  exporting->export.palette = ondes_filter_analysis_get_palette (self);
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
  static const char *const words[ONDES_FILTER_N_EXPORTS] = { "", " response", " levels", " peaks", " scalogram", " spectra",
                                                             " envelopes" };
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (analysis);
  g_autofree char *base = ondes_exports_base_name (ondes_session_get_recording (self->session), folder);

  return g_strdup_printf ("%s %s%s", base, name_kind (self->settings.kind), words[get_product (self)]);
}

/* Counts the numbers of the response, of the levels or of the peaks. */
static char *
count_bands (OndesFilterAnalysis *self,
             guint n)
{
  if (get_product (self) == ONDES_FILTER_LEVELS)
    return g_strdup_printf (ngettext ("%u band", "%u bands", n), n);
  if (get_product (self) == ONDES_FILTER_PEAKS)
    return g_strdup_printf (ngettext ("The peaks in view of %u filter", "The peaks in view of %u filters", n), n);
  return g_strdup_printf (ngettext ("The response and the taps of %u filter", "The response and the taps of %u filters", n), n);
}

static char *
count_numbers (OndesAnalysis *analysis,
               OndesExportFormat format,
               guint columns)
{
  OndesFilterAnalysis *self = ONDES_FILTER_ANALYSIS (analysis);
  const guint product = get_product (self);
  guint64 first, count;
  g_autofree char *samples = NULL, *bytes = NULL;
  guint n;

  if (self->bank == NULL)
    return g_strdup ("");
  if (product == ONDES_FILTER_PICTURE)
    return ondes_scalogram_analysis_count_picture (self->scalogram, format, columns);
  if (is_of_result (product))
    return ondes_slices_count_numbers (self->scalogram, get_kind (product), format, columns);
  ondes_filter_bank_get (self->bank, &n);
  if (get_product (self) != ONDES_FILTER_RECORDING)
    return count_bands (self, n);
  ondes_timeline_get_export (ondes_session_get_timeline (self->session), &first, &count);
  count *= self->settings.post == ONDES_POST_INTERPOLATION ? 2 : 1;
  samples = ondes_words_count (count);
  bytes = g_format_size (n * count * (format == ONDES_EXPORT_NPY ? 8 : format == ONDES_EXPORT_FLAC ? 3 : 4)
                         * (is_complex (self) ? 2 : 1));
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
