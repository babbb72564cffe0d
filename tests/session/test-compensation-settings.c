/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of a compensation: refused at their control, with files that are slow, change or break, undone, remembered, and in
 * the copied command. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compensation-fixture.h"
#include "session/settings.h"

#define N 300 /* as many as columns: a column is a sample */

/* Each is refused at its control, and what was shown stays; off, or mended, it goes on. */
static void
check_refused (Watched *watched,
               const OndesCompensationSettings *bad,
               OndesSetting setting)
{
  g_autoptr (OndesScalogram) before = ondes_scalogram_ref (picture_of (watched));
  const OndesCompensationSettings good = *ondes_scalogram_analysis_get_compensation (watched->analysis);
  OndesCompensationSettings off = *bad;
  const char *problem;

  set (watched, bad);
  settle (watched);
  problem = ondes_analysis_get_problem (analysis_of (watched));
  g_test_message ("%s", problem);
  g_assert_nonnull (problem);
  g_assert_cmpint (ondes_analysis_get_problem_setting (analysis_of (watched)), ==, setting);
  g_assert_true (ondes_scalogram_analysis_get_scalogram (watched->analysis) == before);
  off.on = FALSE;
  set (watched, &off);
  g_assert_null (ondes_analysis_get_problem (analysis_of (watched)));
  set (watched, bad);
  set (watched, &good);
  g_assert_true (ondes_spec_equal (picture_of (watched)->spec, before->spec));
  g_assert_cmpuint (watched->errors, ==, 0);
}

static void
test_refusals (Watched *watched,
               gconstpointer data)
{
  static const struct
  {
    const char *amplitude, *timing;
    OndesSetting setting;
  } models[] = {
    { "constant:-1", "", ONDES_SETTING_AMPLITUDE_ERROR },       { "power:-1e-3,1,0", "", ONDES_SETTING_AMPLITUDE_ERROR },
    { "foo", "", ONDES_SETTING_AMPLITUDE_ERROR },               { "points:100,0;200,-3", "", ONDES_SETTING_AMPLITUDE_ERROR },
    { "points:1,2;3", "", ONDES_SETTING_AMPLITUDE_ERROR },      { "points:5,1;5,2", "", ONDES_SETTING_AMPLITUDE_ERROR },
    { "points:5,nan", "", ONDES_SETTING_AMPLITUDE_ERROR },      { "points:0,1", "", ONDES_SETTING_AMPLITUDE_ERROR },
    { "", "constant:100", ONDES_SETTING_TIMING_ERROR },         { "", "constant:", ONDES_SETTING_TIMING_ERROR },
    { "", "power:1,2", ONDES_SETTING_TIMING_ERROR },
  };
  const OndesCompensationSettings good = with_amplitude ("constant:0.1");
  OndesCompensationSettings bad;

  open_noise (watched, N);
  compensated (watched, &good);
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      bad = with_amplitude (models[i].amplitude);
      g_strlcpy (bad.timing, models[i].timing, sizeof bad.timing);
      check_refused (watched, &bad, models[i].setting);
    }
  for (guint i = 0; i < 2; i++)
    {
      bad = good;
      bad.quantise = TRUE;
      bad.bits = i * 70;
      check_refused (watched, &bad, ONDES_SETTING_MASK_BITS);
      bad = good;
      bad.aperture = i == 0 ? -1 : 10;
      check_refused (watched, &bad, ONDES_SETTING_APERTURE);
    }
  bad = good;
  bad.oversample = 3;
  check_refused (watched, &bad, ONDES_SETTING_OVERSAMPLE);
  bad.oversample = 2;
  g_strlcpy (bad.interpolation, "spline", sizeof bad.interpolation);
  check_refused (watched, &bad, ONDES_SETTING_INTERPOLATION);
  /* What does nothing is not asked about. */
  bad.oversample = 1;
  bad.bits = 70;
  assert_gain (compensated (watched, &bad), compensated (watched, &good), 1);
}

