/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exit statuses, and one sentence for everything that is wrong. */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli-run.h"

static void
write_good (CliFolder *folder)
{
  gint16 samples[400];

  for (guint i = 0; i < 400; i++)
    samples[i] = g_test_rand_int_range (-30000, 30000);
  cli_folder_write_wav (folder, "good.wav", 1, 8000, samples, 400, 400);
}

/* info, and cwt to a picture and to numbers: each refuses in the same words and leaves nothing. */
static void
assert_file_refused (CliFolder  *folder,
                     const char *name)
{
  static const char *const outputs[] = { "out.png", "out.npy", "out.npz", "out.csv" };
  guint before = cli_folder_count (folder);
  g_autoptr (CliResult) info = cli_run (folder, "info", name, NULL);

  cli_assert_refused (info, 1, name);
  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      g_autoptr (CliResult) cwt = cli_run (folder, "cwt", name, "-o", outputs[i], NULL);

      cli_assert_refused (cwt, 1, name);
      g_assert_cmpuint (cli_folder_count (folder), ==, before);
    }
}

static void
test_missing (CliFolder    *folder,
              gconstpointer data)
{
  assert_file_refused (folder, "none.wav");
  assert_file_refused (folder, "none/none.flac");
}

/* Whatever it is called; the writers are those of the other bad files, so that one of them is enough. */
static void
test_small (CliFolder    *folder,
            gconstpointer data)
{
  static const char *const names[] = { "a.wav", "a.flac", "a.ogg", "a.npy", "a.csv", "a.txt", "a", "a.xyz" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      for (guint length = 0; length <= 1; length++)
        {
          g_autoptr (CliResult) info = NULL, cwt = NULL;

          cli_folder_write (folder, names[i], "R", length);
          info = cli_run (folder, "info", names[i], NULL);
          cwt = cli_run (folder, "cwt", names[i], "-o", "out.npy", NULL);
          cli_assert_refused (info, 1, names[i]);
          cli_assert_refused (cwt, 1, names[i]);
          g_assert_cmpuint (cli_folder_count (folder), ==, i + 1);
        }
    }
}

static void
test_text_named_wav (CliFolder    *folder,
                     gconstpointer data)
{
  static const char text[] = "Dear reader,\nthis is no sound, and it has no numbers.\n";

  cli_folder_write (folder, "text.wav", text, strlen (text));
  assert_file_refused (folder, "text.wav");
}

/* Cut anywhere: refused in one sentence, or read as far as it goes. */
static void
test_truncated (CliFolder    *folder,
                gconstpointer data)
{
  g_autofree char *file = NULL;
  gsize n;

  write_good (folder);
  file = cli_folder_read (folder, "good.wav", &n);
  /* At every byte, signal-sndfile cuts it. */
  for (gsize cut = (gsize) g_test_rand_int_range (0, 3); cut < n; cut += cut < 60 ? 3 : 97)
    {
      g_autoptr (CliResult) info = NULL;

      cli_folder_write (folder, "cut.wav", file, cut);
      info = cli_run (folder, "info", "--json", "cut.wav", NULL);
      if (info->status == 0)
        {
          g_autofree char *frames = g_strdup_printf ("\"frames\": %u,", (guint) (cut - 44) / 2);

          g_assert_cmpuint (cut, >=, 46);
          g_assert_nonnull (strstr (info->out, frames));
        }
      else
        cli_assert_refused (info, 1, "cut.wav");
    }
}

/* Past the end of what was written: trust what was read. */
static void
test_lying_header (CliFolder    *folder,
                   gconstpointer data)
{
  static const gint16 samples[300];
  g_autoptr (CliResult) info = NULL;

  cli_folder_write_wav (folder, "lie.wav", 1, 8000, samples, 300, 8300000);
  info = cli_run (folder, "info", "lie.wav", "--json", NULL);
  cli_assert_done (info);
  g_assert_nonnull (strstr (info->out, "\"frames\": 300,"));
}

static void
test_headers (CliFolder    *folder,
              gconstpointer data)
{
  static const gint16 samples[2 * 121];

  cli_folder_write_wav (folder, "hz.wav", 1, 0, samples, 200, 200);
  assert_file_refused (folder, "hz.wav");
  cli_folder_write_wav (folder, "frames.wav", 1, 8000, samples, 0, 0);
  assert_file_refused (folder, "frames.wav");
  cli_folder_write_wav (folder, "channels.wav", 0, 8000, samples, 0, 0);
  assert_file_refused (folder, "channels.wav");
}

