/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-chart-menu.h"
#include "ondes-curve-private.h"

#define REACH        12.0 /* from a point, pixels */
#define OFF          28.0 /* a point dragged this far from the plot is removed, pixels */
#define STEP_OCTAVES (1.0 / 12)
#define FINE         0.1  /* of a step, with Shift */
#define STEPS        40   /* of a key over the ruler of values */
#define PROPOSED_CONSTANT 3
#define PROPOSED     9
#define NEAREST      1.001 /* least ratio of neighbouring frequencies */

G_DEFINE_FINAL_TYPE (OndesCurveEditor, ondes_curve_editor, ONDES_TYPE_CHART)

static guint changed_signal;

/* The curve. */

double
ondes_curve_at (OndesCurveEditor *self,
                double            hz)
{
  const OndesErrorModel table = { .kind = ONDES_MODEL_TABLE, .points = (OndesModelPoint *) (void *) self->points->data,
                                  .n_points = self->points->len };

  return ondes_error_model_at (self->shape != NULL ? self->shape : &table, hz);
}

/* Rounds @value to a multiple of a power of ten that is at most @step. */
static double
round_to (double value,
          double step)
{
  const double power = pow (10, floor (log10 (step)));
  char text[40];

  /* By text, so that it is the number that a person would type. */
  g_ascii_formatd (text, sizeof text, "%.12g", rint (value / power) * power);
  return g_ascii_strtod (text, NULL);
}

/* Returns 1, 2 or 5 times a power of ten, at least @value. */
static double
nice_step (double value)
{
  const double power = pow (10, floor (log10 (value))), digit = value / power;

  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

/* Fits the ruler of values to the curve, with room to move. */
static void
fit_values (OndesCurveEditor *self)
{
  const double ratio = self->hi_hz / self->lo_hz;
  double lo = 0, hi = 0, step;

  if (self->points->len == 0 || self->dragged >= 0)
    return;
  for (guint i = 0; i <= 100; i++)
    {
      const double value = ondes_curve_at (self, self->lo_hz * pow (ratio, i / 100.0));

      lo = value < lo ? value : lo;
      hi = value > hi ? value : hi;
    }
  for (guint i = 0; i < self->points->len; i++)
    {
      lo = MIN (lo, ondes_curve_point (self, i)->value);
      hi = MAX (hi, ondes_curve_point (self, i)->value);
    }
  lo = MIN (-self->scale.span, lo - 0.2 * (hi - lo));
  hi = MAX (self->scale.span, hi + 0.2 * (hi - lo));
  step = nice_step ((hi - lo) / 8);
  self->lo = MAX (floor (lo / step) * step, self->scale.least);
  self->hi = ceil (hi / step) * step;
}

double
ondes_curve_to_y (OndesCurveEditor *self,
                  double            value)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  return plot.origin.y + (self->hi - value) / (self->hi - self->lo) * plot.size.height;
}

double
ondes_curve_from_y (OndesCurveEditor *self,
                    double            y)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  return self->hi - (y - plot.origin.y) / MAX (plot.size.height, 1) * (self->hi - self->lo);
}

double
ondes_curve_to_x (OndesCurveEditor *self,
                  double            hz)
{
  return ondes_chart_to_x (ONDES_CHART (self), log (hz / self->lo_hz));
}

double
ondes_curve_from_x (OndesCurveEditor *self,
                    double            x)
{
  return self->lo_hz * exp (ondes_chart_from_x (ONDES_CHART (self), x));
}

gboolean
ondes_curve_editor_get_position (OndesCurveEditor *self,
                                 guint             i,
                                 double           *x,
                                 double           *y)
{
  const OndesModelPoint *point;

  if (i >= self->points->len || ondes_chart_is_empty (ONDES_CHART (self)))
    return FALSE;
  point = ondes_curve_point (self, i);
  *x = ondes_curve_to_x (self, point->hz);
  *y = ondes_curve_to_y (self, point->value);
  return point->hz >= self->lo_hz && point->hz <= self->hi_hz && point->value >= self->lo && point->value <= self->hi;
}

static gboolean
ondes_curve_editor_get_span (OndesChart     *chart,
                             GtkOrientation  direction,
                             OndesChartSpan *span)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (chart);

  if (direction != GTK_ORIENTATION_HORIZONTAL || self->points == NULL || self->points->len == 0 || !(self->hi_hz > self->lo_hz))
    return FALSE;
  span->first = 0;
  span->count = span->total = span->min = log (self->hi_hz / self->lo_hz);
  return TRUE;
}

