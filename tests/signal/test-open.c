/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What opening does whatever the format: bad files, sidecars, and who is heard first. */
#include "scratch.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void
bad_files (void)
{
  const char *fifo = scratch_path ("pipe.wav"), *folder = scratch_path ("folder.wav");
  const char *secret = scratch_text ("secret.txt", "1\n2\n");

  scratch_refuse (scratch_path ("missing.wav"), NULL, ONDES_ERROR_FILE, "does not exist");
  scratch_refuse (scratch_write ("empty.wav", "", 0), NULL, ONDES_ERROR_FILE, "is empty");
  scratch_refuse (scratch_write ("one.wav", "R", 1), NULL, ONDES_ERROR_FILE, "1 byte, too few");
  scratch_refuse (scratch_write ("zero.wav", "\0\0\0\0\0", 5), NULL, ONDES_ERROR_FILE, "cannot be opened as a sound file");
  scratch_refuse (scratch_write ("zero.bin", "\0", 1), NULL, ONDES_ERROR_NEEDS_RAW, "--raw");
  scratch_refuse (scratch_write ("riff.wav", "RIFF", 4), NULL, ONDES_ERROR_FILE, "cannot be opened as a sound file");
  scratch_refuse (scratch_text ("text.wav", "1,2\n3,4\n"), NULL, ONDES_ERROR_FILE, "holds text");
  scratch_refuse (scratch_text ("text.flac", "not music at all"), NULL, ONDES_ERROR_FILE, "holds text");
  scratch_refuse (scratch_text ("table.pla", "1 2\n2 3\n"), NULL, ONDES_ERROR_FILE, ".i and .o");
  g_assert_cmpint (g_mkdir (folder, 0755), ==, 0);
  scratch_refuse (folder, NULL, ONDES_ERROR_FILE, "folder");
  g_assert_cmpint (mkfifo (fifo, 0644), ==, 0);
  scratch_refuse (fifo, NULL, ONDES_ERROR_FILE, "pipe");
  scratch_refuse ("/dev/null", NULL, ONDES_ERROR_FILE, "device");
  g_assert_cmpint (g_chmod (secret, 0), ==, 0);
  if (access (secret, R_OK) == 0)
    g_test_message ("this user reads everything");
  else
    scratch_refuse (secret, NULL, ONDES_ERROR_FILE, "may not be read");
}

static void
binary_needs_raw (void)
{
  guint8 noise[5000];
  OndesReadOptions options = { .raw = TRUE };
  g_autoptr (OndesRecording) recording = NULL;

  for (gsize i = 0; i < sizeof noise; i++)
    noise[i] = (guint8) g_test_rand_int ();
  noise[0] = 0; /* nobody's beginning */
  scratch_refuse (scratch_write ("noise.raw", noise, sizeof noise), NULL, ONDES_ERROR_NEEDS_RAW, "--raw");
  g_assert_true (ondes_raw_format_parse ("s16le:16000:1", &options.raw_format, NULL));
  recording = scratch_open (scratch_path ("noise.raw"), &options);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 2500);
  /* Raw is an order: a sound file is read raw too. */
  g_clear_pointer (&recording, ondes_recording_unref);
  recording = scratch_open (scratch_write ("noise.wav", "RIFFxxxxWAVE", 12), &options);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 6);
}

/* The content counts, not the ending. */
static void
content_before_ending (void)
{
  double tone[100];
  g_autofree char *bytes = NULL;
  gsize n;
  g_autoptr (OndesRecording) recording = NULL;

  for (int i = 0; i < 100; i++)
    tone[i] = sin (i);
  scratch_sndfile (scratch_path ("tone.wav"), SF_FORMAT_WAV | SF_FORMAT_PCM_16, 8000, 1, tone, 100);
  g_assert_true (g_file_get_contents (scratch_path ("tone.wav"), &bytes, &n, NULL));
  recording = scratch_open (scratch_write ("tone.txt", bytes, n), NULL);
  g_assert_cmpstr (ondes_recording_get_info (recording)->format, ==, "WAV, 16 bit PCM");
  g_clear_pointer (&recording, ondes_recording_unref);
  recording = scratch_open (scratch_write ("tone.raw", bytes, n), NULL);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 100);
  g_clear_pointer (&recording, ondes_recording_unref);
  recording = scratch_open (scratch_text ("text.dat", "1\n2\n"), NULL);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 2);
}

