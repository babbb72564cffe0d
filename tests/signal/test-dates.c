/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dates of recordings: what time stamps and sidecars say, against GDateTime. */
#include "scratch.h"
#include "signal/date.h"

#include <math.h>
#include <string.h>

static void
read_and_print (void)
{
  for (int i = 0; i < 20000; i++)
    {
      const int year = g_test_rand_int_range (1, 10000), month = g_test_rand_int_range (1, 13), day = g_test_rand_int_range (1, 29);
      const int hour = g_test_rand_int_range (0, 24), minute = g_test_rand_int_range (0, 60), ms = g_test_rand_int_range (0, 60000);
      g_autoptr (GDateTime) date = g_date_time_new_utc (year, month, day, hour, minute, 0);
      const double expected = (double) g_date_time_to_unix (date) + ms / 1000.0;
      g_autofree char *iso = g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", year, month, day, hour, minute, ms / 1000,
                                              ms % 1000);
      g_autofree char *back = NULL, *minutes = NULL, *parts = NULL;
      double date_s;

      g_assert_true (ondes_date_parse (iso, &date_s));
      g_assert_cmpfloat_with_epsilon (date_s, expected, 1e-4);
      parts = ondes_date_print ((double) g_date_time_to_unix (date), ms / 1000.0, 0.001);
      parts[10] = 'T';
      g_assert_cmpint (strncmp (parts, iso, 23), ==, 0);
      g_assert_cmpuint (strlen (parts), ==, 23);
      minutes = ondes_date_print (date_s, 0, 60);
      minutes[10] = 'T';
      g_assert_cmpint (strncmp (minutes, iso, 16), ==, 0);
      g_assert_cmpuint (strlen (minutes), ==, 16);
      back = ondes_date_print_iso (date_s);
      g_assert_true (ondes_date_parse (back, &date_s));
      g_assert_cmpfloat_with_epsilon (date_s, expected, 1e-4);
    }
}

static void
no_dates (void)
{
  static const char *const texts[] = { "", "1998", "14:05", "14:05:30", "1998-02-29", "1998-13-01", "1998-03-17x", "0000-01-01",
                                       "1998-03-17T25:00", "17.03.1998", "NaN", "1998-13", "1998-3", "199803" };
  g_autofree char *early = ondes_date_print (ONDES_DATE_FIRST_S - 1, 0, 1), *late = ondes_date_print (ONDES_DATE_END_S, 0, 1);
  double date_s;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_false (ondes_date_parse (texts[i], &date_s));
  g_assert_cmpstr (early, ==, "");
  g_assert_cmpstr (late, ==, "");
}

static void
assert_start (const char *path,
              const char *date,
              double      rate,
              double      start)
{
  g_autoptr (OndesRecording) recording = scratch_open (path, NULL);
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  g_autofree char *told = info->has_date ? ondes_date_print_iso (info->date_s) : NULL;

  g_assert_cmpstr (told, ==, date);
  g_assert_cmpfloat_with_epsilon (info->rate_hz / rate, 1, 1e-12);
  g_assert_cmpfloat (info->start, ==, start);
}

static void
time_stamps (void)
{
  assert_start (scratch_text ("day.csv", "date,v\n1998-03-17,1\n1998-03-18,4\n1998-03-19,2\n"), "1998-03-17T00:00:00Z", 1, 10302);
  assert_start (scratch_text ("zone.csv", "when;v\n2020-03-01 00:30:00.25+01:00;5\n2020-02-29 23:30:01.25Z;7\n"),
                "2020-02-29T23:30:00.25Z", 1, 1583019000.25);
  assert_start (scratch_text ("parts.csv", "day,clock,v\n2020-02-28,23:50,5\n2020-02-29,00:00,7\n"), "2020-02-28T23:50:00Z",
                1 / 600.0, 1582933800);
  assert_start (scratch_text ("old.csv", "date,v\n0044-03-15,1\n0044-03-16,4\n0044-03-17,2\n"), "0044-03-15T00:00:00Z", 1,
                -703383);
  assert_start (scratch_text ("epoch.csv", "date,v\n1970-01-01 00:00:05,1\n1970-01-01 00:00:06,4\n"), "1970-01-01T00:00:05Z", 1, 5);
  /* A time of day alone, seconds, years: no dates. */
  assert_start (scratch_text ("clock.csv", "t,v\n14:05:00,1\n14:05:01,4\n14:05:02,2\n"), NULL, 1, 50700);
  assert_start (scratch_text ("unix.csv", "time,v\n890092800,1\n890092801,4\n890092802,2\n"), NULL, 1, 890092800);
}

/* @from and on, a stamp each @step months, as @format prints them. */
static OndesRecording *
open_months (const char *format,
             int         year,
             int         step,
             const char *unit)
{
  const OndesReadOptions options = { .time_unit = unit };
  g_autoptr (GString) text = g_string_new ("month,v\n");
  g_autoptr (GDateTime) first = g_date_time_new_utc (year, 3, 1, 0, 0, 0);

  for (int i = 0; i < 500; i++)
    {
      g_autoptr (GDateTime) date = g_date_time_add_months (first, i * step);
      g_autofree char *stamp = g_date_time_format (date, format);

      g_string_append_printf (text, "%s,%d\n", stamp, i % 7);
    }
  return scratch_open (scratch_text ("months.csv", text->str), &options);
}

