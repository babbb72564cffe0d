/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a recording began: what GUANO, AudioMoth, Broadcast Wave, file names and key files tell, against GDateTime; damaged ones
 * too. */
#include "scratch.h"
#include "signal/start-time.h"

#include <math.h>
#include <string.h>

#define RATE 8000

static void
add_chunk (GByteArray *file,
           const char *id,
           const void *data,
           guint32     n)
{
  const guint32 size = GUINT32_TO_LE (n);

  g_byte_array_append (file, (const guint8 *) id, 4);
  g_byte_array_append (file, (const guint8 *) &size, 4);
  g_byte_array_append (file, data, n);
  if (n % 2 != 0)
    g_byte_array_append (file, (const guint8 *) "", 1);
}

/* What a recorder writes beside its samples; NULL for nothing. */
typedef struct
{
  const char *guano, *comment;
  const char *date, *time; /* of "bext" */
  guint64     reference;
} Told;

/* A Broadcast Wave chunk: EBU Tech 3285, 602 bytes. */
static void
add_bext (GByteArray *file,
          const Told *told)
{
  guint8 chunk[602] = { 0 };
  const guint64 reference = GUINT64_TO_LE (told->reference);

  memcpy (chunk, "By the sea", 10);
  memcpy (chunk + 256, "Recorder", 8);
  memcpy (chunk + 320, told->date, strlen (told->date));
  memcpy (chunk + 330, told->time, strlen (told->time));
  memcpy (chunk + 338, &reference, 8);
  add_chunk (file, "bext", chunk, sizeof chunk);
}

static GByteArray *
make_wav (const Told *told)
{
  static const guint8 format[16] = { 1, 0, 1, 0, RATE & 255, RATE >> 8, 0, 0, 2 * RATE & 255, 2 * RATE >> 8, 0, 0, 2, 0, 16, 0 };
  GByteArray *file = g_byte_array_new ();
  guint8 samples[400];
  guint32 size;

  for (guint i = 0; i < sizeof samples; i++)
    samples[i] = (guint8) g_test_rand_int ();
  g_byte_array_append (file, (const guint8 *) "RIFF\0\0\0\0WAVE", 12);
  add_chunk (file, "fmt ", format, sizeof format);
  if (told->date != NULL)
    add_bext (file, told);
  if (told->comment != NULL)
    {
      g_autoptr (GByteArray) list = g_byte_array_new ();

      g_byte_array_append (list, (const guint8 *) "INFO", 4);
      add_chunk (list, "ICMT", told->comment, (guint32) strlen (told->comment) + 1);
      add_chunk (file, "LIST", list->data, list->len);
    }
  add_chunk (file, "data", samples, sizeof samples);
  if (told->guano != NULL)
    add_chunk (file, "guan", told->guano, (guint32) strlen (told->guano));
  size = GUINT32_TO_LE (file->len - 8);
  memcpy (file->data + 4, &size, 4);
  return file;
}

static OndesRecording *
open_told (const char *name,
           const Told *told)
{
  g_autoptr (GByteArray) file = make_wav (told);

  return scratch_open (scratch_write (name, file->data, file->len), NULL);
}

static void
assert_start (OndesRecording  *recording,
              OndesStartSource source,
              double           expected_s,
              int              offset_s,
              gboolean         unknown)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);

  g_assert_true (info->has_date);
  g_assert_cmpstr (ondes_start_sources[info->start_source], ==, ondes_start_sources[source]);
  g_assert_cmpint (info->start_us, ==, llround (expected_s * 1e6));
  g_assert_cmpfloat_with_epsilon (info->date_s, expected_s, 1e-6);
  g_assert_cmpint (info->start_zone.offset_s, ==, offset_s);
  g_assert_cmpint (!info->start_zone.unknown, ==, !unknown);
}

/* A random time of day in a zone, and its seconds since 1970. */
typedef struct
{
  GDateTime *local;
  int        offset_s;
  double     utc_s;
} Moment;

static Moment
random_moment (int first,
               int last)
{
  const int minutes = 15 * g_test_rand_int_range (-48, 57);
  g_autofree char *name = g_strdup_printf ("%c%02d:%02d", minutes < 0 ? '-' : '+', ABS (minutes) / 60, ABS (minutes) % 60);
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (name);
  Moment moment = { .offset_s = 60 * minutes };

  moment.local = g_date_time_new (zone, g_test_rand_int_range (first, last), g_test_rand_int_range (1, 13),
                                  g_test_rand_int_range (1, 29), g_test_rand_int_range (0, 24), g_test_rand_int_range (0, 60),
                                  g_test_rand_int_range (0, 60));
  moment.utc_s = (double) g_date_time_to_unix (moment.local);
  return moment;
}

