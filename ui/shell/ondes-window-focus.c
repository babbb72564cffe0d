/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keyboard focus: on the picture, so that its keys work from the start and after every click. Only text, open popovers and what Tab
 * reached keep keys to themselves. */
#include "config.h"

#include "charts/ondes-chart.h"
#include "charts/ondes-psd-view.h"
#include "charts/ondes-series-view.h"
#include "pages/ondes-filter-page.h"
#include "ondes-window-private.h"

/* Finds the chart of a spectrum, or the lowest series chart of a page, which shows the result. */
static GtkWidget *
find_result (GtkWidget *from)
{
  GtkWidget *found = NULL;

  if (ONDES_IS_SERIES_VIEW (from) || ONDES_IS_PSD_VIEW (from))
    return from;
  for (GtkWidget *child = gtk_widget_get_last_child (from); child != NULL && found == NULL;
       child = gtk_widget_get_prev_sibling (child))
    found = find_result (child);
  return found;
}

GtkWidget *
ondes_window_get_chart (OndesWindow *self)
{
  GtkWidget *const charts[ONDES_N_MODELS] = {
    [ONDES_MODEL_SCALOGRAM] = self->scalogram_view,
    [ONDES_MODEL_WALSHGRAM] = self->walshgram_view,
    [ONDES_MODEL_FILTER] = ondes_filter_page_get_response (ONDES_FILTER_PAGE (self->filter_page)),
  };
  GtkWidget *chart = charts[ondes_window_get_shown (self)];

  return chart != NULL ? chart : find_result (gtk_stack_get_visible_child (self->views));
}

void
ondes_window_focus_chart (OndesWindow *self)
{
  GtkWidget *chart = ondes_window_get_chart (self);

  if (chart != NULL)
    gtk_widget_grab_focus (chart);
}

static gboolean
is_in_popover (GtkWidget *focus)
{
  return focus != NULL && gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL;
}

/* TRUE if all keys are those of @focus: it edits text, or is in an open popover. */
static gboolean
keeps_keys (GtkWidget *focus)
{
  return focus != NULL && (GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus) || is_in_popover (focus));
}

/* TRUE if @focus handles Home itself: sliders and charts that zoom, which then also activate win.whole. */
static gboolean
keeps_home (GtkWidget *focus)
{
  return focus != NULL && (GTK_IS_RANGE (focus) || (ONDES_IS_CHART (focus) && ONDES_CHART_GET_CLASS (focus)->navigable));
}

static gboolean
is_in_list (GtkWidget *focus)
{
  return gtk_widget_get_ancestor (focus, GTK_TYPE_LIST_BASE) != NULL;
}

/* TRUE if Space presses or opens @focus, which the keyboard reached. A row of a list is chosen by arrows. */
static gboolean
keeps_space (OndesWindow *self,
             GtkWidget   *focus)
{
  return focus != NULL && self->focus_by_key && !is_in_list (focus)
         && gtk_widget_class_get_activate_signal (GTK_WIDGET_GET_CLASS (focus)) != 0;
}

static GdkModifierType
modifier_of (guint key)
{
  return key == GDK_KEY_Shift_L || key == GDK_KEY_Shift_R       ? GDK_SHIFT_MASK
         : key == GDK_KEY_Control_L || key == GDK_KEY_Control_R ? GDK_CONTROL_MASK
                                                                : 0;
}

/* Sets the keys that are held, by which a drag does something else than by the tool. */
static void
set_held (OndesWindow    *self,
          GdkModifierType keys,
          gboolean        space)
{
  self->held_keys = keys;
  self->space_held = space;
  ondes_chart_selection_set_panning (ondes_session_get_timeline (self->session), space);
  ondes_window_update_hint (self);
}

