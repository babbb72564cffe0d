/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs over many recordings: the same bytes however the work is shared and whatever ends it. */
#include "batch-fixture.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <utime.h>

#include "transform/filter-bank.h"

static void
test_shared (CliFolder    *folder,
             gconstpointer data)
{
  static const char *const shards[] = { "2/3", "0/3", "1/3" };
  g_autofree char *one = NULL, *two = NULL, *three = NULL, *again = NULL, *merged = NULL, *merged_3 = NULL;

  batch_make_folder (folder);
  batch_plan_all (folder, "one");
  batch_plan_all (folder, "two");
  batch_plan_all (folder, "three");
  batch_run (folder, "one", "--workers", "1");
  batch_run (folder, "two", "--workers", "2");
  for (guint i = 0; i < G_N_ELEMENTS (shards); i++)
    batch_run (folder, "three", "--shard", shards[i]);
  merged = batch_merged (folder, "one");
  merged_3 = batch_merged (folder, "three");
  g_assert_cmpstr (merged_3, ==, merged);
  g_clear_pointer (&merged, g_free);
  merged = batch_merged (folder, "two");
  g_assert_cmpstr (merged_3, ==, merged);
  one = batch_contents (folder, "one");
  two = batch_contents (folder, "two");
  three = batch_contents (folder, "three");
  g_assert_cmpstr (two, ==, one);
  g_assert_cmpstr (three, ==, one);
  batch_run (folder, "one", NULL, NULL); /* nothing is left */
  again = batch_contents (folder, "one");
  g_assert_cmpstr (again, ==, one);
}

/* Writes a recording that is damaged: random bytes, or a whole one cut off or with some of its head's bytes changed. */
static void
write_damaged (CliFolder  *folder,
               const char *name,
               const char *whole,
               gsize       n,
               gboolean    junk)
{
  g_autofree char *bytes = g_memdup2 (whole, n);
  const gsize cut = (gsize) g_test_rand_int_range (0, 64);

  for (gsize k = 0; junk && k < cut; k++)
    bytes[k] = (char) g_test_rand_int_range (128, 256);
  for (guint i = 0; !junk && i < 3; i++)
    bytes[g_test_rand_int_range (0, 36)] = (char) g_test_rand_int_range (0, 256);
  cli_folder_write (folder, name, bytes, junk ? cut : (gsize) g_test_rand_int_range (36, (int) n + 1));
}

static void
plan_octaves (CliFolder  *folder,
              const char *run)
{
  g_autoptr (CliResult) result
    = cli_run (folder, "batch", "plan", "rec", "--products", "bands", "-o", run, "--bands", "octave", NULL);

  cli_assert_done (result);
}

/* A folder with 340 bad files, of which some may be readable all the same: each is done or told of, and the good one is as it is
 * alone. */
static void
test_bad (CliFolder    *folder,
          gconstpointer data)
{
  const guint n = 340;
  g_autoptr (CliResult) result = NULL, status = NULL;
  g_autofree char *failed = NULL, *whole = NULL, *good = NULL, *all = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_failed, done = 0;
  gsize length;

  batch_write_noise (folder, "good.wav", BATCH_RATE / 8);
  whole = cli_folder_read (folder, "rec/good.wav", &length);
  plan_octaves (folder, "alone");
  batch_run (folder, "alone", NULL, NULL);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("rec/bad-%u.%s", i, i % 3 == 0 ? "wav" : i % 3 == 1 ? "flac" : "ogg");

      write_damaged (folder, name, whole, length, i % 2 == 0);
    }
  plan_octaves (folder, "run");
  result = cli_run (folder, "batch", "run", "run", NULL);
  g_assert_cmpint (result->status, ==, 3);
  failed = cli_folder_read (folder, "run/failed.tsv", &length);
  lines = g_strsplit (g_strchomp (failed), "\n", -1);
  n_failed = g_strv_length (lines) - 1;
  g_assert_cmpuint (n_failed, >=, n / 2);
  for (guint i = 1; i <= n_failed; i++)
    {
      const char *tab = strchr (lines[i], '\t');

      g_assert_true (g_str_has_prefix (lines[i], folder->folder));
      g_assert_nonnull (tab);
      g_assert_cmpuint (strlen (tab), >, 20);
    }
  status = cli_run (folder, "batch", "status", "run", "--json", NULL);
  cli_assert_done (status);
  g_assert_nonnull (strstr (status->out, "\"files\": 341, "));
  g_assert_nonnull (strstr (status->out, "\"left\": 0"));
  good = batch_contents (folder, "alone/bands");
  all = batch_contents (folder, "run/bands");
  g_assert_nonnull (strstr (all, good));
  for (const char *p = all; *p != '\0'; p++)
    done += *p == '\n';
  g_assert_cmpuint (done + 1 + n_failed, >=, n + 1);
}