/* Odd, but all there: two frames of it are read, or it is refused. */
static void
test_many_channels (CliFolder    *folder,
                    gconstpointer data)
{
  gint16 samples[2 * 121];
  g_autoptr (CliResult) info = NULL, cwt = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    samples[i] = i;
  cli_folder_write_wav (folder, "many.wav", 121, 541000000, samples, 2, 2);
  info = cli_run (folder, "info", "many.wav", "--json", NULL);
  cwt = cli_run (folder, "cwt", "many.wav", "-o", "out.npy", "--channel", "121", "--scales", "2", NULL);
  g_assert_cmpint (cwt->status, ==, info->status);
  if (info->status == 0)
    {
      g_assert_nonnull (strstr (info->out, "\"channels\": 121,"));
      g_assert_nonnull (strstr (info->out, "\"rate\": 541000000,"));
      g_assert_nonnull (strstr (info->out, "\"frames\": 2,"));
    }
  else
    {
      cli_assert_refused (info, 1, "many.wav");
      cli_assert_refused (cwt, 1, "many.wav");
    }
}

static void
test_no_plain_file (CliFolder    *folder,
                    gconstpointer data)
{
  g_autofree char *directory = cli_folder_path (folder, "directory"), *fifo = cli_folder_path (folder, "fifo");

  g_assert_cmpint (g_mkdir (directory, 0700), ==, 0);
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  assert_file_refused (folder, "directory");
  assert_file_refused (folder, "fifo");
}

static void
test_unreadable (CliFolder    *folder,
                 gconstpointer data)
{
  g_autofree char *path = cli_folder_path (folder, "good.wav");

  write_good (folder);
  g_assert_cmpint (g_chmod (path, 0), ==, 0);
  if (access (path, R_OK) == 0)
    {
      g_test_skip ("run by one who may read everything");
      return;
    }
  assert_file_refused (folder, "good.wav");
}

/* A command line after “cwt good.wav”, and what it says. */
typedef struct
{
  int         status;
  const char *about;
  const char *words; /* parted by blanks */
} Case;

static void
assert_case (CliFolder  *folder,
             const Case *which,
             const char *before)
{
  g_autofree char *line = g_strconcat (before, which->words, NULL);
  g_auto (GStrv) words = NULL;
  g_autoptr (CliResult) result = NULL;
  guint files = cli_folder_count (folder);
  g_autoptr (GError) error = NULL;

  g_shell_parse_argv (line, NULL, &words, &error);
  g_assert_no_error (error);
  g_test_message ("ondes-cli %s", line);
  result = cli_run_words (folder, (const char *const *) words);
  cli_assert_refused (result, which->status, which->about);
  g_assert_cmpuint (cli_folder_count (folder), ==, files);
}