static void
test_files (Watched *watched,
            gconstpointer data)
{
  static const struct
  {
    const char *text, *kind;
  } broken[] = {
    { "", "table:" }, { "100 1\n100 2\n", "table:" }, { "100 nan\n", "table:" }, { "100 1 2\n", "table:" },
    { "a\1\n", "table:" },
    { "100;3;4\n", "" }, { "Hz;dB;dB\n1;2;3\n", "" }, { "1\nnan\n", "taps:" },
  };
  static const OndesSetting settings_of[] = { ONDES_SETTING_AMPLITUDE_ERROR, ONDES_SETTING_CALIBRATION,
                                              ONDES_SETTING_INTERPOLATION };
  g_autoptr (OndesScalogram) plain = NULL;
  g_auto (GStrv) notes = NULL;
  OndesCompensationSettings settings;

  open_noise (watched, N);
  plain = ondes_scalogram_ref (picture_of (watched));
  for (guint i = 0; i <= G_N_ELEMENTS (broken); i++)
    {
      const gboolean missing = i == G_N_ELEMENTS (broken);
      const char *kind = missing ? "table:" : broken[i].kind;
      const guint which = kind[0] == '\0' ? 1 : kind[1] == 'a' && kind[2] == 'p' ? 2 : 0;

      settings = with_amplitude ("");
      if (!missing)
        write_text ("broken.txt", broken[i].text);
      put_path (which == 1 ? settings.calibration : which == 2 ? settings.interpolation : settings.amplitude, kind,
                missing ? "/missing.txt" : "/broken.txt");
      settings.oversample = which == 2 ? 2 : 1;
      check_refused (watched, &settings, settings_of[which]);
    }
  /* Sorted, and held for rows beyond; the sentences say so. */
  write_text ("unsorted.txt", "900 0.25\n400 0.25\n");
  settings = with_table ("/unsorted.txt");
  assert_gain (compensated (watched, &settings), plain, 1.25);
  notes = ondes_scalogram_analysis_get_compensation_notes (watched->analysis);
  g_assert_cmpuint (g_strv_length (notes), ==, 2);
  g_assert_nonnull (strstr (notes[0], "sorted"));
  g_assert_nonnull (strstr (notes[1], "held"));
}

/* What is read is kept while numbers change, and is read again when asked. */
static void
test_changes (Watched *watched,
              gconstpointer data)
{
  g_autofree char *path = path_of ("changing.txt");
  g_autoptr (OndesScalogram) plain = NULL;
  OndesCompensationSettings settings = with_table ("/changing.txt");
  const OndesCompensation *applied;

  open_noise (watched, N);
  plain = ondes_scalogram_ref (picture_of (watched));
  write_text ("changing.txt", "100 1\n");
  assert_gain (compensated (watched, &settings), plain, 2);
  write_text ("changing.txt", "100 3\n");
  settings.quantise = TRUE;
  settings.bits = 40;
  /* At once: no file is read. */
  set (watched, &settings);
  applied = ondes_scalogram_analysis_get_applied (watched->analysis);
  g_assert_nonnull (applied);
  g_assert_cmpuint (ondes_compensation_get_options (applied)->quantisation.bits, ==, 40);
  assert_gain (picture_of (watched), plain, 2);
  g_assert_cmpfloat (ondes_spec_cwt (picture_of (watched)->spec)->noise_db, <, -200);
  ondes_analysis_recompute (analysis_of (watched));
  assert_gain (picture_of (watched), plain, 4);
  /* Gone: the picture stays. */
  g_unlink (path);
  ondes_analysis_recompute (analysis_of (watched));
  settle (watched);
  g_assert_cmpint (ondes_analysis_get_problem_setting (analysis_of (watched)), ==, ONDES_SETTING_AMPLITUDE_ERROR);
  assert_gain (ondes_scalogram_analysis_get_scalogram (watched->analysis), plain, 4);
  write_text ("changing.txt", "100 4\n");
  ondes_scalogram_analysis_reload_compensation (watched->analysis);
  assert_gain (picture_of (watched), plain, 5);
  /* Switched off to compare, and on again: what was read is there. */
  g_unlink (path);
  settings.on = FALSE;
  assert_gain (compensated (watched, &settings), plain, 1);
  settings.on = TRUE;
  assert_gain (compensated (watched, &settings), plain, 5);
  g_assert_cmpuint (watched->errors, ==, 0);
}

