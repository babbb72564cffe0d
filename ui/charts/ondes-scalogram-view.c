/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-chart-raster.h"
#include "ondes-charts.h"
#include "ondes-colour-bar.h"
#include "figure/layers.h"
#include "ondes-scalogram-axis.h"
#include "ondes-scalogram-band.h"
#include "ondes-scalogram-compare.h"
#include "ondes-scalogram-text.h"
#include "session/signals.h"
#include "session/trace.h"
#include "session/words.h"

#define BACKDROP_MAX 2048 /* maximum size of the backdrop raster in pixels */
#define TOOLTIP_CHARS 72  /* in a line */

struct _OndesScalogramView
{
  OndesTimeChart parent_instance;

  OndesScalogramAnalysis *analysis;
  OndesChartRaster       *raster;
  OndesScalogramCompare  *compare; /* NULL if there is no second scalogram */
  /* The last picture of the whole recording, stretched as a backdrop while the current picture does not cover the view. */
  OndesScalogram         *full_picture;
  OndesChartRaster       *backdrop;
  /* The cached colour bar. */
  GskRenderNode          *bar;
  OndesDisplay            bar_display;
  char                   *bar_title;
  gconstpointer           traced; /* the picture last traced */
};

G_DEFINE_FINAL_TYPE (OndesScalogramView, ondes_scalogram_view, ONDES_TYPE_TIME_CHART)

static const struct
{
  const char      *name;
  OndesChartChange change;
} analysis_signals[] = {
  { "settings-changed", ONDES_CHART_SETTINGS }, { "display-changed", ONDES_CHART_DISPLAY },
  { "picture-changed", ONDES_CHART_PICTURE },   { "pointer-changed", ONDES_CHART_POINTER },
  { "state-changed", ONDES_CHART_STATE },
};

OndesScalogramAnalysis *
ondes_scalogram_view_get_analysis (OndesScalogramView *self)
{
  return self->analysis;
}

/* Gets the picture that the view should show now; FALSE if none. Its scalogram is borrowed. */
static gboolean
wanted (OndesScalogramView *self,
        OndesChartPicture  *picture)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  graphene_rect_t plot;
  OndesAxis full;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  if (!ondes_scalogram_axis_get (self, &picture->axis, &full))
    return FALSE;
  *picture = (OndesChartPicture) { .axis = picture->axis, .scalogram = ondes_scalogram_analysis_get_scalogram (self->analysis) };
  picture->display = ondes_scalogram_analysis_get_colours (self->analysis);
  ondes_timeline_get_view (ondes_time_chart_get_timeline (ONDES_TIME_CHART (self)), &picture->first, &picture->count);
  picture->width = ceil (plot.size.width) * scale;
  picture->height = ceil (plot.size.height) * scale;
  return picture->width > 0 && picture->count > 0;
}

static gboolean
shows_difference (OndesScalogramView *self)
{
  return ondes_scalogram_view_get_difference (self) > 0;
}

/* Requests the rasters of the view. TRUE if the first is in flight. A chart on a hidden page asks for none. */
static gboolean
request (OndesScalogramView *self)
{
  OndesChartPicture picture;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || !wanted (self, &picture))
    return FALSE;
  if (shows_difference (self))
    return ondes_scalogram_compare_request (self->compare, &picture);
  if (self->compare != NULL)
    ondes_scalogram_compare_request (self->compare, &picture);
  return ondes_chart_raster_request (self->raster, &picture);
}

/* TRUE if both have the same transform and the same rows requested, even if one has more rows in view. */
static gboolean
same_asked (const OndesScalogram *a,
            const OndesScalogram *b)
{
  g_autofree char *first = ondes_spec_print (a->spec), *second = ondes_spec_print (b->spec);

  return g_str_equal (first, second);
}

static void
keep_whole (OndesScalogramView *self)
{
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (self->analysis);

  if (scalogram != NULL && ondes_scalogram_is_whole (scalogram))
    {
      g_clear_pointer (&self->full_picture, ondes_scalogram_unref);
      self->full_picture = ondes_scalogram_ref (scalogram);
    }
  else if (self->full_picture != NULL && (scalogram == NULL || !same_asked (scalogram, self->full_picture)))
    {
      g_clear_pointer (&self->full_picture, ondes_scalogram_unref);
      ondes_chart_raster_request (self->backdrop, NULL);
    }
}

