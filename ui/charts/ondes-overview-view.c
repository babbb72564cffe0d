/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-annotation-layer.h"
#include "ondes-chart-menu.h"
#include "ondes-chart-selection.h"
#include "ondes-charts.h"
#include "session/words.h"

#define HANDLE     8.0 /* distance from an end within which it can be grabbed, in pixels */
#define MIN_SPAN 6.0   /* minimum width of the span on screen, in pixels */
#define MOVE_STEP  0.25
#define ZOOM_STEP  1.25

typedef enum { GRAB_NOTHING, GRAB_SPAN, GRAB_START, GRAB_END, GRAB_NEW, GRAB_SELECTION } Grab;

struct _OndesOverviewView
{
  OndesTimeChart parent_instance;

  Grab       grab;
  gboolean   moved;        /* the press has become a drag */
  double     first, count; /* the span at the start of the drag */
  double     press;        /* the sample at which the button was pressed */
  double     drag_x;       /* where a selection was dragged to last */
  double     x;            /* the pointer's x in the widget; NaN if elsewhere */
  double    *samples;      /* all samples, if so few that the overview is coarser than the screen; otherwise NULL */
  guint      n_samples;
};

G_DEFINE_FINAL_TYPE (OndesOverviewView, ondes_overview_view, ONDES_TYPE_TIME_CHART)

static OndesSession *
session_of (gpointer self)
{
  return ondes_time_chart_get_session (ONDES_TIME_CHART (self));
}

static OndesTimeline *
timeline_of (gpointer self)
{
  return ondes_time_chart_get_timeline (ONDES_TIME_CHART (self));
}

static double
length_of (gpointer self)
{
  return ondes_time_chart_get_length (ONDES_TIME_CHART (self));
}

/* Converts the widget's x to a sample. In this chart, the whole recording fills the plot. */
static double
sample_of (OndesOverviewView *self,
           double             x)
{
  double n = length_of (self);
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  return CLAMP ((x - plot.origin.x) / MAX (plot.size.width, 1), 0, 1) * n;
}

static double
ondes_overview_view_sample_to_x (OndesTimeChart *self,
                                 double          sample)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  return plot.origin.x + sample / MAX (length_of (self), 1) * plot.size.width;
}

static void
span_of (OndesOverviewView *self,
         double            *left,
         double            *right)
{
  double n = MAX (length_of (self), 1), first, count, narrow;
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  ondes_timeline_get_view (timeline_of (self), &first, &count);
  *left = plot.origin.x + first / n * plot.size.width;
  *right = plot.origin.x + (first + count) / n * plot.size.width;
  narrow = MIN_SPAN - (*right - *left);
  if (narrow > 0)
    {
      *left -= narrow / 2;
      *right += narrow / 2;
    }
}

static Grab
grab_at (OndesOverviewView *self,
         double             x)
{
  double left, right, inside;
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  if (plot.size.width <= 0 || length_of (self) == 0
      || x < plot.origin.x - HANDLE || x > plot.origin.x + plot.size.width + HANDLE)
    return GRAB_NOTHING;
  span_of (self, &left, &right);
  /* Keep a middle part by which even a narrow span can be moved. */
  inside = MIN (HANDLE / 2, (right - left) / 4);
  if (x >= left - HANDLE && x <= left + inside)
    return GRAB_START;
  if (x >= right - inside && x <= right + HANDLE)
    return GRAB_END;
  return x > left && x < right ? GRAB_SPAN : GRAB_NEW;
}

static guint
columns_of (OndesOverviewView     *self,
            const graphene_rect_t *plot)
{
  return MAX (1, ceil (plot->size.width) * gtk_widget_get_scale_factor (GTK_WIDGET (self)));
}

/* Copies all samples once the session has them, that is, while the whole recording is in view, as it is after opening. */
static void
update_samples (OndesOverviewView *self)
{
  OndesSession *session = session_of (self);
  OndesOverview *overview = ondes_session_get_overview (session);
  guint64 n = ondes_time_chart_get_length (ONDES_TIME_CHART (self)), at;
  graphene_rect_t plot;
  const double *values;
  double first, count;
  guint have;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  ondes_timeline_get_view (timeline_of (self), &first, &count);
  if (self->samples != NULL || overview == NULL || n == 0 || plot.size.width <= 0 || count < n
      || n >= (guint64) columns_of (self, &plot) * ondes_overview_stride (overview)
      || !ondes_session_get_samples (session, &at, &have, &values) || at != 0 || have != n)
    return;
  self->samples = g_memdup2 (values, n * sizeof *values);
  self->n_samples = have;
}

