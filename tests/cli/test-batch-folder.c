/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folders of runs that somebody else made: nothing outside them is written or removed, and nothing is read without an end. And the
 * clocks of the recordings. */
#include "batch-fixture.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static const char sheet[] = "10 -3\n1000 0\n2000 4\n";

/* A run of one recording, done, and a folder beside it that no run may touch. */
static void
set_up (CliFolder    *folder,
        gconstpointer data)
{
  g_autofree char *victim = NULL;

  cli_folder_set_up (folder, data);
  victim = cli_folder_path (folder, "victim");
  g_assert_cmpint (g_mkdir (victim, 0777), ==, 0);
  cli_folder_write (folder, "victim/sheet.txt", sheet, strlen (sheet));
  batch_write_noise (folder, "a.wav", BATCH_RATE);
  batch_plan_all (folder, "run");
  batch_run (folder, "run", NULL, NULL);
}

/* Writes the preset of a run as somebody else would. */
static void
write_preset (CliFolder  *folder,
              const char *products,
              const char *lines)
{
  g_autofree char *text = g_strdup_printf ("--products %s\n%s\n", products, lines);

  cli_folder_write (folder, "run/preset", text, strlen (text));
}

/* Asserts that every action on the run ends with a sentence that begins with @about, or NULL for any end, and that nothing else in
 * the folder has changed. */
static void
assert_harmless (CliFolder  *folder,
                 const char *about)
{
  static const char *const actions[][8] = {
    { "batch", "plan", "rec", "-o", "run", "--dry-run" },       { "batch", "plan", "rec", "-o", "run" },
    { "batch", "run", "run", "--retry-failed" },               { "batch", "merge", "run", "--partial" },
    { "batch", "submit", "run", "--slurm", "--shards", "1", "--dry-run" }, { "batch", "status", "run" },
  };
  g_autofree char *before = batch_contents (folder, "victim"), *rec = batch_contents (folder, "rec");

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autoptr (CliResult) result = cli_run_words (folder, actions[i]);
      g_autofree char *after = batch_contents (folder, "victim"), *rec_after = batch_contents (folder, "rec");

      g_test_message ("%s %s: %d %s", actions[i][1], actions[i][2], result->status, result->err);
      g_assert_cmpstr (after, ==, before);
      g_assert_cmpstr (rec_after, ==, rec);
      if (about == NULL)
        continue;
      g_assert_cmpint (result->status, !=, 0);
      g_assert_true (g_str_has_prefix (result->err, about));
    }
}

static void
test_presets (CliFolder    *folder,
              gconstpointer data)
{
  g_autofree char *victim = cli_folder_path (folder, "victim/sheet.txt"), *link = cli_folder_path (folder, "run/files");
  g_autofree char *absolute = g_strdup_printf ("--calibration %s", victim), *joined = g_strdup_printf ("--calibration=%s", victim);
  g_autofree char *output = g_strdup_printf ("-o %s", victim);
  const char *const lines[] = {
    "--amplitude-error table:RUN/files/../../victim/sheet.txt", "--calibration RUN/files/0123456789abcdef/../../victim/sheet.txt",
    "--calibration RUN/files/../victim/sheet.txt", "--timing-error table:RUN/../victim/sheet.txt",
    "--interpolation taps:RUN/files//victim/sheet.txt", "--calibration ../victim/sheet.txt", "--preset RUN/files/x",
    "--condition filter:causal,taps=RUN/files/../../victim/sheet.txt", absolute, joined, output, "--scalogram ../../../victim/x",
    "--no-cone -o\nvictim/sheet.txt", "--scalogram", "--calibration RUN/files/victim0000000000/sheet.txt",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_test_message ("%s", lines[i]);
      write_preset (folder, "bands,scalogram", lines[i]);
      assert_harmless (folder, "run/preset: ");
    }
  /* The average's ending, of a folder that is there. */
  write_preset (folder, "bands,ltsa", "--ltsa /../../victim/x.png");
  assert_harmless (folder, "run/preset: ");
  /* A name as a run has it, but the folder of the files is a link. */
  g_assert_cmpint (symlink ("../victim", link), ==, 0);
  write_preset (folder, "bands", "--calibration RUN/files/0123456789abcdef/sheet.txt");
  assert_harmless (folder, "run: names “files”");
}

