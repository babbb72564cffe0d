/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dates in what ondes-cli tells and draws: of daily time stamps, of a sidecar, and none where times are only long. */
#include <math.h>
#include <string.h>

#include "cli-run.h"
#include "json.h"

/* @n samples a day apart from 1950 on: with dates, or with seconds. */
static void
write_days (CliFolder  *folder,
            const char *name,
            int         n,
            gboolean    dates)
{
  g_autoptr (GString) text = g_string_new (dates ? "date,v\n" : "time (s),v\n");
  g_autoptr (GDateTime) first = g_date_time_new_utc (1950, 1, 1, 0, 0, 0);

  for (int i = 0; i < n; i++)
    {
      g_autoptr (GDateTime) day = g_date_time_add_days (first, i);
      g_autofree char *stamp = dates ? g_date_time_format (day, "%F") : g_strdup_printf ("%.0f", i * 86400.0);

      g_string_append_printf (text, "%s,%d\n", stamp, g_test_rand_int_range (-100, 100));
    }
  cli_folder_write (folder, name, text->str, text->len);
}

/* The words of the figure "out.svg", each on a line. */
static char *
read_words (CliFolder *folder)
{
  g_autofree char *svg = NULL;
  GString *words = g_string_new ("\n");
  gsize n;

  svg = cli_folder_read (folder, "out.svg", &n);
  for (const char *at = strstr (svg, "<text"); at != NULL; at = strstr (at + 1, "<text"))
    {
      const char *word = strchr (at, '>') + 1, *end = strchr (word, '<');

      g_string_append_printf (words, "%.*s\n", (int) (end - word), word);
    }
  return g_string_free (words, FALSE);
}

static char *
words_of (CliFolder  *folder,
          const char *name,
          const char *from,
          const char *to)
{
  g_autoptr (CliResult) drawn = cli_run (folder, "cwt", name, "--svg-text", "--voices", "4", "--from", from, "--to", to, "-o",
                                         "out.svg", NULL);

  cli_assert_done (drawn);
  return read_words (folder);
}

/* Four seconds whose name tells their start, and the words of a figure with up to three words of options. */
static char *
ruled (CliFolder  *folder,
       const char *first,
       const char *second,
       const char *third)
{
  g_autoptr (CliResult) drawn = cli_run (folder, "cwt", "20240131_235958.wav", "--svg-text", "--frequencies", "55:400", "--smooth",
                                         "-o", "out.svg", first, second, third, NULL);

  cli_assert_done (drawn);
  return read_words (folder);
}

static void
assert_word (const char *words,
             const char *word,
             gboolean    is)
{
  g_autofree char *line = g_strdup_printf ("\n%s\n", word);

  g_test_message ("%s in %s", word, words);
  g_assert_cmpint (strstr (words, line) != NULL, ==, is);
}

