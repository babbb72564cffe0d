/* SPDX-License-Identifier: GPL-3.0-or-later */
/* miniSEED 2, written here byte by byte by the SEED manual: fixed header, blockette 1000, and each encoding. */
#include "config.h"

#include "scratch.h"
#include "signal/recording-private.h"

#include <math.h>
#include <string.h>

#define START_US G_GINT64_CONSTANT (1268121600000000) /* 2010-03-09 08:00 UTC */

typedef struct
{
  const char *channel;
  gint64      after_us; /* of the first sample after START_US, a multiple of 100 */
  int         factor;   /* sampling rate, Hz */
  int         encoding;
  guint       length;   /* bytes of a record, a power of two */
  gboolean    little; /* not for Steim's, whose words are big-endian */
} Recipe;

static void
put (guint8        *at,
     guint64        value,
     guint          bytes,
     const Recipe  *recipe)
{
  for (guint i = 0; i < bytes; i++)
    at[recipe->little ? i : bytes - 1 - i] = (guint8) (value >> 8 * i);
}

static void
put_header (guint8       *record,
            const Recipe *recipe,
            gint64        start_us,
            guint         samples)
{
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (start_us / G_USEC_PER_SEC);
  guint power = 0;

  memset (record, 0, 64);
  memcpy (record, "000001D STAT 00", 15);
  memcpy (record + 8, "STAT ", 5);
  memcpy (record + 13, "00", 2);
  memcpy (record + 15, recipe->channel, 3);
  memcpy (record + 18, "XX", 2);
  put (record + 20, (guint64) g_date_time_get_year (date), 2, recipe);
  put (record + 22, (guint64) g_date_time_get_day_of_year (date), 2, recipe);
  record[24] = (guint8) g_date_time_get_hour (date);
  record[25] = (guint8) g_date_time_get_minute (date);
  record[26] = (guint8) g_date_time_get_second (date);
  put (record + 28, (guint64) (start_us % G_USEC_PER_SEC / 100), 2, recipe);
  put (record + 30, samples, 2, recipe);
  put (record + 32, (guint64) recipe->factor, 2, recipe);
  put (record + 34, 1, 2, recipe);
  record[39] = 1; /* blockettes */
  put (record + 44, 64, 2, recipe);
  put (record + 46, 48, 2, recipe);
  put (record + 48, 1000, 2, recipe);
  record[52] = (guint8) recipe->encoding;
  record[53] = !recipe->little;
  while (1u << power < recipe->length)
    power++;
  record[54] = (guint8) power;
}

/* Ways to pack differences into a word of Steim's: code of the control word, code within the word (−1 without), numbers, bits. */
static const struct
{
  int code, inner, n, bits;
} packings[2][7] = {
  { { 1, -1, 4, 8 }, { 2, -1, 2, 16 }, { 3, -1, 1, 32 } },
  { { 3, 2, 7, 4 }, { 3, 1, 6, 5 }, { 3, 0, 5, 6 }, { 1, -1, 4, 8 }, { 2, 3, 3, 10 }, { 2, 2, 2, 15 }, { 2, 1, 1, 30 } },
};

/* Packs samples into the frames after the header; returns how many there was room for. */
static guint
put_steim (guint8       *record,
           const Recipe *recipe,
           const gint32 *samples,
           guint         n)
{
  const guint second = recipe->encoding == 11, last = (recipe->length - 64) / 64;
  guint done = 0;

  for (guint f = 0; f < last && done < n; f++)
    {
      guint8 *frame = record + 64 * (f + 1);
      guint32 control = 0;

      for (guint w = f == 0 ? 3 : 1; w < 16 && done < n; w++)
        for (guint p = 0; p < 7; p++)
          {
            const int bits = packings[second][p].bits, count = packings[second][p].n;
            guint32 word = 0;
            gboolean fits = bits > 0 && done + count <= n;

            for (int k = 0; fits && k < count; k++)
              {
                const gint64 difference = done + k == 0 ? 0 : (gint64) samples[done + k] - samples[done + k - 1];

                fits = difference >= -(G_GINT64_CONSTANT (1) << (bits - 1)) && difference < G_GINT64_CONSTANT (1) << (bits - 1);
                word |= (guint32) ((guint64) difference & ((G_GUINT64_CONSTANT (1) << bits) - 1)) << (count - 1 - k) * bits;
              }
            if (!fits)
              continue;
            if (packings[second][p].inner >= 0)
              word |= (guint32) packings[second][p].inner << 30;
            control |= (guint32) packings[second][p].code << (30 - 2 * w);
            put (frame + 4 * w, word, 4, recipe);
            done += count;
            break;
          }
      put (frame, control, 4, recipe);
    }
  put (record + 64 + 4, (guint32) samples[0], 4, recipe);
  put (record + 64 + 8, (guint32) samples[done - 1], 4, recipe);
  return done;
}

