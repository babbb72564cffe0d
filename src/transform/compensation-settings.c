/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compensation-settings.h"

#include "base/request-error.h"
#include "base/words.h"

const OndesCompensationSettings ondes_compensation_settings_default = { .bits = 8, .oversample = 1, .interpolation = "sinc" };

gboolean
ondes_compensation_settings_is_idle (const OndesCompensationSettings *self)
{
  return self->amplitude[0] == '\0' && self->timing[0] == '\0' && self->calibration[0] == '\0' && self->aperture == 0
         && !self->quantise && self->oversample <= 1;
}

#define MODEL                                                                                                                     \
  "constant:C, power:A,K,C (A f^K + C), offset:C, table:FILE (lines of f, value; between them by log f) or points:F,V;F,V (such "  \
  "a table in place)"

/* What has no effect now is insensitive. */

static gboolean
is_open (gconstpointer owner)
{
  const OndesCompensationSettings *self = owner;

  return self->on || ondes_compensation_settings_is_idle (self);
}

static gboolean
has_masks (gconstpointer owner)
{
  return is_open (owner) && ((const OndesCompensationSettings *) owner)->quantise;
}

static const char *const models[] = { "constant:", "power:", "offset:", "table:", "points:", NULL };
static const char *const factors[] = { "1", "2", "4", NULL };
static const char *const times[] = { N_("1×"), N_("2×"), N_("4×"), NULL };
static const char *const roundings[] = { N_("Nearest"), N_("Up"), N_("Down"), N_("Towards zero"), NULL };

#define FIELD(name) G_STRUCT_OFFSET (OndesCompensationSettings, name)
#define TEXT        ONDES_COMPENSATION_TEXT, ONDES_PARAM_REMEMBERED

