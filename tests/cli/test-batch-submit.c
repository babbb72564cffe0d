/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What “batch submit” sends to Slurm, seen by a program of its name that keeps it; the scripts are run here as Slurm would. */
#include "batch-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#include "export/command-line.h"

/* Keeps its words, a line each, and its input; the first job has the number 70. */
static const char sbatch[] = "#!/bin/sh\n"
                             "n=$(ls \"$SENT\" | grep -c words)\n"
                             "printf '%s\\n' \"$@\" > \"$SENT/words-$n\"\n"
                             "cat > \"$SENT/script-$n\"\n"
                             "[ \"$n\" != \"$REFUSED\" ] || { echo 'sbatch: error: no such partition' >&2; exit 1; }\n"
                             "echo \"$((70 + n));cluster\"\n";

static void
set_up (CliFolder    *folder,
        gconstpointer data)
{
  static const char *const names[] = { "a.wav", "b.wav", "c.wav", "sub/d.wav", "sub/e.wav" };
  g_autofree char *path = NULL, *bin = NULL, *sent = NULL, *program = NULL;

  cli_folder_set_up (folder, data);
  bin = cli_folder_path (folder, "bin");
  sent = cli_folder_path (folder, "sent");
  program = cli_folder_path (folder, "bin/sbatch");
  g_assert_cmpint (g_mkdir (bin, 0777), ==, 0);
  g_assert_cmpint (g_mkdir (sent, 0777), ==, 0);
  cli_folder_write (folder, "bin/sbatch", sbatch, strlen (sbatch));
  g_assert_cmpint (g_chmod (program, 0755), ==, 0);
  path = g_strconcat (bin, ":/usr/bin:/bin", NULL);
  g_setenv ("PATH", path, TRUE);
  g_setenv ("SENT", sent, TRUE);
  g_unsetenv ("REFUSED");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    batch_write_noise (folder, names[i], BATCH_RATE / 2);
  cli_folder_write (folder, "rec/sub/worse.flac", "fLaC", 4);
  batch_plan (folder, "run's 1");
  batch_plan (folder, "whole");
}

static void
assert_line (CliFolder  *folder,
             const char *name,
             const char *line,
             gboolean    expected)
{
  gsize n;
  g_autofree char *text = cli_folder_read (folder, name, &n);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  if (g_strv_contains ((const char *const *) lines, line) != expected)
    g_error ("%s in %s:\n%s", line, name, text);
}

/* Runs a script as Slurm does: in the folder of the run. Returns its status. */
static int
run_script (CliFolder  *folder,
            const char *name,
            const char *task)
{
  g_autoptr (GSubprocessLauncher) launcher
    = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autofree char *path = cli_folder_path (folder, name), *run = cli_folder_path (folder, "run's 1");
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  g_subprocess_launcher_set_cwd (launcher, run);
  if (task != NULL)
    g_subprocess_launcher_setenv (launcher, "SLURM_ARRAY_TASK_ID", task, TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, "sh", path, NULL);
  g_assert_no_error (error);
  g_subprocess_wait (process, NULL, NULL);
  return g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process) : -1;
}

