/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt-transform.h"

#include "preset.h"

void
cli_transform_clear (CliTransform *self)
{
  g_clear_pointer (&self->compensation, ondes_compensation_unref);
}

static gboolean
parse_rows (const CliArguments *arguments,
            CliTransform       *transform,
            GError            **error)
{
  OndesCwtSettings *settings = &transform->settings;

  transform->scales = cli_text (arguments, "--scales");
  if (transform->scales != NULL && cli_has (arguments, "--frequencies"))
    return cli_refuse (error, "--frequencies", "--scales asks for the rows already; leave one out");
  if (!cli_number (arguments, "--voices", 0.1, 1000, &settings->voices, error) ||
      !cli_range (arguments, "--frequencies", &settings->fmin_hz, &settings->fmax_hz, error))
    return FALSE;
  if (cli_has (arguments, "--frequencies") && !(settings->fmin_hz > 0 && settings->fmin_hz <= settings->fmax_hz))
    return cli_refuse (error, "--frequencies", "“%s” is not FMIN:FMAX, above 0 and the lower one first",
                       cli_text (arguments, "--frequencies"));
  return TRUE;
}

gboolean
cli_transform_parse (const CliArguments *arguments,
                     gboolean            figure,
                     gboolean            columns,
                     int                 precision,
                     CliTransform       *self,
                     GError            **error)
{
  OndesCwtOptions *options = &self->settings.options;

  self->settings = ondes_cwt_settings_default;
  self->settings.voices = 0;
  options->precision = precision >= 0 ? (guint) precision : figure ? ONDES_PRECISION_SINGLE : ONDES_PRECISION_DOUBLE;
  options->quantity = figure || columns ? ONDES_QUANTITY_MAGNITUDE : ONDES_QUANTITY_COEFFICIENTS;
  if (!cli_params_parse (arguments, ondes_cwt_params.rows, &self->settings, error))
    return FALSE;
  if (options->quantity != ONDES_QUANTITY_MAGNITUDE && options->quantity != ONDES_QUANTITY_POWER)
    {
      if (figure)
        return cli_refuse (error, "--quantity",
                           "a picture shows magnitude or power; coefficients and phase go to .npy, .npz or .csv");
      if (columns)
        return cli_refuse (error, "--quantity", "--columns pools magnitude or power; leave it out for coefficients and phase");
    }
  return parse_rows (arguments, self, error) && cli_compensation_parse (arguments, &self->compensation, error);
}

guint
cli_transform_times (const CliTransform *self)
{
  return self->compensation != NULL ? MAX (ondes_compensation_get_options (self->compensation)->oversample, 1) : 1;
}

OndesScaleList *
cli_transform_rows (const CliTransform *self,
                    double              rate_hz,
                    GError            **error)
{
  const double voices = self->settings.voices > 0 ? self->settings.voices : ondes_cwt_settings_default.voices;
  OndesScaleList *list;

  if (self->scales == NULL)
    return ondes_scale_list_new_frequencies (self->settings.fmin_hz, self->settings.fmax_hz, voices,
                                             self->settings.options.omega0, rate_hz, error);
  /* The samples that the transform sees are oversampled. */
  list = ondes_scale_list_parse (self->scales, self->settings.voices, error);
  for (guint i = 0; list != NULL && i < list->scales->len; i++)
    g_array_index (list->scales, OndesScale, i).numerator *= cli_transform_times (self);
  return list;
}

const CliOption cli_transform_options[] = {
  { .help = "The transform" },
  { "--preset", "NAME|FILE", CLI_PRESET_HELP, cli_preset_words },
  { .params = &ondes_cwt_params },
  { "--condition", CLI_CONDITION_STEP, CLI_CONDITION_HELP "; --detrend comes first", cli_condition_words },
  { NULL },
};
