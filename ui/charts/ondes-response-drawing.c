/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the curves and handles of OndesResponseView. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-response-view-private.h"
#include "session/words.h"

#define GRIP 5.0 /* half the width of a handle's grip */

/* Draws what the filter passes as a light band, and a line at 0. */
static void
draw_ground (OndesResponseView *self,
             const OndesPlot   *plot)
{
  cairo_t *cr = plot->cr;
  const OndesTheme *theme = plot->theme;
  const cairo_rectangle_t *area = &plot->area;
  const double left = area->x, right = left + area->width;
  const double zero = round (area->y + plot->hi / (plot->hi - plot->lo) * area->height) + 0.5;
  const OndesFilterKind kind = ondes_filter_analysis_get_settings (self->filter)->kind;
  double cutoffs_hz[2];
  const guint n = ondes_response_get_cutoffs (self, cutoffs_hz);

  ondes_draw_colour (cr, &theme->accent, 0.1);
  if (n > 0 && kind != ONDES_FILTER_NOTCH)
    {
      const double first = CLAMP (ondes_response_to_x (self, cutoffs_hz[0]), left, right);
      const double last = n > 1 ? CLAMP (ondes_response_to_x (self, cutoffs_hz[1]), left, right) : first;

      if (kind == ONDES_FILTER_LOWPASS || kind == ONDES_FILTER_BANDSTOP)
        cairo_rectangle (cr, left, area->y, first - left, area->height);
      if (kind == ONDES_FILTER_HIGHPASS || kind == ONDES_FILTER_BANDSTOP)
        cairo_rectangle (cr, last, area->y, right - last, area->height);
      if (kind == ONDES_FILTER_BANDPASS)
        cairo_rectangle (cr, first, area->y, last - first, area->height);
      cairo_fill (cr);
    }
  if (plot->lo > 0 || plot->hi < 0)
    return;
  ondes_draw_colour (cr, &theme->grid, 1);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, left, zero);
  cairo_line_to (cr, right, zero);
  cairo_stroke (cr);
}

static OndesAxis
frequency_axis (OndesResponseView *self,
                double             pixels)
{
  const OndesFilterResponse *response = ondes_response_get (self);

  return (OndesAxis) { ONDES_AXIS_LOG, response->lo_hz, response->hi_hz, pixels };
}

static void
draw_curves (OndesResponseView *self,
             const OndesPlot   *plot)
{
  cairo_t *cr = plot->cr;
  const OndesFilterResponse *response = ondes_response_get (self);
  const OndesAxis frequencies = frequency_axis (self, plot->area.width);

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, 1);
  ondes_draw_colour (cr, &plot->theme->dim, 0.55);
  for (guint i = 0; i < response->n_curves && self->quantity == ONDES_RESPONSE_MAGNITUDE; i++)
    if (i != response->shown)
      ondes_response_draw_curve (plot, &frequencies, &response->curves[i], self->quantity);
  cairo_set_line_width (cr, self->quantity == ONDES_RESPONSE_MAGNITUDE ? 2 : 1.5);
  ondes_draw_colour (cr, &plot->theme->wave, 1);
  ondes_response_draw_curve (plot, &frequencies, &response->curves[response->shown], self->quantity);
}

static const char *
title_of (OndesResponseView *self)
{
  switch (self->quantity)
    {
    case ONDES_RESPONSE_MAGNITUDE:
      return _("magnitude (dB)");
    case ONDES_RESPONSE_DELAY:
      /* Translators: group delay, a ruler's title; the chart is low. */
      return _("delay");
    case ONDES_RESPONSE_PHASE:
      return _("phase (°)");
    case ONDES_RESPONSE_IMPULSE:
    default:
      /* Translators: the samples of an impulse response, a ruler's title; the chart is low. */
      return _("taps");
    }
}

static void
draw_rulers (OndesResponseView      *self,
             const OndesChartCanvas *canvas,
             double                  lo,
             double                  hi)
{
  const OndesFilterBand *band = ondes_filter_analysis_get_band (self->filter);
  const OndesAxis left = { ONDES_AXIS_LINEAR, lo, hi, canvas->plot.size.height };
  const double d = ondes_filter_band_middle (band, ondes_filter_analysis_get_settings (self->filter)->causal);
  const OndesAxis samples = { ONDES_AXIS_LINEAR, -d - 0.5, band->n - d - 0.5, canvas->plot.size.width };
  const OndesAxis frequencies = frequency_axis (self, canvas->plot.size.width);
  OndesRecording *recording
    = ondes_session_get_recording (ondes_analysis_get_session (ONDES_ANALYSIS (self->filter)));
  g_autofree char *unit = ondes_words_frequency_unit (ondes_recording_get_info (recording)->time_unit);
  const gboolean over_frequency = ondes_response_is_over_frequency (self);
  /* Translators: the title of a ruler; the unit is in brackets. */
  g_autofree char *title = over_frequency ? g_strdup_printf (_("frequency (%s)"), unit) : g_strdup (_("samples"));

  ondes_chart_draw_ruler (ONDES_CHART (self), canvas, over_frequency ? &frequencies : &samples, ONDES_SIDE_BOTTOM, title);
  ondes_chart_draw_ruler (ONDES_CHART (self), canvas, &left, ONDES_SIDE_LEFT, title_of (self));
}

