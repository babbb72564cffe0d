/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointer, menu and keys of OndesCurveEditor. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-chart-menu.h"
#include "ondes-curve-editor-private.h"

#define OFF          28.0 /* a point dragged this far from the plot is removed, pixels */
#define STEP_OCTAVES (1.0 / 12)
#define FINE         0.1  /* of a step, with Shift */
#define STEPS        40   /* of a key over the ruler of values */

/* Pointer. */

static gboolean
is_in_plot (OndesCurveEditor *self,
            double            x,
            double            y,
            double            margin)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  graphene_rect_inset (&plot, (float) -margin, (float) -margin);
  return graphene_rect_contains_point (&plot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
}

static guint
count_points (OndesChart *chart)
{
  return ONDES_CURVE_EDITOR (chart)->points->len;
}

static gboolean
place_point (OndesChart *chart,
             guint       i,
             double     *x,
             double     *y)
{
  return ondes_curve_editor_get_position (ONDES_CURVE_EDITOR (chart), i, x, y);
}

static void
begin_drag (OndesChart *chart,
            double      x,
            double      y)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (chart);

  ondes_curve_editor_get_position (self, self->handles.active, &self->grip[0], &self->grip[1]);
  self->grip[0] -= x;
  self->grip[1] -= y;
  g_clear_pointer (&self->before, g_array_unref);
  self->before = g_array_copy (self->points);
}

/* The points are those before the drag with one moved, or without it while it is off the plot. */
static void
move_point (OndesChart *chart,
            double      x,
            double      y,
            double      dx)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (chart);

  g_array_set_size (self->points, 0);
  g_array_append_vals (self->points, self->before->data, self->before->len);
  self->handles.active = (guint) self->handles.dragged;
  if (!is_in_plot (self, x, y, OFF) && self->points->len > 1)
    g_array_remove_index (self->points, self->handles.active);
  else
    {
      const double value = ondes_curve_from_y (self, y + self->grip[1]);
      const double hz = ondes_curve_from_x (self, x + self->grip[0]);

      ondes_curve_move_point (self, self->handles.active, dx != 0 ? hz : 0, CLAMP (value, self->lo, self->hi));
    }
  ondes_curve_emit_changed (self);
}

static void
end_drag (OndesChart *chart)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (chart);

  g_clear_pointer (&self->before, g_array_unref);
  ondes_curve_refresh (self);
}

static const OndesHandlesClass point_handles = {
  .cursor = "move", .count = count_points, .place = place_point, .begin = begin_drag, .move = move_point, .end = end_drag,
};

static int
find_point (OndesCurveEditor *self,
            double            x,
            double            y)
{
  return ondes_handles_find (ONDES_CHART (self), &point_handles, x, y);
}

static void
on_pressed (OndesCurveEditor *self,
            int               n_press,
            double            x,
            double            y)
{
  if (n_press == 2 && self->points->len > 0 && find_point (self, x, y) < 0 && is_in_plot (self, x, y, 0)
      && !ondes_curve_add_point (self, ondes_curve_from_x (self, x), ondes_curve_from_y (self, y)))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/* Menu. */

static void
popup (OndesCurveEditor *self,
       double            x,
       double            y)
{
  GtkWidget *menu = ondes_chart_menu_get (ONDES_CHART (self));

  if (menu == NULL)
    {
      g_autoptr (GMenu) model = g_menu_new ();

      g_menu_append (model, _("_Add a Point"), "curve.add");
      g_menu_append (model, _("_Remove the Point"), "curve.remove");
      menu = ondes_chart_menu_new (ONDES_CHART (self), G_MENU_MODEL (model));
    }
  gtk_popover_set_pointing_to (GTK_POPOVER (menu), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (menu));
}

static void
on_secondary (OndesCurveEditor *self,
              int               n_press,
              double            x,
              double            y,
              GtkGesture       *gesture)
{
  const int found = find_point (self, x, y);

  if (ondes_chart_is_empty (ONDES_CHART (self)))
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (found >= 0)
    self->handles.active = (guint) found;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "curve.remove", found >= 0 && self->points->len > 1);
  popup (self, x, y);
}

static void
add_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (widget);
  GtkWidget *menu = ondes_chart_menu_get (ONDES_CHART (self));
  GdkRectangle at;
  double x, y;

  /* At the place where the menu was opened by the pointer. */
  if (menu != NULL && gtk_popover_get_pointing_to (GTK_POPOVER (menu), &at)
      && !(ondes_curve_editor_get_position (self, self->handles.active, &x, &y)
           && hypot (at.x - x, at.y - y) <= ONDES_HANDLES_REACH + 1)
      && is_in_plot (self, at.x, at.y, 0)
      && ondes_curve_add_point (self, ondes_curve_from_x (self, at.x), ondes_curve_from_y (self, at.y)))
    return;
  ondes_curve_add_after_active (self);
}

