/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "response-figure.h"

#include <math.h>

#include "figure-private.h"
#include "response-picture.h"

#define RIGHT        30.0 /* units, at full font size: space for half of a ruler's last label */
#define LONGEST_TEXT 160  /* characters of the filter's options */
#define TITLE        "Filter response"

typedef struct
{
  OndesResponseQuantity quantity;
  const char           *title;
  double                share; /* of the height */
} Panel;

/* The first and the third are those of a bank. */
static const Panel panels[] = {
  { ONDES_RESPONSE_MAGNITUDE, "magnitude (dB)", 0.4 },
  { ONDES_RESPONSE_PHASE, "phase (°)", 0.2 },
  { ONDES_RESPONSE_DELAY, "delay", 0.2 },
  { ONDES_RESPONSE_IMPULSE, "taps", 0.2 },
};

typedef struct
{
  OndesLayout                layout;
  const OndesResponseFigure *figure;
  const OndesFilterBand     *bands;
  guint                      n;
  double                     height; /* of all panels, without what is between them */
} Drawing;

guint
ondes_response_figure_points (const OndesFigureSize *size)
{
  return ondes_layout_columns (size, RIGHT);
}

/* Unites the ranges of all filters. */
static void
find_range (const Drawing *self,
            const Panel   *panel,
            OndesPlot     *plot)
{
  const OndesResponseFigure *figure = self->figure;

  plot->lo = INFINITY;
  plot->hi = -INFINITY;
  for (guint i = 0; i < self->n; i++)
    {
      OndesFilterResponse of_one = *figure->response;
      double lo, hi;

      of_one.shown = i;
      ondes_response_find_range (&of_one, panel->quantity, &self->bands[i], figure->ripple_db, &lo, &hi);
      plot->lo = MIN (plot->lo, lo);
      plot->hi = MAX (plot->hi, hi);
    }
}

