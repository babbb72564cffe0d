/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sound files that hold more than their headers claim, or something else behind it. */
#include "scratch.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define GIB ((guint64) 1 << 30)

static GByteArray *
load (const char *path)
{
  char *text;
  gsize n;

  g_assert_true (g_file_get_contents (path, &text, &n, NULL));
  return g_byte_array_new_take ((guint8 *) text, n);
}

static void
put (GByteArray *array,
     gsize       at,
     guint64     value,
     guint       bytes,
     gboolean    big)
{
  for (guint i = 0; i < bytes; i++)
    array->data[at + (big ? bytes - 1 - i : i)] = (guint8) (value >> 8 * i);
}

/* @n frames of 16 bits, written by libsndfile; @samples gets those of the first channel. */
static GByteArray *
make (int      format,
      int      rate,
      int      channels,
      gsize    n,
      double **samples)
{
  const char *path = scratch_path ("made");
  g_autofree double *noise = g_new (double, n * (gsize) channels);
  g_autoptr (OndesRecording) recording = NULL;

  for (gsize i = 0; i < n * (gsize) channels; i++)
    noise[i] = g_test_rand_double_range (-1, 1);
  scratch_sndfile (path, format | SF_FORMAT_PCM_16, rate, channels, noise, n);
  recording = scratch_open (path, NULL);
  *samples = scratch_read (recording, 1);
  return load (path);
}

static OndesRecording *
open_bytes (const char       *name,
            const GByteArray *bytes)
{
  return scratch_open (scratch_write (name, bytes->data, bytes->len), NULL);
}

static void
check_samples (OndesRecording *recording,
               const double   *expected,
               gsize           n)
{
  g_autofree double *samples = NULL;

  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, n);
  samples = scratch_read (recording, 1);
  g_assert_cmpmem (samples, n * sizeof *samples, expected, n * sizeof *expected);
}

/* 5 GiB of silence, but for four samples at the end. */
static void
wav_past_4_gib (gconstpointer data)
{
  static const guint8 end[] = { 0x00, 0x10, 0x00, 0x20, 0x00, 0x30, 0x00, 0x40 };
  const guint32 claim = GPOINTER_TO_UINT (data);
  const char *path = scratch_path ("long.wav");
  g_autofree double *made = NULL;
  g_autoptr (GByteArray) wav = make (SF_FORMAT_WAV, 8000, 1, 4, &made);
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (GError) error = NULL;
  double samples[4];
  struct stat st;
  int fd = open (path, O_CREAT | O_TRUNC | O_RDWR, 0600);

  put (wav, 4, 0xffffffff, 4, FALSE);
  put (wav, 40, claim, 4, FALSE);
  g_assert_cmpint (write (fd, wav->data, 44), ==, 44);
  g_assert_cmpint (pwrite (fd, end, sizeof end, (off_t) (5 * GIB)), ==, sizeof end);
  g_assert_cmpint (fstat (fd, &st), ==, 0);
  close (fd);
  if ((guint64) st.st_blocks * 512 > GIB)
    {
      g_unlink (path);
      g_test_skip ("this file system has no sparse files");
      return;
    }
  recording = scratch_open (path, NULL);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, (5 * GIB + sizeof end - 44) / 2);
  g_assert_cmpstr (ondes_recording_get_info (recording)->format, ==, "WAV, 16 bit PCM");
  g_assert_true (scratch_has_note (recording, claim == 0xffffffff ? "does not say how long it is" : "can be read"));
  source = ondes_recording_source (recording, 1, &error);
  g_assert_no_error (error);
  g_assert_true (ondes_source_read_as (source, source->n - 4, 4, ONDES_F64, samples, &error));
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (samples[i], ==, (i + 1) / 8.0);
  g_unlink (path);
}

static void
wav_claims_too_little (void)
{
  g_autofree double *made = NULL;
  g_autoptr (GByteArray) wav = make (SF_FORMAT_WAV, 8000, 1, 50000, &made);
  const guint32 claims[] = { 2, 20000, 99998, 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (claims); i++)
    {
      g_autoptr (OndesRecording) recording = NULL;

      put (wav, 40, claims[i], 4, FALSE);
      recording = open_bytes ("little.wav", wav);
      if (claims[i] == 99998) /* 2 bytes behind it may be anything */
        g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 49999);
      else
        check_samples (recording, made, 50000);
      g_assert_cmpint (scratch_has_note (recording, claims[i] == 0 ? "does not say how long" : "can be read"), ==,
                       claims[i] != 99998 && (claims[i] > 0 || scratch_has_note (recording, "does not say")));
    }
}