static void
test_guano (void)
{
  for (int i = 0; i < 100; i++)
    {
      const Moment moment = random_moment (1900, 2100);
      const int ms = g_test_rand_int_range (0, 1000);
      g_autofree char *civil = g_date_time_format (moment.local, "%FT%T"), *zone = g_date_time_format (moment.local, "%:z");
      g_autofree char *text = g_strdup_printf ("GUANO|Version: 1.0\nMake: ours\nTimestamp: %s.%03d%s\nNote: a\\nb\n", civil, ms,
                                               i % 3 == 0 ? "" : zone);
      g_autoptr (OndesRecording) recording = open_told ("guano.wav", &(Told) { .guano = text });

      if (i % 3 == 0) /* without a zone */
        assert_start (recording, ONDES_START_GUANO, moment.utc_s + moment.offset_s + ms / 1e3, 0, TRUE);
      else
        assert_start (recording, ONDES_START_GUANO, moment.utc_s + ms / 1e3, moment.offset_s, FALSE);
      g_assert_cmpstr (ondes_recording_get_info (recording)->metadata[2], ==, "GUANO Make");
      g_assert_cmpstr (ondes_recording_get_info (recording)->metadata[3], ==, "ours");
      g_date_time_unref (moment.local);
    }
}

static void
test_audiomoth (void)
{
  for (int i = 0; i < 100; i++)
    {
      const Moment moment = random_moment (2017, 2100);
      g_autofree char *civil = g_date_time_format (moment.local, "%T %d/%m/%Y");
      const int minutes = ABS (moment.offset_s) / 60;
      g_autofree char *past = minutes % 60 != 0 ? g_strdup_printf (":%02d", minutes % 60) : g_strdup ("");
      g_autofree char *zone = moment.offset_s == 0
                                ? g_strdup ("") : g_strdup_printf ("%c%d%s", moment.offset_s < 0 ? '-' : '+', minutes / 60, past);
      g_autofree char *comment = g_strdup_printf ("Recorded at %s (UTC%s) by AudioMoth 24E144085F256BFB at medium gain while "
                                                  "battery was 4.3V and temperature was -5.6C.", civil, zone);
      g_autoptr (OndesRecording) recording = open_told ("20200101_000000.WAV", &(Told) { .comment = comment });
      const char *const *told = ondes_recording_get_info (recording)->metadata;

      assert_start (recording, ONDES_START_AUDIOMOTH, moment.utc_s, moment.offset_s, FALSE);
      g_assert_cmpstr (told[1], ==, comment);
      g_assert_cmpstr (told[2], ==, "Battery");
      g_assert_cmpstr (told[3], ==, "4.3 V");
      g_assert_cmpstr (told[5], ==, "-5.6 °C");
      g_date_time_unref (moment.local);
    }
}

static void
test_broadcast (void)
{
  for (int i = 0; i < 100; i++)
    {
      g_autoptr (GDateTime) day = g_date_time_new_utc (g_test_rand_int_range (1900, 2100), g_test_rand_int_range (1, 13),
                                                       g_test_rand_int_range (1, 29), 0, 0, 0);
      const int second = g_test_rand_int_range (0, 86400);
      const guint64 reference = i % 2 == 0 ? 0 : (guint64) g_test_rand_int_range (1, 86400 * RATE);
      const char *separator = i % 4 < 2 ? "-" : ":";
      g_autofree char *date = g_strdup_printf ("%04d%s%02d%s%02d", g_date_time_get_year (day), separator,
                                               g_date_time_get_month (day), separator, g_date_time_get_day_of_month (day));
      g_autofree char *time = g_strdup_printf ("%02d:%02d:%02d", second / 3600, second / 60 % 60, second % 60);
      g_autoptr (OndesRecording) recording
        = open_told ("bext.wav", &(Told) { .date = date, .time = time, .reference = reference });
      const double after = reference > 0 ? (double) reference / RATE : second;

      assert_start (recording, ONDES_START_BWF, (double) g_date_time_to_unix (day) + after, 0, TRUE);
    }
}

