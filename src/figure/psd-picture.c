/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "psd-picture.h"

#include <math.h>

#define MOST_DB   120.0 /* height of the axis */
#define LEAST_DB  20.0
#define STEP_DB   10.0  /* its ends are multiples */
#define MARGIN_DB 3.0
#define MARGIN    0.06  /* of linear values, above */

static gboolean
is_logarithmic (const OndesPsdPicture *self)
{
  gboolean one_sided = TRUE;

  for (guint i = 0; i < self->n; i++)
    one_sided = one_sided && !self->psds[i]->two_sided;
  return one_sided && !self->options->linear_axis;
}

/* Finds the frequencies of @psd, without 0 on a logarithmic axis. */
static void
find_frequencies (const OndesPsd *psd,
                  gboolean        logarithmic,
                  double         *lo,
                  double         *hi)
{
  if (psd->edges_hz != NULL)
    {
      *lo = psd->edges_hz[0];
      *hi = psd->edges_hz[2 * psd->n - 1];
      return;
    }
  *lo = logarithmic ? psd->bin_hz : psd->frequencies_hz[0];
  *hi = psd->two_sided ? -psd->frequencies_hz[0] : psd->rate_hz / 2;
}

OndesAxis
ondes_psd_picture_frequencies (const OndesPsdPicture *self,
                               double                 pixels)
{
  const gboolean logarithmic = is_logarithmic (self);
  OndesAxis axis = { logarithmic ? ONDES_AXIS_LOG : ONDES_AXIS_LINEAR, INFINITY, -INFINITY, pixels };

  for (guint i = 0; i < self->n; i++)
    {
      double lo, hi;

      find_frequencies (self->psds[i], logarithmic, &lo, &hi);
      axis.lo = MIN (axis.lo, lo);
      axis.hi = MAX (axis.hi, hi);
    }
  if (self->options->view_lo < self->options->view_hi && (!logarithmic || self->options->view_hi > 0))
    {
      axis.hi = self->options->view_hi;
      axis.lo = logarithmic && !(self->options->view_lo > 0) ? MIN (axis.lo, axis.hi / 2) : self->options->view_lo;
    }
  return axis;
}

static double
level_of (const OndesPsdPicture *self,
          const OndesPsd        *psd,
          double                 value)
{
  return self->options->linear_scale ? value : ondes_psd_db (&psd->options, value);
}

/* Finds the indices of @psd in view, and one beyond each end. */
static void
find_view (const OndesPsd  *psd,
           const OndesAxis *axis,
           gsize           *first,
           gsize           *last)
{
  *first = ondes_psd_nearest (psd, axis->lo);
  *last = ondes_psd_nearest (psd, axis->hi);
  *first -= *first > 0;
  *last += *last + 1 < psd->n;
}

OndesAxis
ondes_psd_picture_values (const OndesPsdPicture *self,
                          double                 pixels)
{
  const OndesAxis along = ondes_psd_picture_frequencies (self, 1);
  double lo = INFINITY, hi = -INFINITY;

  for (guint i = 0; i < self->n; i++)
    {
      const OndesPsd *psd = self->psds[i];
      gsize first, last;

      find_view (psd, &along, &first, &last);
      for (gsize k = first; k <= last; k++)
        {
          const double level = level_of (self, psd, psd->values[k]);
          const gboolean seen = psd->edges_hz != NULL || (psd->frequencies_hz[k] >= along.lo && psd->frequencies_hz[k] <= along.hi);

          if (!isfinite (level) || !seen)
            continue;
          lo = MIN (lo, level);
          hi = MAX (hi, level);
        }
    }
  if (self->options->linear_scale)
    return (OndesAxis) { ONDES_AXIS_LINEAR, 0, hi > 0 ? hi * (1 + MARGIN) : 1, pixels };
  if (!(lo <= hi))
    lo = hi = 0;
  hi = STEP_DB * ceil ((hi + MARGIN_DB) / STEP_DB);
  lo = STEP_DB * floor ((lo - MARGIN_DB) / STEP_DB);
  return (OndesAxis) { ONDES_AXIS_LINEAR, CLAMP (lo, hi - MOST_DB, hi - LEAST_DB), hi, pixels };
}