static void
draw_curves (const Drawing *self,
             const Panel   *panel,
             OndesPlot     *plot)
{
  const OndesFilterResponse *response = self->figure->response;
  const OndesAxis frequencies = { ONDES_AXIS_LOG, response->lo_hz, response->hi_hz, plot->area.width };

  ondes_draw_within (plot->cr, &plot->area);
  ondes_draw_colour (plot->cr, &plot->theme->grid, 1);
  cairo_set_line_width (plot->cr, 1);
  cairo_move_to (plot->cr, plot->area.x, plot->area.y + plot->hi / (plot->hi - plot->lo) * plot->area.height);
  cairo_rel_line_to (plot->cr, plot->area.width, 0);
  cairo_stroke (plot->cr);
  ondes_draw_colour (plot->cr, &plot->theme->wave, 1);
  cairo_set_line_join (plot->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (plot->cr, self->n > 1 ? 1 : 1.5);
  for (guint i = 0; i < self->n; i++)
    ondes_response_draw_curve (plot, &frequencies, &response->curves[i], panel->quantity);
  cairo_restore (plot->cr);
}

static void
draw_panel (const Drawing *self,
            const Panel   *panel,
            double         y,
            double         height)
{
  const OndesLayout *layout = &self->layout;
  OndesPlot plot = { .area = { layout->x, y, layout->width, height }, .cr = layout->cr, .theme = &layout->theme };
  OndesAxis values;

  find_range (self, panel, &plot);
  values = (OndesAxis) { ONDES_AXIS_LINEAR, plot.lo, plot.hi, height };
  if (panel->quantity == ONDES_RESPONSE_IMPULSE)
    ondes_response_draw_taps (&plot, &self->bands[0], ondes_layout_columns (layout->size, RIGHT));
  else
    draw_curves (self, panel, &plot);
  ondes_layout_frame (layout, y, height);
  ondes_draw_ruler (layout->cr, &(OndesRuler) {
    .theme = &layout->theme, .axis = &values, .side = ONDES_SIDE_LEFT, .title = panel->title, .x = layout->x, .y = y + height,
    .room = MIN (ondes_ruler_thickness (layout->cr, &layout->theme, &values, ONDES_SIDE_LEFT, TRUE), layout->x - 2),
  });
}

/* Draws the ruler of frequencies, or of the taps, below a panel. */
static void
draw_ruler_below (const Drawing *self,
                  gboolean       of_taps,
                  double         y)
{
  const OndesLayout *layout = &self->layout;
  const OndesFilterResponse *response = self->figure->response;
  g_autofree char *unit = ondes_frequency_unit (self->figure->time_unit), *frequency = g_strdup_printf ("frequency (%s)", unit);
  const double d = ondes_filter_band_middle (&self->bands[0], self->figure->causal);
  const OndesAxis taps = { ONDES_AXIS_LINEAR, -d - 0.5, self->bands[0].n - d - 0.5, layout->width };
  const OndesAxis frequencies = { ONDES_AXIS_LOG, response->lo_hz, response->hi_hz, layout->width };

  ondes_draw_ruler (layout->cr, &(OndesRuler) { .theme = &layout->theme, .axis = of_taps ? &taps : &frequencies,
                                                .side = ONDES_SIDE_BOTTOM, .title = of_taps ? "samples" : frequency,
                                                .x = layout->x, .y = y, .room = layout->below });
}

/* Returns the caption; transfer full. */
static char *
make_caption (const OndesResponseFigure *self)
{
  g_autofree char *unit = ondes_frequency_unit (self->time_unit);
  char rate[ONDES_NUMBER_SIZE];
  GString *text = g_string_new (NULL);
  guint n;

  ondes_filter_bank_get (self->bank, &n);
  g_string_append_printf (text, "Response of %u filter%s of %s%u taps at a rate of %s %s. ", n, ondes_plural (n),
                          n > 1 ? "up to " : "", ondes_filter_bank_longest (self->bank),
                          ondes_number_print (rate, self->response->rate_hz), unit);
  if (g_utf8_strlen (self->filter, -1) <= LONGEST_TEXT)
    g_string_append_printf (text, "Options %s. ", self->filter);
  g_string_append_printf (text, "Phase, and delay in samples, %s, where less than 60 dB below the largest magnitude. "
                          "Ondes " ONDES_VERSION ".",
                          self->causal ? "of the causal filter" : "without the delay of half the taps");
  return g_string_free (text, FALSE);
}

static void
draw_figure (cairo_t               *cr,
             const OndesFigureSize *size,
             gconstpointer          data)
{
  Drawing self = { .figure = data };
  OndesLayout *layout = &self.layout;
  g_autofree char *caption = make_caption (self.figure);
  const gboolean bank = (self.bands = ondes_filter_bank_get (self.figure->bank, &self.n), self.n > 1);
  double gap, y;

  ondes_layout_begin (layout, cr, size, RIGHT, TITLE, caption);
  gap = ONDES_LAYOUT_GAP * layout->factor;
  self.height = ondes_layout_height (layout, layout->top) - (bank ? gap : 3 * gap + layout->below);
  y = layout->top;
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      const double share = panels[i].share * (bank ? 1 / (panels[0].share + panels[2].share) : 1);
      const double height = ondes_layout_whole (layout, MAX (share * self.height, 1));

      if (bank && i % 2 == 1)
        continue;
      y = ondes_layout_whole (layout, y);
      draw_panel (&self, &panels[i], y, height);
      y += height;
      if (i >= 2)
        draw_ruler_below (&self, i == 3, y);
      y += gap + (i == 2 ? layout->below : 0);
    }
  ondes_layout_end (layout);
}

gboolean
ondes_response_figure_write (const OndesImageTarget    *to,
                             const OndesFigureSize     *size,
                             const OndesResponseFigure *self,
                             GError                   **error)
{
  g_autofree char *caption = make_caption (self);

  return ondes_image_write (to, &(OndesImage) { .size = size, .title = TITLE, .caption = caption, .draw = draw_figure,
                                                .data = self }, error);
}