void
ondes_response_base (OndesChart             *chart,
                     const OndesChartCanvas *canvas)
{
  OndesResponseView *self = ONDES_RESPONSE_VIEW (chart);
  const OndesFilterBand *band = ondes_filter_analysis_get_band (self->filter);
  OndesPlot plot = { .area = ondes_chart_area (&canvas->plot), .theme = canvas->theme };

  ondes_chart_draw_background (canvas);
  ondes_response_find_range (ondes_response_get (self), self->quantity, band,
                             ondes_filter_analysis_get_settings (self->filter)->ripple_db, &plot.lo, &plot.hi);
  plot.cr = gtk_snapshot_append_cairo (canvas->snapshot, &canvas->plot);
  draw_ground (self, &plot);
  if (ondes_response_is_over_frequency (self))
    draw_curves (self, &plot);
  else
    ondes_response_draw_taps (&plot, band,
                              (guint) ceil (plot.area.width) * (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self)));
  cairo_destroy (plot.cr);
  draw_rulers (self, canvas, plot.lo, plot.hi);
}

char *
ondes_response_print_frequency (OndesResponseView *self,
                                double             f_hz)
{
  OndesRecording *recording
    = ondes_session_get_recording (ondes_analysis_get_session (ONDES_ANALYSIS (self->filter)));
  g_autofree char *unit = ondes_words_frequency_unit (ondes_recording_get_info (recording)->time_unit);

  return ondes_words_quantity (f_hz, unit, 4);
}

static void
draw_handle (OndesResponseView      *self,
             const OndesChartCanvas *canvas,
             guint                   which,
             double                  f_hz)
{
  GtkSnapshot *snapshot = canvas->snapshot;
  const OndesTheme *theme = canvas->theme;
  const graphene_rect_t *plot = &canvas->plot;
  const double x = round (ondes_response_to_x (self, f_hz)), middle = plot->origin.x + plot->size.width / 2;
  const gboolean active = self->handles.dragged == (int) which
                          || (gtk_widget_has_focus (GTK_WIDGET (self)) && self->handles.active == which);
  const GdkRGBA accent = { theme->accent.r, theme->accent.g, theme->accent.b, 1 };
  g_autofree char *text = ondes_response_print_frequency (self, f_hz);
  const double y = plot->origin.y + plot->size.height - 26;
  const gboolean to_left = which == 0 && x >= middle;
  GskRoundedRect grip;

  if (x < plot->origin.x || x > plot->origin.x + plot->size.width)
    return;
  gtk_snapshot_append_color (snapshot, &accent, &GRAPHENE_RECT_INIT (x - (active ? 1 : 0.5), plot->origin.y, active ? 2 : 1,
                                                                     plot->size.height));
  gsk_rounded_rect_init_from_rect (&grip, &GRAPHENE_RECT_INIT (x - GRIP, y, 2 * GRIP, 18), GRIP);
  gtk_snapshot_push_rounded_clip (snapshot, &grip);
  gtk_snapshot_append_color (snapshot, &accent, &grip.bounds);
  gtk_snapshot_pop (snapshot);
  /* Towards the middle, unless that is where the other one is. */
  ondes_chart_draw_note (ONDES_CHART (self), canvas, text, to_left ? x - GRIP - 4 : x + GRIP + 4, y, to_left);
}

void
ondes_response_overlay (OndesChart             *chart,
                        const OndesChartCanvas *canvas)
{
  OndesResponseView *self = ONDES_RESPONSE_VIEW (chart);
  GtkSnapshot *snapshot = canvas->snapshot;
  const graphene_rect_t *plot = &canvas->plot;
  const OndesFilterResponse *response = ondes_response_get (self);
  double cutoffs_hz[2];
  const guint n = ondes_response_get_cutoffs (self, cutoffs_hz);

  gtk_snapshot_push_clip (snapshot, plot);
  for (guint i = 0; i < n; i++)
    if (cutoffs_hz[i] > 0)
      draw_handle (self, canvas, i, cutoffs_hz[i]);
  if (self->quantity == ONDES_RESPONSE_MAGNITUDE && self->handles.pointer[0] >= plot->origin.x
      && self->handles.pointer[0] <= plot->origin.x + plot->size.width)
    {
      const double f_hz = ondes_response_from_x (self, self->handles.pointer[0]);
      g_autofree char *frequency = ondes_response_print_frequency (self, f_hz);
      g_autofree char *level = ondes_words_fixed (ondes_filter_response_at (response, response->shown, f_hz), 1, " dB");
      /* Translators: a frequency, and the filter's magnitude there. */
      g_autofree char *text = g_strdup_printf (_("%s: %s"), frequency, level);

      ondes_chart_draw_note (ONDES_CHART (self), canvas, text, plot->origin.x + plot->size.width - 6, plot->origin.y + 4, TRUE);
    }
  gtk_snapshot_pop (snapshot);
}
