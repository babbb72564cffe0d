/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the library says of a file is in the language of a process that has called setlocale(), as the window does; the command,
 * captions and command lines are English. */
#include "config.h"

#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "cli-run.h"
#include "signal/recording.h"

typedef struct
{
  const char *locale, *wav, *text, *rate, *missing;
} Language;

static const Language languages[] = {
  { "de_DE", "WAV, 16 Bit PCM", "Text, 1 Spalte", "nennt keine Abtastrate", "gibt es nicht; prüfen Sie den Namen" },
  { "fr_FR", "WAV, PCM 16 bits", "texte, 1 colonne", "ne donne pas sa fréquence d’échantillonnage", "n’existe pas" },
};

static const Language *
language (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    if (g_str_has_prefix (g_getenv ("LC_ALL"), languages[i].locale))
      return &languages[i];
  g_assert_not_reached ();
}

static void
write_files (CliFolder *folder)
{
  static const gint16 samples[] = { 1, -2, 3, -4, 5, -6, 7, -8 };

  cli_folder_write_wav (folder, "x.wav", 1, 8000, samples, G_N_ELEMENTS (samples), G_N_ELEMENTS (samples));
  cli_folder_write (folder, "x.txt", "1\n2\n4\n8\n", 8);
}

static OndesRecording *
open_file (CliFolder  *folder,
           const char *name,
           GError    **error)
{
  OndesReadOptions options = { 0 };
  g_autofree char *path = cli_folder_path (folder, name);

  return ondes_recording_open (path, &options, NULL, error);
}

static void
test_facts (CliFolder    *folder,
            gconstpointer data)
{
  const Language *want = language ();
  g_autoptr (OndesRecording) sound = NULL, text = NULL;
  g_autoptr (GError) error = NULL;

  write_files (folder);
  sound = open_file (folder, "x.wav", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ondes_recording_get_info (sound)->format, ==, want->wav);
  text = open_file (folder, "x.txt", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ondes_recording_get_info (text)->format, ==, want->text);
  g_assert_nonnull (strstr (ondes_recording_get_info (text)->notes[0], want->rate));
  /* By the names of the command, as long as no window says another. */
  g_assert_nonnull (strstr (ondes_recording_get_info (text)->notes[0], " --rate"));
}

static void
test_errors (CliFolder    *folder,
             gconstpointer data)
{
  g_autoptr (OndesRecording) none = NULL;
  g_autoptr (GError) error = NULL;

  none = open_file (folder, "none.wav", &error);
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, language ()->missing));
}

static void
test_command (CliFolder    *folder,
              gconstpointer data)
{
  static const char *const facts[] = { "info", "x.wav", NULL }, *const missing[] = { "info", "none.wav", NULL };
  g_autoptr (CliResult) told = NULL, refused = NULL;

  write_files (folder);
  told = cli_run_words (folder, facts);
  g_assert_nonnull (strstr (told->out, "16 bit PCM"));
  refused = cli_run_words (folder, missing);
  g_assert_nonnull (strstr (refused->err, "does not exist; check its name"));
}

#define ADD(name, func) \
  g_test_add ("/ondes/words/" name, CliFolder, NULL, cli_folder_set_up, func, cli_folder_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_autofree char *catalogues = g_build_filename (g_getenv ("ONDES_BUILD_DIR"), "po", NULL);

  setlocale (LC_ALL, "");
  g_unsetenv ("LANGUAGE");
  bindtextdomain (GETTEXT_PACKAGE, catalogues);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_test_init (&argc, &argv, NULL);
  ADD ("facts-and-notes-of-a-file-are-in-the-language", test_facts);
  ADD ("errors-are-in-the-language", test_errors);
  ADD ("the-command-stays-english", test_command);
  return g_test_run ();
}