/* A table that is not delivered yet holds nothing up, and never shows once something newer was asked for. A named pipe, which
 * nobody may ever write into, is refused. */
static void
test_slow (Watched *watched,
           gconstpointer data)
{
  g_autofree char *path = path_of ("slow.txt");
  g_autoptr (OndesScalogram) plain = NULL;
  OndesCompensationSettings pipe_table = with_table ("/slow.txt"), quick = with_amplitude ("constant:0.5"), slow = quick;
  int ends[2], others[2];

  open_noise (watched, N);
  plain = ondes_scalogram_ref (picture_of (watched));
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  set (watched, &pipe_table);
  settle (watched);
  g_assert_cmpint (ondes_analysis_get_problem_setting (analysis_of (watched)), ==, ONDES_SETTING_AMPLITUDE_ERROR);
  g_assert_nonnull (strstr (ondes_analysis_get_problem (analysis_of (watched)), "is a pipe"));
  g_assert_cmpint (pipe (ends), ==, 0);
  g_snprintf (slow.amplitude, sizeof slow.amplitude, "table:/dev/fd/%d", ends[0]);
  set (watched, &slow);
  g_assert_true (ondes_analysis_is_busy (analysis_of (watched), NULL));
  g_assert_true (ondes_scalogram_analysis_get_scalogram (watched->analysis) == plain);
  g_assert_null (ondes_scalogram_analysis_get_applied (watched->analysis));
  /* A number goes on waiting for the same file; something without one overtakes it. */
  slow.aperture = 1e-5;
  set (watched, &slow);
  g_assert_true (ondes_analysis_is_busy (analysis_of (watched), NULL));
  assert_gain (compensated (watched, &quick), plain, 1.5);
  /* Another pipe: a read that was overtaken may take what comes through the first one. */
  g_assert_cmpint (pipe (others), ==, 0);
  slow.aperture = 0;
  g_snprintf (slow.amplitude, sizeof slow.amplitude, "table:/dev/fd/%d", others[0]);
  set (watched, &slow);
  g_assert_cmpint (write (others[1], "100 7\n", 6), ==, 6);
  close (others[1]);
  assert_gain (picture_of (watched), plain, 8);
  close (others[0]);
  close (ends[0]);
  close (ends[1]);
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("/table-%u.txt", i), *text = g_strdup_printf ("100 %u\n", i + 1);
      OndesCompensationSettings table = with_table (name);

      write_text (name + 1, text);
      set (watched, &table);
      if (i % 3 == 0)
        g_main_context_iteration (NULL, FALSE);
    }
  assert_gain (picture_of (watched), plain, 21);
  g_assert_cmpstr (ondes_scalogram_analysis_get_compensation (watched->analysis)->timing, ==, "");
  /* A cancel leaves the old picture, and the next change reads. */
  g_unlink (path);
  slow = with_table ("/table-3.txt");
  set (watched, &slow);
  ondes_analysis_cancel (analysis_of (watched));
  settle (watched);
  slow.aperture = 0;
  ondes_analysis_recompute (analysis_of (watched));
  assert_gain (picture_of (watched), plain, 5);
}

/* Settings that differ from those of @base in one field, number @which. */
static gboolean
vary (OndesCompensationSettings *settings,
      guint which)
{
  switch (which)
    {
    case 0: settings->on = !settings->on; return TRUE;
    case 1: g_strlcpy (settings->amplitude, "constant:0.2", sizeof settings->amplitude); return TRUE;
    case 2: g_strlcpy (settings->timing, "constant:1e-5", sizeof settings->timing); return TRUE;
    case 3: put_path (settings->calibration, "", "/sheet.csv"); return TRUE;
    case 4: settings->aperture = 2e-5; return TRUE;
    case 5: settings->quantise = TRUE; return TRUE;
    case 6: settings->bits = 11; return TRUE;
    case 7: settings->rounding = ONDES_ROUND_DOWN; return TRUE;
    case 8: settings->dither = TRUE; return TRUE;
    case 9: settings->oversample = 2; return TRUE;
    case 10: g_strlcpy (settings->interpolation, "cubic", sizeof settings->interpolation); return TRUE;
    default: return FALSE;
    }
}

