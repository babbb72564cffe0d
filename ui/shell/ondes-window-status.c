/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a window says of work under way: the bar of progress, and the line below the charts. */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-template.h"
#include "ondes-window-private.h"

#define BUSY_DELAY_MS 250 /* what is there sooner is not told */

static void
update_status (OndesWindow *self)
{
  OndesAnalysis *model = ondes_window_get_model (self);
  const char *opening = ondes_session_get_opening (self->session), *problem = ondes_analysis_get_problem (model);
  g_autofree char *text = NULL;

  /* Do not repeat a message that the side bar already shows next to its control. */
  if (opening != NULL || (!ondes_window_is_on (self, "explore") && adw_flap_get_reveal_flap (self->flap)))
    problem = NULL;
  if (opening != NULL)
    {
      g_autofree char *name = g_filename_display_basename (opening);

      text = g_strdup_printf (_("Opening “%s”…"), name);
    }
  else
    text = g_strdup (problem != NULL ? problem : ondes_analysis_get_summary (model));
  gtk_label_set_text (self->status, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->status), opening == NULL ? ondes_analysis_get_status (model) : NULL);
  ondes_widget_set_class (self->status, "error", problem != NULL);
}

static void
show_busy (OndesWindow *self)
{
  gtk_revealer_set_reveal_child (self->progress_revealer, TRUE);
  gtk_widget_set_visible (self->cancel_button, TRUE);
}

static gboolean
on_busy_long (gpointer user_data)
{
  OndesWindow *self = ONDES_WINDOW (user_data);

  self->busy_source = 0;
  show_busy (self);
  return G_SOURCE_REMOVE;
}

void
ondes_window_update_busy (OndesWindow *self)
{
  double progress;
  gboolean busy = ondes_window_is_busy (self, &progress);

  update_status (self);
  gtk_progress_bar_set_fraction (self->progress, CLAMP (progress, 0, 1));
  if (busy)
    {
      /* A person who opens a file sees at once that it is on its way. */
      if (ondes_session_is_opening (self->session, NULL))
        show_busy (self);
      else if (self->busy_source == 0 && !gtk_widget_get_visible (self->cancel_button))
        self->busy_source = g_timeout_add (BUSY_DELAY_MS, on_busy_long, self);
      return;
    }
  g_clear_handle_id (&self->busy_source, g_source_remove);
  gtk_revealer_set_reveal_child (self->progress_revealer, FALSE);
  gtk_widget_set_visible (self->cancel_button, FALSE);
}
