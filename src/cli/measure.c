/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt.h"
#include "picture.h"

#include <math.h>

#include "analysis/readings.h"
#include "figure/readings-text.h"

static const char *const quantities[] = { "magnitude", "power", NULL };

static gboolean
parse (const CliArguments *arguments,
       CliCwtRequest      *request,
       GError            **error)
{
  OndesDisplay *display = &request->export.display;
  guint quantity = 0; /* read below; here the others are refused */

  *display = ondes_display_default;
  display->show = ONDES_SHOW_LINEAR; /* a band may begin at 0 */
  request->export.format = ONDES_EXPORT_CSV;
  request->export.columns = 1; /* numbers of magnitude or power */
  if (!cli_cwt_parse_input (&arguments, FALSE, request, error)
      || !cli_compute_parse (arguments, &request->compute, error)
      || !cli_choice (arguments, "--quantity", quantities, &quantity, error))
    return FALSE;
  return cli_transform_parse (arguments, FALSE, TRUE, request->compute.precision, &request->transform, error)
         && cli_view_parse (arguments, display, error);
}

/* Returns the channel as pictures have it: less its mean unless asked otherwise. */
static OndesSource *
open_detrended (const CliCwtRequest *request,
                OndesRecording      *recording,
                OndesSpan            span,
                GError             **error)
{
  const OndesExport *export = &request->export;
  const OndesDetrending detrending
    = { ondes_cwt_detrend (request->transform.settings.detrend, TRUE, request->transform.settings.options.boundary),
        request->transform.settings.detrend_window,
        span.first, span.count };

  return ondes_recording_detrended (recording, export->channel, &detrending, error);
}

/* Tells how many samples the transform takes as 0. */
static gboolean
tell_gaps (CliCwtRequest          *request,
           OndesRecording         *plain,
           const OndesReadingsJob *job,
           const CliRun           *cli,
           GError                **error)
{
  OndesExport *export = &request->export;
  guint gaps;

  export->recording = plain;
  export->first = job->first;
  export->count = job->count;
  if (!cli_gaps_count (export, cli, &gaps, error))
    return FALSE;
  cli_gaps_tell (export, gaps);
  return TRUE;
}

static gboolean
measure (CliCwtRequest  *request,
         OndesRecording *recording,
         OndesRecording *plain,
         const CliRun   *cli,
         OndesReadings  *readings,
         GError        **error)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (plain);
  const gboolean band = cli_has (cli->arguments, "--view");
  const guint times = cli_transform_times (&request->transform);
  OndesReadingsJob job = { .oversampling = band ? times : 1, .low_hz = band ? request->export.display.view_lo : NAN,
                           .high_hz = band ? request->export.display.view_hi : NAN };
  g_autoptr (OndesComputer) computer
    = ondes_computer_new (request->compute.engine, request->compute.device, request->compute.threads);
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesSpec) spec = NULL;

  request->export.channel = cli_input_channel (&request->input, info);
  if (!cli_input_span (&request->input, info, &job.first, &job.count, error))
    return FALSE;
  source = band ? open_detrended (request, recording, (OndesSpan) { job.first * times, job.count * times }, error)
                : ondes_recording_source (plain, request->export.channel, error);
  if (source == NULL)
    return FALSE;
  cli_cwt_default_frequencies (&request->transform, source->rate_hz);
  spec = band ? cli_cwt_make_spec (request, source->rate_hz, error) : NULL;
  if (band && (spec == NULL || !cli_cwt_check_view (request, spec, source->rate_hz, error)))
    return FALSE;
  job.source = source;
  job.spec = spec;
  if (!ondes_readings_measure (computer, &job, &cli->watch, readings, error))
    return FALSE;
  cli_progress_clear ();
  if (band)
    cli_cwt_print_notes (request, spec, source->rate_hz);
  if (band && ondes_peak_how_describe (readings->peak_how) != NULL)
    cli_tell ("The peak frequency is that of its row: %s.", ondes_peak_how_describe (readings->peak_how));
  return !band || tell_gaps (request, plain, &job, cli, error);
}

