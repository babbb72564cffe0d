/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choosing, moving and resizing annotations on a chart, by pointer and keys. */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-annotation-private.h"
#include "ondes-chart-selection.h"

#define REACH 6.0 /* from a line or handle, pixels */

/* What is grasped of an annotation: edges, or all of it. */
enum { GRIP_NONE = 0, GRIP_START = 1 << 0, GRIP_END = 1 << 1, GRIP_LOW = 1 << 2, GRIP_HIGH = 1 << 3, GRIP_ALL = 1 << 4 };

/* Returns what is grasped at a point of @place. */
static guint
find_grip (const OndesAnnotation      *annotation,
           const OndesAnnotationPlace *place,
           double                      x,
           double                      y)
{
  const cairo_rectangle_t *area = &place->area;
  const double right = area->x + area->width, bottom = area->y + area->height;
  guint grip = GRIP_NONE;

  if (x < area->x - REACH || x > right + REACH || y < area->y - REACH || y > bottom + REACH)
    return GRIP_NONE;
  if (ondes_annotation_is_point (annotation) && !place->box)
    return GRIP_ALL;
  /* A middle part stays by which even a narrow one can be moved. */
  if (!ondes_annotation_is_point (annotation))
    {
      const double inside = MIN (REACH, area->width / 4);

      grip |= x <= area->x + inside ? GRIP_START : x >= right - inside ? GRIP_END : 0;
    }
  if (place->box)
    {
      const double inside = MIN (REACH, area->height / 4);

      grip |= y <= area->y + inside ? GRIP_HIGH : y >= bottom - inside ? GRIP_LOW : 0;
    }
  return grip != GRIP_NONE ? grip : GRIP_ALL;
}

/* Returns what is grasped of a chosen annotation at a point, and sets @held to it; the first of several goes before the others. */
static guint
grip_at (OndesAnnotationLayer *self,
         double                x,
         double                y,
         OndesAnnotation     **held)
{
  OndesAnnotation *annotation = ondes_annotations_model_get_first (self->model);
  OndesAnnotationPlot plot;
  OndesAnnotationPlace place;
  OndesDisplay display;
  OndesAxis axis = { 0 };
  guint grip = GRIP_NONE;

  if (annotation == NULL || !ondes_annotation_layer_get_plot (self, &plot, &axis, &display))
    return GRIP_NONE;
  if (ondes_annotation_plot_place (&plot, annotation, &place))
    grip = find_grip (annotation, &place, x, y);
  if (grip == GRIP_NONE && ondes_annotations_model_get_chosen (self->model)->len > 1)
    {
      annotation = ondes_annotation_plot_pick (&plot, x, y, REACH);
      if (annotation != NULL && ondes_annotation_layer_is_chosen (self, annotation)
          && ondes_annotation_plot_place (&plot, annotation, &place))
        grip = find_grip (annotation, &place, x, y);
    }
  *held = annotation;
  return grip;
}

static OndesAnnotation *
pick (OndesAnnotationLayer *self,
      double                x,
      double                y)
{
  OndesAnnotationPlot plot;
  OndesDisplay display;
  OndesAxis axis = { 0 };

  if (!ondes_annotation_layer_get_plot (self, &plot, &axis, &display) || x < plot.area.x || x > plot.area.x + plot.area.width
      || y < plot.area.y || y > plot.area.y + plot.area.height)
    return NULL;
  return ondes_annotation_plot_pick (&plot, x, y, REACH);
}

void
ondes_annotation_layer_choose_at (OndesTimeChart *chart,
                                  double          x,
                                  double          y)
{
  OndesAnnotationLayer *self = ondes_annotation_layer_of (chart);
  OndesAnnotation *found;

  if (self == NULL || self->is_overview)
    return;
  found = pick (self, x, y);
  if (found == NULL || !ondes_annotation_layer_is_chosen (self, found))
    ondes_annotations_model_choose (self->model, &found, found != NULL);
}

