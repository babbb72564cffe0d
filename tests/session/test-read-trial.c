/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a text is read while a person chooses it, and what is remembered: without a widget. */
#include "session/read-trial.h"
#include "signal/sidecar.h"

#include <math.h>
#include <string.h>

#include "scalogram-fixture.h"

static char *
write_text (const char *name,
            const char *text)
{
  char *path = g_build_filename (scalogram_folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/* Ten rows of two channels beside times half a second apart, with semicolons and decimal commas. */
static char *
write_rows (const char *name)
{
  g_autoptr (GString) text = g_string_new ("Site 5\nTime [s];a [mV];b [mV]\n");

  for (guint i = 0; i < 10; i++)
    g_string_append_printf (text, "%u,%u;%u,25;%u,5\n", i / 2, i % 2 * 5, i, 3 * i);
  return write_text (name, text->str);
}

static void
wait_read (OndesReadTrial *trial)
{
  while (ondes_read_trial_is_busy (trial))
    g_main_context_iteration (NULL, TRUE);
}

static double
value_at (OndesReadTrial *trial,
          guint           channel,
          guint64         at)
{
  OndesRecording *recording = ondes_read_trial_get_recording (trial);
  OndesSource *source = ondes_recording_source (recording, channel, NULL);
  double value;

  g_assert_true (ondes_source_read_as (source, at, 1, ONDES_F64, &value, NULL));
  ondes_source_unref (source);
  return value;
}

static void
test_presets (void)
{
  g_autofree char *path = write_rows ("presets.csv");
  g_autoptr (OndesReadTrial) trial = ondes_read_trial_new (path, NULL);
  const OndesTextRecognition *found;

  wait_read (trial);
  found = ondes_read_trial_get_recognition (trial);
  g_assert_nonnull (found);
  g_assert_cmpint (found->format.separator, ==, ';');
  g_assert_cmpint (found->format.decimal, ==, ',');
  g_assert_cmpuint (found->format.header_rows, ==, 2);
  g_assert_cmpuint (found->time_column, ==, 1);
  g_assert_null (ondes_read_trial_get_problem (trial));
  g_assert_cmpfloat (ondes_recording_get_info (ondes_read_trial_get_recording (trial))->rate_hz, ==, 2);
  g_assert_cmpfloat (value_at (trial, 1, 3), ==, 3.25);
  g_assert_cmpfloat (value_at (trial, 2, 3), ==, 9.5);
  g_assert_false (ondes_read_trial_is_chosen (trial));
}

/* Each choice is followed; the newest of several at once is the one that counts. */
static void
test_choices (void)
{
  g_autofree char *path = write_rows ("choices.csv");
  g_autoptr (OndesReadTrial) trial = ondes_read_trial_new (path, NULL);
  OndesReadOptions options;

  for (guint rate = 1; rate <= 50; rate++)
    {
      options = *ondes_read_trial_get_options (trial);
      options.rate_hz = rate;
      ondes_read_trial_set_options (trial, &options);
    }
  wait_read (trial);
  g_assert_cmpfloat (ondes_recording_get_info (ondes_read_trial_get_recording (trial))->rate_hz, ==, 50);
  g_assert_true (ondes_read_trial_set_text (trial, ONDES_TEXT_TIMES, "none", NULL));
  wait_read (trial);
  g_assert_cmpuint (ondes_recording_get_info (ondes_read_trial_get_recording (trial))->channels, ==, 3);
  g_assert_cmpfloat (value_at (trial, 1, 3), ==, 1.5);
  g_assert_false (ondes_read_trial_set_text (trial, ONDES_TEXT_COLUMNS, "3-", NULL));
  ondes_read_trial_reset (trial);
  wait_read (trial);
  g_assert_false (ondes_read_trial_is_chosen (trial));
  g_assert_cmpfloat (ondes_recording_get_info (ondes_read_trial_get_recording (trial))->rate_hz, ==, 2);
}

/* What is kept holds where the file is opened again; and what the key file says can be taken back. */
static void
test_remembered (void)
{
  g_autofree char *path = write_rows ("remembered.csv");
  OndesReadTrial *trial = ondes_read_trial_new (path, NULL);
  g_autoptr (OndesRecording) again = NULL, plain = NULL;
  OndesReadOptions options;

  wait_read (trial);
  g_assert_true (ondes_read_trial_can_remember (trial));
  options = *ondes_read_trial_get_options (trial);
  options.rate_hz = 8;
  options.unit = "V";
  options.resample = TRUE;
  ondes_read_trial_set_options (trial, &options);
  g_assert_true (ondes_read_trial_set_text (trial, ONDES_TEXT_TIMES, "none", NULL));
  wait_read (trial);
  g_assert_true (ondes_sidecar_store (path, ondes_read_trial_get_options (trial), 0, NULL));
  g_object_unref (trial);
  again = ondes_recording_open (path, NULL, NULL, NULL);
  g_assert_cmpfloat (ondes_recording_get_info (again)->rate_hz, ==, 8);
  g_assert_cmpstr (ondes_recording_get_info (again)->unit, ==, "V");
  g_assert_cmpuint (ondes_recording_get_info (again)->channels, ==, 3);

  trial = ondes_read_trial_new (path, NULL);
  wait_read (trial);
  g_assert_cmpfloat (ondes_read_trial_get_options (trial)->rate_hz, ==, 8);
  g_assert_true (ondes_read_trial_is_chosen (trial));
  g_assert_true (ondes_read_trial_get_options (trial)->resample);
  ondes_read_trial_reset (trial);
  wait_read (trial);
  g_assert_cmpfloat (ondes_recording_get_info (ondes_read_trial_get_recording (trial))->rate_hz, ==, 2);
  g_assert_false (ondes_read_trial_get_options (trial)->resample);
  g_assert_true (ondes_sidecar_store (path, ondes_read_trial_get_options (trial), 0, NULL));
  g_object_unref (trial);
  plain = ondes_recording_open (path, NULL, NULL, NULL);
  g_assert_cmpfloat (ondes_recording_get_info (plain)->rate_hz, ==, 2);
  g_assert_cmpuint (ondes_recording_get_info (plain)->channels, ==, 2);
}

static void
test_problems (void)
{
  g_autofree char *words = write_text ("words.csv", "name,kind\nx,y\nz,w\n"), *row = write_text ("row.csv", "a,b\n1,2\n");
  const char *const paths[] = { words, row };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (OndesReadTrial) trial = ondes_read_trial_new (paths[i], NULL);

      wait_read (trial);
      g_assert_nonnull (ondes_read_trial_get_recognition (trial));
      g_assert_null (ondes_read_trial_get_recording (trial));
      g_assert_nonnull (strstr (ondes_read_trial_get_problem (trial),
                                i == 0 ? "without columns of numbers" : "one row of numbers"));
    }
}

static void
test_no_text (void)
{
  g_autofree char *path = tone_file ("tone.wav", 1000, 100);
  g_autoptr (OndesReadTrial) trial = ondes_read_trial_new (path, NULL);
  const OndesReadOptions raw = { .raw = TRUE, .raw_format = { .bits = 16, .kind = 's', .channels = 2, .rate_hz = 500 } };
  g_autoptr (OndesReadTrial) other = ondes_read_trial_new (path, &raw);

  wait_read (trial);
  g_assert_null (ondes_read_trial_get_recognition (trial));
  wait_read (other);
  g_assert_cmpuint (ondes_recording_get_info (ondes_read_trial_get_recording (other))->channels, ==, 2);
}

static void
on_needs_text (OndesSession *session,
               const char   *path,
               const char   *text,
               char        **asked)
{
  g_free (*asked);
  *asked = g_strdup (text);
}

/* The session asks for a text that it cannot read, and for nothing else. */
static void
test_session (void)
{
  g_autofree char *words = write_text ("prose.csv", "one,two\nthree,four\n"), *row = write_text ("single.csv", "a,b\n1,2\n");
  g_autofree char *rows = write_rows ("rows.csv"), *sound = write_text ("words.wav", "Only words.\n");
  const char *const paths[] = { words, row, rows, sound }, *const sentences[] = { "numbers", "one row", NULL, NULL };
  g_autoptr (OndesSession) session = ondes_session_new ();

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *asked = NULL;

      g_signal_connect (session, "needs-text", G_CALLBACK (on_needs_text), &asked);
      ondes_session_open (session, paths[i], NULL);
      while (ondes_session_is_opening (session, NULL))
        g_main_context_iteration (NULL, TRUE);
      g_signal_handlers_disconnect_by_data (session, &asked);
      g_assert_true ((asked != NULL) == (sentences[i] != NULL));
      if (asked != NULL)
        g_assert_nonnull (strstr (asked, sentences[i]));
    }
}

int
main (int    argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
  g_test_add_func ("/ondes/read-trial/the-recognised-is-preset", test_presets);
  g_test_add_func ("/ondes/read-trial/choices-are-followed", test_choices);
  g_test_add_func ("/ondes/read-trial/the-chosen-is-remembered", test_remembered);
  g_test_add_func ("/ondes/read-trial/what-cannot-be-read-is-told", test_problems);
  g_test_add_func ("/ondes/read-trial/other-files-are-no-text", test_no_text);
  g_test_add_func ("/ondes/read-trial/the-session-asks", test_session);
  return scalogram_run ();
}
