/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presets of analyses: the built-in ones on every sample and at every rate, files written and read again, and files that are
 * none. */
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../remove-all.h"
#include "../text-file.h"
#include "picture/analysis-preset.h"
#include "session/preset-files.h"
#include "transform/conditioning.h"

static char *folder;

static char *
in_folder (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* A transform of these frequencies and steps can be made of such a recording, and stays within it. */
static void
assert_fits (const OndesAnalysisPreset *preset,
             double                     rate_hz,
             guint64                    n,
             const char                *time_unit)
{
  g_auto (OndesPresetFit) fit = { 0 };
  g_autoptr (OndesScaleList) rows = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesConditioning) conditioning = NULL;
  g_autoptr (GError) error = NULL;
  double lowest, highest;

  ondes_analysis_preset_fit (preset, rate_hz, n, time_unit, &fit);
  conditioning = ondes_conditioning_parse ((const char *const *) fit.steps, &error);
  g_assert_no_error (error);
  for (char **text = fit.steps; *text != NULL; text++)
    {
      g_auto (OndesStep) step = { .text = NULL };

      g_assert_true (ondes_step_parse (*text, &step, NULL) && ondes_step_check (&step, rate_hz, n, NULL));
    }
  lowest = fit.lowest;
  highest = fit.highest;
  if (lowest == 0 && highest == 0)
    {
      g_assert_true (fit.note != NULL || preset->highest == 0);
      ondes_cwt_default_frequencies (rate_hz, &lowest, &highest);
    }
  else
    {
      g_assert_cmpfloat (highest, >=, 2 * lowest);
      g_assert_cmpfloat (highest, <, rate_hz / 2);
      g_assert_cmpfloat (lowest * (double) n / rate_hz, >, 1.4);
      g_assert_cmpfloat (lowest, >=, preset->lowest * fit.factor * (1 - 1e-12));
      g_assert_cmpfloat (highest, <=, preset->highest * fit.factor * (1 + 1e-12));
    }
  rows = ondes_scale_list_new_frequencies (lowest, highest, preset->cwt.voices, preset->cwt.options.omega0, rate_hz, &error);
  g_assert_no_error (error);
  spec = ondes_cwt_new (&preset->cwt.options, rows, &error);
  g_assert_no_error (error);
}

static void
test_built_in (void)
{
  static const char *const units[] = { "s", "ms", "min", "h", "d", "a" };
  static const char *const samples[] = { "ecg.txt", "gw150914.csv", "humpback.ogg", "nino3.dat" };

  for (const OndesBuiltInPreset *built_in = ondes_built_in_presets; built_in->id != NULL; built_in++)
    {
      g_autofree OndesAnalysisPreset *preset = ondes_analysis_preset_new_built_in (built_in->id);

      g_assert_cmpuint (strlen (preset->description), >, 10);
      g_assert_cmpuint (strlen (preset->description), <, 120);
      for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
        {
          g_autofree char *path = g_build_filename (g_getenv ("ONDES_SOURCE_DIR"), "data", "samples", samples[i], NULL);
          g_autoptr (GError) error = NULL;
          g_autoptr (OndesRecording) recording = ondes_recording_open (path, NULL, NULL, &error);
          const OndesRecordingInfo *info;

          g_assert_no_error (error);
          info = ondes_recording_get_info (recording);
          assert_fits (preset, info->rate_hz, info->frames, info->time_unit);
        }
      for (guint i = 0; i < 200; i++)
        assert_fits (preset, pow (10, g_test_rand_double_range (-3, 6)), (guint64) pow (10, g_test_rand_double_range (1.2, 9)),
                     units[g_test_rand_int_range (0, G_N_ELEMENTS (units))]);
    }
  g_assert_null (ondes_analysis_preset_new_built_in ("cats"));
}

