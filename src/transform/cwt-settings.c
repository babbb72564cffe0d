/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt-settings.h"

#include "base/request-error.h"
#include "base/words.h"

const char *const ondes_rows_names[] = { "frequencies", "scales", "list", NULL };

const OndesCwtSettings ondes_cwt_settings_default = {
  .options = ONDES_CWT_OPTIONS_DEFAULT, .rows = ONDES_ROWS_FREQUENCIES, .voices = 24, .detrend_window = 1, .scales = "2:200:2",
};

static const char *const wavelets[] = { N_("Complex Morlet"), N_("Real Morlet"), N_("Analytic Morlet"), NULL };
/* Translators: with L1 the row of a tone reads its amplitude. */
static const char *const normalisations[] = { N_("L1: amplitude"), N_("L2: energy"), NULL };
static const char *const boundaries[] = { N_("Zero"), N_("Reflected"), N_("Periodic"), N_("Edge value"), NULL };
static const char *const detrends[]
  = { N_("Automatic"), N_("Nothing"), N_("Mean"), N_("Linear trend"), N_("Mean of the view"), N_("Moving mean"), NULL };
static const char *const methods[] = { N_("Automatic"), N_("Direct convolution"), N_("Overlap-save"), N_("Single FFT"), NULL };
static const char *const precisions[] = { N_("Double"), N_("Single"), N_("Single, split sums"), NULL };

static gboolean
is_analytic (gconstpointer owner)
{
  return ((const OndesCwtOptions *) owner)->wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
}

static gboolean
has_scales (gconstpointer owner)
{
  return ((const OndesCwtSettings *) owner)->rows != ONDES_ROWS_FREQUENCIES;
}

static gboolean
has_voices (gconstpointer owner)
{
  const OndesCwtSettings *settings = owner;

  return settings->rows != ONDES_ROWS_LIST && settings->voices > 0;
}

#define FIELD(name)    G_STRUCT_OFFSET (OndesCwtSettings, name)
#define OPTION(name)   G_STRUCT_OFFSET (OndesCwtSettings, options.name)
#define IN_SESSION     (ONDES_PARAM_SESSION | ONDES_PARAM_PRESET)
/* Of the machine, not of a recording. */
#define NOT_IN_PRESETS (ONDES_PARAM_SESSION | ONDES_PARAM_REMEMBERED)

