/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All channels as strips, in the place of the waveform of one. */
#include "config.h"

#include "charts/ondes-strips-view.h"
#include "ondes-window-private.h"

void
ondes_window_update_strips (OndesWindow *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const gboolean several = ondes_session_has_time (self->session) && ondes_recording_get_info (recording)->channels > 1;
  const gboolean shown = several && gtk_toggle_button_get_active (self->strips_button);

  const gboolean offered = several && ondes_window_is_on (self, "explore");

  gtk_widget_set_visible (GTK_WIDGET (self->strips_button), offered);
  gtk_widget_set_visible (self->strips, shown);
  gtk_widget_set_visible (self->waveform, !shown);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.strips", offered);
}

void
ondes_window_add_strips (OndesWindow *self)
{
  self->strips = ondes_strips_view_new (self->session);
  gtk_widget_set_visible (self->strips, FALSE);
  gtk_box_append (self->charts, self->strips);
}

static void
strips_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  OndesWindow *self = ONDES_WINDOW (widget);

  gtk_toggle_button_set_active (self->strips_button, !gtk_toggle_button_get_active (self->strips_button));
}

void
ondes_window_class_install_strips (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.strips", NULL, strips_action);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_t, 0, "win.strips", NULL);
}