static void
draw_line (OndesOverviewView *self,
           const OndesPlot   *plot)
{
  g_autofree double *positions = g_new (double, self->n_samples);
  OndesRecording *recording = ondes_session_get_recording (session_of (ONDES_CHART (self)));
  gboolean is_table = recording != NULL && ondes_recording_get_truth_table (recording) != NULL;

  for (guint i = 0; i < self->n_samples; i++)
    positions[i] = (double) i / self->n_samples * plot->area.width;
  (is_table ? ondes_draw_bars : ondes_draw_samples)
    (plot, positions, self->samples, self->n_samples);
}

static void
ondes_overview_view_base (OndesChart             *chart,
                          const OndesChartCanvas *canvas)
{
  OndesOverview *overview = ondes_session_get_overview (session_of (chart));
  OndesOverviewView *self = ONDES_OVERVIEW_VIEW (chart);
  guint columns = columns_of (self, &canvas->plot);
  g_autofree OndesExtent *extents = g_new0 (OndesExtent, columns);
  double lo = G_MAXDOUBLE, hi = -G_MAXDOUBLE;
  OndesPlot drawn;

  ondes_chart_draw_background (canvas);
  if (overview == NULL)
    return;
  update_samples (self);
  if (self->samples != NULL)
    ondes_chart_extents (&(OndesChartValues) { self->samples, 0, self->n_samples }, 0, self->n_samples, columns, extents);
  else
    ondes_overview_get (overview, 0, length_of (chart), columns, extents);
  for (guint j = 0; j < columns; j++)
    if (extents[j].min <= extents[j].max)
      {
        lo = MIN (lo, extents[j].min);
        hi = MAX (hi, extents[j].max);
      }
  if (!(lo < hi))
    {
      lo = lo <= hi ? lo - 1 : -1;
      hi = lo + 2;
    }
  drawn = (OndesPlot) { .area = ondes_chart_area (&canvas->plot), .lo = lo, .hi = hi, .theme = canvas->theme };
  drawn.area.y += 2;
  drawn.area.height -= 4;
  drawn.cr = gtk_snapshot_append_cairo (canvas->snapshot, &canvas->plot);
  if (self->samples != NULL && self->n_samples < columns)
    {
      for (guint j = 0; j < columns; j++)
        extents[j].min = extents[j].max + 1; /* draw only the gaps */
      draw_line (self, &drawn);
    }
  ondes_draw_waveform_pixels (&drawn, extents, columns);
  cairo_destroy (drawn.cr);
}

static void
ondes_overview_view_overlay (OndesChart             *chart,
                             const OndesChartCanvas *canvas)
{
  OndesOverviewView *self = ONDES_OVERVIEW_VIEW (chart);
  const OndesTheme *theme = canvas->theme;
  const graphene_rect_t *plot = &canvas->plot;
  GtkSnapshot *snapshot = canvas->snapshot;
  GdkRGBA veil = { theme->background.r, theme->background.g, theme->background.b, 0.65 };
  GdkRGBA accent = { theme->accent.r, theme->accent.g, theme->accent.b, 1 };
  float top = plot->origin.y, height = plot->size.height, start = plot->origin.x, end = start + plot->size.width;
  GdkRGBA tint = accent;
  GskRoundedRect frame;
  double left, right;

  tint.alpha = 0.14;
  ondes_annotation_layer_snapshot (ONDES_TIME_CHART (chart), canvas);
  span_of (self, &left, &right);
  left = floor (left);
  right = ceil (right);
  gtk_snapshot_append_color (snapshot, &veil, &GRAPHENE_RECT_INIT (start, top, MAX (0, left - start), height));
  gtk_snapshot_append_color (snapshot, &veil, &GRAPHENE_RECT_INIT (right, top, MAX (0, end - right), height));
  if (left > start || right < end)
    gtk_snapshot_append_color (snapshot, &tint, &GRAPHENE_RECT_INIT (left, top, right - left, height));
  gsk_rounded_rect_init_from_rect (&frame, &GRAPHENE_RECT_INIT (left, top, right - left, height), 3);
  gtk_snapshot_append_border (snapshot, &frame, (float[4]) { 1, 2, 1, 2 }, (GdkRGBA[4]) { accent, accent, accent, accent });
  /* Draw grab handles at the ends. */
  for (int i = 0; i < 2; i++)
    {
      float x = i ? right - 1 : left + 1;
      float tall = MIN (18, height / 2);
      GskRoundedRect handle;

      gsk_rounded_rect_init_from_rect (&handle, &GRAPHENE_RECT_INIT (x - 3, top + (height - tall) / 2, 6, tall), 3);
      gtk_snapshot_push_rounded_clip (snapshot, &handle);
      gtk_snapshot_append_color (snapshot, &accent, &handle.bounds);
      gtk_snapshot_pop (snapshot);
    }
}

