/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt.h"
#include "input.h"
#include "output.h"
#include "picture.h"


#define ALL_FORMATS ((1u << (ONDES_EXPORT_CSV + 1)) - 1)

/* What --axis takes. */
static const char *const axis_names[] = { "linear", "log", NULL };
static const OndesShow axis_shows[] = { ONDES_SHOW_LINEAR, ONDES_SHOW_LOG };

/* Everything in the command line that does not depend on the file. */
typedef struct
{
  CliInput              input;
  CliCompute            compute;
  OndesWalshgramOptions options; /* numbers without --precision: the type is the samples' to choose */
  OndesExport           export;
} Request;

static gboolean
parse_transform (const CliArguments *arguments,
                 Request            *request,
                 GError            **error)
{
  OndesWalshgramOptions *options = &request->options;
  g_autoptr (OndesSpec) spec = NULL;

  *options = ondes_walshgram_options_default;
  if (!cli_params_parse (arguments, ondes_walshgram_params.rows, options, error))
    return FALSE;
  if (request->compute.precision > ONDES_PRECISION_SINGLE)
    return cli_refuse (error, "--precision", "Walshgrams are computed in double or single");
  if (request->compute.precision == ONDES_PRECISION_DOUBLE)
    options->type = ONDES_F64;
  spec = ondes_walshgram_new (options, error);
  return spec != NULL;
}

static gboolean
parse_display (const CliArguments *arguments,
               OndesExport        *export,
               GError            **error)
{
  guint axis = 0;

  export->display = ondes_display_default;
  if (!cli_colours_parse (arguments, &export->display, error) || !cli_time_ruler_parse (arguments, &export->display, error)
      || !cli_choice (arguments, "--axis", axis_names, &axis, error))
    return FALSE;
  export->display.show = axis_shows[axis];
  return cli_marks_parse (arguments, &export->display, error) && cli_view_parse (arguments, &export->display, error)
         && cli_size_parse (arguments, &export->size, error);
}

static gboolean
parse (const CliArguments *arguments,
       Request            *request,
       GError            **error)
{
  guint64 columns = 0;

  if (!cli_output_parse (arguments, ALL_FORMATS, &request->export.path, &request->export.format, error) ||
      !cli_input_parse (arguments, &request->input, error) ||
      !cli_input_parse_conditioning (arguments, TRUE, &request->input, error) ||
      !cli_compute_parse (arguments, &request->compute, error) ||
      !cli_integer (arguments, "--columns", 1, G_MAXUINT, &columns, error))
    return FALSE;
  request->export.columns = columns;
  return parse_transform (arguments, request, error) && parse_display (arguments, &request->export, error);
}

/* Makes the spec for the recording's own numbers. */
static OndesSpec *
make_spec (const Request *request,
           GError       **error)
{
  const OndesExport *export = &request->export;
  OndesWalshgramOptions options = request->options;
  g_autoptr (OndesSource) source = ondes_recording_values (export->recording, export->channel, error);

  if (source == NULL)
    return NULL;
  if (request->compute.precision < 0 && export->columns == 0 && !ondes_export_is_figure (export->format))
    options.type = ondes_walshgram_default_type (options.taper, source->type);
  return ondes_walshgram_new (&options, error);
}

/* Refuses a view that has no row. */
static gboolean
check_view (const Request *request,
            double         rate_hz,
            GError       **error)
{
  const OndesDisplay *display = &request->export.display;
  const double step = request->options.order == ONDES_ORDER_SEQUENCY ? rate_hz / (double) request->options.window : 1;
  const double last = (double) (request->options.window - 1) * step;

  if (display->view_hi == 0 || display->view_lo < last + step / 2)
    return TRUE;
  return ondes_error_set (error, ONDES_ERROR_FILE, "--view: no row lies from %g to %g; the rows lie from 0 to %g",
                          display->view_lo, display->view_hi, last);
}

