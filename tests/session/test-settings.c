/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors of the library as the window says them: in its language, with the names of its rows, at the row of their setting. Without
 * a display. */
#include "config.h"

#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "scalogram-fixture.h"
#include "picture/walshgram-analysis.h"
#include "series/spectrum-analysis.h"
#include "session/words-settings.h"
#include "transform/filter-settings.h"

/* What the files of the window hold between their tags, and what its code says. */
static void
read_interfaces (const char *folder,
                 GString    *all)
{
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (directory);
  while ((name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        read_interfaces (path, all);
      else if (g_str_has_suffix (name, ".ui") || g_str_has_suffix (name, ".c"))
        {
          g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
          g_string_append (all, text);
        }
    }
}

/* TRUE if the row of @setting in a table of parameters begins with @title; it must not have another one. A setting of several rows,
 * such as both edges of a band, is called as one of them. */
static gboolean
is_in_table (OndesSetting setting,
             const char  *title)
{
  const OndesParamTable *const tables[] = { &ondes_cwt_params, &ondes_compensation_params, &ondes_filter_params,
                                            &ondes_derivation_params, &ondes_spectrum_params, &ondes_walshgram_params };
  gboolean is_called = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const OndesParam *row = tables[i]->rows; row->key != NULL; row++)
      if (row->setting == setting && row->group != NULL)
        {
          if (!g_str_has_prefix (row->title, title))
            g_error ("the row “%s” is called “%s” in sentences", row->title, title);
          return TRUE;
        }
      else
        is_called = is_called || (row->group != NULL && g_str_equal (row->title, title));
  return is_called;
}

/* TRUE for settings of the pages: those for reading come before, those of exports and engines behind, as dialogs and menus have
 * them. */
static gboolean
is_of_page (OndesSetting setting)
{
  return setting >= ONDES_SETTING_WAVELET && setting < ONDES_SETTING_FILE;
}

static void
test_rows (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("ONDES_SOURCE_DIR"), "ui", NULL);
  g_autoptr (GString) all = g_string_new (NULL);
  guint rows = 0;

  setlocale (LC_ALL, "C");
  read_interfaces (folder, all);
  for (guint i = ONDES_SETTING_NONE + 1; i < ONDES_N_SETTINGS; i++)
    {
      const char *title = ondes_words_setting (i);
      g_autofree char *tag = g_strdup_printf (">%s", title), *word = g_strdup_printf ("(\"%s", title);

      g_assert_cmpuint (strlen (title), >, 0);
      /* Only the command has this one. */
      if (i == ONDES_SETTING_SEGMENT)
        {
          g_assert_cmpstr (title, ==, ondes_setting_option (i));
          continue;
        }
      g_assert_null (strstr (title, "--"));
      g_assert_null (strchr (title, '_'));
      if (!is_of_page (i))
        continue;
      rows++;
      if (!is_in_table (i, title) && strstr (all->str, tag) == NULL && strstr (all->str, word) == NULL)
        g_error ("no row is called “%s”", title);
    }
  g_assert_cmpuint (rows, >=, 18);
  setlocale (LC_ALL, "");
}

/* @text, which is freed, holds no option; and not the words of @english, the same sentence without a language. */
static void
assert_local (char       *text,
              const char *english)
{
  g_test_message ("%s", text);
  g_assert_cmpuint (strlen (text), >, 0);
  g_assert_null (strstr (text, "--"));
  g_assert_null (strstr (english, "--"));
  g_assert_cmpstr (text, !=, english);
  g_free (text);
}

static void
check_problem (Watched                *watched,
               const OndesCwtSettings *settings,
               OndesSetting            setting)
{
  OndesCwtSettings good = *ondes_scalogram_analysis_get_settings (watched->analysis);
  char *local;

  ondes_scalogram_analysis_set_settings (watched->analysis, settings);
  g_assert_cmpint (ondes_analysis_get_problem_setting (ONDES_ANALYSIS (watched->analysis)), ==, setting);
  g_assert_true (is_of_page (setting));
  local = g_strdup (ondes_analysis_get_problem (ONDES_ANALYSIS (watched->analysis)));
  ondes_scalogram_analysis_set_settings (watched->analysis, &good);
  settle (watched);
  setlocale (LC_ALL, "C");
  ondes_scalogram_analysis_set_settings (watched->analysis, settings);
  setlocale (LC_ALL, "");
  /* Of values it names their rows' words. */
  g_assert_null (strstr (local, "periodic"));
  /* It begins as a sentence does. */
  g_assert_true (g_unichar_toupper (g_utf8_get_char (local)) == g_utf8_get_char (local));
  assert_local (local, ondes_analysis_get_problem (ONDES_ANALYSIS (watched->analysis)));
  ondes_scalogram_analysis_set_settings (watched->analysis, &good);
  g_assert_cmpint (ondes_analysis_get_problem_setting (ONDES_ANALYSIS (watched->analysis)), ==, ONDES_SETTING_NONE);
  settle (watched);
}

