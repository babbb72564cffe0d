/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-play-bar.h"
#include "session/words.h"
#include "shell/ondes-template.h"

#define AXIS_PIXELS 400   /* of the axis by which the position is printed */
#define LABEL_US    50000 /* least time between two texts of the position */
#define METER_DB    60.0
#define FALL_DB_S   30.0  /* of the level meter */

struct _OndesPlayBar
{
  GtkBox          parent_instance;

  OndesSession   *session;
  OndesListening *listening;
  guint           tick;
  gboolean        is_updating; /* the widgets change by no person's action */
  gint64          told_us, metered_us;
  double          level_db;

  GtkWidget      *play_button, *loop_button, *follow_button, *band_button, *clip;
  GtkLabel       *position, *message, *shift_unit, *band_label;
  GtkSpinButton  *shift;
  GtkDropDown    *speed;
  GtkLevelBar    *level;
  GtkScaleButton *volume;
};

G_DEFINE_FINAL_TYPE (OndesPlayBar, ondes_play_bar, GTK_TYPE_BOX)

static const struct
{
  const char *name;
  double      value;
} speeds[] = {
  { "1/20 ×", 0.05 }, { "1/10 ×", 0.1 }, { "1/4 ×", 0.25 }, { "1/2 ×", 0.5 }, { "1 ×", 1 }, { "2 ×", 2 }, { "4 ×", 4 },
};

/* Returns the index of the speed nearest to @value. */
static guint
speed_index (double value)
{
  guint best = 0;

  for (guint i = 1; i < G_N_ELEMENTS (speeds); i++)
    if (fabs (log (speeds[i].value / value)) < fabs (log (speeds[best].value / value)))
      best = i;
  return best;
}

/* Returns the time of the playhead, to a hundredth of a time unit or as a date; transfer full. */
static char *
describe_position (OndesPlayBar *self,
                   double playhead)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  const OndesAxis axis = ondes_session_time_axis (self->session, AXIS_PIXELS);
  const double time = playhead / ondes_session_get_source (self->session)->rate_hz;
  const double start = ondes_session_get_start (self->session), shown = fabs (start + time);
  g_autofree char *unit = NULL;

  if (axis.mode == ONDES_AXIS_DATE)
    return ondes_words_time (&axis, time, fabs (axis.hi - axis.lo) / 1000);
  unit = ondes_words_time_unit (info->time_unit);
  return ondes_words_quantity (start + time, unit, 3 + (shown >= 10 ? (guint) log10 (shown) : 0));
}

static void
update_position (OndesPlayBar *self)
{
  OndesTimeline *timeline = ondes_session_get_timeline (self->session);
  double playhead = ondes_timeline_get_playhead (timeline);
  const gint64 now = g_get_monotonic_time ();
  g_autofree char *text = NULL;

  if (ondes_session_get_source (self->session) == NULL || (self->tick != 0 && now - self->told_us < LABEL_US))
    return;
  self->told_us = now;
  if (isnan (playhead))
    ondes_timeline_get_view (timeline, &playhead, NULL);
  text = describe_position (self, playhead);
  if (g_strcmp0 (text, gtk_label_get_text (self->position)) != 0)
    gtk_label_set_text (self->position, text);
}

/* The meter rises at once and falls evenly. */
static void
update_level (OndesPlayBar *self)
{
  const double level = ondes_listening_take_level (self->listening);
  const gint64 now = g_get_monotonic_time ();
  const double fallen = self->level_db - FALL_DB_S * (double) (now - self->metered_us) / G_USEC_PER_SEC;

  self->level_db = MAX (MAX (fallen, -METER_DB), level > 0 ? 20 * log10 (level) : -METER_DB);
  self->metered_us = now;
  gtk_level_bar_set_value (self->level, self->tick != 0 ? CLAMP (1 + self->level_db / METER_DB, 0, 1) : 0);
}

