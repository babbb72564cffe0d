/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt-compensation.h"

#include "signal/oversampled-source.h"

#define MODEL                                                                                                                     \
  "constant:C, power:A,K,C (A f^K + C), offset:C, table:FILE (lines of f, value; between them by log f) or points:F,V;F,V (such "  \
  "a table in place)"

/* Words for shell completion. */
static const char *const factors[] = { "1", "2", "4", NULL };
static const char *const models[] = { "constant:", "power:", "offset:", "table:", "points:", NULL };

const CliOption cli_compensation_options[] = {
  { .help = "Compensation of a sampler's errors, in the masks" },
  { "--amplitude-error", "MODEL",
    "A(f) of " MODEL ", f in cycles per time unit: masks are multiplied by 1 + A at each row's frequency; offset adds C to "
    "every tap",
    models },
  { "--timing-error", "MODEL",
    "τ(f), such a model in time units, above 0 where samples were taken late; the wavelet is taken at k + τ", models },
  { "--calibration", "FILE",
    "a sensor's sheet: text whose first line names its columns Hz, dB, and degrees, radians or s of group delay; both errors are "
    "undone" },
  { "--aperture", "WIDTH", "each sample is the mean over WIDTH around it, in time units; undone as 1/sinc(f WIDTH)" },
  { "--mask-bits", "B", "masks quantised to B bits of their full scale c(s), 1 to 52" },
  { "--mask-rounding", "R", "nearest, up, down or zero (towards it) (default nearest)", ondes_rounding_names },
  { "--dither", NULL, "a triangular random number of ±1 step added before the rounding, the same in each run" },
  { "--oversample", "K",
    "the transform of 1, 2 or 4 times the samples, the others put between; --scales still count the recording's (default 1)",
    factors },
  { "--interpolation", "I",
    "what is between: hold, linear, cubic (Catmull and Rom), sinc (windowed), or taps:FILE, a filter at the new rate (default "
    "sinc)",
    ondes_interpolation_names },
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
  OndesCompensationOptions options = {
    .amplitude = cli_text (arguments, "--amplitude-error"),
    .timing = cli_text (arguments, "--timing-error"),
    .calibration = cli_text (arguments, "--calibration"),
    .quantisation.dither = cli_has (arguments, "--dither"),
    .interpolation = cli_text (arguments, "--interpolation"),
  };
  guint64 bits = 0;
  guint rounding = ONDES_ROUND_NEAREST, factor = 0;

  if (!cli_number (arguments, "--aperture", 0, G_MAXDOUBLE, &options.aperture, error) ||
      !cli_integer (arguments, "--mask-bits", ONDES_MASK_BITS_MIN, ONDES_MASK_BITS_MAX, &bits, error) ||
      !cli_choice (arguments, "--mask-rounding", ondes_rounding_names, &rounding, error) ||
      !check_alone (arguments, "--mask-rounding", "--mask-bits", error) ||
      !check_alone (arguments, "--dither", "--mask-bits", error) ||
      !cli_choice (arguments, "--oversample", factors, &factor, error) ||
      !check_alone (arguments, "--interpolation", "--oversample", error) ||
      !ondes_interpolation_check (options.interpolation, error))
    return FALSE;
  options.quantisation.bits = (guint) bits;
  options.quantisation.rounding = rounding;
  options.oversample = 1 << factor;
  if (options.amplitude == NULL && options.timing == NULL && options.calibration == NULL && options.aperture == 0 && bits == 0
      && factor == 0)
    return TRUE;
  *compensation = ondes_compensation_new (&options, error);
  return *compensation != NULL;
}
