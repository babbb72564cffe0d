/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-design.h"

#include <math.h>
#include <string.h>

#define MOST_BANDS     4096
#define MOST_FRACTION  24

static const char *const bank_words[] = { "octave", "third-octave", "1/", "morlet:", "gammatone:", NULL };
static const char *const window_words[] = { "kaiser:", "hann", "hamming", "blackman", "rect", NULL };
/* In the order of OndesFirKind. */
static const char *const kinds[] = { "--lowpass", "--highpass",       "--bandpass", "--bandstop",
                                     "--notch",   "--differentiator", "--hilbert" };

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
  { "--hilbert", NULL, "gives the Hilbert transform, which makes a sine of a cosine, from --transition on" },
  { "--bank", "NAME",
    "a filter per band: octave or third-octave (IEC 61260-1, base 10, of class 1), 1/B, B an octave, morlet:FMIN:FMAX:V, complex "
    "wavelets, V an octave, or gammatone:FMIN:FMAX[:V], V per equivalent rectangular bandwidth of hearing (default 1)",
    bank_words },
  { NULL },
};

const CliOption cli_filter_shape_options[] = {
  { .help = "How a filter is designed" },
  { "--ripple-db", "R", "least attenuation where it stops; the ripple where it passes is as small (default 80)" },
  { "--transition", "HZ", "width at a cut-off, from where it passes to where it stops (default a tenth of the lowest cut-off; of "
    "differentiator and hilbert 1/200 of the rate)" },
  { "--length", "M", "taps, in place of --ripple-db and --transition; odd for all but lowpass and bandpass" },
  { "--window", "W", "of the taps with --length: kaiser:BETA, hann, hamming, blackman or rect (default kaiser:8.6)",
    window_words },
  { NULL },
};

/* Finds the one option that chooses the filter; NULL if there is none and @may_lack. */
static gboolean
find_choice (const CliArguments *arguments,
             gboolean            may_lack,
             const char        **choice,
             GError            **error)
{
  *choice = NULL;
  for (const CliOption *option = cli_filter_options + 1; option->name != NULL; option++)
    {
      if (!cli_has (arguments, option->name))
        continue;
      if (*choice != NULL)
        {
          cli_refuse (error, option->name, "%s asks for another filter; leave one out", *choice);
          return FALSE;
        }
      *choice = option->name;
    }
  if (*choice != NULL || may_lack)
    return TRUE;
  g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_REQUEST,
                       "--taps: missing; name a file of taps, or design a filter, as with --bandpass 300:3000 or --bank octave");
  return FALSE;
}

static gboolean
parse_bank (const CliArguments *arguments,
            OndesFilterChoice  *design,
            GError            **error)
{
  const char *text = cli_text (arguments, "--bank");
  g_auto (GStrv) parts = g_strsplit (text, ":", 5);
  const guint n = g_strv_length (parts);
  const gboolean gammatone = g_str_equal (parts[0], "gammatone");
  guint64 fraction;

  if (g_str_equal (text, "octave"))
    design->fraction = 1;
  else if (g_str_equal (text, "third-octave"))
    design->fraction = 3;
  else if (g_str_has_prefix (text, "1/") && g_ascii_string_to_unsigned (text + 2, 10, 1, MOST_FRACTION, &fraction, NULL))
    design->fraction = (guint) fraction;
  else if (((n == 4 && g_str_equal (parts[0], "morlet")) || ((n == 3 || n == 4) && gammatone))
           && cli_parse_number (parts[1], &design->fmin_hz) && cli_parse_number (parts[2], &design->fmax_hz)
           && cli_parse_number (n == 4 ? parts[3] : "1", &design->voices) && design->fmin_hz > 0
           && design->fmin_hz <= design->fmax_hz && design->voices > 0
           && (gammatone || log2 (design->fmax_hz / design->fmin_hz) * design->voices < MOST_BANDS))
    design->gammatone = gammatone;
  else
    {
      cli_refuse (error, "--bank", "“%s” is none of octave, third-octave, 1/B with B up to 24, morlet:FMIN:FMAX:V and "
                                    "gammatone:FMIN:FMAX[:V]", text);
      return FALSE;
    }
  return TRUE;
}

