/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditioning in a session: before every analysis, undone, compared without, at another rate, with what does not fit. */
#include <math.h>
#include <string.h>

#include "scalogram-fixture.h"
#include "series/spectrum-analysis.h"
#include "session/words-conditioning.h"

#define N 16000

#define STEPS(...) ((const char *const[]) { __VA_ARGS__, NULL })

/* Of a conditioned session the newest picture; settled. */
static OndesScalogram *
picture_of (Watched *watched)
{
  settle (watched);
  g_assert_cmpstr (ondes_analysis_get_problem (ONDES_ANALYSIS (watched->analysis)), ==, NULL);
  return ondes_scalogram_analysis_get_scalogram (watched->analysis);
}

/* Largest magnitude in the middle of the row at @hz. */
static double
level_at (const OndesScalogram *scalogram,
          double                hz)
{
  const int row = ondes_scalogram_row (scalogram, hz);
  double largest = 0;

  g_assert_cmpint (row, >=, 0);
  for (guint j = scalogram->columns / 4; j < 3 * scalogram->columns / 4; j++)
    largest = MAX (largest, ondes_scalogram_value (scalogram, scalogram->values[(guint) row * scalogram->columns + j]));
  return largest;
}

static void
set (Watched           *watched,
     const char *const *steps)
{
  ondes_session_set_conditioning (watched->session, steps, TRUE);
}

/* The picture is of what was filtered; without the steps, and undone, it is the one before to the bit. */
static void
test_picture (Watched      *watched,
              gconstpointer data)
{
  g_autofree char *path = tone_file ("tone.wav", N, 440);
  g_autoptr (OndesScalogram) before = NULL, after = NULL;
  OndesRecording *original;

  open_and_settle (watched, path);
  before = ondes_scalogram_ref (picture_of (watched));
  original = ondes_session_get_recording (watched->session);
  g_assert_cmpfloat (level_at (before, 440), >, 0.4);
  set (watched, STEPS ("mean", "highpass:1000"));
  after = ondes_scalogram_ref (picture_of (watched));
  g_assert_cmpstr (after->conditioning, ==, "mean highpass:1000");
  g_assert_cmpfloat (level_at (after, 440), <, 0.02);
  g_assert_cmpfloat (fabs (level_at (after, 2000) / level_at (before, 2000) - 1), <, 0.3);
  g_assert_true (ondes_recording_get_original (ondes_session_get_recording (watched->session)) == original);

  ondes_session_set_conditioning (watched->session, ondes_session_get_conditioning (watched->session), FALSE);
  g_assert_true (ondes_session_get_recording (watched->session) == original);
  assert_is_computed (watched, picture_of (watched), 1e-5);
  g_assert_null (picture_of (watched)->conditioning);
  ondes_session_undo (watched->session);
  g_assert_cmpfloat (level_at (picture_of (watched), 440), <, 0.02);
  ondes_session_undo (watched->session);
  g_assert_cmpfloat (level_at (picture_of (watched), 440), >, 0.4);
  g_assert_cmpuint (g_strv_length ((char **) ondes_session_get_conditioning (watched->session)), ==, 0);
  g_assert_false (ondes_session_can_undo (watched->session));
  ondes_session_redo (watched->session);
  g_assert_cmpfloat (level_at (picture_of (watched), 440), <, 0.02);
  g_assert_cmpuint (watched->errors, ==, 0);
}

/* The other pages see the same samples; figure and copied command tell the steps. */
static void
test_pages (Watched      *watched,
            gconstpointer data)
{
  g_autofree gint16 *samples = make_tone (N, 100);
  g_autofree char *path = NULL, *command = NULL, *spectrum = NULL;
  g_autoptr (OndesSpectrumAnalysis) spectra = ondes_spectrum_analysis_new (watched->session);
  OndesSeries *values;
  double sum = 0;

  for (guint i = 0; i < N; i++)
    samples[i] = (gint16) (samples[i] / 4 + 9000);
  path = write_wav ("offset.wav", samples, N, 1, RATE);
  open_and_settle (watched, path);
  ondes_analysis_set_active (ONDES_ANALYSIS (spectra), TRUE);
  set (watched, STEPS ("mean"));
  settle (watched);
  while (ondes_analysis_is_busy (ONDES_ANALYSIS (spectra), NULL))
    g_main_context_iteration (NULL, TRUE);
  values = values_of (spectra);
  g_assert_cmpint (values->type, ==, ONDES_F64);
  for (guint64 i = 0; i < values->n; i++)
    sum += ((const double *) values->values)[i];
  g_assert_cmpfloat (fabs (sum) / (double) values->n, <, 500);
  command = ondes_analysis_command (ONDES_ANALYSIS (watched->analysis), "out.png", ONDES_EXPORT_PNG, NULL, 0);
  g_assert_nonnull (strstr (command, " --condition mean"));
  spectrum = ondes_analysis_command (ONDES_ANALYSIS (spectra), "out.npy", ONDES_EXPORT_NPY, NULL, 0);
  g_assert_nonnull (strstr (spectrum, " --condition mean"));
}

