/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-response-view.h"
#include "session/words.h"

#define REACH        12.0 /* from a handle, pixels */
#define GRIP         5.0  /* half the width of a handle's grip */
#define STEP_OCTAVES (1.0 / 12)
#define FINE_OCTAVES (1.0 / 120)
#define LEAST_DB     60.0 /* height of the magnitude's axis, at least */
#define ROOM_DB      30.0 /* below the attenuation that was asked for */

struct _OndesResponseView
{
  OndesChart             parent_instance;

  OndesFilterAnalysis   *filter;
  OndesResponseQuantity  quantity;
  guint                  active;  /* the handle that keys move */
  int                    dragged; /* −1: none */
  double                 pointer; /* x; NaN if outside */
};

G_DEFINE_FINAL_TYPE (OndesResponseView, ondes_response_view, ONDES_TYPE_CHART)

static const OndesFilterResponse *
response_of (OndesResponseView *self)
{
  return ondes_filter_analysis_get_response (self->filter);
}

static gboolean
is_over_frequency (OndesResponseView *self)
{
  return self->quantity != ONDES_RESPONSE_IMPULSE;
}

/* The horizontal span: natural logarithms from the lowest frequency on, or taps. */
static gboolean
ondes_response_view_get_span (OndesChart     *chart,
                              GtkOrientation  direction,
                              OndesChartSpan *span)
{
  OndesResponseView *self = ONDES_RESPONSE_VIEW (chart);
  const OndesFilterResponse *response = self->filter != NULL ? response_of (self) : NULL;

  if (direction != GTK_ORIENTATION_HORIZONTAL || response == NULL)
    return FALSE;
  span->first = 0;
  span->total = is_over_frequency (self) ? log (response->hi_hz / response->lo_hz)
                                         : ondes_filter_analysis_get_band (self->filter)->n;
  span->count = span->min = span->total;
  return span->count > 0;
}

static double
x_of (OndesResponseView *self,
      double             f_hz)
{
  return ondes_chart_to_x (ONDES_CHART (self), log (f_hz / response_of (self)->lo_hz));
}

static double
frequency_at (OndesResponseView *self,
              double             x)
{
  return response_of (self)->lo_hz * exp (ondes_chart_from_x (ONDES_CHART (self), x));
}

static guint
get_cutoffs (OndesResponseView *self,
             double             cutoffs_hz[2])
{
  return self->quantity == ONDES_RESPONSE_MAGNITUDE ? ondes_filter_analysis_get_cutoffs (self->filter, cutoffs_hz) : 0;
}

double
ondes_response_view_get_handle_x (OndesResponseView *self,
                                  guint              which)
{
  double cutoffs_hz[2];

  if (ondes_chart_is_empty (ONDES_CHART (self)) || which >= get_cutoffs (self, cutoffs_hz))
    return NAN;
  return x_of (self, cutoffs_hz[which]);
}

/* Returns the handle within reach of @x, or −1. */
static int
find_handle (OndesResponseView *self,
             double             x)
{
  double nearest = REACH;
  int found = -1;

  for (int i = 0; i < 2; i++)
    {
      const double distance = fabs (ondes_response_view_get_handle_x (self, (guint) i) - x);

      if (distance <= nearest)
        {
          nearest = distance;
          found = i;
        }
    }
  return found;
}

/* Sets the values at bottom and top. */
static void
find_range (OndesResponseView *self,
            double            *lo,
            double            *hi)
{
  const OndesFilterResponse *response = response_of (self);
  const OndesFilterSettings *settings = ondes_filter_analysis_get_settings (self->filter);
  const OndesFilterBand *band = ondes_filter_analysis_get_band (self->filter);
  const OndesResponseCurve *curve = &response->curves[response->shown];
  double margin;

  *lo = INFINITY;
  *hi = -INFINITY;
  switch (self->quantity)
    {
    case ONDES_RESPONSE_MAGNITUDE:
      *hi = 10 * ceil ((response->largest_db + 3) / 10);
      *lo = *hi - MAX (LEAST_DB, 20 * ceil ((settings->ripple_db + ROOM_DB) / 20));
      return;
    case ONDES_RESPONSE_PHASE:
      *lo = -180;
      *hi = 180;
      return;
    case ONDES_RESPONSE_DELAY:
      for (guint i = 0; i < curve->n; i++)
        if (!isnan (curve->delays[i]))
          {
            *lo = MIN (*lo, curve->delays[i]);
            *hi = MAX (*hi, curve->delays[i]);
          }
      margin = MAX (0.15 * (*hi - *lo), 1);
      break;
    case ONDES_RESPONSE_IMPULSE:
    default:
      for (guint m = 0; m < band->n; m++)
        {
          *lo = MIN (*lo, band->taps[band->is_complex ? 2 * m : m]);
          *hi = MAX (*hi, band->taps[band->is_complex ? 2 * m : m]);
        }
      *lo = MIN (*lo, 0);
      *hi = MAX (*hi, 0);
      margin = *hi > *lo ? 0.1 * (*hi - *lo) : 1;
    }
  if (!(*lo <= *hi))
    *lo = *hi = 0;
  *lo -= margin;
  *hi += margin;
}