/* RF64 has 64-bit sizes, and the same chunk. */
static void
test_broadcast_in_rf64 (void)
{
  enum { N = 3000 };
  SF_INFO made = { .format = SF_FORMAT_RF64 | SF_FORMAT_PCM_24, .samplerate = 96000, .channels = 2 };
  SF_BROADCAST_INFO bext = { .origination_date = "2024-02-2", .origination_time = "23:59:5" };
  const guint64 reference = G_GUINT64_CONSTANT (86399) * 96000 + 48000;
  const char *path = scratch_path ("field.rf64");
  SNDFILE *file = sf_open (path, SFM_WRITE, &made);
  g_autofree gint32 *samples = g_new (gint32, 2 * N);
  g_autoptr (OndesRecording) recording = NULL;
  const OndesRecordingInfo *info;
  g_autofree char *head = NULL;

  bext.origination_date[9] = '9';
  bext.origination_time[7] = '9';
  bext.time_reference_low = (guint32) reference;
  bext.time_reference_high = (guint32) (reference >> 32);
  bext.version = 1;
  for (guint i = 0; i < 2 * N; i++)
    samples[i] = g_test_rand_int_range (-(1 << 23), 1 << 23) * 256;
  g_assert_nonnull (file);
  g_assert_cmpint (sf_command (file, SFC_SET_BROADCAST_INFO, &bext, sizeof bext), ==, SF_TRUE);
  g_assert_cmpint (sf_writef_int (file, samples, N), ==, N);
  sf_close (file);
  g_assert_true (g_file_get_contents (path, &head, NULL, NULL));
  g_assert_true (memcmp (head, "RF64", 4) == 0);

  recording = scratch_open (path, NULL);
  info = ondes_recording_get_info (recording);
  g_assert_cmpstr (info->format, ==, "RF64, 24 bit PCM");
  g_assert_cmpuint (info->frames, ==, N);
  assert_start (recording, ONDES_START_BWF, 1709164800.0 + 86399.5, 0, TRUE);
  for (guint c = 0; c < 2; c++)
    {
      g_autofree double *read = scratch_read (recording, c + 1);

      for (guint i = 0; i < N; i++)
        g_assert_cmpfloat (read[i], ==, samples[2 * i + c] / 2147483648.0);
    }
}

static void
test_names (void)
{
  static const struct
  {
    const char *name, *date; /* NULL for none */
    int         offset_s;
    gboolean    unknown;
  } names[] = {
    { "20240131_235900.WAV", "2024-01-31T23:59:00Z", 0, TRUE },
    { "20240131_235900T.WAV", "2024-01-31T23:59:00Z", 0, TRUE },
    { "SITE1_20240131_235900_000.wav", "2024-01-31T23:59:00Z", 0, TRUE },
    { "20240131T235900Z.wav", "2024-01-31T23:59:00Z", 0, FALSE },
    { "x 20240131T235900+1000_REC [1].wav", "2024-01-31T13:59:00Z", 36000, FALSE },
    { "20240131T235900-0330.wav", "2024-02-01T03:29:00Z", -12600, FALSE },
    { "20240131_235900-03.wav", "2024-01-31T23:59:00Z", 0, TRUE },
    { "2024-01-31_23-59-00.wav", "2024-01-31T23:59:00Z", 0, TRUE },
    { "2024-01-31 23.59.00 garden.wav", "2024-01-31T23:59:00Z", 0, TRUE },
    { "20240131235900.wav", "2024-01-31T23:59:00Z", 0, TRUE },
    { "SM2_20120508$103000.wav", "2012-05-08T10:30:00Z", 0, TRUE },
    { "5123.240131235900.wav", "2024-01-31T23:59:00Z", 0, TRUE },
    { "HARP_240131_235900.wav", "2024-01-31T23:59:00Z", 0, TRUE },
    { "20230101_000000_20240131_235900.wav", "2024-01-31T23:59:00Z", 0, TRUE },
    { "20240229_000000.wav", "2024-02-29T00:00:00Z", 0, TRUE },
    { "20230229_000000.wav", NULL }, { "20240131_246000.wav", NULL }, { "20240131.wav", NULL }, { "take-1.wav", NULL },
    { "18991231_235959.wav", NULL }, { "920240131_235900.wav", NULL }, { "20240131_2359001.wav", NULL }, { "235900.wav", NULL },
    { "0123456789012345678901234567890123456789.wav", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (OndesRecording) recording = open_told (names[i].name, &(Told) { NULL });
      const OndesRecordingInfo *info = ondes_recording_get_info (recording);
      double date_s;

      g_test_message ("%s", names[i].name);
      if (names[i].date == NULL)
        {
          g_assert_false (info->has_date);
          g_assert_cmpfloat (info->start, ==, 0);
          continue;
        }
      g_assert_true (ondes_date_parse (names[i].date, &date_s));
      assert_start (recording, ONDES_START_FILE_NAME, date_s, names[i].offset_s, names[i].unknown);
    }
}

/* The better source wins: key file, GUANO, comment, Broadcast Wave, name; start=0 turns dates off. */
static void
test_order (void)
{
  const Told told = { "Timestamp: 2024-03-31T01:59:59+01:00\n", "Recorded at 10:00:00 01/02/2021 (UTC-5) by AudioMoth 1",
                      "2020-02-03", "04:05:06", 0 };
  static const double starts[] = { 1711846799, 1612191600, 1580702706, 1546300800 };
  Told left = told;

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      g_autoptr (OndesRecording) recording = open_told ("20190101_000000.wav", &left);

      assert_start (recording, i < 3 ? (OndesStartSource) (ONDES_START_GUANO + i) : ONDES_START_FILE_NAME, starts[i],
                    i == 0 ? 3600 : i == 1 ? -18000 : 0, i >= 2);
      left.guano = NULL;
      left.comment = i >= 1 ? NULL : left.comment;
      left.date = i >= 2 ? NULL : left.date;
    }
  scratch_text ("20190101_000000.wav.ondes", "[recording]\nstart=1899-12-31T23:00:00+02:00\n");
  {
    g_autoptr (OndesRecording) recording = open_told ("20190101_000000.wav", &told);

    assert_start (recording, ONDES_START_KEY_FILE, -2208999600.0, 7200, FALSE);
  }
  scratch_text ("20190101_000000.wav.ondes", "[recording]\nstart=0\n");
  {
    g_autoptr (OndesRecording) recording = open_told ("20190101_000000.wav", &told);

    g_assert_false (ondes_recording_get_info (recording)->has_date);
  }
  scratch_text ("20190101_000000.wav.ondes", "[recording]\n");
}