static void
count_lines (CliFolder  *folder,
             const char *name,
             const char *part,
             guint       expected)
{
  gsize n;
  g_autofree char *text = cli_folder_read (folder, name, &n);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint found = 0;

  for (char **line = lines; *line != NULL; line++)
    found += strstr (*line, part) != NULL;
  g_assert_cmpuint (found, ==, expected);
}

/* Sets a file's time to one that it did not have. */
static void
age (CliFolder  *folder,
     const char *name)
{
  g_autofree char *path = cli_folder_path (folder, name);

  g_assert_cmpint (g_utime (path, &(struct utimbuf) { 1000000000, 1000000000 }), ==, 0);
}

/* Another file in the place of one that was planned fails, until it is planned again. */
static void
test_replaced (CliFolder    *folder,
               gconstpointer data)
{
  g_autofree char *merged = NULL, *fresh = NULL;

  batch_write_noise (folder, "a.wav", BATCH_RATE);
  batch_write_noise (folder, "b.wav", BATCH_RATE);
  batch_plan (folder, "run");
  batch_run (folder, "run", NULL, NULL);
  batch_write_noise (folder, "a.wav", BATCH_RATE);
  age (folder, "rec/a.wav");
  batch_plan (folder, "run");
  count_lines (folder, "run/manifest.tsv", "\tchanged", 1);
  batch_write_noise (folder, "a.wav", BATCH_RATE);
  batch_run (folder, "run", NULL, NULL);
  count_lines (folder, "run/failed.tsv", "another file than was planned", 1);
  batch_plan (folder, "run");
  batch_run (folder, "run", NULL, NULL);
  merged = batch_merged (folder, "run");
  batch_plan (folder, "fresh");
  batch_run (folder, "fresh", NULL, NULL);
  fresh = batch_merged (folder, "fresh");
  g_assert_cmpstr (merged, ==, fresh);
  count_lines (folder, "run/failed.tsv", "", 2); /* its head alone */
}

/* New recordings come beside the old ones, whose outputs stay as they are. */
static void
test_appended (CliFolder    *folder,
               gconstpointer data)
{
  g_autofree char *before = NULL, *after = NULL, *listed = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (CliResult) other = NULL, plain = NULL;
  gsize n;

  batch_write_noise (folder, "m.wav", BATCH_RATE);
  batch_plan (folder, "run");
  batch_run (folder, "run", NULL, NULL);
  before = batch_contents (folder, "run");
  batch_write_noise (folder, "a.wav", BATCH_RATE);
  batch_write_noise (folder, "z.wav", BATCH_RATE);
  plain = cli_run (folder, "batch", "plan", "rec", "-o", "run", NULL); /* by the parameters that it has */
  cli_assert_done (plain);
  g_assert_nonnull (strstr (plain->out, "3 recordings"));
  g_assert_nonnull (strstr (plain->out, "2 new"));
  listed = cli_folder_read (folder, "run/manifest.tsv", &n);
  lines = g_strsplit (listed, "\n", -1);
  g_assert_nonnull (strstr (lines[1], "a.wav"));
  g_assert_nonnull (strstr (lines[2], "m.wav"));
  g_assert_nonnull (strstr (lines[3], "z.wav"));
  batch_run (folder, "run", NULL, NULL);
  after = batch_contents (folder, "run");
  lines = (g_strfreev (lines), g_strsplit (before, "\n", -1));
  for (char **line = lines; *line != NULL; line++)
    if (strstr (*line, "m-") != NULL)
      g_assert_nonnull (strstr (after, *line));
  other = cli_run (folder, "batch", "plan", "rec", "-o", "run", "--every", "7", NULL);
  cli_assert_refused (other, 1, "run: was planned with other parameters");
}

