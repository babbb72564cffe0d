/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SigMF: each type of samples, captures with headers and gaps, and metadata of all kinds. */
#include "config.h"

#include "analysis/extents.h"
#include "scratch.h"
#include "signal/detrended-source.h"
#include "signal/recording-private.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static gboolean
is_left_out (void)
{
#ifdef ONDES_HAVE_SIGMF
  return FALSE;
#else
  g_test_skip ("built without JSON-GLib");
  return TRUE;
#endif
}

/* Writes both files, and returns the path of the metadata. */
static const char *
write_both (const char *name,
            const char *meta,
            const void *data,
            gsize       n)
{
  g_autofree char *metadata = g_strconcat (name, ".sigmf-meta", NULL), *samples = g_strconcat (name, ".sigmf-data", NULL);

  scratch_write (samples, data, n);
  return scratch_text (metadata, meta);
}

static void
put (GString  *file,
     guint64   value,
     guint     bytes,
     gboolean  big)
{
  for (guint i = 0; i < bytes; i++)
    g_string_append_c (file, (char) (value >> 8 * (big ? bytes - 1 - i : i) & 255));
}

/* Adds a random number of kind f, i or u, and returns what it is worth: integers have a full scale of 1. */
static double
put_random (GString *file,
            char     kind,
            guint    bytes,
            gboolean big)
{
  const double value = g_test_rand_double_range (-2, 2);
  const float single = (float) value;
  guint64 bits = (guint32) g_test_rand_int () & (bytes >= 4 ? G_MAXUINT32 : (1u << 8 * bytes) - 1);
  const double half = ldexp (1, 8 * (int) bytes - 1);

  if (kind != 'f')
    {
      put (file, bits, bytes, big);
      return ((double) bits - (kind == 'u' || (double) bits < half ? 0 : 2 * half) - (kind == 'u' ? half : 0)) / half;
    }
  if (bytes == 4)
    {
      guint32 word;

      memcpy (&word, &single, sizeof word);
      bits = word;
    }
  else
    memcpy (&bits, &value, sizeof bits);
  put (file, bits, bytes, big);
  return bytes == 4 ? (double) single : value;
}

static void
assert_samples (OndesRecording *recording,
                guint           channel,
                const double   *samples, /* both parts in turn where complex */
                gsize           n)
{
  g_autofree double *read = scratch_read (recording, channel);
  g_autoptr (OndesSource) source = ondes_recording_source (recording, channel, NULL);
  const gboolean is_complex = ondes_type_is_complex (source->type);
  const gsize parts = is_complex ? 2 : 1;

  g_assert_cmpuint (source->n, ==, n);
  for (gsize i = 0; i < parts * n; i++)
    if (isnan (samples[i]) ? !isnan (read[i]) : read[i] != samples[i])
      g_error ("number %zu of channel %u is %.17g, not %.17g", i, channel, read[i], samples[i]);
  for (guint i = 0; i < 20; i++)
    {
      const gsize at = (gsize) g_test_rand_int_range (0, (int) n), count = (gsize) g_test_rand_int_range (0, (int) (n - at)) + 1;
      g_autofree double *span = g_new (double, parts * count);

      g_assert_true (ondes_source_read_as (source, at, count, is_complex ? ONDES_C128 : ONDES_F64, span, NULL));
      g_assert_true (memcmp (span, read + parts * at, parts * count * sizeof *span) == 0);
    }
}