/* Presets of a run and of a file of options name no taps outside themselves. */
static void
test_taps (CliFolder    *folder,
           gconstpointer data)
{
  static const char copy[] = "run/files/0123456789abcdef/x.ondes-preset";
  g_autofree char *victim = cli_folder_path (folder, "victim/sheet.txt"), *path = cli_folder_path (folder, copy);
  g_autofree char *within = g_path_get_dirname (path), *mine = cli_folder_path (folder, "mine");
  g_autofree char *text = g_strdup_printf ("[Ondes preset]\nformat=1\ncondition=mean\\nfilter:causal,taps=%s\n\n[end]\n", victim);
  g_autoptr (CliResult) refused = NULL, chosen = NULL;

  g_assert_cmpint (g_mkdir_with_parents (within, 0777), ==, 0);
  cli_folder_write (folder, copy, text, strlen (text));
  write_preset (folder, "bands", "--preset RUN/files/0123456789abcdef/x.ondes-preset");
  assert_harmless (folder, "run/files/0123456789abcdef/x.ondes-preset: takes taps from “");

  g_assert_cmpint (g_mkdir (mine, 0777), ==, 0);
  cli_folder_write (folder, "mine/x.ondes-preset", text, strlen (text));
  cli_folder_write (folder, "mine/options", "--preset x.ondes-preset\n", strlen ("--preset x.ondes-preset\n"));
  refused = cli_run (folder, "batch", "plan", "rec", "-o", "other", "--products", "bands", "--preset", "mine/options", NULL);
  cli_assert_refused (refused, 1, "mine/x.ondes-preset: takes taps from “");
  /* A person may choose the preset itself. */
  cli_folder_write (folder, "victim/sheet.txt", "1\n", 2);
  chosen = cli_run (folder, "batch", "plan", "rec", "-o", "other", "--products", "bands", "--preset", "mine/x.ondes-preset", NULL);
  cli_assert_done (chosen);
}

/* Links in the place of folders and outputs. */
static void
test_links (CliFolder    *folder,
            gconstpointer data)
{
  static const char *const names[] = { "failed.tsv", "bands.csv", "annotations.csv", "ltsa.npz", "ltsa.png", "sheet-1.png",
                                       "failed", "bands", "sheet", "scalogram", "annotations", "energy" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const gboolean is_file = strchr (names[i], '.') != NULL;
      g_autofree char *name = g_build_filename ("run", names[i], NULL), *path = cli_folder_path (folder, name);
      g_autofree char *old = g_strconcat (path, ".old", NULL);

      g_test_message ("%s", names[i]);
      g_rename (path, old);
      g_assert_cmpint (symlink (is_file ? "../victim/sheet.txt" : "../victim", path), ==, 0);
      assert_harmless (folder, NULL);
      g_assert_cmpint (g_unlink (path), ==, 0);
      g_assert_cmpint (symlink ("../victim/new", path), ==, 0); /* what is not there would be made */
      assert_harmless (folder, NULL);
      g_assert_cmpint (g_unlink (path), ==, 0);
      g_rename (old, path);
    }
}

/* Replaces each output of the recording and what stands beside it by a link. */
static void
test_outputs (CliFolder    *folder,
              gconstpointer data)
{
  g_autofree char *all = batch_contents (folder, "run");
  g_auto (GStrv) lines = g_strsplit (g_strchomp (all), "\n", -1);
  guint n = 0;

  for (char **line = lines; *line != NULL; line++)
    {
      g_autofree char *name = g_strndup (*line, (gsize) (strrchr (*line, ' ') - *line));
      g_autofree char *inner = g_build_filename ("run", name, NULL), *path = cli_folder_path (folder, inner);

      if (strchr (name, '/') == NULL)
        continue;
      g_assert_cmpint (g_unlink (path), ==, 0);
      g_assert_cmpint (symlink ("../../../victim/sheet.txt", path), ==, 0);
      n++;
    }
  g_assert_cmpuint (n, >=, 7);
  assert_harmless (folder, NULL);
}

static void
make_socket (const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  const int fd = socket (AF_UNIX, SOCK_STREAM, 0);

  g_assert_cmpuint (g_strlcpy (address.sun_path, path, sizeof address.sun_path), <, sizeof address.sun_path);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  close (fd);
}

/* A pipe, a device or a socket in the place of a file of the run, or of a merged one, is refused: were it read or written, no
 * action would end. */
static void
test_special (CliFolder    *folder,
              gconstpointer data)
{
  g_autoptr (CliResult) merged = cli_run (folder, "batch", "merge", "run", NULL);
  g_autofree char *all = batch_contents (folder, "run");
  g_auto (GStrv) lines = g_strsplit (g_strchomp (all), "\n", -1);

  g_assert_nonnull (strstr (all, "failed.tsv "));
  for (char **line = lines; *line != NULL; line++)
    for (guint kind = 0; kind < 3; kind++)
      {
        g_autofree char *name = g_strndup (*line, (gsize) (strrchr (*line, ' ') - *line));
        g_autofree char *inner = g_build_filename ("run", name, NULL), *path = cli_folder_path (folder, inner);
        g_autofree char *old = g_strconcat (path, ".old", NULL);

        g_test_message ("%s", name);
        g_assert_cmpint (g_rename (path, old), ==, 0);
        if (kind == 0)
          g_assert_cmpint (mkfifo (path, 0666), ==, 0);
        else if (kind == 1)
          g_assert_cmpint (symlink ("/dev/zero", path), ==, 0);
        else
          make_socket (path);
        assert_harmless (folder, g_str_equal (name, "preset") || g_str_equal (name, "manifest.tsv") ? "run/" : NULL);
        g_unlink (path);
        g_assert_cmpint (g_rename (old, path), ==, 0);
      }
}

