/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How recordings of any kind are made audible, in a session without a window, into a sink that keeps what it hears. */
#include "memory-sink.h"
#include "sound/listening.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static OndesSession *session;
static OndesListening *listening;
static MemorySink *sink;
static char *path;

static void
wait_until (gboolean (*condition) (void))
{
  while (!condition ())
    {
      memory_sink_advance (sink, 1);
      ondes_listening_tick (listening);
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (500);
    }
}

static gboolean
is_open (void)
{
  OndesOverview *overview = ondes_session_get_overview (session);

  return !ondes_session_is_opening (session, NULL) && overview != NULL && ondes_overview_fraction (overview) >= 1;
}

static guint64 wanted;

static gboolean
has_wanted (void)
{
  return memory_sink_get_count (sink) >= wanted;
}

static gboolean
is_stopped (void)
{
  if (ondes_listening_is_playing (listening))
    return FALSE;
  memory_sink_advance (sink, 0);
  return sink->is_paused || memory_sink_get_count (sink) == 0;
}

/* Opens @n numbers at @rate_hz. */
static void
open_numbers (const double *x,
              gsize         n,
              double        rate_hz)
{
  g_autofree char *header = g_strdup_printf ("{'descr': '<f8', 'fortran_order': False, 'shape': (%zu,), }", n);
  FILE *file = g_fopen (path, "wb");
  const guint16 length = 118;

  fwrite ("\x93NUMPY\x01\x00", 1, 8, file);
  fwrite (&length, 2, 1, file);
  g_assert_cmpint (fprintf (file, "%-117s\n", header), ==, 118);
  fwrite (x, sizeof *x, n, file);
  fclose (file);
  ondes_session_open (session, path, &(OndesReadOptions) { .rate_hz = rate_hz });
  wait_until (is_open);
}

static void
set_up (void)
{
  path = g_build_filename (g_get_tmp_dir (), "ondes-listening-XXXXXX.npy", NULL);
  g_close (g_mkstemp (path), NULL);
  session = ondes_session_new ();
  listening = ondes_listening_new (session, memory_sink_new (FALSE, &sink));
}

static void
tear_down (void)
{
  g_clear_object (&listening);
  g_clear_object (&session);
  g_unlink (path);
  g_clear_pointer (&path, g_free);
}

static void
assert_described (double      rate_hz,
                  double      largest,
                  const char *words)
{
  g_autofree double *x = g_new (double, 4000);
  g_autofree char *told = NULL;

  for (guint i = 0; i < 4000; i++)
    x[i] = 7 + largest * sin (i * 0.3);
  open_numbers (x, 4000, rate_hz);
  told = ondes_listening_describe (listening);
  g_assert_cmpstr (told, ==, words);
}

static void
test_words (void)
{
  set_up ();
  g_assert_null (ondes_listening_describe (listening));
  ondes_listening_toggle (listening);
  g_assert_false (ondes_listening_is_playing (listening));
  assert_described (250, 3, "250 Hz × 40, scaled");
  assert_described (1, 3, "1 Hz × 10000, scaled");
  assert_described (1e-6, 3, "1e-06 Hz × 10¹⁰, scaled");
  assert_described (2.5e-7, 3, "2.5e-07 Hz × 4 × 10¹⁰, scaled");
  assert_described (3999, 3, "3999 Hz × 4, scaled");
  assert_described (44100, 300, "Scaled");
  assert_described (384000, 3, "384000 Hz ÷ 10, scaled");
  tear_down ();
}

static float *
take_frames (guint64 from,
             gsize   n)
{
  float *frames;

  g_mutex_lock (&sink->mutex);
  g_assert_cmpuint (sink->frames->len, >=, from + n);
  frames = g_memdup2 ((float *) (void *) sink->frames->data + from, n * sizeof *frames);
  g_mutex_unlock (&sink->mutex);
  return frames;
}

