/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt-compensation.h"

#include "transform/compensation-settings.h"

const CliOption cli_compensation_options[] = {
  { .help = "Compensation of a sampler's errors, in the masks" },
  { .params = &ondes_compensation_params },
  { NULL },
};

/* Refuses an option that means nothing without another. */
static gboolean
check_alone (const CliArguments *arguments,
             const char         *option,
             const char         *other,
             GError            **error)
{
  if (!cli_has (arguments, option) || cli_has (arguments, other))
    return TRUE;
  return cli_refuse (error, option, "goes with %s; give that too, or leave it out", other);
}

gboolean
cli_compensation_parse (const CliArguments *arguments,
                        OndesCompensation **compensation,
                        GError            **error)
{
  OndesCompensationSettings settings = ondes_compensation_settings_default;
  OndesCompensationOptions options;

  settings.interpolation[0] = '\0'; /* the default is not told again */
  if (!cli_params_parse (arguments, ondes_compensation_params.rows, &settings, error)
      || !check_alone (arguments, "--mask-rounding", "--mask-bits", error)
      || !check_alone (arguments, "--dither", "--mask-bits", error)
      || !check_alone (arguments, "--interpolation", "--oversample", error)
      || !ondes_interpolation_check (cli_text (arguments, "--interpolation"), error))
    return FALSE;
  settings.quantise = cli_has (arguments, "--mask-bits");
  if (ondes_compensation_settings_is_idle (&settings))
    return TRUE;
  options = ondes_compensation_settings_options (&settings);
  *compensation = ondes_compensation_new (&options, error);
  return *compensation != NULL;
}
