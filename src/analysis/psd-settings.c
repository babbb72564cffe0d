/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "psd.h"

#include "base/option.h"
#include "base/request-error.h"
#include "base/words.h"

const char *const ondes_psd_window_names[] = { "hann", "hamming", "blackman", "blackman-harris", "flat-top", "rect", NULL };
const char *const ondes_psd_detrend_names[] = { "none", "mean", "linear", NULL };
const char *const ondes_psd_scaling_names[] = { "density", "spectrum", "amplitude", NULL };
const char *const ondes_psd_band_names[] = { "none", "1/1", "1/3", "1/6", "1/12", "1/24", NULL };
static const char *const axis_names[] = { "log", "linear", NULL };
static const char *const scale_names[] = { "db", "linear", NULL };

static const OndesPsdOptions options_default = { .overlap = 0.5, .detrend = ONDES_PSD_DETREND_MEAN };

static const char *const windows[]
  = { N_("Hann"), N_("Hamming"), N_("Blackman"), N_("Blackman–Harris"), N_("Flat top"), N_("Rectangular"), NULL };
static const char *const detrends[] = { N_("Nothing"), N_("Mean"), N_("Linear trend"), NULL };
static const char *const scalings[] = { N_("Power spectral density"), N_("Power spectrum"), N_("Amplitude spectrum"), NULL };
static const char *const bands[]
  = { N_("None"), N_("Octaves"), N_("Third octaves"), N_("1/6 octaves"), N_("1/12 octaves"), N_("1/24 octaves"), NULL };
static const char *const axes[] = { N_("Logarithmic"), N_("Linear"), NULL };
static const char *const scales[] = { N_("Decibels"), N_("Linear"), NULL };

static gboolean
has_scaling (gconstpointer owner)
{
  return ((const OndesPsdOptions *) owner)->bands == 0;
}

static gboolean
parse_view (const OndesParam *row,
            const char       *text,
            gpointer          owner,
            GError          **error)
{
  OndesPsdOptions *options = owner;
  double lo, hi;

  if (!ondes_option_range (row->option, text, &lo, &hi, error))
    return FALSE;
  if (!(lo < hi))
    return ondes_option_refuse (error, row->option, _("“%s” is not LO:HI, two numbers, the lower one first"), text);
  options->view_lo = lo;
  options->view_hi = hi;
  return TRUE;
}

#define FIELD(name) G_STRUCT_OFFSET (OndesPsdOptions, name)
#define KEPT        (ONDES_PARAM_SESSION | ONDES_PARAM_REMEMBERED)

static const OndesParam rows[] = {
  { "psd-scaling", ONDES_PARAM_WORD, FIELD (scaling), ondes_psd_scaling_names, .flags = KEPT, .option = "--scaling",
    .argument = "S",
    .help = "density (unit²/Hz), spectrum (unit²) or amplitude, which reads A of a tone of amplitude A (default density)",
    .group = "psd", .title = N_("Values"), .titles = scalings, .applies = has_scaling,
    .tip = N_("Density: power per hertz, for noise. Power and amplitude spectrum: for tones; the amplitude spectrum reads A of a "
              "tone of amplitude A.") },
  { "psd-bands", ONDES_PARAM_WORD, FIELD (bands), ondes_psd_band_names, .flags = KEPT, .option = "--bands", .argument = "1/N",
    .help = "power in octaves or parts of them by IEC 61260, 1/1, 1/3, 1/6, 1/12 or 1/24, in place of bins (default none)",
    .group = "psd", .title = N_("Bands"), .titles = bands,
    .tip = N_("Power in octaves or parts of them, by IEC 61260, in place of single frequencies") },
  { "psd-window", ONDES_PARAM_WORD, FIELD (window), ondes_psd_window_names, .flags = KEPT, .option = "--window", .argument = "W",
    .help = "hann, hamming, blackman, blackman-harris, flat-top or rect (default hann)",
    .group = "segments", .title = N_("Window"), .titles = windows,
    .tip = N_("How the samples of a segment are weighted. Hann suits most. Flat top reads amplitudes of tones within a thousandth. "
              "Rectangular: all alike.") },
  { "psd-length", ONDES_PARAM_COUNT, FIELD (length), .flags = ONDES_PARAM_SESSION, .low = ONDES_PSD_LENGTH_LEAST,
    .high = (double) ONDES_PSD_LENGTH_MOST, .option = "--length", .argument = "N",
    .help = "samples of a segment (default the power of two nearest to 2/51 of the span, within 256 to 65536, which makes about "
            "50 segments)",
    .group = "segments", .title = N_("Length (empty: automatic)"), .said = N_("Length of segments"),
    .setting = ONDES_SETTING_LENGTH,
    .tip = N_("Samples of a segment. Longer: finer in frequency, and fewer segments to average") },
  { "psd-overlap", ONDES_PARAM_NUMBER, FIELD (overlap), .flags = KEPT | ONDES_PARAM_LINEAR, .low = 0,
    .high = ONDES_PSD_OVERLAP_MOST, .option = "--overlap", .argument = "P",
    .help = "part of a segment that the next one shares, 0 to 0.99 (default 0.5)",
    .group = "segments", .title = N_("Overlap"), .slider_low = 0, .slider_high = 0.9,
    .tip = N_("Part of a segment that the next one shares") },
  { "psd-detrend", ONDES_PARAM_WORD, FIELD (detrend), ondes_psd_detrend_names, .flags = KEPT, .option = "--detrend",
    .argument = "D", .help = "subtracted from each segment: none, mean, or linear (the line of least squares) (default mean)",
    .group = "segments", .title = N_("Subtract"), .titles = detrends, .tip = N_("Subtracted from each segment") },
  { "psd-axis", ONDES_PARAM_WORD, FIELD (linear_axis), axis_names, .flags = KEPT | ONDES_PARAM_FIGURE, .option = "--axis",
    .argument = "A", .help = "pictures: frequencies log or linear (default log; of complex recordings always linear)",
    .group = "psd-view", .title = N_("Frequencies"), .titles = axes, .tip = N_("Scale of the frequencies") },
  { "psd-scale", ONDES_PARAM_WORD, FIELD (linear_scale), scale_names, .flags = KEPT | ONDES_PARAM_FIGURE, .option = "--scale",
    .argument = "S", .help = "pictures: values in db or linear (default db)",
    .group = "psd-view", .title = N_("Vertical scale"), .titles = scales,
    .tip = N_("Decibels, or values as they are") },
  { "psd-view", ONDES_PARAM_RANGE, FIELD (view_lo), .flags = ONDES_PARAM_FIGURE, .option = "--view", .argument = "FLO:FHI",
    .help = "pictures: the frequencies from left to right, cycles per time unit (default all)", .parse = parse_view },
  { NULL },
};

const OndesParamTable ondes_psd_params = { rows, &options_default };