static void
test_preset (CliFolder    *folder,
             gconstpointer data)
{
  static const char text[] = "# mine\n--products bands\n--every 0.5\n\n--bands octave\n--condition gain:20\n--percentiles none\n";
  g_autoptr (CliResult) planned = NULL, merged = NULL, wrong = NULL;
  g_autofree char *preset = NULL, *levels = NULL;
  gsize n;

  batch_write_noise (folder, "a.wav", BATCH_RATE);
  cli_folder_write (folder, "mine", text, strlen (text));
  planned = cli_run (folder, "batch", "plan", "rec", "-o", "run", "--preset", "mine", "--every", "0.25", NULL);
  cli_assert_done (planned);
  preset = cli_folder_read (folder, "run/preset", &n);
  g_assert_nonnull (strstr (preset, "\n--products bands\n--bands octave\n--condition gain:20\n--percentiles none\n--every 0.25\n"));
  merged = cli_run (folder, "batch", "merge", "run", NULL);
  cli_assert_refused (merged, 1, "run: 1 recording is still to do");
  batch_run (folder, "run", NULL, NULL);
  levels = batch_merged (folder, "run");
  count_lines (folder, "run/bands.csv", ",mean,", 4);
  cli_folder_write (folder, "wrong", "--omega0 much\n", 14);
  wrong = cli_run (folder, "batch", "plan", "rec", "-o", "other", "--products", "scalogram", "--preset", "wrong", NULL);
  cli_assert_refused (wrong, 2, "--omega0: “much”");
}

/* Asserts that the output of a run, the only one of a product, is what “cwt” wrote to @name, but for the stamp: the last @tail
 * bytes of the latter stand behind it or tell its length. */
static void
assert_output (CliFolder  *folder,
               const char *product,
               const char *name,
               gsize       tail)
{
  g_autofree char *contents = batch_contents (folder, product), *inner = NULL, *output = NULL, *expected = NULL;
  gsize n, m;

  g_assert_null (strchr (contents, '\n'));
  *strrchr (contents, ' ') = '\0';
  inner = g_build_filename (product, contents, NULL);
  output = cli_folder_read (folder, inner, &n);
  expected = cli_folder_read (folder, name, &m);
  g_assert_cmpuint (n, >, m);
  g_assert_cmpmem (output, m - tail, expected, m - tail);
}