/* Months count years, evenly, though they are not all as long; dates that are nearer together than a day count seconds. */
static void
months (void)
{
  static const char *const formats[] = { "%Y-%m", "%Y/%m", "%Y-%m-%d", "%Y-%m-01T00:00:00Z" };
  static const int steps[] = { 1, 3, 12 };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    for (guint k = 0; k < G_N_ELEMENTS (steps); k++)
      {
        const int year = g_test_rand_int_range (1000, 2000);
        g_autoptr (OndesRecording) recording = open_months (formats[i], year, steps[k], NULL);
        g_autoptr (OndesRecording) days = open_months (formats[i], year, steps[k], "d");
        const OndesRecordingInfo *info = ondes_recording_get_info (recording), *of_days = ondes_recording_get_info (days);
        g_autofree char *date = g_strdup_printf ("%04d-03-01T00:00:00Z", year), *told = ondes_date_print_iso (info->date_s);

        g_assert_true (info->has_date);
        g_assert_cmpstr (told, ==, date);
        g_assert_cmpstr (info->time_unit, ==, "a");
        g_assert_cmpfloat_with_epsilon (info->rate_hz * steps[k] / 12, 1, 1e-9);
        g_assert_cmpuint (info->irregular, ==, 0);
        g_assert_cmpuint (info->frames, ==, 500);
        g_assert_cmpfloat (of_days->date_s, ==, info->date_s);
        g_assert_cmpfloat_with_epsilon (of_days->rate_hz * 365.2425 / info->rate_hz, 1, 1e-9);
        g_assert_cmpuint (of_days->irregular, ==, 0);
      }
  /* Years are numbers, which the axis shows as they are. */
  assert_start (scratch_text ("years.csv", "Date,v\n1998,1\n1999,2\n2000,1\n"), NULL, 1, 1998);
  {
    g_autoptr (OndesRecording) years = scratch_open (scratch_path ("years.csv"), NULL);

    g_assert_cmpstr (ondes_recording_get_info (years)->time_unit, ==, "a");
    g_assert_false (scratch_has_note (years, "years"));
  }
  assert_start (scratch_text ("hours.csv", "t,v\n1998-03-01 00:00,1\n1998-03-01 12:00,2\n1998-03-02 00:00,1\n"),
                "1998-03-01T00:00:00Z", 1 / 43200.0, 888710400);
}

/* Dates say how long they are apart, in any unit. */
static void
time_units (void)
{
  static const struct
  {
    const char *unit;
    double      rate, start;
  } units[] = { { "d", 1, 10302 }, { "h", 1 / 24.0, 247248 }, { "a", 365.2425, 890092800 / 31556952.0 } };
  const char *path = scratch_text ("unit.csv", "date,v\n1998-03-17,1\n1998-03-18,4\n1998-03-19,2\n1998-03-20,0\n");

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      OndesReadOptions options = { .time_unit = units[i].unit };
      g_autoptr (OndesRecording) recording = scratch_open (path, &options);
      const OndesRecordingInfo *info = ondes_recording_get_info (recording);

      g_assert_cmpstr (info->time_unit, ==, units[i].unit);
      g_assert_cmpfloat_with_epsilon (info->rate_hz / units[i].rate, 1, 1e-12);
      g_assert_cmpfloat (info->date_s, ==, 890092800);
      g_assert_cmpfloat_with_epsilon (info->start / units[i].start, 1, 1e-15);
      g_assert_cmpuint (info->irregular, ==, 0);
    }
}

static void
sidecars (void)
{
  const char *path = scratch_text ("told.txt", "1\n2\n4\n");

  scratch_text ("told.txt.ondes", "[recording]\nrate=100\nstart=1998-03-17T14:05:30.5+01:00\n");
  assert_start (path, "1998-03-17T13:05:30.5Z", 100, 890139930.5);
  scratch_text ("told.txt.ondes", "[recording]\nrate=4\ntime-unit=a\nstart=1871-01-01\n");
  assert_start (path, "1871-01-01T00:00:00Z", 4, -3124137600 / 31556952.0);
  scratch_text ("told.txt.ondes", "[recording]\nrate=4\ntime-unit=a\nstart=1871\n");
  assert_start (path, NULL, 4, 1871);
  /* It goes before the file's own. */
  path = scratch_text ("told.csv", "date,v\n1998-03-17,1\n1998-03-18,4\n1998-03-19,2\n");
  scratch_text ("told.csv.ondes", "[recording]\nstart=2001-01-01 12:00\n");
  assert_start (path, "2001-01-01T12:00:00Z", 1, 978350400 / 86400.0);
  scratch_text ("told.csv.ondes", "[recording]\nstart=0\n");
  assert_start (path, NULL, 1, 0);
  scratch_text ("told.csv.ondes", "[recording]\nstart=1998-02-29\n");
  g_assert_cmpstr (path, ==, scratch_path ("told.csv"));
  {
    g_autoptr (GError) error = NULL;
    g_autoptr (OndesRecording) recording = ondes_recording_open (path, NULL, NULL, &error);

    g_assert_null (recording);
    g_assert_nonnull (strstr (error->message, "start=1998-02-29"));
    g_assert_nonnull (strstr (error->message, "or a date"));
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/recording-dates/read-and-printed-as-gdatetime-has-them", read_and_print);
  g_test_add_func ("/ondes/recording-dates/what-is-none", no_dates);
  g_test_add_func ("/ondes/recording-dates/of-time-stamps", time_stamps);
  g_test_add_func ("/ondes/recording-dates/in-any-time-unit", time_units);
  g_test_add_func ("/ondes/recording-dates/months-are-even", months);
  g_test_add_func ("/ondes/recording-dates/of-sidecars", sidecars);
  return scratch_run ();
}