static void
draw_backdrop (OndesScalogramView      *self,
               const OndesChartCanvas  *canvas,
               const OndesChartPicture *picture,
               const graphene_rect_t   *parts,
               guint                    n)
{
  OndesChartPicture backdrop_picture = *picture;
  OndesAxis axis;

  if (self->full_picture == NULL || !ondes_scalogram_axis_get (self, &axis, &backdrop_picture.axis))
    return;
  /* Use the colours of the picture for which the backdrop stands in. */
  backdrop_picture.scalogram = self->full_picture;
  backdrop_picture.display.view_lo = backdrop_picture.display.view_hi = 0;
  backdrop_picture.first = 0;
  backdrop_picture.count = self->full_picture->n;
  backdrop_picture.width = MIN (picture->width, BACKDROP_MAX);
  backdrop_picture.height = MIN (picture->height, BACKDROP_MAX);
  ondes_chart_raster_request (self->backdrop, &backdrop_picture);
  for (guint i = 0; i < n; i++)
    ondes_chart_raster_snapshot (self->backdrop, canvas, picture, &parts[i]);
}

/* Draws the layers in parts. A Cairo node costs in proportion to its area, so each is no larger than its part. */
static void
draw_layers (const OndesChartCanvas  *canvas,
             const OndesChartPicture *picture)
{
  const OndesScalogramPlot on
    = { canvas->theme, picture->scalogram, &picture->display, &picture->axis,
        { .area = ondes_chart_area (&canvas->plot), .first = picture->first, .count = picture->count } };
  const OndesLayer *layer;

  for (guint i = 0; (layer = ondes_scalogram_layer (i)) != NULL; i++)
    {
      cairo_rectangle_t parts[ONDES_LAYER_PARTS];
      guint n = layer->parts (&on, parts);

      for (guint j = 0; j < n; j++)
        {
          cairo_t *cr = gtk_snapshot_append_cairo (canvas->snapshot, &GRAPHENE_RECT_INIT (parts[j].x, parts[j].y, parts[j].width,
                                                                                          parts[j].height));

          layer->draw (&on, cr);
          cairo_destroy (cr);
        }
    }
}

static void
drop_bar (OndesScalogramView *self)
{
  g_clear_pointer (&self->bar, gsk_render_node_unref);
  g_clear_pointer (&self->bar_title, g_free);
}

static void
make_colour_bar (OndesScalogramView      *self,
                 const OndesChartCanvas  *canvas,
                 const OndesChartPicture *picture,
                 const char              *title)
{
  const graphene_rect_t *plot = &canvas->plot;
  const float right = plot->origin.x + plot->size.width + ondes_chart_get_second_room (ONDES_CHART (self));
  const float width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  const cairo_rectangle_t area = { right + ONDES_CHART_BAR_GAP, plot->origin.y, ONDES_CHART_BAR_WIDTH, plot->size.height };
  cairo_t *cr;

  self->bar = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (right, 0, width - right, height));
  cr = gsk_cairo_node_get_draw_context (self->bar);
  if (shows_difference (self))
    ondes_scalogram_compare_draw_bar (self->compare, cr, canvas->theme, &area, title);
  else
    ondes_draw_colour_bar (cr, canvas->theme, picture->scalogram, &picture->display, &area, title);
  cairo_destroy (cr);
}

static void
draw_colour_bar (OndesScalogramView      *self,
                 const OndesChartCanvas  *canvas,
                 const OndesChartPicture *picture)
{
  OndesChartPicture coloured = *picture;
  g_autofree char *title = self->compare != NULL ? ondes_scalogram_compare_title (self->compare, &coloured)
                                                 : ondes_words_colour_bar_title (picture->scalogram, &picture->display);

  picture = &coloured;
  if (self->bar == NULL || !ondes_display_same_colours (&self->bar_display, &picture->display)
      || g_strcmp0 (self->bar_title, title) != 0)
    {
      drop_bar (self);
      make_colour_bar (self, canvas, picture, title);
      self->bar_display = picture->display;
      self->bar_title = g_steal_pointer (&title);
    }
  gtk_snapshot_append_node (canvas->snapshot, self->bar);
}