/* Scaled to its largest magnitude, without its offset, at 40 times its rate; a glitch does not make the rest silent. */
static void
test_scaled (void)
{
  const gsize n = 60000;
  g_autofree double *x = g_new (double, n);
  g_autofree float *frames = NULL;
  double largest = 0, mean = 0;

  set_up ();
  for (gsize i = 0; i < n; i++)
    x[i] = 1e6 + 1000 * cos (2 * G_PI * i / 50);
  x[50000] = 1e9;
  open_numbers (x, n, 250);
  ondes_listening_toggle (listening);
  wanted = 24000;
  wait_until (has_wanted);
  ondes_listening_toggle (listening);
  wait_until (is_stopped);
  frames = take_frames (1000, 20000);
  for (guint i = 0; i < 20000; i++)
    {
      largest = MAX (largest, fabs (frames[i]));
      mean += frames[i] / 20000.0;
    }
  g_assert_cmpfloat (largest, >, 0.2);
  g_assert_cmpfloat (largest, <=, 1);
  g_assert_cmpfloat (fabs (mean), <, 0.02);
  /* 10 kHz heard at 48 kHz: 50 samples are 240 frames. */
  for (guint i = 0; i < 10000; i++)
    g_assert_cmpfloat_with_epsilon (frames[i], frames[i + 240], 1e-3);
  g_assert_cmpfloat (ondes_timeline_get_playhead (ondes_session_get_timeline (session)), >, 24000 * 10 / 48.0 - 6000);
  tear_down ();
}

/* What a derived session shows is heard from where the playhead is; and the recording itself again. */
static void
test_derived (void)
{
  const gsize n = 480000;
  g_autofree double *x = g_new (double, n), *y = g_new (double, n);
  g_autoptr (OndesSession) derived = NULL;
  g_autoptr (OndesSource) filtered = NULL;
  g_autofree float *frames = NULL;
  guint64 end;

  set_up ();
  for (gsize i = 0; i < n; i++)
    {
      x[i] = i % 2 ? 0.5 : -0.5;
      y[i] = i % 4 < 2 ? 0.25 : -0.25;
    }
  open_numbers (x, n, 48000);
  derived = ondes_session_new_derived (session);
  ondes_listening_set_heard (listening, derived);
  ondes_listening_toggle (listening);
  wanted = 24000;
  wait_until (has_wanted);
  frames = take_frames (1000, 8);
  g_assert_cmpfloat_with_epsilon (fabs (frames[0]), 0.5, 1e-6); /* it is empty yet */
  filtered = ondes_array_source_new (ONDES_F64, y, n, 48000);
  ondes_session_derive (derived, session, ondes_session_get_recording (session), 1, filtered);
  wanted = memory_sink_get_count (sink) + 24000;
  wait_until (has_wanted);
  ondes_listening_toggle (listening);
  wait_until (is_stopped);
  end = memory_sink_get_count (sink);
  g_clear_pointer (&frames, g_free);
  frames = take_frames (end - 300, 8);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat_with_epsilon (frames[i], -frames[i + 2], 1e-3);
  ondes_listening_set_heard (listening, session);
  ondes_listening_set_settings (listening, &(OndesListeningSettings) { .speed = 100, .volume = -1, .loop = TRUE });
  g_assert_cmpfloat (ondes_listening_get_settings (listening)->speed, ==, 4);
  g_assert_cmpfloat (ondes_listening_get_settings (listening)->volume, ==, 0);
  tear_down ();
}

/* As the page of filters does, before the listening hears of another recording. */
static void
derive_anew (OndesSession *derived)
{
  ondes_session_derive (derived, session, ondes_session_get_recording (session), ondes_session_get_channel (session),
                        ondes_session_get_source (session));
}