/* Three shards and what merges them make the bytes of one process. */
static void
test_sent (CliFolder    *folder,
           gconstpointer data)
{
  g_autoptr (CliResult) result = cli_run (folder, "batch", "submit", "run's 1", "--slurm", "--shards", "3", "--workers", "2",
                                          "--sbatch-option", "--partition=long", "--sbatch-option=--array=0-2%1", NULL);
  g_autofree char *run = cli_folder_path (folder, "run's 1"), *there = g_strconcat ("--chdir=", run, NULL);
  g_autofree char *logs = cli_folder_path (folder, "run's 1/slurm"), *merged = NULL, *whole = NULL;

  cli_assert_done (result);
  g_assert_nonnull (strstr (result->err, "job 70 does 3 shards, and job 71 merges"));
  g_assert_nonnull (strstr (result->out, "--dependency=afterany:70"));
  for (guint i = 0; i < 2; i++)
    {
      const char *words = i == 0 ? "sent/words-0" : "sent/words-1";

      assert_line (folder, words, there, TRUE);
      assert_line (folder, words, "--requeue", TRUE);
      assert_line (folder, words, "--partition=long", TRUE);
      assert_line (folder, words, "--array=0-2", i == 0);
      assert_line (folder, words, "--array=0-2%1", i == 0);
      assert_line (folder, words, "--cpus-per-task=2", i == 0);
      assert_line (folder, words, "--dependency=afterany:70", i == 1);
      assert_line (folder, words, "--gres=gpu:1", FALSE);
    }
  g_assert_true (g_file_test (logs, G_FILE_TEST_IS_DIR));
  g_assert_cmpint (g_rmdir (logs), ==, 0);
  g_assert_cmpint (run_script (folder, "sent/script-0", "2"), ==, 3); /* a recording cannot be read */
  g_assert_cmpint (run_script (folder, "sent/script-1", NULL), ==, 1); /* a part of it, and says so */
  g_assert_cmpint (run_script (folder, "sent/script-0", "0"), ==, 0);
  g_assert_cmpint (run_script (folder, "sent/script-0", "1"), ==, 0);
  g_assert_cmpint (run_script (folder, "sent/script-1", NULL), ==, 0);
  batch_run (folder, "whole", NULL, NULL);
  g_free (batch_merged (folder, "whole"));
  merged = batch_contents (folder, "run's 1");
  whole = batch_contents (folder, "whole");
  g_assert_cmpstr (merged, ==, whole);
}

/* What --dry-run prints is a script that sends the same. */
static void
test_dry (CliFolder    *folder,
          gconstpointer data)
{
  g_autoptr (CliResult) dry = cli_run (folder, "batch", "submit", "run's 1", "--slurm", "--shards", "2", "--devices", "0,1",
                                       "--dry-run", NULL);
  g_autoptr (CliResult) sent = NULL;
  g_autofree char *script = NULL, *logs = cli_folder_path (folder, "run's 1/slurm");
  gsize n;

  cli_assert_done (dry);
  g_assert_false (g_file_test (logs, G_FILE_TEST_EXISTS));
  cli_folder_write (folder, "dry.sh", dry->out, dry->n_out);
  script = cli_folder_path (folder, "dry.sh");
  g_assert_true (g_spawn_sync (folder->folder, (char *[]) { (char *) "sh", script, NULL }, NULL,
                               G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, NULL, NULL));
  sent = cli_run (folder, "batch", "submit", "run's 1", "--slurm", "--shards", "2", "--devices", "0,1", NULL);
  cli_assert_done (sent);
  assert_line (folder, "sent/words-2", "--gres=gpu:2", TRUE);
  assert_line (folder, "sent/words-2", "--cpus-per-task=2", TRUE);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *a = cli_folder_read (folder, i == 0 ? "sent/words-0" : "sent/script-0", &n);
      g_autofree char *b = cli_folder_read (folder, i == 0 ? "sent/words-2" : "sent/script-2", &n);
      g_autofree char *c = cli_folder_read (folder, "sent/script-1", &n), *d = cli_folder_read (folder, "sent/script-3", &n);

      g_assert_cmpstr (a, ==, b);
      g_assert_cmpstr (c, ==, d);
    }
  assert_line (folder, "sent/words-1", "--dependency=afterany:70", TRUE);
  assert_line (folder, "sent/words-3", "--dependency=afterany:72", TRUE);
}