/* What is no date is noted in one sentence, and the next source counts. */
static void
test_wrong_dates (void)
{
  static const char *const stamps[] = { "yesterday", "2024-13-01T00:00:00Z", "2024-01-01T25:00:00", "2024-01-01T00:00:00+99:00",
                                        "12:30:00", "\x80\xff" };
  static const char *const comments[] = { "Recorded at", "Recorded at 1", "Recorded at 10:00:00 31/02/2021 (UTC) by AudioMoth 1",
                                          "Recorded at 10:00:00 01/02/2021 (GMT) by", "Recorded at 10:00:00 01/02/2021 (UTC+99) by",
                                          "Recorded at 10:00:00.5 01/02/2021 (UTC" };

  for (guint i = 0; i < G_N_ELEMENTS (stamps); i++)
    {
      g_autofree char *guano = g_strdup_printf ("Timestamp: %s\n", stamps[i]);
      g_autoptr (OndesRecording) recording
        = open_told ("x.wav", &(Told) { .guano = guano, .comment = comments[i], .date = "2021-02-30", .time = "00:00:00" });

      g_assert_false (ondes_recording_get_info (recording)->has_date);
      g_assert_true (scratch_has_note (recording, "GUANO time stamp"));
      g_assert_true (scratch_has_note (recording, "origination date"));
    }
}

/* Cut anywhere, or with any byte of the metadata wrong, a file opens or is refused, and its start is the one told or none. */
static void
test_damaged (void)
{
  const Told told = { .guano = "GUANO|Version: 1.0\nTimestamp: 2024-03-31T01:59:59Z\n", .date = "2020-02-03", .time = "04:05:06" };
  g_autoptr (GByteArray) whole = make_wav (&told);
  const gsize after = whole->len - strlen (told.guano) - 9;

  for (gsize n = 1; n <= whole->len; n += n < after ? 17 : 1)
    {
      const char *path = scratch_write ("cut.wav", whole->data, n);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesRecording) recording = ondes_recording_open (path, NULL, NULL, &error);

      g_assert_true ((recording == NULL) == (error != NULL));
      if (recording != NULL && n == whole->len)
        assert_start (recording, ONDES_START_GUANO, 1711850399, 0, FALSE);
    }
  for (int i = 0; i < 200; i++)
    {
      g_autoptr (GByteArray) file = g_byte_array_append (g_byte_array_new (), whole->data, whole->len);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesRecording) recording = NULL;

      file->data[i % 2 == 0 ? (int) after + g_test_rand_int_range (0, 12) : g_test_rand_int_range (36, 400)]
        = (guint8) g_test_rand_int ();
      recording = ondes_recording_open (scratch_write ("wrong.wav", file->data, file->len), NULL, NULL, &error);
      g_assert_true ((recording == NULL) == (error != NULL));
    }
}