static void
each_type_is_read (void)
{
  static const char *const types[] = { "rf32_le", "rf32_be", "rf64_le", "rf64_be", "ri32_le", "ri32_be", "ri16_le", "ri16_be",
                                       "ru32_le", "ru32_be", "ru16_le", "ru16_be", "ri8",     "ru8",     "cf32_le", "cf32_be",
                                       "cf64_le", "cf64_be", "ci32_le", "ci32_be", "ci16_le", "ci16_be", "cu32_le", "cu32_be",
                                       "cu16_le", "cu16_be", "ci8",     "cu8" };

  if (is_left_out ())
    return;
  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    {
      const gboolean is_complex = types[t][0] == 'c', big = g_str_has_suffix (types[t], "_be");
      const guint bytes = (guint) atoi (types[t] + 2) / 8, parts = is_complex ? 2 : 1, channels = t % 3 + 1;
      g_autofree char *meta
        = g_strdup_printf ("{\"global\": {\"core:datatype\": \"%s\", \"core:sample_rate\": 48000, \"core:num_channels\": %u}, "
                           "\"captures\": [{\"core:sample_start\": 0, \"core:datetime\": \"2020-02-29T12:00:00.25Z\"}], "
                           "\"annotations\": []}", types[t], channels);
      g_autoptr (GString) data = g_string_new (NULL);
      g_autofree double *values = g_new (double, 400 * channels * parts);
      const char *path;

      for (guint i = 0; i < 400; i++)
        for (guint c = 0; c < channels; c++)
          for (guint p = 0; p < parts; p++)
            values[(c * 400 + i) * parts + p] = put_random (data, types[t][1], bytes, big);
      path = write_both ("type", meta, data->str, data->len);
      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (OndesRecording) recording = scratch_open (k == 0 ? path : scratch_path ("type.sigmf-data"), NULL);
          const OndesRecordingInfo *info = ondes_recording_get_info (recording);

          g_assert_true (g_str_has_suffix (info->format, types[t]));
          g_assert_cmpuint (info->channels, ==, channels);
          g_assert_cmpfloat (info->rate_hz, ==, 48000);
          g_assert_cmpint (info->complex_iq, ==, is_complex);
          g_assert_cmpint (info->start_us, ==, G_GINT64_CONSTANT (1582977600250000));
          g_assert_cmpint (info->start_source, ==, ONDES_START_HEADER);
          g_assert_true (is_complex ? scratch_has_note (recording, "holds complex samples (I/Q)") : info->notes[0] == NULL);
          for (guint c = 0; c < channels; c++)
            assert_samples (recording, c + 1, values + c * 400 * parts, 400);
        }
    }
}

/* Headers lie between captures; where samples were lost there is a gap, of integers too; core:offset moves all places. */
static void
captures_have_their_places (void)
{
  static const char meta[]
    = "{\"global\": {\"core:datatype\": \"ri16_le\", \"core:sample_rate\": 100, \"core:offset\": 1000, \"core:trailing_bytes\": 3, "
      "\"core:dataset\": \"other.bin\", \"core:description\": \"two captures\"}, \"captures\": ["
      "{\"core:sample_start\": 1150, \"core:header_bytes\": 5, \"core:global_index\": 5250, "
      "\"core:datetime\": \"2020-01-01T00:00:12.5Z\"},"
      "{\"core:sample_start\": 1050, \"core:header_bytes\": 7, \"core:global_index\": 5050, \"core:frequency\": 1e8, "
      "\"core:datetime\": \"2020-01-01T00:00:10.500Z\"}]}";
  g_autoptr (GString) data = g_string_new (NULL);
  g_autoptr (OndesRecording) recording = NULL;
  double values[400];

  if (is_left_out ())
    return;
  for (guint i = 0; i < 400; i++)
    values[i] = NAN;
  for (guint i = 0; i < 300; i++)
    {
      if (i == 50)
        g_string_append (data, "header.");
      if (i == 150)
        g_string_append (data, "again");
      values[i < 150 ? i : i + 100] = put_random (data, 'i', 2, FALSE);
    }
  g_string_append (data, "end");
  scratch_write ("other.bin", data->str, data->len);
  recording = scratch_open (scratch_text ("captures.sigmf-meta", meta), NULL);
  g_assert_cmpuint (ondes_recording_get_info (recording)->deviation.missing, ==, 100);
  g_assert_true (scratch_has_note (recording, "1 gap between its captures"));
  g_assert_false (scratch_has_note (recording, "off the clock"));
  /* Half a second before the first capture, which has sample 50. */
  g_assert_cmpint (ondes_recording_get_info (recording)->start_us, ==, G_GINT64_CONSTANT (1577836810000000));
  assert_samples (recording, 1, values, 400);
}

