/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "input.h"
#include "output.h"
#include "series.h"

static gboolean
run_convolve (const CliRun *cli,
              GError      **error)
{
  return cli_series_run (cli, &(OndesSeriesRequest) { .kind = ONDES_SERIES_CONVOLUTION }, error);
}

static gboolean
run_autocorrelate (const CliRun *cli,
                   GError      **error)
{
  return cli_series_run (cli, &(OndesSeriesRequest) { .kind = ONDES_SERIES_AUTOCORRELATION }, error);
}

static const CliOption second_options[] = {
  { .help = "The second file, where it is not taken as the first" },
  { "--channel-2", "K|mix", "its channel (default as --channel)" },
  { "--output-2", "K", "its output, of a truth table (default as --output)" },
  { "--from-2", "S|DATE", "its begin (default as --from)" },
  { "--to-2", "S|DATE", "its end (default as --to)" },
  { "--condition-2", "STEP|none", "steps applied to it before, one each time, or none (default as --condition)",
    cli_condition_words },
  CLI_SECOND_READ_OPTIONS (""),
  { "--table-2", "NAME|own", "its S-box (default as --table)" },
  { NULL },
};

static const CliOption *const convolve_groups[] = {
  cli_series_output_options, cli_series_value_options, cli_condition_options, second_options, cli_size_options,
  cli_span_options,          cli_read_options,         cli_compute_options,   NULL,
};

static const CliOption *const autocorrelate_groups[] = {
  cli_series_output_options, cli_series_value_options, cli_condition_options, cli_size_options, cli_span_options,
  cli_read_options,          cli_compute_options,      NULL,
};

#define EPILOGUE                                                                                                               \
  CLI_SCALE_INTEGERS                                                                                                           \
  "Integers give int64, exact or refused; other values, and what --precision asks for, float64 (float32 for single).\n"      \
  "Input x₁ of a function is the most significant bit of the index.\n"                                                       \
  ".npy: one dimension. .csv: a line of names, then index and value."

const CliCommand cli_convolve = {
  .name = "convolve",
  .operand = "FILE FILE",
  .usage = "-o OUT.(npy|csv|png|svg|pdf) [OPTION…]",
  .summary = "Dyadic convolution C(τ) = Σ f(x) g(x ⊕ τ) of 2ⁿ values of two files.",
  .groups = convolve_groups,
  .epilogue = EPILOGUE,
  .run = run_convolve,
};

const CliCommand cli_autocorrelate = {
  .name = "autocorrelate",
  .operand = "FILE",
  .usage = "-o OUT.(npy|csv|png|svg|pdf) [OPTION…]",
  .summary = "Dyadic autocorrelation C(τ) = Σ f(x) f(x ⊕ τ) of 2ⁿ values.",
  .groups = autocorrelate_groups,
  .epilogue = EPILOGUE,
  .run = run_autocorrelate,
};
