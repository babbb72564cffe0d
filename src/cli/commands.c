/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

const CliCommand *const cli_commands[] = {
  &cli_info,      &cli_devices,  &cli_cwt,      &cli_slice,         &cli_measure, &cli_psd,
  &cli_spectrum,  &cli_walshgram, &cli_strips,  &cli_convolve,      &cli_autocorrelate, &cli_boolean,
  &cli_filter,    &cli_pairs,    &cli_annotate, &cli_batch,         &cli_generate, &cli_bench,
  NULL,
};
