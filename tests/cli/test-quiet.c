/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken MP3, and a machine without fonts: libraries that print what they find do not get in between; one sentence, or none. And
 * nothing that a terminal would obey. */
#include <fcntl.h>
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli-run.h"

#define RATE 8000

/* FALSE where libsndfile writes no MP3. */
static gboolean
write_mp3 (CliFolder  *folder,
           const char *name)
{
  g_autofree char *path = cli_folder_path (folder, name);
  g_autofree float *x = g_new (float, 10 * RATE);
  SF_INFO info = { .samplerate = RATE, .channels = 1, .format = SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III };
  SNDFILE *file = sf_open (path, SFM_WRITE, &info);

  if (file == NULL)
    return FALSE;
  for (guint i = 0; i < 10 * RATE; i++)
    x[i] = (float) g_test_rand_double_range (-0.5, 0.5);
  g_assert_cmpint (sf_write_float (file, x, 10 * RATE), ==, 10 * RATE);
  sf_close (file);
  return TRUE;
}

/* No line but those of Ondes, which begin with the file's name or are its table of facts. */
static void
assert_ours (const CliResult *result)
{
  g_auto (GStrv) lines = g_strsplit (result->err, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '\0' && strstr (lines[i], "x.mp3") == NULL)
      {
        g_test_message ("%s", lines[i]);
        g_assert_not_reached ();
      }
}

static void
test_broken_mp3 (CliFolder    *folder,
                 gconstpointer data)
{
  g_autofree char *whole = NULL;
  guint refused = 0;
  gsize n;

  if (!write_mp3 (folder, "x.mp3"))
    {
      g_test_skip ("libsndfile writes no MP3");
      return;
    }
  whole = cli_folder_read (folder, "x.mp3", &n);
  for (guint round = 0; round < 24; round++)
    {
      g_autofree char *broken = g_memdup2 (whole, n);
      g_autoptr (CliResult) result = NULL;
      /* Some of the first bytes of frames, of all bytes, or of everything behind the beginning. */
      guint kind = round % 3, times = kind == 2 ? (guint) n : 40 + 20 * round;

      for (guint i = 0; i < times; i++)
        {
          gsize at = kind == 2 ? i : (gsize) g_test_rand_int_range (kind == 0 ? 200 : 1500, (gint32) n);

          if (at >= 400)
            broken[at] = (char) g_test_rand_int_range (0, 256);
        }
      cli_folder_write (folder, "x.mp3", broken, n - (round % 2) * n / 3);
      result = cli_run (folder, "spectrum", "x.mp3", "-o", "o.npy", NULL);
      g_test_message ("round %u: status %d: %s", round, result->status, result->err);
      g_assert_true (result->status == 0 || result->status == 1);
      assert_ours (result);
      if (result->status == 1)
        cli_assert_refused (result, 1, "x.mp3");
      refused += result->status == 1;
    }
  g_test_message ("%u of 24 refused", refused);
}

/* libsndfile prints a line on standard output for each wrong checksum of a MIDI sample dump: only the result comes out. */
static void
test_wrong_checksums (CliFolder    *folder,
                      gconstpointer data)
{
  g_autofree char *path = cli_folder_path (folder, "x.sds"), *bytes = NULL;
  g_autoptr (CliResult) facts = NULL, numbers = NULL, named = NULL;
  SF_INFO info = { .samplerate = RATE, .channels = 1, .format = SF_FORMAT_SDS | SF_FORMAT_PCM_16 };
  SNDFILE *file = sf_open (path, SFM_WRITE, &info);
  gsize n;

  g_assert_nonnull (file);
  for (guint i = 0; i < 400; i++)
    sf_write_double (file, &(double) { g_test_rand_double_range (-0.5, 0.5) }, 1);
  sf_close (file);
  bytes = cli_folder_read (folder, "x.sds", &n);
  for (gsize at = 21 + 125; at < n; at += 127) /* a header, then blocks that end in checksum and 0xf7 */
    bytes[at] ^= 0x55;
  cli_folder_write (folder, "x.sds", bytes, n);
  facts = cli_run (folder, "info", "--json", "x.sds", NULL);
  g_assert_cmpint (facts->status, ==, 0);
  g_assert_true (g_str_has_prefix (facts->out, "{\n"));
  g_assert_null (strstr (facts->out, "Error"));
  numbers = cli_run (folder, "spectrum", "x.sds", "-o", "-", "--format", "npy", NULL);
  named = cli_run (folder, "spectrum", "x.sds", "-o", "/dev/stdout", "--format", "npy", NULL);
  g_assert_cmpint (numbers->status, ==, 0);
  g_assert_cmpmem (numbers->out, 6, "\x93NUMPY", 6);
  g_assert_cmpmem (named->out, named->n_out, numbers->out, numbers->n_out);
}

