/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that is not there: one sentence and status 1, or the whole output; never an abort of ours, never half a file. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "cli-run.h"

#define MOST    5000 /* allocations: far more than the command makes */
#define IN_TURN 100

/* As many threads on every machine: each takes addresses, and begins with allocations of GLib's. */
#define THREADS "--threads", "2"

static void
set_limit (rlim_t bytes)
{
  struct rlimit limit;

  g_assert_cmpint (getrlimit (RLIMIT_AS, &limit), ==, 0);
  limit.rlim_cur = bytes == RLIM_INFINITY ? limit.rlim_max : bytes;
  g_assert_cmpint (setrlimit (RLIMIT_AS, &limit), ==, 0);
}

/* An abort leaves no "core" among the files that are counted. */
static void
leave_no_core (void)
{
  g_assert_cmpint (setrlimit (RLIMIT_CORE, &(struct rlimit) { 0, 0 }), ==, 0);
}

static void
assert_told (const CliResult *result)
{
  gsize n = strlen (result->err);

  g_assert_true (result->status == 0 || result->status == 1);
  if (result->status == 1)
    g_assert_true (n > 10 && strchr (result->err, '\n') == result->err + n - 1);
}

/* GLib has a few small pieces, of slices and locks, without which it aborts at once with a line of its own; @n those seen. A newer
 * one does so for each text that is printed into memory, of which there are many. */
static gboolean
glib_aborted (const CliResult *result,
              guint           *n)
{
  gboolean so = result->status == -SIGABRT
                && (strstr (result->err, "GSlice: failed") != NULL || strstr (result->err, "GLib (gthread") != NULL);

  *n += so;
  return so || (result->status == -SIGABRT && strstr (result->err, "gprintf.c") != NULL);
}

/* The first allocations of a command in turn, and of the others every second or third, chosen anew each time: whatever comes,
 * nothing is lost or left. */
static void
test_every_allocation (CliFolder    *folder,
                       gconstpointer data)
{
  g_autofree char *mark = cli_folder_path (folder, "mark"), *expected = NULL;
  double x[64];
  gsize length;
  guint n, refused = 0, aborted = 0;

  for (guint i = 0; i < G_N_ELEMENTS (x); i++)
    x[i] = g_test_rand_double_range (-1, 1);
  cli_folder_write_npy (folder, "x.npy", x, G_N_ELEMENTS (x));
  cli_assert_done (cli_run (folder, "spectrum", "x.npy", "--rate", "8", THREADS, "-o", "o.csv", NULL));
  expected = cli_folder_read (folder, "o.csv", &length);
  g_setenv ("ONDES_FAULT_MARK", mark, TRUE);
  for (n = 1; n < MOST; n += n < IN_TURN ? 1 : (guint) g_test_rand_int_range (2, 4))
    {
      g_autofree char *fault = g_strdup_printf ("allocation %u fail", n), *found = NULL;
      g_autoptr (CliResult) result = NULL;
      gsize found_length;

      cli_folder_write (folder, "o.csv", "old", 3);
      g_setenv ("ONDES_FAULT", fault, TRUE);
      g_setenv ("LD_PRELOAD", g_getenv ("ONDES_FAULTS"), TRUE);
      result = cli_run (folder, "spectrum", "x.npy", "--rate", "8", THREADS, "-o", "o.csv", NULL);
      g_unsetenv ("LD_PRELOAD");
      if (g_unlink (mark) != 0)
        break;
      g_test_message ("%s: status %d %s", fault, result->status, result->err);
      if (!glib_aborted (result, &aborted))
        assert_told (result);
      refused += result->status == 1;
      found = cli_folder_read (folder, "o.csv", &found_length);
      /* GLib's abort may come once the output is in its place. */
      if (result->status == 0 || (result->status == -SIGABRT && !g_str_equal (found, "old")))
        g_assert_cmpmem (found, found_length, expected, length);
      else
        g_assert_cmpstr (found, ==, "old");
      g_assert_cmpuint (cli_folder_count (folder), ==, 2);
    }
  g_assert_cmpuint (n, <, MOST);
  g_test_message ("%u allocations: %u refused in a sentence, %u aborted by GLib", n - 1, refused, aborted);
  g_assert_cmpuint (refused, >, 4 * aborted);
}

static void
run_limited (CliFolder         *folder,
             const char *const *words,
             guint              mib,
             guint             *done)
{
  g_autoptr (CliResult) result = NULL;

  set_limit ((rlim_t) mib << 20);
  result = cli_run_words (folder, words);
  set_limit (RLIM_INFINITY);
  g_test_message ("%u MiB: status %d %s", mib, result->status, result->err);
  g_assert_true (result->status == 0 || result->status == 1);
  g_assert_null (strstr (result->err, "GLib-ERROR"));
  if (result->status == 1)
    assert_told (result);
  *done += result->status == 0;
}

/* 9 MB of cells in one line. */
static void
test_one_line (CliFolder    *folder,
               gconstpointer data)
{
  static const char *const words[] = { "info", "line.csv", NULL };
  const gsize n = 9000000;
  g_autofree char *text = g_malloc (n);
  guint done = 0;

  for (gsize i = 0; i < n; i++)
    text[i] = i % 2 ? ',' : (char) ('0' + g_test_rand_int_range (0, 10));
  text[n - 1] = '\n';
  cli_folder_write (folder, "line.csv", text, n);
  for (guint mib = 100; mib <= 400; mib += 75)
    run_limited (folder, words, mib, &done);
  done = 0;
  run_limited (folder, words, 2048, &done);
  g_assert_cmpuint (done, ==, 1);
}

/* The largest half a million of 2²¹ values. */
static void
test_keep (CliFolder    *folder,
           gconstpointer data)
{
  static const char *const words[] = { "spectrum", "x.npy", "--keep", "500000", THREADS, "-o", "o.npy", NULL };
  const guint64 n = 1 << 21;
  g_autofree double *x = g_new (double, n);
  const guint first = 58, last = 103, step = 6;
  guint done = 0;

  for (guint64 i = 0; i < n; i++)
    x[i] = (double) ((i * 2654435761u) % 4096);
  cli_folder_write_npy (folder, "x.npy", x, n);
  /* What is free beside one, two and three of these arrays is tight. */
  for (guint mib = first; mib <= last; mib += step)
    run_limited (folder, words, mib, &done);
  g_assert_cmpuint (done, <=, (last - first) / step);
  done = 0;
  run_limited (folder, words, 2048, &done);
  g_assert_cmpuint (done, ==, 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#ifdef __SANITIZE_ADDRESS__
  g_print ("1..0 # SKIP the sanitizer has to be loaded first, and takes all addresses\n");
  return 0;
#endif

  leave_no_core ();
#define ADD(path, function) g_test_add (path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("/ondes/faults/every-allocation-fails", test_every_allocation);
  ADD ("/ondes/faults/one-line-of-nine-megabytes", test_one_line);
  ADD ("/ondes/faults/a-million-largest-kept", test_keep);
  return g_test_run ();
}