static void
set_colour (cairo_t           *cr,
            const OndesColour *colour,
            double             alpha)
{
  cairo_set_source_rgba (cr, colour->r, colour->g, colour->b, colour->a * alpha);
}

static const double *
values_of (OndesResponseView        *self,
           const OndesResponseCurve *curve)
{
  switch (self->quantity)
    {
    case ONDES_RESPONSE_DELAY:
      return curve->delays;
    case ONDES_RESPONSE_PHASE:
      return curve->phases;
    case ONDES_RESPONSE_MAGNITUDE:
    case ONDES_RESPONSE_IMPULSE:
    default:
      return curve->magnitudes_db;
    }
}

/* Draws a curve; NaN breaks it. */
static void
draw_curve (OndesResponseView        *self,
            const OndesPlot          *plot,
            const OndesResponseCurve *curve)
{
  const double lo = plot->lo, hi = plot->hi;
  const double *values = values_of (self, curve), factor = self->quantity == ONDES_RESPONSE_PHASE ? 180 / G_PI : 1;
  gboolean pen = FALSE;

  if (values == NULL)
    return;
  for (guint i = 0; i < curve->n; i++)
    {
      const double at = (CLAMP (values[i] * factor, lo - (hi - lo), hi + (hi - lo)) - lo) / (hi - lo);
      const double y = plot->area.y + (1 - at) * plot->area.height;

      if (!isnan (values[i]))
        (pen ? cairo_line_to : cairo_move_to) (plot->cr, x_of (self, curve->frequencies_hz[i]), y);
      pen = !isnan (values[i]);
    }
  cairo_stroke (plot->cr);
}

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
  const guint n = get_cutoffs (self, cutoffs_hz);

  set_colour (cr, &theme->accent, 0.1);
  if (n > 0 && kind != ONDES_FILTER_NOTCH)
    {
      const double first = CLAMP (x_of (self, cutoffs_hz[0]), left, right);
      const double last = n > 1 ? CLAMP (x_of (self, cutoffs_hz[1]), left, right) : first;

      if (kind == ONDES_FILTER_LOWPASS || kind == ONDES_FILTER_BANDSTOP)
        cairo_rectangle (cr, left, area->y, first - left, area->height);
      if (kind == ONDES_FILTER_HIGHPASS || kind == ONDES_FILTER_BANDSTOP)
        cairo_rectangle (cr, last, area->y, right - last, area->height);
      if (kind == ONDES_FILTER_BANDPASS)
        cairo_rectangle (cr, first, area->y, last - first, area->height);
      cairo_fill (cr);
    }
  set_colour (cr, &theme->grid, 1);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, left, zero);
  cairo_line_to (cr, right, zero);
  cairo_stroke (cr);
}

static void
draw_curves (OndesResponseView *self,
             const OndesPlot   *plot)
{
  cairo_t *cr = plot->cr;
  const OndesFilterResponse *response = response_of (self);

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, 1);
  set_colour (cr, &plot->theme->dim, 0.55);
  for (guint i = 0; i < response->n_curves && self->quantity == ONDES_RESPONSE_MAGNITUDE; i++)
    if (i != response->shown)
      draw_curve (self, plot, &response->curves[i]);
  cairo_set_line_width (cr, self->quantity == ONDES_RESPONSE_MAGNITUDE ? 2 : 1.5);
  set_colour (cr, &plot->theme->wave, 1);
  draw_curve (self, plot, &response->curves[response->shown]);
}