static char *
print_json (const OndesReadings      *readings,
            const OndesRecordingInfo *info)
{
  OndesReading list[ONDES_READINGS_MOST];
  const guint n = ondes_readings_list (readings, info, list);
  GString *text = g_string_new ("{");

  for (guint i = 0; i < n; i++)
    if (*list[i].date != '\0')
      cli_json_add_text (text, list[i].name, list[i].date);
    else
      cli_json_add_number (text, list[i].name, list[i].value);
  g_string_append (text, ",\n  \"units\": {");
  for (guint i = 0; i < n; i++)
    if (*list[i].date == '\0')
      {
        g_string_append_printf (text, "%s\n    \"%s\": ", i > 0 ? "," : "", list[i].name);
        cli_json_string (text, list[i].unit);
      }
  g_string_append (text, "\n  }\n}\n");
  return g_string_free (text, FALSE);
}

static gboolean
run (const CliRun *cli,
     GError      **error)
{
  g_auto (CliCwtRequest) request = { 0 };
  g_autoptr (OndesRecording) recording = NULL;
  g_autofree char *text = NULL;
  const OndesRecordingInfo *info;
  OndesRecording *plain;
  OndesReadings readings;

  if (!parse (cli->arguments, &request, error) || !cli_cwt_check_rows (&request, error))
    return FALSE;
  recording = cli_cwt_open (&request, cli, &plain, error);
  if (recording != NULL)
    cli_cwt_fit_preset (&request, recording);
  if (recording == NULL || !measure (&request, recording, plain, cli, &readings, error))
    return FALSE;
  info = ondes_recording_get_info (plain);
  cli_print_notes (info);
  if (request.preset_note != NULL)
    cli_tell ("--preset: %s", request.preset_note);
  text = cli_has (cli->arguments, "--json") ? print_json (&readings, info) : ondes_readings_print (&readings, info);
  return cli_print (text, error);
}

static const CliOption options[] = {
  { .help = "Output" },
  { "--json", NULL,
    "as JSON: start end duration low high bandwidth peak peak-time peak-frequency peak-interpolated mean rms energy samples rows, "
    "of recordings with dates start-date end-date peak-date too, and the unit of each number under units" },
  { "--view", "FLO:FHI",
    "the band, cycles per time unit: what is measured are the values of the rows in it, or of the nearest row (default: the "
    "samples)" },
  { "--quantity", "Q", "of peak and mean: magnitude or power (default magnitude)", quantities },
  { NULL },
};

static const CliOption *const groups[] = {
  options, cli_span_options, cli_transform_options, cli_compensation_options, cli_read_options, cli_compute_options, NULL,
};

const CliCommand cli_measure = {
  .name = "measure",
  .operand = "FILE",
  .usage = "[--from T] [--to T] [--view FLO:FHI] [--json] [OPTION…]",
  .summary = "Start, end, peak, mean, rms and energy of a span of a recording, or of a band in it.",
  .groups = groups,
  .epilogue =
      CLI_SCALE_SIGNAL
      "Lines are name, value and unit, separated by tabs.\n"
      "peak  the largest |W| of the rows in the band at any sample of the span, and where it is; without --view the largest |x|\n"
      "peak-frequency  the top of the parabola through log |W| of three rows over their scales, exact for a tone; where there is "
      "none,\n"
      "such as at the first or last row, the frequency of the row, and peak-interpolated is 0\n"
      "mean  of |W|, or of |W|² as --quantity power; without --view of the samples\n"
      "rms  the root mean square\n"
      "energy  the mean square times the duration, whatever the number of rows\n"
      "start, end and peak-time are in time units from the first sample; of a recording without a date whose time axis begins "
      "elsewhere they are times of that axis. start-date, end-date and peak-date are the dates in full.\n"
      "Rows are those of ondes-cli cwt with the same options; the mean is subtracted before as in pictures.",
  .run = run,
};