static void
assert_settings (Watched *watched,
                 const OndesCompensationSettings *settings)
{
  g_assert_true (ondes_compensation_settings_equal (ondes_scalogram_analysis_get_compensation (watched->analysis), settings));
}

static void
test_undo (Watched *watched,
           gconstpointer data)
{
  OndesCompensationSettings before, after;

  write_text ("sheet.csv", "Hz;dB;delay (s)\n100;-1;1e-5\n");
  open_noise (watched, N);
  before = *ondes_scalogram_analysis_get_compensation (watched->analysis);
  for (guint i = 0; after = before, vary (&after, i); i++)
    {
      picture_of (watched);
      set (watched, &after);
      assert_settings (watched, &after);
      g_assert_cmpstr (ondes_session_undo (watched->session), ==, "scalogram");
      assert_settings (watched, &before);
      picture_of (watched);
      g_assert_cmpstr (ondes_session_redo (watched->session), ==, "scalogram");
      assert_settings (watched, &after);
      before = after;
    }
  picture_of (watched);
}

/* Restored elsewhere, whatever a dictionary says; remembered but for that it is on; and another recording switches it off. */
static void
test_restored (Watched *watched,
               gconstpointer data)
{
  static const char garbage[]
    = "{'scalogram': <{'compensated': <7>, 'amplitude-error': <3>, 'mask-bits': <'many'>, 'mask-rounding': <'sideways'>, "
      "'aperture': <inf>, 'dither': <'yes'>, 'oversample': <-1>}>}";
  g_autofree char *path = tone_file ("other.wav", 500, 300), *text = NULL;
  g_autoptr (GVariant) saved = NULL, parsed = NULL, wrong = g_variant_ref_sink (g_variant_new_parsed (garbage));
  g_autoptr (GSettings) store = ondes_settings_new ();
  OndesCompensationSettings settings = ondes_compensation_settings_default, loaded;
  Watched other;

  write_text ("sheet.csv", "Hz;dB;delay (s)\n100;-1;1e-5\n");
  for (guint i = 0; vary (&settings, i); i++)
    ;
  open_noise (watched, N);
  compensated (watched, &settings);
  saved = ondes_session_get_settings (watched->session);
  text = g_variant_print (saved, TRUE);
  parsed = g_variant_parse (NULL, text, NULL, NULL, NULL);
  watched_setup (&other, NULL);
  open_noise (&other, N);
  ondes_session_set_settings (other.session, parsed);
  assert_settings (&other, &settings);
  g_assert_true (ondes_spec_equal (picture_of (&other)->spec, picture_of (watched)->spec));
  ondes_session_set_settings (other.session, wrong);
  assert_settings (&other, &settings);
  watched_teardown (&other, NULL);

  g_assert_nonnull (store);
  ondes_settings_store (store, analysis_of (watched));
  watched_setup (&other, NULL);
  ondes_settings_load (store, analysis_of (&other));
  loaded = settings;
  loaded.on = FALSE;
  assert_settings (&other, &loaded);
  watched_teardown (&other, NULL);

  open_and_settle (watched, path);
  assert_settings (watched, &loaded);
  g_assert_null (ondes_scalogram_analysis_get_applied (watched->analysis));
  g_assert_cmpuint (picture_of (watched)->oversampling, ==, 1);
}