/* What is no sound behind the samples stays out. */
static void
wav_with_something_behind (void)
{
  static const struct
  {
    const char *bytes;
    gsize       length, n; /* zeros behind the bytes */
  } behind[] = {
    { "LIST\x0c\0\0\0INFOINAM\0\0\0\0", 20, 20 }, { "LIST\xff\0\0\0INFOINAM", 16, 16 }, { "TAGtitle", 8, 128 }, { "", 0, 512 },
    { "id3 \4\0\0\0abcdJUNK\2\0\0\0ab", 22, 22 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (behind); i++)
    {
      g_autofree double *made = NULL;
      g_autoptr (GByteArray) wav = make (SF_FORMAT_WAV, 8000, 1, 1000, &made);
      g_autofree guint8 *more = g_malloc0 (512);
      g_autoptr (OndesRecording) recording = NULL;

      memcpy (more, behind[i].bytes, behind[i].length);
      g_byte_array_append (wav, more, (guint) behind[i].n);
      recording = open_bytes ("behind.wav", wav);
      check_samples (recording, made, 1000);
      g_assert_null (ondes_recording_get_info (recording)->notes[0]);
    }
}

static void
compressed_wav_says_what_is_left_out (void)
{
  const char *path = scratch_path ("adpcm.wav");
  g_autofree double *made = g_new0 (double, 20000);
  g_autoptr (GByteArray) wav = NULL;
  g_autoptr (OndesRecording) recording = NULL;
  guint8 *data;

  for (int i = 0; i < 20000; i++)
    made[i] = g_test_rand_double_range (-1, 1);
  scratch_sndfile (path, SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM, 8000, 1, made, 20000);
  wav = load (path);
  data = memmem (wav->data, wav->len, "data", 4);
  put (wav, (gsize) (data - wav->data) + 4, 1024, 4, FALSE);
  recording = open_bytes ("little-adpcm.wav", wav);
  g_assert_true (scratch_has_note (recording, "behind the samples that its header claims; what stands there is left out"));
}

static void
au_claims_too_little (void)
{
  g_autofree double *made = NULL;
  g_autoptr (GByteArray) au = make (SF_FORMAT_AU, 8000, 1, 5000, &made);
  g_autoptr (OndesRecording) recording = NULL;

  put (au, 8, 1000, 4, TRUE);
  recording = open_bytes ("little.au", au);
  check_samples (recording, made, 5000);
  g_assert_true (scratch_has_note (recording, "claims 500 frames, but 5000 can be read"));
}

static void
aiff_says_what_is_left_out (void)
{
  g_autofree double *made = NULL;
  g_autoptr (GByteArray) aiff = make (SF_FORMAT_AIFF, 8000, 1, 5000, &made);
  g_autoptr (OndesRecording) whole = open_bytes ("whole.aiff", aiff), recording = NULL;
  guint8 *data = memmem (aiff->data, aiff->len, "SSND", 4);

  g_assert_null (ondes_recording_get_info (whole)->notes[0]);
  put (aiff, (gsize) (data - aiff->data) + 4, 2008, 4, TRUE);
  recording = open_bytes ("little.aiff", aiff);
  g_assert_true (scratch_has_note (recording, "is left out"));
}

static void
set_flac_total (GByteArray *flac,
                guint64     total)
{
  flac->data[21] = (guint8) ((flac->data[21] & 0xf0) | (total >> 32 & 15));
  put (flac, 22, total & 0xffffffff, 4, TRUE);
}

static void
flac_claims_too_little (gconstpointer data)
{
  const gsize n = GPOINTER_TO_SIZE (data); /* with noise of 16 bits, from small to more than what is walked through */
  g_autofree double *made = NULL;
  g_autoptr (GByteArray) flac = make (SF_FORMAT_FLAC, 8000, 1, n, &made);
  const guint64 totals[] = { 39842, 1, n - 1 };

  for (gsize i = 0; i < G_N_ELEMENTS (totals); i++)
    {
      g_autofree char *note = g_strdup_printf ("claims %" G_GUINT64_FORMAT " frame%s, but %" G_GSIZE_FORMAT " can be read",
                                               totals[i], totals[i] == 1 ? "" : "s", n);
      g_autoptr (OndesRecording) recording = NULL;

      set_flac_total (flac, totals[i]);
      recording = open_bytes ("little.flac", flac);
      check_samples (recording, made, n);
      g_assert_true (scratch_has_note (recording, note));
    }
}

/* The frames of another recording behind the first ones. */
static void
flac_changes_midway (gconstpointer data)
{
  static const struct
  {
    int         rate, channels;
    const char *note;
  } others[] = {
    { 8000, 2, "From frame 300000 on, " }, { 44100, 1, "1 channel at 44100 Hz in place of 1 at 8000 Hz; that is left out" },
    { 8000, 1, "Another stream begins in " },
  };
  const gsize n = 300000, more = GPOINTER_TO_SIZE (data);

  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    for (int whole = 0; whole < 2; whole++)
      {
        g_autofree double *made = NULL, *unused = NULL;
        g_autoptr (GByteArray) flac = make (SF_FORMAT_FLAC, 8000, 1, n, &made);
        g_autoptr (GByteArray) other = make (SF_FORMAT_FLAC, others[i].rate, others[i].channels, more, &unused);
        g_autoptr (OndesRecording) recording = NULL;
        gsize begin = 4;

        while (!whole && !(other->data[begin] & 0x80))
          begin += 4u + (other->data[begin + 1] << 16 | other->data[begin + 2] << 8 | other->data[begin + 3]);
        begin += 4u + (other->data[begin + 1] << 16 | other->data[begin + 2] << 8 | other->data[begin + 3]);
        if (whole)
          begin = 0;
        g_byte_array_append (flac, other->data + begin, other->len - (guint) begin);
        set_flac_total (flac, n + more); /* as a recorder would that knows of no change */
        recording = open_bytes ("changes.flac", flac);
        check_samples (recording, made, n);
        g_assert_true (scratch_has_note (recording, others[i].note));
      }
}

/* Cut within its last frame, and with a tag behind it. */
static void
flac_ends_anyhow (void)
{
  g_autofree double *made = NULL;
  g_autoptr (GByteArray) flac = make (SF_FORMAT_FLAC, 8000, 1, 50000, &made);
  g_autoptr (OndesRecording) tagged = NULL, cut = NULL;
  guint8 tag[128] = "TAGtitle";
  const guint length = flac->len;

  g_byte_array_append (flac, tag, sizeof tag);
  tagged = open_bytes ("tagged.flac", flac);
  check_samples (tagged, made, 50000);
  g_assert_null (ondes_recording_get_info (tagged)->notes[0]);
  g_byte_array_set_size (flac, length - 100);
  cut = open_bytes ("cut.flac", flac);
  g_assert_cmpuint (ondes_recording_get_info (cut)->frames, ==, 50000 / 4096 * 4096);
  g_assert_true (scratch_has_note (cut, "claims 50000 frames, but only 49152 can be read"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_data_func ("/ondes/claims/wav-past-4-gib/size-of-all-ones", GUINT_TO_POINTER (0xffffffff), wav_past_4_gib);
  g_test_add_data_func ("/ondes/claims/wav-past-4-gib/size-that-ran-over", GUINT_TO_POINTER (0x40000000 + 8 - 44),
                        wav_past_4_gib);
  g_test_add_func ("/ondes/claims/wav-claims-too-little", wav_claims_too_little);
  g_test_add_func ("/ondes/claims/wav-with-something-behind", wav_with_something_behind);
  g_test_add_func ("/ondes/claims/compressed-wav-says-what-is-left-out", compressed_wav_says_what_is_left_out);
  g_test_add_func ("/ondes/claims/au-claims-too-little", au_claims_too_little);
  g_test_add_func ("/ondes/claims/aiff-says-what-is-left-out", aiff_says_what_is_left_out);
  g_test_add_data_func ("/ondes/claims/flac-claims-too-little/short", GSIZE_TO_POINTER (109509), flac_claims_too_little);
  g_test_add_data_func ("/ondes/claims/flac-claims-too-little/long", GSIZE_TO_POINTER (3000000), flac_claims_too_little);
  g_test_add_data_func ("/ondes/claims/flac-changes-midway/short", GSIZE_TO_POINTER (100000), flac_changes_midway);
  g_test_add_data_func ("/ondes/claims/flac-changes-midway/long", GSIZE_TO_POINTER (4000000), flac_changes_midway);
  g_test_add_func ("/ondes/claims/flac-ends-anyhow", flac_ends_anyhow);
  return scratch_run ();
}