/* A start that is only noted is shown where asked for, or for long recordings; notes and second axes where asked for. */
static void
test_rulers (CliFolder    *folder,
             gconstpointer data)
{
  static const char *const wrong[][2]
    = { { "--axis", "period" }, { "--axis", "scale" }, { "--a4", "400" }, { "--time-ruler", "moon" } };
  g_autofree gint16 *samples = g_new (gint16, 4000);
  g_autofree char *seconds = NULL, *clock = NULL, *same = NULL, *notes = NULL, *second = NULL, *long_one = NULL;
  g_autoptr (CliResult) facts = NULL, undated = NULL;

  for (int i = 0; i < 4000; i++)
    samples[i] = (gint16) g_test_rand_int_range (-30000, 30000);
  cli_folder_write_wav (folder, "20240131_235958.wav", 1, 1000, samples, 4000, 4000);
  cli_folder_write_wav (folder, "undated.wav", 1, 1000, samples, 4000, 4000);
  cli_folder_write_wav (folder, "20240131_235000.wav", 1, 5, samples, 4000, 4000); /* 800 s */
  facts = cli_run (folder, "info", "--json", "20240131_235958.wav", NULL);
  g_assert_nonnull (strstr (facts->out, "\"start_date\": \"2024-01-31T23:59:58\",\n  \"start_local\": \"2024-01-31T23:59:58\",\n"
                                        "  \"start_source\": \"file name\",\n  \"start_offset_s\": null,"));
  seconds = ruled (folder, "--second-axis", NULL, NULL);
  assert_word (seconds, "time (s)", TRUE);
  assert_word (seconds, "period (ms)", TRUE);
  assert_word (seconds, "10", TRUE);
  clock = ruled (folder, "--clock", NULL, NULL);
  assert_word (clock, "time (2024, recorder’s clock)", TRUE);
  assert_word (clock, "02-01 00:00:00.0", TRUE);
  assert_word (clock, "period (ms)", FALSE);
  same = ruled (folder, "--time-ruler", "clock", NULL);
  g_assert_cmpstr (same, ==, clock);
  notes = ruled (folder, "--notes", "--a4", "442");
  assert_word (notes, "note (A4 = 442 Hz)", TRUE);
  assert_word (notes, "C3", TRUE);
  second = ruled (folder, "--notes", "--second-axis", NULL);
  assert_word (second, "frequency (Hz)", TRUE);
  assert_word (second, "200", TRUE);
  long_one = words_of (folder, "20240131_235000.wav", "0", "800");
  assert_word (long_one, "time (2024, recorder’s clock)", TRUE);
  undated = cli_run (folder, "cwt", "undated.wav", "--clock", "-o", "out.svg", NULL);
  cli_assert_refused (undated, 1, "--clock");
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (CliResult) refused
        = cli_run (folder, "cwt", "undated.wav", "--notes", wrong[i][0], wrong[i][1], "-o", "out.svg", NULL);

      cli_assert_refused (refused, 2, i < 2 ? "--notes" : wrong[i][0]);
    }
}

static void
test_daily (CliFolder    *folder,
            gconstpointer data)
{
  g_autoptr (CliResult) facts = NULL, json = NULL;
  g_autofree char *whole = NULL, *part = NULL;

  write_days (folder, "daily.csv", 18263, TRUE);
  facts = cli_run (folder, "info", "daily.csv", NULL);
  cli_assert_done (facts);
  g_assert_nonnull (strstr (facts->out, "\nstart      1950-01-01T00:00:00Z\n"));
  json = cli_run (folder, "info", "--json", "daily.csv", NULL);
  cli_assert_done (json);
  g_assert_nonnull (strstr (json->out, "\"start\": -7305,"));
  g_assert_nonnull (strstr (json->out, "\"start_date\": \"1950-01-01T00:00:00Z\","));

  whole = words_of (folder, "daily.csv", "0", "18263");
  g_assert_nonnull (strstr (whole, "\n1950\n"));
  g_assert_nonnull (strstr (whole, "\n1990\n"));
  g_assert_nonnull (strstr (whole, "\ntime\n"));
  g_assert_null (strstr (whole, "h:min:s"));
  /* Spans count from the first sample as ever: 59 days from the first of February on. */
  part = words_of (folder, "daily.csv", "31", "90");
  g_assert_nonnull (strstr (part, "\n03-06\n")); /* a Monday */
  g_assert_nonnull (strstr (part, "\ntime (1950)\n"));
}

