/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-settings.h"

#include <math.h>

#include "base/number.h"
#include "base/option.h"
#include "base/words.h"

#define MOST_BANDS     4096
#define MOST_FRACTION  24
#define MOST_HARMONICS 100000
#define NOTCH_WIDTH    1.2 /* of the transition */

const OndesFilterSettings ondes_filter_settings_default = {
  .kind = ONDES_FILTER_BANDPASS, .lo_hz = 100, .hi_hz = 1000, .notch_hz = 50, .harmonics = 1, .ripple_db = 80, .length = 255,
  .window = { ONDES_WINDOW_KAISER, ONDES_FILTER_BETA }, .fraction = 3, .band = ONDES_FILTER_BAND_AUTO, .above_db = NAN,
};

gboolean
ondes_filter_settings_is_design (const OndesFilterSettings *self)
{
  return self->kind < ONDES_FILTER_BANK;
}

/* TRUE for banks of Morlet wavelets and of gammatones. */
static gboolean
has_range (const OndesFilterSettings *self)
{
  return self->kind == ONDES_FILTER_MORLET || self->kind == ONDES_FILTER_GAMMATONE;
}

/* Where parameters apply. */

static gboolean
is_band (gconstpointer owner)
{
  const OndesFilterSettings *self = owner;

  return self->kind == ONDES_FILTER_BANDPASS || self->kind == ONDES_FILTER_BANDSTOP;
}

static gboolean
is_bank (gconstpointer owner)
{
  return ((const OndesFilterSettings *) owner)->kind == ONDES_FILTER_BANK || has_range (owner);
}

static gboolean
is_by_attenuation (gconstpointer owner)
{
  return ondes_filter_settings_is_design (owner) && !((const OndesFilterSettings *) owner)->by_length;
}

static gboolean
is_by_length (gconstpointer owner)
{
  return ondes_filter_settings_is_design (owner) && ((const OndesFilterSettings *) owner)->by_length;
}

/* A notch has a width also if its length is given. */
static gboolean
has_transition (gconstpointer owner)
{
  return is_by_attenuation (owner) || ((const OndesFilterSettings *) owner)->kind == ONDES_FILTER_NOTCH;
}

static gboolean
has_peaks (gconstpointer owner)
{
  return ((const OndesFilterSettings *) owner)->peaks;
}

double
ondes_filter_settings_voices (const OndesFilterSettings *self)
{
  return self->voices > 0 ? self->voices : self->fraction;
}

void
ondes_filter_settings_design (const OndesFilterSettings *self,
                              OndesFirDesign            *design)
{
  *design = (OndesFirDesign) { .kind = (OndesFirKind) self->kind, .lo_hz = self->lo_hz, .hi_hz = self->hi_hz,
                               .harmonics = self->harmonics, .length = self->by_length ? self->length : 0,
                               .window = self->window, .ripple_db = ondes_filter_settings_default.ripple_db };
  if (is_by_attenuation (self))
    design->ripple_db = self->ripple_db;
  if (has_transition (self))
    design->transition_hz = self->transition_hz;
  if (self->kind != ONDES_FILTER_NOTCH)
    return;
  design->lo_hz = self->notch_hz;
  if (design->transition_hz == 0)
    design->transition_hz = self->notch_hz / 10;
  design->hi_hz = NOTCH_WIDTH * design->transition_hz;
}

/* Options whose texts have a form of their own. */

/* Parses "HZ" or "HZ:COUNT". */
static gboolean
parse_notch (const OndesParam *row,
             const char       *text,
             gpointer          owner,
             GError          **error)
{
  OndesFilterSettings *self = owner;
  g_auto (GStrv) parts = g_strsplit (text, ":", 3);
  const guint n = g_strv_length (parts);
  guint64 harmonics = 1;

  if (n < 1 || n > 2 || !ondes_number_parse (parts[0], &self->notch_hz) || !(self->notch_hz > 0)
      || (n == 2 && !g_ascii_string_to_unsigned (parts[1], 10, 1, MOST_HARMONICS, &harmonics, NULL)))
    return ondes_option_refuse (error, row->option, _("“%s” is not HZ or HZ:COUNT, as 50:5"), text);
  self->harmonics = (guint) harmonics;
  return TRUE;
}

static char *
print_notch (gconstpointer owner)
{
  const OndesFilterSettings *self = owner;
  char number[ONDES_NUMBER_SIZE];

  ondes_number_print (number, self->notch_hz);
  return self->harmonics > 1 ? g_strdup_printf ("%s:%u", number, self->harmonics) : g_strdup (number);
}

