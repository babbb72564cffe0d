/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that a window puts together: what is planned, counted and told before they begin. */
#include <glib/gstdio.h>
#include <string.h>

#include "batch/batch-screen.h"
#include "batch/words-runs.h"
#include "runs-fixture.h"
#include "../remove-all.h"

/* Changes what a preset has, and what it leaves out. */
static void
change_settings (Fixture *self)
{
  static const char *const steps[] = { "mean", "gain:-6", NULL };
  OndesScalogramAnalysis *analysis = self->watched.analysis;
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (analysis);
  OndesDisplay display = *ondes_scalogram_analysis_get_display (analysis);

  settings.options.omega0 = g_test_rand_double_range (4, 9);
  settings.options.normalisation = ONDES_NORMALISATION_L2;
  settings.fmin_hz = g_test_rand_double_range (80, 200);
  settings.fmax_hz = g_test_rand_double_range (1500, 3000);
  settings.voices = 6;
  settings.detrend = ONDES_DETREND_LINEAR;
  ondes_scalogram_analysis_set_settings (analysis, &settings);
  display.palette = 1;
  display.equalise = TRUE;
  display.db_range = 37.5;
  display.cone = FALSE;
  display.notes = TRUE;
  ondes_scalogram_analysis_set_display (analysis, &display);
  ondes_session_set_channel (self->watched.session, 0);
  ondes_session_set_conditioning (self->watched.session, steps, TRUE);
  settle (&self->watched);
}

static char *
read_text (const char *folder,
           const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* Writes the settings as a preset, as the window does where a person exports one. */
static char *
write_preset (Fixture *self)
{
  g_autofree OndesAnalysisPreset *taken = g_new0 (OndesAnalysisPreset, 1);
  g_autoptr (GVariant) settings = NULL;
  char *path = g_build_filename (scalogram_folder, ONDES_DRAFT_PRESET, NULL);

  ondes_analysis_preset_take (taken, self->watched.session);
  settings = ondes_analysis_preset_save (taken);
  g_assert_true (ondes_analysis_presets.write (path, settings, NULL));
  return path;
}

/* The window plans what the command does of the same settings: the same hashes, the same manifest. */
static void
test_plan (Fixture *self,
           gconstpointer data)
{
  g_autofree char *first = NULL, *exported = NULL, *other = g_build_filename (scalogram_folder, "other", NULL);
  g_autofree char *ours = NULL, *theirs = NULL, *preset = NULL, *their_preset = NULL;
  g_autoptr (OndesBatchDraft) draft = NULL;
  OndesDraftEstimate estimate;

  write_some (self, 3);
  first = write_tone ("z.wav", FRAMES, 500);
  open_and_settle (&self->watched, first);
  change_settings (self);
  draft = draft_of (self, 1u << ONDES_BATCH_SCALOGRAM | 1u << ONDES_BATCH_BANDS);
  ondes_batch_draft_set_option (draft, "--every", "0.1");
  wait_draft (draft);
  g_assert_cmpstr (ondes_batch_draft_get_problem (draft, NULL), ==, NULL);
  estimate = *ondes_batch_draft_get_estimate (draft);
  g_assert_true (estimate.counted && estimate.estimated);
  g_assert_cmpuint (estimate.files, ==, 5);
  g_assert_cmpuint (estimate.unreadable, ==, 1);
  g_assert_cmpfloat_with_epsilon (estimate.seconds, (4 * FRAMES + 200 * 6) / (double) RATE, 1e-9);
  g_assert_cmpfloat (estimate.out_bytes, >, 5000);
  g_assert_cmpfloat (estimate.out_s, >, 0);
  g_assert_false (g_file_test (self->run, G_FILE_TEST_EXISTS));
  ondes_batch_draft_write (draft);
  wait_draft (draft);
  g_assert_cmpstr (ondes_batch_draft_get_problem (draft, NULL), ==, NULL);
  exported = write_preset (self);
  run_cli ((const char *const[]) { "batch", "plan", self->recordings, "--preset", exported, "--products", "scalogram,bands",
                                   "--channel", "mix", "--notes", "--size", "300x200", "--second-axis", "--every", "0.1", "-o",
                                   other, NULL });
  preset = read_text (self->run, "preset");
  their_preset = read_text (other, "preset");
  g_assert_cmpstr (preset, ==, their_preset);
  ours = read_text (self->run, ONDES_BATCH_MANIFEST);
  theirs = read_text (other, ONDES_BATCH_MANIFEST);
  g_assert_cmpstr (ours, ==, theirs);
  remove_all (other);
}

/* A run's parameters are the settings that they were made of. */
static void
test_back (Fixture *self,
           gconstpointer data)
{
  g_autofree OndesAnalysisPreset *taken = g_new0 (OndesAnalysisPreset, 1);
  g_autofree char *path = write_tone ("a.wav", FRAMES, 1000);
  OndesCompensationSettings compensation = ondes_compensation_settings_default;
  g_autoptr (OndesBatchParameters) parameters = NULL;
  g_autoptr (OndesBatchRun) run = NULL;
  g_auto (OndesBatchSettings) settings = { 0 };
  g_autoptr (OndesBatchDraft) draft = NULL;
  g_autoptr (GVariant) before = NULL, after = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) lines = NULL;

  open_and_settle (&self->watched, path);
  change_settings (self);
  compensation.on = compensation.quantise = compensation.dither = TRUE;
  compensation.bits = 9;
  compensation.oversample = 2;
  g_strlcpy (compensation.amplitude, "constant:0.1", sizeof compensation.amplitude);
  ondes_scalogram_analysis_set_compensation (self->watched.analysis, &compensation);
  settle (&self->watched);
  parameters = parameters_of (self);
  draft = draft_of (self, 1u << ONDES_BATCH_SCALOGRAM);
  wait_draft (draft);
  ondes_batch_draft_write (draft);
  wait_draft (draft);
  run = ondes_batch_run_open (self->run, &error);
  g_assert_no_error (error);
  g_assert_true (ondes_batch_settings_find (&settings, run, &error));
  g_assert_no_error (error);
  ondes_analysis_preset_take (taken, self->watched.session);
  before = ondes_analysis_preset_save (taken);
  after = ondes_analysis_preset_save (settings.preset);
  g_assert_cmpvariant (before, after);
  g_assert_true (ondes_compensation_settings_equal (&compensation, &settings.compensation));
  g_assert_cmpuint (settings.channel, ==, 0);
  lines = ondes_batch_parameters_lines (parameters);
  g_assert_cmpuint (lines->len, >, parameters->words->len / 2 + 10);
}

