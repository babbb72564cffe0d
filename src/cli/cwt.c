/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt.h"
#include "output.h"
#include "picture.h"
#include "preset.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "export/export.h"
#include "analysis/frequency-range.h"

#define ALL_FORMATS    ((1u << (ONDES_EXPORT_CSV + 1)) - 1)

void
cli_cwt_request_clear (CliCwtRequest *self)
{
  g_clear_pointer (&self->computer, ondes_computer_free);
  g_clear_pointer (&self->spec, ondes_spec_unref);
  g_clear_pointer (&self->recording, ondes_recording_unref);
  cli_transform_clear (&self->transform);
  cli_second_clear (&self->second);
  cli_preset_clear (&self->preset);
  g_free (self->preset_note);
}

static gboolean
parse_display (const CliArguments *arguments,
               OndesExport        *export,
               GError            **error)
{
  OndesDisplay *display = &export->display;
  guint show;

  *display = ondes_display_default;
  show = display->show;
  if (!cli_colours_parse (arguments, display, error) ||
      !cli_choice (arguments, "--axis", ondes_show_names, &show, error) ||
      !cli_number (arguments, "--difference", 0.01, 200, &export->difference_db, error) ||
      !cli_number (arguments, "--a4", ONDES_A4_MIN_HZ, ONDES_A4_MAX_HZ, &display->a4_hz, error) ||
      !cli_time_ruler_parse (arguments, display, error))
    return FALSE;
  if (cli_has (arguments, "--period-axis") && cli_has (arguments, "--axis") && show != ONDES_SHOW_PERIOD)
    return cli_refuse (error, "--period-axis", "--axis asks for another one; leave one out");
  display->show = cli_has (arguments, "--period-axis") ? ONDES_SHOW_PERIOD : show;
  display->cone = !cli_has (arguments, "--no-cone");
  display->notes = cli_has (arguments, "--notes");
  if (display->notes && (display->show == ONDES_SHOW_SCALE || display->show == ONDES_SHOW_PERIOD))
    return cli_refuse (error, "--notes", "notes are frequencies; leave out --axis %s", ondes_show_names[display->show]);
  if (!cli_marks_parse (arguments, display, error) || !cli_view_parse (arguments, display, error)
      || !cli_size_parse (arguments, &export->size, error))
    return FALSE;
  return TRUE;
}

static gboolean
check_difference (const CliCwtRequest *request,
                  GError             **error)
{
  if (request->export.difference_db == 0)
    return TRUE;
  if (!ondes_export_is_figure (request->export.format))
    return cli_refuse (error, "--difference", "it is a picture; write .png, .svg or .pdf");
  if (request->transform.compensation == NULL && !request->second.is_asked)
    return cli_refuse (error, "--difference",
                       "it shows what a compensation changes, or a second differs by; ask for one, such as --amplitude-error or "
                       "--compare");
  return TRUE;
}

void
cli_cwt_default_frequencies (CliTransform *transform,
                             double        rate_hz)
{
  if (transform->scales == NULL && transform->settings.fmax_hz == 0)
    ondes_cwt_default_frequencies (rate_hz, &transform->settings.fmin_hz, &transform->settings.fmax_hz);
}

gboolean
cli_cwt_check_rows (const CliCwtRequest *request,
                    GError             **error)
{
  CliTransform assumed = request->transform;
  g_autoptr (OndesScaleList) rows = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (GError) local = NULL;
  gboolean any_rate = assumed.scales != NULL || assumed.settings.fmax_hz == 0;

  cli_cwt_default_frequencies (&assumed, 1);
  rows = cli_transform_rows (&assumed, any_rate ? 1 : 2 * assumed.settings.fmax_hz, &local);
  /* An error of the assumed rate is no error of the command: wait for the file's own rate. */
  if (g_error_matches (local, ONDES_ERROR, ONDES_ERROR_FILE))
    return TRUE;
  if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  if (rows == NULL || (!any_rate && assumed.settings.options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET))
    return rows != NULL;
  spec = ondes_cwt_new (&assumed.settings.options, rows, error);
  return spec != NULL;
}