static void
remove_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  ondes_curve_remove_point (ONDES_CURVE_EDITOR (widget), ONDES_CURVE_EDITOR (widget)->handles.active);
}

/* Keys. */

static gboolean
on_move_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (widget);
  OndesModelPoint *point;
  double octaves, steps;

  if (self->points->len == 0)
    return GDK_EVENT_PROPAGATE;
  g_variant_get (args, "(dd)", &octaves, &steps);
  point = ondes_curve_point (self, self->handles.active);
  ondes_curve_move_point (self, self->handles.active, octaves != 0 ? point->hz * exp2 (octaves * STEP_OCTAVES) : 0,
              point->value + steps * (self->hi - self->lo) / STEPS);
  ondes_curve_emit_changed (self);
  return GDK_EVENT_STOP;
}

static gboolean
on_edit_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (widget);

  if (self->points->len == 0)
    return GDK_EVENT_PROPAGATE;
  if (g_variant_get_boolean (args))
    ondes_curve_add_after_active (self);
  else
    ondes_curve_remove_point (self, self->handles.active);
  return GDK_EVENT_STOP;
}

static gboolean
on_menu_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (widget);
  double x, y;

  if (!ondes_curve_editor_get_position (self, self->handles.active, &x, &y))
    return GDK_EVENT_PROPAGATE;
  gtk_widget_action_set_enabled (widget, "curve.remove", self->points->len > 1);
  popup (self, x, y);
  return GDK_EVENT_STOP;
}

/* Tab goes through the points, and leaves at the ends. */
static gboolean
move_focus (GtkWidget       *widget,
            GtkDirectionType direction)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (widget);
  const gboolean had = gtk_widget_has_focus (widget), tab = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;
  const guint last = MAX (self->points->len, 1) - 1;

  if (had && tab && (direction == GTK_DIR_TAB_FORWARD ? self->handles.active < last : self->handles.active > 0))
    {
      self->handles.active += direction == GTK_DIR_TAB_FORWARD ? 1 : -1;
      ondes_curve_refresh (self);
      return TRUE;
    }
  if (!GTK_WIDGET_CLASS (g_type_class_peek_static (ONDES_TYPE_CHART))->focus (widget, direction))
    return FALSE;
  if (!had && tab)
    {
      self->handles.active = direction == GTK_DIR_TAB_FORWARD ? 0 : last;
      ondes_curve_refresh (self);
    }
  return TRUE;
}

static void
install_keys (GtkWidgetClass *klass)
{
  static const struct { guint keys[2]; double octaves, steps; } moves[] = {
    { { GDK_KEY_Left, GDK_KEY_KP_Left }, -1, 0 }, { { GDK_KEY_Right, GDK_KEY_KP_Right }, 1, 0 },
    { { GDK_KEY_Up, GDK_KEY_KP_Up }, 0, 1 }, { { GDK_KEY_Down, GDK_KEY_KP_Down }, 0, -1 },
  };
  static const struct { guint key; gboolean add; } edits[] = {
    { GDK_KEY_Insert, TRUE }, { GDK_KEY_KP_Insert, TRUE }, { GDK_KEY_Return, TRUE }, { GDK_KEY_KP_Enter, TRUE },
    { GDK_KEY_Delete, FALSE }, { GDK_KEY_KP_Delete, FALSE }, { GDK_KEY_BackSpace, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    for (guint j = 0; j < 2; j++)
      {
        gtk_widget_class_add_binding (klass, moves[i].keys[j], 0, on_move_key, "(dd)", moves[i].octaves, moves[i].steps);
        gtk_widget_class_add_binding (klass, moves[i].keys[j], GDK_SHIFT_MASK, on_move_key, "(dd)", FINE * moves[i].octaves,
                                      FINE * moves[i].steps);
      }
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    gtk_widget_class_add_binding (klass, edits[i].key, 0, on_edit_key, "b", edits[i].add);
  gtk_widget_class_add_binding (klass, GDK_KEY_Menu, 0, on_menu_key, NULL);
  gtk_widget_class_add_binding (klass, GDK_KEY_F10, GDK_SHIFT_MASK, on_menu_key, NULL);
}

void
ondes_curve_install_input (GtkWidgetClass *klass)
{
  klass->focus = move_focus;
  gtk_widget_class_install_action (klass, "curve.add", NULL, add_action);
  gtk_widget_class_install_action (klass, "curve.remove", NULL, remove_action);
  install_keys (klass);
}

void
ondes_curve_attach_input (OndesCurveEditor *self)
{
  GtkGesture *drag = ondes_handles_attach (ONDES_CHART (self), &self->handles, &point_handles);
  GtkGesture *click = gtk_gesture_click_new (), *secondary = gtk_gesture_click_new ();

  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_group (drag, click);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (secondary, "pressed", G_CALLBACK (on_secondary), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (secondary));
}
