/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "figure/compared.h"
#include "figure/difference.h"
#include "figure/layers.h"
#include "ondes-scalogram-compare.h"
#include "session/words.h"

#define REACH 8.0      /* from the line, pixels */
#define NAME_GAP 8.0   /* from the line to the name of a side, pixels */
#define STEP  0.02     /* of a key, of the plot's width */
#define EDGE  0.005    /* the line stays this far from the edges while it is dragged */

struct _OndesScalogramCompare
{
  OndesScalogramView     *view;  /* owns this */
  OndesSecondPicture     *second;
  OndesScalogramAnalysis *after; /* of it, borrowed */
  gboolean                is_below; /* it shows the second alone */
  OndesChartRaster       *raster; /* of the second, or of the difference */
  GtkGesture             *drag;  /* borrowed from the view, which has it as long */
  gboolean                on_line, moving; /* the drag is of the line; it has moved the second */
  double                  moved; /* pixels that the second was moved by */
  OndesPairView           drawn; /* what raster and colour bar are of */
  OndesScalogram         *made_of, *equalised; /* the second picture, and the same with the medians of the
                                                           * first; NULL if none */
  gconstpointer           medians; /* these, to compare */
};

static const char data_key[] = "ondes-scalogram-compare";

/* Returns what the chart shows: of the stacked two each chart shows one. */
static OndesShown
get_shown (const OndesScalogramCompare *self)
{
  const OndesShown shown = ondes_second_picture_get_view (self->second)->shown;

  if (self->is_below)
    return ONDES_SHOWN_RIGHT;
  return !ondes_second_picture_is_there (self->second) || shown == ONDES_SHOWN_STACKED ? ONDES_SHOWN_LEFT : shown;
}

/* TRUE if there is a line to drag. */
static gboolean
has_line (const OndesScalogramCompare *self)
{
  return get_shown (self) == ONDES_SHOWN_BOTH;
}

static gboolean
shows_difference (const OndesScalogramCompare *self)
{
  return get_shown (self) == ONDES_SHOWN_DIFFERENCE;
}

static gboolean
has_own_range (const OndesScalogramCompare *self)
{
  return ondes_second_picture_get_view (self->second)->own_range && !shows_difference (self)
         && !ondes_scalogram_analysis_get_display (ondes_scalogram_view_get_analysis (self->view))->equalise;
}

static double
line_x (OndesScalogramCompare *self)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self->view), &plot);
  return plot.origin.x + ondes_scalogram_compare_get_line (self) * plot.size.width;
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
  const double lines[ONDES_N_SHOWN] = { 1, 0, ondes_second_picture_get_view (self->second)->line, 1, 1 };

  return lines[get_shown (self)];
}

/* A person moves the line, which stays off the edges. */
static void
move_line (OndesScalogramCompare *self,
           double                 line)
{
  OndesPairView view = *ondes_second_picture_get_view (self->second);

  view.line = CLAMP (line, EDGE, 1 - EDGE);
  ondes_second_picture_set_view (self->second, &view);
}

double
ondes_scalogram_compare_get_range (OndesScalogramCompare *self)
{
  return shows_difference (self) ? ondes_second_picture_get_view (self->second)->range_db : 0;
}

gboolean
ondes_scalogram_compare_update (OndesScalogramCompare *self)
{
  const OndesPairView now = { .shown = get_shown (self), .range_db = ondes_scalogram_compare_get_range (self),
                              .own_range = has_own_range (self) };
  const gboolean other_range = now.range_db != self->drawn.range_db || now.own_range != self->drawn.own_range;
  const gboolean other_bar = other_range || now.shown != self->drawn.shown;

  /* What the raster shows has other colours. */
  if (other_range)
    ondes_chart_raster_request (self->raster, NULL);
  self->drawn = now;
  return other_bar;
}

OndesSecondPicture *
ondes_scalogram_compare_get_second (OndesScalogramCompare *self)
{
  return self->second;
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

  if (!shows_difference (self) || first == NULL || second == NULL || !left->valid || !right->valid
      || ondes_scalogram_is_aliased (first, left->row) || ondes_scalogram_is_aliased (second, right->row))
    return NAN;
  db = ondes_scalogram_decade_db (first) * log10 (left->magnitude / right->magnitude);
  return ondes_second_picture_get_sides (self->second)->right_first ? -db : db;
}

gboolean
ondes_scalogram_compare_is_preview (OndesScalogramCompare *self,
                                    gboolean               own)
{
  const OndesScalogram *second = ondes_scalogram_analysis_get_scalogram (self->after);
  const gboolean other = second != NULL && second->view.preview;

  if (shows_difference (self))
    return own || other;
  return get_shown (self) != ONDES_SHOWN_RIGHT ? own : other;
}