/* Marks the old half rate, which an oversampled picture may reach beyond. */
static void
draw_half_rate (OndesScalogramView      *self,
                const OndesChartCanvas  *canvas,
                const OndesChartPicture *picture)
{
  const double half = ondes_scalogram_get_old_half_rate (picture->scalogram);
  const graphene_rect_t *plot = &canvas->plot;
  const OndesRuler ruler = { .theme = canvas->theme, .axis = &picture->axis, .side = ONDES_SIDE_LEFT, .x = plot->origin.x,
                             .y = plot->origin.y + plot->size.height };
  cairo_t *cr;

  if (!(half > 0))
    return;
  cr = gtk_snapshot_append_cairo (canvas->snapshot, &GRAPHENE_RECT_INIT (0, 0, plot->origin.x,
                                                                         gtk_widget_get_height (GTK_WIDGET (self))));
  ondes_draw_ruler_mark (cr, &ruler, ondes_display_from_frequency (&picture->display, picture->scalogram, half));
  cairo_destroy (cr);
}

static void
draw_second_ruler (OndesScalogramView      *self,
                   const OndesChartCanvas  *canvas,
                   const OndesChartPicture *picture)
{
  g_autofree char *unit = NULL, *title = NULL;
  OndesSecondAxis second;

  if (ondes_chart_get_second_room (ONDES_CHART (self)) == 0
      || !ondes_display_second_axis (&picture->display, picture->scalogram, &picture->axis, &second))
    return;
  unit = second.period_unit != NULL ? ondes_words_time_unit (second.period_unit)
                                    : ondes_words_frequency_unit (picture->scalogram->time_unit);
  title = g_strdup_printf (second.period_unit != NULL ? _("period (%s)") : _("frequency (%s)"), unit);
  ondes_chart_draw_ruler (ONDES_CHART (self), canvas, &second.axis, ONDES_SIDE_RIGHT, title);
}

static void
draw_rulers (OndesScalogramView      *self,
             const OndesChartCanvas  *canvas,
             const OndesChartPicture *picture)
{
  OndesAxis time = ondes_time_chart_time_axis (ONDES_TIME_CHART (self));
  g_autofree char *time_title = ondes_words_time_title (picture->scalogram->time_unit, &time);
  g_autofree char *title = ondes_scalogram_frequency_title (&picture->display, picture->scalogram);

  ondes_chart_draw_ruler (ONDES_CHART (self), canvas, &time, ONDES_SIDE_BOTTOM, time_title);
  ondes_chart_draw_ruler (ONDES_CHART (self), canvas, &picture->axis, ONDES_SIDE_LEFT, title);
  draw_second_ruler (self, canvas, picture);
  draw_half_rate (self, canvas, picture);
  draw_colour_bar (self, canvas, picture);
}

static void
trace_drawn (OndesScalogramView      *self,
             const OndesChartPicture *picture)
{
  const OndesScalogram *s = picture->scalogram;

  if (!ondes_trace_is_on () || self->traced == s || !ondes_chart_raster_shows (self->raster, picture))
    return;
  self->traced = s;
  ondes_trace ("%s drawn %.0f ms after its change", !s->view.preview ? "picture" : s->exact > 0 ? "part" : "preview",
               (g_get_monotonic_time () - ondes_scalogram_analysis_get_asked (self->analysis)) / 1000.0);
}

static GdkRGBA
neutral_of (const OndesTheme *theme)
{
  return (GdkRGBA) { theme->grid.r, theme->grid.g, theme->grid.b, theme->grid.a };
}

/* Draws the chart's own picture, with the backdrop where it does not reach. */
static void
draw_picture (OndesScalogramView      *self,
              const OndesChartCanvas  *canvas,
              const OndesChartPicture *picture)
{
  const GdkRGBA neutral = neutral_of (canvas->theme);
  graphene_rect_t rest[4];
  const guint n = ondes_chart_raster_get_rest (self->raster, picture, &canvas->plot, rest);

  for (guint i = 0; i < n; i++)
    gtk_snapshot_append_color (canvas->snapshot, &neutral, &rest[i]);
  if (!ondes_chart_raster_covers (self->raster, picture))
    draw_backdrop (self, canvas, picture, rest, n);
  ondes_chart_raster_snapshot (self->raster, canvas, picture, &canvas->plot);
  trace_drawn (self, picture);
}

