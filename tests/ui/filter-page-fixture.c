/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-page-fixture.h"

#include "pages/ondes-filter-controls.h"
#include "pages/ondes-filter-page.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

GtkWidget *
filter_page (void)
{
  return window_by_type (window, ONDES_TYPE_FILTER_PAGE);
}

OndesFilterAnalysis *
filter_page_analysis (void)
{
  return ONDES_FILTER_ANALYSIS (window->models[ONDES_MODEL_FILTER]);
}

OndesResponseView *
filter_page_response (void)
{
  return ONDES_RESPONSE_VIEW (ondes_filter_page_get_response (ONDES_FILTER_PAGE (filter_page ())));
}

OndesScalogramView *
filter_page_scalogram (void)
{
  return ONDES_SCALOGRAM_VIEW (window_by_type (filter_page (), ONDES_TYPE_SCALOGRAM_VIEW));
}

gboolean
filter_page_is_settled (gpointer unused)
{
  OndesFilterAnalysis *filter = filter_page_analysis ();
  OndesScalogramView *scalogram = filter_page_scalogram ();

  return gtk_widget_get_mapped (GTK_WIDGET (scalogram)) && ondes_filter_analysis_get_response (filter) != NULL
         && !ondes_analysis_is_busy (ONDES_ANALYSIS (filter), NULL) && ondes_scalogram_view_is_settled (scalogram);
}

void
filter_page_settle (void)
{
  driver_wait (filter_page_is_settled, NULL, "the filter and its pictures");
  driver_wait_drawn (GTK_WIDGET (window));
}

void
filter_page_open (const char *sample)
{
  window_open_sample (sample);
  window_go ("filter");
  filter_page_settle ();
}

void
filter_page_press (const char *id)
{
  GtkWidget *control = window_by_id (window_by_type (window, ONDES_TYPE_FILTER_CONTROLS), id);

  if (ADW_IS_ACTION_ROW (control))
    control = adw_action_row_get_activatable_widget (ADW_ACTION_ROW (control));
  gtk_widget_grab_focus (control);
  driver_wait_drawn (GTK_WIDGET (window));
  driver_key ("space");
}