const char *
ondes_annotation_layer_get_cursor (OndesTimeChart *chart,
                                   double          x,
                                   double          y)
{
  OndesAnnotationLayer *self = ondes_annotation_layer_of (chart);
  OndesAnnotation *held;
  graphene_rect_t area;

  ondes_chart_get_plot (ONDES_CHART (chart), &area);
  if (self == NULL || self->is_overview || !graphene_rect_contains_point (&area, &GRAPHENE_POINT_INIT ((float) x, (float) y)))
    return NULL;
  switch (grip_at (self, x, y, &held))
    {
    case GRIP_NONE:
      return NULL;
    case GRIP_START:
    case GRIP_END:
      return "ew-resize";
    case GRIP_LOW:
    case GRIP_HIGH:
      return "ns-resize";
    case GRIP_START | GRIP_HIGH:
    case GRIP_END | GRIP_LOW:
      return "nwse-resize";
    case GRIP_START | GRIP_LOW:
    case GRIP_END | GRIP_HIGH:
      return "nesw-resize";
    default:
      return "move";
    }
}

/* How frequencies move: by a factor where they lie on a logarithmic axis, otherwise by a difference. */
typedef struct
{
  gboolean is_factor;
  double   low, high; /* of the lower and the upper frequency */
} Shift;

/* Returns @hz moved, from 0 to half the rate unless it lies beyond. */
static double
shift_hz (double   hz,
          gboolean is_factor,
          double   by,
          double   nyquist_hz)
{
  const double moved = is_factor ? hz * by : hz + by;

  return CLAMP (moved, 0, MAX (nyquist_hz, hz));
}

/* Moves the frequencies of another box as those of the grasped one. */
static void
shift_frequencies (const Shift     *shift,
                   double           nyquist_hz,
                   OndesAnnotation *values)
{
  if (!ondes_annotation_is_box (values))
    return;
  values->low_hz = shift_hz (values->low_hz, shift->is_factor, shift->low, nyquist_hz);
  values->high_hz = shift_hz (values->high_hz, shift->is_factor, shift->high, nyquist_hz);
  if (values->low_hz > values->high_hz)
    values->low_hz = values->high_hz;
}

/* Moves the frequencies of @values, the grasped one, by @dy pixels up from where they are drawn in @place, and returns how. */
static Shift
move_frequencies (OndesAnnotationLayer       *self,
                  const OndesAnnotationPlot  *plot,
                  const OndesAnnotationPlace *place,
                  guint                       grip,
                  double                      dy,
                  OndesAnnotation            *values)
{
  const cairo_rectangle_t *area = &place->area;
  const gboolean is_factor = plot->axis != NULL && plot->axis->mode == ONDES_AXIS_LOG;
  Shift none = { is_factor, is_factor ? 1 : 0, is_factor ? 1 : 0 };
  const OndesAnnotation before = *values;
  double high, low;

  /* As a whole it stays within the plot. */
  if ((grip & GRIP_ALL) != 0)
    dy = CLAMP (dy, MIN (area->y + area->height - plot->area.y - plot->area.height, 0), MAX (area->y - plot->area.y, 0));
  high = ondes_annotation_layer_hz_at (self, area->y - dy);
  low = ondes_annotation_layer_hz_at (self, area->y + area->height - dy);
  /* On an axis of periods or scales the upper edge is the lower frequency. */
  if (!place->box || dy == 0 || !(high >= 0) || !(low >= 0))
    return none;
  if ((grip & (GRIP_HIGH | GRIP_ALL)) != 0 && isfinite (values->high_hz))
    values->high_hz = MAX (high, low);
  if ((grip & GRIP_ALL) != 0 || (grip & GRIP_LOW) != 0)
    values->low_hz = MIN (high, low);
  if ((grip & GRIP_HIGH) != 0 && !isfinite (values->high_hz))
    values->high_hz = MAX (high, low);
  if (values->low_hz > values->high_hz)
    {
      const double swapped = values->low_hz;

      values->low_hz = values->high_hz;
      values->high_hz = swapped;
    }
  if (is_factor && before.low_hz > 0 && before.high_hz > 0)
    return (Shift) { TRUE, values->low_hz / before.low_hz, values->high_hz / before.high_hz };
  return is_factor ? none : (Shift) { FALSE, values->low_hz - before.low_hz, values->high_hz - before.high_hz };
}