static void
ondes_scalogram_view_base (OndesChart             *chart,
                           const OndesChartCanvas *canvas)
{
  OndesScalogramView *self = ONDES_SCALOGRAM_VIEW (chart);
  const graphene_rect_t *plot = &canvas->plot;
  OndesChartPicture picture;

  if (!wanted (self, &picture))
    {
      const GdkRGBA neutral = neutral_of (canvas->theme);

      gtk_snapshot_append_color (canvas->snapshot, &neutral, plot);
      return;
    }
  if (!shows_difference (self))
    draw_picture (self, canvas, &picture);
  if (self->compare != NULL)
    ondes_scalogram_compare_snapshot (self->compare, canvas, &picture);

  draw_layers (canvas, &picture);
  if (self->compare != NULL)
    ondes_scalogram_compare_draw_line (self->compare, canvas);
  if (self->compare != NULL ? ondes_scalogram_compare_is_preview (self->compare, picture.scalogram->view.preview)
                            : picture.scalogram->view.preview) /* readable on any colour */
    ondes_chart_draw_label (ONDES_CHART (self), canvas, _("preview"),
                            &(OndesChartLabel) { .at = { plot->origin.x + plot->size.width - 4,
                                                         plot->origin.y + plot->size.height - 4 },
                                                 .across = 1, .down = 1, .margin = { 5, 1 }, .radius = 4,
                                                 .ink = { 1, 1, 1, 1 }, .ground = { 0, 0, 0, 0.6 } });
  draw_rulers (self, canvas, &picture);
}

OndesScalogramAnalysis *
ondes_scalogram_view_get_pointed (OndesScalogramView *self)
{
  const double sample = ondes_scalogram_analysis_get_pointer (self->analysis)->sample;

  return self->compare != NULL ? ondes_scalogram_compare_get_at (self->compare, sample) : self->analysis;
}

static void
set_pixels (OndesScalogramView *self)
{
  const int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  if (plot.size.width <= 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (self->compare != NULL)
    ondes_scalogram_compare_set_pixels (self->compare, ceil (plot.size.width) * scale, ceil (plot.size.height) * scale);
  ondes_scalogram_analysis_set_columns (self->analysis, ceil (plot.size.width) * scale);
  ondes_scalogram_analysis_set_lines (self->analysis, ceil (plot.size.height) * scale);
}

static gboolean
is_part (OndesScalogramView *self)
{
  const OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (self->analysis);

  return scalogram != NULL && scalogram->view.preview && scalogram->exact > 0;
}

/* TRUE if the picture may stay until the next one lands: of the same samples, conditioned otherwise at the same rate. */
static gboolean
keeps_picture (OndesScalogramView *self)
{
  OndesSession *session = ondes_time_chart_get_session (ONDES_TIME_CHART (self));
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (self->analysis);

  return ondes_session_get_change (session) == ONDES_CHANGE_CONDITIONING && scalogram != NULL
         && scalogram->rate_hz == ondes_session_get_source (session)->rate_hz;
}

static void
ondes_scalogram_view_changed (OndesTimeChart  *chart,
                              OndesChartChange change)
{
  OndesScalogramView *self = ONDES_SCALOGRAM_VIEW (chart);
  gboolean coming = FALSE;

  switch (change)
    {
    case ONDES_CHART_RECORDING:
      g_clear_pointer (&self->full_picture, ondes_scalogram_unref);
      if (!keeps_picture (self))
        ondes_chart_raster_request (self->raster, NULL);
      ondes_chart_raster_request (self->backdrop, NULL);
      if (self->compare != NULL)
        ondes_scalogram_compare_drop (self->compare);
      break;
    case ONDES_CHART_PICTURE:
      keep_whole (self);
      break;
    case ONDES_CHART_STATE:
      gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY,
                                   (gboolean) ondes_analysis_is_busy (ONDES_ANALYSIS (self->analysis), NULL), -1);
      break;
    default:
      break;
    }
  if (change != ONDES_CHART_POINTER && change != ONDES_CHART_STATE && change != ONDES_CHART_OVERVIEW)
    coming = request (self);
  /* Do not describe every part of a picture again. */
  if (change == ONDES_CHART_RECORDING || change == ONDES_CHART_VIEW || (change == ONDES_CHART_PICTURE && !is_part (self)))
    ondes_chart_describe_soon (ONDES_CHART (self));
  /* Draw a picture only once it is coloured: an earlier frame would show the old one and delay the new one. */
  if (change != ONDES_CHART_OVERVIEW && !(change == ONDES_CHART_PICTURE && coming))
    ONDES_TIME_CHART_CLASS (ondes_scalogram_view_parent_class)->changed (chart, change);
}

static void
on_analysis (OndesScalogramView *self,
             gpointer            analysis)
{
  const char *name = g_signal_name (g_signal_get_invocation_hint (analysis)->signal_id);

  for (guint i = 0; i < G_N_ELEMENTS (analysis_signals); i++)
    if (g_str_equal (name, analysis_signals[i].name))
      {
        ondes_scalogram_view_changed (ONDES_TIME_CHART (self), analysis_signals[i].change);
        if (analysis_signals[i].change == ONDES_CHART_DISPLAY)
          ondes_chart_moved (ONDES_CHART (self));
      }
}

