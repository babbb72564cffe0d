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
  guint kind = ONDES_SPECTRUM_WALSH, order, algorithm = ONDES_ALGORITHM_AUTO;

  if (!cli_choice (cli->arguments, "--transform", ondes_spectrum_names, &kind, error))
    return FALSE;
  order = ondes_spectrum_default_order (kind);
  if (!cli_choice (cli->arguments, "--order", ondes_order_names, &order, error)
      || !cli_choice (cli->arguments, "--algorithm", ondes_algorithm_names, &algorithm, error))
    return FALSE;
  options->kind = kind;
  options->order = order;
  options->algorithm = algorithm;
  options->inverse = cli_has (cli->arguments, "--inverse");
  if (!cli_integer (cli->arguments, "--keep", 1, G_GUINT64_CONSTANT (1) << 62, &request.keep, error))
    return FALSE;
  return cli_series_run (cli, &request, error);
}

static const CliOption transform_options[] = {
  { .help = "The transform" },
  { "--transform", "NAME", "walsh, haar, haar-orthonormal, reed-muller or arithmetic (default walsh)", ondes_spectrum_names },
  { "--order", "O",
    "of the coefficients: walsh natural, sequency or paley (default natural); haar sequency or natural (default sequency); "
    "reed-muller and arithmetic natural or paley (default natural)",
    ondes_order_names },
  { "--algorithm", "A", "auto, or step by step cooley-tukey or constant-geometry; all give the same (default auto)",
    ondes_algorithm_names },
  { "--inverse", NULL, "the values are a spectrum in the order" },
  { "--keep", "K",
    "compression: not the spectrum, but what its K coefficients of largest magnitude give back, and on standard error how far "
    "that is off" },
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
