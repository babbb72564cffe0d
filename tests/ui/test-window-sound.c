/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Playing in the real window, by keys and pointer, into a sink that keeps what it hears: the playhead on the screen is where the
 * sink's clock is. */
#include <math.h>
#include <sndfile.h>

#include "../session/memory-sink.h"
#include "charts/ondes-chart-selection.h"
#include "charts/ondes-charts.h"
#include "charts/ondes-scalogram-axis.h"
#include "dialogs/ondes-export-dialog.h"
#include "shell/ondes-window-private.h"
#include "sound/listening.h"
#include "window-fixture.h"

static MemorySink *sink;

static OndesSoundSink *
new_sink (void)
{
  return memory_sink_new (TRUE, &sink);
}

static gboolean
is_playing (gpointer wanted)
{
  return ondes_listening_is_playing (window->listening) == GPOINTER_TO_INT (wanted);
}

static gboolean
is_silent (gpointer unused)
{
  return !ondes_listening_is_playing (window->listening) && sink->is_paused;
}

static double
heard (void)
{
  return sink->base.klass->get_heard (&sink->base);
}

/* Returns all frames heard since the window was made, whatever gaps were between them. */
static double
heard_in_all (void)
{
  const double now = heard ();
  double before;

  g_mutex_lock (&sink->mutex);
  before = (double) sink->frames->len - (double) sink->written;
  g_mutex_unlock (&sink->mutex);
  return before + now;
}

static gboolean
has_heard (gpointer frames)
{
  return heard () >= GPOINTER_TO_INT (frames);
}

/* Stands still, or goes on from there. */
static void
set_running (gboolean running)
{
  const double now = heard ();

  g_mutex_lock (&sink->mutex);
  sink->heard = now;
  sink->since_us = g_get_monotonic_time ();
  sink->runs = running;
  g_mutex_unlock (&sink->mutex);
}

static double
rate (void)
{
  return ondes_session_get_source (session)->rate_hz;
}

static gboolean
is_at (gpointer sample)
{
  return fabs (ondes_timeline_get_playhead (timeline) - *(double *) sample) < 2;
}

static void
pause_playing (void)
{
  set_running (TRUE);
  if (ondes_listening_is_playing (window->listening))
    driver_key ("space");
  driver_wait (is_silent, NULL, "silence");
}

/* TRUE if the playhead's red is at @x of @chart, or a pixel beside it. */
static gboolean
is_red (const DriverShot *shot,
        GtkWidget        *chart,
        double            x)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  for (int dx = -2; dx <= 2; dx++)
    {
      const guint32 pixel = driver_pixel (shot, chart, x + dx, plot.origin.y + plot.size.height * 0.3);

      if ((pixel >> 16) > 200 && (pixel >> 8 & 255) < 60 && (pixel & 255) < 70)
        return TRUE;
    }
  return FALSE;
}

static void
assert_playhead (double sample)
{
  const GType types[] = { ONDES_TYPE_SCALOGRAM_VIEW, ONDES_TYPE_WAVEFORM_VIEW };
  GtkWidget *overview = window_by_type (window, ONDES_TYPE_OVERVIEW_VIEW);
  g_autoptr (DriverShot) shot = NULL;
  graphene_rect_t plot;

  driver_wait_drawn (GTK_WIDGET (window));
  shot = driver_shot (GTK_WIDGET (window));
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GtkWidget *chart = window_by_type (window, types[i]);

      g_assert_true (is_red (shot, chart, ondes_chart_to_x (ONDES_CHART (chart), sample)));
      ondes_chart_get_plot (ONDES_CHART (chart), &plot);
      g_assert_false (is_red (shot, chart, plot.origin.x + plot.size.width - 5));
    }
  ondes_chart_get_plot (ONDES_CHART (overview), &plot);
  g_assert_true (is_red (shot, overview,
                         plot.origin.x + plot.size.width * sample / (double) ondes_timeline_get_length (timeline)));
}

static double frame_from, late;
static guint n_frames;

static void
on_update (GdkFrameClock *clock)
{
  frame_from = heard_in_all ();
}

/* What a frame shows was heard while the frame was made. */
static void
on_after_paint (GdkFrameClock *clock)
{
  const double shown = ondes_timeline_get_playhead (timeline) * 48000 / rate ();

  if (frame_from > 4800 && ondes_listening_is_playing (window->listening))
    {
      late = MAX (late, MAX (frame_from - shown, shown - heard_in_all ()));
      n_frames++;
    }
}