/* Draws the taps; of complex ones the real parts. */
static void
draw_taps (OndesResponseView *self,
           const OndesPlot   *plot)
{
  const OndesFilterBand *band = ondes_filter_analysis_get_band (self->filter);
  const guint columns = (guint) ceil (plot->area.width) * gtk_widget_get_scale_factor (GTK_WIDGET (self));
  g_autofree double *values = g_new (double, band->n);

  for (guint m = 0; m < band->n; m++)
    values[m] = band->taps[band->is_complex ? 2 * m : m];
  if (2 * band->n <= columns)
    {
      g_autofree double *positions = g_new (double, band->n);

      for (guint m = 0; m < band->n; m++)
        positions[m] = (m + 0.5) * plot->area.width / band->n;
      ondes_draw_bars (plot, positions, values, band->n);
    }
  else
    {
      g_autofree OndesExtent *extents = g_new (OndesExtent, columns);

      ondes_chart_extents (&(OndesChartValues) { values, 0, band->n }, 0, band->n, columns, extents);
      ondes_draw_waveform_pixels (plot, extents, columns);
    }
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
  const OndesFilterResponse *response = response_of (self);
  const OndesFilterBand *band = ondes_filter_analysis_get_band (self->filter);
  const OndesAxis left = { ONDES_AXIS_LINEAR, lo, hi, canvas->plot.size.height };
  const double d = ondes_filter_analysis_get_settings (self->filter)->causal ? 0 : (band->n - 1) / 2;
  const OndesAxis samples = { ONDES_AXIS_LINEAR, -d - 0.5, band->n - d - 0.5, canvas->plot.size.width };
  const OndesAxis frequencies = { ONDES_AXIS_LOG, response->lo_hz, response->hi_hz, canvas->plot.size.width };
  OndesRecording *recording
    = ondes_session_get_recording (ondes_analysis_get_session (ONDES_ANALYSIS (self->filter)));
  g_autofree char *unit = ondes_words_frequency_unit (ondes_recording_get_info (recording)->time_unit);
  /* Translators: the title of a ruler; the unit is in brackets. */
  g_autofree char *title = is_over_frequency (self) ? g_strdup_printf (_("frequency (%s)"), unit) : g_strdup (_("samples"));

  ondes_chart_draw_ruler (ONDES_CHART (self), canvas, is_over_frequency (self) ? &frequencies : &samples,
                          ONDES_SIDE_BOTTOM, title);
  ondes_chart_draw_ruler (ONDES_CHART (self), canvas, &left, ONDES_SIDE_LEFT, title_of (self));
}

static void
ondes_response_view_base (OndesChart             *chart,
                          const OndesChartCanvas *canvas)
{
  OndesResponseView *self = ONDES_RESPONSE_VIEW (chart);
  OndesPlot plot = { .area = ondes_chart_area (&canvas->plot), .theme = canvas->theme };

  ondes_chart_draw_background (canvas);
  find_range (self, &plot.lo, &plot.hi);
  plot.cr = gtk_snapshot_append_cairo (canvas->snapshot, &canvas->plot);
  draw_ground (self, &plot);
  if (is_over_frequency (self))
    draw_curves (self, &plot);
  else
    draw_taps (self, &plot);
  cairo_destroy (plot.cr);
  draw_rulers (self, canvas, plot.lo, plot.hi);
}

static char *
print_frequency (OndesResponseView *self,
                 double             f_hz)
{
  OndesRecording *recording
    = ondes_session_get_recording (ondes_analysis_get_session (ONDES_ANALYSIS (self->filter)));
  g_autofree char *unit = ondes_words_frequency_unit (ondes_recording_get_info (recording)->time_unit);

  return ondes_words_quantity (f_hz, unit, 4);
}

/* Draws a line of text with its right or left end at @x. */
static void
draw_text (OndesResponseView      *self,
           const OndesChartCanvas *canvas,
           const char             *text,
           double                  x,
           double                  y,
           gboolean                to_left)
{
  GtkSnapshot *snapshot = canvas->snapshot;
  const OndesTheme *theme = canvas->theme;
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoFontDescription *font = pango_font_description_from_string (theme->font);
  const GdkRGBA colour = { theme->foreground.r, theme->foreground.g, theme->foreground.b, 1 };
  const GdkRGBA ground = { theme->background.r, theme->background.g, theme->background.b, 0.8 };
  int width, height;

  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_get_pixel_size (layout, &width, &height);
  x -= to_left ? width : 0;
  gtk_snapshot_append_color (snapshot, &ground, &GRAPHENE_RECT_INIT (x - 2, y, width + 4, height));
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
  gtk_snapshot_append_layout (snapshot, layout, &colour);
  gtk_snapshot_restore (snapshot);
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
  const double x = round (x_of (self, f_hz)), middle = plot->origin.x + plot->size.width / 2;
  const gboolean active = self->dragged == (int) which
                          || (gtk_widget_has_focus (GTK_WIDGET (self)) && self->active == which);
  const GdkRGBA accent = { theme->accent.r, theme->accent.g, theme->accent.b, 1 };
  g_autofree char *text = print_frequency (self, f_hz);
  const double y = plot->origin.y + plot->size.height - 26;
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
  draw_text (self, canvas, text, which == 1 || x < middle ? x + GRIP + 4 : x - GRIP - 4, y,
             which == 0 && x >= middle);
}

