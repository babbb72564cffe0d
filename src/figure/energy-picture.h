/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of levels of bands over time, drawn alike in the window and in figures.
 *
 * Bands lie at their frequency edges on a logarithmic axis; those without an edge of their own end at the geometric mean of
 * neighbouring centres. Bands without frequencies, such as loaded taps, are numbered from 1. Where a pixel has several spans, it
 * shows the level of their mean of mean squares; where it has several bands, the loudest. Silence has the darkest colour. Spans
 * that are NaN are gaps, in the ground's colour.
 */
#pragma once

#include <cairo.h>

#include "analysis/energy.h"
#include "axis.h"
#include "transform/filter-bank.h"

G_BEGIN_DECLS

typedef struct
{
  const OndesEnergy *energy;  /* borrowed; rows: all bands of the first channel, then of the second, and so on */
  guint              n_bands;
  double            *edges;   /* two a band, in units of the axis */
  gboolean           is_log;  /* FALSE if the bands are only numbered */
  guint              palette;
  double             top_db, range_db;
  guint32            ground;  /* colour of what no band covers, 0xffRRGGBB */
} OndesEnergyPicture;

/* @range_db: 0 if automatic, down to the quietest span, from 20 to 60 dB. */
void             ondes_energy_picture_init    (OndesEnergyPicture       *self,
                                               const OndesEnergy        *energy,
                                               const OndesFilterBank    *bank,
                                               guint                     palette,
                                               double                    range_db);
void             ondes_energy_picture_clear   (OndesEnergyPicture       *self);
/* Returns the vertical axis: frequencies, or numbers of bands, each of which takes from i to i + 1. */
OndesAxis        ondes_energy_picture_axis    (const OndesEnergyPicture *self,
                                               double                    pixels);
/* Returns the axis as a ruler labels it. */
OndesAxis        ondes_energy_picture_ruler   (const OndesEnergyPicture *self,
                                               double                    pixels);
/* Returns the axis of the colour bar, dB. */
OndesAxis        ondes_energy_picture_levels  (const OndesEnergyPicture *self,
                                               double                    pixels);
/* Returns the band at @value of the axis; −1 if there is none. */
int              ondes_energy_picture_band_at (const OndesEnergyPicture *self,
                                               double                    value);
/* Draws the spans of a channel, all from left to right, into a new surface. */
cairo_surface_t *ondes_energy_picture_draw    (const OndesEnergyPicture *self,
                                               guint                     channel,
                                               guint                     width,
                                               guint                     height);

G_END_DECLS