static gboolean
has_frames (gpointer unused)
{
  return n_frames >= 20;
}

static void
test_space (void)
{
  GdkFrameClock *clock;
  double at;

  ondes_window_new_sink = new_sink;
  window_open_sample ("humpback.ogg");
  driver_key ("space");
  driver_wait (is_playing, GINT_TO_POINTER (TRUE), "Space to play");
  driver_wait (has_heard, GINT_TO_POINTER (9600), "sound");
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  g_signal_connect (clock, "before-paint", G_CALLBACK (on_update), NULL);
  g_signal_connect (clock, "after-paint", G_CALLBACK (on_after_paint), NULL);
  driver_wait (has_frames, NULL, "frames");
  g_signal_handlers_disconnect_by_func (clock, on_update, NULL);
  g_signal_handlers_disconnect_by_func (clock, on_after_paint, NULL);
  /* A frame of 60 Hz has 800 frames of sound. */
  g_test_message ("the playhead is at most %.1f ms off what is heard", late / 48);
  g_assert_cmpfloat (late, <, 800);

  set_running (FALSE);
  at = heard_in_all () * rate () / 48000;
  driver_wait (is_at, &at, "the playhead at the sink's clock");
  assert_playhead (at);
  set_running (TRUE);
  driver_key ("space");
  driver_wait (is_silent, NULL, "Space to pause");
  g_assert_cmpfloat (ondes_timeline_get_playhead (timeline), >, at);
  at = ondes_timeline_get_playhead (timeline);
  assert_playhead (at);
  /* It goes on where it stopped. */
  driver_key ("space");
  driver_wait (has_heard, GINT_TO_POINTER (2400), "sound again");
  g_assert_cmpfloat (ondes_timeline_get_playhead (timeline), >=, at);
  g_assert_cmpfloat (ondes_timeline_get_playhead (timeline), <, at + rate ());
  pause_playing ();
}

static void
click (GtkWidget *chart,
       double     along)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  driver_move (chart, plot.origin.x + along * plot.size.width, plot.origin.y + plot.size.height / 2);
  driver_click (1, 1, NULL);
}

static gboolean
is_near (gpointer sample)
{
  return fabs (ondes_timeline_get_playhead (timeline) - *(double *) sample)
         < (double) ondes_timeline_get_length (timeline) / 300;
}

static void
test_click (void)
{
  const double n = (double) ondes_timeline_get_length (timeline);
  double at = 0.6 * n;

  click (window_by_type (window, ONDES_TYPE_WAVEFORM_VIEW), 0.6);
  driver_wait (is_near, &at, "the playhead where the waveform was clicked");
  assert_playhead (ondes_timeline_get_playhead (timeline));
  at = 0.3 * n;
  click (window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW), 0.3);
  driver_wait (is_near, &at, "the playhead where the scalogram was clicked");
  g_assert_true (ondes_timeline_is_whole (timeline));
  /* A click while it plays goes on from there. */
  driver_key ("space");
  driver_wait (has_heard, GINT_TO_POINTER (4800), "sound");
  at = 0.7 * n;
  click (window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW), 0.7);
  driver_wait (is_near, &at, "the playhead where it was clicked");
  g_assert_true (ondes_listening_is_playing (window->listening));
  pause_playing ();
}

static void
test_end (void)
{
  double n = (double) ondes_timeline_get_length (timeline);

  ondes_timeline_seek (timeline, n - rate () / 4);
  driver_key ("space");
  /* A quarter of a second may have been played before anybody looks. */
  driver_wait (is_at, &n, "Space to play to the end");
  driver_wait (is_silent, NULL, "silence at the end");
  /* From the end, it begins anew. */
  driver_key ("space");
  driver_wait (has_heard, GINT_TO_POINTER (2400), "sound");
  g_assert_cmpfloat (ondes_timeline_get_playhead (timeline), <, n / 2);
  pause_playing ();
}

static gboolean
has_count (gpointer frames)
{
  return memory_sink_get_count (sink) >= GPOINTER_TO_UINT (frames);
}