void
ondes_scalogram_compare_move (OndesScalogramCompare *self,
                              double                 pixels)
{
  graphene_rect_t plot;
  double count;

  ondes_chart_get_plot (ONDES_CHART (self->view), &plot);
  ondes_timeline_get_view (ondes_time_chart_get_timeline (ONDES_TIME_CHART (self->view)), NULL, &count);
  if (plot.size.width > 0)
    ondes_second_picture_move (self->second, pixels * count / plot.size.width);
}

/* TRUE if a drag at this place with @state moves the second, which is moved where it is seen. */
static gboolean
can_move (OndesScalogramCompare *self,
          double                 x,
          double                 y,
          GdkModifierType        state)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self->view), &plot);
  return ondes_second_picture_get_sides (self->second)->is_movable && ondes_second_picture_is_there (self->second)
         && get_shown (self) != ONDES_SHOWN_LEFT && (state & gtk_accelerator_get_default_mod_mask ()) == GDK_CONTROL_MASK
         && graphene_rect_contains_point (&plot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
}

static void
on_drag_begin (OndesScalogramCompare *self,
               double                 x,
               double                 y,
               GtkGestureDrag        *drag)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag));

  self->on_line = ondes_scalogram_compare_is_at (self, x, y);
  self->moving = FALSE;
  self->moved = 0;
  if (self->on_line)
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  else if (!can_move (self, x, y, state))
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
}

/* Moves the second along with the pointer. */
static void
drag_second (OndesScalogramCompare *self,
             double                 dx,
             double                 dy,
             GtkGestureDrag        *drag)
{
  /* Until then it may become a click, which chooses annotations. */
  if (!self->moving && !gtk_drag_check_threshold (GTK_WIDGET (self->view), 0, 0, (int) dx, (int) dy))
    return;
  if (!self->moving)
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  self->moving = TRUE;
  if (dx != self->moved)
    ondes_scalogram_compare_move (self, dx - self->moved);
  self->moved = dx;
}

static void
on_drag_update (OndesScalogramCompare *self,
                double                 dx,
                double                 dy,
                GtkGestureDrag        *drag)
{
  graphene_rect_t plot;
  double x, y;

  if (!self->on_line)
    {
      drag_second (self, dx, dy, drag);
      return;
    }
  ondes_chart_get_plot (ONDES_CHART (self->view), &plot);
  gtk_gesture_drag_get_start_point (drag, &x, &y);
  if (plot.size.width > 0)
    move_line (self, (x + dx - plot.origin.x) / plot.size.width);
}