static const OndesParam rows[] = {
  { "compensated", ONDES_PARAM_BOOLEAN, FIELD (on) },
  { "amplitude-error", ONDES_PARAM_TEXT, FIELD (amplitude), models, TEXT, .option = "--amplitude-error", .argument = "MODEL",
    .help = "A(f) of " MODEL ", f in cycles per time unit: masks are multiplied by 1 + A at each row's frequency; offset adds C "
            "to every tap",
    .title = N_("Amplitude error"), .setting = ONDES_SETTING_AMPLITUDE_ERROR },
  { "timing-error", ONDES_PARAM_TEXT, FIELD (timing), models, TEXT, .option = "--timing-error", .argument = "MODEL",
    .help = "τ(f), such a model in time units, above 0 where samples were taken late; the wavelet is taken at k + τ",
    .title = N_("Timing error"), .setting = ONDES_SETTING_TIMING_ERROR },
  { "calibration", ONDES_PARAM_TEXT, FIELD (calibration), NULL, ONDES_COMPENSATION_TEXT,
    ONDES_PARAM_REMEMBERED | ONDES_PARAM_GREYED, .option = "--calibration", .argument = "FILE",
    .help = "a sensor's sheet: text whose first line names its columns Hz, dB, and degrees, radians or s of group delay; both "
            "errors are undone",
    .setting = ONDES_SETTING_CALIBRATION, .applies = is_open,
    .group = "calibration", .title = N_("Calibration sheet"), .question = N_("Choose a Calibration Sheet"),
    .tip = N_("A sensor’s response in dB and its phase or group delay against frequency, as text with the names of its columns") },
  { "aperture", ONDES_PARAM_NUMBER, FIELD (aperture), .flags = ONDES_PARAM_REMEMBERED | ONDES_PARAM_GREYED | ONDES_PARAM_LINEAR,
    .high = G_MAXDOUBLE, .option = "--aperture", .argument = "WIDTH",
    .help = "each sample is the mean over WIDTH around it, in time units; undone as 1/sinc(f WIDTH)",
    .setting = ONDES_SETTING_APERTURE, .applies = is_open, .group = "aperture", .title = N_("Aperture"), .slider_high = 1,
    .tip = N_("The time over which the sampler averages around each sample; 0 for none") },
  { "quantised", ONDES_PARAM_BOOLEAN, FIELD (quantise), .flags = ONDES_PARAM_REMEMBERED | ONDES_PARAM_GREYED,
    .applies = is_open, .group = "bits", .title = N_("Quantised masks"),
    .tip = N_("Round the wavelet’s values to a few bits, as fixed-point hardware would") },
  { "mask-bits", ONDES_PARAM_INDEX, FIELD (bits), .flags = ONDES_PARAM_REMEMBERED | ONDES_PARAM_GREYED | ONDES_PARAM_LINEAR,
    .low = ONDES_MASK_BITS_MIN, .high = ONDES_MASK_BITS_MAX, .option = "--mask-bits", .argument = "B",
    .help = "masks quantised to B bits of their full scale c(s), 1 to 52",
    .setting = ONDES_SETTING_MASK_BITS, .applies = has_masks, .group = "bits", .title = N_("Bits"), .slider_low = 1,
    .slider_high = 24, .tip = N_("Bits of full scale; each bit less adds 6 dB of noise") },
  { "mask-rounding", ONDES_PARAM_WORD, FIELD (rounding), ondes_rounding_names,
    .flags = ONDES_PARAM_REMEMBERED | ONDES_PARAM_GREYED, .option = "--mask-rounding", .argument = "R",
    .help = "nearest, up, down or zero (towards it) (default nearest)", .applies = has_masks,
    .group = "rounding", .title = N_("Rounding"), .titles = roundings, .tip = N_("Direction of rounding") },
  { "dither", ONDES_PARAM_BOOLEAN, FIELD (dither), .flags = ONDES_PARAM_REMEMBERED | ONDES_PARAM_GREYED, .option = "--dither",
    .help = "a triangular random number of ±1 step added before the rounding, the same in each run", .applies = has_masks,
    /* Translators: random numbers that are added before rounding. */
    .group = "rounding", .title = N_("Dither"),
    .tip = N_("Add a random number of up to one step before rounding, the same in every run") },
  { "oversample", ONDES_PARAM_INDEX, FIELD (oversample), factors, .flags = ONDES_PARAM_REMEMBERED | ONDES_PARAM_GREYED,
    .option = "--oversample", .argument = "K",
    .help = "the transform of 1, 2 or 4 times the samples, the others put between; --scales still count the recording's (default "
            "1)",
    .setting = ONDES_SETTING_OVERSAMPLE, .applies = is_open, .group = "oversampling", .title = N_("Oversampling"), .titles = times,
    .tip = N_("Insert samples between those of the recording; frequencies above half its rate then show") },
  { "interpolation", ONDES_PARAM_TEXT, FIELD (interpolation), ondes_interpolation_names, TEXT, .option = "--interpolation",
    .argument = "I",
    .help = "what is between: hold, linear, cubic (Catmull and Rom), sinc (windowed), or taps:FILE, a filter at the new rate "
            "(default sinc)",
    .title = N_("Interpolation"), .setting = ONDES_SETTING_INTERPOLATION },
  { NULL },
};

const OndesParamTable ondes_compensation_params = { rows, &ondes_compensation_settings_default };

gboolean
ondes_compensation_settings_equal (const OndesCompensationSettings *a,
                                   const OndesCompensationSettings *b)
{
  return ondes_params_equal (rows, 0, a, b);
}

static const char *
text_or_null (const char *text)
{
  return text[0] != '\0' ? text : NULL;
}

OndesCompensationOptions
ondes_compensation_settings_options (const OndesCompensationSettings *self)
{
  OndesCompensationOptions options = { .amplitude = text_or_null (self->amplitude), .timing = text_or_null (self->timing),
                                       .calibration = text_or_null (self->calibration), .aperture = self->aperture };

  if (self->quantise)
    options.quantisation = (OndesQuantisation) { self->bits, self->rounding, self->dither };
  if (self->oversample > 1)
    {
      options.oversample = self->oversample;
      options.interpolation = text_or_null (self->interpolation);
    }
  return options;
}

void
ondes_compensation_settings_save (const OndesCompensationSettings *self,
                                  GVariantBuilder                 *builder)
{
  ondes_params_save (rows, 0, self, builder);
}

void
ondes_compensation_settings_restore (OndesCompensationSettings *self,
                                     GVariant                  *saved)
{
  ondes_params_restore (rows, 0, self, saved);
}