gboolean
cli_cwt_parse_input (const CliArguments **arguments,
                     gboolean             figure,
                     CliCwtRequest       *request,
                     GError             **error)
{
  if (!cli_preset_parse (*arguments, figure, &request->preset, error))
    return FALSE;
  if (request->preset.arguments != NULL)
    *arguments = request->preset.arguments;
  if (!cli_input_parse (*arguments, &request->input, error))
    return FALSE;
  request->input.preset = request->preset.preset;
  return cli_input_parse_conditioning (*arguments, FALSE, &request->input, error);
}

/* Slices are pictures of magnitude or power, whatever they are written to. */
static gboolean
check_slices (const CliArguments *arguments,
              GError            **error)
{
  guint quantity = ONDES_QUANTITY_MAGNITUDE;

  if (!cli_choice (arguments, "--quantity", ondes_quantity_names, &quantity, error))
    return FALSE;
  return quantity == ONDES_QUANTITY_MAGNITUDE || quantity == ONDES_QUANTITY_POWER
         || cli_refuse (error, "--quantity", "slices are of magnitude or power");
}

gboolean
cli_cwt_request_parse (const CliArguments *arguments,
                       CliCwtRequest      *request,
                       GError            **error)
{
  OndesExport *export = &request->export;
  guint64 columns = 0;

  if (!cli_output_parse (arguments, ALL_FORMATS, &export->path, &export->format, error) ||
      !cli_cwt_parse_input (&arguments, ondes_export_is_figure (export->format), request, error) ||
      !cli_compute_parse (arguments, &request->compute, error) ||
      !cli_integer (arguments, "--columns", 1, G_MAXUINT, &columns, error) ||
      (request->slices && !check_slices (arguments, error)))
    return FALSE;
  export->columns = columns;
  if (!cli_transform_parse (arguments, ondes_export_is_figure (export->format) || request->slices, columns > 0,
                            request->compute.precision, &request->transform, error) ||
      !parse_display (arguments, export, error) ||
      !cli_second_parse (arguments, &request->input, export, &request->second, error))
    return FALSE;
  export->detrend = request->transform.settings.detrend;
  export->detrend_window = request->transform.settings.detrend_window;
  return check_difference (request, error) && cli_cwt_check_rows (request, error);
}

/* Finds the lowest and the highest frequency of the rows. */
static void
find_extent (const OndesSpec *spec,
             double           rate_hz,
             double          *lo,
             double          *hi)
{
  const OndesCwt *cwt = ondes_spec_cwt (spec);

  *lo = INFINITY;
  *hi = 0;
  for (guint i = 0; i < cwt->n_scales; i++)
    {
      double f = ondes_cwt_frequency_hz (cwt, i, rate_hz);

      *lo = MIN (*lo, f);
      *hi = MAX (*hi, f);
    }
}

void
cli_cwt_print_notes (const CliCwtRequest *request,
                     const OndesSpec     *spec,
                     double               rate_hz)
{
  g_auto (GStrv) notes = NULL;
  double lo, hi;

  if (request->transform.compensation == NULL)
    return;
  find_extent (spec, rate_hz, &lo, &hi);
  notes = ondes_compensation_notes (request->transform.compensation, lo, hi);
  for (guint i = 0; notes[i] != NULL; i++)
    cli_tell ("%s", notes[i]);
}

gboolean
cli_cwt_check_view (const CliCwtRequest *request,
                    const OndesSpec     *spec,
                    double               rate_hz,
                    GError             **error)
{
  const OndesDisplay *display = &request->export.display;
  double lo, hi;

  find_extent (spec, rate_hz, &lo, &hi);
  /* A row spans at most an octave around its frequency. */
  if (display->view_hi == 0 || (display->view_lo < hi * G_SQRT2 && display->view_hi > lo / G_SQRT2))
    return TRUE;
  return ondes_error_set (error, ONDES_ERROR_FILE, "--view: no row lies from %g to %g; the rows lie from %g to %g",
                          display->view_lo, display->view_hi, lo, hi);
}

void
cli_cwt_fit_preset (CliCwtRequest  *request,
                    OndesRecording *recording)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_recording_get_original (recording));
  g_auto (OndesPresetFit) fit = { 0 };

  if (request->preset.preset == NULL)
    return;
  ondes_analysis_preset_fit (request->preset.preset, info->rate_hz, info->frames, info->time_unit, &fit);
  if (request->transform.settings.fmax_hz == 0 && request->transform.scales == NULL)
    {
      request->transform.settings.fmin_hz = fit.lowest;
      request->transform.settings.fmax_hz = fit.highest;
    }
  request->preset_note = g_steal_pointer (&fit.note);
}