static const Case cwt_cases[] = {
  { 2, "-o", "" },
  { 2, "-o", "-o" },
  { 2, "-o", "-o ''" },
  { 2, "-o", "-o -" },
  { 2, "out.jpeg", "-o out.jpeg" },
  { 2, "out", "-o out" },
  { 2, "--format", "-o out.png --format jpeg" },
  { 2, "--none", "-o out.png --none" },
  { 2, "-x", "-o out.png -x" },
  { 2, "--no-cone", "-o out.png --no-cone=1" },
  { 2, "--omega0", "-o out.png --omega0" },
  { 2, "more.wav", "-o out.png more.wav" },
  { 2, "--scales", "-o out.png --scales 0" },
  { 2, "--scales", "-o out.png --scales -1" },
  { 2, "--scales", "-o out.png --scales NaN" },
  { 2, "--scales", "-o out.png --scales 1e12" },
  { 2, "--scales", "-o out.png --scales 1/0" },
  { 2, "--scales", "-o out.png --scales 1:2x" },
  { 2, "--scales", "-o out.png --scales ''" },
  { 2, "--scales", "-o out.npy --scales 0:10" },
  { 2, "--scales", "-o out.npy --scales 1:1e9:1e-3" },
  { 2, "--voices", "-o out.npy --scales 1,2 --voices 3" },
  { 2, "--voices", "-o out.npy --voices 0" },
  { 2, "--voices", "-o out.npy --voices nan" },
  { 2, "--frequencies", "-o out.png --frequencies 2000:100" },
  { 2, "--frequencies", "-o out.png --frequencies 0:100" },
  { 2, "--frequencies", "-o out.png --frequencies -5:100" },
  { 2, "--frequencies", "-o out.png --frequencies 100" },
  { 2, "--frequencies", "-o out.png --frequencies nan:inf" },
  { 2, "--frequencies", "-o out.png --frequencies 100:200 --scales 1:9" },
  { 1, "--frequencies", "-o out.png --frequencies 100:4001" },
  { 1, "--frequencies", "-o out.npz --frequencies 1:1e6" },
  { 2, "--omega0", "-o out.png --omega0 0" },
  { 2, "--omega0", "-o out.png --omega0 five" },
  { 2, "--omega0", "-o out.png --omega0 5,5" },
  { 2, "--omega0", "-o out.png --omega0 0x5" },
  { 2, "--wavelet", "-o out.png --wavelet haar" },
  { 2, "--method", "-o out.npy --wavelet analytic-morlet --method direct" },
  { 2, "--boundary", "-o out.npy --wavelet analytic-morlet --boundary edge" },
  { 2, "--detrend", "-o out.npy --detrend moving:0" },
  { 2, "--detrend", "-o out.npy --detrend moving" },
  { 2, "--detrend", "-o out.npy --detrend median" },
  { 2, "--fft-length", "-o out.npy --fft-length 0" },
  { 2, "--fft-length", "-o out.npy --fft-length 1024" },
  { 2, "--scales", "-o out.npy --scales 1e-320" },
  { 1, "--fft-length", "-o out.npy --fft-length 8 --wavelet analytic-morlet" },
  { 2, "--normalisation", "-o out.png --normalisation l3" },
  { 2, "--size", "-o out.png --size 0x0" },
  { 2, "--size", "-o out.png --size 800" },
  { 2, "--size", "-o out.png --size 800x600x2" },
  { 2, "--size", "-o out.png --size -800x600" },
  { 2, "--size", "-o out.png --size 1e9x1e9" },
  { 2, "--scale-factor", "-o out.png --scale-factor 0" },
  { 2, "--scale-factor", "-o out.png --scale-factor 60" },
  { 2, "--size", "-o out.png --size 32000x32000" },
  { 2, "--size", "-o out.png --size 40000x300" },
  { 2, "--dpi", "-o out.png --dpi 0" },
  { 2, "--dpi", "-o out.png --width-mm 85 --dpi 5" },
  { 2, "--size", "-o out.png --width-mm 85 --size 400x300" },
  { 2, "--scale-factor", "-o out.png --width-mm 85 --scale-factor 2" },
  { 2, "--width-mm", "-o out.png --width-mm 20" },
  { 2, "--height-mm", "-o out.png --height-mm 60" },
  { 2, "--type-size", "-o out.png --type-size 3" },
  { 2, "--type-size", "-o out.png --width-mm 60 --type-size 30" },
  { 2, "--columns", "-o out.npy --columns 0" },
  { 2, "--columns", "-o out.npy --columns -1" },
  { 2, "--columns", "-o out.npy --columns 1e9" },
  { 2, "--columns", "-o out.npy --columns 1.5" },
  { 2, "--quantity", "-o out.npy --columns 9 --quantity coefficients" },
  { 2, "--quantity", "-o out.npy --columns 9 --quantity phase" },
  { 2, "--quantity", "-o out.png --quantity phase" },
  { 2, "--quantity", "-o out.svg --quantity coefficients" },
  { 2, "--db", "-o out.png --db 0" },
  { 2, "--db", "-o out.png --db -60" },
  { 2, "--db", "-o out.png --db 60 --linear" },
  { 2, "--reference", "-o out.png --reference 0" },
  { 2, "--palette", "-o out.png --palette none" },
  { 2, "--axis", "-o out.png --axis up" },
  { 2, "--view", "-o out.png --view 100:100" },
  { 2, "--view", "-o out.png --view 200:100" },
  { 2, "--view", "-o out.png --view 0:100" },
  { 2, "--view", "-o out.png --view nan:nan" },
  { 1, "--view", "-o out.png --view 100000:200000" },
  { 2, "--from", "-o out.npy --from -1" },
  { 2, "--from", "-o out.npy --from 0.02 --to 0.02" },
  { 2, "--from", "-o out.npy --from 0.03 --to 0.02" },
  { 2, "--from", "-o out.npy --to 0" },
  { 2, "--from", "-o out.npy --from 1s" },
  { 1, "--from", "-o out.npy --from 0.05" },
  { 1, "--from", "-o out.npy --from 1e300" },
  { 1, "--from", "-o out.npy --from 0.00001 --to 0.00002" },
  { 2, "--channel", "-o out.npy --channel 0" },
  { 2, "--channel", "-o out.npy --channel all" },
  { 2, "--raw", "-o out.npy --raw s16" },
  { 2, "--raw", "-o out.npy --raw s16le:0:1" },
  { 2, "--rate", "-o out.npy --rate 0" },
  { 2, "--rate", "-o out.npy --rate nan" },
  { 2, "--time-unit", "-o out.npy --time-unit y" },
  { 2, "--engine", "-o out.npy --engine gpu" },
  { 2, "--precision", "-o out.npy --precision half" },
  { 2, "--threads", "-o out.npy --threads -1" },
  { 2, "--device", "-o out.npy --device x" },
  { 1, "none/out.png", "-o none/out.png" },
  { 1, "none/out.npy", "-o none/out.npy" },
  { 1, "none/out.npz", "-o none/out.npz" },
  { 1, "none/out.csv", "-o none/out.csv" },
  { 1, "/dev/full", "-o /dev/full --format png" },
  { 1, "/dev/full", "-o /dev/full --format svg --no-cone" }, /* Cairo 1.16 leaks the cone's group in an SVG */
  { 1, "/dev/full", "-o /dev/full --format pdf" },
  { 1, "/dev/full", "-o /dev/full --format npy" },
  { 1, "/dev/full", "-o /dev/full --format npz" },
  { 1, "/dev/full", "-o /dev/full --format csv" },
  { 1, "/proc/out.npy", "-o /proc/out.npy" },
};

