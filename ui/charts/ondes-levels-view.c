/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "figure/draw.h"
#include "figure/energy-picture.h"
#include "ondes-levels-view.h"
#include "session/signals.h"
#include "session/words.h"

#define LONGEST_PIXELS 16384.0 /* of the picture, which may reach beyond the plot */

struct _OndesLevelsView
{
  OndesTimeChart       parent_instance;

  OndesFilterAnalysis *filter;
  OndesEnergyPicture   picture; /* of the analysis's levels; its edges are NULL if there are none */
  double               at;      /* the crosshair's place on the vertical axis, in its units from the bottom; NaN if none */
};

G_DEFINE_FINAL_TYPE (OndesLevelsView, ondes_levels_view, ONDES_TYPE_TIME_CHART)

static guint band_changed;

/* The vertical span: natural logarithms of frequencies, or numbers of bands, from the lowest on. */
static double
axis_length (const OndesEnergyPicture *picture)
{
  const OndesAxis axis = ondes_energy_picture_axis (picture, 1);

  return picture->is_log ? log (axis.hi / axis.lo) : axis.hi - axis.lo;
}

static gboolean
ondes_levels_view_get_span (OndesChart     *chart,
                            GtkOrientation  direction,
                            OndesChartSpan *span)
{
  OndesLevelsView *self = ONDES_LEVELS_VIEW (chart);

  if (direction == GTK_ORIENTATION_HORIZONTAL)
    return ONDES_CHART_CLASS (ondes_levels_view_parent_class)->get_span (chart, direction, span);
  if (self->picture.edges == NULL)
    return FALSE;
  span->first = 0;
  span->count = span->total = span->min = axis_length (&self->picture);
  return TRUE;
}

static void
ondes_levels_view_get_crosshair (OndesChart *chart,
                                 double     *x,
                                 double     *y)
{
  ONDES_CHART_CLASS (ondes_levels_view_parent_class)->get_crosshair (chart, x, y);
  *y = ONDES_LEVELS_VIEW (chart)->at;
}

static void
ondes_levels_view_set_crosshair (OndesChart *chart,
                                 double      x,
                                 double      y)
{
  ONDES_LEVELS_VIEW (chart)->at = y;
  ONDES_CHART_CLASS (ondes_levels_view_parent_class)->set_crosshair (chart, x, y);
  g_signal_emit (chart, band_changed, 0);
}

const OndesFilterBand *
ondes_levels_view_get_band (OndesLevelsView *self,
                            double          *level_db)
{
  const OndesBandLevels *levels = ondes_filter_analysis_get_levels (self->filter);
  const double sample = ondes_timeline_get_pointer (ondes_time_chart_get_timeline (ONDES_TIME_CHART (self)));
  OndesAxis axis;
  guint n;
  int band;

  *level_db = NAN;
  if (levels == NULL || self->picture.edges == NULL || isnan (self->at) || isnan (sample))
    return NULL;
  axis = ondes_energy_picture_axis (&self->picture, 1);
  band = ondes_energy_picture_band_at (&self->picture, self->picture.is_log ? axis.lo * exp (self->at) : axis.lo + self->at);
  if (band < 0)
    return NULL;
  *level_db = ondes_band_levels_at (levels, (guint) band, sample);
  return &ondes_filter_bank_get (levels->job.bank, &n)[band];
}

static guint32
to_pixel (const OndesColour *colour,
          const OndesColour *ground)
{
  const double parts[] = { colour->r, colour->g, colour->b }, below[] = { ground->r, ground->g, ground->b };
  guint32 pixel = 0xff;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    pixel = pixel << 8 | (guint32) lrint (255 * (colour->a * parts[i] + (1 - colour->a) * below[i]));
  return pixel;
}

/* Draws the picture where its span lies, which is not the view while newer levels are computed. */
static void
draw_picture (OndesLevelsView        *self,
              const OndesChartCanvas *canvas)
{
  const OndesBandLevels *levels = ondes_filter_analysis_get_levels (self->filter);
  const graphene_rect_t *plot = &canvas->plot;
  const double scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)), first = (double) levels->job.first;
  const double left = ondes_chart_to_x (ONDES_CHART (self), first);
  const double width = ondes_chart_to_x (ONDES_CHART (self), first + (double) levels->energy->count) - left;
  cairo_t *cr = gtk_snapshot_append_cairo (canvas->snapshot, plot);
  cairo_surface_t *pixels;

  self->picture.palette = ondes_filter_analysis_get_palette (self->filter);
  self->picture.ground = to_pixel (&canvas->theme->grid, &canvas->theme->background);
  pixels = ondes_energy_picture_draw (&self->picture, 0, (guint) CLAMP (round (width * scale), 1, LONGEST_PIXELS),
                                      (guint) MAX (round (plot->size.height * scale), 1));
  cairo_translate (cr, left, plot->origin.y);
  cairo_scale (cr, width / cairo_image_surface_get_width (pixels),
               plot->size.height / cairo_image_surface_get_height (pixels));
  cairo_set_source_surface (cr, pixels, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_surface_destroy (pixels);
  cairo_destroy (cr);
}