static void
test_sidecar (CliFolder    *folder,
              gconstpointer data)
{
  static const char sidecar[] = "[recording]\nstart=1998-03-17T14:05:29Z\n";
  static const char wrong[] = "[recording]\nstart=1998-02-29\n";
  g_autofree gint16 *samples = g_new (gint16, 4000);
  g_autofree char *words = NULL;
  g_autoptr (CliResult) facts = NULL, refused = NULL;

  for (int i = 0; i < 4000; i++)
    samples[i] = (gint16) g_test_rand_int_range (-30000, 30000);
  cli_folder_write_wav (folder, "sound.wav", 1, 1000, samples, 4000, 4000);
  cli_folder_write (folder, "sound.wav.ondes", sidecar, strlen (sidecar));
  facts = cli_run (folder, "info", "sound.wav", NULL);
  cli_assert_done (facts);
  g_assert_nonnull (strstr (facts->out, "\nstart      1998-03-17T14:05:29Z\n"));
  words = words_of (folder, "sound.wav", "0", "4");
  g_assert_nonnull (strstr (words, "\n14:05:30.0\n"));
  g_assert_nonnull (strstr (words, "\ntime (1998-03-17, UTC)\n"));
  cli_folder_write (folder, "sound.wav.ondes", wrong, strlen (wrong));
  refused = cli_run (folder, "info", "sound.wav", NULL);
  cli_assert_refused (refused, 1, "sound.wav.ondes");
}

static void
test_seconds (CliFolder    *folder,
              gconstpointer data)
{
  g_autoptr (CliResult) json = NULL;
  g_autofree char *years = NULL, *days = NULL, *hours = NULL;

  write_days (folder, "elapsed.csv", 18263, FALSE);
  json = cli_run (folder, "info", "--json", "elapsed.csv", NULL);
  cli_assert_done (json);
  g_assert_nonnull (strstr (json->out, "\"start_date\": null,"));
  years = words_of (folder, "elapsed.csv", "0", "1577923200");
  g_assert_nonnull (strstr (years, "\n40\n"));
  g_assert_nonnull (strstr (years, "\ntime (years)\n"));
  days = words_of (folder, "elapsed.csv", "0", "86400000");
  g_assert_nonnull (strstr (days, "\n800\n"));
  g_assert_nonnull (strstr (days, "\ntime (days)\n"));
  hours = words_of (folder, "elapsed.csv", "864000", "1123200");
  g_assert_nonnull (strstr (hours, "\n11 d 00:00:00\n"));
  g_assert_nonnull (strstr (hours, "\ntime (d h:min:s)\n"));
}

/* A span of dates is that of times, of days and of months; a month alone is its first day. */
static void
test_spans (CliFolder    *folder,
            gconstpointer data)
{
  static const struct
  {
    const char *from, *to, *from_time, *to_time;
    gboolean    monthly;
  } spans[] = {
    { "1950-02", "1950-04-01", "31", "90", FALSE },
    { "1950-02-01T00:00:00Z", "1950/04/01", "31", "90", FALSE },
    { "1949-01-01", "1950-02-15 12:00", "0", "45.5", FALSE },
    { "31", "1950-04", "31", "90", FALSE },
    { "1950-04", "1951-03", "0.25", "1.1666666", TRUE },
    { "1950-08", "2100-01-01", "0.5833333", "1000", TRUE },
  };
  g_autoptr (GString) text = g_string_new ("month;v\n");
  g_autoptr (CliResult) none = NULL, order = NULL, late = NULL;

  write_days (folder, "daily.csv", 400, TRUE);
  write_days (folder, "elapsed.csv", 400, FALSE);
  for (int i = 0; i < 240; i++)
    g_string_append_printf (text, "%d-%02d;%d\n", 1950 + i / 12, i % 12 + 1, g_test_rand_int_range (-100, 100));
  cli_folder_write (folder, "monthly.csv", text->str, text->len);
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      const char *name = spans[i].monthly ? "monthly.csv" : "daily.csv";
      g_autoptr (CliResult) dates = cli_run (folder, "cwt", name, "--scales", "2", "--from", spans[i].from, "--to", spans[i].to,
                                             "-o", "dates.npy", NULL);
      g_autoptr (CliResult) times = cli_run (folder, "cwt", name, "--scales", "2", "--from", spans[i].from_time, "--to",
                                             spans[i].to_time, "-o", "times.npy", NULL);
      g_autofree char *a = NULL, *b = NULL;
      gsize n, m;

      cli_assert_done (dates);
      cli_assert_done (times);
      a = cli_folder_read (folder, "dates.npy", &n);
      b = cli_folder_read (folder, "times.npy", &m);
      g_assert_cmpmem (a, n, b, m);
    }
  none = cli_run (folder, "cwt", "elapsed.csv", "--from", "1950-02", "-o", "none.npy", NULL);
  cli_assert_refused (none, 1, "--from: elapsed.csv has no dates");
  order = cli_run (folder, "cwt", "daily.csv", "--from", "1950-04", "--to", "1950-04-01", "-o", "none.npy", NULL);
  cli_assert_refused (order, 2, "--from: 1950-04 is not before");
  late = cli_run (folder, "cwt", "daily.csv", "--from", "1960-01", "-o", "none.npy", NULL);
  cli_assert_refused (late, 1, "--from");
}