/* Parses "morlet:FMIN:FMAX:V" or "gammatone:FMIN:FMAX[:V]". */
static gboolean
parse_range (const char          *text,
             OndesFilterSettings *self)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 5);
  const guint n = g_strv_length (parts);
  const gboolean gammatone = n > 0 && g_str_equal (parts[0], "gammatone");

  if (!(n == 4 && g_str_equal (parts[0], "morlet")) && !((n == 3 || n == 4) && gammatone))
    return FALSE;
  self->kind = gammatone ? ONDES_FILTER_GAMMATONE : ONDES_FILTER_MORLET;
  return ondes_number_parse (parts[1], &self->lo_hz) && ondes_number_parse (parts[2], &self->hi_hz)
         && ondes_number_parse (n == 4 ? parts[3] : "1", &self->voices) && self->lo_hz > 0 && self->lo_hz <= self->hi_hz
         && self->voices > 0 && (gammatone || log2 (self->hi_hz / self->lo_hz) * self->voices < MOST_BANDS);
}

static gboolean
parse_bank (const OndesParam *row,
            const char       *text,
            gpointer          owner,
            GError          **error)
{
  OndesFilterSettings *self = owner;
  guint64 fraction;

  self->kind = ONDES_FILTER_BANK;
  if (g_str_equal (text, "octave"))
    self->fraction = 1;
  else if (g_str_equal (text, "third-octave"))
    self->fraction = 3;
  else if (g_str_has_prefix (text, "1/") && g_ascii_string_to_unsigned (text + 2, 10, 1, MOST_FRACTION, &fraction, NULL))
    self->fraction = (guint) fraction;
  else if (!parse_range (text, self))
    return ondes_option_refuse (error, row->option,
                                _("“%s” is none of octave, third-octave, 1/B with B up to 24, morlet:FMIN:FMAX:V and "
                                  "gammatone:FMIN:FMAX[:V]"), text);
  return TRUE;
}

static char *
print_bank (gconstpointer owner)
{
  const OndesFilterSettings *self = owner;
  char numbers[3][ONDES_NUMBER_SIZE];

  if (has_range (self))
    return g_strdup_printf ("%s:%s:%s:%s", self->kind == ONDES_FILTER_GAMMATONE ? "gammatone" : "morlet",
                            ondes_number_print (numbers[0], self->lo_hz), ondes_number_print (numbers[1], self->hi_hz),
                            ondes_number_print (numbers[2], ondes_filter_settings_voices (self)));
  return self->fraction == 1   ? g_strdup ("octave")
         : self->fraction == 3 ? g_strdup ("third-octave")
                               : g_strdup_printf ("1/%u", self->fraction);
}

static char *
print_taps (gconstpointer owner)
{
  return g_canonicalize_filename (((const OndesFilterSettings *) owner)->taps, NULL);
}

/* The table. */

static const char *const kind_words[] = { "lowpass", "highpass", "bandpass", "bandstop", "notch", "differentiator",
                                          "hilbert", "bank", "morlet", "gammatone", "taps", NULL };
static const char *const kinds[] = { N_("Low-pass"), N_("High-pass"), N_("Band-pass"), N_("Band-stop"), N_("Notch"),
                                     N_("Differentiator"), N_("Hilbert transform"), N_("Octave bank"), N_("Morlet bank"),
                                     N_("Gammatone bank"), N_("Taps from a file"), NULL };
static const char *const bank_words[] = { "octave", "third-octave", "1/", "morlet:", "gammatone:", NULL };
static const char *const window_words[] = { "kaiser", "hann", "hamming", "blackman", "rect", NULL };
static const char *const windows[]
  = { N_("Kaiser"), N_("Hann"), N_("Hamming"), N_("Blackman"), N_("Rectangular"), NULL };
static const char *const designs[] = { N_("Attenuation"), N_("Length"), NULL };
static const char *const posts[] = { N_("None"), N_("Power"), N_("Derivative"), N_("2× interpolation"), NULL };
static const char *const fractions[] = { "1", "2", "3", "6", "12", "24", NULL };
static const char *const filled[] = { NULL };

static const char half[] = N_("Frequency at which the amplitude is a half");

#define FIELD(name)  G_STRUCT_OFFSET (OndesFilterSettings, name)
#define IN_SESSION   ONDES_PARAM_SESSION
#define CHOOSES(k)   .section = "filter", .of = "kind", .of_word = ONDES_FILTER_##k, .flags = ONDES_PARAM_STATED
#define ABOVE_0      .low = G_MINDOUBLE, .high = G_MAXDOUBLE
/* The page sets the range of frequencies. */
#define IN_FILTER(k) .group = "filter", .of = "kind", .of_word = ONDES_FILTER_##k, .slider_low = 1, .slider_high = 1000