/* What cannot be run is said where it is, and nothing is written. */
static void
test_problems (Fixture *self,
               gconstpointer data)
{
  g_autofree char *path = write_tone ("a.wav", FRAMES, 1000), *nowhere = g_build_filename (scalogram_folder, "nowhere", NULL);
  g_autoptr (OndesBatchDraft) draft = NULL;
  OndesDraftPlace place;

  open_and_settle (&self->watched, path);
  draft = draft_of (self, 0);
  g_assert_nonnull (ondes_batch_draft_get_problem (draft, &place));
  g_assert_cmpint (place, ==, ONDES_DRAFT_PRODUCTS);
  ondes_batch_draft_set_products (draft, 1u << ONDES_BATCH_ANNOTATIONS);
  wait_draft (draft);
  g_assert_nonnull (ondes_batch_draft_get_problem (draft, &place));
  g_assert_cmpint (place, ==, ONDES_DRAFT_ANNOTATIONS);
  ondes_batch_draft_set_option (draft, "--detect", "500:1500");
  ondes_batch_draft_set_option (draft, "--above", "-20");
  wait_draft (draft);
  g_assert_cmpstr (ondes_batch_draft_get_problem (draft, &place), ==, NULL);
  ondes_batch_draft_set_option (draft, "--every", "soon");
  wait_draft (draft);
  g_assert_nonnull (ondes_batch_draft_get_problem (draft, &place));
  g_assert_cmpint (place, ==, ONDES_DRAFT_BANDS);
  ondes_batch_draft_set_option (draft, "--every", NULL);
  ondes_batch_draft_set_patterns (draft, "*.flac; b*");
  wait_draft (draft);
  g_assert_nonnull (ondes_batch_draft_get_problem (draft, &place));
  g_assert_cmpint (place, ==, ONDES_DRAFT_RECORDINGS);
  ondes_batch_draft_set_patterns (draft, "*.flac; a*");
  ondes_batch_draft_set_folder (draft, nowhere);
  wait_draft (draft);
  g_assert_nonnull (strstr (ondes_batch_draft_get_problem (draft, &place), nowhere));
  g_assert_cmpint (place, ==, ONDES_DRAFT_RECORDINGS);
  ondes_batch_draft_write (draft);
  g_assert_false (ondes_batch_draft_is_writing (draft) || g_file_test (self->run, G_FILE_TEST_EXISTS));
}