static void
test_loop (void)
{
  const double first = 2 * rate (), count = rate () / 5;
  double now, in_view;

  ondes_timeline_set_view (timeline, first, count);
  window_settle ();
  driver_key ("ctrl+l");
  driver_key ("space");
  driver_wait (is_playing, GINT_TO_POINTER (TRUE), "Space to play");
  driver_wait (has_count, GUINT_TO_POINTER (memory_sink_get_count (sink) + 40000), "four passes");
  g_assert_true (ondes_listening_is_playing (window->listening));
  now = ondes_timeline_get_playhead (timeline);
  g_assert_cmpfloat (now, >=, first - 1);
  g_assert_cmpfloat (now, <=, first + count + 1);
  pause_playing ();
  driver_key ("ctrl+l");
  /* Without the loop the view goes on with the playhead. */
  driver_key ("space");
  driver_wait (has_heard, GINT_TO_POINTER (19200), "more than is in view");
  ondes_timeline_get_view (timeline, &now, &in_view);
  g_assert_cmpfloat (now, >, first + count / 2);
  g_assert_cmpfloat_with_epsilon (in_view, count, 1);
  pause_playing ();
  ondes_timeline_show_all (timeline);
  window_settle ();
}

static gboolean
keeps_pitch (gpointer wanted)
{
  return ondes_listening_get_settings (window->listening)->keeps_pitch == GPOINTER_TO_INT (wanted);
}

/* The dialog of what is heard offers sound alone. */
static void
test_export (void)
{
  GtkWindow *dialog;

  g_assert_cmpuint (ondes_analysis_get_formats (ONDES_ANALYSIS (window->listening)), ==,
                    1u << ONDES_EXPORT_WAV | 1u << ONDES_EXPORT_FLAC);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.export-heard", NULL);
  dialog = window_wait_dialog (ONDES_TYPE_EXPORT_DIALOG);
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (window_by_id (dialog, "facts"))), "about"));
  driver_key ("Escape");
  window_wait_gone (ONDES_TYPE_EXPORT_DIALOG);
}

static void
test_pages_and_entries (void)
{
  GtkWidget *entry = window_by_id (window_by_id (window, "omega0"), "entry");

  window_click (entry);
  driver_key ("space");
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_false (ondes_listening_is_playing (window->listening));
  driver_key ("Escape");
  window_click (window_by_type (window, ONDES_TYPE_WAVEFORM_VIEW));
  window_go ("filter");
  driver_key ("space");
  driver_wait (is_playing, GINT_TO_POINTER (TRUE), "Space to play on another page");
  driver_key ("bracketright");
  pause_playing ();
  g_assert_cmpfloat (ondes_listening_get_settings (window->listening)->speed, ==, 2);
  driver_key ("bracketleft");
  driver_key ("ctrl+shift+p");
  driver_wait (keeps_pitch, GINT_TO_POINTER (TRUE), "the pitch to be kept");
  window_click (window_by_id (window->play_bar, "pitch_button"));
  driver_wait (keeps_pitch, GINT_TO_POINTER (FALSE), "the pitch to move again");
  window_go ("scalogram");
  window_settle ();
  g_assert_cmpfloat (ondes_listening_get_settings (window->listening)->speed, ==, 1);
  /* The button does what Space does. */
  window_click (window_by_id (window->play_bar, "play_button"));
  driver_wait (is_playing, GINT_TO_POINTER (TRUE), "the button to play");
  pause_playing ();
}

static gboolean
has_message (gpointer text)
{
  return g_strcmp0 (gtk_label_get_text (GTK_LABEL (window_by_id (window->play_bar, "message"))), text) == 0;
}

/* Returns the amplitude of @hz in the last frames heard. */
static double
heard_amplitude (double hz)
{
  const guint n = 9600;
  double c = 0, s = 0;

  g_mutex_lock (&sink->mutex);
  for (guint i = 0; i < n; i++)
    {
      const double weight = 1 - cos (2 * G_PI * (i + 0.5) / n), angle = 2 * G_PI * hz * i / 48000;
      const double x = g_array_index (sink->frames, float, sink->frames->len - n + i);

      c += 2 * weight * x * cos (angle) / n;
      s += 2 * weight * x * sin (angle) / n;
    }
  g_mutex_unlock (&sink->mutex);
  return hypot (c, s);
}

