/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scalogram's OndesAnalysis methods: state, and exports of what is in view, computed anew for the file. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "comparison-private.h"
#include "picture-export.h"
#include "scalogram-analysis-private.h"
#include "session/exports.h"
#include "session/words.h"
#include "slices-export.h"

typedef OndesPictureExport Exporting;

static void
exporting_clear (OndesExportJob *job)
{
  ondes_spec_unref (((Exporting *) job)->export.spec);
  g_free ((char *) ((Exporting *) job)->export.filter);
  ondes_comparison_clear_export (&((Exporting *) job)->export);
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
  return ondes_export_run (&exporting->export, computer, watch, NULL, error);
}

static char *
exporting_command (OndesExportJob *job)
{
  Exporting *exporting = (Exporting *) job;

  exporting->export.path = job->path;
  return ondes_export_command (&exporting->export);
}

/* A figure of a part has the window's colours; a figure of the whole recording finds its own. */
static OndesDisplay
display_of (OndesScalogramAnalysis *self)
{
  OndesDisplay display = self->display, shown = ondes_scalogram_analysis_get_colours (self);
  guint64 first, count;

  if (ondes_recording_get_info (self->recording)->has_date)
    display.time_ruler = ondes_timeline_get_rulers (self->timeline)->time;
  if (self->scalogram == NULL || ondes_timeline_get_export (self->timeline, &first, &count))
    return display;
  display.reference = shown.reference;
  display.db_range = shown.db_range;
  return display;
}

/* Returns the spec in view, or one of its complex coefficients. */
static OndesSpec *
spec_of (OndesScalogramAnalysis *self,
         gboolean coefficients)
{
  const OndesCwt *cwt = ondes_spec_cwt (self->spec);
  OndesScaleList list = { .options = (char *) cwt->scale_options };
  OndesCwtOptions options = cwt->options;
  OndesSpec *spec;

  if (!coefficients)
    return ondes_spec_ref (self->spec);
  list.scales = g_array_sized_new (FALSE, FALSE, sizeof (OndesScale), cwt->n_scales);
  g_array_append_vals (list.scales, cwt->scales, cwt->n_scales);
  options.quantity = ONDES_QUANTITY_COEFFICIENTS;
  spec = ondes_cwt_new (&options, &list, NULL);
  g_array_unref (list.scales);
  return spec;
}

guint
ondes_scalogram_analysis_oversample_export (OndesScalogramAnalysis *self,
                                            OndesExportJob *job,
                                            OndesExport *export)
{
  const guint oversampling = ondes_scalogram_analysis_get_oversampling (self);
  OndesRecording *plain = job->recording; /* which the oversampled one keeps */
  OndesCompensation *compensation;

  if (oversampling == 1)
    return 1;
  compensation = ondes_spec_cwt (self->spec)->options.compensation;
  job->recording = ondes_recording_oversample (plain, ondes_compensation_get_oversampling (compensation));
  ondes_recording_unref (plain);
  export->recording = job->recording;
  export->first *= oversampling;
  export->count *= oversampling;
  return oversampling;
}

/* Returns the frames that are shown over the span of an export, or if there are none the one next to it. */
static OndesSpan
frames_of_export (OndesScalogramAnalysis *self)
{
  guint64 first, count;

  ondes_timeline_get_export (self->timeline, &first, &count);
  return ondes_picture_frames_near (self->spec, self->source->n, first, count);
}

/* Has an export of the selection show its frequencies alone, and any other one its outline. */
static void
add_selection (OndesScalogramAnalysis *self,
               OndesDisplay           *display)
{
  const OndesSelection selection = ondes_timeline_get_selection (self->timeline);

  if (!ondes_timeline_is_export_selected (self->timeline))
    display->selection = selection;
  else if (ondes_selection_has_band (&selection))
    {
      display->view_lo = selection.low_hz;
      display->view_hi = selection.high_hz;
    }
}

