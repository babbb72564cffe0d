/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export.h"

#include <math.h>
#include <string.h>

#include "command-line.h"
#include "base/current-cancel.h"
#include "figure/denser-rows.h"
#include "analysis/extents.h"
#include "io/file-sinks.h"
#include "io/out-file.h"
#include "base/words.h"

const char *const ondes_export_names[] = { "png", "svg", "pdf", "npy", "npz", "csv", NULL };
const char *const ondes_export_endings[] = { "png", "svg", "pdf", "npy", "npz", "csv", "wav", "flac", NULL };

gboolean
ondes_export_format_from_path (const char        *path,
                               OndesExportFormat *format,
                               GError           **error)
{
  const char *dot = strrchr (path, '.');
  g_autofree char *ending = dot != NULL ? g_ascii_strdown (dot + 1, -1) : NULL;
  int index = ondes_name_index (ondes_export_names, ending);

  if (index < 0)
    return ondes_remedy_error_set (error, ONDES_ERROR, ONDES_ERROR_REQUEST, ONDES_SETTING_FORMAT,
                                   _("%s: the ending tells no format; end it in .png, .svg, .pdf, .npy, .npz or .csv, or say "
                                     "%s"),
                                   path, ondes_setting_name (ONDES_SETTING_FORMAT, NULL));
  *format = index;
  return TRUE;
}

guint64
ondes_export_sample (double time,
                     double rate_hz)
{
  double at = time * rate_hz, forgiven = MAX (1e-6, 1e-15 * at);

  at = ceil (at - forgiven);
  return at <= 0 ? 0 : at < 0x1p63 ? (guint64) at : G_MAXUINT64;
}

char *
ondes_export_print_time (guint64 sample,
                         double  rate_hz)
{
  static const char *const formats[] = { "%.3g", "%.6g", "%.9g", "%.12g", "%.15g", "%.17g" };
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (text, sizeof text, formats[i], sample / rate_hz);
      if (ondes_export_sample (g_ascii_strtod (text, NULL), rate_hz) == sample)
        break;
    }
  return g_strdup (text);
}

const OndesImageFormat ondes_export_images[] = { ONDES_IMAGE_PNG, ONDES_IMAGE_SVG, ONDES_IMAGE_PDF };

gboolean
ondes_export_is_figure (OndesExportFormat format)
{
  return format == ONDES_EXPORT_PNG || format == ONDES_EXPORT_SVG || format == ONDES_EXPORT_PDF;
}

OndesDetrend
ondes_export_detrend (OndesDetrend      asked,
                      OndesExportFormat format,
                      OndesBoundary     boundary)
{
  if (asked != ONDES_DETREND_AUTO)
    return asked;
  return ondes_export_is_figure (format) && boundary == ONDES_BOUNDARY_ZERO ? ONDES_DETREND_MEAN : ONDES_DETREND_NONE;
}

static OndesDetrend
detrend_of (const OndesExport *export,
            OndesDetrend       asked)
{
  return ondes_export_detrend (asked, export->format, ondes_spec_cwt (export->spec)->options.boundary);
}

static OndesDetrending
detrending_of (const OndesExport *export)
{
  return (OndesDetrending) { detrend_of (export, export->detrend), export->detrend_window, export->first, export->count };
}

/* An export in progress. */
typedef struct
{
  const OndesExport *export;
  OndesComputer     *computer;
  OndesSource       *source, *detrended;
  const OndesWatch  *watch;
  OndesReport       *report;
} Run;

/* Fraction of the progress for measuring the trend. */
#define MEASURING 0.05

typedef struct
{
  const OndesWatch *watch; /* of the whole export */
  double            begin, length;
} Part;

static void
on_part (double   fraction,
         gpointer user_data)
{
  const Part *part = user_data;

  ondes_watch_tell (part->watch, part->begin + part->length * fraction);
}

/* Adds the medians of the whole recording, computed in as many columns; a picture of the whole already has them. */
static gboolean
add_medians (const Run      *self,
             OndesScalogram *scalogram,
             GError        **error)
{
  const OndesScalogramJob job = { .spec = scalogram->spec, .source = self->detrended,
                                  .view = { .count = self->detrended->n, .columns = scalogram->columns },
                                  .info = ondes_recording_get_info (self->export->recording) };
  g_autoptr (OndesScalogram) whole = NULL;

  if (scalogram->medians != NULL)
    return TRUE;
  whole = ondes_scalogram_compute (self->computer, &job, self->watch, NULL, error);
  if (whole != NULL)
    ondes_scalogram_set_medians (scalogram, g_atomic_rc_box_acquire (whole->medians));
  return whole != NULL;
}

/* Returns @spec without its compensation, for the recording before it was oversampled. */
static OndesSpec *
plain_spec (const OndesSpec *spec,
            GError         **error)
{
  const OndesCwt *cwt = ondes_spec_cwt (spec);
  OndesCwtOptions options = cwt->options;
  OndesScaleList list = { .options = (char *) cwt->scale_options, .voices = cwt->voices };
  OndesSpec *plain;

  options.compensation = NULL;
  list.scales = g_array_sized_new (FALSE, FALSE, sizeof (OndesScale), cwt->n_scales);
  for (guint i = 0; i < cwt->n_scales; i++)
    {
      const OndesScale scale = { cwt->scales[i].numerator, cwt->scales[i].denominator * ondes_cwt_oversampling (cwt) };

      g_array_append_val (list.scales, scale);
    }
  plain = ondes_cwt_new (&options, &list, error);
  g_array_unref (list.scales);
  return plain;
}

