/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inspector beside the charts: the settings of the page, the filters, the readings and the annotations, each on a tab. */
#include "config.h"

#include <glib/gi18n.h>

#include "charts/ondes-chart.h"
#include "ondes-accessible.h"
#include "ondes-template.h"
#include "ondes-window-private.h"
#include "pages/ondes-conditioning-panel.h"

/* Width of the side bar with its separator. */
#define SIDE_BAR_PIXELS 321

void
ondes_window_show_tab (OndesWindow *self,
                       const char  *tab)
{
  gtk_stack_set_visible_child_name (self->inspector, tab);
  ondes_flap_reveal (self->flap, TRUE);
}

gboolean
ondes_window_shows_tab (OndesWindow *self,
                        const char  *tab)
{
  return adw_flap_get_reveal_flap (self->flap) && g_strcmp0 (gtk_stack_get_visible_child_name (self->inspector), tab) == 0;
}

/* The tabs share the width; with large letters their words give way. A click leaves the focus where it is. */
static void
fit_tabs (OndesWindow *self)
{
  GtkWidget *tab = gtk_widget_get_first_child (self->inspector_tabs);

  for (; tab != NULL; tab = gtk_widget_get_next_sibling (tab))
    {
      GtkWidget *label = gtk_button_get_child (GTK_BUTTON (tab));

      gtk_widget_set_hexpand (tab, TRUE);
      gtk_widget_set_focus_on_click (tab, FALSE);
      if (GTK_IS_LABEL (label))
        gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
    }
}

/* A truth table has no time: nothing of it is filtered, measured or annotated. */
static void
show_tabs (OndesWindow *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const gboolean has_time = recording == NULL || ondes_recording_get_truth_table (recording) == NULL;

  gtk_widget_set_visible (self->inspector_tabs, has_time);
  if (!has_time)
    gtk_stack_set_visible_child (self->inspector, GTK_WIDGET (self->controls));
}

void
ondes_window_update_inspector (OndesWindow *self)
{
  GtkStackPage *page = gtk_stack_get_page (self->inspector, GTK_WIDGET (self->controls));

  /* Translators: a tab beside the charts: the settings of the picture. */
  gtk_stack_page_set_title (page, ondes_window_is_on (self, "explore") ? _("Picture") : _("Settings"));
  fit_tabs (self);
  ondes_accessible_name_buttons (self->inspector_tabs);
  show_tabs (self);
}

void
ondes_window_add_inspector (OndesWindow *self)
{
  adw_bin_set_child (self->filters_bin, ondes_conditioning_panel_new (self->session));
  fit_tabs (self);
}

guint
ondes_window_guess_columns (OndesWindow *self)
{
  GListModel *monitors = gdk_display_get_monitors (gdk_display_get_default ());
  g_autoptr (GdkMonitor) monitor = g_list_model_get_item (monitors, 0);
  int width = g_settings_get_int (self->settings, "window-width");
  OndesChartMargins margins;

  if (g_settings_get_boolean (self->settings, "sidebar"))
    width -= SIDE_BAR_PIXELS;
  ondes_chart_measure_margins (GTK_WIDGET (self), &margins);
  if (ondes_timeline_get_rulers (ondes_session_get_timeline (self->session))->second_axis)
    width -= ondes_chart_margins_second (&margins, width);
  width -= margins.left + margins.right;
  return MAX (width, 1) * (monitor != NULL ? gdk_monitor_get_scale_factor (monitor) : 1);
}