static void
sidecar_is_heard (void)
{
  const char *path = scratch_text ("sea.dat", "1 10\n2 30\n3 20\n");
  OndesReadOptions options = { .rate_hz = 0.1, .unit = "K" };
  g_autoptr (OndesRecording) recording = NULL, other = NULL;
  const OndesRecordingInfo *info;

  scratch_text ("sea.dat.ondes",
                "# told by hand\n[recording]\nrate=4\ntime-unit=a\nunit=°C\ncolumn=2\ntitle=The sea\nsource=somebody\n");
  recording = scratch_open (path, NULL);
  info = ondes_recording_get_info (recording);
  g_assert_cmpstr (info->name, ==, "The sea");
  g_assert_cmpstr (info->path, ==, path);
  g_assert_cmpfloat (info->rate_hz, ==, 4);
  g_assert_true (info->rate_known);
  g_assert_cmpstr (info->time_unit, ==, "a");
  g_assert_cmpstr (info->unit, ==, "°C");
  g_assert_cmpuint (info->channels, ==, 1);
  g_assert_cmpuint (info->first_channel, ==, 1);
  {
    g_autofree double *samples = scratch_read (recording, info->first_channel);

    g_assert_cmpfloat (samples[1], ==, 30);
  }
  {
    g_autoptr (OndesSource) source = ondes_recording_source (recording, 1, NULL);

    g_assert_cmpfloat (source->rate_hz, ==, 4);
  }
  other = scratch_open (path, &options);
  info = ondes_recording_get_info (other);
  g_assert_cmpfloat (info->rate_hz, ==, 0.1);
  g_assert_cmpstr (info->unit, ==, "K");
  g_assert_cmpstr (info->time_unit, ==, "a");
}

static void
sidecar_says_raw (void)
{
  g_autoptr (OndesRecording) recording = NULL;
  OndesReadOptions options = { .raw = TRUE };

  scratch_text ("sweep.bin.ondes", "[recording]\nraw=s16be:500.5:2\n");
  recording = scratch_open (scratch_write ("sweep.bin", "\0\1\2\3\4\5\6\7", 8), NULL);
  g_assert_cmpuint (ondes_recording_get_info (recording)->channels, ==, 2);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 2);
  g_assert_cmpfloat (ondes_recording_get_info (recording)->rate_hz, ==, 500.5);
  g_clear_pointer (&recording, ondes_recording_unref);
  g_assert_true (ondes_raw_format_parse ("u8:100:1", &options.raw_format, NULL));
  recording = scratch_open (scratch_path ("sweep.bin"), &options);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 8);
  g_assert_cmpfloat (ondes_recording_get_info (recording)->rate_hz, ==, 100);
}

static void
sidecar_is_wrong (void)
{
  static const char *const bad[] = {
    "rate=4\n",
    "[recording]\nrate=fast\n",
    "[recording]\nrate=-4\n",
    "[recording]\nrate=nan\n",
    "[recording]\nrate=1e308\n",
    "[recording]\nrate=4.9e-324\n",
    "[recording]\nraw=s16le:1e300:1\n",
    "[recording]\ntime-unit=\xff\x1b[31m\n",
    "[recording]\ntitle[\xf5=x\n",
    "[recording]\ntime-unit=fortnight\n",
    "[recording]\ncolumn=0\n",
    "[recording]\ncolumn=second\n",
    "[recording]\nraw=s16le\n",
    "[recording]\nraw=s\\le:16000:\\",
    "\1\2\3",
  };
  const char *path = scratch_text ("bad.dat", "1 2\n3 4\n");

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      scratch_text ("bad.dat.ondes", bad[i]);
      scratch_refuse (path, NULL, ONDES_ERROR_FILE, "bad.dat.ondes");
    }
}

static void
sidecar_is_too_large (void)
{
  const char *path = scratch_text ("large.dat", "1 2\n3 4\n");
  g_autofree char *text = g_malloc (200000);

  memset (text, '#', 200000);
  memcpy (text, "[recording]\n", 12);
  text[12 + 60000] = '\n';
  scratch_write ("large.dat.ondes", text, 60000);
  ondes_recording_unref (scratch_open (path, NULL));
  scratch_write ("large.dat.ondes", text, 200000);
  scratch_refuse (path, NULL, ONDES_ERROR_FILE, "larger than 64 KiB");
}

/* Neither a title nor a file's name brings control characters to a terminal. */
static void
shown_text_is_harmless (void)
{
  g_autoptr (OndesRecording) recording = NULL;

  scratch_text ("s.dat.ondes", "[recording]\nrate=1\ntitle=a\\nb\033[31mc\302\205d\n");
  recording = scratch_open (scratch_text ("s.dat", "1\n2\n3\n"), NULL);
  g_assert_cmpstr (ondes_recording_get_info (recording)->name, ==, "a\357\277\275b\357\277\275[31mc\357\277\275d");
  g_clear_pointer (&recording, ondes_recording_unref);
  recording = scratch_open (scratch_text ("e\033]0;x\007\n.dat", "1\n2\n3\n"), NULL);
  g_assert_cmpstr (ondes_recording_get_info (recording)->name, ==, "e\357\277\275]0;x\357\277\275\357\277\275.dat");
  g_assert_null (strpbrk (ondes_recording_get_info (recording)->notes[0], "\033\007\n"));
}

static void
refusals_quote_nothing_harmful (void)
{
  static const char npy[] = "\x93NUMPY\1\0\x46\0"
                            "{'descr': '|b1\xcf\x1b[2J', 'fortran_order': False, 'shape': (4,), }           \n0000";
  g_autoptr (GError) error = NULL;

  g_assert_null (ondes_recording_open (scratch_write ("type.npy", npy, sizeof npy - 1), NULL, NULL, &error));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_null (strpbrk (error->message, "\033\n"));
}