static gboolean
run (const CliRun *cli,
     GError      **error)
{
  Request request = { 0 };
  OndesExport *export = &request.export;
  const OndesRecordingInfo *info;
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesComputer) computer = NULL;
  g_auto (OndesReport) report = { 0 };
  guint gaps;

  if (!parse (cli->arguments, &request, error) || (recording = cli_input_open (&request.input, cli, 0, error)) == NULL)
    return FALSE;
  info = ondes_recording_get_info (recording);
  export->recording = export->plain = recording;
  cli_marks_scale (&export->display, ondes_recording_get_info (recording)->rate_hz);
  export->channel = cli_input_channel (&request.input, info);
  if (!cli_time_ruler_check (&export->display, info, error) ||
      !cli_input_span (&request.input, info, &export->first, &export->count, error) ||
      !check_view (&request, info->rate_hz, error) || (spec = make_spec (&request, error)) == NULL)
    return FALSE;
  export->read = request.input.read;
  export->spec = spec;
  computer = ondes_computer_new (request.compute.engine, request.compute.device, request.compute.threads);
  if (!ondes_export_run (export, computer, &cli->watch, &report, error) || !cli_gaps_count (export, cli, &gaps, error))
    return FALSE;
  cli_progress_clear ();
  cli_print_notes (info);
  cli_gaps_tell (export, gaps);
  cli_compute_report (&request.compute, &report);
  return TRUE;
}

static const CliOption output_options[] = {
  { .help = "Output" },
  { "-o", "OUT", "the file, its ending the format; - is standard output and needs --format" },
  { "--format", "F", "png, svg, pdf, npy, npz or csv, whatever the ending", ondes_export_names },
  { "--columns", "W",
    "the largest magnitude in each of W equal spans of frames, float32 (default: the coefficients of every frame; a picture as "
    "many spans as it draws)" },
  { NULL },
};

const CliOption cli_walshgram_options[] = {
  { .help = "The transform" },
  { .params = &ondes_walshgram_params },
  { NULL },
};

static const CliOption display_options[] = {
  { .help = "Pictures" },
  { "--axis", "A", "linear, or log, which leaves row 0 out (default linear)", axis_names },
  { "--view", "LO:HI", "rows shown: zero crossings per time unit; indices of rows in natural and paley order (default all)" },
  { NULL },
};

static const CliOption *const groups[] = {
  output_options,   cli_walshgram_options, cli_condition_options, display_options,     cli_mark_options,  cli_time_ruler_options,
  cli_colour_options,
  cli_size_options, cli_span_options,  cli_read_options,      cli_compute_options, NULL,
};

const CliCommand cli_walshgram = {
  .name = "walshgram",
  .operand = "FILE",
  .usage = "-o OUT.(png|svg|pdf|npy|npz|csv) [OPTION…]",
  .summary = "Walsh spectra of a window that slides over a recording, as a picture of sequency against time or as numbers.",
  .groups = groups,
  .epilogue =
      CLI_SCALE_INTEGERS
      "Frame j is samples j·hop to j·hop + window − 1 of the recording, whole windows only; --from and --to ask for the frames\n"
      "that begin there. Row k of sequency order has k zero crossings in a window, k rate / window a time unit. No division by N.\n"
      "hann is (1 − cos (2π (t + ½) / window)) / 2.\n"
      "Pictures are of amplitudes, as those of cwt: PCM is ±1 of full scale there.\n"
      ".npy: rows in the order asked for × frames; integers give int64, exact or refused; with hann, other values, and what\n"
      "--precision asks for give float64 (float32 for single).\n"
      ".npz: values, sequencies (zero crossings per time unit), times_s (a frame's middle, from the first sample; the mean of a\n"
      "span), rate_hz, spec, time_unit, unit.\n"
      ".csv: first row times, first column sequencies.\n"
      "A picture draws a frame over one hop around its middle; from its first sample on if the hop is longer than the window.",
  .run = run,
};