/* A preset of the window is what it is to cwt, for all products, and the run's own from then on. */
static void
test_window_preset (CliFolder    *folder,
                    gconstpointer data)
{
  static const char text[] = "[Ondes preset]\nformat=1\nwavelet=analytic-morlet\nlowest=100\nhighest=1200\nvoices=6\n"
                             "condition=gain:20\\nhighpass:50\nnormalisation=l2\npalette=grey\n\n[end]\n";
  static const char sheet[] = "Hz dB\n10 -3\n1000 0\n2000 4\n";
  g_autoptr (CliResult) picture = NULL, numbers = NULL, planned = NULL, again = NULL, changed = NULL, wrong = NULL;
  g_autofree char *preset = cli_folder_path (folder, "mine.ondes-preset"), *levels = NULL, *expected = NULL;
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, sheet, -1), *hashed = g_strndup (sum, 16);
  g_autofree char *kept = g_build_filename ("files", hashed, "sheet.txt", NULL), *path = cli_folder_path (folder, kept);
  g_autofree char *within = g_path_get_dirname (path);

  batch_write_noise (folder, "a.wav", BATCH_RATE);
  cli_folder_write (folder, "mine.ondes-preset", text, strlen (text));
  cli_folder_write (folder, "sheet.txt", sheet, strlen (sheet));
  g_assert_cmpint (g_mkdir_with_parents (within, 0777), ==, 0);
  cli_folder_write (folder, kept, sheet, strlen (sheet)); /* as a run has it, whose pictures tell the options that make them */
  picture = cli_run (folder, "cwt", "rec/a.wav", "--preset", "mine.ondes-preset", "--size", "200x150", "--calibration", kept, "-o",
                     "a.png", NULL);
  numbers = cli_run (folder, "cwt", "rec/a.wav", "--preset", "mine.ondes-preset", "--wavelet", "morlet", "--columns", "300",
                     "-o", "a.npz", NULL);
  cli_assert_done (picture);
  cli_assert_done (numbers);
  planned = cli_run (folder, "batch", "plan", "rec", "-o", "run", "--preset", "mine.ondes-preset", "--products", "scalogram,bands",
                     "--size", "200x150", "--calibration", "sheet.txt", "--bands", "preset", "--every", "0.5", NULL);
  again = cli_run (folder, "batch", "plan", "rec", "-o", "npz", "--preset", "mine.ondes-preset", "--products", "scalogram",
                   "--scalogram", "npz", "--wavelet", "morlet", "--columns", "300", NULL);
  cli_assert_done (planned);
  cli_assert_done (again);
  cli_folder_write (folder, "mine.ondes-preset", "changed", 7);
  cli_folder_write (folder, "sheet.txt", "changed", 7);
  batch_run (folder, "run", NULL, NULL);
  batch_run (folder, "npz", NULL, NULL);
  assert_output (folder, "run/scalogram", "a.png", 12);
  assert_output (folder, "npz/scalogram", "a.npz", 2);
  levels = batch_merged (folder, "run");
  g_clear_pointer (&planned, cli_result_free);
  planned = cli_run (folder, "batch", "plan", "rec", "-o", "plain", "--products", "bands", "--condition", "gain:20", "--condition",
                     "highpass:50", "--bands", "morlet:100:1200:6", "--every", "0.5", NULL);
  cli_assert_done (planned);
  batch_run (folder, "plain", NULL, NULL);
  expected = batch_merged (folder, "plain");
  g_assert_cmpstr (levels, ==, expected);
  g_clear_pointer (&again, cli_result_free);
  again = cli_run (folder, "batch", "plan", "rec", "-o", "npz", "--dry-run", NULL); /* by what the run has kept */
  cli_assert_done (again);
  g_assert_nonnull (strstr (again->out, "about "));
  wrong = cli_run (folder, "batch", "plan", "rec", "-o", "other", "--preset", "mine.ondes-preset", "--products", "scalogram", NULL);
  cli_assert_refused (wrong, 1, "mine.ondes-preset is not");
  cli_folder_write (folder, "mine.ondes-preset", "[Ondes preset]\nformat=1\n[end]\n", 30);
  changed = cli_run (folder, "batch", "plan", "rec", "-o", "run", "--preset", preset, NULL);
  cli_assert_refused (changed, 1, "run: was planned with other parameters");
}

/* A run has the taps that its preset names, though an earlier version wrote the preset. */
static void
test_preset_taps (CliFolder    *folder,
                  gconstpointer data)
{
  static const char taps[] = "0.5\n0.25\n-0.125\n";
  g_autofree char *named = cli_folder_path (folder, "h.txt"), *levels = NULL, *expected = NULL;
  g_autofree char *text = g_strdup_printf ("[Ondes preset]\nformat=1\ncondition=gain:20\\nfilter:causal,taps=%s\n\n[end]\n", named);
  g_autoptr (CliResult) planned = NULL, plain = NULL, gone = NULL;

  batch_write_noise (folder, "a.wav", BATCH_RATE);
  cli_folder_write (folder, "h.txt", taps, strlen (taps));
  cli_folder_write (folder, "mine.ondes-preset", text, strlen (text));
  planned = cli_run (folder, "batch", "plan", "rec", "-o", "run", "--preset", "mine.ondes-preset", "--products", "bands", "--bands",
                     "octave", "--every", "0.5", NULL);
  cli_assert_done (planned);
  plain = cli_run (folder, "batch", "plan", "rec", "-o", "plain", "--products", "bands", "--bands", "octave", "--condition",
                   "gain:20", "--condition", "filter:causal,taps=h.txt", "--every", "0.5", NULL);
  cli_assert_done (plain);
  cli_folder_write (folder, "h.txt", "1\n", 2); /* it has other taps by now */
  batch_run (folder, "run", NULL, NULL);
  batch_run (folder, "plain", NULL, NULL);
  levels = batch_merged (folder, "run");
  expected = batch_merged (folder, "plain");
  g_assert_cmpstr (levels, ==, expected);
  g_assert_cmpint (g_remove (named), ==, 0);
  gone = cli_run (folder, "batch", "plan", "rec", "-o", "other", "--preset", "mine.ondes-preset", "--products", "bands", NULL);
  cli_assert_refused (gone, 1, named);
}