/* Times a time unit apart that no ruler can count. */
static void
times_too_close_give_no_rate (void)
{
  g_autoptr (OndesRecording) recording = scratch_open (scratch_text ("t.csv", "time,v\n0,1\n1e-300,2\n2e-300,3\n3e-300,4\n"), NULL);

  g_assert_false (ondes_recording_get_info (recording)->rate_known);
  g_assert_cmpfloat (ondes_recording_get_info (recording)->rate_hz, ==, 1);
  g_assert_true (scratch_has_note (recording, "no rate that can be used"));
}

static void
wrong_options (void)
{
  const char *path = scratch_text ("plain.dat", "1\n2\n");
  const double rates[] = { -1, NAN, INFINITY, 1e308, 4.9e-324 };
  OndesReadOptions unit = { .time_unit = "fortnight" };

  for (gsize i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      OndesReadOptions options = { .rate_hz = rates[i] };

      scratch_refuse (path, &options, ONDES_ERROR_REQUEST, "--rate");
    }
  scratch_refuse (path, &unit, ONDES_ERROR_REQUEST, "--time-unit fortnight");
  g_assert_true (ondes_time_unit_valid ("min"));
  g_assert_false (ondes_time_unit_valid ("m"));
  g_assert_false (ondes_time_unit_valid (NULL));
}

static void
channels_and_identity (void)
{
  g_autoptr (OndesRecording) recording = scratch_open (scratch_text ("two.dat", "1 6\n3 2\n"), NULL);
  g_autoptr (OndesRecording) again = scratch_open (scratch_path ("two.dat"), NULL);
  g_autoptr (OndesSource) a = ondes_recording_source (recording, 1, NULL), b = ondes_recording_source (recording, 2, NULL);
  g_autoptr (OndesSource) c = ondes_recording_source (again, 1, NULL);
  g_autofree double *mix = scratch_read (recording, 0);
  g_autoptr (GError) error = NULL;
  double x;

  g_assert_cmpuint (a->id, ==, b->id);
  g_assert_cmpuint (a->id, !=, c->id);
  g_assert_cmpfloat (mix[0], ==, 3.5);
  g_assert_cmpfloat (mix[1], ==, 2.5);
  g_assert_null (ondes_recording_source (recording, 3, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  /* The source outlives the recording that it came from. */
  g_clear_pointer (&recording, ondes_recording_unref);
  g_assert_true (ondes_source_read (b, 1, 1, &x, NULL));
  g_assert_cmpfloat (x, ==, 2);
  g_assert_false (ondes_source_read (b, 1, 2, &x, NULL));
}

static void
cancelled_before (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ondes_recording_open (scratch_text ("plain.dat", "1\n2\n"), NULL, &(OndesWatch) { .cancellable = cancellable },
                                       &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A file that shrinks behind our back is an error of the read, not silence. */
static void
file_shrinks (void)
{
  OndesReadOptions options = { .raw = TRUE };
  g_autofree guint8 *zeros = g_malloc0 (4 << 20);
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (GError) error = NULL;
  double x;

  g_assert_true (ondes_raw_format_parse ("f64le:1:1", &options.raw_format, NULL));
  recording = scratch_open (scratch_write ("shrinks.raw", zeros, 4 << 20), &options);
  source = ondes_recording_source (recording, 1, NULL);
  g_assert_cmpint (truncate (scratch_path ("shrinks.raw"), 1000), ==, 0);
  g_assert_false (ondes_source_read (source, source->n - 1, 1, &x, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/open/bad-files-are-refused", bad_files);
  g_test_add_func ("/ondes/open/binary-needs-raw", binary_needs_raw);
  g_test_add_func ("/ondes/open/content-before-ending", content_before_ending);
  g_test_add_func ("/ondes/open/sidecar-is-heard", sidecar_is_heard);
  g_test_add_func ("/ondes/open/sidecar-says-raw", sidecar_says_raw);
  g_test_add_func ("/ondes/open/sidecar-is-wrong", sidecar_is_wrong);
  g_test_add_func ("/ondes/open/sidecar-is-too-large", sidecar_is_too_large);
  g_test_add_func ("/ondes/open/shown-text-is-harmless", shown_text_is_harmless);
  g_test_add_func ("/ondes/open/refusals-quote-nothing-harmful", refusals_quote_nothing_harmful);
  g_test_add_func ("/ondes/open/times-too-close-give-no-rate", times_too_close_give_no_rate);
  g_test_add_func ("/ondes/open/wrong-options-are-refused", wrong_options);
  g_test_add_func ("/ondes/open/channels-and-identity", channels_and_identity);
  g_test_add_func ("/ondes/open/cancelled-before", cancelled_before);
  g_test_add_func ("/ondes/open/file-shrinks", file_shrinks);
  return scratch_run ();
}