/* Waits until more was heard, with what was written ahead, and every filter has settled. */
static void
hear_more (void)
{
  driver_wait (has_count, GUINT_TO_POINTER (memory_sink_get_count (sink) + 28800), "more");
}

static gboolean
has_selection (gpointer unused)
{
  const OndesSelection selection = ondes_timeline_get_selection (timeline);

  return ondes_selection_has_band (&selection) && !ondes_chart_selection_is_dragging (timeline);
}

static gboolean
has_band (gpointer wanted)
{
  return (ondes_listening_get_settings (window->listening)->band_hz[1] > 0) == GPOINTER_TO_INT (wanted);
}

/* Returns the place of @hz on the scalogram, which shows the frequencies by their logarithms. */
static double
y_of (double hz)
{
  OndesChart *chart = ONDES_CHART (window->scalogram_view);
  graphene_rect_t plot;
  double along;
  OndesChartSpan span;

  ondes_chart_get_plot (chart, &plot);
  g_assert_true (ondes_chart_get_span (chart, GTK_ORIENTATION_VERTICAL, &span));
  g_assert_true (ondes_scalogram_axis_find (ONDES_SCALOGRAM_VIEW (chart), hz, &along));
  return plot.origin.y + plot.size.height * (1 - (along - span.first) / span.count);
}

/* Returns how light the scalogram is at @hz, right of what was played. */
static double
lightness_of (double hz)
{
  GtkWidget *chart = window->scalogram_view;
  g_autoptr (DriverShot) shot = NULL;
  graphene_rect_t plot;

  driver_wait_drawn (chart);
  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  shot = driver_shot (chart);
  return driver_lightness (driver_pixel (shot, chart, plot.origin.x + 0.9 * plot.size.width, y_of (hz)));
}