static gboolean
on_tick (GtkWidget *widget,
         GdkFrameClock *clock,
         gpointer unused)
{
  OndesPlayBar *self = ONDES_PLAY_BAR (widget);

  if (ondes_listening_tick (self->listening))
    {
      update_level (self);
      return G_SOURCE_CONTINUE;
    }
  self->tick = 0;
  update_level (self);
  update_position (self);
  return G_SOURCE_REMOVE;
}

static void
update_message (OndesPlayBar *self)
{
  const char *problem = ondes_listening_get_problem (self->listening);
  const guint underruns = ondes_listening_get_underruns (self->listening);
  g_autofree char *how = problem == NULL ? ondes_listening_describe (self->listening) : NULL;
  const char *text = problem != NULL ? problem : how != NULL ? how : "";
  g_autofree char *counted = NULL;

  if (underruns > 0)
    {
      /* Translators: gaps in the sound, because samples came too late. */
      counted = g_strdup_printf (ngettext ("%u gap in the sound so far", "%u gaps in the sound so far", underruns), underruns);
    }
  gtk_label_set_text (self->message, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->message), counted != NULL ? counted : *text != 0 ? text : NULL);
  ondes_widget_set_class (self->message, "error", problem != NULL);
  ondes_widget_set_class (self->message, "dim-label", problem == NULL);
}

/* Half the rate is the most that can be shifted; steps are round numbers of about a hundredth of that. */
static void
update_shift (OndesPlayBar *self,
              double shift_hz)
{
  OndesSource *source = ondes_session_get_source (self->session);
  g_autofree char *unit = NULL;
  double step;

  if (source == NULL)
    return;
  unit = ondes_words_frequency_unit (ondes_recording_get_info (ondes_session_get_recording (self->session))->time_unit);
  step = pow (10, floor (log10 (source->rate_hz / 100)));
  gtk_spin_button_set_range (self->shift, 0, source->rate_hz / 2);
  gtk_spin_button_set_increments (self->shift, step, 10 * step);
  gtk_spin_button_set_digits (self->shift, step < 1 ? (guint) CLAMP (-floor (log10 (step)), 0, 12) : 0);
  gtk_spin_button_set_value (self->shift, shift_hz);
  gtk_label_set_text (self->shift_unit, unit);
}

static void
update_band (OndesPlayBar *self,
             const OndesListeningSettings *settings)
{
  const double *band_hz = settings->band_hz;
  OndesRecording *recording = ondes_session_get_recording (self->session);
  g_autofree char *unit = NULL, *lo = NULL, *hi = NULL, *time = NULL, *text = NULL;

  gtk_widget_set_visible (self->band_button, band_hz[1] > 0 && recording != NULL);
  if (!gtk_widget_get_visible (self->band_button))
    return;
  unit = ondes_words_frequency_unit (ondes_recording_get_info (recording)->time_unit);
  lo = ondes_words_quantity (band_hz[0], unit, 2);
  hi = ondes_words_quantity (band_hz[1], unit, 2);
  /* Translators: the lowest and the highest frequency that is played: "only 120 Hz – 3.4 kHz". */
  text = g_strdup_printf (_("only %s – %s"), lo, hi);
  if (settings->band_count > 0)
    {
      const OndesRecordingInfo *info = ondes_recording_get_info (recording);
      g_autofree char *band = g_steal_pointer (&text);

      time = ondes_words_duration ((double) settings->band_count / info->rate_hz, info->time_unit);
      text = g_strdup_printf ("%s, %s", band, time);
    }
  gtk_label_set_text (self->band_label, text);
}