static gboolean
on_key (GtkWidget *widget,
        GVariant  *args,
        gpointer   user_data)
{
  OndesScalogramCompare *self = g_object_get_data (G_OBJECT (widget), data_key);

  if (self == NULL || !has_line (self))
    return GDK_EVENT_PROPAGATE;
  move_line (self, ondes_scalogram_compare_get_line (self) + g_variant_get_double (args));
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
ondes_scalogram_compare_new (OndesScalogramView *view,
                             OndesSecondPicture *second,
                             gboolean            is_below)
{
  OndesScalogramCompare *self = g_new0 (OndesScalogramCompare, 1);

  self->view = view;
  self->second = g_object_ref (second);
  self->after = ondes_second_picture_get_scalogram (second);
  self->is_below = is_below;
  self->raster = ondes_chart_raster_new (on_raster, self);
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
  g_object_unref (self->second);
  g_free (self);
}

OndesScalogramAnalysis *
ondes_scalogram_compare_get_at (OndesScalogramCompare *self,
                                double                 sample)
{
  const double x = isnan (sample) ? INFINITY : ondes_chart_to_x (ONDES_CHART (self->view), sample);

  if (get_shown (self) == ONDES_SHOWN_RIGHT || (has_line (self) && x >= line_x (self)))
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
  if (self->made_of != second || self->medians != first->medians)
    {
      drop_equalised (self);
      self->made_of = ondes_scalogram_ref (second);
      self->medians = first->medians;
      self->equalised = ondes_compared_equalise (first, second);
    }
  return self->equalised;
}

/* Returns the second picture, or the difference, in the place and colours of the first; its scalogram is NULL if there is none. */
static OndesChartPicture
picture_of (OndesScalogramCompare   *self,
            const OndesChartPicture *picture)
{
  const OndesScalogram *first = picture->scalogram;
  OndesChartPicture second = *picture;

  second.scalogram = ondes_scalogram_analysis_get_scalogram (self->after);
  if (second.scalogram == NULL)
    return second;
  if (!shows_difference (self))
    second.display = ondes_compared_display (&(OndesCompared) {
      .first = first, .second = second.scalogram, .own_range = has_own_range (self),
      .reference = ondes_scalogram_analysis_get_own_colours (self->after).reference }, &picture->display);
  if (picture->display.equalise)
    second.scalogram = with_medians_of (self, second.scalogram, first);
  if (!shows_difference (self))
    return second;
  second.other = picture->scalogram;
  if (!ondes_second_picture_get_sides (self->second)->right_first)
    {
      second.other = second.scalogram;
      second.scalogram = picture->scalogram;
    }
  second.range_db = ondes_scalogram_compare_get_range (self);
  second.dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  return second;
}

/* FALSE if the first scalogram is shown alone. */
static gboolean
is_shown (const OndesScalogramCompare *self)
{
  return get_shown (self) != ONDES_SHOWN_LEFT;
}

gboolean
ondes_scalogram_compare_request (OndesScalogramCompare   *self,
                                 const OndesChartPicture *picture)
{
  const OndesChartPicture second = picture_of (self, picture);

  /* One that follows is coloured ahead, so that it shows at once. */
  if (!is_shown (self) && (!ondes_analysis_is_active (ONDES_ANALYSIS (self->after))
                           || !ondes_second_picture_is_there (self->second)))
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
  const OndesPairSides *sides = ondes_second_picture_get_sides (self->second);
  const cairo_rectangle_t cover = ondes_compared_part (&area, picture->first, picture->count, sides->cover);
  const float from = roundf (cover.x), to = roundf (cover.x + cover.width);

  *part = *right;
  return !sides->is_partial
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
  const float x = shows_difference (self) ? 0 : roundf (ondes_scalogram_compare_get_line (self) * canvas->plot.size.width);
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
  if (second.scalogram != NULL && !shows_difference (self) && picture->scalogram->oversampling > second.scalogram->oversampling)
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
  ondes_chart_draw_label (ONDES_CHART (self->view), canvas, ondes_second_picture_get_sides (self->second)->names[right],
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
  const OndesShown shown = get_shown (self);
  const float x = roundf (line_x (self)), middle = plot->origin.y + plot->size.height / 2;
  GtkSnapshot *snapshot = canvas->snapshot;
  GskRoundedRect grip;

  if (ondes_second_picture_is_there (self->second) && (shown == ONDES_SHOWN_LEFT || shown == ONDES_SHOWN_RIGHT))
    draw_name (self, canvas, plot->origin.x, shown == ONDES_SHOWN_RIGHT, TRUE);
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

char *
ondes_scalogram_compare_title (OndesScalogramCompare *self,
                               OndesChartPicture     *picture)
{
  const OndesChartPicture second = picture_of (self, picture);
  g_autofree char *left = NULL, *right = NULL;

  if (shows_difference (self))
    return g_strdup (ondes_second_picture_get_sides (self->second)->right_first ? _("B / A, dB") : _("A / B, dB"));
  left = ondes_words_colour_bar_title (picture->scalogram, &picture->display);
  if (second.scalogram == NULL || !is_shown (self) || !has_own_range (self))
    return g_steal_pointer (&left);
  right = ondes_words_colour_bar_title (second.scalogram, &second.display);
  /* The numbers of one bar are those of both only in decibels below each one's own reference. */
  if (has_line (self) && !picture->display.decibel)
    return g_strdup_printf ("A: %s", left);
  if (has_line (self))
    /* Translators: the titles of the colour bars of two pictures, A and B, which have colours of their own. */
    return g_strdup_printf (_("A: %s; B: %s"), left, right);
  *picture = second;
  return g_steal_pointer (&right);
}

gboolean
ondes_scalogram_compare_has_fixed_bar (OndesScalogramCompare *self)
{
  return shows_difference (self) || (has_own_range (self) && get_shown (self) == ONDES_SHOWN_RIGHT);
}

void
ondes_scalogram_compare_draw_bar (OndesScalogramCompare   *self,
                                  cairo_t                 *cr,
                                  const OndesTheme        *theme,
                                  const cairo_rectangle_t *area,
                                  const char              *title)
{
  const OndesDifference difference = { .range_db = ondes_scalogram_compare_get_range (self),
                                       .dark = adw_style_manager_get_dark (adw_style_manager_get_default ()) };

  ondes_draw_difference_bar (cr, theme, &difference, area, title);
}
