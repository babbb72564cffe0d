/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how far a scalogram is from its definition (transform/cwt.h, compensation.h), at random points.
 *
 * At a point, a row and a column drawn evenly, the expected value is that of the definition in double (cwt-reference.h): of a
 * column that shows the largest value, at the sample where that lies, which is searched at steps of an eighth of the scale
 * (a quarter of it over ω₀ for the real wavelet) and then finer, down to one or a 2048th of that; of one that shows a root mean
 * square, and where masks are quantised or offset, at every sample. An error is
 *   |shown − expected| / the row's largest value in the picture
 * or, where more, the expected value itself; a picture pools and is float32, so that it has errors of its own up to 1e-3. So the
 * values that the engine computes without pooling at the sample are compared too, in each precision.
 *
 * A point whose sums take more than ONDES_ERROR_METER_PRODUCTS products is left out, as is one near an edge of its column that the
 * tiles of a picture may have placed elsewhere.
 *
 * One thread at a time.
 */
#pragma once

#include "scalogram.h"

G_BEGIN_DECLS

#define ONDES_ERROR_METER_PRODUCTS (G_GINT64_CONSTANT (1) << 33) /* some seconds */

typedef struct _OndesErrorMeter OndesErrorMeter;

/* Relative to the row's largest. */
typedef struct
{
  double worst, rms;
} OndesErrorFigure;

typedef struct
{
  guint            points;   /* compared */
  guint            left_out; /* drawn, but not compared */
  OndesErrorFigure picture;
  OndesErrorFigure precisions[3]; /* by OndesPrecision; 0 if not computed */
  guint            row;      /* where the picture's worst error is */
  guint64          sample;
} OndesMeasuredErrors;

/* What to measure; initialise by member name. */
typedef struct
{
  OndesScalogram *picture;  /* exact; the meter takes a reference */
  OndesSource    *source;   /* of the picture; the meter takes a reference */
  guint64         step;     /* samples per column where the picture is assembled of tiles, else 0 */
  double          lo_hz, hi_hz; /* rows in view; both 0 for all */
  guint32         seed;     /* of the points */
} OndesErrorMeterJob;

/* Fails with ONDES_ERROR_REQUEST for a preview. */
OndesErrorMeter *ondes_error_meter_new  (const OndesErrorMeterJob  *job,
                                         GError                   **error);
void             ondes_error_meter_free (OndesErrorMeter           *self);
/* Draws a point and compares it; the precisions only with a @computer. Blocks, at most some seconds at the largest scales; a cancel
 * is seen within 50 ms. Fails if cancelled, or if samples cannot be read. */
gboolean         ondes_error_meter_add  (OndesErrorMeter           *self,
                                         OndesComputer             *computer,
                                         GCancellable              *cancellable,
                                         GError                   **error);
void             ondes_error_meter_get  (OndesErrorMeter           *self,
                                         OndesMeasuredErrors       *errors);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesErrorMeter, ondes_error_meter_free)

G_END_DECLS