static char *
ondes_curve_editor_describe (OndesChart *chart)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (chart);
  const OndesModelPoint *point = ondes_curve_point (self, self->active);
  g_autofree char *text = ondes_curve_print (self, point->hz, point->value);

  /* Translators: which point of how many, and its frequency and value. */
  return g_strdup_printf (_("Point %u of %u, %s. Arrow keys move it, Tab goes to the next, Insert adds one, Delete removes it."),
                          self->active + 1, self->points->len, text);
}

static void
refresh (OndesCurveEditor *self)
{
  self->active = MIN (self->active, MAX (self->points->len, 1) - 1);
  fit_values (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "curve.remove", self->points->len > 1);
  ondes_chart_redraw (ONDES_CHART (self));
  ondes_chart_describe_soon (ONDES_CHART (self));
}

/* The points are the curve from here on. */
static void
emit_changed (OndesCurveEditor *self)
{
  g_clear_pointer (&self->shape, ondes_error_model_unref);
  refresh (self);
  g_signal_emit (self, changed_signal, 0);
}

/* Editing. */

/* Puts point @i at a frequency and a value that are in view, between its neighbours; @hz 0 keeps its frequency. */
static void
move_point (OndesCurveEditor *self,
            guint             i,
            double            hz,
            double            value)
{
  OndesModelPoint *point = ondes_curve_point (self, i);
  double lo = self->lo_hz, hi = self->hi_hz;
  char text[40];

  if (i > 0)
    lo = MAX (lo, ondes_curve_point (self, i - 1)->hz * NEAREST);
  if (i + 1 < self->points->len)
    hi = MIN (hi, ondes_curve_point (self, i + 1)->hz / NEAREST);
  if (hz > 0 && lo < hi)
    {
      g_ascii_formatd (text, sizeof text, "%.4g", CLAMP (hz, lo, hi));
      hz = g_ascii_strtod (text, NULL);
      point->hz = CLAMP (hz, lo, hi);
    }
  value = round_to (value, (self->hi - self->lo) / 400);
  point->value = MAX (value, self->scale.least);
}

/* Adds a point, chosen. FALSE if there is no room for one more. */
static gboolean
add_point (OndesCurveEditor *self,
           double            hz,
           double            value)
{
  const OndesModelPoint point = { 0 };
  guint i = 0;

  if (self->points->len >= ONDES_CURVE_POINTS_MAX)
    return FALSE;
  while (i < self->points->len && ondes_curve_point (self, i)->hz < hz)
    i++;
  if ((i > 0 && hz < ondes_curve_point (self, i - 1)->hz * NEAREST * NEAREST)
      || (i < self->points->len && hz * NEAREST * NEAREST > ondes_curve_point (self, i)->hz))
    return FALSE;
  g_array_insert_val (self->points, i, point);
  self->active = i;
  move_point (self, i, hz, value);
  emit_changed (self);
  return TRUE;
}

static void
remove_point (OndesCurveEditor *self,
              guint             i)
{
  if (self->points->len < 2)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  g_array_remove_index (self->points, i);
  emit_changed (self);
}

