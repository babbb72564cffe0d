/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/number.h"
#include "figure/draw-slice.h"
#include "figure/psd-picture.h"
#include "ondes-psd-view.h"
#include "session/words.h"
#include "shell/ondes-template.h"

#define MOST_ZOOM  1e4
#define REACH      10.0 /* pixels from a click to the peak that it takes */
#define MOST_MARKS 200  /* of the harmonic cursor */
#define MARK_LEAST 6.0  /* pixels between marks, at least: those above are left out */
#define MARK_ROOM  26.0 /* pixels between marks with a number */
#define GRID       40.0 /* pixels between lines of the grid, at least */

struct _OndesPsdView
{
  OndesChart        parent_instance;

  OndesPsdAnalysis *psd;
};

G_DEFINE_FINAL_TYPE (OndesPsdView, ondes_psd_view, ONDES_TYPE_CHART)

/* What is drawn. */
typedef struct
{
  GPtrArray       *curves; /* of OndesPsdCurve */
  GPtrArray       *psds;   /* of OndesPsd */
  OndesPsdOptions  options;
  OndesPsdPicture  picture;
} Shown;

static void
shown_clear (Shown *self)
{
  g_clear_pointer (&self->curves, g_ptr_array_unref);
  g_clear_pointer (&self->psds, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Shown, shown_clear)

/* FALSE if there is no spectrum. */
static gboolean
get_shown (OndesPsdAnalysis *psd,
           Shown            *shown)
{
  *shown = (Shown) { .curves = ondes_psd_analysis_list_curves (psd), .psds = g_ptr_array_new (),
                     .options = ondes_psd_analysis_get_settings (psd)->options };
  for (guint i = 0; i < shown->curves->len; i++)
    g_ptr_array_add (shown->psds, ((OndesPsdCurve *) g_ptr_array_index (shown->curves, i))->psd);
  if (shown->psds->len == 0)
    return FALSE;
  /* The settings may already ask for another quantity than the one that is shown. */
  shown->options.bands = ((const OndesPsd *) shown->psds->pdata[0])->options.bands;
  shown->options.scaling = ((const OndesPsd *) shown->psds->pdata[0])->options.scaling;
  shown->picture = (OndesPsdPicture) { (const OndesPsd *const *) shown->psds->pdata, shown->psds->len, &shown->options };
  return TRUE;
}

static const OndesRecordingInfo *
get_info (OndesPsdAnalysis *psd)
{
  return ondes_recording_get_info (ondes_session_get_recording (ondes_analysis_get_session (ONDES_ANALYSIS (psd))));
}

char *
ondes_psd_print_hz (OndesPsdAnalysis *psd,
                    double            hz)
{
  g_autofree char *unit = ondes_words_frequency_unit (get_info (psd)->time_unit);

  return ondes_words_quantity (hz, unit, 5);
}

char *
ondes_psd_print_value (OndesPsdAnalysis *psd,
                       double            value)
{
  g_autofree char *frequency = ondes_words_frequency_unit (get_info (psd)->time_unit), *unit = NULL;
  g_auto (Shown) shown = { 0 };

  if (!get_shown (psd, &shown))
    return g_strdup ("");
  if (!shown.options.linear_scale)
    return ondes_words_fixed (ondes_psd_db (&shown.options, value), 1, " dB");
  unit = ondes_psd_unit (&shown.options, get_info (psd)->unit, frequency);
  return ondes_words_quantity (value, unit, 4);
}

/* Axes. The horizontal span is in shares of all frequencies, which is linear in pixels. */

static OndesAxis
whole_axis (const Shown *shown)
{
  OndesPsdOptions options = *shown->picture.options;

  options.view_lo = options.view_hi = 0;
  return ondes_psd_picture_frequencies (&(OndesPsdPicture) { shown->picture.psds, shown->picture.n, &options }, 1);
}

static gboolean
ondes_psd_view_get_span (OndesChart     *chart,
                         GtkOrientation  direction,
                         OndesChartSpan *span)
{
  OndesPsdView *self = ONDES_PSD_VIEW (chart);
  g_auto (Shown) shown = { 0 };
  OndesAxis whole, view;

  if (self->psd == NULL || direction != GTK_ORIENTATION_HORIZONTAL || !get_shown (self->psd, &shown))
    return FALSE;
  whole = whole_axis (&shown);
  view = ondes_psd_picture_frequencies (&shown.picture, 1);
  span->first = ondes_axis_pixel (&whole, view.lo);
  span->count = ondes_axis_pixel (&whole, view.hi) - span->first;
  span->total = 1;
  span->min = 1 / MOST_ZOOM;
  return TRUE;
}

static void
ondes_psd_view_set_span (OndesChart    *chart,
                         GtkOrientation direction,
                         double         first,
                         double         count)
{
  OndesPsdView *self = ONDES_PSD_VIEW (chart);
  OndesPsdSettings settings = *ondes_psd_analysis_get_settings (self->psd);
  g_auto (Shown) shown = { 0 };
  OndesAxis whole;

  if (!get_shown (self->psd, &shown))
    return;
  whole = whole_axis (&shown);
  settings.options.view_lo = count >= 1 ? 0 : ondes_axis_value (&whole, first);
  settings.options.view_hi = count >= 1 ? 0 : ondes_axis_value (&whole, first + count);
  ondes_psd_analysis_set_settings (self->psd, &settings);
}

/* Returns the frequency at a share of all. */
static double
hz_at (OndesPsdView *self,
       double        share)
{
  g_auto (Shown) shown = { 0 };
  OndesAxis whole;

  if (isnan (share) || !get_shown (self->psd, &shown))
    return NAN;
  whole = whole_axis (&shown);
  return ondes_axis_value (&whole, share);
}

/* Returns the share of all frequencies at which @hz lies; NaN if it has none. */
static double
share_of (OndesPsdView *self,
          double        hz)
{
  g_auto (Shown) shown = { 0 };
  OndesAxis whole;

  if (isnan (hz) || !get_shown (self->psd, &shown))
    return NAN;
  whole = whole_axis (&shown);
  return whole.mode == ONDES_AXIS_LOG && !(hz > 0) ? NAN : ondes_axis_pixel (&whole, hz);
}

static void
ondes_psd_view_get_crosshair (OndesChart *chart,
                              double     *x,
                              double     *y)
{
  OndesPsdView *self = ONDES_PSD_VIEW (chart);

  *x = share_of (self, ondes_psd_analysis_get_pointer (self->psd));
  *y = NAN;
}

static void
ondes_psd_view_set_crosshair (OndesChart *chart,
                              double      x,
                              double      y)
{
  OndesPsdView *self = ONDES_PSD_VIEW (chart);

  ondes_psd_analysis_set_pointer (self->psd, hz_at (self, x));
}

/* The harmonic cursor. */

static void
ondes_psd_view_clicked (OndesChart *chart,
                        double      x,
                        double      y)
{
  OndesPsdView *self = ONDES_PSD_VIEW (chart);
  double hz = hz_at (self, x);
  g_auto (Shown) shown = { 0 };
  OndesPsdPeak peak;

  if (isnan (hz) || !get_shown (self->psd, &shown))
    return;
  peak = ondes_psd_peak (shown.picture.psds[0], ondes_psd_nearest (shown.picture.psds[0], hz));
  if (fabs (ondes_chart_to_x (chart, share_of (self, peak.hz)) - ondes_chart_to_x (chart, x)) <= REACH)
    hz = peak.hz;
  if (hz > 0)
    ondes_psd_analysis_set_cursor (self->psd, hz);
}

static gboolean
ondes_psd_view_leave (OndesChart *chart)
{
  OndesPsdView *self = ONDES_PSD_VIEW (chart);
  const gboolean any = !isnan (ondes_psd_analysis_get_cursor (self->psd));

  ondes_psd_analysis_set_cursor (self->psd, NAN);
  return any;
}

/* Marks the multiples in view, with numbers where there is room. */
static void
draw_harmonics (OndesPsdView           *self,
                const OndesChartCanvas *canvas)
{
  const double base = ondes_psd_analysis_get_cursor (self->psd);
  const graphene_rect_t *plot = &canvas->plot;
  const OndesColour *ink = &canvas->theme->foreground;
  const GdkRGBA colour = { ink->r, ink->g, ink->b, 0.5 };
  double labelled = -INFINITY, last = -INFINITY;

  for (guint k = 1; base > 0 && k <= MOST_MARKS; k++)
    {
      const double x = round (ondes_chart_to_x (ONDES_CHART (self), share_of (self, k * base)));
      g_autofree char *text = k == 1 ? ondes_psd_print_hz (self->psd, base) : g_strdup_printf ("%u", k);

      if (isnan (x) || x > plot->origin.x + plot->size.width || x - last < MARK_LEAST)
        break;
      last = x;
      if (x < plot->origin.x)
        continue;
      gtk_snapshot_append_color (canvas->snapshot, &colour, &GRAPHENE_RECT_INIT (x, plot->origin.y, 1, plot->size.height));
      if (x - labelled < MARK_ROOM)
        continue;
      ondes_chart_draw_note (ONDES_CHART (self), canvas, text, k == 1 ? x - 4 : x + 4, plot->origin.y + plot->size.height - 22,
                             k == 1);
      labelled = x;
    }
}

/* Drawing. */

static char *
make_title (OndesPsdView *self,
            const Shown  *shown)
{
  static const char *const quantities[] = { N_("power spectral density"), N_("power"), N_("amplitude") };
  const OndesRecordingInfo *info = get_info (self->psd);
  g_autofree char *frequency = ondes_words_frequency_unit (info->time_unit);

  return ondes_psd_picture_title (&shown->options, info->unit, frequency,
                                  shown->options.bands > 0 ? _("power of bands") : _(quantities[shown->options.scaling]),
                                  /* Translators: decibels relative to what follows, “dB re 1 V²”. */
                                  _("dB re"));
}

static void
draw_grid (const OndesPlot *plot,
           const OndesAxis *axis,
           gboolean         upright)
{
  g_autoptr (GArray) ticks = ondes_axis_ticks (axis, GRID);

  for (guint i = 0; i < ticks->len; i++)
    {
      const OndesTick *tick = &g_array_index (ticks, OndesTick, i);

      if (tick->major && upright)
        cairo_rectangle (plot->cr, plot->area.x, round (plot->area.y + plot->area.height - tick->pixel), plot->area.width, 1);
      else if (tick->major)
        cairo_rectangle (plot->cr, round (plot->area.x + tick->pixel), plot->area.y, 1, plot->area.height);
    }
  ondes_draw_colour (plot->cr, &plot->theme->grid, 1);
  cairo_fill (plot->cr);
}

static void
ondes_psd_view_base (OndesChart             *chart,
                     const OndesChartCanvas *canvas)
{
  OndesPsdView *self = ONDES_PSD_VIEW (chart);
  const graphene_rect_t *area = &canvas->plot;
  g_autofree char *unit = ondes_words_frequency_unit (get_info (self->psd)->time_unit), *title = NULL;
  /* Translators: the title of a ruler; the unit is in brackets. */
  g_autofree char *frequency = g_strdup_printf (_("frequency (%s)"), unit);
  g_auto (Shown) shown = { 0 };
  OndesAxis along, up;
  OndesPlot plot;

  if (!get_shown (self->psd, &shown))
    return;
  title = make_title (self, &shown);
  along = ondes_psd_picture_frequencies (&shown.picture, area->size.width);
  up = ondes_psd_picture_values (&shown.picture, area->size.height);
  ondes_chart_draw_background (canvas);
  plot = (OndesPlot) { .area = ondes_chart_area (area), .lo = up.lo, .hi = up.hi, .theme = canvas->theme,
                       .cr = gtk_snapshot_append_cairo (canvas->snapshot, area) };
  draw_grid (&plot, &up, TRUE);
  draw_grid (&plot, &along, FALSE);
  for (guint i = shown.curves->len; i-- > 0;)
    {
      const OndesPsdCurve *curve = g_ptr_array_index (shown.curves, i);
      const OndesColour colour = i == 0 ? canvas->theme->wave : ondes_slice_colour (curve->colour, canvas->theme);

      ondes_draw_colour (plot.cr, &colour, 1);
      cairo_set_line_width (plot.cr, i == 0 ? 1.5 : 1.2);
      ondes_psd_picture_draw (&shown.picture, i, &plot);
    }
  cairo_destroy (plot.cr);
  ondes_chart_draw_ruler (chart, canvas, &along, ONDES_SIDE_BOTTOM, frequency);
  ondes_chart_draw_ruler (chart, canvas, &up, ONDES_SIDE_LEFT, title);
}

/* Names the curves where there are several, in their colours. */
static void
draw_legend (OndesPsdView           *self,
             const OndesChartCanvas *canvas,
             const Shown            *shown)
{
  const graphene_rect_t *plot = &canvas->plot;
  float y = plot->origin.y + 6;

  for (guint i = 0; shown->curves->len > 1 && i < shown->curves->len; i++)
    {
      const OndesPsdCurve *curve = g_ptr_array_index (shown->curves, i);
      const OndesColour colour = i == 0 ? canvas->theme->wave : ondes_slice_colour (curve->colour, canvas->theme);
      const GdkRGBA rgba = { colour.r, colour.g, colour.b, 1 };
      const float right = plot->origin.x + plot->size.width - 8;

      ondes_chart_draw_note (ONDES_CHART (self), canvas, curve->label, right - 24, y, TRUE);
      gtk_snapshot_append_color (canvas->snapshot, &rgba, &GRAPHENE_RECT_INIT (right - 18, y + 9, 18, 2));
      y += 22;
    }
}

static void
ondes_psd_view_overlay (OndesChart             *chart,
                        const OndesChartCanvas *canvas)
{
  OndesPsdView *self = ONDES_PSD_VIEW (chart);
  g_auto (Shown) shown = { 0 };

  if (!get_shown (self->psd, &shown))
    return;
  gtk_snapshot_push_clip (canvas->snapshot, &canvas->plot);
  draw_harmonics (self, canvas);
  draw_legend (self, canvas, &shown);
  gtk_snapshot_pop (canvas->snapshot);
  ONDES_CHART_CLASS (ondes_psd_view_parent_class)->overlay (chart, canvas);
}

char *
ondes_psd_view_read (OndesPsdView *self)
{
  const double hz = ondes_psd_analysis_get_pointer (self->psd);
  g_autofree char *frequency = NULL, *value = NULL, *peak_hz = NULL, *peak_value = NULL;
  g_auto (Shown) shown = { 0 };
  const OndesPsd *psd;
  OndesPsdPeak peak;
  gsize at;

  if (isnan (hz) || !get_shown (self->psd, &shown))
    return g_strdup ("");
  psd = shown.picture.psds[0];
  at = ondes_psd_nearest (psd, hz);
  frequency = ondes_psd_print_hz (self->psd, psd->frequencies_hz[at]);
  value = ondes_psd_print_value (self->psd, psd->values[at]);
  if (psd->edges_hz != NULL)
    {
      g_autofree char *lo = ondes_psd_print_hz (self->psd, psd->edges_hz[2 * at]);
      g_autofree char *hi = ondes_psd_print_hz (self->psd, psd->edges_hz[2 * at + 1]);

      /* Translators: a band's centre, its two edges, and its power. */
      return g_strdup_printf (_("%s (%s – %s) · %s"), frequency, lo, hi, value);
    }
  peak = ondes_psd_peak (psd, at);
  peak_hz = ondes_psd_print_hz (self->psd, peak.hz);
  peak_value = ondes_psd_print_value (self->psd, peak.value);
  /* Translators: a frequency and its value, then the frequency and the value of the peak next to it. */
  return g_strdup_printf (_("%s · %s · peak %s, %s"), frequency, value, peak_hz, peak_value);
}

static char *
ondes_psd_view_copy_value (OndesChart *chart)
{
  OndesPsdView *self = ONDES_PSD_VIEW (chart);
  const double hz = ondes_psd_analysis_get_pointer (self->psd);
  char frequency[ONDES_NUMBER_SIZE], value[ONDES_NUMBER_SIZE];
  g_auto (Shown) shown = { 0 };
  const OndesPsd *psd;
  gsize at;

  if (isnan (hz) || !get_shown (self->psd, &shown))
    return NULL;
  psd = shown.picture.psds[0];
  at = ondes_psd_nearest (psd, hz);
  return g_strdup_printf ("%s, %s", ondes_number_print (frequency, psd->frequencies_hz[at]),
                          ondes_number_print (value, psd->values[at]));
}

static char *
ondes_psd_view_describe (OndesChart *chart)
{
  OndesPsdView *self = ONDES_PSD_VIEW (chart);
  g_autoptr (GPtrArray) curves = ondes_psd_analysis_list_curves (self->psd);
  const OndesPsdCurve *curve = curves->pdata[0];
  g_autofree char *hz = NULL, *value = NULL;

  if (curve->n_peaks == 0)
    return g_strdup (curve->label);
  hz = ondes_psd_print_hz (self->psd, curve->peaks[0].hz);
  value = ondes_psd_print_value (self->psd, curve->peaks[0].value);
  /* Translators: which samples; the frequency and the value of the largest peak. */
  return g_strdup_printf (_("%s, largest peak at %s, %s"), curve->label, hz, value);
}

static void
on_changed (OndesPsdView *self)
{
  ondes_chart_changed (ONDES_CHART (self));
  ondes_chart_moved (ONDES_CHART (self));
}

static void
ondes_psd_view_class_init (OndesPsdViewClass *klass)
{
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);

  chart_class->shape = (OndesChartShape) { .top = 8, .bottom = ONDES_CHART_MEASURED, .right = ONDES_CHART_HALF_LABEL,
                                           .min_height = 150, .natural_height = 320 };
  chart_class->get_span = ondes_psd_view_get_span;
  chart_class->set_span = ondes_psd_view_set_span;
  chart_class->get_crosshair = ondes_psd_view_get_crosshair;
  chart_class->set_crosshair = ondes_psd_view_set_crosshair;
  chart_class->clicked = ondes_psd_view_clicked;
  chart_class->leave = ondes_psd_view_leave;
  chart_class->base = ondes_psd_view_base;
  chart_class->overlay = ondes_psd_view_overlay;
  chart_class->describe = ondes_psd_view_describe;
  chart_class->copy_value = ondes_psd_view_copy_value;
  ondes_chart_class_set_navigable (chart_class);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "series");
}

static void
ondes_psd_view_init (OndesPsdView *self)
{
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
}

GtkWidget *
ondes_psd_view_new (OndesPsdAnalysis *psd)
{
  OndesPsdView *self = g_object_new (ONDES_TYPE_PSD_VIEW, NULL);

  self->psd = ondes_widget_keep (self, psd);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Spectrum"), -1);
  g_signal_connect_object (psd, "curves-changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (psd, "settings-changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (psd, "pointer-changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