static void
ondes_response_view_overlay (OndesChart             *chart,
                             const OndesChartCanvas *canvas)
{
  OndesResponseView *self = ONDES_RESPONSE_VIEW (chart);
  GtkSnapshot *snapshot = canvas->snapshot;
  const graphene_rect_t *plot = &canvas->plot;
  const OndesFilterResponse *response = response_of (self);
  double cutoffs_hz[2];
  const guint n = get_cutoffs (self, cutoffs_hz);

  gtk_snapshot_push_clip (snapshot, plot);
  for (guint i = 0; i < n; i++)
    if (cutoffs_hz[i] > 0)
      draw_handle (self, canvas, i, cutoffs_hz[i]);
  if (self->quantity == ONDES_RESPONSE_MAGNITUDE && self->pointer >= plot->origin.x
      && self->pointer <= plot->origin.x + plot->size.width)
    {
      const double f_hz = frequency_at (self, self->pointer);
      g_autofree char *frequency = print_frequency (self, f_hz);
      /* Translators: a frequency, and the filter's magnitude there. */
      g_autofree char *text = g_strdup_printf (_("%s: %.1f dB"), frequency,
                                               ondes_filter_response_at (response, response->shown, f_hz));

      draw_text (self, canvas, text, plot->origin.x + plot->size.width - 6, plot->origin.y + 4, TRUE);
    }
  gtk_snapshot_pop (snapshot);
}

static char *
ondes_response_view_describe (OndesChart *chart)
{
  OndesResponseView *self = ONDES_RESPONSE_VIEW (chart);
  const OndesFilterResponse *response = response_of (self);
  double cutoffs_hz[2];
  const guint n = get_cutoffs (self, cutoffs_hz);
  g_autofree char *lo = NULL, *hi = NULL;

  if (self->quantity == ONDES_RESPONSE_IMPULSE)
    {
      const guint taps = ondes_filter_analysis_get_band (self->filter)->n;

      return g_strdup_printf (ngettext ("%u tap", "%u taps", taps), taps);
    }
  lo = print_frequency (self, n > 0 ? cutoffs_hz[0] : response->lo_hz);
  hi = print_frequency (self, n > 1 ? cutoffs_hz[1] : response->hi_hz);
  if (n == 1)
    /* Translators: a frequency. */
    return g_strdup_printf (_("Cut-off at %s. Left and Right move it."), lo);
  if (n == 2)
    /* Translators: two frequencies. */
    return g_strdup_printf (_("Cut-offs at %s and %s. Left and Right move one, Up and Down choose it."), lo, hi);
  /* Translators: two frequencies. */
  return g_strdup_printf (_("From %s to %s"), lo, hi);
}

/* Pointer and keys. */

