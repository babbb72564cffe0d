/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every call of a command that reads, writes or names a file fails, is where the process is killed, or is followed by SIGINT:
 * what is there is all of the new output or the old one, the status says which, and nothing else is left. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "cli-run.h"

#define MOST 200 /* calls: far more than these commands make */

typedef struct
{
  const char *output;
  const char *words[12];
} Command;

static const Command commands[] = {
  { "o.csv", { "spectrum", "x.npy", "--rate", "8", "-o", "o.csv" } },
  { "o.npy", { "cwt", "x.npy", "--rate", "8", "--scales", "2:4", "--method", "direct", "-o", "o.npy" } },
  { "o.npz", { "cwt", "x.npy", "--rate", "8", "--scales", "2:4", "--method", "direct", "-o", "o.npz" } },
  { "o.png", { "spectrum", "x.npy", "--rate", "8", "--size", "200x150", "-o", "o.png" } },
  { "o.wav", { "generate", "chirp", "--length", "64", "-o", "o.wav" } },
  { "f.wav", { "filter", "x.npy", "--rate", "8", "--lowpass", "1", "--length", "9", "-o", "f.wav" } },
};

static void
make_input (CliFolder *folder)
{
  double x[64];

  for (guint i = 0; i < G_N_ELEMENTS (x); i++)
    x[i] = g_test_rand_double_range (-1, 1);
  cli_folder_write_npy (folder, "x.npy", x, G_N_ELEMENTS (x));
}

/* Runs @command with the fault; NULL where it has fewer such calls. */
static CliResult *
run_with_fault (CliFolder     *folder,
                const Command *command,
                const char    *kind,
                guint          n,
                const char    *action)
{
  g_autofree char *fault = g_strdup_printf ("%s %u %s", kind, n, action), *mark = cli_folder_path (folder, "mark");
  CliResult *result;

  g_setenv ("ONDES_FAULT", fault, TRUE);
  g_setenv ("ONDES_FAULT_MARK", mark, TRUE);
  g_setenv ("LD_PRELOAD", g_getenv ("ONDES_FAULTS"), TRUE);
  result = cli_run_words (folder, command->words);
  g_unsetenv ("LD_PRELOAD");
  g_test_message ("%s: %s: status %d %s", command->output, fault, result->status, result->err);
  if (g_unlink (mark) != 0)
    g_clear_pointer (&result, cli_result_free);
  return result;
}

/* What the command writes when nothing fails. */
static char *
expect (CliFolder     *folder,
        const Command *command,
        gsize         *n)
{
  g_autoptr (CliResult) result = cli_run_words (folder, command->words);

  cli_assert_done (result);
  return cli_folder_read (folder, command->output, n);
}

static gboolean
holds (CliFolder  *folder,
       const char *name,
       const char *text,
       gsize       n)
{
  gsize found;
  g_autofree char *data = cli_folder_read (folder, name, &found);

  return found == n && memcmp (data, text, n) == 0;
}

static gboolean
is_sentence (const char *text)
{
  gsize n = strlen (text);

  return n > 10 && text[n - 1] == '\n' && strchr (text, '\n') == text + n - 1;
}

/* One command, and what is there when nothing fails. */
typedef struct
{
  const Command *command;
  char          *expected;
  gsize          length;
  guint          files;
} Trial;

static gboolean
is_old (CliFolder   *folder,
        const Trial *trial)
{
  return holds (folder, trial->command->output, "old", 3);
}

static gboolean
is_new (CliFolder   *folder,
        const Trial *trial)
{
  return holds (folder, trial->command->output, trial->expected, trial->length);
}

typedef void (*Check) (CliFolder       *folder,
                       const Trial     *trial,
                       const CliResult *result,
                       guint           *count);

/* Most changes of a .npz and a figure are one write after the other: some of them are enough, others each time. */
static guint
step_of (const Command *command,
         const char    *kind)
{
  const gboolean many = g_str_has_suffix (command->output, ".png") || g_str_has_suffix (command->output, ".npz");

  return many && strcmp (kind, "change") == 0 ? 3 : 1;
}

/* Each call of each command in turn; what @check makes of it is counted in @count. Returns how many calls the command has that
 * has least. */