/* Returns @by, in time units, as far as all of @from may move within the recording. */
static double
clamp_time (OndesAnnotationLayer *self,
            GPtrArray            *from,
            double                by)
{
  double start = INFINITY, end = -INFINITY, length;

  for (guint i = 0; i < from->len; i++)
    {
      const OndesAnnotation *annotation = g_ptr_array_index (from, i);

      start = MIN (start, annotation->start);
      end = MAX (end, annotation->end);
    }
  length = MAX (ondes_annotation_layer_get_length (self), end);
  return CLAMP (by, MIN (-start, 0), MAX (length - end, 0));
}

/* Moves the times of @values by @by, in time units, an end within the recording. */
static void
move_times (OndesAnnotationLayer *self,
            guint                 grip,
            double                by,
            OndesAnnotation      *values)
{
  const double length = MAX (ondes_annotation_layer_get_length (self), values->end);

  if ((grip & (GRIP_ALL | GRIP_START)) != 0)
    values->start += by;
  if ((grip & (GRIP_ALL | GRIP_END)) != 0)
    values->end += by;
  if ((grip & GRIP_START) != 0)
    values->start = CLAMP (values->start, 0, values->end);
  if ((grip & GRIP_END) != 0)
    values->end = CLAMP (values->end, values->start, length);
}

/* Gives the chosen annotations the values that they had, moved by pixels of the grasped one. */
static void
move_by (OndesAnnotationLayer *self,
         guint                 grip,
         double                dx,
         double                dy)
{
  GPtrArray *chosen = ondes_annotations_model_get_chosen (self->model), *from = self->from;
  OndesSource *source = ondes_session_get_source (ondes_time_chart_get_session (self->chart));
  g_autofree OndesAnnotation *values = g_new (OndesAnnotation, from->len);
  OndesAnnotation *held = g_ptr_array_index (from, self->grasped), moved = *held;
  OndesAnnotationPlot plot;
  OndesAnnotationPlace place;
  OndesDisplay display;
  OndesAxis axis = { 0 };
  Shift shift = { 0 };
  double by;

  if (chosen->len != from->len || source == NULL || !ondes_annotation_layer_get_plot (self, &plot, &axis, &display))
    return;
  by = dx * (plot.to - plot.from) / plot.area.width;
  if ((grip & GRIP_ALL) != 0)
    by = clamp_time (self, from, by);
  if (ondes_annotation_plot_place (&plot, held, &place))
    shift = move_frequencies (self, &plot, &place, grip, dy, &moved);
  for (guint i = 0; i < from->len; i++)
    {
      values[i] = i == self->grasped ? moved : *(OndesAnnotation *) g_ptr_array_index (from, i);
      if (((OndesAnnotation *) g_ptr_array_index (chosen, i))->id != values[i].id)
        return; /* others were chosen in the meantime */
      /* Other points stay points. */
      if (i == self->grasped || (grip & GRIP_ALL) != 0 || !ondes_annotation_is_point (&values[i]))
        move_times (self, grip, by, &values[i]);
      if (i != self->grasped)
        shift_frequencies (&shift, source->rate_hz / 2, &values[i]);
    }
  ondes_annotations_model_change_chosen (self->model, values);
}

static gpointer
copy_ref (gconstpointer annotation,
          gpointer      unused)
{
  return ondes_annotation_ref ((OndesAnnotation *) annotation);
}