static void
draw_bar (OndesLevelsView        *self,
          const OndesChartCanvas *canvas,
          const char             *unit)
{
  const graphene_rect_t *plot = &canvas->plot;
  const float right = plot->origin.x + plot->size.width + ondes_chart_get_second_room (ONDES_CHART (self));
  const float width = gtk_widget_get_width (GTK_WIDGET (self));
  const OndesAxis axis = ondes_energy_picture_levels (&self->picture, plot->size.height);
  /* Translators: the title of a colour bar: decibels relative to 1 of a unit, such as 1 V. */
  g_autofree char *title = *unit != '\0' ? g_strdup_printf (_("level, dB re 1 %s"), unit) : g_strdup (_("level (dB)"));
  cairo_t *cr = gtk_snapshot_append_cairo (canvas->snapshot,
                                           &GRAPHENE_RECT_INIT (right, 0, width - right,
                                                                gtk_widget_get_height (GTK_WIDGET (self))));

  ondes_draw_palette_bar (cr, canvas->theme, self->picture.palette, &axis, title,
                          &(cairo_rectangle_t) { right + ONDES_CHART_BAR_GAP, plot->origin.y, ONDES_CHART_BAR_WIDTH,
                                                 plot->size.height });
  cairo_destroy (cr);
}

static void
ondes_levels_view_base (OndesChart             *chart,
                        const OndesChartCanvas *canvas)
{
  OndesLevelsView *self = ONDES_LEVELS_VIEW (chart);
  OndesRecording *recording = ondes_session_get_recording (ondes_time_chart_get_session (ONDES_TIME_CHART (chart)));
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  const OndesAxis time = ondes_time_chart_time_axis (ONDES_TIME_CHART (chart));
  g_autofree char *time_title = ondes_words_time_title (info->time_unit, &time), *title = NULL;
  g_autofree char *unit = ondes_words_frequency_unit (info->time_unit);
  const OndesColour *grid = &canvas->theme->grid;

  gtk_snapshot_append_color (canvas->snapshot, &(GdkRGBA) { grid->r, grid->g, grid->b, grid->a }, &canvas->plot);
  ondes_chart_draw_ruler (chart, canvas, &time, ONDES_SIDE_BOTTOM, time_title);
  if (self->picture.edges != NULL)
    {
      const OndesAxis bands = ondes_energy_picture_ruler (&self->picture, canvas->plot.size.height);

      draw_picture (self, canvas);
      /* Translators: the title of a ruler; the unit is in brackets. */
      title = self->picture.is_log ? g_strdup_printf (_("frequency (%s)"), unit) : g_strdup (C_("ruler", "filter"));
      ondes_chart_draw_ruler (chart, canvas, &bands, ONDES_SIDE_LEFT, title);
      draw_bar (self, canvas, info->unit);
    }
}

/* Returns the number of the loudest band, and sets @level_db. */
static guint
find_loudest (const OndesBandLevels *levels,
              guint64               *span,
              double                *level_db)
{
  const OndesEnergy *energy = levels->energy;
  guint64 most = 0;

  for (guint64 i = 1; i < energy->rows * energy->spans; i++)
    if (energy->mean_squares[i] > energy->mean_squares[most])
      most = i;
  *span = most % energy->spans;
  *level_db = ondes_energy_level_db (energy, most / energy->spans, *span);
  return (guint) (most / energy->spans);
}

static const char *
name_of (const OndesFilterBand *band)
{
  return band->name != NULL ? band->name : "";
}

static char *
ondes_levels_view_describe (OndesChart *chart)
{
  OndesLevelsView *self = ONDES_LEVELS_VIEW (chart);
  const OndesBandLevels *levels = ondes_filter_analysis_get_levels (self->filter);
  g_autofree char *when = NULL, *level = NULL, *name = NULL;
  double level_db;
  guint64 span;
  guint n, band;

  if (levels == NULL)
    return NULL;
  ondes_filter_bank_get (levels->job.bank, &n);
  band = find_loudest (levels, &span, &level_db);
  name = ondes_number_to_locale (name_of (&ondes_filter_bank_get (levels->job.bank, &n)[band]));
  when = ondes_time_chart_describe_time (ONDES_TIME_CHART (chart),
                                         (double) levels->job.first + (double) ondes_energy_begin (levels->energy, span));
  level = ondes_words_fixed (level_db, 1, " dB");
  /* Translators: a number of bands; then the name of one, such as 1 kHz, its level, and a time. */
  return g_strdup_printf (ngettext ("%u band. The loudest is %s, with %s at %s.",
                                    "%u bands. The loudest is %s, with %s at %s.", n), n, name, level, when);
}