/* An index that is less than those before it tells of no lost samples. */
static void
indices_that_fall_are_none (void)
{
  static const char meta[]
    = "{\"global\": {\"core:datatype\": \"ri16_le\", \"core:sample_rate\": 100}, \"captures\": ["
      "{\"core:sample_start\": 0, \"core:global_index\": 1e300},"
      "{\"core:sample_start\": 50, \"core:global_index\": 0, \"core:datetime\": \"2020-01-01T00:00:10.5Z\"}]}";
  const gint16 samples[100] = { 0 };
  g_autoptr (OndesRecording) recording = NULL;

  if (is_left_out ())
    return;
  recording = scratch_open (write_both ("falling", meta, samples, sizeof samples), NULL);
  g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, 100);
  g_assert_cmpint (ondes_recording_get_info (recording)->start_us, ==, G_GINT64_CONSTANT (1577836810000000));
}

/* A thousand million samples were lost between two captures of a thousand: they count as NaN, and no block of them is decoded. */
static void
gaps_are_never_decoded (void)
{
  static const char meta[]
    = "{\"global\": {\"core:datatype\": \"rf32_le\", \"core:sample_rate\": 1000}, \"captures\": "
      "[{\"core:sample_start\": 0, \"core:global_index\": 0}, {\"core:sample_start\": 1000, \"core:global_index\": 1000001000}]}";
  const guint64 lost = 1000000000, all = lost + 2000;
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesSource) source = NULL, flat = NULL;
  g_autofree float *samples = g_new (float, 2000);
  OndesExtent extents[3];
  double sum = 0, peak = 0, first;
  OndesScan scan;
  guint64 decoded;
  gsize bytes;

  if (is_left_out ())
    return;
  for (guint i = 0; i < 2000; i++)
    {
      samples[i] = (float) g_test_rand_double_range (-2, 3);
      sum += samples[i];
      peak = MAX (peak, fabs (samples[i]));
    }
  recording = scratch_open (write_both ("lost", meta, samples, 2000 * sizeof *samples), NULL);
  source = ondes_recording_source (recording, 1, NULL);
  g_assert_cmpuint (source->n, ==, all);
  g_assert_cmpuint (ondes_source_gap (source, 999), ==, 0);
  g_assert_cmpuint (ondes_source_gap (source, 1000), ==, lost);
  g_assert_cmpuint (ondes_source_gap (source, lost), ==, 1000);
  g_assert_cmpuint (ondes_source_gap (source, lost + 1000), ==, 0);
  g_assert_true (ondes_source_scan (source, &scan, NULL, NULL));
  g_assert_cmpuint (scan.frames, ==, all);
  g_assert_cmpuint (scan.nan, ==, lost);
  g_assert_cmpfloat (scan.peak, ==, peak);
  g_assert_true (ondes_extents_read (source, (OndesSpan) { 0, all }, 3, extents, NULL, NULL));
  g_assert_cmpuint (extents[1].gaps, ==, (all * 2 / 3) - all / 3);
  g_assert_cmpfloat (extents[1].min, >, extents[1].max);
  flat = ondes_detrended_source_new (source, &(OndesDetrending) { .kind = ONDES_DETREND_MEAN });
  g_assert_cmpuint (ondes_source_gap (flat, 1500), ==, lost - 500);
  g_assert_true (ondes_source_read_as (flat, 0, 1, ONDES_F64, &first, NULL));
  g_assert_cmpfloat_with_epsilon (first, samples[0] - sum / 2000, 1e-12);
  ondes_block_cache_statistics (ondes_recording_get_cache (recording), &bytes, &decoded);
  g_assert_cmpuint (decoded, <=, 2); /* the first block and the last */
}

