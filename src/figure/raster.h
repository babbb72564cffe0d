/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rasters: a scalogram mapped to colours, pixel by pixel. Only reads the scalogram; a new palette or range recolours it. */
#pragma once

#include <cairo.h>

#include "axis.h"
#include "display.h"
#include "analysis/scalogram.h"

G_BEGIN_DECLS

/* Returns display->show, with AUTO resolved. */
OndesShow        ondes_display_show  (const OndesDisplay   *display,
                                      const OndesScalogram *scalogram);
/* Returns the axis of the frequencies (or scales, or periods) shown, bottom to top, over @pixels. */
OndesAxis        ondes_display_axis  (const OndesDisplay   *display,
                                      const OndesScalogram *scalogram,
                                      double                pixels);
/* The axis on the other side of a plot: what the first does not tell. */
typedef struct
{
  OndesAxis   axis;
  const char *period_unit; /* it has periods, in this unit: "ms" for example; NULL if it has frequencies */
} OndesSecondAxis;

/* Gets the second axis of @axis, of ondes_display_axis(): periods beside frequencies, frequencies beside scales, periods and notes.
 * FALSE if there is none. */
gboolean         ondes_display_second_axis (const OndesDisplay   *display,
                                            const OndesScalogram *scalogram,
                                            const OndesAxis      *axis,
                                            OndesSecondAxis      *second);
/* Converts a frequency to the axis' value, and back: the frequency itself, the scale in samples, or the period. */
double           ondes_display_from_frequency (const OndesDisplay   *display,
                                               const OndesScalogram *scalogram,
                                               double                frequency_hz);
double           ondes_display_to_frequency   (const OndesDisplay   *display,
                                               const OndesScalogram *scalogram,
                                               double                value);

/* Returns @display with the automatic reference (the value at 0 dB, or at the top of a linear scale) and range filled in from
 * the levels of @scalogram: the reference is the top rounded to three digits, and the range whole decibels down to the bottom,
 * from ONDES_DB_MIN to ONDES_DB_MAX. With an explicit reference the range goes down to the same bottom. Without levels, uses
 * the largest value and 60 dB. In the result neither is 0, and equalise is FALSE if the medians are unknown. */
OndesDisplay     ondes_display_resolve   (const OndesDisplay   *display,
                                          const OndesScalogram *scalogram);
/* Does the same with @levels of another picture; both levels may be 0. */
OndesDisplay     ondes_display_resolve_by (const OndesDisplay   *display,
                                          const OndesScalogram *scalogram,
                                          const OndesLevels    *levels);
/* Returns the level, 0 … 1, of a magnitude; NaN stays NaN. A decade is 10 dB for power, 20 dB for magnitude. The display's
 * range must be resolved. */
double           ondes_display_level     (const OndesDisplay   *display,
                                          double                value,
                                          double                reference,
                                          gboolean              power);

/* The samples [first, first + count) in width × height pixels. */
typedef struct
{
  double first, count;
  int    width, height;
} OndesRasterView;

/* Creates an ARGB32 surface of the samples in view (transparent if beyond the
 * scalogram) and the frequencies of @axis (pixel 0 is the bottom edge). A pixel shows the row whose edges contain its centre,
 * or the maximum of all rows whose centres lie in it; likewise for columns, by ondes_scalogram_join_columns(): maxima never
 * vanish from columns that show maxima, and root-mean-square columns are averaged in power. A smooth display interpolates rows and
 * columns of more than two pixels (raster-smooth.h). If the thread's current cancellable
 * is cancelled, the rest stays transparent. */
cairo_surface_t *ondes_raster_new (const OndesScalogram *scalogram,
                                   const OndesDisplay   *display,
                                   const OndesAxis      *axis,
                                   const OndesRasterView *view);

G_END_DECLS