OndesPictureExport *
ondes_scalogram_analysis_new_export (OndesScalogramAnalysis *self,
                                     OndesExportFormat       format,
                                     const OndesFigureSize  *size,
                                     guint                   columns)
{
  static const OndesExportJobClass klass = { sizeof (Exporting), exporting_run, exporting_command, exporting_clear };
  const gboolean coefficients = columns == ONDES_EXPORT_COEFFICIENTS;
  Exporting *exporting;
  OndesView view;

  if (self->source == NULL || self->spec == NULL || ondes_analysis_get_problem (ONDES_ANALYSIS (self)) != NULL)
    return NULL;
  exporting = ondes_export_job_new (&klass, self->session);
  exporting->export = (OndesExport) { .recording = exporting->parent.recording, .read = exporting->parent.read,
                                      .channel = exporting->parent.channel, .columns = coefficients ? 0 : columns,
                                      .display = display_of (self), .size = *size, .format = format,
                                      .plain = exporting->parent.recording };
  add_selection (self, &exporting->export.display);
  exporting->export.display.cursors = ondes_timeline_get_cursors (self->timeline);
  if (ondes_timeline_get_export (self->timeline, &exporting->export.first, &exporting->export.count))
    return exporting;
  view = ondes_picture_view (self->spec, frames_of_export (self), 0);
  exporting->export.first = view.first;
  exporting->export.count = view.count;
  return exporting;
}

OndesPictureExport *
ondes_scalogram_analysis_export_picture (OndesScalogramAnalysis *self,
                                         OndesExportFormat       format,
                                         const OndesFigureSize  *size,
                                         guint                   columns)
{
  Exporting *exporting = ondes_scalogram_analysis_new_export (self, format, size, columns);
  guint oversampling;

  if (exporting == NULL)
    return NULL;
  exporting->export.spec = spec_of (self, columns == ONDES_EXPORT_COEFFICIENTS);
  exporting->export.size.second_axis = ondes_timeline_get_rulers (self->timeline)->second_axis;
  exporting->export.detrend = self->settings.detrend;
  exporting->export.detrend_window = self->settings.detrend_window;
  oversampling = ondes_scalogram_analysis_oversample_export (self, &exporting->parent, &exporting->export);
  exporting->export.display.selection.first *= oversampling;
  exporting->export.display.selection.end *= oversampling;
  for (guint i = 0; i < ONDES_CURSORS; i++)
    exporting->export.display.cursors.at[i].sample *= oversampling;
  if (self->comparison != NULL)
    ondes_comparison_fill_export (self->comparison, &exporting->export);
  return exporting;
}

static OndesExportJob *
make_export (OndesAnalysis *analysis,
             OndesExportFormat format,
             const OndesFigureSize *size,
             guint columns)
{
  OndesScalogramAnalysis *self = ONDES_SCALOGRAM_ANALYSIS (analysis);
  OndesSliceKind kind;

  if (ondes_slices_is_product (self, &kind))
    return (OndesExportJob *) ondes_slices_make_export (self, kind, format, size, columns);
  return (OndesExportJob *) ondes_scalogram_analysis_export_picture (self, format, size, columns);
}

/* A cancelled picture resumes; a finished one is computed anew. */
static void
recompute (OndesAnalysis *analysis)
{
  OndesScalogramAnalysis *self = ONDES_SCALOGRAM_ANALYSIS (analysis);
  const gboolean cancelled = ondes_scheduler_is_stale (self->picture) && !ondes_scheduler_is_busy (self->picture, NULL);

  ondes_scalogram_analysis_reload_compensation (self);
  if (!self->reading_anew)
    ondes_scalogram_analysis_want_picture (self, cancelled ? ONDES_WANT_NOW : ONDES_WANT_ANEW);
}

static void
want (OndesAnalysis *analysis)
{
  ondes_scalogram_analysis_want_picture (ONDES_SCALOGRAM_ANALYSIS (analysis), ONDES_WANT_SOON);
}

static void
zoom (OndesAnalysis *model,
      double factor)
{
  OndesScalogramAnalysis *self = ONDES_SCALOGRAM_ANALYSIS (model);

  if (factor > 0)
    ondes_timeline_zoom (self->timeline, 0.5, factor);
  else
    ondes_scalogram_analysis_view_all (self);
}

static guint
get_formats (OndesAnalysis *model)
{
  return ONDES_SCALOGRAM_ANALYSIS (model)->recording != NULL ? (2u << ONDES_EXPORT_CSV) - 1 : 0;
}

/* Returns " 1998-03-17T1405--1998-03-18T0200": an ISO 8601 interval without colons, which some file systems reject. */
static char *
name_dates (const OndesAxis *axis)
{
  const double step = (axis->hi - axis->lo) / 100;
  g_autofree char *from = ondes_axis_print_time (axis, axis->lo, step), *to = ondes_axis_print_time (axis, axis->hi, step);
  GString *name = g_string_new (NULL);

  g_string_printf (name, "%s--%s", from, to);
  g_string_replace (name, ":", "", 0);
  g_string_replace (name, " ", "T", 0);
  g_string_prepend_c (name, ' ');
  return g_string_free (name, FALSE);
}

/* Returns "" for the whole recording, otherwise " 12.3-15.6 s" or its dates, so that exports of several spans have different
 * names. */
