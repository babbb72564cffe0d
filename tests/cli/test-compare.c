/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ondes-cli cwt --compare and ondes-cli strips: what their captions say, that alike is alike, and their refusals. */
#include <string.h>

#include "cli-run.h"

#define N    1500
#define RATE 2000

/* A small figure whose words are text. */
#define SMALL "--size", "500x400", "--svg-text"

static void
write_noise (CliFolder  *folder,
             const char *name,
             guint       channels,
             guint32     rate,
             guint32     n)
{
  g_autofree gint16 *samples = g_new (gint16, n * channels);

  for (guint i = 0; i < n * channels; i++)
    samples[i] = (gint16) g_test_rand_int_range (-20000, 20000);
  cli_folder_write_wav (folder, name, channels, rate, samples, n, n);
}

/* The text of an SVG whose words are text, without the joints that keep options whole. */
static char *
read_words (CliFolder  *folder,
            const char *name)
{
  gsize n;
  g_autofree char *svg = cli_folder_read (folder, name, &n);
  g_auto (GStrv) parts = g_strsplit (svg, "\342\201\240", -1);

  return g_strjoinv ("", parts);
}

#define RUN(...)                                                               \
  {                                                                            \
    g_autoptr (CliResult) result_ = cli_run (folder, __VA_ARGS__, NULL);       \
                                                                               \
    cli_assert_done (result_);                                                 \
    g_assert_cmpstr (result_->err, ==, "");                                    \
  }

#define REFUSE(status_, part, ...)                                             \
  {                                                                            \
    g_autoptr (CliResult) result_ = cli_run (folder, __VA_ARGS__, NULL);       \
                                                                               \
    g_assert_cmpint (result_->status, ==, status_);                            \
    g_test_message ("%s", result_->err);                                       \
    g_assert_nonnull (strstr (result_->err, part));                            \
    g_assert_null (strchr (strchr (result_->err, '\n') + 1, '\n'));            \
  }

static void
assert_same (CliFolder  *folder,
             const char *one,
             const char *other,
             gboolean    same)
{
  gsize n, m;
  g_autofree char *a = cli_folder_read (folder, one, &n), *b = cli_folder_read (folder, other, &m);

  g_assert_true ((n == m && memcmp (a, b, n) == 0) == same);
}

static void
test_captions (CliFolder    *folder,
               gconstpointer data)
{
  g_autofree char *text = NULL, *set = NULL, *difference = NULL, *own = NULL;

  write_noise (folder, "a.wav", 1, RATE, N);
  write_noise (folder, "b.wav", 3, RATE / 2, N);
  RUN ("cwt", "a.wav", "--compare", "b.wav", "--channel-2", "2", "--offset", "0.25", SMALL, "-o", "a.svg");
  text = read_words (folder, "a.svg");
  g_assert_nonnull (strstr (text, "Below"));
  g_assert_nonnull (strstr (text, "b.wav, channel 2 of 3, resampled from 1000 Hz, 0.25 s"));
  RUN ("cwt", "a.wav", "--set-2", "--omega0 9 --voices 12", "--omega0", "7", "--show", "wipe", SMALL, "-o", "b.svg");
  set = read_words (folder, "b.svg");
  g_assert_nonnull (strstr (set, "Right of the line"));
  g_assert_nonnull (strstr (set, "--omega0 9 in the place of 7"));
  g_assert_nonnull (strstr (set, "--voices 12 in the place of 24"));
  RUN ("cwt", "a.wav", "--condition-2", "gain:-6", "--difference", "12", SMALL, "-o", "c.svg");
  difference = read_words (folder, "c.svg");
  g_assert_nonnull (strstr (difference, "--condition gain:-6"));
  g_assert_nonnull (strstr (difference, "orange"));
  RUN ("cwt", "a.wav", "--condition-2", "gain:-20", "--reference-2", "auto", SMALL, "-o", "d.svg");
  own = read_words (folder, "d.svg");
  g_assert_nonnull (strstr (own, "with its own value at 0 dB"));
  g_assert_nonnull (strstr (own, "; second: magnitude"));
}

/* A second that is the first changes only the caption; the same channel of two files is that of one. */
static void
test_alike (CliFolder    *folder,
            gconstpointer data)
{
  gsize n;
  g_autofree char *bytes = NULL;

  write_noise (folder, "a.wav", 2, RATE, N);
  bytes = cli_folder_read (folder, "a.wav", &n);
  cli_folder_write (folder, "copy.wav", bytes, n);
  RUN ("cwt", "a.wav", "--compare", "a.wav", "--size", "400x300", "-o", "one.png");
  RUN ("cwt", "a.wav", "--set-2", "", "--size", "400x300", "-o", "two.png");
  assert_same (folder, "one.png", "two.png", TRUE);
  RUN ("cwt", "a.wav", "--channel-2", "2", "--size", "400x300", "-o", "three.png");
  assert_same (folder, "one.png", "three.png", FALSE);
  RUN ("cwt", "a.wav", "--compare", "copy.wav", "--channel-2", "2", "--size", "400x300", "--show", "wipe:0", "-o", "four.png");
  RUN ("cwt", "a.wav", "--compare", "copy.wav", "--channel-2", "2", "--size", "400x300", "--show", "second", "-o", "five.png");
  assert_same (folder, "four.png", "five.png", TRUE);
}

