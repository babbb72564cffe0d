/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grids of pictures, and the limits of their rows. */
#include "config.h"

#include <math.h>

#include "scalogram-analysis-private.h"

#define WIDE        16 /* minimum samples per column for which a preview saves work */
#define WIDE_HOPS   4  /* minimum windows */
/* Of a Walshgram's picture, which has up to 2.5 times as many: with long windows, columns are wider than a pixel, so that the
 * widget thread puts tiles together in about a frame. */
#define VALUES_MOST (1u << 21)

gboolean
ondes_scalogram_analysis_get_bounds (OndesScalogramAnalysis *self,
                                     const OndesSpec        *spec,
                                     OndesGridBounds        *bounds)
{
  const guint64 n = self->source->n;
  const OndesFrames frames = ondes_picture_traits (spec).frames;
  const OndesSpan shown = ondes_picture_shown_whole (spec, n);

  *bounds = (OndesGridBounds) { shown.first, MAX (shown.count, 1), frames.hop, WIDE, self->columns };
  if (ondes_spec_picture (spec)->framed)
    {
      bounds->wide = WIDE_HOPS * frames.hop;
      bounds->columns = (guint) MIN (self->columns, VALUES_MOST / ondes_picture_traits (spec).rows);
      bounds->in_steps = TRUE;
    }
  return shown.count > 0;
}

/* Rows extend half-way to their neighbours. With equal voices that is computed here, because a denser picture has other edges;
 * otherwise the edges come from a picture with exactly these rows, once there is one. */
static void
find_row_edges (OndesScalogramAnalysis *self,
                double                 *lo,
                double                 *hi)
{
  const OndesPictureTraits traits = ondes_picture_traits (self->spec);

  *lo = G_MAXDOUBLE;
  *hi = 0;
  for (guint i = 0; i < traits.rows; i++)
    {
      double f = ondes_scalogram_analysis_row_hz (self, i);

      *lo = MIN (*lo, f);
      *hi = MAX (*hi, f);
    }
  if (traits.voices > 0 && traits.rows > 1)
    {
      *lo /= exp2 (0.5 / traits.voices);
      *hi *= exp2 (0.5 / traits.voices);
    }
  else if (self->scalogram != NULL && self->scalogram->spec == self->spec && self->scalogram->rows == traits.rows)
    for (guint i = 0; i < 2 * traits.rows; i++)
      {
        *lo = MIN (*lo, self->scalogram->edges_hz[i]);
        *hi = MAX (*hi, self->scalogram->edges_hz[i]);
      }
}

gboolean
ondes_scalogram_analysis_row_limits (OndesScalogramAnalysis *self,
                                     double                 *lo,
                                     double                 *hi)
{
  if (self->spec == NULL || self->source == NULL)
    return FALSE;
  if (ondes_spec_picture (self->spec)->linear)
    {
      *lo = -0.5 * ondes_scalogram_analysis_row_hz (self, 1);
      *hi = ((double) ondes_picture_traits (self->spec).rows - 0.5) * ondes_scalogram_analysis_row_hz (self, 1);
      return TRUE;
    }
  find_row_edges (self, lo, hi);
  return *hi > *lo && *lo > 0;
}