/* Adds one record of as many of the samples as fit; returns their number. */
static guint
add_record (GString      *file,
            const Recipe *recipe,
            gint64        start_us,
            const double *samples,
            guint         n)
{
  static const guint widths[] = { [1] = 2, [3] = 4, [4] = 4, [5] = 8 };
  g_autofree guint8 *record = g_malloc0 (recipe->length);

  if (recipe->encoding >= 10)
    {
      g_autofree gint32 *integers = g_new (gint32, n);

      for (guint i = 0; i < n; i++)
        integers[i] = (gint32) samples[i];
      n = put_steim (record, recipe, integers, n);
    }
  else
    {
      const guint width = widths[recipe->encoding];

      n = MIN (n, (recipe->length - 64) / width);
      for (guint i = 0; i < n; i++)
        {
          const float single = (float) samples[i];
          guint32 bits;
          guint64 wide;

          memcpy (&bits, &single, sizeof bits);
          memcpy (&wide, &samples[i], sizeof wide);
          put (record + 64 + i * width,
               recipe->encoding == 4 ? bits : recipe->encoding == 5 ? wide : (guint64) (gint64) samples[i], width, recipe);
        }
    }
  put_header (record, recipe, start_us, n);
  g_string_append_len (file, (const char *) record, recipe->length);
  return n;
}

/* Adds @n samples in records that follow each other. */
static void
add_samples (GString      *file,
             const Recipe *recipe,
             const double *samples,
             guint         n)
{
  for (guint done = 0; done < n;)
    done += add_record (file, recipe, START_US + recipe->after_us + (gint64) done * G_USEC_PER_SEC / recipe->factor, samples + done,
                        n - done);
}

static double *
make_samples (guint n,
              int   encoding)
{
  double *samples = g_new (double, n);
  int sum = 0;

  for (guint i = 0; i < n; i++)
    if (encoding == 4)
      samples[i] = (float) g_test_rand_double_range (-1e6, 1e6);
    else if (encoding == 5)
      samples[i] = g_test_rand_double_range (-1e6, 1e6);
    else
      {
        /* Steps of all sizes, so that all ways of packing come. */
        const int step = 1 << g_test_rand_int_range (0, encoding == 1 ? 8 : 20);

        sum = CLAMP (sum + g_test_rand_int_range (-step, step + 1), encoding == 1 ? -32768 : -100000000,
                     encoding == 1 ? 32767 : 100000000);
        samples[i] = sum;
      }
  return samples;
}

static void
assert_samples (OndesRecording *recording,
                guint           channel,
                const double   *samples,
                gsize           n)
{
  g_autofree double *read = scratch_read (recording, channel);
  g_autoptr (OndesSource) source = ondes_recording_source (recording, channel, NULL);

  g_assert_cmpuint (source->n, ==, n);
  for (gsize i = 0; i < n; i++)
    if (isnan (samples[i]) ? !isnan (read[i]) : read[i] != samples[i])
      g_error ("sample %zu of channel %u is %.17g, not %.17g", i, channel, read[i], samples[i]);
  for (guint i = 0; i < 20; i++)
    {
      const gsize at = (gsize) g_test_rand_int_range (0, (int) n), count = (gsize) g_test_rand_int_range (0, (int) (n - at)) + 1;
      g_autofree double *span = g_new (double, count);

      g_assert_true (ondes_source_read_as (source, at, count, ONDES_F64, span, NULL));
      g_assert_true (memcmp (span, read + at, count * sizeof *span) == 0);
    }
}

static gboolean
is_left_out (void)
{
#ifdef ONDES_HAVE_MSEED
  return FALSE;
#else
  g_test_skip ("built without libmseed");
  return TRUE;
#endif
}

