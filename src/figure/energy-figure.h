/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of the energy of bands over time: a panel for each channel (energy-picture.h), with rulers, a colour bar of levels in dB,
 * and a caption. */
#pragma once

#include "figure.h"

#include "analysis/energy.h"
#include "transform/filter-bank.h"

G_BEGIN_DECLS

#define ONDES_ENERGY_PANELS_MAX 6

typedef struct
{
  const OndesEnergy     *energy;   /* rows: all bands of the first channel, then of the second, and so on */
  const OndesFilterBank *bank;
  guint                  channels; /* 1 … ONDES_ENERGY_PANELS_MAX */
  const char *const     *names;    /* of the channels; NULL if there is only one */
  OndesTimeBase          base;     /* of the recording */
  guint64                first;    /* sample of the recording at which the energy begins */
  const char            *unit;     /* of the samples; NULL or "" if none */
  const char            *title;    /* name of the recording */
  const char            *filter;   /* "--bank octave", for the caption */
  guint                  palette;
  const char            *caption;  /* NULL for that of filters */
  double                 range_db; /* 0 if automatic: down to the quietest span, from 20 to 60 dB */
} OndesEnergyFigure;

/* Returns the caption; transfer full. */
char    *ondes_energy_figure_caption (const OndesEnergyFigure *self);
/* Writes the figure like ondes_figure_write(). */
gboolean ondes_energy_figure_write   (const OndesImageTarget  *to,
                                      const OndesFigureSize   *size,
                                      const OndesEnergyFigure *self,
                                      GError                 **error);

G_END_DECLS