/* Returns the band, the time and the level at the crosshair. */
static char *
ondes_levels_view_copy_value (OndesChart *chart)
{
  OndesLevelsView *self = ONDES_LEVELS_VIEW (chart);
  double level_db;
  const OndesFilterBand *band = ondes_levels_view_get_band (self, &level_db);
  g_autofree char *time = NULL;
  char level[G_ASCII_DTOSTR_BUF_SIZE];

  if (band == NULL || isnan (level_db))
    return NULL;
  time = ondes_time_chart_copy_time (ONDES_TIME_CHART (chart),
                                     ondes_timeline_get_pointer (ondes_time_chart_get_timeline (ONDES_TIME_CHART (chart))));
  return g_strdup_printf ("%s, %s, %s dB", time, name_of (band),
                          g_ascii_formatd (level, sizeof level, "%.6g", level_db));
}

static void
ondes_levels_view_changed (OndesTimeChart  *chart,
                           OndesChartChange change)
{
  ONDES_TIME_CHART_CLASS (ondes_levels_view_parent_class)->changed (chart, change);
  if (change == ONDES_CHART_POINTER)
    g_signal_emit (chart, band_changed, 0);
}

static void
on_levels (OndesLevelsView *self)
{
  const OndesBandLevels *levels = ondes_filter_analysis_get_levels (self->filter);

  ondes_energy_picture_clear (&self->picture);
  if (levels != NULL)
    ondes_energy_picture_init (&self->picture, levels->energy, levels->job.bank, 0, 0);
  ondes_chart_changed (ONDES_CHART (self));
  g_signal_emit (self, band_changed, 0);
}

static void
ondes_levels_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ondes_levels_view_parent_class)->map (widget);
  ondes_filter_analysis_show_levels (ONDES_LEVELS_VIEW (widget)->filter, TRUE);
}

static void
ondes_levels_view_unmap (GtkWidget *widget)
{
  ondes_filter_analysis_show_levels (ONDES_LEVELS_VIEW (widget)->filter, FALSE);
  GTK_WIDGET_CLASS (ondes_levels_view_parent_class)->unmap (widget);
}

static void
ondes_levels_view_dispose (GObject *object)
{
  ondes_energy_picture_clear (&ONDES_LEVELS_VIEW (object)->picture);
  G_OBJECT_CLASS (ondes_levels_view_parent_class)->dispose (object);
}

static void
ondes_levels_view_finalize (GObject *object)
{
  g_clear_object (&ONDES_LEVELS_VIEW (object)->filter);
  G_OBJECT_CLASS (ondes_levels_view_parent_class)->finalize (object);
}

static void
ondes_levels_view_class_init (OndesLevelsViewClass *klass)
{
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ondes_levels_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_levels_view_finalize;
  GTK_WIDGET_CLASS (klass)->map = ondes_levels_view_map;
  GTK_WIDGET_CLASS (klass)->unmap = ondes_levels_view_unmap;
  chart_class->shape = (OndesChartShape) { .bottom = ONDES_CHART_MEASURED, .min_height = 120, .natural_height = 200 };
  chart_class->base = ondes_levels_view_base;
  chart_class->get_span = ondes_levels_view_get_span;
  chart_class->get_crosshair = ondes_levels_view_get_crosshair;
  chart_class->set_crosshair = ondes_levels_view_set_crosshair;
  chart_class->describe = ondes_levels_view_describe;
  chart_class->copy_value = ondes_levels_view_copy_value;
  ONDES_TIME_CHART_CLASS (klass)->changed = ondes_levels_view_changed;
  ondes_chart_class_set_navigable (chart_class);
  ondes_time_chart_class_set_selectable (ONDES_TIME_CHART_CLASS (klass));
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "levels");
  band_changed = ondes_signal_new (klass, "band-changed");
}

static void
ondes_levels_view_init (OndesLevelsView *self)
{
  self->at = NAN;
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Levels of the bands"), -1);
}

GtkWidget *
ondes_levels_view_new (OndesFilterAnalysis *filter)
{
  OndesLevelsView *self = g_object_new (ONDES_TYPE_LEVELS_VIEW, "session", ondes_analysis_get_session (ONDES_ANALYSIS (filter)),
                                        NULL);

  self->filter = g_object_ref (filter);
  g_signal_connect_object (filter, "levels-changed", G_CALLBACK (on_levels), self, G_CONNECT_SWAPPED);
  on_levels (self);
  return GTK_WIDGET (self);
}