/* Labels beside recordings in text are left out whatever they end in, a series with words in its header is none of them. */
static void
test_labels (CliFolder    *folder,
             gconstpointer data)
{
  static const char audacity[] = "0.1\t0.25\twhale\n0.4\t0.4\tboat\n", table[] = "start,end,label\n0.1,0.2,whale\n";
  static const char raven[] = "Selection\tView\tChannel\tBegin Time (s)\tEnd Time (s)\tLow Freq (Hz)\tHigh Freq (Hz)\n"
                              "1\tSpectrogram 1\t1\t0.1\t0.2\t100\t900\n";
  g_autoptr (GString) series = g_string_new ("level\n");
  g_autoptr (CliResult) planned = NULL, again = NULL, named = NULL, read = NULL;
  g_autofree char *rec = cli_folder_path (folder, "rec"), *alone = cli_folder_path (folder, "alone");

  g_assert_cmpint (g_mkdir (rec, 0777), ==, 0);
  for (guint i = 0; i < BATCH_RATE; i++)
    g_string_append_printf (series, "%d\n", g_test_rand_int_range (-100, 100));
  cli_folder_write (folder, "rec/a.txt", series->str, series->len);
  cli_folder_write (folder, "rec/a-labels.txt", audacity, strlen (audacity));
  planned = cli_run (folder, "batch", "plan", "rec", "-o", "run", "--products", "bands", "--pattern", "*.txt", NULL);
  g_assert_cmpint (planned->status, ==, 0);
  g_assert_nonnull (strstr (planned->err, "1 label file is left out: it annotates a recording"));
  g_assert_nonnull (strstr (planned->out, "1 recording, "));
  count_lines (folder, "run/manifest.tsv", "a.txt", 1);
  count_lines (folder, "run/manifest.tsv", "labels", 0);
  cli_folder_write (folder, "rec/b.csv", table, strlen (table));
  cli_folder_write (folder, "rec/a.selections.txt", raven, strlen (raven));
  again = cli_run (folder, "batch", "plan", "rec/a-labels.txt", "rec/a.selections.txt", "rec/a.txt", "rec/b.csv", "-o", "run",
                   NULL);
  g_assert_cmpint (again->status, ==, 0);
  g_assert_nonnull (strstr (again->err, "3 label files are left out: they annotate recordings"));
  count_lines (folder, "run/manifest.tsv", "rec/", 1);
  named = cli_run (folder, "batch", "plan", "rec/a-labels.txt", "-o", "alone", "--products", "bands", NULL);
  cli_assert_refused (named, 1, "rec/a-labels.txt: holds annotations (Audacity labels), not a recording; name the recording");
  g_assert_false (g_file_test (alone, G_FILE_TEST_EXISTS));
  read = cli_run (folder, "batch", "plan", "rec/a-labels.txt", "-o", "alone", "--products", "bands", "--rate", "10", NULL);
  cli_assert_done (read); /* columns of numbers to one who says how they are read */
}