/* Another recording does not begin by itself, though a derived session of it is heard. */
static void
test_another (void)
{
  const gsize n = 480000;
  g_autofree double *x = g_new0 (double, n);
  g_autofree char *first = NULL;
  g_autoptr (OndesSession) derived = NULL;

  set_up ();
  x[7] = 1;
  open_numbers (x, n, 48000);
  derived = ondes_session_new_derived (session);
  derive_anew (derived);
  g_clear_object (&listening);
  g_signal_connect_swapped (session, "recording-changed", G_CALLBACK (derive_anew), derived);
  listening = ondes_listening_new (session, memory_sink_new (FALSE, &sink));
  ondes_listening_set_heard (listening, derived);
  ondes_listening_toggle (listening);
  wanted = 24000;
  wait_until (has_wanted);
  g_assert_true (ondes_listening_is_playing (listening));
  first = path;
  path = g_build_filename (g_get_tmp_dir (), "ondes-listening-XXXXXX.npy", NULL);
  g_close (g_mkstemp (path), NULL);
  open_numbers (x, n, 48000);
  g_assert_false (ondes_listening_is_playing (listening));
  ondes_listening_set_heard (listening, session);
  tear_down ();
  g_unlink (first);
}

/* Ultrasound of 60 kHz, 55 kHz lower, is 5 kHz. */
static void
test_shift (void)
{
  const gsize n = 192000;
  g_autofree double *x = g_new (double, n);
  g_autofree float *frames = NULL;
  g_autofree char *told = NULL;
  double c = 0, s = 0, all = 0;

  set_up ();
  for (gsize i = 0; i < n; i++)
    x[i] = 0.4 * cos (2 * G_PI * 60000 * i / 192000.0);
  open_numbers (x, n, 192000);
  ondes_listening_set_settings (listening, &(OndesListeningSettings) { .speed = 1, .volume = 1, .shift_hz = 55000 });
  told = ondes_listening_describe (listening);
  g_assert_cmpstr (told, ==, "55000 Hz lower");
  ondes_listening_toggle (listening);
  wanted = 24000;
  wait_until (has_wanted);
  frames = take_frames (4800, 9600);
  for (guint i = 0; i < 9600; i++)
    {
      c += frames[i] * cos (2 * G_PI * 5000 * i / 48000) / 4800;
      s += frames[i] * sin (2 * G_PI * 5000 * i / 48000) / 4800;
      all += frames[i] * frames[i] / 4800;
    }
  g_assert_cmpfloat_with_epsilon (hypot (c, s), 0.4, 1e-4);
  g_assert_cmpfloat_with_epsilon (sqrt (all), 0.4, 1e-4);
  /* One that is too small is a sentence, and nothing is shifted. */
  ondes_listening_set_settings (listening, &(OndesListeningSettings) { .speed = 1, .volume = 1, .shift_hz = 1 });
  g_assert_cmpstr (ondes_listening_get_problem (listening), ==, "A shift needs at least 960 Hz");
  tear_down ();
}

static gboolean
is_exported (void)
{
  return !ondes_analysis_is_exporting (ONDES_ANALYSIS (listening), NULL);
}

/* Returns amplitude of @hz in @n frames at 48 kHz. */
static double
amplitude_of (const float *frames,
              gsize        n,
              double       hz)
{
  double c = 0, s = 0, all = 0;

  for (gsize i = 0; i < n; i++)
    {
      const double weight = 1 - cos (2 * G_PI * (i + 0.5) / n);

      c += weight * frames[i] * cos (2 * G_PI * hz * i / 48000);
      s += weight * frames[i] * sin (2 * G_PI * hz * i / 48000);
      all += weight / 2;
    }
  return hypot (c, s) / all;
}