/* Opens the recording, oversampled if asked, which then keeps @plain. */
OndesRecording *
cli_cwt_open (const CliCwtRequest *request,
              const CliRun        *cli,
              OndesRecording     **plain,
              GError             **error)
{
  g_autoptr (OndesRecording) recording = cli_input_open (&request->input, cli, 0, error);

  *plain = recording;
  if (recording == NULL || cli_transform_times (&request->transform) == 1)
    return g_steal_pointer (&recording);
  return ondes_recording_oversample (recording, ondes_compensation_get_oversampling (request->transform.compensation));
}

/* Finds the frequencies of the rows if the command does not tell them. */
static gboolean
find_frequencies (CliCwtRequest *request,
                  OndesSource   *source,
                  GCancellable  *cancellable,
                  GError       **error)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (request->export.recording);
  CliTransform *transform = &request->transform;
  OndesFrequencyRange range;

  if (!ondes_export_is_figure (request->export.format))
    cli_cwt_default_frequencies (transform, info->rate_hz);
  if (transform->scales != NULL || transform->settings.fmax_hz > 0)
    return TRUE;
  if (!ondes_frequency_range_find (request->computer, source, info, &range, cancellable, error))
    return FALSE;
  transform->settings.fmin_hz = range.fmin_hz;
  transform->settings.fmax_hz = range.fmax_hz;
  return TRUE;
}

OndesSpec *
cli_cwt_make_spec (CliCwtRequest *request,
                   double         rate_hz,
                   GError       **error)
{
  CliTransform *transform = &request->transform;
  g_autoptr (OndesScaleList) rows = cli_transform_rows (transform, rate_hz, error);

  transform->settings.options.compensation = transform->compensation;
  transform->settings.options.rate_hz = rate_hz;
  return rows != NULL ? ondes_cwt_new (&transform->settings.options, rows, error) : NULL;
}

/* Returns the spec of the transform, or of the Walshgram that takes its place. */
static OndesSpec *
make_spec (const CliRun  *cli,
           CliCwtRequest *request,
           OndesSource   *source,
           GError       **error)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (request->recording);
  g_autoptr (OndesSpec) spec = NULL;

  if (request->walshgram != NULL)
    return ondes_walshgram_new (request->walshgram, error);
  if (!find_frequencies (request, source, cli->watch.cancellable, error))
    return NULL;
  spec = cli_cwt_make_spec (request, info->rate_hz, error);
  return spec != NULL && cli_cwt_check_view (request, spec, info->rate_hz, error) ? g_steal_pointer (&spec) : NULL;
}

gboolean
cli_cwt_request_open (const CliRun  *cli,
                      CliCwtRequest *request,
                      GError       **error)
{
  OndesExport *export = &request->export;
  const OndesRecordingInfo *info;
  g_autoptr (OndesSource) source = NULL;

  request->recording = cli_cwt_open (request, cli, &export->plain, error);
  if (request->recording == NULL)
    return FALSE;
  info = ondes_recording_get_info (request->recording);
  if (!cli_time_ruler_check (&export->display, info, error))
    return FALSE;
  cli_cwt_fit_preset (request, request->recording);
  export->recording = request->recording;
  cli_marks_scale (&export->display, info->rate_hz);
  export->channel = cli_input_channel (&request->input, info);
  request->computer = ondes_computer_new (request->compute.engine, request->compute.device, request->compute.threads);
  source = ondes_recording_source (request->recording, export->channel, error);
  if (source == NULL)
    return FALSE;
  export->spec = request->spec = make_spec (cli, request, source, error);
  export->read = request->input.read;
  return request->spec != NULL && cli_input_span (&request->input, info, &export->first, &export->count, error) &&
         (!request->second.is_asked || cli_second_open (&request->second, cli, &request->transform, export, error));
}

gboolean
cli_cwt_request_tell (const CliRun        *cli,
                      const CliCwtRequest *request,
                      const OndesReport   *report,
                      GError             **error)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (request->recording);
  guint gaps;

  /* Count gaps after the run: counting reads the entire span, but the run refuses impossible requests at once. */
  if (!cli_gaps_count (&request->export, cli, &gaps, error))
    return FALSE;
  cli_progress_clear ();
  cli_print_notes (info);
  if (request->preset_note != NULL)
    cli_tell ("--preset: %s", request->preset_note);
  cli_cwt_print_notes (request, request->spec, info->rate_hz);
  cli_gaps_tell (&request->export, gaps);
  cli_compute_report (&request->compute, report);
  return TRUE;
}