/* Handles keys before lists and the scrolled side bar do, and Space before the window activates the focus. */
static gboolean
on_key (OndesWindow           *self,
        guint                  key,
        guint                  code,
        GdkModifierType        state,
        GtkEventControllerKey *keys)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self)), *chart = ondes_window_get_chart (self);
  const GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();

  self->pointed = FALSE;
  if (modifier_of (key) != 0)
    set_held (self, self->held_keys | modifier_of (key), self->space_held);
  if (keeps_keys (focus))
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_space && modifiers == 0 && !keeps_space (self, focus))
    {
      if (!self->space_held)
        self->space_used = FALSE;
      set_held (self, self->held_keys, TRUE);
      return GDK_EVENT_STOP;
    }
  /* What is heard alone goes first: it is a mode that a person may have forgotten. */
  if (key == GDK_KEY_Escape && modifiers == 0 && ondes_listening_get_settings (self->listening)->band_hz[1] > 0)
    return gtk_widget_activate_action (GTK_WIDGET (self), "win.clear-band", NULL);
  if ((key == GDK_KEY_Home || key == GDK_KEY_KP_Home) && modifiers == 0 && !keeps_home (focus))
    return gtk_widget_activate_action (GTK_WIDGET (self), "win.whole", NULL);
  /* A key of a single sign means the same wherever the focus is. */
  if (chart != NULL && (focus == NULL || !ONDES_IS_CHART (focus)) && (modifiers & ~GDK_SHIFT_MASK) == 0
      && (g_unichar_isgraph (gdk_keyval_to_unicode (key)) || key == GDK_KEY_Escape))
    return gtk_event_controller_key_forward (keys, chart);
  return GDK_EVENT_PROPAGATE;
}

/* Space plays once it is released: while it was held, a drag may have panned. */
static void
on_key_released (OndesWindow *self,
                 guint        key)
{
  const gboolean plays = key == GDK_KEY_space && self->space_held && !self->space_used;

  set_held (self, self->held_keys & ~modifier_of (key), self->space_held && key != GDK_KEY_space);
  if (plays)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.play", NULL);
}

/* A window that is left does not see keys released. */
static void
on_active (OndesWindow *self)
{
  if (self->session != NULL && !gtk_window_is_active (GTK_WINDOW (self)))
    set_held (self, 0, FALSE);
}

/* Returns the focus to the picture after a click on something that needs no keys. */
static gboolean
return_focus (gpointer user_data)
{
  OndesWindow *self = ONDES_WINDOW (user_data);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  self->focus_source = 0;
  /* A popover that was clicked gives the focus to its button once it is closed, which may be later. */
  if (self->pressed || is_in_popover (focus))
    return G_SOURCE_REMOVE;
  /* Rows have keys of their own, and a label's text is copied. */
  if (self->pointed && !keeps_keys (focus)
      && (focus == NULL || !(ONDES_IS_CHART (focus) || is_in_list (focus) || GTK_IS_LABEL (focus))))
    ondes_window_focus_chart (self);
  self->pointed = FALSE;
  return G_SOURCE_REMOVE;
}

static void
return_soon (OndesWindow *self)
{
  if (self->pointed && self->focus_source == 0)
    self->focus_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, return_focus, self, NULL); /* before the next frame */
}

static void
on_focus (OndesWindow *self)
{
  self->focus_by_key = !self->pointed;
  return_soon (self);
}

static void
set_pressed (OndesWindow *self,
             gboolean     pressed)
{
  self->pressed = pressed;
  self->pointed = TRUE;
  self->focus_by_key = FALSE;
  self->space_used |= pressed;
  /* All done while a slider is held is a single step of undo. */
  ondes_session_set_held (self->session, pressed);
  if (!pressed)
    return_soon (self);
}

static gboolean
on_event (OndesWindow *self,
          GdkEvent    *event)
{
  switch (gdk_event_get_event_type (event))
    {
    case GDK_BUTTON_PRESS:
    case GDK_TOUCH_BEGIN:
      set_pressed (self, TRUE);
      break;
    case GDK_BUTTON_RELEASE:
    case GDK_TOUCH_END:
    case GDK_TOUCH_CANCEL:
      set_pressed (self, FALSE);
      break;
    default:
      break;
    }
  return GDK_EVENT_PROPAGATE;
}

void
ondes_window_watch_keys (OndesWindow *self)
{
  GtkEventController *keys = gtk_event_controller_key_new (), *events = gtk_event_controller_legacy_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect_swapped (keys, "key-released", G_CALLBACK (on_key_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (events, "event", G_CALLBACK (on_event), self);
  gtk_widget_add_controller (GTK_WIDGET (self), events);
  g_signal_connect (self, "notify::focus-widget", G_CALLBACK (on_focus), NULL);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (on_active), NULL);
}