static void
test_strips (CliFolder    *folder,
             gconstpointer data)
{
  g_autofree char *text = NULL;

  write_noise (folder, "a.wav", 6, RATE, N);
  RUN ("strips", "a.wav", "-o", "all.png", "--size", "400x300");
  RUN ("strips", "a.wav", "-o", "list.png", "--channels", "1-6", "--size", "400x300");
  assert_same (folder, "all.png", "list.png", TRUE);
  RUN ("strips", "a.wav", "-o", "common.png", "--common", "--size", "400x300");
  assert_same (folder, "all.png", "common.png", FALSE);
  RUN ("strips", "a.wav", "--channels", "2,4-5", "--from", "0.25", "--to", "0.5", SMALL, "-o", "some.svg");
  text = read_words (folder, "some.svg");
  g_assert_nonnull (strstr (text, "Waveforms of 3 of 6 channels"));
  g_assert_nonnull (strstr (text, "Samples 500 to 1000 (of 1500)"));
}

static void
test_refusals (CliFolder    *folder,
               gconstpointer data)
{
  write_noise (folder, "a.wav", 1, RATE, N);
  cli_folder_write (folder, "and.pla", ".i 2\n.o 1\n11 1\n.e\n", strlen (".i 2\n.o 1\n11 1\n.e\n"));
  REFUSE (2, "--compare: two are compared in a picture", "cwt", "a.wav", "--compare", "a.wav", "-o", "x.npy");
  REFUSE (2, "--show: there is nothing to compare with", "cwt", "a.wav", "--show", "wipe", "-o", "x.png");
  REFUSE (2, "--show: “wipe:2”", "cwt", "a.wav", "--compare", "a.wav", "--show", "wipe:2", "-o", "x.png");
  REFUSE (2, "--show: --difference", "cwt", "a.wav", "--compare", "a.wav", "--show", "wipe", "--difference", "3", "-o", "x.png");
  REFUSE (2, "--reference-2: “-1”", "cwt", "a.wav", "--set-2", "", "--reference-2", "-1", "-o", "x.png");
  REFUSE (2, "--reference-2: the colours", "cwt", "a.wav", "--set-2", "", "--difference", "3", "--reference-2", "1", "-o", "x.png");
  REFUSE (2, "--reference-2: there is nothing", "cwt", "a.wav", "--reference-2", "auto", "-o", "x.png");
  REFUSE (2, "--set-2: --omega0: “x”", "cwt", "a.wav", "--set-2", "--omega0 x", "-o", "x.png");
  REFUSE (2, "--set-2: --from: no such option", "cwt", "a.wav", "--set-2", "--from 1", "-o", "x.png");
  REFUSE (2, "--set-2: steps", "cwt", "a.wav", "--set-2", "--condition mean", "-o", "x.png");
  REFUSE (2, "--channel-2: “0”", "cwt", "a.wav", "--channel-2", "0", "-o", "x.png");
  REFUSE (1, "none.wav does not exist", "cwt", "a.wav", "--compare", "none.wav", "-o", "x.png");
  REFUSE (1, "and.pla is a truth table", "cwt", "a.wav", "--compare", "and.pla", "-o", "x.png");
  REFUSE (1, "--align: ", "cwt", "a.wav", "--compare", "a.wav", "--align", "clock", "-o", "x.png");
  REFUSE (2, "--channels: “1,,2”", "strips", "a.wav", "--channels", "1,,2", "-o", "x.png");
  REFUSE (2, "--channels: “”", "strips", "a.wav", "--channels", "", "-o", "x.png");
  REFUSE (1, "--channels: there is no channel 3", "strips", "a.wav", "--channels", "1-3", "-o", "x.png");
  REFUSE (1, "is the recording itself", "strips", "a.wav", "--format", "png", "-o", "a.wav");
  write_noise (folder, "b.wav", 1, RATE, N);
  REFUSE (1, "is the recording itself", "cwt", "b.wav", "--compare", "a.wav", "--format", "png", "-o", "a.wav");
  g_assert_cmpuint (cli_folder_count (folder), ==, 3);
}

#define ADD(path, function) \
  g_test_add ("/ondes/cli/compare/" path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("captions-say-what-differs", test_captions);
  ADD ("alike-is-alike", test_alike);
  ADD ("strips", test_strips);
  ADD ("refusals", test_refusals);
  return g_test_run ();
}