static void
on_motion (OndesResponseView *self,
           double             x,
           double             y)
{
  self->pointer = x;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), self->dragged >= 0 || find_handle (self, x) >= 0 ? "ew-resize" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_leave (OndesResponseView *self)
{
  self->pointer = NAN;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_begin (OndesResponseView *self,
               double             x,
               double             y,
               GtkGestureDrag    *drag)
{
  const int handle = find_handle (self, x);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (handle < 0)
    {
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  self->dragged = handle;
  self->active = (guint) handle;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_update (OndesResponseView *self,
                double             dx,
                double             dy,
                GtkGestureDrag    *drag)
{
  double x, y;

  if (self->dragged < 0 || (dx == 0 && dy == 0) || ondes_chart_is_empty (ONDES_CHART (self)))
    return;
  gtk_gesture_drag_get_start_point (drag, &x, &y);
  self->pointer = x + dx;
  ondes_filter_analysis_move_cutoff (self->filter, (guint) self->dragged, frequency_at (self, x + dx));
}

static void
on_drag_end (OndesResponseView *self)
{
  self->dragged = -1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
on_move_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  OndesResponseView *self = ONDES_RESPONSE_VIEW (widget);
  double cutoffs_hz[2];
  const guint n = get_cutoffs (self, cutoffs_hz);

  if (n == 0)
    return GDK_EVENT_PROPAGATE;
  self->active = MIN (self->active, n - 1);
  ondes_filter_analysis_move_cutoff (self->filter, self->active, cutoffs_hz[self->active] * exp2 (g_variant_get_double (args)));
  return GDK_EVENT_STOP;
}

static gboolean
on_choose_key (GtkWidget *widget,
               GVariant  *args,
               gpointer   user_data)
{
  OndesResponseView *self = ONDES_RESPONSE_VIEW (widget);
  double cutoffs_hz[2];

  if (get_cutoffs (self, cutoffs_hz) < 2)
    return GDK_EVENT_PROPAGATE;
  self->active = g_variant_get_boolean (args);
  gtk_widget_queue_draw (widget);
  return GDK_EVENT_STOP;
}

static void
add_pointer (OndesResponseView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

static void
install_keys (GtkWidgetClass *klass)
{
  static const struct { guint key; double octaves; } moves[] = {
    { GDK_KEY_Left, -1 }, { GDK_KEY_KP_Left, -1 }, { GDK_KEY_Right, 1 }, { GDK_KEY_KP_Right, 1 },
  };
  static const struct { guint key; gboolean upper; } choices[] = {
    { GDK_KEY_Down, FALSE }, { GDK_KEY_KP_Down, FALSE }, { GDK_KEY_Up, TRUE }, { GDK_KEY_KP_Up, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      gtk_widget_class_add_binding (klass, moves[i].key, 0, on_move_key, "d", moves[i].octaves * STEP_OCTAVES);
      gtk_widget_class_add_binding (klass, moves[i].key, GDK_SHIFT_MASK, on_move_key, "d", moves[i].octaves * FINE_OCTAVES);
      gtk_widget_class_add_binding (klass, choices[i].key, 0, on_choose_key, "b", choices[i].upper);
    }
}

static void
on_changed (OndesResponseView *self)
{
  ondes_chart_redraw (ONDES_CHART (self));
  ondes_chart_describe_soon (ONDES_CHART (self));
}

static void
ondes_response_view_restyled (OndesChart *chart)
{
  OndesResponseView *self = ONDES_RESPONSE_VIEW (chart);
  graphene_rect_t plot;

  ONDES_CHART_CLASS (ondes_response_view_parent_class)->restyled (chart);
  ondes_chart_get_plot (chart, &plot);
  if (self->filter != NULL && self->quantity == ONDES_RESPONSE_MAGNITUDE && plot.size.width > 0)
    ondes_filter_analysis_set_points (self->filter, (guint) ceil (plot.size.width)
                                                      * (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self)));
}

static void
ondes_response_view_dispose (GObject *object)
{
  g_clear_object (&ONDES_RESPONSE_VIEW (object)->filter);
  G_OBJECT_CLASS (ondes_response_view_parent_class)->dispose (object);
}

static void
ondes_response_view_class_init (OndesResponseViewClass *klass)
{
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ondes_response_view_dispose;
  chart_class->top = 4;
  chart_class->bottom = ONDES_CHART_MEASURED;
  chart_class->right = ONDES_CHART_HALF_LABEL;
  chart_class->min_height = 84;
  chart_class->natural_height = 96;
  chart_class->base = ondes_response_view_base;
  chart_class->overlay = ondes_response_view_overlay;
  chart_class->restyled = ondes_response_view_restyled;
  chart_class->get_span = ondes_response_view_get_span;
  chart_class->describe = ondes_response_view_describe;
  install_keys (GTK_WIDGET_CLASS (klass));
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "response");
}

static void
ondes_response_view_init (OndesResponseView *self)
{
  self->dragged = -1;
  self->pointer = NAN;
}

void
ondes_response_view_set_quantity (OndesResponseView    *self,
                                  OndesResponseQuantity quantity)
{
  static const char *const names[] = { N_("Magnitude response"), N_("Group delay"), N_("Phase response"), N_("Impulse response") };

  self->quantity = quantity;
  gtk_widget_set_focusable (GTK_WIDGET (self), quantity == ONDES_RESPONSE_MAGNITUDE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _(names[quantity]), -1);
  on_changed (self);
}

GtkWidget *
ondes_response_view_new (OndesFilterAnalysis  *filter,
                         OndesResponseQuantity quantity)
{
  OndesResponseView *self = g_object_new (ONDES_TYPE_RESPONSE_VIEW, NULL);

  self->filter = g_object_ref (filter);
  g_signal_connect_object (filter, "response-changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (filter, "settings-changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  if (quantity == ONDES_RESPONSE_MAGNITUDE)
    add_pointer (self);
  ondes_response_view_set_quantity (self, quantity);
  return GTK_WIDGET (self);
}