static void
test_refused (CliFolder    *folder,
              gconstpointer data)
{
  static const struct
  {
    int         status;
    const char *about;
    const char *words[11];
  } all[] = {
    { 2, "--slurm: missing", { "batch", "submit", "run's 1", "--shards", "2" } },
    { 2, "--shards: missing", { "batch", "submit", "run's 1", "--slurm" } },
    { 2, "--shards: ", { "batch", "submit", "run's 1", "--slurm", "--shards", "0" } },
    { 1, "rec: is no run", { "batch", "submit", "rec", "--slurm", "--shards", "2" } },
    { 2, "--devices: “all”", { "batch", "submit", "run's 1", "--slurm", "--shards", "2", "--devices", "all" } },
    { 2, "--devices: “1”", { "batch", "submit", "run's 1", "--slurm", "--shards", "2", "--devices", "1" } },
    { 2, "--sbatch-option: “long”", { "batch", "submit", "run's 1", "--slurm", "--shards", "2", "--sbatch-option", "long" } },
    { 2, "--sbatch-option: “-p long”", { "batch", "submit", "run's 1", "--slurm", "--shards", "2", "--sbatch-option", "-p long" } },
  };
  static const struct
  {
    const char *option, *own; /* NULL: no option at all */
  } options[] = {
    { "--chdir=x", "--chdir" },   { "--chdi=x", "--chdir" },          { "--ch=x", "--chdir" },   { "-Dx", "-D" },
    { "-D", "-D" },               { "-HD/tmp", "-D" },                { "--wrap=ls", "--wrap" }, { "--wra=ls", "--wrap" },
    { "--dep=after:1", "--dependency" }, { "-dafter:1", "-d" },       { "--pars", "--parsable" }, { "--", NULL },
    { "-", NULL },                { "---chdir=x", NULL },             { "", NULL },
  };
  g_autoptr (CliResult) many = NULL, none = NULL, allowed = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (CliResult) result = cli_run_words (folder, all[i].words);

      cli_assert_refused (result, all[i].status, all[i].about);
    }
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autofree char *about
        = g_strdup_printf ("--sbatch-option: %s", options[i].own != NULL ? options[i].own : "“"), *word = NULL;
      g_autoptr (CliResult) result = NULL;

      word = g_strconcat ("--sbatch-option=", options[i].option, NULL);
      result = cli_run (folder, "batch", "submit", "run's 1", "--slurm", "--shards", "2", "--dry-run", word, NULL);
      cli_assert_refused (result, 2, about);
    }
  allowed = cli_run (folder, "batch", "submit", "run's 1", "--slurm", "--shards", "2", "--dry-run", "--sbatch-option=--wait",
                     "--sbatch-option=-plong", "--sbatch-option=--comment=-D", "--sbatch-option=-C$(id)", NULL);
  cli_assert_done (allowed);
  g_assert_nonnull (strstr (allowed->out, " --wait -plong --comment=-D '-C$(id)'"));
  many = cli_run (folder, "batch", "submit", "run's 1", "--slurm", "--shards", "9", "--dry-run", NULL);
  cli_assert_done (many);
  g_assert_nonnull (strstr (many->out, "--array=0-5 "));
  g_assert_nonnull (strstr (many->err, "6 recordings"));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (CliResult) result = NULL;

      g_setenv ("REFUSED", i == 0 ? "0" : "2", TRUE); /* the first job, then the second one */
      result = cli_run (folder, "batch", "submit", "run's 1", "--slurm", "--shards", "2", NULL);
      g_assert_cmpint (result->status, ==, 1);
      g_assert_nonnull (strstr (result->err, i == 0 ? "--slurm: sbatch takes no such job: sbatch: error: no such partition"
                                                    : "job 71 does the shards, and is to be merged"));
    }
  g_setenv ("PATH", "/nowhere", TRUE);
  none = cli_run (folder, "batch", "submit", "run's 1", "--slurm", "--shards", "2", NULL);
  cli_assert_refused (none, 1, "--slurm: there is no sbatch here");
}

/* Names that do something where a shell or a terminal reads them unquoted. */
static const char *const hostile[] = {
  "r${job%%;*}$(touch X)", "`touch X`", "a\x1b[31m\x1b]0;title\a", "wav.\u202egnp", "it's \"x\"", "two\nlines", "ends\n\n",
  "\n", "-rf", "--help", "%s%n", "\xff\xfe", "\xff\n", "-\xff", "tab\there", "*?[a]", "END", "a\nEND\ntouch X", "~", "#c", "é 中",
  "!!", "\\", "\x7f", "back\\slash\x01", "\u2028\u2066",
};

/* Asserts that nothing in what the command said acts on a terminal. */
static void
assert_harmless (const char *text)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);

      g_assert_true (c == '\n' || c == '\t' || (c >= 0x20 && (c < 0x7f || c > 0x9f)));
      g_assert_false (c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069));
    }
}