static void
on_changed (OndesPlayBar *self)
{
  const OndesListeningSettings *settings = ondes_listening_get_settings (self->listening);
  const gboolean playing = ondes_listening_is_playing (self->listening);

  self->is_updating = TRUE;
  gtk_button_set_icon_name (GTK_BUTTON (self->play_button),
                            playing ? "media-playback-pause-symbolic" : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (self->play_button, playing ? _("Pause (Space)") : _("Play (Space)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  playing ? _("Pause") : _("Play"), -1);
  gtk_drop_down_set_selected (self->speed, speed_index (settings->speed));
  gtk_scale_button_set_value (self->volume, settings->volume);
  update_shift (self, settings->shift_hz);
  update_band (self, settings);
  self->is_updating = FALSE;
  /* What does not play has no level, and its sentence needs the room. */
  gtk_widget_set_visible (GTK_WIDGET (self->level), ondes_listening_get_problem (self->listening) == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->volume), ondes_listening_get_problem (self->listening) == NULL);
  gtk_widget_set_visible (self->clip, ondes_listening_is_clipped (self->listening));
  gtk_widget_set_visible (GTK_WIDGET (self),
                          ondes_session_has_time (ondes_analysis_get_session (ONDES_ANALYSIS (self->listening))));
  update_message (self);
  if (playing && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
  update_position (self);
}

static void
on_speed (OndesPlayBar *self)
{
  const guint selected = gtk_drop_down_get_selected (self->speed);
  OndesListeningSettings settings;

  if (self->is_updating || self->listening == NULL || selected >= G_N_ELEMENTS (speeds))
    return;
  settings = *ondes_listening_get_settings (self->listening);
  settings.speed = speeds[selected].value;
  ondes_listening_set_settings (self->listening, &settings);
}

void
ondes_play_bar_step_speed (OndesPlayBar *self,
                           int by)
{
  const int index = (int) speed_index (ondes_listening_get_settings (self->listening)->speed) + by;

  gtk_drop_down_set_selected (self->speed, (guint) CLAMP (index, 0, (int) G_N_ELEMENTS (speeds) - 1));
}

static void
on_volume (OndesPlayBar *self,
           double value)
{
  OndesListeningSettings settings;

  if (self->is_updating || self->listening == NULL)
    return;
  settings = *ondes_listening_get_settings (self->listening);
  settings.volume = value;
  ondes_listening_set_settings (self->listening, &settings);
}

static void
on_shift (OndesPlayBar *self)
{
  OndesListeningSettings settings;

  if (self->is_updating || self->listening == NULL)
    return;
  settings = *ondes_listening_get_settings (self->listening);
  settings.shift_hz = gtk_spin_button_get_value (self->shift);
  ondes_listening_set_settings (self->listening, &settings);
}

static void
ondes_play_bar_dispose (GObject *object)
{
  OndesPlayBar *self = ONDES_PLAY_BAR (object);

  g_clear_object (&self->listening);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ondes_play_bar_parent_class)->dispose (object);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesPlayBar, name)

static void
ondes_play_bar_class_init (OndesPlayBarClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (play_button), CHILD (loop_button), CHILD (follow_button), CHILD (position), CHILD (speed), CHILD (message),
    CHILD (band_button), CHILD (band_label), CHILD (clip), CHILD (level), CHILD (volume), CHILD (shift),
    CHILD (shift_unit), { NULL },
  };
  static const OndesTemplateCallback callbacks[] = { ONDES_CALLBACK (on_speed), ONDES_CALLBACK (on_volume),
                                                     ONDES_CALLBACK (on_shift), { NULL } };

  G_OBJECT_CLASS (klass)->dispose = ondes_play_bar_dispose;
  ondes_template_install (GTK_WIDGET_CLASS (klass), "ondes-play-bar.ui", children, callbacks);
}

static void
ondes_play_bar_init (OndesPlayBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ondes_play_bar_new (OndesSession *session,
                    OndesListening *listening)
{
  OndesPlayBar *self = g_object_new (ONDES_TYPE_PLAY_BAR, NULL);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++)
    gtk_string_list_append (names, speeds[i].name);
  self->session = g_object_ref (session);
  gtk_drop_down_set_model (self->speed, G_LIST_MODEL (names));
  self->listening = g_object_ref (listening);
  g_signal_connect_object (listening, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "overview-changed", G_CALLBACK (update_message), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ondes_session_get_timeline (session), "playhead-changed", G_CALLBACK (update_position), self,
                           G_CONNECT_SWAPPED);
  on_changed (self);
  return GTK_WIDGET (self);
}