/* Adds one on the curve after the active point, halfway to the next or to the end. */
static void
add_after_active (OndesCurveEditor *self)
{
  const double hz = ondes_curve_point (self, self->active)->hz;
  const gboolean last = self->active + 1 == self->points->len;
  const double next = last ? self->hi_hz : ondes_curve_point (self, self->active + 1)->hz;
  double middle = sqrt (MAX (hz, self->lo_hz) * next);

  /* Behind the last one, at the end, there is room before it alone. */
  if (last && next < hz * 1.02)
    middle = sqrt (hz * (self->active > 0 ? MAX (ondes_curve_point (self, self->active - 1)->hz, self->lo_hz) : self->lo_hz));
  if (!add_point (self, middle, ondes_curve_at (self, middle)))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/* Pointer. */

/* Returns the point within reach, or −1. */
static int
find_point (OndesCurveEditor *self,
            double            x,
            double            y)
{
  double nearest = REACH, at_x, at_y;
  int found = -1;

  for (guint i = 0; i < self->points->len; i++)
    if (ondes_curve_editor_get_position (self, i, &at_x, &at_y) && hypot (at_x - x, at_y - y) <= nearest)
      {
        nearest = hypot (at_x - x, at_y - y);
        found = (int) i;
      }
  return found;
}

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

static void
on_motion (OndesCurveEditor *self,
           double            x,
           double            y)
{
  self->pointer[0] = x;
  self->pointer[1] = y;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), self->dragged >= 0 || find_point (self, x, y) >= 0 ? "move" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_leave (OndesCurveEditor *self)
{
  self->pointer[0] = self->pointer[1] = NAN;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_begin (OndesCurveEditor *self,
               double            x,
               double            y,
               GtkGesture       *drag)
{
  const int found = find_point (self, x, y);
  double at_x, at_y;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (found < 0 || !ondes_curve_editor_get_position (self, (guint) found, &at_x, &at_y))
    return;
  gtk_gesture_set_state (drag, GTK_EVENT_SEQUENCE_CLAIMED);
  self->dragged = found;
  self->active = (guint) found;
  self->grip[0] = at_x - x;
  self->grip[1] = at_y - y;
  g_clear_pointer (&self->before, g_array_unref);
  self->before = g_array_copy (self->points);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The points are those before the drag with one moved, or without it while it is off the plot. */
static void
on_drag_update (OndesCurveEditor *self,
                double            dx,
                double            dy,
                GtkGestureDrag   *drag)
{
  double x, y;

  if (self->dragged < 0 || (dx == 0 && dy == 0) || ondes_chart_is_empty (ONDES_CHART (self)))
    return;
  gtk_gesture_drag_get_start_point (drag, &x, &y);
  self->pointer[0] = x += dx;
  self->pointer[1] = y += dy;
  g_array_set_size (self->points, 0);
  g_array_append_vals (self->points, self->before->data, self->before->len);
  self->active = (guint) self->dragged;
  if (!is_in_plot (self, x, y, OFF) && self->points->len > 1)
    g_array_remove_index (self->points, self->active);
  else
    {
      const double value = ondes_curve_from_y (self, y + self->grip[1]);
      const double hz = ondes_curve_from_x (self, x + self->grip[0]);

      move_point (self, self->active, dx != 0 ? hz : 0, CLAMP (value, self->lo, self->hi));
    }
  emit_changed (self);
}

static void
on_drag_end (OndesCurveEditor *self)
{
  if (self->dragged < 0)
    return;
  self->dragged = -1;
  g_clear_pointer (&self->before, g_array_unref);
  refresh (self);
}

static void
on_pressed (OndesCurveEditor *self,
            int               n_press,
            double            x,
            double            y)
{
  if (n_press == 2 && self->points->len > 0 && find_point (self, x, y) < 0 && is_in_plot (self, x, y, 0)
      && !add_point (self, ondes_curve_from_x (self, x), ondes_curve_from_y (self, y)))
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
    self->active = (guint) found;
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
      && !(ondes_curve_editor_get_position (self, self->active, &x, &y) && hypot (at.x - x, at.y - y) <= REACH + 1)
      && is_in_plot (self, at.x, at.y, 0) && add_point (self, ondes_curve_from_x (self, at.x), ondes_curve_from_y (self, at.y)))
    return;
  add_after_active (self);
}

static void
remove_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  remove_point (ONDES_CURVE_EDITOR (widget), ONDES_CURVE_EDITOR (widget)->active);
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
  point = ondes_curve_point (self, self->active);
  move_point (self, self->active, octaves != 0 ? point->hz * exp2 (octaves * STEP_OCTAVES) : 0,
              point->value + steps * (self->hi - self->lo) / STEPS);
  emit_changed (self);
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
    add_after_active (self);
  else
    remove_point (self, self->active);
  return GDK_EVENT_STOP;
}

static gboolean
on_menu_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (widget);
  double x, y;

  if (!ondes_curve_editor_get_position (self, self->active, &x, &y))
    return GDK_EVENT_PROPAGATE;
  gtk_widget_action_set_enabled (widget, "curve.remove", self->points->len > 1);
  popup (self, x, y);
  return GDK_EVENT_STOP;
}