/* What is wrong whatever the file is told before the file is looked at, which is not there. */
static void
test_cwt_cases (CliFolder    *folder,
                gconstpointer data)
{
  write_good (folder);
  for (guint i = 0; i < G_N_ELEMENTS (cwt_cases); i++)
    assert_case (folder, &cwt_cases[i], cwt_cases[i].status == 2 ? "cwt none.wav " : "cwt good.wav ");
}

static void
test_channel (CliFolder    *folder,
              gconstpointer data)
{
  g_autoptr (CliResult) result = NULL;

  write_good (folder);
  result = cli_run (folder, "cwt", "good.wav", "-o", "out.npy", "--channel", "2", NULL);
  g_assert_cmpint (result->status, ==, 1);
  g_assert_nonnull (strstr (result->err, "channel"));
  g_assert_cmpuint (cli_folder_count (folder), ==, 1);
}

static void
test_other_commands (CliFolder    *folder,
                     gconstpointer data)
{
  static const Case cases[] = {
    { 2, "fourier", "fourier good.wav -o out.npy" },
    { 2, "--none", "--none" },
    { 2, "FILE", "info" },
    { 2, "FILE", "info ''" },
    { 2, "good.wav", "info good.wav good.wav" },
    { 2, "--from", "info good.wav --from 1" },
    { 2, "FILE", "cwt -o out.png" },
    { 2, "--none", "devices --none" },
    { 2, "word", "devices word" },
    { 2, "NAME", "generate -o out.wav" },
    { 2, "sine", "generate sine -o out.wav" },
    { 2, "-o", "generate tone" },
    { 2, "-o", "generate tone -o -" },
    { 2, "out.mp3", "generate tone -o out.mp3" },
    { 2, "--length", "generate tone -o out.wav --length 0" },
    { 2, "--length", "generate tone -o out.wav --length -1" },
    { 2, "--rate", "generate tone -o out.wav --rate 0" },
    { 2, "--rate", "generate tone -o out.wav --rate 0.5" },
    { 2, "--seed", "generate noise -o out.wav --seed x" },
    { 2, "--frequency", "generate tone -o out.wav --frequency 8001" },
    { 2, "--sweep", "generate chirp -o out.wav --sweep 0:9000" },
    { 2, "--sweep", "generate chirp -o out.wav --sweep 100" },
    { 2, "--at", "generate impulse -o out.wav --length 10 --at 10" },
    { 2, "--amplitude", "generate noise -o out.flac --amplitude 2" },
    { 1, "none/out.wav", "generate tone -o none/out.wav" },
    { 1, "/dev/full", "generate tone -o /dev/full --format wav" },
    { 1, "/dev/full", "generate tone -o /dev/full --format txt" },
    { 1, "out.npy", "generate noise -o out.npy --length 1000000000000" },
    { 1, "out.wav", "generate noise -o out.wav --length 1000000000000" },
    { 1, "out.csv", "generate noise -o out.csv --length 1000000000000" },
  };

  g_autoptr (CliResult) nothing = cli_run (folder, NULL);

  cli_assert_refused (nothing, 2, "COMMAND");
  write_good (folder);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_case (folder, &cases[i], "");
}