/* The other picture changed. */
static void
on_after (OndesScalogramView *self,
          gpointer            analysis)
{
  on_analysis (self, analysis);
}

/* The two are shown otherwise. */
static void
on_second (OndesScalogramView *self)
{
  if (ondes_scalogram_compare_update (self->compare))
    drop_bar (self);
  request (self);
  ondes_chart_changed (ONDES_CHART (self));
  g_signal_emit_by_name (self, "compared-changed");
}

static void
ondes_scalogram_view_restyled (OndesChart *chart)
{
  drop_bar (ONDES_SCALOGRAM_VIEW (chart));
  set_pixels (ONDES_SCALOGRAM_VIEW (chart));
  request (ONDES_SCALOGRAM_VIEW (chart));
  ONDES_CHART_CLASS (ondes_scalogram_view_parent_class)->restyled (chart);
}

/* Another chart of the same analysis may have had other pixels while this one was hidden. */
static void
ondes_scalogram_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ondes_scalogram_view_parent_class)->map (widget);
  set_pixels (ONDES_SCALOGRAM_VIEW (widget));
  request (ONDES_SCALOGRAM_VIEW (widget));
}

static void
on_raster (gpointer self)
{
  ondes_chart_redraw (self);
}

/* Returns what a tooltip says of the colour bar, or of the chart. */
static const char *
tooltip_of (OndesScalogramView *self,
            gboolean            bar)
{
  const OndesPictureWords *words = ondes_scalogram_analysis_get_words (self->analysis);

  return _(bar ? words->bar_tip : words->chart_tip);
}

/* GTK breaks no line of a text that has lines of its own. */
static void
set_tooltip (GtkTooltip *tooltip,
             const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), TOOLTIP_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_tooltip_set_custom (tooltip, label);
}

static gboolean
on_query_tooltip (OndesScalogramView *self,
                  int                 x,
                  int                 y,
                  gboolean            keyboard,
                  GtkTooltip         *tooltip)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  if (!keyboard && ondes_colour_bar_is_at (ONDES_CHART (self), x, y))
    {
      set_tooltip (tooltip, tooltip_of (self, TRUE));
      return TRUE;
    }
  /* A tooltip over the picture would cover what the user is reading. */
  if (ondes_chart_is_empty (ONDES_CHART (self))
      || (!keyboard && graphene_rect_contains_point (&plot, &GRAPHENE_POINT_INIT (x, y))))
    return FALSE;
  set_tooltip (tooltip, tooltip_of (self, FALSE));
  return TRUE;
}

static const char *
ondes_scalogram_view_get_cursor (OndesChart *chart,
                                 double      x,
                                 double      y)
{
  OndesScalogramCompare *compare = ONDES_SCALOGRAM_VIEW (chart)->compare;

  if (compare != NULL && ondes_scalogram_compare_is_at (compare, x, y))
    return "col-resize";
  if (ondes_colour_bar_is_at (chart, x, y))
    return "ns-resize";
  return ondes_time_chart_get_cursor (chart, x, y);
}

static void
ondes_scalogram_view_finalize (GObject *object)
{
  OndesScalogramView *self = ONDES_SCALOGRAM_VIEW (object);

  g_clear_pointer (&self->compare, ondes_scalogram_compare_free);
  ondes_chart_raster_free (self->raster);
  ondes_chart_raster_free (self->backdrop);
  g_clear_pointer (&self->full_picture, ondes_scalogram_unref);
  drop_bar (self);
  g_object_unref (self->analysis);
  G_OBJECT_CLASS (ondes_scalogram_view_parent_class)->finalize (object);
}

static void
ondes_scalogram_view_class_init (OndesScalogramViewClass *klass)
{
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ondes_scalogram_view_finalize;
  chart_class->shape = (OndesChartShape) { .top = 4, .bottom = ONDES_CHART_MEASURED, .min_height = 124,
                                           .natural_height = 364 };
  chart_class->base = ondes_scalogram_view_base;
  chart_class->restyled = ondes_scalogram_view_restyled;
  ondes_scalogram_axis_install (chart_class);
  ondes_scalogram_text_install (chart_class);
  ondes_scalogram_band_install (chart_class);
  ONDES_TIME_CHART_CLASS (klass)->changed = ondes_scalogram_view_changed;
  ondes_chart_class_set_navigable (chart_class);
  ondes_time_chart_class_set_selectable (ONDES_TIME_CHART_CLASS (klass));
  chart_class->get_cursor = ondes_scalogram_view_get_cursor;
  chart_class->menu_at = ondes_colour_bar_menu_at;
  GTK_WIDGET_CLASS (klass)->map = ondes_scalogram_view_map;
  ondes_colour_bar_install (GTK_WIDGET_CLASS (klass));
  ondes_scalogram_compare_install (GTK_WIDGET_CLASS (klass));
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "scalogram");
  ondes_signal_new (klass, "compared-changed");
}