/* At half the speed a tone keeps its pitch if that is asked for; slower than a quarter it does not, and that is said. */
static void
test_pitch (void)
{
  const gsize n = 96000;
  const double hz = g_test_rand_double_range (400, 4000);
  g_autofree double *x = g_new (double, n);
  g_autofree float *frames = NULL;

  set_up ();
  for (gsize i = 0; i < n; i++)
    x[i] = 0.4 * cos (2 * G_PI * hz * i / 32000.0);
  open_numbers (x, n, 32000);
  ondes_listening_set_settings (listening, &(OndesListeningSettings) { .speed = 0.5, .volume = 1, .keeps_pitch = TRUE });
  g_assert_null (ondes_listening_get_problem (listening));
  ondes_listening_toggle (listening);
  wanted = 60000;
  wait_until (has_wanted);
  frames = take_frames (9600, 48000);
  g_assert_cmpfloat_with_epsilon (amplitude_of (frames, 48000, hz), 0.4, 0.02);
  /* What is heard is where the playhead is: half a sample of the recording a sample heard. */
  g_assert_cmpfloat (ondes_timeline_get_playhead (ondes_session_get_timeline (session)), <,
                     (double) memory_sink_get_count (sink) * 32 / 48 / 2 + 1);
  ondes_listening_set_settings (listening, &(OndesListeningSettings) { .speed = 0.05, .volume = 1, .keeps_pitch = TRUE });
  g_assert_nonnull (strstr (ondes_listening_get_problem (listening), "1/4"));
  tear_down ();
}

/* A tone in the band passes, one outside falls by the designed 80 dB. */
static void
test_band (void)
{
  const gsize n = 240000;
  const OndesListeningSettings both = { .speed = 1, .volume = 1 }, narrow = { .speed = 1, .volume = 1, .band_hz = { 1, 2 } };
  OndesListeningSettings settings = { .speed = 1, .volume = 1, .band_hz = { 1200, 3400 } };
  g_autofree double *x = g_new (double, n);
  g_autofree float *frames = NULL, *cut = NULL;
  double change;

  set_up ();
  for (gsize i = 0; i < n; i++)
    x[i] = 0.3 * cos (2 * G_PI * 2000 * i / 48000.0) + 0.4 * cos (2 * G_PI * 5000 * i / 48000.0);
  open_numbers (x, n, 48000);
  ondes_listening_toggle (listening);
  wanted = 24000;
  wait_until (has_wanted);
  frames = take_frames (4800, 9600);
  g_assert_cmpfloat_with_epsilon (amplitude_of (frames, 9600, 5000), 0.4, 1e-3);
  ondes_listening_set_settings (listening, &settings);
  wanted = memory_sink_get_count (sink) + 48000;
  wait_until (has_wanted);
  cut = take_frames (wanted - 12000, 9600);
  g_assert_cmpfloat_with_epsilon (amplitude_of (cut, 9600, 2000), 0.3, 1e-3);
  change = 20 * log10 (amplitude_of (cut, 9600, 5000) / 0.4);
  g_test_message ("beyond the band: %.1f dB", change);
  g_assert_cmpfloat (change, <, -80);
  ondes_listening_set_settings (listening, &narrow);
  g_assert_cmpstr (ondes_listening_get_problem (listening), ==, "A band needs at least 12 Hz from edge to edge");
  ondes_listening_set_settings (listening, &both);
  g_assert_null (ondes_listening_get_problem (listening));
  tear_down ();
}

static const OndesListeningSettings *
now (void)
{
  return ondes_listening_get_settings (listening);
}

static gboolean
is_conditioned (void)
{
  return !ondes_session_is_busy (session, NULL);
}

