/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "denser-rows.h"

#include <math.h>

#define DIVISIONS_MAX (1 << 24) /* most divisions of the gap between two rows */

typedef struct
{
  const OndesCwt *cwt;
  gboolean        linear;
  double          lo, hi;     /* frequencies that get more rows: those in view plus a margin */
  double          one_hz;     /* frequency at scale 1 */
  double          pixels_per; /* pixels per octave, or per Hz if linear */
  GArray         *scales;
} Rows;

/* Rounds the range outwards to steps of at most a quarter of the view, so that small moves recompute nothing. */
static void
widen (Rows   *self,
       double  lo,
       double  hi)
{
  const double from = self->linear ? lo : log2 (lo), to = self->linear ? hi : log2 (hi);
  const double step = exp2 (floor (log2 ((to - from) / 4)));
  const double first = floor (from / step) * step, last = ceil (to / step) * step;

  self->lo = self->linear ? first : exp2 (first);
  self->hi = self->linear ? last : exp2 (last);
}

/* Returns how many rows take the place of one at @frequency. */
static guint
divisions (const Rows *self,
           double      frequency)
{
  const double height = self->pixels_per / self->cwt->voices * (self->linear ? frequency * G_LN2 : 1);
  guint n = 1;

  while (n < DIVISIONS_MAX && height > (double) ONDES_ROW_PIXELS * n * (1 + 1e-9))
    n *= 2;
  return n;
}

/* Adds the rows in view between the row of @scale and the next, limited to the fraction [@from, @to] of the gap. */
static void
add_between (Rows       *self,
             OndesScale  scale,
             double      from,
             double      to)
{
  const double voices = self->cwt->voices, top = self->one_hz * scale.denominator / scale.numerator;
  const guint n = divisions (self, top);
  double first = voices * log2 (top / self->hi), last = self->lo > 0 ? voices * log2 (top / self->lo) : 1;

  if (n == 1 || first >= 1 || last <= 0)
    return;
  /* One more row at each end, because the edges of the others depend on it. */
  first = MAX (floor (MAX (first, 0) * n) - 1, MAX (ceil (from * n), 1));
  last = MIN (ceil (MIN (last, 1) * n) + 1, MIN (floor (to * n), n - 1.0));
  for (double i = first; i <= last; i++)
    {
      OndesScale between = { scale.numerator * exp2 (i / n / voices), scale.denominator };

      g_array_append_val (self->scales, between);
    }
}

static OndesSpec *
make (Rows *self)
{
  const OndesCwt *cwt = self->cwt;
  const OndesScale *scales = cwt->scales;
  OndesScaleList list = { .scales = self->scales, .options = (char *) cwt->scale_options };
  OndesScale before = { scales[0].numerator * exp2 (-1 / cwt->voices), scales[0].denominator };

  /* The outermost rows extend outwards by half the gap to a neighbour. */
  add_between (self, before, 0.5, 1);
  for (guint i = 0; i < cwt->n_scales && self->scales->len <= ONDES_SCALES_MAX; i++)
    {
      g_array_append_val (self->scales, scales[i]);
      add_between (self, scales[i], 0, i + 1 < cwt->n_scales ? 1 : 0.5);
    }
  /* If the analytic wavelet or the limit on scales does not allow more rows, keep the spec. */
  return self->scales->len > cwt->n_scales ? ondes_cwt_new (&cwt->options, &list, NULL) : NULL;
}

OndesSpec *
ondes_denser_rows (OndesSpec          *spec,
                   const OndesDisplay *display,
                   double              rate_hz,
                   double              pixels)
{
  const double lo = display->view_lo, hi = display->view_hi;
  Rows self = { .linear = display->show == ONDES_SHOW_LINEAR };
  const OndesCwt *cwt;
  OndesSpec *denser;

  if (!(ondes_picture_traits (spec).voices > 0))
    return ondes_spec_ref (spec);
  self.cwt = cwt = ondes_spec_cwt (spec);
  if (!(cwt->voices > 0) || cwt->n_scales < 2 || !(pixels > 0) || !(hi > lo) || !isfinite (hi) || !(self.linear ? lo >= 0 : lo > 0))
    return ondes_spec_ref (spec);
  self.one_hz = cwt->options.omega0 * rate_hz / (2 * G_PI);
  self.pixels_per = pixels / (self.linear ? hi - lo : log2 (hi / lo));
  self.scales = g_array_new (FALSE, FALSE, sizeof (OndesScale));
  widen (&self, lo, hi);
  denser = make (&self);
  g_array_unref (self.scales);
  return denser != NULL ? denser : ondes_spec_ref (spec);
}