static guint
at_every_call (CliFolder  *folder,
               const char *kind,
               const char *action,
               Check       check,
               guint      *count)
{
  guint least = G_MAXUINT;

  make_input (folder);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      Trial trial = { &commands[i] };
      const guint step = step_of (&commands[i], kind);
      guint n;

      trial.expected = expect (folder, trial.command, &trial.length);
      trial.files = cli_folder_count (folder);
      for (n = (guint) g_test_rand_int_range (1, (int) step + 1); n < MOST; n += step)
        {
          g_autoptr (CliResult) result = NULL;

          cli_folder_write (folder, trial.command->output, "old", 3);
          result = run_with_fault (folder, trial.command, kind, n, action);
          if (result == NULL)
            break;
          check (folder, &trial, result, count);
          g_assert_cmpuint (cli_folder_count (folder), ==, trial.files);
        }
      g_assert_cmpuint (n, <, MOST);
      least = MIN (least, n - 1);
      g_free (trial.expected);
    }
  return least;
}

static void
check_failed (CliFolder       *folder,
              const Trial     *trial,
              const CliResult *result,
              guint           *count)
{
  g_assert_true (result->status == 0 || result->status == 1);
  g_assert_true (result->status == 0 || is_sentence (result->err));
  g_assert_true (result->status == 0 ? is_new (folder, trial) : is_old (folder, trial));
  count[0]++;
}

static void
test_failures (CliFolder    *folder,
               gconstpointer kind)
{
  guint struck = 0;

  at_every_call (folder, kind, "fail", check_failed, &struck);
  g_assert_cmpuint (struck, >, 0);
}

/* A call of a kind that is a change too: every one of them fails among the changes, by the same error. */
static void
test_first (CliFolder    *folder,
            gconstpointer kind)
{
  guint struck = 0;

  make_input (folder);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      Trial trial = { &commands[i] };
      g_autofree char *expected = expect (folder, trial.command, &trial.length);
      g_autoptr (CliResult) result = NULL;

      trial.expected = expected;
      cli_folder_write (folder, trial.command->output, "old", 3);
      result = run_with_fault (folder, trial.command, kind, 1, "fail");
      g_assert_nonnull (result);
      check_failed (folder, &trial, result, &struck);
      g_assert_cmpint (result->status, ==, 1);
    }
  g_assert_cmpuint (struck, ==, G_N_ELEMENTS (commands));
}

/* Where there is no cache of fonts, as on a machine that builds packages, fontconfig writes one first: that write is no fault of
 * the command, whose own first write and rename fail all the same. */
static void
test_no_font_cache (CliFolder    *folder,
                    gconstpointer data)
{
  static const char config[] = "<fontconfig><dir>/usr/share/fonts</dir><cachedir prefix=\"xdg\">fontconfig</cachedir></fontconfig>";
  static const char *const kinds[] = { "write", "rename" };
  static const Command figure = { "o.png", { "spectrum", "x.npy", "--rate", "8", "--size", "200x150", "-o", "o.png" } };
  g_autofree char *home = g_dir_make_tmp ("fonts-XXXXXX", NULL), *file = g_build_filename (home, "fonts.conf", NULL);
  g_autofree char *fonts = g_build_filename (home, "fontconfig", NULL), *kept = g_strdup (g_getenv ("XDG_CACHE_HOME"));
  const char *rm[] = { "rm", "-rf", fonts, NULL }, *rm_all[] = { "rm", "-rf", home, NULL };
  Trial trial = { &figure };
  guint struck = 0;

  make_input (folder);
  g_assert_true (g_file_set_contents (file, config, -1, NULL));
  g_setenv ("FONTCONFIG_FILE", file, TRUE);
  g_setenv ("XDG_CACHE_HOME", home, TRUE);
  trial.expected = expect (folder, &figure, &trial.length);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (CliResult) result = NULL;

      g_assert_true (g_spawn_sync (NULL, (char **) rm, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL));
      cli_folder_write (folder, "o.png", "old", 3);
      result = run_with_fault (folder, &figure, kinds[i], 1, "fail");
      g_assert_nonnull (result);
      check_failed (folder, &trial, result, &struck);
      g_assert_cmpint (result->status, ==, 1);
      if (g_file_test ("/usr/share/fonts", G_FILE_TEST_IS_DIR))
        g_assert_true (g_file_test (fonts, G_FILE_TEST_IS_DIR));
    }
  g_unsetenv ("FONTCONFIG_FILE");
  g_setenv ("XDG_CACHE_HOME", kept != NULL ? kept : "", TRUE);
  g_assert_true (g_spawn_sync (NULL, (char **) rm_all, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL));
  g_free (trial.expected);
}

/* The next command that writes there takes away what was left; where nothing was, it finds what every command here does. */
static void
check_killed (CliFolder       *folder,
              const Trial     *trial,
              const CliResult *result,
              guint           *count)
{
  g_autoptr (CliResult) next = NULL;

  g_assert_cmpint (result->status, ==, -SIGKILL);
  g_assert_true (is_old (folder, trial) || is_new (folder, trial));
  if (cli_folder_count (folder) == trial->files)
    return;
  count[0]++;
  next = cli_run_words (folder, trial->command->words);
  cli_assert_done (next);
  g_assert_true (is_new (folder, trial));
}