/* Paths of any bytes are restored as they were. */
static void
test_bytes (void)
{
  g_autofree OndesCompensationSettings *settings = g_memdup2 (&ondes_compensation_settings_default, sizeof *settings);
  g_autofree OndesCompensationSettings *restored = g_memdup2 (&ondes_compensation_settings_default, sizeof *restored);
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) saved = NULL, parsed = NULL;
  g_autofree char *text = NULL;

  g_strlcpy (settings->amplitude, "table:/tmp/caf\xe9 100%41/\xff.csv", ONDES_COMPENSATION_TEXT);
  g_strlcpy (settings->timing, "table:/tmp/café.csv", ONDES_COMPENSATION_TEXT);
  g_strlcpy (settings->calibration, "percent:%zz", ONDES_COMPENSATION_TEXT);
  for (guint i = 0; i < 255; i++)
    settings->interpolation[i] = (char) (i + 1);
  settings->interpolation[255] = '\0';
  ondes_compensation_settings_save (settings, &builder);
  saved = g_variant_ref_sink (g_variant_builder_end (&builder));
  text = g_variant_print (saved, TRUE);
  parsed = g_variant_parse (NULL, text, NULL, NULL, NULL);
  ondes_compensation_settings_restore (restored, parsed);
  g_assert_true (ondes_compensation_settings_equal (restored, settings));
}

/* Figures and numbers of it are those of the copied command. */
static void
test_command (Watched *watched,
              gconstpointer data)
{
  static const struct
  {
    OndesExportFormat format;
    guint columns;
  } outputs[] = { { ONDES_EXPORT_NPY, 0 }, { ONDES_EXPORT_NPY, ONDES_EXPORT_COEFFICIENTS }, { ONDES_EXPORT_PNG, 0 } };
  OndesCompensationSettings settings = ondes_compensation_settings_default;
  g_autofree char *described = NULL;

  for (guint i = 0; vary (&settings, i); i++)
    ;
  g_strlcpy (settings.timing, "points:100,1e-5;300,2e-5", sizeof settings.timing);
  /* A name that a shell would take apart. */
  write_text ("it's --dither 'n $x.csv", "Hz;dB\n100;-1\n900;-2\n");
  put_path (settings.calibration, "", "/it's --dither 'n $x.csv");
  open_noise (watched, 2000);
  ondes_timeline_set_view (watched->timeline, 333, 900);
  compensated (watched, &settings);
  described = ondes_scalogram_analysis_describe_compensation (watched->analysis);
  g_assert_nonnull (strstr (described, "masks of 11 bits"));
  g_assert_nonnull (strstr (described, "oversampled 2 times (cubic)"));
  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      g_autofree char *own = path_of ("own"), *theirs = path_of ("theirs"), *name = NULL, *run = NULL, *command = NULL;
      g_autofree char *a = NULL, *b = NULL;
      gsize n_a, n_b;
      int status;

      name = g_strdup_printf ("%s.%s", theirs, ondes_export_names[outputs[i].format]);
      ondes_analysis_export (analysis_of (watched), own, outputs[i].format, NULL, outputs[i].columns);
      settle (watched);
      g_assert_cmpuint (watched->errors, ==, 0);
      command = ondes_analysis_command (analysis_of (watched), name, outputs[i].format, NULL, outputs[i].columns);
      g_test_message ("%s", command);
      run = g_strdup_printf ("'%s'%s", g_getenv ("ONDES_CLI"), command + strlen ("ondes-cli"));
      g_assert_true (g_spawn_command_line_sync (run, NULL, NULL, &status, NULL));
      g_assert_cmpint (status, ==, 0);
      g_assert_true (g_file_get_contents (own, &a, &n_a, NULL) && g_file_get_contents (name, &b, &n_b, NULL));
      g_assert_cmpmem (a, n_a, b, n_b);
    }
}

int
main (int argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
  ADD ("compensation/refusals-at-their-control", test_refusals);
  ADD ("compensation/files-that-are-no-tables", test_files);
  ADD ("compensation/files-that-change", test_changes);
  ADD ("compensation/files-that-are-slow", test_slow);
  g_test_add_func ("/ondes/scalogram-analysis/compensation/paths-of-any-bytes-are-restored", test_bytes);
  ADD ("compensation/undo-of-every-field", test_undo);
  ADD ("compensation/restored-remembered-switched-off", test_restored);
  ADD ("compensation/copied-command-writes-the-same-bytes", test_command);
  return scalogram_run ();
}
