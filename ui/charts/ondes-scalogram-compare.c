/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "figure/compared.h"
#include "figure/difference.h"
#include "figure/layers.h"
#include "ondes-scalogram-compare.h"

#define REACH 8.0      /* from the line, pixels */
#define NAME_GAP 8.0   /* from the line to the name of a side, pixels */
#define STEP  0.02     /* of a key, of the plot's width */
#define EDGE  0.005    /* the line stays this far from the edges while it is dragged */

struct _OndesScalogramCompare
{
  OndesScalogramView     *view;  /* owns this */
  OndesScalogramAnalysis *after;
  OndesScalogramSides     sides; /* owns its strings */
  OndesChartRaster       *raster; /* of the second, or of the difference */
  GtkGesture             *drag;  /* borrowed from the view, which has it as long */
  double                  line, range_db;
  OndesScalogram         *made_of, *equalised; /* the second picture, and the same with the medians of the
                                                           * first; NULL if none */
};

static const char data_key[] = "ondes-scalogram-compare";

/* TRUE if there is a line to drag. */
static gboolean
has_line (const OndesScalogramCompare *self)
{
  return self->line > 0 && self->line < 1 && self->range_db == 0;
}

static double
line_x (OndesScalogramCompare *self)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self->view), &plot);
  return plot.origin.x + self->line * plot.size.width;
}

gboolean
ondes_scalogram_compare_is_at (OndesScalogramCompare *self,
                               double                 x,
                               double                 y)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self->view), &plot);
  return has_line (self) && fabs (x - line_x (self)) <= REACH && y >= plot.origin.y
         && y <= plot.origin.y + plot.size.height;
}

double
ondes_scalogram_compare_get_line (OndesScalogramCompare *self)
{
  return self->line;
}

static void
on_changed (OndesScalogramCompare *self)
{
  ondes_chart_changed (ONDES_CHART (self->view));
  g_signal_emit_by_name (self->view, "compared-changed");
}

void
ondes_scalogram_compare_set_line (OndesScalogramCompare *self,
                                  double                 line)
{
  self->line = CLAMP (line, 0, 1);
  on_changed (self);
}

double
ondes_scalogram_compare_get_range (OndesScalogramCompare *self)
{
  return self->range_db;
}

void
ondes_scalogram_compare_set_range (OndesScalogramCompare *self,
                                   double                 range_db)
{
  if (range_db == self->range_db)
    return;
  /* What the raster shows has other colours. */
  ondes_chart_raster_request (self->raster, NULL);
  self->range_db = range_db;
  on_changed (self);
}

OndesScalogramAnalysis *
ondes_scalogram_compare_get_after (OndesScalogramCompare *self)
{
  return self->after;
}

double
ondes_scalogram_compare_get_pointed (OndesScalogramCompare *self)
{
  OndesScalogramAnalysis *own = ondes_scalogram_view_get_analysis (self->view);
  const OndesScalogram *first = ondes_scalogram_analysis_get_scalogram (own);
  const OndesScalogram *second = ondes_scalogram_analysis_get_scalogram (self->after);
  const OndesPointer *left = ondes_scalogram_analysis_get_pointer (own);
  const OndesPointer *right = ondes_scalogram_analysis_get_pointer (self->after);
  double db;

  if (self->range_db == 0 || first == NULL || second == NULL || !left->valid || !right->valid
      || ondes_scalogram_is_aliased (first, left->row) || ondes_scalogram_is_aliased (second, right->row))
    return NAN;
  db = ondes_scalogram_decade_db (first) * log10 (left->magnitude / right->magnitude);
  return self->sides.right_first ? -db : db;
}

gboolean
ondes_scalogram_compare_is_preview (OndesScalogramCompare *self,
                                    gboolean               own)
{
  const OndesScalogram *second = ondes_scalogram_analysis_get_scalogram (self->after);
  const gboolean other = second != NULL && second->view.preview;

  if (self->range_db > 0)
    return own || other;
  return self->line > 0 ? own : other;
}

static void
on_drag_begin (OndesScalogramCompare *self,
               double                 x,
               double                 y,
               GtkGestureDrag        *drag)
{
  gtk_gesture_set_state (GTK_GESTURE (drag), ondes_scalogram_compare_is_at (self, x, y) ? GTK_EVENT_SEQUENCE_CLAIMED
                                                                                        : GTK_EVENT_SEQUENCE_DENIED);
}