static const OndesParam rows[] = {
  { "kind", ONDES_PARAM_WORD, FIELD (kind), kind_words, .flags = IN_SESSION, .group = "filter", .title = N_("Kind"),
    .titles = kinds, .tip = N_("What the filter lets through") },
  { "taps", ONDES_PARAM_TEXT, FIELD (taps), NULL, sizeof ((OndesFilterSettings *) NULL)->taps,
    IN_SESSION | ONDES_PARAM_STATED, .option = "--taps", .argument = "FILE", .section = "filter",
    .help = "its taps: text, .npy, or a recording as impulse response; complex taps in a complex .npy; each channel of FILE is a "
            "filter of its own",
    .of = "kind", .of_word = ONDES_FILTER_TAPS, .print = print_taps, .setting = ONDES_SETTING_TAPS,
    .group = "filter", .title = N_("Taps"), .question = N_("Choose the Taps"),
    .tip = N_("Text, .npy or a recording as impulse response; each channel is a filter") },
  { "lowpass", ONDES_PARAM_NUMBER, FIELD (hi_hz), CHOOSES (LOWPASS), ABOVE_0, .option = "--lowpass", .argument = "HZ",
    .help = "passes what lies below; the amplitude at a cut-off is a half", .setting = ONDES_SETTING_LOWPASS,
    .group = "filter", .title = N_("Cut-off"), .tip = half, .slider_low = 1, .slider_high = 1000 },
  { "highpass", ONDES_PARAM_NUMBER, FIELD (lo_hz), CHOOSES (HIGHPASS), ABOVE_0, .option = "--highpass", .argument = "HZ",
    .help = "passes what lies above", .setting = ONDES_SETTING_HIGHPASS,
    .group = "filter", .title = N_("Cut-off"), .tip = half, .slider_low = 1, .slider_high = 1000 },
  { "bandpass", ONDES_PARAM_RANGE, FIELD (lo_hz), CHOOSES (BANDPASS), .option = "--bandpass", .argument = "A:B",
    .help = "passes A to B, Hz", .title = N_("Lower cut-off"), .setting = ONDES_SETTING_BANDPASS },
  { "bandstop", ONDES_PARAM_RANGE, FIELD (lo_hz), CHOOSES (BANDSTOP), .option = "--bandstop", .argument = "A:B",
    .help = "passes all but A to B, Hz", .title = N_("Lower cut-off"), .setting = ONDES_SETTING_BANDSTOP },
  { "lo", ONDES_PARAM_NUMBER, FIELD (lo_hz), .flags = IN_SESSION, .group = "filter", .title = N_("Lower cut-off"),
    .tip = N_("Frequency at which the amplitude is a half. It begins a third up the visible frequencies, or higher, so that the "
              "filter has at most 2,000 coefficients"),
    .slider_low = 1, .slider_high = 1000, .applies = is_band },
  { "hi", ONDES_PARAM_NUMBER, FIELD (hi_hz), .flags = IN_SESSION, .group = "filter", .title = N_("Upper cut-off"), .tip = half,
    .slider_low = 1, .slider_high = 1000, .applies = is_band },
  { "notch", ONDES_PARAM_NUMBER, FIELD (notch_hz), .flags = IN_SESSION | ONDES_PARAM_STATED, .option = "--notch",
    .argument = "HZ[:COUNT]", .section = "filter",
    .help = "takes out HZ, as of the mains, and its harmonics, COUNT frequencies in all (default 1)", .parse = parse_notch,
    .print = print_notch, .setting = ONDES_SETTING_NOTCH, IN_FILTER (NOTCH), .title = N_("Notch frequency"),
    .tip = N_("Frequency that is taken out, such as that of the mains") },
  { "harmonics", ONDES_PARAM_INDEX, FIELD (harmonics), .flags = IN_SESSION | ONDES_PARAM_LINEAR, .low = 1, .high = MOST_HARMONICS,
    .group = "filter", .of = "kind", .of_word = ONDES_FILTER_NOTCH, .title = N_("Harmonics"), .slider_low = 1, .slider_high = 20,
    .tip = N_("How many multiples of the frequency are taken out, itself included") },
  { "differentiator", ONDES_PARAM_BOOLEAN, FIELD (kind), CHOOSES (DIFFERENTIATOR), .option = "--differentiator",
    .help = "gives the derivative, per time unit, up to half the rate less --transition" },
  { "hilbert", ONDES_PARAM_BOOLEAN, FIELD (kind), CHOOSES (HILBERT), .option = "--hilbert",
    .help = "gives the Hilbert transform, which makes a sine of a cosine, from --transition to half the rate less --transition" },
  { "bank", ONDES_PARAM_WORD, FIELD (kind), bank_words, .flags = ONDES_PARAM_STATED, .option = "--bank", .argument = "NAME",
    .section = "filter",
    .help = "a filter per band: octave or third-octave (IEC 61260-1, base 10, of class 1), 1/B, B an octave, "
            "morlet:FMIN:FMAX:V, complex wavelets, V an octave, or gammatone:FMIN:FMAX[:V], V per equivalent rectangular "
            "bandwidth of hearing (default 1)",
    .title = N_("Bands per octave"), .setting = ONDES_SETTING_BANK, .parse = parse_bank, .print = print_bank,
    .applies = is_bank },
  { "fraction", ONDES_PARAM_INDEX, FIELD (fraction), .flags = IN_SESSION, IN_FILTER (BANK), .title = N_("Bands per octave"),
    .titles = fractions, .tip = N_("Octaves and third octaves are of class 1 of IEC 61260-1") },
  { "lowest-wavelet", ONDES_PARAM_NUMBER, FIELD (lo_hz), IN_FILTER (MORLET), .title = N_("Lowest band"),
    .tip = N_("Centre of the lowest wavelet") },
  { "highest-wavelet", ONDES_PARAM_NUMBER, FIELD (hi_hz), IN_FILTER (MORLET), .title = N_("Highest band"),
    .tip = N_("Centre of the highest wavelet") },
  { "wavelets", ONDES_PARAM_INDEX, FIELD (fraction), IN_FILTER (MORLET), .title = N_("Bands per octave"), .titles = fractions,
    .tip = N_("Wavelets per octave") },
  { "lowest-gammatone", ONDES_PARAM_NUMBER, FIELD (lo_hz), IN_FILTER (GAMMATONE), .title = N_("Lowest band"),
    .tip = N_("Frequency at or above which the lowest band is") },
  { "highest-gammatone", ONDES_PARAM_NUMBER, FIELD (hi_hz), IN_FILTER (GAMMATONE), .title = N_("Highest band"),
    .tip = N_("Centre of the highest band") },
  { "gammatones", ONDES_PARAM_INDEX, FIELD (fraction), IN_FILTER (GAMMATONE), .title = N_("Bands per ERB"), .titles = fractions,
    .tip = N_("Bands per equivalent rectangular bandwidth of hearing (Glasberg and Moore 1990)") },
  { "voices", ONDES_PARAM_NUMBER, FIELD (voices) },
  { "only", ONDES_PARAM_INDEX, FIELD (only), .low = 1, .high = G_MAXUINT, .option = "--band", .argument = "K",
    .section = "filter",
    .help = "one filter alone of a bank or of taps with several channels, counted from 1, the lowest (default all)",
    .title = N_("Band shown"), .setting = ONDES_SETTING_BAND },
  { "resample-taps", ONDES_PARAM_BOOLEAN, FIELD (resample_taps), .flags = IN_SESSION, .option = "--resample-taps",
    .section = "filter", .help = "brings taps of another rate to the recording's, their gain and their middle kept (default: they "
    "are refused)",
    .of = "kind", .of_word = ONDES_FILTER_TAPS, .group = "filter", .title = N_("Resample the taps"),
    .setting = ONDES_SETTING_RESAMPLE_TAPS, .tip = N_("For an impulse response that was recorded at another rate") },
  { "band", ONDES_PARAM_INDEX, FIELD (band), .flags = IN_SESSION, .group = "filter", .title = N_("Band shown"), .titles = filled,
    .tip = N_("The filter whose output is shown; all are exported") },
  { "every", ONDES_PARAM_NUMBER, FIELD (every), .flags = IN_SESSION, .group = "filter", .title = N_("Averaging time"),
    .automatic = N_("Automatic spans"), .slider_low = 0.01, .slider_high = 1000,
    .tip = N_("Time over which a level of a band is measured: a column of Levels") },
  { "by-length", ONDES_PARAM_BOOLEAN, FIELD (by_length), .flags = IN_SESSION, .group = "design", .title = N_("Designed by"),
    .titles = designs,
    .tip = N_("Attenuation and transition determine the length; or the length and its window are given") },
  { "ripple", ONDES_PARAM_NUMBER, FIELD (ripple_db), .flags = IN_SESSION | ONDES_PARAM_LINEAR, .low = 1, .high = 300,
    .option = "--ripple-db", .argument = "R", .section = "shape",
    .help = "least attenuation where it stops; the ripple where it passes is as small (default 80). A design is measured, and "
            "lengthened until it holds",
    .group = "design", .title = N_("Attenuation"), .slider_low = 20, .slider_high = 150, .unit = N_("dB"),
    .setting = ONDES_SETTING_RIPPLE, .applies = is_by_attenuation,
    .tip = N_("Least attenuation in the stop band; the ripple in the passband is as small") },
  { "transition", ONDES_PARAM_NUMBER, FIELD (transition_hz), .flags = IN_SESSION, ABOVE_0, .option = "--transition",
    .argument = "HZ", .section = "shape",
    .help = "width at a cut-off, from where it passes to where it stops (default a tenth of the lowest cut-off; of "
            "differentiator and hilbert 1/200 of the rate)",
    .group = "design", .title = N_("Transition"), .automatic = N_("Automatic transition"), .slider_low = 1, .slider_high = 1000,
    .setting = ONDES_SETTING_TRANSITION, .applies = has_transition,
    .tip = N_("Width at the cut-offs, from what passes to what is stopped. Narrower: a longer filter.") },
  { "length", ONDES_PARAM_INDEX, FIELD (length), .flags = IN_SESSION | ONDES_PARAM_STATED, .low = 1, .high = ONDES_FIR_TAPS_MAX,
    .option = "--length", .argument = "M", .section = "shape",
    .help = "taps, in place of --ripple-db and --transition; odd for all but lowpass and bandpass",
    .group = "design", .title = N_("Length"), .slider_low = 3, .slider_high = 4095, .setting = ONDES_SETTING_LENGTH,
    .applies = is_by_length, .tip = N_("Number of taps; odd for all but low-pass and band-pass") },
  { "window", ONDES_PARAM_WORD, FIELD (window.kind), window_words, .flags = IN_SESSION, .option = "--window", .argument = "W",
    .section = "shape",
    .help = "of the taps with --length: kaiser:BETA, hann, hamming, blackman or rect (default kaiser:8.6)",
    .group = "design", .title = N_("Window"), .titles = windows, .setting = ONDES_SETTING_WINDOW, .applies = is_by_length,
    .tip = N_("Tapers the taps towards their ends") },
  { "beta", ONDES_PARAM_NUMBER, FIELD (window.beta), .flags = IN_SESSION | ONDES_PARAM_LINEAR, .high = 100, .argument = "BETA",
    .of = "window", .of_word = ONDES_WINDOW_KAISER, .group = "design", .title = N_("Kaiser β"), .slider_high = 20,
    .applies = is_by_length, .tip = N_("Larger: more attenuation, wider transitions") },
  { "causal", ONDES_PARAM_BOOLEAN, FIELD (causal), .flags = IN_SESSION, .option = "--causal", .section = "use",
    .help = "no output depends on a later sample, but for the ringing that --resample-taps adds before the first tap (default: "
            "aligned, without the delay of (M − 1)/2 samples)",
    .group = "output", .title = N_("Causal"), .tip = N_("Off: the output has no delay") },
  { "post", ONDES_PARAM_WORD, FIELD (post), ondes_post_names, .flags = IN_SESSION, .option = "--post", .argument = "P",
    .section = "use",
    .help = "none, power, the square of the magnitude, derivative, per time unit, or interpolation, at twice the rate (default "
            "none)",
    .group = "output", .title = N_("Post-processing"), .titles = posts,
    .tip = N_("What is made of the filter’s outputs. Interpolation: exports and conditioning get twice the rate; what is shown "
              "keeps the recording’s samples.") },
  { "peaks", ONDES_PARAM_BOOLEAN, FIELD (peaks), .flags = IN_SESSION, .group = "output", .title = N_("Peaks"),
    .tip = N_("Mark the maxima of the outputs’ magnitude that reach a threshold; Export writes them as a table") },
  { "above", ONDES_PARAM_NUMBER, FIELD (above_db), .flags = IN_SESSION | ONDES_PARAM_LINEAR, .group = "output",
    .title = N_("Peak threshold"), .slider_low = -80, .unit = N_("dB"), .setting = ONDES_SETTING_ABOVE,
    .applies = has_peaks,
    .tip = N_("Least level of a peak, re 1 of the recording’s unit; for sound, 0 dB is full scale") },
  { NULL },
};

const OndesParamTable ondes_filter_params = { rows, &ondes_filter_settings_default };

const char *
ondes_filter_settings_title (const OndesFilterSettings *self)
{
  return self->kind != ONDES_FILTER_NONE ? _(kinds[self->kind]) : "";
}
