/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-design.h"

#include "transform/filter-text.h"

static const char *const bank_words[] = { "octave", "third-octave", "1/", "morlet:", "gammatone:", NULL };
static const char *const window_words[] = { "kaiser:", "hann", "hamming", "blackman", "rect", NULL };

const CliOption cli_filter_options[] = {
  { .help = "The filter: one of these" },
  { "--taps", "FILE",
    "its taps: text, .npy, or a recording as impulse response; complex taps in a complex .npy; each channel of FILE is a filter of "
    "its own" },
  { "--lowpass", "HZ", "passes what lies below; the amplitude at a cut-off is a half" },
  { "--highpass", "HZ", "passes what lies above" },
  { "--bandpass", "A:B", "passes A to B, Hz" },
  { "--bandstop", "A:B", "passes all but A to B, Hz" },
  { "--notch", "HZ[:COUNT]", "takes out HZ, as of the mains, and its harmonics, COUNT frequencies in all (default 1)" },
  { "--differentiator", NULL, "gives the derivative, per time unit, up to half the rate less --transition" },
  { "--hilbert", NULL, "gives the Hilbert transform, which makes a sine of a cosine, from --transition to half the rate less "
    "--transition" },
  { "--bank", "NAME",
    "a filter per band: octave or third-octave (IEC 61260-1, base 10, of class 1), 1/B, B an octave, morlet:FMIN:FMAX:V, complex "
    "wavelets, V an octave, or gammatone:FMIN:FMAX[:V], V per equivalent rectangular bandwidth of hearing (default 1)",
    bank_words },
  { "--band", "K", "one filter alone of a bank or of taps with several channels, counted from 1, the lowest (default all)" },
  { "--resample-taps", NULL, "brings taps of another rate to the recording's, their gain and their middle kept (default: they are "
    "refused)" },
  { NULL },
};

const CliOption cli_filter_shape_options[] = {
  { .help = "How a filter is designed" },
  { "--ripple-db", "R", "least attenuation where it stops; the ripple where it passes is as small (default 80). A design is "
    "measured, and lengthened until it holds" },
  { "--transition", "HZ", "width at a cut-off, from where it passes to where it stops (default a tenth of the lowest cut-off; of "
    "differentiator and hilbert 1/200 of the rate)" },
  { "--length", "M", "taps, in place of --ripple-db and --transition; odd for all but lowpass and bandpass" },
  { "--window", "W", "of the taps with --length: kaiser:BETA, hann, hamming, blackman or rect (default kaiser:8.6)",
    window_words },
  { NULL },
};

static const char *
find_text (gconstpointer arguments,
           const char   *option)
{
  return cli_text (arguments, option);
}

gboolean
cli_filter_design_parse (const CliArguments *arguments,
                         OndesFilterChoice  *design,
                         GError            **error)
{
  return ondes_filter_choice_parse (design, find_text, arguments, error);
}

/* Appends an option with its value, "" for a flag. */
static void
add_option (GString    *text,
            const char *name,
            const char *value)
{
  g_string_append_printf (text, "%s%s%s%s", text->len > 0 ? " " : "", name, value[0] != '\0' ? " " : "", value);
}

char *
cli_filter_design_print (const CliArguments *arguments)
{
  static const CliOption *const groups[] = { cli_filter_options, cli_filter_shape_options };
  static const char *const others[] = { "--causal", "--post", "--shift" };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    for (const CliOption *option = groups[i] + 1; option->name != NULL; option++)
      if (cli_has (arguments, option->name))
        add_option (text, option->name, cli_text (arguments, option->name));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (cli_has (arguments, others[i]))
      add_option (text, others[i], cli_text (arguments, others[i]));
  return g_string_free (text, FALSE);
}