/* Returns the chosen annotations as they are now, of which @held is grasped; NULL if they are too many to move at once, which a
 * sentence says. */
static GPtrArray *
hold_chosen (OndesAnnotationLayer  *self,
             const OndesAnnotation *held)
{
  GPtrArray *chosen = ondes_annotations_model_get_chosen (self->model);

  if (chosen->len > ONDES_ANNOTATIONS_TOGETHER)
    {
      g_autofree char *text = g_strdup_printf (ngettext ("More than %u annotation is chosen: choose fewer to move them together",
                                                         "More than %u annotations are chosen: choose fewer to move them together",
                                                         ONDES_ANNOTATIONS_TOGETHER),
                                               (guint) ONDES_ANNOTATIONS_TOGETHER);

      gtk_widget_activate_action (GTK_WIDGET (self->chart), "win.say", "s", text);
      return NULL;
    }
  for (guint i = 0; i < chosen->len; i++)
    if (((OndesAnnotation *) g_ptr_array_index (chosen, i))->id == held->id)
      self->grasped = i;
  return g_ptr_array_copy (chosen, copy_ref, NULL);
}

/* Returns TRUE if this press and the one before are a double click. */
static gboolean
is_double (OndesAnnotationLayer *self,
           double                x,
           double                y,
           guint32               time_ms)
{
  GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (self->chart));
  int most_ms, most;
  gboolean is;

  g_object_get (settings, "gtk-double-click-time", &most_ms, "gtk-double-click-distance", &most, NULL);
  is = self->pressed_ms != 0 && time_ms - self->pressed_ms <= (guint32) most_ms && fabs (x - self->pressed_x) <= most
       && fabs (y - self->pressed_y) <= most;
  self->pressed_ms = is ? 0 : time_ms;
  self->pressed_x = x;
  self->pressed_y = y;
  return is;
}

static void
on_drag_begin (OndesAnnotationLayer *self,
               double                x,
               double                y,
               GtkGesture           *drag)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag));
  const guint32 time_ms = gtk_event_controller_get_current_event_time (GTK_EVENT_CONTROLLER (drag));
  OndesAnnotation *annotation = ondes_annotations_model_get_first (self->model);

  self->grip = GRIP_NONE;
  self->dragged = self->doubled = FALSE;
  g_clear_pointer (&self->from, g_ptr_array_unref);
  if ((state & (GDK_SHIFT_MASK | GDK_ALT_MASK)) != 0
      || ondes_chart_selection_is_panning (ondes_time_chart_get_timeline (self->chart)))
    {
      gtk_gesture_set_state (drag, GTK_EVENT_SEQUENCE_DENIED); /* other drags */
      return;
    }
  self->doubled = is_double (self, x, y, time_ms) && annotation != NULL && pick (self, x, y) != NULL;
  if ((state & GDK_CONTROL_MASK) == 0)
    self->grip = grip_at (self, x, y, &annotation);
  /* With the tool, a drag within it selects. */
  if (self->grip == GRIP_ALL && ondes_chart_selection_get_tool (ondes_time_chart_get_timeline (self->chart)) != ONDES_TOOL_PAN)
    self->grip = GRIP_NONE;
  if (self->grip == GRIP_NONE && !self->doubled)
    return; /* may become a click, or a drag of the view */
  gtk_widget_grab_focus (GTK_WIDGET (self->chart));
  gtk_gesture_set_state (drag, GTK_EVENT_SEQUENCE_CLAIMED);
  if (self->grip != GRIP_NONE)
    self->from = hold_chosen (self, annotation);
  ondes_annotations_model_begin_step (self->model);
}

static void
on_drag_update (OndesAnnotationLayer *self,
                double                dx,
                double                dy,
                GtkGestureDrag       *drag)
{
  if (self->grip == GRIP_NONE || self->from == NULL)
    return;
  if (!self->dragged && !gtk_drag_check_threshold (GTK_WIDGET (self->chart), 0, 0, (int) dx, (int) dy))
    return;
  self->dragged = TRUE;
  move_by (self, self->grip, dx, -dy);
}