static const OndesParam rows[] = {
  { "wavelet", ONDES_PARAM_WORD, OPTION (wavelet), ondes_wavelet_names, .flags = IN_SESSION | ONDES_PARAM_SPEC,
    .option = "--wavelet", .argument = "NAME",
    .help = "complex-morlet, morlet (real) or analytic-morlet (default complex-morlet)",
    .group = "transform", .title = N_("Wavelet"), .titles = wavelets, .setting = ONDES_SETTING_WAVELET,
    .tip = N_("What the recording is compared with. Complex: magnitude and phase. Real: the waves themselves. Analytic: "
              "positive frequencies alone.") },
  { "omega0", ONDES_PARAM_NUMBER, OPTION (omega0), .flags = IN_SESSION | ONDES_PARAM_SPEC, .low = 0.5, .high = 100,
    .option = "--omega0", .argument = "W",
    .help = "frequency of the wavelet at scale 1, radians per sample, 0.5 to 100; l1 reads a tone's amplitude from 3 on "
            "(default 5)",
    /* Translators: the centre frequency of the wavelet, in radians a scale. */
    .group = "transform", .title = N_("ω₀"), .slider_low = 2, .slider_high = 20, .setting = ONDES_SETTING_OMEGA0,
    .tip = N_("Centre frequency of the wavelet, in radians. Larger: finer in frequency, coarser in time.") },
  { "scales", ONDES_PARAM_TEXT, FIELD (scales), NULL, sizeof ((OndesCwtSettings *) NULL)->scales,
    IN_SESSION | ONDES_PARAM_OWN, .option = "--scales", .argument = "A:B[:STEP]",
    .help = "scales in samples, each P or P/Q, STEP 1; A:B with --voices is logarithmic; or a list S1,S2,…",
    .title = N_("Scales"), .setting = ONDES_SETTING_SCALES, .applies = has_scales },
  { "frequencies", ONDES_PARAM_RANGE, FIELD (fmin_hz), .flags = ONDES_PARAM_OWN,
    .option = "--frequencies", .argument = "FMIN:FMAX",
    .help = "rows from FMAX down to FMIN, cycles per time unit (Hz) (default 0.0004 to 0.4 of the rate, in pictures less what "
            "is empty at its ends)",
    .title = N_("Frequencies"), .setting = ONDES_SETTING_FREQUENCIES },
  { "voices", ONDES_PARAM_NUMBER, FIELD (voices), .flags = IN_SESSION | ONDES_PARAM_OWN, .low = 0.1, .high = 1000,
    .option = "--voices", .argument = "V",
    .help = "voices per octave (default 24); a picture with --view has more in between, none taller than 3 pixels",
    /* Translators: frequencies of the picture in an octave. */
    .title = N_("Voices per octave"), .setting = ONDES_SETTING_VOICES, .applies = has_voices },
  { "rows", ONDES_PARAM_WORD, FIELD (rows), ondes_rows_names, .flags = IN_SESSION },
  { "normalisation", ONDES_PARAM_WORD, OPTION (normalisation), ondes_normalisation_names, .flags = IN_SESSION | ONDES_PARAM_SPEC,
    .option = "--normalisation", .argument = "N", .help = "l1, a tone's amplitude, or l2, 1/√s (default l1)",
    .group = "transform", .title = N_("Normalisation"), .titles = normalisations,
    .tip = N_("L1: a tone reads its amplitude at every frequency. L2: every wavelet has the same energy.") },
  { "boundary", ONDES_PARAM_WORD, OPTION (boundary), ondes_boundary_names, .flags = IN_SESSION | ONDES_PARAM_SPEC,
    .option = "--boundary", .argument = "B",
    .help = "outside the recording: zero, reflect, periodic or edge (default zero)",
    .group = "computing", .title = N_("Boundary"), .titles = boundaries, .setting = ONDES_SETTING_BOUNDARY,
    .tip = N_("How the recording is extended beyond its ends") },
  { "detrend", ONDES_PARAM_WORD, FIELD (detrend), ondes_detrend_names, .flags = IN_SESSION,
    .option = "--detrend", .argument = "D",
    .help = "subtracted from the whole recording before: auto, none, mean, linear (the line of least squares), span-mean (the "
            "mean from --from to --to) or moving:T, the mean of T time units around each sample (default auto: mean for "
            "pictures with boundary zero, else none)",
    /* Translators: what is subtracted from the recording. */
    .group = "computing", .title = N_("Subtract"), .titles = detrends, .setting = ONDES_SETTING_DETREND,
    .tip = N_("What is subtracted from the whole recording before the transform. An offset meets the zeros beyond the ends as a "
              "step and brightens the edges; Automatic subtracts the mean where the boundary is zero.") },
  { "detrend-window", ONDES_PARAM_NUMBER, FIELD (detrend_window), .flags = IN_SESSION, .low = G_MINDOUBLE, .high = G_MAXDOUBLE,
    .argument = "T", .of = "detrend", .of_word = ONDES_DETREND_MOVING,
    /* Translators: the time over which a moving mean is taken. */
    .group = "computing", .title = N_("Window of the mean"), .slider_low = 0.001, .slider_high = 1000,
    .tip = N_("From each sample the mean of the samples around it is subtracted, half of this time on each side; what changes "
              "more slowly goes") },
  { "method", ONDES_PARAM_WORD, OPTION (method), ondes_method_names, .flags = NOT_IN_PRESETS | ONDES_PARAM_SPEC,
    .option = "--method", .argument = "M", .help = "auto, direct, overlap-save or fft (default auto)",
    .group = "computing", .title = N_("Method"), .titles = methods, .setting = ONDES_SETTING_METHOD,
    .tip = N_("How the transform is computed; Automatic picks the fastest method for each frequency") },
  { "precision", ONDES_PARAM_WORD, OPTION (precision), ondes_precision_names,
    .flags = NOT_IN_PRESETS | ONDES_PARAM_SPEC | ONDES_PARAM_STATED | ONDES_PARAM_OWN, .option = "--precision", .argument = "P",
    .group = "computing", .title = N_("Precision"), .titles = precisions, .setting = ONDES_SETTING_PRECISION,
    .tip = N_("Floating-point precision of the computation. Double is slower and accurate to 15 digits.") },
  { "fft-length", ONDES_PARAM_COUNT, OPTION (fft_length), .flags = ONDES_PARAM_SESSION | ONDES_PARAM_SPEC, .low = 1,
    .high = (double) (G_GUINT64_CONSTANT (1) << 40), .option = "--fft-length", .argument = "N",
    .help = "analytic-morlet: samples padded to (default the smallest power of two of twice the recording)",
    .group = "computing", .title = N_("FFT length (empty: automatic)"), .said = N_("FFT length"),
    .setting = ONDES_SETTING_FFT_LENGTH, .tip = N_("In samples; the recording is zero-padded to this length"),
    .applies = is_analytic },
  { "quantity", ONDES_PARAM_WORD, OPTION (quantity), ondes_quantity_names,
    .flags = IN_SESSION | ONDES_PARAM_SPEC | ONDES_PARAM_STATED | ONDES_PARAM_FIGURE, .option = "--quantity", .argument = "Q",
    .title = N_("Value"), .setting = ONDES_SETTING_QUANTITY },
  { "pool", ONDES_PARAM_WORD, OPTION (pool), ondes_pool_names, .flags = IN_SESSION | ONDES_PARAM_SPEC,
    .option = "--pool", .argument = "P", .title = N_("Value of a column") },
  { NULL },
};

const OndesParamTable ondes_cwt_params = { rows, &ondes_cwt_settings_default };
