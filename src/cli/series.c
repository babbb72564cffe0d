/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "series.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "output.h"

#define FORMATS                                                                                                                \
  (1u << ONDES_EXPORT_NPY | 1u << ONDES_EXPORT_CSV | 1u << ONDES_EXPORT_PNG | 1u << ONDES_EXPORT_SVG | 1u << ONDES_EXPORT_PDF)

/* Names of the formats in FORMATS. */
static const char *const format_names[] = { "npy", "csv", "png", "svg", "pdf", NULL };

const CliOption cli_series_output_options[] = {
  { .help = "Output" },
  { "-o", "OUT", "the file, its ending the format; - is standard output and needs --format" },
  { "--format", "F", "npy, csv, png, svg or pdf, whatever the ending", format_names },
  { "--view", "A:[B]", "pictures: the indices shown, B left out (default all)" },
  { .params = &ondes_series_display_params },
  { NULL },
};

const CliOption cli_series_value_options[] = {
  { .help = "The values" },
  { .params = &ondes_derivation_params, .section = "values" },
  { "--output", "K", "of a truth table, from 1 (default 1)" },
  { "--table", "NAME", "of a list of S-boxes (default: its first)" },
  { .params = &ondes_derivation_params, .section = "dont-care" },
  { NULL },
};

/* The input options of one file. */
typedef struct
{
  CliInput input;
  guint    output; /* 0 if not given */
} Taken;

typedef struct
{
  Taken             taken[2];
  CliCompute        compute;
  OndesSeriesExport export;
} Request;

static gboolean
parse_output_number (const CliArguments *arguments,
                     const char         *option,
                     const char         *channel_option,
                     Taken              *taken,
                     GError            **error)
{
  guint64 output = 0;

  if (!cli_integer (arguments, option, 1, ONDES_TRUTH_TABLE_MAX_OUTPUTS, &output, error))
    return FALSE;
  if (output > 0 && cli_has (arguments, channel_option))
    return cli_refuse (error, option, "%s asks for one already; leave one out", channel_option);
  if (output > 0)
    taken->output = (guint) output;
  return TRUE;
}

/* Parses the second file's options; those not given are the same as for the first. */
static gboolean
parse_second (const CliArguments *arguments,
              Request            *request,
              GError            **error)
{
  Taken *second = &request->taken[1];
  CliInput *input = &second->input;
  const char *channel = cli_text (arguments, "--channel-2");
  guint64 number = 1;

  *second = request->taken[0];
  if (channel != NULL)
    {
      if (!g_str_equal (channel, "mix") && !cli_integer (arguments, "--channel-2", 1, G_MAXINT, &number, error))
        return FALSE;
      input->channel = g_str_equal (channel, "mix") ? 0 : (int) number;
      second->output = 0;
    }
  if (!cli_input_parse_span (arguments, "--from-2", "--to-2", input, error)
      || !parse_output_number (arguments, "--output-2", "--channel-2", second, error)
      || !cli_read_parse_second (arguments, &input->read, error))
    return FALSE;
  return TRUE;
}

static gboolean
parse_display (const CliArguments *arguments,
               OndesSeriesDisplay *display,
               GError            **error)
{
  if (!cli_params_parse (arguments, ondes_series_display_params.rows, display, error))
    return FALSE;
  if (!cli_has (arguments, "--range") || display->lo < display->hi)
    return TRUE;
  cli_refuse (error, "--range", "“%s” is not LO:HI, two numbers, the lower one first", cli_text (arguments, "--range"));
  return FALSE;
}

static gboolean
parse (const CliArguments       *arguments,
       const OndesSeriesRequest *wanted,
       Request                  *request,
       GError                  **error)
{
  OndesSeriesExport *export = &request->export;
  Taken *first = &request->taken[0];

  *request = (Request) { .export.request = *wanted };
  export->request.derivation = ondes_derivation_default;
  if (!cli_output_parse (arguments, FORMATS, &export->path, &export->format, error)
      || !cli_input_parse (arguments, &first->input, error)
      || !cli_input_parse_conditioning (arguments, TRUE, &first->input, error)
      || !parse_output_number (arguments, "--output", "--channel", first, error)
      || (wanted->kind == ONDES_SERIES_CONVOLUTION && !parse_second (arguments, request, error))
      || !cli_compute_parse (arguments, &request->compute, error)
      || !cli_params_parse (arguments, ondes_derivation_params.rows, &export->request.derivation, error)
      || !cli_indices (arguments, "--view", &export->first, &export->count, error)
      || !parse_display (arguments, &export->display, error) || !cli_size_parse (arguments, &export->size, error))
    return FALSE;
  export->request.precision = request->compute.precision;
  return ondes_series_request_check (&export->request, error);
}

static OndesRecording *
open_input (Request      *request,
            guint         i,
            const CliRun *cli,
            GError      **error)
{
  const Taken *taken = &request->taken[i];
  OndesSeriesInput *input = &request->export.request.inputs[i];
  g_autoptr (OndesRecording) recording = cli_input_open (&taken->input, cli, i, error);
  const OndesRecordingInfo *info;

  if (recording == NULL)
    return NULL;
  info = ondes_recording_get_info (recording);
  if (taken->output > 0 && ondes_recording_get_truth_table (recording) == NULL)
    return ondes_error_set_null (error, ONDES_ERROR_FILE, "%s: %s is no truth table; choose one of its channels with %s",
                                 i > 0 ? "--output-2" : "--output", info->path, i > 0 ? "--channel-2" : "--channel");
  if (!cli_input_span (&taken->input, info, &input->first, &input->count, error))
    return NULL;
  input->recording = recording;
  input->read = taken->input.read;
  input->channel = taken->output > 0 ? taken->output : cli_input_channel (&taken->input, info);
  return g_steal_pointer (&recording);
}

/* Prints only a truth table's own notes: that its outputs act as channels over time is irrelevant here, and --dont-care decides
 * on don't-cares. */
static void
print_notes (OndesRecording *recording)
{
  OndesTruthTable *table = ondes_recording_get_truth_table (recording);

  if (table == NULL)
    cli_print_notes (ondes_recording_get_info (recording));
  else
    for (const char *const *note = ondes_truth_table_notes (table); *note != NULL; note++)
      cli_tell ("%s", *note);
}

gboolean
cli_series_run (const CliRun       *cli,
                OndesSeriesRequest *wanted,
                GError            **error)
{
  Request request;
  g_autoptr (OndesRecording) first = NULL, second = NULL;
  g_autoptr (OndesComputer) computer = NULL;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_auto (OndesReport) report = { 0 };

  if (!parse (cli->arguments, wanted, &request, error) || (first = open_input (&request, 0, cli, error)) == NULL
      || (wanted->kind == ONDES_SERIES_CONVOLUTION && (second = open_input (&request, 1, cli, error)) == NULL))
    return FALSE;
  computer = ondes_computer_new (request.compute.engine, request.compute.device, request.compute.threads);
  if (!ondes_series_export_run (&request.export, computer, notes, &cli->watch, &report, error))
    return FALSE;
  cli_progress_clear ();
  print_notes (first);
  if (second != NULL)
    print_notes (second);
  for (guint i = 0; i < notes->len; i++)
    cli_tell ("%s", (const char *) g_ptr_array_index (notes, i));
  cli_compute_report (&request.compute, &report);
  return TRUE;
}