/* Dates say how long a day is in any unit, and count days where they are a day apart. */
static void
test_units (CliFolder    *folder,
            gconstpointer data)
{
  g_autoptr (CliResult) facts = NULL, seconds = NULL;

  write_days (folder, "daily.csv", 400, TRUE);
  seconds = cli_run (folder, "info", "--time-unit", "s", "daily.csv", NULL);
  cli_assert_done (seconds);
  g_assert_nonnull (strstr (seconds->out, "\nrate       1.15740741e-05 Hz\n"));
  facts = cli_run (folder, "info", "daily.csv", NULL);
  cli_assert_done (facts);
  g_assert_nonnull (strstr (facts->out, "\nrate       1 samples per time unit (d)\n"));
  g_assert_nonnull (strstr (facts->out, "\nstart      1950-01-01T00:00:00Z\n"));
}

/* Jittered time stamps: measured by info, corrected where asked, and that is told and captioned. */
static void
test_irregular (CliFolder    *folder,
                gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("t,v\n");
  g_autoptr (CliResult) facts = NULL, json = NULL, picture = NULL;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  gsize size;

  for (int i = 0; i < 400; i++)
    if (i < 200 || i > 204)
      g_string_append_printf (text, "%s,%d\n",
                              g_ascii_formatd (number, sizeof number, "%.4f", (i + (i % 7 == 3 ? 0.3 : 0)) * 0.01), i % 11);
  cli_folder_write (folder, "jitter.csv", text->str, text->len);
  facts = cli_run (folder, "info", "jitter.csv", NULL);
  cli_assert_done (facts);
  g_assert_nonnull (strstr (facts->out, "samples rms from an even grid\n"));
  g_assert_nonnull (strstr (facts->out, "\nmissing    5 samples in 1 gap\n"));
  g_assert_null (strstr (facts->out, "\ncorrected "));
  json = cli_run (folder, "info", "--json", "--resample", "jitter.csv", NULL);
  cli_assert_done (json);
  g_assert_nonnull (strstr (json->out, "\"rate\": 100,"));
  g_assert_nonnull (strstr (json->out, "\"frames\": 400,"));
  g_assert_nonnull (strstr (json->out, "\"missing\": 5,"));
  g_assert_nonnull (strstr (json->out, "\"corrected\": true,"));
  g_assert_nonnull (strstr (json->out, "\"moved_10_percent\": 57,"));
  g_assert_nonnull (strstr (json->out, "\"filled\": 5,"));
  g_assert_nonnull (strstr (json->out, "\"filled_longest\": 5,"));
  picture = cli_run (folder, "cwt", "jitter.csv", "--resample", "--svg-text", "-o", "o.svg", NULL);
  cli_assert_done (picture);
  g_assert_nonnull (strstr (picture->err, "jitter.csv were interpolated at even times, 100 a time unit: 57 of 400 by more than"));
  {
    g_autofree char *svg = cli_folder_read (folder, "o.svg", &size);

    g_assert_nonnull (g_strstr_len (svg, (gssize) size, "interpolated at even times"));
  }
}