/* What changes the sound is undone and stored with the session; loop, follow, volume and the band are not. */
static void
test_undo (void)
{
  const double lo_hz = g_test_rand_double_range (100, 900);
  g_autofree double *x = g_new0 (double, 20000);
  g_autoptr (GVariant) saved = NULL, old = NULL;
  OndesListeningSettings settings;

  set_up ();
  open_numbers (x, 20000, 48000);
  ondes_session_begin_history (session);
  settings = *now ();
  settings.loop = TRUE;
  settings.volume = 0.5;
  ondes_listening_set_settings (listening, &settings);
  g_assert_false (ondes_session_can_undo (session));
  settings.keeps_pitch = TRUE;
  ondes_listening_set_settings (listening, &settings);
  settings.band_hz[0] = lo_hz;
  settings.band_hz[1] = 3 * lo_hz;
  settings.band_first = 123;
  settings.band_count = 4567;
  ondes_listening_set_settings (listening, &settings);
  saved = ondes_session_get_settings (session);
  g_assert_cmpstr (ondes_session_undo (session), ==, "listening");
  g_assert_false (now ()->keeps_pitch);
  g_assert_true (now ()->loop);
  g_assert_cmpfloat (now ()->volume, ==, 0.5);
  g_assert_false (ondes_session_can_undo (session));
  g_assert_cmpfloat (now ()->band_hz[0], ==, lo_hz);
  ondes_session_redo (session);
  g_assert_true (now ()->keeps_pitch);
  settings = *now ();
  settings.band_hz[0] = settings.band_hz[1] = 0;
  ondes_listening_set_settings (listening, &settings);
  ondes_session_set_settings (session, saved);
  g_assert_true (now ()->keeps_pitch && now ()->band_hz[1] == 0 && now ()->band_count == 0);
  /* Earlier versions stored it. */
  old = g_variant_parse (G_VARIANT_TYPE_VARDICT, "{'listening': <{'speed': <2.0>, 'band-lo': <100.0>, 'band-hi': <200.0>, "
                                                 "'band-first': <uint64 5>, 'band-count': <uint64 6>}>}", NULL, NULL, NULL);
  ondes_session_set_settings (session, old);
  g_assert_true (now ()->speed == 2 && now ()->band_hz[1] == 0 && now ()->band_count == 0);
  settings.band_hz[0] = lo_hz;
  settings.band_hz[1] = 3 * lo_hz;
  settings.band_first = 123;
  settings.band_count = 4567;
  ondes_listening_set_settings (listening, &settings);
  /* A step that halves the rate keeps the band at its time. */
  ondes_session_set_conditioning (session, (const char *const[]) { "resample:24000", NULL }, TRUE);
  wait_until (is_conditioned);
  g_assert_cmpfloat (ondes_session_get_source (session)->rate_hz, ==, 24000);
  g_assert_cmpfloat_with_epsilon (now ()->band_first, 61.5, 0.51);
  g_assert_cmpfloat_with_epsilon (now ()->band_count, 2283.5, 0.51);
  g_assert_cmpfloat (now ()->band_hz[0], ==, lo_hz);
  /* They are about this recording. */
  open_numbers (x, 10000, 48000);
  g_assert_cmpfloat (now ()->band_hz[1], ==, 0);
  g_assert_true (now ()->keeps_pitch);
  tear_down ();
}