/* Updates the span's accessible description. */
static void
tell (OndesOverviewView *self)
{
  OndesRecording *recording = ondes_session_get_recording (session_of (self));
  g_autofree char *from = NULL, *to = NULL, *length = NULL, *text = NULL, *time_unit = NULL;
  double first, count, rate, start, n = length_of (self);
  const OndesRecordingInfo *info;

  if (recording == NULL || n == 0)
    {
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _("Empty"),
                                      GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "", -1);
      return;
    }
  info = ondes_recording_get_info (recording);
  rate = ondes_session_get_source (session_of (self))->rate_hz;
  start = ondes_time_chart_get_start (ONDES_TIME_CHART (self));
  ondes_timeline_get_view (timeline_of (self), &first, &count);
  time_unit = ondes_words_time_unit (info->time_unit);
  from = ondes_time_chart_describe_time (ONDES_TIME_CHART (self), first);
  to = ondes_time_chart_describe_time (ONDES_TIME_CHART (self), first + count);
  length = info->has_date ? ondes_words_duration (n / rate, info->time_unit) : ondes_words_quantity (n / rate, time_unit, 4);
  /* Translators: the span in view of the whole recording: its start, its end, the length of the whole. */
  text = g_strdup_printf (_("From %s to %s, of %s"), from, to, length);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, start,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, start + n / rate,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, start + (first + count / 2) / rate,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
ondes_overview_view_changed (OndesTimeChart  *chart,
                             OndesChartChange change)
{
  switch (change)
    {
    case ONDES_CHART_VIEW:
      tell (ONDES_OVERVIEW_VIEW (chart));
      gtk_widget_queue_draw (GTK_WIDGET (chart));
      break;
    case ONDES_CHART_RECORDING:
      ONDES_OVERVIEW_VIEW (chart)->grab = GRAB_NOTHING;
      g_clear_pointer (&ONDES_OVERVIEW_VIEW (chart)->samples, g_free);
      tell (ONDES_OVERVIEW_VIEW (chart));
      ondes_chart_redraw (ONDES_CHART (chart));
      break;
    case ONDES_CHART_OVERVIEW:
      ondes_chart_redraw (ONDES_CHART (chart));
      break;
    default:
      break;
    }
}

static void
move (OndesOverviewView *self,
      double             first,
      double             count,
      double             by)
{
  ondes_timeline_set_view (timeline_of (self), first + by, count);
}

static void
zoom (OndesOverviewView *self,
      double             at,
      double             factor)
{
  ondes_timeline_zoom (timeline_of (self), at, factor);
}

static void
set_cursor (OndesOverviewView *self,
            Grab               grab,
            gboolean           held)
{
  static const char *const names[] = {
    [GRAB_SPAN] = "grab",     [GRAB_START] = "ew-resize",     [GRAB_END] = "ew-resize",
    [GRAB_NEW] = "crosshair", [GRAB_SELECTION] = "crosshair",
  };

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), held && grab == GRAB_SPAN ? "grabbing" : names[grab]);
}

static void
on_motion (OndesOverviewView *self,
           double             x)
{
  self->x = x;
  if (self->grab == GRAB_NOTHING)
    set_cursor (self, grab_at (self, x), FALSE);
}

static void
on_leave (OndesOverviewView *self)
{
  self->x = NAN;
}