/* Tab goes through the points, and leaves at the ends. */
static gboolean
ondes_curve_editor_focus (GtkWidget       *widget,
                          GtkDirectionType direction)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (widget);
  const gboolean had = gtk_widget_has_focus (widget), tab = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;
  const guint last = MAX (self->points->len, 1) - 1;

  if (had && tab && (direction == GTK_DIR_TAB_FORWARD ? self->active < last : self->active > 0))
    {
      self->active += direction == GTK_DIR_TAB_FORWARD ? 1 : -1;
      refresh (self);
      return TRUE;
    }
  if (!GTK_WIDGET_CLASS (ondes_curve_editor_parent_class)->focus (widget, direction))
    return FALSE;
  if (!had && tab)
    {
      self->active = direction == GTK_DIR_TAB_FORWARD ? 0 : last;
      refresh (self);
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

/* The model. */

void
ondes_curve_editor_set_scale (OndesCurveEditor      *self,
                              const OndesCurveScale *scale)
{
  self->scale = *scale;
  self->scale.title = g_intern_string (scale->title);
  self->scale.unit = g_intern_string (scale->unit);
  refresh (self);
}

/* Fills the points that a curve without its own would have. */
static void
propose_points (OndesCurveEditor *self)
{
  const guint n = self->shape->kind == ONDES_MODEL_CONSTANT ? PROPOSED_CONSTANT : PROPOSED;
  char text[40];

  g_array_set_size (self->points, 0);
  for (guint i = 0; i < n && self->hi_hz > self->lo_hz; i++)
    {
      OndesModelPoint point;

      /* Half a step from the ends, where points are easier to take. */
      g_ascii_formatd (text, sizeof text, "%.3g", self->lo_hz * pow (self->hi_hz / self->lo_hz, (i + 0.5) / n));
      point.hz = g_ascii_strtod (text, NULL);
      point.value = ondes_error_model_at (self->shape, point.hz);
      g_array_append_val (self->points, point);
    }
}

void
ondes_curve_editor_set_frequencies (OndesCurveEditor *self,
                                    double            lo_hz,
                                    double            hi_hz,
                                    const char       *unit)
{
  if (self->dragged >= 0 || (lo_hz == self->lo_hz && hi_hz == self->hi_hz && g_strcmp0 (unit, self->unit) == 0))
    return;
  self->lo_hz = lo_hz;
  self->hi_hz = hi_hz;
  self->unit = g_intern_string (unit);
  if (self->shape != NULL)
    propose_points (self);
  refresh (self);
}

void
ondes_curve_editor_set_model (OndesCurveEditor *self,
                              OndesErrorModel  *model)
{
  const gboolean own = model != NULL && model->kind == ONDES_MODEL_TABLE && model->n_points <= ONDES_CURVE_POINTS_MAX;

  self->dragged = -1;
  g_clear_pointer (&self->shape, ondes_error_model_unref);
  g_array_set_size (self->points, 0);
  if (own)
    g_array_append_vals (self->points, model->points, model->n_points);
  else if (model != NULL)
    {
      self->shape = ondes_error_model_ref (model);
      propose_points (self);
    }
  refresh (self);
}

const OndesModelPoint *
ondes_curve_editor_get_points (OndesCurveEditor *self,
                               guint            *n)
{
  *n = self->points->len;
  return (const OndesModelPoint *) (void *) self->points->data;
}

/* Fits a side bar, unlike other charts. */
static void
ondes_curve_editor_measure (GtkWidget      *widget,
                            GtkOrientation  orientation,
                            int             for_size,
                            int            *minimum,
                            int            *natural,
                            int            *minimum_baseline,
                            int            *natural_baseline)
{
  GTK_WIDGET_CLASS (ondes_curve_editor_parent_class)->measure (widget, orientation, for_size, minimum, natural, minimum_baseline,
                                                               natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = *minimum;
}

static void
ondes_curve_editor_finalize (GObject *object)
{
  OndesCurveEditor *self = ONDES_CURVE_EDITOR (object);

  g_clear_pointer (&self->shape, ondes_error_model_unref);
  g_clear_pointer (&self->points, g_array_unref);
  g_clear_pointer (&self->before, g_array_unref);
  G_OBJECT_CLASS (ondes_curve_editor_parent_class)->finalize (object);
}

static void
ondes_curve_editor_class_init (OndesCurveEditorClass *klass)
{
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ondes_curve_editor_finalize;
  chart_class->top = 6;
  chart_class->bottom = ONDES_CHART_MEASURED;
  chart_class->right = ONDES_CHART_HALF_LABEL;
  chart_class->min_height = 130;
  chart_class->natural_height = 150;
  chart_class->base = ondes_curve_base;
  chart_class->overlay = ondes_curve_overlay;
  chart_class->get_span = ondes_curve_editor_get_span;
  chart_class->describe = ondes_curve_editor_describe;
  widget_class->focus = ondes_curve_editor_focus;
  widget_class->measure = ondes_curve_editor_measure;
  changed_signal = g_signal_new ("changed", ONDES_TYPE_CURVE_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_install_action (widget_class, "curve.add", NULL, add_action);
  gtk_widget_class_install_action (widget_class, "curve.remove", NULL, remove_action);
  install_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "curve");
}

static void
ondes_curve_editor_init (OndesCurveEditor *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new (), *secondary = gtk_gesture_click_new ();

  self->points = g_array_new (FALSE, FALSE, sizeof (OndesModelPoint));
  self->dragged = -1;
  self->pointer[0] = self->pointer[1] = NAN;
  self->scale = (OndesCurveScale) { .title = "", .unit = "", .factor = 1, .span = 1, .least = -INFINITY };
  self->unit = "Hz";
  self->lo = -1;
  self->hi = 1;
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_group (drag, click);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (secondary, "pressed", G_CALLBACK (on_secondary), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (secondary));
}

GtkWidget *
ondes_curve_editor_new (const char *label)
{
  OndesCurveEditor *self = g_object_new (ONDES_TYPE_CURVE_EDITOR, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return GTK_WIDGET (self);
}
