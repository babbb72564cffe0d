/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/number.h"
#include "ondes-colour-bar.h"
#include "shell/ondes-popovers.h"

#define NUMBERS     26.0  /* width of the numbers to the right of the bar, in pixels: part of its hit area */
#define HIT_MARGIN  6.0   /* margin of the hit area on the other sides, in pixels */
#define MIN_RANGE 3.0     /* smallest range, dB */
#define MAX_RANGE   400.0
#define KEY_STEP    1.0   /* change per key press, dB */

/* A drag in progress. */
typedef struct
{
  OndesScalogramView *chart;
  OndesDisplay        initial;
  gboolean            top;
} Dragging;

gboolean
ondes_colour_bar_is_at (OndesChart *chart,
                        double      x,
                        double      y)
{
  graphene_rect_t plot;
  double right;

  if (ondes_scalogram_view_has_fixed_bar (ONDES_SCALOGRAM_VIEW (chart)))
    return FALSE;
  ondes_chart_get_plot (chart, &plot);
  right = plot.origin.x + plot.size.width + ondes_chart_get_second_room (chart) + ONDES_CHART_BAR_GAP;
  return plot.size.width > 0 && !ondes_chart_is_empty (chart) && x >= right - HIT_MARGIN
         && x <= right + ONDES_CHART_BAR_WIDTH + NUMBERS && y >= plot.origin.y - HIT_MARGIN
         && y <= plot.origin.y + plot.size.height + HIT_MARGIN;
}

/* Moves one end of the range of @from by @db; the other end stays. A linear bar ends at 0, and its top moves by the same
 * ratio. */
static void
move_end (OndesScalogramAnalysis *analysis,
          const OndesDisplay     *from,
          gboolean                top,
          double                  db)
{
  const OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (analysis);
  double decade, range;

  if (scalogram == NULL)
    return;
  decade = ondes_scalogram_decade_db (scalogram);
  if (!from->decibel)
    {
      /* A linear bar does not show the decibel range, which stays as it was. */
      ondes_scalogram_analysis_set_colours (analysis, ondes_number_round (from->reference * pow (10, db / decade), 6),
                                            ondes_scalogram_analysis_get_display (analysis)->db_range);
      return;
    }
  range = CLAMP (from->db_range + (top ? db : -db), MIN_RANGE, MAX_RANGE);
  db = top ? range - from->db_range : 0;
  ondes_scalogram_analysis_set_colours (analysis, ondes_number_round (from->reference * pow (10, db / decade), 6),
                                        round (range * 10) / 10);
}

static void
on_drag_begin (Dragging       *self,
               double          x,
               double          y,
               GtkGestureDrag *drag)
{
  OndesScalogramAnalysis *analysis = ondes_scalogram_view_get_analysis (self->chart);
  graphene_rect_t plot;

  if (!ondes_colour_bar_is_at (ONDES_CHART (self->chart), x, y) || ondes_scalogram_analysis_get_scalogram (analysis) == NULL)
    {
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  ondes_chart_get_plot (ONDES_CHART (self->chart), &plot);
  self->initial = ondes_scalogram_analysis_get_colours (analysis);
  self->top = !self->initial.decibel || y < plot.origin.y + plot.size.height / 2;
}

static void
on_drag_update (Dragging       *self,
                double          dx,
                double          dy,
                GtkGestureDrag *drag)
{
  graphene_rect_t plot;
  double along;

  ondes_chart_get_plot (ONDES_CHART (self->chart), &plot);
  if (plot.size.height <= 0 || dy == 0)
    return;
  along = -dy / plot.size.height;
  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  move_end (ondes_scalogram_view_get_analysis (self->chart), &self->initial, self->top,
            along * (self->initial.decibel ? self->initial.db_range : 20));
}

static void
on_pressed (Dragging *self,
            int       n_press,
            double    x,
            double    y)
{
  if (n_press == 2 && ondes_colour_bar_is_at (ONDES_CHART (self->chart), x, y))
    ondes_scalogram_analysis_set_colours (ondes_scalogram_view_get_analysis (self->chart), 0, 0);
}

GMenuModel *
ondes_colour_bar_menu_at (OndesChart *chart,
                          double      x,
                          double      y)
{
  static const OndesMenuItem items[] = {
    { N_("_Fit Colours to View"), "win.fit-colours" }, { N_("A_utomatic Colours"), "win.automatic-colours" },
    { NULL, "section" }, { N_("_Export…"), "win.export" }, { NULL },
  };

  return ondes_colour_bar_is_at (chart, x, y) ? ondes_popovers_menu (items) : NULL;
}

void
ondes_colour_bar_attach (OndesScalogramView *chart)
{
  GtkGesture *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new ();
  Dragging *self = g_new0 (Dragging, 1);

  self->chart = chart;
  g_object_set_data_full (G_OBJECT (chart), "ondes-colour-bar", self, g_free);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (chart), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (chart), GTK_EVENT_CONTROLLER (click));
}

static gboolean
on_end_key (GtkWidget *widget,
            GVariant  *args,
            gpointer   user_data)
{
  OndesScalogramAnalysis *analysis = ondes_scalogram_view_get_analysis (ONDES_SCALOGRAM_VIEW (widget));
  OndesDisplay now = ondes_scalogram_analysis_get_colours (analysis);
  gboolean top;
  double db;

  g_variant_get (args, "(bd)", &top, &db);
  if (ondes_scalogram_view_has_fixed_bar (ONDES_SCALOGRAM_VIEW (widget)))
    return GDK_EVENT_STOP;
  if (top || now.decibel)
    move_end (analysis, &now, top, db);
  return GDK_EVENT_STOP;
}

void
ondes_colour_bar_install (GtkWidgetClass *klass)
{
  static const struct { guint key; double db; } keys[] = {
    { GDK_KEY_Up, KEY_STEP }, { GDK_KEY_KP_Up, KEY_STEP }, { GDK_KEY_Down, -KEY_STEP }, { GDK_KEY_KP_Down, -KEY_STEP },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gtk_widget_class_add_binding (klass, keys[i].key, GDK_CONTROL_MASK, on_end_key, "(bd)", TRUE, keys[i].db);
      gtk_widget_class_add_binding (klass, keys[i].key, GDK_CONTROL_MASK | GDK_SHIFT_MASK, on_end_key, "(bd)", FALSE,
                                    keys[i].db);
    }
}
