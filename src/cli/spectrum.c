/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "input.h"
#include "output.h"
#include "series.h"

static gboolean
run (const CliRun *cli,
     GError      **error)
{
  OndesSeriesRequest request = { .kind = ONDES_SERIES_SPECTRUM };
  OndesSpectrumOptions *options = &request.spectrum;

  if (!cli_params_parse (cli->arguments, ondes_spectrum_params.rows, options, error)
      || !cli_params_parse (cli->arguments, ondes_keep_params.rows, &request.keep, error))
    return FALSE;
  if (!cli_has (cli->arguments, "--order"))
    options->order = ondes_spectrum_default_order (options->kind);
  return cli_series_run (cli, &request, error);
}

static const CliOption transform_options[] = {
  { .help = "The transform" },
  { .params = &ondes_spectrum_params },
  { .params = &ondes_keep_params },
  { NULL },
};

static const CliOption *const groups[] = {
  cli_series_output_options, transform_options, cli_series_value_options, cli_condition_options, cli_size_options,
  cli_span_options,          cli_read_options,  cli_compute_options,      NULL,
};

const CliCommand cli_spectrum = {
  .name = "spectrum",
  .operand = "FILE",
  .usage = "-o OUT.(npy|csv|png|svg|pdf) [OPTION…]",
  .summary = "Walsh, Haar, Reed–Muller or arithmetic spectrum of 2ⁿ values: of a recording or a logic function.",
  .groups = groups,
  .epilogue = CLI_SCALE_INTEGERS
              "Integers give int64, exact or refused; Reed–Muller gives uint8, 0 and 1;\n"
              "other values, haar-orthonormal, and what --precision asks for give float64 (float32 for single).\n"
              "Input x₁ of a function is the most significant bit of the index. Walsh: rows of ⊗ [1 1; 1 −1]; its inverse is\n"
              "divided by N.\n"
              ".npy: one dimension, in the order asked for.\n"
              ".csv: a line of names, then index, sequency (the sign changes of a Walsh function) and value, whose name tells\n"
              "transform and order, and ends in _signed for (−1)^f.",
  .run = run,
};