/* At another rate the view stays in time, and frequencies stay in Hz. */
static void
test_resampled (Watched      *watched,
                gconstpointer data)
{
  g_autofree char *path = tone_file ("tone.wav", N, 440);
  const OndesCwtSettings *settings = ondes_scalogram_analysis_get_settings (watched->analysis);
  OndesCwtSettings fresh;
  double first, count;

  open_and_settle (watched, path);
  fresh = *settings;
  fresh.fmin_hz = 200;
  fresh.fmax_hz = 900;
  ondes_scalogram_analysis_set_settings (watched->analysis, &fresh);
  ondes_timeline_set_view (watched->timeline, 4000, 8000);
  settle (watched);
  set (watched, STEPS ("resample:2000"));
  g_assert_cmpfloat (level_at (picture_of (watched), 440), >, 0.4);
  g_assert_cmpuint (ondes_timeline_get_length (watched->timeline), ==, N / 4);
  ondes_timeline_get_view (watched->timeline, &first, &count);
  g_assert_cmpfloat (first, ==, 1000);
  g_assert_cmpfloat (count, ==, 2000);
  g_assert_cmpfloat (fabs (settings->fmin_hz - 200), <, 1e-9);
  g_assert_cmpfloat (fabs (settings->fmax_hz - 900), <, 1e-9);
  g_assert_cmpfloat (picture_of (watched)->rate_hz, ==, 2000);
  ondes_session_undo (watched->session);
  g_assert_cmpfloat (level_at (picture_of (watched), 440), >, 0.4);
  ondes_timeline_get_view (watched->timeline, &first, &count);
  g_assert_cmpfloat (first, ==, 4000);
  g_assert_cmpfloat (count, ==, 8000);
  g_assert_cmpfloat (fabs (settings->fmax_hz - 900), <, 1e-9);
}

/* What does not fit is told, and nothing is applied; so it is with what nobody could have set. */
static void
test_problem (Watched      *watched,
              gconstpointer data)
{
  g_autofree char *path = tone_file ("tone.wav", N, 440);

  open_and_settle (watched, path);
  set (watched, STEPS ("lowpass:5000"));
  g_assert_nonnull (strstr (ondes_session_get_conditioning_problem (watched->session), "lowpass:5000"));
  set (watched, STEPS ("lowpass:5000"));
  g_assert_cmpfloat (level_at (picture_of (watched), 440), >, 0.4);
  g_assert_null (picture_of (watched)->conditioning);
  set (watched, STEPS ("lowpass:300"));
  g_assert_cmpstr (ondes_session_get_conditioning_problem (watched->session), ==, NULL);
  g_assert_cmpfloat (level_at (picture_of (watched), 440), <, 0.02);
  set (watched, STEPS ("no such step"));
  g_assert_cmpstr (ondes_session_get_conditioning (watched->session)[0], ==, "lowpass:300");
  g_assert_cmpuint (watched->errors, ==, 0);
}

/* Another recording has no steps, whose numbers were chosen for this one; the same one read otherwise is conditioned. */
static void
test_another (Watched      *watched,
              gconstpointer data)
{
  g_autofree char *path = tone_file ("tone.wav", N, 440), *other = tone_file ("other.wav", N, 440);

  open_and_settle (watched, path);
  set (watched, STEPS ("highpass:1000"));
  settle (watched);
  ondes_session_open (watched->session, path, &(OndesReadOptions) { .rate_hz = 8001 });
  g_assert_cmpfloat (level_at (picture_of (watched), 440), <, 0.02);
  open_and_settle (watched, other);
  g_assert_false (ondes_session_is_conditioned (watched->session));
  g_assert_null (ondes_session_get_conditioning (watched->session)[0]);
  g_assert_cmpfloat (level_at (picture_of (watched), 440), >, 0.4);
}