static void
ondes_scalogram_view_init (OndesScalogramView *self)
{
  self->raster = ondes_chart_raster_new (on_raster, self);
  self->backdrop = ondes_chart_raster_new (on_raster, self);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
}

gboolean
ondes_scalogram_view_is_settled (OndesScalogramView *self)
{
  OndesChartPicture picture;

  return wanted (self, &picture) && (shows_difference (self) || ondes_chart_raster_shows (self->raster, &picture))
         && (self->compare == NULL || ondes_scalogram_compare_is_settled (self->compare, &picture));
}

static void
compare (OndesScalogramView *self,
         OndesSecondPicture *second,
         gboolean            is_below)
{
  self->compare = ondes_scalogram_compare_new (self, second, is_below);
  g_signal_connect_object (ondes_second_picture_get_scalogram (second), "picture-changed", G_CALLBACK (on_after), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (second, "changed", G_CALLBACK (on_second), self, G_CONNECT_SWAPPED);
  set_pixels (self);
  on_second (self);
}

void
ondes_scalogram_view_compare (OndesScalogramView *self,
                              OndesSecondPicture *second)
{
  g_return_if_fail (self->compare == NULL);
  compare (self, second, FALSE);
}

static void
show_below (GtkWidget          *below,
            OndesSecondPicture *second)
{
  gtk_widget_set_visible (below, ondes_second_picture_is_there (second)
                                   && ondes_second_picture_get_view (second)->shown == ONDES_SHOWN_STACKED);
}

GtkWidget *
ondes_scalogram_view_new_below (OndesScalogramView *view)
{
  OndesSecondPicture *second = ondes_scalogram_compare_get_second (view->compare);
  GtkWidget *below = ondes_scalogram_view_new (view->analysis);

  gtk_accessible_update_property (GTK_ACCESSIBLE (below), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Second scalogram"), -1);
  gtk_widget_set_hexpand (below, TRUE);
  compare (ONDES_SCALOGRAM_VIEW (below), second, TRUE);
  g_signal_connect_object (second, "changed", G_CALLBACK (show_below), below, G_CONNECT_SWAPPED);
  show_below (below, second);
  return below;
}

void
ondes_scalogram_view_move_second (OndesScalogramView *self,
                                  double              pixels)
{
  if (self->compare != NULL)
    ondes_scalogram_compare_move (self->compare, pixels);
}

double
ondes_scalogram_view_get_line (OndesScalogramView *self)
{
  return self->compare != NULL ? ondes_scalogram_compare_get_line (self->compare) : 1;
}

double
ondes_scalogram_view_get_difference (OndesScalogramView *self)
{
  return self->compare != NULL ? ondes_scalogram_compare_get_range (self->compare) : 0;
}

gboolean
ondes_scalogram_view_has_fixed_bar (OndesScalogramView *self)
{
  return self->compare != NULL && ondes_scalogram_compare_has_fixed_bar (self->compare);
}

OndesScalogramAnalysis *
ondes_scalogram_view_get_other (OndesScalogramView *self)
{
  return self->compare != NULL ? ondes_second_picture_get_scalogram (ondes_scalogram_compare_get_second (self->compare)) : NULL;
}

double
ondes_scalogram_view_get_pointed_db (OndesScalogramView *self)
{
  return self->compare != NULL ? ondes_scalogram_compare_get_pointed (self->compare) : NAN;
}

GtkWidget *
ondes_scalogram_view_new (OndesScalogramAnalysis *analysis)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (analysis));
  OndesScalogramView *self = g_object_new (ONDES_TYPE_SCALOGRAM_VIEW, "session", session, NULL);

  self->analysis = g_object_ref (analysis);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _(ondes_scalogram_analysis_get_words (analysis)->name), -1);
  ondes_colour_bar_attach (self);
  for (guint i = 0; i < G_N_ELEMENTS (analysis_signals); i++)
    g_signal_connect_object (analysis, analysis_signals[i].name, G_CALLBACK (on_analysis), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