/* Computes the picture without compensation beside @with. */
static OndesScalogram *
compute_plain (const Run            *self,
               const OndesScalogram *with,
               GError              **error)
{
  const OndesExport *export = self->export;
  const guint times = ondes_cwt_oversampling (ondes_spec_cwt (with->spec));
  g_autoptr (OndesSpec) spec = plain_spec (with->spec, error);
  OndesDetrending detrending = detrending_of (export);
  g_autoptr (OndesSource) source = NULL;
  OndesScalogramJob job = { .spec = spec, .view = { with->view.first / times, with->view.count / times, with->columns, FALSE },
                            .info = ondes_recording_get_info (export->plain) };
  Part part = { self->watch, 0.5, 0.5 };
  const OndesWatch of_part = { on_part, &part, ondes_watch_cancellable (self->watch) };

  if (spec == NULL)
    return NULL;
  detrending.first /= times;
  detrending.count /= times;
  source = ondes_recording_detrended (export->plain, export->channel, &detrending, error);
  if (source == NULL || !ondes_computed_source_prepare (source, job.view.first, job.view.count, &of_part, error))
    return NULL;
  job.source = source;
  return ondes_scalogram_compute (self->computer, &job, &of_part, NULL, error);
}

static gboolean
write_figure (const Run            *self,
              const OndesScalogram *scalogram,
              const OndesExtent    *extents,
              GError              **error)
{
  const OndesExport *export = self->export;
  const OndesImageTarget to = { export->path, ondes_export_images[export->format], export->surface };
  OndesDifference difference = { .first = scalogram, .range_db = export->difference_db };
  g_autoptr (OndesScalogram) plain = NULL;

  if (export->difference_db == 0)
    return ondes_figure_write (&to, &export->size, scalogram, &export->display, extents, error);
  difference.second = plain = compute_plain (self, scalogram, error);
  return plain != NULL && ondes_difference_figure_write (&to, &export->size, &difference, &export->display, extents, error);
}

static gboolean
run_figure (const Run *self,
            GError   **error)
{
  const OndesExport *export = self->export;
  const guint drawn = ondes_figure_columns (&export->size);
  g_autoptr (OndesOutFile) probe = NULL;
  /* Use the figure's height: the axis height depends on the machine's fonts. */
  g_autoptr (OndesSpec) spec = ondes_denser_rows (export->spec, &export->display, self->source->rate_hz,
                                                  export->size.height * export->size.scale_factor);
  const OndesScalogramJob job = { .spec = spec, .source = self->detrended,
                                  .view = { export->first, export->count, export->columns > 0 ? export->columns : drawn, FALSE },
                                  .info = ondes_recording_get_info (export->recording) };
  Part part = { self->watch, 0, export->difference_db > 0 ? 0.5 : 1 };
  const OndesWatch of_part = { on_part, &part, ondes_watch_cancellable (self->watch) };
  g_autoptr (OndesScalogram) scalogram = NULL;
  g_autofree OndesExtent *extents = NULL;

  if (export->surface == NULL && (probe = ondes_out_file_new (export->path, error)) == NULL)
    return FALSE;
  scalogram = ondes_scalogram_compute (self->computer, &job, &of_part, self->report, error);
  if (scalogram == NULL)
    return FALSE;
  if (export->display.equalise && !add_medians (self, scalogram, error))
    return FALSE;
  extents = g_new (OndesExtent, drawn);
  if (!ondes_extents_read (self->source, (OndesSpan) { export->first, export->count }, drawn, extents,
                           ondes_watch_cancellable (self->watch), error))
    return FALSE;
  return write_figure (self, scalogram, extents, error);
}

static OndesSink *
new_sink (const OndesExport *export,
          const OndesTable  *table)
{
  switch (export->format)
    {
    case ONDES_EXPORT_NPY:
      return ondes_npy_sink_new (export->path);
    case ONDES_EXPORT_NPZ:
      return ondes_npz_sink_new (export->path, table);
    case ONDES_EXPORT_CSV:
      return ondes_csv_sink_new (export->path, table);
    case ONDES_EXPORT_PNG:
    case ONDES_EXPORT_SVG:
    case ONDES_EXPORT_PDF:
    case ONDES_EXPORT_WAV:
    case ONDES_EXPORT_FLAC:
    case ONDES_N_EXPORT_FORMATS:
    default:
      g_return_val_if_reached (NULL);
    }
}