/* On recordings of their own kind presets are as they stand, but for what such a recording lacks. */
static void
test_own_kind (void)
{
  static const struct
  {
    const char *id, *unit;
    double      rate_hz, lowest, highest;
  } kinds[] = {
    { "bats", "s", 384000, 10e3, 150e3 },   { "bats", "ms", 384, 10, 150 }, { "birds", "s", 48000, 300, 12e3 },
    { "birds", "s", 16000, 300, 7200 },     { "ecg", "s", 250, 0.5, 100 },  { "strain", "s", 4096, 25, 512 },
    { "climate", "a", 12, 1.0 / 64, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree OndesAnalysisPreset *preset = ondes_analysis_preset_new_built_in (kinds[i].id);
      g_auto (OndesPresetFit) fit = { 0 };

      ondes_analysis_preset_fit (preset, kinds[i].rate_hz, 10000000, kinds[i].unit, &fit);
      g_assert_cmpfloat_with_epsilon (fit.lowest, kinds[i].lowest, 1e-9 * kinds[i].lowest);
      g_assert_cmpfloat_with_epsilon (fit.highest, kinds[i].highest, 1e-9 * kinds[i].highest);
      g_assert_cmpint (fit.note == NULL, ==, kinds[i].rate_hz != 16000);
    }
}

static void
assert_same (const OndesAnalysisPreset *a,
             const OndesAnalysisPreset *b)
{
  g_autoptr (GVariant) one = ondes_analysis_preset_save (a), other = ondes_analysis_preset_save (b);

  g_assert_true (g_variant_equal (one, other));
}

/* Each is the same once it was written and read, and the command finds it by its name and as a file. */
static void
test_files (void)
{
  for (const OndesBuiltInPreset *built_in = ondes_built_in_presets; built_in->id != NULL; built_in++)
    {
      g_autofree OndesAnalysisPreset *preset = ondes_analysis_preset_new_built_in (built_in->id), *by_id = NULL, *read = NULL;
      g_autofree OndesAnalysisPreset *by_name = NULL;
      g_autofree char *path = in_folder ("x.ondes-preset"), *own = ondes_preset_path (&ondes_analysis_presets, "Mine 2");
      g_autoptr (GVariant) settings = NULL;
      g_autoptr (GError) error = NULL;

      preset->cwt.options.omega0 = g_test_rand_double_range (4, 9);
      preset->lowest *= g_test_rand_double_range (0.5, 1);
      settings = ondes_analysis_preset_save (preset);
      g_assert_true (ondes_analysis_presets.write (path, settings, &error));
      g_assert_true (ondes_analysis_presets.write (own, settings, &error));
      read = ondes_analysis_preset_load (path, &error);
      g_assert_no_error (error);
      by_name = ondes_analysis_preset_load ("Mine 2", &error);
      g_assert_no_error (error);
      by_id = ondes_analysis_preset_load (built_in->id, &error);
      g_assert_no_error (error);
      assert_same (read, preset);
      assert_same (by_name, preset);
      g_assert_cmpstr (by_id->description, ==, preset->description);
    }
}

static void
assert_refused (const char *text,
                const char *about)
{
  g_autofree char *path = in_folder ("wrong.ondes-preset");
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_null (ondes_analysis_preset_load (path, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_true (g_str_has_prefix (error->message, path));
  if (strstr (error->message, about) == NULL)
    g_error ("“%s” says nothing of %s", error->message, about);
}

#define HEAD "[Ondes preset]\nformat=1\n"
#define TAIL "\n[end]\n"

static void
test_refusals (void)
{
  g_autoptr (GError) error = NULL;

  assert_refused ("junk", "not a preset");
  assert_refused ("[Ondes compensation]\nformat=1\n[end]\n", "not a preset");
  assert_refused (HEAD "omega0=5\n", "cut off");
  assert_refused ("[Ondes preset]\nformat=2\n" TAIL, "format");
  assert_refused (HEAD "speed=7" TAIL, "speed");
  assert_refused (HEAD "omega0=nan" TAIL, "omega0");
  assert_refused (HEAD "omega0=x" TAIL, "omega0");
  assert_refused (HEAD "omega0=0.1" TAIL, "0.1");
  assert_refused (HEAD "wavelet=mexican-hat" TAIL, "mexican-hat");
  assert_refused (HEAD "sparkle=1" TAIL, "sparkle");
  assert_refused (HEAD "lowest=20\nhighest=10" TAIL, "lowest");
  assert_refused (HEAD "lowest=20" TAIL, "lowest");
  assert_refused (HEAD "time-unit=week" TAIL, "week");
  assert_refused (HEAD "voices=0" TAIL, "voices");
  assert_refused (HEAD "db-range=-1" TAIL, "dB");
  assert_refused (HEAD "quantity=phase" TAIL, "magnitude");
  assert_refused (HEAD "rows=list\nscales=x" TAIL, "x");
  assert_refused (HEAD "condition=mean\\nbandpass:9:3" TAIL, "9");
  g_assert_null (ondes_analysis_preset_load ("cats", &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_assert_nonnull (strstr (error->message, "whales"));
}

/* Taps. */

static const char first_taps[] = "0.25\n0.5\n0.25\n", second_taps[] = "# of a room\n1\n-0.5\n";

/* Asserts that @step, of a preset that was read, is @before with taps of this content, kept under the name @name. */
static void
assert_taps (const char *step,
             const char *before,
             const char *name,
             const char *content)
{
  const char *path = step + strlen (before);
  g_autofree char *kept = NULL, *text = NULL;

  g_assert_true (g_str_has_prefix (step, before));
  g_assert_true (g_str_has_prefix (path, folder));
  kept = ondes_kept_file_name (path);
  g_assert_cmpstr (kept, ==, name);
  text = text_file_read (path);
  g_assert_cmpstr (text, ==, content);
}

/* Asserts that the preset at @path has both files of taps, and is whole. */
static void
assert_whole (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree OndesAnalysisPreset *preset = ondes_analysis_preset_load (path, &error);
  g_auto (GStrv) steps = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GBytes) packed = NULL;

  g_assert_no_error (error);
  steps = g_strsplit (preset->steps, "\n", -1);
  g_assert_cmpuint (g_strv_length (steps), ==, 4);
  g_assert_cmpstr (steps[0], ==, "mean");
  assert_taps (steps[1], "filter:causal,taps=", "h, one.txt", first_taps);
  g_assert_cmpstr (steps[2], ==, "filter:notch=50");
  assert_taps (steps[3], "filter:post=power,taps=", "room.txt", second_taps);
  g_assert_true (ondes_analysis_preset_check_whole (path, &error));
  packed = ondes_analysis_preset_pack (path, &error);
  g_assert_no_error (error);
  text = text_file_read (path);
  g_assert_cmpmem (g_bytes_get_data (packed, NULL), g_bytes_get_size (packed), text, strlen (text));
}

/* A preset is whole without the files of taps that it was made of; written again it is the same file. */
static void
test_taps (void)
{
  g_autofree OndesAnalysisPreset *preset = ondes_analysis_preset_new_built_in ("ecg"), *read = NULL;
  g_autofree char *path = in_folder ("taps.ondes-preset"), *again = in_folder ("again.ondes-preset");
  g_autofree char *one = in_folder ("h, one.txt"), *other = in_folder ("room.txt"), *first = NULL, *second = NULL;
  g_autoptr (GVariant) settings = NULL, read_settings = NULL;
  g_autoptr (GError) error = NULL;

  text_file_write (one, first_taps);
  text_file_write (other, second_taps);
  g_snprintf (preset->steps, sizeof preset->steps, "mean\nfilter:causal,taps=%s\nfilter:notch=50\nfilter:post=power,taps=%s", one,
              other);
  settings = ondes_analysis_preset_save (preset);
  g_assert_true (ondes_analysis_presets.write (path, settings, &error));
  g_remove (one);
  g_remove (other);
  first = text_file_read (path);
  g_assert_null (strstr (first, folder));
  assert_whole (path);
  read = ondes_analysis_preset_load (path, &error);
  read_settings = ondes_analysis_preset_save (read);
  g_assert_true (ondes_analysis_presets.write (again, read_settings, &error));
  second = text_file_read (again);
  g_assert_cmpstr (first, ==, second);
  /* What is not there is not put into a preset, and the old file stays. */
  g_assert_false (ondes_analysis_presets.write (path, settings, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_true (g_str_has_prefix (error->message, one));
  assert_whole (path);
}

/* A preset of an earlier version names its taps: it is read where a person chose it, and packed with them. */
static void
test_named_taps (void)
{
  g_autofree char *path = in_folder ("old.ondes-preset"), *packed = in_folder ("packed.ondes-preset");
  g_autofree char *one = in_folder ("h, one.txt"), *other = in_folder ("room.txt"), *text = NULL, *steps = NULL;
  g_autofree OndesAnalysisPreset *preset = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;

  text_file_write (one, first_taps);
  text_file_write (other, second_taps);
  text = g_strdup_printf (HEAD "condition=mean\\nfilter:causal,taps=%s\\nfilter:notch=50\\nfilter:post=power,taps=%s" TAIL, one,
                          other);
  text_file_write (path, text);
  preset = ondes_analysis_preset_load (path, &error);
  g_assert_no_error (error);
  steps = g_strdup_printf ("mean\nfilter:causal,taps=%s\nfilter:notch=50\nfilter:post=power,taps=%s", one, other);
  g_assert_cmpstr (preset->steps, ==, steps);
  bytes = ondes_analysis_preset_pack (path, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (packed, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL));
  g_remove (one);
  g_remove (other);
  assert_whole (packed);
  g_assert_false (ondes_analysis_preset_check_whole (path, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, one));
  g_clear_error (&error);
  g_assert_null (ondes_analysis_preset_pack (path, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  /* A name that is no path says that the taps are in the file. */
  assert_refused (HEAD "condition=filter:taps=h.txt" TAIL, "is not in it");
  assert_refused (HEAD "condition=filter:taps=../h.txt" TAIL, "is not in it");
}

/* What it asks for is what the command takes. */
static void
test_options (void)
{
  g_autofree OndesAnalysisPreset *preset = ondes_analysis_preset_new_built_in ("strain");
  g_auto (GStrv) all = ondes_analysis_preset_options (preset, TRUE), numbers = ondes_analysis_preset_options (preset, FALSE);

  g_assert_true (g_strv_contains ((const char *const *) all, "--linear"));
  g_assert_false (g_strv_contains ((const char *const *) numbers, "--linear"));
  g_assert_false (g_strv_contains ((const char *const *) numbers, "--quantity"));
  g_assert_true (g_strv_contains ((const char *const *) numbers, "--voices"));
  g_assert_cmpuint (g_strv_length (all) % 2, ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  int result;

  folder = g_dir_make_tmp ("ondes-presets-XXXXXX", &error);
  g_assert_no_error (error);
  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/analysis-presets/built-in-ones-fit-every-recording", test_built_in);
  g_test_add_func ("/ondes/analysis-presets/are-as-they-stand-for-their-kind", test_own_kind);
  g_test_add_func ("/ondes/analysis-presets/are-files", test_files);
  g_test_add_func ("/ondes/analysis-presets/wrong-files-are-refused", test_refusals);
  g_test_add_func ("/ondes/analysis-presets/have-the-taps-of-their-filters-in-them", test_taps);
  g_test_add_func ("/ondes/analysis-presets/of-earlier-versions-name-taps", test_named_taps);
  g_test_add_func ("/ondes/analysis-presets/are-options-of-the-command", test_options);
  result = g_test_run ();
  remove_all (folder);
  return result;
}
