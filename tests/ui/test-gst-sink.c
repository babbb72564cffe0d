/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sink of GStreamer on a device that drops all it hears, in real time; no sound device is needed. */
#include "base/request-error.h"
#include "sound/ondes-gst-sink.h"
#include "sound/player.h"

static gboolean
write_all (OndesSoundSink *sink,
           gsize           n)
{
  float frames[480] = { 0 };
  g_autoptr (GError) error = NULL;

  for (gsize at = 0; at < n;)
    {
      const gssize taken = sink->klass->write (sink, frames, MIN (n - at, 480), &error);

      g_assert_no_error (error);
      at += (gsize) taken;
      if (taken == 0)
        g_usleep (1000);
    }
  return TRUE;
}

static void
test_clock (void)
{
  OndesSoundSink *sink = ondes_gst_sink_new ("fakesink sync=true");
  g_autoptr (GError) error = NULL;
  float frames[9600] = { 0 };
  double before, heard;
  gint64 from;

  g_assert_cmpfloat (sink->klass->get_heard (sink), ==, 0);
  for (guint round = 0; round < 2; round++)
    {
      g_assert_true (sink->klass->open (sink, 48000, &error));
      g_assert_no_error (error);
      write_all (sink, 4800);
      do
        {
          g_usleep (1000);
          from = g_get_monotonic_time ();
          before = sink->klass->get_heard (sink);
        }
      while (before < 480);
      write_all (sink, 4800);
      /* It advances no sooner than time does, as far as there are frames. */
      do
        {
          g_usleep (1000);
          heard = sink->klass->get_heard (sink);
          g_assert_cmpfloat (heard - before, <=, (double) (g_get_monotonic_time () - from) * 0.048 + 480);
        }
      while (heard < 9600 - 480);
      /* Where there is no room it takes nothing, and does not wait for some. */
      while (sink->klass->write (sink, frames, 9600, &error) > 0)
        ;
      g_assert_no_error (error);
      sink->klass->flush (sink);
      g_assert_cmpfloat (sink->klass->get_heard (sink), <, 480);
      write_all (sink, 4800);
      while (sink->klass->get_heard (sink) < 2400)
        g_usleep (1000);
      sink->klass->set_paused (sink, TRUE);
      sink->klass->flush (sink);
      sink->klass->set_paused (sink, FALSE);
      write_all (sink, 2400);
      while (sink->klass->get_heard (sink) < 1200)
        g_usleep (1000);
      sink->klass->close (sink);
      sink->klass->close (sink);
    }
  sink->klass->free (sink);
}

static void
test_player (void)
{
  g_autofree double *x = g_new0 (double, 24000);
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, 24000, 48000);
  g_autoptr (OndesPlayer) player = ondes_player_new (ondes_gst_sink_new ("fakesink sync=true"));
  OndesPlayerState state;
  const gint64 since = g_get_monotonic_time ();
  double last = 0;

  ondes_player_play (player, &(OndesTrack) { source, 48000, 0, 24000, 0, 1 }, 0);
  do
    {
      g_usleep (5000);
      ondes_player_get_state (player, &state);
      g_assert_null (state.problem);
      g_assert_cmpfloat (state.position, >=, last - 1e-6);
      last = state.position;
    }
  while (state.sounding);
  g_assert_true (state.ended);
  g_assert_cmpfloat (state.position, >=, 23990);
  g_assert_cmpint (g_get_monotonic_time () - since, >=, G_USEC_PER_SEC / 2 - 50000);
}

static void
test_no_device (void)
{
  OndesSoundSink *sink = ondes_gst_sink_new (NULL), *bad = ondes_gst_sink_new ("nosuchsink");
  g_autoptr (GError) error = NULL;

  g_assert_false (bad->klass->open (bad, 48000, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  bad->klass->free (bad);
  if (sink->klass->open (sink, 48000, &error))
    {
      sink->klass->close (sink);
      g_test_skip ("a sound device is here");
    }
  else
    g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  sink->klass->free (sink);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/gst-sink/its-clock-is-what-is-heard", test_clock);
  g_test_add_func ("/ondes/gst-sink/plays-a-track-to-its-end", test_player);
  g_test_add_func ("/ondes/gst-sink/no-device-is-a-sentence", test_no_device);
  return g_test_run ();
}