/* Returns the options of the transform with those of what was done before it. */
static char *
describe_spec (const OndesExport *export,
               const char        *plain)
{
  const OndesDetrending detrending = detrending_of (export);
  g_autofree char *detrend = ondes_detrending_print (&detrending);
  GString *spec = g_string_new (plain);

  if (detrending.kind != ONDES_DETREND_NONE)
    g_string_append_printf (spec, " --detrend %s", detrend);
  ondes_line_add_conditioning (spec, export->recording, "--condition");
  return g_string_free (spec, FALSE);
}

static gboolean
run_numbers (const Run *self,
             GError   **error)
{
  const OndesExport *export = self->export;
  const OndesCwt *cwt = ondes_spec_cwt (export->spec);
  const OndesRecordingInfo *info = ondes_recording_get_info (export->recording);
  const OndesView view = { export->first, export->count, export->columns, FALSE };
  const guint rows = cwt->n_scales;
  const double rate_hz = self->source->rate_hz;
  g_autofree double *frequencies = g_new (double, rows), *scales = g_new (double, rows), *coi = g_new (double, rows);
  g_autofree char *plain = ondes_spec_print (export->spec);
  g_autofree char *spec = describe_spec (export, plain);
  g_autoptr (OndesRequest) request = ondes_request_new_of (export->spec, self->detrended, &view, error);
  g_autoptr (OndesSink) sink = NULL;
  OndesTable table = { .rows = rows, .frequencies_hz = frequencies, .scales = scales, .coi_s = coi, .first = export->first,
                       .count = export->count, .rate_hz = rate_hz, .time_unit = info->time_unit, .unit = info->unit, .spec = spec };

  if (request == NULL)
    return FALSE;
  table.columns = request->result.columns;
  for (guint i = 0; i < rows; i++)
    {
      frequencies[i] = ondes_cwt_frequency_hz (cwt, i, rate_hz);
      scales[i] = ondes_cwt_scale (cwt, i) / ondes_cwt_oversampling (cwt);
      coi[i] = ondes_cwt_coi_samples (cwt, i) / rate_hz;
    }
  sink = new_sink (export, &table);
  return ondes_compute (self->computer, request, sink, self->watch, self->report, error);
}

/* Refuses to overwrite the recording with its own transform. */
static gboolean
check_output (const OndesExport *export,
              GError           **error)
{
  if (export->surface != NULL || !ondes_out_file_is_input (export->path, ondes_recording_get_info (export->recording)->path))
    return TRUE;
  return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_FILE,
                                  _("%s is the recording itself; choose another name"), export->path);
}

gboolean
ondes_export_run (const OndesExport *export,
                  OndesComputer     *computer,
                  const OndesWatch  *watch,
                  OndesReport       *report,
                  GError           **error)
{
  g_return_val_if_fail (export != NULL && (export->path != NULL || export->surface != NULL), FALSE);

  GCancellable *cancellable = ondes_watch_cancellable (watch);
  g_autoptr (OndesSource) source = ondes_recording_source (export->recording, export->channel, error);
  g_autoptr (OndesSource) detrended = NULL;
  Part part = { watch, 0, MEASURING };
  const OndesWatch of_part = { on_part, &part, cancellable };
  OndesDetrending detrending;
  gboolean done;

  if (source == NULL || !check_output (export, error))
    return FALSE;
  detrending = detrending_of (export);
  detrended = ondes_recording_detrended (export->recording, export->channel, &detrending, error);
  if (detrended == NULL || !ondes_computed_source_prepare (detrended, export->first, export->count, &of_part, error))
    return FALSE;
  if (detrended->id != source->id || ondes_computed_source_get_operation (source) != NULL)
    part = (Part) { watch, MEASURING, 1 - MEASURING };
  else
    part.length = 1;
  ondes_current_cancel_push (cancellable);
  done = (ondes_export_is_figure (export->format) ? run_figure : run_numbers) (
    &(Run) { export, computer, source, detrended, &of_part, report }, error);
  ondes_current_cancel_pop (cancellable);
  return done;
}

char *
ondes_export_command (const OndesExport *export)
{
  const OndesDetrending detrending = detrending_of (export);
  g_autofree char *spec = ondes_spec_print (export->spec);
  g_autofree char *detrend = ondes_detrending_print (&detrending);
  GString *line = g_string_new ("ondes-cli cwt");

  ondes_line_add_file (line, export->recording);
  ondes_line_add_read (line, &export->read);
  ondes_line_add_channel (line, export->recording, "--channel", export->channel);
  ondes_line_add_span (line, export->recording, "--from", "--to", export->first, export->count);
  ondes_line_add_options (line, spec);
  if (detrend_of (export, export->detrend) != detrend_of (export, ONDES_DETREND_AUTO))
    ondes_line_add_option (line, "--detrend", detrend);
  ondes_line_add_conditioning (line, export->recording, "--condition");
  if (export->columns > 0)
    ondes_line_add_number (line, "--columns", export->columns);
  if (ondes_export_is_figure (export->format))
    {
      g_autofree char *display = ondes_display_print (&export->display);

      ondes_line_add_options (line, display);
      if (export->difference_db > 0)
        ondes_line_add_number (line, "--difference", export->difference_db);
      ondes_line_add_size (line, &export->size);
    }
  ondes_line_add_output (line, export->path, export->format);
  return g_string_free (line, FALSE);
}