static void
each_encoding_is_read (void)
{
  static const struct
  {
    int         encoding;
    OndesType   type;
    const char *format;
  } encodings[] = { { 1, ONDES_I32, "miniSEED, 16 bit integers" }, { 3, ONDES_I32, "miniSEED, 32 bit integers" },
                    { 4, ONDES_F32, "miniSEED, 32 bit float" },    { 5, ONDES_F64, "miniSEED, 64 bit float" },
                    { 10, ONDES_I32, "miniSEED, Steim-1" },        { 11, ONDES_I32, "miniSEED, Steim-2" } };

  if (is_left_out ())
    return;
  for (guint i = 0; i < 2 * G_N_ELEMENTS (encodings); i++)
    {
      const int encoding = encodings[i / 2].encoding;
      const Recipe recipe = { "BHZ", 0, 100, encoding, 512, i % 2 == 1 && encoding < 10 };
      g_autofree double *samples = make_samples (3000, recipe.encoding);
      g_autoptr (GString) file = g_string_new (NULL);
      g_autoptr (OndesRecording) recording = NULL;
      const OndesRecordingInfo *info;

      add_samples (file, &recipe, samples, 3000);
      recording = scratch_open (scratch_write (i % 3 == 0 ? "day.mseed" : i % 3 == 1 ? "day.csv" : "day", file->str, file->len),
                                NULL);
      info = ondes_recording_get_info (recording);
      g_assert_cmpstr (info->format, ==, encodings[i / 2].format);
      g_assert_cmpint (info->type, ==, encodings[i / 2].type);
      g_assert_cmpuint (info->channels, ==, 1);
      g_assert_cmpstr (info->channel_names[0], ==, "XX.STAT.00.BHZ");
      g_assert_cmpfloat (info->rate_hz, ==, 100);
      g_assert_cmpint (info->start_source, ==, ONDES_START_HEADER);
      g_assert_false (info->start_zone.unknown);
      g_assert_cmpint (info->start_us, ==, START_US);
      g_assert_null (info->notes[0]);
      assert_samples (recording, 1, samples, 3000);
    }
}

/* Streams that begin and end at other times, one with a gap, one with a record twice, one of another rate, and records of all of
 * them in turn. */
static void
streams_share_one_clock (void)
{
  static const Recipe z = { "BHZ", 0, 50, 11, 512 }, e = { "BHE", 200000, 50, 3, 256 }, slow = { "LHZ", 0, 1, 4, 128 };
  g_autofree double *samples = make_samples (1000, 11), *east = make_samples (1000, 3), *lows = make_samples (16, 4);
  g_autofree double *expected = g_new (double, 1410), *mine = g_new (double, 1410);
  g_autoptr (GString) file = g_string_new (NULL);
  g_autoptr (OndesRecording) recording = NULL, low = NULL;
  const char *path;

  if (is_left_out ())
    return;
  for (guint i = 0; i < 1410; i++)
    expected[i] = mine[i] = NAN;
  /* The later half first: 400 samples of a gap. */
  add_samples (file, &(Recipe) { "BHZ", 900 * 20000, 50, 11, 512 }, samples + 500, 500);
  add_samples (file, &slow, lows, 16);
  add_samples (file, &z, samples, 500);
  memcpy (expected, samples, 500 * sizeof *samples);
  memcpy (expected + 900, samples + 500, 500 * sizeof *samples);
  add_samples (file, &e, east, 1000);
  add_samples (file, &(Recipe) { "BHE", 200000 + 600 * 20000, 50, 3, 256 }, east + 600, 100);
  memcpy (mine + 10, east, 1000 * sizeof *east);
  path = scratch_write ("streams.mseed", file->str, file->len);
  recording = scratch_open (path, NULL);
  g_assert_cmpuint (ondes_recording_get_info (recording)->channels, ==, 2);
  g_assert_cmpstr (ondes_recording_get_info (recording)->channel_names[1], ==, "XX.STAT.00.BHE");
  g_assert_cmpuint (ondes_recording_get_info (recording)->deviation.missing, ==, 400);
  g_assert_cmpint (ondes_recording_get_info (recording)->start_us, ==, START_US);
  g_assert_true (scratch_has_note (recording, "2 XX.STAT.00.LHZ (1 Hz)"));
  g_assert_true (scratch_has_note (recording, "1 gap between its records"));
  g_assert_true (scratch_has_note (recording, "that the one before it has too")
                 || scratch_has_note (recording, "that those before them have too"));
  assert_samples (recording, 1, expected, 1400);
  assert_samples (recording, 2, mine, 1400);
  low = scratch_open (path, &(OndesReadOptions) { .column = 2 });
  g_assert_cmpfloat (ondes_recording_get_info (low)->rate_hz, ==, 1);
  assert_samples (low, 1, lows, 16);
  scratch_refuse (path, &(OndesReadOptions) { .column = 4 }, ONDES_ERROR_FILE, "has no stream 4");
}

