/* SPDX-License-Identifier: GPL-3.0-or-later */
/* “ondes-cli annotate”: formats, merging, shifting and picking; and annotations in pictures of cwt. */
#include <math.h>
#include <string.h>

#include "cli-run.h"

static const char labels[] = "0.1\t0.367\tSP\n\\\t6441.064453\t12296.577148\n0.5\t3\tCRER\n";
static const char birds[] = "start,end,low,high,track,label,mood\n2,2,,,clicks,tick,\n4,5.5,100,200.25,songs,\"a, b\",calm\n";

static void
write_text (CliFolder  *folder,
            const char *name,
            const char *text)
{
  cli_folder_write (folder, name, text, strlen (text));
}

static char *
run_done (CliFolder  *folder,
          const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 0);
  g_autoptr (CliResult) result = cli_run_words (folder, (const char *const *) words);

  g_test_message ("%s: %s", line, result->err);
  cli_assert_done (result);
  return g_strdup (result->err);
}

static void
assert_written (CliFolder  *folder,
                const char *name,
                const char *expected)
{
  gsize n;
  g_autofree char *text = cli_folder_read (folder, name, &n);

  g_assert_cmpstr (text, ==, expected);
}

static void
formats_are_converted (CliFolder    *folder,
                       gconstpointer data)
{
  g_autofree char *none = NULL, *lost = NULL, *further = NULL, *more = NULL, *last = NULL;

  write_text (folder, "a.txt", labels);
  none = run_done (folder, "annotate a.txt -o a.csv");
  g_assert_cmpstr (none, ==, "");
  assert_written (folder, "a.csv",
                  "start,end,low,high,track,label\n0.1,0.367,6441.064453,12296.577148,,SP\n0.5,3,,,,CRER\n");
  lost = run_done (folder, "annotate a.csv -o a.TextGrid --length 4");
  g_assert_nonnull (strstr (lost, "The frequencies of 1 annotation are left out"));
  further = run_done (folder, "annotate a.csv -o b.txt --to-format raven --track calls");
  assert_written (folder, "b.txt",
                  "Selection\tView\tChannel\tBegin Time (s)\tEnd Time (s)\tLow Freq (Hz)\tHigh Freq (Hz)\tTrack\tAnnotation\n"
                  "1\tSpectrogram 1\t1\t0.1\t0.367\t6441.064453\t12296.577148\tcalls\tSP\n"
                  "2\tSpectrogram 1\t1\t0.5\t3\t\t\tcalls\tCRER\n");
  more = run_done (folder, "annotate a.csv -o - --to-format audacity");
  last = run_done (folder, "annotate b.txt -o c.ondes-annotations");
  assert_written (folder, "c.ondes-annotations",
                  "ondes-annotations 1\ntrack\tcalls\nstart\tend\tlow\thigh\ttrack\tlabel\tSelection\tView\tChannel\n"
                  "0.1\t0.367\t6441.064453\t12296.577148\tcalls\tSP\t1\tSpectrogram 1\t1\n"
                  "0.5\t3\t\t\tcalls\tCRER\t2\tSpectrogram 1\t1\n");
}

static void
files_are_merged (CliFolder    *folder,
                  gconstpointer data)
{
  write_text (folder, "a.txt", labels);
  write_text (folder, "b.csv", birds);
  g_free (run_done (folder, "annotate a.txt b.csv a.txt -o all.csv --offset 0 --offset 0.25 --offset 0"));
  assert_written (folder, "all.csv",
                  "start,end,low,high,track,label,mood\n0.1,0.367,6441.064453,12296.577148,,SP,\n"
                  "0.1,0.367,6441.064453,12296.577148,,SP,\n0.5,3,,,,CRER,\n0.5,3,,,,CRER,\n2.25,2.25,,,clicks,tick,\n"
                  "4.25,5.75,100,200.25,songs,\"a, b\",calm\n");
  g_free (run_done (folder, "annotate all.csv -o once.csv --unique --from 0.367 --to 4.25"));
  assert_written (folder, "once.csv", "start,end,low,high,track,label,mood\n0.5,3,,,,CRER,\n2.25,2.25,,,clicks,tick,\n");
  g_free (run_done (folder, "annotate all.csv -o some.txt --label CR* --label t?ck --only-track c* --only-track songs"));
  assert_written (folder, "some.txt", "2.25\t2.25\ttick\n");
  g_free (run_done (folder, "annotate b.csv -o mood.txt --label-column mood --offset -10"));
  assert_written (folder, "mood.txt", "-8\t-8\t\n-6\t-4.5\tcalm\n\\\t100\t200.25\n");
  g_free (run_done (folder, "annotate b.csv -o mood.ondes-annotations --label-column mood"));
  g_free (run_done (folder, "annotate mood.ondes-annotations -o mood.txt --offset -10"));
  assert_written (folder, "mood.txt", "-8\t-8\t\n-6\t-4.5\tcalm\n\\\t100\t200.25\n");
}

static void
assert_wrong (CliFolder  *folder,
              const char *line,
              int         status,
              const char *about)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 0);
  g_autofree char *shown = g_utf8_make_valid (line, -1);
  g_autoptr (CliResult) result = cli_run_words (folder, (const char *const *) words);

  g_test_message ("%s: %s", shown, result->err);
  cli_assert_refused (result, status, about);
}

