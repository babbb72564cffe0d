/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt-transform.h"

#include "preset.h"

#define VOICES_DEFAULT 24.0

void
cli_transform_clear (CliTransform *self)
{
  g_clear_pointer (&self->compensation, ondes_compensation_unref);
}

static gboolean
parse_detrend (const CliArguments *arguments,
               CliTransform       *transform,
               GError            **error)
{
  OndesDetrending detrending;

  if (!cli_has (arguments, "--detrend"))
    return TRUE;
  if (!ondes_detrending_parse (cli_text (arguments, "--detrend"), &detrending, error))
    return FALSE;
  transform->detrend = detrending.kind;
  transform->detrend_window = detrending.window;
  return TRUE;
}

/* Parses the words and numbers of the options. */
static gboolean
parse_options (const CliArguments *arguments,
               OndesCwtOptions    *options,
               GError            **error)
{
  guint wavelet = options->wavelet, normalisation = options->normalisation, boundary = options->boundary;
  guint method = options->method, quantity = options->quantity, pool = options->pool;

  if (!cli_choice (arguments, "--wavelet", ondes_wavelet_names, &wavelet, error) ||
      !cli_choice (arguments, "--normalisation", ondes_normalisation_names, &normalisation, error) ||
      !cli_choice (arguments, "--boundary", ondes_boundary_names, &boundary, error) ||
      !cli_choice (arguments, "--method", ondes_method_names, &method, error) ||
      !cli_choice (arguments, "--quantity", ondes_quantity_names, &quantity, error) ||
      !cli_choice (arguments, "--pool", ondes_pool_names, &pool, error) ||
      !cli_number (arguments, "--omega0", 0.5, 100, &options->omega0, error) ||
      !cli_integer (arguments, "--fft-length", 1, G_GUINT64_CONSTANT (1) << 40, &options->fft_length, error))
    return FALSE;
  options->wavelet = wavelet;
  options->normalisation = normalisation;
  options->boundary = boundary;
  options->method = method;
  options->quantity = quantity;
  options->pool = pool;
  return TRUE;
}

static gboolean
parse_rows (const CliArguments *arguments,
            CliTransform       *transform,
            GError            **error)
{
  transform->scales = cli_text (arguments, "--scales");
  if (transform->scales != NULL && cli_has (arguments, "--frequencies"))
    return cli_refuse (error, "--frequencies", "--scales asks for the rows already; leave one out");
  if (!cli_number (arguments, "--voices", 0.1, 1000, &transform->voices, error) ||
      !cli_range (arguments, "--frequencies", &transform->fmin, &transform->fmax, error))
    return FALSE;
  if (cli_has (arguments, "--frequencies") && !(transform->fmin > 0 && transform->fmin <= transform->fmax))
    {
      cli_refuse (error, "--frequencies", "“%s” is not FMIN:FMAX, above 0 and the lower one first",
                  cli_text (arguments, "--frequencies"));
      return FALSE;
    }
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
  OndesCwtOptions *options = &self->options;

  *options = ondes_cwt_options_default;
  options->precision = precision >= 0 ? (guint) precision : figure ? ONDES_PRECISION_SINGLE : ONDES_PRECISION_DOUBLE;
  options->quantity = figure || columns ? ONDES_QUANTITY_MAGNITUDE : ONDES_QUANTITY_COEFFICIENTS;
  if (!parse_options (arguments, options, error) || !parse_detrend (arguments, self, error))
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
  const double voices = self->voices > 0 ? self->voices : VOICES_DEFAULT;
  OndesScaleList *list;

  if (self->scales == NULL)
    return ondes_scale_list_new_frequencies (self->fmin, self->fmax, voices, self->options.omega0, rate_hz, error);
  /* The samples that the transform sees are oversampled. */
  list = ondes_scale_list_parse (self->scales, self->voices, error);
  for (guint i = 0; list != NULL && i < list->scales->len; i++)
    g_array_index (list->scales, OndesScale, i).numerator *= cli_transform_times (self);
  return list;
}

/* Words for shell completion. */
static const char *const cli_detrends[] = { "auto", "none", "mean", "linear", "span-mean", "moving:", NULL };

const CliOption cli_transform_options[] = {
  { .help = "The transform" },
  { "--preset", "NAME|FILE", CLI_PRESET_HELP, cli_preset_words },
  { "--wavelet", "NAME", "complex-morlet, morlet (real) or analytic-morlet (default complex-morlet)", ondes_wavelet_names },
  { "--omega0", "W",
    "frequency of the wavelet at scale 1, radians per sample, 0.5 to 100; l1 reads a tone's amplitude from 3 on (default 5)" },
  { "--scales", "A:B[:STEP]", "scales in samples, each P or P/Q, STEP 1; A:B with --voices is logarithmic; or a list S1,S2,…" },
  { "--frequencies", "FMIN:FMAX", "rows from FMAX down to FMIN, cycles per time unit (Hz) (default 0.0004 to 0.4 of the rate, "
    "in pictures less what is empty at its ends)" },
  { "--voices", "V", "voices per octave (default 24); a picture with --view has more in between, none taller than 3 pixels" },
  { "--normalisation", "N", "l1, a tone's amplitude, or l2, 1/√s (default l1)", ondes_normalisation_names },
  { "--boundary", "B", "outside the recording: zero, reflect, periodic or edge (default zero)", ondes_boundary_names },
  { "--detrend", "D",
    "subtracted from the whole recording before: auto, none, mean, linear (the line of least squares), span-mean (the mean from "
    "--from to --to) or moving:T, the mean of T time units around each sample (default auto: mean for pictures with boundary zero, "
    "else none)",
    cli_detrends },
  { "--condition", CLI_CONDITION_STEP, CLI_CONDITION_HELP "; --detrend comes first", cli_condition_words },
  { "--method", "M", "auto, direct, overlap-save or fft (default auto)", ondes_method_names },
  { "--fft-length", "N", "analytic-morlet: samples padded to (default the smallest power of two of twice the recording)" },
  { NULL },
};
