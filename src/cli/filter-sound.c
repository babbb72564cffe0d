/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-sound.h"

#include <math.h>

#include "base/number.h"
#include "engine/filtered-source.h"
#include "io/stage-sinks.h"
#include "signal/time-stretch.h"
#include "transform/heterodyne.h"

#define SPEED_MAX 1000.0

const CliOption cli_filter_sound_options[] = {
  { .help = "Heard otherwise, after the filter; without one if none is named" },
  { "--speed", "X",
    "as a number or P/Q: the file keeps its rate and has 1/X of the samples, so that pitch moves with the speed (default 1)" },
  { "--keep-pitch", NULL,
    "with --speed from 1/4 to 4: the pitch stays, and similar waveforms are left out or repeated (default: it moves)" },
  { "--shift", "HZ",
    "frequencies go down by HZ, as of ultrasound, or up if it is below 0; what would go past 0 or half the rate is taken out "
    "before, 80 dB" },
  { NULL },
};

gboolean
cli_filter_sound_parse (const CliArguments *arguments,
                        CliFilterSound     *sound,
                        GError            **error)
{
  const char *speed = cli_text (arguments, "--speed");
  g_auto (GStrv) parts = g_strsplit (speed != NULL ? speed : "1", "/", 3);
  const guint n = g_strv_length (parts);
  double over = 1;

  *sound = (CliFilterSound) { .speed = 1 };
  if (n < 1 || n > 2 || !ondes_number_parse (parts[0], &sound->speed) || (n == 2 && !ondes_number_parse (parts[1], &over))
      || !(sound->speed / over >= 1 / SPEED_MAX && sound->speed / over <= SPEED_MAX))
    return cli_refuse (error, "--speed", "“%s” is no speed from 1/%g to %g; give a number or a quotient, as 0.5 or 1/20", speed,
                       SPEED_MAX, SPEED_MAX);
  sound->speed /= over;
  sound->keeps_pitch = cli_has (arguments, "--keep-pitch");
  if (sound->keeps_pitch && speed == NULL)
    return cli_refuse (error, "--keep-pitch", "is for another speed; name it with --speed");
  if (sound->keeps_pitch && !(sound->speed >= ONDES_TIME_STRETCH_MIN && sound->speed <= ONDES_TIME_STRETCH_MAX))
    return cli_refuse (error, "--keep-pitch", "takes a --speed from 1/4 to 4, not “%s”; leave it out and the pitch moves", speed);
  if (!cli_number (arguments, "--shift", -G_MAXDOUBLE, G_MAXDOUBLE, &sound->shift_hz, error))
    return FALSE;
  if (cli_has (arguments, "--shift") && sound->shift_hz == 0)
    return cli_refuse (error, "--shift", "0 shifts nothing; leave it out");
  if (sound->shift_hz != 0 && cli_has (arguments, "--post") && !g_str_equal (cli_text (arguments, "--post"), "none"))
    return cli_refuse (error, "--post", "--shift takes the filter's output as it is; leave one out");
  return TRUE;
}

static OndesFilterBank *
shift_bank (const CliFilterSound *sound,
            const OndesSource    *source,
            GError              **error)
{
  OndesFilterBank *bank = ondes_heterodyne_bank (sound->shift_hz, source->rate_hz, ondes_type_is_complex (source->type), error);

  if (bank == NULL)
    g_prefix_error_literal (error, "--shift: ");
  return bank;
}

OndesFilterBank *
cli_filter_sound_bank (const CliFilterSound *sound,
                       const OndesSource    *source,
                       GError              **error)
{
  double one = 1;

  return sound->shift_hz != 0 ? shift_bank (sound, source, error)
                              : ondes_filter_bank_new (&(OndesFilterBand) { .n = 1, .taps = &one }, 1, error);
}

OndesSource *
cli_filter_sound_source (const CliFilterSound     *sound,
                         OndesSource              *source,
                         const OndesFilterOptions *options,
                         GError                  **error)
{
  const OndesFilterOptions own = { .precision = options->precision, .causal = options->causal };
  g_autoptr (OndesFilterBank) bank = shift_bank (sound, source, error);
  g_autoptr (OndesSpec) spec = bank != NULL ? ondes_filter_new (&own, bank, error) : NULL;
  g_autoptr (OndesOperation) operation = spec != NULL ? ondes_filtered_new (spec) : NULL;

  return operation != NULL ? ondes_computed_source_new (operation, &source, error) : NULL;
}

OndesSink *
cli_filter_sound_shifted (const CliFilterSound *sound,
                          const OndesSource    *source,
                          guint64               first,
                          OndesSink            *to)
{
  const OndesShift shift = { sound->shift_hz, source->rate_hz, first, !ondes_type_is_complex (source->type) };

  return sound->shift_hz != 0 ? ondes_shift_sink_new (to, &shift) : to;
}