#define ZONED_FRAMES 6000
#define PEAK         3001 /* as odd samples, never midway between two microseconds */

/* The date of sample @k at @rate a second, of a recording that begins at 06:30:00.5 on 28 September 2022: rounded to microseconds
 * without zeros at the end, moved by @half_hours. */
static char *
date_of (guint       k,
         guint       rate,
         int         half_hours,
         const char *between)
{
  const gint64 us = 500000 + (gint64) floor ((double) k * 1e6 / rate + 0.5);
  g_autoptr (GDateTime) begin = g_date_time_new_utc (2022, 9, 28, 6, 30, 0);
  g_autoptr (GDateTime) date = g_date_time_add_seconds (begin, (double) (us / 1000000 + 1800 * half_hours));
  g_autofree char *day = g_date_time_format (date, "%F"), *clock = g_date_time_format (date, "%T");
  g_autofree char *part = g_strdup_printf (".%06d", (int) (us % 1000000));
  gsize n = strlen (part);

  while (n > 1 && part[n - 1] == '0')
    part[--n] = '\0';
  return g_strconcat (day, between, clock, n > 1 ? part : "", NULL);
}

static void
write_zoned (CliFolder  *folder,
             guint       rate,
             const char *zone)
{
  g_autofree gint16 *samples = g_new (gint16, ZONED_FRAMES);
  g_autofree char *sidecar = g_strdup_printf ("[recording]\nstart=2022-09-28T06:30:00.5%s\n", zone);

  for (int i = 0; i < ZONED_FRAMES; i++)
    samples[i] = (gint16) g_test_rand_int_range (-3000, 3000);
  samples[PEAK] = 30000;
  cli_folder_write_wav (folder, "zoned.wav", 1, rate, samples, ZONED_FRAMES, ZONED_FRAMES);
  cli_folder_write (folder, "zoned.wav.ondes", sidecar, strlen (sidecar));
}

static double
number_of (GVariant   *json,
           const char *name)
{
  double value;

  g_assert_true (g_variant_lookup (json, name, "d", &value));
  return value;
}

static void
assert_text (GVariant   *json,
             const char *name,
             const char *expected)
{
  const char *text;

  g_assert_true (g_variant_lookup (json, name, "&s", &text));
  g_assert_cmpstr (text, ==, expected);
}

/* Readings of a dated recording: seconds from the first sample, and the date in full by its clock; and those dates select the
 * samples that they were printed for, as do dates of another zone and none, at rates up to those of bats. */
static void
test_zones (CliFolder    *folder,
            gconstpointer data)
{
  static const guint rates[] = { 1000, 8000, 44100, 384000 };

  for (guint i = 0; i < 12; i++)
    {
      const guint rate = rates[i % 4], first = (guint) g_test_rand_int_range (0, PEAK) | 1,
                  end = (guint) g_test_rand_int_range (PEAK + 1, ZONED_FRAMES) | 1;
      g_autofree char *start = date_of (first, rate, 0, "T"), *stop = date_of (end, rate, 0, "T");
      g_autofree char *at = date_of (PEAK, rate, 0, "T"), *local = date_of (first, rate, 0, " ");
      g_autofree char *zoned = g_strconcat (start, "+05:30", NULL), *stop_zoned = g_strconcat (stop, "+05:30", NULL);
      g_autofree char *at_zoned = g_strconcat (at, "+05:30", NULL), *utc = date_of (first, rate, -11, "T");
      g_autofree char *utc_zoned = g_strconcat (utc, "Z", NULL);
      const char *const begins[] = { zoned, local, utc_zoned };

      write_zoned (folder, rate, "+05:30");
      for (guint j = 0; j < G_N_ELEMENTS (begins); j++)
        {
          g_autoptr (CliResult) text = cli_run (folder, "measure", "zoned.wav", "--from", begins[j], "--to", stop_zoned, NULL);
          g_autoptr (CliResult) result
            = cli_run (folder, "measure", "zoned.wav", "--from", begins[j], "--to", stop_zoned, "--json", NULL);
          g_autoptr (GVariant) json = NULL;

          cli_assert_done (text);
          g_assert_nonnull (strstr (text->out, stop_zoned));
          cli_assert_done (result);
          json = json_parse (result->out);
          g_assert_cmpfloat (number_of (json, "samples"), ==, end - first);
          g_assert_cmpfloat_with_epsilon (number_of (json, "start"), (double) first / rate, 1e-12);
          g_assert_cmpfloat_with_epsilon (number_of (json, "end"), (double) end / rate, 1e-12);
          g_assert_cmpfloat_with_epsilon (number_of (json, "peak-time"), (double) PEAK / rate, 1e-12);
          assert_text (json, "start-date", zoned);
          assert_text (json, "end-date", stop_zoned);
          assert_text (json, "peak-date", at_zoned);
        }
    }
}