/* A table goes to a terminal without the characters that the terminal would obey, and as it is elsewhere. */
static void
test_terminal (CliFolder    *folder,
               gconstpointer data)
{
  static const char labels[] = "0\t1\t\x1b]0;title\x07 a\n1\t2\tb\xe2\x80\xae c é\n";
  const int terminal = posix_openpt (O_RDWR | O_NOCTTY);
  g_autoptr (CliResult) shown = NULL, piped = NULL;
  char text[4096] = "";
  gsize n = 0;
  int screen;

  g_assert_cmpint (terminal, >=, 0);
  g_assert_cmpint (grantpt (terminal), ==, 0);
  g_assert_cmpint (unlockpt (terminal), ==, 0);
  screen = open (ptsname (terminal), O_RDWR | O_NOCTTY);
  g_assert_cmpint (screen, >=, 0);
  cli_folder_write (folder, "labels.txt", labels, strlen (labels));
  shown = cli_run (folder, "annotate", "labels.txt", "-o", ptsname (terminal), "--to-format", "audacity", NULL);
  cli_assert_done (shown);
  while (strstr (text, "é") == NULL)
    {
      const gssize got = read (terminal, text + n, sizeof text - 1 - n);

      g_assert_cmpint (got, >, 0);
      n += (gsize) got;
    }
  g_assert_nonnull (strstr (text, "\ufffd]0;title\ufffd a"));
  g_assert_nonnull (strstr (text, "b\ufffd c é"));
  close (screen);
  close (terminal);
  piped = cli_run (folder, "annotate", "labels.txt", "-o", "-", "--to-format", "audacity", NULL);
  g_assert_cmpint (piped->status, ==, 0);
  g_assert_nonnull (strstr (piped->out, "\x1b]0;title\x07 a"));
}

/* A picture says what is missing; numbers need no font. */
static void
test_no_fonts (CliFolder    *folder,
               gconstpointer data)
{
  static const char none[] = "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig></fontconfig>";
  static const char *const pictures[] = { "o.png", "o.svg", "o.pdf" };
  g_autofree char *config = cli_folder_path (folder, "fonts.conf"), *before = g_strdup (g_getenv ("FONTCONFIG_FILE"));
  double x[256];
  guint files;

  for (guint i = 0; i < G_N_ELEMENTS (x); i++)
    x[i] = g_test_rand_double_range (-1, 1);
  cli_folder_write_npy (folder, "x.npy", x, G_N_ELEMENTS (x));
  cli_folder_write (folder, "fonts.conf", none, strlen (none));
  files = cli_folder_count (folder);
  g_setenv ("FONTCONFIG_FILE", config, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    {
      g_autoptr (CliResult) result = cli_run (folder, "cwt", "x.npy", "--engine", "cpu", "-o", pictures[i], NULL);

      cli_assert_refused (result, 1, "fonts: none");
      g_assert_cmpuint (cli_folder_count (folder), ==, files);
    }
  {
    g_autoptr (CliResult) result = cli_run (folder, "cwt", "x.npy", "--engine", "cpu", "-o", "o.npy", NULL);

    cli_assert_done (result);
  }
  if (before != NULL)
    g_setenv ("FONTCONFIG_FILE", before, TRUE);
  else
    g_unsetenv ("FONTCONFIG_FILE");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/ondes/cli/quiet/broken-mp3", CliFolder, NULL, cli_folder_set_up, test_broken_mp3, cli_folder_tear_down);
  g_test_add ("/ondes/cli/quiet/wrong-checksums", CliFolder, NULL, cli_folder_set_up, test_wrong_checksums, cli_folder_tear_down);
  g_test_add ("/ondes/cli/quiet/terminal", CliFolder, NULL, cli_folder_set_up, test_terminal, cli_folder_tear_down);
  g_test_add ("/ondes/cli/quiet/no-fonts", CliFolder, NULL, cli_folder_set_up, test_no_fonts, cli_folder_tear_down);
  return g_test_run ();
}