static void
on_drag_begin (OndesOverviewView *self,
               double             x,
               double             y,
               GtkGestureDrag    *drag)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->grab = grab_at (self, x);
  self->moved = FALSE;
  if (self->grab == GRAB_NOTHING)
    {
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  if ((gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag)) & GDK_SHIFT_MASK) != 0)
    self->grab = GRAB_SELECTION;
  self->press = sample_of (self, x);
  ondes_timeline_get_view (timeline_of (self), &self->first, &self->count);
  /* With the whole in view there is nothing to move, so a drag selects a new span. */
  if (self->grab == GRAB_SPAN && self->count >= length_of (self))
    self->grab = GRAB_NEW;
}

static void
on_drag_update (OndesOverviewView *self,
                double             dx,
                double             dy,
                GtkGestureDrag    *drag)
{
  OndesTimeline *timeline = timeline_of (self);
  double min = MIN (ONDES_TIMELINE_MIN, length_of (self));
  double x, y, at, a, b;

  if (self->grab == GRAB_NOTHING || !gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  if (!self->moved && fabs (dx) < 3)
    return;
  if (self->grab == GRAB_SELECTION && !self->moved)
    ondes_chart_selection_take_drag (ONDES_CHART (self), x, y, GDK_SHIFT_MASK);
  self->moved = TRUE;
  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  set_cursor (self, self->grab, TRUE);
  at = sample_of (self, x + dx);
  switch (self->grab)
    {
    case GRAB_SPAN:
      move (self, self->first, self->count, at - self->press);
      break;
    case GRAB_START:
      a = MIN (at, self->first + self->count - min);
      ondes_timeline_set_view (timeline, a, self->first + self->count - a);
      break;
    case GRAB_END:
      b = MAX (at, self->first + min);
      ondes_timeline_set_view (timeline, self->first, b - self->first);
      break;
    case GRAB_SELECTION:
      self->drag_x = x + dx;
      ondes_chart_selection_drag_to (ONDES_CHART (self), self->drag_x, y + dy, FALSE);
      break;
    case GRAB_NEW:
      a = MIN (at, self->press);
      b = MAX (at, self->press);
      ondes_timeline_set_view (timeline, a, MAX (b - a, min));
      break;
    default:
      break;
    }
}

/* The selection is where it was dragged to last, for the pointer may have left the chart. */
static void
end_selection (OndesOverviewView *self)
{
  if (self->grab == GRAB_SELECTION && self->moved)
    ondes_chart_selection_drag_to (ONDES_CHART (self), self->drag_x, 0, TRUE);
}

static void
on_drag_end (OndesOverviewView *self,
             double             dx,
             double             dy)
{
  /* A press without a drag centres the span there. */
  if (self->grab != GRAB_NOTHING && self->grab != GRAB_SELECTION && !self->moved)
    move (self, self->press - self->count / 2, self->count, 0);
  end_selection (self);
  self->grab = GRAB_NOTHING;
  if (!isnan (self->x))
    set_cursor (self, grab_at (self, self->x), FALSE);
}

static void
on_drag_cancel (OndesOverviewView *self)
{
  end_selection (self);
  self->grab = GRAB_NOTHING;
}

static void
on_pressed (OndesOverviewView *self,
            int                n_press)
{
  if (n_press == 2)
    {
      self->grab = GRAB_NOTHING;
      ondes_timeline_show_all (timeline_of (self));
    }
}

static gboolean
on_scroll (OndesOverviewView        *self,
           double                    dx,
           double                    dy,
           GtkEventControllerScroll *scroll)
{
  double first, count, at;

  if (length_of (self) == 0 || isnan (self->x))
    return GDK_EVENT_PROPAGATE;
  if (gtk_event_controller_scroll_get_unit (scroll) == GDK_SCROLL_UNIT_SURFACE)
    {
      dx /= 40;
      dy /= 40;
    }
  ondes_timeline_get_view (timeline_of (self), &first, &count);
  if ((gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll)) & GDK_SHIFT_MASK) != 0)
    {
      dx += dy;
      dy = 0;
    }
  if (dx != 0)
    move (self, first, count, dx * 0.1 * count);
  at = (sample_of (self, self->x) - first) / count;
  if (dy != 0)
    zoom (self, at >= 0 && at <= 1 ? at : 0.5, pow (ZOOM_STEP, -dy));
  return GDK_EVENT_STOP;
}