static void
test_wrong (CliFolder    *folder,
            gconstpointer data)
{
  static const struct
  {
    int         status;
    const char *about;
    const char *words[12];
  } all[] = {
    { 2, "again: no such action", { "batch", "again", "RUN" } },
    { 2, "FOLDER", { "batch", "plan", "-o", "RUN" } },
    { 2, "-o: missing", { "batch", "plan", "rec" } },
    { 2, "--products: missing", { "batch", "plan", "rec", "-o", "RUN" } },
    { 2, "--products: “song”", { "batch", "plan", "rec", "-o", "RUN", "--products", "song" } },
    { 2, "--bands: ", { "batch", "plan", "rec", "-o", "RUN", "--products", "bands", "--bands", "broad" } },
    { 2, "--detect: missing", { "batch", "plan", "rec", "-o", "RUN", "--products", "annotations" } },
    { 2, "--every: ", { "batch", "plan", "rec", "-o", "RUN", "--products", "bands", "--every", "0" } },
    { 2, "--percentiles: ", { "batch", "plan", "rec", "-o", "RUN", "--products", "bands", "--percentiles", "101" } },
    { 2, "--unit: “ Pa” begins", { "batch", "plan", "rec", "-o", "RUN", "--products", "bands", "--unit", " Pa" } },
    { 2, "--difference: it is a picture",
      { "batch", "plan", "rec", "-o", "RUN", "--products", "scalogram", "--scalogram", "npz", "--difference", "6" } },
    { 1, "none: cannot be read", { "batch", "plan", "none", "-o", "RUN", "--products", "bands" } },
    { 1, "rec: is no run", { "batch", "run", "rec" } },
    { 1, "rec: is no run", { "batch", "status", "rec" } },
    { 1, "rec: is no run", { "batch", "merge", "rec" } },
    { 2, "--shard: “3/3”", { "batch", "run", "rec", "--shard", "3/3" } },
    { 2, "--workers: ", { "batch", "run", "rec", "--workers", "0" } },
    { 2, "--threads: ", { "batch", "run", "rec", "--threads", "0" } },
    { 2, "rec: one word too many", { "batch", "run", "rec", "rec" } },
  };

  batch_write_noise (folder, "a.wav", 100);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (CliResult) result = cli_run_words (folder, all[i].words);

      cli_assert_refused (result, all[i].status, all[i].about);
    }
}

/* The filters of the bank convolved with the samples, in double, and their squares summed. */
static void
test_levels (CliFolder    *folder,
             gconstpointer data)
{
  const guint n = 3000, every = 1200;
  g_autofree gint16 *x = g_new (gint16, n);
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesFilterBank) bank = ondes_filter_bank_octaves (3, BATCH_RATE, n, &error);
  g_autoptr (CliResult) planned = NULL;
  g_autofree char *rec = cli_folder_path (folder, "rec"), *text = NULL;
  g_auto (GStrv) lines = NULL;
  const OndesFilterBand *bands;
  guint n_bands;

  g_assert_no_error (error);
  g_assert_cmpint (g_mkdir (rec, 0777), ==, 0);
  for (guint i = 0; i < n; i++)
    x[i] = (gint16) g_test_rand_int_range (-32768, 32768);
  cli_folder_write_wav (folder, "rec/a.wav", 1, BATCH_RATE, x, n, n);
  planned = cli_run (folder, "batch", "plan", "rec", "-o", "run", "--products", "bands", "--every", "0.3",
                     "--percentiles", "none", NULL);
  cli_assert_done (planned);
  batch_run (folder, "run", "--workers", "1");
  text = batch_merged (folder, "run");
  lines = g_strsplit (text, "\n", -1);
  bands = ondes_filter_bank_get (bank, &n_bands);
  g_assert_cmpuint (n_bands, >, 5);
  for (guint span = 0; span * every < n; span++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[1 + span], ",", -1);
      const guint end = MIN ((span + 1) * every, n);

      g_assert_cmpuint (g_strv_length (cells), ==, 6 + n_bands);
      g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[3], NULL), 0.3 * span, 1e-12);
      for (guint b = 0; b < n_bands; b++)
        {
          double sum = 0;

          for (guint t = span * every; t < end; t++)
            {
              double y = 0;

              for (guint m = 0; m < bands[b].n; m++)
                {
                  const gint64 at = (gint64) t + (bands[b].n - 1) / 2 - m;

                  y += at >= 0 && at < n ? bands[b].taps[m] * x[at] / 32768 : 0;
                }
              sum += y * y;
            }
          g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[6 + b], NULL), 10 * log10 (sum / (end - span * every)), 0.00051);
        }
    }
}

/* Reads an array of doubles out of an archive, whose members are not compressed. */
static const double *
find_member (const char *data,
             gsize       n,
             const char *name,
             guint64    *rows,
             guint64    *columns)
{
  const gsize length = strlen (name);

  for (gsize i = 0; i + length < n; i++)
    if (memcmp (data + i, name, length) == 0)
      for (gsize at = i + length; at + 6 < n; at++)
        if (memcmp (data + at, "\x93NUMPY", 6) == 0)
          {
            double *values = g_malloc (n - at);
            const void *found = *rows > 0 ? cli_npy (data + at, n - at, "<f8", rows, columns)
                                          : cli_npy_vector (data + at, n - at, "<f8", columns);

            memcpy (values, found, MAX (*rows, 1) * *columns * sizeof *values);
            return values;
          }
  g_assert_not_reached ();
}

