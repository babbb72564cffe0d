/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command makes the same bytes in the locale of this test as in C. */
#include <string.h>

#include "cli-run.h"

#define N 600

static void
run_in (CliFolder *folder,
        const char *locale,
        const char *const *words,
        const char *output,
        GBytes **bytes)
{
  g_autoptr (CliResult) result = NULL;
  char *data;
  gsize n;

  g_setenv ("LC_ALL", locale, TRUE);
  result = cli_run_words (folder, words);
  g_assert_cmpint (result->status, ==, 0);
  data = output != NULL ? cli_folder_read (folder, output, &n) : g_memdup2 (result->out, n = result->n_out);
  g_assert_cmpuint (n, >, 0);
  *bytes = g_bytes_new_take (data, n);
}

static void
test_bytes (CliFolder    *folder,
            gconstpointer data)
{
  static const char *const commands[] = {
    "cwt x.wav -o o.csv --scales 2.5,7/2 --columns 50", "cwt x.wav -o o.svg --voices 7.5 --frequencies 0.5:20.25 --rate 100.5",
    "cwt x.wav -o o.npz --omega0 5.5 --scales 3.5",     "cwt x.wav -o o.png --db 47.5 --size 400x300",
    "spectrum x.wav -o o.csv --transform haar-orthonormal", "spectrum x.wav -o o.svg --binarise threshold:0.5",
    "info x.wav --json",                                "info x.wav",
  };
  g_autofree char *local = g_strdup (g_getenv ("LC_ALL"));
  gint16 samples[N];

  for (guint i = 0; i < N; i++)
    samples[i] = (gint16) g_test_rand_int_range (-30000, 30000);
  cli_folder_write_wav (folder, "x.wav", 1, 8000, samples, N, N);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (GStrv) words = g_strsplit (commands[i], " ", -1);
      const char *output = g_strv_length (words) > 3 ? words[3] : NULL;
      g_autoptr (GBytes) plain = NULL, there = NULL;

      run_in (folder, "C", (const char *const *) words, output, &plain);
      run_in (folder, local, (const char *const *) words, output, &there);
      if (!g_bytes_equal (plain, there))
        g_error ("%s: other bytes in %s", commands[i], local);
    }
  g_setenv ("LC_ALL", local, TRUE);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/ondes/cli/locale-changes-no-byte", CliFolder, NULL, cli_folder_set_up, test_bytes, cli_folder_tear_down);
  return g_test_run ();
}