static gboolean
run (const CliRun *cli,
     GError      **error)
{
  g_auto (CliCwtRequest) request = { 0 };
  g_autoptr (OndesAnnotationSet) annotations = NULL;
  g_auto (OndesReport) report = { 0 };

  return cli_cwt_request_parse (cli->arguments, &request, error) &&
         cli_annotations_read (cli, &request.export, &annotations, error) && cli_cwt_request_open (cli, &request, error) &&
         ondes_export_run (&request.export, request.computer, &cli->watch, &report, error) &&
         cli_cwt_request_tell (cli, &request, &report, error);
}

static const CliOption output_options[] = {
  { .help = "Output" },
  { "-o", "OUT", "the file, its ending the format; - is standard output and needs --format" },
  { "--format", "F", "png, svg, pdf, npy, npz or csv, whatever the ending", ondes_export_names },
  { "--quantity", "Q",
    "coefficients, magnitude, power or phase (default magnitude for pictures and with --columns, else coefficients)",
    ondes_quantity_names },
  { "--columns", "W",
    "magnitude or power in each of W equal spans, float32, float64 where that would not hold them (default: every sample; a "
    "picture as many as it draws)" },
  { "--pool", "P",
    "what a column shows of its samples: largest, or rms, the root mean square (of power the mean), at which noise keeps its "
    "level as one zooms in (default largest)",
    ondes_pool_names },
  { NULL },
};

const CliOption cli_cwt_display_options[] = {
  { .help = "Pictures" },
  { "--axis", "A", "auto, log, linear (frequency), scale or period (default auto: period in days and years, else log)",
    ondes_show_names },
  { "--period-axis", NULL, "the same as --axis period" },
  { "--notes", NULL, "label frequencies with notes of the equal-tempered scale" },
  { "--a4", "HZ", "frequency of the note A4, 415 to 466 (default 440)" },
  { "--second-axis", NULL,
    "right of the plot what the first axis does not tell: periods, or frequencies beside periods, scales and notes (pictures at "
    "least 480 wide)" },
  { "--view", "FLO:FHI", "frequencies shown, cycles per time unit (default all rows)" },
  { "--difference", "DB",
    "what the compensation changes, or with a second picture what it differs by: 20 log10 of the values with and without it, "
    "of the first and the second, 10 log10 of power, in colours from −DB to DB" },
  { "--no-cone", NULL, "no cone of influence" },
  { NULL },
};

/* Apart from the others, which batch runs have too. */
static const CliOption annotation_options[] = {
  { .help = "Annotations in pictures" },
  { "--annotations", "FILE", "annotations drawn over the picture, in any format that “ondes-cli annotate” reads" },
  { NULL },
};

static const CliOption *const groups[] = {
  output_options,   cli_transform_options,  cli_compensation_options, cli_cwt_display_options,  annotation_options,
  cli_mark_options,       cli_time_ruler_options, cli_second_options,
  cli_colour_options, cli_size_options, cli_span_options, cli_read_options, cli_compute_options, NULL,
};

const CliCommand cli_cwt = {
  .name = "cwt",
  .operand = "FILE",
  .usage = "-o OUT.(png|svg|pdf|npy|npz|csv) [OPTION…]",
  .summary = "Morlet wavelet transform of a recording, as a picture or as numbers.",
  .groups = groups,
  .epilogue =
      CLI_SCALE_SIGNAL
      ".npy: rows × samples (or spans), complex128, complex64, float64 or float32 by precision; real for morlet.\n"
      "Where float32 would not hold the numbers of a recording (power: peaks under 1e-5, over 1e12) they are float64, complex128.\n"
      ".npz: values, scales (samples), frequencies_hz, times_s (from the first sample; the mean of a span), coi_s, rate_hz, spec, "
      "time_unit, unit.\n"
      ".csv: first row times, first column frequencies, complex as a+bj.\n"
      "A row's frequency is ω₀ rate / (2π s); its cone of influence √2 s / rate from each end.",
  .run = run,
};