/* Cells of the clock, told by their middles, have the mean of what overlaps them, by the table of all. */
static void
test_ltsa (CliFolder    *folder,
           gconstpointer data)
{
  g_autofree char *text = NULL, *archive = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree const double *values = NULL, *times = NULL;
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  guint64 rows = 1, columns = 0, none = 0, n_times = 0;
  guint filled = 0;
  gsize n;

  batch_write_noise (folder, "a_20240102_030405.wav", BATCH_RATE);
  batch_write_noise (folder, "b_20240102_030406.wav", 3 * BATCH_RATE / 2); /* overlaps the next */
  batch_write_noise (folder, "c_20240102_030407.wav", BATCH_RATE);
  batch_write_noise (folder, "d_20240102_030412.wav", BATCH_RATE / 2);
  batch_write_noise (folder, "e.wav", BATCH_RATE); /* no start */
  batch_plan_all (folder, "run");
  batch_run (folder, "run", NULL, NULL);
  text = batch_merged (folder, "run");
  lines = g_strsplit (text, "\n", -1);
  archive = cli_folder_read (folder, "run/ltsa.npz", &n);
  values = find_member (archive, n, "values.npy", &rows, &columns);
  times = find_member (archive, n, "times_s.npy", &none, &n_times);
  g_assert_cmpuint (n_times, ==, columns);
  /* The first second of all is that of a, 03:04:05 UTC; cells of 0.6 s begin at multiples of it since 1970. */
  g_assert_cmpfloat_with_epsilon (times[0], floor (1704164645 / 0.6) * 0.6 + 0.3, 1e-5);
  for (guint64 cell = 0; cell < columns; cell++)
    for (guint64 band = 0; band < rows; band++)
      {
        const double from = times[cell] - 0.3, to = from + 0.6, value = values[band * columns + cell];
        double sum = 0, all = 0;

        for (guint i = 1; lines[i] != NULL; i++)
          {
            g_auto (GStrv) cells = g_strsplit (lines[i], ",", -1);
            g_autoptr (GDateTime) date = g_strv_length (cells) > 6 && cells[2][0] != '\0' && g_str_equal (cells[5], "mean")
                                           ? g_date_time_new_from_iso8601 (cells[2], utc) : NULL;
            double begin, overlap;

            if (date == NULL || cells[6 + band][0] == '\0')
              continue;
            begin = (double) g_date_time_to_unix (date) + g_date_time_get_microsecond (date) * 1e-6;
            overlap = MIN (to, begin + g_ascii_strtod (cells[4], NULL)) - MAX (from, begin);
            sum += overlap >= 1e-5 ? overlap * pow (10, g_ascii_strtod (cells[6 + band], NULL) / 10) : 0;
            all += overlap >= 1e-5 ? overlap : 0;
          }
        g_assert_true ((all == 0) == !!isnan (value));
        if (all > 0)
          g_assert_cmpfloat_with_epsilon (value, 10 * log10 (sum / all), 1e-4);
        filled += all > 0;
      }
  g_assert_cmpuint (filled, >, 5 * rows);
  g_assert_cmpuint (filled, <, rows * columns);
}

#define ADD(path, data, test) g_test_add ("/ondes/batch/" path, CliFolder, data, cli_folder_set_up, test, batch_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("any-sharing-gives-the-same-bytes", NULL, test_shared);
  ADD ("bad-recordings-stop-nothing", NULL, test_bad);
  ADD ("replaced-recordings-are-noticed", NULL, test_replaced);
  ADD ("new-recordings-are-added", NULL, test_appended);
  ADD ("a-preset-has-options", NULL, test_preset);
  ADD ("a-preset-of-the-window-is-that-of-cwt", NULL, test_window_preset);
  ADD ("a-preset-brings-its-taps", NULL, test_preset_taps);
  ADD ("labels-are-no-recordings", NULL, test_labels);
  ADD ("wrong-words-are-refused", NULL, test_wrong);
  ADD ("long-term-averages-lie-on-the-clock", NULL, test_ltsa);
  ADD ("levels-are-those-of-the-filters", NULL, test_levels);
  return g_test_run ();
}
