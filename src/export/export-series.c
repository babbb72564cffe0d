/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command-line.h"
#include "base/current-cancel.h"
#include "io/file-sinks.h"
#include "io/out-file.h"
#include "series-request.h"
#include "base/number.h"
#include "base/words.h"

static guint
n_inputs (const OndesSeriesRequest *request)
{
  return request->kind == ONDES_SERIES_CONVOLUTION ? 2 : 1;
}

static gboolean
check_output (const OndesSeriesExport *export,
              GError                 **error)
{
  for (guint i = 0; export->surface == NULL && i < n_inputs (&export->request); i++)
    {
      OndesRecording *recording = export->request.inputs[i].recording;

      if (recording != NULL && !ondes_export_check_output (export->path, recording, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_kept (const OndesSeriesRequest *request)
{
  return request->kind == ONDES_SERIES_SPECTRUM && request->keep > 0;
}

/* An export in progress. */
typedef struct
{
  const OndesSeriesExport *export;
  OndesSeriesJob           job;
  OndesComputer           *computer;
  GPtrArray               *notes;
  const OndesWatch        *watch;
  OndesReport             *report;
} Run;

/* Returns the reconstruction from the largest coefficients of @spectrum; takes ownership of @spectrum. */
static OndesSeries *
keep_largest (const Run   *self,
              OndesSeries *spectrum,
              GError     **error)
{
  const OndesSeriesJob *job = &self->job;
  guint64 keep = self->export->request.keep, n = spectrum->n;
  g_autoptr (OndesSeries) forward = spectrum;
  GCancellable *cancellable = ondes_watch_cancellable (self->watch);
  g_autoptr (OndesSeries) back = ondes_series_reconstruct (spectrum, self->computer, keep, cancellable, NULL, error);
  g_autofree char *unit = g_strconcat (job->unit[0] != '\0' ? " " : "", job->unit, NULL);
  g_autofree char *largest = ondes_series_name_largest (spectrum, keep);
  g_autofree char *kept = g_strdup_printf ("%s: %s give%s the value%s back", job->files[0], largest,
                                           MIN (keep, n) > 1 ? "" : "s", ondes_plural (n));
  OndesDeviation deviation;

  if (back == NULL || !ondes_series_deviation (back, job->sources[0], &deviation, cancellable, error))
    return NULL;
  if (back->type == ONDES_U8)
    g_ptr_array_add (self->notes, g_strdup_printf ("%s, %" G_GUINT64_FORMAT " of them wrong", kept, deviation.different));
  else
    g_ptr_array_add (self->notes, g_strdup_printf ("%s with an error of %.4g%s rms (%.4g %%), at most %.4g%s", kept,
                                                   deviation.rms, unit, 100 * deviation.relative, deviation.largest, unit));
  return g_steal_pointer (&back);
}

static OndesSeries *
compute (const Run *self,
         GError   **error)
{
  OndesSeries *series = ondes_series_job_run (&self->job, self->computer, self->watch, self->report, error);

  return series != NULL && is_kept (&self->export->request) ? keep_largest (self, series, error) : series;
}

static gboolean
run_figure (const Run *self,
            GError   **error)
{
  const OndesSeriesExport *export = self->export;
  g_autoptr (OndesOutFile) probe = NULL;
  g_autoptr (OndesSeries) series = NULL;
  OndesSeriesFigure figure;
  guint64 n = self->job.sources[0]->n;

  if (export->first >= n)
    return ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_VIEW,
                                    _("the indices go from 0 to %" PRIu64), n - 1);
  if (export->surface == NULL && (probe = ondes_out_file_new (export->path, error)) == NULL)
    return FALSE;
  series = compute (self, error);
  if (series == NULL)
    return FALSE;
  n -= export->first;
  if (export->count > 0)
    n = MIN (export->count, n);
  figure = (OndesSeriesFigure) { .series = series, .display = &export->display, .first = export->first, .count = n };
  return ondes_series_figure_write (&(OndesImageTarget) { export->path, ondes_export_images[export->format], export->surface },
                                    &export->size, &figure, error);
}

static OndesSink *
new_sink (const OndesSeriesExport *export,
          const OndesSeriesJob    *job)
{
  const OndesSpectrumOptions *options = &export->request.spectrum;

  if (export->format == ONDES_EXPORT_NPY)
    return ondes_npy_sink_new_vector (export->path);
  return ondes_csv_sink_new_vector (export->path, job->column,
                                    export->request.kind == ONDES_SERIES_SPECTRUM && options->kind == ONDES_SPECTRUM_WALSH
                                        && !options->inverse && export->request.keep == 0, options->order);
}

/* Begins the sink first, to refuse an unwritable path before anything is computed. */
static gboolean
run_kept (const Run *self,
          GError   **error)
{
  const OndesSeriesJob *job = &self->job;
  g_autoptr (OndesSink) sink = new_sink (self->export, job);
  OndesType type = job->spec != NULL && ondes_spec_spectrum (job->spec)->options.type == ONDES_U8 ? ONDES_U8 : ONDES_F64;
  guint64 n = job->sources[0]->n;
  g_autoptr (OndesSeries) series = NULL;

  if (!sink->klass->begin (sink, type, 1, n, error))
    return FALSE;
  series = compute (self, error);
  return series != NULL
         && sink->klass->put (sink, &(OndesRect) { 0, 1, 0, n }, series->values, ondes_type_bytes (type, n), TRUE, error)
         && ondes_sink_finish (sink, error);
}

static gboolean
run_numbers (const Run *self,
             GError   **error)
{
  g_autoptr (OndesSink) sink = new_sink (self->export, &self->job);

  return ondes_series_job_put (&self->job, self->computer, sink, self->watch, self->report, error);
}

gboolean
ondes_series_export_run (const OndesSeriesExport *export,
                         OndesComputer           *computer,
                         GPtrArray               *notes,
                         const OndesWatch        *watch,
                         OndesReport             *report,
                         GError                 **error)
{
  g_return_val_if_fail (export != NULL && (export->path != NULL || export->surface != NULL), FALSE);

  const gboolean figure = ondes_export_is_figure (export->format), kept = is_kept (&export->request);
  GCancellable *cancellable = ondes_watch_cancellable (watch);
  Run run = { .export = export, .computer = computer, .notes = notes, .watch = watch, .report = report };
  gboolean done;

  if (!check_output (export, error) || !ondes_series_job_init (&run.job, &export->request, error))
    return FALSE;
  g_ptr_array_extend (notes, run.job.notes, (GCopyFunc) (void (*) (void)) g_strdup, NULL);
  ondes_current_cancel_push (cancellable);
  done = (figure ? run_figure : kept ? run_kept : run_numbers) (&run, error);
  ondes_current_cancel_pop (cancellable);
  ondes_series_job_clear (&run.job);
  return done;
}

static gboolean
is_whole (const OndesSeriesInput *input)
{
  return input->first == 0 && input->count == ondes_recording_get_info (input->recording)->frames;
}

static gboolean
same_conditioning (OndesRecording *a,
                   OndesRecording *b)
{
  const char *const *one = ondes_recording_get_info (a)->conditioning, *const *other = ondes_recording_get_info (b)->conditioning;

  return one == other || (one != NULL && other != NULL && g_strv_equal (one, other));
}

/* The second input's options default to those of the first, so give in full those that may differ. */
static void
add_second (GString                  *line,
            const OndesSeriesRequest *request)
{
  const OndesSeriesInput *first = &request->inputs[0], *second = &request->inputs[1];
  double rate_hz = ondes_recording_get_info (second->recording)->rate_hz;

  if (!same_conditioning (first->recording, second->recording))
    {
      if (ondes_recording_get_info (second->recording)->conditioning == NULL)
        ondes_line_add_option (line, "--condition-2", "none");
      ondes_line_add_conditioning (line, second->recording, "--condition-2");
    }
  ondes_line_add_second_read (line, &first->read, &second->read);
  if (second->channel == 0)
    ondes_line_add_option (line, "--channel-2", "mix");
  else
    ondes_line_add_number (line, "--channel-2", second->channel);
  if (!is_whole (first) || !is_whole (second))
    {
      g_autofree char *from = ondes_export_print_time (second->first, rate_hz);
      g_autofree char *to = ondes_export_print_time (second->first + second->count, rate_hz);

      ondes_line_add_option (line, "--from-2", from);
      ondes_line_add_option (line, "--to-2", to);
    }
}

static void
add_derivation (GString                  *line,
                const OndesSeriesRequest *request)
{
  const OndesDerivation *derivation = &request->derivation;
  g_autofree char *binarise = ondes_binarise_print (&derivation->binarise);

  if (request->dont_care != ONDES_DONT_CARE_REFUSE)
    ondes_line_add_option (line, "--dont-care", ondes_dont_care_names[request->dont_care]);
  if (binarise != NULL)
    ondes_line_add_option (line, "--binarise", binarise);
  if (derivation->length > 0)
    g_string_append_printf (line, " --length %" G_GUINT64_FORMAT, derivation->length);
  if (derivation->pad)
    g_string_append (line, " --pad");
  if (derivation->is_signed)
    g_string_append (line, " --signed");
}

char *
ondes_series_export_command (const OndesSeriesExport *export)
{
  static const char *const commands[] = { "spectrum", "convolve", "autocorrelate" };
  const OndesSeriesRequest *request = &export->request;
  const OndesSeriesInput *first = &request->inputs[0];
  GString *line = g_string_new ("ondes-cli ");

  g_string_append (line, commands[request->kind]);
  for (guint i = 0; i < n_inputs (request); i++)
    ondes_line_add_file (line, request->inputs[i].recording);
  ondes_line_add_read (line, &first->read);
  ondes_line_add_channel (line, first->recording, "--channel", first->channel);
  ondes_line_add_span (line, first->recording, "--from", "--to", first->first, first->count);
  ondes_line_add_conditioning (line, first->recording, "--condition");
  if (n_inputs (request) == 2)
    add_second (line, request);
  if (request->kind == ONDES_SERIES_SPECTRUM)
    {
      OndesSpectrumOptions options = request->spectrum;
      g_autoptr (OndesSpec) spec = NULL;
      g_autofree char *printed = NULL;

      options.type = ondes_spectrum_default_type (options.kind, ONDES_F64); /* does not affect the printed options */
      spec = ondes_spectrum_new (&options, NULL);
      printed = ondes_spec_print (spec);
      ondes_line_add_options (line, printed);
      if (request->keep > 0)
        g_string_append_printf (line, " --keep %" G_GUINT64_FORMAT, request->keep);
    }
  add_derivation (line, request);
  if (request->precision >= 0)
    ondes_line_add_option (line, "--precision", ondes_precision_names[request->precision]);
  if (ondes_export_is_figure (export->format))
    {
      if (export->first > 0 || export->count > 0)
        g_string_append_printf (line, " --view %" G_GUINT64_FORMAT ":", export->first);
      if (export->count > 0)
        g_string_append_printf (line, "%" G_GUINT64_FORMAT, export->first + export->count);
      if (export->display.scale != ONDES_SCALE_LINEAR)
        ondes_line_add_option (line, "--scale", ondes_series_scale_names[export->display.scale]);
      if (export->display.lo < export->display.hi)
        {
          char lo[ONDES_NUMBER_SIZE], hi[ONDES_NUMBER_SIZE];

          g_string_append_printf (line, " --range %s:%s", ondes_number_print (lo, export->display.lo),
                                  ondes_number_print (hi, export->display.hi));
        }
      ondes_line_add_size (line, &export->size);
    }
  ondes_line_add_output (line, export->path, export->format);
  return g_string_free (line, FALSE);
}
