/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The row above the charts: the tools, which say how a drag is taken, and the buttons of zoom. */
#include "config.h"

#include <glib/gi18n.h>

#include "charts/ondes-chart-selection.h"
#include "ondes-window-private.h"

static OndesTimeline *
timeline_of (OndesWindow *self)
{
  return ondes_session_get_timeline (self->session);
}

static const struct
{
  const char     *action, *label, *tooltip;
  guint           key;
  GdkModifierType modifiers;
} tools[ONDES_N_TOOLS] = {
  [ONDES_TOOL_PAN] = { "win.pan-tool", N_("Pan"), N_("A drag moves the view (V)"), GDK_KEY_v, 0 },
  [ONDES_TOOL_SELECT] = { "win.select-tool", N_("Select"), N_("A drag selects (S); with any tool, hold Shift"), GDK_KEY_s, 0 },
  [ONDES_TOOL_ANNOTATE] = { "win.annotate-tool", N_("Annotate"),
                            N_("A drag annotates, and asks for the label (Shift+A)"), GDK_KEY_A, GDK_SHIFT_MASK },
};

/* Chooses the tool, or Pan again if it is active. */
static void
tool_action (OndesWindow *self,
             const char  *name)
{
  const OndesTool active = ondes_chart_selection_get_tool (timeline_of (self));

  for (guint i = 0; i < ONDES_N_TOOLS; i++)
    if (g_str_equal (name, tools[i].action))
      ondes_chart_selection_set_tool (timeline_of (self), i == active ? ONDES_TOOL_PAN : (OndesTool) i);
}

static void
on_toggled (OndesWindow     *self,
            GtkToggleButton *button)
{
  for (guint i = 0; i < ONDES_N_TOOLS; i++)
    if (self->tool_buttons[i] == button && gtk_toggle_button_get_active (button))
      ondes_chart_selection_set_tool (timeline_of (self), (OndesTool) i);
}

void
ondes_window_update_hint (OndesWindow *self)
{
  static const char *const hints[ONDES_N_TOOLS] = {
    [ONDES_TOOL_PAN] = N_("Drag to pan · with Shift to select, with Ctrl to annotate"),
    [ONDES_TOOL_SELECT] = N_("Drag to select · with Ctrl to annotate, with Space to pan"),
    [ONDES_TOOL_ANNOTATE] = N_("Drag to annotate · with Shift to select, with Space to pan"),
  };
  GtkWidget *chart = ondes_window_get_chart (self);
  OndesTool drag;

  if (self->hint == NULL)
    return; /* still being made */
  if (chart == NULL || !ONDES_IS_TIME_CHART (chart))
    chart = self->scalogram_view;
  drag = ondes_chart_selection_get_drag (ONDES_CHART (chart), timeline_of (self), self->held_keys);

  gtk_label_set_text (self->hint, _(hints[drag]));
  gtk_widget_set_visible (GTK_WIDGET (self->hint),
                          ondes_session_has_time (self->session)
                            && (ondes_window_is_on (self, "explore") || ondes_window_is_on (self, "filter")));
}

/* Puts what a drag does at the end of the line below the picture. */
static void
add_hint (OndesWindow *self)
{
  GtkWidget *status = GTK_WIDGET (self->status);

  self->hint = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->hint, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->hint, 1);
  gtk_widget_add_css_class (GTK_WIDGET (self->hint), "dim-label");
  gtk_box_insert_child_after (GTK_BOX (gtk_widget_get_parent (status)), GTK_WIDGET (self->hint), status);
}

static void
update (OndesWindow *self)
{
  gtk_toggle_button_set_active (self->tool_buttons[ondes_chart_selection_get_tool (timeline_of (self))], TRUE);
  /* A truth table has its pictures and its zoom. */
  gtk_widget_set_sensitive (gtk_widget_get_parent (GTK_WIDGET (self->tool_buttons[0])), ondes_session_has_time (self->session));
  ondes_window_update_hint (self);
}

/* Adds a box to the row, in which buttons are linked. */
static GtkBox *
add_box (OndesWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  gtk_box_append (self->tool_row, box);
  return GTK_BOX (box);
}

/* Adds a button to a box of the row. */
static void
add_button (GtkBox     *box,
            GtkWidget  *button,
            const char *tooltip)
{
  GtkWidget *label = gtk_button_get_child (GTK_BUTTON (button));

  if (GTK_IS_LABEL (label))
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_box_append (box, button);
}

static void
add_tools (OndesWindow *self)
{
  GtkBox *box = add_box (self);

  for (guint i = 0; i < ONDES_N_TOOLS; i++)
    {
      GtkWidget *button = gtk_toggle_button_new_with_label (_(tools[i].label));
      self->tool_buttons[i] = GTK_TOGGLE_BUTTON (button);
      gtk_toggle_button_set_group (self->tool_buttons[i], i > 0 ? self->tool_buttons[0] : NULL);
      g_signal_connect_swapped (button, "toggled", G_CALLBACK (on_toggled), self);
      add_button (box, button, _(tools[i].tooltip));
    }
}

static void
add_zoom (OndesWindow *self)
{
  static const struct
  {
    const char *action, *label, *icon, *tooltip;
  } buttons[] = {
    { "win.zoom-out", NULL, "zoom-out-symbolic", N_("Zoom out in time (−)") },
    { "win.zoom-in", NULL, "zoom-in-symbolic", N_("Zoom in on time (+)") },
    { "win.whole", N_("Fit"), NULL, N_("Show the whole recording (Home)") },
  };
  GtkBox *box = add_box (self);

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      GtkWidget *button = gtk_button_new ();

      if (buttons[i].label != NULL)
        gtk_button_set_label (GTK_BUTTON (button), _(buttons[i].label));
      else
        gtk_button_set_icon_name (GTK_BUTTON (button), buttons[i].icon);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), buttons[i].action);
      add_button (box, button, _(buttons[i].tooltip));
    }
}

void
ondes_window_add_tools (OndesWindow *self)
{
  add_tools (self);
  add_zoom (self);
  add_hint (self);
  g_signal_connect_object (timeline_of (self), "view-changed", G_CALLBACK (ondes_window_update_hint), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ondes_window_get_scalogram (self), "display-changed", G_CALLBACK (ondes_window_update_hint), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (timeline_of (self), "selection-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "recording-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

void
ondes_window_class_install_tools (GtkWidgetClass *klass)
{
  for (guint i = 0; i < ONDES_N_TOOLS; i++)
    {
      gtk_widget_class_install_action (klass, tools[i].action, NULL, (GtkWidgetActionActivateFunc) tool_action);
      gtk_widget_class_add_binding_action (klass, tools[i].key, tools[i].modifiers, tools[i].action, NULL);
    }
}