static void
test_scalogram (Watched      *watched,
                gconstpointer data)
{
  static const char *const scales[] = { "0", "1e12", "5:2", "1:10:0", "a:b", "1:2:3:4" };
  g_autofree char *path = tone_file ("settings.wav", 5000, 300);
  OndesCwtSettings good, bad;

  open_and_settle (watched, path);
  bad = good = *ondes_scalogram_analysis_get_settings (watched->analysis);
  bad.options.omega0 = 0.1;
  check_problem (watched, &bad, ONDES_SETTING_OMEGA0);
  bad = good;
  bad.fmax_hz = 0.6 * RATE;
  check_problem (watched, &bad, ONDES_SETTING_FREQUENCIES);
  bad = good;
  bad.fmin_hz = bad.fmax_hz * 2;
  check_problem (watched, &bad, ONDES_SETTING_FREQUENCIES);
  bad = good;
  bad.voices = -3;
  check_problem (watched, &bad, ONDES_SETTING_VOICES);
  bad = good;
  bad.options.fft_length = 4096;
  bad.options.wavelet = ONDES_WAVELET_MORLET;
  check_problem (watched, &bad, ONDES_SETTING_FFT_LENGTH);
  bad = good;
  bad.options.wavelet = ONDES_WAVELET_ANALYTIC_MORLET;
  bad.options.method = ONDES_METHOD_DIRECT;
  check_problem (watched, &bad, ONDES_SETTING_METHOD);
  bad.options.method = ONDES_METHOD_AUTO;
  bad.options.boundary = ONDES_BOUNDARY_PERIODIC;
  check_problem (watched, &bad, ONDES_SETTING_BOUNDARY);
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      bad = good;
      bad.rows = ONDES_ROWS_SCALES;
      bad.voices = 0;
      g_strlcpy (bad.scales, scales[i], sizeof bad.scales);
      check_problem (watched, &bad, ONDES_SETTING_SCALES);
    }
}

static void
wait_idle (gpointer model)
{
  while (ondes_analysis_is_busy (model, NULL))
    g_main_context_iteration (NULL, TRUE);
}

static char *
problem_of (OndesSpectrumAnalysis               *spectra,
            const OndesSpectraSettings *settings)
{
  char *problem;

  ondes_spectrum_analysis_set_settings (spectra, settings);
  ondes_analysis_set_active (ONDES_ANALYSIS (spectra), TRUE);
  wait_idle (spectra);
  problem = g_strdup (ondes_analysis_get_problem (ONDES_ANALYSIS (spectra)));
  g_assert_nonnull (problem);
  /* It concerns how the values are made. */
  g_assert_nonnull (ondes_params_find_setting (ondes_derivation_params.rows,
                                               ondes_analysis_get_problem_setting (ONDES_ANALYSIS (spectra))));
  return problem;
}

static void
check_spectra (OndesSession               *session,
               const OndesSpectraSettings *settings)
{
  g_autoptr (GObject) here = NULL, plain = NULL;
  g_autofree char *english = NULL;
  char *local;

  here = G_OBJECT (ondes_spectrum_analysis_new (session));
  local = problem_of (ONDES_SPECTRUM_ANALYSIS (here), settings);
  setlocale (LC_ALL, "C");
  plain = G_OBJECT (ondes_spectrum_analysis_new (session));
  english = problem_of (ONDES_SPECTRUM_ANALYSIS (plain), settings);
  setlocale (LC_ALL, "");
  assert_local (local, english);
}

static void
test_spectra (Watched      *watched,
              gconstpointer data)
{
  g_autofree char *path = tone_file ("spectra.wav", 1300, 300);
  g_autoptr (GObject) spectra = NULL;
  OndesSpectraSettings good, bad;

  open_and_settle (watched, path);
  spectra = G_OBJECT (ondes_spectrum_analysis_new (watched->session));
  bad = good = *ondes_spectrum_analysis_get_settings (ONDES_SPECTRUM_ANALYSIS (spectra));
  bad.derivation.is_signed = TRUE;
  check_spectra (watched->session, &bad);
  bad = good;
  bad.derivation.length = 1000;
  check_spectra (watched->session, &bad);
  bad.derivation.length = 4096;
  check_spectra (watched->session, &bad);
  bad = good;
  bad.spectrum.kind = ONDES_SPECTRUM_REED_MULLER;
  check_spectra (watched->session, &bad);
}

static OndesSetting failed_setting;

static void
on_failed (OndesSession *session,
           const char   *text,
           gboolean      is_error,
           gpointer      unused)
{
  failed_setting = ondes_session_get_failed_setting (session);
}

/* A text is asked for on a page, which shows the sentence. */
static gboolean text_asked;

