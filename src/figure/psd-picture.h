/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fourier spectra over frequency, drawn alike in the window and in figures: bins as a line, bands as steps. */
#pragma once

#include "analysis/psd.h"
#include "draw.h"

G_BEGIN_DECLS

/* Spectra that share their axes, at least one; all borrowed. */
typedef struct
{
  const OndesPsd        *const *psds;
  guint                  n;
  const OndesPsdOptions *options;  /* how they are drawn */
} OndesPsdPicture;

/* Returns the axis of frequencies: those in view, or all. It is linear for complex samples. */
OndesAxis ondes_psd_picture_frequencies (const OndesPsdPicture *self,
                                         double                 pixels);
/* Returns the axis of values in view, decibels or values, with some margin; at most 120 dB. */
OndesAxis ondes_psd_picture_values      (const OndesPsdPicture *self,
                                         double                 pixels);
/* Draws spectrum @which with the present colour over the plot, whose span is not read; lo and hi are the axis' of values. Values
 * beyond it lie on its end. Bins that share a column of a pixel are drawn as their range. */
void      ondes_psd_picture_draw        (const OndesPsdPicture *self,
                                         guint                  which,
                                         const OndesPlot       *plot);
/* Returns the title of the values, "density, dB re 1 V²/Hz" or "density (V²/Hz)", with the caller's words for the quantity and for
 * decibels, NULL for English; transfer full. */
char     *ondes_psd_picture_title       (const OndesPsdOptions *options,
                                         const char            *unit,
                                         const char            *frequency_unit,
                                         const char            *quantity,
                                         const char            *db_re);
/* Returns the quantity in English, "power spectral density". */
const char *ondes_psd_quantity          (const OndesPsdOptions *options);

G_END_DECLS