static void
test_kills (CliFolder    *folder,
            gconstpointer data)
{
  guint left = 0, least = at_every_call (folder, "change", "kill", check_killed, &left);

  g_assert_cmpuint (least, >=, 3);
  g_test_message ("%u kills left a temporary file", left);
}

static void
check_interrupted (CliFolder       *folder,
                   const Trial     *trial,
                   const CliResult *result,
                   guint           *count)
{
  g_assert_true (result->status == 0 || result->status == 130);
  g_assert_true (result->status == 0 ? is_new (folder, trial) : is_old (folder, trial));
  g_assert_true (result->status == 0 || result->err[0] == '\0');
  count[result->status != 0]++;
}

static void
test_interrupts (CliFolder    *folder,
                 gconstpointer data)
{
  guint count[2] = { 0 };

  at_every_call (folder, "change", "interrupt", check_interrupted, count);
  g_assert_cmpuint (count[0], >, 0);
  g_assert_cmpuint (count[1], >, 0);
}

/* Processes that share a cache, of which every second is killed at a change of a file, do not harm each other, nor the next. */
static void
test_one_cache (CliFolder    *folder,
                gconstpointer data)
{
  static const Command command = { "o.npy",
                                   { "cwt", "x.npy", "--rate", "8", "--scales", "2:4", "--method", "fft", "-o", "o.npy" } };
  g_autofree char *cache = g_dir_make_tmp ("ondes-cache-XXXXXX", NULL), *kept = g_strdup (g_getenv ("XDG_CACHE_HOME"));
  g_autofree char *expected = NULL, *mark = cli_folder_path (folder, "mark");
  const char *rm[] = { "rm", "-r", cache, NULL };
  gsize length;

  make_input (folder);
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  expected = expect (folder, &command, &length);
  g_setenv ("ONDES_FAULT_MARK", mark, TRUE);
  for (guint round = 0; round < 10; round += 2)
    {
      GSubprocess *processes[6];

      for (guint i = 0; i < G_N_ELEMENTS (processes); i++)
        {
          g_autofree char *output = g_strdup_printf ("o%u.npy", i), *fault = g_strdup_printf ("change %u kill", round + i);
          const char *words[] = { g_getenv ("ONDES_CLI"), "cwt", "x.npy", "--rate",   "8",   "--scales",
                                  "2:4",                  "-o",  output,  "--method", "fft", NULL };
          g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE);

          g_subprocess_launcher_set_cwd (launcher, folder->folder);
          if (i % 2 == 1)
            {
              g_subprocess_launcher_setenv (launcher, "ONDES_FAULT", fault, TRUE);
              g_subprocess_launcher_setenv (launcher, "LD_PRELOAD", g_getenv ("ONDES_FAULTS"), TRUE);
            }
          processes[i] = g_subprocess_launcher_spawnv (launcher, words, NULL);
          g_assert_nonnull (processes[i]);
        }
      for (guint i = 0; i < G_N_ELEMENTS (processes); i++)
        {
          g_autofree char *output = g_strdup_printf ("o%u.npy", i);

          g_subprocess_wait (processes[i], NULL, NULL);
          if (i % 2 == 0)
            {
              g_assert_cmpint (g_subprocess_get_status (processes[i]), ==, 0);
              g_assert_true (holds (folder, output, expected, length));
            }
          g_object_unref (processes[i]);
        }
    }
  g_unlink (mark);
  g_setenv ("XDG_CACHE_HOME", kept != NULL ? kept : "", TRUE);
  g_assert_true (g_spawn_sync (NULL, (char **) rm, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#ifdef __SANITIZE_ADDRESS__
  g_print ("1..0 # SKIP the sanitizer has to be loaded first\n");
  return 0;
#endif

#define ADD(path, data, function) g_test_add (path, CliFolder, data, cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("/ondes/faults/every-read-fails", "read", test_failures);
  ADD ("/ondes/faults/the-first-write-fails", "write", test_first);
  ADD ("/ondes/faults/the-first-rename-fails", "rename", test_first);
  ADD ("/ondes/faults/no-font-cache", NULL, test_no_font_cache);
  ADD ("/ondes/faults/every-thread-fails", "thread", test_failures);
  ADD ("/ondes/faults/every-change-fails", "change", test_failures);
  ADD ("/ondes/faults/killed-at-every-change", NULL, test_kills);
  ADD ("/ondes/faults/interrupted-after-every-change", NULL, test_interrupts);
  ADD ("/ondes/faults/one-cache-for-many", NULL, test_one_cache);
  return g_test_run ();
}
