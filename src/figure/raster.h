/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rasters: a scalogram coloured, pixel by pixel. Touches no number of the scalogram; a new palette or range recolours. */
#pragma once

#include <cairo.h>

#include "axis.h"
#include "display.h"
#include "analysis/scalogram.h"

G_BEGIN_DECLS

/* display->show, never AUTO. */
OndesShow        ondes_display_show  (const OndesDisplay   *display,
                                      const OndesScalogram *scalogram);
/* The frequencies (or scales, or periods) shown, bottom to top, over @pixels. */
OndesAxis        ondes_display_axis  (const OndesDisplay   *display,
                                      const OndesScalogram *scalogram,
                                      double                pixels);
/* From a frequency to the axis' own value and back: itself, the scale in samples, or the period. */
double           ondes_display_from_frequency (const OndesDisplay   *display,
                                               const OndesScalogram *scalogram,
                                               double                frequency_hz);
double           ondes_display_to_frequency   (const OndesDisplay   *display,
                                               const OndesScalogram *scalogram,
                                               double                value);

/* @display with its reference (the value at 0 dB, or at the top of a linear scale) and its range, where it leaves them to the
 * levels of @scalogram: the top to three digits, and whole decibels down to the bottom, ONDES_DB_LEAST to ONDES_DB_MOST. A
 * reference that is given has a range down to the same bottom. The largest and 60 dB where there are no levels. Neither is 0, and
 * equalise is FALSE where the medians are not known. */
OndesDisplay     ondes_display_resolve   (const OndesDisplay   *display,
                                          const OndesScalogram *scalogram);
/* The same with @levels of another picture, which may be both 0. */
OndesDisplay     ondes_display_resolve_by (const OndesDisplay   *display,
                                          const OndesScalogram *scalogram,
                                          const OndesLevels    *levels);
/* 0 … 1 of a magnitude; NaN stays NaN. Power counts 10 dB a decade, magnitude 20. For a display that has its range. */
double           ondes_display_level     (const OndesDisplay   *display,
                                          double                value,
                                          double                reference,
                                          gboolean              power);

/* An ARGB32 surface of @width × @height pixels that shows the samples [first, first + count) (they may reach beyond the scalogram:
 * transparent there) and the frequencies of @axis (pixel 0 the bottom edge). A pixel shows the row whose edges hold its
 * centre, or the largest of all rows whose centre lies in it; likewise columns, by ondes_scalogram_join_columns(): of columns that
 * show their largest value the largest never vanishes, those of a root mean square are averaged in power. Where the thread's
 * current cancellable is cancelled the rest stays transparent. */
cairo_surface_t *ondes_raster_new (const OndesScalogram *scalogram,
                                   const OndesDisplay   *display,
                                   const OndesAxis      *axis,
                                   double                first,
                                   double                count,
                                   int                   width,
                                   int                   height);

G_END_DECLS