/* A file of options names files beside it, and those of a run: the new run keeps copies of its own. */
static void
test_options (CliFolder    *folder,
              gconstpointer data)
{
  static const char *const wrong[] = { "--calibration ../victim/sheet.txt\n", "--calibration /etc/hostname\n" };
  static const char right[] = "--products bands\n--bands octave\n--calibration sheet.txt\n--amplitude-error table:sub/sheet.txt\n";
  g_autofree char *sub = cli_folder_path (folder, "mine/sub"), *preset = NULL, *again = NULL;
  g_autoptr (CliResult) planned = NULL, copied = NULL;
  gsize n;

  g_assert_cmpint (g_mkdir_with_parents (sub, 0777), ==, 0);
  cli_folder_write (folder, "mine/sheet.txt", sheet, strlen (sheet));
  cli_folder_write (folder, "mine/sub/sheet.txt", sheet, strlen (sheet));
  cli_folder_write (folder, "mine/options", right, strlen (right));
  planned = cli_run (folder, "batch", "plan", "rec", "-o", "new", "--preset", "mine/options", NULL);
  cli_assert_done (planned);
  preset = cli_folder_read (folder, "new/preset", &n);
  g_assert_nonnull (strstr (preset, "\n--calibration RUN/files/"));
  g_assert_nonnull (strstr (preset, "\n--amplitude-error table:RUN/files/"));
  copied = cli_run (folder, "batch", "plan", "rec", "-o", "copy", "--preset", "new/preset", NULL);
  cli_assert_done (copied);
  again = cli_folder_read (folder, "copy/preset", &n);
  g_assert_cmpstr (again, ==, preset);
  batch_run (folder, "copy", NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (CliResult) refused = NULL;

      cli_folder_write (folder, "mine/options", wrong[i], strlen (wrong[i]));
      refused = cli_run (folder, "batch", "plan", "rec", "-o", "other", "--products", "bands", "--preset", "mine/options", NULL);
      cli_assert_refused (refused, 1, "mine/options: names “");
    }
}

/* Merging makes what it can, and its status tells that there is more. */
static void
test_merge (CliFolder    *folder,
            gconstpointer data)
{
  static const char *const blocked[] = { "run/bands.csv", "run/annotations.csv" };
  g_autoptr (CliResult) merged = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (blocked); i++)
    {
      g_autofree char *path = cli_folder_path (folder, blocked[i]);

      g_assert_cmpint (g_mkdir (path, 0777), ==, 0);
    }
  merged = cli_run (folder, "batch", "merge", "run", NULL);
  g_assert_cmpint (merged->status, ==, 1);
  g_assert_nonnull (strstr (merged->err, "run/bands.csv: "));
  g_assert_nonnull (strstr (merged->err, "run/annotations.csv: "));
  g_assert_nonnull (strstr (merged->err, "run: no recording has a start")); /* the third that cannot be made */
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *path = cli_folder_path (folder, i == 0 ? "run/sheet-1.png" : "run/failed.tsv");

      g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
    }
}

/* The status of a run tells that recordings failed, also of those that it does not try again; the others are done. */
static void
test_failed (CliFolder    *folder,
             gconstpointer data)
{
  g_autoptr (CliResult) status = NULL;

  cli_folder_write (folder, "rec/bad.wav", "hello", 5);
  batch_plan_all (folder, "two");
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (CliResult) result = cli_run (folder, "batch", "run", "two", NULL);

      cli_assert_refused (result, 3, "two: 1 of 2 recordings failed; failed.tsv tells why");
    }
  status = cli_run (folder, "batch", "status", "two", "--json", NULL);
  g_assert_nonnull (strstr (status->out, "\"done\": 1, \"failed\": 1, \"left\": 0"));
}

/* Returns the start in the line of a table that begins with the recording's path, @name; transfer full. */
static char *
find_start (CliFolder  *folder,
            const char *table,
            const char *name,
            char        separator,
            guint       column)
{
  gsize n;
  g_autofree char *text = cli_folder_read (folder, table, &n), *inner = g_build_filename ("rec", name, NULL);
  g_autofree char *path = cli_folder_path (folder, inner), *begin = g_strdup_printf ("%s%c", path, separator);
  const char *line = strstr (text, begin), *end;

  g_assert_nonnull (line);
  for (guint i = 0; i < column; i++)
    line = strchr (line, separator) + 1;
  end = strchr (line, separator);
  return g_strndup (line, (gsize) (end - line));
}