/* A recorder's clock of unknown zone is compared with dates of that clock alone. */
static void
test_clock (CliFolder    *folder,
            gconstpointer data)
{
  g_autofree gint16 *samples = g_new0 (gint16, 4000);
  g_autoptr (CliResult) known = NULL, refused = NULL, plain = NULL;

  cli_folder_write_wav (folder, "20220928_063000.wav", 1, 1000, samples, 4000, 4000);
  known = cli_run (folder, "measure", "20220928_063000.wav", "--from", "2022-09-28 06:30:01", NULL);
  cli_assert_done (known);
  g_assert_true (g_str_has_prefix (known->out, "start\t1\ts\nstart-date\t2022-09-28T06:30:01\t\nend\t4\ts\n"));
  refused = cli_run (folder, "measure", "20220928_063000.wav", "--from", "2022-09-28 06:30:01Z", NULL);
  cli_assert_refused (refused, 1, "--from: the time zone of 20220928_063000.wav is not known");
  cli_folder_write_wav (folder, "undated.wav", 1, 1000, samples, 4000, 4000);
  cli_folder_write (folder, "undated.wav.ondes", "[recording]\nstart=10\n", 21);
  plain = cli_run (folder, "measure", "undated.wav", "--from", "1", NULL);
  cli_assert_done (plain);
  g_assert_true (g_str_has_prefix (plain->out, "start\t11\ts\nend\t14\ts\nduration\t3\ts\n"));
}

/* How a text is read is said by options, or by the same words in its key file. */
static void
test_text_options (CliFolder    *folder,
                   gconstpointer data)
{
  static const char text[] = "when;a;b\n03/02/2020 10:00;1,5;2\n03/02/2020 10:10;2,5;3\n03/02/2020 10:30;3,5;4\n";
  static const char key[] = "[recording]\ndate-order=mdy\nzone=UTC\n";
  g_autoptr (CliResult) guessed = NULL, said = NULL, wrong = NULL, kept = NULL;

  cli_folder_write (folder, "open.csv", text, strlen (text));
  guessed = cli_run (folder, "info", "open.csv", NULL);
  cli_assert_done (guessed);
  g_assert_nonnull (strstr (guessed->out, "say so with --date-order"));
  said = cli_run (folder, "info", "open.csv", "--date-order", "dmy", "--zone", "+01:00", "--text-columns", "3", "--text-gaps",
                  "keep", "--text-separator", "semicolon", "--decimal-mark", "comma", "--header-rows", "1", NULL);
  cli_assert_done (said);
  g_assert_nonnull (strstr (said->out, "\nstart      2020-02-03T10:00:00+01:00\n"));
  g_assert_nonnull (strstr (said->out, "\nchannels   1\n"));
  g_assert_nonnull (strstr (said->out, "\nframes     3\n"));
  wrong = cli_run (folder, "info", "open.csv", "--date-order", "ydm", NULL);
  cli_assert_refused (wrong, 2, "--date-order");
  cli_folder_write (folder, "open.csv.ondes", key, strlen (key));
  kept = cli_run (folder, "info", "open.csv", NULL);
  cli_assert_done (kept);
  g_assert_nonnull (strstr (kept->out, "\nstart      2020-03-02T10:00:00Z\n"));
}

