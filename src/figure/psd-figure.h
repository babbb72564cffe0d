/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of Fourier spectra, with rulers, a legend where there are several, and a caption. */
#pragma once

#include "figure.h"
#include "psd-picture.h"
#include "signal/recording-info.h"

G_BEGIN_DECLS

typedef struct
{
  OndesPsdPicture           picture;
  const OndesRecordingInfo *info;
  const char               *channel; /* name, or NULL */
  const char *const        *labels;  /* of the spectra, where there are several */
} OndesPsdFigure;

/* Returns the caption; transfer full. */
char    *ondes_psd_figure_caption (const OndesPsdFigure   *self);
/* Writes the figure like ondes_figure_write(). */
gboolean ondes_psd_figure_write   (const OndesImageTarget *to,
                                   const OndesFigureSize  *size,
                                   const OndesPsdFigure   *self,
                                   GError                **error);

G_END_DECLS