/* TRUE if the archive's member @name has the text. */
static gboolean
has_text (CliFolder  *folder,
          const char *archive,
          const char *text)
{
  gsize n, length = strlen (text);
  g_autofree char *data = cli_folder_read (folder, archive, &n), *wide = g_new0 (char, 4 * length);

  for (gsize i = 0; i < length; i++)
    wide[4 * i] = text[i]; /* NumPy's UCS-4 */
  return memmem (data, n, wide, 4 * length) != NULL || memmem (data, n, text, length) != NULL;
}

/* A name's time without a zone is nobody's UTC: it is told without one everywhere, and never averaged with those in UTC. */
static void
test_clocks (CliFolder    *folder,
             gconstpointer data)
{
  static const char *const tables[] = { "both/bands.csv", "both/annotations.csv" };
  g_autofree char *picture = cli_folder_path (folder, "both/ltsa-clock.png");
  g_autofree char *removed = cli_folder_path (folder, "rec/b_20240102T030407Z.wav");
  g_autoptr (CliResult) planned = NULL, merged = NULL, alone = NULL;
  g_autofree char *of_a = NULL, *of_b = NULL;

  batch_write_noise (folder, "a_20240102_030405.wav", BATCH_RATE);
  batch_write_noise (folder, "b_20240102T030407Z.wav", BATCH_RATE);
  planned = cli_run (folder, "batch", "plan", "rec", "--products", "bands,annotations,ltsa", "-o", "both", "--bands", "octave",
                     "--every", "0.5", "--detect", "300:900", "--above", "-80", NULL);
  g_assert_cmpint (planned->status, ==, 0);
  g_assert_nonnull (strstr (planned->err, "1 recording tells their start in UTC, and 1 by a clock of unknown zone"));
  of_a = find_start (folder, "both/manifest.tsv", "a_20240102_030405.wav", '\t', 3);
  of_b = find_start (folder, "both/manifest.tsv", "b_20240102T030407Z.wav", '\t', 3);
  g_assert_cmpstr (of_a, ==, "2024-01-02T03:04:05");
  g_assert_cmpstr (of_b, ==, "2024-01-02T03:04:07Z");
  batch_run (folder, "both", NULL, NULL);
  merged = cli_run (folder, "batch", "merge", "both", NULL);
  g_assert_cmpint (merged->status, ==, 0);
  g_assert_nonnull (strstr (merged->err, "1 by a clock of unknown zone"));
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *a = find_start (folder, tables[i], "a_20240102_030405.wav", ',', i == 0 ? 2 : 1);
      g_autofree char *b = find_start (folder, tables[i], "b_20240102T030407Z.wav", ',', i == 0 ? 2 : 1);

      g_assert_true (g_str_has_prefix (a, "2024-01-02T03:04:05") && !g_str_has_suffix (a, "Z"));
      g_assert_true (g_str_has_prefix (b, "2024-01-02T03:04:07") && g_str_has_suffix (b, "Z"));
    }
  g_assert_true (has_text (folder, "both/ltsa.npz", "UTC"));
  g_assert_true (has_text (folder, "both/ltsa-clock.npz", "unknown"));
  g_assert_true (g_file_test (picture, G_FILE_TEST_EXISTS));
  /* Alone, clocks have the average's usual name. */
  g_assert_cmpint (g_unlink (removed), ==, 0);
  alone = cli_run (folder, "batch", "plan", "rec", "--products", "ltsa", "-o", "alone", "--bands", "octave", NULL);
  cli_assert_done (alone);
  batch_run (folder, "alone", NULL, NULL);
  g_free (batch_merged (folder, "alone"));
  g_assert_true (has_text (folder, "alone/ltsa.npz", "unknown"));
}

#define ADD(path, test) g_test_add ("/ondes/batch/folder/" path, CliFolder, NULL, set_up, test, batch_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("presets-name-nothing-outside", test_presets);
  ADD ("presets-take-no-taps-from-outside", test_taps);
  ADD ("links-lead-nowhere", test_links);
  ADD ("outputs-are-no-links", test_outputs);
  ADD ("what-never-ends-is-not-read", test_special);
  ADD ("a-file-of-options-names-its-neighbours", test_options);
  ADD ("merging-goes-on", test_merge);
  ADD ("a-status-tells-of-failures", test_failed);
  ADD ("clocks-are-not-utc", test_clocks);
  return g_test_run ();
}
