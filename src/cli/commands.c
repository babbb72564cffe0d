/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

const CliCommand *const cli_commands[] = {
  &cli_info,    &cli_devices, &cli_cwt,      &cli_spectrum, &cli_convolve, &cli_autocorrelate,
  &cli_boolean, &cli_filter,  &cli_generate, &cli_bench,    NULL,
};