static void
test_too_large (CliFolder    *folder,
                gconstpointer data)
{
  g_autofree gint16 *samples = g_new0 (gint16, 4000000);
  g_autoptr (CliResult) result = NULL;

  /* 65 000 rows × 4 million samples × 16 bytes are 4 TB. */
  cli_folder_write_wav (folder, "long.wav", 1, 8000, samples, 4000000, 4000000);
  result = cli_run (folder, "cwt", "long.wav", "-o", "out.npy", "--scales", "1:65000", NULL);
  cli_assert_refused (result, 1, "out.npy");
  g_assert_nonnull (strstr (result->err, "bytes"));
  g_assert_cmpuint (cli_folder_count (folder), ==, 1);
}

/* Told at once: to read 80 GB first would take longer than the test may. */
static void
test_large_recording (CliFolder    *folder,
                      gconstpointer data)
{
  static const struct
  {
    const char *about, *line;
  } cases[] = {
    { "out.npy", "-o out.npy" },
    { "out.npz", "-o out.npz" },
    { "out.csv", "-o out.csv" },
    { "--wavelet", "-o out.npy --wavelet analytic-morlet --columns 9" },
  };
  const guint64 bytes = G_GUINT64_CONSTANT (80000000000);
  g_autofree char *path = cli_folder_path (folder, "huge.raw");

  cli_folder_write (folder, "huge.raw", "", 0);
  g_assert_cmpint (truncate (path, (off_t) bytes), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = g_strdup_printf ("cwt huge.raw --raw f64le:1000:1 --scales 1:200 %s", cases[i].line);
      g_auto (GStrv) words = g_strsplit (line, " ", 0);
      g_autoptr (CliResult) result = cli_run_words (folder, (const char *const *) words);

      cli_assert_refused (result, 1, cases[i].about);
      g_assert_nonnull (strstr (result->err, "bytes"));
      g_assert_cmpuint (cli_folder_count (folder), ==, 1);
    }
  {
    g_autoptr (CliResult) second = cli_run (folder, "cwt", "huge.raw", "--raw", "f64le:1000:1", "--scales", "1:9", "--from",
                                            "5000000", "--to", "5000001", "-o", "out.npy", NULL);

    cli_assert_done (second);
  }
}

static void
test_recording_as_output (CliFolder    *folder,
                          gconstpointer data)
{
  const double samples[] = { 1, 2, 3, 4 };
  g_autoptr (CliResult) plain = NULL, other = NULL;
  g_autofree char *path = cli_folder_path (folder, "x.npy"), *link = cli_folder_path (folder, "link.npy"), *before = NULL,
                  *after = NULL;
  gsize n_before, n_after;

  cli_folder_write_npy (folder, "x.npy", samples, G_N_ELEMENTS (samples));
  g_assert_cmpint (symlink (path, link), ==, 0);
  before = cli_folder_read (folder, "x.npy", &n_before);
  plain = cli_run (folder, "cwt", "x.npy", "-o", "x.npy", "--scales", "1", NULL);
  cli_assert_refused (plain, 1, "-o");
  other = cli_run (folder, "cwt", "link.npy", "-o", "x.npy", "--scales", "1", NULL);
  cli_assert_refused (other, 1, "-o");
  after = cli_folder_read (folder, "x.npy", &n_after);
  g_assert_cmpmem (before, n_before, after, n_after);
}