/* Two tones of equal amplitude, and a band around the lower one: set by keys, cleared, and that of a selection. */
static void
test_band (void)
{
  const gsize n = 48000 * 30;
  g_autofree char *path = g_build_filename (folder, "tones.wav", NULL);
  g_autofree gint16 *x = g_new (gint16, n);
  GtkWidget *chart = window->scalogram_view;
  graphene_rect_t plot;
  double light;
  SF_INFO info = { .samplerate = 48000, .channels = 1, .format = SF_FORMAT_WAV | SF_FORMAT_PCM_16 };
  SNDFILE *file = sf_open (path, SFM_WRITE, &info);

  for (gsize i = 0; i < n; i++)
    x[i] = (gint16) (8000 * cos (2 * G_PI * 1000 * i / 48000.0) + 8000 * cos (2 * G_PI * 5000 * i / 48000.0));
  g_assert_cmpint (sf_write_short (file, x, (sf_count_t) n), ==, n);
  sf_close (file);
  ondes_session_open (session, path, NULL);
  driver_wait (window_is_idle, NULL, "the picture");
  window_settle ();
  driver_key ("space");
  driver_wait (is_playing, GINT_TO_POINTER (TRUE), "Space to play");
  hear_more ();
  g_assert_cmpfloat_with_epsilon (heard_amplitude (5000), 8000 / 32768.0, 1e-3);

  light = lightness_of (5000);
  /* By keys: an edge where the crosshair is, and another. */
  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  gtk_widget_grab_focus (chart);
  driver_move (chart, plot.origin.x + plot.size.width / 2, y_of (600));
  driver_key ("b");
  driver_move (chart, plot.origin.x + plot.size.width / 2, y_of (2000));
  driver_key ("b");
  driver_wait (has_band, GINT_TO_POINTER (TRUE), "the band");
  g_assert_cmpfloat_with_epsilon (ondes_listening_get_settings (window->listening)->band_hz[0], 600, 60);
  g_assert_cmpfloat_with_epsilon (ondes_listening_get_settings (window->listening)->band_hz[1], 2000, 200);
  g_assert_cmpuint (ondes_listening_get_settings (window->listening)->band_count, ==, 0);
  g_assert_true (gtk_widget_get_mapped (window_by_id (window->play_bar, "band_button")));
  hear_more ();
  g_assert_cmpfloat_with_epsilon (heard_amplitude (1000), 8000 / 32768.0, 1e-3);
  g_assert_cmpfloat (heard_amplitude (5000), <, 8000 / 32768.0 * 1e-4);
  g_assert_true (ondes_timeline_is_whole (timeline));

  g_assert_cmpfloat (lightness_of (5000), <, 0.7 * light);
  g_assert_cmpfloat (lightness_of (1000), >, 0.9 * light);
  window_click (window_by_id (window->play_bar, "band_button"));
  driver_wait (has_band, GINT_TO_POINTER (FALSE), "all again");
  hear_more ();
  g_assert_cmpfloat_with_epsilon (heard_amplitude (5000), 8000 / 32768.0, 1e-3);

  gtk_widget_grab_focus (chart);
  ondes_scalogram_analysis_set_pointer (analysis, 0, 3000);
  driver_key ("b");
  for (guint i = 0; i < 6; i++)
    driver_key ("alt+shift+Up");
  driver_key ("b");
  driver_wait (has_band, GINT_TO_POINTER (TRUE), "the band by keys");
  g_assert_cmpfloat_with_epsilon (ondes_listening_get_settings (window->listening)->band_hz[0], 3000, 1);
  g_assert_cmpfloat (ondes_listening_get_settings (window->listening)->band_hz[1], >, 6000);
  hear_more ();
  g_assert_cmpfloat_with_epsilon (heard_amplitude (5000), 8000 / 32768.0, 1e-3);
  g_assert_cmpfloat (heard_amplitude (1000), <, 8000 / 32768.0 * 1e-4);
  pause_playing ();
  /* The picture is dark only while the band sounds. Escape lets it go, and then leaves something else. */
  g_assert_true (has_band (GINT_TO_POINTER (TRUE)));
  g_assert_cmpfloat (lightness_of (1000), >, 0.9 * light);
  g_assert_true (gtk_widget_get_mapped (window_by_id (window->play_bar, "band_button")));
  driver_key ("Escape");
  driver_wait (has_band, GINT_TO_POINTER (FALSE), "all again by Escape");
  g_assert_false (gtk_widget_get_mapped (window_by_id (window->play_bar, "band_button")));

  /* A selection, by a drag with Shift, is heard alone and in its time. */
  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  driver_move (chart, plot.origin.x + plot.size.width / 2, y_of (600));
  driver_drag_to (chart, plot.origin.x + plot.size.width / 4, y_of (2000), "shift");
  driver_wait (has_selection, NULL, "the selection");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.play-selection", NULL);
  driver_wait (has_band, GINT_TO_POINTER (TRUE), "the band and its time");
  g_assert_cmpfloat_with_epsilon (ondes_listening_get_settings (window->listening)->band_hz[0], 600, 60);
  g_assert_cmpfloat_with_epsilon (ondes_listening_get_settings (window->listening)->band_hz[1], 2000, 200);
  g_assert_cmpfloat (fabs ((double) ondes_listening_get_settings (window->listening)->band_first - n / 4.0), <, n * 0.02);
  g_assert_cmpfloat (fabs ((double) ondes_listening_get_settings (window->listening)->band_count - n / 4.0), <, n * 0.02);
  driver_wait (is_playing, GINT_TO_POINTER (TRUE), "the selection to be played");
  g_assert_cmpfloat (ondes_timeline_get_playhead (timeline), >=, n * 0.23);
  pause_playing ();
  driver_wait (has_band, GINT_TO_POINTER (FALSE), "the box to be let go");
  g_assert_true (has_selection (NULL));
  driver_key ("space");
  hear_more ();
  g_assert_cmpfloat_with_epsilon (heard_amplitude (5000), 8000 / 32768.0, 1e-3);
  pause_playing ();
}

static gboolean
chart_has_focus (gpointer unused)
{
  return gtk_window_get_focus (GTK_WINDOW (window)) == window->scalogram_view;
}

static gboolean
is_speed (GtkWidget    *widget,
          gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && gtk_widget_get_ancestor (widget, GTK_TYPE_POPOVER) != NULL
         && g_strcmp0 (gtk_label_get_text (GTK_LABEL (widget)), text) == 0;
}

static gboolean
lists_speed (gpointer text)
{
  return window_find (window->play_bar, is_speed, text) != NULL;
}

static gboolean
shows_side_bar (gpointer wanted)
{
  return adw_flap_get_reveal_flap (window->flap) == GPOINTER_TO_INT (wanted);
}

static gboolean
button_has_focus (gpointer wanted)
{
  return (gtk_window_get_focus (GTK_WINDOW (window)) == window->sidebar_button) == GPOINTER_TO_INT (wanted);
}