/* A shell reads each quoted word as the word that it was, and as no command. */
static void
test_quoted (CliFolder    *folder,
             gconstpointer data)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) line = g_string_new ("printf '%s\\0'");
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autofree char *script = cli_folder_path (folder, "words.sh"), *made = cli_folder_path (folder, "X"), *got = NULL;
  gsize n;

  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    g_ptr_array_add (words, g_strdup (hostile[i]));
  for (guint i = 0; i < 200; i++)
    {
      char *word = g_new0 (char, 9);

      for (guint k = 0; k < 8; k++)
        word[k] = (char) g_test_rand_int_range (1, 256);
      g_ptr_array_add (words, word);
    }
  for (guint i = 0; i < words->len; i++)
    {
      const char *word = g_ptr_array_index (words, i);
      g_autoptr (GString) quoted = g_string_new (NULL);

      ondes_line_add_word (quoted, word);
      assert_harmless (quoted->str);
      g_string_append_printf (line, " %s", quoted->str);
      g_string_append_len (expected, word, (gssize) strlen (word) + 1);
    }
  g_string_append (line, " > words\n");
  cli_folder_write (folder, "words.sh", line->str, line->len);
  g_assert_true (g_spawn_sync (folder->folder, (char *[]) { (char *) "sh", script, NULL }, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL,
                               NULL, NULL, NULL, NULL));
  got = cli_folder_read (folder, "words", &n);
  g_assert_cmpmem (got, n, expected->str, expected->len);
  g_assert_false (g_file_test (made, G_FILE_TEST_EXISTS));
}

/* Runs in folders of such names are sent, by the command and by what a dry run prints, as the folder is called. */
static void
test_hostile (CliFolder    *folder,
              gconstpointer data)
{
  g_autofree char *made = cli_folder_path (folder, "X"), *script = cli_folder_path (folder, "dry.sh");
  guint sent = 0;

  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      g_autofree char *run = g_strconcat ("./", hostile[i], NULL), *path = g_build_filename (folder->folder, hostile[i], NULL);
      g_autofree char *there = g_strdup_printf ("--chdir=%s\n", path);
      g_autoptr (CliResult) planned
        = cli_run (folder, "batch", "plan", "rec/a.wav", "-o", run, "--products", "bands", "--bands", "octave", NULL);
      g_autoptr (CliResult) dry = cli_run (folder, "batch", "submit", run, "--slurm", "--shards", "1", "--dry-run", NULL);
      g_autoptr (CliResult) really = cli_run (folder, "batch", "submit", run, "--slurm", "--shards", "1", NULL);
      g_autoptr (CliResult) status = cli_run (folder, "batch", "status", run, "--json", NULL);
      g_autoptr (CliResult) info = cli_run (folder, "info", run, NULL);

      cli_assert_done (dry);
      g_assert_cmpint (planned->status, ==, 0);
      g_assert_cmpint (really->status, ==, 0);
      for (guint k = 0; k < 5; k++)
        {
          const CliResult *result = k == 0 ? planned : k == 1 ? dry : k == 2 ? really : k == 3 ? status : info;

          assert_harmless (result->out);
          assert_harmless (result->err);
        }
      cli_folder_write (folder, "dry.sh", dry->out, dry->n_out);
      g_assert_true (g_spawn_sync (folder->folder, (char *[]) { (char *) "sh", script, NULL }, NULL,
                                   G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, NULL, NULL));
      for (guint k = 0; k < 4; k++, sent++)
        {
          g_autofree char *name = g_strdup_printf ("sent/words-%u", sent);
          g_autofree char *before = g_strdup_printf ("--dependency=afterany:%u\n", 69 + sent);
          gsize n;
          g_autofree char *words = cli_folder_read (folder, name, &n);

          g_assert_nonnull (strstr (words, there));
          g_assert_cmpint (strstr (words, before) != NULL, ==, k % 2); /* the merging, behind the job before it */
        }
      g_assert_false (g_file_test (made, G_FILE_TEST_EXISTS));
    }
}

#define ADD(path, test) g_test_add ("/ondes/batch/submit/" path, CliFolder, NULL, set_up, test, batch_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("shards-and-their-merging-are-sent", test_sent);
  ADD ("a-dry-run-prints-what-sends-the-same", test_dry);
  ADD ("a-shell-reads-words-as-they-were", test_quoted);
  ADD ("hostile-names-are-sent-as-they-are", test_hostile);
  ADD ("wrong-words-and-refusals-are-told", test_refused);
  return g_test_run ();
}