static void
wrong_words_are_refused (CliFolder    *folder,
                         gconstpointer data)
{
  const guint files = 3;

  write_text (folder, "a.txt", labels);
  write_text (folder, "b.txt", "0.1\t0.3\tSP\nabc\t1\tx\n");
  write_text (folder, "c.txt", "nothing of the kind\n");
  assert_wrong (folder, "annotate", 2, "FILE");
  assert_wrong (folder, "annotate a.txt", 2, "-o");
  assert_wrong (folder, "annotate a.txt -o x.wav", 2, "-o");
  assert_wrong (folder, "annotate a.txt -o -", 2, "-o");
  assert_wrong (folder, "annotate a.txt -o x.csv --to-format edf", 2, "--to-format");
  assert_wrong (folder, "annotate a.txt -o x.csv --offset 1 --offset 2", 2, "--offset");
  assert_wrong (folder, "annotate a.txt -o x.csv --offset 1,5", 2, "--offset");
  assert_wrong (folder, "annotate a.txt -o x.csv --from 2 --to 1", 2, "--from");
  assert_wrong (folder, "annotate a.txt -o x.csv --label *a?\351", 2, "--label");
  assert_wrong (folder, "annotate a.txt -o x.csv --only-track *a?\351", 2, "--only-track");
  assert_wrong (folder, "annotate a.txt -o x.csv --label-column \351", 2, "--label-column");
  assert_wrong (folder, "annotate a.txt b.txt -o x.csv", 1, "b.txt, line 2: “abc” is not a number");
  assert_wrong (folder, "annotate c.txt -o x.csv", 1, "c.txt holds no known annotations");
  assert_wrong (folder, "annotate none.txt -o x.csv", 1, "none.txt");
  assert_wrong (folder, "annotate a.txt -o a.txt", 1, "a.txt: is the file that is read");
  assert_wrong (folder, "annotate a.txt --from-format csv -o x.csv", 1, "a.txt, line 1: no column tells");
  assert_wrong (folder, "annotate a.txt --from-format edf -o x.csv", 1, "a.txt: the file is too short for EDF");
  g_assert_cmpuint (cli_folder_count (folder), ==, files);
}

#define CWT "cwt x.npy --rate 1000 --size 400x300 --svg-text --frequencies 10:400 --voices 4"

static void
pictures_have_annotations (CliFolder    *folder,
                           gconstpointer data)
{
  double x[4000];
  g_autofree char *with = NULL, *without = NULL, *again = NULL;
  gsize n_with, n_without, n_again;

  for (guint i = 0; i < G_N_ELEMENTS (x); i++)
    x[i] = sin (0.3 * i);
  cli_folder_write_npy (folder, "x.npy", x, G_N_ELEMENTS (x));
  write_text (folder, "a.csv", "start,end,low,high,label,track\n1,2,50,90,box of one,t\n3,3,,,a point,u\n");
  g_free (run_done (folder, CWT " -o plain.svg"));
  g_free (run_done (folder, CWT " -o with.svg --annotations a.csv"));
  with = cli_folder_read (folder, "with.svg", &n_with);
  without = cli_folder_read (folder, "plain.svg", &n_without);
  g_assert_nonnull (strstr (with, "box of one"));
  g_assert_nonnull (strstr (with, "a point"));
  g_assert_null (strstr (without, "box of one"));
  /* None of them in view: the same picture. */
  write_text (folder, "b.csv", "start,end,low,high,label,track\n5,6,50,90,box of one,t\n");
  g_free (run_done (folder, CWT " -o again.svg --annotations b.csv"));
  again = cli_folder_read (folder, "again.svg", &n_again);
  g_assert_cmpmem (again, n_again, without, n_without);
  assert_wrong (folder, "cwt x.npy --rate 1000 -o x.csv --annotations a.csv", 2, "--annotations");
  assert_wrong (folder, "cwt x.npy --rate 1000 -o x.png --annotations x.npy", 1, "x.npy");
}

/* Where a recording is asked for, a file of annotations is told from one; options that say how it is read are obeyed. */
static void
labels_are_no_recording (CliFolder    *folder,
                         gconstpointer data)
{
  static const char grid[] = "\"ooTextFile\" \"TextGrid\" 0 1 <exists> 1 \"IntervalTier\" \"x\" 0 1 1 0 1 \"y\"";
  static const char *const lines[] = { "info a.txt", "info a.TextGrid", "cwt a.csv -o a.npy" };

  write_text (folder, "a.txt", labels);
  write_text (folder, "a.csv", birds);
  write_text (folder, "a.TextGrid", grid);
  write_text (folder, "numbers.txt", "0.5\t1.5\n0.7\t3\n1\t4\n");
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", 0);
      g_autoptr (CliResult) result = cli_run_words (folder, (const char *const *) words);

      g_test_message ("%s: %s", lines[i], result->err);
      g_assert_cmpint (result->status, ==, 1);
      g_assert_nonnull (strstr (result->err, "holds annotations ("));
      g_assert_nonnull (strstr (result->err, "ondes-cli annotate"));
    }
  g_free (run_done (folder, "info --column 2 a.txt"));
  g_free (run_done (folder, "info numbers.txt"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) g_test_add (path, CliFolder, NULL, cli_folder_set_up, test, cli_folder_tear_down)
  ADD ("/ondes/cli/annotate/formats-are-converted", formats_are_converted);
  ADD ("/ondes/cli/annotate/files-are-merged", files_are_merged);
  ADD ("/ondes/cli/annotate/wrong-words-are-refused", wrong_words_are_refused);
  ADD ("/ondes/cli/annotate/labels-are-no-recording", labels_are_no_recording);
  ADD ("/ondes/cli/annotate/pictures-have-annotations", pictures_have_annotations);
  return g_test_run ();
}