/* Metadata without end are bounded. */
static void
test_large (void)
{
  g_autoptr (GString) guano = g_string_new ("Timestamp: 2024-03-31T01:59:59Z\n");

  for (int i = 0; i < 3000; i++)
    g_string_append_printf (guano, "Field %d: %d\n", i, i);
  {
    g_autoptr (OndesRecording) recording = open_told ("many.wav", &(Told) { .guano = guano->str });

    assert_start (recording, ONDES_START_GUANO, 1711850399, 0, FALSE);
    g_assert_cmpuint (g_strv_length ((char **) ondes_recording_get_info (recording)->metadata), <=, 1024);
  }
  for (int i = 0; i < 60000; i++)
    g_string_append (guano, "x: y\n");
  {
    g_autoptr (OndesRecording) recording = open_told ("large.wav", &(Told) { .guano = guano->str });

    g_assert_false (ondes_recording_get_info (recording)->has_date);
    g_assert_true (scratch_has_note (recording, "more than any recorder writes"));
  }
}

/* A text's own stamps count, never its name; the machine's zone never does. */
static void
test_texts_and_zones (void)
{
  g_autoptr (OndesRecording) text = scratch_open (scratch_text ("20240131_235900.csv", "t,v\n0,1\n1,2\n2,4\n"), NULL);
  double date_s;
  OndesZone zone;

  g_assert_false (ondes_recording_get_info (text)->has_date);
  g_setenv ("TZ", "Europe/Berlin", TRUE);
  for (int i = 0; i < 200; i++)
    {
      const Moment moment = random_moment (1, 9999);
      g_autofree char *civil = g_date_time_format (moment.local, "%Y-%m-%dT%T"), *name = g_date_time_format (moment.local, "%:z");
      g_autofree char *padded = g_strdup_printf ("%0*d%s", 4 - (int) strcspn (civil, "-"), 0, civil);
      g_autofree char *stamp = g_strconcat (strcspn (civil, "-") == 4 ? civil : padded, name, NULL), *back = NULL;

      g_assert_true (ondes_date_parse_zone (stamp, &date_s, &zone));
      g_assert_cmpfloat (date_s, ==, moment.utc_s);
      g_assert_cmpint (zone.offset_s, ==, moment.offset_s);
      g_assert_false (zone.unknown);
      back = ondes_date_print_iso_in (date_s, zone);
      g_assert_true (ondes_date_parse (back, &date_s));
      g_assert_cmpfloat (date_s, ==, moment.utc_s);
      g_date_time_unref (moment.local);
    }
}

/* The rate and the note of a file with @guano, read with @options. */
static void
assert_expansion (const char             *guano,
                  const OndesReadOptions *options,
                  double                  rate_hz,
                  double                  told,
                  const char             *note)
{
  g_autoptr (GByteArray) file = make_wav (&(Told) { .guano = guano });
  g_autoptr (OndesRecording) recording = scratch_open (scratch_write ("te.wav", file->data, file->len), options);
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);

  g_assert_cmpfloat (info->rate_hz, ==, rate_hz);
  g_assert_cmpfloat (info->told_expansion, ==, told);
  g_assert_cmpuint (info->frames, ==, 200);
  if (note != NULL)
    g_assert_true (scratch_has_note (recording, note));
  else
    g_assert_cmpuint (g_strv_length ((char **) info->notes), ==, 0);
}