static void
metadata_are_checked (void)
{
  static const struct
  {
    const char *meta, *part;
  } wrong[] = {
    { "{", "are no JSON" }, { "0 {\"global\": {}}", "are no JSON" }, { "{\"global\": {}} 0", "are no JSON" },
    { "{} {}", "are no JSON" }, { "} {", "are no JSON" },
    { "{\"global\": 3}", "have no object" },
    { "{\"global\": {\"core:datatype\": 7}}", "do not tell the type" },
    { "{\"global\": {\"core:datatype\": \"rf16_le\"}}", "does not have" },
    { "{\"global\": {\"core:datatype\": \"rf32\"}}", "does not have" },
    { "{\"global\": {\"core:datatype\": \"ri8_le\"}}", "does not have" },
    { "{\"global\": {\"core:datatype\": \"ci8\", \"core:num_channels\": 0}}", "a number that cannot be" },
    { "{\"global\": {\"core:datatype\": \"ci8\", \"core:num_channels\": 1e9}}", "a number that cannot be" },
    { "{\"global\": {\"core:datatype\": \"ci8\", \"core:num_channels\": \"two\"}}", "a number that cannot be" },
    { "{\"global\": {\"core:datatype\": \"ci8\", \"core:trailing_bytes\": 100}}", "no samples in the file" },
    { "{\"global\": {\"core:datatype\": \"ci8\", \"core:metadata_only\": true}}", "there is no file of samples" },
    { "{\"global\": {\"core:datatype\": \"ci8\", \"core:dataset\": \"../x\"}}", "one of the same folder" },
    { "{\"global\": {\"core:datatype\": \"ci8\"}, \"captures\": [3]}", "without a place" },
    { "{\"global\": {\"core:datatype\": \"ci8\"}, \"captures\": [{\"core:sample_start\": -1}]}", "without a place" },
    { "{\"global\": {\"core:datatype\": \"ci8\"}, \"captures\": [{\"core:global_index\": 0},"
      "{\"core:sample_start\": 2, \"core:global_index\": 1e15}]}", "samples were lost before its capture 2" },
    { "{\"global\": {\"core:datatype\": \"ci8\", \"x\": \"\xff\"}}", "not in UTF-8" },
  };
  g_autofree char *deep = g_strnfill (200000, '[');

  if (is_left_out ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    scratch_refuse (write_both ("wrong", wrong[i].meta, "abcdefgh", 8), NULL, ONDES_ERROR_FILE, wrong[i].part);
  /* A name of the same folder, which is a link that leads out of it. */
  g_assert_cmpint (symlink ("/etc/passwd", scratch_path ("away.bin")), ==, 0);
  scratch_refuse (write_both ("wrong", "{\"global\": {\"core:datatype\": \"ci8\", \"core:dataset\": \"away.bin\"}}", "abcdefgh", 8),
                  NULL, ONDES_ERROR_FILE, "one of the same folder");
  scratch_refuse (write_both ("deep", deep, "abcdefgh", 8), NULL, ONDES_ERROR_FILE, "nested more deeply");
  scratch_refuse (scratch_text ("alone.sigmf-meta", "{\"global\": {\"core:datatype\": \"ci8\"}}"), NULL, ONDES_ERROR_FILE,
                  "alone.sigmf-data does not exist");
  scratch_refuse (scratch_text ("named.json", "{\"global\": {\"core:datatype\": \"ci8\"}}"), NULL, ONDES_ERROR_FILE,
                  "beside the samples in NAME.sigmf-data");
}

/* Refuses, or opens, metadata and samples that are cut anywhere. */
static void
cut_files_are_no_trouble (void)
{
  static const char meta[] = "{\"global\": {\"core:datatype\": \"ri16_be\", \"core:sample_rate\": 8000, \"core:num_channels\": 2}, "
                             "\"captures\": [{\"core:sample_start\": 0, \"core:header_bytes\": 3}], \"annotations\": []}";
  static const char data[] = "xyzaabbccddeeffgg";

  if (is_left_out ())
    return;
  for (gsize size = 1; size < strlen (meta); size++)
    {
      g_autofree char *cut = g_strndup (meta, size);

      scratch_refuse (write_both ("cut", cut, data, strlen (data)), NULL, ONDES_ERROR_FILE, "are no JSON");
    }
  for (gsize size = 1; size <= strlen (data); size++)
    {
      const char *path = write_both ("cut", meta, data, size);

      if (size < 7)
        scratch_refuse (path, NULL, ONDES_ERROR_FILE, "there are no samples");
      else
        {
          g_autoptr (OndesRecording) recording = scratch_open (path, NULL);

          g_assert_cmpuint (ondes_recording_get_info (recording)->frames, ==, (size - 3) / 4);
        }
    }
}

static void
random_damage_is_no_trouble (void)
{
  static const char meta[] = "{\"global\": {\"core:datatype\": \"ri16_be\", \"core:sample_rate\": 8000, \"core:num_channels\": 2}, "
                             "\"captures\": [{\"core:sample_start\": 0, \"core:header_bytes\": 3}, {\"core:sample_start\": 20, "
                             "\"core:global_index\": 9}], \"annotations\": [{\"core:sample_start\": 2}]}";
  char data[200] = "";

  if (is_left_out ())
    return;
  for (guint round = 0; round < 400; round++)
    {
      g_autofree char *damaged = g_strdup (meta);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesRecording) recording = NULL;

      for (guint i = 0; i < 2; i++)
        damaged[g_test_rand_int_range (0, (int) strlen (meta))] = (char) g_test_rand_int_range (32, 127);
      recording = ondes_recording_open (write_both ("random", damaged, data, sizeof data), NULL, NULL, &error);
      g_assert_true ((recording == NULL) == (error != NULL));
      if (recording != NULL && ondes_recording_get_info (recording)->frames < 10000)
        g_free (scratch_read (recording, 1));
    }
}