/* Cut anywhere: refused in one sentence, or read as far as whole records go. */
static void
cut_files_are_no_trouble (void)
{
  const Recipe recipe = { "BHZ", 0, 100, 3, 128 };
  g_autofree double *samples = make_samples (48, 3);
  g_autoptr (GString) file = g_string_new (NULL);

  if (is_left_out ())
    return;
  add_samples (file, &recipe, samples, 48);
  g_assert_cmpuint (file->len, ==, 3 * 128);
  for (gsize size = 48; size < file->len; size++)
    {
      const char *path = scratch_write ("cut.mseed", file->str, size);

      if (size < 128)
        scratch_refuse (path, NULL, ONDES_ERROR_FILE, "holds no whole record");
      else
        {
          g_autoptr (OndesRecording) recording = scratch_open (path, NULL);

          g_assert_true (size % 128 == 0 || scratch_has_note (recording, "to no whole record"));
          assert_samples (recording, 1, samples, size / 128 * 16);
        }
    }
}

/* Any bytes anywhere are read or refused. */
static void
random_damage_is_no_trouble (void)
{
  const Recipe recipe = { "BHZ", 0, 100, 11, 256 };
  g_autofree double *samples = make_samples (300, 11);
  g_autoptr (GString) file = g_string_new (NULL);

  if (is_left_out ())
    return;
  add_samples (file, &recipe, samples, 300);
  for (guint round = 0; round < 400; round++)
    {
      g_autoptr (GString) damaged = g_string_new_len (file->str, (gssize) file->len);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesRecording) recording = NULL;
      g_autoptr (OndesSource) source = NULL;

      for (guint i = 0; i < 4; i++)
        damaged->str[g_test_rand_int_range (0, i < 2 ? 64 : (int) file->len)] = (char) g_test_rand_int_range (0, 256);
      recording = ondes_recording_open (scratch_write ("random.mseed", damaged->str, damaged->len), NULL, NULL, &error);
      g_assert_true ((recording == NULL) == (error != NULL));
      if (recording == NULL)
        continue;
      source = ondes_recording_source (recording, 1, &error);
      g_assert_no_error (error);
      for (guint64 at = 0; at < MIN (source->n, 1000) && error == NULL; at++)
        {
          double value;

          ondes_source_read_as (source, at, 1, ONDES_F64, &value, &error);
        }
    }
}

/* A record whose samples do not decode is told where it is, once it is read. */
/* A gap of 200 days, in which two triggers of an hour's recording may lie, is never decoded; one of five records' is refused. */
static void
gaps_are_never_decoded (void)
{
  const gint64 days_us = G_GINT64_CONSTANT (200) * 86400 * G_USEC_PER_SEC;
  const Recipe early = { "BHZ", 0, 100, 4, 4096 }, late = { "BHZ", days_us, 100, 4, 4096 }, tiny = { "BHE", days_us, 100, 4, 128 };
  g_autofree double *samples = make_samples (2000, 4);
  g_autoptr (GString) file = g_string_new (NULL), small = g_string_new (NULL);
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesSource) source = NULL;
  const guint64 frames = days_us / 10000 + 1000;
  guint64 decoded;
  OndesScan scan;
  gsize bytes;

  if (is_left_out ())
    return;
  add_samples (file, &early, samples, 1000);
  add_samples (file, &late, samples + 1000, 1000);
  recording = scratch_open (scratch_write ("triggers.mseed", file->str, file->len), NULL);
  source = ondes_recording_source (recording, 1, NULL);
  g_assert_cmpuint (source->n, ==, frames);
  g_assert_cmpuint (ondes_source_gap (source, 1000), ==, frames - 2000);
  g_assert_true (ondes_source_scan (source, &scan, NULL, NULL));
  g_assert_cmpuint (scan.nan, ==, frames - 2000);
  g_assert_cmpuint (scan.frames, ==, frames);
  ondes_block_cache_statistics (ondes_recording_get_cache (recording), &bytes, &decoded);
  g_assert_cmpuint (decoded, <=, 2);
  add_samples (small, &(Recipe) { "BHE", 0, 100, 4, 128 }, samples, 16);
  add_samples (small, &tiny, samples, 16);
  scratch_refuse (scratch_write ("tiny.mseed", small->str, small->len), NULL, ONDES_ERROR_FILE,
                  "at bytes 0 and 128 whose times are 200 days apart, but holds 0.32 s in all");
}

