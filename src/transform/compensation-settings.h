/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of a compensation as a person sets them: plain values, compared, saved and restored by name. Any thread. */
#pragma once

#include "compensation.h"
#include "param/param.h"

G_BEGIN_DECLS

#define ONDES_COMPENSATION_TEXT 4352 /* bytes of a model or path, with its NUL */

typedef struct
{
  gboolean      on;                                     /* FALSE switches all of it off, to compare */
  char          amplitude[ONDES_COMPENSATION_TEXT];     /* model (error-model.h); "" for none */
  char          timing[ONDES_COMPENSATION_TEXT];        /* the same, in time units */
  char          calibration[ONDES_COMPENSATION_TEXT];   /* path of a sheet; "" for none */
  double        aperture;                               /* time units, ≥ 0; 0 for none */
  gboolean      quantise;                               /* FALSE keeps the three below without effect */
  guint         bits;                                   /* 1 … 52; others are a problem if quantise */
  OndesRounding rounding;
  gboolean      dither;
  guint         oversample;                             /* 1, 2 or 4 */
  char          interpolation[ONDES_COMPENSATION_TEXT]; /* hold linear cubic sinc taps:FILE; "" is sinc */
} OndesCompensationSettings;

/* Off; nothing compensated; 8 bits to nearest; 1; sinc. */
extern const OndesCompensationSettings ondes_compensation_settings_default;
/* Whether it is on is not remembered: another sensor may have made the next recording. */
extern const OndesParamTable ondes_compensation_params;

gboolean ondes_compensation_settings_equal   (const OndesCompensationSettings *a,
                                              const OndesCompensationSettings *b);
/* TRUE if they would change nothing were they on. */
gboolean ondes_compensation_settings_is_idle (const OndesCompensationSettings *self);
/* Returns what they ask for, whether on or not; the strings are those of @self. */
OndesCompensationOptions ondes_compensation_settings_options (const OndesCompensationSettings *self);
/* Adds the entries compensated, amplitude-error, timing-error, calibration, aperture, quantised, mask-bits, mask-rounding, dither,
 * oversample, interpolation. A preset is a dictionary (a{sv}) of them too. */
void     ondes_compensation_settings_save    (const OndesCompensationSettings *self,
                                              GVariantBuilder                 *builder);
/* Takes the valid ones that @saved, an a{sv}, has. */
void     ondes_compensation_settings_restore (OndesCompensationSettings       *self,
                                              GVariant                        *saved);

G_END_DECLS