/* GUANO: the recorder's rate is TE times the header's, and is told in Samplerate too. */
static void
test_expansion (void)
{
  const OndesReadOptions ignore = { .time_expansion = 1 }, rate = { .rate_hz = 123 };
  const OndesReadOptions both = { .rate_hz = 123, .time_expansion = 3 };

  for (guint i = 0; i < 20; i++)
    {
      const int factor = g_test_rand_int_range (2, 1001), other = factor % 1000 + 2;
      const OndesReadOptions given = { .time_expansion = other };
      g_autofree char *guano = g_strdup_printf ("GUANO|Version: 1.0\nTE: %d\nMake: ours\nSamplerate: %d\n", factor, RATE * factor);
      g_autofree char *alone = g_strdup_printf ("TE:%d", factor);
      g_autofree char *wrong = g_strdup_printf ("Samplerate: %d\nTE: %d\n", RATE * factor + factor, factor);
      g_autofree char *same = g_strdup_printf ("TE: %d\nSamplerate: %d\n", factor, RATE);
      g_autofree char *note = g_strdup_printf ("recorded %d times as fast", factor);

      assert_expansion (guano, NULL, (double) RATE * factor, factor, note);
      assert_expansion (alone, NULL, (double) RATE * factor, factor, note);
      assert_expansion (guano, &ignore, RATE, factor, "read as it plays");
      assert_expansion (guano, &given, (double) RATE * other, factor, NULL);
      assert_expansion (guano, &rate, 123, 0, NULL);
      assert_expansion (guano, &both, 123, 0, "whose rate is given");
      assert_expansion (wrong, NULL, RATE, 0, "does not agree");
      assert_expansion (same, NULL, RATE, 0, "does not agree");
    }
  assert_expansion ("TE: 10\nSamplerate: fast\n", NULL, RATE, 0, "does not agree");
  assert_expansion ("TE: 1\nSamplerate: 8000\n", NULL, RATE, 0, NULL);
  assert_expansion ("TE:\n", NULL, RATE, 0, NULL);
  assert_expansion ("Samplerate: 80000\n", NULL, RATE, 0, NULL);
  assert_expansion ("TE: 2.5\n", NULL, 2.5 * RATE, 2.5, "recorded 2.5 times");
}

static void
test_wrong_expansion (void)
{
  static const char *const wrong[] = { "0", "-10", "0.5", "1001", "ten", "10x", "nan", "inf", "1e400" };
  const OndesParam *row = ondes_params_find (ondes_read_params.rows, "time-expansion");
  OndesReadOptions options = { .time_expansion = 7 };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *guano = g_strdup_printf ("TE: %s\nSamplerate: 80000\n", wrong[i]);
      g_autofree char *note = g_strdup_printf ("GUANO time expansion “%s”, which is not a number from 1 to 1000", wrong[i]);
      g_autoptr (GError) error = NULL;

      assert_expansion (guano, NULL, RATE, 0, note);
      g_assert_false (ondes_param_parse (ondes_read_params.rows, row, wrong[i], &options, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
      g_assert_cmpint (ondes_error_get_setting (error), ==, ONDES_SETTING_TIME_EXPANSION);
      g_assert_cmpfloat (options.time_expansion, ==, 7);
    }
}

/* The key file says it where no option does. */
static void
test_expansion_key (void)
{
  const OndesReadOptions five = { .time_expansion = 5 };

  scratch_text ("te.wav.ondes", "[recording]\ntime-expansion=ignore\n");
  assert_expansion ("TE: 10\n", NULL, RATE, 10, "read as it plays");
  assert_expansion ("TE: 10\n", &five, 5 * RATE, 10, NULL);
  scratch_text ("te.wav.ondes", "[recording]\ntime-expansion=fast\n");
  scratch_refuse (scratch_path ("te.wav"), NULL, ONDES_ERROR_FILE, "time-expansion=fast");
  scratch_text ("te.wav.ondes", "");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/start/guano", test_guano);
  g_test_add_func ("/ondes/start/audiomoth", test_audiomoth);
  g_test_add_func ("/ondes/start/broadcast-wave", test_broadcast);
  g_test_add_func ("/ondes/start/broadcast-wave-in-rf64", test_broadcast_in_rf64);
  g_test_add_func ("/ondes/start/names-of-files", test_names);
  g_test_add_func ("/ondes/start/the-better-source-counts", test_order);
  g_test_add_func ("/ondes/start/wrong-dates-are-noted", test_wrong_dates);
  g_test_add_func ("/ondes/start/damaged-files", test_damaged);
  g_test_add_func ("/ondes/start/large-metadata", test_large);
  g_test_add_func ("/ondes/start/texts-and-zones", test_texts_and_zones);
  g_test_add_func ("/ondes/time-expansion/guano", test_expansion);
  g_test_add_func ("/ondes/time-expansion/wrong-ones-are-noted", test_wrong_expansion);
  g_test_add_func ("/ondes/time-expansion/of-a-key-file", test_expansion_key);
  return scratch_run ();
}