static void
on_needs_text (OndesSession *session,
               const char   *path,
               const char   *text,
               gpointer      user_data)
{
  text_asked = TRUE;
  g_string_append_printf (((Watched *) user_data)->messages, "%s\n", text);
}

/* @setting is the one that mends it, ONDES_SETTING_NONE where the page of texts does. */
static void
check_file (Watched                *watched,
            const char             *path,
            const OndesReadOptions *options,
            OndesSetting            setting)
{
  char *local;

  g_string_truncate (watched->messages, 0);
  failed_setting = ONDES_SETTING_NONE;
  text_asked = FALSE;
  ondes_session_open (watched->session, path, options);
  settle (watched);
  g_assert_cmpint (failed_setting, ==, setting);
  g_assert_cmpint (text_asked, ==, setting == ONDES_SETTING_NONE);
  local = g_strdup (watched->messages->str);
  g_string_truncate (watched->messages, 0);
  setlocale (LC_ALL, "C");
  ondes_session_open (watched->session, path, options);
  settle (watched);
  setlocale (LC_ALL, "");
  assert_local (local, watched->messages->str);
}

static void
test_files (Watched      *watched,
            gconstpointer data)
{
  static const char cut[] = "RIFF\x10\0\0\0WAVEfmt ", numbers[] = "1 2\n2 3\n3 4\n4 5\n";
  g_autofree char *sound = g_build_filename (scalogram_folder, "cut.wav", NULL);
  g_autofree char *text = g_build_filename (scalogram_folder, "numbers.txt", NULL);
  OndesReadOptions column = { .column = 9 }, both = { .column = 1, .time_column = 1 }, rate = { .rate_hz = 1e30 };

  g_assert_true (g_file_set_contents (sound, cut, sizeof cut - 1, NULL));
  g_assert_true (g_file_set_contents (text, numbers, sizeof numbers - 1, NULL));
  g_signal_connect (watched->session, "message", G_CALLBACK (on_failed), NULL);
  g_signal_connect (watched->session, "needs-text", G_CALLBACK (on_needs_text), watched);
  check_file (watched, sound, NULL, ONDES_SETTING_RAW);
  check_file (watched, text, &column, ONDES_SETTING_NONE);
  check_file (watched, text, &both, ONDES_SETTING_NONE);
  check_file (watched, text, &rate, ONDES_SETTING_RATE);
}

/* Notes name the window's controls as errors do; what they ask for is a fact of the recording too. */
static void
test_notes (Watched      *watched,
            gconstpointer data)
{
  static const struct
  {
    const char *text;
    gboolean    rate_known, time_unit_unsure;
  } files[] = {
    { "3\n1\n4\n1\n5\n9\n", FALSE, FALSE },
    { "time,value\n1871,1\n1872,2\n1873,4\n1874,8\n1875,9\n", TRUE, TRUE },
  };
  g_autofree char *path = g_build_filename (scalogram_folder, "notes.csv", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      const OndesRecordingInfo *info;

      g_assert_true (g_file_set_contents (path, files[i].text, -1, NULL));
      ondes_session_open (watched->session, path, NULL);
      settle (watched);
      info = ondes_recording_get_info (ondes_session_get_recording (watched->session));
      g_assert_cmpint (info->rate_known, ==, files[i].rate_known);
      g_assert_cmpint (info->time_unit_unsure, ==, files[i].time_unit_unsure);
      /* As the dialog of columns asks, whatever the language. */
      g_assert_true (info->has_columns);
      g_assert_nonnull (info->notes[0]);
      for (guint j = 0; info->notes[j] != NULL; j++)
        {
          g_test_message ("%s", info->notes[j]);
          g_assert_null (strstr (info->notes[j], "--"));
        }
    }
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *catalogues = g_build_filename (g_getenv ("ONDES_BUILD_DIR"), "po", NULL);

  scalogram_init (&argc, &argv);
  setlocale (LC_ALL, "");
  g_unsetenv ("LANGUAGE");
  bindtextdomain (GETTEXT_PACKAGE, catalogues);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_test_add_func ("/ondes/settings/each-has-a-row-or-is-told-in-a-message", test_rows);
  g_test_add ("/ondes/settings/of-the-scalogram-in-the-language-at-their-rows", Watched, NULL, watched_setup, test_scalogram,
              watched_teardown);
  g_test_add ("/ondes/settings/of-spectra-in-the-language-at-their-rows", Watched, NULL, watched_setup, test_spectra,
              watched_teardown);
  g_test_add ("/ondes/settings/of-files-in-the-language-with-what-mends-them", Watched, NULL, watched_setup, test_files,
              watched_teardown);
  g_test_add ("/ondes/settings/of-notes-by-the-names-of-the-window", Watched, NULL, watched_setup, test_notes,
              watched_teardown);
  return scalogram_run ();
}