static gboolean
is_marking (gpointer unused)
{
  return ondes_chart_selection_is_marking (ONDES_CHART (window->scalogram_view));
}

static void
play_and_pause (void)
{
  driver_wait (chart_has_focus, NULL, "the focus to return to the picture");
  driver_key ("space");
  driver_wait (is_playing, GINT_TO_POINTER (TRUE), "Space to play");
  pause_playing ();
}

/* After a click on a control, Space plays and letters are keys of the picture. What Tab reached is pressed by Space, but has no
 * letters either. */
static void
test_focus (void)
{
  static const char *const speeds[] = { "2 ×", "1 ×" };

  window_open_sample ("humpback.ogg");
  window_click (window_by_id (window_by_id (window, "omega0"), "scale"));
  play_and_pause ();
  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++)
    {
      window_click (window_by_id (window->play_bar, "speed"));
      driver_wait (lists_speed, (gpointer) speeds[i], "the list of speeds");
      window_click (window_find (window->play_bar, is_speed, speeds[i]));
      play_and_pause ();
      g_assert_cmpfloat (ondes_listening_get_settings (window->listening)->speed, ==, i == 0 ? 2 : 1);
    }
  for (guint i = 0; i < 2; i++)
    {
      window_click (window->sidebar_button);
      driver_wait (shows_side_bar, GINT_TO_POINTER (i == 1), "the side bar to fold or unfold");
      play_and_pause ();
    }
  gtk_widget_grab_focus (window->sidebar_button);
  driver_key ("shift+Tab");
  driver_wait (button_has_focus, GINT_TO_POINTER (FALSE), "Shift and Tab to go back");
  driver_key ("Tab");
  driver_wait (button_has_focus, GINT_TO_POINTER (TRUE), "Tab to reach the button");
  driver_key ("space");
  driver_wait (shows_side_bar, GINT_TO_POINTER (FALSE), "Space to press what Tab reached");
  g_assert_false (ondes_listening_is_playing (window->listening));
  driver_key ("space");
  driver_wait (shows_side_bar, GINT_TO_POINTER (TRUE), "Space to press it again");
  driver_key ("m");
  driver_wait (is_marking, NULL, "a letter to reach the picture");
  driver_key ("Escape");
  g_assert_true (button_has_focus (GINT_TO_POINTER (TRUE)));
  gtk_widget_grab_focus (window->scalogram_view);
}

static void
test_no_device (void)
{
  g_autofree char *words = NULL;

  g_mutex_lock (&sink->mutex);
  sink->absent = TRUE;
  sink->lose = 1;
  g_mutex_unlock (&sink->mutex);
  driver_key ("space");
  driver_wait (has_message, (gpointer) "no sound device answers", "the sentence");
  g_assert_false (ondes_listening_is_playing (window->listening));
  g_mutex_lock (&sink->mutex);
  sink->absent = FALSE;
  g_mutex_unlock (&sink->mutex);
  /* The next recording tells how it is made audible. */
  window_open_sample ("ecg.txt");
  driver_key ("space");
  driver_wait (is_playing, GINT_TO_POINTER (TRUE), "Space to play");
  words = ondes_listening_describe (window->listening);
  g_assert_nonnull (words);
  driver_wait (has_message, words, "how it is made audible");
  pause_playing ();
}

int
main (int    argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window-sound/space-plays-and-the-playhead-is-what-is-heard", test_space);
  g_test_add_func ("/ondes/window-sound/a-click-sets-the-playhead", test_click);
  g_test_add_func ("/ondes/window-sound/stops-at-the-end", test_end);
  g_test_add_func ("/ondes/window-sound/loops-and-follows", test_loop);
  g_test_add_func ("/ondes/window-sound/on-every-page-but-not-in-an-entry", test_pages_and_entries);
  g_test_add_func ("/ondes/window-sound/exports-what-is-heard", test_export);
  g_test_add_func ("/ondes/window-sound/a-band-drawn-on-the-scalogram-is-heard-alone", test_band);
  g_test_add_func ("/ondes/window-sound/a-click-gives-the-focus-back", test_focus);
  g_test_add_func ("/ondes/window-sound/no-device-is-a-sentence", test_no_device);
  return window_run ();
}