/* A drag is one step, and the newest steps win. */
static void
test_drag (Watched      *watched,
           gconstpointer data)
{
  g_autofree char *path = tone_file ("tone.wav", N, 440);

  open_and_settle (watched, path);
  set (watched, STEPS ("highpass:90"));
  settle (watched);
  ondes_session_set_held (watched->session, TRUE);
  for (guint hz = 100; hz <= 1000; hz += 50)
    {
      g_autofree char *step = g_strdup_printf ("highpass:%u", hz);

      set (watched, STEPS (step));
      for (guint i = 0; i < hz % 7; i++)
        g_main_context_iteration (NULL, FALSE);
      if (hz == 500)
        settle (watched);
    }
  ondes_session_set_held (watched->session, FALSE);
  g_assert_cmpfloat (level_at (picture_of (watched), 440), <, 0.02);
  g_assert_cmpstr (picture_of (watched)->conditioning, ==, "highpass:1000");
  ondes_session_undo (watched->session);
  g_assert_cmpfloat (level_at (picture_of (watched), 440), >, 0.4);
  g_assert_cmpstr (picture_of (watched)->conditioning, ==, "highpass:90");
  ondes_session_undo (watched->session);
  g_assert_null (picture_of (watched)->conditioning);
  g_assert_false (ondes_session_can_undo (watched->session));
}

static void
assert_words (const char *text,
              const char *expected)
{
  g_autofree char *words = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (OndesStep) step = { .text = NULL };

  g_assert_true (ondes_step_parse (text, &step, &error));
  g_assert_no_error (error);
  words = ondes_words_step (&step, "s");
  g_assert_cmpstr (words, ==, expected);
}

/* What a person reads of a step; a filter is told in words too, not by the options of the command. */
static void
test_words (void)
{
  static const struct { const char *step, *words; } cases[] = {
    { "mean", "Subtract mean" },
    { "bandpass:35:350", "Band-pass 35–350 Hz" },
    { "notch:50:3", "Notch 50 Hz × 3" },
    { "filter:lowpass=1000", "Low-pass 1000 Hz" },
    { "filter:highpass=20.5,transition=3", "High-pass 20.5 Hz, transition 3 Hz" },
    { "filter:bandstop=40:60,length=511,causal", "Band-stop 40–60 Hz, 511 taps, causal" },
    { "filter:bandpass=176.1:1763,ripple-db=60", "Band-pass 176.1–1763 Hz, 60 dB" },
    { "filter:notch=50:4", "Notch 50 Hz × 4, transition 5 Hz" },
    { "filter:hilbert,length=31,window=hann", "Hilbert transform, 31 taps, hann" },
    { "filter:bank=third-octave,band=5", "Octave bank 1/3, band 5" },
    { "filter:bank=morlet:20:2000:8,band=2", "Morlet bank 20–2000 Hz, band 2" },
    { "filter:differentiator,post=power", "Differentiator, power" },
    { "filter:causal,taps=/a/b, c.npy", "Taps of b, c.npy, causal" },
  };

  /* Taps that a preset brought have the name of their own file. */
  g_autofree char *kept
    = g_strdup_printf ("filter:taps=%s/ondes/kept/the room-0123456789ab.wav", g_get_user_data_dir ());

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_words (cases[i].step, cases[i].words);
  assert_words (kept, "Taps of the room.wav");
}

int
main (int    argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
#undef ADD
#define ADD(path, function) g_test_add ("/ondes/session/" path, Watched, NULL, watched_setup, function, watched_teardown)
  g_test_add_func ("/ondes/session/steps-are-told-in-words", test_words);
  ADD ("conditioning-comes-before-the-picture-and-is-undone", test_picture);
  ADD ("conditioning-is-of-all-pages-and-in-their-commands", test_pages);
  ADD ("a-resampled-view-stays-in-time-and-in-frequency", test_resampled);
  ADD ("steps-that-do-not-fit-are-told-and-left-out", test_problem);
  ADD ("another-recording-is-not-conditioned-unasked", test_another);
  ADD ("a-drag-of-a-step-is-one-undo-step", test_drag);
  return scalogram_run ();
}