static gboolean
on_move_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  double first, count, amount;

  g_variant_get (args, "(d)", &amount);
  ondes_timeline_get_view (timeline_of (widget), &first, &count);
  if (count > 0)
    move (ONDES_OVERVIEW_VIEW (widget), first, count, amount * count);
  return GDK_EVENT_STOP;
}

static gboolean
on_zoom_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  double amount;

  g_variant_get (args, "(d)", &amount);
  if (length_of (widget) > 0)
    zoom (ONDES_OVERVIEW_VIEW (widget), 0.5, amount);
  return GDK_EVENT_STOP;
}

static gboolean
on_all_key (GtkWidget *widget,
            GVariant  *args,
            gpointer   user_data)
{
  ondes_timeline_show_all (timeline_of (widget));
  return GDK_EVENT_STOP;
}

static void
ondes_overview_view_constructed (GObject *object)
{
  G_OBJECT_CLASS (ondes_overview_view_parent_class)->constructed (object);
  tell (ONDES_OVERVIEW_VIEW (object));
}

static void
ondes_overview_view_finalize (GObject *object)
{
  g_free (ONDES_OVERVIEW_VIEW (object)->samples);
  G_OBJECT_CLASS (ondes_overview_view_parent_class)->finalize (object);
}

static void
ondes_overview_view_class_init (OndesOverviewViewClass *klass)
{
  static const struct { guint key; GdkModifierType modifiers; GtkShortcutFunc function; double amount; } keys[] = {
    { GDK_KEY_Left, 0, on_move_key, -MOVE_STEP },
    { GDK_KEY_Right, 0, on_move_key, MOVE_STEP },
    { GDK_KEY_KP_Left, 0, on_move_key, -MOVE_STEP },
    { GDK_KEY_KP_Right, 0, on_move_key, MOVE_STEP },
    { GDK_KEY_Left, GDK_SHIFT_MASK, on_move_key, -MOVE_STEP / 10 },
    { GDK_KEY_Right, GDK_SHIFT_MASK, on_move_key, MOVE_STEP / 10 },
    { GDK_KEY_Page_Up, 0, on_move_key, -1 },
    { GDK_KEY_Page_Down, 0, on_move_key, 1 },
    { GDK_KEY_plus, 0, on_zoom_key, ZOOM_STEP },
    { GDK_KEY_equal, 0, on_zoom_key, ZOOM_STEP },
    { GDK_KEY_KP_Add, 0, on_zoom_key, ZOOM_STEP },
    { GDK_KEY_minus, 0, on_zoom_key, 1 / ZOOM_STEP },
    { GDK_KEY_KP_Subtract, 0, on_zoom_key, 1 / ZOOM_STEP },
    { GDK_KEY_Home, 0, on_all_key, 0 },
    { GDK_KEY_KP_Home, 0, on_all_key, 0 },
    { GDK_KEY_0, 0, on_all_key, 0 },
    { GDK_KEY_KP_0, 0, on_all_key, 0 },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  OndesChartClass *chart_class = ONDES_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = ondes_overview_view_constructed;
  G_OBJECT_CLASS (klass)->finalize = ondes_overview_view_finalize;
  chart_class->shape = (OndesChartShape) { .top = 4, .bottom = 4, .min_height = 52, .natural_height = 52 };
  chart_class->base = ondes_overview_view_base;
  chart_class->overlay = ondes_overview_view_overlay;
  ONDES_TIME_CHART_CLASS (klass)->sample_to_x = ondes_overview_view_sample_to_x;
  ONDES_TIME_CHART_CLASS (klass)->changed = ondes_overview_view_changed;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (widget_class, keys[i].key, keys[i].modifiers, keys[i].function, "(d)", keys[i].amount);
  ondes_chart_menu_install_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "overview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
ondes_overview_view_init (OndesOverviewView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->x = NAN;
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (on_drag_cancel), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  ondes_chart_menu_attach (ONDES_CHART (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Span in view"),
                                  GTK_ACCESSIBLE_PROPERTY_ORIENTATION, GTK_ORIENTATION_HORIZONTAL, -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), _("The whole recording. Drag the span, its ends, or a new one; "
                                                    "double click for the whole."));
}

GtkWidget *
ondes_overview_view_new (OndesSession *session)
{
  return g_object_new (ONDES_TYPE_OVERVIEW_VIEW, "session", session, NULL);
}