static void
on_drag_update (OndesScalogramCompare *self,
                double                 dx,
                double                 dy,
                GtkGestureDrag        *drag)
{
  graphene_rect_t plot;
  double x, y;

  ondes_chart_get_plot (ONDES_CHART (self->view), &plot);
  gtk_gesture_drag_get_start_point (drag, &x, &y);
  if (plot.size.width > 0)
    ondes_scalogram_compare_set_line (self, CLAMP ((x + dx - plot.origin.x) / plot.size.width, EDGE, 1 - EDGE));
}

static gboolean
on_key (GtkWidget *widget,
        GVariant  *args,
        gpointer   user_data)
{
  OndesScalogramCompare *self = g_object_get_data (G_OBJECT (widget), data_key);

  if (self == NULL || !has_line (self))
    return GDK_EVENT_PROPAGATE;
  ondes_scalogram_compare_set_line (self, CLAMP (self->line + g_variant_get_double (args), EDGE, 1 - EDGE));
  return GDK_EVENT_STOP;
}

void
ondes_scalogram_compare_install (GtkWidgetClass *klass)
{
  static const struct { guint key; double step; } keys[] = {
    { GDK_KEY_Left, -STEP }, { GDK_KEY_KP_Left, -STEP }, { GDK_KEY_Right, STEP }, { GDK_KEY_KP_Right, STEP },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (klass, keys[i].key, GDK_CONTROL_MASK, on_key, "d", keys[i].step);
}

static void
on_raster (gpointer user_data)
{
  ondes_chart_redraw (ONDES_CHART (((OndesScalogramCompare *) user_data)->view));
}

OndesScalogramCompare *
ondes_scalogram_compare_new (OndesScalogramView        *view,
                             OndesScalogramAnalysis    *after,
                             const OndesScalogramSides *sides)
{
  OndesScalogramCompare *self = g_new0 (OndesScalogramCompare, 1);

  self->view = view;
  self->after = g_object_ref (after);
  self->sides = *sides;
  self->sides.left = g_strdup (sides->left);
  self->sides.right = g_strdup (sides->right);
  self->sides.difference = g_strdup (sides->difference);
  self->raster = ondes_chart_raster_new (on_raster, self);
  self->line = 1;
  self->drag = gtk_gesture_drag_new ();
  /* Before the chart's own drag, which pans. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (self->drag), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (self->drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (self->drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (view), GTK_EVENT_CONTROLLER (self->drag));
  g_object_set_data (G_OBJECT (view), data_key, self);
  return self;
}

static void
drop_equalised (OndesScalogramCompare *self)
{
  g_clear_pointer (&self->made_of, ondes_scalogram_unref);
  g_clear_pointer (&self->equalised, ondes_scalogram_unref);
}

void
ondes_scalogram_compare_free (OndesScalogramCompare *self)
{
  drop_equalised (self);
  g_object_set_data (G_OBJECT (self->view), data_key, NULL);
  gtk_widget_remove_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (self->drag));
  ondes_chart_raster_free (self->raster);
  g_free ((char *) self->sides.left);
  g_free ((char *) self->sides.right);
  g_free ((char *) self->sides.difference);
  g_object_unref (self->after);
  g_free (self);
}

OndesScalogramAnalysis *
ondes_scalogram_compare_get_at (OndesScalogramCompare *self,
                                double                 sample)
{
  const double x = isnan (sample) ? INFINITY : ondes_chart_to_x (ONDES_CHART (self->view), sample);

  if (self->range_db == 0 && (self->line <= 0 || (self->line < 1 && x >= line_x (self))))
    return self->after;
  return ondes_scalogram_view_get_analysis (self->view);
}

void
ondes_scalogram_compare_set_pixels (OndesScalogramCompare *self,
                                    guint                  columns,
                                    guint                  lines)
{
  ondes_scalogram_analysis_set_columns (self->after, columns);
  ondes_scalogram_analysis_set_lines (self->after, lines);
}

/* Returns @second with the row medians of @first, so that equalised rows of both have the same 0 dB. Borrowed. */
static OndesScalogram *
with_medians_of (OndesScalogramCompare *self,
                 OndesScalogram        *second,
                 const OndesScalogram  *first)
{
  if (self->made_of != second || self->equalised->medians != first->medians)
    {
      drop_equalised (self);
      self->made_of = ondes_scalogram_ref (second);
      self->equalised = ondes_scalogram_with_medians (second, first->medians, first->equalised);
    }
  return self->equalised;
}

static gboolean
can_equalise (const OndesScalogram *first,
              const OndesScalogram *second)
{
  return first->medians != NULL && first->rows == second->rows
         && ondes_scalogram_is_power (first) == ondes_scalogram_is_power (second);
}

/* Returns the second picture, or the difference, in the place and colours of the first; its scalogram is NULL if there is none. */
static OndesChartPicture
picture_of (OndesScalogramCompare   *self,
            const OndesChartPicture *picture)
{
  const OndesScalogram *first = picture->scalogram;
  OndesChartPicture second = *picture;

  second.scalogram = ondes_scalogram_analysis_get_scalogram (self->after);
  if (second.scalogram != NULL && self->range_db == 0)
    second.display = ondes_compared_display (first, second.scalogram, &picture->display);
  if (second.scalogram != NULL && picture->display.equalise && can_equalise (first, second.scalogram))
    second.scalogram = with_medians_of (self, second.scalogram, first);
  if (second.scalogram == NULL || self->range_db == 0)
    return second;
  second.other = picture->scalogram;
  if (!self->sides.right_first)
    {
      second.other = second.scalogram;
      second.scalogram = picture->scalogram;
    }
  second.range_db = self->range_db;
  second.dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  return second;
}

/* FALSE if the first scalogram is shown alone. */
static gboolean
is_shown (const OndesScalogramCompare *self)
{
  return self->line < 1 || self->range_db > 0;
}

gboolean
ondes_scalogram_compare_request (OndesScalogramCompare   *self,
                                 const OndesChartPicture *picture)
{
  const OndesChartPicture second = picture_of (self, picture);

  /* One that follows is coloured ahead, so that it shows at once. */
  if (!is_shown (self) && !ondes_analysis_is_active (ONDES_ANALYSIS (self->after)))
    return FALSE;
  return second.scalogram != NULL && ondes_chart_raster_request (self->raster, &second);
}

void
ondes_scalogram_compare_drop (OndesScalogramCompare *self)
{
  ondes_chart_raster_request (self->raster, NULL);
}

gboolean
ondes_scalogram_compare_is_settled (OndesScalogramCompare   *self,
                                    const OndesChartPicture *picture)
{
  const OndesChartPicture second = picture_of (self, picture);

  return !is_shown (self) || (second.scalogram != NULL && ondes_chart_raster_shows (self->raster, &second));
}

/* Veils the rows that are aliases in the second scalogram alone, as the first is oversampled. */
static void
draw_aliased (const OndesChartCanvas  *canvas,
              const OndesChartPicture *second,
              const graphene_rect_t   *right)
{
  const OndesScalogramPlot on
    = { canvas->theme, second->scalogram, &second->display, &second->axis, { .area = ondes_chart_area (right) } };
  cairo_rectangle_t parts[ONDES_LAYER_PARTS];
  const guint n = ondes_layer_aliased.parts (&on, parts);

  for (guint i = 0; i < n; i++)
    {
      cairo_t *cr = gtk_snapshot_append_cairo (canvas->snapshot, &GRAPHENE_RECT_INIT (parts[i].x, parts[i].y, parts[i].width,
                                                                                      parts[i].height));

      ondes_layer_aliased.draw (&on, cr);
      cairo_destroy (cr);
    }
}

/* Gets the part of @right over what the second covers, in whole pixels; FALSE if there is none. */
static gboolean
find_cover (OndesScalogramCompare   *self,
            const OndesChartPicture *picture,
            const graphene_rect_t   *plot,
            const graphene_rect_t   *right,
            graphene_rect_t         *part)
{
  const cairo_rectangle_t area = ondes_chart_area (plot);
  const cairo_rectangle_t cover = ondes_compared_part (&area, picture->first, picture->count, self->sides.cover);
  const float from = roundf (cover.x), to = roundf (cover.x + cover.width);

  *part = *right;
  return !self->sides.is_partial
         || graphene_rect_intersection (right, &GRAPHENE_RECT_INIT (from, cover.y, to - from, cover.height), part);
}

void
ondes_scalogram_compare_snapshot (OndesScalogramCompare   *self,
                                  const OndesChartCanvas  *canvas,
                                  const OndesChartPicture *picture)
{
  const OndesTheme *theme = canvas->theme;
  const GdkRGBA ground = { theme->background.r, theme->background.g, theme->background.b, 1 };
  const GdkRGBA neutral = { theme->grid.r, theme->grid.g, theme->grid.b, theme->grid.a };
  const float x = self->range_db > 0 ? 0 : roundf (self->line * canvas->plot.size.width);
  const OndesChartPicture second = picture_of (self, picture);
  graphene_rect_t right = canvas->plot, part;

  if (!is_shown (self))
    return;
  right.origin.x += x;
  right.size.width -= x;
  gtk_snapshot_append_color (canvas->snapshot, &ground, &right);
  gtk_snapshot_append_color (canvas->snapshot, &neutral, &right);
  if (second.scalogram != NULL && find_cover (self, picture, &canvas->plot, &right, &part))
    ondes_chart_raster_snapshot (self->raster, canvas, &second, &part);
  if (second.scalogram != NULL && self->range_db == 0 && picture->scalogram->oversampling > second.scalogram->oversampling)
    draw_aliased (canvas, &second, &right);
}

/* Names the right or the left one, right of x if @after, and else left of it, in that part of the plot alone. */
static void
draw_name (OndesScalogramCompare  *self,
           const OndesChartCanvas *canvas,
           float                   x,
           gboolean                right,
           gboolean                after)
{
  const graphene_rect_t *plot = &canvas->plot;
  const float from = after ? x : plot->origin.x, to = after ? plot->origin.x + plot->size.width : x;

  gtk_snapshot_push_clip (canvas->snapshot, &GRAPHENE_RECT_INIT (from, plot->origin.y, to - from, plot->size.height));
  ondes_chart_draw_label (ONDES_CHART (self->view), canvas, right ? self->sides.right : self->sides.left,
                          &(OndesChartLabel) { .at = { x + (after ? NAME_GAP : -NAME_GAP),
                                                       plot->origin.y + plot->size.height - 4 },
                                               .across = after ? 0 : 1, .down = 1, .margin = { 5, 1 }, .radius = 4,
                                               .ink = { 1, 1, 1, 1 }, .ground = { 0, 0, 0, 0.6 } });
  gtk_snapshot_pop (canvas->snapshot);
}

void
ondes_scalogram_compare_draw_line (OndesScalogramCompare  *self,
                                   const OndesChartCanvas *canvas)
{
  static const GdkRGBA dark = { 0, 0, 0, 0.6 }, bright = { 1, 1, 1, 1 };
  const graphene_rect_t *plot = &canvas->plot;
  const float x = roundf (line_x (self)), middle = plot->origin.y + plot->size.height / 2;
  GtkSnapshot *snapshot = canvas->snapshot;
  GskRoundedRect grip;

  if (self->sides.is_named && self->range_db == 0 && !has_line (self))
    draw_name (self, canvas, plot->origin.x, self->line <= 0, TRUE);
  if (!has_line (self))
    return;
  gtk_snapshot_append_color (snapshot, &dark, &GRAPHENE_RECT_INIT (x - 2, plot->origin.y, 4, plot->size.height));
  gtk_snapshot_append_color (snapshot, &bright, &GRAPHENE_RECT_INIT (x - 1, plot->origin.y, 2, plot->size.height));
  gsk_rounded_rect_init_from_rect (&grip, &GRAPHENE_RECT_INIT (x - 5, middle - 14, 10, 28), 5);
  gtk_snapshot_push_rounded_clip (snapshot, &grip);
  gtk_snapshot_append_color (snapshot, &bright, &grip.bounds);
  gtk_snapshot_append_color (snapshot, &dark, &GRAPHENE_RECT_INIT (x - 0.5, middle - 8, 1, 16));
  gtk_snapshot_pop (snapshot);
  draw_name (self, canvas, x, FALSE, FALSE);
  draw_name (self, canvas, x, TRUE, TRUE);
}

void
ondes_scalogram_compare_draw_bar (OndesScalogramCompare   *self,
                                  cairo_t                 *cr,
                                  const OndesTheme        *theme,
                                  const cairo_rectangle_t *area)
{
  const OndesDifference difference
    = { .range_db = self->range_db, .dark = adw_style_manager_get_dark (adw_style_manager_get_default ()) };

  ondes_draw_difference_bar (cr, theme, &difference, area, self->sides.difference);
}