/* Segments whose rates differ in the seventh digit are one stream with a gap; one of 1 % more is another. */
static void
nearly_equal_rates_are_one_stream (void)
{
  static const float rates[] = { 0.9999958f, 0.9999956f, 0.9f };
  g_autofree double *samples = make_samples (60, 3);
  g_autoptr (GString) file = g_string_new (NULL);
  g_autoptr (OndesRecording) recording = NULL;
  double expected[500 + 20], mean = ((double) 0.9999958f + 0.9999956f) / 2;

  if (is_left_out ())
    return;
  for (guint i = 0; i < 3; i++)
    {
      const Recipe recipe = { "LHZ", 0, 1, 3, 256 };
      guint8 *record;
      guint32 bits;

      add_record (file, &recipe, START_US + (gint64) i * 500 * G_USEC_PER_SEC, samples + 20 * i, 20);
      record = (guint8 *) file->str + file->len - 256;
      /* Blockette 100 between blockette 1000 and the data, which move to byte 128. */
      memmove (record + 128, record + 64, 80);
      memset (record + 56, 0, 72);
      put (record + 44, 128, 2, &recipe);
      put (record + 50, 56, 2, &recipe);
      put (record + 56, 100, 2, &recipe);
      memcpy (&bits, &rates[i], sizeof bits);
      put (record + 60, bits, 4, &recipe);
      record[39] = 2;
    }
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    expected[i] = i < 20 ? samples[i] : i < 500 ? NAN : samples[i - 480];
  recording = scratch_open (scratch_write ("rates.mseed", file->str, file->len), NULL);
  g_assert_cmpuint (ondes_recording_get_info (recording)->channels, ==, 1);
  g_assert_cmpfloat_with_epsilon (ondes_recording_get_info (recording)->rate_hz, mean, 1e-12);
  assert_samples (recording, 1, expected, G_N_ELEMENTS (expected));
  g_assert_true (scratch_has_note (recording, "state rates from 0.9999956 to 0.9999958 Hz"));
  g_assert_true (scratch_has_note (recording, "2 XX.STAT.00.LHZ (0.9 Hz)"));
}

static void
damaged_record_is_told (void)
{
  const Recipe recipe = { "BHZ", 0, 100, 10, 128 };
  g_autofree double *samples = make_samples (10, 10);
  g_autoptr (GString) file = g_string_new (NULL);
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (GError) error = NULL;
  double value;

  if (is_left_out ())
    return;
  add_samples (file, &recipe, samples, 10);
  file->str[30] = 0x40; /* 16,384 samples and more in 64 bytes */
  recording = scratch_open (scratch_write ("damaged.mseed", file->str, file->len), NULL);
  source = ondes_recording_source (recording, 1, NULL);
  g_assert_false (ondes_source_read_as (source, source->n - 1, 1, ONDES_F64, &value, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "in its record at byte 0"));
}

/* Told apart even where it is not read. */
static void
a_build_without_the_library_says_so (void)
{
#ifdef ONDES_HAVE_MSEED
  g_test_skip ("built with libmseed");
#else
  const Recipe recipe = { "BHZ", 0, 100, 3, 128 };
  g_autofree double *samples = make_samples (16, 3);
  g_autoptr (GString) file = g_string_new (NULL);

  add_samples (file, &recipe, samples, 16);
  scratch_refuse (scratch_write ("x.mseed", file->str, file->len), NULL, ONDES_ERROR_FILE,
                  "is a miniSEED recording; Ondes was built without libmseed (Debian: libmseed-dev)");
#endif
}

static void
the_third_version_is_told (void)
{
  scratch_refuse (scratch_write ("x.mseed3", "MS\3\0\0\0\0\0\0\0\0\0", 12), NULL, ONDES_ERROR_FILE, "is a miniSEED 3 recording");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/mseed/each-encoding-is-read", each_encoding_is_read);
  g_test_add_func ("/ondes/mseed/streams-share-one-clock", streams_share_one_clock);
  g_test_add_func ("/ondes/mseed/cut-files-are-no-trouble", cut_files_are_no_trouble);
  g_test_add_func ("/ondes/mseed/random-damage-is-no-trouble", random_damage_is_no_trouble);
  g_test_add_func ("/ondes/mseed/gaps-are-never-decoded", gaps_are_never_decoded);
  g_test_add_func ("/ondes/mseed/nearly-equal-rates-are-one-stream", nearly_equal_rates_are_one_stream);
  g_test_add_func ("/ondes/mseed/damaged-record-is-told", damaged_record_is_told);
  g_test_add_func ("/ondes/mseed/a-build-without-the-library-says-so", a_build_without_the_library_says_so);
  g_test_add_func ("/ondes/mseed/the-third-version-is-told", the_third_version_is_told);
  return scratch_run ();
}