/* Parses "HZ" or "HZ:COUNT". */
static gboolean
parse_notch (const CliArguments *arguments,
             OndesFirDesign     *design,
             GError            **error)
{
  const char *text = cli_text (arguments, "--notch");
  g_auto (GStrv) parts = g_strsplit (text, ":", 3);
  const guint n = g_strv_length (parts);
  guint64 harmonics = 1;

  if (n < 1 || n > 2 || !cli_parse_number (parts[0], &design->lo_hz) || !(design->lo_hz > 0)
      || (n == 2 && !g_ascii_string_to_unsigned (parts[1], 10, 1, 100000, &harmonics, NULL)))
    {
      cli_refuse (error, "--notch", "“%s” is not HZ or HZ:COUNT, as 50:5", text);
      return FALSE;
    }
  design->harmonics = (guint) harmonics;
  ondes_filter_choice_widen (design);
  return TRUE;
}

/* Parses length and window, or ripple and transition. */
static gboolean
parse_shape (const CliArguments *arguments,
             OndesFirDesign     *design,
             GError            **error)
{
  const char *window = cli_text (arguments, "--window");
  guint64 length = 0;

  design->window = (OndesFirWindow) { ONDES_WINDOW_KAISER, ONDES_FILTER_BETA };
  if (!cli_integer (arguments, "--length", 1, ONDES_FIR_TAPS_MAX, &length, error)
      || !cli_number (arguments, "--ripple-db", 1, 300, &design->ripple_db, error)
      || !cli_number (arguments, "--transition", G_MINDOUBLE, G_MAXDOUBLE, &design->transition_hz, error)
      || (window != NULL && !ondes_window_parse (window, &design->window, error)))
    return FALSE;
  design->length = (guint) length;
  if (window != NULL && length == 0)
    return cli_refuse (error, "--window", "a window needs --length; without it, length and window follow from --ripple-db and "
                                      "--transition");
  if (length > 0 && cli_has (arguments, "--ripple-db"))
    return cli_refuse (error, "--ripple-db", "--length asks for the taps already; leave one out");
  if (length > 0 && cli_has (arguments, "--transition") && !cli_has (arguments, "--notch"))
    return cli_refuse (error, "--transition", "--length asks for the taps already; leave one out");
  return TRUE;
}

/* Refuses options of a design that nothing designs. */
static gboolean
check_unused (const CliArguments *arguments,
              const char         *choice,
              GError            **error)
{
  static const char *const options[] = { "--length", "--window", "--ripple-db", "--transition" };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (cli_has (arguments, options[i]))
      return choice != NULL ? cli_refuse (error, options[i], "%s has its own taps; leave one out", choice)
                            : cli_refuse (error, options[i], "no filter is named; name one, as --highpass 20000");
  return TRUE;
}

gboolean
cli_filter_design_parse (const CliArguments *arguments,
                         OndesFilterChoice  *design,
                         GError            **error)
{
  OndesFirDesign *fir = &design->design;
  const gboolean may_lack = design->none;
  const char *choice;

  if (!find_choice (arguments, may_lack, &choice, error))
    return FALSE;
  *design = (OndesFilterChoice) { .none = choice == NULL, .taps = cli_text (arguments, "--taps"),
                                .design = ondes_fir_design_default };
  if (design->none)
    return check_unused (arguments, NULL, error);
  if (g_str_equal (choice, "--taps") || g_str_equal (choice, "--bank"))
    return check_unused (arguments, choice, error) && (design->taps != NULL || parse_bank (arguments, design, error));
  if (!parse_shape (arguments, fir, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (choice, kinds[i]))
      fir->kind = (OndesFirKind) i;
  if (!cli_number (arguments, "--lowpass", G_MINDOUBLE, G_MAXDOUBLE, &fir->hi_hz, error)
      || !cli_number (arguments, "--highpass", G_MINDOUBLE, G_MAXDOUBLE, &fir->lo_hz, error)
      || !cli_range (arguments, "--bandpass", &fir->lo_hz, &fir->hi_hz, error)
      || !cli_range (arguments, "--bandstop", &fir->lo_hz, &fir->hi_hz, error)
      || (fir->kind == ONDES_FIR_NOTCH && !parse_notch (arguments, fir, error)))
    return FALSE;
  return ondes_fir_design_check (fir, INFINITY, error);
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