/* A bat detector's file: its header plays 0.5 s of 38.4 kHz, which took 0.05 s. */
static void
write_expanded (CliFolder *folder)
{
  const char guano[] = "guan\x2a\0\0\0GUANO|Version: 1.0\nTE:10\nSamplerate:384000";
  g_autofree gint16 *samples = g_new0 (gint16, 19200);
  g_autofree char *wav = NULL;
  g_autoptr (GByteArray) file = g_byte_array_new ();
  guint32 size;
  gsize n;

  g_assert_cmpuint (sizeof guano - 1, ==, 8 + 0x2a);
  cli_folder_write_wav (folder, "bat.wav", 1, 38400, samples, 19200, 19200);
  wav = cli_folder_read (folder, "bat.wav", &n);
  g_byte_array_append (file, (const guint8 *) wav, (guint) n);
  g_byte_array_append (file, (const guint8 *) guano, sizeof guano - 1);
  size = GUINT32_TO_LE (file->len - 8);
  memcpy (file->data + 4, &size, 4);
  cli_folder_write (folder, "bat.wav", file->data, file->len);
}

static void
assert_expansion (CliFolder  *folder,
                  const char *option,
                  const char *value,
                  double      rate_hz,
                  const char *note)
{
  g_autoptr (CliResult) told = cli_run (folder, "info", "--json", "bat.wav", option, value, NULL);
  g_autoptr (GVariant) json = NULL;
  double rate, length;

  cli_assert_done (told);
  json = json_parse (told->out);
  g_assert_true (g_variant_lookup (json, "rate", "d", &rate) && g_variant_lookup (json, "length", "d", &length));
  g_assert_cmpfloat (rate, ==, rate_hz);
  g_assert_cmpfloat_with_epsilon (length, 19200 / rate_hz, 1e-12);
  g_assert_nonnull (strstr (told->out, note));
}

static void
test_expansion (CliFolder    *folder,
                gconstpointer data)
{
  g_autoptr (CliResult) wrong = NULL;

  write_expanded (folder);
  assert_expansion (folder, NULL, NULL, 384000, "recorded 10 times as fast as it plays");
  assert_expansion (folder, NULL, NULL, 384000, "--time-expansion ignore");
  assert_expansion (folder, "--time-expansion", "auto", 384000, "recorded 10 times as fast as it plays");
  assert_expansion (folder, "--time-expansion", "ignore", 38400, "read as it plays");
  assert_expansion (folder, "--time-expansion", "20", 768000, "bat.wav");
  assert_expansion (folder, "--rate", "1000", 1000, "bat.wav");
  wrong = cli_run (folder, "info", "bat.wav", "--time-expansion", "0", NULL);
  cli_assert_refused (wrong, 2, "--time-expansion");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add (path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("/ondes/cli/dates/of-daily-time-stamps", test_daily);
  ADD ("/ondes/cli/dates/of-a-sidecar", test_sidecar);
  ADD ("/ondes/cli/dates/none-of-seconds-however-many", test_seconds);
  ADD ("/ondes/cli/dates/texts-read-as-options-say", test_text_options);
  ADD ("/ondes/cli/dates/times-of-a-slowed-recording", test_expansion);
  ADD ("/ondes/cli/dates/in-any-time-unit", test_units);
  ADD ("/ondes/cli/dates/rulers-that-are-asked-for", test_rulers);
  ADD ("/ondes/cli/dates/spans", test_spans);
  ADD ("/ondes/cli/dates/readings-and-spans-of-a-zone", test_zones);
  ADD ("/ondes/cli/dates/of-a-clock-without-a-zone", test_clock);
  ADD ("/ondes/cli/dates/irregular-time-stamps", test_irregular);
  return g_test_run ();
}