/* Before a run is written it is known which recordings have no such channel; another one can be chosen for all. */
static void
test_channel (Fixture *self,
              gconstpointer data)
{
  g_autofree char *stereo = write_noise ("stereo.wav", 2, RATE), *mono = write_tone ("mono.wav", FRAMES, 1000);
  g_autoptr (OndesBatchDraft) draft = NULL;

  open_and_settle (&self->watched, stereo);
  ondes_session_set_channel (self->watched.session, 2);
  settle (&self->watched);
  draft = draft_of (self, 1u << ONDES_BATCH_SCALOGRAM);
  wait_draft (draft);
  g_assert_cmpstr (ondes_batch_draft_get_problem (draft, NULL), ==, NULL);
  g_assert_true (ondes_batch_draft_is_ready (draft));
  g_assert_cmpuint (ondes_batch_draft_get_estimate (draft)->files, ==, 2);
  g_assert_cmpuint (ondes_batch_draft_get_estimate (draft)->failing, ==, 1);
  g_assert_nonnull (strstr (ondes_batch_draft_get_warning (draft), "mono.wav will fail: it has 1 channel"));
  /* If all fail there is no run. */
  ondes_batch_draft_set_patterns (draft, "mono*");
  wait_draft (draft);
  g_assert_false (ondes_batch_draft_is_ready (draft));
  g_assert_nonnull (strstr (ondes_batch_draft_get_problem (draft, NULL), "mono.wav"));
  ondes_batch_draft_set_option (draft, "--channel", "1");
  ondes_batch_draft_set_patterns (draft, "");
  wait_draft (draft);
  g_assert_cmpstr (ondes_batch_draft_get_problem (draft, NULL), ==, NULL);
  g_assert_cmpstr (ondes_batch_draft_get_warning (draft), ==, NULL);
  g_assert_cmpuint (ondes_batch_draft_get_estimate (draft)->failing, ==, 0);
}

/* One recording of each rate is tried, so that settings that only some recordings allow are known before. */
static void
test_kinds (Fixture *self,
            gconstpointer data)
{
  g_autofree char *fast = write_tone ("fast.wav", FRAMES, 500), *slow = write_noise ("slow.wav", 1, RATE / 8);
  g_autofree char *other = write_noise ("too.wav", 1, RATE / 8);
  g_autoptr (OndesBatchDraft) draft = NULL;

  open_and_settle (&self->watched, fast);
  draft = draft_of (self, 1u << ONDES_BATCH_BANDS);
  ondes_batch_draft_set_option (draft, "--bands", "morlet:100:3000:4");
  wait_draft (draft);
  g_assert_cmpstr (ondes_batch_draft_get_problem (draft, NULL), ==, NULL);
  g_assert_cmpuint (ondes_batch_draft_get_estimate (draft)->failing, ==, 2);
  g_assert_nonnull (strstr (ondes_batch_draft_get_warning (draft), "2 recordings like "));
}

/* Labels that the names fit are no recordings. */
static void
test_labels (Fixture *self,
             gconstpointer data)
{
  g_autofree char *path = write_tone ("a.wav", FRAMES, 1000), *said = NULL;
  g_autofree char *labels = g_build_filename (self->recordings, "a.txt", NULL);
  g_autoptr (OndesBatchDraft) draft = NULL;

  g_assert_true (g_file_set_contents (labels, "0.1\t0.2\twhale\n", -1, NULL));
  open_and_settle (&self->watched, path);
  draft = draft_of (self, 1u << ONDES_BATCH_BANDS);
  ondes_batch_draft_set_patterns (draft, "a.*");
  wait_draft (draft);
  said = ondes_words_draft_counts (draft);
  g_assert_true (g_str_has_prefix (said, "1 recording, ") && g_str_has_suffix (said, "; 1 file of annotations is left out"));
}

/* Folders below count too, unless they are left out. */
static void
test_flat (Fixture *self,
           gconstpointer data)
{
  g_autofree char *below = g_build_filename (self->recordings, "below", NULL), *path = NULL, *other = NULL;
  g_autoptr (OndesBatchDraft) draft = NULL;

  g_assert_cmpint (g_mkdir (below, 0777), ==, 0);
  path = write_tone ("a.wav", FRAMES, 1000);
  other = write_tone ("below/b.wav", FRAMES, 1000);
  open_and_settle (&self->watched, path);
  draft = draft_of (self, 1u << ONDES_BATCH_BANDS);
  for (guint flat = 0; flat < 2; flat++)
    {
      ondes_batch_draft_set_flat (draft, flat);
      wait_draft (draft);
      g_assert_cmpstr (ondes_batch_draft_get_problem (draft, NULL), ==, NULL);
      g_assert_cmpuint (ondes_batch_draft_get_estimate (draft)->files, ==, flat ? 1 : 2);
    }
}

#define ADD_DRAFT(path, function) g_test_add ("/ondes/drafts/" path, Fixture, NULL, setup, function, teardown)

int
main (int argc,
      char *argv[])
{
  scalogram_init (&argc, &argv);
  ADD_DRAFT ("the-window-plans-what-the-command-does", test_plan);
  ADD_DRAFT ("parameters-are-the-settings-they-were-made-of", test_back);
  ADD_DRAFT ("what-is-wrong-is-said-at-its-place", test_problems);
  ADD_DRAFT ("a-channel-that-is-missing-is-told-before", test_channel);
  ADD_DRAFT ("what-one-rate-does-not-allow-is-told-before", test_kinds);
  ADD_DRAFT ("labels-are-no-recordings", test_labels);
  ADD_DRAFT ("folders-below-count-unless-they-are-left-out", test_flat);
  return scalogram_run ();
}