/* A spectrum being drawn. */
typedef struct
{
  const OndesPsdPicture *picture;
  const OndesPsd        *psd;
  const OndesPlot       *plot;
  OndesAxis              along;
} Drawing;

static double
x_of (const Drawing *self,
      double         hz)
{
  const double pixel = self->along.mode == ONDES_AXIS_LOG && !(hz > 0) ? -INFINITY : ondes_axis_pixel (&self->along, hz);

  return self->plot->area.x + CLAMP (pixel, -self->along.pixels, 2 * self->along.pixels);
}

static double
y_of (const Drawing *self,
      gsize          index)
{
  const OndesPlot *plot = self->plot;
  const double level = level_of (self->picture, self->psd, self->psd->values[index]);
  const double at = isnan (level) ? 0 : CLAMP ((level - plot->lo) / (plot->hi - plot->lo), 0, 1);

  return plot->area.y + (1 - at) * plot->area.height;
}

/* Draws each band over its place. */
static void
draw_bands (const Drawing *self,
            gsize          first,
            gsize          last)
{
  const OndesPlot *plot = self->plot;
  cairo_t *cr = plot->cr;

  for (gsize k = first; k <= last; k++)
    {
      const double y = y_of (self, k);

      (k == first ? cairo_move_to : cairo_line_to) (cr, x_of (self, self->psd->edges_hz[2 * k]), y);
      cairo_line_to (cr, x_of (self, self->psd->edges_hz[2 * k + 1]), y);
    }
  cairo_stroke (cr);
}

/* Draws bins as a line, the range of those in one column of a pixel. */
static void
draw_bins (const Drawing *self,
           gsize          first,
           gsize          last)
{
  cairo_t *cr = self->plot->cr;
  gboolean begun = FALSE;

  for (gsize k = first; k <= last;)
    {
      const double x = x_of (self, self->psd->frequencies_hz[k]), y = y_of (self, k);
      double top = y, bottom = y, end = y;

      for (k++; k <= last && floor (x_of (self, self->psd->frequencies_hz[k])) <= floor (x); k++)
        {
          end = y_of (self, k);
          top = MIN (top, end);
          bottom = MAX (bottom, end);
        }
      (begun ? cairo_line_to : cairo_move_to) (cr, x, y);
      begun = TRUE;
      if (top < bottom)
        {
          cairo_line_to (cr, x, top);
          cairo_line_to (cr, x, bottom);
          cairo_line_to (cr, x, end);
        }
    }
  cairo_stroke (cr);
}

void
ondes_psd_picture_draw (const OndesPsdPicture *self,
                        guint                  which,
                        const OndesPlot       *plot)
{
  const OndesPsd *psd = self->psds[which];
  const Drawing drawing = { self, psd, plot, ondes_psd_picture_frequencies (self, plot->area.width) };
  gsize first, last;

  find_view (psd, &drawing.along, &first, &last);
  cairo_set_line_join (plot->cr, CAIRO_LINE_JOIN_BEVEL);
  (psd->edges_hz != NULL ? draw_bands : draw_bins) (&drawing, first, last);
}

const char *
ondes_psd_quantity (const OndesPsdOptions *options)
{
  static const char *const quantities[] = { "power spectral density", "power", "amplitude" };

  return options->bands > 0 ? "power of bands" : quantities[options->scaling];
}

char *
ondes_psd_picture_title (const OndesPsdOptions *options,
                         const char            *unit,
                         const char            *frequency_unit,
                         const char            *quantity,
                         const char            *db_re)
{
  g_autofree char *of_values = ondes_psd_unit (options, unit, frequency_unit);
  const char *what = quantity != NULL ? quantity : ondes_psd_quantity (options);

  if (!options->linear_scale)
    return g_strdup_printf ("%s, %s %s%s", what, db_re != NULL ? db_re : "dB re",
                            *of_values == '\0' ? "1" : g_str_has_prefix (of_values, "1/") ? "" : "1 ", of_values);
  return *of_values != '\0' ? g_strdup_printf ("%s (%s)", what, of_values) : g_strdup (what);
}
