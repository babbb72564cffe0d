/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the curve, rulers and points of OndesCurveEditor. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/number.h"
#include "ondes-curve-editor-private.h"
#include "session/words.h"

#define RADIUS 4.5 /* of a point, pixels */

static void
draw_curve (OndesCurveEditor       *self,
            const OndesChartCanvas *canvas)
{
  const graphene_rect_t *plot = &canvas->plot;
  cairo_t *cr = gtk_snapshot_append_cairo (canvas->snapshot, plot);
  const double zero = round (ondes_curve_to_y (self, 0)) + 0.5, left = plot->origin.x, right = left + plot->size.width;

  ondes_draw_colour (cr, &canvas->theme->grid, 1);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, left, zero);
  cairo_line_to (cr, right, zero);
  cairo_stroke (cr);
  ondes_draw_colour (cr, &canvas->theme->wave, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_move_to (cr, left, ondes_curve_to_y (self, ondes_curve_at (self, self->lo_hz)));
  for (double x = left + 1; x < right; x += 1)
    cairo_line_to (cr, x, ondes_curve_to_y (self, ondes_curve_at (self, ondes_curve_from_x (self, x))));
  cairo_line_to (cr, right, ondes_curve_to_y (self, ondes_curve_at (self, self->hi_hz)));
  cairo_stroke (cr);
  cairo_destroy (cr);
}

void
ondes_curve_base (OndesChart             *chart,
                  const OndesChartCanvas *canvas)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (chart);
  const double factor = self->scale.factor;
  const OndesAxis values = { ONDES_AXIS_LINEAR, self->lo * factor, self->hi * factor, canvas->plot.size.height };
  const OndesAxis frequencies = { ONDES_AXIS_LOG, self->lo_hz, self->hi_hz, canvas->plot.size.width };
  g_autofree char *title = g_strdup_printf (_("frequency (%s)"), self->unit);

  ondes_chart_draw_background (canvas);
  draw_curve (self, canvas);
  ondes_chart_draw_ruler (chart, canvas, &frequencies, ONDES_SIDE_BOTTOM, title);
  ondes_chart_draw_ruler (chart, canvas, &values, ONDES_SIDE_LEFT, self->scale.title);
}

char *
ondes_curve_print (OndesCurveEditor *self,
                   double            hz,
                   double            value)
{
  g_autofree char *frequency = ondes_words_quantity (hz, self->unit, 3), *db = NULL, *number = NULL, *shown = NULL;
  const char *unit = self->scale.unit;
  char digits[40];

  g_ascii_formatd (digits, sizeof digits, "%.4g", value * self->scale.factor);
  number = ondes_number_to_locale (digits);
  shown = g_strdup_printf ("%s%s%s", number, unit[0] != '\0' ? " " : "", unit);
  if (!self->scale.is_gain || !(1 + value > 0))
    /* Translators: a frequency, and a value there. */
    return g_strdup_printf (_("%s: %s"), frequency, shown);
  db = ondes_words_fixed (20 * log10 (1 + value), 2, " dB");
  /* Translators: a frequency, a value there, and the same in decibels. */
  return g_strdup_printf (_("%s: %s (%s)"), frequency, shown, db);
}

/* Draws a point; one that only proposes itself is hollow. */
static void
draw_point (OndesCurveEditor       *self,
            const OndesChartCanvas *canvas,
            cairo_t                *cr,
            guint                   i)
{
  const OndesTheme *theme = canvas->theme;
  const gboolean chosen = self->handles.active == i && (self->handles.dragged >= 0 || gtk_widget_has_focus (GTK_WIDGET (self)));
  double x, y;

  if (!ondes_curve_editor_get_position (self, i, &x, &y))
    return;
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, RADIUS + (chosen ? 1.5 : 0), 0, 2 * G_PI);
  ondes_draw_colour (cr, self->shape == NULL || chosen ? &theme->wave : &theme->background, 1);
  cairo_fill_preserve (cr);
  ondes_draw_colour (cr, chosen ? &theme->foreground : self->shape == NULL ? &theme->background : &theme->wave, 1);
  cairo_set_line_width (cr, chosen ? 2 : 1.5);
  cairo_stroke (cr);
}

/* Tells the point that is chosen or, without the focus, the curve under the pointer. */
static void
draw_readout (OndesCurveEditor       *self,
              const OndesChartCanvas *canvas)
{
  const graphene_rect_t *plot = &canvas->plot;
  const gboolean chosen = self->handles.dragged >= 0 || gtk_widget_has_focus (GTK_WIDGET (self));
  const double x = self->handles.pointer[0];
  const gboolean pointed = x >= plot->origin.x && x <= plot->origin.x + plot->size.width;
  const OndesModelPoint *point = ondes_curve_point (self, self->handles.active);
  g_autofree char *text = NULL;

  if (chosen)
    text = ondes_curve_print (self, point->hz, point->value);
  else if (pointed)
    {
      const double hz = ondes_curve_from_x (self, x);

      text = ondes_curve_print (self, hz, ondes_curve_at (self, hz));
    }
  if (text != NULL)
    ondes_chart_draw_note (ONDES_CHART (self), canvas, text, plot->origin.x + plot->size.width - 6, plot->origin.y + 2, TRUE);
}

void
ondes_curve_overlay (OndesChart             *chart,
                     const OndesChartCanvas *canvas)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (chart);
  graphene_rect_t room;
  cairo_t *cr;

  graphene_rect_inset_r (&canvas->plot, -RADIUS - 3, -RADIUS - 3, &room);
  cr = gtk_snapshot_append_cairo (canvas->snapshot, &room);
  for (guint i = 0; i < self->points->len; i++)
    if (i != self->handles.active)
      draw_point (self, canvas, cr, i);
  draw_point (self, canvas, cr, self->handles.active);
  cairo_destroy (cr);
  draw_readout (self, canvas);
}
