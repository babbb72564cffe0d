/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keyboard focus: on the chart, so that its keys work from the start. */
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

void
ondes_window_focus_chart (OndesWindow *self)
{
  GtkWidget *const charts[ONDES_N_MODELS] = {
    [ONDES_MODEL_SCALOGRAM] = self->scalogram_view,
    [ONDES_MODEL_WALSHGRAM] = self->walshgram_view,
    [ONDES_MODEL_FILTER] = ondes_filter_page_get_response (ONDES_FILTER_PAGE (self->filter_page)),
  };
  GtkWidget *chart = charts[ondes_window_get_shown (self)];

  if (chart == NULL)
    chart = find_result (gtk_stack_get_visible_child (self->views));
  if (chart != NULL)
    gtk_widget_grab_focus (chart);
}

/* TRUE if @focus handles Home itself: text, sliders, popovers and charts that zoom, which then also activate win.whole. */
static gboolean
keeps_home (GtkWidget *focus)
{
  return GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus) || GTK_IS_RANGE (focus)
         || (ONDES_IS_CHART (focus) && ONDES_CHART_GET_CLASS (focus)->navigable)
         || gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL;
}

/* TRUE if @focus handles Space itself: text, and what it presses, opens or selects. */
static gboolean
keeps_space (GtkWidget *focus)
{
  return GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus)
         || gtk_widget_class_get_activate_signal (GTK_WIDGET_GET_CLASS (focus)) != 0
         || gtk_widget_get_ancestor (focus, GTK_TYPE_LIST_BASE) != NULL
         || gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL;
}

/* Handles Home before lists and the scrolled side bar jump to their start, and Space before the window activates the focus. */
static gboolean
on_key (OndesWindow    *self,
        guint           key,
        guint           code,
        GdkModifierType state)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (key == GDK_KEY_space && (state & gtk_accelerator_get_default_mod_mask ()) == 0 && (focus == NULL || !keeps_space (focus)))
    return gtk_widget_activate_action (GTK_WIDGET (self), "win.play", NULL);
  if ((key != GDK_KEY_Home && key != GDK_KEY_KP_Home) || (state & gtk_accelerator_get_default_mod_mask ()) != 0
      || (focus != NULL && keeps_home (focus)))
    return GDK_EVENT_PROPAGATE;
  return gtk_widget_activate_action (GTK_WIDGET (self), "win.whole", NULL);
}

void
ondes_window_watch_keys (OndesWindow *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}
