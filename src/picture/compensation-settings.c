/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compensation-settings.h"

const OndesCompensationSettings ondes_compensation_settings_default = { .bits = 8, .oversample = 1, .interpolation = "sinc" };

#define FIELD(name) G_STRUCT_OFFSET (OndesCompensationSettings, name)

static const OndesParam rows[] = {
  { "compensated", ONDES_PARAM_BOOLEAN, FIELD (on) },
  { "amplitude-error", ONDES_PARAM_TEXT, FIELD (amplitude), NULL, ONDES_COMPENSATION_TEXT, .flags = ONDES_PARAM_REMEMBERED },
  { "timing-error", ONDES_PARAM_TEXT, FIELD (timing), NULL, ONDES_COMPENSATION_TEXT, .flags = ONDES_PARAM_REMEMBERED },
  { "calibration", ONDES_PARAM_TEXT, FIELD (calibration), NULL, ONDES_COMPENSATION_TEXT, .flags = ONDES_PARAM_REMEMBERED },
  { "aperture", ONDES_PARAM_NUMBER, FIELD (aperture), .flags = ONDES_PARAM_REMEMBERED },
  { "quantised", ONDES_PARAM_BOOLEAN, FIELD (quantise), .flags = ONDES_PARAM_REMEMBERED },
  { "mask-bits", ONDES_PARAM_INDEX, FIELD (bits), .flags = ONDES_PARAM_REMEMBERED },
  { "mask-rounding", ONDES_PARAM_WORD, FIELD (rounding), ondes_rounding_names, .flags = ONDES_PARAM_REMEMBERED },
  { "dither", ONDES_PARAM_BOOLEAN, FIELD (dither), .flags = ONDES_PARAM_REMEMBERED },
  { "oversample", ONDES_PARAM_INDEX, FIELD (oversample), .flags = ONDES_PARAM_REMEMBERED },
  { "interpolation", ONDES_PARAM_TEXT, FIELD (interpolation), NULL, ONDES_COMPENSATION_TEXT, .flags = ONDES_PARAM_REMEMBERED },
  { NULL },
};

const OndesParamTable ondes_compensation_params = { rows, &ondes_compensation_settings_default };

gboolean
ondes_compensation_settings_equal (const OndesCompensationSettings *a,
                                   const OndesCompensationSettings *b)
{
  return ondes_params_equal (rows, 0, a, b);
}

gboolean
ondes_compensation_settings_is_idle (const OndesCompensationSettings *self)
{
  return self->amplitude[0] == '\0' && self->timing[0] == '\0' && self->calibration[0] == '\0' && self->aperture == 0
         && !self->quantise && self->oversample <= 1;
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
