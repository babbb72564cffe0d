/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "input.h"
#include "output.h"
#include "picture.h"

#include "export/export-psd.h"

static gboolean
run (const CliRun *cli,
     GError      **error)
{
  const CliArguments *arguments = cli->arguments;
  OndesPsdExport export = { .options = *(const OndesPsdOptions *) ondes_psd_params.defaults };
  g_autoptr (OndesRecording) recording = NULL;
  const OndesRecordingInfo *info;
  OndesExport samples = { 0 };
  CliInput input;
  guint gaps;

  if (!cli_output_parse (arguments, ONDES_PSD_FORMATS, &export.path, &export.format, error)
      || !cli_input_parse (arguments, &input, error) || !cli_input_parse_conditioning (arguments, FALSE, &input, error)
      || !cli_params_parse (arguments, ondes_psd_params.rows, &export.options, error)
      || !cli_size_parse (arguments, &export.size, error))
    return FALSE;
  if (export.options.bands > 0 && cli_has (arguments, "--scaling"))
    return cli_refuse (error, "--scaling", "is of single frequencies, and --bands asks for the power of bands; leave one out");
  recording = cli_input_open (&input, cli, 0, error);
  if (recording == NULL)
    return FALSE;
  info = ondes_recording_get_info (recording);
  export.recording = recording;
  export.read = input.read;
  export.channel = cli_input_channel (&input, info);
  if (!cli_input_span (&input, info, &export.span.first, &export.span.count, error)
      || !ondes_psd_export_run (&export, &cli->watch, error))
    return FALSE;
  samples = (OndesExport) { .recording = recording, .channel = export.channel, .first = export.span.first,
                            .count = export.span.count };
  if (!cli_gaps_count (&samples, cli, &gaps, error))
    return FALSE;
  cli_progress_clear ();
  cli_print_notes (info);
  cli_gaps_tell (&samples, gaps);
  return TRUE;
}

static const CliOption psd_options[] = {
  { .help = "The spectrum" },
  { "-o", "OUT", "the file, its ending the format; - is standard output and needs --format" },
  { "--format", "F", "png, svg, pdf, csv or npz, whatever the ending" },
  { .params = &ondes_psd_params },
  { NULL },
};

static const CliOption condition_options[] = {
  { .help = "What is done to it before" },
  { "--condition", CLI_CONDITION_STEP, CLI_CONDITION_HELP, cli_condition_words },
  { NULL },
};

static const CliOption *const groups[] = {
  psd_options, cli_span_options, condition_options, cli_size_options, cli_read_options, NULL,
};

const CliCommand cli_psd = {
  .name = "psd",
  .operand = "FILE",
  .usage = "-o OUT.(png|svg|pdf|csv|npz) [OPTION…]",
  .summary = "The Fourier spectrum of a recording by Welch's method: power density, power, amplitude, or octave bands.",
  .groups = groups,
  .epilogue =
      CLI_SCALE_SIGNAL
      "Real recordings have one side of the spectrum with the power of both, complex ones both sides. Values of .csv and .npz\n"
      "are no decibels. A line of .csv has a frequency and its value. Of bands it has the centre, both edges and the power.\n"
      "An .npz has values, frequencies_hz, of bands edges_hz, averages (segments), length (samples of each), rate_hz, spec,\n"
      "time_unit and unit (of the samples).\n"
      "Density and power equal the values of scipy.signal.welch. docs/definitions.md has the formulas.",
  .run = run,
};