static gboolean
edit_first (OndesAnnotationLayer *self)
{
  OndesAnnotation *annotation = ondes_annotations_model_get_first (self->model);

  return annotation != NULL && ondes_annotation_layer_edit (self->chart, annotation);
}

/* A press without a drag chooses what lies there; the second of a double click edits it. */
static void
on_drag_end (OndesAnnotationLayer *self,
             double                dx,
             double                dy,
             GtkGestureDrag       *drag)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag));
  const gboolean grasped = self->grip != GRIP_NONE;
  OndesAnnotation *found;
  double x, y;

  self->grip = GRIP_NONE;
  g_clear_pointer (&self->from, g_ptr_array_unref);
  if (self->dragged || gtk_drag_check_threshold (GTK_WIDGET (self->chart), 0, 0, (int) dx, (int) dy)
      || !gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  if (self->doubled)
    {
      edit_first (self);
      return;
    }
  found = pick (self, x, y);
  if ((state & GDK_CONTROL_MASK) != 0)
    {
      if (found != NULL)
        ondes_annotations_model_toggle (self->model, found);
      return;
    }
  ondes_annotations_model_choose (self->model, &found, found != NULL);
  /* The chart has not seen this click. */
  if (grasped)
    ondes_timeline_seek (ondes_time_chart_get_timeline (self->chart), ondes_chart_from_x (ONDES_CHART (self->chart), x));
}

static void
on_cancel (OndesAnnotationLayer *self)
{
  self->grip = GRIP_NONE;
  self->dragged = TRUE; /* no click any more */
}

static gboolean
nudge (OndesAnnotationLayer *self,
       double                dx,
       double                dy,
       gboolean              resize)
{
  OndesAnnotation *annotation = ondes_annotations_model_get_first (self->model);

  if (annotation == NULL)
    return GDK_EVENT_PROPAGATE;
  self->from = hold_chosen (self, annotation);
  if (self->from != NULL)
    move_by (self, !resize ? GRIP_ALL : dx != 0 ? GRIP_END : GRIP_HIGH, dx, dy);
  g_clear_pointer (&self->from, g_ptr_array_unref);
  return GDK_EVENT_STOP;
}

static gboolean
on_key (OndesAnnotationLayer *self,
        guint                 key,
        guint                 code,
        GdkModifierType       state)
{
  const GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();
  const gboolean plain = modifiers == 0, control = (modifiers & ~GDK_SHIFT_MASK) == GDK_CONTROL_MASK;
  const gboolean shift = (modifiers & GDK_SHIFT_MASK) != 0;

  /* Keys of a menu or the editor pass here too. */
  if (ondes_annotations_model_get_chosen (self->model)->len == 0 || !gtk_widget_is_focus (GTK_WIDGET (self->chart)))
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Delete:
    case GDK_KEY_KP_Delete:
      if (plain)
        ondes_annotations_model_remove_chosen (self->model);
      return plain;
    case GDK_KEY_Escape:
      if (plain)
        ondes_annotations_model_choose (self->model, NULL, 0);
      return plain;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_F2:
      return plain && edit_first (self);
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      return control && nudge (self, -1, 0, shift);
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      return control && nudge (self, 1, 0, shift);
    case GDK_KEY_Page_Up:
      return control && nudge (self, 0, 1, shift);
    case GDK_KEY_Page_Down:
      return control && nudge (self, 0, -1, shift);
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

void
ondes_annotation_input_attach (OndesAnnotationLayer *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  /* Before the gestures of the chart, which know nothing of annotations. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (on_cancel), self);
  gtk_widget_add_controller (GTK_WIDGET (self->chart), GTK_EVENT_CONTROLLER (drag));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->chart), keys);
}