static void
test_old_output_stays (CliFolder    *folder,
                       gconstpointer data)
{
  static const char *const outputs[] = { "out.png", "out.npy", "out.npz", "out.csv" };

  cli_folder_write (folder, "bad.wav", "R", 1);
  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      g_autoptr (CliResult) result = NULL;
      g_autofree char *text = NULL;
      gsize n;

      cli_folder_write (folder, outputs[i], "old", 3);
      result = cli_run (folder, "cwt", "bad.wav", "-o", outputs[i], NULL);
      cli_assert_refused (result, 1, "bad.wav");
      text = cli_folder_read (folder, outputs[i], &n);
      g_assert_cmpmem (text, n, "old", 3);
    }
}

static void
test_help (CliFolder    *folder,
           gconstpointer data)
{
  static const char *const commands[] = { "info",          "devices", "cwt",      "spectrum", "convolve",
                                          "autocorrelate", "boolean", "filter",   "generate", "bench",
                                          "walshgram" };
  g_autoptr (CliResult) all = cli_run (folder, "--help", NULL), version = cli_run (folder, "--version", NULL);

  cli_assert_done (all);
  cli_assert_done (version);
  g_assert_true (g_str_has_prefix (version->out, "ondes-cli "));
  g_assert_nonnull (strstr (version->out, "running"));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (CliResult) one = cli_run (folder, commands[i], "--help", NULL);

      cli_assert_done (one);
      g_assert_cmpstr (one->err, ==, "");
      g_assert_nonnull (strstr (one->out, commands[i]));
      g_assert_nonnull (strstr (all->out, commands[i]));
    }
}

static void
test_full_standard_output (CliFolder    *folder,
                           gconstpointer data)
{
  static const char *const lines[] = { "--help", "--version", "devices", "info good.wav", "generate tone -o - --format npy",
                                       "cwt good.wav -o - --format npz" };

  write_good (folder);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (lines); i++)
    {
      /* Full, or closed. */
      g_autofree char *line = g_strdup_printf ("cd '%s' && '%s' %s %s", folder->folder, g_getenv ("ONDES_CLI"), lines[i / 2],
                                               i % 2 ? ">/dev/full" : ">&-"), *err = NULL;
      const char *words[] = { "/bin/sh", "-c", line, NULL };
      g_autoptr (GError) error = NULL;
      int status;

      g_assert_true (g_spawn_sync (NULL, (char **) words, NULL, 0, NULL, NULL, NULL, &err, &status, &error));
      g_assert_false (g_spawn_check_wait_status (status, &error));
      g_assert_error (error, G_SPAWN_EXIT_ERROR, 1);
      g_assert_true (g_str_has_prefix (err, "standard output"));
      g_assert_true (strchr (err, '\n') == err + strlen (err) - 1);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add (path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("/ondes/cli/help-and-version", test_help);
  ADD ("/ondes/cli/full-standard-output-is-told", test_full_standard_output);
  ADD ("/ondes/cli/bad-file/missing", test_missing);
  ADD ("/ondes/cli/bad-file/empty-and-one-byte", test_small);
  ADD ("/ondes/cli/bad-file/text-named-wav", test_text_named_wav);
  ADD ("/ondes/cli/bad-file/truncated", test_truncated);
  ADD ("/ondes/cli/bad-file/claims-more-than-it-has", test_lying_header);
  ADD ("/ondes/cli/bad-file/no-hertz-frames-channels", test_headers);
  ADD ("/ondes/cli/bad-file/121-channels-at-541-megahertz", test_many_channels);
  ADD ("/ondes/cli/bad-file/directory-and-fifo", test_no_plain_file);
  ADD ("/ondes/cli/bad-file/unreadable", test_unreadable);
  ADD ("/ondes/cli/bad-command/cwt-is-told-before-the-file", test_cwt_cases);
  ADD ("/ondes/cli/bad-command/no-such-channel", test_channel);
  ADD ("/ondes/cli/bad-command/others", test_other_commands);
  ADD ("/ondes/cli/output/larger-than-the-disk", test_too_large);
  ADD ("/ondes/cli/output/large-recordings-are-refused-at-once", test_large_recording);
  ADD ("/ondes/cli/output/is-never-the-recording", test_recording_as_output);
  ADD ("/ondes/cli/output/old-one-stays-on-failure", test_old_output_stays);
  return g_test_run ();
}
