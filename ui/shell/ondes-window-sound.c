/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Playing: its properties, its actions and its bar. */
#include "config.h"

#include "dialogs/ondes-export-dialog.h"
#include "charts/ondes-charts.h"
#include "session/settings.h"
#include "sound/ondes-gst-sink.h"
#include "sound/ondes-play-bar.h"
#include "pages/ondes-filter-page.h"
#include "ondes-window-private.h"

enum { PROP_0, PROP_LOOP, PROP_FOLLOW, PROP_KEEP_PITCH, N_PROPS };
static GParamSpec *properties[N_PROPS];

static OndesSoundSink *
new_device_sink (void)
{
  return ondes_gst_sink_new (NULL);
}

OndesSoundSink *(*ondes_window_new_sink) (void) = new_device_sink;

/* Returns the member of @settings that property @id is. */
static gboolean *
member (OndesListeningSettings *settings,
        guint id)
{
  return id == PROP_LOOP ? &settings->loop : id == PROP_FOLLOW ? &settings->follow : &settings->keeps_pitch;
}

static void
get_property (GObject *object,
              guint id,
              GValue *value,
              GParamSpec *pspec)
{
  OndesListening *listening = ONDES_WINDOW (object)->listening;
  OndesListeningSettings settings = listening != NULL ? *ondes_listening_get_settings (listening) : ondes_listening_defaults;

  g_value_set_boolean (value, *member (&settings, id));
}

static void
set_property (GObject *object,
              guint id,
              const GValue *value,
              GParamSpec *pspec)
{
  OndesListening *listening = ONDES_WINDOW (object)->listening;
  OndesListeningSettings settings = *ondes_listening_get_settings (listening);

  *member (&settings, id) = g_value_get_boolean (value);
  ondes_listening_set_settings (listening, &settings);
}

static void
play_action (GtkWidget *widget,
             const char *name,
             GVariant *parameter)
{
  ondes_listening_toggle (ONDES_WINDOW (widget)->listening);
}

static void
export_heard_action (GtkWidget *widget,
                     const char *name,
                     GVariant *parameter)
{
  OndesWindow *self = ONDES_WINDOW (widget);

  ondes_export_dialog_present (GTK_WINDOW (self), ONDES_ANALYSIS (self->listening), self->settings);
}

/* All is heard again; the band's time goes with it. */
static void
clear_band_action (GtkWidget *widget,
                   const char *name,
                   GVariant *parameter)
{
  OndesListening *listening = ONDES_WINDOW (widget)->listening;
  OndesListeningSettings settings = *ondes_listening_get_settings (listening);

  settings.band_hz[0] = settings.band_hz[1] = 0;
  ondes_listening_set_settings (listening, &settings);
}

static void
speed_action (GtkWidget *widget,
              const char *name,
              GVariant *parameter)
{
  ondes_play_bar_step_speed (ONDES_PLAY_BAR (ONDES_WINDOW (widget)->play_bar), g_str_equal (name, "win.slower") ? -1 : 1);
}

void
ondes_window_class_install_sound (OndesWindowClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = get_property;
  object_class->set_property = set_property;
  properties[PROP_LOOP] = g_param_spec_boolean ("loop", NULL, NULL, FALSE, flags);
  properties[PROP_FOLLOW] = g_param_spec_boolean ("follow", NULL, NULL, TRUE, flags);
  properties[PROP_KEEP_PITCH] = g_param_spec_boolean ("keep-pitch", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_install_property_action (widget_class, "win.loop", "loop");
  gtk_widget_class_install_property_action (widget_class, "win.follow", "follow");
  gtk_widget_class_install_property_action (widget_class, "win.keep-pitch", "keep-pitch");
  gtk_widget_class_install_action (widget_class, "win.play", NULL, play_action);
  gtk_widget_class_install_action (widget_class, "win.export-heard", NULL, export_heard_action);
  gtk_widget_class_install_action (widget_class, "win.clear-band", NULL, clear_band_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_B, GDK_SHIFT_MASK, "win.clear-band", NULL);
  gtk_widget_class_install_action (widget_class, "win.slower", NULL, speed_action);
  gtk_widget_class_install_action (widget_class, "win.faster", NULL, speed_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_bracketleft, 0, "win.slower", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_bracketright, 0, "win.faster", NULL);
}

static void
on_band_drawn (OndesWindow *self,
               double lo_hz,
               double hi_hz)
{
  OndesListeningSettings settings = *ondes_listening_get_settings (self->listening);

  settings.band_hz[0] = lo_hz;
  settings.band_hz[1] = hi_hz;
  settings.band_first = settings.band_count = 0;
  ondes_listening_set_settings (self->listening, &settings);
}

static void
on_changed (OndesWindow *self)
{
  const OndesListeningSettings *settings = ondes_listening_get_settings (self->listening);

  ondes_scalogram_view_set_band (ONDES_SCALOGRAM_VIEW (self->scalogram_view), settings->band_hz[0], settings->band_hz[1],
                                 (double) settings->band_first, (double) settings->band_count,
                                 ondes_listening_is_playing (self->listening));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.clear-band", settings->band_hz[1] > 0);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOOP]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FOLLOW]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KEEP_PITCH]);
}

void
ondes_window_update_heard (OndesWindow *self)
{
  OndesSession *heard = self->session;

  if (self->listening == NULL)
    return;
  if (ondes_window_get_shown (self) == ONDES_MODEL_FILTER)
    heard = ondes_filter_page_get_shown (ONDES_FILTER_PAGE (self->filter_page));
  else if (ondes_window_get_shown (self) == ONDES_MODEL_SCALOGRAM && ondes_comparison_is_ready (self->comparison)
           && ondes_second_picture_get_view (ondes_comparison_get_picture (self->comparison))->shown == ONDES_SHOWN_RIGHT)
    heard = ondes_second_picture_get_session (ondes_comparison_get_picture (self->comparison));
  ondes_listening_set_heard (self->listening, heard);
}

void
ondes_window_add_sound (OndesWindow *self)
{
  self->listening = ondes_listening_new (self->session, ondes_window_new_sink ());
  ondes_listening_load (self->listening, self->settings);
  self->play_bar = ondes_play_bar_new (self->session, self->listening);
  gtk_widget_set_hexpand (self->play_bar, TRUE);
  gtk_box_append (self->play_box, self->play_bar);
  g_signal_connect_swapped (self->listening, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->listening, "message", G_CALLBACK (ondes_window_say), self);
  g_signal_connect_swapped (self->scalogram_view, "band-drawn", G_CALLBACK (on_band_drawn), self);
  g_signal_connect_object (self->filter_page, "shown-changed", G_CALLBACK (ondes_window_update_heard), self, G_CONNECT_SWAPPED);
  on_changed (self);
}