/* Samples that have lain there for long are not known by them alone, where the metadata were written just now. */
static void
identity_is_of_both_files (void)
{
  static const char meta[] = "{\"global\": {\"core:datatype\": \"ri8\", \"core:sample_rate\": 8000}}";
  g_autofree char *old = g_build_filename (g_getenv ("ONDES_SOURCE_DIR"), "COPYING", NULL);
  const char *path = scratch_path ("old.sigmf-data");
  const OndesReadOptions as_raw = { .raw = TRUE, .raw_format = { .bits = 8, .kind = 's', .channels = 1, .rate_hz = 8000 } };
  g_autoptr (OndesRecording) recording = NULL, raw = NULL;
  g_autoptr (OndesSource) source = NULL, raw_source = NULL;

  if (is_left_out ())
    return;
  scratch_text ("old.sigmf-meta", meta);
  g_assert_cmpint (symlink (old, path), ==, 0);
  raw = scratch_open (path, &as_raw);
  raw_source = ondes_recording_source (raw, 1, NULL);
  g_assert_nonnull (raw_source->identity);
  recording = scratch_open (path, NULL);
  source = ondes_recording_source (recording, 1, NULL);
  g_assert_null (source->identity);
}

static void
a_build_without_the_library_says_so (void)
{
#ifdef ONDES_HAVE_SIGMF
  g_test_skip ("built with JSON-GLib");
#else
  scratch_refuse (write_both ("x", "{\"global\": {\"core:datatype\": \"ri8\"}}", "abcdefgh", 8), NULL, ONDES_ERROR_FILE,
                  "is a SigMF recording; Ondes was built without JSON-GLib (Debian: libjson-glib-dev)");
#endif
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/sigmf/each-type-is-read", each_type_is_read);
  g_test_add_func ("/ondes/sigmf/captures-have-their-places", captures_have_their_places);
  g_test_add_func ("/ondes/sigmf/indices-that-fall-are-none", indices_that_fall_are_none);
  g_test_add_func ("/ondes/sigmf/gaps-are-never-decoded", gaps_are_never_decoded);
  g_test_add_func ("/ondes/sigmf/metadata-are-checked", metadata_are_checked);
  g_test_add_func ("/ondes/sigmf/cut-files-are-no-trouble", cut_files_are_no_trouble);
  g_test_add_func ("/ondes/sigmf/random-damage-is-no-trouble", random_damage_is_no_trouble);
  g_test_add_func ("/ondes/sigmf/identity-is-of-both-files", identity_is_of_both_files);
  g_test_add_func ("/ondes/sigmf/a-build-without-the-library-says-so", a_build_without_the_library_says_so);
  return scratch_run ();
}