static char *
describe_span (OndesScalogramAnalysis *self)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (self->recording);
  g_autofree char *unit = ondes_words_time_unit (info->time_unit);
  char format[8], from[64], to[64];
  OndesAxis axis;
  guint64 first, count;
  double step, start;
  int decimals;

  if (self->source == NULL || ondes_timeline_get_export (self->timeline, &first, &count))
    return g_strdup ("");
  axis = ondes_session_time_axis (self->session, 1000);
  if (axis.mode == ONDES_AXIS_DATE)
    {
      axis.lo = (double) first / self->source->rate_hz;
      axis.hi = (double) (first + count) / self->source->rate_hz;
      return name_dates (&axis);
    }
  /* Show three digits of the span. */
  step = MAX ((double) count / self->source->rate_hz / 100, 1e-9);
  decimals = CLAMP ((int) ceil (-log10 (step)), 0, 9);
  g_snprintf (format, sizeof format, "%%.%df", decimals);
  start = ondes_session_get_start (self->session);
  g_ascii_formatd (from, sizeof from, format, start + (double) first / self->source->rate_hz);
  g_ascii_formatd (to, sizeof to, format, start + (double) (first + count) / self->source->rate_hz);
  return g_strdup_printf (" %s-%s %s", from, to, unit);
}

static char *
name_export (OndesAnalysis *model,
             char **folder)
{
  OndesScalogramAnalysis *self = ONDES_SCALOGRAM_ANALYSIS (model);
  g_autofree char *base = ondes_exports_base_name (self->recording, folder);
  g_autofree char *span = describe_span (self);
  OndesSliceKind kind;

  if (ondes_slices_is_product (self, &kind))
    return g_strconcat (base, span, " ", ondes_slices_name_export (kind), NULL);
  return g_strconcat (base, span, NULL);
}

char *
ondes_scalogram_analysis_count_picture (OndesScalogramAnalysis *self,
                                        OndesExportFormat       format,
                                        guint                   columns)
{
  const gboolean pooled = columns > 0 && columns != ONDES_EXPORT_COEFFICIENTS;
  const gboolean real = ondes_scalogram_analysis_get_class (self)->real;
  const gsize value = format == ONDES_EXPORT_CSV ? 12 : real && !pooled ? sizeof (double) : sizeof (float);
  g_autofree char *bytes = NULL, *number = NULL;
  guint64 wide;
  guint rows;

  if (self->spec == NULL || self->source == NULL)
    return g_strdup ("");
  /* Count the rows asked for: the picture may have more. */
  rows = ondes_picture_traits (self->spec).rows;
  wide = frames_of_export (self).count * ondes_scalogram_analysis_get_oversampling (self);
  if (pooled)
    wide = MIN (columns, wide);
  bytes = g_format_size (rows * wide * value * (columns == ONDES_EXPORT_COEFFICIENTS && !real ? 2 : 1));
  number = ondes_words_count (wide);
  if (real)
    /* Translators: rows, columns, and the size of the file. */
    return g_strdup_printf (ngettext ("%u × %s value, about %s", "%u × %s values, about %s", (gulong) (rows * wide)), rows, number,
                            bytes);
  /* Translators: rows, columns, and the size of the file. */
  return g_strdup_printf (ngettext ("%u × %s value, about %s in single precision",
                                    "%u × %s values, about %s in single precision", rows * wide),
                          rows, number, bytes);
}

static char *
count_numbers (OndesAnalysis *model,
               OndesExportFormat format,
               guint columns)
{
  OndesScalogramAnalysis *self = ONDES_SCALOGRAM_ANALYSIS (model);
  OndesSliceKind kind;

  return ondes_slices_is_product (self, &kind) ? ondes_slices_count_numbers (self, kind, format, columns)
                                               : ondes_scalogram_analysis_count_picture (self, format, columns);
}

void
ondes_scalogram_analysis_set_comparison (OndesScalogramAnalysis *self,
                                         gpointer comparison)
{
  self->comparison = comparison;
}

static const char *const *
list_products (OndesAnalysis *analysis)
{
  return ondes_slices_list_products (ONDES_SCALOGRAM_ANALYSIS (analysis));
}

void
ondes_scalogram_analysis_methods_init (OndesAnalysisClass *klass)
{
  klass->recompute = recompute;
  klass->want = want;
  klass->zoom = zoom;
  klass->list_products = list_products;
  klass->get_formats = get_formats;
  klass->name_export = name_export;
  klass->count_numbers = count_numbers;
  klass->make_export = make_export;
}