/* The exported file has the very frames that the sink got, of all of the recording or of a loop, whatever was chosen. */
static void
test_export (void)
{
  static const char *const steps[] = { "highpass:100", "gain:-6", NULL };
  const OndesListeningSettings chosen[] = {
    { .speed = 1, .volume = 1 },
    { .speed = 0.7, .volume = 1, .keeps_pitch = TRUE, .band_hz = { 800, 6000 }, .shift_hz = 500 },
    { .speed = 2, .volume = 1, .keeps_pitch = TRUE, .loop = TRUE },
    { .speed = 1, .volume = 1, .band_hz = { 800, 6000 }, .band_first = 4000, .band_count = 9000 },
    { .speed = 1, .volume = 1, .loop = TRUE, .band_hz = { 800, 6000 }, .band_first = 14000, .band_count = 6000 },
  };
  const gsize n = 30000;
  g_autofree double *x = g_new (double, n), *read = NULL;
  g_autofree char *out = NULL, *command = NULL;

  set_up ();
  out = g_strconcat (path, ".wav", NULL);
  for (gsize i = 0; i < n; i++)
    x[i] = g_test_rand_double_range (-0.5, 0.5);
  open_numbers (x, n, 44100);
  ondes_session_set_conditioning (session, steps, TRUE);
  wait_until (is_conditioned);
  wait_until (is_open);
  for (guint c = 0; c < G_N_ELEMENTS (chosen); c++)
    {
      const guint64 before = memory_sink_get_count (sink);
      g_autoptr (OndesRecording) recording = NULL;
      g_autoptr (OndesSource) source = NULL;
      g_autofree float *heard = NULL, *written = NULL;
      gsize count;

      ondes_timeline_set_view (ondes_session_get_timeline (session), 5000, 12000);
      if (!chosen[c].loop)
        ondes_timeline_show_all (ondes_session_get_timeline (session));
      ondes_listening_set_settings (listening, &chosen[c]);
      ondes_analysis_export (ONDES_ANALYSIS (listening), out, ONDES_EXPORT_WAV, NULL, 0);
      wait_until (is_exported);
      recording = ondes_recording_open (out, NULL, NULL, NULL);
      g_assert_nonnull (recording);
      source = ondes_recording_source (recording, 1, NULL);
      g_assert_cmpfloat (source->rate_hz, ==, 48000);
      ondes_timeline_set_playhead (ondes_session_get_timeline (session), NAN);
      ondes_listening_toggle (listening);
      if (chosen[c].band_count > 0)
        {
          g_assert_cmpfloat (ondes_timeline_get_playhead (ondes_session_get_timeline (session)), >=, chosen[c].band_first);
          g_assert_cmpfloat (fabs ((double) source->n - (double) chosen[c].band_count * 48000 / 44100), <, 250);
        }
      wanted = before + source->n;
      wait_until (has_wanted);
      if (chosen[c].loop)
        ondes_listening_toggle (listening);
      wait_until (is_stopped);
      /* A loop goes on where the file fades out. */
      count = source->n - (chosen[c].loop ? 240 : 0);
      if (!chosen[c].loop)
        g_assert_cmpuint (memory_sink_get_count (sink) - before, ==, source->n);
      heard = take_frames (before, count);
      written = g_new (float, count);
      g_assert_true (ondes_source_read (source, 0, count, written, NULL));
      g_assert_cmpmem (heard, count * sizeof *heard, written, count * sizeof *written);
    }
  /* The command has no option for an offset, which noise may have; a band stops it. */
  ondes_listening_set_settings (listening, &(OndesListeningSettings) { .speed = 2, .volume = 1, .keeps_pitch = TRUE,
                                                                       .band_hz = { 800, 6000 } });
  command = ondes_analysis_command (ONDES_ANALYSIS (listening), "out.wav", ONDES_EXPORT_WAV, NULL, 0);
  g_assert_nonnull (command);
  g_assert_nonnull (strstr (command, "--condition highpass:100 --condition gain:-6"));
  g_assert_nonnull (strstr (command, "--speed 2 --keep-pitch"));
  g_unlink (out);
  tear_down ();
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/listening/says-how-a-recording-is-made-audible", test_words);
  g_test_add_func ("/ondes/listening/scales-and-speeds-up-what-a-sensor-wrote", test_scaled);
  g_test_add_func ("/ondes/listening/plays-what-a-derived-session-shows", test_derived);
  g_test_add_func ("/ondes/listening/another-recording-does-not-begin-by-itself", test_another);
  g_test_add_func ("/ondes/listening/shifts-ultrasound", test_shift);
  g_test_add_func ("/ondes/listening/keeps-the-pitch", test_pitch);
  g_test_add_func ("/ondes/listening/plays-a-band-alone", test_band);
  g_test_add_func ("/ondes/listening/pitch-and-band-are-undone", test_undo);
  g_test_add_func ("/ondes/listening/exports-what-is-heard", test_export);
  return g_test_run ();
}
